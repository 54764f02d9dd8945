//! Two tables on real commands: how right facts, decisions and text matchers are where bash's own verdicts are
//! known, and how often they fire or can't tell where they are not. Printed by the tests that make them.

use std::collections::BTreeMap;

use guarddiff_engine::Engine;
use guarddiff_engine::analysis::{Analysis, Complexity, Status};
use guarddiff_engine::checks::{self, Settings};
use guarddiff_engine::facts::{Check, Fact, Facts};
use guarddiff_oracle::decision::{Decisions, decide, legacy_decisions};

use super::shared::{TRAILER, gate_policy, shared_commands, shared_lines};

/// The three checks that answer yes or no, and the key of each in the cases.
const YES_NO: [(Check, &str); 3] = [
    (Check::GuardRelevant, "guard_relevant"),
    (Check::StagesAndCommits, "stages_and_commits"),
    (Check::NoVerify, "no_verify"),
];

struct Opinions {
    analysis: Analysis,
    facts: Option<Facts>,
    decisions: Decisions,
    legacy: Decisions,
}

fn hear(engine: &mut Engine, command: &str) -> Opinions {
    let analysis = engine.analyze(command);
    let facts = checks::facts(command, &analysis, &Settings::default());
    let policy = gate_policy();
    let decisions = decide(command, &analysis, facts.as_ref(), &policy, TRAILER);
    let legacy = legacy_decisions(command, &policy, TRAILER);
    Opinions { analysis, facts, decisions, legacy }
}

/// The place of a check in [`Decisions`].
fn place(check: Check) -> usize {
    Check::ALL.iter().position(|&other| other == check).unwrap_or_default()
}

type Table = BTreeMap<(&'static str, &'static str, &'static str), usize>;

#[expect(clippy::print_stderr, reason = "the table is what the test is for")]
fn print(title: &str, table: &Table) {
    eprintln!("{title}");
    let mut rows: BTreeMap<(&str, &str), Vec<String>> = BTreeMap::new();
    for (&(check, opinion, column), count) in table {
        rows.entry((check, opinion)).or_default().push(format!("{column} {count}"));
    }
    for ((check, opinion), columns) in rows {
        eprintln!("  {check:19} {opinion:10} {}", columns.join(", "));
    }
}

fn fact_column(fact: Option<Fact>, truth: bool) -> &'static str {
    match (fact, truth) {
        (Some(Fact::Yes), true) | (Some(Fact::No), false) => "right",
        (Some(Fact::Yes), false) => "wrong yes",
        (Some(Fact::No), true) => "wrong no",
        (Some(Fact::Unknown), _) => "unknown",
        (None, _) => "unavailable",
    }
}

fn decision_column(fires: bool, truth: bool) -> &'static str {
    match (fires, truth) {
        (true, true) | (false, false) => "right",
        (true, false) => "wrong yes",
        (false, true) => "wrong no",
    }
}

#[test]
fn no_firm_no_where_bash_ran_it() {
    let mut engine = Engine::new();
    let mut table = Table::new();
    let mut wrong = Vec::new();
    for line in shared_lines("cases/cases.jsonl") {
        let case: serde_json::Value = serde_json::from_str(&line).unwrap();
        let command = case["command"].as_str().unwrap();
        let heard = hear(&mut engine, command);
        for (check, key) in YES_NO {
            let truth = case["expect"][key].as_bool().unwrap();
            let fact = heard
                .facts
                .as_ref()
                .and_then(|facts| facts.answer(check))
                .map(|answer| answer.fact);
            let at = place(check);
            for (opinion, column) in [
                ("facts", fact_column(fact, truth)),
                ("decisions", decision_column(heard.decisions[at].acts(), truth)),
                ("text", decision_column(heard.legacy[at].acts(), truth)),
            ] {
                *table.entry((check.name(), opinion, column)).or_default() += 1;
                if opinion == "facts" && column.starts_with("wrong") {
                    wrong.push(format!("{check:?}: {column}: {command:?}"));
                }
            }
        }
        let truth: Option<Vec<String>> =
            serde_json::from_value(case["expect"]["commit_messages"].clone()).unwrap();
        let told = heard.facts.as_ref().and_then(Facts::literal_messages);
        let column = match (&told, &truth) {
            (None, None) => "right",
            (None, Some(_)) => "unknown",
            (Some(_), None) => "known where the case says it is not",
            (Some(told), Some(truth)) if told.iter().eq(truth.iter()) => "right",
            (Some(_), Some(_)) => "wrong",
        };
        *table.entry((Check::CommitMessage.name(), "facts", column)).or_default() += 1;
        if column == "wrong" {
            wrong.push(format!("message {told:?}, not {truth:?}: {command:?}"));
        }
    }
    print("against what bash ran:", &table);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn how_often_each_opinion_fires_on_what_agents_type() {
    let commands = shared_commands("corpora/commands/agents.jsonl");
    let mut engine = Engine::new();
    let mut table = Table::new();
    for command in &commands {
        let heard = hear(&mut engine, command);
        for (check, _) in YES_NO {
            let fact = heard
                .facts
                .as_ref()
                .and_then(|facts| facts.answer(check))
                .map(|answer| answer.fact);
            let at = place(check);
            let known = match fact {
                None => "unavailable",
                Some(Fact::Unknown) => "unknown",
                Some(Fact::Yes) => "yes",
                Some(Fact::No) => "no",
            };
            *table.entry((check.name(), "facts", known)).or_default() += 1;
            for (opinion, decisions) in [("decisions", &heard.decisions), ("text", &heard.legacy)] {
                let column = if decisions[at].acts() { "fires" } else { "silent" };
                *table.entry((check.name(), opinion, column)).or_default() += 1;
            }
        }
        let status = match heard.analysis.status {
            Status::Parsed => "parsed",
            Status::Unavailable(reason) => reason.name(),
        };
        *table.entry(("status", "engine", status)).or_default() += 1;
    }
    print(&format!("{} commands that agents typed:", commands.len()), &table);
    let rows: usize =
        table.iter().filter(|((check, ..), _)| *check == "status").map(|(_, n)| n).sum();
    assert_eq!(rows, commands.len());
}

/// Complexity is a fact for judges: half of legitimate commands hold a substitution.
#[test]
fn complexity_alone_makes_no_check_fire() {
    let mut engine = Engine::new();
    for command in [
        "echo \"$(date)\"",
        "for f in a b; do cat \"$f\"; done",
        "( cd docs && ls )",
        "if [ -d x ]; then make; fi",
        "f() { ls; }; f",
        "bash -c 'make test'",
        "x=$(ls | wc -l); echo \"$x\"",
        "while read -r line; do echo \"$line\"; done < log.txt",
        "diff <(sort a) <(sort b)",
        "case $1 in a) ls ;; esac",
        "echo {a,b} *.md $((1 + 2))",
    ] {
        let heard = hear(&mut engine, command);
        assert_eq!(heard.analysis.complexity, Complexity::Complex, "{command:?}");
        for (check, decision) in Check::ALL.iter().zip(&heard.decisions) {
            assert!(!decision.acts(), "{check:?} fires on {command:?}");
        }
    }
}
