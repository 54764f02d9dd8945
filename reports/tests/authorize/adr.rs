//! What ADR 0001 says that tests must hold, bullet by bullet, and the rules of its decision.

use guarddiff_engine::policy::Action::{Ask, Deny};
use guarddiff_reports::authorize::Evidence;
use serde_json::{Value, json};

use super::{SESSION, World, assistant, call, message, session};

const ALLOW: Option<&str> = Some("inner_cmd.allow");

fn unit(text: &str) -> World {
    World::new(text, text)
}

fn with_session(text: String) -> World {
    World { session: Some(text), ..unit("timeout 5 pnpm test") }
}

#[track_caller]
fn lacks(entries: &[Value], reason: &str) {
    with_session(session(entries)).check("defer", reason, None, &[]);
}

#[test]
fn inner_allow_ask_and_deny_mapping() {
    let query = ["pnpm test"];
    unit("timeout 60s pnpm test").check_both("allow", "inner-allow", ALLOW, &query);
    let asks = unit("timeout 60s pnpm test").says(Ask);
    asks.check_both("defer", "inner-ask", Some("inner_cmd.inner_ask"), &query);
    let denies = unit("timeout 60s pnpm test").says(Deny);
    denies.check_both("deny", "inner-deny", Some("inner_cmd.deny"), &query);
}

#[test]
fn compound_input_is_judged_whole() {
    let full = "timeout 60s pnpm test && git push";
    let compound = || World::new(full, "timeout 60s pnpm test");
    compound().check_both("allow", "inner-allow", ALLOW, &["pnpm test && git push"]);
    for (rules, reason) in [
        ("pnpm *=allow, git push *=ask", "inner-ask"),
        ("*=allow, git push *=deny", "inner-deny"),
        ("pnpm *=allow", "inner-ask"),
        ("pnpm *=allow, git *=allow", "inner-allow"),
    ] {
        let (answer, asked) = compound().judged_by(rules);
        assert_eq!((answer.reason.name(), asked.len()), (reason, 1), "{rules}");
    }
}

#[test]
fn unsupported_and_nested_wrapper_syntax() {
    let unsupported = Some("inner_cmd.unsupported_wrapper_syntax");
    for text in
        ["timeout --foreground 5 x", "timeout 0 x", "timeout 5", "time -p x", "timeout 5 a\nb"]
    {
        unit(text).check_both("defer", "unsupported-wrapper-syntax", unsupported, &[]);
    }
    for text in
        ["timeout 5 timeout 3 x", "time timeout 5 x", "timeout 5 xargs rm", "timeout 5 env x"]
    {
        let nested = Some("inner_cmd.nested_wrapper");
        unit(text).check_both("defer", "nested-wrapper", nested, &[]);
    }
    // In another spelling it is for the policy, under whose floor no wrapper is allowed.
    for text in
        ["timeout 5 'timeout' 3 x", "timeout 5 /usr/bin/env x", "timeout 5 nice timeout 3 x"]
    {
        let (answer, _) = unit(text).judged_by("*=allow");
        assert_eq!(answer.reason.name(), "inner-ask", "{text}");
    }
}

#[test]
fn missing_session_evidence() {
    lacks(&[], "call-not-found");
    lacks(&[assistant(&[call("c2", "timeout 5 pnpm test")])], "call-not-found");
    let block = call("c1", "timeout 5 pnpm test");
    lacks(&[message("user", json!([block]))], "call-not-of-the-assistant");
    let result = json!({"role": "toolResult", "toolCallId": "c1", "content": []});
    lacks(&[json!({"type": "message", "message": result})], "call-not-of-the-assistant");
    lacks(&[json!({"type": "custom", "data": block})], "call-not-found");
    let world = World { session: None, ..unit("timeout 5 pnpm test") };
    world.check("defer", "no-session", None, &[]);
    with_session(String::new()).check("defer", "no-session-header", None, &[]);
}

#[test]
fn within_message_duplicate_session_evidence() {
    let twice = [call("c1", "timeout 5 pnpm test"), call("c1", "timeout 5 pnpm test")];
    lacks(&[assistant(&twice)], "call-id-repeated");
    let mut read = call("c1", "timeout 5 pnpm test");
    read["name"] = json!("read");
    lacks(&[assistant(&[call("c1", "timeout 5 pnpm test"), read])], "call-id-repeated");
    // An earlier message that is not ambiguous does not help.
    lacks(&[assistant(&twice[..1]), assistant(&twice)], "call-id-repeated");
}

#[test]
fn malformed_session_evidence() {
    let with = |key: &str, value: Value| {
        let mut block = call("c1", "timeout 5 pnpm test");
        block[key] = value;
        [assistant(&[block])]
    };
    lacks(
        &with("arguments", json!("{\"command\":\"timeout 5 pnpm test\"}")),
        "arguments-no-object",
    );
    lacks(&with("arguments", json!(null)), "arguments-no-object");
    lacks(&with("arguments", json!(["timeout 5 pnpm test"])), "arguments-no-object");
    lacks(&with("arguments", json!({})), "no-command");
    lacks(&with("arguments", json!({"command": ["timeout", "5", "x"]})), "command-no-string");
    lacks(&with("arguments", json!({"command": null})), "command-no-string");
    lacks(&with("arguments", json!({"command": " \n"})), "command-blank");
    lacks(&with("name", json!("exec_command")), "call-of-another-tool");
    lacks(&with("name", json!(null)), "call-of-another-tool");
    lacks(&with("type", json!("text")), "call-not-found");
    lacks(&with("id", json!(1)), "call-not-found");
    lacks(&with("partialJson", json!("{\"command\":\"timeout 5 pnpm")), "call-incomplete");
    let mut cut = assistant(&[call("c1", "timeout 5 pnpm test")]);
    for stop in ["aborted", "error", "length"] {
        cut["message"]["stopReason"] = json!(stop);
        lacks(std::slice::from_ref(&cut), "call-incomplete");
    }
    lacks(&[message("assistant", json!("timeout 5 pnpm test"))], "call-not-found");
    lacks(&[message("assistant", json!(null))], "call-not-found");
}

#[test]
fn forwarded_session_evidence() {
    let mut world = unit("timeout 5 pnpm test");
    world.details.0["forwarding"] = json!({"requesterAgentName": "sub", "requesterSessionId": "s"});
    world.check_both("defer", "forwarded", None, &[]);
}

#[test]
fn a_call_id_reused_across_messages_is_the_latest() {
    let [early, late] =
        ["timeout 5 rm x", "timeout 5 pnpm test"].map(|command| assistant(&[call("c1", command)]));
    let between = message("user", json!("go on"));
    let world = with_session(session(&[early.clone(), between.clone(), late.clone()]));
    world.check("allow", "inner-allow", ALLOW, &["pnpm test"]);
    // The request is about the unit of the latest; that of an earlier message is not in it.
    let world = with_session(session(&[late, between, early]));
    world.check("defer", "unit-absent", Some("inner_cmd.wrapper_not_located"), &[]);
}

#[test]
fn a_call_on_another_branch_counts_by_its_place_in_the_file() {
    let mut old = assistant(&[call("c1", "timeout 5 rm x")]);
    (old["id"], old["parentId"]) = (json!("b1"), json!("a1"));
    let mut new = assistant(&[call("c1", "timeout 5 pnpm test")]);
    (new["id"], new["parentId"]) = (json!("b2"), json!("a1"));
    let world = with_session(session(&[message("user", json!("x")), old, new]));
    world.check("allow", "inner-allow", ALLOW, &["pnpm test"]);
}

#[test]
fn shell_aliases_are_left_to_the_chain() {
    let mut world = unit("timeout 5 pnpm test");
    world.details.0["payload"]["request"]["invokedToolName"] = json!("exec_command");
    world.check_both("defer", "shell-alias", None, &[]);
    let mut world = unit("timeout 5 pnpm test");
    world.details.0["toolName"] = json!("exec_command");
    world.check_both("defer", "other-tool", None, &[]);
}

#[test]
fn a_message_that_lies_changes_nothing() {
    let lies = [
        json!("run `timeout 5 rm -rf /`"),
        json!("git push"),
        json!(null),
        json!({"command": "rm"}),
    ];
    for lie in lies {
        for evidence in [Evidence::Session, Evidence::Payload] {
            let mut world = World { evidence, ..unit("timeout 5 pnpm test") };
            let told = world.ask();
            world.details.0["message"] = lie.clone();
            assert_eq!(world.ask(), told);
            world.details.0["toolInputPreview"] = lie.clone();
            assert_eq!(world.ask(), told);
        }
    }
}

#[test]
fn a_truncated_unit_is_never_judged_alone() {
    let world = World::new("timeout 5 pnpm test && git push", "timeout 5 pnpm test");
    let (_, asked) = world.ask();
    assert_eq!(asked[0].0, "pnpm test && git push");
}

#[test]
fn parse_failures_defer() {
    for full in ["timeout 5 pnpm test; if", "timeout 5 pnpm test )", "timeout 5 pnpm test \0"] {
        let world = World::new(full, "timeout 5 pnpm test");
        world.check_both("defer", "parse-failure", Some("inner_cmd.parse_failure"), &[]);
    }
}

#[test]
fn a_unit_in_a_string_a_heredoc_or_a_comment_is_no_command() {
    for full in [
        "echo 'timeout 5 x'",
        "cat <<E\ntimeout 5 x\nE",
        "ls # timeout 5 x",
        "bash -c 'timeout 5 x'",
        "timeout 5 xy",
        "echo timeout 5 x",
    ] {
        let world = World::new(full, "timeout 5 x");
        world.check_both("defer", "unit-no-command", Some("inner_cmd.wrapper_not_located"), &[]);
    }
    for full in [
        "echo 'timeout 5 x'; timeout 5 x",
        "timeout 5 x <<E\ntimeout 5 x\nE",
        "timeout 5 x; timeout 5 x -v",
    ] {
        let world = World::new(full, "timeout 5 x");
        world.check_both("defer", "unit-repeated", Some("inner_cmd.wrapper_not_located"), &[]);
    }
}

#[test]
fn what_the_shell_would_run_otherwise_without_the_wrapper_is_deferred() {
    for text in ["timeout 5 A=1 x", "timeout 5 ! x", "timeout 5 coproc x"] {
        unit(text).check_both("defer", "other-commands", Some("inner_cmd.other_commands"), &[]);
    }
}

#[test]
fn what_timeout_would_run_as_a_program_is_judged_as_the_shell_would_run_it() {
    unit("timeout 5 cd x").check_both("allow", "inner-allow", ALLOW, &["cd x"]);
    let world = World::new("f() { rm x; }; timeout 5 f", "timeout 5 f");
    world.check("allow", "inner-allow", ALLOW, &["f() { rm x; }; f"]);
    assert_eq!(world.judged_by("*=allow, rm *=deny").0.reason.name(), "inner-deny");
}

#[test]
fn the_session_of_another_id_is_no_evidence() {
    let world = unit("timeout 5 pnpm test");
    assert_eq!(world.ask().0.reason.name(), "inner-allow");
    let live = Ok(format!("{SESSION}-other"));
    let event = Some("inner_cmd.session_mismatch");
    World { live, ..world }.check("defer", "session-mismatch", event, &[]);
}
