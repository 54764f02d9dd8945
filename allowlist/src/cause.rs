//! Why the old matcher was wrong about one divergence: one question after the other, so that there is one answer.
//!
//! Each answer is proved from the spans of the analysis. Where nothing can be proved there is no cause, and the
//! divergence stays the engine's.

mod data;
mod doubt;
mod git_words;
mod grammar;
mod guard;
mod inside;
mod message;
mod no_verify;
mod splice;
mod stages;
mod units;
mod veil;

use guarddiff_engine::facts::Check;

use crate::scene::Scene;

/// What made the old matcher wrong.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Cause {
    /// It went by text in quotes.
    Quoted,
    /// It went by the body of a heredoc.
    Heredoc,
    /// It went by a comment.
    Comment,
    /// It went by a plain word that is no command's name.
    Word,
    /// It went by a part of a word: a path, a longer name.
    Part,
    /// It went by the operand of `command -v` and the like, which run nothing.
    Introspection,

    /// The flag's text is part of a message.
    InMessage,
    /// The flag's text is the whole value of an option.
    OptionValue,
    /// The flag is another git subcommand's.
    OtherSubcommand,
    /// The cluster ends in an attached value that holds the letter.
    AttachedValue,
    /// A later option takes the flag back.
    Undone,
    /// The word only begins like the flag, so that git refuses it.
    LongerWord,
    /// The word stands behind `--` and is a path.
    AfterDashes,
    /// The text is an argument of another command.
    OtherCommand,

    /// A word's spelling (quotes, escapes, a known variable) differs from its value.
    SpelledApart,
    /// The flag's spelling differs from its value.
    QuotedFlag,
    /// The flag is abbreviated, or in a cluster with a value.
    ShortSpelling,
    /// The program's name is known at run time only.
    UnknownName,
    /// A word of a git command is known at run time only.
    UnknownWord,
    /// Code that is known at run time only.
    UnknownCode,
    /// Code for another interpreter, which nobody reads here.
    OpaqueCode,
    /// The command stands in a code string.
    CodeString,
    /// The command is fed to a shell.
    CodeOnStdin,
    /// The old matcher doesn't know the wrapper.
    UnlistedWrapper,
    /// The old matcher doesn't know that the wrapper takes a value or an operand.
    WrapperValue,
    /// The wrapper may add words that the text doesn't show.
    MoreWords,
    /// A reserved word or a parenthesis stands at the command.
    CompoundPrefix,
    /// The command stands in a substitution.
    Substitution,
    /// A redirect stands in front of the command, or cuts it.
    RedirectFirst,
    /// An assignment stands in front of the command.
    AssignmentFirst,
    /// The program is named by a path.
    ProgramPath,
    /// A global option of git stands before the subcommand.
    GlobalOption,
    /// A backslash-newline stands in the command.
    LineContinuation,
    /// Other blanks than one space stand between the words, or behind the last.
    BlankRun,
    /// A separator in quotes cut the command.
    QuotedSeparator,
    /// A git alias stands for the command.
    AliasSet,
    /// The old matcher takes no wrapper off before it asks the policy.
    UnitWrapped,

    /// Several messages, of which the old matcher takes the first.
    RepeatedMessage,
    /// The message option is spelled in a way that the old matcher doesn't know.
    MessageSpelling,
    /// Quotes and escapes are no part of the message.
    MessageQuoting,
    /// The message is a heredoc in a substitution.
    MessageHeredoc,
    /// The message comes from standard input.
    MessageStdin,
    /// The message is a variable of known value.
    MessageVariable,
    /// The message is another commit's.
    MessageReused,
    /// The option belongs to a later command.
    LaterCommand,
    /// Several commits, of which the old matcher takes the first.
    SeveralCommits,

    /// The trailer went into a quoted word.
    SpliceInQuotes,
    /// The trailer went behind a redirect.
    SpliceAfterRedirect,
    /// The trailer went behind a closing parenthesis or brace.
    SpliceAfterCloser,
    /// The trailer went behind `--`.
    SpliceAfterDashes,
    /// The trailer went behind a lone `&`.
    SpliceInBackground,
    /// The trailer went into a comment.
    SpliceInComment,
    /// The subcommand only begins with `commit`.
    LongerSubcommand,

    /// One denied unit vetoed others.
    Veto,
}

impl Cause {
    /// The cause in a sentence, without its end.
    pub(crate) fn sentence(self) -> &'static str {
        match self {
            Cause::Quoted => "the text matcher went by text in quotes",
            Cause::Heredoc => "the text matcher went by the body of a heredoc",
            Cause::Comment => "the text matcher went by a comment",
            Cause::Word => "the text matcher went by a plain word that is no command's name",
            Cause::Part => "the text matcher went by a part of a word: a path, a longer name",
            Cause::Introspection => {
                "the text matcher went by the operand of `command -v` and the like, which run nothing"
            }
            Cause::InMessage => "the flag's text is part of a message",
            Cause::OptionValue => "the flag's text is the whole value of an option",
            Cause::OtherSubcommand => "the flag is another git subcommand's",
            Cause::AttachedValue => "the cluster ends in an attached value that holds the letter",
            Cause::Undone => "a later option takes the flag back",
            Cause::LongerWord => "the word only begins like the flag, so that git refuses it",
            Cause::AfterDashes => "the word stands behind `--` and is a path",
            Cause::OtherCommand => "the text is an argument of another command",
            Cause::SpelledApart => {
                "a word's spelling (quotes, escapes, a known variable) differs from its value"
            }
            Cause::QuotedFlag => "the flag's spelling differs from its value",
            Cause::ShortSpelling => "the flag is abbreviated, or in a cluster with a value",
            Cause::UnknownName => "the program's name is known at run time only",
            Cause::UnknownWord => "a word of a git command is known at run time only",
            Cause::UnknownCode => "code that is known at run time only",
            Cause::OpaqueCode => "code for another interpreter, which nobody reads here",
            Cause::CodeString => "the command stands in a code string",
            Cause::CodeOnStdin => "the command is fed to a shell",
            Cause::UnlistedWrapper => "the text matcher doesn't know the wrapper",
            Cause::WrapperValue => {
                "the text matcher doesn't know that the wrapper takes a value or an operand"
            }
            Cause::MoreWords => "the wrapper may add words that the text doesn't show",
            Cause::CompoundPrefix => "a reserved word or a parenthesis stands at the command",
            Cause::Substitution => "the command stands in a substitution",
            Cause::RedirectFirst => "a redirect stands in front of the command, or cuts it",
            Cause::AssignmentFirst => "an assignment stands in front of the command",
            Cause::ProgramPath => "the program is named by a path",
            Cause::GlobalOption => "a global option of git stands before the subcommand",
            Cause::LineContinuation => "a backslash-newline stands in the command",
            Cause::BlankRun => {
                "other blanks than one space stand between the words, or behind the last"
            }
            Cause::QuotedSeparator => "a separator in quotes cut the command",
            Cause::AliasSet => "a git alias stands for the command",
            Cause::UnitWrapped => "the text matcher takes no wrapper off before it asks the policy",
            Cause::RepeatedMessage => "several messages, of which the text matcher takes the first",
            Cause::MessageSpelling => {
                "the message option is spelled in a way that the text matcher doesn't know"
            }
            Cause::MessageQuoting => "quotes and escapes are no part of the message",
            Cause::MessageHeredoc => "the message is a heredoc in a substitution",
            Cause::MessageStdin => "the message comes from standard input",
            Cause::MessageVariable => "the message is a variable of known value",
            Cause::MessageReused => "the message is another commit's",
            Cause::LaterCommand => "the option belongs to a later command",
            Cause::SeveralCommits => "several commits, of which the text matcher takes the first",
            Cause::SpliceInQuotes => "the trailer went into a quoted word",
            Cause::SpliceAfterRedirect => "the trailer went behind a redirect",
            Cause::SpliceAfterCloser => "the trailer went behind a closing parenthesis or brace",
            Cause::SpliceAfterDashes => "the trailer went behind `--`",
            Cause::SpliceInBackground => "the trailer went behind a lone `&`",
            Cause::SpliceInComment => "the trailer went into a comment",
            Cause::LongerSubcommand => "the subcommand only begins with `commit`",
            Cause::Veto => "one denied unit vetoed others",
        }
    }
}

/// The cause of the divergence, if it can be proved.
pub(crate) fn of(scene: &Scene<'_>) -> Option<Cause> {
    let facts = scene.facts?;
    match scene.divergence.check {
        Check::GuardRelevant => guard::cause(scene),
        Check::StagesAndCommits => stages::cause(scene),
        Check::NoVerify => no_verify::cause(scene),
        Check::CommitMessage => message::cause(scene, facts),
        Check::TrailerSplice => splice::cause(scene, facts),
        Check::UnitVerdicts => units::cause(scene, facts),
    }
}
