//! One analysis as one JSON object: the machine interface of `guarddiff analyze`
//! (`reports/schema/analyze.schema.json`). The rows live here; the crates below know nothing of JSON.

use guarddiff_engine::analysis::{
    Analysis, Assignment, Complexity, Redirect, SimpleCommand, Status, Target,
};
use guarddiff_engine::facts::{Check, Facts, Splice, Unit, UnitVerdict};
use guarddiff_engine::span::Span;
use guarddiff_engine::word::{Value, Word};
use guarddiff_oracle::decision::Decisions;
use serde::Serialize;

/// Version of the schema.
pub const SCHEMA: u32 = 1;

/// One line of output.
#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Row<'a> {
    schema: u32,
    command: Option<&'a str>,
    status: &'static str,
    reason: Option<&'static str>,
    complexity: Option<&'static str>,
    commands: Vec<CommandRow<'a>>,
    facts: YesNo<&'static str>,
    decision: YesNo<Option<bool>>,
    commit_messages: Option<Vec<&'a str>>,
    trailer_splice: Option<&'a str>,
    units: Vec<UnitRow<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<&'a str>,
    /// Keys of the input object that are not the schema's own.
    #[serde(flatten)]
    passed_through: Option<&'a serde_json::Map<String, serde_json::Value>>,
}

/// The keys of [`Row`]; an input object's own keys of these names give way.
pub const KEYS: [&str; 12] = [
    "schema",
    "command",
    "status",
    "reason",
    "complexity",
    "commands",
    "facts",
    "decision",
    "commit-messages",
    "trailer-splice",
    "units",
    "error",
];

/// One value for each check that is answered by yes, no or unknown.
#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
struct YesNo<T> {
    guard_relevant: T,
    stages_and_commits: T,
    no_verify: T,
}

impl<T> YesNo<T> {
    fn of(each: impl Fn(Check) -> T) -> YesNo<T> {
        YesNo {
            guard_relevant: each(Check::GuardRelevant),
            stages_and_commits: each(Check::StagesAndCommits),
            no_verify: each(Check::NoVerify),
        }
    }
}

#[derive(Serialize)]
struct CommandRow<'a> {
    argv: Vec<Option<&'a str>>,
    assignments: Vec<AssignmentRow<'a>>,
    redirects: Vec<RedirectRow<'a>>,
    wrappers: Vec<Vec<Option<&'a str>>>,
    span: [u32; 2],
}

#[derive(Serialize)]
struct AssignmentRow<'a> {
    name: &'a str,
    value: Option<&'a str>,
}

#[derive(Serialize)]
struct RedirectRow<'a> {
    op: &'static str,
    fd: Option<u32>,
    target: Option<&'a str>,
}

#[derive(Serialize)]
struct UnitRow<'a> {
    text: &'a str,
    verdict: &'static str,
    span: [u32; 2],
}

/// A command that was examined.
pub fn row<'a>(
    command: &'a str,
    analysis: &'a Analysis,
    facts: Option<&'a Facts>,
    decisions: &Decisions,
    passed_through: Option<&'a serde_json::Map<String, serde_json::Value>>,
) -> Row<'a> {
    let (status, reason) = match analysis.status {
        Status::Parsed => ("parsed", None),
        Status::Unavailable(reason) => ("unavailable", Some(reason.name())),
    };
    Row {
        schema: SCHEMA,
        command: Some(command),
        status,
        reason,
        complexity: Some(match analysis.complexity {
            Complexity::Simple => "simple",
            Complexity::Complex => "complex",
        }),
        commands: analysis.commands.iter().map(command_row).collect(),
        facts: YesNo::of(|check| fact_name(facts, check)),
        decision: YesNo::of(|check| Some(decisions[check as usize].acts())),
        commit_messages: facts.and_then(Facts::literal_messages),
        trailer_splice: facts.and_then(|facts| match &facts.splice {
            Splice::Unchanged => Some(command),
            Splice::Spliced(spliced) => Some(spliced.as_str()),
            Splice::Unknown(_) => None,
        }),
        units: facts.map_or(Vec::new(), |facts| facts.units.iter().map(unit_row).collect()),
        error: None,
        passed_through,
    }
}

/// A line that holds no command: every key, and what is wrong with the line.
pub fn damaged<'a>(
    error: &'a str,
    passed_through: Option<&'a serde_json::Map<String, serde_json::Value>>,
) -> Row<'a> {
    Row {
        schema: SCHEMA,
        command: None,
        status: "unavailable",
        reason: None,
        complexity: None,
        commands: Vec::new(),
        facts: YesNo::of(|_| "unavailable"),
        decision: YesNo::of(|_| None),
        commit_messages: None,
        trailer_splice: None,
        units: Vec::new(),
        error: Some(error),
        passed_through,
    }
}

fn command_row(command: &SimpleCommand) -> CommandRow<'_> {
    CommandRow {
        argv: words(&command.argv),
        assignments: command.assignments.iter().map(assignment_row).collect(),
        redirects: command.redirects.iter().map(redirect_row).collect(),
        wrappers: command.wrappers.iter().map(|wrapper| words(wrapper)).collect(),
        span: pair(command.span),
    }
}

fn words(words: &[Word]) -> Vec<Option<&str>> {
    words.iter().map(Word::literal).collect()
}

fn assignment_row(assignment: &Assignment) -> AssignmentRow<'_> {
    AssignmentRow { name: &assignment.name, value: literal(&assignment.value) }
}

fn redirect_row(redirect: &Redirect) -> RedirectRow<'_> {
    RedirectRow {
        op: redirect.op,
        fd: redirect.fd.or_else(|| default_fd(redirect.op)),
        target: match &redirect.target {
            Target::Word(word) => word.literal(),
            Target::Heredoc { body, span: _ } => literal(body),
        },
    }
}

/// The descriptor that an operator redirects when the text gives none (bash manual 3.6); both 1 and 2 for `&>`,
/// so no single one.
fn default_fd(op: &str) -> Option<u32> {
    match op.as_bytes().first() {
        Some(b'<') => Some(0),
        Some(b'>') => Some(1),
        Some(_) | None => None,
    }
}

fn unit_row(unit: &Unit) -> UnitRow<'_> {
    let (UnitVerdict::Firm(action) | UnitVerdict::AtWorst(action)) = unit.verdict;
    UnitRow { text: &unit.text, verdict: action.name(), span: pair(unit.span) }
}

fn literal(value: &Value) -> Option<&str> {
    match value {
        Value::Literal(text) => Some(text),
        Value::Unknown(_) => None,
    }
}

fn pair(span: Span) -> [u32; 2] {
    [span.start, span.end]
}

/// The fact of a yes/no check as the schema spells it.
fn fact_name(facts: Option<&Facts>, check: Check) -> &'static str {
    let answer = facts.and_then(|facts| facts.answer(check));
    answer.map_or("unavailable", |answer| answer.fact.name())
}
