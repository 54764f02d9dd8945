//! JSON records in one document: a list of them, an object that holds the list, or values one after the other. What
//! is damaged is counted, and reading goes on behind it where the next record can be found.

use std::io;

use super::json::{self, Damage, Member};
use super::lines::{Line, Lines};
use super::out::Out;
use super::reader::Reader;
use super::records::{damaged, note_repaired};

/// Reads all records of a document, which are in the first of these `lists` that has any.
pub(super) fn read(
    reader: &mut dyn Reader,
    lists: &'static [&'static str],
    lines: &mut Lines<'_>,
    out: &mut Out<'_>,
) -> io::Result<()> {
    let Some((bytes, last)) = gather(lines, out)? else { return Ok(()) };
    let (text, repaired) = match String::from_utf8(bytes) {
        Ok(text) => (text, false),
        Err(error) => (String::from_utf8_lossy(error.as_bytes()).into_owned(), true),
    };
    if repaired {
        note_repaired(out, 1);
    }
    let mut document = Document {
        text,
        repaired,
        mended: false,
        position: Position::default(),
        with_commands: Vec::new(),
        damaged: Vec::new(),
        tries: TRIES,
        lists,
    };
    let mut at = 0;
    while at < document.text.len() && !out.stopped() {
        at = document.skip(at, BETWEEN);
        let rest = &document.text[at..];
        let next = if rest.is_empty() {
            break;
        } else if rest.starts_with('[') {
            document.list(reader, at + 1, "", out)
        } else if rest.starts_with('{') {
            document.object(reader, at, out)
        } else {
            document.value(reader, at, None, out)
        };
        match next {
            Some(next) => at = next,
            None => break,
        }
    }
    document.account(last, out);
    Ok(())
}

/// How often it is tried to read on behind what is damaged.
const TRIES: u32 = 256;

/// Between records.
const BETWEEN: &[char] = &[' ', '\t', '\r', '\n', ','];

struct Document {
    text: String,
    repaired: bool,
    /// Whether half characters were looked for already, in all that follows.
    mended: bool,
    position: Position,
    /// Lines on which records gave commands.
    with_commands: Vec<u64>,
    /// Lines that are damaged, from one to before another.
    damaged: Vec<(u64, u64)>,
    /// How often it may still be tried to read on behind what is damaged.
    tries: u32,
    lists: &'static [&'static str],
}

impl Document {
    fn skip(&self, at: usize, what: &[char]) -> usize {
        let rest = &self.text[at..];
        at + rest.len() - rest.trim_start_matches(what).len()
    }

    /// Reads the records of an object, or the object as a record; where it ends, if it does.
    fn object(&mut self, reader: &mut dyn Reader, at: usize, out: &mut Out<'_>) -> Option<usize> {
        let names = self.lists;
        if names.is_empty() {
            return self.value(reader, at, None, out);
        }
        let (members, end) = json::members(&self.text, at);
        let lists: Vec<(&str, usize)> = names
            .iter()
            .filter_map(|name| {
                let found = members.iter().find(|member| member.name == *name);
                let start = match (found, end) {
                    (Some(member), _) => member.start,
                    (None, Some(_)) => return None,
                    (None, None) => after_name(&self.text, at, name)?,
                };
                self.text[start..].starts_with('[').then_some((*name, start))
            })
            .collect();
        if lists.is_empty() {
            return self.value(reader, at, None, out);
        }
        for Member { name, start, end } in &members {
            if !names.contains(&name.as_ref()) {
                reader.member(name, &self.text[*start..*end]);
            }
        }
        let full = |start: usize| !self.text[self.skip(start + 1, BETWEEN)..].starts_with(']');
        let chosen = lists.iter().find(|(_, start)| full(*start)).or(lists.first());
        let (name, start) = *chosen?;
        // Where the object breaks off beside the list, that is told, unless the list has told it.
        let broken = members.last().map_or(at, |member| member.start);
        let noted = self.damaged.len();
        let read = self.list(reader, start + 1, &format!("/{name}"), out);
        if end.is_none() && noted == self.damaged.len() && !out.stopped() {
            let line = self.position.line_of(&self.text, broken);
            self.damage(line, line, Damage::Syntax, out);
        }
        // What follows a list that could not be read to its end is no part of it.
        end.or(read.map(|_| self.text.len()))
    }

    /// Reads the records of a list from behind its bracket; where it ends, if it does.
    fn list(
        &mut self,
        reader: &mut dyn Reader,
        mut at: usize,
        pointer: &str,
        out: &mut Out<'_>,
    ) -> Option<usize> {
        let mut index = 0_usize;
        while !out.stopped() {
            at = self.skip(at, BETWEEN);
            let rest = &self.text[at..];
            if rest.starts_with(']') {
                return Some(at + 1);
            }
            if rest.is_empty() {
                let line = self.position.line_of(&self.text, self.text.trim_end().len());
                self.damage(line, line, Damage::Truncated, out);
                return None;
            }
            at = self.value(reader, at, Some(format!("{pointer}/{index}")), out)?;
            index += 1;
        }
        None
    }

    /// Reads one record; where the next one begins, if there is one.
    fn value(
        &mut self,
        reader: &mut dyn Reader,
        at: usize,
        pointer: Option<String>,
        out: &mut Out<'_>,
    ) -> Option<usize> {
        let line = self.position.line_of(&self.text, at);
        out.begin_line(line, self.repaired);
        out.point(pointer);
        let before = out.on_this_line();
        let taken = match reader.record(&self.text[at..], false, out) {
            Err(damage) if self.mended => Err(damage),
            Err(damage) => match json::mend_surrogates(&self.text[at..]) {
                Some(mended) => {
                    self.text.replace_range(at.., &mended);
                    self.mended = true;
                    self.repaired = true;
                    out.mark_repaired();
                    reader.record(&self.text[at..], false, out)
                }
                None => {
                    self.mended = true;
                    Err(damage)
                }
            },
            taken => taken,
        };
        match taken {
            Ok(used) => {
                if out.on_this_line() > before {
                    self.with_commands.push(line);
                }
                Some(at + used)
            }
            Err(damage) => {
                let next = self.next_like(at, damage);
                let until = match next {
                    Some(next) => self.position.line_of(&self.text, next),
                    None => u64::MAX,
                };
                self.damage(line, until, damage, out);
                next
            }
        }
    }

    /// The next place that begins like the record at `at`: with the same key after the same blanks.
    fn next_like(&mut self, at: usize, damage: Damage) -> Option<usize> {
        const LONGEST: usize = 96;
        // A value that is never closed is looked through to the end each time.
        let cost = if damage == Damage::Truncated { 16 } else { 1 };
        self.tries = self.tries.checked_sub(cost)?;
        let text = &self.text[at..];
        let key_end = text.match_indices('"').nth(1)?.0 + 1;
        if !text.starts_with('{') || key_end > LONGEST {
            return None;
        }
        Some(at + 1 + memchr::memmem::find(&text.as_bytes()[1..], &text.as_bytes()[..key_end])?)
    }

    fn damage(&mut self, line: u64, until: u64, damage: Damage, out: &mut Out<'_>) {
        let cut = damage == Damage::Truncated && until == u64::MAX;
        let what = if cut { "the document is cut off" } else { damage.text() };
        damaged(out, line, what.to_owned());
        self.damaged.push((line, until));
    }

    /// Counts each line once: damaged, with commands, or without.
    fn account(&mut self, last: u64, out: &mut Out<'_>) {
        let noted = self.damaged.len() as u64;
        // What breaks off behind the last line end breaks off on the last line.
        self.damaged.iter_mut().for_each(|(from, _)| *from = (*from).min(last));
        let end_of = |from: u64, until: u64| until.min(last + 1).max(from + 1);
        self.damaged.sort_unstable();
        self.with_commands.sort_unstable();
        self.with_commands.dedup();
        let (mut damaged, mut done) = (0, 0);
        for (from, until) in &self.damaged {
            let (from, end) = ((*from).max(done), end_of(*from, *until));
            damaged += end.saturating_sub(from);
            done = done.max(end);
        }
        let mut stretches = self.damaged.iter().peekable();
        let mut reach = 0;
        let whole = self.with_commands.iter().filter(|line| {
            while let Some((from, until)) = stretches.next_if(|(from, _)| from <= line) {
                reach = reach.max(end_of(*from, *until));
            }
            **line >= reach
        });
        let with_commands = whole.count() as u64;
        let counts = out.counts();
        // Each damage has counted a line already, in its place.
        counts.lines_damaged = counts.lines_damaged + damaged - noted;
        counts.lines_with_commands += with_commands;
        counts.lines_without += last - damaged - with_commands;
    }
}

/// Where the value begins that follows this name, in a document whose members cannot be told one by one.
fn after_name(text: &str, at: usize, name: &str) -> Option<usize> {
    let quoted = format!("\"{name}\"");
    let found =
        at + memchr::memmem::find(&text.as_bytes()[at..], quoted.as_bytes())? + quoted.len();
    let rest = text[found..].trim_ascii_start().strip_prefix(':')?.trim_ascii_start();
    Some(text.len() - rest.len())
}

/// The line of an offset.
#[derive(Default)]
struct Position {
    at: usize,
    newlines: u64,
}

impl Position {
    fn line_of(&mut self, text: &str, at: usize) -> u64 {
        if at < self.at {
            *self = Position::default();
        }
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
            out.note_damage();
            out.counts().lines_over_long += last;
            return Ok(None);
        }
        if document.is_empty() {
            // Many documents are one line.
            document = std::mem::take(&mut line.bytes);
        } else {
            document.extend_from_slice(&line.bytes);
        }
        if line.ended {
            document.push(b'\n');
        }
    }
    Ok(Some((document, last)))
}
