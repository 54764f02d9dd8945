//! Variables whose value the text gives in a straight line: `M='fix: x'; git commit -m "$M"`. It gives up for the
//! whole text as soon as anything stands there that could change one out of sight.

use super::evaluate::Evaluated;
use crate::tokens::{Frame, HoleKind, Tokens};
use crate::values::Values;
use crate::word::{Value, Word};

/// Names that bash sets or computes by itself, or that change how values are read (manual 5.2).
const SPECIAL: [&str; 21] = [
    "_",
    "IFS",
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

/// Builtins that set variables, run code or change how the shell reads, in ways that are not followed.
const UNTRACKED: [&str; 26] = [
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
    "readonly",
    "unset",
    "printf",
    "trap",
    "wait",
    "builtin",
    "command",
    "alias",
    "unalias",
    "shopt",
    "set",
    "enable",
    "exec",
    "coproc",
    "shift",
];

/// Longest value that is kept, in bytes: `M=$M$M` doubles.
const LONGEST: usize = 4096;

/// Follows the straight line through one text.
pub(super) struct Tracker {
    /// Marks of compound commands that have been passed.
    marks: usize,
    /// Nothing is known any more.
    lost: bool,
}

impl Tracker {
    /// Nothing is followed in a text with a function, or with an expansion or a redirect that sets a variable.
    pub(super) fn new(text: &str, tokens: &Tokens) -> Tracker {
        let function = tokens.commands.iter().any(|frame| frame.scope.function);
        let sets = |hole: &crate::tokens::Hole| match hole.kind {
            HoleKind::Arithmetic => true,
            HoleKind::Parameter => {
                let inside = &text[hole.span.range()];
                ["=", "++", "--", "[", "!", "@"].iter().any(|sign| inside.contains(sign))
            }
            HoleKind::Command | HoleKind::Process => false,
        };
        let mut redirects = tokens.redirects.iter().zip(&tokens.reading.redirects);
        let named = redirects
            .any(|(redirect, place)| redirect.fd.is_none() && redirect.start < place.op.start);
        Tracker { marks: 0, lost: function || named || tokens.holes.iter().any(sets) }
    }

    /// To be called before a command is evaluated: what it may know.
    pub(super) fn before(&mut self, frame: &Frame, tokens: &Tokens, values: &mut Values<'_>) {
        let passed =
            tokens.structure[self.marks..].iter().take_while(|&&mark| mark <= frame.start).count();
        self.marks += passed;
        // What stands in a substitution runs before the command around it has assigned anything.
        if self.lost || passed > 0 || frame.scope.control_flow || frame.scope.substitution {
            values.constants.clear();
        }
    }

    /// To be called with the evaluated command: what is known behind it.
    pub(super) fn after(&mut self, frame: &Frame, command: &Evaluated, values: &mut Values<'_>) {
        let Some(program) = command.argv.first() else {
            self.assigned(frame, command, values);
            return;
        };
        match program.literal() {
            Some("export") if command.assignments.is_empty() => {
                let plain = |word: &Word| word.literal().is_some_and(is_plain_export);
                if !command.argv[1..].iter().all(plain) {
                    self.lost = true;
                }
                for word in &command.argv[1..] {
                    if let Some((name, value)) =
                        word.literal().and_then(|text| text.split_once('='))
                    {
                        set(frame, name, &Value::Literal(value.to_owned()), values);
                    }
                }
            }
            Some(name) if name == "export" || UNTRACKED.contains(&name) => {
                self.lost = true;
                // `declare -n` and its kind: a name may stand for a whole array from here on.
                values.namerefs |=
                    command.argv[1..].iter().any(|word| word.prefix().starts_with('-'));
            }
            Some(_) if frame.prefix.is_some() => self.lost = true,
            Some(_) => {}
            None => self.lost = true,
        }
    }

    /// A command of assignments alone.
    fn assigned(&mut self, frame: &Frame, command: &Evaluated, values: &mut Values<'_>) {
        if frame.prefix.is_some() {
            self.lost = true;
        }
        // bash assigns from left to right; the values here were all read before the first of them.
        let alone = command.assignments.len() == 1;
        for assignment in &command.assignments {
            if !is_name(&assignment.name) || SPECIAL.contains(&assignment.name.as_str()) {
                self.lost = true;
            } else if alone || values.is_plainly_spelled(assignment.span) {
                set(frame, &assignment.name, &assignment.value, values);
            } else {
                forget(&assignment.name, values);
            }
        }
    }
}

fn set(frame: &Frame, name: &str, value: &Value, values: &mut Values<'_>) {
    forget(name, values);
    let scope = frame.scope;
    let straight = !(frame.conditional
        || frame.piped
        || scope.subshell
        || scope.group
        || scope.control_flow
        || scope.substitution
        || scope.background);
    let computed = SPECIAL.contains(&name) || name.starts_with("BASH") || name.starts_with("COMP");
    let known = matches!(value, Value::Literal(text) if text.len() <= LONGEST);
    if straight && !computed && known {
        values.constants.push((name.to_owned(), value.clone()));
    }
}

fn forget(name: &str, values: &mut Values<'_>) {
    values.constants.retain(|(known, _)| known != name);
}

/// `NAME` or `NAME=value` without anything that export would read otherwise.
fn is_plain_export(text: &str) -> bool {
    let (name, value) = text.split_once('=').unwrap_or((text, ""));
    is_name(name) && name != "IFS" && !value.starts_with('(') && !value.contains(['{', '~'])
}

fn is_name(name: &str) -> bool {
    let mut letters = name.bytes();
    letters.next().is_some_and(|first| first.is_ascii_alphabetic() || first == b'_')
        && letters.all(|letter| letter.is_ascii_alphanumeric() || letter == b'_')
}
