//! Everything that is known of one command, in the form of `reports/schema/explain.schema.json`: what `explain` shows,
//! as data. It judges nothing: it says how it was judged.

pub mod origins;
pub mod reasons;
mod rows;
pub mod trials;

use guarddiff_engine::account::Account;
use guarddiff_engine::analysis::{Complexity, Status, Trust};
use guarddiff_engine::facts::Check;
use guarddiff_oracle::bash::execution::Execution;
use guarddiff_oracle::bash::syntax::Verdict as Parse;
use guarddiff_oracle::bash::{Reprint, execution};
use serde::Serialize;
use serde_json::Value;

use self::origins::ValueRow;
use self::reasons::Reasons;
pub use self::rows::NodeRow;
use self::rows::{CommandRow, OpaqueRow, UnitRow};
use self::trials::Trial;
use crate::examine::Examination;
use crate::finding::Finding;
use crate::stated;
use crate::witnesses::Witnesses;

/// Version of the schema.
pub const SCHEMA: u32 = 1;

/// One command, explained.
#[derive(Serialize)]
pub struct Explanation<'a> {
    schema: u32,
    /// The case; null where a person typed the command.
    id: Option<&'a str>,
    command: &'a str,
    status: &'static str,
    reason: Option<&'static str>,
    complexity: Option<&'static str>,
    trust: Option<&'static str>,
    /// How the text is built.
    pub tree: Vec<NodeRow>,
    commands: Vec<CommandRow<'a>>,
    opaque: Vec<OpaqueRow<'a>>,
    /// Where each value comes from that is not plainly spelled.
    pub values: Vec<ValueRow>,
    units: Vec<UnitRow<'a>>,
    /// The six checks.
    pub checks: Vec<CheckRow>,
    /// Where the opinions part.
    pub findings: Vec<FindingRow<'a>>,
    bash: BashRow,
    verdict: &'static str,
}

/// One check: every opinion, and why.
#[derive(Serialize)]
pub struct CheckRow {
    /// The check.
    pub check: &'static str,
    fact: &'static str,
    outcome: &'static str,
    structure: Value,
    text: Value,
    bash: Value,
    planted: Value,
    span: Option<[u32; 2]>,
    /// In sentences.
    pub reasons: Reasons,
}

/// A finding, and the rules that were tried on it.
#[derive(Serialize)]
pub struct FindingRow<'a> {
    #[serde(flatten)]
    finding: &'a Finding,
    /// None for findings that no rule can excuse.
    pub trial: Option<Trial>,
}

/// What bash says.
#[derive(Serialize)]
struct BashRow {
    version: Option<String>,
    absent: Vec<String>,
    /// The verdict on the reading; null when bash was not asked.
    parse: Option<&'static str>,
    /// What differs, or why nothing is known.
    detail: Option<String>,
    /// Bash's own print of the command.
    reprint: Option<String>,
    ran: Option<RanRow>,
}

/// What bash ran.
#[derive(Serialize)]
struct RanRow {
    /// Why nothing was run.
    not_run: Option<String>,
    /// How the box was kept together.
    isolation: Option<&'static str>,
    times: usize,
    /// The words of each program that was started.
    programs: Vec<String>,
}

impl<'a> Explanation<'a> {
    /// Puts together what the examination and the account of a command say. `typed`: no id reproduces it.
    pub fn of(
        examined: &'a Examination,
        account: Option<&Account>,
        witnesses: &Witnesses,
        typed: bool,
    ) -> Explanation<'a> {
        let command = examined.case.command.as_str();
        let analysis = &examined.opinion.analysis;
        let facts = examined.opinion.facts.as_ref();
        let (status, reason) = match analysis.status {
            Status::Parsed => ("parsed", None),
            Status::Unavailable(reason) => ("unavailable", Some(reason.name())),
        };
        let parsed = analysis.is_parsed();
        let failed = examined.findings.iter().any(Finding::fails);
        Explanation {
            schema: SCHEMA,
            id: (!typed).then_some(examined.id.as_str()),
            command,
            status,
            reason,
            complexity: parsed.then_some(match analysis.complexity {
                Complexity::Simple => "simple",
                Complexity::Complex => "complex",
            }),
            trust: parsed.then_some(match analysis.trust {
                Trust::Agreed => "agreed",
                Trust::Repaired => "repaired",
            }),
            tree: account.map_or_else(Vec::new, |it| rows::tree(it, analysis)),
            commands: rows::commands(analysis),
            opaque: rows::opaque(analysis),
            values: account.map_or_else(Vec::new, |it| origins::values(command, it, analysis)),
            units: facts.map_or_else(Vec::new, rows::units),
            checks: Check::ALL.map(|check| CheckRow::of(examined, check)).into(),
            findings: examined
                .findings
                .iter()
                .map(|finding| FindingRow { finding, trial: trials::of(examined, finding) })
                .collect(),
            bash: BashRow::of(examined, witnesses),
            verdict: match (examined.findings.is_empty(), failed) {
                (true, _) => "agree",
                (false, true) => "engine-failure",
                (false, false) => "legacy-bug",
            },
        }
    }
}

impl CheckRow {
    fn of(examined: &Examination, check: Check) -> CheckRow {
        let (ours, theirs) =
            (&examined.structural[check as usize], &examined.legacy[check as usize]);
        let facts = examined.opinion.facts.as_ref();
        let planted = examined.case.planted.as_ref();
        let span = facts.and_then(|facts| facts.answer(check)).and_then(|answer| answer.span);
        CheckRow {
            check: check.name(),
            fact: examined.fact(check),
            outcome: examined.outcomes[check as usize].name(),
            structure: stated::decision(ours),
            text: stated::decision(theirs),
            bash: stated::bash(&examined.testimony, Some(check)),
            planted: planted.map_or(Value::Null, |planted| stated::planted(planted, check)),
            span: span.map(|span| [span.start, span.end]),
            reasons: reasons::of(examined, check),
        }
    }
}

impl BashRow {
    fn of(examined: &Examination, witnesses: &Witnesses) -> BashRow {
        let testimony = &examined.testimony;
        let judged = testimony.syntax.as_ref();
        BashRow {
            version: witnesses.bash().map(str::to_owned),
            absent: witnesses.absent().to_vec(),
            parse: judged.map(|judged| judged.verdict.name()),
            detail: judged.and_then(|judged| match &judged.verdict {
                Parse::Same | Parse::RefusedByBoth => None,
                Parse::Different { ours, bash } => Some(format!("{bash} instead of {ours}")),
                Parse::Refused(line) => Some(line.clone()),
                Parse::Inconclusive(why) => Some(why.name()),
            }),
            reprint: match &testimony.reprint {
                Some(Reprint::Text(text)) => Some(text.clone()),
                Some(_) | None => None,
            },
            ran: testimony.execution.as_ref().map(|ran| match ran {
                Err(why) => RanRow {
                    not_run: Some(why.name()),
                    isolation: None,
                    times: 0,
                    programs: Vec::new(),
                },
                Ok(Execution { ends, seen, .. }) => RanRow {
                    not_run: None,
                    isolation: witnesses.isolation(),
                    times: ends.len(),
                    programs: seen.iter().map(|it| execution::spell(&it.argv)).collect(),
                },
            }),
        }
    }
}
