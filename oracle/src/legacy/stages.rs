//! The old `stages-and-commits`: a segment that looks like a stage and one that looks like a commit.

use super::text::{Found, find_commits, find_git};

/// Whether some segment is `git add` or `git stage` and some segment is a found commit.
pub fn stages_and_commits(text: &str) -> bool {
    !found_stages(text).is_empty() && !find_commits(text).is_empty()
}

/// Every segment whose stripped tokens are `git`, then `add` or `stage`.
///
/// Unlike a commit, a stage with an option before the subcommand was never found.
pub fn found_stages(text: &str) -> Vec<Found> {
    find_git(text, |rest, text| {
        let subcommand = &text[rest.first()?.range()];
        matches!(subcommand, "add" | "stage").then_some(0)
    })
}
