//! JSON records, one a line or all in one document, handed to the reader of their format. What cannot be read is counted, and reading goes on.

use std::io;

use serde::Deserialize;

use super::format::Format;
use super::json::{self, Damage, Node, Scalar};
use super::lines::{Line, Lines, text};
use super::out::{Fate, Out};
use super::outline::{LOOKED_AT, outline};
use super::{claude, pi};

/// The formats that are made of JSON records, with what they remember from record to record.
pub(super) enum Records {
    Pi(pi::Session),
    ClaudeCode,
    /// Objects with a `command`, or strings.
    Commands,
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct Bare<'a> {
    #[serde(borrow)]
    command: Scalar<'a>,
}

impl Records {
    /// The reader for records of a format; none for what is not made of JSON records or has no reader yet.
    pub(super) fn of(format: Format) -> Option<Records> {
        match format {
            Format::Pi => Some(Records::Pi(pi::Session::default())),
            Format::ClaudeCode => Some(Records::ClaudeCode),
            Format::JsonLines => Some(Records::Commands),
            Format::Csv
            | Format::Lines
            | Format::Codex
            | Format::CopilotCli
            | Format::GeminiCli
            | Format::OpenCode
            | Format::OpenHands
            | Format::SweAgent
            | Format::MiniSweAgent
            | Format::Goose
            | Format::Aider
            | Format::Asciinema
            | Format::PiPermissionLog
            | Format::OpenCodeSqlite
            | Format::GooseSqlite
            | Format::Sqlite => None,
        }
    }

    /// Reads the first value of `text`; how many bytes it takes. With `whole`, nothing but blanks may follow it.
    fn take(&mut self, text: &str, whole: bool, out: &mut Out<'_>) -> Result<usize, Damage> {
        match self {
            Records::Pi(session) => session.take(text, whole, out),
            Records::ClaudeCode => claude::take(text, whole, out),
            Records::Commands => {
                let (value, used) = json::first::<Node<'_, Bare<'_>>>(text, whole)?;
                let command = match value {
                    Node::Text(command) => Some(command),
                    Node::Object(Bare { command: Scalar::Text(command) }) => Some(command),
                    Node::Object(Bare { command: Scalar::Absent })
                    | Node::Absent
                    | Node::List(_) => None,
                    Node::Object(Bare {
                        command: Scalar::Number(_) | Scalar::Flag(_) | Scalar::Other,
                    }) => {
                        out.without_text("a command that is no string");
                        None
                    }
                };
                if let Some(command) = command {
                    out.push(out.record(command.into_owned()), Fate::Known, None);
                }
                Ok(used)
            }
        }
    }

    /// Reads one record, or several, a line.
    pub(super) fn read_lines(mut self, lines: &mut Lines<'_>, out: &mut Out<'_>) -> io::Result<()> {
        let mut line = Line::default();
        while !out.stopped() && lines.next(&mut line)? {
            out.counts().lines += 1;
            if line.over_long {
                over_long(out, line.number, lines.cap());
                continue;
            }
            if line.is_blank() {
                out.counts().lines_blank += 1;
                continue;
            }
            let (text, repaired) = text(line.trimmed());
            out.begin_line(line.number, repaired);
            if repaired {
                note_repaired(out, line.number);
            }
            let damage = self.read_line(&text, line.number, out);
            let commands = out.on_this_line();
            match damage {
                Some(damage) => {
                    let what = if line.ended || damage != Damage::Truncated {
                        damage.text()
                    } else {
                        TRUNCATED
                    };
                    let saved =
                        if commands > 0 { "; the whole record behind it was read" } else { "" };
                    damaged(out, line.number, format!("{what}{saved}"));
                }
                None if commands > 0 => out.counts().lines_with_commands += 1,
                None => out.counts().lines_without += 1,
            }
        }
        Ok(())
    }

    /// Reads the values of one line; what is wrong with it, if anything.
    fn read_line(&mut self, text: &str, number: u64, out: &mut Out<'_>) -> Option<Damage> {
        let (used, damage) = self.take_all(text, number, out);
        damage?;
        // A half character in a string that matters: the rest once more, mended.
        let mended = json::mend_surrogates(&text[used..]);
        let (used, rest, damage) = match &mended {
            Some(mended) => {
                out.mark_repaired();
                let (used, damage) = self.take_all(mended, number, out);
                (used, mended.as_str(), damage)
            }
            None => (used, text, damage),
        };
        let damage = damage?;
        self.rescue(&rest[used..], out);
        Some(damage)
    }

    /// Reads value after value; how far that went, and why it ended before the end.
    fn take_all(&mut self, text: &str, number: u64, out: &mut Out<'_>) -> (usize, Option<Damage>) {
        let mut used = 0;
        let mut values = 0;
        while !text[used..].trim_ascii().is_empty() {
            match self.take(&text[used..], false, out) {
                Ok(taken) => used += taken,
                Err(damage) => return (used, Some(damage)),
            }
            values += 1;
        }
        if values > 1 {
            let file = out.file().to_owned();
            out.tally.glued.add(&file, number, format!("{values} records"));
        }
        (used, None)
    }

    /// A writer that was broken off and began again leaves a part of a record with the whole one behind it.
    fn rescue(&mut self, text: &str, out: &mut Out<'_>) {
        const TRIES: usize = 4;
        let text = text.trim_ascii_start();
        let Some(opening) = text.get(..8).filter(|opening| opening.starts_with("{\"")) else {
            return;
        };
        let starts = memchr::memmem::rfind_iter(text.as_bytes(), opening.as_bytes());
        for start in starts.take(TRIES).filter(|start| *start > 0) {
            if self.take(&text[start..], true, out).is_ok() {
                return;
            }
        }
    }

    /// Reads all records of one document: a list, an object that holds the list as `loglines`, or values one after the other.
    pub(super) fn read_document(
        mut self,
        lines: &mut Lines<'_>,
        out: &mut Out<'_>,
    ) -> io::Result<()> {
        let Some((document, last)) = gather(lines, out)? else { return Ok(()) };
        let (mut document, repaired) = match String::from_utf8(document) {
            Ok(document) => (document, false),
            Err(error) => (String::from_utf8_lossy(error.as_bytes()).into_owned(), true),
        };
        if repaired {
            note_repaired(out, 1);
        }
        let mut repaired = repaired;
        let mut at = first_record(&document);
        let mut place = Position::default();
        let mut with_commands = 0;
        let mut counted = 0;
        let damage = loop {
            if out.stopped() {
                break None;
            }
            at += document[at..].len()
                - document[at..].trim_start_matches([' ', '\t', '\r', '\n', ',']).len();
            if document[at..].is_empty() || document[at..].starts_with([']', '}']) {
                break None;
            }
            let line = place.line_of(&document, at);
            out.begin_line(line, repaired);
            match self.take(&document[at..], false, out) {
                Ok(used) => at += used,
                Err(damage) => match json::mend_surrogates(&document[at..]) {
                    Some(mended) => {
                        document.replace_range(at.., &mended);
                        repaired = true;
                        out.mark_repaired();
                        continue;
                    }
                    None => break Some((line, damage)),
                },
            }
            if out.on_this_line() > 0 && counted != line {
                with_commands += 1;
                counted = line;
            }
        };
        let read = match damage {
            Some((line, damage)) => {
                let what =
                    if damage == Damage::Truncated { TRUNCATED_DOCUMENT } else { damage.text() };
                damaged(out, line, what.to_owned());
                out.counts().lines_damaged += last - line;
                line - 1
            }
            None => last,
        };
        // A line that gave commands and then broke is a damaged one.
        let with_commands = with_commands - u64::from(counted > read);
        out.counts().lines_with_commands += with_commands;
        out.counts().lines_without += read - with_commands;
        Ok(())
    }
}

const TRUNCATED: &str = "the last line is cut off";
const TRUNCATED_DOCUMENT: &str = "the document is cut off";

/// The line of an offset, for offsets that only grow.
#[derive(Default)]
struct Position {
    at: usize,
    newlines: u64,
}

impl Position {
    fn line_of(&mut self, text: &str, at: usize) -> u64 {
        self.newlines += memchr::memchr_iter(b'\n', &text.as_bytes()[self.at..at]).count() as u64;
        self.at = at;
        self.newlines + 1
    }
}

/// The whole text, and its number of lines; none when it is longer than the cap.
fn gather(lines: &mut Lines<'_>, out: &mut Out<'_>) -> io::Result<Option<(Vec<u8>, u64)>> {
    let mut document = Vec::new();
    let mut line = Line::default();
    let mut last = 0;
    while lines.next(&mut line)? {
        out.counts().lines += 1;
        last = line.number;
        if line.over_long || document.len() + line.bytes.len() >= lines.cap() {
            let file = out.file().to_owned();
            out.tally.over_long.add(
                &file,
                0,
                format!("a document of more than {} bytes", lines.cap()),
            );
            out.counts().lines_over_long += last;
            return Ok(None);
        }
        document.extend_from_slice(&line.bytes);
        if line.ended {
            document.push(b'\n');
        }
    }
    Ok(Some((document, last)))
}

/// Where the first record begins.
fn first_record(document: &str) -> usize {
    let blanks = document.len() - document.trim_ascii_start().len();
    if document[blanks..].starts_with('[') {
        return blanks + 1;
    }
    let head = document.as_bytes().get(..LOOKED_AT).unwrap_or(document.as_bytes());
    outline(head).paths.get("loglines").map_or(blanks, |list| list + 1)
}

pub(super) fn damaged(out: &mut Out<'_>, line: u64, what: String) {
    let file = out.file().to_owned();
    out.tally.damaged.add(&file, line, what);
    out.counts().lines_damaged += 1;
}

pub(super) fn over_long(out: &mut Out<'_>, line: u64, cap: usize) {
    let file = out.file().to_owned();
    out.tally.over_long.add(&file, line, format!("more than {cap} bytes"));
    out.counts().lines_over_long += 1;
}

pub(super) fn note_repaired(out: &mut Out<'_>, line: u64) {
    let file = out.file().to_owned();
    out.tally.repaired.add(&file, line, "invalid UTF-8");
}
