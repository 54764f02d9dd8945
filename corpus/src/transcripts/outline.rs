//! The outline of a JSON text: which keys it has near the top, from its first bytes, also when it is cut off. It builds no values.

use std::collections::BTreeMap;

/// How much of a text is looked at, in bytes.
pub(super) const LOOKED_AT: usize = 1 << 16;

/// Values nested deeper than this are passed over.
const DEPTH: usize = 4;

/// Strings longer than this are not kept as values.
const LONGEST_VALUE: usize = 40;

/// Keys and short values of a JSON text.
#[derive(Debug, Default)]
pub(super) struct Outline {
    /// `a.b` for a key, `a[].b` in a list, `a=v` for a short string, number or word; with the offset of the value.
    pub(super) paths: BTreeMap<String, usize>,
    /// Whether nothing in the part looked at breaks JSON's rules.
    pub(super) fits: bool,
    /// Whether the first value ended in that part.
    pub(super) closed: bool,
    /// Where it ended, if it did.
    pub(super) end: usize,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Due {
    Key,
    Colon,
    Value,
    Next,
}

struct Frame {
    list: bool,
    due: Due,
    /// Length of the path of the container itself.
    base: usize,
    /// Whether a `}` or `]` may stand here although something else is due.
    fresh: bool,
}

/// The outline of the first value of `text`.
pub(super) fn outline(text: &[u8]) -> Outline {
    let text = &text[..text.len().min(LOOKED_AT)];
    let mut found = Outline { fits: true, ..Outline::default() };
    let mut stack: Vec<Frame> = Vec::new();
    let mut path = String::new();
    let mut at = 0;
    while at < text.len() {
        let byte = text[at];
        if byte.is_ascii_whitespace() {
            at += 1;
            continue;
        }
        let due = stack.last().map_or(Due::Value, |frame| frame.due);
        let fresh = stack.last().is_some_and(|frame| frame.fresh);
        let shallow = stack.len() <= DEPTH;
        let start = at;
        // What the token is, and where it ends; `None` as value for containers.
        let ended_value = match (byte, due) {
            (b'{' | b'[', Due::Value) => {
                note(&mut found, &path, None, start, shallow);
                let list = byte == b'[';
                let base = path.len();
                if list && shallow {
                    path.push_str("[]");
                }
                let due = if list { Due::Value } else { Due::Key };
                stack.push(Frame { list, due, base, fresh: true });
                at += 1;
                continue;
            }
            (b'}' | b']', _) => {
                let may_close = due == Due::Next || fresh;
                match stack.pop() {
                    Some(frame) if may_close && frame.list == (byte == b']') => {
                        path.truncate(frame.base)
                    }
                    Some(_) | None => {
                        found.fits = false;
                        return found;
                    }
                }
                at += 1;
                true
            }
            (b'"', Due::Key | Due::Value) => {
                let Some(end) = string_end(text, at) else {
                    found.fits = !text[at..].contains(&b'\n');
                    return found;
                };
                let inner = &text[at + 1..end - 1];
                at = end;
                if due == Due::Key {
                    if let Some(frame) = stack.last_mut() {
                        frame.due = Due::Colon;
                        frame.fresh = false;
                        path.truncate(frame.base);
                    }
                    if shallow {
                        if !path.is_empty() {
                            path.push('.');
                        }
                        path.push_str(&String::from_utf8_lossy(inner));
                    }
                    continue;
                }
                note(&mut found, &path, Some(inner), start, shallow);
                true
            }
            (b':', Due::Colon) => {
                if let Some(frame) = stack.last_mut() {
                    frame.due = Due::Value;
                }
                at += 1;
                continue;
            }
            (b',', Due::Next) => {
                if let Some(frame) = stack.last_mut() {
                    frame.due = if frame.list { Due::Value } else { Due::Key };
                }
                at += 1;
                continue;
            }
            (b'-' | b'0'..=b'9' | b't' | b'f' | b'n', Due::Value) => {
                while at < text.len()
                    && matches!(text[at], b'-' | b'+' | b'.' | b'0'..=b'9' | b'a'..=b'z' | b'E')
                {
                    at += 1;
                }
                let word = &text[start..at];
                let names: [&[u8]; 3] = [b"true", b"false", b"null"];
                let cut = at == text.len();
                let known = matches!(word[0], b'-' | b'0'..=b'9')
                    || names.iter().any(|name| word == *name || cut && name.starts_with(word));
                if !known {
                    found.fits = false;
                    return found;
                }
                note(&mut found, &path, Some(word), start, shallow);
                true
            }
            _ => {
                found.fits = false;
                return found;
            }
        };
        if ended_value {
            match stack.last_mut() {
                Some(frame) => {
                    frame.due = Due::Next;
                    frame.fresh = false;
                }
                None => {
                    found.closed = true;
                    found.end = at;
                    return found;
                }
            }
        }
    }
    found
}

fn note(found: &mut Outline, path: &str, value: Option<&[u8]>, at: usize, shallow: bool) {
    if !shallow {
        return;
    }
    found.paths.entry(path.to_owned()).or_insert(at);
    if let Some(value) = value
        && value.len() <= LONGEST_VALUE
    {
        found.paths.entry(format!("{path}={}", String::from_utf8_lossy(value))).or_insert(at);
    }
}

/// The offset behind the quote that ends the string which begins at `start`.
fn string_end(text: &[u8], start: usize) -> Option<usize> {
    let mut at = start + 1;
    loop {
        let found = at + memchr::memchr2(b'"', b'\\', text.get(at..)?)?;
        if text[found] == b'"' {
            return Some(found + 1);
        }
        at = found + 2;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, paths: &[&str], fits: bool, closed: bool) {
        let found = outline(text.as_bytes());
        let all: Vec<&str> = found.paths.keys().map(String::as_str).collect();
        for path in paths {
            assert!(all.contains(path), "{path} not in {all:?}");
        }
        assert_eq!((found.fits, found.closed), (fits, closed), "{text}");
    }

    #[test]
    fn keys_and_short_values_are_found_also_in_a_text_cut_off() {
        check(
            r#"{"type":"session","version":3,"cwd":"/w"}"#,
            &["type=session", "version=3", "cwd"],
            true,
            true,
        );
        check(
            r#"[{"a":{"b":null,"c":{"d":{"e":0}}}}, 1"#,
            &["[].a.b=null", "[].a.c.d", "[]=1"],
            true,
            false,
        );
        check(r#"{"type":"session","ver"#, &["type=session"], true, false);
        check("{}", &[""], true, true);
        check("[]", &[""], true, true);
        check(r#""ls -la""#, &["=ls -la"], true, true);
    }

    #[test]
    fn what_is_no_json_does_not_fit() {
        for text in
            ["{ echo a; }", "[ -f x ] && ls", "{a,b}", "{]", "[1,]", r#"{"a" "b"}"#, "nope", "}"]
        {
            assert!(!outline(text.as_bytes()).fits, "{text}");
        }
    }
}
