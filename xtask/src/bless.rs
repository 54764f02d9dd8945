//! Accepting new snapshots and fixtures: the tests run once with the update variables set. Review with `git diff`.

use std::path::Path;

use anyhow::Result;

use crate::start;

/// What the tests look at to write what they would otherwise compare.
const UPDATE: &[(&str, &str)] = &[("INSTA_UPDATE", "always"), ("GUARDDIFF_BLESS", "1")];

pub(crate) fn run(root: &Path) -> Result<()> {
    let tested =
        start::cargo_with(root, &["test", "--workspace", "--no-fail-fast", "--quiet"], UPDATE);
    let changed = start::output(root, "git", &["status", "--short"])?;
    if changed.is_empty() {
        println!("nothing changed");
    } else {
        println!("read the difference before you commit it (git diff):");
        print!("{}", String::from_utf8_lossy(&changed));
    }
    tested
}
