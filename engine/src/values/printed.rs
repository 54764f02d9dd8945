//! What echo and printf print, as far as every shell agrees on it (manual 4.2). It knows no option that changes what a
//! backslash means.

/// Longest output that is made, in bytes: printf repeats its format.
const LONGEST: usize = 1 << 16;

/// What the builtin prints with these words behind its name; none for another program, and where the shell or its
/// options decide.
pub(crate) fn printed(program: &str, words: &[&str]) -> Option<String> {
    match program {
        "echo" => echoed(words),
        "printf" => formatted(words),
        _ => None,
    }
}

/// Whether the text may make functions of echo or printf, or disable them (manual 4.2): every way to do that spells one
/// of these, in code strings, too.
pub(crate) fn redefines(text: &str, names: &[&str]) -> bool {
    text.contains("enable")
        || names.iter().any(|name| {
            text.match_indices(name).any(|(at, _)| {
                let before = text[..at].trim_end_matches([' ', '\t', '\\', '\n']);
                let after = text[at + name.len()..].trim_start_matches([' ', '\t']);
                before.ends_with("function") || after.starts_with("()") || after.starts_with("( ")
            })
        })
}

fn echoed(words: &[&str]) -> Option<String> {
    let option = |word: &str| {
        word.len() > 1 && word.starts_with('-') && word[1..].chars().all(|c| "neE".contains(c))
    };
    let (bare, words) = match words {
        ["-n", rest @ ..] => (true, rest),
        _ => (false, words),
    };
    if words.first().is_some_and(|word| option(word)) || words.iter().any(|w| w.contains('\\')) {
        return None;
    }
    let mut text = words.join(" ");
    if !bare {
        text.push('\n');
    }
    Some(text)
}

/// The format is used again until every word is printed (bash manual 4.2).
fn formatted(words: &[&str]) -> Option<String> {
    let words = if words.first() == Some(&"--") { &words[1..] } else { words };
    let (format, words) = words.split_first()?;
    if format.starts_with('-') {
        return None;
    }
    let mut text = String::new();
    let mut left = words.iter();
    loop {
        let mut chars = format.chars();
        let before = left.len();
        while let Some(c) = chars.next() {
            match c {
                '%' => match chars.next()? {
                    '%' => text.push('%'),
                    's' => text.push_str(left.next().copied().unwrap_or_default()),
                    'd' => text.push_str(&integer(left.next().copied())?),
                    _ => return None,
                },
                '\\' => match chars.next()? {
                    'n' => text.push('\n'),
                    't' => text.push('\t'),
                    '\\' => text.push('\\'),
                    _ => return None,
                },
                c => text.push(c),
            }
        }
        if text.len() > LONGEST {
            return None;
        }
        if left.len() == 0 || left.len() == before {
            return Some(text);
        }
    }
}

/// A decimal number that is printed as it is spelled; a missing one is 0.
fn integer(word: Option<&str>) -> Option<String> {
    let word = word.unwrap_or("0");
    let digits = word.strip_prefix('-').unwrap_or(word);
    let plain = digits == "0" || !digits.is_empty() && !digits.starts_with('0');
    (plain && digits.len() < 18 && digits.bytes().all(|byte| byte.is_ascii_digit()))
        .then(|| if word == "-0" { "0".to_owned() } else { word.to_owned() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(program: &str, words: &[&str], expected: Option<&str>) {
        assert_eq!(printed(program, words).as_deref(), expected, "{program} {words:?}");
    }

    #[test]
    fn echo_joins_its_words() {
        check("echo", &["a", "b c"], Some("a b c\n"));
        check("echo", &["-n", "a"], Some("a"));
        check("echo", &[], Some("\n"));
        check("echo", &["-e", "a"], None);
        check("echo", &["a\\n"], None);
        check("echo", &["--", "a"], Some("-- a\n"));
    }

    #[test]
    fn printf_uses_its_format_until_every_word_is_printed() {
        check("printf", &["a\\nb"], Some("a\nb"));
        check("printf", &["%s\\n", "a", "", "b"], Some("a\n\nb\n"));
        check("printf", &["%s: %s", "a"], Some("a: "));
        check("printf", &["--", "%d%%", "7"], Some("7%"));
        check("printf", &["%d", "07"], None);
        check("printf", &["%q", "a"], None);
        check("printf", &["-v", "M", "a"], None);
        check("printf", &["a", "b"], Some("a"));
        check("cat", &["a"], None);
    }
}
