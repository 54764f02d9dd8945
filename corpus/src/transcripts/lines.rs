//! Lines of a stream, split at LF only and never longer than a cap. It holds one line, and the few that were looked at in advance.

use std::borrow::Cow;
use std::collections::VecDeque;
use std::io::{self, BufRead, BufReader, Read};

/// One line as it was in the file, without its newline.
#[derive(Default)]
pub(super) struct Line {
    /// From 1.
    pub(super) number: u64,
    /// The bytes; empty when over-long. A carriage return before the newline is still there.
    pub(super) bytes: Vec<u8>,
    /// Whether the line was longer than the cap and is dropped.
    pub(super) over_long: bool,
    /// Whether a newline ended it.
    pub(super) ended: bool,
}

impl Line {
    /// The bytes without a carriage return at the end.
    pub(super) fn trimmed(&self) -> &[u8] {
        self.bytes.strip_suffix(b"\r").unwrap_or(&self.bytes)
    }

    /// Whether there is nothing but ASCII white space.
    pub(super) fn is_blank(&self) -> bool {
        self.bytes.iter().all(u8::is_ascii_whitespace)
    }
}

/// The lines of one stream.
pub(super) struct Lines<'r> {
    input: BufReader<Box<dyn Read + 'r>>,
    cap: usize,
    read: u64,
    ahead: VecDeque<Line>,
}

impl<'r> Lines<'r> {
    /// Lines of `input`, each of at most `cap` bytes.
    pub(super) fn new(input: Box<dyn Read + 'r>, cap: usize) -> Lines<'r> {
        Lines {
            input: BufReader::with_capacity(1 << 17, input),
            cap,
            read: 0,
            ahead: VecDeque::new(),
        }
    }

    /// The longest line that is kept, in bytes.
    pub(super) fn cap(&self) -> usize {
        self.cap
    }

    /// Puts the next line into `line`; false at the end of the stream.
    pub(super) fn next(&mut self, line: &mut Line) -> io::Result<bool> {
        match self.ahead.pop_front() {
            Some(ready) => {
                *line = ready;
                Ok(true)
            }
            None => self.fetch(line),
        }
    }

    /// The line `at` places ahead, from 0; none behind the end of the stream.
    pub(super) fn look_ahead(&mut self, at: usize) -> io::Result<Option<&Line>> {
        while self.ahead.len() <= at {
            let mut line = Line::default();
            if !self.fetch(&mut line)? {
                return Ok(None);
            }
            self.ahead.push_back(line);
        }
        Ok(self.ahead.get(at))
    }

    fn fetch(&mut self, line: &mut Line) -> io::Result<bool> {
        line.bytes.clear();
        line.over_long = false;
        line.ended = false;
        let mut any = false;
        while !line.ended {
            let chunk = match self.input.fill_buf() {
                Ok(chunk) => chunk,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
            if chunk.is_empty() {
                break;
            }
            any = true;
            let newline = memchr::memchr(b'\n', chunk);
            let text = &chunk[..newline.unwrap_or(chunk.len())];
            if !line.over_long {
                if line.bytes.len() + text.len() > self.cap {
                    line.over_long = true;
                    line.bytes = Vec::new();
                } else {
                    line.bytes.extend_from_slice(text);
                }
            }
            line.ended = newline.is_some();
            let used = newline.map_or(chunk.len(), |at| at + 1);
            self.input.consume(used);
        }
        if any {
            self.read += 1;
            line.number = self.read;
            if self.read == 1 && line.bytes.starts_with(b"\xEF\xBB\xBF") {
                line.bytes.drain(..3);
            }
        }
        Ok(any)
    }
}

/// The bytes as text, and whether some of them had to be replaced by U+FFFD.
pub(super) fn text(bytes: &[u8]) -> (Cow<'_, str>, bool) {
    match std::str::from_utf8(bytes) {
        Ok(text) => (Cow::Borrowed(text), false),
        Err(_) => (String::from_utf8_lossy(bytes), true),
    }
}
