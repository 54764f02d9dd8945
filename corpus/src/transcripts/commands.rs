//! JSON Lines that hold commands and say nothing of an agent: objects with a `command`, or strings.

use super::arguments::Value;
use super::json::{self, Damage, Node, shape};
use super::out::{Fate, Out};
use super::reader::Reader;
use super::record::Record;

/// A list of commands remembers nothing.
pub(super) struct Commands;

shape! {
    struct Bare<'a> {
        command: Value<'a>,
    }
}

impl Reader for Commands {
    fn record(&mut self, text: &str, whole: bool, out: &mut Out<'_>) -> Result<usize, Damage> {
        let (value, used) = json::first::<Node<'_, Bare<'_>>>(text, whole)?;
        let command = match value {
            Node::Text(command) => Ok((command.into_owned(), false)),
            Node::Object(Bare { command: Value::Absent }) | Node::Absent | Node::List(_) => {
                return Ok(used);
            }
            Node::Object(Bare { command }) => command.text(),
        };
        match command {
            Ok((command, argv)) => {
                out.push(Record { argv, ..out.record(command) }, Fate::Known, None);
            }
            Err(reason) => out.without_text(reason),
        }
        Ok(used)
    }
}
