//! What sets variables without being a command: `${M:=x}`, `$((M=1))`, `{M}>file`, coprocesses. Going by the spelling
//! alone; it expands nothing.

use super::changes::is_name;
use crate::span::Span;
use crate::tokens::{HoleKind, Tokens};

/// An expansion or a redirect that may set a variable.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Setter {
    /// Where it begins.
    pub(super) at: u32,
    /// The variable; none: any.
    pub(super) name: Option<String>,
    /// It may fail, and then bash leaves out the rest of the line.
    pub(super) fails: bool,
}

/// All of a text, sorted by place.
pub(super) fn of_text(text: &str, tokens: &Tokens) -> Vec<Setter> {
    let mut setters = Vec::new();
    for hole in &tokens.holes {
        let open = Setter { at: hole.span.start, name: None, fails: true };
        match hole.kind {
            HoleKind::Arithmetic if !is_plain_sum(text, tokens, hole.span) => setters.push(open),
            HoleKind::Parameter => {
                let inside = text.get(hole.span.start as usize + 2..hole.span.end as usize);
                match parameter(inside.and_then(|text| text.strip_suffix('}')).unwrap_or("!")) {
                    Parameter::Reads => {}
                    Parameter::Sets(name) => {
                        setters.push(Setter { name: Some(name.to_owned()), fails: false, ..open });
                    }
                    Parameter::Open => setters.push(open),
                }
            }
            HoleKind::Arithmetic | HoleKind::Command | HoleKind::Process => {}
        }
    }
    let holes = setters.len();
    for (redirect, place) in tokens.redirects.iter().zip(&tokens.reading.redirects) {
        if redirect.fd.is_none() && redirect.start < place.op.start {
            let spelled = &text[redirect.start as usize..place.op.start as usize];
            let name = spelled.trim_matches(['{', '}']).replace("\\\n", "");
            setters.push(Setter { at: redirect.start, name: Some(name), fails: false });
        }
    }
    if setters.len() > holes {
        setters.sort_by_key(|setter| setter.at);
    }
    setters
}

/// What a `${ … }` does to variables.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Parameter<'t> {
    /// Nothing.
    Reads,
    /// It may set this one.
    Sets(&'t str),
    /// It evaluates arithmetic, a prompt or a name that is not spelled here, or it is none that bash knows.
    Open,
}

/// `inside`: what stands between the braces (manual 3.5.3).
fn parameter(inside: &str) -> Parameter<'_> {
    let indirect = inside.len() > 1 && inside.starts_with('!');
    let length = inside.len() > 1 && inside.starts_with('#');
    let spelled = if indirect || length { &inside[1..] } else { inside };
    let letters = spelled.bytes().take_while(|b| b.is_ascii_alphanumeric() || *b == b'_').count();
    let special =
        usize::from(letters == 0 && spelled.starts_with(['@', '*', '#', '?', '-', '$', '!']));
    let (name, mut rest) = spelled.split_at(letters + special);
    if name.is_empty() {
        return Parameter::Open;
    }
    let mut element = false;
    if let Some(behind) = rest.strip_prefix('[') {
        let Some((subscript, behind)) = behind.split_once(']') else { return Parameter::Open };
        let plain = matches!(subscript, "@" | "*")
            || !subscript.is_empty()
                && subscript.trim_start_matches('-').bytes().all(|b| b.is_ascii_digit());
        if !plain {
            return Parameter::Open;
        }
        (element, rest) = (true, behind);
    }
    if indirect {
        // `${!names@}` and `${!array[@]}` name what there is.
        let names = element && rest.is_empty() || !element && matches!(rest, "@" | "*");
        return if names { Parameter::Reads } else { Parameter::Open };
    }
    let operator = rest.strip_prefix(':').unwrap_or(rest);
    match operator.chars().next() {
        None if operator.len() == rest.len() => Parameter::Reads,
        Some('=') if is_name(name) && !element => Parameter::Sets(name),
        Some('=') | None => Parameter::Open,
        Some('-' | '+' | '?') => Parameter::Reads,
        // A substring: two sums.
        Some(_) if operator.len() < rest.len() => {
            let plain = |byte: u8| byte.is_ascii_digit() || b" -:".contains(&byte);
            if operator.bytes().all(plain) { Parameter::Reads } else { Parameter::Open }
        }
        Some('#' | '%' | '/' | '^' | ',') => Parameter::Reads,
        Some('@')
            if matches!(operator, "@Q" | "@E" | "@A" | "@a" | "@K" | "@k" | "@U" | "@u" | "@L") =>
        {
            Parameter::Reads
        }
        Some(_) => Parameter::Open,
    }
}

/// Whether arithmetic holds nothing but numbers that are added, multiplied or compared, substitutions aside: no
/// name that could hold an assignment, no division that could fail.
fn is_plain_sum(text: &str, tokens: &Tokens, sum: Span) -> bool {
    let bytes = text.as_bytes();
    let mut at = sum.start as usize;
    let end = sum.end as usize;
    let mut next = tokens.holes.partition_point(|hole| hole.span.start <= sum.start);
    while at < end {
        if let Some(hole) = tokens.holes.get(next).filter(|hole| hole.span.start as usize <= at) {
            if hole.kind != HoleKind::Command && hole.kind != HoleKind::Arithmetic {
                return false;
            }
            at = at.max(hole.span.end as usize);
            next += 1;
            continue;
        }
        let plain = bytes[at].is_ascii_digit() || b" \t$()[]+-*<>&|^~?:".contains(&bytes[at]);
        let doubled = matches!(bytes[at], b'+' | b'-') && bytes.get(at + 1) == Some(&bytes[at]);
        if !plain || doubled {
            return false;
        }
        at += 1;
    }
    true
}

/// The variables of coprocesses, which bash unsets when they end.
pub(super) fn coprocesses(text: &str, tokens: &Tokens) -> Vec<String> {
    let mut names = Vec::new();
    for &mark in &tokens.structure {
        let spelled = text[mark as usize..].replace("\\\n", "");
        let Some(rest) = spelled.strip_prefix("coproc") else { continue };
        let word = rest.trim_start().split([' ', '\t', '\n', '(', ';', '&', '|']).next();
        names.extend(word.filter(|word| is_name(word)).map(str::to_owned));
        names.push("COPROC".to_owned());
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(inside: &str, expected: Parameter<'_>) {
        assert_eq!(parameter(inside), expected, "${{{inside}}}");
    }

    #[test]
    fn most_expansions_only_read() {
        for inside in [
            "M", "M:-x=y", "M-a[b]", "M:+--x", "#M", "M[@]", "M[0]:-x", "#M[@]", "!M@", "!M[@]",
            "M#[a]", "M%%=*", "M/a/b=c", "M^^", "M@Q", "M:1:2", "M: -1", "@", "1:-x", "?", "#",
            "@:2", "M:?no",
        ] {
            check(inside, Parameter::Reads);
        }
    }

    #[test]
    fn defaults_may_be_assigned() {
        check("M:=x", Parameter::Sets("M"));
        check("M=", Parameter::Sets("M"));
    }

    #[test]
    fn arithmetic_prompts_and_indirection_are_open() {
        for inside in [
            "M[i]", "M[i]=x", "M[0]:=x", "!M", "!M:=x", "M@P", "M:x", "M:x=1:2", "", " M", "M!",
            "M:",
        ] {
            check(inside, Parameter::Open);
        }
    }
}
