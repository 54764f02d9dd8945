//! The complete command from the request's own payload (ADR 0004): every field must be what it should, or there is no
//! evidence. It looks into no session, so a call needs no id.

use serde_json::Value;

use super::details::Details;

/// What is wrong with a payload.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Flaw {
    /// There is none.
    Absent,
    /// Its `kind` is not bash.
    Kind,
    /// It holds no request.
    NoRequest,
    /// The request is not said to be about the bash surface and the bash tool.
    NotBash,
    /// It does not say that the request is not forwarded.
    Requester,
    /// The value is blank or no string.
    Value,
    /// The request's `command` is another text than the value.
    OtherCommand,
    /// The evidence is no list.
    NoList,
    /// Several entries claim to be the full command.
    SeveralFull,
    /// The full command's text is no string.
    FullNoText,
    /// The full command is blank.
    FullBlank,
}

impl Flaw {
    /// Every flaw, for tables.
    pub const ALL: [Flaw; 11] = [
        Flaw::Absent,
        Flaw::Kind,
        Flaw::NoRequest,
        Flaw::NotBash,
        Flaw::Requester,
        Flaw::Value,
        Flaw::OtherCommand,
        Flaw::NoList,
        Flaw::SeveralFull,
        Flaw::FullNoText,
        Flaw::FullBlank,
    ];

    /// The word that reports use.
    pub fn name(self) -> &'static str {
        match self {
            Flaw::Absent => "no-payload",
            Flaw::Kind => "payload-kind",
            Flaw::NoRequest => "payload-no-request",
            Flaw::NotBash => "payload-not-bash",
            Flaw::Requester => "payload-requester",
            Flaw::Value => "payload-value",
            Flaw::OtherCommand => "payload-other-command",
            Flaw::NoList => "payload-evidence-no-list",
            Flaw::SeveralFull => "payload-several-full-commands",
            Flaw::FullNoText => "payload-full-command-no-string",
            Flaw::FullBlank => "payload-full-command-blank",
        }
    }

    /// The same in a sentence.
    pub fn sentence(self) -> &'static str {
        match self {
            Flaw::Absent => "the request has no payload",
            Flaw::Kind => "the payload is not of the kind bash",
            Flaw::NoRequest => "the payload holds no request",
            Flaw::NotBash => "the payload's request is not about the native bash tool",
            Flaw::Requester => "the payload does not say that the request is not forwarded",
            Flaw::Value => "the payload's value is blank or no string",
            Flaw::OtherCommand => "the unit and the payload's value are different texts",
            Flaw::NoList => "the payload's evidence is no list",
            Flaw::SeveralFull => "several entries of the evidence claim to be the full command",
            Flaw::FullNoText => "the full command in the evidence is no string",
            Flaw::FullBlank => "the full command in the evidence is blank",
        }
    }
}

/// The complete command and the unit that asked.
///
/// # Errors
/// The first thing that is wrong with the payload.
pub fn read(details: &Details) -> Result<(String, String), Flaw> {
    let payload = details.0.get("payload").filter(|it| it.is_object()).ok_or(Flaw::Absent)?;
    let is_bash = |value: Option<&Value>| value.is_some_and(|value| value == "bash");
    if !is_bash(payload.get("kind")) {
        return Err(Flaw::Kind);
    }
    let request = payload.get("request").filter(|it| it.is_object()).ok_or(Flaw::NoRequest)?;
    let aliased = request.get("invokedToolName").is_some_and(|name| !name.is_null());
    if !is_bash(request.get("surface")) || !is_bash(request.get("toolName")) || aliased {
        return Err(Flaw::NotBash);
    }
    if request.pointer("/requester/forwarded").is_none_or(|forwarded| *forwarded != false) {
        return Err(Flaw::Requester);
    }
    let value = request.get("value").and_then(Value::as_str).unwrap_or_default();
    if value.trim().is_empty() {
        return Err(Flaw::Value);
    }
    let command = details.0.get("command").filter(|command| !command.is_null());
    if command.is_some_and(|command| command != value) {
        return Err(Flaw::OtherCommand);
    }
    let evidence = payload.get("evidence").and_then(Value::as_array).ok_or(Flaw::NoList)?;
    let full = |entry: &&Value| entry.get("label").is_some_and(|label| label == "full command");
    let mut full = evidence.iter().filter(full);
    let text = match (full.next(), full.next()) {
        (None, _) => value,
        (Some(_), Some(_)) => return Err(Flaw::SeveralFull),
        (Some(entry), None) => entry.get("text").and_then(Value::as_str).ok_or(Flaw::FullNoText)?,
    };
    if text.trim().is_empty() {
        return Err(Flaw::FullBlank);
    }
    Ok((text.to_owned(), value.to_owned()))
}
