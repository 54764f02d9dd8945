//! What `codex exec --json` prints: a command is an item that is told when it starts and again when it ends. The text
//! stays as printed, with the shell that Codex put before it.

use super::arguments::Value;
use super::codex::exit;
use super::json::{self, Damage, Node, Scalar, shape};
use super::out::{Fate, Out, key};
use super::reader::Reader;
use super::record::{Origin, Record, Status};

/// The thread that the stream is of.
#[derive(Default)]
pub(super) struct Stream {
    thread: Option<String>,
}

shape! {
    struct Event<'a> {
        r#type: Scalar<'a>,
        thread_id: Scalar<'a>,
        item: Node<'a, Item<'a>>,
    }
}

shape! {
    struct Item<'a> {
        id: Scalar<'a>,
        r#type: Scalar<'a>,
        // `item_type` and `assistant_message` in the first versions.
        item_type: Scalar<'a>,
        command: Value<'a>,
        exit_code: Scalar<'a>,
        status: Scalar<'a>,
    }
}

impl Reader for Stream {
    fn record(&mut self, text: &str, whole: bool, out: &mut Out<'_>) -> Result<usize, Damage> {
        let (event, used) = json::first::<Node<'_, Event<'_>>>(text, whole)?;
        let Some(event) = event.object() else { return Ok(used) };
        if event.r#type.text() == Some("thread.started") {
            self.thread = event.thread_id.owned();
        }
        if let Some(item) = event.item.object() {
            self.item(item, out);
        }
        Ok(used)
    }
}

impl Stream {
    fn item(&self, item: Item<'_>, out: &mut Out<'_>) {
        let kind = item.r#type.text().or(item.item_type.text());
        if kind != Some("command_execution") {
            return;
        }
        let (command, argv) = match item.command.text() {
            Ok(text) => text,
            Err(reason) => return out.without_text(reason),
        };
        let exit = exit(&item.exit_code);
        let (status, fate) = match item.status.text() {
            Some("completed") => (Status::Executed, Fate::Known),
            Some("failed") if exit.is_some() => (Status::Executed, Fate::Known),
            Some("failed") => (Status::Unknown, Fate::Known),
            Some("declined") => (Status::Rejected, Fate::Known),
            Some(_) | None => (Status::Unfinished, Fate::Awaited),
        };
        let call = item.id.owned();
        let thread = self.thread.as_deref().unwrap_or_default();
        let key = call.as_deref().map(|call| key(&["codex-exec", thread, call, &command]));
        let record = Record {
            argv,
            call,
            session: self.thread.clone(),
            origin: Origin::Agent,
            status,
            exit,
            ..out.record(command)
        };
        out.push_or_replace(record, fate, key);
    }
}
