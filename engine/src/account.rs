//! What a person asks beside the analysis: how the text is built, and where the value of each expansion comes from.
//! It decides nothing, and no check reads it.

mod expansion;
mod outline;

pub use expansion::{Expansion, Origin};
pub use outline::{Kind, Node};

pub(crate) use expansion::Trace;

use crate::descend::{Job, descend_traced};
use crate::engine::Readers;

/// The account of one text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Account {
    /// The text as a tree, parents before their children. Code strings are words in it.
    pub outline: Vec<Node>,
    /// Every expansion of the words that were read, code strings included, in the order in which they were read.
    pub expansions: Vec<Expansion>,
}

/// The account of a text; none when it can't be read.
pub(crate) fn of(readers: &mut Readers, text: &str) -> Option<Account> {
    let (tokens, _) = readers.read(text).ok()?;
    let outline = outline::of(text, &tokens);
    readers.give_back(tokens);
    let expansions = descend_traced(readers, Job::command(text)).ok()?;
    Some(Account { outline, expansions })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Engine;
    use crate::word::Value;

    #[track_caller]
    fn outline(text: &str, expected: &str) {
        let account = Engine::new().account(text).unwrap();
        let mut shown = String::new();
        for node in &account.outline {
            let indent = "  ".repeat(node.depth as usize);
            let join = if node.join.is_empty() { "" } else { " " };
            let background = if node.background { " &" } else { "" };
            let spelled = match node.kind {
                Kind::Command | Kind::Substitution | Kind::Process => {
                    format!(" {}", &text[node.span.range()])
                }
                _ => String::new(),
            };
            let name = node.kind.name();
            shown.push_str(&format!("{indent}{}{join}{name}{spelled}{background}\n", node.join));
        }
        assert_eq!(shown, expected);
    }

    #[test]
    fn lists_and_pipelines_are_told_apart() {
        outline("a", "command a\n");
        outline(
            "a && b x | c || d; e & f",
            "command a\n&& pipeline\n  command b x\n  | command c\n|| command d\n; command e &\n& command f\n",
        );
        outline("a\n# x\nb", "command a\n; command b\n");
    }

    #[test]
    fn compounds_hold_their_parts() {
        outline(
            "if a; then b; elif c; then d; else e; fi > log",
            "if\n  condition\n    command a\n  then\n    command b\n  condition\n    command c\n  then\n    command d\n  else\n    command e\n",
        );
        outline(
            "for x in $(ls); do a | (b; c); done; while r; do { s; }; done",
            "for\n  substitution $(ls)\n    command ls\n  do\n    pipeline\n      command a\n      | subshell\n        command b\n        ; command c\n; while\n  condition\n    command r\n  do\n    group\n      command s\n",
        );
        outline(
            "case $x in a|b) c;; (d) e; f;; *) esac && [[ -f y ]] && ((z))",
            "case\n  pattern\n    command c\n  pattern\n    command e\n    ; command f\n  pattern\n&& test\n&& arithmetic\n",
        );
        outline(
            "f() { a; }; function g { b; } ; f",
            "function\n  group\n    command a\n; function\n  group\n    command b\n; command f\n",
        );
        outline("f() ((x)); a", "function\n  arithmetic\n; command a\n");
        outline("coproc { a; }; coproc b", "coprocess\n  command a\n; command coproc b\n");
    }

    #[test]
    fn substitutions_stand_under_the_command_that_holds_them() {
        outline(
            "echo \"$(a | b)\" <(c) && d",
            "command echo \"$(a | b)\" <(c)\n  substitution $(a | b)\n    pipeline\n      command a\n      | command b\n  process <(c)\n    command c\n&& command d\n",
        );
        outline(
            "cat <<E | x\n$(git push)\nE\ny",
            "pipeline\n  command cat <<E\n    substitution $(git push)\n      command git push\n  | command x\n; command y\n",
        );
    }

    #[track_caller]
    fn origins(text: &str, expected: &[(&str, Option<&str>, Origin)]) {
        let account = Engine::new().account(text).unwrap();
        let found: Vec<_> = account
            .expansions
            .iter()
            .map(|it| {
                let value = match &it.value {
                    Some(Value::Literal(text)) => Some(text.as_str()),
                    Some(Value::Unknown(_)) | None => None,
                };
                (it.spelled.as_str(), value, it.origin.clone())
            })
            .collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn a_value_is_traced_to_what_sets_it() {
        let set = |start, end| Origin::Variable {
            name: "M".to_owned(),
            set: Some(crate::span::Span::new(start, end)),
        };
        origins("M='a b'; git commit -m \"$M\"", &[("$M", Some("a b"), set(0, 7))]);
        origins(
            "M=$(date); echo $M",
            &[
                ("$(date)", None, Origin::Substitution { program: Some("date".to_owned()) }),
                ("$M", None, set(0, 9)),
            ],
        );
        let unset = Origin::Variable { name: "HOME".to_owned(), set: None };
        origins(
            "echo \"$HOME\" $((1+1))",
            &[("$HOME", None, unset), ("$((1+1))", None, Origin::Arithmetic)],
        );
        origins(
            "echo \"$(printf 'a%s' b)\"",
            &[(
                "$(printf 'a%s' b)",
                Some("ab"),
                Origin::Substitution { program: Some("printf".to_owned()) },
            )],
        );
        origins(
            "for M in a b; do echo \"$M\"; done",
            &[("$M", Some("a"), set(4, 5)), ("$M", Some("b"), set(4, 5))],
        );
        origins("bash -c 'M=x; echo $M'", &[("$M", Some("x"), set(8, 22))]);
        origins("echo \"$1\" $?", &[("$1", None, Origin::Positional), ("$?", None, Origin::Shell)]);
    }

    #[test]
    fn a_text_that_cannot_be_read_has_no_account() {
        assert_eq!(Engine::new().account("git commit '"), None);
        assert_eq!(Engine::cold().account("a"), None);
    }
}
