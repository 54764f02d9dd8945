//! The command without one wrapper: its bytes go, no other byte changes, and what bash would run stays the same. It
//! replaces nothing by pattern.

use crate::analysis::{Analysis, Context, Opaque, Redirect, SimpleCommand, Stdin, Target};
use crate::span::Span;
use crate::word::{Value, Word};

/// A command without one wrapper.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unwrapped {
    /// The command as it is judged.
    pub text: String,
    /// The wrapper's own bytes in the command as it was.
    pub cut: Span,
}

/// Takes the wrapper off the unit that stands at `unit`, of which `inner` is the end. None when it is not.
pub fn unwrap(full: &str, unit: Span, inner: &str) -> Option<Unwrapped> {
    let before = full.get(..unit.start as usize)?;
    let wrapper = full.get(unit.range())?.strip_suffix(inner)?;
    let behind = full.get(unit.end as usize..)?;
    let cut = Span::new(before.len(), before.len() + wrapper.len());
    Some(Unwrapped { text: [before, inner, behind].concat(), cut })
}

/// Whether two analyses hold the same commands, but for the wrapper that was cut: a program that is wrapped is run as
/// it is spelled, while the shell would take `timeout 5 A=1 x` without its first words for something else.
pub fn same_but_for_wrapper(before: &Analysis, after: &Analysis, cut: Span) -> bool {
    let wrapped = |command: &SimpleCommand| {
        command.context.code_depth == 0
            && command.span.start == cut.start
            && command.span.covers(cut)
    };
    before.is_parsed()
        && after.is_parsed()
        && before.commands.len() == after.commands.len()
        && before.opaque.len() == after.opaque.len()
        && one_place(before.commands.iter().filter(|command| wrapped(command)))
        && before.opaque.iter().zip(&after.opaque).all(|(ours, theirs)| same_opaque(ours, theirs))
        && before.commands.iter().zip(&after.commands).all(|(ours, theirs)| {
            let wrappers = ours.wrappers.get(usize::from(wrapped(ours))..).unwrap_or_default();
            let wrappers_same = ours.wrappers.len() - wrappers.len() == usize::from(wrapped(ours))
                && wrappers.len() == theirs.wrappers.len()
                && wrappers.iter().zip(&theirs.wrappers).all(|(a, b)| same_words(a, b));
            wrappers_same && same_command(ours, theirs)
        })
}

/// Whether the commands stand in one place, of which a loop or a function makes several.
fn one_place<'a>(commands: impl Iterator<Item = &'a SimpleCommand>) -> bool {
    let mut spans = commands.map(|command| command.span);
    spans.next().is_some_and(|first| spans.all(|span| span == first))
}

fn same_command(ours: &SimpleCommand, theirs: &SimpleCommand) -> bool {
    let assigned = ours.assignments.len() == theirs.assignments.len()
        && ours
            .assignments
            .iter()
            .zip(&theirs.assignments)
            .all(|(a, b)| a.name == b.name && a.value == b.value);
    let redirected = ours.redirects.len() == theirs.redirects.len()
        && ours.redirects.iter().zip(&theirs.redirects).all(|(a, b)| same_redirect(a, b));
    same_words(&ours.argv, &theirs.argv)
        && assigned
        && redirected
        && ours.open_ended == theirs.open_ended
        && same_context(&ours.context, &theirs.context)
}

/// The same place, where more may be known of a pipe: what `echo` writes, but not what `timeout` does.
fn same_context(ours: &Context, theirs: &Context) -> bool {
    let stdin = match (&ours.stdin, &theirs.stdin) {
        (Stdin::PipedUnknown, Stdin::Piped(_)) => theirs.stdin.clone(),
        (stdin, _) => stdin.clone(),
    };
    Context { stdin, ..ours.clone() } == *theirs
}

fn same_words(ours: &[Word], theirs: &[Word]) -> bool {
    ours.iter().map(|word| &word.value).eq(theirs.iter().map(|word| &word.value))
}

fn same_redirect(ours: &Redirect, theirs: &Redirect) -> bool {
    ours.op == theirs.op && ours.fd == theirs.fd && value(&ours.target) == value(&theirs.target)
}

fn value(target: &Target) -> (&Value, bool) {
    match target {
        Target::Word(word) => (&word.value, false),
        Target::Heredoc { body, .. } => (body, true),
    }
}

fn same_opaque(ours: &Opaque, theirs: &Opaque) -> bool {
    ours.interpreter == theirs.interpreter && ours.text == theirs.text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Engine;
    use crate::authorize::{Claim, Located, by_text, claim};

    fn unwrapped(full: &str, unit: &str) -> Unwrapped {
        let Claim::Transparent { inner, .. } = claim(unit) else { panic!("{unit}") };
        let Located::Once(place) = by_text(full, unit) else { panic!("{full}") };
        unwrap(full, place, inner).expect("the unit ends in what it runs")
    }

    #[track_caller]
    fn check(full: &str, unit: &str, expected: &str, same: bool) {
        let found = unwrapped(full, unit);
        assert_eq!(found.text, expected);
        let mut engine = Engine::new();
        let (before, after) = (engine.analyze(full), engine.analyze(&found.text));
        assert_eq!(same_but_for_wrapper(&before, &after, found.cut), same, "{full}");
    }

    #[test]
    fn only_the_wrappers_bytes_go() {
        check("timeout 5 x", "timeout 5 x", "x", true);
        check(
            "cd /w && timeout 240 k check 2>&1 | tail",
            "timeout 240 k check",
            "cd /w && k check 2>&1 | tail",
            true,
        );
        check("A=$(time x) y", "time x", "A=$(x) y", true);
        check(
            "timeout 5 echo '$&' \"$1\" $'\\''",
            "timeout 5 echo '$&' \"$1\" $'\\''",
            "echo '$&' \"$1\" $'\\''",
            true,
        );
        check("time a | b", "time a", "a | b", true);
        check("timeout 5 echo x | cat", "timeout 5 echo x", "echo x | cat", true);
        check("é; timeout 5 é; é", "timeout 5 é", "é; é; é", true);
        // One spelling, run once for each value.
        check(
            "for i in a b; do timeout 5 x $i; done",
            "timeout 5 x $i",
            "for i in a b; do x $i; done",
            true,
        );
        check(
            "f() { timeout 5 x $1; }; f a; f b",
            "timeout 5 x $1",
            "f() { x $1; }; f a; f b",
            true,
        );
    }

    #[test]
    fn what_the_shell_would_read_otherwise_without_the_wrapper_is_not_the_same() {
        for inner in ["A=1 x", "! x", "coproc x", "a=b", "#x"] {
            let unit = format!("timeout 5 {inner}");
            check(&unit, &unit, inner, false);
        }
        check("timeout 5 alias g=rm; g", "timeout 5 alias g=rm", "alias g=rm; g", true);
        check("timeout 5 export A=rm; $A x", "timeout 5 export A=rm", "export A=rm; $A x", false);
        check("cat <<E\ntimeout 5 x\nE", "timeout 5 x", "cat <<E\nx\nE", false);
    }
}
