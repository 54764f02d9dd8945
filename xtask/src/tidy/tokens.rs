//! The tokens of Rust source and the paths it names, as far as tidy needs them. It is no parser and resolves no name.

use super::blank;

/// A name, `::`, `=>`, or one character of punctuation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Token<'a> {
    /// The line, from 1.
    pub line: usize,
    /// How it is spelled.
    pub text: &'a str,
}

/// A path as code names it, imports spelled out: `use std::{fs, io::Read}` names `std::fs` and `std::io::Read`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Named<'a> {
    /// The line of its last name, from 1.
    pub line: usize,
    /// The names between the `::`.
    pub segments: Vec<&'a str>,
}

/// The tokens of a source text that went through [`blank::code`].
pub(crate) fn tokens(code: &str) -> Vec<Token<'_>> {
    let mut tokens = Vec::new();
    for (number, line) in code.lines().enumerate() {
        let mut rest = line.trim_start();
        while let Some(first) = rest.chars().next() {
            let name = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
            let length = match rest {
                _ if name > 0 => name,
                _ if rest.starts_with("::") || rest.starts_with("=>") => 2,
                _ => first.len_utf8(),
            };
            tokens.push(Token { line: number + 1, text: &rest[..length] });
            rest = rest[length..].trim_start();
        }
    }
    tokens
}

/// The tokens outside items marked `#[cfg(test)]`.
pub(crate) fn product<'a>(tokens: &[Token<'a>]) -> Vec<Token<'a>> {
    const MARK: [&str; 7] = ["#", "[", "cfg", "(", "test", ")", "]"];
    let mut product = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        let marked = tokens[at..].iter().map(|token| token.text).take(MARK.len()).eq(MARK);
        if marked {
            at = item_end(tokens, at + MARK.len());
        } else {
            product.push(tokens[at]);
            at += 1;
        }
    }
    product
}

/// The index after an item: its `;` outside brackets, or the `}` that closes its body, with a `;` behind it.
fn item_end(tokens: &[Token<'_>], start: usize) -> usize {
    let mut depth = 0i32;
    for (index, token) in tokens.iter().enumerate().skip(start) {
        match token.text {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" => depth -= 1,
            "}" => {
                depth -= 1;
                if depth <= 0 {
                    let semicolon = tokens.get(index + 1).is_some_and(|next| next.text == ";");
                    return index + 1 + usize::from(semicolon);
                }
            }
            ";" if depth <= 0 => return index + 1,
            _ => {}
        }
    }
    tokens.len()
}

/// The index of the bracket that closes the one at `open`, or the end.
pub(crate) fn closing(tokens: &[Token<'_>], open: usize) -> usize {
    let mut depth = 0i32;
    for (index, token) in tokens.iter().enumerate().skip(open) {
        match token.text {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" => {
                depth -= 1;
                if depth == 0 {
                    return index;
                }
            }
            _ => {}
        }
    }
    tokens.len()
}

/// Every path that the tokens name.
pub(crate) fn paths<'a>(tokens: &[Token<'a>]) -> Vec<Named<'a>> {
    let mut paths = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        if tokens[at].text == "use" {
            at = imports(tokens, at + 1, &[], &mut paths);
        } else if is_name(tokens[at].text) {
            let mut named = Named { line: tokens[at].line, segments: vec![tokens[at].text] };
            while let [separator, name, ..] = &tokens[at + 1..]
                && separator.text == "::"
                && is_name(name.text)
            {
                named.segments.push(name.text);
                named.line = name.line;
                at += 2;
            }
            paths.push(named);
        }
        at += 1;
    }
    paths
}

/// Spells out one import tree that starts at `at`; the index of the token that ends it.
fn imports<'a>(
    tokens: &[Token<'a>],
    mut at: usize,
    prefix: &[&'a str],
    paths: &mut Vec<Named<'a>>,
) -> usize {
    let mut segments = prefix.to_vec();
    let mut line = tokens.get(at).map_or(0, |token| token.line);
    while at < tokens.len() {
        match tokens[at].text {
            "{" => {
                let end = closing(tokens, at);
                while at < end {
                    at = imports(&tokens[..end], at + 1, &segments, paths);
                }
                return end + 1;
            }
            ";" | "," | "}" => break,
            "as" => at += 1,
            name if is_name(name) => {
                segments.push(name);
                line = tokens[at].line;
            }
            _ => {}
        }
        at += 1;
    }
    if segments.len() > prefix.len() {
        paths.push(Named { line, segments });
    }
    at
}

fn is_name(text: &str) -> bool {
    text.starts_with(|c: char| c.is_alphabetic() || c == '_')
}

/// The tokens of raw source text: comments and literals never reach them.
pub(crate) fn with_tokens<T>(text: &str, look: impl FnOnce(&[Token<'_>]) -> T) -> T {
    let code = blank::code(text);
    look(&tokens(&code))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(code: &str, expected: &[(usize, &str)]) {
        let found: Vec<(usize, String)> = paths(&tokens(code))
            .into_iter()
            .map(|named| (named.line, named.segments.join("::")))
            .collect();
        let expected: Vec<_> =
            expected.iter().map(|&(line, path)| (line, path.to_owned())).collect();
        assert_eq!(found, expected, "{code}");
    }

    #[test]
    fn imports_are_spelled_out_with_their_lines() {
        check("use std::fs;", &[(1, "std::fs")]);
        check(
            "use std::{\n    fs,\n    io::{self, Read as R},\n};\nx();",
            &[(2, "std::fs"), (3, "std::io::self"), (3, "std::io::Read"), (5, "x")],
        );
        check("use a::*;\nuse b as c;", &[(1, "a"), (2, "b")]);
    }

    #[test]
    fn paths_in_expressions_are_whole() {
        check("let x = std::fs::read(p)", &[(1, "let"), (1, "x"), (1, "std::fs::read"), (1, "p")]);
        check("a :: b . c", &[(1, "a::b"), (1, "c")]);
    }

    #[test]
    fn test_items_are_no_product() {
        let code =
            "a;\n#[cfg(test)]\nmod tests { fn f() { b; } }\nc;\n#[cfg(test)]\nuse d::{e};\nf;";
        let all = tokens(code);
        let kept: Vec<&str> = product(&all).iter().map(|token| token.text).collect();
        assert_eq!(kept, ["a", ";", "c", ";", "f", ";"]);
    }
}
