//! The old `no-verify`: the raw text of the flag anywhere, or a token like `-n` in a found commit.

use guarddiff_engine::span::Span;
use memchr::memmem;

use super::text::find_commits;

/// One place that made [`no_verify`] fire.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NoVerifyMatch {
    /// The text `--no-verify`, wherever it stands: the raw check.
    Raw(Span),
    /// A token `-…n…` of a segment that was taken for a commit.
    Cluster {
        /// The token.
        token: Span,
        /// From `git` to `commit`.
        commit: Span,
    },
}

impl NoVerifyMatch {
    /// The flag's place.
    pub fn span(&self) -> Span {
        match self {
            NoVerifyMatch::Raw(span) => *span,
            NoVerifyMatch::Cluster { token, .. } => *token,
        }
    }
}

/// Whether the raw check or the token check fires.
pub fn no_verify(text: &str) -> bool {
    raw_no_verify(text) || !clusters(text).is_empty()
}

/// Whether the text holds `--no-verify` anywhere. It stays for ever, as a structural guard's last resort too.
pub(crate) fn raw_no_verify(text: &str) -> bool {
    memmem::find(text.as_bytes(), b"--no-verify").is_some()
}

/// Every place that made [`no_verify`] fire, in the order of the text.
pub fn no_verify_matches(text: &str) -> Vec<NoVerifyMatch> {
    let mut found: Vec<NoVerifyMatch> = memmem::find_iter(text.as_bytes(), "--no-verify")
        .map(|start| NoVerifyMatch::Raw(Span::new(start, start + "--no-verify".len())))
        .collect();
    found.extend(clusters(text));
    found.sort_by_key(NoVerifyMatch::span);
    found
}

fn clusters(text: &str) -> Vec<NoVerifyMatch> {
    let mut found = Vec::new();
    for commit in find_commits(text) {
        let name = commit.name();
        let flags = commit.tokens.iter().filter(|token| is_n_cluster(&text[token.range()]));
        found.extend(flags.map(|&token| NoVerifyMatch::Cluster { token, commit: name }));
    }
    found
}

/// `^-[A-Za-z]*n[A-Za-z]*$`
fn is_n_cluster(token: &str) -> bool {
    let Some(letters) = token.strip_prefix('-') else { return false };
    letters.contains('n') && letters.bytes().all(|byte| byte.is_ascii_alphabetic())
}
