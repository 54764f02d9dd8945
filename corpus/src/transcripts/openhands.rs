//! OpenHands events: a file each, a list, or a run of an evaluation with its history. Polls, keystrokes and what the
//! runtime does for itself are no commands.

use super::arguments::Value;
use super::json::{self, Damage, Node, Scalar, shape};
use super::out::{Fate, Out, key};
use super::reader::Reader;
use super::record::{Origin, Record, Status};

/// An event says which one it answers; nothing is remembered.
pub(super) struct Events;

shape! {
    struct Event<'a> {
        id: Scalar<'a>,
        timestamp: Scalar<'a>,
        source: Scalar<'a>,
        action: Scalar<'a>,
        args: Node<'a, Args<'a>>,
        tool_call_metadata: Node<'a, ToolCall<'a>>,
        observation: Scalar<'a>,
        cause: Scalar<'a>,
        extras: Node<'a, Extras<'a>>,
        history: Node<'a, Box<Event<'a>>>,
    }
}

shape! {
    struct Args<'a> {
        command: Value<'a>,
        is_input: Scalar<'a>,
        hidden: Scalar<'a>,
        cwd: Scalar<'a>,
        confirmation_state: Scalar<'a>,
    }
}

shape! {
    struct ToolCall<'a> {
        tool_call_id: Scalar<'a>,
    }
}

shape! {
    struct Extras<'a> {
        metadata: Node<'a, Metadata<'a>>,
        // Where it stood before there was metadata.
        exit_code: Scalar<'a>,
    }
}

shape! {
    struct Metadata<'a> {
        exit_code: Scalar<'a>,
    }
}

impl Reader for Events {
    fn record(&mut self, text: &str, whole: bool, out: &mut Out<'_>) -> Result<usize, Damage> {
        let (event, used) = json::first::<Node<'_, Event<'_>>>(text, whole)?;
        let Some(event) = event.object() else { return Ok(used) };
        if let Node::List(history) = event.history {
            let base = out.pointer().to_owned();
            for (at, event) in history.into_iter().filter_map(Node::object).enumerate() {
                out.point(Some(format!("{base}/history/{at}")));
                read(*event, out);
            }
        } else {
            read(event, out);
        }
        Ok(used)
    }
}

fn read(event: Event<'_>, out: &mut Out<'_>) {
    match (event.action.text(), event.observation.text()) {
        (Some("run"), _) => run(event, out),
        (_, Some("run")) => {
            let extras = event.extras.object().unwrap_or_default();
            let metadata = extras.metadata.object().unwrap_or_default();
            let exit = metadata.exit_code.number().or(extras.exit_code.number());
            let exit = exit.and_then(|exit| i32::try_from(exit).ok());
            // It was still running when its output was looked at.
            let status = if exit == Some(-1) { Status::Unknown } else { Status::Executed };
            settle(&event.cause, status, exit, out);
        }
        (_, Some("user_rejected")) => settle(&event.cause, Status::Rejected, None, out),
        (_, Some("error")) => settle(&event.cause, Status::Unknown, None, out),
        _ => {}
    }
}

fn settle(cause: &Scalar<'_>, status: Status, exit: Option<i32>, out: &mut Out<'_>) {
    if let Some(id) = number(cause) {
        out.settle(Some(&format!("event{id}")), status, exit);
    }
}

fn number(id: &Scalar<'_>) -> Option<String> {
    id.number().map(|id| id.to_string()).or_else(|| id.owned())
}

fn run(event: Event<'_>, out: &mut Out<'_>) {
    let Some(args) = event.args.object() else {
        return out.without_text("a run whose arguments stand elsewhere");
    };
    let (command, argv) = match args.command.text() {
        Ok(text) => text,
        Err(reason) => return out.without_text(reason),
    };
    if command.is_empty() {
        return out.no_command("a poll");
    }
    if args.is_input.is_true() || matches!(command.as_str(), "C-c" | "C-d" | "C-z") {
        return out.no_command("keystrokes");
    }
    if args.hidden.is_true() {
        return out.no_command("what the agent's runtime does for itself");
    }
    let call = number(&event.id).map(|id| format!("event{id}"));
    let time = event.timestamp.owned();
    let known = [call.as_deref(), time.as_deref(), Some(&command)];
    // Ids are small numbers: only with the time does one tell a call from those of other sessions.
    let key = key(&["openhands"]
        .into_iter()
        .chain(known.map(Option::unwrap_or_default))
        .collect::<Vec<_>>());
    let (status, fate) = match args.confirmation_state.text() {
        Some("rejected") => (Status::Rejected, Fate::Known),
        Some(_) | None => (Status::Unfinished, Fate::Awaited),
    };
    let is_user = event.source.text() == Some("user");
    let record = Record {
        argv,
        call,
        entry: event.tool_call_metadata.object().and_then(|call| call.tool_call_id.owned()),
        time,
        cwd: args.cwd.owned(),
        origin: if is_user { Origin::User } else { Origin::Agent },
        status,
        ..out.record(command)
    };
    out.push(record, fate, Some(key));
}
