//! The subcommands of git that agents use beside add, commit and push, with their options. None of them stages or
//! commits, and none is given code to run.

use super::super::maker::Maker;
use super::super::syntax::{Item, Node, Simple, Word};
use super::super::truth::Effect;

/// A subcommand, options of its own (git 2.47), and what may stand behind them.
type Row = (&'static str, &'static [&'static str], &'static [&'static str]);

/// Where the log stands in [`ROWS`].
const LOG: usize = 1;

/// Every subcommand of this file. An option's value may need quotes; what stands behind a blank is the option's next word.
#[rustfmt::skip]
const ROWS: [Row; 57] = [
    ("status", &["--branch", "--porcelain", "-s", "-sb", "-z", "-u", "--porcelain=v2", "--ignored", "--cached", "--help"], &["", "", "docs"]),
    ("log", &[
        "--format=%h %s", "--format=%s", "--pretty=format:%h", "--all", "--decorate", "--grep=fix: it's", "--graph",
        "--max-count=5", "-p", "-S word", "--stat", "--ancestry-path", "--follow", "--first-parent", "--merges",
        "--no-merges", "--after=2026-01-01", "--before=yesterday", "--since=2 weeks ago", "--diff-filter=A",
        "--cherry-pick", "--left-right", "--find-object=HEAD", "--reverse", "--date=short", "--shortstat",
        "--date-order", "--name-only", "--raw", "--remotes", "--source", "--topo-order", "--walk-reflogs", "-i",
        "-L 1,5:README.md", "-n 20", "-5", "--not main",
    ], &["", "main..HEAD", "HEAD -- docs", "origin/main"]),
    ("show", &[
        "--format=%B", "--oneline", "--no-patch", "--name-only", "-s", "--decorate", "--find-renames", "--patch", "-p",
        "--no-renames", "--no-stat", "--pretty=fuller", "--date=iso", "--max-count=1", "--stat",
    ], &["HEAD", "HEAD:README.md", "v1.2.0"]),
    ("diff", &[
        "--name-only", "--check", "--name-status", "--diff-filter=M", "--staged", "--no-stat", "--numstat",
        "--oneline", "--shortstat", "--stat", "--cached", "-U0", "--no-color",
    ], &["", "HEAD", "main...HEAD", "-- src"]),
    ("branch", &[
        "-a", "--list", "--contains=HEAD", "--contains", "-D", "-r", "--all", "-f", "-vv", "--format=%(refname)", "-m",
        "--merged", "-q", "-v", "-d",
    ], &["", "topic", "main"]),
    ("checkout", &["-b", "-q", "-B", "--ours", "--theirs", "--detach", "-f"], &["topic", "main", "-- a.md", "HEAD~1"]),
    ("switch", &["-c", "--orphan", "--detach", "-"], &["topic", "main"]),
    ("restore", &["--staged", "--worktree", "--source=HEAD"], &["a.md", ".", "-- docs"]),
    ("reset", &["--hard", "--soft", "-q", "--mixed"], &["", "HEAD", "HEAD~1", "-- a.md"]),
    ("rebase", &["--continue", "--abort", "-i", "--autosquash", "--onto main", "--no-edit", "--skip"], &["", "main", "origin/main"]),
    ("merge", &["--no-edit", "--no-commit", "--no-ff", "--abort", "--ff-only", "-m note", "--squash"], &["", "topic"]),
    ("merge-base", &["--is-ancestor", "--fork-point", "--all"], &["main HEAD"]),
    ("cherry-pick", &["--abort", "--continue", "-x", "--skip"], &["", "HEAD~2"]),
    ("revert", &["--no-edit", "--abort"], &["HEAD"]),
    ("pull", &["--ff-only", "--rebase", "-q"], &["", "origin main"]),
    ("fetch", &["--prune", "--quiet", "--no-tags", "--tags", "--all", "--depth=1"], &["", "origin", "origin main"]),
    ("clone", &["--depth 1", "--depth=1", "--branch main", "--single-branch", "-q"], &["https://example.invalid/a.git dir"]),
    ("remote", &["-v", "show", "get-url", "set-url --push"], &["", "origin"]),
    ("ls-remote", &["--heads", "--tags"], &["origin"]),
    ("worktree", &["--porcelain", "--force", "-b topic", "--help", "--detach", "--orphan"], &["list", "add ../wt", "remove ../wt", "prune"]),
    ("stash", &["-q", "--keep-index", "-u"], &["", "pop", "apply", "push -m note"]),
    ("tag", &["--points-at HEAD", "--contains HEAD", "--sort=-v:refname", "-l", "--list", "-d", "-n 3"], &["", "v1.2.0"]),
    ("config", &["--show-origin", "--global", "--list", "--get-all", "--local", "--add", "--unset-all", "--get-regexp", "--get"], &["user.name", "remote.origin.url"]),
    ("rev-parse", &["--short", "--show-toplevel", "--abbrev-ref", "--git-common-dir", "--absolute-git-dir", "--symbolic-full-name", "--verify"], &["HEAD", "HEAD~3"]),
    ("rev-list", &["--reverse", "--count", "--left-right", "--max-parents=0", "-n 1", "--all"], &["HEAD", "main..HEAD"]),
    ("ls-files", &["--debug", "--exclude-standard", "--others", "-s", "-z", "-m"], &["", "docs"]),
    ("ls-tree", &["-r", "--name-only", "-d"], &["HEAD", "HEAD docs"]),
    ("cat-file", &["-p", "-e", "-t", "--batch-check", "--batch-all-objects", "-s"], &["HEAD", "HEAD:README.md"]),
    ("check-ignore", &["-v", "-q"], &["build", "a.log b.log"]),
    ("grep", &["-n", "-l", "-h", "-i", "-e word", "--cached"], &["word", "word -- docs", "commit"]),
    ("apply", &["--check", "--cached", "--3way", "-R"], &["a.patch"]),
    ("am", &["--abort", "--3way", "-q"], &["a.patch"]),
    ("format-patch", &["-1", "--stdout", "-o out"], &["HEAD", "main"]),
    ("reflog", &["-5", "--all", "--format=%gd %gs", "--date=relative", "--dry-run"], &["", "show", "expire"]),
    ("fsck", &["--full", "--no-dangling", "--connectivity-only", "--unreachable"], &[""]),
    ("for-each-ref", &["--format=%(refname:short)", "--sort=-committerdate", "--count=3"], &["", "refs/heads"]),
    ("show-ref", &["--heads", "--tags", "-q"], &["", "main"]),
    ("symbolic-ref", &["--short", "-q"], &["HEAD"]),
    ("update-ref", &["-d"], &["refs/heads/topic"]),
    ("rm", &["--ignore-unmatch", "-q", "-qf", "--cached", "-r", "-rf", "-n"], &["a.md", "-- docs"]),
    ("mv", &["-f", "-k", "-n"], &["a.md b.md"]),
    ("init", &["-q", "--bare", "-b main"], &["", "dir"]),
    ("describe", &["--exact-match", "--tags", "--always", "--dirty"], &["", "HEAD"]),
    ("count-objects", &["-v", "-vH"], &[""]),
    ("gc", &["--auto", "--dry-run", "-q"], &[""]),
    ("maintenance", &["--auto", "--quiet"], &["run", "start"]),
    ("read-tree", &["--prefix=a/", "-m", "--empty"], &["HEAD"]),
    ("verify-pack", &["-v", "-s"], &["a.idx"]),
    ("check-ref-format", &["--branch"], &["topic", "heads/topic"]),
    ("diff-index", &["--cached", "--name-only", "--quiet"], &["HEAD"]),
    ("diff-tree", &["-r", "--no-commit-id", "--name-only"], &["HEAD"]),
    ("blame", &["-L 1,5", "-w", "--porcelain"], &["README.md", "HEAD -- README.md"]),
    ("shortlog", &["-s", "-n", "-sn", "-e"], &["HEAD", "main..HEAD"]),
    ("notes", &["--ref=ci"], &["list", "show HEAD", "add -m note"]),
    ("archive", &["--format=tar", "-o a.tar", "--prefix=a/"], &["HEAD"]),
    ("write-tree", &["--missing-ok"], &[""]),
    ("commit-tree", &["-m note", "-p HEAD", "-S"], &["HEAD"]),
];

/// A subcommand with some of its options, and now and then options of git in front of it.
pub(in crate::generate) fn everyday(make: &mut Maker) -> Node {
    // The log is what agents look at most, and what has most options.
    let (verb, options, operands) = if make.chance(20) { ROWS[LOG] } else { make.pick(&ROWS) };
    let mut simple = Simple::program("git", Effect::git());
    if make.chance(12) {
        let globals = make.pick(&["-C repo", "--no-pager", "-c color.ui=never", "-P"]);
        simple.items.extend(globals.split(' ').map(Item::word));
    }
    simple = simple.arg(verb);
    let count = make.stream.weighted([20, 45, 25, 10].into_iter());
    for _ in 0..count {
        let chosen = make.pick(options);
        simple = option(make, simple, chosen);
    }
    let operand = make.pick(operands);
    if !operand.is_empty() {
        simple.items.extend(operand.split(' ').map(Item::word));
    }
    simple.into()
}

fn option(make: &mut Maker, simple: Simple, option: &str) -> Simple {
    let long = option.starts_with("--");
    match option.split_once('=') {
        Some((name, value)) if long => {
            simple.arg(Word::joined(&format!("{name}="), make.spell(value)))
        }
        _ => option.split(' ').fold(simple, |simple, word| simple.arg(word)),
    }
}

/// `git VERSION`, `git --exec-path` and other calls without a subcommand.
pub(in crate::generate) fn bare(make: &mut Maker) -> Node {
    let line = make.pick(&[
        "git --version",
        "git",
        "git --exec-path",
        "git -C repo --html-path",
        "git --help",
        "git version",
        "git help -a",
    ]);
    Simple::program(line, Effect::git()).into()
}
