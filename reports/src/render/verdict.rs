//! How a run ended and what bash said, in sentences that are the same in every format.

use crate::exit_code::Exit;
use crate::render::table::{count, grouped};
use crate::summary::Summary;
use crate::totals::{ExecutionTotals, SyntaxTotals};

/// The word, and the sentence that goes with it.
pub fn verdict(run: &Summary) -> (&'static str, String) {
    let cases = count(run.totals.cases, "command");
    let failed = run.totals.failures.total();
    let stale = run.stale.len() as u64;
    let drift = run.drift.len() as u64;
    let kinds = [(failed, "engine failure"), (stale, "stale rule"), (drift, "drifted figure")];
    let mut what: Vec<String> =
        kinds.iter().filter(|(n, _)| *n > 0).map(|(n, word)| count(*n, word)).collect();
    if what.is_empty() {
        what.push(count(0, "engine failure"));
    }
    let what = what.join(", ");
    let unread = count(run.unreadable.len() as u64, "named path");
    match run.exit() {
        Exit::Parity => ("PASS", format!("parity holds over {cases} × 6 checks")),
        Exit::Failure => ("FAIL", format!("{what} in {cases} × 6 checks")),
        Exit::Interrupted => ("STOPPED", format!("interrupted after {cases}, with {what}")),
        Exit::Unreadable => (
            "UNREAD",
            format!("{unread} could not be read; the rest holds over {cases} × 6 checks"),
        ),
        Exit::Inconclusive | Exit::Usage => {
            ("NOTHING RAN", "no command was examined, so nothing is known".to_owned())
        }
    }
}

/// How bash parses the commands.
pub fn parsed(syntax: &SyntaxTotals) -> String {
    format!(
        "{} parsed: {} as structure reads them, {} otherwise, {} refused by both, {} by bash alone, {} inconclusive",
        count(syntax.asked, "command"),
        grouped(syntax.same),
        grouped(syntax.different),
        grouped(syntax.refused_by_both),
        grouped(syntax.refused),
        grouped(syntax.unknown())
    )
}

/// What bash ran, and in which box.
pub fn ran(execution: &ExecutionTotals, run: &Summary) -> String {
    format!(
        "{} run {} in a box ({}), which started {}",
        count(execution.cases, "command"),
        count(execution.runs, "time"),
        run.header.sandbox.as_deref().unwrap_or("none"),
        count(execution.programs, "program")
    )
}
