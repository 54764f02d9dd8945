//! Quotes: where each ends (manual 3.1.2), and quote removal for heredoc delimiters, which are never expanded.

use super::{Fail, Lexer, Step};

impl Lexer<'_> {
    pub(super) fn single_quotes(&mut self) -> Step {
        let rest = &self.text[(self.pos + 1).min(self.end)..self.end];
        let length = memchr::memchr(b'\'', rest).ok_or(Fail::Syntax)?;
        self.pos += length + 2;
        Ok(())
    }

    /// `$'…'`, from its quote on.
    pub(super) fn ansi_quotes(&mut self) -> Step {
        let mut i = self.pos + 1;
        loop {
            match self.at(i) {
                0 => return Err(Fail::Syntax),
                b'\\' => i += 2,
                b'\'' => break,
                _ => i += 1,
            }
        }
        self.pos = i + 1;
        Ok(())
    }

    pub(super) fn double_quotes(&mut self) -> Step {
        self.pos += 1;
        loop {
            match self.at(self.pos) {
                0 => return Err(Fail::Syntax),
                b'"' => break,
                b'\\' => self.pos = (self.pos + 2).min(self.end),
                b'$' => self.dollar(true)?,
                b'`' => self.backticks(true)?,
                _ => self.pos += 1,
            }
        }
        self.pos += 1;
        Ok(())
    }
}

/// Quote removal without any expansion, and whether there was a quote. `$'…'` and `$"…"` lose the `$`
/// (manual 3.6.6; parse.y passes the word through string_quote_removal only).
pub(crate) fn unquote(word: &[u8]) -> (Vec<u8>, bool) {
    let mut text = Vec::with_capacity(word.len());
    let mut quoted = false;
    let mut i = 0;
    let mut quote = 0;
    while i < word.len() {
        let byte = word[i];
        let next = word.get(i + 1).copied().unwrap_or(0);
        match (quote, byte) {
            (b'\'', b'\'') | (b'"', b'"') => quote = 0,
            (b'\'', _) => text.push(byte),
            (_, b'\\') if next == b'\n' => i += 1,
            (b'"', b'\\') if !matches!(next, b'"' | b'\\' | b'$' | b'`') => text.push(byte),
            (_, b'\\') => {
                quoted = true;
                if i + 1 < word.len() {
                    text.push(next);
                }
                i += 1;
            }
            (0, b'\'' | b'"') => {
                quoted = true;
                quote = byte;
            }
            (0, b'$') if matches!(next, b'\'' | b'"') => {}
            _ => text.push(byte),
        }
        i += 1;
    }
    (text, quoted)
}
