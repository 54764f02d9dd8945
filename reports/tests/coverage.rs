//! What a run exercised: in the stored run, on a terminal and in Markdown.

use serde_json::Value;

use crate::support::{Folder, exits, run, stdout};

#[test]
fn the_answers_where_a_construct_stood_sum_to_its_commands() {
    let folder = Folder::new();
    let path = folder.path("run.jsonl");
    let list = folder.write(
        "list.txt",
        "python3 -c 'import git'\n\"$X\" commit\nssh host git push\nsource env.sh\nbash build.sh\ngit '\n\
         git commit $A -m '--no-verify'\n",
    );
    let spec = format!("jsonl={path}");
    run(&["gate", "--transcripts", &list, "--report", &spec]);
    let text = std::fs::read_to_string(&path).unwrap();
    let trailer: Value = serde_json::from_str(text.lines().last().unwrap()).unwrap();
    let coverage = &trailer["totals"]["coverage"];
    let rows = coverage["constructs"].as_object().unwrap();
    assert_eq!(rows.len(), guarddiff_reports::coverage::rows().count());
    for (name, row) in rows {
        for cell in row["checks"].as_array().unwrap() {
            let sum = ["acts", "rests", "unknown"].map(|key| cell[key].as_u64().unwrap());
            assert_eq!(sum.iter().sum::<u64>(), row["commands"].as_u64().unwrap(), "{name}");
        }
    }
    assert_eq!(rows["unreadable text"]["commands"], 1);
    assert!(rows.iter().all(|(_, row)| row["commands"].as_u64() > Some(0)), "{rows:?}");
    let unseen = coverage["unseen"].as_object().unwrap();
    for what in [
        "code for python",
        "programs whose name is not known",
        "commands for another machine (ssh)",
        "files that the shell reads (source)",
        "script files that a shell runs",
    ] {
        assert!(unseen.contains_key(what), "{what}: {unseen:?}");
    }

    let output = run(&["report", &path, "--coverage"]);
    let shown = stdout(&output);
    for part in [
        "control flow",
        "text matcher, unreadable: syntax-error",
        "raw-string check of no-verify",
        "code for python",
        "tools that are no shell",
        "tree-sitter-bash",
    ] {
        assert!(shown.contains(part), "{part} is not in\n{shown}");
    }
    exits(&run(&["report", &path, "--coverage", "--format", "md"]), 2);
    let md = stdout(&run(&["report", &path, "--format", "md"]));
    let (_, section) = md.split_once("## Coverage\n").unwrap();
    let columns =
        section.lines().filter(|line| line.starts_with('|')).map(|it| it.matches(" | ").count());
    assert!(columns.clone().count() > 18 && columns.skip(2).all(|n| n == 7), "{section}");
}

#[test]
fn the_gate_shows_coverage_when_asked_and_no_sooner() {
    assert!(!stdout(&run(&["gate", "--bash", "off"])).contains("what no run sees"));
    let text = stdout(&run(&["gate", "--bash", "off", "--coverage"]));
    assert!(text.starts_with("PASS") && text.contains("what no run sees"), "{text}");
    assert!(text.contains("bash     not asked"), "{text}");
}
