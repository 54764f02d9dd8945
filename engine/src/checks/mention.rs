//! What code for another interpreter could do, going by the words that it mentions. It never reads the code.

use crate::analysis::Opaque;
use crate::checks::role::Role;
use crate::facts::{Answer, Fact};
use crate::word::{Value, Word};

/// Whether `word` stands in `text` with no ASCII letter, digit or underscore beside it.
pub(crate) fn mentions(text: &str, word: &str) -> bool {
    let bytes = text.as_bytes();
    let part_of_word =
        |at: usize| bytes.get(at).is_some_and(|byte| byte.is_ascii_alphanumeric() || *byte == b'_');
    memchr::memmem::find_iter(bytes, word).any(|at| {
        let before = at.checked_sub(1).is_some_and(part_of_word);
        !before && !part_of_word(at + word.len())
    })
}

/// What a group of texts mentions between them.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub(crate) struct Mentions {
    /// git or glab.
    guarded: bool,
    git: bool,
    stage: bool,
    commit: bool,
    no_verify: bool,
}

impl Mentions {
    /// Adds what is certain of a value; its unknown part mentions nothing.
    pub(crate) fn add(&mut self, value: &Value) {
        match value {
            Value::Literal(text) => self.add_text(text),
            Value::Unknown(shape) => {
                self.add_text(&shape.prefix);
                self.add_text(&shape.suffix);
            }
        }
    }

    /// What words mention between them.
    pub(crate) fn of_words(words: &[Word]) -> Mentions {
        let mut found = Mentions::default();
        for word in words {
            found.add(&word.value);
        }
        found
    }

    fn add_text(&mut self, text: &str) {
        self.git |= mentions(text, "git");
        self.guarded |= self.git || mentions(text, "glab");
        self.stage |= mentions(text, "add") || mentions(text, "stage");
        self.commit |= mentions(text, "commit");
        self.no_verify |= text.contains("--no-verify");
    }

    /// git or glab could run.
    pub(crate) fn guard_relevant(self) -> bool {
        self.guarded
    }

    /// A stage could run.
    pub(crate) fn stages(self) -> bool {
        self.git && self.stage
    }

    /// A commit could run.
    pub(crate) fn commits(self) -> bool {
        self.git && self.commit
    }

    /// A commit could skip its hooks: the code mentions git and commit, or the flag, which some other text
    /// may be put around.
    pub(crate) fn skips_hooks(self) -> bool {
        self.commits() || self.no_verify
    }
}

/// What opaque code could do. Code of which nothing is known is like a file that is run: out of sight.
pub(crate) fn role(code: &Opaque) -> Option<Role<'static>> {
    let mut found = Mentions::default();
    found.add(&code.text);
    if found == Mentions::default() {
        return None;
    }
    let unknown = |could: bool| if could { Fact::Unknown } else { Fact::No };
    Some(Role {
        guard_relevant: unknown(found.guard_relevant()),
        stage: unknown(found.stages()),
        commit: unknown(found.commits()),
        both: found.stages() && found.commits(),
        no_verify: if found.skips_hooks() {
            Answer { fact: Fact::Unknown, span: Some(code.span) }
        } else {
            Answer::NO
        },
        commit_words: None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mention_has_no_word_character_beside_it() {
        for text in ["git", "a git b", "('git')", ".git/x", "git-lfs", "\u{e9}git\u{e9}"] {
            assert!(mentions(text, "git"), "{text}");
        }
        for text in ["", "gi", "agit", "git_x", "github", "legit", "git1"] {
            assert!(!mentions(text, "git"), "{text}");
        }
        assert!(mentions("github git", "git"));
    }
}
