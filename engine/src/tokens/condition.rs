//! The grammar inside `[[ … ]]` (parse.y, cond_term): terms, operators and where newlines may stand. It evaluates
//! nothing.

use super::class::Reserved;
use super::{Fail, Lexer, Step};

/// What the next word of a `[[ … ]]` may hold beside an ordinary word.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Pattern {
    None,
    /// Behind `==`, `=` and `!=`: extended patterns, whether `extglob` is on or not.
    Glob,
    /// Behind `=~`: parentheses and `|`.
    Regex,
}

impl Lexer<'_> {
    /// Up to the `]]`, which is left.
    pub(super) fn condition(&mut self) -> Step {
        let mut open = 0_usize;
        loop {
            self.linebreaks()?;
            if self.at(self.pos) == b'(' {
                open += 1;
                self.pos += 1;
                continue;
            }
            match self.plain_token(self.pos) {
                Some((token, end)) if token.as_slice() == b"!" => {
                    self.pos = end;
                    continue;
                }
                _ => self.term()?,
            }
            loop {
                let byte = self.at(self.pos);
                let next = self.join(self.pos + 1);
                match byte {
                    b')' if open > 0 => {
                        open -= 1;
                        self.pos += 1;
                        self.linebreaks()?;
                    }
                    b'&' | b'|' if self.at(next) == byte => {
                        self.pos = next + 1;
                        break;
                    }
                    _ if open == 0 && self.closes() => return Ok(()),
                    _ => return Err(Fail::Syntax),
                }
            }
        }
    }

    /// `-f WORD`, `WORD OPERATOR WORD` or a word alone, behind which no newline may stand.
    fn term(&mut self) -> Step {
        let start = self.pos;
        let unary = self.plain_token(start).filter(|(token, _)| is_unary(token.as_slice()));
        if let Some((_, end)) = unary {
            self.pos = end;
            self.condition_word(Pattern::None)?;
            return self.linebreaks();
        }
        self.condition_word(Pattern::None)?;
        self.blanks();
        let operator = self.pos;
        let next = self.join(operator + 1);
        let pattern = match self.at(operator) {
            b'<' | b'>' if !matches!(self.at(next), b'<' | b'>' | b'&' | b'|' | b'(') => {
                self.pos = operator + 1;
                Pattern::None
            }
            b'&' | b'|' | b')' => return Ok(()),
            _ if self.closes() => return Ok(()),
            _ => match self.plain_token(operator) {
                Some((token, end)) => {
                    self.pos = end;
                    binary(token.as_slice()).ok_or(Fail::Syntax)?
                }
                None => return Err(Fail::Syntax),
            },
        };
        self.condition_word(pattern)?;
        self.linebreaks()
    }

    fn condition_word(&mut self, pattern: Pattern) -> Step {
        self.blanks();
        // Digits or a name in braces before `<` and `>` are a descriptor, and no word.
        let descriptor = self.descriptor(self.pos).is_some_and(|(at, _)| at != self.pos);
        if descriptor || self.closes() {
            return Err(Fail::Syntax);
        }
        self.test_word(pattern)
    }

    fn closes(&self) -> bool {
        matches!(self.reserved_here(), Some((Reserved::CloseTest, _)))
    }
}

/// The unary operators (test.c, test_unop).
fn is_unary(token: &[u8]) -> bool {
    matches!(token, [b'-', letter] if b"abcdefghknoprstuvwxzGLNORS".contains(letter))
}

/// What stands behind a binary operator (test.c, test_binop); none if the token is none.
fn binary(token: &[u8]) -> Option<Pattern> {
    match token {
        b"=" | b"==" | b"!=" => Some(Pattern::Glob),
        b"=~" => Some(Pattern::Regex),
        b"-nt" | b"-ot" | b"-ef" | b"-eq" | b"-ne" | b"-lt" | b"-le" | b"-gt" | b"-ge" => {
            Some(Pattern::None)
        }
        _ => None,
    }
}
