//! Analyses made by hand, so that rules are tested against structure that no reader had a say in.

use guarddiff_allowlist::{Classification, Evidence, Rule, claims, classify};
use guarddiff_engine::analysis::{
    Analysis, Complexity, Context, Redirect, SimpleCommand, Status, Target, Trust,
};
use guarddiff_engine::facts::{Answer, Check, Facts, Splice};
use guarddiff_engine::policy::gate_policy;
use guarddiff_engine::span::Span;
use guarddiff_engine::word::{Shape, Value, Word};
use guarddiff_oracle::compare::compare;
use guarddiff_oracle::decision::{decide, legacy_decisions};

pub(crate) const TRAILER: &str =
    " --trailer 'Co-Authored-By: guarddiff <guarddiff@example.invalid>'";

pub(crate) fn no_facts() -> Facts {
    Facts {
        guard_relevant: Answer::NO,
        stages_and_commits: Answer::NO,
        no_verify: Answer::NO,
        messages: Vec::new(),
        hidden_commit: false,
        splice: Splice::Unchanged,
        units: Vec::new(),
    }
}

/// A text and its analysis in the making: words are looked up in the text from left to right.
pub(crate) struct Sketch {
    pub(crate) text: String,
    pub(crate) analysis: Analysis,
    at: usize,
}

impl Sketch {
    pub(crate) fn of(text: &str) -> Sketch {
        let analysis = Analysis {
            status: Status::Parsed,
            trust: Trust::Agreed,
            complexity: Complexity::Complex,
            commands: Vec::new(),
            opaque: Vec::new(),
            around: Vec::new(),
        };
        Sketch { text: text.to_owned(), analysis, at: 0 }
    }

    fn find(&mut self, spelled: &str) -> Span {
        let start = self.at + self.text[self.at..].find(spelled).expect("the text holds the word");
        self.at = start + spelled.len();
        Span::new(start, self.at)
    }

    /// Adds a command by the spellings of its words; `a=>b` is spelled `a` with value `b`, `a=>?` is unknown.
    pub(crate) fn command(mut self, words: &[&str]) -> Sketch {
        let argv: Vec<Word> = words.iter().map(|word| self.word(word)).collect();
        let span = argv[0].span.join(argv[argv.len() - 1].span);
        self.analysis.commands.push(SimpleCommand {
            argv,
            assignments: Vec::new(),
            redirects: Vec::new(),
            wrappers: Vec::new(),
            open_ended: false,
            context: Context::default(),
            span,
        });
        self
    }

    fn word(&mut self, word: &str) -> Word {
        let (spelled, value) = word.split_once("=>").unwrap_or((word, word));
        let span = self.find(spelled);
        let value = match value {
            "?" => Value::Unknown(Shape::anything()),
            value => Value::Literal(value.to_owned()),
        };
        Word { value, span }
    }

    /// Moves the first words of the last command into a wrapper.
    pub(crate) fn wrapped(mut self, words: usize) -> Sketch {
        let command = self.analysis.commands.last_mut().expect("a command comes first");
        let wrapper = command.argv.drain(..words).collect();
        command.wrappers.push(wrapper);
        self
    }

    /// Gives the last command a heredoc.
    pub(crate) fn heredoc(mut self, opener: &str, body: &str) -> Sketch {
        let redirect = self.find(opener);
        let span = self.find(body);
        let target = Target::Heredoc { body: Value::Literal(body.to_owned()), span };
        let command = self.analysis.commands.last_mut().expect("a command comes first");
        command.redirects.push(Redirect { fd: None, op: "<<", target, span: redirect });
        self
    }

    /// The divergence on one check with the rules that claim it, and what `classify` says.
    pub(crate) fn examine(
        &self,
        check: Check,
        facts: &Facts,
    ) -> (Vec<&'static Rule>, Classification) {
        let policy = gate_policy();
        let text = self.text.as_str();
        let ours = decide(text, &self.analysis, Some(facts), &policy, TRAILER);
        let theirs = legacy_decisions(text, &policy, TRAILER);
        let divergences = compare(text, &ours, &theirs, Some(facts), &policy);
        let divergence =
            divergences.iter().find(|found| found.check == check).expect("the decisions part");
        let evidence = Evidence {
            command: text,
            analysis: &self.analysis,
            facts: Some(facts),
            policy: &policy,
            divergence,
        };
        (claims(&evidence), classify(&evidence))
    }
}

/// Checks that exactly the named rule, or none, claims the divergence, and that `classify` says the same.
#[track_caller]
pub(crate) fn check(sketch: &Sketch, check: Check, facts: &Facts, expected: Option<&str>) {
    let (rules, classification) = sketch.examine(check, facts);
    let names: Vec<&str> = rules.iter().map(|rule| rule.name).collect();
    assert_eq!(names, expected.into_iter().collect::<Vec<_>>(), "{:?}", sketch.text);
    let classified = match classification {
        Classification::LegacyBug(rule) => Some(rule.name),
        Classification::EngineFailure => None,
    };
    assert_eq!(classified, expected);
}
