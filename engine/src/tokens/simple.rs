//! Simple commands and redirects (manual 3.2.2, 3.6): which words are a command's own, and which are targets.

use super::class::{self, Class};
use super::heredoc::Pending;
use super::{Fail, Lexer, RawRedirect, Step, WordKind};
use crate::reading::RedirectPlace;
use crate::span::Span;

/// The redirect operators, longest first among those that share a beginning.
const OPERATORS: [(&[u8], &str); 12] = [
    (b"<<<", "<<<"),
    (b"<<-", "<<-"),
    (b"<<", "<<"),
    (b"<&", "<&"),
    (b"<>", "<>"),
    (b"<", "<"),
    (b">>", ">>"),
    (b">&", ">&"),
    (b">|", ">|"),
    (b">", ">"),
    (b"&>>", "&>>"),
    (b"&>", "&>"),
];

impl Lexer<'_> {
    /// A simple command, or a function definition `name ()`. Returns its number.
    pub(super) fn simple(&mut self, prefix: Option<Span>) -> Step<u32> {
        let command = self.open_command(prefix);
        let (base, before) = (self.scratch.len(), self.bookmark());
        let coprocess = prefix.is_some_and(|span| self.text[span.range()].starts_with(b"co"));
        let mut named = false;
        let mut assigns = true;
        let mut redirected = false;
        loop {
            self.blanks();
            let start = self.pos;
            match self.at(start) {
                b'<' | b'>' | b'&' | b'0'..=b'9' | b'{' => {
                    if self.redirect(Some(command))?.is_some() {
                        redirected = true;
                        continue;
                    }
                    if self.at(start) == b'&' {
                        break;
                    }
                }
                b'(' => {
                    let only_name = named && !redirected && self.scratch.len() == base + 1;
                    if !only_name {
                        return Err(Fail::Syntax);
                    }
                    self.pos += 1;
                    self.blanks();
                    if self.at(self.pos) != b')' {
                        return Err(Fail::Syntax);
                    }
                    self.pos += 1;
                    let name = self.scratch[base].0;
                    self.scratch.truncate(base);
                    self.take_back(before, name.start as usize)?;
                    self.mark(start);
                    self.function_body(name.start as usize, name)?;
                    return Ok(command);
                }
                b'\n' | b';' | b'|' | b')' | 0 => break,
                _ => {}
            }
            let mut kind =
                if named && assigns { self.declared_word()? } else { self.word(assigns)? };
            let span = Span::new(start, self.word_end);
            let spelled = &self.text[span.range()];
            kind.complex |= spelled.contains(&b'~') && (kind.assignment || spelled.contains(&b'='));
            self.scratch.push((span, kind));
            if !kind.assignment && !named {
                named = true;
                let first = self.scratch.len() == base + 1 && !redirected;
                if coprocess && first && self.named_coprocess()? {
                    self.scratch.truncate(base);
                    return Ok(command);
                }
                assigns = class::takes_assignments(&self.text[span.range()]);
            }
        }
        if self.scratch.len() == base && !redirected {
            return Err(Fail::Syntax);
        }
        self.close_command(command, base);
        Ok(command)
    }

    /// A redirect, if one stands here; its number.
    pub(super) fn redirect(&mut self, command: Option<u32>) -> Step<Option<usize>> {
        let start = self.pos;
        let (op_start, fd) = match self.descriptor(start) {
            Some(found) => found,
            None => return Ok(None),
        };
        let Some((op, op_end)) = self.operator(op_start) else { return Ok(None) };
        self.pos = op_end;
        self.blanks();
        let duplicates = matches!(op, "<&" | ">&");
        let target = self.pos;
        let redirect = RawRedirect {
            command,
            fd,
            start: start as u32,
            op,
            kind: WordKind::default(),
            heredoc: None,
        };
        let op_span = Span::new(op_start, op_end);
        if duplicates && self.at(target) == b'-' {
            // `>&-b` closes the descriptor and `b` is a word of its own (parse.y, read_token).
            self.pos += 1;
            let target = Span::new(target, target + 1);
            return Ok(Some(self.push_redirect(RedirectPlace { op: op_span, target }, redirect)));
        }
        let byte = self.at(target);
        let substitution = matches!(byte, b'<' | b'>') && self.at(self.join(target + 1)) == b'(';
        if class::class(byte) == Class::Meta && !substitution {
            return Err(Fail::Syntax);
        }
        if !duplicates && matches!(self.descriptor(target), Some((at, Some(_))) if at != target) {
            // Digits before `<` or `>` are a descriptor even where a target should stand: `a > 2>f`. Behind `>&` that
            // is what is copied.
            return Err(Fail::Syntax);
        }
        let place = RedirectPlace { op: op_span, target: Span::default() };
        let number = self.push_redirect(place, redirect);
        if matches!(op, "<<" | "<<-") {
            let delimiter = self.delimiter()?;
            self.out.reading.redirects[number].target = Span::new(target, self.word_end);
            self.pending.push(Pending { redirect: number, dash: op == "<<-", ..delimiter });
        } else {
            let kind = self.word(false)?;
            self.out.reading.redirects[number].target = Span::new(target, self.word_end);
            self.out.redirects[number].kind = kind;
        }
        Ok(Some(number))
    }

    /// Where the operator would begin, and the number in front of it. `{name}` counts as a descriptor
    /// without number. None if what stands here can't begin a redirect.
    pub(super) fn descriptor(&self, start: usize) -> Option<(usize, Option<u32>)> {
        match self.at(start) {
            b'<' | b'>' | b'&' => Some((start, None)),
            b'0'..=b'9' => {
                let mut i = start;
                let mut number = Some(0_u32);
                while self.at(i).is_ascii_digit() {
                    let digit = u32::from(self.at(i) - b'0');
                    number = number.and_then(|n| n.checked_mul(10)?.checked_add(digit));
                    i = self.join(i + 1);
                }
                // A number that no descriptor can have is a word (parse.y, read_token_word).
                let number = number.filter(|&number| i32::try_from(number).is_ok())?;
                self.operator_follows(i).then_some((i, Some(number)))
            }
            b'{' => {
                let mut i = self.join(start + 1);
                if !class::is_name_start(self.at(i)) {
                    return None;
                }
                while class::is_name(self.at(i)) {
                    i = self.join(i + 1);
                }
                let behind = self.join(i + 1);
                (self.at(i) == b'}' && self.operator_follows(behind)).then_some((behind, None))
            }
            _ => None,
        }
    }

    fn operator_follows(&self, i: usize) -> bool {
        matches!(self.at(i), b'<' | b'>') && self.at(self.join(i + 1)) != b'('
    }

    fn operator(&self, start: usize) -> Option<(&'static str, usize)> {
        if matches!(self.at(start), b'<' | b'>') && self.at(self.join(start + 1)) == b'(' {
            return None;
        }
        OPERATORS.iter().find_map(|&(spelling, name)| {
            let mut i = start;
            for (n, &byte) in spelling.iter().enumerate() {
                if n > 0 {
                    i = self.join(i);
                }
                if self.at(i) != byte {
                    return None;
                }
                i += 1;
            }
            Some((name, i))
        })
    }
}

impl RawRedirect {
    /// Whether it feeds standard input.
    pub(crate) fn feeds_stdin(&self) -> bool {
        self.op.starts_with('<') && matches!(self.fd, None | Some(0))
    }
}
