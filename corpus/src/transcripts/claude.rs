//! Claude Code transcripts. Tool outputs, summaries, thinking and hook lines are never searched for commands.

use super::arguments::{self, Arguments};
use super::json::{self, Damage, Node, Scalar, Text, first_text, shape};
use super::out::{Fate, Out, key};
use super::reader::Reader;
use super::record::{Origin, Record, Status};

/// A transcript says everything on each line; nothing is remembered.
pub(super) struct Transcript;

shape! {
    #[serde(rename_all = "camelCase")]
    struct Entry<'a> {
        r#type: Scalar<'a>,
        uuid: Scalar<'a>,
        timestamp: Scalar<'a>,
        cwd: Scalar<'a>,
        session_id: Scalar<'a>,
        // The spelling of the stream that `--output-format stream-json` prints.
        #[serde(rename = "session_id")]
        stream_session_id: Scalar<'a>,
        is_sidechain: Scalar<'a>,
        is_meta: Scalar<'a>,
        is_compact_summary: Scalar<'a>,
        message: Node<'a, Message<'a>>,
        tool_use_result: Node<'a, ToolUseResult<'a>>,
        data: Node<'a, Progress<'a>>,
    }
}

shape! {
    struct Message<'a> {
        content: Node<'a, Block<'a>>,
        stop_reason: Scalar<'a>,
    }
}

shape! {
    struct Block<'a> {
        r#type: Scalar<'a>,
        id: Scalar<'a>,
        name: Scalar<'a>,
        input: Node<'a, Arguments<'a>>,
        text: Scalar<'a>,
        tool_use_id: Scalar<'a>,
        is_error: Scalar<'a>,
        content: Node<'a, Text<'a>>,
    }
}

shape! {
    struct ToolUseResult<'a> {
        interrupted: Scalar<'a>,
    }
}

shape! {
    /// A subagent's message, repeated in the main transcript while it works.
    struct Progress<'a> {
        r#type: Scalar<'a>,
        message: Node<'a, Inner<'a>>,
    }
}

shape! {
    struct Inner<'a> {
        r#type: Scalar<'a>,
        uuid: Scalar<'a>,
        message: Node<'a, Message<'a>>,
    }
}

impl Reader for Transcript {
    fn record(&mut self, text: &str, whole: bool, out: &mut Out<'_>) -> Result<usize, Damage> {
        let (entry, used) = json::first::<Node<'_, Entry<'_>>>(text, whole)?;
        if let Some(entry) = entry.object() {
            read_entry(entry, out);
        }
        Ok(used)
    }
}

fn read_entry(entry: Entry<'_>, out: &mut Out<'_>) {
    let base = Record {
        entry: entry.uuid.owned(),
        time: entry.timestamp.owned(),
        cwd: entry.cwd.owned(),
        session: entry.session_id.owned().or_else(|| entry.stream_session_id.owned()),
        origin: Origin::Agent,
        sidechain: entry.is_sidechain.is_true(),
        ..out.record(String::new())
    };
    let (interrupted, refused) = match entry.tool_use_result {
        Node::Object(result) => (result.interrupted.is_true(), false),
        Node::Text(text) => (false, text.starts_with("User rejected tool use")),
        Node::Absent | Node::List(_) => (false, false),
    };
    let line = Line { interrupted, refused };
    match entry.r#type.text() {
        Some("assistant") => {
            if let Some(message) = entry.message.object() {
                assistant(&base, message, out);
            }
        }
        Some("user") if !entry.is_meta.is_true() && !entry.is_compact_summary.is_true() => {
            if let Some(message) = entry.message.object() {
                user(&base, message, &line, out);
            }
        }
        Some("progress") => {
            let Some(progress) = entry.data.object() else { return };
            if progress.r#type.text() != Some("agent_progress") {
                return;
            }
            let Some(inner) = progress.message.object() else { return };
            let base = Record {
                entry: inner.uuid.owned().or(base.entry.clone()),
                sidechain: true,
                ..base
            };
            let Some(message) = inner.message.object() else { return };
            match inner.r#type.text() {
                Some("assistant") => assistant(&base, message, out),
                Some("user") => user(&base, message, &Line::default(), out),
                Some(_) | None => {}
            }
        }
        Some(_) | None => {}
    }
}

fn assistant(base: &Record, message: Message<'_>, out: &mut Out<'_>) {
    let Node::List(blocks) = message.content else { return };
    // At the limit of its answer the model was cut off inside the last block.
    let cut = message.stop_reason.text() == Some("max_tokens");
    let last = blocks.len().saturating_sub(1);
    for (at, block) in blocks.into_iter().enumerate() {
        let Some(block) = block.object() else { continue };
        if block.r#type.text() != Some("tool_use") || block.name.text() != Some("Bash") {
            continue;
        }
        let arguments::Call { command, argv, .. } = match arguments::call(block.input) {
            Ok(call) => call,
            Err(reason) => {
                out.without_text(reason);
                continue;
            }
        };
        let call = block.id.owned();
        let at_text = at.to_string();
        let key = match (&call, &base.entry) {
            (Some(call), _) => Some(key(&["claude-code", call, &command])),
            (None, Some(entry)) => Some(key(&["claude-code", entry, &at_text, &command])),
            (None, None) => None,
        };
        let record = Record { command, argv, call, ..base.clone() };
        if cut && at == last {
            out.push(Record { status: Status::Incomplete, ..record }, Fate::Known, key);
        } else {
            out.push(record, Fate::Awaited, key);
        }
    }
}

/// What a line says of the result that it holds, beside it.
#[derive(Default)]
struct Line {
    interrupted: bool,
    refused: bool,
}

fn user(base: &Record, message: Message<'_>, line: &Line, out: &mut Out<'_>) {
    match message.content {
        Node::Text(text) => typed(base, &text, out),
        Node::List(blocks) => {
            for block in blocks.into_iter().filter_map(Node::object) {
                match block.r#type.text() {
                    Some("text") => typed(base, block.text.text().unwrap_or_default(), out),
                    Some("tool_result") => {
                        if let Some(id) = block.tool_use_id.text() {
                            let (status, exit) = outcome(
                                block.is_error.is_true(),
                                line,
                                first_text(&block.content).unwrap_or_default(),
                            );
                            out.settle(Some(id), status, exit);
                        }
                    }
                    Some(_) | None => {}
                }
            }
        }
        Node::Absent | Node::Object(_) => {}
    }
}

const OPEN: &str = "<bash-input>";
const CLOSE: &str = "</bash-input>";

/// What a person typed: `!cmd` is written as a message of its own, and its output as the next one.
fn typed(base: &Record, text: &str, out: &mut Out<'_>) {
    let text = text.trim_start();
    if let Some(rest) = text.strip_prefix(OPEN) {
        // The command is not escaped: it may hold the closing tag itself.
        let command = rest.rfind(CLOSE).map_or(rest, |end| &rest[..end]);
        let key = base
            .entry
            .as_deref()
            .or(base.time.as_deref())
            .map(|place| key(&["claude-code", place, "", command]));
        let record = Record { command: command.to_owned(), origin: Origin::User, ..base.clone() };
        out.push(record, Fate::Awaited, key);
    } else if text.starts_with("<bash-stdout>") || text.starts_with("<bash-stderr>") {
        out.settle(None, Status::Executed, None);
    }
}

/// How notices begin that stand in place of an output when a call was refused or skipped.
const NOT_EXECUTED: [&str; 12] = [
    "The user doesn't want to proceed with this tool use",
    "The user doesn't want to take this action right now",
    "User rejected tool use",
    "<tool_use_error>",
    "InputValidationError",
    "Permission to use Bash",
    "Claude requested permissions to use Bash",
    "This command requires approval",
    "This Bash command contains multiple operations",
    "Hook PreToolUse",
    "PreToolUse:",
    "Cancelled: parallel tool call",
];

fn outcome(is_error: bool, line: &Line, text: &str) -> (Status, Option<i32>) {
    if line.refused {
        return (Status::Rejected, None);
    }
    if line.interrupted || text.starts_with("[Request interrupted by user") {
        return (Status::Cancelled, None);
    }
    if !is_error {
        return (Status::Executed, None);
    }
    let text = text.strip_prefix("Error: ").unwrap_or(text);
    if let Some(rest) = text.strip_prefix("Exit code ") {
        let digits = rest.split(|c: char| !c.is_ascii_digit()).next().unwrap_or_default();
        return (Status::Executed, digits.parse().ok());
    }
    if NOT_EXECUTED.iter().any(|notice| text.starts_with(notice)) {
        return (Status::Rejected, None);
    }
    (Status::Unknown, None)
}
