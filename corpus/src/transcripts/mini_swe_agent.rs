//! mini-SWE-agent trajectories: the actions that a message records, or its one fenced block where none are recorded.

use super::arguments::{ToolCall, Value};
use super::json::{self, Damage, Node, Scalar, Text, first_text, shape};
use super::out::{Fate, Out};
use super::reader::Reader;
use super::record::{Origin, Record, Status};
use super::time;

/// How many messages there were, and which calls wait for the message that tells their result.
#[derive(Default)]
pub(super) struct Messages {
    seen: u64,
    /// The calls of the last answer of the model: their ids in the transcript, where they have one, and here.
    open: Vec<(Option<String>, String)>,
}

shape! {
    struct Message<'a> {
        role: Scalar<'a>,
        content: Node<'a, Text<'a>>,
        extra: Node<'a, Extra<'a>>,
        tool_call_id: Scalar<'a>,
        call_id: Scalar<'a>,
        tool_calls: Node<'a, ToolCall<'a>>,
    }
}

shape! {
    struct Extra<'a> {
        actions: Node<'a, Action<'a>>,
        returncode: Scalar<'a>,
        timestamp: Scalar<'a>,
    }
}

shape! {
    struct Action<'a> {
        command: Value<'a>,
        tool_call_id: Scalar<'a>,
    }
}

/// A command, whether it was a list of words, and the id of its call.
type Asked = (String, bool, Option<String>);

impl Reader for Messages {
    fn record(&mut self, text: &str, whole: bool, out: &mut Out<'_>) -> Result<usize, Damage> {
        let (message, used) = json::first::<Node<'_, Message<'_>>>(text, whole)?;
        if let Some(message) = message.object() {
            self.message(message, out);
        }
        Ok(used)
    }
}

impl Messages {
    fn message(&mut self, message: Message<'_>, out: &mut Out<'_>) {
        let number = self.seen;
        self.seen += 1;
        let extra = message.extra.object().unwrap_or_default();
        let is_answer = message.role.text() == Some("assistant");
        let asked = match extra.actions {
            Node::List(actions) => recorded(actions, out),
            Node::Absent | Node::Text(_) | Node::Object(_) if is_answer => {
                let called = called(message.tool_calls, out);
                if called.is_empty() { fenced(&message.content) } else { called }
            }
            Node::Absent | Node::Text(_) | Node::Object(_) => Vec::new(),
        };
        if !is_answer && asked.is_empty() {
            let content = first_text(&message.content).unwrap_or_default();
            let code = returncode(&extra.returncode, content);
            let id = message.tool_call_id.text().or(message.call_id.text());
            return self.result(id, code, out);
        }
        self.open.clear();
        for (at, (command, argv, id)) in asked.into_iter().enumerate() {
            let call = match at {
                0 => format!("msg{number}"),
                _ => format!("msg{number}/{}", at + 1),
            };
            self.open.push((id.clone(), call.clone()));
            let record = Record {
                argv,
                call: Some(call),
                entry: id,
                time: extra.timestamp.number().and_then(time::from_seconds),
                origin: Origin::Agent,
                ..out.record(command)
            };
            out.push(record, Fate::Awaited, None);
        }
    }

    /// A message that is no answer of the model tells the result of one call, or of the only one.
    fn result(&mut self, id: Option<&str>, code: Option<i32>, out: &mut Out<'_>) {
        let at = match id {
            Some(id) => self.open.iter().position(|(open, _)| open.as_deref() == Some(id)),
            None => (!self.open.is_empty()).then_some(0),
        };
        if let Some(at) = at {
            let (_, call) = self.open.remove(at);
            out.settle(Some(&call), Status::Executed, code);
        }
    }
}

fn recorded(actions: Vec<Node<'_, Action<'_>>>, out: &mut Out<'_>) -> Vec<Asked> {
    let mut asked = Vec::new();
    for action in actions.into_iter().filter_map(Node::object) {
        match action.command.text() {
            Ok((command, argv)) => asked.push((command, argv, action.tool_call_id.owned())),
            Err(reason) => out.without_text(reason),
        }
    }
    asked
}

fn called(calls: Node<'_, ToolCall<'_>>, out: &mut Out<'_>) -> Vec<Asked> {
    let Node::List(calls) = calls else { return Vec::new() };
    let mut asked = Vec::new();
    for (id, call) in calls.into_iter().filter_map(Node::object).filter_map(ToolCall::of_bash) {
        match call {
            Ok(call) => asked.push((call.command, call.argv, id)),
            Err(reason) => out.without_text(reason),
        }
    }
    asked
}

/// The one fenced block of an answer. With two or none the agent ran nothing.
fn fenced(content: &Node<'_, Text<'_>>) -> Vec<Asked> {
    let text = first_text(content).unwrap_or_default();
    let mut blocks = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find("```") {
        let after = &rest[at + 3..];
        let line = after.split('\n').next().unwrap_or_default();
        let body = after.get(line.len() + 1..);
        match body {
            Some(body) if matches!(line.trim_end(), "bash" | "mswea_bash_command") => {
                let Some(end) = body.find("\n```") else { break };
                blocks.push(body[..end].trim());
                rest = &body[end + 4..];
            }
            Some(_) | None => rest = after,
        }
    }
    match blocks.as_slice() {
        [command] => vec![((*command).to_owned(), false, None)],
        _ => Vec::new(),
    }
}

fn returncode(recorded: &Scalar<'_>, content: &str) -> Option<i32> {
    if let Some(code) = recorded.number() {
        return i32::try_from(code).ok();
    }
    let rest = content.split_once("<returncode>")?.1;
    rest.split_once("</returncode>")?.0.trim().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, command: Option<&str>) {
        let found = fenced(&Node::Text(text.into()));
        assert_eq!(found.first().map(|asked| asked.0.as_str()), command, "{text}");
    }

    #[test]
    fn exactly_one_fenced_block_is_a_command() {
        check("a\n```bash\nls\n```\nb", Some("ls"));
        check("```mswea_bash_command\nls\npwd\n```", Some("ls\npwd"));
        check("```bash\nls\n```\n```bash\npwd\n```", None);
        check("```python\nls\n```", None);
        check("```python\nx\n```\n```bash\nls\n```", Some("ls"));
        check("```bash\nls", None);
        check("none", None);
    }
}
