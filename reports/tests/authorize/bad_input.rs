//! Bad input: the documented defer or a clear error, never a panic, never an allow.

use serde_json::{Value, json};

use super::{assistant, call, message, session};
use crate::support::{Folder, exits, run, stdout};

const POLICY: &str = r#"{"permission":{"bash":{"*":"allow"}}}"#;

/// The first line of the answer about call `c1` of a session with these bytes.
#[track_caller]
fn answer(bytes: impl AsRef<[u8]>) -> String {
    let folder = Folder::new();
    let policy = folder.write("policy.json", POLICY);
    let session = folder.write("session.jsonl", bytes);
    let mut first = Vec::new();
    for evidence in ["session", "payload"] {
        let output = run(&[
            "authorize",
            "--session",
            &session,
            "--call",
            "c1",
            "--policy",
            &policy,
            "--evidence",
            evidence,
        ]);
        exits(&output, 0);
        first.push(stdout(&output).lines().next().unwrap().to_owned());
        let output = run(&["authorize", "--replay", &session, "--policy", &policy]);
        assert!(matches!(output.status.code(), Some(0 | 3)), "{output:?}");
    }
    assert_eq!(first[0], first[1]);
    first.swap_remove(0)
}

#[track_caller]
fn deferred(bytes: impl AsRef<[u8]>, reason: &str) {
    let line = answer(bytes);
    assert!(line.starts_with(&format!("defer  {reason}: ")), "{line}");
}

fn good() -> Value {
    assistant(&[call("c1", "timeout 5 pnpm test")])
}

#[test]
fn a_good_session_is_allowed() {
    assert!(answer(session(&[good()])).starts_with("allow  inner-allow: "));
}

#[test]
fn a_session_without_a_header_is_no_session() {
    deferred("", "no-session-header");
    deferred(format!("{}\n", good()), "no-session-header");
    deferred(
        format!("{}\n{}\n", json!({"type": "session", "version": 3}), good()),
        "no-session-header",
    );
    deferred(format!("{}\n{}\n", json!({"type": "session", "id": 7}), good()), "no-session-header");
    deferred(format!("[]\n{}", session(&[good()])), "no-session-header");
    deferred("\0\u{1}\u{2}", "no-session-header");
}

#[test]
fn blank_and_malformed_lines_before_the_header_are_skipped() {
    let line = answer(format!("\n{{\"type\":\"ses\n\r\n{}", session(&[good()])));
    assert!(line.starts_with("allow  "), "{line}");
}

#[test]
fn a_header_without_text_in_its_id_registers_nothing() {
    let header = json!({"type": "session", "version": 3, "id": ""});
    deferred(format!("{header}\n{}\n", good()), "not-registered");
}

#[test]
fn duplicate_ids_inside_one_message_defer() {
    let twice = [call("c1", "timeout 5 pnpm test"), call("c1", "ls")];
    deferred(session(&[assistant(&twice)]), "call-id-repeated");
}

#[test]
fn an_id_only_in_a_user_message_defers() {
    let block = call("c1", "timeout 5 pnpm test");
    deferred(session(&[message("user", json!([block]))]), "call-not-of-the-assistant");
    deferred(session(&[message("system", json!([block]))]), "call-not-of-the-assistant");
}

#[test]
fn arguments_as_a_string_defer() {
    let mut block = call("c1", "x");
    block["arguments"] = json!("{\"command\":\"timeout 5 pnpm test\"}");
    deferred(session(&[assistant(&[block])]), "arguments-no-object");
}

#[test]
fn a_truncated_last_line_defers_what_it_may_hold_and_nothing_else() {
    let whole = session(&[good()]);
    for cut in 1..good().to_string().len() {
        let line = answer(&whole[..whole.len() - 1 - cut]);
        assert!(line.starts_with("defer  "), "{line}");
    }
    // A later call of the same id may stand in what is cut off.
    let later = assistant(&[call("c1", "timeout 5 rm x")]).to_string();
    let at = later.find("c1").unwrap() + 2;
    deferred(format!("{whole}{}", &later[..at]), "line-damaged");
    let other = assistant(&[call("c12", "ls")]).to_string();
    let line = answer(format!("{whole}{}", &other[..other.len() - 5]));
    assert!(line.starts_with("allow  "), "{line}");
}

#[test]
fn nonsense_of_every_kind_is_answered() {
    for entry in [
        json!(null),
        json!([1]),
        json!({"type": "message"}),
        json!({"type": "message", "message": null}),
        json!({"type": "message", "message": {"role": "assistant"}}),
        message("assistant", json!([null, 1, "x", [], {"type": "toolCall"}])),
        message("assistant", json!({"type": "toolCall", "id": "c1"})),
        message("weird", json!([call("c1", "ls")])),
    ] {
        let line = answer(session(&[entry]));
        assert!(line.starts_with("defer  "), "{line}");
    }
    let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    deferred(
        session(&[good()]) + &format!("{{\"type\":\"message\",\"id\":\"c1\",\"x\":{deep}}}\n"),
        "line-damaged",
    );
    let mut bytes = session(&[]).into_bytes();
    bytes.extend(b"{\"type\":\"message\",\"message\":{\"role\":\"assistant\",\"content\":[{\"type\":\"toolCall\",\"id\":\"c1\",\"name\":\"bash\",\"arguments\":{\"command\":\"timeout 5 x \xff\"}}]}}\n");
    deferred(bytes, "line-damaged");
}

#[test]
fn half_a_character_elsewhere_on_the_line_does_no_harm() {
    let line =
        good().to_string().replace("\"id\":\"b0000001\"", "\"id\":\"b0000001\",\"x\":\"\\ud83d\"");
    let found = answer(format!("{}{line}\n", session(&[])));
    assert!(found.starts_with("allow  "), "{found}");
}

#[test]
fn a_key_given_twice_counts_as_in_javascript() {
    let twice = good().to_string().replace(
        "\"command\":\"timeout 5 pnpm test\"",
        "\"command\":\"rm x\",\"command\":\"timeout 5 pnpm test\"",
    );
    let found = answer(format!("{}{twice}\n", session(&[])));
    assert!(found.starts_with("allow  "), "{found}");
}

#[test]
fn a_policy_that_makes_no_sense_is_a_clear_error() {
    let folder = Folder::new();
    let session = folder.write("session.jsonl", session(&[good()]));
    for (policy, error) in [
        (r#"{"permission":{"bash":{"pnpm *":"permit"}}}"#, "unknown action \"permit\""),
        (r#"{"permission":{"bash":{"pnpm *":true}}}"#, "must be an action, found a boolean"),
        (
            r#"{"permission":{"bash":["pnpm *"]}}"#,
            "must be an action or a map of patterns, found a list",
        ),
        (r#"{"permission":{"bash":{"pnpm *":"allow"},}}"#, "not JSON"),
        ("", "not JSON"),
        ("null", "must be an object, found null"),
    ] {
        let policy = folder.write("policy.json", policy);
        for call in
            [["--session", session.as_str(), "--call", "c1"].as_slice(), &["--replay", &session]]
        {
            let args = [&["authorize", "--policy", &policy], call].concat();
            let output = run(&args);
            exits(&output, 2);
            assert!(output.stdout.is_empty(), "{output:?}");
            let said = String::from_utf8_lossy(&output.stderr).into_owned();
            assert!(said.contains(error) && said.contains("policy.json"), "{said}");
        }
    }
    let policy = folder.write("policy.json", b"\xff\xfe");
    exits(&run(&["authorize", "--replay", &session, "--policy", &policy]), 2);
}

#[test]
fn paths_that_cannot_be_read_are_code_4() {
    let folder = Folder::new();
    let good_session = folder.write("session.jsonl", session(&[good()]));
    let policy = folder.write("policy.json", POLICY);
    let missing = folder.path("missing");
    exits(&run(&["authorize", "--session", &missing, "--call", "c1"]), 4);
    exits(&run(&["authorize", "--replay", &missing, "--policy", &policy]), 4);
    exits(&run(&["authorize", "--replay", &good_session, "--policy", &missing]), 4);
    let compare = ["--compare-policy", missing.as_str()];
    exits(
        &run(&[&["authorize", "--replay", &good_session, "--policy", &policy], &compare[..]]
            .concat()),
        4,
    );
}

#[test]
fn the_system_s_reason_is_told_once() {
    let folder = Folder::new();
    for path in [folder.path("nothing.jsonl"), folder.path("")] {
        let output = run(&["authorize", "--session", &path, "--call", "c1"]);
        exits(&output, 4);
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(told.matches("os error").count(), 1, "{told}");
    }
}
