//! A request as the permission system hands it to an authorizer. Its `message` is for people: nothing here reads it.

use serde_json::{Value, json};

use super::answer::Reason;

/// The `details` of a request.
#[derive(Clone, PartialEq, Debug)]
pub struct Details(pub Value);

fn present(value: Option<&Value>) -> Option<&Value> {
    value.filter(|value| !value.is_null())
}

impl Details {
    /// The request that the permission system makes about a bash call: the unit that asked, and the complete command
    /// where it is another text.
    pub fn of_call(call: Option<&str>, unit: &str, full: &str, agent: Option<&str>) -> Details {
        let entry = json!({"label": "full command", "text": full});
        let evidence = if full == unit { Vec::new() } else { vec![entry] };
        let mut details = json!({
            "source": "tool_call",
            "agentName": agent,
            "toolName": "bash",
            "surface": "bash",
            "command": unit,
            "payload": {
                "kind": "bash",
                "request": {
                    "requester": {"agentName": agent, "forwarded": false},
                    "surface": "bash",
                    "toolName": "bash",
                    "invokedToolName": null,
                    "value": unit,
                },
                "evidence": evidence,
            },
        });
        if let Some(call) = call {
            details["toolCallId"] = call.into();
        }
        Details(details)
    }

    /// Why the request belongs to the rest of the chain, if it does: it comes from another session, or is about
    /// another tool than the native bash.
    pub(super) fn not_ours(&self) -> Option<Reason> {
        let request = self.0.pointer("/payload/request");
        let of_request = |key: &str| request.and_then(|request| request.get(key));
        let forwarded = present(self.0.pointer("/payload/request/requester/forwarded"));
        let forwarded = forwarded.is_some_and(|forwarded| *forwarded != false);
        if forwarded || present(self.0.get("forwarding")).is_some() {
            return Some(Reason::Forwarded);
        }
        let is_bash = |value: Option<&Value>| value.is_none_or(|value| value == "bash");
        let invoked = [self.0.get("invokedToolName"), of_request("invokedToolName")];
        if invoked.into_iter().any(|tool| present(tool).is_some()) {
            return Some(Reason::ShellAlias);
        }
        if !is_bash(self.0.get("surface")) || !is_bash(of_request("surface")) {
            return Some(Reason::OtherSurface);
        }
        let tools = [self.0.get("toolName"), of_request("toolName")];
        let of_bash = tools.iter().all(|tool| is_bash(*tool)) && tools.iter().any(Option::is_some);
        (!of_bash).then_some(Reason::OtherTool)
    }

    pub(super) fn call(&self) -> Option<&str> {
        self.0.get("toolCallId").and_then(Value::as_str).filter(|id| !id.is_empty())
    }

    /// The unit that asked.
    pub(super) fn unit(&self) -> Option<&str> {
        let unit = self.0.get("command").and_then(Value::as_str);
        unit.filter(|unit| !unit.trim().is_empty())
    }

    pub(super) fn agent(&self) -> Option<&str> {
        self.0.get("agentName").and_then(Value::as_str)
    }
}
