//! Words that bash's grammar reads and no command gets: of a list, a pattern, a test, a function's name. Told by
//! what stands around them on a plain stretch of the text.

/// How far the signs of such a word may lie from it, in bytes: enough for any list that a person writes.
const REACH: usize = 4096;

/// Whether a stretch between `before` and `behind` is such a word.
pub(crate) fn in_grammar(before: &str, behind: &str) -> bool {
    let first = before.len().saturating_sub(REACH);
    let from = (first..before.len()).find(|&at| before.is_char_boundary(at));
    let before = &before[from.unwrap_or(before.len())..];
    let last = REACH.min(behind.len());
    let to = (0..=last).rfind(|&at| behind.is_char_boundary(at));
    let behind = &behind[..to.unwrap_or_default()];
    in_for_list(before)
        || in_case_clause(before, behind)
        || in_test(before, behind)
        || names_function(before, behind)
        || in_array(before)
}

/// `NAME=(… HERE`
fn in_array(before: &str) -> bool {
    before.rsplit_once("=(").is_some_and(|(name, elements)| {
        name.ends_with(|last: char| last.is_ascii_alphanumeric() || matches!(last, '_' | '+'))
            && !elements.contains(['(', ')', '`'])
    })
}

/// `for NAME in … HERE`, up to the `;` or newline that ends the list.
fn in_for_list(before: &str) -> bool {
    let line = before.rsplit(['\n', ';', '&', '|', '(', ')']).next().unwrap_or(before);
    let mut words = line.split_ascii_whitespace();
    let opens = words.any(|word| matches!(word, "for" | "select"));
    opens && words.nth(1) == Some("in")
}

/// `case HERE in` or a pattern, in quotes or not: nothing but pattern characters up to `)`, behind `in`, `;;` or a
/// newline.
fn in_case_clause(before: &str, behind: &str) -> bool {
    let Some((_, clause)) = before.rsplit_once("case ") else { return false };
    if !clause.contains(" in") {
        return !clause.contains([';', '\n']) && behind.contains(" in");
    }
    let (clause, behind) = match open_quote(clause) {
        None => (clause, behind),
        Some((at, quote)) => match behind.split_once(quote) {
            Some((_, behind)) => (&clause[..at], behind),
            None => return false,
        },
    };
    let rest = behind.find([')', '(', ';', '&', '\n']).map(|stop| behind.split_at(stop));
    let closes = rest.is_some_and(|(rest, stop)| stop.starts_with(')') && alternatives(rest));
    let pattern = clause.rsplit([' ', '\n', '\t', ';', '(']).next().unwrap_or(clause);
    let head = clause[..clause.len() - pattern.len()].trim_end_matches([' ', '\t', '\n', '(']);
    closes
        && (head.ends_with("in")
            || head.ends_with(";;")
            || head.ends_with(";&")
            || head.ends_with('|'))
}

/// The quote that is still open at the end of the last line, and where it stands.
fn open_quote(text: &str) -> Option<(usize, char)> {
    let line = text.rfind('\n').map_or(0, |newline| newline + 1);
    let mut open: Option<(usize, char)> = None;
    for (at, c) in text[line..].char_indices().filter(|(_, c)| matches!(c, '"' | '\'')) {
        open = match open {
            None => Some((line + at, c)),
            Some((_, quote)) if quote == c => None,
            Some(_) => open,
        };
    }
    open
}

/// The rest of a pattern: blanks stand only beside `|`.
fn alternatives(rest: &str) -> bool {
    let words = |part: &str| part.split_ascii_whitespace().count();
    let mut parts = rest.split('|');
    let first = parts.next().unwrap_or_default();
    let continued = first.starts_with(|next: char| next.is_ascii_whitespace());
    words(first) <= usize::from(!continued) && parts.all(|part| words(part) == 1)
}

/// `NAME() …` or `function NAME …`.
fn names_function(before: &str, behind: &str) -> bool {
    let start =
        before.rfind([' ', '\t', '\n', ';', '&', '|', '(', ')', '{', '}']).map_or(0, |at| at + 1);
    let keyword = before[..start].trim_end_matches([' ', '\t']).ends_with("function");
    let end = behind.find([' ', '\t', '\n', ';', '&', '|', '(', ')']).unwrap_or(behind.len());
    let parentheses = behind[end..].trim_start_matches([' ', '\t']).strip_prefix('(');
    keyword || parentheses.is_some_and(|rest| rest.trim_start_matches([' ', '\t']).starts_with(')'))
}

/// Between `[[` and `]]`.
fn in_test(before: &str, behind: &str) -> bool {
    let opened = before.rfind("[[ ");
    opened.is_some_and(|start| !before[start..].contains(" ]]")) && behind.contains(" ]]")
}
