//! Copilot CLI event logs. A call is first asked for by the model and then started; it is one call.

use super::arguments::{self, Arguments};
use super::json::{self, Damage, Node, Scalar, shape};
use super::out::{Fate, Out, key};
use super::reader::Reader;
use super::record::{Origin, Record, Status};

/// What the start of the session said.
#[derive(Default)]
pub(super) struct Events {
    session: Option<String>,
    cwd: Option<String>,
}

shape! {
    struct Event<'a> {
        r#type: Scalar<'a>,
        id: Scalar<'a>,
        timestamp: Scalar<'a>,
        data: Node<'a, Data<'a>>,
    }
}

shape! {
    #[serde(rename_all = "camelCase")]
    struct Data<'a> {
        session_id: Scalar<'a>,
        context: Node<'a, Context<'a>>,
        tool_requests: Node<'a, Request<'a>>,
        tool_call_id: Scalar<'a>,
        parent_tool_call_id: Scalar<'a>,
        tool_name: Scalar<'a>,
        arguments: Node<'a, Arguments<'a>>,
        success: Scalar<'a>,
        result: Node<'a, Outcome<'a>>,
        error: Node<'a, Outcome<'a>>,
    }
}

shape! {
    struct Context<'a> {
        cwd: Scalar<'a>,
    }
}

shape! {
    #[serde(rename_all = "camelCase")]
    struct Request<'a> {
        tool_call_id: Scalar<'a>,
        name: Scalar<'a>,
        arguments: Node<'a, Arguments<'a>>,
    }
}

shape! {
    /// The result of a call, the reason why it has none, or the answer to a question of permission.
    struct Outcome<'a> {
        kind: Scalar<'a>,
        content: Scalar<'a>,
        code: Scalar<'a>,
        message: Scalar<'a>,
    }
}

impl Reader for Events {
    fn record(&mut self, text: &str, whole: bool, out: &mut Out<'_>) -> Result<usize, Damage> {
        let (event, used) = json::first::<Node<'_, Event<'_>>>(text, whole)?;
        if let Some(event) = event.object() {
            self.event(event, out);
        }
        Ok(used)
    }

    fn breaks_strings(&self) -> bool {
        true
    }
}

impl Events {
    fn event(&mut self, event: Event<'_>, out: &mut Out<'_>) {
        let Some(data) = event.data.object() else { return };
        let base = Record {
            entry: event.id.owned(),
            time: event.timestamp.owned(),
            cwd: self.cwd.clone(),
            session: self.session.clone(),
            origin: Origin::Agent,
            sidechain: data.parent_tool_call_id.text().is_some(),
            ..out.record(String::new())
        };
        match event.r#type.text() {
            Some("session.start" | "session.resume" | "session.context_changed") => {
                self.session = data.session_id.owned().or_else(|| self.session.take());
                let cwd = data.context.object().and_then(|context| context.cwd.owned());
                self.cwd = cwd.or_else(|| self.cwd.take());
            }
            Some("assistant.message") => {
                let Node::List(requests) = data.tool_requests else { return };
                for request in requests.into_iter().filter_map(Node::object) {
                    if request.name.text() == Some("bash") {
                        call(&base, request.tool_call_id.owned(), request.arguments, out);
                    }
                }
            }
            Some("tool.execution_start") if data.tool_name.text() == Some("bash") => {
                call(&base, data.tool_call_id.owned(), data.arguments, out);
            }
            Some("tool.execution_complete") => {
                let Some(id) = data.tool_call_id.text() else { return };
                let succeeded = data.success.is_true();
                let (status, exit) = outcome(succeeded, data.result.object(), data.error.object());
                out.settle(Some(id), status, exit);
            }
            Some("permission.completed") => {
                let kind = data.result.object().and_then(|result| result.kind.owned());
                if let (Some(id), Some(kind)) = (data.tool_call_id.text(), kind)
                    && (kind.starts_with("denied") || kind.starts_with("reject"))
                {
                    out.settle(Some(id), Status::Rejected, None);
                }
            }
            Some(_) | None => {}
        }
    }
}

fn call(base: &Record, id: Option<String>, arguments: Node<'_, Arguments<'_>>, out: &mut Out<'_>) {
    let arguments::Call { command, argv, cwd } = match arguments::call(arguments) {
        Ok(call) => call,
        Err(reason) => return out.without_text(reason),
    };
    let key = id.as_deref().map(|id| key(&["copilot-cli", id, &command]));
    let cwd = cwd.or_else(|| base.cwd.clone());
    out.push_or_replace(
        Record { command, argv, call: id, cwd, ..base.clone() },
        Fate::Awaited,
        key,
    );
}

fn outcome(
    succeeded: bool,
    result: Option<Outcome<'_>>,
    error: Option<Outcome<'_>>,
) -> (Status, Option<i32>) {
    if let Some(error) = error.filter(|_| !succeeded) {
        let code = error.code.text().unwrap_or_default();
        let message = error.message.text().unwrap_or_default();
        let says = |word: &str| code.contains(word) || message.contains(word);
        return if says("denied") || says("rejected") {
            (Status::Rejected, None)
        } else if says("cancel") || says("abort") {
            (Status::Cancelled, None)
        } else {
            (Status::Unknown, None)
        };
    }
    // The shell tool ends its answer with `<exited with exit code N>` or, for a shell that stays, with its id.
    let content = result.and_then(|result| result.content.owned()).unwrap_or_default();
    let tail = content.trim_end().rsplit('\n').next().unwrap_or_default();
    let exit = tail
        .rsplit_once("exit code ")
        .and_then(|(_, rest)| rest.trim_end_matches(['>', ')', '.']).trim().parse().ok());
    (Status::Executed, exit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_exit_status_stands_in_the_last_line_of_the_answer() {
        let answer = |content: &'static str| Outcome {
            content: Scalar::Text(content.into()),
            ..Outcome::default()
        };
        for (content, exit) in [
            ("ok\n<exited with exit code 0>", Some(0)),
            ("<shellId: 3 completed with exit code 128>\n", Some(128)),
            ("exit code 3\nmore", None),
            ("", None),
        ] {
            assert_eq!(outcome(true, Some(answer(content)), None), (Status::Executed, exit));
        }
    }
}
