//! The frozen matchers against their vectors: a change in either is a fault.

use std::collections::BTreeMap;

use guarddiff_oracle::legacy::{self, LegacyMessage};

use crate::shared::{TRAILER, gate_policy};

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Vector {
    command: String,
    check: String,
    expected: String,
}

fn vectors() -> Vec<Vector> {
    let text = include_str!("../testdata/legacy.csv");
    csv::Reader::from_reader(text.as_bytes()).deserialize().map(Result::unwrap).collect()
}

fn answer(check: &str, command: &str) -> String {
    let yes_no = |fires| if fires { "yes" } else { "no" }.to_owned();
    match check {
        "guard-relevant" => yes_no(legacy::guard_relevant(command)),
        "stages-and-commits" => yes_no(legacy::stages_and_commits(command)),
        "no-verify" => yes_no(legacy::no_verify(command)),
        "commit-message" => match legacy::commit_message(command) {
            None => "none".to_owned(),
            Some(LegacyMessage::Text(text)) => format!("text:{text}"),
            Some(LegacyMessage::File(path)) => format!("file:{path}"),
        },
        "trailer-splice" => {
            legacy::trailer_splice(command, TRAILER).unwrap_or_else(|| "none".to_owned())
        }
        "unit-verdicts" => {
            let units = legacy::unit_verdicts(command, &gate_policy());
            let denied = units.iter().any(|unit| unit.denied);
            assert!(units.iter().all(|unit| unit.denied == denied), "a veto spreads to all");
            let slices: Vec<String> =
                units.iter().map(|unit| format!("[{}]", &command[unit.span.range()])).collect();
            format!("{} {}", if denied { "deny" } else { "allow" }, slices.join(" "))
        }
        unknown => panic!("no such check: {unknown}"),
    }
}

#[test]
fn every_vector_gives_the_pinned_answer() {
    let wrong: Vec<String> = vectors()
        .iter()
        .filter_map(|vector| {
            let found = answer(&vector.check, &vector.command);
            let Vector { command, check, expected } = vector;
            (found != *expected).then(|| {
                format!("{check} of {command:?}\n  expected {expected:?}\n  found    {found:?}")
            })
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_vectors_cover_every_check_with_both_answers_and_repeat_none() {
    let mut answers: BTreeMap<String, Vec<bool>> = BTreeMap::new();
    let mut seen = std::collections::BTreeSet::new();
    for Vector { command, check, expected } in vectors() {
        let silent = expected == "no" || expected == "none" || expected.starts_with("allow");
        answers.entry(check.clone()).or_default().push(!silent);
        assert!(seen.insert((command.clone(), check)), "twice: {command:?}");
    }
    assert!(seen.len() >= 120);
    assert_eq!(answers.len(), 6);
    for (check, fires) in answers {
        assert!(fires.contains(&true) && fires.contains(&false), "{check} has one answer only");
    }
}

#[test]
fn the_evidence_agrees_with_the_answer_on_every_vector() {
    for Vector { command, .. } in vectors() {
        let command = command.as_str();
        assert_eq!(legacy::guard_relevant(command), !legacy::guard_matches(command).is_empty());
        assert_eq!(legacy::no_verify(command), !legacy::no_verify_matches(command).is_empty());
        for found in legacy::guard_matches(command) {
            assert!(matches!(&command[found.range()], "git" | "glab"));
        }
        for found in legacy::find_commits(command) {
            let name = &command[found.name().range()];
            assert!(name.starts_with("git") && name.ends_with("commit"), "{name:?}");
        }
        if let Some(point) = legacy::splice_point(command) {
            assert_eq!(&command[point.literal.range()], "git commit");
            let spliced = legacy::trailer_splice(command, TRAILER).unwrap();
            assert_eq!(&spliced[point.at..point.at + TRAILER.len()], TRAILER);
        }
    }
}

/// Incident 5 as the plan tells it: the wrapper's operand hides the commit from the token walk, and only the
/// raw check, which looks at no structure at all, still fires.
#[test]
fn the_raw_check_hides_incident_5_on_the_plans_own_text() {
    let plan = "timeout 300 git commit --no-verify";
    assert!(legacy::no_verify(plan));
    assert_eq!(legacy::find_commits(plan), []);
    assert!(!legacy::no_verify("timeout 300 git commit -n"));
}
