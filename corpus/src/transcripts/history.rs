//! Histories of shells that write times: bash with `#SECONDS`, zsh with `: SECONDS:LENGTH;`, fish. Without times a
//! history is a list of lines like any other.

use std::borrow::Cow;
use std::io;

use super::lines::{Line, Lines, text};
use super::out::{Fate, Out};
use super::record::{Origin, Record, Status};
use super::records::{next_line, note_repaired, over_long};
use super::time;

/// Whose history it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Shell {
    Bash,
    Zsh,
    Fish,
}

/// Whose history begins with this line.
pub(super) fn shell(line: &[u8]) -> Option<Shell> {
    if bash_time(line).is_some() {
        Some(Shell::Bash)
    } else if zsh_entry(line).is_some() {
        Some(Shell::Zsh)
    } else if line.starts_with(b"- cmd: ") {
        Some(Shell::Fish)
    } else {
        None
    }
}

/// `#` and the seconds, and nothing else.
fn bash_time(line: &[u8]) -> Option<i64> {
    let digits = line.strip_prefix(b"#")?;
    ((9..=11).contains(&digits.len()) && digits.iter().all(u8::is_ascii_digit))
        .then(|| std::str::from_utf8(digits).ok()?.parse().ok())?
}

/// `: SECONDS:LENGTH;COMMAND`
fn zsh_entry(line: &[u8]) -> Option<(i64, &[u8])> {
    let rest = line.strip_prefix(b": ")?;
    let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let seconds = std::str::from_utf8(&rest[..digits]).ok()?.parse().ok()?;
    let rest = rest[digits..].strip_prefix(b":")?;
    let length = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
    Some((seconds, rest[length..].strip_prefix(b";")?))
}

/// The entry that is being read.
#[derive(Default)]
struct Entry {
    line: u64,
    time: Option<i64>,
    text: Vec<u8>,
    begun: bool,
}

pub(super) fn read(shell: Shell, lines: &mut Lines<'_>, out: &mut Out<'_>) -> io::Result<()> {
    let mut line = Line::default();
    let mut entry = Entry::default();
    while next_line(lines, &mut line, out)? {
        if entry.text.len() + line.bytes.len() >= lines.cap() {
            over_long(out, line.number, lines.cap());
            entry = Entry::default();
            continue;
        }
        if line.is_blank() && !entry.begun {
            out.counts().lines_blank += 1;
            continue;
        }
        out.counts().lines_without += 1;
        match shell {
            Shell::Bash => entry.bash(&line, out),
            Shell::Zsh => entry.zsh(&line, out),
            Shell::Fish => entry.fish(&line, out),
        }
    }
    entry.end(shell, out);
    Ok(())
}

impl Entry {
    fn begin(&mut self, line: u64, text: &[u8]) {
        self.line = line;
        self.begun = true;
        self.text.extend_from_slice(text);
    }

    /// An entry reaches to the next time.
    fn bash(&mut self, line: &Line, out: &mut Out<'_>) {
        if let Some(seconds) = bash_time(line.trimmed()) {
            self.end(Shell::Bash, out);
            self.time = Some(seconds);
        } else if self.begun {
            self.text.push(b'\n');
            self.text.extend_from_slice(line.trimmed());
        } else {
            self.begin(line.number, line.trimmed());
        }
    }

    /// A line end inside an entry is written behind a backslash.
    fn zsh(&mut self, line: &Line, out: &mut Out<'_>) {
        if self.text.last() == Some(&b'\\') {
            self.text.pop();
            self.text.push(b'\n');
            self.text.extend_from_slice(line.trimmed());
        } else {
            self.end(Shell::Zsh, out);
            let (time, command) = match zsh_entry(line.trimmed()) {
                Some((seconds, command)) => (Some(seconds), command),
                None => (None, line.trimmed()),
            };
            self.time = time;
            self.begin(line.number, command);
        }
    }

    fn fish(&mut self, line: &Line, out: &mut Out<'_>) {
        if let Some(command) = line.trimmed().strip_prefix(b"- cmd: ") {
            self.end(Shell::Fish, out);
            self.begin(line.number, command);
        } else if let Some(when) = line.trimmed().strip_prefix(b"  when: ") {
            self.time = std::str::from_utf8(when).ok().and_then(|when| when.trim().parse().ok());
        }
    }

    fn end(&mut self, shell: Shell, out: &mut Out<'_>) {
        let Entry { line, time, text: bytes, begun } = std::mem::take(self);
        if !begun {
            return;
        }
        let bytes = match shell {
            Shell::Bash => Cow::Borrowed(bytes.as_slice()),
            Shell::Zsh => Cow::Owned(unmeta(&bytes)),
            Shell::Fish => Cow::Owned(unescape(&bytes)),
        };
        let (command, repaired) = text(&bytes);
        out.begin_line(line, repaired);
        if repaired {
            note_repaired(out, line);
        }
        let record = Record {
            time: time.and_then(time::from_seconds),
            origin: Origin::User,
            status: Status::Unknown,
            ..out.record(command.into_owned())
        };
        out.push(record, Fate::Known, None);
        if out.on_this_line() > 0 {
            out.counts().lines_without -= 1;
            out.counts().lines_with_commands += 1;
        }
    }
}

/// zsh writes some bytes as `0x83` and the byte with one bit turned over.
fn unmeta(bytes: &[u8]) -> Vec<u8> {
    let mut plain = Vec::with_capacity(bytes.len());
    let mut bytes = bytes.iter();
    while let Some(byte) = bytes.next() {
        match byte {
            0x83 => plain.extend(bytes.next().map(|byte| byte ^ 32)),
            byte => plain.push(*byte),
        }
    }
    plain
}

/// fish writes line ends as `\n` and backslashes as `\\`.
fn unescape(bytes: &[u8]) -> Vec<u8> {
    let mut plain = Vec::with_capacity(bytes.len());
    let mut bytes = bytes.iter().peekable();
    while let Some(byte) = bytes.next() {
        match (byte, bytes.peek()) {
            (b'\\', Some(b'n')) => plain.push(b'\n'),
            (b'\\', Some(b'\\')) => plain.push(b'\\'),
            (byte, _) => {
                plain.push(*byte);
                continue;
            }
        }
        bytes.next();
    }
    plain
}
