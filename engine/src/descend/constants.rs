//! Variables whose value the text gives in a straight line: `M='fix: x'; git commit -m "$M"`. It forgets all of
//! them as soon as anything could change one out of sight.

use super::evaluate::Evaluated;
use crate::tokens::{Frame, Tokens};
use crate::values::Values;
use crate::word::{Value, Word};

/// Names that bash sets or computes by itself (manual 5.2).
const DYNAMIC: [&str; 20] = [
    "_",
    "RANDOM",
    "SRANDOM",
    "SECONDS",
    "LINENO",
    "EPOCHSECONDS",
    "EPOCHREALTIME",
    "FUNCNAME",
    "GROUPS",
    "DIRSTACK",
    "HISTCMD",
    "PPID",
    "UID",
    "EUID",
    "SHELLOPTS",
    "PIPESTATUS",
    "PWD",
    "OLDPWD",
    "OPTIND",
    "REPLY",
];

/// Builtins that set variables in ways that are not followed.
const SETTERS: [&str; 17] = [
    "eval",
    "source",
    ".",
    "read",
    "mapfile",
    "readarray",
    "getopts",
    "let",
    "declare",
    "typeset",
    "local",
    "unset",
    "printf",
    "trap",
    "wait",
    "builtin",
    "command",
];

/// Follows the straight line through one text.
#[derive(Default)]
pub(super) struct Tracker {
    /// Marks of compound commands that have been passed.
    marks: usize,
}

impl Tracker {
    /// To be called before a command is evaluated: what it may know.
    pub(super) fn before(&mut self, frame: &Frame, tokens: &Tokens, values: &mut Values<'_>) {
        let passed =
            tokens.structure[self.marks..].iter().take_while(|&&mark| mark <= frame.start).count();
        self.marks += passed;
        if passed > 0 || frame.scope.function || frame.scope.control_flow {
            values.constants.clear();
        }
    }

    /// To be called with the evaluated command: what is known behind it.
    pub(super) fn after(&mut self, frame: &Frame, command: &Evaluated, values: &mut Values<'_>) {
        if values.take_dirty() {
            values.constants.clear();
        }
        let scope = frame.scope;
        let straight = !(frame.conditional
            || frame.piped
            || scope.subshell
            || scope.function
            || scope.control_flow
            || scope.substitution
            || scope.background);
        let mut set = |name: &str, value: &Value| {
            values.constants.retain(|(known, _)| known != name);
            let dynamic =
                DYNAMIC.contains(&name) || name.starts_with("BASH") || name.starts_with("COMP");
            if name == "IFS" {
                values.splits_by_default = false;
            }
            if straight && !dynamic && matches!(value, Value::Literal(_)) && is_name(name) {
                values.constants.push((name.to_owned(), value.clone()));
            }
        };
        let Some(program) = command.argv.first() else {
            for assignment in &command.assignments {
                let name = assignment.name.split('[').next().unwrap_or_default();
                set(name, &assignment.value);
            }
            return;
        };
        match program.literal() {
            Some("export" | "readonly") => {
                for word in &command.argv[1..] {
                    match exported(word) {
                        Some((name, value)) => set(name, &Value::Literal(value.to_owned())),
                        None if word.literal().is_some() => {}
                        None => {
                            values.constants.clear();
                            return;
                        }
                    }
                }
            }
            Some(name) if SETTERS.contains(&name) => values.constants.clear(),
            Some(_) => {}
            None => values.constants.clear(),
        }
    }
}

fn exported(word: &Word) -> Option<(&str, &str)> {
    word.literal()?.split_once('=').filter(|(name, _)| is_name(name))
}

fn is_name(name: &str) -> bool {
    let mut letters = name.bytes();
    letters.next().is_some_and(|first| first.is_ascii_alphabetic() || first == b'_')
        && letters.all(|letter| letter.is_ascii_alphanumeric() || letter == b'_')
}
