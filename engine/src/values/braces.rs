//! Brace expansion (manual 3.5.1): one spelling, several words. Purely textual; it comes before everything else.

use super::Values;
use crate::span::Span;

/// A stretch of a word after brace expansion.
#[derive(Clone, Debug)]
pub(super) enum Segment {
    /// As it stands in the text, still to be evaluated.
    Source(Span),
    /// An element of a sequence.
    Text(String),
}

/// What brace expansion makes of a word.
pub(super) enum Braces {
    /// There is none.
    None,
    /// More than [`MOST`] words.
    TooMany,
    /// These.
    Words(Vec<Vec<Segment>>),
}

/// Most words that one spelling is expanded to.
const MOST: usize = 128;

/// Deepest nesting of braces.
const DEEPEST: usize = 16;

pub(super) fn expand(values: &Values<'_>, span: Span) -> Braces {
    if group_from(values, span.start as usize, span.end as usize).is_none() {
        return Braces::None;
    }
    match stretch(values, span.start as usize, span.end as usize, 0) {
        Some(words) => Braces::Words(words),
        None => Braces::TooMany,
    }
}

struct Group {
    open: usize,
    close: usize,
    kind: Kind,
}

enum Kind {
    /// Where the commas are.
    List(Vec<usize>),
    Sequence(Vec<String>),
    /// A sequence that is too long.
    Long,
}

/// The alternatives of `start..end`.
fn stretch(
    values: &Values<'_>,
    start: usize,
    end: usize,
    depth: usize,
) -> Option<Vec<Vec<Segment>>> {
    if depth > DEEPEST {
        return None;
    }
    let mut words = vec![Vec::new()];
    let mut i = start;
    while let Some(group) = group_from(values, i, end) {
        append(&mut words, &[vec![Segment::Source(Span::new(i, group.open))]])?;
        let alternatives = match group.kind {
            Kind::Sequence(elements) => {
                elements.into_iter().map(|text| vec![Segment::Text(text)]).collect()
            }
            Kind::Long => return None,
            Kind::List(commas) => {
                let mut alternatives = Vec::new();
                let mut piece = group.open + 1;
                for stop in commas.into_iter().chain([group.close]) {
                    alternatives.extend(stretch(values, piece, stop, depth + 1)?);
                    piece = stop + 1;
                }
                alternatives
            }
        };
        append(&mut words, &alternatives)?;
        i = group.close + 1;
    }
    append(&mut words, &[vec![Segment::Source(Span::new(i, end))]])?;
    Some(words)
}

fn append(words: &mut Vec<Vec<Segment>>, alternatives: &[Vec<Segment>]) -> Option<()> {
    if words.len() * alternatives.len() > MOST {
        return None;
    }
    *words = words
        .iter()
        .flat_map(|word| alternatives.iter().map(|more| word.iter().chain(more).cloned().collect()))
        .collect();
    Some(())
}

/// The first brace group that really expands, at `from` or behind it.
fn group_from(values: &Values<'_>, from: usize, end: usize) -> Option<Group> {
    let bytes = values.bytes();
    let mut i = from;
    while i < end {
        if bytes[i] == b'{' {
            if let Some(group) = group_at(values, i, end) {
                return Some(group);
            }
            i += 1;
        } else {
            i = values.behind_unit(i, end);
        }
    }
    None
}

fn group_at(values: &Values<'_>, open: usize, end: usize) -> Option<Group> {
    let bytes = values.bytes();
    let mut commas = Vec::new();
    let mut depth = 0_usize;
    let mut i = open + 1;
    while i < end {
        match bytes[i] {
            b'{' => depth += 1,
            b'}' if depth == 0 => {
                let inside = &values.text[open + 1..i];
                let kind = match (commas.is_empty(), sequence(&inside.replace("\\\n", ""))) {
                    (false, _) => Kind::List(commas),
                    (true, Some(kind)) => kind,
                    // Neither list nor sequence: bash takes this brace for text and looks on.
                    (true, None) => {
                        i += 1;
                        continue;
                    }
                };
                return Some(Group { open, close: i, kind });
            }
            b'}' => depth -= 1,
            b',' if depth == 0 => commas.push(i),
            _ => {
                i = values.behind_unit(i, end);
                continue;
            }
        }
        i += 1;
    }
    None
}

/// `x..y` or `x..y..step`, of integers or single letters.
fn sequence(inside: &str) -> Option<Kind> {
    let parts: Vec<&str> = inside.split("..").collect();
    let (first, last, step) = match parts[..] {
        [first, last] => (first, last, 1),
        [first, last, step] => (first, last, step.parse::<i64>().ok()?),
        _ => return None,
    };
    let step = step.unsigned_abs().max(1);
    if let (Ok(from), Ok(to)) = (first.parse::<i64>(), last.parse::<i64>()) {
        let width =
            if is_padded(first) || is_padded(last) { first.len().max(last.len()) } else { 0 };
        return Some(elements(from, to, step, |n| format!("{n:0width$}")));
    }
    let (&[from], &[to]) = (first.as_bytes(), last.as_bytes()) else { return None };
    if !from.is_ascii_alphabetic() || !to.is_ascii_alphabetic() {
        return None;
    }
    Some(elements(i64::from(from), i64::from(to), step, |n| char::from(n as u8).to_string()))
}

/// A leading zero asks for elements of equal width.
fn is_padded(number: &str) -> bool {
    let digits = number.trim_start_matches(['-', '+']);
    digits.len() > 1 && digits.starts_with('0')
}

fn elements(from: i64, to: i64, step: u64, show: impl Fn(i64) -> String) -> Kind {
    let count = from.abs_diff(to) / step + 1;
    if count > MOST as u64 {
        return Kind::Long;
    }
    let sign = if from <= to { 1 } else { -1 };
    Kind::Sequence(
        (0..count as i64)
            .map(|n| show(from.wrapping_add((sign * n).wrapping_mul(step as i64))))
            .collect(),
    )
}
