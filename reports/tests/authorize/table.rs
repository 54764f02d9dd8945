//! The regression table of the authorizer, row by row: verdict, reason, event, and what the policy was asked.

use guarddiff_engine::policy::Action::{Ask, Deny};
use guarddiff_reports::authorize::details::Details;
use guarddiff_reports::authorize::{Evidence, Exception};
use serde_json::json;

use super::World;

const UNSUPPORTED: Option<&str> = Some("inner_cmd.unsupported_wrapper_syntax");
const NESTED: Option<&str> = Some("inner_cmd.nested_wrapper");
const NOT_LOCATED: Option<&str> = Some("inner_cmd.wrapper_not_located");

/// A unit that is the whole command.
fn unit(text: &str) -> World {
    World::new(text, text)
}

#[track_caller]
fn deferred(unit_text: &str, reason: &str, event: Option<&str>) {
    unit(unit_text).check_both("defer", reason, event, &[]);
}

#[track_caller]
fn recognised(unit_text: &str, inner: &str) {
    unit(unit_text).check_both("allow", "inner-allow", Some("inner_cmd.allow"), &[inner]);
}

#[test]
fn row_01_an_allowed_program_is_allowed_and_reviewed() {
    recognised("timeout 30s kilnctl check", "kilnctl check");
}

#[test]
fn row_02_an_asked_program_is_deferred() {
    let world = unit("timeout 30s kilnctl check").says(Ask);
    world.check_both("defer", "inner-ask", Some("inner_cmd.inner_ask"), &["kilnctl check"]);
}

#[test]
fn row_03_a_denied_program_is_denied_and_reviewed() {
    let world = unit("timeout 30s kilnctl check").says(Deny);
    world.check_both("deny", "inner-deny", Some("inner_cmd.deny"), &["kilnctl check"]);
}

#[test]
fn row_04_the_query_gets_the_whole_compound() {
    let full = "timeout 60s kilnctl check && git push";
    let world = World::new(full, "timeout 60s kilnctl check").says(Ask);
    let query = ["kilnctl check && git push"];
    world.check_both("defer", "inner-ask", Some("inner_cmd.inner_ask"), &query);
}

const SCAFFOLD: &str = "cd /w && echo go && timeout 240 kilnctl check 2>&1 | tail -30; echo EXIT";
const BARE: &str = "cd /w && echo go && kilnctl check 2>&1 | tail -30; echo EXIT";

#[test]
fn row_05_a_scaffolded_command_is_allowed_where_the_compound_is() {
    let world = World::new(SCAFFOLD, "timeout 240 kilnctl check");
    world.check_both("allow", "inner-allow", Some("inner_cmd.allow"), &[BARE]);
}

#[test]
fn row_06_a_sibling_that_asks_defers_the_scaffolded_command() {
    let world = World::new(SCAFFOLD, "timeout 240 kilnctl check").says(Ask);
    world.check_both("defer", "inner-ask", Some("inner_cmd.inner_ask"), &[BARE]);
}

#[test]
fn row_07_a_unit_with_other_blanks_is_not_located() {
    let world = World::new("timeout 30s kilnctl check; ls", "timeout   30s kilnctl check");
    world.check_both("defer", "unit-absent", NOT_LOCATED, &[]);
}

#[test]
fn row_08_a_unit_that_occurs_twice_is_not_located() {
    let full = "timeout 30s kilnctl check; timeout 30s kilnctl check";
    let world = World::new(full, "timeout 30s kilnctl check");
    world.check_both("defer", "unit-repeated", NOT_LOCATED, &[]);
}

#[test]
fn row_09_a_code_string_asks() {
    let world = unit("timeout 30s bash -c 'x'").says(Ask);
    world.check_both("defer", "inner-ask", Some("inner_cmd.inner_ask"), &["bash -c 'x'"]);
    let (answer, asked) = unit("timeout 30s bash -c 'x'").judged_by("*=allow");
    assert_eq!((answer.reason.name(), asked.len()), ("inner-ask", 1));
}

#[test]
fn row_10_timeout_in_timeout_is_deferred_without_a_query() {
    deferred("timeout 30s timeout 10s x", "nested-wrapper", NESTED);
    deferred("timeout 30s timeout -k 5 10s x", "nested-wrapper", NESTED);
}

#[test]
fn row_11_timeout_and_time_in_one_another_are_deferred_without_a_query() {
    deferred("timeout 30s time x", "nested-wrapper", NESTED);
    deferred("time timeout 3 x", "nested-wrapper", NESTED);
    deferred("time time x", "nested-wrapper", NESTED);
    deferred("timeout 3 env A=1 x", "nested-wrapper", NESTED);
    deferred("time xargs x", "nested-wrapper", NESTED);
}

#[test]
fn row_12_options_and_missing_words_of_timeout_are_unsupported() {
    for text in [
        "timeout -k 5s 30s x",
        "timeout --preserve-status 30s x",
        "timeout -- 30s x",
        "timeout --signal=KILL 30s x",
        "timeout 30s",
        "timeout",
    ] {
        deferred(text, "unsupported-wrapper-syntax", UNSUPPORTED);
    }
}

#[test]
fn row_13_other_durations_are_not_recognised() {
    for duration in ["0", "0s", "0.5s", "030s", "30ms", "30sec", ".5", "1e3", "inf"] {
        deferred(&format!("timeout {duration} x"), "unsupported-wrapper-syntax", UNSUPPORTED);
    }
}

#[test]
fn row_14_positive_durations_and_any_blanks_are_recognised() {
    for duration in ["240", "1.5h", "2.5s", "30s", "10m", "1d"] {
        recognised(&format!("timeout {duration} x"), "x");
    }
    recognised("timeout\t 30s \t x  y", "x  y");
}

#[test]
fn row_15_bare_time_is_transparent() {
    recognised("time x", "x");
    World::new("time a | b", "time a").check_both(
        "allow",
        "inner-allow",
        Some("inner_cmd.allow"),
        &["a | b"],
    );
}

#[test]
fn row_16_time_with_an_option_or_nothing_is_unsupported() {
    for text in ["time -p x", "time  -p x", "time\t-- x", "time -o f x", "time"] {
        deferred(text, "unsupported-wrapper-syntax", UNSUPPORTED);
    }
}

#[test]
fn row_17_time_by_its_path_is_silent() {
    deferred("/usr/bin/time x", "no-wrapper", None);
    deferred("\\time x", "no-wrapper", None);
    deferred("'timeout' 5 x", "no-wrapper", None);
}

#[test]
fn row_18_env_is_deferred_without_a_query() {
    deferred("env FOO=bar x", "never-transparent", Some("inner_cmd.env_non_transparent"));
}

#[test]
fn row_19_env_behind_another_command_is_not_claimed() {
    let world = World::new("printf hi; env | sort", "env");
    world.check_both("defer", "no-wrapper", None, &[]);
}

#[test]
fn row_20_xargs_is_deferred() {
    deferred("xargs rm", "never-transparent", Some("inner_cmd.xargs_non_transparent"));
}

#[test]
fn row_21_xargs_behind_a_pipe_is_not_claimed() {
    World::new("ls | xargs rm", "xargs rm").check_both("defer", "no-wrapper", None, &[]);
}

#[test]
fn row_22_any_other_command_is_silent() {
    deferred("kilnctl check", "no-wrapper", None);
}

#[test]
fn row_23_a_forwarded_request_is_silent_before_the_session_is_looked_at() {
    for evidence in [Evidence::Session, Evidence::Payload] {
        let mut world = unit("timeout 30s x");
        (world.evidence, world.live) = (evidence, Err(Exception("not asked".to_owned())));
        world.details.0["forwarding"] = json!({"requesterSessionId": "other"});
        world.check("defer", "forwarded", None, &[]);
        world.details.0["forwarding"] = json!(null);
        world.details.0["payload"]["request"]["requester"]["forwarded"] = json!(true);
        world.check("defer", "forwarded", None, &[]);
    }
}

#[test]
fn row_24_another_live_session_is_deferred_with_an_event() {
    let world = World { live: Ok("other".to_owned()), ..unit("timeout 30s x") };
    world.check_both("defer", "session-mismatch", Some("inner_cmd.session_mismatch"), &[]);
}

#[test]
fn row_25_another_tool_surface_or_an_alias_is_silent() {
    let rows = [
        ("/toolName", json!("read"), "other-tool"),
        ("/surface", json!("path"), "other-surface"),
        ("/payload/request/toolName", json!("read"), "other-tool"),
        ("/payload/request/surface", json!("path"), "other-surface"),
        ("/payload/request/invokedToolName", json!("exec_command"), "shell-alias"),
    ];
    for (place, value, reason) in rows {
        let mut world = unit("timeout 30s x");
        *world.details.0.pointer_mut(place).unwrap() = value;
        world.check_both("defer", reason, None, &[]);
    }
}

#[test]
fn row_26_a_payload_needs_no_call_id_and_a_session_does() {
    let mut world = unit("timeout 30s x");
    world.details = Details::of_call(None, "timeout 30s x", "timeout 30s x", None);
    world.check("defer", "no-call-id", None, &[]);
    world.evidence = Evidence::Payload;
    world.check("allow", "inner-allow", Some("inner_cmd.allow"), &["x"]);
}

#[test]
fn row_27_a_malformed_payload_is_silent() {
    let entry = json!({"label": "full command", "text": "timeout 30s x; ls"});
    let rows = [
        ("/payload/evidence", json!([entry, entry]), "payload-several-full-commands"),
        ("/payload/evidence", json!([{"label": "full command"}]), "payload-full-command-no-string"),
        (
            "/payload/evidence",
            json!([{"label": "full command", "text": 1}]),
            "payload-full-command-no-string",
        ),
        (
            "/payload/evidence",
            json!([{"label": "full command", "text": " \n"}]),
            "payload-full-command-blank",
        ),
        ("/payload/evidence", json!({"0": entry}), "payload-evidence-no-list"),
        ("/payload/evidence", json!(null), "payload-evidence-no-list"),
        ("/payload/request", json!(null), "payload-no-request"),
        ("/payload/request/value", json!("  "), "payload-value"),
        ("/payload/request/value", json!(7), "payload-value"),
        ("/command", json!("timeout 30s y"), "payload-other-command"),
        ("/payload/kind", json!("path"), "payload-kind"),
        ("/payload/request/requester", json!({}), "payload-requester"),
        ("/payload", json!("timeout 30s x"), "no-payload"),
    ];
    for (place, value, reason) in rows {
        let mut world = World { evidence: Evidence::Payload, ..unit("timeout 30s x") };
        *world.details.0.pointer_mut(place).unwrap() = value;
        world.check("defer", reason, None, &[]);
    }
}

#[test]
fn row_28_the_query_gets_the_agent_or_none() {
    for (agent, heard) in [(Some("a"), Some("a".to_owned())), (None, None)] {
        for evidence in [Evidence::Session, Evidence::Payload] {
            let mut world = World { evidence, ..unit("timeout 30s x") };
            world.details = Details::of_call(Some("c1"), "timeout 30s x", "timeout 30s x", agent);
            let (answer, asked) = world.ask();
            assert_eq!(answer.reason.name(), "inner-allow");
            assert_eq!(asked, [("x".to_owned(), heard.clone())]);
        }
    }
}

#[test]
fn row_29_what_breaks_is_deferred_with_what_was_known() {
    let broken = || Exception("it broke".to_owned());
    let exception = Some("inner_cmd.exception");
    let world = World { live: Err(broken()), ..unit("timeout 30s x") };
    world.check("defer", "exception", exception, &[]);
    let trace = world.ask().0.trace;
    assert_eq!(
        (trace.full, trace.wrapper, trace.exception),
        (None, None, Some("it broke".to_owned()))
    );

    let world = World { getter: Some(broken()), ..unit("timeout 30s x") };
    world.check("defer", "exception", exception, &[]);
    let trace = world.ask().0.trace;
    assert_eq!((trace.full, trace.unit, trace.inner), (None, None, None));

    let world = World { policy: Err(broken()), ..unit("timeout 30s x") };
    world.check("defer", "exception", exception, &["x"]);
    let trace = world.ask().0.trace;
    assert_eq!(trace.full.as_deref(), Some("timeout 30s x"));
    assert_eq!((trace.inner.as_deref(), trace.unwrapped.as_deref()), (Some("x"), Some("x")));
    World { evidence: Evidence::Payload, ..world }.check("defer", "exception", exception, &["x"]);
}

#[test]
fn row_30_a_program_of_several_lines_is_not_recognised() {
    deferred("timeout 30s a\nb", "unsupported-wrapper-syntax", UNSUPPORTED);
    deferred("timeout 30s echo 'a\nb'", "unsupported-wrapper-syntax", UNSUPPORTED);
    deferred("time a \\\n b", "unsupported-wrapper-syntax", UNSUPPORTED);
}
