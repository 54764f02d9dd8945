//! What agents put around a simple command without changing what it is: assignments, redirects, line continuations, odd blanks.

use super::maker::Maker;
use super::syntax::{Item, ItemKind, Simple};

/// Redirects: the operator, the target, and whether it feeds standard input.
const REDIRECTS: [(&str, &str, bool); 19] = [
    ("2>", "/dev/null", false),
    ("2>", "/dev/null", false),
    (">", "out.txt", false),
    ("> ", "out.txt", false),
    (">", "/dev/null", false),
    (">>", "log.txt", false),
    ("2>&", "1", false),
    ("&>", "log.txt", false),
    (">&", "2", false),
    ("2> ", "err.txt", false),
    ("<", "/dev/null", true),
    ("< ", "/dev/null", true),
    (">|", "out.txt", false),
    ("&>>", "log.txt", false),
    ("3>", "/dev/null", false),
    ("2>>", "err.txt", false),
    ("0<", "/dev/null", true),
    ("<&", "0", true),
    ("<>", "log.txt", true),
];

const ASSIGNMENTS: [&str; 12] = [
    "A=1",
    "GIT_EDITOR=true",
    "LEFTHOOK=0",
    "X='a b'",
    "GIT_AUTHOR_NAME=\"A B\"",
    "NOTE='git commit -n'",
    "V=$name",
    "V=\"$name\"",
    "V=$((1 + 2))",
    "V=$'a\\tb'",
    "V=a${name}'b'",
    "V=",
];

/// Dresses a command now and then. `plain`: nothing may come before its first word.
pub(super) fn dress(make: &mut Maker, mut simple: Simple, plain: bool) -> Simple {
    let bare = |simple: &Simple| {
        !simple.items.iter().any(|item| matches!(item.kind, ItemKind::Word { .. }))
    };
    if bare(&simple) {
        return simple;
    }
    let front = !plain && !simple.keyword_head;
    if make.chance(18) {
        add_redirect(make, &mut simple, front);
        if make.chance(25) {
            simple.items.push(Item::redirect("2>&", "1"));
        }
    }
    if front && simple.external && make.chance(6) {
        simple.items.insert(0, Item::assignment(make.pick(&ASSIGNMENTS)));
    }
    space(make, &mut simple);
    simple
}

fn add_redirect(make: &mut Maker, simple: &mut Simple, front: bool) {
    let (operator, target, stdin) = make.pick(&REDIRECTS);
    let prints = operator.starts_with(['>', '&']);
    if stdin && simple.stdin_taken || prints && simple.piped {
        return;
    }
    let mut redirect = Item::redirect(operator, target);
    let place = match make.stream.below(20) {
        // Behind a join without blanks `&>` would be read with it: `;&>`.
        0..2 if front && !operator.starts_with('&') => 0,
        2..5 if !simple.keyword_head => 1 + make.stream.below(simple.items.len() as u32) as usize,
        _ => simple.items.len(),
    };
    // `x>f`, but `2>f` would be a descriptor and `{x}>f` a variable.
    let glues = |item: &Item| match &item.kind {
        ItemKind::Word { word, .. } => {
            let text = word.as_text().unwrap_or_default();
            !text.is_empty() && !text.bytes().all(|b| b.is_ascii_digit()) && !text.starts_with('{')
        }
        ItemKind::Assignment(_) | ItemKind::Redirect(_) => false,
    };
    if operator.starts_with('>') && place > 0 && glues(&simple.items[place - 1]) && make.chance(15)
    {
        redirect.gap = "";
    }
    simple.items.insert(place, redirect);
}

fn space(make: &mut Maker, simple: &mut Simple) {
    let Some(last) = simple.items.len().checked_sub(1).filter(|&last| last > 0) else {
        return;
    };
    let mut place = || 1 + make.stream.below(last as u32) as usize;
    let place = place();
    match make.stream.below(100) {
        0..5 if simple.items[place].gap == " " => simple.items[place].gap = " \\\n  ",
        5..8 if simple.items[place].gap == " " => simple.items[place].gap = "  ",
        8..10 => {
            for item in simple.items.iter_mut().filter(|item| item.gap == " ") {
                item.gap = "\t";
            }
        }
        _ => {}
    }
}
