//! What an authorizer answers: a verdict, the reason, the event that it would log, and all that it knew. One reason for
//! each way to defer.

use guarddiff_corpus::transcripts::evidence::Missing;
use guarddiff_engine::authorize::{Located, Wrapper};

use super::payload::Flaw;

/// What the permission system does with the answer.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Verdict {
    /// The whole tool call is released.
    Allow,
    /// The call is refused.
    Deny,
    /// The next link of the chain decides, at its end a person.
    Defer,
}

impl Verdict {
    /// The word that reports use.
    pub fn name(self) -> &'static str {
        match self {
            Verdict::Allow => "allow",
            Verdict::Deny => "deny",
            Verdict::Defer => "defer",
        }
    }
}

/// Why the answer is what it is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Reason {
    /// The policy allows the command without the wrapper.
    InnerAllow,
    /// The policy denies it.
    InnerDeny,
    /// The policy asks about it.
    InnerAsk,
    /// An unknown word of it decides.
    InnerUncertain,
    /// The request was forwarded from another session.
    Forwarded,
    /// The request is about another tool.
    OtherTool,
    /// The request is about another surface.
    OtherSurface,
    /// Another tool re-exposes bash.
    ShellAlias,
    /// Another session is live than the one that registered.
    SessionMismatch,
    /// The authorizer is not in the chain: no person, a subagent's session, or a session without an id.
    NotRegistered,
    /// No session manager was captured.
    NoSession,
    /// The session holds no evidence.
    Missing(Missing),
    /// The payload holds no evidence.
    Payload(Flaw),
    /// The request names no unit.
    NoUnit,
    /// The unit is no wrapper that the authorizer knows.
    NoWrapper,
    /// A known wrapper with options, another duration, nothing to run, or more than a line.
    Unsupported,
    /// env or xargs.
    NeverTransparent,
    /// A wrapper in the wrapper.
    NestedWrapper,
    /// The unit's text does not stand in the command.
    UnitAbsent,
    /// It stands there more than once.
    UnitRepeated,
    /// It stands there once, but structure does not run it from there.
    UnitNoCommand,
    /// The command, with or without the wrapper, can't be read.
    ParseFailure,
    /// Without the wrapper the shell would run something else.
    OtherCommands,
    /// Something outside broke.
    Exception,
}

impl Reason {
    /// The verdict that the reason gives.
    pub fn verdict(self) -> Verdict {
        match self {
            Reason::InnerAllow => Verdict::Allow,
            Reason::InnerDeny => Verdict::Deny,
            Reason::InnerAsk
            | Reason::InnerUncertain
            | Reason::Forwarded
            | Reason::OtherTool
            | Reason::OtherSurface
            | Reason::ShellAlias
            | Reason::SessionMismatch
            | Reason::NotRegistered
            | Reason::NoSession
            | Reason::Missing(_)
            | Reason::Payload(_)
            | Reason::NoUnit
            | Reason::NoWrapper
            | Reason::Unsupported
            | Reason::NeverTransparent
            | Reason::NestedWrapper
            | Reason::UnitAbsent
            | Reason::UnitRepeated
            | Reason::UnitNoCommand
            | Reason::ParseFailure
            | Reason::OtherCommands
            | Reason::Exception => Verdict::Defer,
        }
    }

    /// The word that reports use.
    pub fn name(self) -> &'static str {
        match self {
            Reason::InnerAllow => "inner-allow",
            Reason::InnerDeny => "inner-deny",
            Reason::InnerAsk => "inner-ask",
            Reason::InnerUncertain => "inner-uncertain",
            Reason::Forwarded => "forwarded",
            Reason::OtherTool => "other-tool",
            Reason::OtherSurface => "other-surface",
            Reason::ShellAlias => "shell-alias",
            Reason::SessionMismatch => "session-mismatch",
            Reason::NotRegistered => "not-registered",
            Reason::NoSession => "no-session",
            Reason::Missing(missing) => missing.name(),
            Reason::Payload(flaw) => flaw.name(),
            Reason::NoUnit => "no-unit",
            Reason::NoWrapper => "no-wrapper",
            Reason::Unsupported => "unsupported-wrapper-syntax",
            Reason::NeverTransparent => "never-transparent",
            Reason::NestedWrapper => "nested-wrapper",
            Reason::UnitAbsent => "unit-absent",
            Reason::UnitRepeated => "unit-repeated",
            Reason::UnitNoCommand => "unit-no-command",
            Reason::ParseFailure => "parse-failure",
            Reason::OtherCommands => "other-commands",
            Reason::Exception => "exception",
        }
    }

    /// The same in a sentence.
    pub fn sentence(self) -> &'static str {
        match self {
            Reason::InnerAllow => "the policy allows the whole command without the wrapper",
            Reason::InnerDeny => "the policy denies the command without the wrapper",
            Reason::InnerAsk => "the policy asks about the command without the wrapper",
            Reason::InnerUncertain => {
                "a word that the text does not decide could make the policy ask or deny"
            }
            Reason::Forwarded => "the request was forwarded from another session",
            Reason::OtherTool => "the request is not about the native bash tool",
            Reason::OtherSurface => "the request is not about the bash surface",
            Reason::ShellAlias => "the request comes from a tool that re-exposes bash",
            Reason::SessionMismatch => "another session is live than the one that registered",
            Reason::NotRegistered => {
                "no authorizer is in the chain: the session has no person, no id, or is a subagent's"
            }
            Reason::NoSession => "no session manager was captured at the session's start",
            Reason::Missing(missing) => missing.sentence(),
            Reason::Payload(flaw) => flaw.sentence(),
            Reason::NoUnit => "the request names no unit that asked",
            Reason::NoWrapper => "the unit that asked is no wrapper that the authorizer knows",
            Reason::Unsupported => {
                "the wrapper has an option, another duration, more than one line, or nothing to run"
            }
            Reason::NeverTransparent => "env and xargs change what their command does",
            Reason::NestedWrapper => "the wrapper runs another wrapper",
            Reason::UnitAbsent => "the unit's text does not stand in the command",
            Reason::UnitRepeated => "the unit's text stands in the command more than once",
            Reason::UnitNoCommand => {
                "the unit's text stands in a string, a heredoc, a comment or a longer command, and is not run there"
            }
            Reason::ParseFailure => "the command cannot be read with certainty",
            Reason::OtherCommands => "without the wrapper the shell would run something else",
            Reason::Exception => "something outside the authorizer broke",
        }
    }

    /// What is logged, and in which stream; none where the authorizer stays silent.
    pub fn event(self, wrapper: Option<Wrapper>) -> Option<(Stream, &'static str)> {
        let name = match self {
            Reason::InnerAllow => return Some((Stream::Review, "inner_cmd.allow")),
            Reason::InnerDeny => return Some((Stream::Review, "inner_cmd.deny")),
            Reason::InnerAsk | Reason::InnerUncertain => "inner_cmd.inner_ask",
            Reason::SessionMismatch => "inner_cmd.session_mismatch",
            Reason::Unsupported => "inner_cmd.unsupported_wrapper_syntax",
            Reason::NeverTransparent => match wrapper? {
                Wrapper::Env => "inner_cmd.env_non_transparent",
                Wrapper::Xargs => "inner_cmd.xargs_non_transparent",
                Wrapper::Timeout | Wrapper::Time => return None,
            },
            Reason::NestedWrapper => "inner_cmd.nested_wrapper",
            Reason::UnitAbsent | Reason::UnitRepeated | Reason::UnitNoCommand => {
                "inner_cmd.wrapper_not_located"
            }
            Reason::Exception => "inner_cmd.exception",
            // The permission system's package has no names for these two.
            Reason::ParseFailure => "inner_cmd.parse_failure",
            Reason::OtherCommands => "inner_cmd.other_commands",
            Reason::Forwarded
            | Reason::OtherTool
            | Reason::OtherSurface
            | Reason::ShellAlias
            | Reason::NotRegistered
            | Reason::NoSession
            | Reason::Missing(_)
            | Reason::Payload(_)
            | Reason::NoUnit
            | Reason::NoWrapper => return None,
        };
        Some((Stream::Debug, name))
    }
}

/// Which log an event goes to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stream {
    /// What a person reviews.
    Review,
    /// What a developer reads.
    Debug,
}

impl Stream {
    /// The word that the logs use.
    pub fn name(self) -> &'static str {
        match self {
            Stream::Review => "review",
            Stream::Debug => "debug",
        }
    }
}

/// What the authorizer knew when it answered; what it never came to is absent.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Trace {
    /// The complete command, by the evidence.
    pub full: Option<String>,
    /// The unit that asked.
    pub unit: Option<String>,
    /// The wrapper that the unit is, or that the command begins with.
    pub wrapper: Option<Wrapper>,
    /// What the wrapper runs.
    pub inner: Option<String>,
    /// Where the unit's text stands.
    pub by_text: Located,
    /// Where structure runs it from.
    pub by_structure: Located,
    /// The command without the wrapper.
    pub unwrapped: Option<String>,
    /// Whether the policy was asked about it.
    pub asked: bool,
    /// What broke.
    pub exception: Option<String>,
}

impl Default for Trace {
    fn default() -> Trace {
        Trace {
            full: None,
            unit: None,
            wrapper: None,
            inner: None,
            by_text: Located::Nowhere,
            by_structure: Located::Nowhere,
            unwrapped: None,
            asked: false,
            exception: None,
        }
    }
}

/// An answer with its reason.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    /// What is to be done.
    pub verdict: Verdict,
    /// Why.
    pub reason: Reason,
    /// What would be logged.
    pub event: Option<(Stream, &'static str)>,
    /// All that was known.
    pub trace: Trace,
}

impl Answer {
    pub(super) fn of(reason: Reason, trace: Trace) -> Answer {
        let event = reason.event(trace.wrapper);
        Answer { verdict: reason.verdict(), reason, event, trace }
    }
}
