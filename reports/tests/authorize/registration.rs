//! The authorizer's way into the chain and out of it: rows 31 and 32 of the regression table, and the handle.

use std::cell::Cell;
use std::rc::Rc;

use guarddiff_reports::authorize::answer::{Answer, Reason, Trace, Verdict};
use guarddiff_reports::authorize::details::Details;
use guarddiff_reports::authorize::registration::{Chain, Lifecycle, Link, NAME, Started};

fn answers(reason: Reason) -> Link {
    Box::new(move |_| Answer {
        verdict: reason.verdict(),
        reason,
        event: None,
        trace: Trace::default(),
    })
}

/// A lifecycle, and how many links it made.
fn lifecycle() -> (Lifecycle, Rc<Cell<u32>>) {
    let made = Rc::new(Cell::new(0));
    let count = Rc::clone(&made);
    let make = move |_: &Started| {
        count.set(count.get() + 1);
        answers(Reason::InnerAllow)
    };
    (Lifecycle::new(Box::new(make)), made)
}

fn started(id: &str) -> Started {
    Started { id: id.to_owned(), has_ui: true, is_root: true }
}

#[test]
fn row_31_session_start_and_ready_in_either_order_register_once() {
    for ready_first in [false, true] {
        let (mut life, made) = lifecycle();
        let chain = Chain::default();
        for _ in 0..2 {
            if ready_first {
                life.service_ready(&chain, "s1").unwrap();
                life.session_start(started("s1")).unwrap();
            } else {
                life.session_start(started("s1")).unwrap();
                life.service_ready(&chain, "s1").unwrap();
            }
        }
        life.service_ready(&chain, "s1").unwrap();
        assert_eq!((made.get(), chain.registered(), chain.has(NAME)), (1, 1, true));
    }
}

#[test]
fn row_31_a_new_session_disposes_and_registers_again() {
    let (mut life, made) = lifecycle();
    let chain = Chain::default();
    life.session_start(started("s1")).unwrap();
    life.service_ready(&chain, "s1").unwrap();
    life.session_start(started("s2")).unwrap();
    assert!(!chain.has(NAME), "the old one goes before the new one is ready");
    life.service_ready(&chain, "s2").unwrap();
    assert_eq!((made.get(), chain.registered(), chain.has(NAME)), (2, 2, true));
    // The other order.
    life.service_ready(&chain, "s3").unwrap();
    assert!(!chain.has(NAME));
    life.session_start(started("s3")).unwrap();
    assert_eq!((made.get(), chain.has(NAME)), (3, true));
    life.session_shutdown();
    assert!(!life.is_registered() && !chain.has(NAME));
}

#[test]
fn row_32_headless_subagents_and_empty_ids_never_register() {
    for session in [
        Started { has_ui: false, ..started("s1") },
        Started { is_root: false, ..started("s1") },
        started(""),
    ] {
        let (mut life, made) = lifecycle();
        let chain = Chain::default();
        life.session_start(session.clone()).unwrap();
        life.service_ready(&chain, &session.id).unwrap();
        life.session_start(session).unwrap();
        assert_eq!((made.get(), chain.registered(), chain.has(NAME)), (0, 0, false));
    }
    let (mut life, _) = lifecycle();
    let chain = Chain::default();
    life.session_start(started("s1")).unwrap();
    life.service_ready(&chain, "of a subagent").unwrap();
    assert!(!chain.has(NAME), "ready for another session");
}

#[test]
fn dropping_the_handle_takes_the_link_out_and_no_other() {
    let chain = Chain::default();
    let first = chain.register("a", answers(Reason::InnerAsk)).unwrap();
    assert!(chain.register("a", answers(Reason::InnerAsk)).is_err(), "one link per name");
    let other = chain.register("b", answers(Reason::InnerDeny)).unwrap();
    drop(first);
    assert!(!chain.has("a") && chain.has("b"));
    let again = chain.register("a", answers(Reason::InnerAllow)).unwrap();
    drop(other);
    assert!(chain.has("a"));
    drop(chain);
    drop(again);
}

#[test]
fn the_first_decisive_link_of_the_chain_wins_and_unknown_names_are_passed_over() {
    let chain = Chain::default();
    let details = Details::of_call(None, "x", "x", None);
    assert_eq!(chain.ask(&["a"], &details), None);
    let _a = chain.register("a", answers(Reason::InnerAsk)).unwrap();
    let _b = chain.register("b", answers(Reason::InnerDeny)).unwrap();
    let _c = chain.register("c", answers(Reason::InnerAllow)).unwrap();
    let verdict = |order: &[&str]| chain.ask(order, &details).map(|answer| answer.verdict);
    assert_eq!(verdict(&["a"]), Some(Verdict::Defer));
    assert_eq!(verdict(&["a", "nobody", "b", "c"]), Some(Verdict::Deny));
    assert_eq!(verdict(&["c", "b"]), Some(Verdict::Allow));
}

#[test]
fn a_link_lives_while_the_lifecycle_does() {
    let chain = Chain::default();
    {
        let (mut life, _) = lifecycle();
        life.service_ready(&chain, "s1").unwrap();
        life.session_start(started("s1")).unwrap();
        assert!(life.is_registered() && chain.has(NAME));
    }
    assert!(!chain.has(NAME));
}
