//! Redaction on the way out: what a transcript says leaves the program without secrets, or not at all where that
//! would change an answer. It excuses nothing: what is withheld is counted, with its place.

use std::collections::BTreeMap;

use guarddiff_corpus::case::{Case, CaseId};
use guarddiff_corpus::redact::{redact, shape};
use guarddiff_engine::facts::{Facts, Message, MessageFact, Splice, Unit};
use guarddiff_oracle::decision::{Decision, Decisions, MessageDecision, SpliceDecision};
use serde_json::Value;

use crate::examine::{Examination, Subject, examine, healthy};
use crate::finding::Finding;
use crate::totals::TranscriptTotals;

/// What is said when secrets are let out on request.
pub const OFF: &str = "--no-redact: secrets and names leave as they stand in the transcripts";

/// Commands withheld whose places are kept.
const PLACES: usize = crate::totals::PLACES;

/// Hides secrets, and counts what it hid. One for each run.
pub struct Redactor {
    subject: Option<Box<Subject<'static>>>,
    on: bool,
    hidden: BTreeMap<&'static str, u64>,
    commands: u64,
    withheld: u64,
    places: Vec<String>,
}

/// What may be shown of a command.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Shown {
    /// The command as it stands: there was nothing to hide.
    Same,
    /// This text: it has the same length, and every check answers the same.
    Redacted(String),
    /// Nothing: without its secrets, some check would answer otherwise.
    Withheld,
}

impl Redactor {
    /// Hides secrets, or lets everything out.
    pub fn new(on: bool) -> Redactor {
        Redactor {
            subject: None,
            on,
            hidden: BTreeMap::new(),
            commands: 0,
            withheld: 0,
            places: Vec::new(),
        }
    }

    /// What may be shown of a command that stands at this place.
    pub fn command(&mut self, command: &str, place: impl Fn() -> String) -> Shown {
        self.checked(command, place, |subject, before, after| {
            answers_are_the_same(subject, before, after)
        })
    }

    /// The same, where `same` says whether the text before and the one after come out alike.
    pub fn checked(
        &mut self,
        command: &str,
        place: impl Fn() -> String,
        same: impl FnOnce(&mut Subject<'static>, &str, &str) -> bool,
    ) -> Shown {
        if !self.on {
            return Shown::Same;
        }
        let redacted = redact(command);
        if !redacted.is_changed() {
            return Shown::Same;
        }
        let subject = self.subject.get_or_insert_with(healthy);
        if !same(&mut **subject, command, &redacted.text) {
            self.withheld += 1;
            if self.places.len() < PLACES {
                self.places.push(place());
            }
            return Shown::Withheld;
        }
        self.commands += 1;
        for (rule, n) in redacted.counts {
            *self.hidden.entry(rule).or_default() += n;
        }
        Shown::Redacted(redacted.text)
    }

    /// A text beside the command, such as a folder: nothing depends on it.
    pub fn text(&mut self, text: &mut String) {
        if !self.on {
            return;
        }
        let redacted = redact(text);
        if redacted.is_changed() {
            for (rule, n) in redacted.counts {
                *self.hidden.entry(rule).or_default() += n;
            }
            *text = redacted.text;
        }
    }

    /// A case that may be examined and shown; none when its command is withheld.
    pub fn case(&mut self, case: Case) -> Option<Case> {
        match self.command(&case.command, || case.id.to_string()) {
            Shown::Same => Some(case),
            Shown::Redacted(command) => Some(Case { command, ..case }),
            Shown::Withheld => None,
        }
    }

    /// Commands withheld so far.
    pub fn withheld(&self) -> u64 {
        self.withheld
    }

    /// What was hidden, by rule.
    pub fn hidden(&self) -> &BTreeMap<&'static str, u64> {
        &self.hidden
    }

    /// Adds what was hidden and withheld to an account.
    pub fn note(&self, totals: &mut TranscriptTotals) {
        for (what, n, places) in self.told() {
            totals.note(&what, n, places.into_iter());
        }
    }

    /// What was hidden and withheld, in words.
    pub fn told(&self) -> Vec<(String, u64, Vec<String>)> {
        let mut told =
            vec![("commands with something hidden in them".to_owned(), self.commands, vec![])];
        let what = "commands withheld: without their secrets a check would answer otherwise";
        told.push((what.to_owned(), self.withheld, self.places.clone()));
        told.extend(self.hidden.iter().map(|(rule, n)| (format!("hidden: {rule}"), *n, vec![])));
        told.retain(|(_, n, _)| *n > 0);
        told
    }
}

/// Whether all six checks say the same of both texts, by structure and by text, with the same findings for the same
/// reasons.
pub fn answers_are_the_same(subject: &mut Subject<'_>, before: &str, after: &str) -> bool {
    let mut examined = |command: &str| {
        let id = CaseId::Log { file: "-".to_owned(), line: 1, nth: 1 };
        examine(Case { id, command: command.to_owned(), planted: None }, subject)
    };
    Answers::of(&examined(before)) == Answers::of(&examined(after))
}

/// All that must stay, with texts as shapes: placeholders have the shape of what they stand for.
#[derive(PartialEq)]
struct Answers {
    facts: Option<Facts>,
    unavailable: String,
    structural: Decisions,
    legacy: Decisions,
    findings: Vec<Finding>,
}

impl Answers {
    fn of(examined: &Examination) -> Answers {
        let analysis = &examined.opinion.analysis;
        Answers {
            facts: examined.opinion.facts.as_ref().map(facts),
            unavailable: format!("{:?} {:?}", analysis.status, analysis.complexity),
            structural: examined.structural.each_ref().map(decision),
            legacy: examined.legacy.each_ref().map(decision),
            findings: examined.findings.iter().map(finding).collect(),
        }
    }
}

fn shapes(texts: &[String]) -> Vec<String> {
    texts.iter().map(|text| shape(text)).collect()
}

fn facts(facts: &Facts) -> Facts {
    let Facts {
        guard_relevant,
        stages_and_commits,
        no_verify,
        messages,
        hidden_commit,
        splice,
        units,
    } = facts;
    let message = |fact: &MessageFact| MessageFact {
        message: match &fact.message {
            Message::Texts(texts) => Message::Texts(shapes(texts)),
            Message::File { path, contained } => {
                Message::File { path: shape(path), contained: *contained }
            }
            Message::Stdin(text) => Message::Stdin(text.as_deref().map(shape)),
            Message::Editor => Message::Editor,
            Message::Reused => Message::Reused,
            Message::Unknown => Message::Unknown,
        },
        span: fact.span,
    };
    Facts {
        guard_relevant: *guard_relevant,
        stages_and_commits: *stages_and_commits,
        no_verify: *no_verify,
        messages: messages.iter().map(message).collect(),
        hidden_commit: *hidden_commit,
        splice: match splice {
            Splice::Unchanged => Splice::Unchanged,
            Splice::Spliced(text) => Splice::Spliced(shape(text)),
            Splice::Unknown(text) => Splice::Unknown(shape(text)),
        },
        units: units.iter().map(|unit| Unit { text: shape(&unit.text), ..*unit }).collect(),
    }
}

fn decision(decision: &Decision) -> Decision {
    match decision {
        Decision::Fires(_) | Decision::Units(_) => decision.clone(),
        Decision::Message(message) => Decision::Message(match message {
            MessageDecision::None => MessageDecision::None,
            MessageDecision::Texts(texts) => MessageDecision::Texts(shapes(texts)),
            MessageDecision::File(path) => MessageDecision::File(shape(path)),
            MessageDecision::Unknown => MessageDecision::Unknown,
        }),
        Decision::Splice(splice) => Decision::Splice(match splice {
            SpliceDecision::Unchanged => SpliceDecision::Unchanged,
            SpliceDecision::Spliced(text) => SpliceDecision::Spliced(shape(text)),
            SpliceDecision::Unknown => SpliceDecision::Unknown,
        }),
    }
}

/// A finding without its texts, which the decisions hold.
fn finding(finding: &Finding) -> Finding {
    Finding {
        structural: Value::Null,
        legacy: Value::Null,
        message: shape(&finding.message),
        command: shape(&finding.command),
        ..finding.clone()
    }
}
