//! Aliases that the text itself defines and switches on; a user's own are out of sight. A value is code to which
//! words are added (manual 6.6).

use crate::span::Span;
use crate::word::{Value, Word};

/// The alias definitions of one text.
#[derive(Default)]
pub(super) struct Aliases {
    expanded: bool,
    values: Vec<(Option<String>, Span)>,
}

impl Aliases {
    /// Looks at one command.
    pub(super) fn note(&mut self, argv: &[Word]) {
        let Some(name) = argv.first().and_then(Word::literal) else { return };
        match name {
            "shopt" => {
                let sets = argv.iter().any(|word| word.is("-s"));
                let may = |word: &Word| word.is("expand_aliases") || word.literal().is_none();
                self.expanded |= sets && argv[1..].iter().any(may);
            }
            "alias" => {
                for word in &argv[1..] {
                    match &word.value {
                        Value::Literal(text) => {
                            if let Some((_, value)) = text.split_once('=') {
                                self.values.push((Some(value.to_owned()), word.span));
                            }
                        }
                        Value::Unknown(_) => self.values.push((None, word.span)),
                    }
                }
            }
            _ => {}
        }
    }

    /// The values that could run, none for one that the text does not decide. A script expands no alias unless
    /// `shopt -s expand_aliases` says so.
    pub(super) fn values(&self) -> impl Iterator<Item = (Option<&str>, Span)> {
        self.values.iter().filter(|_| self.expanded).map(|(value, span)| (value.as_deref(), *span))
    }
}
