//! The ledger: every incident that a rule may cite. Five are the plan's, the others public reports; none is stretched.

/// Something that happened: a text matcher decided wrongly, and somebody wrote it down.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Incident {
    /// The name in case ids: `inc:<slug>` is the regression, `inc:<slug>:twin` its true-positive twin.
    pub slug: &'static str,
    /// The release that entered it: its age, without a clock.
    pub since: &'static str,
    /// What happened, in one phrase.
    pub title: &'static str,
    /// Where it is written down: an address, or the row of the plan.
    pub citation: &'static str,
}

/// A reflection pause fired on prose that mentions git in quotes and heredocs.
pub static PROSE_MENTION: Incident = Incident {
    slug: "prose-mention",
    since: "0.1.0",
    title: "A reflection pause fired on prose that mentions git in quotes and heredocs",
    citation: "plan, incident 1",
};

/// A heredoc whose prose names a stage and a commit was refused for ever.
pub static HEREDOC_PROSE: Incident = Incident {
    slug: "heredoc-prose",
    since: "0.1.0",
    title: "A heredoc whose prose names a stage and a commit was refused for ever",
    citation: "plan, incident 2",
};

/// The raw check refused the writing of its own test fixture.
pub static VERIFY_FIXTURE: Incident = Incident {
    slug: "verify-fixture",
    since: "0.1.0",
    title: "The raw check refused the writing of its own test fixture",
    citation: "plan, incident 3",
};

/// One denied unit vetoed innocent reads beside it.
pub static UNIT_VETO: Incident = Incident {
    slug: "unit-veto",
    since: "0.1.0",
    title: "One denied unit vetoed innocent reads beside it",
    citation: "plan, incident 4",
};

/// A wrapper's value hid a commit from the skipping of its flags.
pub static WRAPPER_VALUE: Incident = Incident {
    slug: "wrapper-value",
    since: "0.1.0",
    title: "A wrapper's value hid a commit from the skipping of its flags",
    citation: "plan, incident 5",
};

/// Comments count as commands for a matcher that reads text.
pub static COMMENT_MENTION: Incident = Incident {
    slug: "comment-mention",
    since: "0.1.0",
    title: "Comments count as commands for a matcher that reads text",
    citation: "https://github.com/affaan-m/ECC/pull/2813",
};

/// git as a plain argument of another program.
pub static DATA_WORD: Incident = Incident {
    slug: "data-word",
    since: "0.1.0",
    title: "git as a plain argument of another program",
    citation: "https://github.com/affaan-m/ECC/pull/2965",
};

/// git as a part of a path or of a longer name.
pub static PATH_PART: Incident = Incident {
    slug: "path-part",
    since: "0.1.0",
    title: "git as a part of a path or of a longer name",
    citation: "https://github.com/dotdevdotdev/agentwire-dev/issues/913",
};

/// Asking where git is runs no git.
pub static INTROSPECTION: Incident = Incident {
    slug: "introspection",
    since: "0.1.0",
    title: "Asking where git is runs no git",
    citation: "https://github.com/melodic-software/claude-code-plugins/pull/298",
};

/// A separator in quotes makes data look like a command.
pub static QUOTED_DATA: Incident = Incident {
    slug: "quoted-data",
    since: "0.1.0",
    title: "A separator in quotes makes data look like a command",
    citation: "https://github.com/anthropics/claude-code/issues/76795",
};

/// A flag that the message talks about is no flag.
pub static FLAG_IN_MESSAGE: Incident = Incident {
    slug: "flag-in-message",
    since: "0.1.0",
    title: "A flag that the message talks about is no flag",
    citation: "https://github.com/affaan-m/ECC/issues/3048",
};

/// The value of an option looks like a flag.
pub static OPTION_VALUE: Incident = Incident {
    slug: "option-value",
    since: "0.1.0",
    title: "The value of an option looks like a flag",
    citation: "https://github.com/affaan-m/ECC/pull/2668",
};

/// The flag skips the hooks of a push, not of a commit.
pub static OTHER_SUBCOMMAND: Incident = Incident {
    slug: "other-subcommand",
    since: "0.1.0",
    title: "The flag skips the hooks of a push, not of a commit",
    citation: "https://github.com/Jamkris/everything-gemini-code/pull/68",
};

/// A letter of an attached value is no flag.
pub static ATTACHED_VALUE: Incident = Incident {
    slug: "attached-value",
    since: "0.1.0",
    title: "A letter of an attached value is no flag",
    citation: "https://github.com/NousResearch/hermes-agent/pull/94470",
};

/// A later flag takes an earlier one back.
pub static FLAG_UNDONE: Incident = Incident {
    slug: "flag-undone",
    since: "0.1.0",
    title: "A later flag takes an earlier one back",
    citation: "https://github.com/omkhar/workcell/pull/5",
};

/// A word that only begins like the flag.
pub static LONGER_WORD: Incident = Incident {
    slug: "longer-word",
    since: "0.1.0",
    title: "A word that only begins like the flag",
    citation: "https://github.com/tree-sitter/tree-sitter-bash/pull/312",
};

/// Quotes and escapes inside a program's name.
pub static SPELLED_APART: Incident = Incident {
    slug: "spelled-apart",
    since: "0.1.0",
    title: "Quotes and escapes inside a program's name",
    citation: "https://github.com/kirodotdev/KiroCrew/pull/7356",
};

/// Quotes and escapes inside a flag.
pub static QUOTED_FLAG: Incident = Incident {
    slug: "quoted-flag",
    since: "0.1.0",
    title: "Quotes and escapes inside a flag",
    citation: "https://github.com/WingedGuardian/GENesis-AGI/pull/1686",
};

/// Abbreviated and aggregated flags.
pub static SHORT_SPELLING: Incident = Incident {
    slug: "short-spelling",
    since: "0.1.0",
    title: "Abbreviated and aggregated flags",
    citation: "https://github.com/Intense-Visions/harness-engineering/issues/2147",
};

/// The program's name stands in a variable.
pub static UNKNOWN_NAME: Incident = Incident {
    slug: "unknown-name",
    since: "0.1.0",
    title: "The program's name stands in a variable",
    citation: "https://github.com/arbiterForge/codeArbiter/issues/175",
};

/// Words of the command come from an expansion.
pub static UNKNOWN_WORD: Incident = Incident {
    slug: "unknown-word",
    since: "0.1.0",
    title: "Words of the command come from an expansion",
    citation: "https://github.com/daymade/claude-code-skills/pull/299",
};

/// Text that is known at run time only is fed to a shell.
pub static UNKNOWN_CODE: Incident = Incident {
    slug: "unknown-code",
    since: "0.1.0",
    title: "Text that is known at run time only is fed to a shell",
    citation: "https://github.com/Yeachan-Heo/oh-my-claudecode/pull/3912",
};

/// Another interpreter runs git.
pub static OPAQUE_CODE: Incident = Incident {
    slug: "opaque-code",
    since: "0.1.0",
    title: "Another interpreter runs git",
    citation: "https://github.com/Fmarzochi/EGC/pull/1051",
};

/// Code in a string is run by a shell.
pub static CODE_STRING: Incident = Incident {
    slug: "code-string",
    since: "0.1.0",
    title: "Code in a string is run by a shell",
    citation: "https://github.com/omnigent-ai/omnigent/pull/389",
};

/// Code is run from standard input.
pub static CODE_ON_STDIN: Incident = Incident {
    slug: "code-on-stdin",
    since: "0.1.0",
    title: "Code is run from standard input",
    citation: "https://github.com/yonatangross/orchestkit/pull/3021",
};

/// A wrapper that the list does not have.
pub static UNLISTED_WRAPPER: Incident = Incident {
    slug: "unlisted-wrapper",
    since: "0.1.0",
    title: "A wrapper that the list does not have",
    citation: "https://github.com/affaan-m/ECC/pull/3051",
};

/// A wrapper that adds words of its own.
pub static MORE_WORDS: Incident = Incident {
    slug: "more-words",
    since: "0.1.0",
    title: "A wrapper that adds words of its own",
    citation: "https://github.com/gotgenes/pi-packages/issues/490",
};

/// A reserved word or parenthesis in front of the command.
pub static COMPOUND_PREFIX: Incident = Incident {
    slug: "compound-prefix",
    since: "0.1.0",
    title: "A reserved word or parenthesis in front of the command",
    citation: "https://github.com/melodic-software/claude-code-plugins/pull/42",
};

/// A command in a substitution.
pub static SUBSTITUTION: Incident = Incident {
    slug: "substitution",
    since: "0.1.0",
    title: "A command in a substitution",
    citation: "https://github.com/rennf93/roboco/pull/223",
};

/// A redirect in front of the command.
pub static REDIRECT_FIRST: Incident = Incident {
    slug: "redirect-first",
    since: "0.1.0",
    title: "A redirect in front of the command",
    citation: "https://github.com/tree-sitter/tree-sitter-bash/issues/213",
};

/// An assignment in front of the command.
pub static ASSIGNMENT_FIRST: Incident = Incident {
    slug: "assignment-first",
    since: "0.1.0",
    title: "An assignment in front of the command",
    citation: "https://github.com/vanillagreencom/kendex/pull/1837",
};

/// The program is named by its path.
pub static PROGRAM_PATH: Incident = Incident {
    slug: "program-path",
    since: "0.1.0",
    title: "The program is named by its path",
    citation: "https://github.com/the-agency-ai/the-agency/issues/146",
};

/// A global option of git with a value.
pub static GLOBAL_OPTION: Incident = Incident {
    slug: "global-option",
    since: "0.1.0",
    title: "A global option of git with a value",
    citation: "https://github.com/percona/pmm-qa/pull/1225",
};

/// A global option of git before a stage.
pub static GLOBAL_OPTION_STAGE: Incident = Incident {
    slug: "global-option-stage",
    since: "0.1.0",
    title: "A global option of git before a stage",
    citation: "https://github.com/gaia-react/gaia/issues/2003",
};

/// A backslash at the end of a line.
pub static LINE_CONTINUATION: Incident = Incident {
    slug: "line-continuation",
    since: "0.1.0",
    title: "A backslash at the end of a line",
    citation: "https://github.com/BaseInfinity/claude-sdlc-harness/issues/581",
};

/// A separator in quotes cuts the command.
pub static QUOTED_SEPARATOR: Incident = Incident {
    slug: "quoted-separator",
    since: "0.1.0",
    title: "A separator in quotes cuts the command",
    citation: "https://github.com/anthropics/claude-code/issues/95969",
};

/// An alias set on the command line.
pub static ALIAS_SET: Incident = Incident {
    slug: "alias-set",
    since: "0.1.0",
    title: "An alias set on the command line",
    citation: "https://github.com/melodic-software/claude-code-plugins/issues/940",
};

/// Tabs and runs of blanks between words.
pub static BLANK_RUN: Incident = Incident {
    slug: "blank-run",
    since: "0.1.0",
    title: "Tabs and runs of blanks between words",
    citation: "https://github.com/BaseInfinity/claude-sdlc-harness/issues/581",
};

/// A transparent wrapper hides what it runs from the policy.
pub static UNIT_WRAPPED: Incident = Incident {
    slug: "unit-wrapped",
    since: "0.1.0",
    title: "A transparent wrapper hides what it runs from the policy",
    citation: "https://github.com/manuelschipper/nah/issues/16",
};

/// A line of a heredoc is no command.
pub static HEREDOC_DATA: Incident = Incident {
    slug: "heredoc-data",
    since: "0.1.0",
    title: "A line of a heredoc is no command",
    citation: "https://github.com/Hmbown/Codewhale/issues/6098",
};

/// The flag belongs to another command on the line.
pub static OTHER_COMMAND: Incident = Incident {
    slug: "other-command",
    since: "0.1.0",
    title: "The flag belongs to another command on the line",
    citation: "https://github.com/Intense-Visions/harness-engineering/issues/2147",
};

/// What stands behind -- is a path.
pub static AFTER_DASHES: Incident = Incident {
    slug: "after-dashes",
    since: "0.1.0",
    title: "What stands behind -- is a path",
    citation: "https://github.com/NousResearch/hermes-agent/pull/94470",
};

/// A message in several paragraphs.
pub static REPEATED_MESSAGE: Incident = Incident {
    slug: "repeated-message",
    since: "0.1.0",
    title: "A message in several paragraphs",
    citation: "https://github.com/RyderFreeman4Logos/cli-sub-agent/issues/1302",
};

/// A message option in another spelling.
pub static MESSAGE_SPELLING: Incident = Incident {
    slug: "message-spelling",
    since: "0.1.0",
    title: "A message option in another spelling",
    citation: "https://github.com/rohitg00/pro-workflow/pull/48",
};

/// Quotes that are no part of the message.
pub static MESSAGE_QUOTING: Incident = Incident {
    slug: "message-quoting",
    since: "0.1.0",
    title: "Quotes that are no part of the message",
    citation: "https://github.com/cline/cline/pull/8284",
};

/// A message from a heredoc in a substitution.
pub static MESSAGE_HEREDOC: Incident = Incident {
    slug: "message-heredoc",
    since: "0.1.0",
    title: "A message from a heredoc in a substitution",
    citation: "https://github.com/MoonshotAI/kimi-code/pull/3503",
};

/// A message from standard input.
pub static MESSAGE_STDIN: Incident = Incident {
    slug: "message-stdin",
    since: "0.1.0",
    title: "A message from standard input",
    citation: "https://github.com/gotgenes/pi-packages/issues/941",
};

/// A message in a variable that was set on the same line.
pub static MESSAGE_VARIABLE: Incident = Incident {
    slug: "message-variable",
    since: "0.1.0",
    title: "A message in a variable that was set on the same line",
    citation: "https://github.com/arbiterForge/codeArbiter/issues/161",
};

/// A message taken from another commit.
pub static MESSAGE_REUSED: Incident = Incident {
    slug: "message-reused",
    since: "0.1.0",
    title: "A message taken from another commit",
    citation: "https://github.com/affaan-m/ECC/pull/1628",
};

/// A message option of a later command.
pub static LATER_COMMAND: Incident = Incident {
    slug: "later-command",
    since: "0.1.0",
    title: "A message option of a later command",
    citation: "https://github.com/Digital-Process-Tools/claude-supertool/issues/1816",
};

/// Several commits on one line.
pub static SEVERAL_COMMITS: Incident = Incident {
    slug: "several-commits",
    since: "0.1.0",
    title: "Several commits on one line",
    citation: "https://github.com/costajohnt/oss-autopilot/pull/1555",
};

/// An operator inside the message is no separator.
pub static SPLICE_IN_QUOTES: Incident = Incident {
    slug: "splice-in-quotes",
    since: "0.1.0",
    title: "An operator inside the message is no separator",
    citation: "https://github.com/anthropics/claude-code/issues/95969",
};

/// A redirect stands between the commit and its separator.
pub static SPLICE_AFTER_REDIRECT: Incident = Incident {
    slug: "splice-after-redirect",
    since: "0.1.0",
    title: "A redirect stands between the commit and its separator",
    citation: "https://github.com/tree-sitter/tree-sitter-bash/issues/345",
};

/// A parenthesis closes before the separator.
pub static SPLICE_AFTER_CLOSER: Incident = Incident {
    slug: "splice-after-closer",
    since: "0.1.0",
    title: "A parenthesis closes before the separator",
    citation: "https://github.com/koalaman/shellcheck/issues/749",
};

/// Options end at --.
pub static SPLICE_AFTER_DASHES: Incident = Incident {
    slug: "splice-after-dashes",
    since: "0.1.0",
    title: "Options end at --",
    citation: "https://github.com/anomalyco/opencode/issues/39931",
};

/// A single & separates commands.
pub static SPLICE_IN_BACKGROUND: Incident = Incident {
    slug: "splice-in-background",
    since: "0.1.0",
    title: "A single & separates commands",
    citation: "https://github.com/esengine/DeepSeek-Reasonix/pull/5703",
};

/// A comment behind the commit.
pub static SPLICE_IN_COMMENT: Incident = Incident {
    slug: "splice-in-comment",
    since: "0.1.0",
    title: "A comment behind the commit",
    citation: "https://github.com/affaan-m/ECC/pull/2813",
};

/// A subcommand that only begins with commit.
pub static LONGER_SUBCOMMAND: Incident = Incident {
    slug: "longer-subcommand",
    since: "0.1.0",
    title: "A subcommand that only begins with commit",
    citation: "https://github.com/arbiterForge/codeArbiter/issues/485",
};

/// Every incident, in the order of the ledger.
pub static ALL: [&Incident; 58] = [
    &PROSE_MENTION,
    &HEREDOC_PROSE,
    &VERIFY_FIXTURE,
    &UNIT_VETO,
    &WRAPPER_VALUE,
    &COMMENT_MENTION,
    &DATA_WORD,
    &PATH_PART,
    &INTROSPECTION,
    &QUOTED_DATA,
    &FLAG_IN_MESSAGE,
    &OPTION_VALUE,
    &OTHER_SUBCOMMAND,
    &ATTACHED_VALUE,
    &FLAG_UNDONE,
    &LONGER_WORD,
    &SPELLED_APART,
    &QUOTED_FLAG,
    &SHORT_SPELLING,
    &UNKNOWN_NAME,
    &UNKNOWN_WORD,
    &UNKNOWN_CODE,
    &OPAQUE_CODE,
    &CODE_STRING,
    &CODE_ON_STDIN,
    &UNLISTED_WRAPPER,
    &MORE_WORDS,
    &COMPOUND_PREFIX,
    &SUBSTITUTION,
    &REDIRECT_FIRST,
    &ASSIGNMENT_FIRST,
    &PROGRAM_PATH,
    &GLOBAL_OPTION,
    &GLOBAL_OPTION_STAGE,
    &LINE_CONTINUATION,
    &QUOTED_SEPARATOR,
    &ALIAS_SET,
    &BLANK_RUN,
    &UNIT_WRAPPED,
    &HEREDOC_DATA,
    &OTHER_COMMAND,
    &AFTER_DASHES,
    &REPEATED_MESSAGE,
    &MESSAGE_SPELLING,
    &MESSAGE_QUOTING,
    &MESSAGE_HEREDOC,
    &MESSAGE_STDIN,
    &MESSAGE_VARIABLE,
    &MESSAGE_REUSED,
    &LATER_COMMAND,
    &SEVERAL_COMMITS,
    &SPLICE_IN_QUOTES,
    &SPLICE_AFTER_REDIRECT,
    &SPLICE_AFTER_CLOSER,
    &SPLICE_AFTER_DASHES,
    &SPLICE_IN_BACKGROUND,
    &SPLICE_IN_COMMENT,
    &LONGER_SUBCOMMAND,
];
