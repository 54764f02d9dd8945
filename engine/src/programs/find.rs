//! `find -exec` and `fd -x`: commands between data. Written from findutils 4.9 (`man find`) and fd 8.6; it walks
//! no folders, so what `{}` becomes is unknown.

use super::options::could_be;
use super::wrappers::Wrapper;
use super::{Lookup, Role, Run, could_matter};
use crate::word::Word;

/// Primaries that run a command up to `;`, or to `{} +` (not the asking ones).
const EXEC: &[&str] = &["-exec", "-execdir", "-ok", "-okdir"];

/// Primaries and global options that take one word, so that it can't be one itself.
const ONE_WORD: &[&str] = &[
    "-D",
    "-amin",
    "-anewer",
    "-atime",
    "-cmin",
    "-cnewer",
    "-context",
    "-ctime",
    "-files0-from",
    "-fls",
    "-fprint",
    "-fprint0",
    "-fstype",
    "-gid",
    "-group",
    "-ilname",
    "-iname",
    "-inum",
    "-ipath",
    "-iregex",
    "-iwholename",
    "-links",
    "-lname",
    "-maxdepth",
    "-mindepth",
    "-mmin",
    "-mtime",
    "-name",
    "-newer",
    "-path",
    "-perm",
    "-printf",
    "-regex",
    "-regextype",
    "-samefile",
    "-size",
    "-type",
    "-uid",
    "-used",
    "-user",
    "-wholename",
    "-xtype",
];

pub(super) fn find(_: &Wrapper, argv: &[Word]) -> Role {
    let mut runs = Vec::new();
    let mut at = 1;
    // An unknown word in front of what could be a command: the word may be an `-exec`.
    let mut doubtful = false;
    let last_end = argv.iter().rposition(|word| could_be(word, ";") || word.is("+")).unwrap_or(0);
    while let Some(word) = argv.get(at) {
        if word.may_split() {
            return unknown_beside(runs);
        }
        let Some(text) = word.literal() else {
            let could_exec = EXEC.iter().any(|exec| could_be(word, exec));
            doubtful |=
                could_exec && at + 1 < last_end && argv.get(at + 1).is_some_and(could_matter);
            at += 1;
            continue;
        };
        if !EXEC.contains(&text) {
            let behind = at
                + match text {
                    "-fprintf" => 3,
                    _ if ONE_WORD.contains(&text) || text.starts_with("-newer") => 2,
                    _ => 1,
                };
            // A value that may be no word or several moves all that follows.
            if argv.iter().take(behind).skip(at).any(Word::may_split) {
                return unknown_beside(runs);
            }
            at = behind;
            continue;
        }
        let from = at + 1;
        let batch = text == "-exec" || text == "-execdir";
        let end = (from..argv.len()).find(|&i| {
            argv[i].is(";") || (batch && argv[i].is("+") && i > from && argv[i - 1].is("{}"))
        });
        let Some(end) = end else {
            // find refuses a missing `;` before it runs anything.
            let could_end =
                argv[from..].iter().any(|word| word.literal().is_none() && could_be(word, ";"));
            return if could_end { Role::unknown() } else { Role::Plain };
        };
        // An unknown word may be the `;`, which matters where another command could begin behind it.
        let could_exec = |word: &Word| EXEC.iter().any(|exec| could_be(word, exec));
        let last_exec = argv[from..end].iter().rposition(could_exec).map_or(0, |at| from + at);
        doubtful |= (from..end).any(|at| {
            let word = &argv[at];
            word.may_split() || (word.literal().is_none() && could_be(word, ";") && at < last_exec)
        });
        if end > from {
            runs.push(Run::Words {
                from,
                to: end,
                assignments: from..from,
                open_ended: argv[end].is("+"),
                placeholder: Some("{}".to_owned()),
                lookup: Lookup::Path,
            });
        }
        at = end + 1;
    }
    if doubtful { unknown_beside(runs) } else { Role::of(runs) }
}

fn unknown_beside(mut runs: Vec<Run>) -> Role {
    runs.push(Run::Unknown);
    Role::Runs(runs)
}

/// Options of fd that take a value (`fd --help`, 8.6 and 10.2).
const FD_VALUES: &[&str] = &[
    "--and",
    "--base-directory",
    "--batch-size",
    "--changed-before",
    "--changed-within",
    "--color",
    "--exact-depth",
    "--exclude",
    "--extension",
    "--format",
    "--ignore-contain",
    "--ignore-file",
    "--max-depth",
    "--max-results",
    "--min-depth",
    "--owner",
    "--path-separator",
    "--search-path",
    "--size",
    "--threads",
    "--type",
    "-E",
    "-S",
    "-c",
    "-d",
    "-e",
    "-j",
    "-o",
    "-t",
];

/// `fd … -x COMMAND` and `-X COMMAND`: the command goes to a `;` or to the end.
pub(super) fn fd(_: &Wrapper, argv: &[Word]) -> Role {
    let mut runs = Vec::new();
    let mut at = 1;
    let mut options = true;
    while let Some(word) = argv.get(at) {
        at += 1;
        if word.may_split() {
            return unknown_beside(runs);
        }
        let Some(text) = word.literal() else {
            let could_exec =
                options && (word.prefix().is_empty() || word.prefix().starts_with('-'));
            if could_exec && at < argv.len() && !argv[at].prefix().starts_with('-') {
                return unknown_beside(runs);
            }
            continue;
        };
        match text {
            "--" => options = false,
            _ if !options => {}
            "-x" | "-X" | "--exec" | "--exec-batch" => {
                let end = (at..argv.len()).find(|&i| argv[i].is(";")).unwrap_or(argv.len());
                if end > at {
                    runs.push(fd_command(argv, at, end));
                }
                at = end + 1;
            }
            _ if text.starts_with("--exec=") || text.starts_with("--exec-batch=") => {
                return unknown_beside(runs);
            }
            _ if FD_VALUES.contains(&text) => {
                if argv.get(at).is_some_and(Word::may_split) {
                    return unknown_beside(runs);
                }
                at += 1;
            }
            // A cluster that ends in `-x`, such as `-Hx`, or holds its command.
            _ if !text.starts_with("--") && text.starts_with('-') && text.contains(['x', 'X']) => {
                let value = text[1..].find(['E', 'S', 'c', 'd', 'e', 'j', 'o', 't']);
                let exec = text[1..].find(['x', 'X']);
                if exec < value || value.is_none() {
                    return unknown_beside(runs);
                }
            }
            _ => {}
        }
    }
    Role::of(runs)
}

/// fd replaces `{}`, `{/}`, `{//}`, `{.}` and `{/.}`; where none of them stands it adds the path.
fn fd_command(argv: &[Word], from: usize, to: usize) -> Run {
    let braces = argv[from..to].iter().any(|word| word.prefix().contains('{'));
    Run::Words {
        from,
        to,
        assignments: from..from,
        open_ended: !braces || argv[from - 1].is("-X") || argv[from - 1].is("--exec-batch"),
        placeholder: braces.then(|| "{".to_owned()),
        lookup: Lookup::Path,
    }
}
