//! The arguments of a shell call, in any spelling that an agent uses: an object, JSON in a string, even twice; the
//! command a string or a list of words. What is neither is no command.

use std::fmt;
use std::marker::PhantomData;

use serde::Deserialize;
use serde::de::{Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};

use super::json::{self, Node, Scalar, shape};
use super::words;

shape! {
    /// The arguments of a call of a shell tool.
    pub(super) struct Arguments<'a> {
        command: Value<'a>,
        cmd: Value<'a>,
        workdir: Scalar<'a>,
        dir_path: Scalar<'a>,
        directory: Scalar<'a>,
        working_directory: Scalar<'a>,
    }
}

shape! {
    /// A call in the way of chat completions.
    pub(super) struct ToolCall<'a> {
        id: Scalar<'a>,
        function: Node<'a, Function<'a>>,
    }
}

shape! {
    pub(super) struct Function<'a> {
        name: Scalar<'a>,
        arguments: Node<'a, Arguments<'a>>,
    }
}

impl ToolCall<'_> {
    /// The id and the arguments of a call of the tool `bash`; none for another one.
    pub(super) fn of_bash(self) -> Option<(Option<String>, Result<Call, Reason>)> {
        let function = self.function.object()?;
        let is_bash = function.name.text() == Some("bash");
        is_bash.then(|| (self.id.owned(), call(function.arguments)))
    }
}

/// What the arguments of a call come to.
pub(super) struct Call {
    /// The command text.
    pub(super) command: String,
    /// Whether it was a list of words.
    pub(super) argv: bool,
    /// The folder to run in, where the call names one.
    pub(super) cwd: Option<String>,
}

/// A command as it is written.
#[derive(Default)]
pub(super) enum Value<'a> {
    /// Not there, or null.
    #[default]
    Absent,
    /// A string.
    Text(std::borrow::Cow<'a, str>),
    /// A list of strings.
    Words(Vec<String>),
    /// Anything else.
    Damaged,
}

/// Why there is no command in the arguments.
pub(super) type Reason = &'static str;

/// The command in the arguments of a call.
pub(super) fn call(arguments: Node<'_, Arguments<'_>>) -> Result<Call, Reason> {
    match arguments {
        Node::Object(arguments) => of_object(arguments),
        Node::Text(text) => of_text(&text, 1),
        Node::Absent => Err("a call without arguments"),
        Node::List(_) => Err("arguments that are a list"),
    }
}

fn of_text(text: &str, depth: u32) -> Result<Call, Reason> {
    match json::first::<Node<'_, Arguments<'_>>>(text, true) {
        Ok((Node::Object(arguments), _)) => of_object(arguments),
        Ok((Node::Text(inner), _)) if depth == 1 => of_text(&inner, 2),
        Ok((Node::Text(_) | Node::Absent | Node::List(_), _)) => {
            Err("arguments that are no object")
        }
        Err(_) => Err("arguments that are not JSON"),
    }
}

fn of_object(arguments: Arguments<'_>) -> Result<Call, Reason> {
    let folder =
        [arguments.workdir, arguments.dir_path, arguments.directory, arguments.working_directory];
    let cwd = folder.iter().find_map(Scalar::owned);
    let value = match arguments.command {
        Value::Absent => arguments.cmd,
        value => value,
    };
    let (command, argv) = value.text()?;
    Ok(Call { command, argv, cwd })
}

impl Value<'_> {
    /// The command text, and whether it was a list of words.
    pub(super) fn text(self) -> Result<(String, bool), Reason> {
        match self {
            Value::Text(text) => Ok((text.into_owned(), false)),
            Value::Words(words) => Ok(words::text(words)),
            Value::Absent => Err("a call without a command text"),
            Value::Damaged => Err("a command that is no text"),
        }
    }
}

impl<'de: 'a, 'a> Deserialize<'de> for Value<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Value<'a>, D::Error> {
        deserializer.deserialize_any(ValueVisitor(PhantomData))
    }
}

/// Beyond this, a list of empty words would fill memory many times its own size.
const MOST_WORDS: usize = 1 << 16;

struct ValueVisitor<'a>(PhantomData<&'a str>);

impl<'de: 'a, 'a> Visitor<'de> for ValueVisitor<'a> {
    type Value = Value<'a>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("any value")
    }

    fn visit_bool<E>(self, _: bool) -> Result<Value<'a>, E> {
        Ok(Value::Damaged)
    }

    fn visit_i64<E>(self, _: i64) -> Result<Value<'a>, E> {
        Ok(Value::Damaged)
    }

    fn visit_u64<E>(self, _: u64) -> Result<Value<'a>, E> {
        Ok(Value::Damaged)
    }

    fn visit_f64<E>(self, _: f64) -> Result<Value<'a>, E> {
        Ok(Value::Damaged)
    }

    fn visit_borrowed_str<E>(self, text: &'de str) -> Result<Value<'a>, E> {
        Ok(Value::Text(text.into()))
    }

    fn visit_str<E>(self, text: &str) -> Result<Value<'a>, E> {
        Ok(Value::Text(text.to_owned().into()))
    }

    fn visit_unit<E>(self) -> Result<Value<'a>, E> {
        Ok(Value::Absent)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value<'a>, A::Error> {
        let mut words = Some(Vec::new());
        while let Some(item) = items.next_element::<Scalar<'a>>()? {
            match (&mut words, item.into_text()) {
                (Some(list), Some(word)) if list.len() < MOST_WORDS => list.push(word.into_owned()),
                (Some(_) | None, _) => words = None,
            }
        }
        Ok(words.map_or(Value::Damaged, Value::Words))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Value<'a>, A::Error> {
        while entries.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
        Ok(Value::Damaged)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, command: Option<&str>) {
        let (arguments, _) = json::first::<Node<'_, Arguments<'_>>>(text, true).expect("JSON");
        let found = call(arguments).ok().map(|call| call.command);
        assert_eq!(found.as_deref(), command, "{text}");
    }

    #[test]
    fn arguments_are_read_in_every_spelling() {
        check(r#"{"command":"ls"}"#, Some("ls"));
        check(r#"{"cmd":["bash","-lc","ls"]}"#, Some("ls"));
        check(r#"{"command":["ls","a b"]}"#, Some("ls 'a b'"));
        check(r#""{\"command\":\"ls\"}""#, Some("ls"));
        check(r#""\"{\\\"command\\\":\\\"ls\\\"}\"""#, Some("ls"));
        check(r#""\"\\\"x\\\"\"""#, None);
        check(r#"{"command":["ls",1]}"#, None);
        check(r#"{"command":null}"#, None);
        check(r#"{"command":{"a":"b"}}"#, None);
        check(r#""{\"command\":\"ls""#, None);
        check(r#"["ls"]"#, None);
        check("null", None);
    }
}
