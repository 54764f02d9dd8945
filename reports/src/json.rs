//! JSON in one line whose text is the true text, and which is harmless to show: what a terminal or the log of a build
//! would obey is escaped inside strings as `\uXXXX`.

use std::io::{self, Write};

use serde::Serialize;
use serde_json::ser::Formatter;

use crate::visible::{is_hostile, is_log_command};

/// Writes a value in one line, without the line's end.
pub fn write(out: &mut impl Write, value: &impl Serialize) -> io::Result<()> {
    let mut serializer = serde_json::Serializer::with_formatter(out, Harmless);
    value.serialize(&mut serializer).map_err(io::Error::from)
}

struct Harmless;

impl Formatter for Harmless {
    fn write_string_fragment<W: ?Sized + Write>(
        &mut self,
        out: &mut W,
        text: &str,
    ) -> io::Result<()> {
        let mut rest = text;
        let obeyed = |text: &str, at, c| is_hostile(c) || c == '[' && is_log_command(text, at);
        while let Some((at, c)) = rest.char_indices().find(|(at, c)| obeyed(rest, *at, *c)) {
            out.write_all(&rest.as_bytes()[..at])?;
            for unit in c.encode_utf16(&mut [0; 2]) {
                write!(out, "\\u{unit:04x}")?;
            }
            rest = &rest[at + c.len_utf8()..];
        }
        out.write_all(rest.as_bytes())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hostile_text_is_escaped_and_comes_back_unchanged() -> io::Result<()> {
        let text = "a\x1b[0m\u{202e}\u{9b}\u{e0041}\u{7f}\"\\\n\0 é ##[error]";
        let mut out = Vec::new();
        write(&mut out, &text)?;
        assert_eq!(
            String::from_utf8_lossy(&out),
            r#""a\u001b[0m\u202e\u009b\udb40\udc41\u007f\"\\\n\u0000 é ##\u005berror]""#
        );
        let back: String = serde_json::from_slice(&out)?;
        assert_eq!(back, text);
        Ok(())
    }
}
