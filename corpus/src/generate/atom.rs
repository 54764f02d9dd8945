//! The table of atoms: every kind of command the grammar knows, how often it is drawn, and what builds it.

use super::maker::Build;
use super::{commit, conditions, git, harmless, prose, shellish};

/// One kind of command.
#[derive(Debug)]
pub(super) struct Atom {
    /// Its name in reports of coverage.
    pub(super) name: &'static str,
    /// How often it is drawn: everyday commands often, nasty ones not rarely.
    pub(super) weight: u32,
    /// It holds only where the commands before it run in the same shell in a straight line.
    pub(super) straight: bool,
    /// Builds it.
    pub(super) build: Build,
}

const fn atom(name: &'static str, weight: u32, build: Build) -> Atom {
    Atom { name, weight, straight: false, build }
}

/// Every kind of command. The first is drawn where another one may not stand.
pub(super) const ATOMS: [Atom; 77] = [
    atom("commit -m double-quoted", 16, commit::double_quoted),
    atom("commit -m single-quoted", 8, commit::single_quoted),
    atom("commit -m ansi-c", 2, commit::ansi_c),
    atom("commit -m several lines", 4, commit::several_lines),
    atom("commit -m attached", 3, commit::attached),
    atom("commit --message", 4, commit::long),
    atom("commit -m repeated", 5, commit::repeated),
    atom("commit cluster", 5, commit::cluster),
    atom("commit skipping cluster", 4, commit::skipping_cluster),
    atom("commit skipping", 10, commit::skipping),
    atom("commit last one wins", 3, commit::last_wins),
    atom("commit value like flag", 4, commit::value_like_flag),
    atom("commit -m substituted heredoc", 10, commit::substituted_heredoc),
    atom("commit -F - heredoc", 6, commit::heredoc),
    atom("commit -F - here-string", 2, commit::here_string),
    atom("commit piped heredoc", 3, commit::piped_heredoc),
    atom("commit piped message", 2, commit::piped_message),
    atom("commit -F file", 3, commit::file),
    atom("commit without message", 4, commit::no_message),
    atom("commit reused message", 3, commit::reused),
    atom("commit unknown message", 4, commit::unknown_message),
    atom("commit expanding message", 4, commit::expanding_message),
    atom("commit expanding heredoc", 2, commit::expanding_heredoc),
    atom("commit unknown arguments", 2, commit::unknown_arguments),
    atom("commit global options", 6, commit::global_options),
    atom("git reading", 16, git::reading),
    atom("git everyday", 34, git::everyday),
    atom("git bare", 2, git::bare),
    atom("git through rtk", 4, git::through_rtk),
    atom("git expanded", 8, git::expanded),
    atom("git flag elsewhere", 5, git::flag_elsewhere),
    atom("git commit lookalike", 4, git::lookalike),
    atom("git add", 18, git::add),
    atom("git stage", 3, git::stage),
    atom("git push", 8, git::push),
    atom("glab", 4, git::glab),
    atom("git quoted program", 6, git::quoted_program),
    atom("git unknown subcommand", 2, git::unknown_subcommand),
    atom("unknown program", 2, git::unknown_program),
    atom("default expansion", 1, git::default_expansion),
    atom("alias in the text", 1, git::alias),
    atom("brace words", 2, git::braces),
    Atom { straight: true, ..atom("known variable", 4, git::variable) },
    atom("prose echo", 8, prose::echo),
    atom("prose echo words", 3, prose::echo_words),
    atom("prose printf", 3, prose::printf),
    atom("prose json", 2, prose::json),
    atom("prose search", 6, prose::search),
    atom("prose comment", 3, prose::comment),
    atom("prose document", 7, prose::document),
    atom("prose fixture", 3, prose::fixture),
    atom("prose two heredocs", 1, prose::two_heredocs),
    atom("prose escaped heredoc", 2, prose::escaped_heredoc),
    atom("prose here-string", 2, prose::here_string),
    atom("prose issue", 4, prose::issue),
    atom("prose path", 5, prose::path),
    atom("prose argument", 3, prose::argument),
    atom("prose introspection", 2, prose::introspection),
    atom("opaque code", 3, prose::opaque),
    atom("opaque heredoc", 2, prose::opaque_heredoc),
    atom("reading", 18, harmless::reading),
    atom("builtin", 8, harmless::builtin),
    atom("test", 8, conditions::any),
    atom("setting", 4, harmless::setting),
    atom("expansion", 9, harmless::expansion),
    atom("expanding document", 3, harmless::expanding_document),
    atom("expanding assignment", 5, harmless::expanding_assignment),
    atom("rm", 6, harmless::remove),
    atom("assignment", 3, harmless::assignment),
    atom("xargs", 4, shellish::xargs),
    atom("xargs commit", 2, shellish::xargs_commit),
    atom("find -exec", 4, shellish::find),
    atom("env -S", 2, shellish::env_split),
    atom("eval words", 2, shellish::eval_words),
    atom("unknown code", 2, shellish::unknown_code),
    atom("passing function", 1, shellish::passing_function),
    atom("loop variable", 2, shellish::loop_variable),
];
