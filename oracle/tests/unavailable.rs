//! The pinned promise: without an analysis the guard decides byte for byte as the old text matchers.

use guarddiff_corpus::generate::GATE_SEED;
use guarddiff_engine::analysis::{Analysis, Reason};
use guarddiff_engine::checks;
use guarddiff_oracle::compare::compare;
use guarddiff_oracle::decision::{
    Decision, MessageDecision, SpliceDecision, decide, seed_rule_differs,
};
use guarddiff_oracle::legacy::{self, LegacyMessage};

use crate::shared::{TRAILER, gate_policy, shared_commands};

/// Built from the matchers one by one here, so that a shared helper cannot hide a difference.
#[track_caller]
fn check(command: &str) {
    let policy = gate_policy();
    let message = match legacy::commit_message(command) {
        Some(LegacyMessage::Text(text)) => MessageDecision::Texts(vec![text]),
        Some(LegacyMessage::File(path)) => MessageDecision::File(path),
        None => MessageDecision::None,
    };
    let splice = legacy::trailer_splice(command, TRAILER)
        .map_or(SpliceDecision::Unchanged, SpliceDecision::Spliced);
    let expected = [
        Decision::Fires(legacy::guard_relevant(command)),
        Decision::Fires(legacy::stages_and_commits(command)),
        Decision::Fires(legacy::no_verify(command)),
        Decision::Message(message),
        Decision::Splice(splice),
        Decision::Units(legacy::unit_verdicts(command, &policy)),
    ];
    for reason in Reason::ALL {
        let analysis = Analysis::unavailable(reason);
        assert_eq!(checks::facts(command, &analysis, &checks::Settings::default()), None);
        let decisions = decide(command, &analysis, None, &policy, TRAILER);
        assert_eq!(decisions, expected, "{}: {command:?}", reason.name());
        assert!(!seed_rule_differs(command, &analysis, &decisions));
        assert_eq!(compare(command, &decisions, &expected, None, &policy), []);
    }
}

#[test]
fn over_the_pinned_vectors() {
    let text = include_str!("../testdata/legacy.csv");
    for record in csv::Reader::from_reader(text.as_bytes()).records() {
        check(&record.unwrap()[0]);
    }
}

#[test]
fn over_the_incident_cases_and_generated_compounds() {
    for case in guarddiff_corpus::incidents::cases() {
        check(&case.command);
    }
    for index in 0..1_000 {
        check(&guarddiff_corpus::generate::generate(GATE_SEED, index).case.command);
    }
}

#[test]
fn over_every_shared_command() {
    for file in ["cases/cases.jsonl", "corpora/commands/agents.jsonl"] {
        shared_commands(file).iter().for_each(|command| check(command));
    }
    for file in ["corpora/commands/suites.jsonl", "corpora/commands/text.jsonl"] {
        shared_commands(file).iter().for_each(|command| check(command));
    }
}

proptest::proptest! {
    #[test]
    fn over_any_text(command in "\\PC*") {
        check(&command);
    }

    #[test]
    fn over_texts_made_of_what_the_matchers_look_at(
        parts in proptest::collection::vec(
            proptest::sample::select(vec![
                "git", " ", "commit", "add", "-n", "-m", "\"", "'", "\\", "\n", ";", "&&", "|", "&",
                "--no-verify", "-F", "sudo", "A=1", "x", "\t", "--message", "rm", "é", "\u{feff}",
            ]),
            0..24,
        )
    ) {
        check(&parts.concat());
    }
}
