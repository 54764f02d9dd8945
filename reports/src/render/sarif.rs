//! A run as SARIF 2.1.0, for code scanning: what fails the gate. What a rule excuses is no result, since a service that
//! does not know suppressions would open an alert for each; it is counted in the properties of the run.

use std::collections::BTreeSet;
use std::io::{self, Write};

use serde_json::{Value, json};

use crate::alert::{Alert, ELSEWHERE, Settled};
use crate::exit_code::Exit;
use crate::json;
use crate::render::table::count;
use crate::render::verdict::verdict;
use crate::summary::Summary;

/// Results in a run: GitHub takes 25,000 and shows 5,000.
pub const MOST: usize = 5000;

/// Writes the results.
pub fn write(out: &mut impl Write, run: &Summary, settled: &Settled) -> io::Result<()> {
    let alerts = &settled.alerts;
    let classes: BTreeSet<&str> = alerts.iter().map(|alert| alert.class.as_str()).collect();
    let classes: Vec<&str> = classes.into_iter().collect();
    let version = run.header.tool.rsplit(' ').next().unwrap_or_default();
    let rules: Vec<Value> = classes.iter().map(|class| rule(class)).collect();
    out.write_all(
        b"{\"$schema\":\"https://json.schemastore.org/sarif-2.1.0.json\",\"version\":\"2.1.0\",\"runs\":[{\"tool\":",
    )?;
    json::write(
        out,
        &json!({ "driver": { "name": "guarddiff", "fullName": run.header.tool, "version": version, "rules": rules } }),
    )?;
    out.write_all(b",\"automationDetails\":{\"id\":\"guarddiff/\"},\"invocations\":[")?;
    json::write(out, &invocation(run, settled.more))?;
    out.write_all(b"],\"properties\":")?;
    json::write(
        out,
        &json!({
            "commands": run.totals.cases,
            "failures": run.totals.failures.total(),
            "excused": settled.excused,
            "seed": run.header.seed.to_string(),
            "engine": run.header.engine,
            "grammar": run.header.grammar,
            "bash": run.header.bash,
        }),
    )?;
    out.write_all(b",\"results\":[")?;
    for (at, alert) in alerts.iter().enumerate() {
        out.write_all(if at == 0 { b"\n" } else { b",\n" })?;
        json::write(out, &result(alert, &classes))?;
    }
    out.write_all(b"\n]}]}\n")
}

/// How the run ended, and what is not among the results.
fn invocation(run: &Summary, more: u64) -> Value {
    let (word, text) = verdict(run);
    let note =
        |level: &str, text: &str| json!({ "level": level, "message": { "text": message(text) } });
    let mut notes = vec![note("note", &format!("{word}: {text}"))];
    notes.extend(run.header.absent.iter().map(|absent| note("warning", absent)));
    if more > 0 {
        notes.push(note("warning", &format!("{}: {ELSEWHERE}", count(more, "more failure"))));
    }
    let exit = run.exit();
    let whole = matches!(exit, Exit::Parity | Exit::Failure);
    json!({
        "executionSuccessful": whole,
        "exitCode": exit.code(),
        "toolExecutionNotifications": notes,
    })
}

fn rule(class: &str) -> Value {
    let (about, what) = class.split_once('/').unwrap_or((class, ""));
    let text = format!("{about}: {}", description(what));
    // Names are words without a sign between them (SARIF 3.49.7).
    let name: String = class.split(['-', '/']).map(capital).collect();
    json!({
        "id": class,
        "name": name,
        "shortDescription": { "text": text },
        "fullDescription": { "text": format!("{text}. {WEIGHT}") },
        "help": { "text": HELP },
        "defaultConfiguration": { "level": "error" },
    })
}

/// `no` as `No`.
fn capital(word: &str) -> String {
    let mut chars = word.chars();
    chars.next().map(|c| c.to_ascii_uppercase()).into_iter().chain(chars).collect()
}

/// Why a result is one.
const WEIGHT: &str =
    "It fails the gate: a guard built on structure may decide otherwise than it should.";
/// What to do about one.
const HELP: &str = "Run the replay line of the result: it shows the words, the units and every opinion on that command. \
Mend the engine, or where structure is right, add a rule that proves the text matcher wrong.";

/// What a class of alerts is, in a sentence.
fn description(what: &str) -> &'static str {
    match what {
        "narrowed" => "structure gives up what text held, and no rule proves the text wrong",
        "changed" => "structure and text hold different values, and no rule proves the text wrong",
        "widened" => "structure holds what text never saw, and no rule names what hid it",
        "truth" => "structure misses what was planted",
        "incident" => "an incident no longer shows what it is there to show",
        "syntax" => "structure reads other commands than bash parses",
        "execution" => "bash runs something else than was planted, or than structure holds",
        "stale-rule" => "a rule excused nothing in the pinned campaign",
        "drift" => "a figure is not that of the committed baseline",
        "unreadable" => "a named path could not be read",
        "interrupted" => "the run was stopped before its end",
        _ => "the gate does not hold",
    }
}

fn result(alert: &Alert, classes: &[&str]) -> Value {
    let mut lines = alert.lines();
    lines.extend((!alert.excerpt.is_empty()).then(|| alert.excerpt.clone()));
    let mut location = json!({
        "physicalLocation": {
            "artifactLocation": { "uri": uri(&alert.place.path) },
            "region": { "startLine": alert.place.line },
        },
    });
    if let (Some(id), Some(location)) = (&alert.id, location.as_object_mut()) {
        location.insert("logicalLocations".to_owned(), json!([{ "fullyQualifiedName": id }]));
    }
    json!({
        "ruleId": alert.class,
        "ruleIndex": classes.binary_search(&alert.class.as_str()).unwrap_or(0),
        "level": "error",
        "rank": f64::from(alert.percent),
        "message": { "text": message(&lines.join("\n")) },
        "locations": [location],
        "partialFingerprints": {
            // The one that GitHub tells alerts apart by.
            "primaryLocationLineHash": format!("{}:1", alert.fingerprint),
            "guarddiff/v1": alert.fingerprint,
        },
    })
}

/// Text in which nothing becomes a link (SARIF 3.11.6).
fn message(text: &str) -> String {
    if text.contains("](") { text.replace('[', "\\[").replace(']', "\\]") } else { text.to_owned() }
}

/// A path as a URI: relative as it is, absolute with the scheme of files.
fn uri(path: &str) -> String {
    let mut uri = String::from(if path.starts_with('/') { "file://" } else { "" });
    for byte in path.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => {
                uri.push(char::from(byte));
            }
            byte => uri.push_str(&format!("%{byte:02X}")),
        }
    }
    uri
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_becomes_a_uri() {
        assert_eq!(uri("logs/a b.jsonl"), "logs/a%20b.jsonl");
        assert_eq!(uri("/srv/ü:x"), "file:///srv/%C3%BC%3Ax");
        assert_eq!(uri("javascript:x"), "javascript%3Ax");
    }

    #[test]
    fn no_message_holds_a_link() {
        assert_eq!(message("[a] b"), "[a] b");
        assert_eq!(message("[a](http://b)"), "\\[a\\](http://b)");
    }
}
