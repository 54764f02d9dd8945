//! Pi session files, versions 1 to 3, and Pi's event stream. Every line is read, whatever branch or compaction hides it from the model.

use std::collections::BTreeMap;

use super::arguments::{self, Arguments};
use super::json::{self, Damage, Node, Scalar, shape};
use super::out::{Fate, Out, key};
use super::reader::Reader;
use super::record::{Origin, Record, Status};
use super::time;

/// What the header said, and which ids calls have had so far.
#[derive(Default)]
pub(super) struct Session {
    id: Option<String>,
    cwd: Option<String>,
    /// For the number of a call's id, that of its entry.
    calls: BTreeMap<u64, u64>,
}

shape! {
    struct Entry<'a> {
        r#type: Scalar<'a>,
        id: Scalar<'a>,
        timestamp: Scalar<'a>,
        cwd: Scalar<'a>,
        message: Node<'a, Message<'a>>,
        // Those of `tool_execution_end`, in the event stream.
        #[serde(rename = "toolCallId")]
        tool_call_id: Scalar<'a>,
        #[serde(rename = "toolName")]
        tool_name: Scalar<'a>,
        result: Node<'a, Message<'a>>,
        #[serde(rename = "isError")]
        is_error: Scalar<'a>,
    }
}

shape! {
    #[serde(rename_all = "camelCase")]
    struct Message<'a> {
        role: Scalar<'a>,
        content: Node<'a, Block<'a>>,
        stop_reason: Scalar<'a>,
        tool_call_id: Scalar<'a>,
        tool_name: Scalar<'a>,
        is_error: Scalar<'a>,
        nested_calls: Node<'a, Nested<'a>>,
        command: Scalar<'a>,
        exit_code: Scalar<'a>,
        cancelled: Scalar<'a>,
        timestamp: Scalar<'a>,
    }
}

shape! {
    struct Block<'a> {
        r#type: Scalar<'a>,
        id: Scalar<'a>,
        name: Scalar<'a>,
        text: Scalar<'a>,
        status: Scalar<'a>,
        arguments: Node<'a, Arguments<'a>>,
        #[serde(rename = "partialJson")]
        partial_json: Scalar<'a>,
    }
}

shape! {
    struct Nested<'a> {
        calls: Node<'a, Block<'a>>,
    }
}

/// The tools that hold shell text; extensions give bash other names.
fn is_shell(name: Option<&str>) -> bool {
    matches!(name, Some("bash" | "exec_command"))
}

impl Reader for Session {
    fn record(&mut self, text: &str, whole: bool, out: &mut Out<'_>) -> Result<usize, Damage> {
        let (entry, used) = json::first::<Node<'_, Entry<'_>>>(text, whole)?;
        if let Some(entry) = entry.object() {
            self.entry(entry, out);
        }
        Ok(used)
    }
}

impl Session {
    fn entry(&mut self, entry: Entry<'_>, out: &mut Out<'_>) {
        match entry.r#type.text() {
            Some("session") => {
                self.id = entry.id.owned();
                self.cwd = entry.cwd.owned();
            }
            // In the event stream a message is complete at its end; what comes before is a part of it.
            Some("message" | "message_end") => {
                if let Some(message) = entry.message.object() {
                    let base = Record {
                        entry: entry.id.owned(),
                        time: entry
                            .timestamp
                            .owned()
                            .or_else(|| message.timestamp.number().and_then(time::from_millis)),
                        cwd: self.cwd.clone(),
                        session: self.id.clone(),
                        origin: Origin::Agent,
                        ..out.record(String::new())
                    };
                    self.message(base, message, out);
                }
            }
            Some("tool_execution_end") if is_shell(entry.tool_name.text()) => {
                let content = entry.result.object().map(|result| result.content);
                let text = content.as_ref().map_or("", |content| last_text(content));
                let (status, exit) = outcome(entry.is_error.is_true(), text);
                out.settle(entry.tool_call_id.text(), status, exit);
            }
            Some(_) | None => {}
        }
    }

    fn message(&mut self, base: Record, message: Message<'_>, out: &mut Out<'_>) {
        match message.role.text() {
            Some("assistant") => {
                let cut =
                    matches!(message.stop_reason.text(), Some("aborted" | "error" | "length"));
                if let Node::List(blocks) = message.content {
                    for block in blocks.into_iter().filter_map(Node::object) {
                        self.call(&base, block, cut, out);
                    }
                }
            }
            Some("toolResult") => {
                let id = message.tool_call_id.text();
                let of_bash = message.tool_name.text().is_none_or(|name| is_shell(Some(name)));
                if let Some(id) = id.filter(|_| of_bash) {
                    let (status, exit) =
                        outcome(message.is_error.is_true(), last_text(&message.content));
                    out.settle(Some(id), status, exit);
                }
                if let Some(Node::List(calls)) =
                    message.nested_calls.object().map(|nested| nested.calls)
                {
                    for nested in calls.into_iter().filter_map(Node::object) {
                        nested_call(&base, id.unwrap_or_default(), nested, out);
                    }
                }
            }
            Some("bashExecution") => {
                let Some(command) = message.command.into_text() else {
                    out.without_text("a person's command without text");
                    return;
                };
                let status =
                    if message.cancelled.is_true() { Status::Cancelled } else { Status::Executed };
                let exit = message.exit_code.number().and_then(|code| i32::try_from(code).ok());
                let key = copy_key(&base, "", &command);
                let record = Record {
                    command: command.into_owned(),
                    origin: Origin::User,
                    status,
                    exit,
                    ..base
                };
                out.push(record, Fate::Known, Some(key));
            }
            Some(_) | None => {}
        }
    }

    fn call(&mut self, base: &Record, block: Block<'_>, cut: bool, out: &mut Out<'_>) {
        if block.r#type.text() != Some("toolCall") || !is_shell(block.name.text()) {
            return;
        }
        // Old files carry `partialJson` also on calls that arrived whole.
        let cut = cut
            || block
                .partial_json
                .text()
                .is_some_and(|text| json::first::<serde::de::IgnoredAny>(text, true).is_err());
        let arguments::Call { command, argv, cwd } = match arguments::call(block.arguments) {
            Ok(call) => call,
            Err(reason) => return out.without_text(reason),
        };
        let call = block.id.owned();
        // Ids of calls are used again by later messages, ids of entries by unrelated files.
        let id = call.as_deref().unwrap_or_default();
        let entry = key(&[place(base)]);
        let id_used_again = *self.calls.entry(key(&[id])).or_insert(entry) != entry;
        let key = copy_key(base, id, &command);
        let cwd = cwd.or_else(|| base.cwd.clone());
        let record = Record { command, argv, call, cwd, id_used_again, ..base.clone() };
        if cut {
            out.push(Record { status: Status::Incomplete, ..record }, Fate::Known, Some(key));
        } else {
            out.push(record, Fate::Awaited, Some(key));
        }
    }
}

fn nested_call(base: &Record, outer: &str, block: Block<'_>, out: &mut Out<'_>) {
    if !is_shell(block.name.text()) {
        return;
    }
    let arguments::Call { command, argv, .. } = match arguments::call(block.arguments) {
        Ok(call) => call,
        Err(reason) => return out.without_text(reason),
    };
    let status = match block.status.text() {
        Some("ok") => Status::Executed,
        Some("unfinished") => Status::Unfinished,
        Some(_) | None => Status::Unknown,
    };
    let call = format!("{outer}/{}", block.id.text().unwrap_or_default());
    let key = copy_key(base, &call, &command);
    let origin = Origin::AgentNested;
    let record = Record { command, argv, call: Some(call), origin, status, ..base.clone() };
    out.push(record, Fate::Known, Some(key));
}

/// A fork copies an entry with its id and its time; entries of unrelated files may have the same id.
fn copy_key(base: &Record, call: &str, command: &str) -> u64 {
    let time = base.time.as_deref().unwrap_or_default();
    key(&["pi", place(base), time, call, command])
}

/// Entries have no id in version 1; their time stands for it.
fn place(base: &Record) -> &str {
    base.entry.as_deref().or(base.time.as_deref()).unwrap_or_default()
}

fn last_text<'a>(content: &'a Node<'_, Block<'_>>) -> &'a str {
    match content {
        Node::Text(text) => text,
        Node::List(blocks) => blocks
            .iter()
            .rev()
            .find_map(|block| match block {
                Node::Object(block) => block.text.text(),
                Node::Absent | Node::Text(_) | Node::List(_) => None,
            })
            .unwrap_or_default(),
        Node::Absent | Node::Object(_) => "",
    }
}

/// Pi records no exit status; a failed command's output ends in a line that tells it.
fn outcome(is_error: bool, text: &str) -> (Status, Option<i32>) {
    if !is_error {
        return (Status::Executed, None);
    }
    let tail = text.trim_end().rsplit('\n').next().unwrap_or_default();
    if let Some(code) = tail.strip_prefix("Command exited with code ") {
        (Status::Executed, code.parse().ok())
    } else if tail.starts_with("Command timed out after ") {
        (Status::Executed, None)
    } else if tail == "Command aborted" {
        (Status::Cancelled, None)
    } else if text.starts_with("Skipped due to queued user message") {
        (Status::Rejected, None)
    } else {
        (Status::Unknown, None)
    }
}
