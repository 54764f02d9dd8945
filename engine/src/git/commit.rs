//! `git commit`: its options, and one walk over its words that serves every check. It judges nothing.
//!
//! The table is `git commit --git-completion-helper-all` with the letters and values of `git commit -h`,
//! git 2.47.3, run in a fresh temporary repository.

use crate::facts::Fact;
use crate::git::options::{self, Attached, Found, Next, Opt, Takes};
use crate::git::unknown;
use crate::word::Word;

const fn flag(short: u8, long: &'static str) -> Opt {
    Opt { long, short, takes: Takes::Nothing, negatable: true }
}

const fn valued(short: u8, long: &'static str) -> Opt {
    Opt { long, short, takes: Takes::Value, negatable: true }
}

const fn attached(short: u8, long: &'static str) -> Opt {
    Opt { long, short, takes: Takes::Attached, negatable: true }
}

static OPTIONS: &[Opt] = &[
    flag(b'q', "quiet"),
    flag(b'v', "verbose"),
    valued(b'F', "file"),
    valued(0, "author"),
    valued(0, "date"),
    valued(b'm', "message"),
    valued(b'c', "reedit-message"),
    valued(b'C', "reuse-message"),
    valued(0, "fixup"),
    valued(0, "squash"),
    flag(0, "reset-author"),
    Opt { long: "trailer", short: 0, takes: Takes::Value, negatable: false },
    flag(b's', "signoff"),
    valued(b't', "template"),
    flag(b'e', "edit"),
    valued(0, "cleanup"),
    flag(0, "status"),
    attached(b'S', "gpg-sign"),
    flag(b'a', "all"),
    flag(b'i', "include"),
    flag(0, "interactive"),
    flag(b'p', "patch"),
    flag(b'o', "only"),
    flag(b'n', "no-verify"),
    flag(0, "dry-run"),
    flag(0, "short"),
    flag(0, "branch"),
    flag(0, "ahead-behind"),
    flag(0, "porcelain"),
    flag(0, "long"),
    flag(b'z', "null"),
    flag(0, "amend"),
    flag(0, "no-post-rewrite"),
    attached(b'u', "untracked-files"),
    valued(0, "pathspec-from-file"),
    flag(0, "pathspec-file-nul"),
    flag(0, "allow-empty"),
    flag(0, "allow-empty-message"),
];

/// What the words of one `git commit` say.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Commit<'a> {
    /// Whether hooks are skipped by a flag.
    ///
    /// The last of `-n` and `--verify` wins. A plain `-n` stays a Yes when unknown words follow: that one of
    /// them is a `--verify` is the one thing that is not held against it.
    pub(crate) no_verify: Fact,
    /// Index of the word that decided a Yes or an Unknown; none when words that may follow did.
    pub(crate) no_verify_word: Option<usize>,
    /// The values of `-m`, in order.
    pub(crate) texts: Vec<Given<'a>>,
    /// The last `-F`.
    pub(crate) file: Option<Given<'a>>,
    /// `-C` or `-c` is given.
    pub(crate) reuses: bool,
    /// `--fixup` is given.
    pub(crate) fixup: bool,
    /// `--squash` is given.
    pub(crate) squash: bool,
    /// The literal values of `--trailer`.
    pub(crate) trailers: Vec<&'a str>,
    /// Index of the word that ends the options.
    pub(crate) separator: Option<usize>,
    /// Each word's role is certain, and none may follow.
    pub(crate) sure: bool,
    /// The last word is an option that lacks its value.
    pub(crate) dangling: bool,
}

/// The value of an option.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Given<'a> {
    /// Decided by the text.
    Literal(&'a str),
    /// Not decided.
    Unknown {
        /// Index of the word it is part of.
        word: usize,
        /// Where in that word the value begins, in bytes; 0 for a word of its own.
        skip: usize,
        /// It could be `-`, which stands for standard input.
        may_be_dash: bool,
    },
}

/// Reads the words after `commit`. `open_ended`: more words may follow the last.
pub(crate) fn walk(words: &[Word], open_ended: bool) -> Commit<'_> {
    let mut commit = Commit {
        no_verify: Fact::No,
        no_verify_word: None,
        texts: Vec::new(),
        file: None,
        reuses: false,
        fixup: false,
        squash: false,
        trailers: Vec::new(),
        separator: None,
        sure: true,
        dangling: false,
    };
    let stop = commit.read_all(words);
    match stop {
        Stop::AllRead { in_value } => {
            commit.dangling = in_value;
            if open_ended { commit.undecided(None) } else { commit }
        }
        Stop::Separator(at) => {
            commit.separator = Some(at);
            commit
        }
        Stop::Undecided(at) => {
            if words[at..].iter().any(takes_back) {
                commit.no_verify = Fact::Unknown;
            }
            commit.undecided(Some(at))
        }
    }
}

/// Whether the word, where options are due, is a `--verify`.
fn takes_back(word: &Word) -> bool {
    let mut verify = false;
    options::read(OPTIONS, word, &mut |found| {
        verify |= found.opt.long == "no-verify" && found.unset;
    });
    verify
}

/// Why the walk ended.
enum Stop {
    /// Every word was read; the last may lack its value.
    AllRead { in_value: bool },
    /// The word at this index ends the options.
    Separator(usize),
    /// The word at this index may be anything.
    Undecided(usize),
}

fn own_word(at: usize, word: &Word) -> Given<'_> {
    match word.literal() {
        Some(text) => Given::Literal(text),
        None => Given::Unknown { word: at, skip: 0, may_be_dash: unknown::could_be(word, "-") },
    }
}

impl<'a> Commit<'a> {
    fn read_all(&mut self, words: &'a [Word]) -> Stop {
        let mut due: Option<&'static Opt> = None;
        // The word before may have taken this one as its value, or not.
        let mut maybe_due = false;
        // What was known before a `--` that may have been a value.
        let mut doubted_end = None;
        for (at, word) in words.iter().enumerate() {
            if let Some(opt) = due.take() {
                if word.may_split() {
                    return Stop::Undecided(at);
                }
                self.value(opt, own_word(at, word));
                continue;
            }
            let before = (self.no_verify, self.no_verify_word);
            let mut touched = false;
            let next = options::read(OPTIONS, word, &mut |found| {
                touched |= found.opt.long == "no-verify";
                self.option(at, word, found);
            });
            if std::mem::take(&mut maybe_due) {
                self.sure = false;
                match next {
                    Next::Operand | Next::Complete if !touched => {}
                    Next::End => {
                        doubted_end.get_or_insert(before);
                        continue;
                    }
                    Next::Operand
                    | Next::Complete
                    | Next::Needs(_)
                    | Next::MayNeed(_)
                    | Next::Anything => {
                        (self.no_verify, self.no_verify_word) = before;
                        return Stop::Undecided(at);
                    }
                }
            }
            if let Some(before) = doubted_end
                && (touched || matches!(next, Next::Anything))
            {
                (self.no_verify, self.no_verify_word) = before;
                return Stop::Undecided(at);
            }
            match next {
                Next::Operand | Next::Complete => {}
                Next::End => return Stop::Separator(at),
                Next::Needs(opt) => due = Some(opt),
                Next::MayNeed(opt) => {
                    maybe_due = true;
                    self.value(opt, Given::Unknown { word: at, skip: 0, may_be_dash: true });
                }
                Next::Anything => return Stop::Undecided(at),
            }
        }
        Stop::AllRead { in_value: due.is_some() || maybe_due }
    }

    /// From here on nothing is certain.
    fn undecided(mut self, at: Option<usize>) -> Commit<'a> {
        self.sure = false;
        if self.no_verify != Fact::Yes {
            self.no_verify = Fact::Unknown;
            self.no_verify_word = at;
        }
        self
    }

    fn option(&mut self, at: usize, word: &Word, found: Found<'a>) {
        if found.opt.long == "no-verify" {
            (self.no_verify, self.no_verify_word) =
                if found.unset { (Fact::No, None) } else { (Fact::Yes, Some(at)) };
        } else if found.unset {
            self.unset(found.opt);
        } else if let Some(value) = found.value {
            let given = match value {
                Attached::Literal(text) => Given::Literal(text),
                Attached::Unknown(start) => Given::Unknown {
                    word: at,
                    skip: word.prefix().len() - start.len(),
                    may_be_dash: start.is_empty() && could_end_in_dash(word),
                },
            };
            self.value(found.opt, given);
        }
    }

    fn value(&mut self, opt: &'static Opt, given: Given<'a>) {
        match opt.long {
            "message" => self.texts.push(given),
            "file" => self.file = Some(given),
            "reuse-message" | "reedit-message" => self.reuses = true,
            "fixup" => self.fixup = true,
            "squash" => self.squash = true,
            "trailer" => {
                if let Given::Literal(text) = given {
                    self.trailers.push(text);
                }
            }
            _ => {}
        }
    }

    /// `--no-NAME` takes back what was given before it.
    fn unset(&mut self, opt: &'static Opt) {
        match opt.long {
            "message" => self.texts.clear(),
            "file" => self.file = None,
            "reuse-message" | "reedit-message" => self.reuses = false,
            "fixup" => self.fixup = false,
            "squash" => self.squash = false,
            _ => {}
        }
    }
}

fn could_end_in_dash(word: &Word) -> bool {
    match &word.value {
        crate::word::Value::Literal(text) => text.ends_with('-'),
        crate::word::Value::Unknown(shape) => matches!(shape.suffix.as_str(), "" | "-"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checks::sample::words;

    #[track_caller]
    fn check(line: &str, expected: Fact) {
        let words = words(line);
        let commit = walk(&words, false);
        assert_eq!(commit.no_verify, expected, "{line}: {commit:?}");
    }

    // Each verdict was seen on git 2.47.3, with a pre-commit hook that says when it runs.
    #[test]
    fn hooks_are_skipped_by_every_spelling_that_git_takes() {
        for line in [
            "--no-verify",
            "--no-veri",
            "--no-verif -m x",
            "-n",
            "-nm x",
            "-anm x",
            "-m x -n",
            "x -n",
            "-m -- -n",
            "--verify -n",
            "--verb -n",
            "-zn",
            "--messag x -n",
            "-m x -uno -n",
        ] {
            check(line, Fact::Yes);
        }
    }

    #[test]
    fn hooks_run_where_the_letter_or_name_is_a_value_or_is_taken_back() {
        for line in [
            "-m -n",
            "-mn",
            "-m --no-verify",
            "-un",
            "-Sn",
            "-m x -- -n",
            "-m x --end-of-options -n",
            "-n --verify",
            "-n --no-no-verify",
            "--no-ver",
            "--no-v",
            "--no-verb",
            "--no-verify=1",
            "--no-n",
            "-F -n",
            "-C -n",
            "--author -n",
            "--fixup -n",
            "-m x --no-verify\r",
            "-amn",
            "-t -n",
            "-no-verify",
            "-nul",
            "-",
            "",
        ] {
            check(line, Fact::No);
        }
    }

    #[test]
    fn an_unknown_word_matters_only_where_it_could_be_the_flag() {
        for line in [
            "-m \"$X\"",
            "-m\"$X\"",
            "--message=\"$X\"",
            "-m x docs/\"$X\"",
            "-m x -- \"$X\"",
            "-m x -- $X",
            "--author=\"$X\" -m x",
            "-m\"$X\" --amend",
            "-am\"$X\" file",
            "-u\"$X\"",
        ] {
            check(line, Fact::No);
        }
        for line in [
            "$X",
            "\"$X\"",
            "-m $X",
            "-\"$X\"",
            "--no-\"$X\"",
            "-a\"$X\"",
            "-m\"$X\" -n",
            "\"$X\" --verify",
            "docs/$X",
            "-m x --\"$X\"",
            "-m\"$X\" -m -n",
            "-m\"$X\" -nm x",
            "-m\"$X\" -- -n",
        ] {
            check(line, Fact::Unknown);
        }
        check("-n \"$X\"", Fact::Yes);
        check("-n \"$X\" --verify", Fact::Unknown);
        check("-n -m \"$X\"", Fact::Yes);
    }

    #[test]
    fn a_later_no_message_takes_earlier_texts_back() {
        let words = words("-m a --no-message -m b -F f --no-file");
        let commit = walk(&words, false);
        assert_eq!(commit.texts, [Given::Literal("b")]);
        assert_eq!(commit.file, None);
    }

    #[test]
    fn words_that_may_follow_leave_the_flag_open_until_it_is_given_or_options_end() {
        assert_eq!(walk(&words("-m x"), true).no_verify, Fact::Unknown);
        assert_eq!(walk(&words("-n -m x"), true).no_verify, Fact::Yes);
        assert_eq!(walk(&words("-m x --"), true).no_verify, Fact::No);
        assert!(walk(&words("-a -m"), true).dangling);
    }
}
