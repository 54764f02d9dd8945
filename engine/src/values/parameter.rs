//! What `${ … }` becomes where the parameter is known: defaults, lengths, substrings, and patterns that are plain text
//! but for one `*` (manual 3.5.3). It evaluates no word that holds an expansion or a quote.

use super::constants::{Constants, Known};

/// The value of what stands between the braces, or of a bare name; none where the text does not decide it.
pub(super) fn of<'a>(inside: &'a str, constants: &'a Constants) -> Option<Known<'a>> {
    if let Some(known) = constants.known(inside) {
        return Some(known);
    }
    if let Some(measured) = inside.strip_prefix('#') {
        let Known::Text(text) = constants.known(measured)? else { return None };
        return text.is_ascii().then(|| Known::Text(text.len().to_string().into()));
    }
    let (name, rest) = split_name(inside)?;
    let (operator, word) = split_operator(rest)?;
    let known = constants.known(name)?;
    let text = match known {
        Known::Shape(_) => return None,
        Known::Text(text) => Some(text),
        Known::Unset => None,
    };
    let present = |colon: bool| text.as_ref().is_some_and(|text| !colon || !text.is_empty());
    let value = match operator {
        ":-" | "-" | ":=" | "=" | ":?" | "?" if present(operator.starts_with(':')) => {
            return text.map(Known::Text);
        }
        ":-" | "-" | ":=" | "=" => plain(word)?.to_owned(),
        ":?" | "?" => return None,
        ":+" | "+" if present(operator == ":+") => plain(word)?.to_owned(),
        ":+" | "+" => String::new(),
        _ => edited(text.as_deref().unwrap_or_default(), operator, word)?,
    };
    Some(Known::Text(value.into()))
}

/// A name, number or `name[n]`, and what stands behind it.
fn split_name(inside: &str) -> Option<(&str, &str)> {
    let letters =
        inside.bytes().take_while(|byte| byte.is_ascii_alphanumeric() || *byte == b'_').count();
    let mut end = letters;
    if inside[letters..].starts_with('[') {
        end = letters + inside[letters..].find(']')? + 1;
    }
    (letters > 0).then(|| inside.split_at(end))
}

fn split_operator(rest: &str) -> Option<(&'static str, &str)> {
    const OPERATORS: [&str; 18] = [
        ":-", ":=", ":?", ":+", "-", "=", "?", "+", "##", "#", "%%", "%", "//", "/", "^^", "^",
        ",,", ",",
    ];
    let found =
        OPERATORS.iter().find_map(|operator| Some((*operator, rest.strip_prefix(*operator)?)));
    found.or_else(|| Some((":", rest.strip_prefix(':')?)))
}

/// A word in which bash expands nothing.
fn plain(word: &str) -> Option<&str> {
    (!word.contains(['$', '`', '\\', '\'', '"', '~'])).then_some(word)
}

/// A pattern that stands for itself.
fn exact(pattern: &str) -> Option<&str> {
    plain(pattern).filter(|pattern| !pattern.contains(['*', '?', '[', '(', '&']))
}

fn edited(text: &str, operator: &str, word: &str) -> Option<String> {
    let ascii = text.is_ascii();
    let capitalised = |change: fn(&u8) -> u8| {
        let mut letters = text.as_bytes().to_vec();
        if let Some(first) = letters.first_mut() {
            *first = change(first);
        }
        String::from_utf8(letters).ok()
    };
    match operator {
        "^^" if ascii && word.is_empty() => Some(text.to_ascii_uppercase()),
        ",," if ascii && word.is_empty() => Some(text.to_ascii_lowercase()),
        "^" if ascii && word.is_empty() => capitalised(u8::to_ascii_uppercase),
        "," if ascii && word.is_empty() => capitalised(u8::to_ascii_lowercase),
        "#" | "##" => without_front(text, operator == "##", word),
        "%" | "%%" => without_back(text, operator == "%%", word),
        "/" | "//" => {
            let (pattern, new) = word.split_once('/').unwrap_or((word, ""));
            // An empty pattern matches nothing; `#` and `%` anchor it.
            let pattern = exact(pattern).filter(|p| !p.is_empty() && !p.starts_with(['#', '%']))?;
            let new = exact(new)?;
            Some(text.replacen(pattern, new, if operator == "/" { 1 } else { usize::MAX }))
        }
        ":" if ascii => substring(text, word),
        _ => None,
    }
}

fn without_front(text: &str, longest: bool, pattern: &str) -> Option<String> {
    let rest = match pattern.strip_prefix('*') {
        None => text.strip_prefix(exact(pattern)?),
        Some(mark) => {
            let mark = exact(mark).filter(|mark| !mark.is_empty())?;
            let found = if longest { text.rfind(mark) } else { text.find(mark) };
            found.map(|at| &text[at + mark.len()..])
        }
    };
    Some(rest.unwrap_or(text).to_owned())
}

fn without_back(text: &str, longest: bool, pattern: &str) -> Option<String> {
    let rest = match pattern.strip_suffix('*') {
        None => text.strip_suffix(exact(pattern)?),
        Some(mark) => {
            let mark = exact(mark).filter(|mark| !mark.is_empty())?;
            let found = if longest { text.find(mark) } else { text.rfind(mark) };
            found.map(|at| &text[..at])
        }
    };
    Some(rest.unwrap_or(text).to_owned())
}

/// `offset` or `offset:length`, numbers only, not negative.
fn substring(text: &str, range: &str) -> Option<String> {
    let (offset, length) = match range.split_once(':') {
        Some((offset, length)) => (offset, Some(length.trim().parse::<usize>().ok()?)),
        None => (range, None),
    };
    let from = offset.trim().parse::<usize>().ok()?.min(text.len());
    let to = length.map_or(text.len(), |length| from.saturating_add(length).min(text.len()));
    Some(text[from..to].to_owned())
}
