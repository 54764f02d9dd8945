//! The six checks as facts about an analysis. They say what is so, never what a guard should do.

mod containment;
pub(crate) mod mention;
mod message;
pub(crate) mod role;
#[cfg(test)]
pub(crate) mod sample;
mod splice;
#[cfg(test)]
mod tests;
pub(crate) mod units;

use std::cell::LazyCell;

use crate::analysis::{Analysis, SimpleCommand};
use crate::checks::containment::Directories;
use crate::checks::role::Role;
use crate::checks::splice::Splicer;
use crate::facts::{Answer, Fact, Facts, MessageFact};
use crate::git::commit::Commit;
use crate::git::{self, alias};
use crate::policy::{self, Policy};
#[cfg(feature = "sabotage")]
use crate::sabotage;
use crate::span::Span;
use crate::word::Word;

/// What the checks need to know beside the text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Settings {
    /// Whom the spliced trailer names.
    pub trailer: Trailer,
    /// What units are judged by.
    pub policy: Policy,
    /// The directory that a `-F` path must stay in, absolute; none: wherever the command starts. Compared by
    /// spelling alone.
    pub root: Option<String>,
    /// The behaviour to break.
    #[cfg(feature = "sabotage")]
    pub fault: Option<&'static sabotage::Fault>,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            trailer: Trailer {
                name: "guarddiff".to_owned(),
                mail: "guarddiff@example.invalid".to_owned(),
            },
            policy: policy::gate_policy(),
            root: None,
            #[cfg(feature = "sabotage")]
            fault: None,
        }
    }
}

/// The person of a `Co-Authored-By` trailer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Trailer {
    /// The name, any text.
    pub name: String,
    /// The mail address, without angle brackets.
    pub mail: String,
}

/// The facts of `command`, whose analysis is given; none when the analysis is Unavailable.
pub fn facts(command: &str, analysis: &Analysis, settings: &Settings) -> Option<Facts> {
    if !analysis.is_parsed() {
        return None;
    }
    let alias_elsewhere = LazyCell::new(|| alias::elsewhere(analysis));
    let mut summary = Summary::new();
    let mut messages = Vec::new();
    let mut directories = Directories::start(settings.root.as_deref());
    let mut splicer = Splicer::new(command, &settings.trailer);
    for simple in &analysis.commands {
        directories.pass(command, simple);
        let Some(mut role) = role::of(simple, &|| *alias_elsewhere) else { continue };
        if let Some(words) = role.commit_words.take() {
            let commit = git::commit::walk(words.all(), simple.open_ended);
            let open = role.no_verify.fact == Fact::Unknown;
            let own = no_verify(words.all(), &commit, simple);
            // What the commit itself decides doesn't undo what a program around it may run (GIT_EDITOR).
            if !(open && own.fact == Fact::No) {
                role.no_verify = own;
            }
            #[cfg(feature = "sabotage")]
            {
                let misread = sabotage::misread(words.all(), settings.fault);
                let commit = git::commit::walk(&misread, simple.open_ended);
                role.no_verify = no_verify(&misread, &commit, simple);
            }
            messages.push(MessageFact {
                message: message::of(command, simple, &words, &commit, &directories),
                span: simple.span,
            });
            splicer.add(simple, &words, &commit);
        }
        summary.add(&role, simple.span);
    }
    for code in &analysis.opaque {
        if let Some(role) = mention::role(code) {
            summary.add(&role, code.span);
        }
    }
    let facts = Facts {
        guard_relevant: summary.guard_relevant,
        stages_and_commits: summary.stages_and_commits(),
        no_verify: summary.no_verify,
        messages,
        hidden_commit: summary.hidden_commit,
        splice: splicer.finish(summary.hidden_commit),
        units: units::of(command, analysis, &settings.policy),
    };
    #[cfg(feature = "sabotage")]
    let facts = {
        let mut facts = facts;
        sabotage::answer(settings.fault, command, &mut facts);
        facts
    };
    Some(facts)
}

fn no_verify(words: &[Word], commit: &Commit<'_>, simple: &SimpleCommand) -> Answer {
    if commit.no_verify == Fact::No {
        return Answer::NO;
    }
    let word = commit.no_verify_word.and_then(|at| words.get(at));
    Answer { fact: commit.no_verify, span: Some(word.map_or(simple.span, |word| word.span)) }
}

/// What the commands read so far say together.
struct Summary {
    guard_relevant: Answer,
    no_verify: Answer,
    hidden_commit: bool,
    stage: bool,
    commit: bool,
    /// How many commands could stage, could commit, could do either.
    could: (usize, usize, usize),
    /// Some command alone could do both.
    both: bool,
    /// The last command that stages or commits, and the last that could.
    sure_span: Option<Span>,
    open_span: Option<Span>,
}

impl Summary {
    fn new() -> Summary {
        Summary {
            guard_relevant: Answer::NO,
            no_verify: Answer::NO,
            hidden_commit: false,
            stage: false,
            commit: false,
            could: (0, 0, 0),
            both: false,
            sure_span: None,
            open_span: None,
        }
    }

    fn add(&mut self, role: &Role<'_>, span: Span) {
        strengthen(&mut self.guard_relevant, role.guard_relevant, Some(span));
        strengthen(&mut self.no_verify, role.no_verify.fact, role.no_verify.span);
        self.hidden_commit |= role.commit == Fact::Unknown;
        self.stage |= role.stage == Fact::Yes;
        self.commit |= role.commit == Fact::Yes;
        let (stages, commits) = (role.stage != Fact::No, role.commit != Fact::No);
        self.could.0 += usize::from(stages);
        self.could.1 += usize::from(commits);
        self.could.2 += usize::from(stages && commits);
        self.both |= role.both;
        if role.stage == Fact::Yes || role.commit == Fact::Yes {
            self.sure_span = Some(span);
        } else if stages || commits {
            self.open_span = Some(span);
        }
    }

    /// Yes for a certain stage and a certain commit; Unknown where open commands could complete the pair. One
    /// command that could be either is not both.
    fn stages_and_commits(&self) -> Answer {
        let (stages, commits, either) = self.could;
        if self.stage && self.commit {
            Answer { fact: Fact::Yes, span: self.sure_span }
        } else if self.both || stages.saturating_mul(commits) > either {
            Answer { fact: Fact::Unknown, span: self.open_span }
        } else {
            Answer::NO
        }
    }
}

/// Takes a fact over where it says more: Yes before Unknown before No; the first span stays.
fn strengthen(answer: &mut Answer, fact: Fact, span: Option<Span>) {
    let stronger = match (answer.fact, fact) {
        (Fact::Yes, _) | (_, Fact::No) | (Fact::Unknown, Fact::Unknown) => false,
        (Fact::No, Fact::Unknown | Fact::Yes) | (Fact::Unknown, Fact::Yes) => true,
    };
    if stronger {
        *answer = Answer { fact, span };
    }
}
