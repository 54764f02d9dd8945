//! The relations as data: what is written around or into a text, where that means the same, and what stays.

use guarddiff_engine::analysis::SimpleCommand;

use super::Base;

/// One way to write a text anew.
pub(super) struct Relation {
    /// What stands around the text, in a few letters.
    pub(super) name: &'static str,
    pub(super) change: Change,
    /// Where the change means the same to bash. All must hold.
    pub(super) guards: &'static [Guard],
    /// What is stated beyond the three facts and the messages, which always stay.
    pub(super) states: States,
    /// What a firm answer may turn into an Unknown for. Nothing turns it into its opposite.
    pub(super) fades: &'static [Fade],
}

/// Knowledge that the engine does not carry into what stands around a text.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Fade {
    /// What a variable holds: it is followed in a straight line only, not in a shell of its own, nor behind an
    /// operator, where it may not have been set.
    Values,
    /// That a command runs once: with an unknown word it may stage the first time and commit the second.
    Once,
}

/// How the text is written anew.
pub(super) enum Change {
    /// Byte for byte between these two.
    Around(&'static str, &'static str),
    /// In single quotes between these two.
    Quoted(&'static str, &'static str),
    /// At each plain `git` or `glab` that is a command of the text itself.
    AtEach(Edit),
}

/// What is done to one command.
#[derive(Clone, Copy)]
pub(super) enum Edit {
    /// The second letter of the name gets this in front.
    InName(&'static str),
    /// Put in front of the command.
    Front(&'static str),
    /// Put directly behind its first word.
    AfterName(&'static str),
    /// Put directly behind its last word.
    Back(&'static str),
}

/// What must be so for a relation to hold.
pub(super) type Guard = fn(&Base) -> bool;

/// What a relation states about the units and the splice.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum States {
    /// The units of the text, these before and behind them; the splice is that of the text, written anew.
    Units(&'static [&'static str], &'static [&'static str]),
    /// Taken back, the units and the splice are those of the text.
    Undone,
    /// The texts of the units and the splice as in [`States::Undone`]: a policy may judge a program around
    /// another by its own name.
    UndoneTexts,
    /// Nothing: the text is a word of another command.
    Nothing,
}

/// bash expands aliases when it reads a line: text that is read as one compound command, or that begins with
/// another letter, meets others.
fn without_aliases(base: &Base) -> bool {
    !base.text.contains("alias")
}

/// The line behind the text is no longer a part of it.
fn closed(base: &Base) -> bool {
    base.closed
}

/// What is put behind it on the line is not a comment, and not the body of a heredoc.
fn one_open_line(base: &Base) -> bool {
    base.closed && !base.text.contains(['\n', '#'])
}

/// It ends in a command, behind which an operator may stand.
fn ends_in_a_word(base: &Base) -> bool {
    !base.text.trim_end().ends_with(['&', ';', '|'])
}

/// An empty list is no list.
fn has_commands(base: &Base) -> bool {
    !base.analysis.commands.is_empty()
}

/// `find` puts a file's name for it, wherever it stands in the words (findutils 4.10 manual, -exec).
fn without_braces(base: &Base) -> bool {
    !base.text.contains("{}")
}

/// A backslash in old-style code is taken off before the code is read: its places are lost.
fn without_backquotes(base: &Base) -> bool {
    !base.text.contains('`')
}

/// Where a text defines functions, or a coprocess, which sets variables, an `echo` in code may be another one: what
/// it prints for a shell is not read.
fn without_printed_code(base: &Base) -> bool {
    !base.analysis.commands.iter().any(|command| {
        let name = command.argv.first();
        command.context.code_depth > 0
            && name.is_some_and(|name| name.is("echo") || name.is("printf"))
    })
}

/// The lines of a body are joined before anything in it is read, in single quotes, too.
fn without_joined_lines(base: &Base) -> bool {
    !base.text.contains("\\\n")
}

/// A function and a shell have parameters of their own, and there the text says that there are none.
fn without_parameters(base: &Base) -> bool {
    let named = |text: &str| {
        text.starts_with(['@', '*', '#']) || text.starts_with(|c: char| c.is_ascii_digit())
    };
    let mut behind = base.text.split('$').skip(1);
    !behind.any(|text| named(text.strip_prefix('{').unwrap_or(text)))
}

/// A function may hold another program's name, and a wrapper does not find it.
fn without_functions(base: &Base) -> bool {
    !base.analysis.commands.iter().any(|command| command.context.function)
}

/// What a list, function or subshell around a text needs.
const COMPOUND: &[Guard] = &[closed, without_aliases, has_commands];

/// What a function or a coprocess needs beside.
const NAMED: &[Guard] =
    &[closed, without_aliases, has_commands, without_printed_code, without_parameters];

/// The body of a heredoc.
const BODY: &[Guard] = &[closed, without_aliases, has_commands, without_joined_lines];

/// A shell of its own.
const PROCESS: &[Guard] = &[closed, without_parameters];

/// A shell that reads the text line by line, as the first one did.
const CODE: &[Guard] = &[closed];

/// The texts around, the units of those, and what fades: a name, `before`, `after`, `first`, `last`.
type Frame = (&'static str, &'static str, &'static str, Units, Units);

type Units = &'static [&'static str];

const fn named(frame: Frame, fades: &'static [Fade]) -> Relation {
    Relation { guards: NAMED, ..around(frame, fades) }
}

const fn around((name, before, after, first, last): Frame, fades: &'static [Fade]) -> Relation {
    let change = Change::Around(before, after);
    Relation { name, change, guards: COMPOUND, states: States::Units(first, last), fades }
}

const fn beside(name: &'static str, before: &'static str, after: &'static str) -> Relation {
    let change = Change::Around(before, after);
    Relation { name, change, guards: CODE, states: States::Nothing, fades: &[] }
}

const fn quoted(name: &'static str, before: &'static str, after: &'static str) -> Relation {
    let change = Change::Quoted(before, after);
    Relation { name, change, guards: PROCESS, states: States::Nothing, fades: &[] }
}

const fn spelled(name: &'static str, edit: Edit) -> Relation {
    let change = Change::AtEach(edit);
    let guards: &[Guard] = &[without_aliases, without_backquotes];
    Relation { name, change, guards, states: States::Undone, fades: &[] }
}

const fn wrapped(name: &'static str, front: &'static str) -> Relation {
    let change = Change::AtEach(Edit::Front(front));
    let guards: &[Guard] = &[without_aliases, without_functions];
    Relation { name, change, guards, states: States::UndoneTexts, fades: &[] }
}

/// Every relation.
pub(super) const RELATIONS: &[Relation] = &[
    around(("( X )", "( ", "\n)", &[], &[]), &[Fade::Values]),
    around(("{ X }", "{ ", "\n}", &[], &[]), &[]),
    around(("{ X } 2>file", "{ ", "\n} 2>/dev/null", &[], &[]), &[]),
    around(("{ X } &", "{ ", "\n} &", &[], &[]), &[Fade::Values]),
    around(("! { X }", "! { ", "\n}", &[], &[]), &[]),
    around(("time { X }", "time { ", "\n}", &[], &[]), &[]),
    around(("{ X } | cat", "{ ", "\n} | cat", &[], &["cat"]), &[Fade::Values]),
    around(("true | { X }", "true | { ", "\n}", &["true"], &[]), &[Fade::Values]),
    around(("if true; then X; fi", "if true; then ", "\nfi", &["true"], &[]), &[Fade::Once]),
    around(("if X; then :; fi", "if ", "\nthen :; fi", &[], &[":"]), &[Fade::Once]),
    around(
        ("while X; do break; done", "while ", "\ndo break; done", &[], &["break"]),
        &[Fade::Values, Fade::Once],
    ),
    around(("for i in 1; do X; done", "for meta_i in 1; do ", "\ndone", &[], &[]), &[Fade::Once]),
    around(("case a in a) X ;; esac", "case a in a) ", "\n;; esac", &[], &[]), &[Fade::Once]),
    around(("true && X", "true && ", "", &["true"], &[]), &[Fade::Values]),
    around(("false || { X }", "false || { ", "\n}", &["false"], &[]), &[Fade::Values]),
    named(("f() { X }; f", "meta_f() { ", "\n}; meta_f", &[], &["meta_f"]), &[Fade::Once]),
    named(("coproc { X }", "coproc META { ", "\n}", &[], &[]), &[Fade::Values]),
    Relation {
        name: "X &",
        change: Change::Around("", " &"),
        guards: &[one_open_line, ends_in_a_word, has_commands],
        states: States::Units(&[], &[]),
        fades: &[],
    },
    Relation {
        name: "X && true",
        change: Change::Around("", " && true"),
        guards: &[one_open_line, ends_in_a_word, has_commands],
        states: States::Units(&[], &["true"]),
        fades: &[],
    },
    // The units of a substitution follow the command that holds it.
    around(("echo \"$(X)\"", "echo \"$( ", "\n)\"", &["echo \"$( X\n)\""], &[]), &[Fade::Values]),
    around(("cat <(X)", "cat <( ", "\n)", &["cat <( X\n)"], &[]), &[Fade::Values]),
    Relation {
        name: "a=$(X)",
        change: Change::Around("meta_a=$( ", "\n)"),
        guards: COMPOUND,
        states: States::Units(&[], &[]),
        fades: &[Fade::Values],
    },
    Relation {
        name: "cat <<E $(X) E",
        change: Change::Around("cat <<META_END\n$( ", "\n)\nMETA_END"),
        guards: BODY,
        states: States::Units(&["cat"], &[]),
        fades: &[Fade::Values],
    },
    quoted("bash -c 'X'", "bash -c ", ""),
    quoted("bash -c 'X' || true", "timeout 9 bash -ec ", " || true"),
    quoted("eval 'X'", "eval ", ""),
    quoted("trap 'X' EXIT", "trap ", " EXIT"),
    quoted("bash <<< 'X'", "bash <<< ", ""),
    Relation {
        name: "find -exec bash -c 'X' ;",
        change: Change::Quoted("find . -maxdepth 0 -exec bash -c ", " \\;"),
        guards: &[closed, without_braces, without_parameters],
        states: States::Nothing,
        fades: &[],
    },
    beside("bash <<'E' X E", "bash <<'META_END'\n", "\nMETA_END"),
    beside("cat <<'E' | bash X E", "cat <<'META_END' | bash\n", "\nMETA_END"),
    beside("source /dev/stdin <<'E' X E", "source /dev/stdin <<'META_END'\n", "\nMETA_END"),
    Relation {
        name: "X # comment",
        change: Change::Around("", " # it's `git commit -n"),
        guards: &[one_open_line],
        states: States::Units(&[], &[]),
        fades: &[],
    },
    Relation {
        name: "X, comment on the next line",
        change: Change::Around("", "\n# it's \"$(git commit -n"),
        guards: &[closed],
        states: States::Units(&[], &[]),
        fades: &[],
    },
    Relation {
        name: "comment, then X",
        change: Change::Around("# git add . && git commit -n 'x\n\n  ", ""),
        guards: &[],
        states: States::Units(&[], &[]),
        fades: &[],
    },
    Relation {
        name: "X, data in a heredoc",
        change: Change::Around("", "\ncat <<'META_END'\ngit commit -n -m 'x\nMETA_END"),
        guards: &[closed],
        states: States::Units(&[], &["cat"]),
        fades: &[],
    },
    Relation {
        name: "data in a heredoc, then X",
        change: Change::Around("cat <<'META_END'\ngit add .; git commit -n\nMETA_END\n", ""),
        guards: &[],
        states: States::Units(&["cat"], &[]),
        fades: &[],
    },
    Relation {
        name: "data in words, then X",
        change: Change::Around("echo 'git add . && git commit -n' \"git push\"\n", ""),
        guards: &[],
        states: States::Units(&["echo 'git add . && git commit -n' \"git push\""], &[]),
        fades: &[],
    },
    Relation {
        name: "data in a variable, then X",
        change: Change::Around("meta_a='git add . && git commit -n'; ", ""),
        guards: &[without_aliases, has_commands],
        states: States::Units(&[], &[]),
        fades: &[],
    },
    spelled("g''it", Edit::InName("''")),
    spelled("g\"\"it", Edit::InName("\"\"")),
    spelled("g\\it", Edit::InName("\\")),
    spelled("git, continued", Edit::AfterName("\\\n")),
    spelled("git, a blank and a continuation", Edit::AfterName(" \\\n  ")),
    spelled("git … 2>file", Edit::Back(" 2>/dev/null")),
    spelled("git 2>file …", Edit::AfterName(" 2>/dev/null")),
    spelled("2>file git …", Edit::Front("2>/dev/null ")),
    wrapped("timeout 9 git", "timeout 9 "),
    wrapped("env A=1 git", "env META=1 "),
    wrapped("nice -n 5 git", "nice -n 5 "),
    wrapped("command git", "command "),
    wrapped("sudo -u x git", "sudo -u nobody "),
    wrapped("stdbuf -oL git", "stdbuf -oL "),
];

/// The edited text; none where nothing in it can be edited.
pub(super) fn edited(base: &Base, edit: Edit) -> Option<String> {
    let mut places: Vec<usize> =
        base.analysis.commands.iter().filter_map(|command| place(base, command, edit)).collect();
    places.sort_unstable();
    places.dedup();
    let mut text = base.text.clone();
    for &at in places.iter().rev() {
        text.insert_str(at, edit.added());
    }
    (!places.is_empty()).then_some(text)
}

/// Where a command is edited: one that is spelled `git` or `glab` in the text itself, without a wrapper.
fn place(base: &Base, command: &SimpleCommand, edit: Edit) -> Option<usize> {
    let name = command.argv.first()?;
    let spelled = base.text.get(name.span.range())?;
    let plain = matches!(spelled, "git" | "glab") && command.context.code_depth == 0;
    let first = command.span.start == name.span.start;
    let at = match edit {
        Edit::InName(_) => name.span.start as usize + 1,
        Edit::Front(_) => name.span.start as usize,
        Edit::AfterName(_) => name.span.end as usize,
        Edit::Back(_) => command.span.end as usize,
    };
    (plain && name.is(spelled) && first && command.wrappers.is_empty()).then_some(at)
}

impl Edit {
    /// What is put in.
    pub(super) fn added(self) -> &'static str {
        match self {
            Edit::InName(text) | Edit::Front(text) | Edit::AfterName(text) | Edit::Back(text) => {
                text
            }
        }
    }

    /// A text without what is put in, wherever it stands.
    pub(super) fn undone(self, text: &str) -> String {
        match self {
            Edit::InName(added) => {
                text.replace(&format!("g{added}it"), "git").replace(&format!("g{added}lab"), "glab")
            }
            Edit::Front(added) | Edit::AfterName(added) | Edit::Back(added) => {
                text.replace(added, "")
            }
        }
    }
}
