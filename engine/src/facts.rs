//! What structure says to each of the six checks. Facts, not decisions: what a guard does with them is the oracle's.

use crate::policy::Action;
use crate::span::Span;

/// The six checks, in the order of every table.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Check {
    /// Some command that could run is git or glab.
    GuardRelevant,
    /// The commands that could run hold both a stage and a commit.
    StagesAndCommits,
    /// A commit skips its hooks by a flag.
    NoVerify,
    /// What the commits' messages are.
    CommitMessage,
    /// The command with a trailer added to each commit.
    TrailerSplice,
    /// The policy's verdict on each unit.
    UnitVerdicts,
}

impl Check {
    /// Every check, in the order of every table.
    pub const ALL: [Check; 6] = [
        Check::GuardRelevant,
        Check::StagesAndCommits,
        Check::NoVerify,
        Check::CommitMessage,
        Check::TrailerSplice,
        Check::UnitVerdicts,
    ];

    /// The name in reports and options.
    pub fn name(self) -> &'static str {
        match self {
            Check::GuardRelevant => "guard-relevant",
            Check::StagesAndCommits => "stages-and-commits",
            Check::NoVerify => "no-verify",
            Check::CommitMessage => "commit-message",
            Check::TrailerSplice => "trailer-splice",
            Check::UnitVerdicts => "unit-verdicts",
        }
    }
}

/// Answer to a yes/no check.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Fact {
    /// It is so, whatever the unknown words turn out to be.
    Yes,
    /// It is not so, whatever the unknown words turn out to be.
    No,
    /// It depends on a word that the text does not decide.
    Unknown,
}

impl Fact {
    /// The word that reports and JSON use.
    pub fn name(self) -> &'static str {
        match self {
            Fact::Yes => "yes",
            Fact::No => "no",
            Fact::Unknown => "unknown",
        }
    }
}

/// A fact and the place in the text that decided it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Answer {
    /// The fact.
    pub fact: Fact,
    /// What decided a Yes or an Unknown; nothing decides a No.
    pub span: Option<Span>,
}

impl Answer {
    /// A firm No.
    pub const NO: Answer = Answer { fact: Fact::No, span: None };
}

/// What structure says to each check, for an analysis that is available.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Facts {
    /// `guard-relevant`
    pub guard_relevant: Answer,
    /// `stages-and-commits`
    pub stages_and_commits: Answer,
    /// `no-verify`
    pub no_verify: Answer,
    /// `commit-message`: one entry per `git commit` that could run.
    pub messages: Vec<MessageFact>,
    /// Whether commits beside those in `messages` could exist.
    pub hidden_commit: bool,
    /// `trailer-splice`
    pub splice: Splice,
    /// `unit-verdicts`, in the order of the text.
    pub units: Vec<Unit>,
}

impl Facts {
    /// The answer to one of the three yes/no checks; none for the others.
    pub fn answer(&self, check: Check) -> Option<Answer> {
        match check {
            Check::GuardRelevant => Some(self.guard_relevant),
            Check::StagesAndCommits => Some(self.stages_and_commits),
            Check::NoVerify => Some(self.no_verify),
            Check::CommitMessage | Check::TrailerSplice | Check::UnitVerdicts => None,
        }
    }

    /// The literal message texts in order; empty when no commit gives one, none when one is not literal.
    pub fn literal_messages(&self) -> Option<Vec<&str>> {
        if self.hidden_commit {
            return None;
        }
        let mut texts = Vec::new();
        for fact in &self.messages {
            match &fact.message {
                Message::Texts(given) => texts.extend(given.iter().map(String::as_str)),
                Message::Stdin(Some(text)) => texts.push(text),
                Message::Editor => {}
                Message::File { .. }
                | Message::Stdin(None)
                | Message::Reused
                | Message::Unknown => {
                    return None;
                }
            }
        }
        Some(texts)
    }
}

/// The message of one commit, and the place of that commit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MessageFact {
    /// Where the message comes from.
    pub message: Message,
    /// The commit's span.
    pub span: Span,
}

/// Where a commit's message comes from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Message {
    /// The values of `-m`, in order (git joins them by blank lines).
    Texts(Vec<String>),
    /// `-F FILE`
    File {
        /// The path as given.
        path: String,
        /// Whether it stays inside the root.
        contained: Contained,
    },
    /// `-F -`, with the text when a heredoc or here-string gives it. One final newline is taken off, as
    /// git's own cleanup would.
    Stdin(Option<String>),
    /// No message option: git opens an editor, or keeps the message (`--amend --no-edit`).
    Editor,
    /// `-C`, `-c`, `--fixup`, `--squash`: taken from another commit.
    Reused,
    /// An unknown word decides it.
    Unknown,
}

/// Whether a `-F` path stays inside the root, by its spelling alone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Contained {
    /// It stays inside.
    Yes,
    /// It leaves the root, or is absolute and outside.
    No,
    /// A `~`, an expansion or a `cd` that is not literal decides it.
    Unknown,
}

/// The command with the trailer added to every commit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Splice {
    /// No commit: the command stays as it is.
    Unchanged,
    /// The new command.
    Spliced(String),
    /// Some commit cannot be reached by an insertion, or may be hidden. What can be spliced is.
    Unknown(String),
}

/// One simple command as the policy sees it: from its first non-assignment word to its last word, wrappers
/// in, redirects out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unit {
    /// The slice of the text.
    pub text: String,
    /// The policy's verdict.
    pub verdict: UnitVerdict,
    /// Where it stands.
    pub span: Span,
}

/// The verdict on one unit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum UnitVerdict {
    /// Whatever the unknown words are, the policy says this.
    Firm(Action),
    /// An unknown word decides; the most restrictive action that it could come to.
    AtWorst(Action),
}
