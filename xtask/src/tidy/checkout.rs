//! The tracked files of the checkout, as git lists them. Files that are no UTF-8 text are left out.

use std::path::Path;

use anyhow::{Context, Result};

use crate::start;

/// The tracked text files.
pub(crate) struct Checkout {
    /// Sorted by path.
    pub files: Vec<File>,
}

/// One tracked text file.
pub(crate) struct File {
    /// The path from the root, with `/`.
    pub path: String,
    /// The whole text.
    pub text: String,
}

impl Checkout {
    /// Reads every file that `git ls-files` names and that exists.
    pub(crate) fn read(root: &Path) -> Result<Checkout> {
        let listed = start::output(root, "git", &["ls-files", "-z"])?;
        let listed = String::from_utf8(listed).context("a tracked path is no UTF-8")?;
        let mut files = Vec::new();
        for path in listed.split_terminator('\0') {
            let full = root.join(path);
            if !full.is_file() {
                continue;
            }
            let bytes = std::fs::read(&full).with_context(|| format!("cannot read {path}"))?;
            if let Ok(text) = String::from_utf8(bytes) {
                files.push(File { path: path.to_owned(), text });
            }
        }
        files.sort_by(|a, b| a.path.cmp(&b.path));
        Ok(Checkout { files })
    }

    /// The Rust files.
    pub(crate) fn rust(&self) -> impl Iterator<Item = &File> {
        self.files.iter().filter(|file| file.path.ends_with(".rs"))
    }

    /// The file at a path.
    pub(crate) fn file(&self, path: &str) -> Option<&File> {
        self.files.iter().find(|file| file.path == path)
    }

    /// A made-up checkout for the tests of a check.
    #[cfg(test)]
    pub(crate) fn of(files: &[(&str, &str)]) -> Checkout {
        let file = |&(path, text): &(&str, &str)| File { path: path.into(), text: text.into() };
        Checkout { files: files.iter().map(file).collect() }
    }
}

impl File {
    /// Whether the file is part of what a crate ships: under `src/`, and no module of tests.
    pub(crate) fn is_product(&self) -> bool {
        let test = self.path.ends_with("/tests.rs") || self.path.contains("/tests/");
        self.path.contains("/src/") && !test
    }
}
