//! Words: from the first byte to the next free metacharacter (manual 2, 3.1.2), and the forms that reach over blanks.

use super::class::{self, Class};
use super::condition::Pattern;
use super::{Fail, Lexer, Step, WordKind};

impl Lexer<'_> {
    /// Reads a word that begins here. `assigns`: whether `NAME=` makes it an assignment. The word's end, without
    /// trailing backslash-newlines, is left in `word_end`.
    pub(super) fn word(&mut self, assigns: bool) -> Step<WordKind> {
        self.word_that(assigns, true)
    }

    /// A word behind `declare` and the like, where a subscript ends with the word: `declare a[1 2]=3` has two.
    pub(super) fn declared_word(&mut self) -> Step<WordKind> {
        self.word_that(true, false)
    }

    fn word_that(&mut self, assigns: bool, in_front: bool) -> Step<WordKind> {
        let start = self.pos;
        let mut kind = WordKind::default();
        if self.at(start) == b'~' {
            kind.complex = true;
        }
        if assigns && class::is_name_start(self.at(start)) {
            self.assignment_head(&mut kind, in_front)?;
        }
        self.word_rest(&mut kind)?;
        if self.word_end == start {
            return Err(Fail::Syntax);
        }
        Ok(kind)
    }

    /// A word that belongs to no simple command: a loop's name, a pattern, a function's name.
    pub(super) fn other_word(&mut self) -> Step<WordKind> {
        let byte = self.at(self.pos);
        let substitution = matches!(byte, b'<' | b'>') && self.at(self.join(self.pos + 1)) == b'(';
        if class::class(byte) == Class::Meta && !substitution {
            return Err(Fail::Syntax);
        }
        self.word(false)
    }

    fn word_rest(&mut self, kind: &mut WordKind) -> Step {
        self.word_end = self.pos;
        loop {
            let byte = self.at(self.pos);
            match class::class(byte) {
                Class::Plain => self.pos += 1,
                Class::Valued => {
                    kind.complex = true;
                    self.pos += 1;
                }
                Class::Special => {
                    if byte == b'\\' && self.at(self.pos + 1) == b'\n' {
                        // Bash removes the pair before it makes tokens: `gi\⏎t` is one word.
                        kind.complex = true;
                        self.pos += 2;
                        continue;
                    }
                    kind.complex = true;
                    self.special(byte)?;
                }
                Class::Meta => {
                    let next = self.join(self.pos + 1);
                    if !matches!(byte, b'<' | b'>') || self.at(next) != b'(' {
                        return Ok(());
                    }
                    kind.complex = true;
                    self.process_substitution(next)?;
                }
            }
            self.word_end = self.pos;
        }
    }

    /// A quote or an expansion outside double quotes.
    pub(super) fn special(&mut self, byte: u8) -> Step {
        match byte {
            b'\'' => self.single_quotes(),
            b'"' => self.double_quotes(),
            b'`' => self.backticks(false),
            b'$' => self.dollar(false),
            _ => {
                // A lone backslash at the end of the text stays one (`bash -c`).
                self.pos = (self.pos + 2).min(self.end);
                Ok(())
            }
        }
    }

    /// `NAME=`, `NAME+=`, `NAME[…]=`, and the array literal behind it.
    fn assignment_head(&mut self, kind: &mut WordKind, in_front: bool) -> Step {
        let start = self.pos;
        let mut i = start;
        while class::is_name(self.at(i)) {
            i = self.join(i + 1);
        }
        if self.at(i) == b'[' {
            // Blanks don't end a subscript in command position: `a[1 2]=3` (parse.y, read_token_word).
            kind.complex = true;
            self.pos = i;
            if in_front {
                self.bracketed(b'[', b']')?;
            } else if !self.subscript()? {
                self.pos = i;
                return Ok(());
            }
            i = self.join(self.pos);
        }
        // A backslash-newline among the letters was stepped over: the spelling isn't the value.
        kind.complex |= self.joined && self.text[start..i.min(self.end)].contains(&b'\\');
        let mut value = i;
        if self.at(value) == b'+' {
            value = self.join(value + 1);
        }
        if self.at(value) != b'=' {
            self.pos = i;
            return Ok(());
        }
        kind.assignment = true;
        kind.complex |= value > i + 1;
        self.pos = value + 1;
        let behind = self.join(self.pos);
        match self.at(behind) {
            b'(' => {
                kind.array = true;
                kind.complex = true;
                self.pos = behind;
                self.array()
            }
            b'~' => {
                kind.complex = true;
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// A subscript without a free metacharacter; if there is none here, nothing was read.
    fn subscript(&mut self) -> Step<bool> {
        let mark = self.bookmark();
        let mut open = 0_usize;
        loop {
            let byte = self.at(self.pos);
            match class::class(byte) {
                Class::Meta => {
                    self.cut_to(mark);
                    return Ok(false);
                }
                Class::Special => {
                    self.special(byte)?;
                    continue;
                }
                Class::Plain | Class::Valued => {}
            }
            self.pos += 1;
            match byte {
                b'[' => open += 1,
                b']' if open == 1 => return Ok(true),
                b']' => open -= 1,
                _ => {}
            }
        }
    }

    /// From an opening bracket to behind the one that closes it, blanks and expansions in it included.
    fn bracketed(&mut self, opening: u8, closing: u8) -> Step {
        let mut open = 0_usize;
        loop {
            match self.at(self.pos) {
                0 => return Err(Fail::Syntax),
                byte if byte == opening => {
                    open += 1;
                    self.pos += 1;
                }
                byte if byte == closing => {
                    open -= 1;
                    self.pos += 1;
                    if open == 0 {
                        return Ok(());
                    }
                }
                byte if class::class(byte) == Class::Special => self.special(byte)?,
                _ => self.pos += 1,
            }
        }
    }

    /// `( word … )` behind `NAME=` (manual 6.7).
    fn array(&mut self) -> Step {
        self.enter()?;
        self.pos += 1;
        loop {
            self.linebreaks()?;
            match self.at(self.pos) {
                b')' => {
                    self.pos += 1;
                    self.leave();
                    return Ok(());
                }
                b'[' => {
                    self.bracketed(b'[', b']')?;
                    let mut kind = WordKind::default();
                    self.word_rest(&mut kind)?;
                }
                _ => {
                    self.other_word()?;
                }
            }
        }
    }

    /// A word of `[[ … ]]`.
    pub(super) fn test_word(&mut self, pattern: Pattern) -> Step {
        let start = self.pos;
        loop {
            let mut kind = WordKind::default();
            self.word_rest(&mut kind)?;
            let last = if self.pos > start { self.text[self.pos - 1] } else { 0 };
            let opens = match pattern {
                Pattern::None => false,
                Pattern::Glob => matches!(last, b'@' | b'?' | b'*' | b'+' | b'!'),
                Pattern::Regex => true,
            };
            match self.at(self.pos) {
                b'(' if opens => self.bracketed(b'(', b')')?,
                b'|' if pattern == Pattern::Regex && self.at(self.pos + 1) != b'|' => self.pos += 1,
                _ => break,
            }
        }
        if self.pos == start { Err(Fail::Syntax) } else { Ok(()) }
    }
}
