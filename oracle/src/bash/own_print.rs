//! A fault of bash 5.2 that reaches what it runs: the text of a `$( )`, `<( )` or `>( )` is kept as bash's own print of
//! what it parsed, and parsed again when it is run. What the print loses is lost for good. It excuses nothing that the
//! print does not explain.

use guarddiff_engine::analysis::Analysis;

use super::execution::{Execution, ExecutionFault, NotRun, is_start};
use super::relation::Doubt;
use super::syntax::{Inconclusive, Judged, Verdict};

/// What a run says once it is known how bash prints the command.
///
/// A run is no judge where the command holds a substitution, the print is known to be faulty, and every contradiction is
/// one that the print explains: what did not start, and what the print holds in its place.
pub fn settle(
    execution: Result<Execution, NotRun>,
    analysis: &Analysis,
    judged: Option<&Judged>,
) -> Result<Execution, NotRun> {
    let ran = execution?;
    let explains = judged.is_some_and(|judged| {
        is_faulty(&judged.verdict) && ran.faults.iter().all(|fault| explained(fault, judged))
    });
    let substitutes = analysis.commands.iter().any(|command| command.context.substitution);
    if !ran.faults.is_empty() && substitutes && explains { Err(NotRun::OwnPrint) } else { Ok(ran) }
}

fn is_faulty(verdict: &Verdict) -> bool {
    match verdict {
        Verdict::Inconclusive(Inconclusive::Reading(doubt)) => match doubt {
            Doubt::Quirk(_) | Doubt::Reprint(_) => true,
            Doubt::Ours(_) => false,
        },
        Verdict::Inconclusive(Inconclusive::Bash(_))
        | Verdict::Same
        | Verdict::Different { .. }
        | Verdict::RefusedByBoth
        | Verdict::Refused(_) => false,
    }
}

fn explained(fault: &ExecutionFault, judged: &Judged) -> bool {
    match fault {
        ExecutionFault::Missing(_) => true,
        ExecutionFault::Unplanted(seen) | ExecutionFault::Unread(seen) => {
            let commands = judged.reprint.iter().flat_map(|reprint| &reprint.commands);
            commands.into_iter().any(|command| is_start(command, &seen.argv))
        }
        ExecutionFault::WrongNo(_)
        | ExecutionFault::WrongPlanted(_)
        | ExecutionFault::WrongMessage(_) => false,
    }
}
