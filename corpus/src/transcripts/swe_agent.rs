//! SWE-agent trajectories. The verbs of its own interface look like commands and are none; demonstrations never ran.

use super::arguments::{self, ToolCall};
use super::json::{self, Damage, Node, Scalar, shape};
use super::out::{Fate, Out};
use super::reader::Reader;
use super::record::{Origin, Record, Status};

/// How many actions there were so far.
#[derive(Default)]
pub(super) struct Trajectory {
    steps: u64,
}

shape! {
    /// A step of the trajectory, or an entry of the history.
    struct Step<'a> {
        role: Scalar<'a>,
        action: Scalar<'a>,
        is_demo: Scalar<'a>,
        state: Node<'a, State<'a>>,
        observation: Scalar<'a>,
        tool_calls: Node<'a, ToolCall<'a>>,
    }
}

shape! {
    struct State<'a> {
        working_dir: Scalar<'a>,
    }
}

/// What the agent's interface calls its verbs; a word that begins with `exit_` is one too.
const VERBS: [&str; 15] = [
    "create",
    "edit",
    "filemap",
    "find_file",
    "goto",
    "insert",
    "open",
    "scroll_down",
    "scroll_up",
    "search_dir",
    "search_file",
    "str_replace_editor",
    "submit",
    "undo_edit",
    "view_image",
];

impl Reader for Trajectory {
    fn record(&mut self, text: &str, whole: bool, out: &mut Out<'_>) -> Result<usize, Damage> {
        let (step, used) = json::first::<Node<'_, Step<'_>>>(text, whole)?;
        if let Some(step) = step.object() {
            self.step(step, out);
        }
        Ok(used)
    }
}

impl Trajectory {
    fn step(&mut self, step: Step<'_>, out: &mut Out<'_>) {
        let is_action = step.role.text().is_none_or(|role| role == "assistant");
        if step.is_demo.is_true() {
            if is_action {
                out.no_command("an action of a demonstration");
            }
            return;
        }
        if !is_action {
            return;
        }
        let number = self.steps;
        self.steps += 1;
        let (command, argv) = match step.action.into_text() {
            Some(action) => (action.into_owned(), false),
            None => match of_tool(step.tool_calls) {
                Some(call) => (call.command, call.argv),
                None => return,
            },
        };
        let command = command.trim_end_matches(['\n', '\r']).to_owned();
        if let Some(verb) = verb(&command) {
            return out.no_command(&format!("{verb}, a verb of SWE-agent's own"));
        }
        let cwd = working_dir(step.state);
        let observed = step.observation.text();
        let status = if observed.is_some() { Status::Executed } else { Status::Unknown };
        let record = Record {
            argv,
            call: Some(format!("step{number}")),
            cwd,
            origin: Origin::Agent,
            status,
            ..out.record(command)
        };
        out.push(record, Fate::Known, None);
    }
}

fn of_tool(calls: Node<'_, ToolCall<'_>>) -> Option<arguments::Call> {
    let Node::List(calls) = calls else { return None };
    let (_, call) = calls.into_iter().find_map(Node::object)?.of_bash()?;
    call.ok()
}

fn verb(command: &str) -> Option<&'static str> {
    let first = command.split_ascii_whitespace().next()?;
    if first.starts_with("exit_") {
        return Some("exit_…");
    }
    VERBS.into_iter().find(|verb| *verb == first)
}

/// The state is an object, or JSON in a string.
fn working_dir(state: Node<'_, State<'_>>) -> Option<String> {
    match state {
        Node::Object(state) => state.working_dir.owned(),
        Node::Text(text) => {
            let (state, _) = json::first::<Node<'_, State<'_>>>(&text, true).ok()?;
            state.object()?.working_dir.owned()
        }
        Node::Absent | Node::List(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::verb;

    #[test]
    fn verbs_are_told_from_commands_by_their_first_word() {
        for text in ["open a.py 10", "edit 1:1\nx\nend_of_edit", "submit", "exit_cost", "goto 3"] {
            assert!(verb(text).is_some(), "{text}");
        }
        for command in ["ls", "xdg-open a", "exit", "cd a && open b", "", "editor x"] {
            assert!(verb(command).is_none(), "{command}");
        }
    }
}
