//! Secrets and names out of a text: each is replaced, in place, by as many bytes of the same classes. It parses no
//! bash and knows nothing of answers; whether a command still says the same is for its caller to check.

mod rules;

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::{LazyLock, OnceLock};

use aho_corasick::AhoCorasick;
use regex::Regex;

use self::rules::{Proof, RULES};

/// Rounds after which a text is taken as it is. Each hides something that the one before left, and the second finds
/// nothing new unless one placeholder completed another rule's pattern.
const ROUNDS: usize = 16;

/// A text that may be shown.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Redacted {
    /// As long as the original, with the same kind of character at each place.
    pub text: String,
    /// How many places each rule hid, by the rule's name. Empty when the text is the original.
    pub counts: BTreeMap<&'static str, u64>,
}

impl Redacted {
    /// Whether anything was hidden.
    pub fn is_changed(&self) -> bool {
        !self.counts.is_empty()
    }
}

/// The names of all rules.
pub fn rules() -> impl Iterator<Item = &'static str> {
    RULES.iter().map(|rule| rule.name)
}

/// Hides what the rules find. Redacting the result again changes nothing.
pub fn redact(text: &str) -> Redacted {
    let mut redacted = Redacted { text: text.to_owned(), counts: BTreeMap::new() };
    for _ in 0..ROUNDS {
        if !round(&mut redacted) {
            break;
        }
    }
    redacted
}

/// The text with every letter and digit replaced as in a placeholder: two texts of one shape differ in nothing that
/// bash reads as syntax.
pub fn shape(text: &str) -> String {
    text.chars().map(filler).collect()
}

/// Whether anything was hidden.
fn round(redacted: &mut Redacted) -> bool {
    let mut changed = false;
    for at in announced(&redacted.text) {
        let Some((rule, pattern)) = RULES.get(at).zip(pattern(at)) else { continue };
        let mut found: Vec<Range<usize>> = Vec::new();
        for captures in pattern.captures_iter(&redacted.text) {
            let mut secrets = captures.iter().skip(1).flatten().peekable();
            // Further groups are more of the same secret.
            if secrets.peek().is_some_and(|it| proved(rule.proof, it.as_str())) {
                found.extend(secrets.map(|it| it.range()));
            }
        }
        for place in found {
            if hide(&mut redacted.text, place) {
                *redacted.counts.entry(rule.name).or_default() += 1;
                changed = true;
            }
        }
    }
    changed
}

/// Puts the placeholder in; false when it is there already.
fn hide(text: &mut String, place: Range<usize>) -> bool {
    let mut hidden = String::with_capacity(place.len());
    let mut before = None;
    for c in text[place.clone()].chars() {
        // What stands behind a backslash may be an escape, and another letter another escape.
        hidden.push(if before == Some('\\') { c } else { filler(c) });
        before = if before == Some('\\') { None } else { Some(c) };
    }
    if text[place.clone()] == hidden {
        return false;
    }
    text.replace_range(place, &hidden);
    true
}

/// The character that stands for all of a class and a length in bytes.
fn filler(c: char) -> char {
    match c {
        '0'..='9' => '0',
        'a'..='z' => 'x',
        'A'..='Z' => 'X',
        _ if c.is_ascii() || !c.is_alphanumeric() => c,
        _ => match c.len_utf8() {
            2 => 'é',
            3 => '字',
            _ => '𠀀',
        },
    }
}

/// The keywords of all rules with the place of the rule of each, looked for in one pass.
static KEYWORDS: LazyLock<(Option<AhoCorasick>, Vec<usize>)> = LazyLock::new(|| {
    let all = RULES.iter().enumerate();
    let all = all.flat_map(|(at, rule)| rule.keywords.iter().map(move |word| (word, at)));
    let (words, rules): (Vec<&&str>, Vec<usize>) = all.unzip();
    let finder = AhoCorasick::builder().ascii_case_insensitive(true).build(words);
    (finder.ok(), rules)
});

/// The rules of which a keyword is there, in their order; all where that can't be told.
fn announced(text: &str) -> BTreeSet<usize> {
    let (finder, rules) = &*KEYWORDS;
    match finder {
        Some(finder) => {
            let found = finder.find_overlapping_iter(text);
            found.filter_map(|it| rules.get(it.pattern().as_usize()).copied()).collect()
        }
        None => (0..RULES.len()).collect(),
    }
}

/// A rule's pattern, compiled when it is first needed. That each compiles is tested; one that did not would hide nothing
/// and break nothing.
fn pattern(at: usize) -> Option<&'static Regex> {
    static COMPILED: [OnceLock<Option<Regex>>; RULES.len()] =
        [const { OnceLock::new() }; RULES.len()];
    COMPILED.get(at)?.get_or_init(|| Regex::new(RULES.get(at)?.pattern).ok()).as_ref()
}

fn proved(proof: Proof, found: &str) -> bool {
    match proof {
        Proof::Pattern => true,
        Proof::NoPlaceholder => !is_placeholder(found),
        Proof::Sure => {
            let is_name = |b: u8| b.is_ascii_alphabetic() || b == b'_' || b == b'.';
            let field = found.contains(['_', '.']) && found.bytes().all(is_name);
            !is_placeholder(found) && found.len() >= 6 && !field
        }
        Proof::Random => {
            let digit = found.bytes().any(|b| b.is_ascii_digit());
            let random = (digit || found.len() >= 20) && entropy(found) >= 2.8;
            random && !is_placeholder(found) && !found.contains(' ')
        }
        Proof::Address => !rules::NOBODY.contains(&found.to_ascii_lowercase().as_str()),
        Proof::Home => {
            let anybody =
                found.strip_prefix("user").is_some_and(|rest| rest.bytes().all(|b| b == b'x'));
            !anybody && !rules::ANYBODY.contains(&found)
        }
    }
}

/// Whether a value only says that a secret belongs there.
fn is_placeholder(found: &str) -> bool {
    let found = found.to_ascii_lowercase();
    let mut bytes = found.bytes();
    let first = bytes.next();
    rules::PLACEHOLDERS.contains(&found.as_str())
        || rules::PLACEHOLDER_PARTS.iter().any(|part| found.contains(part))
        || bytes.all(|b| Some(b) == first)
}

/// Shannon's entropy of the bytes, in bits per byte.
fn entropy(text: &str) -> f64 {
    let mut counts = [0_u32; 256];
    for b in text.bytes() {
        counts[usize::from(b)] += 1;
    }
    let all = text.len() as f64;
    let shares = counts.iter().filter(|&&n| n > 0).map(|&n| f64::from(n) / all);
    -shares.map(|share| share * share.log2()).sum::<f64>()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pattern_compiles_and_every_rule_has_a_name_of_its_own() {
        assert!((0..RULES.len()).all(|at| pattern(at).is_some()));
        assert!(KEYWORDS.0.is_some());
        let names: std::collections::BTreeSet<&str> = rules().collect();
        assert_eq!(names.len(), RULES.len());
    }

    #[test]
    fn every_keyword_is_in_lowercase_as_it_is_looked_for() {
        for rule in RULES {
            assert!(!rule.keywords.is_empty(), "{}", rule.name);
            assert!(rule.keywords.iter().all(|it| *it == it.to_ascii_lowercase()), "{}", rule.name);
        }
    }

    #[test]
    fn entropy_is_counted_in_bits() {
        assert_eq!(entropy("aaaa"), 0.0);
        assert_eq!(entropy("abab"), 1.0);
        assert_eq!(entropy("abcd"), 2.0);
    }
}
