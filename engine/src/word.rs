//! The value of one word as far as the text alone decides it. Never asks a file system or an environment.

use crate::span::Span;

/// One word of a command after quote removal, with the place where it is spelled.
///
/// Brace expansion makes several words out of one spelling; they share its span.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Word {
    /// What bash would pass on, or what is known of it.
    pub value: Value,
    /// Where the word is spelled. Inside a code string: the span of the word that holds the code.
    pub span: Span,
}

impl Word {
    /// The value when the text decides it.
    pub fn literal(&self) -> Option<&str> {
        match &self.value {
            Value::Literal(text) => Some(text),
            Value::Unknown(_) => None,
        }
    }

    /// Whether the value is exactly `text`.
    pub fn is(&self, text: &str) -> bool {
        self.literal() == Some(text)
    }

    /// What is certain about the beginning of the (first) field: all of a literal, the prefix of an unknown.
    pub fn prefix(&self) -> &str {
        match &self.value {
            Value::Literal(text) => text,
            Value::Unknown(shape) => &shape.prefix,
        }
    }

    /// What is certain about the end of the (last) field: all of a literal, the suffix of an unknown.
    pub fn suffix(&self) -> &str {
        match &self.value {
            Value::Literal(text) => text,
            Value::Unknown(shape) => &shape.suffix,
        }
    }

    /// Whether the word may turn into no field, or into several.
    pub fn may_split(&self) -> bool {
        match &self.value {
            Value::Literal(_) => false,
            Value::Unknown(shape) => shape.fields != Fields::One,
        }
    }
}

/// A word's value: decided by the text, or not.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Value {
    /// Decided by the text.
    Literal(String),
    /// Not decidable from the text (the seeds' `null`), with what is certain all the same.
    Unknown(Shape),
}

/// What is certain about a word whose value is not.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shape {
    /// The first field begins with this text.
    pub prefix: String,
    /// The last field ends with this text.
    pub suffix: String,
    /// How many fields the word becomes.
    pub fields: Fields,
}

impl Shape {
    /// Nothing is certain.
    pub fn anything() -> Shape {
        Shape { prefix: String::new(), suffix: String::new(), fields: Fields::Any }
    }

    /// One field of which nothing is certain.
    pub fn one_field() -> Shape {
        Shape { fields: Fields::One, ..Shape::anything() }
    }
}

/// How many fields an unknown word becomes after word splitting and globbing (bash manual 3.5.7, 3.5.8).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fields {
    /// Exactly one: every expansion in it is quoted.
    One,
    /// One or many, each of which begins and ends as the shape says: a pattern beside certain text.
    Each,
    /// None, one or many.
    Any,
}
