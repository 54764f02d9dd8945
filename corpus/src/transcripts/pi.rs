//! Pi session files, versions 1 to 3, and Pi's event stream. Every line is read, whatever branch or compaction hides it from the model.

use serde::Deserialize;

use super::json::{self, Damage, Node, Scalar};
use super::out::{Fate, Out, key};
use super::{Origin, Record, Status};

/// What the header said.
#[derive(Default)]
pub(super) struct Session {
    id: Option<String>,
    cwd: Option<String>,
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct Entry<'a> {
    #[serde(borrow)]
    r#type: Scalar<'a>,
    #[serde(borrow)]
    id: Scalar<'a>,
    #[serde(borrow)]
    timestamp: Scalar<'a>,
    #[serde(borrow)]
    cwd: Scalar<'a>,
    #[serde(borrow)]
    message: Node<'a, Message<'a>>,
}

#[derive(Deserialize, Default)]
#[serde(default, rename_all = "camelCase")]
struct Message<'a> {
    #[serde(borrow)]
    role: Scalar<'a>,
    #[serde(borrow)]
    content: Node<'a, Block<'a>>,
    #[serde(borrow)]
    stop_reason: Scalar<'a>,
    #[serde(borrow)]
    tool_call_id: Scalar<'a>,
    #[serde(borrow)]
    tool_name: Scalar<'a>,
    #[serde(borrow)]
    is_error: Scalar<'a>,
    #[serde(borrow)]
    nested_calls: Node<'a, Nested<'a>>,
    #[serde(borrow)]
    command: Scalar<'a>,
    #[serde(borrow)]
    exit_code: Scalar<'a>,
    #[serde(borrow)]
    cancelled: Scalar<'a>,
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct Block<'a> {
    #[serde(borrow)]
    r#type: Scalar<'a>,
    #[serde(borrow)]
    id: Scalar<'a>,
    #[serde(borrow)]
    name: Scalar<'a>,
    #[serde(borrow)]
    text: Scalar<'a>,
    #[serde(borrow)]
    status: Scalar<'a>,
    #[serde(borrow)]
    arguments: Node<'a, Arguments<'a>>,
    #[serde(borrow, rename = "partialJson")]
    partial_json: Scalar<'a>,
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct Nested<'a> {
    #[serde(borrow)]
    calls: Node<'a, Block<'a>>,
}

/// The arguments of a shell call, here and in Claude Code's transcripts.
#[derive(Deserialize, Default)]
#[serde(default)]
pub(super) struct Arguments<'a> {
    #[serde(borrow)]
    command: Scalar<'a>,
}

/// The command in the arguments of a call. Arguments may be JSON in a string, even twice.
pub(super) fn command(arguments: Node<'_, Arguments<'_>>) -> Option<String> {
    let inner = |text: &str| {
        json::first::<Node<'_, Arguments<'_>>>(text, true).ok().map(|(node, _)| into_owned(node))
    };
    let owned = match into_owned(arguments) {
        Found::Text(text) => match inner(&text)? {
            Found::Text(text) => inner(&text)?,
            found => found,
        },
        found => found,
    };
    match owned {
        Found::Command(command) => Some(command),
        Found::Text(_) | Found::Nothing => None,
    }
}

enum Found {
    Command(String),
    Text(String),
    Nothing,
}

fn into_owned(arguments: Node<'_, Arguments<'_>>) -> Found {
    match arguments {
        Node::Object(arguments) => arguments
            .command
            .into_text()
            .map_or(Found::Nothing, |command| Found::Command(command.into_owned())),
        Node::Text(text) => Found::Text(text.into_owned()),
        Node::Absent | Node::List(_) => Found::Nothing,
    }
}

impl Session {
    /// Reads the first value of `text`; how many bytes it takes.
    pub(super) fn take(
        &mut self,
        text: &str,
        whole: bool,
        out: &mut Out<'_>,
    ) -> Result<usize, Damage> {
        let (entry, used) = json::first::<Node<'_, Entry<'_>>>(text, whole)?;
        if let Some(entry) = entry.object() {
            self.entry(entry, out);
        }
        Ok(used)
    }

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
                        time: entry.timestamp.owned(),
                        cwd: self.cwd.clone(),
                        session: self.id.clone(),
                        origin: Origin::Agent,
                        ..out.record(String::new())
                    };
                    self.message(base, message, out);
                }
            }
            Some(_) | None => {}
        }
    }

    fn message(&self, base: Record, message: Message<'_>, out: &mut Out<'_>) {
        match message.role.text() {
            Some("assistant") => {
                let cut =
                    matches!(message.stop_reason.text(), Some("aborted" | "error" | "length"));
                if let Node::List(blocks) = message.content {
                    for block in blocks.into_iter().filter_map(Node::object) {
                        call(&base, block, cut, out);
                    }
                }
            }
            Some("toolResult") => {
                let id = message.tool_call_id.text();
                let of_bash = message.tool_name.text().is_none_or(|name| name == "bash");
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
                let key = key(&["pi", place(&base), "", &command]);
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
}

fn call(base: &Record, block: Block<'_>, cut: bool, out: &mut Out<'_>) {
    if block.r#type.text() != Some("toolCall") || block.name.text() != Some("bash") {
        return;
    }
    // Old files carry `partialJson` also on calls that arrived whole.
    let cut = cut
        || block
            .partial_json
            .text()
            .is_some_and(|text| json::first::<serde::de::IgnoredAny>(text, true).is_err());
    let Some(command) = command(block.arguments) else {
        out.without_text("a bash call without a command text");
        return;
    };
    let call = block.id.owned();
    // Ids of calls are used again by later messages, ids of entries by unrelated files.
    let key = key(&["pi", place(base), call.as_deref().unwrap_or_default(), &command]);
    let record = Record { command, call, ..base.clone() };
    if cut {
        out.push(Record { status: Status::Incomplete, ..record }, Fate::Known, Some(key));
    } else {
        out.push(record, Fate::Awaited, Some(key));
    }
}

fn nested_call(base: &Record, outer: &str, block: Block<'_>, out: &mut Out<'_>) {
    if block.name.text() != Some("bash") {
        return;
    }
    let Some(command) = command(block.arguments) else {
        out.without_text("a nested bash call without a command text");
        return;
    };
    let status = match block.status.text() {
        Some("ok") => Status::Executed,
        Some("unfinished") => Status::Unfinished,
        Some(_) | None => Status::Unknown,
    };
    let call = format!("{outer}/{}", block.id.text().unwrap_or_default());
    let key = key(&["pi", place(base), &call, &command]);
    let record =
        Record { command, call: Some(call), origin: Origin::AgentNested, status, ..base.clone() };
    out.push(record, Fate::Known, Some(key));
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
