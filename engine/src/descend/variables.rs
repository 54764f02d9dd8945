//! Variables whose value bash or git runs: prompts, startup files, editors, settings in the environment. Whether
//! the one that runs it comes later is not asked.

use super::changes::Changes;
use super::evaluate::Evaluated;
use crate::checks::mention;
use crate::word::{Value, Word};

/// What a variable's value makes run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Held {
    /// Nothing that the text has a say in.
    Nothing,
    /// Shell code.
    Code(String),
    /// Code of which only what it mentions counts: whether git asks for it is not known.
    Mentioned(String),
    /// The text does not decide it.
    Unknown,
}

/// What a command's assignments and builtins make of such variables.
pub(super) fn of_command(command: &Evaluated, changes: &Changes) -> Vec<Held> {
    let mut held = Vec::new();
    if !command.argv.is_empty() {
        for assignment in &command.assignments {
            held.push(of_variable(&assignment.name, &assignment.value));
        }
    }
    for (name, value) in &changes.sets {
        let own = command.assignments.iter().find(|assignment| assignment.name == *name);
        let value = match (value, own) {
            (Some(text), _) => Value::Literal(text.clone()),
            (None, Some(assignment)) => assignment.value.clone(),
            (None, None) => spelled(&command.argv, name),
        };
        held.push(of_variable(name, &value));
    }
    if command.argv.first().is_some_and(|word| word.is("set")) && reads_assignments(&command.argv) {
        held.push(Held::Unknown);
    }
    held.retain(|held| *held != Held::Nothing);
    held
}

/// The value of `NAME=value` in a builtin's words, with what is certain of it.
fn spelled(argv: &[Word], name: &str) -> Value {
    let prefix =
        |word: &&Word| word.prefix().strip_prefix(name).is_some_and(|rest| rest.starts_with('='));
    let mut value = Value::Unknown(crate::word::Shape::anything());
    if let Some(word) = argv.iter().find(prefix) {
        value = word.value.clone();
        match &mut value {
            Value::Literal(text) => *text = text[name.len() + 1..].to_owned(),
            Value::Unknown(shape) => shape.prefix = shape.prefix[name.len() + 1..].to_owned(),
        }
    }
    value
}

/// `set -k`: words that look like assignments leave their places.
fn reads_assignments(argv: &[Word]) -> bool {
    let options = argv.iter().skip(1).map(Word::literal);
    options
        .take_while(|text| !matches!(text, Some("-" | "--")))
        .flatten()
        .any(|text| text == "keyword" || text.starts_with('-') && text.contains('k'))
}

/// What this value of this variable makes run (bash manual 5.2, 6.2, 6.9; git 2.47, "ENVIRONMENT VARIABLES").
pub(super) fn of_variable(name: &str, value: &Value) -> Held {
    let substitutes = |text: &str| text.contains("$(") || text.contains('`');
    let literal = match value {
        Value::Literal(text) => Some(text.as_str()),
        Value::Unknown(_) => None,
    };
    match name.split('[').next().unwrap_or_default() {
        "PROMPT_COMMAND" => literal.map_or(Held::Unknown, |text| Held::Code(text.to_owned())),
        "BASH_CMDS" => Held::Unknown,
        bare @ ("PS0" | "PS1" | "PS2" | "PS4" | "ENV" | "BASH_ENV") => match value {
            Value::Literal(text) if !bare.starts_with('P') && is_descriptor(text) => Held::Unknown,
            // It is expanded as in double quotes; a prompt's own escapes come first.
            Value::Literal(text) if substitutes(text) && !text.contains('\\') => {
                Held::Code(format!(": \"{text}\""))
            }
            Value::Literal(text) if substitutes(text) => Held::Unknown,
            Value::Unknown(shape) if bare == "PS4" || is_descriptor(&shape.prefix) => Held::Unknown,
            Value::Literal(_) | Value::Unknown(_) => Held::Nothing,
        },
        bare => match literal {
            Some(text) if is_gits(bare) && mention::mentions(text, "git") => {
                Held::Mentioned(text.to_owned())
            }
            Some(_) | None => Held::Nothing,
        },
    }
}

/// Variables that hold shell code for git, or settings that may.
fn is_gits(name: &str) -> bool {
    crate::checks::role::is_code(name)
        || name.starts_with("GIT_CONFIG_VALUE_")
        || name == "GIT_CONFIG_PARAMETERS"
}

fn is_descriptor(file: &str) -> bool {
    file.starts_with("/dev/fd/") || file.starts_with("/dev/stdin") || file.contains("/fd/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(name: &str, text: &str, expected: Held) {
        assert_eq!(of_variable(name, &Value::Literal(text.to_owned())), expected, "{name}={text}");
    }

    #[test]
    fn prompts_and_startup_files_are_expanded() {
        check("PS4", "+ ${LINENO}: ", Held::Nothing);
        check("PS4", "$(x)", Held::Code(": \"$(x)\"".to_owned()));
        check("PS1", "\\u `x`", Held::Unknown);
        check("PROMPT_COMMAND", "x; y", Held::Code("x; y".to_owned()));
        check("BASH_ENV", "$HOME/.env", Held::Nothing);
        check("BASH_ENV", "/dev/stdin", Held::Unknown);
        check("PS3", "$(x)", Held::Nothing);
    }

    #[test]
    fn what_git_runs_counts_by_what_it_mentions() {
        check("GIT_EDITOR", "vim", Held::Nothing);
        check("GIT_EDITOR", "git commit -n", Held::Mentioned("git commit -n".to_owned()));
        check("GIT_CONFIG_VALUE_3", "git add", Held::Mentioned("git add".to_owned()));
        check("GIT_AUTHOR_NAME", "git", Held::Nothing);
        check("BASH_CMDS[x]", "/bin/ls", Held::Unknown);
    }
}
