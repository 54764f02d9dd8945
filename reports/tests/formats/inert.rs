//! Hostile commands in every format: nothing in them is obeyed, all of it can be seen, and the format stays whole.

use std::collections::BTreeSet;

use clap::ValueEnum as _;
use guarddiff_reports::report_file::Format;
use guarddiff_reports::summary::Summary;
use guarddiff_reports::visible::{Lines, is_hostile, visible};
use quick_xml::events::Event;
use serde_json::Value;

use super::html;
use super::stored::{hostile, hostile_findings, store, summary, text};
use crate::schema;
use crate::support::{Folder, feed, run, stdout};

/// The report of the hostile run in that format.
fn shown(format: Format) -> String {
    let findings = hostile_findings();
    text(format, &summary(&findings), &findings)
}

#[track_caller]
fn harmless(text: &str, annotations: bool) {
    let lines =
        |marks: [&str; 2]| text.lines().find(|it| marks.iter().any(|mark| it.contains(mark)));
    let obeyed = text.chars().find(|c| is_hostile(*c) && !matches!(c, '\n' | '\t'));
    assert_eq!(obeyed, None);
    assert_eq!(lines(["##[", "##vso["]), None, "a log obeys it");
    let command = |line: &&str| line.trim_start().starts_with("::");
    assert_eq!(text.lines().find(command).filter(|_| !annotations), None);
}

#[test]
fn no_format_lets_a_character_out_that_is_obeyed() {
    let findings = hostile_findings();
    let of = summary(&findings);
    for format in Format::value_variants() {
        harmless(&text(*format, &of, &findings), *format == Format::Github);
    }
    let folder = Folder::new();
    let path = store(&folder, "run.jsonl", &of, &findings);
    harmless(&stdout(&run(&["report", &path])), false);
}

#[test]
fn what_is_obeyed_can_be_seen() {
    for format in [Format::Html, Format::Junit, Format::Md, Format::GithubSummary, Format::Csv] {
        let text = shown(format);
        for part in ["\\x1b[31mred\\x1b[0m", "git \\x00 commit\\x00", "\\u{202e}tig\\u{2066}"] {
            let plain = text.replace("<i>", "").replace("</i>", "");
            let plain = plain.replace("<mark>", "").replace("</mark>", "");
            assert!(plain.contains(part), "{part} in {format:?}");
        }
    }
}

#[test]
fn the_page_is_one_document_without_a_script() {
    html::sound(&shown(Format::Html));
    html::sound(&text(Format::Html, &summary(&[]), &[]));
}

#[test]
fn the_stored_run_follows_its_schema_and_gives_every_command_back() {
    let schema = schema::load("run.schema.json");
    let text = shown(Format::Jsonl);
    let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    lines.iter().for_each(|line| schema::holds(&schema, line));
    let commands: BTreeSet<&str> =
        lines.iter().filter_map(|line| line["command"].as_str()).collect();
    assert_eq!(commands, hostile().iter().map(String::as_str).collect());
}

#[test]
fn the_schema_asks_for_every_member_and_for_no_other() {
    let schema = schema::load("run.schema.json");
    let text = shown(Format::Jsonl);
    let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    for line in [&lines[0], &lines[1], &lines[lines.len() - 1]] {
        let inner = [
            "",
            "/totals",
            "/totals/syntax",
            "/totals/execution",
            "/totals/checks/0",
            "/smallest/0",
        ];
        for place in inner.iter().filter(|place| line.pointer(place).is_some()) {
            let members = line.pointer(place).unwrap().as_object().unwrap();
            for key in members.keys() {
                let mut less = line.clone();
                less.pointer_mut(place).unwrap().as_object_mut().unwrap().remove(key);
                assert!(!schema.is_valid(&less), "without {place}/{key}");
            }
            let mut more = line.clone();
            more.pointer_mut(place).unwrap()["another"] = Value::Null;
            assert!(!schema.is_valid(&more), "with another member in {place}");
        }
    }
}

#[test]
fn another_reader_takes_the_rows_apart_and_no_cell_is_a_formula() {
    let text = shown(Format::Csv);
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let at = reader.headers().unwrap().iter().position(|name| name == "command").unwrap();
    let rows: Vec<csv::StringRecord> = reader.records().map(Result::unwrap).collect();
    let findings = hostile_findings();
    assert_eq!(rows.len(), findings.len());
    for (row, finding) in rows.iter().zip(&findings) {
        let formula = |cell: &str| cell.starts_with(['=', '+', '-', '@', '\t', '\r']);
        assert!(!row.iter().any(formula), "{row:?}");
        let prefix = if formula(&finding.command) { "'" } else { "" };
        assert_eq!(&row[at], format!("{prefix}{}", visible(&finding.command, Lines::Keep)));
    }
}

#[test]
fn the_junit_file_is_xml_whose_counts_are_right() {
    let text = shown(Format::Junit);
    let legal = |c: char| matches!(c, '\t' | '\n' | '\r' | ' '..='\u{d7ff}' | '\u{e000}'..='\u{fffd}' | '\u{10000}'..);
    assert!(text.chars().all(legal));
    let mut reader = quick_xml::Reader::from_str(&text);
    let mut open: Vec<String> = Vec::new();
    let mut names = BTreeSet::new();
    let (mut tests, mut failures, mut skipped) = (0, 0, 0);
    let (mut stated, mut in_suites) = ([0; 2], [0; 3]);
    loop {
        let event = reader.read_event().unwrap();
        let (Event::Start(tag) | Event::Empty(tag)) = &event else {
            match event {
                Event::End(_) => drop(open.pop()),
                Event::Text(text) => drop(text.decode().unwrap()),
                Event::Eof => break,
                Event::Decl(_) | Event::GeneralRef(_) => {}
                other => panic!("{other:?} has no place in a report"),
            }
            continue;
        };
        let name = String::from_utf8(tag.name().as_ref().to_vec()).unwrap();
        let parent = open.last().map_or("", String::as_str);
        let allowed: &[&str] = match parent {
            "" => &["testsuites"],
            "testsuites" => &["testsuite"],
            "testsuite" => &["properties", "testcase"],
            "properties" => &["property"],
            "testcase" => &["failure", "skipped", "system-out"],
            _ => &[],
        };
        assert!(allowed.contains(&name.as_str()), "{name} in {parent}");
        let value = |key: &str| -> String {
            let found = tag.try_get_attribute(key).unwrap();
            found.map_or(String::new(), |it| {
                it.normalized_value(quick_xml::XmlVersion::Explicit1_0).unwrap().into_owned()
            })
        };
        let count = |key: &str| value(key).parse::<u64>().unwrap();
        match name.as_str() {
            "testsuites" => {
                stated = ["tests", "failures"].map(count);
                assert_eq!(value("skipped"), "", "junit-10.xsd does not allow it here");
            }
            "testsuite" => {
                for (sum, n) in in_suites.iter_mut().zip(["tests", "failures", "skipped"]) {
                    *sum += count(n);
                }
            }
            "testcase" => {
                tests += 1;
                let name = (value("classname"), value("name"));
                assert!(names.insert(name.clone()), "twice: {name:?}");
            }
            "failure" => failures += 1,
            "skipped" => skipped += 1,
            _ => {}
        }
        if matches!(event, Event::Start(_)) {
            open.push(name);
        }
    }
    assert!(open.is_empty());
    assert_eq!([tests, failures], stated);
    assert_eq!([tests, failures, skipped], in_suites);
}

#[test]
fn the_sarif_log_has_what_code_scanning_asks_for() {
    let text = shown(Format::Sarif);
    let log: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(log["version"], "2.1.0");
    let of = &log["runs"][0];
    let rules = of["tool"]["driver"]["rules"].as_array().unwrap();
    let failing = hostile_findings().iter().filter(|it| it.fails()).count();
    let results = of["results"].as_array().unwrap();
    assert_eq!(results.len(), failing + 3, "three are about the run as a whole");
    for result in results {
        let rule = &rules[result["ruleIndex"].as_u64().unwrap() as usize];
        assert_eq!(rule["id"], result["ruleId"]);
        for key in ["shortDescription", "fullDescription", "help"] {
            assert!(!rule[key]["text"].as_str().unwrap().is_empty(), "{key}");
        }
        let text = result["message"]["text"].as_str().unwrap();
        assert!(!text.is_empty() && !text.replace("\\](", "").contains("]("), "{text}");
        let place = &result["locations"][0]["physicalLocation"];
        let uri = place["artifactLocation"]["uri"].as_str().unwrap();
        let legal = |b: u8| b.is_ascii_alphanumeric() || b"-._~/%".contains(&b);
        assert!(!uri.is_empty() && uri.bytes().all(legal), "{uri}");
        assert!(place["region"]["startLine"].as_u64().unwrap() >= 1);
        let prints = &result["partialFingerprints"];
        assert!(prints["primaryLocationLineHash"].as_str().unwrap().len() > 16, "{prints}");
    }
    assert_eq!(of["invocations"][0]["executionSuccessful"], true);
    assert_eq!(of["properties"]["excused"], hostile().len());
}

#[test]
fn annotations_are_one_command_a_line_and_nothing_else_is_one() {
    let text = shown(Format::Github);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 12, "ten errors, a warning and the notice");
    for line in &lines {
        // As the runner takes a line apart: the name and its properties end at the first `::`.
        let (head, _) = line.strip_prefix("::").unwrap().split_once("::").unwrap();
        let (name, properties) = head.split_once(' ').unwrap();
        assert!(["error", "warning", "notice"].contains(&name), "{line}");
        let keys: Vec<&str> =
            properties.split(',').map(|it| it.split_once('=').unwrap().0).collect();
        assert!(keys == ["file", "line", "title"] || keys == ["title"], "{line}");
    }
}

#[test]
fn code_quality_is_a_list_of_violations() {
    let all: Vec<Value> = serde_json::from_str(&shown(Format::Gitlab)).unwrap();
    let mut prints = BTreeSet::new();
    for violation in &all {
        let text = |key: &str| violation[key].as_str().unwrap().to_owned();
        assert!(!text("description").is_empty() && !text("description").contains('\n'));
        assert!(prints.insert(text("fingerprint")), "{violation}");
        assert!(["blocker", "critical", "major", "minor", "info"].contains(&&*text("severity")));
        assert!(!violation["location"]["path"].as_str().unwrap().is_empty());
        assert!(violation["location"]["lines"]["begin"].as_u64().unwrap() >= 1);
    }
}

#[test]
fn no_command_leaves_its_fence() {
    for format in [Format::Md, Format::GithubSummary] {
        let text = shown(format);
        let mut fence: Option<usize> = None;
        for line in text.lines() {
            let ticks = line.bytes().take_while(|b| *b == b'`').count();
            match fence {
                None if ticks >= 3 => {
                    assert_eq!(&line[ticks..], "bash", "{line}");
                    fence = Some(ticks);
                }
                Some(open) if ticks >= open && line.len() == ticks => fence = None,
                Some(_) => {}
                None => {
                    let bare = unspanned(line);
                    assert!(!bare.contains(['<', '>']) && !bare.contains("]("), "{line}");
                }
            }
        }
        assert_eq!(fence, None);
    }
}

/// A line without its code spans and escapes.
fn unspanned(line: &str) -> String {
    let mut out = String::new();
    let mut rest = line;
    while let Some(c) = rest.chars().next() {
        if c == '\\' {
            rest = rest.get(2..).unwrap_or("");
            continue;
        }
        let ticks = rest.bytes().take_while(|b| *b == b'`').count();
        if ticks > 0 {
            let fence = "`".repeat(ticks);
            let mut at = ticks;
            while let Some(found) = rest[at..].find(&fence) {
                let start = at + found;
                let run = rest[start..].bytes().take_while(|b| *b == b'`').count();
                at = start + run;
                if run == ticks {
                    break;
                }
            }
            rest = &rest[at..];
            continue;
        }
        out.push(c);
        rest = &rest[c.len_utf8()..];
    }
    out
}

#[test]
fn hostile_transcripts_go_through_a_gate_into_every_format() {
    let folder = Folder::new();
    let lines: Vec<String> =
        hostile().iter().map(|it| serde_json::json!({ "command": it }).to_string()).collect();
    let list = folder.write("a,b:::error::.jsonl", lines.join("\n"));
    let names =
        ["md", "csv", "jsonl", "html", "junit", "sarif", "github", "github-summary", "gitlab"];
    assert_eq!(names.len(), Format::value_variants().len());
    let specs = names.map(|name| format!("{name}={}", folder.path(name)));
    let mut args = vec!["gate", "--bash", "off", "--cases", "5", "--transcripts", &list];
    specs.iter().for_each(|spec| args.extend(["--report", spec]));
    let output = run(&args);
    harmless(&stdout(&output), false);
    for name in names {
        let text = std::fs::read_to_string(folder.path(name)).unwrap();
        harmless(&text, name == "github");
        let stored = run(&["report", &folder.path("jsonl"), "--format", name]);
        assert_eq!(stdout(&stored), text, "{name}: a stored run renders as it ran");
    }
    html::sound(&std::fs::read_to_string(folder.path("html")).unwrap());
}

#[test]
fn no_other_command_lets_a_character_out_that_is_obeyed() {
    let folder = Folder::new();
    let lines: Vec<String> =
        hostile().iter().map(|it| serde_json::json!({ "command": it }).to_string()).collect();
    let list = folder.write("\u{202e}a,b\n::error::##[group].jsonl", lines.join("\n"));
    let mut corpus = vec![vec!["extract", &list, "--format", "csv"], vec!["extract", &list]];
    corpus.extend(["text", "jsonl"].map(|it| vec!["sources", &list, "--format", it]));
    corpus.extend(["terminal", "md", "csv", "html"].map(|it| vec!["stats", &list, "--format", it]));
    for args in corpus {
        let output = run(&[&["corpus"], &args[..]].concat());
        harmless(&stdout(&output), false);
        harmless(&String::from_utf8_lossy(&output.stderr), false);
    }
    for command in hostile() {
        for args in [
            &["explain", "-", "--bash", "off", "--sandbox", "off"][..],
            &["shrink", "-", "--bash", "off"],
        ] {
            let output = feed(args, command.as_bytes());
            harmless(&stdout(&output), false);
            harmless(&String::from_utf8_lossy(&output.stderr), false);
        }
    }
    let findings = hostile_findings();
    let stored = |name: &str, of: &[_]| store(&folder, name, &summary(of), of);
    let (old, new) = (stored("old.jsonl", &[]), stored("new.jsonl", &findings));
    harmless(&stdout(&run(&["report", "diff", &old, &new])), false);
}

#[test]
fn a_run_without_a_finding_is_a_report_too() {
    let mut of: Summary = summary(&[]);
    of.totals.cases = 1;
    for list in [&mut of.stale, &mut of.drift, &mut of.unreadable, &mut of.header.absent] {
        list.clear();
    }
    assert_eq!(text(Format::Gitlab, &of, &[]).split_whitespace().collect::<String>(), "[]");
    let sarif: Value = serde_json::from_str(&text(Format::Sarif, &of, &[])).unwrap();
    assert_eq!(sarif["runs"][0]["results"], serde_json::json!([]));
    assert_eq!(
        text(Format::Github, &of, &[]),
        "::notice title=guarddiff::PASS: parity holds over 1 command × 6 checks\n"
    );
}
