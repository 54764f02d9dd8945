//! The seeded generator: pinned, complete, independent per index, and valid for bash.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::process::Command;

use guarddiff_corpus::case::CaseId;
use guarddiff_corpus::generate::{GATE_SEED, Parts, TRAILER, VERSION, generate};
use guarddiff_corpus::planted::{Planted, Truth};

fn planted(seed: u64, index: u64) -> Planted {
    generate(seed, index).case.planted.expect("a generated case is planted")
}

#[test]
fn the_first_20_commands_of_the_gate_seed_are_pinned() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/gate-seed-first-20.json");
    let commands: Vec<String> =
        (0..20).map(|index| generate(GATE_SEED, index).case.command).collect();
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        fs::write(path, serde_json::to_string_pretty(&commands).expect("strings") + "\n")
            .expect("writable");
    }
    let pinned: Vec<String> =
        serde_json::from_str(&fs::read_to_string(path).expect("the pinned file")).expect("strings");
    assert_eq!(
        commands, pinned,
        "another grammar needs another VERSION; then run with UPDATE_EXPECT=1"
    );
    assert_eq!(VERSION, 2);
}

#[test]
fn a_case_needs_no_predecessor_and_carries_its_own_id() {
    let late = generate(7, 1_000_000_007);
    assert_eq!(late.case.id, CaseId::Generated { version: VERSION, seed: 7, index: 1_000_000_007 });
    assert_eq!(late.case.command, generate(7, 1_000_000_007).case.command);
    assert_ne!(late.case.command, generate(8, 1_000_000_007).case.command);
    assert_eq!(
        generate(u64::MAX, u64::MAX).case.id.to_string(),
        format!("gen:2:{0}:{0}", u64::MAX)
    );
}

#[test]
fn the_first_500_cases_of_the_gate_seed_hold_every_part_and_every_answer() {
    let mut missing = Parts::every();
    let mut answers = BTreeSet::new();
    for index in 0..500 {
        let made = generate(GATE_SEED, index);
        missing.atoms.retain(|name| !made.parts.atoms.contains(name));
        missing.wrappers.retain(|name| !made.parts.wrappers.contains(name));
        missing.joins.retain(|name| !made.parts.joins.contains(name));
        let truth = made.case.planted.expect("planted");
        for (check, Truth { holds, knowable }) in [
            ("guard-relevant", truth.guard_relevant),
            ("stages-and-commits", truth.stages_and_commits),
            ("no-verify", truth.no_verify),
        ] {
            answers.insert((check, if knowable { holds.to_string() } else { "open".to_owned() }));
        }
        let messages = truth.messages.as_ref().map(|told| told.texts.len().min(3));
        answers.insert(("commit-message", format!("{messages:?}")));
        let splice = truth.splice.as_ref().map(|text| *text != made.case.command);
        answers.insert(("trailer-splice", format!("{splice:?}")));
        let denied = truth.units.as_ref().map(|units| units.iter().any(|unit| unit.denied));
        answers.insert(("unit-verdicts", format!("{denied:?}")));
        answers.insert(("runnable", made.runnable.is_some().to_string()));
    }
    assert_eq!(missing, Parts::default(), "not in the first 500 cases");
    let mut expected = BTreeSet::new();
    for (check, wanted) in [
        ("guard-relevant", ["true", "false", "open"].as_slice()),
        ("stages-and-commits", &["true", "false", "open"]),
        ("no-verify", &["true", "false", "open"]),
        ("commit-message", &["None", "Some(0)", "Some(1)", "Some(2)", "Some(3)"]),
        ("trailer-splice", &["None", "Some(true)", "Some(false)"]),
        ("unit-verdicts", &["None", "Some(true)", "Some(false)"]),
        ("runnable", &["true", "false"]),
    ] {
        expected.extend(wanted.iter().map(|&answer| (check, answer.to_owned())));
    }
    assert_eq!(answers, expected);
}

#[test]
fn what_the_text_leaves_open_is_rare() {
    let mut open: BTreeMap<&str, u32> = BTreeMap::new();
    for index in 0..2_000 {
        let truth = planted(GATE_SEED, index);
        for (check, truth) in [
            ("guard-relevant", truth.guard_relevant),
            ("stages-and-commits", truth.stages_and_commits),
            ("no-verify", truth.no_verify),
        ] {
            *open.entry(check).or_default() += u32::from(!truth.knowable);
        }
    }
    assert!(open.values().all(|&count| count < 400), "{open:?}");
}

#[test]
fn a_splice_adds_one_trailer_for_each_commit_and_changes_no_other_byte() {
    let mut spliced = 0;
    for index in 0..2_000 {
        let case = generate(GATE_SEED, index).case;
        let truth = case.planted.expect("planted");
        let Some(splice) = truth.splice else { continue };
        assert_eq!(splice.replace(TRAILER, ""), case.command, "{}", case.id);
        spliced += u32::from(splice != case.command);
    }
    assert!(spliced > 800, "{spliced}");
}

#[test]
fn every_unit_is_a_slice_of_the_text_and_they_come_in_order() {
    for index in 0..2_000 {
        let case = generate(GATE_SEED, index).case;
        let mut from = 0;
        for unit in planted(GATE_SEED, index).units.into_iter().flatten() {
            // A unit may stand inside the one before it, but never starts before it.
            let place = case.command[from..].find(&unit.text);
            from += place.unwrap_or_else(|| panic!("{}: no {:?}", case.id, unit.text));
        }
    }
}

#[test]
fn a_certain_yes_about_commits_needs_git_in_the_case() {
    for index in 0..2_000 {
        let truth = planted(GATE_SEED, index);
        let git = truth.guard_relevant;
        let certain = |truth: Truth| truth.holds && truth.knowable;
        assert!(git.holds || !truth.stages_and_commits.holds && !truth.no_verify.holds, "{index}");
        assert!(!certain(truth.no_verify) || certain(git), "{index}");
        assert!(!certain(truth.stages_and_commits) || certain(git), "{index}");
    }
}

/// Whether bash accepts the text; it is given on standard input and never runs.
#[expect(
    clippy::disallowed_methods,
    reason = "a test may ask bash for the syntax of our own commands"
)]
fn bash_accepts(text: &str) -> std::io::Result<Result<(), String>> {
    use std::io::Write as _;
    let mut bash = Command::new("bash")
        .args(["--norc", "--noprofile", "-n"])
        .env_clear()
        .stdin(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()?;
    let mut input = bash.stdin.take().expect("piped");
    input.write_all(text.as_bytes())?;
    drop(input);
    let output = bash.wait_with_output()?;
    let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
    Ok(if output.status.success() && stderr.is_empty() { Ok(()) } else { Err(stderr) })
}

#[test]
fn bash_accepts_every_command_and_every_splice() {
    if bash_accepts("true").is_err() {
        eprintln!("skipped: no bash here to judge the syntax of generated commands");
        return;
    }
    // Two halves at a time: one process each is a few milliseconds.
    let check = |indices: std::ops::Range<u64>| {
        for index in indices {
            let case = generate(GATE_SEED, index).case;
            let spliced = case.planted.and_then(|truth| truth.splice);
            for text in [Some(case.command), spliced].into_iter().flatten() {
                let verdict = bash_accepts(&text).expect("bash was there a moment ago");
                assert_eq!(verdict, Ok(()), "{}:\n{text}", case.id);
            }
        }
    };
    std::thread::scope(|scope| {
        let other = scope.spawn(|| check(1_000..2_000));
        check(0..1_000);
        other.join().expect("the other half");
    });
}
