//! One file from its first byte to its last: what container it is in, what format it has, and its reader. What is
//! refused or fails is told in the account, and never keeps the next file from being read.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use super::format::Format;
use super::lines::Lines;
use super::out::Out;
use super::sniff::{self, Container, Kind};
use super::source::Verdict;
use super::walk::Unit;
use super::{Options, aider, aider_input, csv, document, history, plain, reader, records, sqlite};

/// How much is looked at to tell text from anything else, in bytes.
const HEAD: u64 = 8 << 10;

/// Reads what belongs together.
pub(super) fn read_unit(unit: Unit, options: &Options, mut out: Out<'_>) {
    match unit {
        Unit::Files(paths, named) => {
            for path in paths {
                if out.stopped() {
                    break;
                }
                let name = path.to_string_lossy();
                out.begin_file(&name);
                let opened = open(&path);
                let read = opened
                    .and_then(|input| read_input(input, Some(&path), named, options, &mut out));
                account(&name, named, read, &mut out);
            }
        }
        Unit::Stdin => {
            out.begin_file("-");
            let input = Box::new(io::stdin().lock());
            let read = read_input(input, None, true, options, &mut out);
            account("-", true, read, &mut out);
        }
        Unit::Noted(name, verdict) => {
            out.begin_file(&name);
            note(&name, verdict, &mut out);
        }
    }
    out.end();
}

/// Reads a stream as if it were a file that was named so, in the format given or the one that it is told to have.
pub(super) fn read_stream(
    name: &str,
    input: &mut dyn Read,
    format: Option<Format>,
    options: &Options,
    mut out: Out<'_>,
) -> io::Result<()> {
    out.begin_file(name);
    let read = match format {
        Some(format) => {
            let mut lines = Lines::new(Box::new(input), options.longest_line);
            read_as(kind_of(format, &mut lines)?, &mut lines, None, &mut out)
        }
        None => read_input(Box::new(input), None, true, options, &mut out),
    };
    out.end();
    read
}

/// A file that grows while it is read is read to where it ended when it was opened.
fn open(path: &Path) -> io::Result<Box<dyn Read>> {
    let file = File::open(path)?;
    let metadata = file.metadata()?;
    let length = metadata.len();
    Ok(if metadata.is_file() && length > 0 { Box::new(file.take(length)) } else { Box::new(file) })
}

fn account(name: &str, named: bool, read: io::Result<()>, out: &mut Out<'_>) {
    if let Err(error) = read {
        let reason = error.to_string();
        if named {
            out.tally.named_unreadable.push(super::Place {
                file: name.to_owned(),
                line: 0,
                what: reason.clone(),
            });
        }
        note(name, Verdict::Unreadable(reason), out);
    }
}

/// Tells what became of a file that was not read, or not to its end.
fn note(name: &str, verdict: Verdict, out: &mut Out<'_>) {
    match &verdict {
        Verdict::Read(_) => {}
        Verdict::Refused(format, why) => {
            out.tally.refused.add(name, 0, format!("{format}: {why}"));
        }
        Verdict::Unrecognised(what) => out.tally.not_recognised.add(name, 0, *what),
        Verdict::Empty => out.tally.empty.add(name, 0, ""),
        Verdict::NotAFile(what) => out.tally.not_files.add(name, 0, *what),
        Verdict::Copy(of) => out.tally.copies.add(name, 0, of),
        Verdict::Unreadable(reason) => out.tally.unreadable.add(name, 0, reason),
    }
    out.verdict(verdict);
}

fn read_input<'r>(
    mut input: Box<dyn Read + 'r>,
    path: Option<&Path>,
    named: bool,
    options: &Options,
    out: &mut Out<'_>,
) -> io::Result<()> {
    let mut head = head_of(&mut input)?;
    if sniff::container(&head) == Container::Zstd {
        let compressed = io::Cursor::new(head).chain(input);
        input = Box::new(zstd::stream::read::Decoder::new(compressed)?);
        head = head_of(&mut input)?;
        if sniff::container(&head) == Container::Sqlite {
            let why = "a compressed database is not read: decompress it first";
            return refuse(Format::Sqlite, why, out);
        }
    }
    match sniff::container(&head) {
        Container::Text => {}
        Container::Sqlite => {
            let Some(path) = path else {
                return refuse(
                    Format::Sqlite,
                    "a database is read as a file, not as a stream",
                    out,
                );
            };
            return sqlite::read(path, options.longest_line, out).map_err(io::Error::other);
        }
        Container::SqliteLog => {
            return refuse(Format::Sqlite, "the log of a database, read together with it", out);
        }
        Container::Zstd => return unrecognised("compressed twice", out),
        Container::Other(what) => return unrecognised(what, out),
    }
    let mut lines = Lines::new(Box::new(io::Cursor::new(head).chain(input)), options.longest_line);
    let kind = sniff::by_first_lines(&mut lines, named)?;
    read_as(kind, &mut lines, path, out)
}

fn head_of(input: &mut dyn Read) -> io::Result<Vec<u8>> {
    let mut head = Vec::new();
    input.take(HEAD).read_to_end(&mut head)?;
    Ok(head)
}

fn refuse(format: Format, why: &'static str, out: &mut Out<'_>) -> io::Result<()> {
    let name = out.file().to_owned();
    note(&name, Verdict::Refused(format, why), out);
    Ok(())
}

fn unrecognised(what: &'static str, out: &mut Out<'_>) -> io::Result<()> {
    let name = out.file().to_owned();
    note(&name, Verdict::Unrecognised(what), out);
    Ok(())
}

fn read_as(
    kind: Kind,
    lines: &mut Lines<'_>,
    path: Option<&Path>,
    out: &mut Out<'_>,
) -> io::Result<()> {
    match kind {
        Kind::Records(format) | Kind::Document(format) => {
            let mut reader = match reader::of(format, path) {
                Ok(reader) => reader,
                Err(why) => return refuse(format, why, out),
            };
            out.reads(format);
            if matches!(kind, Kind::Document(_)) {
                document::read(reader.as_mut(), reader::lists(format), lines, out)
            } else {
                records::read(reader.as_mut(), lines, out)
            }
        }
        Kind::Csv => {
            out.reads(Format::Csv);
            csv::read(lines, out)
        }
        Kind::Lines => {
            out.reads(Format::Lines);
            plain::read(lines, out)
        }
        Kind::Aider => {
            out.reads(Format::Aider);
            aider::read(lines, out)
        }
        Kind::AiderInput => {
            out.reads(Format::AiderInput);
            aider_input::read(lines, out)
        }
        Kind::History(shell) => {
            out.reads(Format::ShellHistory);
            history::read(shell, lines, out)
        }
        Kind::Unrecognised(what) => unrecognised(what, out),
        Kind::Empty => {
            let name = out.file().to_owned();
            note(&name, Verdict::Empty, out);
            Ok(())
        }
    }
}

/// How a format that is given is read: one document where the first line is not all of a record.
fn kind_of(format: Format, lines: &mut Lines<'_>) -> io::Result<Kind> {
    Ok(match format {
        Format::Csv => Kind::Csv,
        Format::Lines => Kind::Lines,
        Format::Aider => Kind::Aider,
        Format::AiderInput => Kind::AiderInput,
        Format::ShellHistory => {
            let first = lines.look_ahead(0)?;
            let shell = first.and_then(|line| history::shell(line.trimmed()));
            Kind::History(shell.unwrap_or(history::Shell::Bash))
        }
        Format::Pi
        | Format::PiStream
        | Format::PiPermissionLog
        | Format::ClaudeCode
        | Format::Codex
        | Format::CodexExec
        | Format::OpenCode
        | Format::GeminiCli
        | Format::QwenCode
        | Format::CopilotCli
        | Format::SweAgent
        | Format::MiniSweAgent
        | Format::OpenHands
        | Format::Goose
        | Format::JsonLines
        | Format::Asciinema
        | Format::Sqlite => {
            if sniff::is_document(format, lines)? {
                Kind::Document(format)
            } else {
                Kind::Records(format)
            }
        }
    })
}
