//! A command given as a list of words: the script where the words start a shell for one, else the words as one text.

use std::borrow::Cow;

/// The text of a list of words, and whether they were quoted to make it. `bash -lc SCRIPT` is its script.
pub(super) fn text(mut words: Vec<String>) -> (String, bool) {
    if let [shell, option, _] = words.as_slice()
        && is_shell(shell)
        && matches!(option.as_str(), "-c" | "-lc")
    {
        return (words.swap_remove(2), false);
    }
    let quoted: Vec<Cow<'_, str>> = words.iter().map(|word| quoted(word)).collect();
    (quoted.join(" "), true)
}

fn is_shell(word: &str) -> bool {
    let name = word.rsplit(['/', '\\']).next().unwrap_or(word);
    matches!(name, "bash" | "sh" | "zsh")
}

/// A word as POSIX shells read it back.
fn quoted(word: &str) -> Cow<'_, str> {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"_@%+=:,./-".contains(&byte);
    if !word.is_empty() && word.bytes().all(plain) {
        return Cow::Borrowed(word);
    }
    Cow::Owned(format!("'{}'", word.replace('\'', "'\"'\"'")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(words: &[&str], expected: &str, argv: bool) {
        let words = words.iter().map(|word| (*word).to_owned()).collect();
        assert_eq!(text(words), (expected.to_owned(), argv));
    }

    #[test]
    fn a_shell_with_a_script_is_the_script() {
        check(&["bash", "-lc", "ls | wc -l"], "ls | wc -l", false);
        check(&["/bin/zsh", "-c", "x"], "x", false);
        check(&["bash", "-lc"], "bash -lc", true);
        check(&["bash", "-lc", "x", "y"], "bash -lc x y", true);
        check(&["bash", "-x", "y"], "bash -x y", true);
        check(&["python3", "-c", "print(1)"], "python3 -c 'print(1)'", true);
    }

    #[test]
    fn words_are_quoted_where_a_shell_would_split_them() {
        check(&["git", "log", "--format=%an <%ae>"], "git log '--format=%an <%ae>'", true);
        check(&["echo", "", "it's", "é"], "echo '' 'it'\"'\"'s' 'é'", true);
        check(&[], "", true);
    }
}
