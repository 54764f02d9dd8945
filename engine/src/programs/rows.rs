//! The table of programs that may run something out of their words. Each row was written from the help or the
//! manual of the version that it names.

mod interpreters;
mod packages;
mod shells;
mod system;
mod tools;

use std::sync::LazyLock;

use super::wrappers::{Then, Wrapper};

/// The parts of the table, each sorted by name; no name stands in two.
pub(super) const TABLES: [&[Wrapper]; 5] =
    [system::ROWS, shells::ROWS, interpreters::ROWS, packages::ROWS, tools::ROWS];

/// The row of a program.
pub(super) fn find(name: &str) -> Option<&'static Wrapper> {
    if let Some(row) = named(name) {
        return Some(row);
    }
    // `python3.11`, `perl5.36.0`, `lua5.4`: an interpreter with its version.
    let bare = name.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.');
    if bare.len() == name.len() {
        return None;
    }
    named(bare).filter(|row| matches!(row.then, Then::Script))
}

fn named(name: &str) -> Option<&'static Wrapper> {
    static SORTED: LazyLock<Vec<&Wrapper>> = LazyLock::new(|| {
        let mut rows: Vec<&Wrapper> = TABLES.into_iter().flatten().collect();
        rows.sort_unstable_by_key(|row| row.name);
        rows
    });
    let at = SORTED.binary_search_by(|row| row.name.cmp(name)).ok()?;
    SORTED.get(at).copied()
}
