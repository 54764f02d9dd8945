//! Lists and pipelines: what separates commands, and where a list ends (manual 3.2.3, 3.2.4).

use super::class::{self, Class, Reserved};
use super::{Fail, Lexer, Source, Step};
use crate::span::Span;

/// What ends a list. It is not consumed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Closer {
    End,
    Paren,
    /// `;;`, `;&` or `;;&`
    CaseBreak,
    Word(Reserved),
}

impl Lexer<'_> {
    /// Commands up to a closer, and how many and-or lists there were.
    pub(super) fn list(&mut self) -> Step<(Closer, usize)> {
        let mut count = 0;
        loop {
            self.linebreaks()?;
            if let Some(closer) = self.closer() {
                return Ok((closer, count));
            }
            let first = self.out.commands.len();
            self.and_or()?;
            count += 1;
            self.blanks();
            match self.at(self.pos) {
                b'\n' => {}
                b';' => {
                    if self.case_break(self.pos).is_none() {
                        self.pos += 1;
                    }
                }
                b'&' => {
                    self.out.reading.separators.push(Span::new(self.pos, self.pos + 1));
                    self.pos += 1;
                    for frame in &mut self.out.commands[first..] {
                        frame.scope.background = true;
                    }
                }
                _ => match self.closer() {
                    Some(closer) => return Ok((closer, count)),
                    None => return Err(Fail::Syntax),
                },
            }
        }
    }

    /// A list that must hold a command.
    pub(super) fn body_list(&mut self) -> Step<Closer> {
        match self.list()? {
            (_, 0) => Err(Fail::Syntax),
            (closer, _) => Ok(closer),
        }
    }

    fn and_or(&mut self) -> Step {
        let outer = std::mem::replace(&mut self.conditional, false);
        self.pipeline()?;
        loop {
            self.blanks();
            let op = self.at(self.pos);
            let next = self.join(self.pos + 1);
            if !matches!(op, b'&' | b'|') || self.at(next) != op {
                self.conditional = outer;
                return Ok(());
            }
            self.conditional = true;
            self.out.reading.separators.push(Span::new(self.pos, next + 1));
            self.pos = next + 1;
            self.linebreaks()?;
            self.pipeline()?;
        }
    }

    fn pipeline(&mut self) -> Step {
        let outer = self.stdin;
        let first = self.out.commands.len();
        let (prefix, bare) = self.pipeline_prefix();
        if bare && self.at_list_terminator() {
            return Ok(());
        }
        let mut writer = self.command(prefix, false)?;
        let mut piped = false;
        loop {
            self.blanks();
            let next = self.join(self.pos + 1);
            if self.at(self.pos) != b'|' || self.at(next) == b'|' {
                break;
            }
            let end = if self.at(next) == b'&' { next + 1 } else { self.pos + 1 };
            self.out.reading.separators.push(Span::new(self.pos, end));
            self.pos = end;
            self.linebreaks()?;
            self.stdin = Source::Pipe(writer);
            writer = self.command(None, true)?;
            piped = true;
        }
        if piped {
            for frame in &mut self.out.commands[first..] {
                frame.piped = true;
            }
        }
        self.stdin = outer;
        Ok(())
    }

    /// `!` and `time [-p] [--]` in any order; the span of the last `time`, and whether anything was there.
    fn pipeline_prefix(&mut self) -> (Option<Span>, bool) {
        let mut prefix = None;
        let mut any = false;
        loop {
            self.blanks();
            match self.reserved_here() {
                Some((Reserved::Bang, end)) => self.pos = end,
                Some((Reserved::Time, end)) => {
                    let start = self.pos;
                    self.pos = end;
                    for option in [b"-p".as_slice(), b"--"] {
                        let here = self.pos;
                        self.blanks();
                        match self.plain_token(self.pos) {
                            Some((token, end)) if token.as_slice() == option => self.pos = end,
                            _ => self.pos = here,
                        }
                    }
                    prefix = Some(Span::new(start, self.pos));
                }
                _ => return (prefix, any),
            }
            any = true;
        }
    }

    fn at_list_terminator(&self) -> bool {
        matches!(self.at(self.pos), b'\n' | b';' | 0)
    }

    /// Blanks, comments and newlines; a newline brings the pending heredoc bodies.
    pub(super) fn linebreaks(&mut self) -> Step {
        loop {
            self.blanks();
            if self.at(self.pos) != b'\n' {
                return Ok(());
            }
            self.newline()?;
        }
    }

    /// Blanks, backslash-newlines and a comment, up to the next token or newline.
    pub(super) fn blanks(&mut self) {
        loop {
            match self.at(self.pos) {
                b' ' | b'\t' => self.pos += 1,
                b'\\' if self.at(self.pos + 1) == b'\n' => self.pos += 2,
                b'#' => {
                    // A backslash before the newline doesn't continue a comment (manual 3.1.3).
                    let rest = &self.text[self.pos..self.end];
                    self.pos += memchr::memchr(b'\n', rest).unwrap_or(rest.len());
                    return;
                }
                _ => return,
            }
        }
    }

    /// What ends the list here, in command position.
    fn closer(&self) -> Option<Closer> {
        match self.at(self.pos) {
            0 => Some(Closer::End),
            b')' => Some(Closer::Paren),
            b';' => self.case_break(self.pos).map(|_| Closer::CaseBreak),
            b't' | b'e' | b'f' | b'd' | b'}' => match self.reserved_here()?.0 {
                word @ (Reserved::Then
                | Reserved::Elif
                | Reserved::Else
                | Reserved::Fi
                | Reserved::Do
                | Reserved::Done
                | Reserved::Esac
                | Reserved::CloseBrace) => Some(Closer::Word(word)),
                _ => None,
            },
            _ => None,
        }
    }

    /// The end of `;;`, `;&` or `;;&` at `i`.
    pub(super) fn case_break(&self, i: usize) -> Option<usize> {
        if self.at(i) != b';' {
            return None;
        }
        let second = self.join(i + 1);
        match self.at(second) {
            b'&' => Some(second + 1),
            b';' => {
                let third = self.join(second + 1);
                Some(if self.at(third) == b'&' { third + 1 } else { second + 1 })
            }
            _ => None,
        }
    }

    /// The reserved word at the current position, in command position, and where it ends.
    pub(super) fn reserved_here(&self) -> Option<(Reserved, usize)> {
        let (token, end) = self.plain_token(self.pos)?;
        Some((class::reserved(token.as_slice())?, end))
    }

    /// The token at `i` if it is short and has neither quote nor expansion, and where it ends.
    pub(super) fn plain_token(&self, i: usize) -> Option<(Token, usize)> {
        let mut token = Token::default();
        let mut i = self.join(i);
        loop {
            let byte = self.at(i);
            match class::class(byte) {
                Class::Meta => return (token.len > 0).then_some((token, i)),
                Class::Special => {
                    let next = self.join(i);
                    if next == i {
                        return None;
                    }
                    i = next;
                }
                Class::Plain | Class::Valued => {
                    token.push(byte)?;
                    i += 1;
                    if self.joined {
                        let next = self.join(i);
                        if next != i && class::class(self.at(next)) == Class::Meta {
                            return Some((token, i));
                        }
                    }
                }
            }
        }
    }
}

/// A short token without backslash-newlines.
#[derive(Clone, Copy, Default)]
pub(super) struct Token {
    bytes: [u8; Token::MAX],
    len: usize,
}

impl Token {
    /// Longer than every reserved word.
    const MAX: usize = 9;

    fn push(&mut self, byte: u8) -> Option<()> {
        *self.bytes.get_mut(self.len)? = byte;
        self.len += 1;
        Some(())
    }

    pub(super) fn as_slice(&self) -> &[u8] {
        &self.bytes[..self.len]
    }
}
