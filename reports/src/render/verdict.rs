//! How a run ended, in a word and a sentence: the same in every format.

use crate::exit_code::Exit;
use crate::render::table::count;
use crate::summary::Summary;

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
