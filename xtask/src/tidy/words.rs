//! Checks of plain text: file heads, file names, the changelog, and paths of somebody's machine.

use super::Complaint;
use super::checkout::{Checkout, File};

/// Folders that hold somebody's work, spelled in two parts so that this file does not name them.
const MACHINE_FOLDERS: &[(&str, &str)] =
    &[("/home", "/"), ("/root", "/"), ("/work", "/"), ("/Users", "/")];

/// Names of invented users in sample data.
const INVENTED_USERS: &[&str] = &["user", "u", "me", "you", "dev", "alice", "bob"];

/// Each Rust file whose first line is no `//!` sentence.
pub(crate) fn module_docs(checkout: &Checkout) -> Vec<Complaint> {
    checkout
        .rust()
        .filter(|file| !file.text.starts_with("//! "))
        .map(|file| Complaint::new(&file.path, 1, "does not open with a `//!` sentence"))
        .collect()
}

/// Each `mod.rs`.
pub(crate) fn mod_rs(checkout: &Checkout) -> Vec<Complaint> {
    checkout
        .rust()
        .filter(|file| file.path.ends_with("/mod.rs"))
        .map(|file| Complaint::new(&file.path, 0, "name it after its folder, beside it"))
        .collect()
}

/// Each file that Cargo would take for a second test binary of a crate: one beside `tests/main.rs`, unless
/// the manifest turns the search for tests off.
pub(crate) fn test_binaries(checkout: &Checkout) -> Vec<Complaint> {
    let searched = |package: &str| {
        let manifest = checkout.file(&format!("{package}/Cargo.toml"));
        manifest.is_some_and(|file| !file.text.contains("autotests = false"))
    };
    let second = |file: &&File| match file.path.split('/').collect::<Vec<_>>()[..] {
        [package, "tests", name] => name != "main.rs" && searched(package),
        _ => false,
    };
    checkout
        .rust()
        .filter(second)
        .map(|file| Complaint::new(&file.path, 0, "is a second test binary of its crate"))
        .collect()
}

/// A changelog without an Unreleased section, or none at all.
pub(crate) fn changelog(checkout: &Checkout) -> Vec<Complaint> {
    const PATH: &str = "CHANGELOG.md";
    let unreleased = |file: &File| {
        let mut headings = file.text.lines().filter(|line| line.starts_with('#'));
        headings.any(|line| line.trim_start_matches('#').trim() == "Unreleased")
    };
    match checkout.file(PATH) {
        Some(file) if unreleased(file) => Vec::new(),
        _ => vec![Complaint::new(PATH, 0, "no section `Unreleased`")],
    }
}

/// Each line that a merge left behind where both sides had changed.
pub(crate) fn merge_marks(checkout: &Checkout) -> Vec<Complaint> {
    let left = |line: &str| {
        ['<', '|', '>'].iter().any(|mark| {
            let rest = line.trim_start_matches(*mark);
            line.len() - rest.len() == 7 && rest.starts_with(' ')
        })
    };
    let in_file = |file: &File| {
        let lines = file.text.lines().enumerate().filter(|(_, line)| left(line));
        let text = "a merge was not finished here";
        lines.map(|(number, _)| Complaint::new(&file.path, number + 1, text)).collect::<Vec<_>>()
    };
    checkout.files.iter().flat_map(in_file).collect()
}

/// Each absolute path into a home or work folder, those of invented users aside.
pub(crate) fn machine_paths(checkout: &Checkout) -> Vec<Complaint> {
    let in_file = |file: &File| {
        let lines = file.text.lines().enumerate();
        let found = lines.filter_map(|(number, line)| {
            let folder = machine_folder(line)?;
            Some(Complaint::new(&file.path, number + 1, format!("names a path under {folder}")))
        });
        found.collect::<Vec<_>>()
    };
    checkout.files.iter().flat_map(in_file).collect()
}

fn machine_folder(line: &str) -> Option<String> {
    for (name, slash) in MACHINE_FOLDERS {
        let folder = format!("{name}{slash}");
        for (at, _) in line.match_indices(&folder) {
            let before = line[..at].chars().next_back();
            let inside_longer_path = before.is_some_and(|c| {
                c.is_alphanumeric() || matches!(c, '.' | '_' | '-' | '~' | '}' | '*')
            });
            let rest = &line[at + folder.len()..];
            let user = rest.split(|c: char| !c.is_alphanumeric() && c != '_').next();
            let invented = user.is_some_and(|user| INVENTED_USERS.contains(&user));
            if !inside_longer_path && !invented {
                return Some(folder);
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(find: fn(&Checkout) -> Vec<Complaint>, path: &str, text: &str, complaints: usize) {
        assert_eq!(find(&Checkout::of(&[(path, text)])).len(), complaints, "{path}: {text}");
    }

    #[test]
    fn a_rust_file_without_a_head_is_complained_of() {
        check(module_docs, "engine/src/a.rs", "//! What it is for.\n", 0);
        check(module_docs, "engine/src/a.rs", "\n//! What it is for.\n", 1);
        check(module_docs, "engine/src/a.rs", "// What it is for.\n", 1);
        check(module_docs, "README.md", "# guarddiff\n", 0);
    }

    #[test]
    fn a_mod_rs_is_complained_of() {
        check(mod_rs, "engine/src/tree/mod.rs", "", 1);
        check(mod_rs, "engine/src/tree.rs", "", 0);
    }

    #[test]
    fn a_second_test_binary_is_complained_of() {
        #[track_caller]
        fn check(manifest: &str, path: &str, complaints: usize) {
            let files = [("engine/Cargo.toml", manifest), (path, "//! x")];
            assert_eq!(test_binaries(&Checkout::of(&files)).len(), complaints, "{path}");
        }
        check("[package]", "engine/tests/main.rs", 0);
        check("[package]", "engine/tests/readers.rs", 1);
        check("[package]", "engine/tests/main/readers.rs", 0);
        check("[package]\nautotests = false", "engine/tests/readers.rs", 0);
    }

    #[test]
    fn a_changelog_needs_an_unreleased_section() {
        check(changelog, "CHANGELOG.md", "# Changelog\n\n## Unreleased\n", 0);
        check(changelog, "CHANGELOG.md", "# Changelog\n\nUnreleased\n", 1);
        check(changelog, "README.md", "## Unreleased\n", 1);
    }

    #[test]
    fn an_unfinished_merge_is_complained_of() {
        for mark in ["<", "|", ">"] {
            check(merge_marks, "a.toml", &format!("x\n{} ours\ny", mark.repeat(7)), 1);
            check(merge_marks, "a.md", &format!("{} ours", mark.repeat(8)), 0);
            check(merge_marks, "a.md", &format!("> {} ours", mark.repeat(7)), 0);
        }
    }

    #[test]
    fn paths_of_a_machine_are_complained_of_and_invented_ones_are_not() {
        for (name, slash) in MACHINE_FOLDERS {
            check(machine_paths, "a.md", &format!("see {name}{slash}carol/x"), 1);
            check(machine_paths, "a.json", &format!("{{\"cwd\":\"{name}{slash}carol\"}}"), 1);
            check(machine_paths, "a.md", &format!("see {name}{slash}user/x"), 0);
            check(machine_paths, "a.md", &format!("see /srv{name}{slash}carol"), 0);
            check(machine_paths, "a.md", &format!("see {name}"), 0);
        }
    }
}
