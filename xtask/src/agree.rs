//! The table of agreement with bash: printed, or written into the documentation. It judges nothing itself.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use crate::start;

/// Where the newest table stands.
const TABLE: &str = "oracle/AGREEMENT.md";

/// What to hold against bash.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// JSON Lines files whose lines hold a command, under `command` or `input`; nothing of them is run.
    files: Vec<PathBuf>,

    /// The seed of the generated commands.
    #[arg(long, default_value_t = 20_260_901)]
    seed: u64,

    /// Generated commands to read.
    #[arg(long, default_value_t = 20_000)]
    cases: u64,

    /// Generated commands to run in the box.
    #[arg(long, default_value_t = 500)]
    runs: u64,

    /// Put the table into the documentation.
    #[arg(long)]
    write: bool,
}

pub(crate) fn run(root: &Path, args: &Args) -> Result<()> {
    let numbers = [args.seed, args.cases, args.runs].map(|number| number.to_string());
    let mut words = vec!["run", "--release", "--quiet", "-p", "guarddiff-oracle"];
    words.extend(["--example", "agree", "--"]);
    words.extend(numbers.iter().map(String::as_str));
    let files: Vec<PathBuf> =
        args.files.iter().map(std::path::absolute).collect::<Result<_, _>>()?;
    for file in &files {
        words.push(file.to_str().context("a file's name is no UTF-8")?);
    }
    if !args.write {
        return start::cargo(root, &words);
    }
    let table = String::from_utf8(start::output(root, "cargo", &words)?)?;
    let path = root.join(TABLE);
    let page = std::fs::read_to_string(&path).context(TABLE)?;
    std::fs::write(&path, with_table(&page, &table)?).context(TABLE)
}

/// The page with the table in place of the old one: what stands between its two marks.
fn with_table(page: &str, table: &str) -> Result<String> {
    const MARKS: [&str; 2] = ["<!-- table -->\n", "<!-- end -->"];
    let [begin, end] = MARKS;
    let (head, rest) =
        page.split_once(begin).context("the page has no mark where the table begins")?;
    let (_, tail) = rest.split_once(end).context("the page has no mark where the table ends")?;
    Ok(format!("{head}{begin}\n{}\n\n{end}{tail}", table.trim()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_takes_the_place_of_the_old_one() {
        let page = "a\n<!-- table -->\nold\n<!-- end -->\nb\n";
        let page = with_table(page, "new\nrow\n").expect("a page with marks");
        assert_eq!(page, "a\n<!-- table -->\n\nnew\nrow\n\n<!-- end -->\nb\n");
        assert!(with_table("a", "b").is_err());
    }
}
