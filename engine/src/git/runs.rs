//! Commands that git runs for its caller: `rebase --exec`, `bisect run`, `submodule foreach`, filters, and
//! settings that hold shell code. It says where they stand; reading them is the caller's work.

use crate::git::alias::{self, Meaning};
use crate::git::globals::{self, Subcommand};
use crate::git::{basename, unknown};
use crate::word::{Shape, Value, Word};

/// One thing that git runs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum GitRun {
    /// Shell code.
    Code {
        /// Index of the word that holds it.
        word: usize,
        /// The code as far as the text decides it.
        code: Value,
    },
    /// The words from this index to the last, as one simple command.
    Words {
        /// Index of the command's name.
        from: usize,
    },
}

/// Settings whose value is shell code; a `*` stands for any middle.
static CODE_SETTINGS: &[(&str, &str)] = &[
    ("core.pager", ""),
    ("core.editor", ""),
    ("core.sshcommand", ""),
    ("core.fsmonitor", ""),
    ("sequence.editor", ""),
    ("diff.external", ""),
    ("interactive.difffilter", ""),
    ("pager.", ""),
    ("diff.", ".textconv"),
    ("diff.", ".command"),
    ("difftool.", ".cmd"),
    ("mergetool.", ".cmd"),
    ("merge.", ".driver"),
    ("filter.", ".clean"),
    ("filter.", ".smudge"),
    ("filter.", ".process"),
    ("trailer.", ".cmd"),
    ("trailer.", ".command"),
    ("credential.helper", ""),
    ("credential.", ".helper"),
    ("tar.", ".command"),
    ("browser.", ".cmd"),
    ("man.", ".cmd"),
];

/// Options of subcommands whose value is shell code: subcommand, letter (0: none), name.
static CODE_OPTIONS: &[(&str, char, &str)] = &[
    ("rebase", 'x', "exec"),
    ("difftool", 'x', "extcmd"),
    ("filter-branch", '\0', "setup"),
    ("filter-branch", '\0', "env-filter"),
    ("filter-branch", '\0', "tree-filter"),
    ("filter-branch", '\0', "index-filter"),
    ("filter-branch", '\0', "parent-filter"),
    ("filter-branch", '\0', "msg-filter"),
    ("filter-branch", '\0', "commit-filter"),
    ("filter-branch", '\0', "tag-name-filter"),
    ("clone", 'u', "upload-pack"),
    ("fetch", '\0', "upload-pack"),
    ("pull", '\0', "upload-pack"),
    ("ls-remote", '\0', "upload-pack"),
    ("push", '\0', "receive-pack"),
    ("push", '\0', "exec"),
    ("archive", '\0', "exec"),
    ("fetch-pack", '\0', "exec"),
    ("fetch-pack", '\0', "upload-pack"),
    ("send-email", '\0', "sendmail-cmd"),
    ("send-email", '\0', "to-cmd"),
    ("send-email", '\0', "cc-cmd"),
    ("send-email", '\0', "header-cmd"),
    ("daemon", '\0', "access-hook"),
];

/// The same for options whose value is attached or left out.
static ATTACHED_OPTIONS: &[(&str, char, &str)] = &[("grep", 'O', "open-files-in-pager")];

/// What the git command `argv` runs in its turn. Empty for another program, and where the subcommand is not
/// certain: then the whole command is Unknown to the checks anyway.
pub(crate) fn git_runs(argv: &[Word]) -> Vec<GitRun> {
    let is_git = argv.first().and_then(unknown::known_name) == Some("git");
    if !is_git {
        return Vec::new();
    }
    let Subcommand::At(sub) = globals::subcommand(argv, false) else { return Vec::new() };
    let mut runs = setting_runs(argv, sub);
    let Some(name) = argv[sub].literal() else { return runs };
    match name {
        "bisect"
            if argv.get(sub + 1).is_some_and(|word| word.is("run")) && argv.len() > sub + 2 =>
        {
            runs.push(GitRun::Words { from: sub + 2 });
        }
        "submodule" => runs.extend(foreach(argv, sub)),
        "config" => runs.extend(configured(argv, sub)),
        _ => runs.extend(option_runs(argv, sub, name)),
    }
    runs.extend(transports(argv, sub));
    runs
}

/// `git config KEY CODE`, for whichever git runs it later. Only code that mentions git is worth a command.
fn configured(argv: &[Word], sub: usize) -> Option<GitRun> {
    let key = (sub + 1..argv.len()).find(|&at| holds_code(argv[at].prefix()))?;
    let code = argv.get(key + 1).filter(|word| word.prefix().contains("git"))?;
    Some(GitRun::Code { word: key + 1, code: code.value.clone() })
}

/// `ext::COMMAND` as the address of a repository; git replaces `%` in it, and asks whether it is allowed
/// (git-remote-ext).
fn transports(argv: &[Word], sub: usize) -> impl Iterator<Item = GitRun> {
    let commands = argv.iter().enumerate().skip(sub + 1);
    let commands = commands.filter(|(_, word)| word.prefix().contains("ext::"));
    commands.map(|(word, _)| GitRun::Code { word, code: Value::Unknown(Shape::anything()) })
}

fn setting_runs(argv: &[Word], sub: usize) -> Vec<GitRun> {
    let mut runs = Vec::new();
    for setting in globals::settings(argv, sub) {
        let Some(word) = argv.get(setting.word) else { continue };
        let known = word.prefix().get(setting.skip..).unwrap_or_default();
        let Some((key, _)) = known.split_once('=') else { continue };
        if holds_code(key) {
            let code = if setting.from_environment {
                Value::Unknown(Shape::anything())
            } else {
                from(word, key.len() + 1)
            };
            runs.push(GitRun::Code { word: setting.word, code });
        }
    }
    if let Some(name) = argv[sub].literal().filter(|name| alias::is_free(name))
        && let Meaning::Code(code) = alias::on_command_line(argv, sub, name)
    {
        runs.push(GitRun::Code { word: sub, code: with_arguments(&code, &argv[sub + 1..]) });
    }
    runs
}

fn holds_code(key: &str) -> bool {
    let key = key.to_ascii_lowercase();
    CODE_SETTINGS.iter().any(|(start, end)| {
        if end.is_empty() && !start.ends_with('.') {
            key == *start
        } else {
            key.len() > start.len() + end.len() && key.starts_with(start) && key.ends_with(end)
        }
    })
}

/// An alias's code gets its arguments as `"$@"` behind it.
fn with_arguments(code: &str, arguments: &[Word]) -> Value {
    let mut text = code.to_owned();
    for argument in arguments {
        let Some(literal) = argument.literal() else {
            let shape = Shape { prefix: format!("{text} "), ..Shape::anything() };
            return Value::Unknown(shape);
        };
        text.push(' ');
        text.push_str(&quoted(literal));
    }
    Value::Literal(text)
}

/// The text as one word of shell code.
pub(crate) fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', r"'\''"))
}

/// `submodule [-q] foreach [-q] [--recursive] CODE`, or a command in several words.
fn foreach(argv: &[Word], sub: usize) -> Option<GitRun> {
    let options = |from: usize| {
        (from..argv.len()).find(|at| !argv[*at].literal().is_some_and(|text| text.starts_with('-')))
    };
    let verb = options(sub + 1)?;
    if !argv[verb].is("foreach") {
        return None;
    }
    let first = options(verb + 1)?;
    if first + 1 == argv.len() {
        return Some(GitRun::Code { word: first, code: argv[first].value.clone() });
    }
    Some(GitRun::Words { from: first })
}

fn option_runs(argv: &[Word], sub: usize, name: &str) -> Vec<GitRun> {
    let mut runs = Vec::new();
    let apart = CODE_OPTIONS.iter().map(|option| (option, true));
    let attached = ATTACHED_OPTIONS.iter().map(|option| (option, false));
    let own = apart.chain(attached).filter(|((owner, ..), _)| *owner == name);
    for ((_, letter, long), apart) in own {
        for (at, word) in argv.iter().enumerate().skip(sub + 1) {
            let known = word.prefix();
            let is_long = |text: &str| {
                text.strip_prefix("--")
                    .is_some_and(|name| !name.is_empty() && long.starts_with(name))
            };
            if word.literal().is_some() && (is_long(known) || is_letter(known, *letter)) {
                if let Some(code) = argv.get(at + 1).filter(|_| apart) {
                    runs.push(GitRun::Code { word: at + 1, code: code.value.clone() });
                }
            } else if let Some((option, _)) =
                known.split_once('=').filter(|(option, _)| is_long(option))
            {
                runs.push(GitRun::Code { word: at, code: from(word, option.len() + 1) });
            } else if *letter != '\0'
                && !known.starts_with("--")
                && known.starts_with(['-'])
                && known[1..].starts_with(*letter)
            {
                runs.push(GitRun::Code { word: at, code: from(word, 1 + letter.len_utf8()) });
            }
        }
    }
    runs
}

fn is_letter(text: &str, letter: char) -> bool {
    let mut chars = text.chars();
    letter != '\0'
        && chars.next() == Some('-')
        && chars.next() == Some(letter)
        && chars.next().is_none()
}

/// The word's value from a byte of its certain beginning on.
fn from(word: &Word, skip: usize) -> Value {
    match &word.value {
        Value::Literal(text) => Value::Literal(text[skip..].to_owned()),
        Value::Unknown(shape) => {
            Value::Unknown(Shape { prefix: shape.prefix[skip..].to_owned(), ..shape.clone() })
        }
    }
}

/// The name that a dashed program stands for: `commit` for `/usr/lib/git-core/git-commit`.
pub(crate) fn dashed(program: &str) -> Option<&str> {
    let name = basename(program).strip_prefix("git-")?;
    (!alias::is_free(name)).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checks::sample::words;

    #[track_caller]
    fn check(line: &str, expected: &[(usize, &str)]) {
        let runs = git_runs(&words(line));
        let found: Vec<(usize, &str)> = runs
            .iter()
            .map(|run| match run {
                GitRun::Code { word, code: Value::Literal(code) } => (*word, code.as_str()),
                GitRun::Code { word, code: Value::Unknown(_) } => (*word, "?"),
                GitRun::Words { from } => (*from, "words"),
            })
            .collect();
        assert_eq!(found, expected, "{line}");
    }

    #[test]
    fn code_in_options_is_found_attached_or_apart() {
        check(
            "git rebase -i HEAD~2 --exec 'make x' -x'cargo t' --exec=ls",
            &[(5, "make x"), (6, "cargo t"), (7, "ls")],
        );
        check("git rebase -x \"$C\"", &[(3, "?")]);
        check("git rebase main", &[]);
        check("git rebase -é -éét --é=x", &[]);
        check("git difftool --extcmd='diff -u' HEAD", &[(2, "diff -u")]);
        check("git filter-branch --index-filter 'rm x' HEAD", &[(3, "rm x")]);
        check("git cherry-pick -x HEAD", &[]);
        check("git grep -O'less -R' x", &[(2, "less -R")]);
        check("git grep -O 'git commit -n'", &[]);
        check("git send-email --to-cmd='ls a'", &[(2, "ls a")]);
        check("git clone 'ext::git commit -n'", &[(2, "?")]);
        check("git config core.editor 'git commit -n'", &[(3, "git commit -n")]);
        check("git config core.editor vim", &[]);
        check("git config user.name 'git commit'", &[]);
    }

    #[test]
    fn commands_in_words_and_foreach_are_found() {
        check("git bisect run make test", &[(3, "words")]);
        check("git bisect start", &[]);
        check("git submodule foreach --recursive 'git pull'", &[(4, "git pull")]);
        check("git submodule -q foreach git pull", &[(4, "words")]);
        check("git submodule update", &[]);
    }

    #[test]
    fn settings_with_code_are_found() {
        check("git -c core.pager='less -R' log", &[(2, "less -R")]);
        check("git -c Sequence.Editor='sed -i x' rebase -i", &[(2, "sed -i x")]);
        check("git -c filter.a.clean=cat add .", &[(2, "cat")]);
        check("git --config-env=core.pager=V log", &[(1, "?")]);
        check("git -c user.name=x log", &[]);
        check("git -c alias.x='!git add' x 'a b'", &[(3, "git add 'a b'")]);
        check("git -c alias.log='!git add' log", &[]);
        check("hg -c core.pager=x log", &[]);
    }
}
