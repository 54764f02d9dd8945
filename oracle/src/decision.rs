//! What a guard does with an opinion: fire or not, and with which value. The one place where facts become decisions.

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
    pub span: guarddiff_engine::span::Span,
    /// Whether the guard refuses it.
    pub denied: bool,
}
