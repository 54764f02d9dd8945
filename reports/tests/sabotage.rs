//! The gate fails on every engine that is broken on purpose, and says what broke; the healthy engine passes. No
//! baseline helps it: figures that moved prove no fault.

use guarddiff_reports::sabotage::Fault;

use crate::support::{exits, run, stdout};

#[test]
fn the_gate_fails_on_every_broken_engine() {
    let mut slept = Vec::new();
    for fault in Fault::all() {
        let output = run(&["gate", "--sabotage", fault.name]);
        let text = stdout(&output);
        let woke = output.status.code() == Some(1) && text.starts_with("FAIL  ");
        if !(woke && text.contains("= replay: guarddiff explain ")) {
            slept.push(fault.name);
        }
    }
    assert!(slept.is_empty(), "the gate slept through {slept:?}");
}

#[test]
fn the_gate_passes_the_healthy_engine() {
    exits(&run(&["gate"]), 0);
}

#[test]
fn a_name_that_breaks_nothing_is_a_usage_error() {
    exits(&run(&["gate", "--sabotage", "nothing"]), 2);
}
