//! Could a sed script run a command? Only GNU sed's `e` command and the `e` flag of `s` do (sed 4.9 manual,
//! 3.2 and 3.8). Where the script can't be followed the answer is yes.

/// Whether the script holds, or may hold, something that runs.
pub(super) fn could_run(script: &str) -> bool {
    script.contains('e') && !proven_harmless(script.as_bytes())
}

/// Follows the script command by command; false as soon as one runs something or can't be followed.
fn proven_harmless(script: &[u8]) -> bool {
    let mut at = 0;
    loop {
        while script
            .get(at)
            .is_some_and(|b| b.is_ascii_whitespace() || matches!(b, b';' | b'}' | b'{'))
        {
            at += 1;
        }
        if at >= script.len() {
            return true;
        }
        let Some(behind) = addresses(script, at) else { return false };
        at = behind;
        while script.get(at).is_some_and(|b| b.is_ascii_whitespace() || *b == b'!') {
            at += 1;
        }
        let Some(&command) = script.get(at) else { return false };
        at += 1;
        match command {
            b'{' | b'}' | b'=' | b'd' | b'D' | b'g' | b'G' | b'h' | b'H' | b'n' | b'N' | b'p'
            | b'P' | b'x' | b'z' | b'F' => {}
            // A `;` ends a label in GNU sed, not in others: what stands behind it is read as a command.
            b'b' | b't' | b'T' | b':' => {
                while script.get(at).is_some_and(|b| !matches!(b, b'\n' | b';' | b'}')) {
                    at += 1;
                }
            }
            b'l' | b'L' | b'q' | b'Q' => {
                while script.get(at).is_some_and(|b| b.is_ascii_digit() || *b == b' ') {
                    at += 1;
                }
            }
            b'#' | b'r' | b'R' | b'w' | b'W' => at = line_end(script, at),
            b'a' | b'i' | b'c' => {
                at = line_end(script, at);
                // The text goes on behind a backslash at the end of the line.
                while at > 0 && at < script.len() && script[at - 1] == b'\\' {
                    at = line_end(script, at + 1);
                }
            }
            b's' => {
                let Some(end) = delimited(script, at)
                    .and_then(|(delimiter, end)| to_delimiter(script, end, delimiter))
                else {
                    return false;
                };
                at = end;
                while let Some(flag) = script.get(at) {
                    match flag {
                        b'g' | b'p' | b'i' | b'I' | b'm' | b'M' | b'0'..=b'9' => at += 1,
                        b'w' => at = line_end(script, at),
                        b'e' => return false,
                        _ => break,
                    }
                }
            }
            b'y' => {
                let Some(end) = delimited(script, at)
                    .and_then(|(delimiter, end)| to_delimiter(script, end, delimiter))
                else {
                    return false;
                };
                at = end;
            }
            _ => return false,
        }
    }
}

/// Behind the addresses at `at`; none where a pattern does not end.
fn addresses(script: &[u8], mut at: usize) -> Option<usize> {
    loop {
        match script.get(at)? {
            b'0'..=b'9' | b'$' | b'~' | b'+' | b',' | b' ' => at += 1,
            b'/' => at = pattern_flags(script, to_pattern_end(script, at + 1, b'/')?),
            b'\\' => {
                let delimiter = *script.get(at + 1)?;
                at = pattern_flags(script, to_pattern_end(script, at + 2, delimiter)?);
            }
            _ => return Some(at),
        }
    }
}

fn pattern_flags(script: &[u8], mut at: usize) -> usize {
    while matches!(script.get(at), Some(b'I' | b'M')) {
        at += 1;
    }
    at
}

/// The delimiter at `at`, and the byte behind the pattern that it opens.
fn delimited(script: &[u8], at: usize) -> Option<(u8, usize)> {
    let delimiter = *script.get(at)?;
    Some((delimiter, to_pattern_end(script, at + 1, delimiter)?))
}

/// Behind the next delimiter that is not escaped.
fn to_delimiter(script: &[u8], mut at: usize, delimiter: u8) -> Option<usize> {
    if !delimiter.is_ascii() || delimiter == b'\n' || delimiter == b'\\' {
        return None;
    }
    loop {
        match *script.get(at)? {
            b'\\' => at += 2,
            byte if byte == delimiter => return Some(at + 1),
            _ => at += 1,
        }
    }
}

/// The same in a pattern. sed 4.9 takes a delimiter in brackets for one of their characters, older ones don't:
/// none where it matters.
fn to_pattern_end(script: &[u8], from: usize, delimiter: u8) -> Option<usize> {
    let end = to_delimiter(script, from, delimiter)?;
    let mut at = from;
    let mut bracket = None;
    while at < end - 1 {
        match (script[at], bracket) {
            (b'\\', None) => at += 1,
            (b'[', None) => bracket = Some(at),
            // Right behind the opening a `]` stands for itself.
            (b']', Some(opening))
                if at > opening + 1 && !(at == opening + 2 && script[at - 1] == b'^') =>
            {
                bracket = None;
            }
            _ => {}
        }
        at += 1;
    }
    bracket.is_none().then_some(end)
}

fn line_end(script: &[u8], at: usize) -> usize {
    script[at.min(script.len())..]
        .iter()
        .position(|b| *b == b'\n')
        .map_or(script.len(), |found| at + found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(script: &str, expected: bool) {
        assert_eq!(could_run(script), expected, "{script:?}");
    }

    #[test]
    fn scripts_that_edit_run_nothing() {
        for script in [
            "",
            "1,2p",
            "s/the/there/g",
            "/begin/,/end/d",
            "s|one|three|; s,e,E,gI",
            "$!N;s/\\n/ e /;ta;d;:a",
            "q 5;s/e/f/",
            "s/[^]e]*[[:space:]]/x/;s/\\[e/]/",
            "/re/{ s/e/x/; p }",
            "a\\\ne is text\\\nand more",
            "\\,e,d",
            "/e/w file.txt",
            "y/abcde/ABCDE/",
            "0~3d # e",
        ] {
            check(script, false);
        }
    }

    #[test]
    fn the_e_command_and_the_e_flag_run_something() {
        for script in [
            "e",
            "1e date",
            "s/.*/date/e",
            "s/a/b/ge",
            "/x/e git commit",
            "p;e",
            "$ ! e ls",
            "q;e ls",
            "b e;e ls",
            "s/e/b",
        ] {
            check(script, true);
        }
    }
}
