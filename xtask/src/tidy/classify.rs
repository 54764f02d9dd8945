//! The classification has no arm for whatever is left: a new kind of divergence must break the build.

use super::Complaint;
use super::checkout::{Checkout, File};
use super::tokens::{Token, closing, product, with_tokens};

/// Each arm of a match in a `fn classify…` of the allowlist that matches anything.
pub(crate) fn wildcard_arms(checkout: &Checkout) -> Vec<Complaint> {
    let mut functions = 0;
    let mut complaints = Vec::new();
    for file in checkout.rust().filter(|file| file.path.starts_with("allowlist/src/")) {
        with_tokens(&file.text, |tokens| {
            let tokens = product(tokens);
            for body in bodies(&tokens) {
                functions += 1;
                complaints.extend(arms(file, body));
            }
        });
    }
    if functions == 0 {
        complaints.push(Complaint::new("allowlist/src/", 0, "no `fn classify` to look at"));
    }
    complaints
}

fn bodies<'a, 't>(tokens: &'t [Token<'a>]) -> Vec<&'t [Token<'a>]> {
    let is_classify =
        |pair: &[Token<'_>]| pair[0].text == "fn" && pair[1].text.starts_with("classify");
    let starts = tokens.windows(2).enumerate().filter(|(_, pair)| is_classify(pair));
    let body = |(at, _)| {
        let open = at + tokens[at..].iter().position(|token| token.text == "{")?;
        Some(&tokens[open..closing(tokens, open)])
    };
    starts.filter_map(body).collect()
}

/// `_ =>`, `_ if … =>` and `name =>`; a name in capitals is a variant or a constant.
fn arms<'a>(file: &'a File, body: &'a [Token<'a>]) -> impl Iterator<Item = Complaint> + 'a {
    body.windows(3).filter_map(|window| {
        let [before, pattern, after] = window else { return None };
        let starts_arm = matches!(before.text, "{" | "}" | "," | "|");
        let anything = pattern.text.starts_with(|c: char| c.is_lowercase() || c == '_');
        let ends_pattern = matches!(after.text, "=>" | "if");
        (starts_arm && anything && ends_pattern).then(|| {
            let text = format!("the arm `{}` matches whatever is left", pattern.text);
            Complaint::new(&file.path, pattern.line, text)
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(body: &str, complaints: usize) {
        let text = format!(
            "fn classify(x: X) -> Y {{ match x {{ {body} }} }} fn g() {{ match 1 {{ _ => 2 }} }}"
        );
        let checkout = Checkout::of(&[("allowlist/src/lib.rs", &text)]);
        assert_eq!(wildcard_arms(&checkout).len(), complaints, "{body}");
    }

    #[test]
    fn arms_for_whatever_is_left_are_complained_of() {
        check("X::A => 1, X::B { .. } => 2", 0);
        check("X::A => 1, _ => 2", 1);
        check("X::A => 1, _ if true => 2, X::B => 3", 1);
        check("X::A => { 1 } other => 2", 1);
        check("Some(_) => 1, (_, X::B) => 2, None => 3", 0);
        check("X::A => 1, #[cfg(x)] A => true, false => 3", 1);
    }

    #[test]
    fn an_allowlist_without_classification_is_complained_of() {
        assert_eq!(wildcard_arms(&Checkout::of(&[("allowlist/src/lib.rs", "fn f() {}")])).len(), 1);
    }
}
