//! Marks that hide work: tests that do not run, and code that is not there yet.

use super::Complaint;
use super::checkout::{Checkout, File};
use super::tokens::{Token, closing, with_tokens};

/// Attributes that keep a test from failing.
const QUIET: &[&str] = &["ignore", "should_panic"];

/// Macros that stand for work not done.
const LEFTOVERS: &[&str] = &["todo", "unimplemented", "dbg"];

/// Each `#[ignore]` and `#[should_panic]`, also where a `cfg_attr` adds it.
pub(crate) fn quiet_tests(checkout: &Checkout) -> Vec<Complaint> {
    each(checkout, |tokens, at| {
        let [hash, open, ..] = &tokens[at..] else { return None };
        if hash.text != "#" || open.text != "[" {
            return None;
        }
        let attribute = &tokens[at..closing(tokens, at + 1)];
        let quiet = attribute.iter().find(|token| QUIET.contains(&token.text))?;
        Some(format!("a test marked {}", quiet.text))
    })
}

/// Each `todo!`, `unimplemented!` and `dbg!`.
pub(crate) fn leftovers(checkout: &Checkout) -> Vec<Complaint> {
    each(checkout, |tokens, at| {
        let [name, mark, ..] = &tokens[at..] else { return None };
        let left = LEFTOVERS.contains(&name.text) && mark.text == "!";
        left.then(|| format!("a {}! is left", name.text))
    })
}

fn each(
    checkout: &Checkout,
    look: impl Fn(&[Token<'_>], usize) -> Option<String>,
) -> Vec<Complaint> {
    let in_file = |file: &File| {
        with_tokens(&file.text, |tokens| {
            (0..tokens.len())
                .filter_map(|at| Some((tokens[at].line, look(tokens, at)?)))
                .map(|(line, text)| Complaint::new(&file.path, line, text))
                .collect::<Vec<_>>()
        })
    };
    checkout.rust().flat_map(in_file).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(find: fn(&Checkout) -> Vec<Complaint>, text: &str, lines: &[usize]) {
        let complaints = find(&Checkout::of(&[("engine/src/a.rs", text)]));
        let found: Vec<usize> = complaints.iter().map(|complaint| complaint.line).collect();
        assert_eq!(found, lines, "{text}");
    }

    #[test]
    fn tests_that_cannot_fail_are_complained_of() {
        check(quiet_tests, "#[test]\n#[ignore]\nfn f() {}", &[2]);
        check(quiet_tests, "#[ignore = \"slow\"]", &[1]);
        check(quiet_tests, "#[cfg_attr(unix, should_panic)]", &[1]);
        check(quiet_tests, "#[test]\nfn ignore() { ignore(\"#[ignore]\") } // #[ignore]", &[]);
    }

    #[test]
    fn unfinished_code_is_complained_of() {
        check(leftovers, "fn f() {\n    todo!()\n}", &[2]);
        check(leftovers, "unimplemented!(); std::dbg!(x)", &[1, 1]);
        check(leftovers, "let todo = 1; if todo != 2 {} // todo!", &[1]);
    }
}
