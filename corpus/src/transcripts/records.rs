//! JSON records, one a line, handed to the reader of their format. What cannot be read is counted, and reading goes on.

use std::io;

use super::json::{self, Damage};
use super::lines::{Line, Lines, text};
use super::out::Out;
use super::reader::Reader;

/// Reads one record, or several, a line.
pub(super) fn read(
    reader: &mut dyn Reader,
    lines: &mut Lines<'_>,
    out: &mut Out<'_>,
) -> io::Result<()> {
    let mut line = Line::default();
    while next_line(lines, &mut line, out)? {
        if line.is_blank() {
            out.counts().lines_blank += 1;
            continue;
        }
        let joined = if reader.breaks_strings() { join(&mut line, lines)? } else { 0 };
        let (text, repaired) = text(line.trimmed());
        out.begin_line(line.number, repaired);
        out.point(None);
        if repaired {
            note_repaired(out, line.number);
        }
        let damage = read_line(reader, &text, line.number, out);
        let commands = out.on_this_line();
        out.counts().lines += joined;
        match damage {
            Some(damage) => {
                let what = if line.ended || damage != Damage::Truncated {
                    damage.text()
                } else {
                    "the last line is cut off"
                };
                let saved = if commands > 0 { "; the whole record behind it was read" } else { "" };
                damaged(out, line.number, format!("{what}{saved}"));
                out.counts().lines_damaged += joined;
            }
            None if commands > 0 => out.counts().lines_with_commands += 1 + joined,
            None => out.counts().lines_without += 1 + joined,
        }
    }
    Ok(())
}

/// Puts the next line that is not too long into `line`, and counts it and those before; false where there is none.
pub(super) fn next_line(
    lines: &mut Lines<'_>,
    line: &mut Line,
    out: &mut Out<'_>,
) -> io::Result<bool> {
    while !out.stopped() && lines.next(line)? {
        out.counts().lines += 1;
        if !line.over_long {
            return Ok(true);
        }
        over_long(out, line.number, lines.cap());
    }
    Ok(false)
}

/// The most lines that one record may be spread over.
const MOST_JOINED: usize = 256;

/// Takes the next lines to a record that ends inside a string, if they make it whole; how many they are.
fn join(line: &mut Line, lines: &mut Lines<'_>) -> io::Result<u64> {
    if !ends_inside_string(&line.bytes) {
        return Ok(0);
    }
    let mut joined = line.trimmed().to_vec();
    let mut inside = true;
    for more in 1..=MOST_JOINED {
        let cap = lines.cap();
        let Some(next) = lines.look_ahead(more - 1)? else { return Ok(0) };
        if next.over_long || joined.len() + next.bytes.len() >= cap || begins_record(&next.bytes) {
            return Ok(0);
        }
        joined.extend_from_slice(b"\\n");
        joined.extend_from_slice(next.trimmed());
        inside ^= ends_inside_string(&next.bytes);
        if !inside {
            let number = line.number;
            for _ in 0..more {
                lines.next(line)?;
            }
            line.number = number;
            line.bytes = joined;
            return Ok(more as u64);
        }
    }
    Ok(0)
}

fn begins_record(bytes: &[u8]) -> bool {
    bytes.starts_with(b"{\"type\":")
}

/// Whether a quote is open at the end, taking every quote for JSON's.
fn ends_inside_string(bytes: &[u8]) -> bool {
    let mut inside = false;
    let mut at = 0;
    while let Some(found) = memchr::memchr2(b'"', b'\\', &bytes[at..]) {
        at += found;
        if bytes[at] == b'"' {
            inside = !inside;
            at += 1;
        } else {
            at = (at + 2).min(bytes.len());
        }
    }
    inside
}

/// Reads the values of one line; what is wrong with it, if anything.
fn read_line(
    reader: &mut dyn Reader,
    text: &str,
    number: u64,
    out: &mut Out<'_>,
) -> Option<Damage> {
    let (used, damage) = take_all(reader, text, number, out);
    damage?;
    // A half character in a string that matters: the rest once more, mended.
    let mended = json::mend_surrogates(&text[used..]);
    let (used, rest, damage) = match &mended {
        Some(mended) => {
            out.mark_repaired();
            let (used, damage) = take_all(reader, mended, number, out);
            (used, mended.as_str(), damage)
        }
        None => (used, text, damage),
    };
    let damage = damage?;
    rescue(reader, &rest[used..], out);
    Some(damage)
}

/// Reads value after value; how far that went, and why it ended before the end.
fn take_all(
    reader: &mut dyn Reader,
    text: &str,
    number: u64,
    out: &mut Out<'_>,
) -> (usize, Option<Damage>) {
    let mut used = 0;
    let mut values = 0;
    while !text[used..].trim_ascii().is_empty() {
        match reader.record(&text[used..], false, out) {
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

/// A writer that was broken off and began again leaves a part of a record with the whole one behind it: the last place
/// from which all that follows is one object. Most often it begins as the part does.
fn rescue(reader: &mut dyn Reader, text: &str, out: &mut Out<'_>) {
    const TRIES: usize = 4;
    const MORE_TRIES: usize = 32;
    let text = text.trim_ascii_start();
    let opening = text.get(..8).filter(|opening| opening.starts_with("{\"")).unwrap_or("{\"");
    let alike = memchr::memmem::rfind_iter(text.as_bytes(), opening.as_bytes()).take(TRIES);
    let objects = memchr::memmem::rfind_iter(text.as_bytes(), "{\"").take(MORE_TRIES);
    for start in alike.chain(objects).filter(|start| *start > 0) {
        if reader.record(&text[start..], true, out).is_ok() {
            return;
        }
    }
}

pub(super) fn damaged(out: &mut Out<'_>, line: u64, what: String) {
    let file = out.file().to_owned();
    out.tally.damaged.add(&file, line, what);
    out.note_damage();
    out.counts().lines_damaged += 1;
}

pub(super) fn over_long(out: &mut Out<'_>, line: u64, cap: usize) {
    let file = out.file().to_owned();
    out.tally.over_long.add(&file, line, format!("more than {cap} bytes"));
    out.note_damage();
    out.counts().lines_over_long += 1;
}

pub(super) fn note_repaired(out: &mut Out<'_>, line: u64) {
    let file = out.file().to_owned();
    out.tally.repaired.add(&file, line, "invalid UTF-8");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn open_strings_are_told_from_closed_ones() {
        for (text, inside) in [
            (r#"{"a":"b"#, true),
            (r#"{"a":"b"}"#, false),
            (r#"{"a":"\"#, true),
            (r#"{"a":"\""#, true),
            (r#"{"a":"\\""#, false),
            ("", false),
        ] {
            assert_eq!(ends_inside_string(text.as_bytes()), inside, "{text}");
        }
    }
}
