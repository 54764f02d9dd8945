//! Variables whose value the text gives in a straight line: `M='fix: x'; git commit -m "$M"`. It gives up for the
//! whole text as soon as anything stands there that could change one out of sight.

use super::evaluate::Evaluated;
use crate::span::Span;
use crate::tokens::{Frame, Hole, HoleKind, Tokens};
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
    /// Where the first expansion or redirect stands that may set a variable.
    setter: u32,
    /// Nothing is known any more.
    lost: bool,
}

impl Tracker {
    /// Nothing is followed in a text with a function, or with an expansion or a redirect that sets a variable.
    pub(super) fn new(text: &str, tokens: &Tokens) -> Tracker {
        let function = tokens.commands.iter().any(|frame| frame.scope.function);
        let sets = |hole: &Hole| match hole.kind {
            HoleKind::Arithmetic => !is_plain_sum(text, tokens, hole.span),
            HoleKind::Parameter => {
                let inside = &text[hole.span.range()];
                ["=", "++", "--", "[", "!", "@"].iter().any(|sign| inside.contains(sign))
            }
            HoleKind::Command | HoleKind::Process => false,
        };
        let expansion = tokens.holes.iter().find(|hole| sets(hole)).map(|hole| hole.span.start);
        let mut redirects = tokens.redirects.iter().zip(&tokens.reading.redirects);
        let named = redirects
            .find(|(redirect, place)| redirect.fd.is_none() && redirect.start < place.op.start)
            .map(|(redirect, _)| redirect.start);
        let setter = expansion.into_iter().chain(named).min().unwrap_or(u32::MAX);
        Tracker { marks: 0, setter, lost: function }
    }

    /// To be called before a command is evaluated: what it may know.
    pub(super) fn before(&mut self, number: usize, tokens: &Tokens, values: &mut Values<'_>) {
        let frame = &tokens.commands[number];
        let end = tokens.words(number).last().map_or(frame.start, |word| word.end);
        self.lost |= self.setter < end;
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
        let scope = frame.scope;
        if frame.piped || scope.subshell || scope.substitution || scope.background {
            // A shell of its own: what it sets ends with it.
            return;
        }
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
            Some("command" | "builtin" | "exec") => {
                let harmless = |word: &Word| word.literal().is_some_and(|text| !is_untracked(text));
                if !command.argv[1..].iter().all(harmless) {
                    self.lost = true;
                    values.namerefs |= may_make_references(&command.argv);
                }
            }
            Some("eval") if command.argv[1..].iter().all(is_harmless_code) => {
                self.lost |= command.argv.get(1).is_some_and(|word| word.is("."));
            }
            // Only `printf -v` sets anything.
            Some("printf") if command.argv.get(1).is_some_and(is_no_option) => {}
            Some(name) if is_untracked(name) => {
                self.lost = true;
                values.namerefs |= may_make_references(&command.argv);
            }
            Some(_) => {
                let first = command.wrappers.first().and_then(|wrapper| wrapper.first());
                self.lost |= first.is_some_and(|word| word.is("coproc"));
            }
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
    let straight = !(frame.conditional || frame.scope.group || frame.scope.control_flow);
    let computed = SPECIAL.contains(&name) || name.starts_with("BASH") || name.starts_with("COMP");
    let known = matches!(value, Value::Literal(text) if text.len() <= LONGEST);
    if straight && !computed && known {
        values.constants.push((name.to_owned(), value.clone()));
    }
}

fn is_untracked(name: &str) -> bool {
    name == "export" || UNTRACKED.contains(&name)
}

/// Whether a word of eval's is code that sets nothing: no assignment, no function, no expansion, no such builtin.
fn is_harmless_code(word: &Word) -> bool {
    let Some(code) = word.literal() else { return false };
    !code.contains(['=', '(', '{', '$', '`', '\\', '"', '\''])
        && (code == "." || !code.split([' ', '\t', '\n', ';', '&', '|']).any(is_untracked))
}

fn is_no_option(word: &Word) -> bool {
    word.literal().is_some_and(|text| !text.starts_with('-'))
}

/// Whether names may stand for whole arrays from here on: `declare -n` and its kind.
fn may_make_references(argv: &[Word]) -> bool {
    let declares =
        |text: &str| ["declare", "typeset", "local"].iter().any(|name| text.contains(name));
    argv.iter().any(|word| declares(word.prefix()))
        && argv
            .iter()
            .any(|word| word.literal().is_none_or(|text| text.contains("-") && text.contains('n')))
}

/// Whether arithmetic holds nothing but numbers that are added, multiplied or compared, substitutions aside: no
/// name that could hold an assignment, no division that could fail.
fn is_plain_sum(text: &str, tokens: &Tokens, sum: Span) -> bool {
    let inner = |at: u32| {
        let commands = tokens.holes.iter().filter(|hole| hole.kind == HoleKind::Command);
        commands.into_iter().any(|hole| hole.span.start <= at && at < hole.span.end)
    };
    let plain = |byte: u8| byte.is_ascii_digit() || b" \t$()[]+-*<>&|^~?:".contains(&byte);
    let spelled = &text[sum.range()];
    !spelled.contains("++")
        && !spelled.contains("--")
        && spelled.bytes().zip(sum.start..).all(|(byte, at)| plain(byte) || inner(at))
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
