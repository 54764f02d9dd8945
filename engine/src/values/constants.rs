//! What is known of variables and positional parameters where a word stands. It follows nothing: whoever reads command
//! after command says what changes.

use crate::word::{Shape, Value};

/// The name under which the positional parameters are kept.
pub(crate) const POSITIONAL: &str = "@";

/// Variables whose value is known.
#[derive(Clone, Default, Debug)]
pub(crate) struct Constants {
    scalars: Vec<(String, Value)>,
    /// Arrays and positional parameters, element by element.
    lists: Vec<(String, Vec<String>)>,
    choices: Vec<Choice>,
}

/// A variable that has one value after the other: that of a loop, or a function's parameters.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Choice {
    /// The variable, or [`POSITIONAL`].
    pub(crate) name: String,
    /// Each of its values: one element for a variable, the list for parameters.
    pub(crate) values: Vec<Vec<String>>,
    /// Where in the text it stops to be one of them.
    pub(crate) until: u32,
}

/// What is known of one parameter.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Known<'a> {
    /// Its value.
    Text(std::borrow::Cow<'a, str>),
    /// Some of its value.
    Shape(&'a Shape),
    /// It has none.
    Unset,
}

/// Most ways in which one command is read.
const MOST_READINGS: usize = 16;

impl Constants {
    pub(crate) fn is_empty(&self) -> bool {
        self.scalars.is_empty() && self.lists.is_empty() && self.choices.is_empty()
    }

    /// How many variables are known.
    pub(crate) fn len(&self) -> usize {
        self.scalars.len() + self.lists.len()
    }

    pub(crate) fn clear(&mut self) {
        self.scalars.clear();
        self.lists.clear();
        self.choices.clear();
    }

    /// Forgets all but what `keep` names.
    pub(crate) fn retain(&mut self, keep: impl Fn(&str) -> bool) {
        self.scalars.retain(|(name, _)| keep(name));
        self.lists.retain(|(name, _)| keep(name));
        self.choices.retain(|choice| keep(&choice.name));
    }

    pub(crate) fn forget(&mut self, name: &str) {
        self.retain(|known| known != name);
    }

    /// Drops what was true up to here only.
    pub(crate) fn leave(&mut self, at: u32) {
        let Some(left) = self.choices.iter().position(|choice| choice.until <= at) else { return };
        let name = self.choices[left].name.clone();
        self.forget(&name);
        self.leave(at);
    }

    pub(crate) fn set(&mut self, name: &str, value: Value) {
        self.forget(name);
        self.scalars.push((name.to_owned(), value));
    }

    pub(crate) fn set_list(&mut self, name: &str, elements: Vec<String>) {
        self.forget(name);
        self.lists.push((name.to_owned(), elements));
    }

    /// A variable with several values. What they share is known everywhere.
    pub(crate) fn choose(&mut self, choice: Choice) {
        self.forget(&choice.name);
        if choice.name != POSITIONAL {
            let values: Vec<&str> = choice.values.iter().flatten().map(String::as_str).collect();
            if let Some(value) = super::one_of(&values) {
                self.scalars.push((choice.name.clone(), value));
            }
        } else if let [only] = &choice.values[..] {
            self.lists.push((choice.name.clone(), only.clone()));
        }
        self.choices.push(choice);
    }

    /// The constants for each reading of a command with these words, in which the variables stand; none where there is one only,
    /// or more than are followed.
    pub(crate) fn readings<'t>(&self, words: impl FnOnce() -> Vec<&'t str>) -> Vec<Constants> {
        if self.choices.is_empty() {
            return Vec::new();
        }
        let words = words();
        let mut readings = vec![self.clone()];
        for choice in self.choices.iter().filter(|choice| choice.values.len() > 1) {
            if !words.iter().any(|word| is_expanded(word, &choice.name)) {
                continue;
            }
            if readings.len() * choice.values.len() > MOST_READINGS {
                return Vec::new();
            }
            let chosen = |known: &Constants, values: &Vec<String>| {
                let mut known = known.clone();
                match (choice.name.as_str(), values.first()) {
                    (POSITIONAL, _) => known.set_list(POSITIONAL, values.clone()),
                    (name, Some(text)) => known.set(name, Value::Literal(text.clone())),
                    (_, None) => {}
                }
                known
            };
            readings = readings
                .iter()
                .flat_map(|known| choice.values.iter().map(move |values| chosen(known, values)))
                .collect();
        }
        if readings.len() > 1 { readings } else { Vec::new() }
    }

    /// Takes over what `keep` names.
    pub(crate) fn extend(&mut self, other: &Constants, keep: impl Fn(&str) -> bool) {
        self.scalars.extend(other.scalars.iter().filter(|(name, _)| keep(name)).cloned());
        self.lists.extend(other.lists.iter().filter(|(name, _)| keep(name)).cloned());
        self.choices.extend(other.choices.iter().filter(|choice| keep(&choice.name)).cloned());
    }

    /// The elements of an array, or the positional parameters.
    pub(crate) fn list(&self, name: &str) -> Option<&[String]> {
        let found = self.lists.iter().rev().find(|(known, _)| known == name);
        found.map(|(_, elements)| elements.as_slice())
    }

    /// What `$name` is, in double quotes: a variable, `1`, `#`, `*`, `name[0]`, `name[*]`.
    pub(crate) fn known(&self, name: &str) -> Option<Known<'_>> {
        let element = |elements: &'_ [String], at: usize| match elements.get(at) {
            Some(text) => Known::Text(text.clone().into()),
            None => Known::Unset,
        };
        match name {
            "#" => self.list(POSITIONAL).map(|given| Known::Text(given.len().to_string().into())),
            "*" => self.list(POSITIONAL).map(|given| Known::Text(given.join(" ").into())),
            _ if name.bytes().all(|byte| byte.is_ascii_digit()) => {
                let at = name.parse::<usize>().ok()?.checked_sub(1)?;
                self.list(POSITIONAL).map(|given| element(given, at))
            }
            _ => match name.strip_suffix(']').and_then(|name| name.split_once('[')) {
                Some((name, "*")) => {
                    self.list(name).map(|elements| Known::Text(elements.join(" ").into()))
                }
                Some((name, at)) => {
                    let at = at.parse::<usize>().ok()?;
                    self.list(name).map(|elements| element(elements, at))
                }
                None => match self.scalars.iter().rev().find(|(known, _)| known == name) {
                    Some((_, Value::Literal(text))) => Some(Known::Text(text.as_str().into())),
                    Some((_, Value::Unknown(shape))) => Some(Known::Shape(shape)),
                    None => self.list(name).map(|elements| element(elements, 0)),
                },
            },
        }
    }
}

/// Whether the spelling expands this variable, or some positional parameter.
fn is_expanded(spelling: &str, name: &str) -> bool {
    let is_letter = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    let spelling = without_single_quotes(spelling);
    spelling.split('$').skip(1).any(|behind| {
        let behind = behind.trim_start_matches(['{', '#', '!']);
        if name == POSITIONAL {
            // `$#` has lost its sign.
            let number = behind.starts_with(|c: char| c.is_ascii_digit());
            return number || behind.starts_with(['@', '*']) || spelling.contains('#');
        }
        let rest = behind.strip_prefix(name);
        rest.is_some_and(|rest| !rest.as_bytes().first().is_some_and(is_letter))
    })
}

/// The spelling without what is in single quotes or behind a backslash.
fn without_single_quotes(spelling: &str) -> String {
    let mut live = String::with_capacity(spelling.len());
    let (mut letters, mut in_double) = (spelling.chars(), false);
    while let Some(letter) = letters.next() {
        match letter {
            '\\' => drop(letters.next()),
            '\'' if !in_double => while letters.next().is_some_and(|letter| letter != '\'') {},
            _ => {
                in_double ^= letter == '"';
                live.push(letter);
            }
        }
    }
    live
}
