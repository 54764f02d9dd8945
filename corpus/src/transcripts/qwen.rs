//! Qwen Code chats: Gemini's parts, in entries like Claude Code's. A result is an entry of its own.

use super::arguments::{self, Arguments};
use super::gemini::{FunctionResponse, outcome, typed};
use super::json::{self, Damage, Node, Scalar, shape};
use super::out::{Fate, Out, key};
use super::reader::Reader;
use super::record::{Origin, Record, Status};

/// Every entry says all of itself; nothing is remembered.
pub(super) struct Chat;

shape! {
    #[serde(rename_all = "camelCase")]
    struct Entry<'a> {
        r#type: Scalar<'a>,
        uuid: Scalar<'a>,
        timestamp: Scalar<'a>,
        cwd: Scalar<'a>,
        session_id: Scalar<'a>,
        message: Node<'a, Message<'a>>,
        tool_call_result: Node<'a, ToolCallResult<'a>>,
    }
}

shape! {
    struct Message<'a> {
        parts: Node<'a, Part<'a>>,
    }
}

shape! {
    #[serde(rename_all = "camelCase")]
    struct Part<'a> {
        text: Scalar<'a>,
        function_call: Node<'a, FunctionCall<'a>>,
        function_response: Node<'a, FunctionResponse<'a>>,
    }
}

shape! {
    struct FunctionCall<'a> {
        id: Scalar<'a>,
        name: Scalar<'a>,
        args: Node<'a, Arguments<'a>>,
    }
}

shape! {
    struct ToolCallResult<'a> {
        status: Scalar<'a>,
    }
}

impl Reader for Chat {
    fn record(&mut self, text: &str, whole: bool, out: &mut Out<'_>) -> Result<usize, Damage> {
        let (entry, used) = json::first::<Node<'_, Entry<'_>>>(text, whole)?;
        if let Some(entry) = entry.object() {
            read(entry, out);
        }
        Ok(used)
    }
}

fn read(entry: Entry<'_>, out: &mut Out<'_>) {
    let Some(Node::List(parts)) = entry.message.object().map(|message| message.parts) else {
        return;
    };
    let base = Record {
        entry: entry.uuid.owned(),
        time: entry.timestamp.owned(),
        cwd: entry.cwd.owned(),
        session: entry.session_id.owned(),
        origin: Origin::Agent,
        ..out.record(String::new())
    };
    let result = entry.tool_call_result.object().unwrap_or_default();
    let is_user = entry.r#type.text() == Some("user");
    for part in parts.into_iter().filter_map(Node::object) {
        if let Some(command) = part.text.text().filter(|_| is_user).and_then(typed) {
            let copy = base.entry.as_deref().map(|entry| key(&["qwen-code", entry, command]));
            let (origin, status) = (Origin::User, Status::Executed);
            let record = Record { command: command.to_owned(), origin, status, ..base.clone() };
            out.push(record, Fate::Known, copy);
        } else if let Some(call) = part.function_call.object() {
            asked(&base, call, out);
        } else if let Some(response) = part.function_response.object() {
            // Where the entry says nothing else, the answer came after the call was through.
            let status = result.status.text().or(Some("success"));
            let (status, exit, _) = outcome(status, response.response.object());
            if let Some(id) = response.id.text() {
                out.settle(Some(id), status, exit);
            }
        }
    }
}

fn asked(base: &Record, call: FunctionCall<'_>, out: &mut Out<'_>) {
    if call.name.text() != Some("run_shell_command") {
        return;
    }
    let arguments::Call { command, argv, cwd } = match arguments::call(call.args) {
        Ok(call) => call,
        Err(reason) => return out.without_text(reason),
    };
    let call = call.id.owned();
    let id = call.as_deref().or(base.entry.as_deref());
    let copy = id.map(|id| key(&["qwen-code", id, &command]));
    let cwd = cwd.or_else(|| base.cwd.clone());
    out.push(Record { command, argv, call, cwd, ..base.clone() }, Fate::Awaited, copy);
}
