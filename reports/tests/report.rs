//! `guarddiff report`: stored runs come back as they went out, and half a run is refused.

use crate::support::{Folder, exits, run, stdout};

fn stored(folder: &Folder, name: &str, seed: &str) -> String {
    let path = folder.path(name);
    let spec = format!("jsonl={path}");
    let output = run(&["gate", "--seed", seed, "--cases", "40", "--report", &spec]);
    assert!(output.status.code().is_some_and(|code| code <= 1));
    path
}

#[test]
fn a_stored_run_renders_as_it_ran() {
    let folder = Folder::new();
    let path = stored(&folder, "run.jsonl", "5");
    let md = folder.path("run.md");
    let csv = folder.path("run.csv");
    let specs = [format!("md={md}"), format!("csv={csv}")];
    let live = run(&[
        "gate", "--seed", "5", "--cases", "40", "--report", &specs[0], "--report", &specs[1],
    ]);
    assert_eq!(stdout(&run(&["report", &path])), stdout(&live));
    for (format, file) in [("md", md), ("csv", csv)] {
        let rendered = run(&["report", &path, "--format", format]);
        assert_eq!(stdout(&rendered), std::fs::read_to_string(file).unwrap());
    }
    let same = run(&["report", &path, "--format", "jsonl"]);
    assert_eq!(stdout(&same), std::fs::read_to_string(&path).unwrap());
}

#[test]
fn runs_are_merged() {
    let folder = Folder::new();
    let (one, two) = (stored(&folder, "1.jsonl", "5"), stored(&folder, "2.jsonl", "6"));
    let merged = run(&["report", &one, &two, "--format", "jsonl"]);
    let path = folder.write("merged.jsonl", stdout(&merged));
    let text = stdout(&run(&["report", &path]));
    assert!(text.contains("80 seeded"), "{text}");
    exits(&run(&["report", &one, &one]), 2);
}

#[test]
fn half_a_run_is_refused() {
    let folder = Folder::new();
    let text = std::fs::read_to_string(stored(&folder, "run.jsonl", "5")).unwrap();
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let (first, last) = (lines[0], lines[lines.len() - 1]);
    let middle = lines[1..lines.len() - 1].concat();
    let damaged = [
        ("empty", String::new()),
        ("no trailer", format!("{first}{middle}")),
        ("no header", format!("{middle}{last}")),
        ("no findings", format!("{first}{last}")),
        ("cut line", text[..text.len() - 30].to_owned()),
        ("two headers", format!("{first}{first}{middle}{last}")),
        ("something behind", format!("{text}{last}")),
        ("another schema", text.replacen("\"schema\":5", "\"schema\":99", 1)),
        ("no run at all", "git status\n".to_owned()),
    ];
    for (what, text) in damaged {
        let path = folder.write("damaged.jsonl", text);
        let output = run(&["report", &path]);
        assert_eq!(output.status.code(), Some(4), "{what}");
        assert!(stdout(&output).is_empty(), "{what}");
    }
    exits(&run(&["report", &folder.path("missing")]), 4);
    exits(&run(&["report"]), 2);
}
