//! Gemini CLI chats: lines that are written again whenever a message changes, or one document before. What was wound
//! back did run, and is kept.

use std::collections::{BTreeMap, BTreeSet};

use super::arguments::{self, Arguments};
use super::json::{self, Damage, Node, Scalar, Text, first_text, shape};
use super::out::{Fate, Out, key};
use super::reader::Reader;
use super::record::{Origin, Record, Status};

/// What is known of the chat, and its messages, by the number of their id, in their order.
#[derive(Default)]
pub(super) struct Chat {
    session: Option<String>,
    cwd: Option<String>,
    is_subagent: bool,
    order: BTreeMap<u64, u64>,
    messages: BTreeMap<u64, u64>,
    next: u64,
}

shape! {
    #[serde(rename_all = "camelCase")]
    struct Entry<'a> {
        session_id: Scalar<'a>,
        kind: Scalar<'a>,
        directories: Node<'a, Text<'a>>,
        #[serde(rename = "$set")]
        set: Node<'a, Box<Entry<'a>>>,
        #[serde(rename = "$rewindTo")]
        rewind_to: Scalar<'a>,
        messages: Node<'a, Box<Entry<'a>>>,
        id: Scalar<'a>,
        r#type: Scalar<'a>,
        timestamp: Scalar<'a>,
        content: Node<'a, Text<'a>>,
        tool_calls: Node<'a, ToolCall<'a>>,
    }
}

shape! {
    struct ToolCall<'a> {
        id: Scalar<'a>,
        name: Scalar<'a>,
        args: Node<'a, Arguments<'a>>,
        result: Node<'a, ToolResult<'a>>,
        status: Scalar<'a>,
        timestamp: Scalar<'a>,
    }
}

shape! {
    #[serde(rename_all = "camelCase")]
    struct ToolResult<'a> {
        function_response: Node<'a, FunctionResponse<'a>>,
    }
}

shape! {
    /// How a result is given to the model.
    pub(super) struct FunctionResponse<'a> {
        pub(super) id: Scalar<'a>,
        pub(super) response: Node<'a, Response<'a>>,
    }
}

shape! {
    /// The text of a result, or of what went wrong.
    pub(super) struct Response<'a> {
        pub(super) output: Scalar<'a>,
        pub(super) error: Scalar<'a>,
    }
}

impl Reader for Chat {
    fn record(&mut self, text: &str, whole: bool, out: &mut Out<'_>) -> Result<usize, Damage> {
        let (entry, used) = json::first::<Node<'_, Entry<'_>>>(text, whole)?;
        out.hold();
        if let Some(entry) = entry.object() {
            self.entry(entry, 1, out);
        }
        Ok(used)
    }

    fn member(&mut self, name: &str, value: &str) {
        let text =
            || json::first::<Scalar<'_>>(value, false).ok().and_then(|(text, _)| text.owned());
        match name {
            "sessionId" => self.session = text(),
            "kind" => self.is_subagent = text().as_deref() == Some("subagent"),
            "directories" => {
                self.cwd = json::first::<Node<'_, Text<'_>>>(value, false)
                    .ok()
                    .and_then(|(folders, _)| first_text(&folders).map(str::to_owned));
            }
            _ => {}
        }
    }
}

impl Chat {
    fn entry(&mut self, entry: Entry<'_>, depth: u32, out: &mut Out<'_>) {
        if let Some(id) = entry.session_id.owned() {
            self.session = Some(id);
        }
        if let Some(kind) = entry.kind.text() {
            self.is_subagent = kind == "subagent";
        }
        if let Some(folder) = first_text(&entry.directories) {
            self.cwd = Some(folder.to_owned());
        }
        if let Some(id) = entry.rewind_to.text() {
            self.rewind(id, out);
        }
        // A list of all messages comes where the chat is written anew.
        if let (Node::List(messages), true) = (entry.messages, depth <= 2) {
            for message in messages.into_iter().filter_map(Node::object) {
                self.entry(*message, depth + 1, out);
            }
        }
        if let (Node::Object(set), true) = (entry.set, depth == 1) {
            self.entry(*set, 2, out);
        }
        let Some(id) = entry.id.owned() else { return };
        let number = key(&[&id]);
        if !self.order.contains_key(&number) {
            self.order.insert(number, self.next);
            self.messages.insert(self.next, number);
            self.next += 1;
        }
        let base = Record {
            entry: Some(id),
            time: entry.timestamp.owned(),
            cwd: self.cwd.clone(),
            session: self.session.clone(),
            origin: Origin::Agent,
            sidechain: self.is_subagent,
            ..out.record(String::new())
        };
        if entry.r#type.text() == Some("user")
            && let Some(command) = first_text(&entry.content).and_then(typed)
        {
            typed_by_person(&base, command, out);
        }
        if let Node::List(calls) = entry.tool_calls {
            for (at, call) in calls.into_iter().filter_map(Node::object).enumerate() {
                tool_call(&base, at, call, out);
            }
        }
    }

    /// Drops a message and all that follow; all of them where the id is not known.
    fn rewind(&mut self, id: &str, out: &mut Out<'_>) {
        let from = self.order.get(&key(&[id])).copied().unwrap_or(0);
        let dropped: BTreeSet<u64> = self.messages.split_off(&from).into_values().collect();
        if dropped.is_empty() {
            return;
        }
        for message in &dropped {
            self.order.remove(message);
        }
        let file = out.file().to_owned();
        out.amend(&mut |record| {
            let number = record.entry.as_deref().map(|id| key(&[id]));
            let is_dropped = number.is_some_and(|number| dropped.contains(&number));
            record.rewound |= record.file == file && is_dropped;
        });
    }
}

fn tool_call(base: &Record, at: usize, call: ToolCall<'_>, out: &mut Out<'_>) {
    if call.name.text() != Some("run_shell_command") {
        return;
    }
    let arguments::Call { command, argv, cwd } = match arguments::call(call.args) {
        Ok(call) => call,
        Err(reason) => return out.without_text(reason),
    };
    let (status, exit, fate) = outcome(call.status.text(), response(call.result));
    let id = call.id.owned().or_else(|| Some(format!("{}/{at}", base.entry.as_deref()?)));
    let session = base.session.as_deref().unwrap_or_default();
    let key = id.as_deref().map(|id| key(&["gemini-cli", session, id, &command]));
    let record = Record {
        command,
        argv,
        call: id,
        time: call.timestamp.owned().or_else(|| base.time.clone()),
        cwd: cwd.or_else(|| base.cwd.clone()),
        status,
        exit,
        ..base.clone()
    };
    out.push_or_replace(record, fate, key);
}

/// What a status, and the answer that the model was given, say of a call.
pub(super) fn outcome(
    status: Option<&str>,
    response: Option<Response<'_>>,
) -> (Status, Option<i32>, Fate) {
    let response = response.unwrap_or_default();
    let exit = response.output.text().and_then(exit);
    let error = response.error.text().unwrap_or_default();
    let (status, fate) = match status {
        Some("success") => (Status::Executed, Fate::Known),
        Some("cancelled") => (Status::Cancelled, Fate::Known),
        Some("error") if exit.is_some() => (Status::Executed, Fate::Known),
        Some("error") if error.contains("denied") || error.contains("reject") => {
            (Status::Rejected, Fate::Known)
        }
        Some("error") => (Status::Unknown, Fate::Known),
        Some(_) | None => (Status::Unfinished, Fate::Awaited),
    };
    (status, exit, fate)
}

fn typed_by_person(base: &Record, command: &str, out: &mut Out<'_>) {
    let session = base.session.as_deref().unwrap_or_default();
    let entry = base.entry.as_deref().unwrap_or_default();
    let key = key(&["gemini-cli", session, entry, command]);
    let record = Record {
        command: command.to_owned(),
        origin: Origin::User,
        status: Status::Executed,
        ..base.clone()
    };
    out.push(record, Fate::Known, Some(key));
}

/// The command in the text that stands in the history for what a person typed behind `!`.
pub(super) fn typed(text: &str) -> Option<&str> {
    const BEFORE: &str = "I ran the following shell command:\n```sh\n";
    let rest = text.strip_prefix(BEFORE)?;
    let end =
        rest.find("\n```\n\nThis produced the following result:").or_else(|| rest.find("\n```"))?;
    Some(&rest[..end])
}

fn response<'a>(result: Node<'a, ToolResult<'a>>) -> Option<Response<'a>> {
    let first = match result {
        Node::List(results) => results.into_iter().find_map(Node::object)?,
        Node::Object(result) => result,
        Node::Absent | Node::Text(_) => return None,
    };
    first.function_response.object()?.response.object()
}

/// The exit status at the end of what the shell tool answers; its output stands before it.
fn exit(output: &str) -> Option<i32> {
    let line = output.lines().rev().find_map(|line| line.strip_prefix("Exit Code: "))?;
    line.trim().parse().ok()
}
