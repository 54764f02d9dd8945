//! A deterministic permission policy: wildcard patterns, the last match wins. It judges text, and never reads a file.

pub mod config;
pub mod floor;
pub mod judge;

/// What a policy says about a unit, from the least restrictive to the most.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Action {
    /// Runs.
    Allow,
    /// A person is asked.
    Ask,
    /// Refused.
    Deny,
}

impl Action {
    /// The word that policies and reports use.
    pub fn name(self) -> &'static str {
        match self {
            Action::Allow => "allow",
            Action::Ask => "ask",
            Action::Deny => "deny",
        }
    }
}

/// One pattern and its action.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rule {
    /// `*` stands for any text, newlines included, `?` for one character; the rest is literal, anchored at
    /// both ends. A final ` *` may also match nothing: `git *` matches `git`.
    pub pattern: String,
    /// What a match says.
    pub action: Action,
}

/// Rules in order; the last that matches decides, and where none matches a person is asked.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Policy {
    /// The rules.
    pub rules: Vec<Rule>,
}

impl Rule {
    fn new(pattern: &str, action: Action) -> Rule {
        Rule { pattern: pattern.to_owned(), action }
    }
}

/// The policy that the gate judges units by: everything runs, but `git push` and `rm` don't.
pub fn gate_policy() -> Policy {
    Policy {
        rules: vec![
            Rule::new("*", Action::Allow),
            Rule::new("git push *", Action::Deny),
            Rule::new("rm *", Action::Deny),
        ],
    }
}

impl Policy {
    /// What the policy says about one text: the action of the last rule that matches all of it.
    pub fn action(&self, text: &str) -> Action {
        self.deciding(text).map_or(Action::Ask, |(_, rule)| rule.action)
    }

    /// The last rule that matches all of the text, with its place in [`Policy::rules`].
    pub fn deciding(&self, text: &str) -> Option<(usize, &Rule)> {
        self.rules.iter().enumerate().rev().find(|(_, rule)| matches(&rule.pattern, text))
    }

    /// What the policy could come to when parts of the text are not known.
    pub(crate) fn range(&self, parts: &[Part<'_>]) -> Range {
        if let [Part::Text(text)] = parts {
            return Range::exactly(self.action(text));
        }
        let mut found: Option<Range> = None;
        for rule in self.rules.iter().rev() {
            if !could_match(&rule.pattern, parts) {
                continue;
            }
            found = Some(Range::exactly(rule.action).or(found));
            if must_match(&rule.pattern, parts) {
                return found.unwrap_or(Range::exactly(rule.action));
            }
        }
        Range::exactly(Action::Ask).or(found)
    }
}

/// A stretch of a text that is not wholly known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Part<'a> {
    /// Exactly this.
    Text(&'a str),
    /// Any text, none included.
    Any,
    /// Any text without blanks: the unknown part of a program's name.
    NoBlanks,
}

/// The least and the most restrictive action that a policy could come to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Range {
    pub(crate) least: Action,
    pub(crate) most: Action,
}

impl Range {
    pub(crate) fn exactly(action: Action) -> Range {
        Range { least: action, most: action }
    }

    /// Either this or the other applies.
    pub(crate) fn or(self, other: Option<Range>) -> Range {
        match other {
            None => self,
            Some(other) => {
                Range { least: self.least.min(other.least), most: self.most.max(other.most) }
            }
        }
    }

    /// Both apply, and the more restrictive decides.
    pub(crate) fn and(self, other: Range) -> Range {
        Range { least: self.least.max(other.least), most: self.most.max(other.most) }
    }
}

/// The pattern without a final ` *`, which may also match nothing.
fn without_tail(pattern: &str) -> Option<&str> {
    pattern.strip_suffix(" *")
}

fn matches(pattern: &str, text: &str) -> bool {
    glob(pattern, text) || without_tail(pattern).is_some_and(|head| glob(head, text))
}

/// Whole-text wildcard match. A failed attempt only ever goes back to the last `*`, so the cost is at most
/// pattern times text.
fn glob(pattern: &str, text: &str) -> bool {
    let (p, t) = (pattern.as_bytes(), text.as_bytes());
    let (mut at_p, mut at_t) = (0, 0);
    let mut retry: Option<(usize, usize)> = None;
    while at_t < t.len() {
        match p.get(at_p) {
            Some(b'*') => {
                at_p += 1;
                if at_p == p.len() {
                    return true;
                }
                retry = Some((at_p, at_t));
                continue;
            }
            Some(b'?') => {
                at_p += 1;
                at_t += char_len(t, at_t);
                continue;
            }
            Some(byte) if *byte == t[at_t] => {
                at_p += 1;
                at_t += 1;
                continue;
            }
            Some(_) | None => {}
        }
        let Some((star_p, star_t)) = retry else { return false };
        let next = star_t + char_len(t, star_t);
        retry = Some((star_p, next));
        (at_p, at_t) = (star_p, next);
    }
    p[at_p..].iter().all(|byte| *byte == b'*')
}

/// Length of the character that begins at `at`.
fn char_len(text: &[u8], at: usize) -> usize {
    1 + text[at + 1..].iter().take_while(|byte| **byte & 0xC0 == 0x80).count()
}

/// Whether some text that the parts can stand for matches.
fn could_match(pattern: &str, parts: &[Part<'_>]) -> bool {
    simulate(pattern, parts, Demand::Some)
        || without_tail(pattern).is_some_and(|head| simulate(head, parts, Demand::Some))
}

/// Whether every text that the parts can stand for matches. May answer no for a few where it is so: an
/// unknown part counts as matched only where a `*` takes it whole.
fn must_match(pattern: &str, parts: &[Part<'_>]) -> bool {
    simulate(pattern, parts, Demand::Every)
        || without_tail(pattern).is_some_and(|head| simulate(head, parts, Demand::Every))
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Demand {
    Some,
    Every,
}

/// Runs the pattern as a finite automaton over the parts: one flag per place in the pattern.
fn simulate(pattern: &str, parts: &[Part<'_>], demand: Demand) -> bool {
    if pattern == "*" {
        return true;
    }
    let fixed = pattern.find(['*', '?']).unwrap_or(pattern.len());
    if let Some(Part::Text(text)) = parts.first() {
        let both = fixed.min(text.len());
        if pattern.as_bytes()[..both] != text.as_bytes()[..both] {
            return false;
        }
    }
    let p: Vec<char> = pattern.chars().collect();
    let mut live = vec![false; p.len() + 1];
    let mut next = live.clone();
    live[0] = true;
    skip_stars(&p, &mut live);
    for part in parts {
        match part {
            Part::Text(text) => {
                for c in text.chars() {
                    next.fill(false);
                    for (at, wanted) in p.iter().enumerate().filter(|(at, _)| live[*at]) {
                        match wanted {
                            '*' => next[at] = true,
                            '?' => next[at + 1] = true,
                            _ => next[at + 1] |= *wanted == c,
                        }
                    }
                    skip_stars(&p, &mut next);
                    std::mem::swap(&mut live, &mut next);
                    if !live.contains(&true) {
                        return false;
                    }
                }
            }
            Part::Any | Part::NoBlanks => match demand {
                Demand::Every => {
                    for (at, flag) in live.iter_mut().enumerate() {
                        *flag &= p.get(at) == Some(&'*');
                    }
                    skip_stars(&p, &mut live);
                }
                Demand::Some => {
                    for at in 0..p.len() {
                        let passable = *part == Part::Any || !matches!(p[at], ' ' | '\t' | '\n');
                        live[at + 1] |= live[at] && passable;
                    }
                }
            },
        }
    }
    live[p.len()]
}

/// A `*` may match nothing.
fn skip_stars(pattern: &[char], live: &mut [bool]) {
    for (at, wanted) in pattern.iter().enumerate() {
        if *wanted == '*' && live[at] {
            live[at + 1] = true;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(pattern: &str, yes: &[&str], no: &[&str]) {
        for text in yes {
            assert!(matches(pattern, text), "{pattern:?} should match {text:?}");
        }
        for text in no {
            assert!(!matches(pattern, text), "{pattern:?} should not match {text:?}");
        }
    }

    #[test]
    fn a_star_takes_any_text_and_a_final_blank_star_may_be_missing() {
        check("git *", &["git", "git ", "git a\nb"], &["gitk", " git x", "agit x"]);
        check("git push *", &["git push", "git push origin"], &["git pushy", "git pus"]);
        check("*", &["", "a\nb"], &[]);
        check("a*b*c", &["abc", "aXbXbXc"], &["abcd", "acb"]);
        check("*.rs *", &["a.rs", "a.rs x", " .rs y"], &["a.rsx"]);
        check("", &[""], &["a"]);
    }

    #[test]
    fn a_question_mark_takes_one_character_of_any_length() {
        check("a?c", &["abc", "a\u{e9}c", "a\u{1F600}c"], &["ac", "abbc"]);
        check("*?", &["a", "\u{1F600}"], &[""]);
        check("*\u{e9}?", &["\u{e9}\u{e9}\u{1F600}"], &["\u{e9}"]);
    }

    #[test]
    fn the_last_matching_rule_decides_and_without_one_a_person_is_asked() {
        let policy = Policy {
            rules: vec![
                Rule::new("*x", Action::Ask),
                Rule::new("git *", Action::Deny),
                Rule::new("git status", Action::Allow),
            ],
        };
        assert_eq!(policy.action("git status"), Action::Allow);
        assert_eq!(policy.action("git status -s"), Action::Deny);
        assert_eq!(policy.action("ls"), Action::Ask);
    }

    #[test]
    fn many_stars_cost_no_more_than_pattern_times_text() {
        let text = "a".repeat(20_000);
        let pattern = format!("{}b", "a*".repeat(60));
        assert!(!matches(&pattern, &text));
        assert!(!could_match(&pattern, &[Part::Text(&text)]));
    }

    #[track_caller]
    fn check_range(parts: &[Part<'_>], least: Action, most: Action) {
        assert_eq!(gate_policy().range(parts), Range { least, most }, "{parts:?}");
    }

    #[test]
    fn an_unknown_part_widens_the_range_only_where_a_rule_could_turn_on_it() {
        use Action::{Allow, Deny};
        use Part::{Any, NoBlanks, Text};
        check_range(&[Text("echo "), Any], Allow, Allow);
        check_range(&[Text("git "), Any], Allow, Deny);
        check_range(&[Text("git push "), Any], Deny, Deny);
        check_range(&[Text("rm"), Any], Allow, Deny);
        check_range(&[Any], Allow, Deny);
        check_range(&[NoBlanks, Text("/run.sh x")], Allow, Allow);
        check_range(&[NoBlanks, Text(" push")], Allow, Deny);
        check_range(&[Any, Text("/run.sh x")], Allow, Deny);
    }

    proptest::proptest! {
        #[test]
        fn whatever_an_unknown_part_is_the_action_stays_in_the_range(
            patterns in proptest::collection::vec(("[ab *?]{0,6}", 0..3usize), 0..4),
            head in "[ab ]{0,4}", hole in "[ab ]{0,4}", tail in "[ab ]{0,4}",
        ) {
            let actions = [Action::Allow, Action::Ask, Action::Deny];
            let rules = patterns.iter().map(|(p, a)| Rule::new(p, actions[*a])).collect();
            let policy = Policy { rules };
            let range = policy.range(&[Part::Text(&head), Part::Any, Part::Text(&tail)]);
            let action = policy.action(&format!("{head}{hole}{tail}"));
            proptest::prop_assert!(range.least <= action && action <= range.most);
        }

        #[test]
        fn the_two_matchers_agree_on_known_text(pattern in "[ab\u{e9}*? ]{0,8}", text in "[ab\u{e9} \n]{0,10}") {
            let parts = [Part::Text(text.as_str())];
            proptest::prop_assert_eq!(matches(&pattern, &text), could_match(&pattern, &parts));
            proptest::prop_assert_eq!(matches(&pattern, &text), must_match(&pattern, &parts));
        }
    }
}
