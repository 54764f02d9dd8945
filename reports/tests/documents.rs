//! What the documents show is what the program says: every block marked `console` is run at the root of the checkout. A line
//! `…` stands for any lines, `…` at the end of a line for any rest of it.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::support::own;

/// A command and what it is said to print.
struct Example {
    command: String,
    shown: Vec<String>,
}

fn examples(text: &str) -> Vec<Example> {
    let mut found: Vec<Example> = Vec::new();
    let (mut inside, mut continued) = (false, false);
    for line in text.lines() {
        if line.starts_with("```") {
            inside = line == "```console";
            continue;
        }
        match (inside, found.last_mut()) {
            (false, _) => {}
            (true, Some(last)) if continued => {
                last.command.push('\n');
                last.command.push_str(line);
                continued = line.ends_with('\\');
            }
            (true, last) => match (line.strip_prefix("$ "), last) {
                (Some(command), _) => {
                    continued = command.ends_with('\\');
                    found.push(Example { command: command.to_owned(), shown: Vec::new() });
                }
                (None, Some(last)) => last.shown.push(line.trim_end().to_owned()),
                (None, None) => panic!("an example without a command: {line}"),
            },
        }
    }
    found
}

/// Whether the lines are what is shown of them.
fn fits(shown: &[String], lines: &[&str]) -> bool {
    match shown.split_first() {
        None => lines.iter().all(|line| line.is_empty()),
        Some((first, rest)) if first == "…" => {
            (0..=lines.len()).any(|from| fits(rest, &lines[from..]))
        }
        Some((first, rest)) => lines.split_first().is_some_and(|(line, more)| {
            let same = match first.strip_suffix("…") {
                Some(start) => line.starts_with(start),
                None => line == first,
            };
            same && fits(rest, more)
        }),
    }
}

fn documents() -> Vec<PathBuf> {
    let root = own("..");
    let mut documents = vec![root.join("README.md")];
    let folder = std::fs::read_dir(root.join("docs")).unwrap();
    documents.extend(folder.map(|entry| entry.unwrap().path()));
    documents.sort();
    documents
}

#[test]
fn every_example_of_the_documents_is_real() {
    let program = Path::new(env!("CARGO_BIN_EXE_guarddiff")).parent().unwrap();
    let path = std::env::var_os("PATH").unwrap_or_default();
    let path: Vec<PathBuf> =
        [program.to_owned()].into_iter().chain(std::env::split_paths(&path)).collect();
    let mut run = 0;
    let mut wrong = Vec::new();
    for document in documents() {
        for Example { command, shown } in examples(&std::fs::read_to_string(&document).unwrap()) {
            let mut shell = Command::new("sh");
            shell.args(["-c", &command]).current_dir(own("..")).env("NO_COLOR", "1");
            let output = shell.env("PATH", std::env::join_paths(&path).unwrap()).output().unwrap();
            let text = String::from_utf8_lossy(&output.stdout);
            let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
            if !fits(&shown, &lines) {
                wrong.push(format!("{}: {command}\n{text}", document.display()));
            }
            run += 1;
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(run > 10, "{run}");
}

/// A document that is named is there.
#[test]
fn no_link_of_the_documents_is_dead() {
    for document in documents() {
        let text = std::fs::read_to_string(&document).unwrap();
        let folder = document.parent().unwrap();
        for (_, link) in
            text.split("](").skip(1).filter_map(|rest| rest.split_once(')').map(|it| (0, it.0)))
        {
            let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
            if link.contains("://") {
                continue;
            }
            let target = if file.is_empty() { document.clone() } else { folder.join(file) };
            assert!(target.exists(), "{}: {link}", document.display());
            if !anchor.is_empty() {
                let headings = std::fs::read_to_string(&target).unwrap();
                let heading = |line: &str| {
                    let bare: String = line.trim_start_matches('#').trim().to_lowercase();
                    bare.replace(' ', "-").replace([',', '`', '“', '”'], "")
                };
                let found = headings.lines().any(|it| it.starts_with('#') && heading(it) == anchor);
                assert!(found, "{}: {link}", document.display());
            }
        }
    }
}

#[test]
fn an_example_that_is_not_what_the_program_says_is_found() {
    let shown = |lines: &[&str]| lines.iter().map(|line| (*line).to_owned()).collect::<Vec<_>>();
    assert!(fits(&shown(&["a", "…", "d", "e…"]), &["a", "b", "c", "d", "efg"]));
    assert!(!fits(&shown(&["a", "b"]), &["a", "c"]));
    assert!(!fits(&shown(&["a"]), &["a", "b"]));
    let text = "```\n$ not run\n```\n```console\n$ one \\\n  more\nout\n$ two\n```\n";
    let found = examples(text);
    assert_eq!(found.len(), 2);
    assert_eq!(
        (found[0].command.as_str(), found[0].shown.as_slice()),
        ("one \\\n  more", ["out".to_owned()].as_slice())
    );
}
