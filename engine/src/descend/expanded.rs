//! Data that bash runs when it evaluates: a substitution in a subscript (`x='a[$(CMD)]'; ((x))`), a prompt
//! (`${x@P}`). It follows no value to where it is evaluated: that both stand in one text is enough.

use super::changes::Changes;
use super::evaluate::Evaluated;
use crate::analysis::Target;
use crate::tokens::{HoleKind, Tokens};
use crate::word::{Value, Word};

/// What a text holds of both.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub(super) struct Expanded {
    /// Something evaluates arithmetic whose text is not all in sight.
    evaluates: bool,
    /// A word holds a subscript with a substitution in it as data.
    data: bool,
}

impl Expanded {
    /// What the text holds beside its commands.
    pub(super) fn new(text: &str, tokens: &Tokens, opens: bool) -> Expanded {
        let tests = || tokens.structure.iter().any(|&at| text[at as usize..].starts_with("[["));
        let evaluates = opens || !tokens.sums.is_empty() || tests();
        let data = tokens.loop_words.iter().any(|(span, _)| holds_code(&text[span.range()]));
        Expanded { evaluates, data }
    }

    /// Adds a command.
    pub(super) fn add(&mut self, command: &Evaluated, changes: &Changes) {
        let argv = &command.argv;
        let tests = || {
            matches!(argv.first().and_then(Word::literal), Some("test" | "["))
                && argv.iter().any(|word| word.is("-v"))
        };
        self.evaluates |= changes.any || changes.fails || tests();
        let literal = |value: &Value| match value {
            Value::Literal(text) => holds_code(text),
            Value::Unknown(shape) => holds_code(&shape.prefix) || holds_code(&shape.suffix),
        };
        self.data |= command.assignments.iter().any(|assignment| literal(&assignment.value))
            || argv.iter().any(|word| literal(&word.value))
            || command.redirects.iter().any(|redirect| match &redirect.target {
                Target::Word(word) => literal(&word.value),
                Target::Heredoc { body, .. } => literal(body),
            });
    }

    /// Whether something may run that no reader sees.
    pub(super) fn may_run(self) -> bool {
        self.evaluates && self.data
    }
}

/// Whether the text expands a value as a prompt, which runs the substitutions in it.
pub(super) fn expands_prompt(text: &str, tokens: &Tokens) -> bool {
    let prompt = |text: &str| text.ends_with("@P}");
    tokens
        .holes
        .iter()
        .any(|hole| hole.kind == HoleKind::Parameter && prompt(&text[hole.span.range()]))
}

/// A subscript of a name with a substitution in it.
fn holds_code(text: &str) -> bool {
    let bytes = text.as_bytes();
    if memchr::memchr(b'[', bytes).is_none() {
        return false;
    }
    let is_name = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    let mut open = 0_usize;
    for (at, &byte) in bytes.iter().enumerate() {
        match byte {
            b'[' if open > 0 || at > 0 && is_name(bytes[at - 1]) => open += 1,
            b']' => open = open.saturating_sub(1),
            b'`' if open > 0 => return true,
            b'$' if open > 0 && bytes.get(at + 1) == Some(&b'(') => return true,
            _ => {}
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_in_a_subscript_is_told_from_prose_in_brackets() {
        for text in ["a[$(x)]", "1 + a[`x`]", "a[b[0] + $(x)]=1", "a['$(x)']"] {
            assert!(holds_code(text), "{text}");
        }
        for text in
            ["", "a[0] `x`", "[x](y) `x`", "- [`x`]", "[$(]", "a[i] $(x)", "a[$x]", "`a[x]`"]
        {
            assert!(!holds_code(text), "{text}");
        }
    }
}
