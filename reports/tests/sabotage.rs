//! The gate fails on every engine that is broken on purpose, and says what broke; the healthy engine passes.

use crate::support::{exits, run, stdout};

#[test]
fn the_gate_fails_on_every_broken_engine() {
    for sabotage in guarddiff_reports::sabotage::all() {
        let output = run(&["gate", "--sabotage", sabotage.name()]);
        assert_eq!(output.status.code(), Some(1), "{}", sabotage.name());
        let text = stdout(&output);
        assert!(text.starts_with("FAIL  "), "{}: {text}", sabotage.name());
        assert!(text.contains("= replay: guarddiff explain "), "{}: {text}", sabotage.name());
    }
}

#[test]
fn the_gate_passes_the_healthy_engine() {
    exits(&run(&["gate"]), 0);
}

#[test]
fn a_name_that_breaks_nothing_is_a_usage_error() {
    exits(&run(&["gate", "--sabotage", "nothing"]), 2);
}
