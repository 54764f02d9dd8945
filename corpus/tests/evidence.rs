//! Evidence from Pi sessions: which call an id means, what is missing or ambiguous, and the calls of whole sessions.

use guarddiff_corpus::transcripts::evidence::{Missing, Recovery, recover, session};
use guarddiff_corpus::transcripts::{Options, read_stream};
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::support::{fixture, shared};

fn file(name: &str) -> String {
    std::fs::read_to_string(fixture(name)).unwrap()
}

fn ask(text: &str, id: &str) -> Recovery {
    recover(&mut text.as_bytes(), id).unwrap()
}

#[track_caller]
fn check(text: &str, id: &str, expected: Result<&str, Missing>) {
    assert_eq!(ask(text, id).command.as_deref().map_err(|missing| *missing), expected, "{id}");
}

#[test]
fn a_call_of_every_fixture_is_found_in_its_latest_message() {
    let pi = file("pi.jsonl");
    check(&pi, "c1", Ok("ls gauges"));
    assert_eq!(ask(&pi, "c1").call.unwrap().entry.as_deref(), Some("a000000a"));
    check(&pi, "c2", Ok("make -C gauges check 2>&1 | tail -n 3"));
    check(&pi, "c3", Err(Missing::Incomplete));
    check(&pi, "c5", Err(Missing::OtherTool));
    check(&pi, "c12", Ok("make all"));
    check(&pi, "c13", Err(Missing::Damaged));
    check(&pi, "n1", Err(Missing::NotFound));
    check(&pi, "", Err(Missing::NoId));
    let old = file("pi-v1.jsonl");
    check(&old, "t1", Ok("date -u"));
    assert_eq!(ask(&old, "t1").header.unwrap().version, 1);
}

#[test]
fn other_formats_are_no_sessions() {
    for name in
        ["claude.jsonl", "claude-list.json", "commands.jsonl", "commands.csv", "commands.txt"]
    {
        check(&file(name), "c1", Err(Missing::NoHeader));
        assert_eq!(session(&mut file(name).as_bytes()).unwrap(), None, "{name}");
    }
}

#[test]
fn the_calls_of_a_session_are_those_that_the_reader_of_transcripts_finds() {
    for name in ["pi.jsonl", "pi-v1.jsonl", "pi-fork.jsonl", "pi-events.jsonl"] {
        let text = file(name);
        let calls = session(&mut text.as_bytes()).unwrap().unwrap().calls;
        let mut records = Vec::new();
        read_stream(name, &mut text.as_bytes(), &Options::default(), &mut |record| {
            records.push(record);
            std::ops::ControlFlow::Continue(())
        })
        .unwrap();
        for call in &calls {
            let Some(command) = &call.text else { continue };
            let same =
                records.iter().find(|record| record.line == call.line && record.nth == call.nth);
            let same = same.unwrap_or_else(|| panic!("{name}:{}#{}", call.line, call.nth));
            assert_eq!((&same.command, &same.call), (command, &call.id), "{name}");
        }
        assert!(!calls.is_empty(), "{name}");
    }
}

#[test]
fn what_comes_later_is_no_evidence_for_a_call_of_a_whole_session() {
    let pi = file("pi.jsonl");
    let calls = session(&mut pi.as_bytes()).unwrap().unwrap().calls;
    let first: Vec<u64> = calls
        .iter()
        .filter(|call| call.id.as_deref() == Some("c1") && call.command.is_ok())
        .map(|call| call.line)
        .collect();
    assert_eq!(first, [3, 11]);
}

#[test]
fn the_long_sessions_hold_every_call_once() {
    let Some(folder) = shared("corpora/transcripts/badlogic+pi-mono") else { return };
    let mut calls = 0;
    for place in guarddiff_corpus::transcripts::evidence::files(&[folder]).unwrap() {
        let path = place.path;
        let bytes = std::fs::read(&path).unwrap();
        let Some(found) = session(&mut bytes.as_slice()).unwrap() else { continue };
        assert_eq!(found.damaged, 0);
        for call in found.calls.iter().step_by(20) {
            let id = call.id.as_deref().unwrap();
            let again = recover(&mut bytes.as_slice(), id).unwrap();
            assert_eq!(again.command, call.command, "{}:{}", path.display(), call.line);
        }
        calls += found.calls.len();
    }
    eprintln!("{calls} calls");
    assert!(calls > 300);
}

#[test]
fn every_reason_has_a_name_of_its_own() {
    let names: std::collections::BTreeSet<&str> = Missing::ALL.map(Missing::name).into();
    assert_eq!(names.len(), Missing::ALL.len());
    assert!(Missing::ALL.iter().all(|missing| !missing.sentence().is_empty()));
}

/// An entry that may hold calls of the ids `a` and `b`.
fn entry() -> impl Strategy<Value = Value> {
    let command = prop_oneof![
        Just(json!("ls")),
        Just(json!(7)),
        Just(json!(null)),
        Just(json!("timeout 5 x"))
    ];
    let block = ("[ab]", "(bash|read)", command).prop_map(|(id, name, command)| {
        json!({"type": "toolCall", "id": id, "name": name, "arguments": {"command": command}})
    });
    let role = "(assistant|user|toolResult)";
    (role, proptest::collection::vec(block, 0..3)).prop_map(
        |(role, content)| json!({"type": "message", "message": {"role": role, "content": content}}),
    )
}

proptest! {
    #[test]
    fn a_walk_from_the_end_finds_the_same(entries in proptest::collection::vec(entry(), 0..6)) {
        let mut text = format!("{}\n", json!({"type": "session", "id": "s"}));
        entries.iter().for_each(|entry| text.push_str(&format!("{entry}\n")));
        // The walk as the ADR words it: the latest assistant message with the id, exactly one block, of bash.
        let latest = entries.iter().rev().find_map(|entry| {
            let of_id = |block: &&Value| block["id"] == "a";
            let blocks: Vec<&Value> =
                entry["message"]["content"].as_array()?.iter().filter(of_id).collect();
            (entry["message"]["role"] == "assistant" && !blocks.is_empty()).then_some(blocks)
        });
        let expected = match latest.as_deref() {
            Some([one]) if one["name"] == "bash" => one["arguments"]["command"].as_str(),
            _ => None,
        };
        let found = ask(&text, "a").command;
        prop_assert_eq!(found.as_deref().ok(), expected);
    }

    #[test]
    fn any_bytes_are_answered(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        let found = recover(&mut bytes.as_slice(), "a").unwrap();
        prop_assert!(found.command.is_err());
    }
}
