//! The rules, one row each. A rule proves from structure why the old matcher was wrong, and cites its incident.

use guarddiff_engine::facts::Check::{
    self, CommitMessage, GuardRelevant, NoVerify, StagesAndCommits, TrailerSplice, UnitVerdicts,
};
use guarddiff_oracle::divergence::Direction::{self, Changed, Narrowed, Widened};

use crate::cause::Cause;
use crate::incident::{self, Incident};
use crate::scene::Scene;

/// Why one kind of divergence is the old matcher's fault.
#[derive(Clone, Copy, Debug)]
pub struct Rule {
    /// The name in reports and hit counts.
    pub name: &'static str,
    /// What it cites. A rule without a citation cannot be written.
    pub incident: &'static Incident,
    /// The checks that it may excuse.
    pub checks: &'static [Check],
    /// The directions that it may excuse.
    pub directions: &'static [Direction],
    /// The proof, from the spans of the analysis. It reads no case id.
    pub proves: Proof,
}

impl Rule {
    /// Whether the rule is about this kind of divergence and proves the old matcher wrong in this one.
    pub fn claims(&self, scene: &Scene<'_>) -> bool {
        self.checks.contains(&scene.divergence.check)
            && self.directions.contains(&scene.divergence.direction)
            && self.proves.holds(scene)
    }
}

const EVERY: &[Check] = &Check::ALL;

/// A proof is one answer to the question for the cause, so that no two rules claim one case.
#[derive(Clone, Copy, Debug)]
pub struct Proof(Cause);

impl Proof {
    /// Whether this is what made the old matcher wrong.
    pub fn holds(self, scene: &Scene<'_>) -> bool {
        scene.cause() == Some(self.0)
    }

    /// What has to be proved, in a sentence without its end.
    pub fn sentence(self) -> &'static str {
        self.0.sentence()
    }
}

macro_rules! because {
    ($cause:ident) => {
        Proof(Cause::$cause)
    };
}

/// Every rule, in the order of the ledger.
pub static RULES: [Rule; 60] = [
    Rule {
        name: "prose-in-quotes",
        incident: &incident::PROSE_MENTION,
        checks: &[GuardRelevant],
        directions: &[Narrowed],
        proves: because!(Quoted),
    },
    Rule {
        name: "prose-in-heredoc",
        incident: &incident::PROSE_MENTION,
        checks: &[GuardRelevant],
        directions: &[Narrowed],
        proves: because!(Heredoc),
    },
    Rule {
        name: "heredoc-names-both",
        incident: &incident::HEREDOC_PROSE,
        checks: &[StagesAndCommits],
        directions: &[Narrowed],
        proves: because!(Heredoc),
    },
    Rule {
        name: "flag-in-quoted-data",
        incident: &incident::VERIFY_FIXTURE,
        checks: &[NoVerify],
        directions: &[Narrowed],
        proves: because!(Quoted),
    },
    Rule {
        name: "flag-in-heredoc",
        incident: &incident::VERIFY_FIXTURE,
        checks: &[NoVerify],
        directions: &[Narrowed],
        proves: because!(Heredoc),
    },
    Rule {
        name: "unit-veto",
        incident: &incident::UNIT_VETO,
        checks: &[UnitVerdicts],
        directions: &[Narrowed],
        proves: because!(Veto),
    },
    Rule {
        name: "wrapper-value",
        incident: &incident::WRAPPER_VALUE,
        checks: &[StagesAndCommits, NoVerify, CommitMessage],
        directions: &[Widened],
        proves: because!(WrapperValue),
    },
    Rule {
        name: "comment",
        incident: &incident::COMMENT_MENTION,
        checks: EVERY,
        directions: &[Narrowed, Changed],
        proves: because!(Comment),
    },
    Rule {
        name: "plain-word",
        incident: &incident::DATA_WORD,
        checks: EVERY,
        directions: &[Narrowed, Changed],
        proves: because!(Word),
    },
    Rule {
        name: "part-of-word",
        incident: &incident::PATH_PART,
        checks: EVERY,
        directions: &[Narrowed, Changed],
        proves: because!(Part),
    },
    Rule {
        name: "introspection",
        incident: &incident::INTROSPECTION,
        checks: EVERY,
        directions: &[Narrowed, Changed],
        proves: because!(Introspection),
    },
    Rule {
        name: "quoted-data",
        incident: &incident::QUOTED_DATA,
        checks: &[StagesAndCommits, CommitMessage, TrailerSplice, UnitVerdicts],
        directions: &[Narrowed, Changed],
        proves: because!(Quoted),
    },
    Rule {
        name: "heredoc-data",
        incident: &incident::HEREDOC_DATA,
        checks: &[CommitMessage, TrailerSplice, UnitVerdicts],
        directions: &[Narrowed, Changed],
        proves: because!(Heredoc),
    },
    Rule {
        name: "flag-in-message",
        incident: &incident::FLAG_IN_MESSAGE,
        checks: &[NoVerify],
        directions: &[Narrowed],
        proves: because!(InMessage),
    },
    Rule {
        name: "option-value",
        incident: &incident::OPTION_VALUE,
        checks: &[NoVerify],
        directions: &[Narrowed],
        proves: because!(OptionValue),
    },
    Rule {
        name: "other-subcommand",
        incident: &incident::OTHER_SUBCOMMAND,
        checks: &[NoVerify],
        directions: &[Narrowed],
        proves: because!(OtherSubcommand),
    },
    Rule {
        name: "attached-value",
        incident: &incident::ATTACHED_VALUE,
        checks: &[NoVerify],
        directions: &[Narrowed],
        proves: because!(AttachedValue),
    },
    Rule {
        name: "flag-undone",
        incident: &incident::FLAG_UNDONE,
        checks: &[NoVerify],
        directions: &[Narrowed],
        proves: because!(Undone),
    },
    Rule {
        name: "longer-word",
        incident: &incident::LONGER_WORD,
        checks: &[NoVerify],
        directions: &[Narrowed],
        proves: because!(LongerWord),
    },
    Rule {
        name: "other-command",
        incident: &incident::OTHER_COMMAND,
        checks: &[NoVerify],
        directions: &[Narrowed],
        proves: because!(OtherCommand),
    },
    Rule {
        name: "after-dashes",
        incident: &incident::AFTER_DASHES,
        checks: &[NoVerify],
        directions: &[Narrowed],
        proves: because!(AfterDashes),
    },
    Rule {
        name: "spelled-apart",
        incident: &incident::SPELLED_APART,
        checks: EVERY,
        directions: &[Widened],
        proves: because!(SpelledApart),
    },
    Rule {
        name: "quoted-flag",
        incident: &incident::QUOTED_FLAG,
        checks: &[NoVerify],
        directions: &[Widened],
        proves: because!(QuotedFlag),
    },
    Rule {
        name: "short-spelling",
        incident: &incident::SHORT_SPELLING,
        checks: &[NoVerify],
        directions: &[Widened],
        proves: because!(ShortSpelling),
    },
    Rule {
        name: "unknown-name",
        incident: &incident::UNKNOWN_NAME,
        checks: EVERY,
        directions: &[Widened],
        proves: because!(UnknownName),
    },
    Rule {
        name: "unknown-word",
        incident: &incident::UNKNOWN_WORD,
        checks: EVERY,
        directions: &[Widened],
        proves: because!(UnknownWord),
    },
    Rule {
        name: "unknown-code",
        incident: &incident::UNKNOWN_CODE,
        checks: EVERY,
        directions: &[Widened],
        proves: because!(UnknownCode),
    },
    Rule {
        name: "opaque-code",
        incident: &incident::OPAQUE_CODE,
        checks: EVERY,
        directions: &[Widened],
        proves: because!(OpaqueCode),
    },
    Rule {
        name: "code-string",
        incident: &incident::CODE_STRING,
        checks: EVERY,
        directions: &[Changed, Widened],
        proves: because!(CodeString),
    },
    Rule {
        name: "code-on-stdin",
        incident: &incident::CODE_ON_STDIN,
        checks: EVERY,
        directions: &[Changed, Widened],
        proves: because!(CodeOnStdin),
    },
    Rule {
        name: "unlisted-wrapper",
        incident: &incident::UNLISTED_WRAPPER,
        checks: &[StagesAndCommits, NoVerify, CommitMessage],
        directions: &[Widened],
        proves: because!(UnlistedWrapper),
    },
    Rule {
        name: "more-words",
        incident: &incident::MORE_WORDS,
        checks: EVERY,
        directions: &[Widened],
        proves: because!(MoreWords),
    },
    Rule {
        name: "compound-prefix",
        incident: &incident::COMPOUND_PREFIX,
        checks: EVERY,
        directions: &[Widened],
        proves: because!(CompoundPrefix),
    },
    Rule {
        name: "substitution",
        incident: &incident::SUBSTITUTION,
        checks: EVERY,
        directions: &[Widened],
        proves: because!(Substitution),
    },
    Rule {
        name: "redirect-first",
        incident: &incident::REDIRECT_FIRST,
        checks: EVERY,
        directions: &[Changed, Widened],
        proves: because!(RedirectFirst),
    },
    Rule {
        name: "assignment-first",
        incident: &incident::ASSIGNMENT_FIRST,
        checks: &[StagesAndCommits, NoVerify, CommitMessage, UnitVerdicts],
        directions: &[Widened],
        proves: because!(AssignmentFirst),
    },
    Rule {
        name: "program-path",
        incident: &incident::PROGRAM_PATH,
        checks: &[StagesAndCommits, NoVerify, CommitMessage],
        directions: &[Widened],
        proves: because!(ProgramPath),
    },
    Rule {
        name: "global-option",
        incident: &incident::GLOBAL_OPTION,
        checks: &[NoVerify, CommitMessage, TrailerSplice],
        directions: &[Widened],
        proves: because!(GlobalOption),
    },
    Rule {
        name: "global-option-stage",
        incident: &incident::GLOBAL_OPTION_STAGE,
        checks: &[StagesAndCommits],
        directions: &[Widened],
        proves: because!(GlobalOption),
    },
    Rule {
        name: "line-continuation",
        incident: &incident::LINE_CONTINUATION,
        checks: EVERY,
        directions: &[Widened, Changed],
        proves: because!(LineContinuation),
    },
    Rule {
        name: "quoted-separator",
        incident: &incident::QUOTED_SEPARATOR,
        checks: &[StagesAndCommits, NoVerify, CommitMessage, TrailerSplice],
        directions: &[Widened],
        proves: because!(QuotedSeparator),
    },
    Rule {
        name: "alias-set",
        incident: &incident::ALIAS_SET,
        checks: &[StagesAndCommits, NoVerify, CommitMessage, TrailerSplice],
        directions: &[Widened],
        proves: because!(AliasSet),
    },
    Rule {
        name: "blank-run",
        incident: &incident::BLANK_RUN,
        checks: &[TrailerSplice, UnitVerdicts],
        directions: &[Changed, Widened],
        proves: because!(BlankRun),
    },
    Rule {
        name: "unit-wrapped",
        incident: &incident::UNIT_WRAPPED,
        checks: &[UnitVerdicts],
        directions: &[Widened],
        proves: because!(UnitWrapped),
    },
    Rule {
        name: "repeated-message",
        incident: &incident::REPEATED_MESSAGE,
        checks: &[CommitMessage],
        directions: &[Changed],
        proves: because!(RepeatedMessage),
    },
    Rule {
        name: "message-spelling",
        incident: &incident::MESSAGE_SPELLING,
        checks: &[CommitMessage],
        directions: &[Widened, Changed],
        proves: because!(MessageSpelling),
    },
    Rule {
        name: "message-quoting",
        incident: &incident::MESSAGE_QUOTING,
        checks: &[CommitMessage],
        directions: &[Changed],
        proves: because!(MessageQuoting),
    },
    Rule {
        name: "message-heredoc",
        incident: &incident::MESSAGE_HEREDOC,
        checks: &[CommitMessage],
        directions: &[Changed],
        proves: because!(MessageHeredoc),
    },
    Rule {
        name: "message-stdin",
        incident: &incident::MESSAGE_STDIN,
        checks: &[CommitMessage],
        directions: &[Changed],
        proves: because!(MessageStdin),
    },
    Rule {
        name: "message-variable",
        incident: &incident::MESSAGE_VARIABLE,
        checks: &[CommitMessage],
        directions: &[Changed],
        proves: because!(MessageVariable),
    },
    Rule {
        name: "message-reused",
        incident: &incident::MESSAGE_REUSED,
        checks: &[CommitMessage],
        directions: &[Widened],
        proves: because!(MessageReused),
    },
    Rule {
        name: "later-command",
        incident: &incident::LATER_COMMAND,
        checks: &[CommitMessage],
        directions: &[Narrowed, Changed],
        proves: because!(LaterCommand),
    },
    Rule {
        name: "several-commits",
        incident: &incident::SEVERAL_COMMITS,
        checks: &[CommitMessage, TrailerSplice],
        directions: &[Changed],
        proves: because!(SeveralCommits),
    },
    Rule {
        name: "splice-in-quotes",
        incident: &incident::SPLICE_IN_QUOTES,
        checks: &[TrailerSplice],
        directions: &[Changed],
        proves: because!(SpliceInQuotes),
    },
    Rule {
        name: "splice-after-redirect",
        incident: &incident::SPLICE_AFTER_REDIRECT,
        checks: &[TrailerSplice],
        directions: &[Changed],
        proves: because!(SpliceAfterRedirect),
    },
    Rule {
        name: "splice-after-closer",
        incident: &incident::SPLICE_AFTER_CLOSER,
        checks: &[TrailerSplice],
        directions: &[Changed],
        proves: because!(SpliceAfterCloser),
    },
    Rule {
        name: "splice-after-dashes",
        incident: &incident::SPLICE_AFTER_DASHES,
        checks: &[TrailerSplice],
        directions: &[Changed],
        proves: because!(SpliceAfterDashes),
    },
    Rule {
        name: "splice-in-background",
        incident: &incident::SPLICE_IN_BACKGROUND,
        checks: &[TrailerSplice],
        directions: &[Changed],
        proves: because!(SpliceInBackground),
    },
    Rule {
        name: "splice-in-comment",
        incident: &incident::SPLICE_IN_COMMENT,
        checks: &[TrailerSplice],
        directions: &[Changed],
        proves: because!(SpliceInComment),
    },
    Rule {
        name: "longer-subcommand",
        incident: &incident::LONGER_SUBCOMMAND,
        checks: &[TrailerSplice],
        directions: &[Narrowed, Changed],
        proves: because!(LongerSubcommand),
    },
];
