//! Collects a word's value from its parts. It keeps what is certain when a part is unknown.

use crate::word::{Fields, Shape, Value};

pub(super) struct Builder {
    /// All text so far, or the text in front of the first unknown part.
    prefix: Vec<u8>,
    /// The text behind the last unknown part.
    tail: Vec<u8>,
    unknown: Option<Fields>,
    present: bool,
}

impl Builder {
    pub(super) fn new() -> Builder {
        Builder { prefix: Vec::new(), tail: Vec::new(), unknown: None, present: false }
    }

    /// Whether nothing has been added yet.
    pub(super) fn is_empty(&self) -> bool {
        !self.present && self.prefix.is_empty()
    }

    /// A quote makes a word even if nothing is in it.
    pub(super) fn quote(&mut self) {
        self.present = true;
    }

    pub(super) fn byte(&mut self, byte: u8) {
        self.bytes(&[byte]);
    }

    pub(super) fn bytes(&mut self, bytes: &[u8]) {
        let part = if self.unknown.is_some() { &mut self.tail } else { &mut self.prefix };
        part.extend_from_slice(bytes);
        self.present |= !bytes.is_empty();
    }

    pub(super) fn unknown(&mut self, fields: Fields) {
        self.present = true;
        self.tail.clear();
        self.unknown = Some(match (self.unknown, fields) {
            (None | Some(Fields::One), fields) => fields,
            (Some(Fields::Each), Fields::One | Fields::Each) => Fields::Each,
            (Some(Fields::Each), Fields::Any) | (Some(Fields::Any), _) => Fields::Any,
        });
    }

    /// None for a word that vanishes. Bytes that are not UTF-8 (`$'\xff'`) make the value unknown.
    pub(super) fn finish(self) -> Option<Value> {
        if !self.present {
            return None;
        }
        let Some(fields) = self.unknown else {
            return Some(match String::from_utf8(self.prefix) {
                Ok(text) => Value::Literal(text),
                Err(error) => {
                    let valid = error.utf8_error().valid_up_to();
                    let prefix = String::from_utf8_lossy(&error.as_bytes()[..valid]).into_owned();
                    Value::Unknown(Shape { prefix, suffix: String::new(), fields: Fields::One })
                }
            });
        };
        let prefix = String::from_utf8(self.prefix).unwrap_or_default();
        let suffix = String::from_utf8(self.tail).unwrap_or_default();
        Some(Value::Unknown(Shape { prefix, suffix, fields }))
    }
}
