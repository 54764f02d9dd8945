//! Goose's sessions: lines of messages, and the rows of its database. A request that Goose could not read holds no call.

use super::arguments::{self, Arguments};
use super::json::{self, Damage, Node, Scalar, Text, first_text, shape};
use super::out::{Fate, Out, key};
use super::reader::Reader;
use super::record::{Origin, Record, Status};
use super::time;

/// What is known of the session.
#[derive(Clone, Default)]
pub(super) struct Session {
    pub(super) id: Option<String>,
    pub(super) cwd: Option<String>,
}

shape! {
    /// The first line, or a message.
    struct Line<'a> {
        id: Scalar<'a>,
        working_dir: Scalar<'a>,
        created: Scalar<'a>,
        content: Node<'a, Block<'a>>,
    }
}

shape! {
    #[serde(rename_all = "camelCase")]
    struct Block<'a> {
        r#type: Scalar<'a>,
        id: Scalar<'a>,
        tool_call: Node<'a, ToolCall<'a>>,
        tool_result: Node<'a, ToolResult<'a>>,
    }
}

shape! {
    struct ToolCall<'a> {
        value: Node<'a, Call<'a>>,
    }
}

shape! {
    struct Call<'a> {
        name: Scalar<'a>,
        arguments: Node<'a, Arguments<'a>>,
    }
}

shape! {
    struct ToolResult<'a> {
        status: Scalar<'a>,
        error: Scalar<'a>,
        value: Node<'a, Text<'a>>,
    }
}

impl Reader for Session {
    fn record(&mut self, text: &str, whole: bool, out: &mut Out<'_>) -> Result<usize, Damage> {
        let (line, used) = json::first::<Node<'_, Line<'_>>>(text, whole)?;
        let Some(line) = line.object() else { return Ok(used) };
        if let Some(cwd) = line.working_dir.owned() {
            self.cwd = Some(cwd);
            self.id = line.id.owned().or_else(|| self.id.take());
        }
        let created = line.created.number().and_then(time::from_seconds);
        blocks(line.content, self, created, line.id.owned(), out);
        Ok(used)
    }
}

/// Reads the content of a message in a row.
pub(super) fn row(
    text: &str,
    session: &Session,
    created: Option<i64>,
    entry: Option<String>,
    out: &mut Out<'_>,
) -> Result<(), Damage> {
    let (content, _) = json::first::<Node<'_, Block<'_>>>(text, true)?;
    blocks(content, session, created.and_then(time::from_seconds), entry, out);
    Ok(())
}

fn blocks(
    content: Node<'_, Block<'_>>,
    session: &Session,
    created: Option<String>,
    entry: Option<String>,
    out: &mut Out<'_>,
) {
    let Node::List(blocks) = content else { return };
    for block in blocks.into_iter().filter_map(Node::object) {
        match block.r#type.text() {
            Some("toolRequest") => {
                let base = Record {
                    call: block.id.owned(),
                    entry: entry.clone(),
                    time: created.clone(),
                    cwd: session.cwd.clone(),
                    session: session.id.clone(),
                    origin: Origin::Agent,
                    ..out.record(String::new())
                };
                request(base, block.tool_call, out);
            }
            Some("toolResponse") => {
                if let (Some(id), Some(result)) = (block.id.text(), block.tool_result.object()) {
                    out.settle(Some(id), outcome(&result), None);
                }
            }
            Some(_) | None => {}
        }
    }
}

fn request(base: Record, call: Node<'_, ToolCall<'_>>, out: &mut Out<'_>) {
    let Some(call) = call.object().and_then(|call| call.value.object()) else {
        return out.without_text("a request that the agent could not read");
    };
    if !matches!(call.name.text(), Some("developer__shell" | "shell")) {
        return;
    }
    let arguments::Call { command, argv, cwd } = match arguments::call(call.arguments) {
        Ok(call) => call,
        Err(reason) => return out.without_text(reason),
    };
    let key = base.call.as_deref().map(|id| key(&["goose", id, &command]));
    let cwd = cwd.or_else(|| base.cwd.clone());
    out.push(Record { command, argv, cwd, ..base }, Fate::Awaited, key);
}

fn outcome(result: &ToolResult<'_>) -> Status {
    let text = first_text(&result.value);
    let said = result.error.text().or(text).unwrap_or_default();
    // The answer that Goose gives the model in place of an output.
    if said.starts_with("The user has declined to run this tool") {
        Status::Rejected
    } else if result.status.text() == Some("error") {
        Status::Unknown
    } else {
        Status::Executed
    }
}
