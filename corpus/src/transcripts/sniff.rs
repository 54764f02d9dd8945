//! Which format a stream has, from its first lines. The name of the file plays no part; what is uncertain is not guessed.

use std::io;

use super::csv;
use super::format::Format;
use super::history::{self, Shell};
use super::lines::{Line, Lines};
use super::outline::{LOOKED_AT, Outline, outline};
use super::reader;

/// What a stream is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// Records of this format, one a line.
    Records(Format),
    /// Records of this format in one document.
    Document(Format),
    /// A table.
    Csv,
    /// Commands, one a line.
    Lines,
    /// Aider's chat history.
    Aider,
    /// Aider's input history.
    AiderInput,
    /// A shell's history.
    History(Shell),
    /// Nothing known; what it looks like.
    Unrecognised(&'static str),
    /// Nothing but blanks.
    Empty,
}

/// What the first bytes alone say.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Container {
    /// It may be text.
    Text,
    /// A database.
    Sqlite,
    /// What SQLite keeps beside a database.
    SqliteLog,
    /// Compressed by zstd.
    Zstd,
    /// Nothing that is read.
    Other(&'static str),
}

/// Tells a file by its first bytes alone, if they say it.
pub(super) fn container(head: &[u8]) -> Container {
    const LOGS: [&[u8]; 3] = [b"\x37\x7F\x06\x82", b"\x37\x7F\x06\x83", b"\x18\xE2\x2D\x00"];
    if head.starts_with(b"SQLite format 3\0") {
        Container::Sqlite
    } else if LOGS.iter().any(|log| head.starts_with(log)) {
        Container::SqliteLog
    } else if head.starts_with(b"\x28\xB5\x2F\xFD") {
        Container::Zstd
    } else if head.starts_with(b"\x1F\x8B") {
        Container::Other("compressed by gzip")
    } else if head.contains(&0) {
        Container::Other("binary")
    } else {
        Container::Text
    }
}

/// Whether a format is one document here, and not a record a line.
pub(super) fn is_document(format: Format, lines: &mut Lines<'_>) -> io::Result<bool> {
    let Some(line) = lines.look_ahead(0)? else { return Ok(false) };
    let text = line.bytes.trim_ascii();
    let found = outline(text);
    Ok(text.starts_with(b"[") || holds_records(format, &found) || found.fits && !found.closed)
}

/// Whether the value holds the list of the records, and is not one of them.
fn holds_records(format: Format, found: &Outline) -> bool {
    reader::lists(format).iter().any(|list| found.paths.contains_key(*list))
}

/// Lines and bytes that may be looked at before the format must be clear.
const LINES: usize = 64;
const BYTES: usize = 1 << 20;

/// Keys (`a.b`) and values (`a=v`) that a record must and must not have to be of a format. The first row that fits wins.
struct Sign {
    format: Format,
    all: &'static [&'static str],
    none: &'static [&'static str],
}

const fn sign(format: Format, all: &'static [&'static str]) -> Sign {
    Sign { format, all, none: &[] }
}

const SIGNS: &[Sign] = &[
    Sign {
        format: Format::Pi,
        all: &["type=session", "id", "cwd"],
        none: &["version=0", "data", "payload"],
    },
    // A session whose first line is lost.
    sign(Format::Pi, &["type=message", "message.stopReason", "message.role=assistant"]),
    sign(Format::Pi, &["type=message", "message.toolCallId", "message.role=toolResult"]),
    sign(Format::Pi, &["type=message", "message.command", "message.role=bashExecution"]),
    sign(Format::PiPermissionLog, &["extension=pi-permission-system", "stream"]),
    sign(Format::Codex, &["timestamp", "type", "payload"]),
    sign(Format::Codex, &["id", "timestamp", "instructions"]),
    // A session without envelopes whose first line is lost.
    sign(Format::Codex, &["record_type=state"]),
    sign(Format::Codex, &["type=function_call", "arguments", "call_id"]),
    sign(Format::CodexExec, &["type=thread.started", "thread_id"]),
    sign(Format::CopilotCli, &["type=session.start", "data"]),
    sign(Format::CopilotCli, &["type=session.resume", "data", "id"]),
    // A log whose first line is lost.
    sign(Format::CopilotCli, &["type=tool.execution_start", "data.toolName"]),
    sign(Format::CopilotCli, &["type=assistant.message", "data.messageId"]),
    sign(Format::CopilotCli, &["type=hook.start", "data.hookType"]),
    sign(Format::GeminiCli, &["sessionId", "projectHash"]),
    sign(Format::GeminiCli, &["type=gemini", "id", "content"]),
    // The keys of a chat may be sorted.
    sign(Format::GeminiCli, &["messages[].type=gemini"]),
    sign(Format::QwenCode, &["sessionId", "uuid", "message.parts"]),
    sign(Format::ClaudeCode, &["sessionId", "uuid"]),
    sign(Format::ClaudeCode, &["sessionId", "parentUuid"]),
    sign(Format::ClaudeCode, &["type=user", "message.content"]),
    sign(Format::ClaudeCode, &["type=assistant", "message.content"]),
    sign(Format::ClaudeCode, &["type=summary", "leafUuid"]),
    sign(Format::ClaudeCode, &["type=file-history-snapshot", "messageId"]),
    sign(Format::ClaudeCode, &["type=queue-operation", "sessionId"]),
    sign(Format::ClaudeCode, &["type=system", "subtype=init", "session_id"]),
    sign(Format::SweAgent, &["trajectory[].action"]),
    sign(Format::SweAgent, &["trajectory", "environment"]),
    sign(Format::SweAgent, &["history[].agent", "history[].message_type"]),
    sign(Format::MiniSweAgent, &["trajectory_format", "messages"]),
    sign(Format::MiniSweAgent, &["info.mini_version"]),
    sign(Format::OpenHands, &["source", "id", "action"]),
    sign(Format::OpenHands, &["source", "id", "observation"]),
    sign(Format::OpenHands, &["history[].source", "history[].action"]),
    sign(Format::OpenHands, &["instance_id", "instruction", "test_result"]),
    sign(Format::OpenHands, &["issue", "issue_type", "instruction"]),
    sign(Format::OpenCode, &["info", "messages[].parts"]),
    sign(Format::OpenCode, &["info", "messages[].info"]),
    sign(Format::OpenCode, &["messages[].info", "messages[].parts"]),
    sign(Format::OpenCode, &["sessionID", "messageID", "type"]),
    sign(Format::OpenCode, &["sessionID", "role", "time"]),
    sign(Format::OpenCode, &["projectID", "directory", "time"]),
    sign(Format::Goose, &["working_dir", "message_count"]),
    sign(Format::Goose, &["working_dir", "description"]),
    sign(Format::Asciinema, &["version=2", "width"]),
    sign(Format::Asciinema, &["version=3", "term"]),
];

/// Where the records of a document may be.
const PREFIXES: [&str; 3] = ["", "[].", "loglines[]."];

fn by_signs(outline: &Outline, prefix: &str) -> Option<Format> {
    let has = |path: &&str| outline.paths.contains_key(&format!("{prefix}{path}"));
    SIGNS
        .iter()
        .find(|sign| sign.all.iter().all(has) && !sign.none.iter().any(has))
        .map(|sign| sign.format)
}

/// Tells a stream by its first lines. Only a file that was named may be taken for plain lines.
pub(super) fn by_first_lines(lines: &mut Lines<'_>, named: bool) -> io::Result<Kind> {
    let mut bytes = 0;
    let mut seen = 0;
    let mut at = 0;
    let mut json_first = false;
    while seen < LINES && bytes <= BYTES {
        let Some(line) = lines.look_ahead(at)? else { break };
        at += 1;
        bytes += line.bytes.len() + 1;
        if line.is_blank() && !line.over_long {
            continue;
        }
        seen += 1;
        let text = line.bytes.trim_ascii();
        let found = match text.first() {
            Some(b'{' | b'[' | b'"') => outline(text),
            Some(_) | None => Outline::default(),
        };
        if seen == 1 {
            json_first = is_json(text, &found);
            let spread =
                found.fits && !found.closed && matches!(text.last(), Some(b'{' | b'[' | b','));
            let alone = text == b"{";
            let kind = if spread {
                spread_document(lines, at - 1, alone)?
            } else if json_first {
                one_line_document(text, &found)
            } else {
                other_text(lines, at - 1)?
            };
            if let Some(kind) = kind {
                return Ok(kind);
            }
        }
        if let Some(format) = by_signs(&found, "") {
            return Ok(if holds_records(format, &found) {
                Kind::Document(format)
            } else if format == Format::Pi && is_stream(lines, at)? {
                Kind::Records(Format::PiStream)
            } else {
                Kind::Records(format)
            });
        }
        // Only where the first line is JSON too: a script may hold a line of it.
        if json_first && has_command(&found, lines.look_ahead(at - 1)?) {
            return Ok(Kind::Records(Format::JsonLines));
        }
    }
    Ok(if seen == 0 && bytes <= BYTES {
        Kind::Empty
    } else if json_first {
        UNKNOWN_JSON
    } else if named {
        Kind::Lines
    } else {
        Kind::Unrecognised("text of no known shape")
    })
}

/// Whether events follow the header of a Pi session, and not entries.
fn is_stream(lines: &mut Lines<'_>, next: usize) -> io::Result<bool> {
    let Some(line) = lines.look_ahead(next)? else { return Ok(false) };
    let found = outline(line.bytes.trim_ascii());
    Ok(["agent_start", "turn_start", "message_start", "message_update"]
        .iter()
        .any(|event| found.paths.contains_key(&format!("type={event}"))))
}

const UNKNOWN_JSON: Kind = Kind::Unrecognised("JSON of no known shape");

/// Whether a line is JSON as far as it was looked at: `[ -n "$x" ] && make` and `"$CC" x.c` only begin like it.
fn is_json(text: &[u8], found: &Outline) -> bool {
    if text.starts_with(b"\"") {
        return serde_json::from_slice::<String>(text).is_ok();
    }
    let rest = if found.closed { text[found.end..].trim_ascii_start() } else { &[] };
    // A lone `{` or `[` opens a group or a test as well as a document.
    let says_more = found.closed || text.len() > LOOKED_AT || has_key(found);
    found.fits && says_more && (rest.is_empty() || rest[0] == b'{')
}

fn has_key(found: &Outline) -> bool {
    found.paths.keys().any(|path| path.bytes().any(|byte| byte.is_ascii_alphanumeric()))
}

/// Whether `command` is a string; a number or an object is another tool's.
fn has_command(found: &Outline, line: Option<&Line>) -> bool {
    let (Some(line), Some(value)) = (line, found.paths.get("command")) else { return false };
    found.fits && line.bytes.trim_ascii().get(*value) == Some(&b'"')
}

/// What a first line is that holds all of a list or an object.
fn one_line_document(text: &[u8], found: &Outline) -> Option<Kind> {
    if text.starts_with(b"\"") {
        Some(Kind::Records(Format::JsonLines))
    } else if text.starts_with(b"[") || found.paths.contains_key("loglines[]") {
        Some(of_document(found, text))
    } else {
        None
    }
}

/// What a document is that begins on the line `at` and spreads over more of them; none when it is no document.
/// Where the brace stands `alone`, as printed nicely, the next lines are a part of it also where they are damaged.
fn spread_document(lines: &mut Lines<'_>, mut at: usize, alone: bool) -> io::Result<Option<Kind>> {
    let mut head = Vec::new();
    while head.len() < LOOKED_AT {
        let Some(line) = lines.look_ahead(at)? else { break };
        head.extend_from_slice(&line.bytes);
        head.push(b'\n');
        at += 1;
    }
    let found = outline(&head);
    let kind = of_document(&found, &head);
    // A list may be damaged further down. Of an object cut off in its first line, the next lines are no part.
    let whole = found.fits
        || alone && has_key(&found)
        || head.trim_ascii_start().starts_with(b"[") && kind != UNKNOWN_JSON;
    Ok(whole.then_some(kind))
}

/// What a first line tells that is no JSON.
fn other_text(lines: &mut Lines<'_>, at: usize) -> io::Result<Option<Kind>> {
    let Some(line) = lines.look_ahead(at)? else { return Ok(None) };
    let text = line.bytes.trim_ascii();
    if csv::command_column(line.trimmed()).is_some() {
        return Ok(Some(Kind::Csv));
    }
    if text.starts_with(b"# aider chat started at ") {
        return Ok(Some(Kind::Aider));
    }
    if let Some(shell) = history::shell(line.trimmed()) {
        return Ok(Some(Kind::History(shell)));
    }
    // `# 2026-01-01 10:00:00.000000` and then `+` before each line that was typed.
    let dated =
        text.starts_with(b"# 2") && text.get(6) == Some(&b'-') && text.get(15) == Some(&b':');
    let typed = dated && lines.look_ahead(at + 1)?.is_some_and(|line| line.bytes.starts_with(b"+"));
    Ok(typed.then_some(Kind::AiderInput))
}

fn of_document(found: &Outline, text: &[u8]) -> Kind {
    let has = |path: &str| found.paths.contains_key(path);
    match PREFIXES.iter().find_map(|prefix| by_signs(found, prefix)) {
        Some(format) => Kind::Document(format),
        // The oldest mini-SWE-agent files are a bare list of chat messages; the name of the fence, or how a result is
        // told, tells them from others.
        None if (has("[].role") || has("messages[].role"))
            && ["```mswea_bash_command", "<returncode>"]
                .iter()
                .any(|sign| memchr::memmem::find(text, sign.as_bytes()).is_some()) =>
        {
            Kind::Document(Format::MiniSweAgent)
        }
        None => UNKNOWN_JSON,
    }
}
