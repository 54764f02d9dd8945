//! Smaller texts made from a text: first what the shell's grammar says can go, then single characters. It tries no
//! text itself: whether a smaller one still shows what it must is the caller's to say.

use std::ops::Range;

use guarddiff_engine::analysis::{Analysis, SimpleCommand, Target};
use guarddiff_engine::word::{Value, Word};

/// One way to make a text smaller.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Cut {
    /// What goes away, in bytes.
    range: Range<usize>,
    /// What stands there instead; always shorter.
    with: String,
}

/// Commands of which any two are tried alone: what stands around them is gone.
const PAIRED: usize = 16;

/// Code strings in code strings that are made smaller in place.
const DEEPEST: u32 = 2;

/// Texts that are tried for one code string.
const OF_CODE: usize = 60;

/// Every text that lacks one piece of the grammar: a command, a wrapper, a redirect, an assignment, a word, the body of a
/// heredoc; or that is one command alone, or two, or the code of a code string, or the same with smaller code in it. What
/// saves most comes first. `read` gives the analysis of code.
pub fn smaller(
    text: &str,
    analysis: &Analysis,
    read: &mut dyn FnMut(&str) -> Analysis,
) -> Vec<String> {
    to_depth(text, analysis, read, DEEPEST)
}

fn to_depth(
    text: &str,
    analysis: &Analysis,
    read: &mut dyn FnMut(&str) -> Analysis,
    depth: u32,
) -> Vec<String> {
    let mut cuts = Vec::new();
    if depth > 0 {
        smaller_code(&mut cuts, analysis, read, depth);
    }
    let whole = 0..text.len();
    let commands = &analysis.commands;
    for (at, command) in commands.iter().enumerate() {
        let span = command.span.range();
        only(&mut cuts, text, &whole, span.clone());
        let behind = commands[at + 1..].iter().find(|next| next.span.range().start >= span.end);
        let before = commands[..at].iter().rev().find(|last| last.span.range().end <= span.start);
        cut(&mut cuts, span.start..behind.map_or(text.len(), |next| next.span.range().start), "");
        cut(&mut cuts, before.map_or(0, |last| last.span.range().end)..span.end, "");
        inside(&mut cuts, text, command);
        for other in commands.iter().take(PAIRED).skip(at + 1) {
            let both = text.get(span.clone()).zip(text.get(other.span.range()));
            if let Some((one, other)) = both {
                cut(&mut cuts, whole.clone(), &format!("{one};{other}"));
                cut(&mut cuts, whole.clone(), &format!("{one}|{other}"));
            }
        }
    }
    cuts.retain(|cut| fits(text, cut));
    // The sort is stable: of two that save the same, the one found first is tried first.
    cuts.sort_by_key(|cut| cut.with.len() + text.len() - cut.range.len());
    cuts.dedup();
    let apply = |cut: &Cut| [&text[..cut.range.start], &cut.with, &text[cut.range.end..]].concat();
    cuts.iter().map(apply).collect()
}

/// Smaller code in the words that hold code, quoted again.
fn smaller_code(
    cuts: &mut Vec<Cut>,
    analysis: &Analysis,
    read: &mut dyn FnMut(&str) -> Analysis,
    depth: u32,
) {
    let own = analysis.commands.iter().filter(|command| command.context.code_depth == 0);
    let words = own.flat_map(|command| command.wrappers.iter().flatten().chain(&command.argv));
    let coded = |word: &&Word| {
        let within = |command: &SimpleCommand| {
            command.context.code_depth > 0 && word.span.covers(command.span)
        };
        analysis.commands.iter().any(within)
    };
    for word in words.filter(coded) {
        let Some(code) = word.literal() else { continue };
        let inner = read(code);
        for smaller in to_depth(code, &inner, read, depth - 1).into_iter().take(OF_CODE) {
            cut(cuts, word.span.range(), &quoted(&smaller));
        }
    }
}

/// A text as one word, in the quotes that take least.
fn quoted(text: &str) -> String {
    let bare = |byte: u8| byte.is_ascii_alphanumeric() || b"-_./=:,@%+".contains(&byte);
    if !text.is_empty() && text.bytes().all(bare) {
        return text.to_owned();
    }
    if !text.contains('\'') {
        return format!("'{text}'");
    }
    let mut out = String::from("\"");
    for c in text.chars() {
        if matches!(c, '"' | '\\' | '$' | '`') {
            out.push('\\');
        }
        out.push(c);
    }
    out + "\""
}

/// The pieces of one command.
fn inside(cuts: &mut Vec<Cut>, text: &str, command: &SimpleCommand) {
    let whole = 0..text.len();
    for wrapper in &command.wrappers {
        let (Some(first), Some(last)) = (wrapper.first(), wrapper.last()) else { continue };
        cut(cuts, with_blanks(text, first.span.range().start..last.span.range().end), "");
    }
    for assignment in &command.assignments {
        cut(cuts, with_blanks(text, assignment.span.range()), "");
    }
    for redirect in &command.redirects {
        cut(cuts, with_blanks(text, redirect.span.range()), "");
        match &redirect.target {
            Target::Heredoc { body, span } => {
                cut(cuts, span.range(), "");
                instead(cuts, &whole, body);
            }
            Target::Word(word) => instead(cuts, &whole, &word.value),
        }
    }
    for word in command.wrappers.iter().flatten().chain(&command.argv) {
        let span = word.span.range();
        cut(cuts, with_blanks(text, span.clone()), "");
        shorter(cuts, word, span);
        instead(cuts, &whole, &word.value);
    }
    for pair in command.argv.windows(2) {
        let (first, last) = (pair[0].span.range(), pair[1].span.range());
        if first.end <= last.start {
            cut(cuts, with_blanks(text, first.start..last.end), "");
        }
    }
}

/// A word becomes one letter, or loses its quotes.
fn shorter(cuts: &mut Vec<Cut>, word: &Word, span: Range<usize>) {
    cut(cuts, span.clone(), "x");
    if let Some(plain) = word.literal().filter(|text| !text.is_empty()) {
        cut(cuts, span, plain);
    }
}

/// The text becomes what stands at `span`.
fn only(cuts: &mut Vec<Cut>, text: &str, whole: &Range<usize>, span: Range<usize>) {
    if let Some(alone) = text.get(span) {
        cut(cuts, whole.clone(), alone);
    }
}

/// The text becomes the value, which may be code.
fn instead(cuts: &mut Vec<Cut>, whole: &Range<usize>, value: &Value) {
    if let Value::Literal(code) = value
        && code.contains([' ', '\n', ';'])
    {
        cut(cuts, whole.clone(), code);
    }
}

fn cut(cuts: &mut Vec<Cut>, range: Range<usize>, with: &str) {
    cuts.push(Cut { range, with: with.to_owned() });
}

/// A place, and the blanks before it; at the start of the text, those behind it.
fn with_blanks(text: &str, range: Range<usize>) -> Range<usize> {
    let blank = |byte: &&u8| matches!(byte, b' ' | b'\t');
    let Some((head, tail)) =
        text.as_bytes().get(..range.start).zip(text.as_bytes().get(range.end..))
    else {
        return range;
    };
    match head.iter().rev().take_while(blank).count() {
        0 => range.start..range.end + tail.iter().take_while(blank).count(),
        before => range.start - before..range.end,
    }
}

fn fits(text: &str, cut: &Cut) -> bool {
    text.get(cut.range.clone()).is_some() && cut.with.len() < cut.range.len()
}

/// The text without as many characters as `shows` allows: large stretches first, then single ones. `shows` is asked at
/// most `tries` times, and `tries` is counted down.
pub fn characters(text: &str, tries: &mut usize, mut shows: impl FnMut(&str) -> bool) -> String {
    let mut chars: Vec<char> = text.chars().collect();
    let mut size = chars.len().div_ceil(2).max(1);
    loop {
        let mut at = 0;
        let mut any = false;
        while at < chars.len() {
            if *tries == 0 {
                return chars.into_iter().collect();
            }
            *tries -= 1;
            let end = (at + size).min(chars.len());
            let rest: String = chars[..at].iter().chain(&chars[end..]).collect();
            if shows(&rest) {
                chars.drain(at..end);
                any = true;
            } else {
                at = end;
            }
        }
        if size > 1 {
            size = size.div_ceil(2);
        } else if !any {
            return chars.into_iter().collect();
        }
    }
}

/// The shape of a command line: its commands as far as they are git's own words and options, wrappers by name, and
/// where each stands. Two texts of one shape are one finding.
pub fn shape(analysis: &Analysis) -> String {
    let mut shape = String::new();
    for command in &analysis.commands {
        let context = &command.context;
        let marks = [
            (context.subshell, "("),
            (context.function, "f"),
            (context.control_flow, "c"),
            (context.substitution, "$"),
            (context.code_depth > 0, "s"),
        ];
        shape.extend(marks.iter().filter(|(is, _)| *is).map(|(_, mark)| *mark));
        for wrapper in &command.wrappers {
            shape.push_str(wrapper.first().map_or("", Word::prefix));
            shape.push('>');
        }
        let names = command.argv.iter().take(2).map(Word::prefix);
        let flags = command.argv.iter().skip(2).map(Word::prefix).filter(|it| it.starts_with('-'));
        for word in names.chain(flags) {
            shape.push_str(word.split('=').next().unwrap_or(word));
            shape.push(' ');
        }
        shape.extend(command.redirects.iter().map(|redirect| redirect.op));
        shape.push(';');
    }
    shape
}

#[cfg(test)]
mod tests {
    use guarddiff_engine::Engine;

    use super::*;

    fn all(text: &str) -> Vec<String> {
        let mut engine = Engine::new();
        let analysis = engine.analyze(text);
        smaller(text, &analysis, &mut |code| engine.analyze(code))
    }

    #[track_caller]
    fn check(text: &str, smaller: &str) {
        let all = all(text);
        assert!(all.iter().any(|it| it == smaller), "{smaller:?} is not in {all:?}");
    }

    #[test]
    fn what_the_grammar_holds_can_go() {
        check("cd a && git status; ls", "git status; ls");
        check("cd a && git status; ls", "git status");
        check("cd a && git status; ls", "cd a && git status");
        check("timeout -s KILL 5 git push", "git push");
        check("A=1 git push >log", "git push >log");
        check("A=1 git push >log", "A=1 git push");
        check("git commit -m 'a long message'", "git commit -m x");
        check("git -C a -c b=c commit", "git -c b=c commit");
        check("(git add a) | if x; then git commit; fi", "git add a;git commit");
        check("git 'commit'", "git commit");
        check("bash -c 'git push'", "git push");
        check("(a) | if x; then b; fi", "a|b");
        check("bash -c 'if a; then git push; fi'", "bash -c 'git push'");
        check("sh -c \"x 'y'; b\"; c", "sh -c b; c");
        check("sh -c 'sh -c \"a; b\"; c'", "sh -c 'sh -c b; c'");
        check("cat <<'E'\nsome text\nE\n", "cat <<'E'\nE\n");
    }

    #[test]
    fn every_text_is_smaller_and_the_smallest_comes_first() {
        for text in ["", "é", "git commit -m 'ä ö' && echo \"$(git add é)\"", "x <<E\né\nE\n"]
        {
            let sizes: Vec<usize> = all(text).iter().map(String::len).collect();
            assert!(sizes.iter().all(|&size| size < text.len()), "{text}");
            assert!(sizes.is_sorted(), "{text}");
        }
    }

    #[test]
    fn characters_go_while_it_shows_and_tries_are_left() {
        let shows = |text: &str| text.contains('x') && text.contains('é');
        assert_eq!(characters("some x and é, and more", &mut 200, shows), "xé");
        assert_eq!(characters("", &mut 10, shows), "");
        assert_eq!(characters("axé", &mut 0, shows), "axé");
    }
}
