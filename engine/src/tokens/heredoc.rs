//! Heredocs: delimiters, and the lines that are a body (manual 3.6.6; parse.y, make_here_document).

use super::quote::unquote;
use super::{Fail, Heredoc, Lexer, Step};
use crate::span::Span;

/// A heredoc whose body comes after the next newline of its level.
pub(super) struct Pending {
    /// The redirect.
    pub(super) redirect: usize,
    /// Where its delimiter stands.
    pub(super) at: usize,
    /// The delimiter after quote removal.
    pub(super) delimiter: Vec<u8>,
    /// Whether any of it was quoted.
    pub(super) quoted: bool,
    /// `<<-`
    pub(super) dash: bool,
    /// Where the substitution ended that it stands in, if it ended on the same line.
    pub(super) left: Option<usize>,
}

impl Lexer<'_> {
    /// Reads the delimiter here. Nothing in it is expanded, so nothing in it runs.
    pub(super) fn delimiter(&mut self) -> Step<Pending> {
        let start = self.pos;
        let mark = self.bookmark();
        self.word(false)?;
        self.take_back(mark, start)?;
        let (delimiter, quoted) = unquote(&self.text[start..self.word_end]);
        Ok(Pending { redirect: 0, at: start, delimiter, quoted, dash: false, left: None })
    }

    /// Consumes a newline and the bodies that follow it.
    pub(super) fn newline(&mut self) -> Step {
        self.pos += 1;
        if self.pending.is_empty() {
            return Ok(());
        }
        let line_end = self.pos - 1;
        for pending in std::mem::take(&mut self.pending) {
            self.refuse_open_line(&pending, line_end)?;
            self.body(&pending)?;
        }
        Ok(())
    }

    /// bash takes the body of a heredoc whose substitution ends on its line from the next line of the text, though a
    /// quote or a word may go on there. Such a text is not read here.
    fn refuse_open_line(&self, pending: &Pending, line_end: usize) -> Step {
        let Some(left) = pending.left else { return Ok(()) };
        if self.text[left.min(line_end)..line_end].contains(&b'\n') {
            return Err(Fail::Syntax);
        }
        Ok(())
    }

    /// Bodies that the end of the text cuts off: empty, a warning in bash and no error.
    pub(super) fn end_of_text(&mut self) -> Step {
        for pending in std::mem::take(&mut self.pending) {
            self.refuse_open_line(&pending, self.end)?;
            let body = Span::new(self.end, self.end);
            self.set_body(&pending, body, false);
        }
        Ok(())
    }

    fn set_body(&mut self, pending: &Pending, body: Span, ended: bool) {
        let quoted = pending.quoted;
        self.out.redirects[pending.redirect].heredoc =
            Some(Heredoc { body, quoted, ended, broken: false });
        self.out.reading.heredocs.push(body);
    }

    fn body(&mut self, pending: &Pending) -> Step {
        let start = self.pos.min(self.end);
        let mut line = start;
        let (body_end, next, ended) = loop {
            if line >= self.end {
                break (self.end, self.end, false);
            }
            let eol = self.logical_line(line, pending.quoted);
            let tabs = if pending.dash { self.tabs(line) } else { 0 };
            let content = &self.text[line + tabs..eol];
            if self.is_delimiter(content, pending) {
                break (line, (eol + 1).min(self.end), true);
            }
            if self.in_comsub
                && content.starts_with(&pending.delimiter)
                && content[pending.delimiter.len()..].contains(&b')')
            {
                // Inside `$( )` the end line may go on with the parenthesis (make_here_document).
                break (line, line + tabs + pending.delimiter.len(), true);
            }
            line = eol + 1;
        };
        let body = Span::new(start, body_end);
        self.set_body(pending, body, ended);
        if !pending.quoted {
            self.pos = start;
            let before = std::mem::replace(&mut self.in_body, true);
            let (depth, base) = (self.depth, self.scratch.len());
            let outer = std::mem::take(&mut self.pending);
            let holes = self.out.holes.len();
            match self.expansions_to(body_end) {
                Err(Fail::Syntax) => {
                    // bash meets an error in a body only when it expands it, and then runs no command with it.
                    self.depth = depth;
                    self.scratch.truncate(base);
                    self.out.unread.push(body);
                    let opened = self.out.holes.split_off(holes);
                    self.out.holes.extend(opened.into_iter().filter(|hole| !hole.span.is_empty()));
                    if let Some(heredoc) = &mut self.out.redirects[pending.redirect].heredoc {
                        heredoc.broken = true;
                    }
                }
                other => other?,
            }
            self.pending = outer;
            self.in_body = before;
        }
        self.pos = next;
        Ok(())
    }

    /// The end of the line that starts at `line`; in an unquoted body a backslash before the newline joins lines.
    fn logical_line(&self, line: usize, quoted: bool) -> usize {
        let mut from = line;
        loop {
            let rest = &self.text[from..self.end];
            let Some(n) = memchr::memchr(b'\n', rest) else { return self.end };
            let eol = from + n;
            let slashes =
                self.text[line..eol].iter().rev().take_while(|&&byte| byte == b'\\').count();
            if quoted || slashes % 2 == 0 {
                return eol;
            }
            from = eol + 1;
        }
    }

    fn tabs(&self, line: usize) -> usize {
        self.text[line..self.end].iter().take_while(|&&byte| byte == b'\t').count()
    }

    fn is_delimiter(&self, content: &[u8], pending: &Pending) -> bool {
        if pending.quoted || !self.joined || memchr::memmem::find(content, b"\\\n").is_none() {
            return content == pending.delimiter;
        }
        let mut joined = Vec::with_capacity(content.len());
        let mut i = 0;
        while i < content.len() {
            if content[i..].starts_with(b"\\\n") {
                i += 2;
            } else {
                joined.push(content[i]);
                i += 1;
            }
        }
        joined == pending.delimiter
    }
}
