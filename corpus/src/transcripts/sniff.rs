//! Which format a stream has, from its first lines. The name of the file plays no part; what is uncertain is not guessed.

use std::io;

use super::csv;
use super::format::Format;
use super::lines::Lines;
use super::outline::{LOOKED_AT, Outline, outline};
use super::records::Records;

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
    /// Known by name, without a reader.
    Unread(Format),
    /// Nothing known; what it looks like.
    Unrecognised(&'static str),
    /// Nothing but blanks.
    Empty,
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
    sign(Format::Codex, &["type=thread.started", "thread_id"]),
    sign(Format::CopilotCli, &["type=session.start", "data"]),
    sign(Format::GeminiCli, &["sessionId", "projectHash"]),
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
    sign(Format::OpenCode, &["sessionID", "messageID", "type"]),
    sign(Format::OpenCode, &["sessionID", "role", "time"]),
    sign(Format::OpenCode, &["projectID", "directory", "time"]),
    sign(Format::Goose, &["working_dir", "message_count"]),
    sign(Format::Goose, &["working_dir", "description"]),
    sign(Format::Asciinema, &["version=2", "width", "height"]),
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

/// Tells a file by its first bytes alone, if they say it.
pub(super) fn by_first_bytes(head: &[u8]) -> Option<Kind> {
    let has = |needle: &[u8]| memchr::memmem::find(head, needle).is_some();
    if head.is_empty() {
        Some(Kind::Empty)
    } else if head.starts_with(b"SQLite format 3\0") {
        Some(Kind::Unread(if has(b"content_json") {
            Format::GooseSqlite
        } else if has(b"CREATE TABLE part")
            || has(b"CREATE TABLE `part`")
            || has(b"CREATE TABLE \"part\"")
        {
            Format::OpenCodeSqlite
        } else {
            Format::Sqlite
        }))
    } else if head.starts_with(b"\x28\xB5\x2F\xFD") || head.starts_with(b"\x1F\x8B") {
        Some(Kind::Unrecognised("compressed"))
    } else if head.contains(&0) {
        Some(Kind::Unrecognised("binary"))
    } else {
        None
    }
}

/// Tells a stream by its first lines. Only a file that was named may be taken for plain lines.
pub(super) fn by_first_lines(lines: &mut Lines<'_>, named: bool) -> io::Result<Kind> {
    let mut bytes = 0;
    let mut first = true;
    let mut json_first = false;
    for _ in 0..LINES {
        if bytes > BYTES {
            break;
        }
        let Some(line) = lines.look_ahead()? else { break };
        bytes += line.bytes.len();
        if line.over_long {
            first = false;
            continue;
        }
        if line.is_blank() {
            continue;
        }
        let text = line.bytes.trim_ascii();
        let opening = text[0];
        if matches!(opening, b'{' | b'[' | b'"') {
            let found = outline(text);
            if first {
                json_first = found.fits;
                let spread = !found.closed
                    && found.fits
                    && matches!(text[text.len() - 1], b'{' | b'[' | b',');
                let list = found.closed && opening == b'[' && found.fits;
                if spread {
                    return document(lines, named);
                }
                if list || found.paths.contains_key("loglines[]") {
                    return Ok(of_document(&found, text, named));
                }
                if found.closed && opening == b'"' && is_whole_string(text) {
                    return Ok(Kind::Records(Format::JsonLines));
                }
            }
            if let Some(format) = by_signs(&found, "") {
                return Ok(if Records::of(format).is_some() {
                    Kind::Records(format)
                } else {
                    Kind::Unread(format)
                });
            }
            if found.fits
                && opening == b'{'
                && found.paths.contains_key("command")
                && is_command(text)
            {
                return Ok(Kind::Records(Format::JsonLines));
            }
        } else if first {
            if text.starts_with(b"# aider chat started at ") {
                return Ok(Kind::Unread(Format::Aider));
            }
            let input_history =
                text.starts_with(b"# 2") && text.len() >= 21 && text[6] == b'-' && text[15] == b':';
            let column = csv::command_column(line.trimmed()).is_some();
            if input_history && lines.look_ahead()?.is_some_and(|line| line.bytes.starts_with(b"+"))
            {
                return Ok(Kind::Unread(Format::Aider));
            }
            if column {
                return Ok(Kind::Csv);
            }
        }
        first = false;
    }
    Ok(if lines.ahead().all(|line| line.is_blank() && !line.over_long) && bytes <= BYTES {
        Kind::Empty
    } else if json_first {
        Kind::Unrecognised("JSON of no known shape")
    } else if named {
        Kind::Lines
    } else {
        Kind::Unrecognised("text of no known shape")
    })
}

/// A document spread over lines: its outline needs more of them.
fn document(lines: &mut Lines<'_>, named: bool) -> io::Result<Kind> {
    let mut head = Vec::new();
    for line in lines.ahead() {
        head.extend_from_slice(&line.bytes);
        head.push(b'\n');
    }
    while head.len() < LOOKED_AT {
        let Some(line) = lines.look_ahead()? else { break };
        head.extend_from_slice(&line.bytes);
        head.push(b'\n');
    }
    Ok(of_document(&outline(&head), &head, named))
}

fn of_document(found: &Outline, text: &[u8], named: bool) -> Kind {
    match PREFIXES.iter().find_map(|prefix| by_signs(found, prefix)) {
        Some(format) if Records::of(format).is_some() => Kind::Document(format),
        Some(format) => Kind::Unread(format),
        // The oldest mini-SWE-agent files are a bare list of chat messages; the name of the fence tells them from others.
        None if found.paths.contains_key("[].role")
            && memchr::memmem::find(text, b"```mswea_bash_command").is_some() =>
        {
            Kind::Unread(Format::MiniSweAgent)
        }
        None if found.fits || !named => Kind::Unrecognised("JSON of no known shape"),
        None => Kind::Lines,
    }
}

fn is_whole_string(text: &[u8]) -> bool {
    serde_json::from_slice::<String>(text).is_ok()
}

/// Whether the value of `command` is a string; a number or an object is another tool's.
fn is_command(text: &[u8]) -> bool {
    let value = outline(text).paths.get("command").copied().unwrap_or_default();
    text.get(value) == Some(&b'"')
}
