//! Rust source with comments and literals blanked out, so that a check sees code only. It keeps every byte's place.

/// The same text with each byte of a comment, string or character literal replaced by a blank, newlines kept.
pub(crate) fn code(text: &str) -> String {
    let bytes = text.as_bytes();
    let mut code = bytes.to_vec();
    let mut at = 0;
    while at < bytes.len() {
        let end = match bytes[at] {
            b'/' if bytes[at..].starts_with(b"//") => line_comment(bytes, at),
            b'/' if bytes[at..].starts_with(b"/*") => block_comment(bytes, at),
            b'"' => string(bytes, at),
            b'r' if !follows_name(bytes, at) => raw_string(bytes, at).unwrap_or(at),
            b'\'' => character(bytes, at).unwrap_or(at),
            _ => at,
        };
        for byte in &mut code[at..end] {
            if *byte != b'\n' {
                *byte = b' ';
            }
        }
        at = end.max(at + 1);
    }
    String::from_utf8_lossy(&code).into_owned()
}

fn line_comment(bytes: &[u8], at: usize) -> usize {
    bytes[at..].iter().position(|&byte| byte == b'\n').map_or(bytes.len(), |length| at + length)
}

fn block_comment(bytes: &[u8], mut at: usize) -> usize {
    let mut depth = 0usize;
    while at < bytes.len() {
        if bytes[at..].starts_with(b"/*") {
            depth += 1;
            at += 2;
        } else if bytes[at..].starts_with(b"*/") {
            depth -= 1;
            at += 2;
            if depth == 0 {
                return at;
            }
        } else {
            at += 1;
        }
    }
    bytes.len()
}

fn string(bytes: &[u8], quote: usize) -> usize {
    let mut at = quote + 1;
    while at < bytes.len() {
        match bytes[at] {
            b'\\' => at += 2,
            b'"' => return at + 1,
            _ => at += 1,
        }
    }
    bytes.len()
}

/// The end of `r"…"` or `r#"…"#`; none when it is a name such as `r` or `r#type`.
fn raw_string(bytes: &[u8], r: usize) -> Option<usize> {
    let hashes = bytes[r + 1..].iter().take_while(|&&byte| byte == b'#').count();
    let quote = r + 1 + hashes;
    if bytes.get(quote) != Some(&b'"') {
        return None;
    }
    let mut close = vec![b'"'];
    close.resize(1 + hashes, b'#');
    let body = &bytes[quote + 1..];
    let length = body.windows(close.len()).position(|window| window == close);
    Some(length.map_or(bytes.len(), |length| quote + 1 + length + close.len()))
}

/// The end of `'x'` or `'\n'`; none when it is a lifetime.
fn character(bytes: &[u8], quote: usize) -> Option<usize> {
    let rest = &bytes[quote + 1..];
    let first = *rest.first()?;
    if first == b'\\' {
        let length = rest.iter().skip(2).position(|&byte| byte == b'\'')?;
        return Some(quote + 1 + 2 + length + 1);
    }
    let width = match first {
        0x00..0x80 => 1,
        0x80..0xe0 => 2,
        0xe0..0xf0 => 3,
        0xf0..=0xff => 4,
    };
    (rest.get(width) == Some(&b'\'')).then_some(quote + 1 + width + 1)
}

/// Whether the byte before continues a name, so that an `r` here starts no raw string; the prefixes of
/// `br"…"` and `cr"…"` are names of one letter.
fn follows_name(bytes: &[u8], at: usize) -> bool {
    let name = |at: usize| bytes[at].is_ascii_alphanumeric() || bytes[at] == b'_';
    at > 0 && name(at - 1) && !(matches!(bytes[at - 1], b'b' | b'c') && (at < 2 || !name(at - 2)))
}

#[cfg(test)]
mod tests {
    #[track_caller]
    fn check(text: &str, expected: &str) {
        assert_eq!(super::code(text), expected, "{text}");
    }

    #[test]
    fn comments_and_literals_become_blanks_and_code_stays() {
        check("a // b\nc", "a     \nc");
        check("a /* b /* c */ d */ e", "a                   e");
        check(r#"f("a\"b", c)"#, "f(      , c)");
        check(r##"f(r#"a"b"#, c)"##, "f(        , c)");
        check(r#"f(br"a\", c)"#, "f(b     , c)");
        check("g('\"', '\\'', '\\u{41}', 'é')", "g(   ,     ,         ,     )");
        check("fn f<'a>(x: &'a str)", "fn f<'a>(x: &'a str)");
        check("r#type = attr\"x\"", "r#type = attr   ");
        check("\"open", "     ");
    }
}
