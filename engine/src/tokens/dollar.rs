//! Expansions: where each ends, and the commands inside (manual 3.5.3 to 3.5.6). It computes no value.

use super::list::Closer;
use super::{Fail, HoleKind, Lexer, Scope, Source, Step, SubText};
use crate::span::Span;

impl Lexer<'_> {
    /// An expansion or a `$'…'`, `$"…"` that begins here. In double quotes those two are not special.
    pub(super) fn dollar(&mut self, in_double_quotes: bool) -> Step {
        let start = self.pos;
        let next = self.join(start + 1);
        match self.at(next) {
            b'\'' if !in_double_quotes => {
                self.pos = next;
                self.ansi_quotes()
            }
            b'"' if !in_double_quotes => {
                self.pos = next;
                self.double_quotes()
            }
            b'{' => self.parameter(start, next, in_double_quotes),
            b'(' => {
                let second = self.join(next + 1);
                if self.at(second) == b'(' {
                    self.double_paren(start, next, second)
                } else {
                    self.command_substitution(start, next, HoleKind::Command)
                }
            }
            b'[' => self.old_arithmetic(start, next),
            // The shell's number; what stands behind it is not its expansion: `$$(x)` (parse.y, read_token_word).
            b'$' => {
                self.pos = next + 1;
                Ok(())
            }
            _ => {
                self.pos = start + 1;
                Ok(())
            }
        }
    }

    /// `<( … )` or `>( … )`; `open` is the parenthesis.
    pub(super) fn process_substitution(&mut self, open: usize) -> Step {
        self.command_substitution(self.pos, open, HoleKind::Process)
    }

    fn command_substitution(&mut self, start: usize, open: usize, kind: HoleKind) -> Step {
        let hole = self.open_hole(start, kind);
        self.enter()?;
        self.pos = open + 1;
        let outer = self.stdin;
        if kind == HoleKind::Process && self.text[start] == b'>' {
            // What the command around it writes is what these commands read.
            self.stdin = Source::Pipe(None);
        }
        self.substituted(true, |lexer| match lexer.list()? {
            (Closer::Paren, _) => Ok(()),
            _ => Err(Fail::Syntax),
        })?;
        self.stdin = outer;
        self.pos += 1;
        self.leave();
        self.close_hole(hole);
        Ok(())
    }

    /// Runs `read` in the state of a substitution. Heredocs that it leaves pending get their bodies before the
    /// outer ones (parse.y, parse_comsub).
    fn substituted(&mut self, in_comsub: bool, read: impl FnOnce(&mut Self) -> Step) -> Step {
        let scope = self.scope;
        let (stdin, conditional) = (self.stdin, self.conditional);
        let outer = std::mem::take(&mut self.pending);
        let before = std::mem::replace(&mut self.in_comsub, in_comsub);
        let body = std::mem::replace(&mut self.in_body, false);
        self.scope = Scope { substitution: true, ..scope };
        let result = read(self);
        for pending in &mut self.pending {
            pending.left.get_or_insert(self.pos);
        }
        self.pending.extend(outer);
        self.in_comsub = before;
        self.in_body = body;
        self.scope = scope;
        self.stdin = stdin;
        self.conditional = conditional;
        result
    }

    /// `${ … }`: ends at the first free `}`. In double quotes a single quote only pairs with the next one, and what
    /// stands between is still expanded, unless the operator takes a pattern (subst.c, SX_POSIXEXP aside).
    fn parameter(&mut self, start: usize, open: usize, in_double_quotes: bool) -> Step {
        let hole = self.open_hole(start, HoleKind::Parameter);
        self.enter()?;
        self.pos = open + 1;
        let inside = self.pos;
        // bash 5.3 runs `${ cmd; }`; 5.2 lets it pass the parser and fails when it expands.
        let data_quotes = in_double_quotes && !self.takes_pattern(inside);
        let runs = matches!(self.at(inside), b' ' | b'\t' | b'\n' | b'|');
        loop {
            match self.at(self.pos) {
                0 => return Err(Fail::Syntax),
                b'}' => break,
                b'\'' if self.in_body => self.pos += 1,
                b'\'' if data_quotes => {
                    let close = self.quoted_extent(self.pos, b'\'', false).ok_or(Fail::Syntax)?;
                    self.pos += 1;
                    self.expansions_to(close)?;
                    self.pos = close + 1;
                }
                b'$' if data_quotes => self.dollar(true)?,
                byte @ (b'\'' | b'"' | b'`' | b'$' | b'\\') => self.special(byte)?,
                _ => self.pos += 1,
            }
        }
        if runs {
            let code = String::from_utf8_lossy(&self.text[inside..self.pos]).into_owned();
            self.sub_text(Span::new(inside, self.pos), code);
        }
        self.pos += 1;
        self.leave();
        self.close_hole(hole);
        Ok(())
    }

    /// Whether the operator behind the name is one of `#`, `%`, `/`, `^` and `,`.
    fn takes_pattern(&self, inside: usize) -> bool {
        let mut i =
            inside + usize::from(matches!(self.at(inside), b'!' | b'#' | b'@' | b'*' | b'?'));
        while self.at(i).is_ascii_alphanumeric() || self.at(i) == b'_' {
            i += 1;
        }
        matches!(self.at(i), b'#' | b'%' | b'/' | b'^' | b',')
    }

    /// `$((`: arithmetic if it closes with `))`, else a command substitution that starts with a subshell, whose
    /// errors bash finds only when it expands (manual 3.5.5).
    fn double_paren(&mut self, start: usize, open: usize, second: usize) -> Step {
        let Some((close, arithmetic)) = self.paren_extent(open, self.in_body) else {
            return self.double_paren_in_doubt(start, open, second);
        };
        let kind = if arithmetic { HoleKind::Arithmetic } else { HoleKind::Command };
        let hole = self.open_hole(start, kind);
        self.enter()?;
        if arithmetic {
            self.pos = second + 1;
            self.expansions_to(close)?;
        } else {
            self.pos = open + 1;
            self.lazily(close)?;
        }
        self.pos = close + 1;
        self.leave();
        self.close_hole(hole);
        Ok(())
    }

    /// `$((` without an end in sight. In a heredoc's body bash parses the substitutions in it to step over them, and
    /// may find the end behind a parenthesis or quote that only looked like one.
    fn double_paren_in_doubt(&mut self, start: usize, open: usize, second: usize) -> Step {
        let rest = &self.text[second.min(self.end)..self.end];
        if !self.in_body || memchr::memmem::find(rest, b"$(").is_none() {
            return Err(Fail::Syntax);
        }
        let hole = self.open_hole(start, HoleKind::Command);
        let code = String::from_utf8_lossy(&self.text[open + 1..self.end]).into_owned();
        self.sub_text(Span::new(open + 1, self.end), code);
        self.pos = self.end;
        self.close_hole(hole);
        Ok(())
    }

    /// `$[ … ]`
    fn old_arithmetic(&mut self, start: usize, open: usize) -> Step {
        let mut depth = 0_usize;
        let mut i = open;
        let close = loop {
            match self.at(i) {
                // Without its bracket it is a lone `$`, as bash refuses it; so do we.
                0 => return Err(Fail::Syntax),
                b'[' => depth += 1,
                b']' => {
                    depth -= 1;
                    if depth == 0 {
                        break i;
                    }
                }
                b'\\' => i += 1,
                _ => {}
            }
            i += 1;
        };
        let hole = self.open_hole(start, HoleKind::Arithmetic);
        self.enter()?;
        self.pos = open + 1;
        self.expansions_to(close)?;
        self.pos = close + 1;
        self.leave();
        self.close_hole(hole);
        Ok(())
    }

    /// Backticks. Their end is found first; inside, a backslash before `` ` ``, `$`, `\` (and `"` in double
    /// quotes) goes away before anything is read (manual 3.5.4).
    pub(super) fn backticks(&mut self, in_double_quotes: bool) -> Step {
        let start = self.pos;
        let mut i = start + 1;
        let mut escaped = false;
        loop {
            match memchr::memchr2(b'`', b'\\', &self.text[i.min(self.end)..self.end]) {
                None => return Err(Fail::Syntax),
                Some(n) if self.text[i + n] == b'`' => {
                    i += n;
                    break;
                }
                Some(n) => {
                    escaped = true;
                    i += n + 2;
                }
            }
        }
        let hole = self.open_hole(start, HoleKind::Command);
        self.enter()?;
        if escaped {
            let code = unescape_backticks(&self.text[start + 1..i], in_double_quotes);
            self.sub_text(Span::new(start + 1, i), code);
        } else {
            self.pos = start + 1;
            self.lazily(i)?;
        }
        self.pos = i + 1;
        self.leave();
        self.close_hole(hole);
        Ok(())
    }

    /// Reads a substitution's commands up to `close`. A syntax error in it is none of the whole text: bash meets
    /// it only when it expands.
    fn lazily(&mut self, close: usize) -> Step {
        let start = self.pos;
        let (end, depth, base) = (self.end, self.depth, self.scratch.len());
        let mark = self.bookmark();
        self.end = close;
        let result = self.substituted(false, |lexer| {
            let (closer, _) = lexer.list()?;
            if closer != Closer::End {
                return Err(Fail::Syntax);
            }
            lexer.end_of_text()
        });
        self.end = end;
        match result {
            Err(Fail::Syntax) => {
                self.depth = depth;
                self.scratch.truncate(base);
                self.cut_to(mark);
                self.pending.retain(|pending| pending.at < start);
                let code = String::from_utf8_lossy(&self.text[start..close]).into_owned();
                self.sub_text(Span::new(start, close), code);
                Ok(())
            }
            other => other,
        }
    }

    /// Leaves a stretch to be read as a text of its own.
    fn sub_text(&mut self, span: Span, code: String) {
        self.out.unread.push(span);
        let scope = Scope { substitution: true, ..self.scope };
        self.out.subtexts.push(SubText { span, code, scope });
    }

    /// Expansions up to `close`, in text where quotes are data: arithmetic and heredoc bodies.
    pub(super) fn expansions_to(&mut self, close: usize) -> Step {
        let end = std::mem::replace(&mut self.end, close);
        let result = self.expansions();
        self.end = end;
        result
    }

    fn expansions(&mut self) -> Step {
        loop {
            let rest = &self.text[self.pos.min(self.end)..self.end];
            let Some(n) = memchr::memchr3(b'$', b'`', b'\\', rest) else {
                self.pos = self.end;
                return Ok(());
            };
            self.pos += n;
            let mark = self.bookmark();
            let result = match self.text[self.pos] {
                b'$' => self.dollar(true),
                b'`' => self.backticks(false),
                _ => {
                    self.pos += 2;
                    Ok(())
                }
            };
            if result.is_err() {
                // bash runs nothing of an expansion whose end it can't find.
                self.cut_to(mark);
                return result;
            }
        }
    }

    /// The parenthesis that closes the one at `open`, and whether the one before it closes a second opening
    /// parenthesis right behind `open`: `((…))`. Quotes and nested expansions are stepped over, as
    /// parse_matched_pair does; in a heredoc's body, comments too, as extract_delimited_string does (subst.c,
    /// SX_COMMAND).
    pub(super) fn paren_extent(&self, open: usize, comments: bool) -> Option<(usize, bool)> {
        let mut closers: Vec<u8> = Vec::new();
        let mut inner_close = 0;
        let mut i = open;
        loop {
            let byte = self.at(i);
            let quoted = closers.last() == Some(&b'"');
            match byte {
                0 => return None,
                b'\\' => i += 1,
                b'"' if quoted => {
                    closers.pop();
                }
                b'"' => closers.push(b'"'),
                b'\'' if !quoted => {
                    let ansi = i > open && self.at(i - 1) == b'$';
                    i = self.quoted_extent(i, b'\'', ansi)?;
                }
                b'`' => i = self.quoted_extent(i, b'`', true)?,
                b'#' if comments && !quoted && matches!(self.at(i - 1), b' ' | b'\t' | b'\n') => {
                    i += memchr::memchr(b'\n', &self.text[i..self.end])?;
                }
                b'$' if self.at(i + 1) == b'{' => {
                    closers.push(b'}');
                    i += 1;
                }
                b'$' if self.at(i + 1) == b'(' => {
                    closers.push(b')');
                    i += 1;
                }
                b'(' if !quoted => closers.push(b')'),
                b'}' if closers.last() == Some(&b'}') => {
                    closers.pop();
                }
                b')' if closers.last() == Some(&b')') => {
                    closers.pop();
                    match closers.len() {
                        0 => {
                            return Some((
                                i,
                                inner_close > open && self.join(inner_close + 1) == i,
                            ));
                        }
                        1 if inner_close == 0 => inner_close = i,
                        _ => {}
                    }
                }
                _ => {}
            }
            i += 1;
        }
    }

    /// The quote that closes the one at `i`; `escapes`: a backslash protects the byte behind it.
    pub(super) fn quoted_extent(&self, mut i: usize, quote: u8, escapes: bool) -> Option<usize> {
        loop {
            i += 1;
            match self.at(i) {
                0 => return None,
                b'\\' if escapes => i += 1,
                byte if byte == quote => return Some(i),
                _ => {}
            }
        }
    }
}

/// What bash reads after it took the backslashes of backticks off. Backslash-newline goes even in quotes.
fn unescape_backticks(text: &[u8], in_double_quotes: bool) -> String {
    let mut code = Vec::with_capacity(text.len());
    let mut i = 0;
    while i < text.len() {
        if text[i] == b'\\' && i + 1 < text.len() {
            let next = text[i + 1];
            match next {
                b'\n' => {}
                b'`' | b'$' | b'\\' => code.push(next),
                b'"' if in_double_quotes => code.push(next),
                _ => code.extend([b'\\', next]),
            }
            i += 2;
        } else {
            code.push(text[i]);
            i += 1;
        }
    }
    String::from_utf8_lossy(&code).into_owned()
}
