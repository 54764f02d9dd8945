//! `guarddiff corpus`: the rows of every format, the same at one thread and at many, and what is told of the files.

use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::schema;
use crate::support::{Folder, exits, feed, run, stdout};

fn samples() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus/tests/data/transcripts");
    path.to_string_lossy().into_owned()
}

fn sample(name: &str) -> String {
    PathBuf::from(samples()).join(name).to_string_lossy().into_owned()
}

#[track_caller]
fn rows(args: &[&str]) -> Vec<Value> {
    let output = run(&[&["corpus"], args].concat());
    exits(&output, 0);
    stdout(&output).lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn a_row_tells_where_a_command_stands_and_what_became_of_it() {
    let file = sample("codex.jsonl");
    let rows = rows(&["extract", &file]);
    assert_eq!(
        rows[0],
        json!({
            "command": "ls logs", "format": "codex", "file": file, "line": 4, "row": null, "table": null, "nth": 1,
            "pointer": null, "key": "k1", "call": "k1", "entry": null, "session": "rollout-1",
            "time": "2026-03-02T08:00:04.000Z", "cwd": "/srv/tide", "origin": "agent", "status": "executed",
            "exit": 3, "sidechain": false, "rewound": false, "argv": false, "repaired": false, "duplicate_of": null,
        })
    );
    assert_eq!(rows.len(), 8);
}

#[test]
fn the_rows_are_the_same_at_one_thread_and_at_many() {
    let folder = samples();
    let one = rows(&["extract", "--threads", "1", &folder]);
    assert!(one.len() > 100, "{} rows", one.len());
    for threads in ["2", "7"] {
        assert_eq!(rows(&["extract", "--threads", threads, &folder]), one);
    }
    let formats: std::collections::BTreeSet<&str> =
        one.iter().map(|row| row["format"].as_str().unwrap()).collect();
    assert_eq!(formats.len(), 14, "{formats:?}");
}

#[test]
fn every_row_is_what_the_schema_says() {
    let schema = schema::load("corpus-extract.schema.json");
    for args in [&["extract", &samples()][..], &["extract", "--dedup", &samples()]] {
        rows(args).iter().for_each(|row| schema::holds(&schema, row));
    }
}

#[test]
fn equal_texts_are_counted_and_left_out_only_on_request() {
    let folder = Folder::new();
    folder.write("a.txt", b"git status\nls\ngit status\n");
    folder.write("b.jsonl", b"{\"command\":\"ls\"}\n{\"command\":\"a,\\n\\\"b\\\"\"}\n");
    let (a, b) = (folder.path("a.txt"), folder.path("b.jsonl"));
    let all = rows(&["extract", &a, &b]);
    assert_eq!(all.len(), 5);
    let distinct = rows(&["extract", "--dedup", &a, &b]);
    let counts: Vec<(u64, &str)> = distinct
        .iter()
        .map(|row| (row["count"].as_u64().unwrap(), row["command"].as_str().unwrap()))
        .collect();
    assert_eq!(counts, [(2, "git status"), (2, "ls"), (1, "a,\n\"b\"")]);
    let output = run(&["corpus", "extract", "--format", "csv", "--dedup", &a, &b]);
    exits(&output, 0);
    let table = stdout(&output);
    let mut reader = csv::Reader::from_reader(table.as_bytes());
    let found: Vec<(String, String)> = reader
        .records()
        .map(|row| row.map(|row| (row[0].to_owned(), row[1].to_owned())).unwrap())
        .collect();
    let pair = |count: &str, command: &str| (count.to_owned(), command.to_owned());
    assert_eq!(found, [pair("2", "git status"), pair("2", "ls"), pair("1", "a,\n\"b\"")]);
    let told = String::from_utf8(run(&["corpus", "extract", &a, &b]).stderr).unwrap();
    assert!(told.contains("2  commands whose text was there before"), "{told}");
}

#[test]
fn what_was_extracted_is_read_again_as_the_same_commands() {
    let first = run(&["corpus", "extract", "--quiet", &samples()]);
    let commands = |text: &str| -> Vec<String> {
        text.lines()
            .map(|line| {
                serde_json::from_str::<Value>(line).unwrap()["command"].as_str().unwrap().to_owned()
            })
            .collect()
    };
    let again = feed(&["corpus", "extract", "--quiet", "-"], &first.stdout);
    assert_eq!(commands(&stdout(&again)), commands(&stdout(&first)));
    let table = run(&["corpus", "extract", "--quiet", "--format", "csv", &samples()]);
    let again = feed(&["corpus", "extract", "--quiet", "-"], &table.stdout);
    assert_eq!(commands(&stdout(&again)), commands(&stdout(&first)));
}

#[test]
fn a_copy_in_another_file_is_a_row_that_names_it() {
    let testdata = Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus/testdata/transcripts");
    let at = |name: &str| testdata.join(name).to_string_lossy().into_owned();
    let (origin, fork) = (at("pi.jsonl"), at("pi-fork.jsonl"));
    let of_fork = |args: &[&str]| -> Vec<Value> {
        rows(&[args, &[&origin, &fork]].concat())
            .into_iter()
            .filter(|row| row["file"] == fork)
            .collect()
    };
    let all = of_fork(&["extract"]);
    let copies = all.iter().filter(|row| row["duplicate_of"] == origin).count();
    assert_eq!((all.len(), copies), (3, 2));
    assert_eq!(of_fork(&["extract", "--dedup"]).len(), 1);
    // The same line twice in one file is one call.
    assert_eq!(rows(&["extract", &at("claude.jsonl")]).len(), 11);
}

#[test]
fn every_file_is_told_as_what_it_is_or_why_not() {
    let rows = rows(&["sources", "--format", "jsonl", &samples()]);
    let of = |ending: &str| {
        let row = rows.iter().find(|row| row["file"].as_str().unwrap().ends_with(ending)).unwrap();
        (
            row["verdict"].as_str().unwrap(),
            row["format"].as_str(),
            row["commands"].as_u64().unwrap(),
        )
    };
    assert_eq!(of("/codex.jsonl"), ("read", Some("codex"), 8));
    assert_eq!(of("/events/10.json"), ("read", Some("openhands"), 1));
    assert_eq!(of("/recording.cast"), ("refused", Some("asciinema"), 0));
    assert_eq!(of("/goose.sql"), ("not recognised", None, 0));
    let text = run(&["corpus", "sources", &sample("recording.cast")]);
    exits(&text, 0);
    assert!(stdout(&text).contains("(refused: typed keys and screen output"), "{}", stdout(&text));
}

#[test]
fn a_path_that_cannot_be_read_does_not_keep_the_others_from_it() {
    let output = run(&["corpus", "extract", "no/such/file", &sample("codex.jsonl")]);
    exits(&output, 4);
    assert_eq!(stdout(&output).lines().count(), 8);
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(told.contains("cannot read no/such/file"), "{told}");
    exits(&run(&["corpus", "extract"]), 2);
}
