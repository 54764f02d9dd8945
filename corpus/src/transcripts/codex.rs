//! Codex CLI rollouts: lines in an envelope, or the bare items before it had one. What a compaction repeats, what the
//! display mirrors and what is typed into a running process are no calls.

use super::arguments::{self, Arguments};
use super::json::{self, Damage, Node, Scalar, shape};
use super::out::{Fate, Out, key};
use super::reader::Reader;
use super::record::{Origin, Record, Status};

/// What the session and its turns said.
#[derive(Default)]
pub(super) struct Rollout {
    id: Option<String>,
    cwd: Option<String>,
    turn_cwd: Option<String>,
    time: Option<String>,
    is_subagent: bool,
}

shape! {
    /// An envelope, or what is in it: an item of a response, an event, or what a session or a turn says of itself.
    struct Item<'a> {
        timestamp: Scalar<'a>,
        r#type: Scalar<'a>,
        payload: Node<'a, Box<Item<'a>>>,
        id: Scalar<'a>,
        call_id: Scalar<'a>,
        name: Scalar<'a>,
        arguments: Node<'a, Arguments<'a>>,
        action: Node<'a, Arguments<'a>>,
        status: Scalar<'a>,
        output: Node<'a, Output<'a>>,
        exit_code: Scalar<'a>,
        cwd: Scalar<'a>,
        parent_thread_id: Scalar<'a>,
        thread_source: Scalar<'a>,
    }
}

shape! {
    /// The output of a call: its text, or an object that holds it.
    struct Output<'a> {
        text: Scalar<'a>,
        output: Scalar<'a>,
        content: Scalar<'a>,
        metadata: Node<'a, Metadata<'a>>,
    }
}

shape! {
    struct Metadata<'a> {
        exit_code: Scalar<'a>,
    }
}

impl Reader for Rollout {
    fn record(&mut self, text: &str, whole: bool, out: &mut Out<'_>) -> Result<usize, Damage> {
        let (item, used) = json::first::<Node<'_, Item<'_>>>(text, whole)?;
        if let Some(item) = item.object() {
            self.line(item, out);
        }
        Ok(used)
    }
}

impl Rollout {
    fn line(&mut self, line: Item<'_>, out: &mut Out<'_>) {
        self.time = line.timestamp.owned();
        match (line.r#type.text(), line.payload) {
            // A fork repeats the lines of its parent, with the parent's own beginning among them.
            (Some("session_meta"), Node::Object(meta)) if self.id.is_none() => {
                self.id = meta.id.owned();
                self.cwd = meta.cwd.owned();
                self.is_subagent = meta.parent_thread_id.text().is_some()
                    || meta.thread_source.text().is_some_and(|source| source != "user");
            }
            (Some("turn_context"), Node::Object(turn)) => self.turn_cwd = turn.cwd.owned(),
            (Some("response_item"), Node::Object(item)) => self.item(*item, out),
            (Some("event_msg"), Node::Object(event)) => {
                if event.r#type.text() == Some("exec_command_end") {
                    let status = match event.status.text() {
                        Some("declined") => Status::Rejected,
                        Some(_) | None => Status::Executed,
                    };
                    if let Some(call) = event.call_id.text() {
                        out.settle(Some(call), status, exit(&event.exit_code));
                    }
                }
            }
            (_, Node::Object(_) | Node::Text(_) | Node::List(_)) => {}
            (None, Node::Absent) => {
                // The first line of a session without envelopes.
                if self.id.is_none() {
                    self.id = line.id.owned();
                }
            }
            (Some(_), Node::Absent) => {
                self.item(Item { payload: Node::Absent, ..line }, out);
            }
        }
    }

    fn item(&mut self, item: Item<'_>, out: &mut Out<'_>) {
        match item.r#type.text() {
            Some("function_call") => match item.name.text() {
                Some("shell" | "container.exec" | "shell_command" | "exec_command") => {
                    self.call(item.arguments, item.call_id.owned(), item.id.owned(), None, out);
                }
                Some("write_stdin") => out.no_command("keystrokes"),
                Some(_) | None => {}
            },
            Some("local_shell_call") => {
                // The call may say itself that it ended; its output may follow all the same.
                let status = match item.status.text() {
                    Some("completed") => Some(Status::Executed),
                    Some(_) | None => None,
                };
                let id = item.id.owned();
                let call = item.call_id.owned().or_else(|| id.clone());
                let call = call.or_else(|| Some(format!("L{}", out.line())));
                self.call(item.action, call, id, status, out);
            }
            Some("custom_tool_call") if item.name.text() == Some("exec") => {
                out.no_command("a script that calls the shell tool");
            }
            Some("function_call_output" | "custom_tool_call_output") => {
                if let Some(call) = item.call_id.text() {
                    let (status, exit) = outcome(&item.output);
                    out.settle(Some(call), status, exit);
                }
            }
            Some(_) | None => {}
        }
    }

    fn call(
        &self,
        arguments: Node<'_, Arguments<'_>>,
        call: Option<String>,
        entry: Option<String>,
        status: Option<Status>,
        out: &mut Out<'_>,
    ) {
        let arguments::Call { command, argv, cwd } = match arguments::call(arguments) {
            Ok(call) => call,
            Err(reason) => return out.without_text(reason),
        };
        let key = call.as_deref().map(|call| key(&["codex", call, &command]));
        let record = Record {
            argv,
            call,
            entry,
            time: self.time.clone(),
            cwd: cwd.or_else(|| self.turn_cwd.clone()).or_else(|| self.cwd.clone()),
            session: self.id.clone(),
            origin: Origin::Agent,
            status: status.unwrap_or(Status::Unfinished),
            sidechain: self.is_subagent,
            ..out.record(command)
        };
        let fate = if status.is_some() { Fate::AwaitedElse } else { Fate::Awaited };
        out.push(record, fate, key);
    }
}

pub(super) fn exit(code: &Scalar<'_>) -> Option<i32> {
    code.number().and_then(|code| i32::try_from(code).ok())
}

/// What the output of a call says of it. The text is an object in older versions; newer ones begin with lines that
/// tell the exit status, before `Output:`.
fn outcome(output: &Node<'_, Output<'_>>) -> (Status, Option<i32>) {
    match output {
        Node::Text(text) => {
            if text.starts_with('{')
                && let Ok((Node::Object(inner), _)) =
                    json::first::<Node<'_, Output<'_>>>(text, true)
            {
                return of_object(&inner);
            }
            of_text(text)
        }
        Node::Object(inner) => of_object(inner),
        Node::List(items) => {
            let text = items.iter().find_map(|item| match item {
                Node::Object(item) => item.text.text(),
                Node::Text(text) => Some(text.as_ref()),
                Node::Absent | Node::List(_) => None,
            });
            of_text(text.unwrap_or_default())
        }
        Node::Absent => (Status::Executed, None),
    }
}

fn of_object(output: &Output<'_>) -> (Status, Option<i32>) {
    if let Node::Object(metadata) = &output.metadata
        && let Some(exit) = exit(&metadata.exit_code)
    {
        return (Status::Executed, Some(exit));
    }
    of_text(output.output.text().or(output.content.text()).unwrap_or_default())
}

fn of_text(text: &str) -> (Status, Option<i32>) {
    const REFUSED: [&str; 4] = ["rejected by user", "Rejected(", "rejected: ", "reject command"];
    let head = text.split("\nOutput:").next().unwrap_or_default();
    let head: String = head.chars().take(400).collect();
    let code = |line: &str| {
        let rest = ["Process exited with code ", "Exit code: "]
            .iter()
            .find_map(|words| line.strip_prefix(words))?;
        rest.trim().parse().ok()
    };
    if let Some(exit) = head.lines().find_map(code) {
        return (Status::Executed, Some(exit));
    }
    if head.starts_with("aborted") {
        (Status::Cancelled, None)
    } else if head.lines().any(|line| line.starts_with("Process running with session ID")) {
        (Status::Unknown, None)
    } else if head
        .lines()
        .next()
        .is_some_and(|first| REFUSED.iter().any(|sign| first.contains(sign)))
    {
        (Status::Rejected, None)
    } else {
        (Status::Executed, None)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(output: &str, status: Status, exit: Option<i32>) {
        assert_eq!(of_text(output), (status, exit), "{output}");
    }

    #[test]
    fn the_head_of_an_output_tells_what_became_of_the_call() {
        check("Wall time: 1 s\nProcess exited with code 2\nOutput:\nx", Status::Executed, Some(2));
        check("Exit code: 0\nWall time: 0.1 seconds\nOutput:\n", Status::Executed, Some(0));
        check("ok\nOutput:\nExit code: 3", Status::Executed, None);
        check("exec command rejected by user", Status::Rejected, None);
        check("aborted by user after 3.1s", Status::Cancelled, None);
        check("Process running with session ID 7\nOutput:\n", Status::Unknown, None);
        check("plain", Status::Executed, None);
    }
}
