//! What a Pi session says about one bash call, as evidence for an authorizer (ADR 0001). It answers with the command
//! or with the reason why there is none, and never with a guess.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use serde_json::Value;

use super::json;
use super::lines::{Line, Lines, text};
use super::{Options, ReadError};

/// How much of a file is looked at for a header, in bytes (Pi's own limit).
const HEADER_WITHIN: usize = 1 << 20;

/// The first entry of a session file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Header {
    /// The session's id.
    pub id: String,
    /// The format's version: 1 where the file states none.
    pub version: u64,
    /// The working directory.
    pub cwd: Option<String>,
}

/// One bash call of an assistant message.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Call {
    /// The call's id.
    pub id: Option<String>,
    /// The id of the entry that holds it; none in version 1.
    pub entry: Option<String>,
    /// The entry's time as written.
    pub time: Option<String>,
    /// The line, from 1.
    pub line: u64,
    /// Which command of that line, as in a case id, from 1.
    pub nth: u32,
    /// The text that ran or would have, where the call holds a whole one.
    pub text: Option<String>,
    /// The same as evidence: the command, or why the session is none for it.
    pub command: Result<String, Missing>,
}

/// Why a session holds no evidence for a call.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Missing {
    /// The first entry is no session header with an id, so the file is no session.
    NoHeader,
    /// No message holds a call of that id.
    NotFound,
    /// The id stands only in messages that are not the assistant's.
    NotTheAssistants,
    /// The call has no id.
    NoId,
    /// The latest message with the id holds it more than once.
    Repeated,
    /// The call is of another tool than bash.
    OtherTool,
    /// The arguments are no object.
    ArgumentsNoObject,
    /// The arguments hold no `command`.
    NoCommand,
    /// `command` is no string.
    CommandNoText,
    /// `command` is blank.
    CommandBlank,
    /// The message was broken off, so its arguments may be.
    Incomplete,
    /// A damaged line holds the call, or may hold a later one of that id.
    Damaged,
}

impl Missing {
    /// Every reason, for tables.
    pub const ALL: [Missing; 12] = [
        Missing::NoHeader,
        Missing::NotFound,
        Missing::NotTheAssistants,
        Missing::NoId,
        Missing::Repeated,
        Missing::OtherTool,
        Missing::ArgumentsNoObject,
        Missing::NoCommand,
        Missing::CommandNoText,
        Missing::CommandBlank,
        Missing::Incomplete,
        Missing::Damaged,
    ];

    /// The word that reports use.
    pub fn name(self) -> &'static str {
        match self {
            Missing::NoHeader => "no-session-header",
            Missing::NotFound => "call-not-found",
            Missing::NotTheAssistants => "call-not-of-the-assistant",
            Missing::NoId => "no-call-id",
            Missing::Repeated => "call-id-repeated",
            Missing::OtherTool => "call-of-another-tool",
            Missing::ArgumentsNoObject => "arguments-no-object",
            Missing::NoCommand => "no-command",
            Missing::CommandNoText => "command-no-string",
            Missing::CommandBlank => "command-blank",
            Missing::Incomplete => "call-incomplete",
            Missing::Damaged => "line-damaged",
        }
    }

    /// The same in a sentence.
    pub fn sentence(self) -> &'static str {
        match self {
            Missing::NoHeader => "the file begins with no session header",
            Missing::NotFound => "no message holds a call of this id",
            Missing::NotTheAssistants => {
                "the id stands only in messages that are not the assistant's"
            }
            Missing::NoId => "there is no call id to look for",
            Missing::Repeated => "the latest message with the id holds it more than once",
            Missing::OtherTool => "the recovered call is not of the native bash tool",
            Missing::ArgumentsNoObject => "the call's arguments are no object",
            Missing::NoCommand => "the call's arguments hold no command",
            Missing::CommandNoText => "the call's command is no string",
            Missing::CommandBlank => "the call's command is blank",
            Missing::Incomplete => "the message was broken off, and its arguments may be cut",
            Missing::Damaged => "a damaged line holds the id",
        }
    }
}

/// What a session says about one id.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Recovery {
    /// The session's header, where there is one.
    pub header: Option<Header>,
    /// The call, where a message holds one; its command is the answer's.
    pub call: Option<Call>,
    /// The complete command, or why there is none.
    pub command: Result<String, Missing>,
}

/// Looks for a call as a walk from the end would find it: the latest message of the assistant that holds a tool call
/// of that id, in the order of the file, with exactly one such call in it. Branches play no part: a session is
/// appended to, so the message that was being authorized was the last one when it was written.
///
/// # Errors
/// When the stream fails.
pub fn recover(input: &mut dyn Read, id: &str) -> io::Result<Recovery> {
    let mut found: Option<Call> = None;
    let mut elsewhere = false;
    let mut damaged = false;
    let header = walk(input, &mut |line| {
        match line {
            Entry::Message { value, line, repaired } if is_assistants(value) => {
                let mut calls = calls_of(value, line, repaired);
                calls.retain(|call| call.id.as_deref() == Some(id));
                let several = calls.len() > 1;
                if let Some(mut call) = calls.pop() {
                    if several {
                        call.command = Err(Missing::Repeated);
                    }
                    found = Some(call);
                    damaged = false;
                }
            }
            Entry::Message { value, .. } => elsewhere |= names(value, id),
            Entry::Damaged(text) => {
                let quoted = format!("\"{id}\"");
                // A line may be cut off behind the id.
                let open = &quoted[..=id.len()];
                damaged |= text.is_none_or(|text| text.contains(&quoted) || text.ends_with(open));
            }
        }
    })?;
    let command = match &found {
        _ if header.is_none() => Err(Missing::NoHeader),
        _ if id.is_empty() => Err(Missing::NoId),
        _ if damaged => Err(Missing::Damaged),
        Some(call) => call.command.clone(),
        None if elsewhere => Err(Missing::NotTheAssistants),
        None => Err(Missing::NotFound),
    };
    Ok(Recovery { header, call: found, command })
}

/// A session with its bash calls.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Session {
    /// What it begins with.
    pub header: Header,
    /// Every bash call, with the evidence as it stood when the call was made: what later lines hold does not count.
    pub calls: Vec<Call>,
    /// Lines that can't be read, and whatever calls they hold.
    pub damaged: u64,
}

/// Reads a whole session; none for a file that is no session.
///
/// # Errors
/// When the stream fails.
pub fn session(input: &mut dyn Read) -> io::Result<Option<Session>> {
    let mut calls = Vec::new();
    let mut damaged = 0;
    let header = walk(input, &mut |line| match line {
        Entry::Message { value, line, repaired } if is_assistants(value) => {
            let of_bash = |call: &Call| call.command != Err(Missing::OtherTool);
            calls.extend(calls_of(value, line, repaired).into_iter().filter(of_bash));
        }
        Entry::Message { .. } => {}
        Entry::Damaged(_) => damaged += 1,
    })?;
    Ok(header.map(|header| Session { header, calls, damaged }))
}

/// A file to read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Place {
    /// Its path.
    pub path: PathBuf,
    /// Whether it was named itself, and not met in a folder that was.
    pub named: bool,
}

/// The files that paths stand for, in order: a named file itself, of a folder every plain file by name, and what can't
/// be looked into there.
///
/// # Errors
/// When a named path is missing or unreadable.
pub fn files(paths: &[PathBuf]) -> Result<Vec<Place>, ReadError> {
    let mut files = Vec::new();
    for path in paths {
        super::check(path)?;
        if !path.is_dir() {
            files.push(Place { path: path.clone(), named: true });
            continue;
        }
        for entry in walkdir::WalkDir::new(path).sort_by_file_name() {
            match entry {
                Ok(entry) if entry.file_type().is_file() => {
                    files.push(Place { path: entry.into_path(), named: false });
                }
                Ok(_) => {}
                Err(error) => {
                    let path = error.path().unwrap_or(path).to_owned();
                    files.push(Place { path, named: false });
                }
            }
        }
    }
    Ok(files)
}

/// Opens a session file.
///
/// # Errors
/// When the system refuses it.
pub fn open(path: &Path) -> Result<File, ReadError> {
    super::check(path)?;
    File::open(path).map_err(|error| ReadError::Io { path: path.to_owned(), error })
}

/// One line of a session behind its header.
enum Entry<'l> {
    Message {
        value: &'l Value,
        line: u64,
        repaired: bool,
    },
    /// The line as far as it was held.
    Damaged(Option<&'l str>),
}

/// Reads a session line by line; none where it has no header. Pi skips blank and malformed lines, before the header too.
fn walk(input: &mut dyn Read, each: &mut dyn FnMut(Entry<'_>)) -> io::Result<Option<Header>> {
    let mut lines = Lines::new(Box::new(input), Options::default().longest_line);
    let mut line = Line::default();
    let mut header = None;
    let mut before = 0;
    while lines.next(&mut line)? {
        let (held, repaired) = text(line.trimmed());
        let value = if line.over_long { None } else { parse(&held) };
        if header.is_none() {
            match value {
                Some((value, _)) => match read_header(&value) {
                    Some(found) => header = Some(found),
                    None => return Ok(None),
                },
                None => before += line.bytes.len(),
            }
            if before > HEADER_WITHIN || line.over_long {
                return Ok(None);
            }
            continue;
        }
        match &value {
            _ if line.over_long => each(Entry::Damaged(None)),
            _ if line.is_blank() => {}
            None => each(Entry::Damaged(Some(&held))),
            Some((value, mended)) => {
                if let Some(value) = message(value) {
                    let repaired = repaired || *mended;
                    each(Entry::Message { value, line: line.number, repaired });
                }
            }
        }
    }
    Ok(header)
}

/// The one JSON value of a line, and whether half a character in it had to be replaced.
fn parse(text: &str) -> Option<(Value, bool)> {
    if let Ok((value, _)) = json::first::<Value>(text, true) {
        return Some((value, false));
    }
    let mended = json::mend_surrogates(text)?;
    json::first::<Value>(&mended, true).ok().map(|(value, _)| (value, true))
}

fn read_header(value: &Value) -> Option<Header> {
    if value.get("type")? != "session" {
        return None;
    }
    Some(Header {
        id: value.get("id")?.as_str()?.to_owned(),
        version: value.get("version").and_then(Value::as_u64).unwrap_or(1),
        cwd: string(value, "cwd"),
    })
}

/// The entry, where it is a message; `message_end` is the same in Pi's event stream.
fn message(entry: &Value) -> Option<&Value> {
    matches!(entry.get("type")?.as_str()?, "message" | "message_end").then_some(entry)
}

fn string(value: &Value, key: &str) -> Option<String> {
    value.get(key).and_then(Value::as_str).map(str::to_owned)
}

fn is_assistants(entry: &Value) -> bool {
    entry.pointer("/message/role").is_some_and(|role| role == "assistant")
}

fn blocks(entry: &Value) -> impl Iterator<Item = &Value> {
    entry.pointer("/message/content").and_then(Value::as_array).into_iter().flatten()
}

/// Whether a message of somebody else names the id where a call would.
fn names(entry: &Value, id: &str) -> bool {
    let is = |value: Option<&Value>| value.is_some_and(|value| value == id);
    is(entry.pointer("/message/toolCallId")) || blocks(entry).any(|block| is(block.get("id")))
}

/// Every tool call of an assistant's message, of whatever tool.
fn calls_of(entry: &Value, line: u64, repaired: bool) -> Vec<Call> {
    let is_call = |block: &&Value| block.get("type").is_some_and(|kind| kind == "toolCall");
    let stop = entry.pointer("/message/stopReason").and_then(Value::as_str);
    let cut = matches!(stop, Some("aborted" | "error" | "length"));
    let mut nth = 0;
    let mut calls = Vec::new();
    for block in blocks(entry).filter(is_call) {
        let id = string(block, "id");
        let same = |other: &&Value| id.is_some() && string(other, "id") == id;
        let bash = block.get("name").is_some_and(|name| name == "bash");
        let command = command_of(block, cut, repaired);
        let text = command.clone().ok();
        let command = match command {
            Ok(_) if id.is_none() => Err(Missing::NoId),
            _ if bash && blocks(entry).filter(is_call).filter(same).count() > 1 => {
                Err(Missing::Repeated)
            }
            command => command,
        };
        // The reader of transcripts numbers the calls whose command is a text, whatever else is wrong with them.
        let spelled = block.pointer("/arguments/command").and_then(Value::as_str);
        nth += u32::from(bash && spelled.is_some_and(|text| !text.trim().is_empty()));
        calls.push(Call {
            id,
            entry: string(entry, "id"),
            time: string(entry, "timestamp"),
            line,
            nth: nth.max(1),
            text,
            command,
        });
    }
    calls
}

/// The command of one call, whatever its id.
fn command_of(block: &Value, cut: bool, repaired: bool) -> Result<String, Missing> {
    if block.get("name").is_none_or(|name| name != "bash") {
        return Err(Missing::OtherTool);
    }
    let arguments =
        block.get("arguments").and_then(Value::as_object).ok_or(Missing::ArgumentsNoObject)?;
    let command = match arguments.get("command") {
        None => return Err(Missing::NoCommand),
        Some(Value::String(command)) => command,
        Some(_) => return Err(Missing::CommandNoText),
    };
    // Old files carry `partialJson` also on calls that arrived whole.
    let partial = string(block, "partialJson")
        .is_some_and(|text| json::first::<serde::de::IgnoredAny>(&text, true).is_err());
    if cut || partial {
        Err(Missing::Incomplete)
    } else if repaired && command.contains('\u{fffd}') {
        Err(Missing::Damaged)
    } else if command.trim().is_empty() {
        Err(Missing::CommandBlank)
    } else {
        Ok(command.clone())
    }
}
