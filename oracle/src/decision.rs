//! What a guard does with an opinion: fire or not, and with which value. The one place where facts become decisions.

use guarddiff_engine::analysis::{Analysis, Complexity, SimpleCommand};
use guarddiff_engine::facts::{Check, Fact, Facts, Message, Splice, Unit, UnitVerdict};
use guarddiff_engine::policy::{Action, Policy};
use guarddiff_engine::span::Span;

use crate::legacy::{self, LegacyMessage};

/// One decision per check, in the order of [`Check::ALL`].
pub type Decisions = [Decision; 6];

/// What a guard decides for one check.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Decision {
    /// guard-relevant, stages-and-commits, no-verify: does it fire?
    Fires(bool),
    /// commit-message: what the guard takes the message to be.
    Message(MessageDecision),
    /// trailer-splice: the command that the guard would run instead.
    Splice(SpliceDecision),
    /// unit-verdicts: which stretches are vetoed.
    Units(Vec<UnitDecision>),
}

impl Decision {
    /// Whether it does anything: fires, sees a message, changes the command, vetoes a stretch.
    pub fn acts(&self) -> bool {
        match self {
            Decision::Fires(fires) => *fires,
            Decision::Message(message) => *message != MessageDecision::None,
            Decision::Splice(splice) => *splice != SpliceDecision::Unchanged,
            Decision::Units(units) => units.iter().any(|unit| unit.denied),
        }
    }
}

/// What a guard takes a commit's message to be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MessageDecision {
    /// No commit, or no message option.
    None,
    /// These texts, in order.
    Texts(Vec<String>),
    /// From this file.
    File(String),
    /// There is a message, and the guard can't tell it.
    Unknown,
}

/// The command that a guard would run instead.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SpliceDecision {
    /// The command unchanged.
    Unchanged,
    /// This command.
    Spliced(String),
    /// A commit that no insertion reaches, or that may be hidden.
    Unknown,
}

/// One stretch of the command and whether it is vetoed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnitDecision {
    /// Byte range in the command.
    pub span: Span,
    /// Whether the guard refuses it.
    pub denied: bool,
}

/// What a structural guard decides. Yes and Unknown fire, No doesn't; without facts (the analysis is
/// unavailable) it decides byte for byte as the legacy matchers do.
pub fn decide(
    command: &str,
    analysis: &Analysis,
    facts: Option<&Facts>,
    policy: &Policy,
    trailer: &str,
) -> Decisions {
    let Some(facts) = facts else { return legacy_decisions(command, policy, trailer) };
    let fires = |fact| Decision::Fires(fact != Fact::No);
    [
        fires(facts.guard_relevant.fact),
        fires(facts.stages_and_commits.fact),
        Decision::Fires(facts.no_verify.fact != Fact::No || raw_backstop(command, analysis, facts)),
        Decision::Message(message(facts)),
        Decision::Splice(splice(&facts.splice)),
        Decision::Units(facts.units.iter().map(unit).collect()),
    ]
}

/// What the legacy matchers decide, from the text alone.
pub fn legacy_decisions(command: &str, policy: &Policy, trailer: &str) -> Decisions {
    let message = match legacy::commit_message(command) {
        None => MessageDecision::None,
        Some(LegacyMessage::Text(text)) => MessageDecision::Texts(vec![text]),
        Some(LegacyMessage::File(path)) => MessageDecision::File(path),
    };
    let splice = match legacy::trailer_splice(command, trailer) {
        None => SpliceDecision::Unchanged,
        Some(spliced) => SpliceDecision::Spliced(spliced),
    };
    [
        Decision::Fires(legacy::guard_relevant(command)),
        Decision::Fires(legacy::stages_and_commits(command)),
        Decision::Fires(legacy::no_verify(command)),
        Decision::Message(message),
        Decision::Splice(splice),
        Decision::Units(legacy::unit_verdicts(command, policy)),
    ]
}

/// Whether the seeds' wider backstop would answer otherwise: they or the raw `--no-verify` check in for every
/// Complex command, this guard only where something unknown could hide a commit or an option.
pub fn seed_rule_differs(command: &str, analysis: &Analysis, decisions: &Decisions) -> bool {
    analysis.is_parsed()
        && analysis.complexity == Complexity::Complex
        && legacy::raw_no_verify(command)
        && !decisions[Check::NoVerify as usize].acts()
}

/// The raw-string check, which is permanent: defence in depth where the structure has a hole, not a shim that
/// some later version may drop. It reads nothing but the text, so a fault of the engine cannot silence it.
fn raw_backstop(command: &str, analysis: &Analysis, facts: &Facts) -> bool {
    legacy::raw_no_verify(command) && hides_something(analysis, facts)
}

/// Whether something unknown could hide a commit or one of its options.
fn hides_something(analysis: &Analysis, facts: &Facts) -> bool {
    facts.hidden_commit
        || !analysis.opaque.is_empty()
        || analysis.commands.iter().any(|command| match command.argv.first() {
            None => false,
            Some(name) => name.literal().is_none() || (is_git(command) && has_hole(command)),
        })
}

fn has_hole(command: &SimpleCommand) -> bool {
    command.open_ended || command.argv.iter().any(|word| word.literal().is_none())
}

/// Whether the program is git, by the last part of its path.
pub fn is_git(command: &SimpleCommand) -> bool {
    let name = command.argv.first().and_then(|word| word.literal());
    name.is_some_and(|name| name.rsplit('/').next() == Some("git"))
}

/// All commits' texts in order, or one file; Unknown when any commit's message is, or when both kinds are mixed.
pub(crate) fn message(facts: &Facts) -> MessageDecision {
    if facts.hidden_commit {
        return MessageDecision::Unknown;
    }
    let (mut texts, mut files) = (Vec::new(), Vec::new());
    for fact in &facts.messages {
        match &fact.message {
            Message::Texts(given) => texts.extend(given.iter().cloned()),
            Message::Stdin(Some(text)) => texts.push(text.clone()),
            Message::File { path, contained: _ } => files.push(path),
            Message::Editor => {}
            Message::Stdin(None) | Message::Reused | Message::Unknown => {
                return MessageDecision::Unknown;
            }
        }
    }
    files.dedup();
    match (texts.is_empty(), files.as_slice()) {
        (true, []) => MessageDecision::None,
        (false, []) => MessageDecision::Texts(texts),
        (true, [path]) => MessageDecision::File((*path).clone()),
        (_, [_, ..]) => MessageDecision::Unknown,
    }
}

fn splice(splice: &Splice) -> SpliceDecision {
    match splice {
        Splice::Unchanged => SpliceDecision::Unchanged,
        Splice::Spliced(command) => SpliceDecision::Spliced(command.clone()),
        Splice::Unknown(_) => SpliceDecision::Unknown,
    }
}

fn unit(unit: &Unit) -> UnitDecision {
    let (UnitVerdict::Firm(action) | UnitVerdict::AtWorst(action)) = unit.verdict;
    UnitDecision { span: unit.span, denied: action == Action::Deny }
}
