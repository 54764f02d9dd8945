//! Decisions and planted truth as JSON values for stored runs, and as phrases for people. It decides nothing.

use guarddiff_corpus::planted::{Planted, Truth};
use guarddiff_engine::authorize::Located;
use guarddiff_engine::facts::{Check, Fact, Facts};
use guarddiff_oracle::bash::syntax::Verdict;
use guarddiff_oracle::decision::{Decision, MessageDecision, SpliceDecision};
use serde_json::{Value, json};

use crate::visible::one_line;
use crate::witnesses::Testimony;

/// Longest quoted text in a phrase, in characters.
const QUOTED: usize = 60;

/// A decision as stored runs hold it.
pub fn decision(decision: &Decision) -> Value {
    match decision {
        Decision::Fires(fires) => json!(fires),
        Decision::Message(MessageDecision::None) => json!({ "message": "none" }),
        Decision::Message(MessageDecision::Unknown) => json!({ "message": "unknown" }),
        Decision::Message(MessageDecision::Texts(texts)) => json!({ "texts": texts }),
        Decision::Message(MessageDecision::File(file)) => json!({ "file": file }),
        Decision::Splice(SpliceDecision::Unchanged) => json!({ "splice": "unchanged" }),
        Decision::Splice(SpliceDecision::Unknown) => json!({ "splice": "unknown" }),
        Decision::Splice(SpliceDecision::Spliced(command)) => json!({ "spliced": command }),
        Decision::Units(units) => {
            let units: Vec<Value> = units
                .iter()
                .map(|unit| json!({ "span": [unit.span.start, unit.span.end], "denied": unit.denied }))
                .collect();
            json!({ "units": units })
        }
    }
}

/// Where a unit was found, as stored runs hold it.
pub fn located(unit: &str, located: &Located) -> Value {
    let places: Vec<[u32; 2]> =
        located.places().iter().map(|place| [place.start, place.end]).collect();
    json!({ "unit": unit, "places": places })
}

/// What was planted for one check; null where the maker of the case doesn't say.
pub fn planted(planted: &Planted, check: Check) -> Value {
    let truth = |truth: Truth| json!({ "holds": truth.holds, "knowable": truth.knowable });
    match check {
        Check::GuardRelevant => truth(planted.guard_relevant),
        Check::StagesAndCommits => truth(planted.stages_and_commits),
        Check::NoVerify => truth(planted.no_verify),
        Check::CommitMessage => {
            planted.messages.as_ref().map_or(Value::Null, |told| json!({ "texts": told.texts }))
        }
        Check::TrailerSplice => {
            planted.splice.as_ref().map_or(Value::Null, |command| json!({ "spliced": command }))
        }
        Check::UnitVerdicts => planted.units.as_ref().map_or(Value::Null, |units| {
            let units: Vec<Value> = units
                .iter()
                .map(|unit| json!({ "text": unit.text, "denied": unit.denied }))
                .collect();
            json!({ "units": units })
        }),
    }
}

/// What bash says about one check, or about the commands themselves; null when it was not asked.
///
/// `syntax` is the verdict on the reading, `reprint` the fact in bash's reprint, `ran` what the programs that bash
/// started come to: bash need not come to every command.
pub fn bash(testimony: &Testimony, check: Option<Check>) -> Value {
    let mut said = serde_json::Map::new();
    let fact = |facts: &Facts, check| facts.answer(check).map(|answer| answer.fact);
    if let Some(judged) = &testimony.syntax {
        // Where both have the same commands, their facts say it all.
        if check.is_none() || judged.verdict != Verdict::Same {
            said.insert("syntax".to_owned(), json!(judged.verdict.name()));
        }
        let reprint = judged.facts.as_ref().zip(check).and_then(|(facts, it)| fact(facts, it));
        said.extend(reprint.map(|fact| ("reprint".to_owned(), json!(fact.name()))));
    }
    match &testimony.execution {
        Some(Ok(execution)) => {
            let ran = execution.facts.as_ref().zip(check).and_then(|(facts, it)| fact(facts, it));
            let ran = match (ran, check) {
                (Some(Fact::Yes), _) => json!("yes"),
                (Some(Fact::No | Fact::Unknown), _) => json!("not seen"),
                (None, _) => json!(counted(execution.seen.len(), "program")),
            };
            said.insert("ran".to_owned(), ran);
        }
        Some(Err(why)) => {
            said.insert("ran".to_owned(), json!(format!("not run: {}", why.name())));
        }
        None => {}
    }
    if said.is_empty() { Value::Null } else { json!({ "bash": said }) }
}

/// A stored value in words, in one line, harmless to show.
pub fn phrase(value: &Value) -> String {
    match value {
        Value::Null => "says nothing".to_owned(),
        Value::Bool(true) => "fires".to_owned(),
        Value::Bool(false) => "does not fire".to_owned(),
        Value::Object(object) => {
            let text = |key: &str| object.get(key).and_then(Value::as_str);
            if let Some(holds) = object.get("holds").and_then(Value::as_bool) {
                let knowable = object.get("knowable").and_then(Value::as_bool).unwrap_or(true);
                let holds = if holds { "yes" } else { "no" };
                return if knowable {
                    holds.to_owned()
                } else {
                    format!("{holds}, which the text alone does not decide")
                };
            }
            if let Some(said) = object.get("bash").and_then(Value::as_object) {
                let said = said.iter().map(|(who, what)| {
                    format!("{who} {}", one_line(what.as_str().unwrap_or_default(), QUOTED))
                });
                return said.collect::<Vec<_>>().join(", ");
            }
            if let Some(what) = text("message") {
                return format!("message: {}", one_line(what, QUOTED));
            }
            if let Some(texts) = object.get("texts").and_then(Value::as_array) {
                return match texts.as_slice() {
                    [] => "no message".to_owned(),
                    texts => format!("message {}", list(texts.iter().filter_map(Value::as_str))),
                };
            }
            if let Some(file) = text("file") {
                return format!("message from the file {}", quoted(file));
            }
            if let Some(what) = text("splice") {
                return match what {
                    "unchanged" => "leaves the command as it is".to_owned(),
                    _ => "can't tell where the trailer goes".to_owned(),
                };
            }
            if let Some(command) = text("spliced") {
                return format!("runs {}", quoted(command));
            }
            if let (Some(unit), Some(places)) =
                (text("unit"), object.get("places").and_then(Value::as_array))
            {
                let places = match places.len() {
                    0 => "nowhere".to_owned(),
                    1 => "once".to_owned(),
                    n => format!("{n} times"),
                };
                return format!("finds {} {places}", quoted(unit));
            }
            match object.get("units").and_then(Value::as_array) {
                Some(units) => units_phrase(units),
                None => one_line(&value.to_string(), QUOTED),
            }
        }
        Value::Number(_) | Value::String(_) | Value::Array(_) => {
            one_line(&value.to_string(), QUOTED)
        }
    }
}

fn units_phrase(units: &[Value]) -> String {
    let denied: Vec<&Value> =
        units.iter().filter(|unit| unit["denied"].as_bool() == Some(true)).collect();
    if denied.is_empty() {
        return format!("denies none of {}", counted(units.len(), "unit"));
    }
    let places = denied.iter().map(|unit| match unit["text"].as_str() {
        Some(text) => quoted(text),
        None => format!("{}..{}", unit["span"][0], unit["span"][1]),
    });
    let shown: Vec<String> = places.take(4).collect();
    let more = denied.len().saturating_sub(shown.len());
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    format!(
        "denies {} of {}: {}{more}",
        denied.len(),
        counted(units.len(), "unit"),
        shown.join(", ")
    )
}

fn list<'a>(texts: impl Iterator<Item = &'a str>) -> String {
    let all: Vec<String> = texts.map(quoted).collect();
    let more = all.len().saturating_sub(4);
    let mut shown = all.into_iter().take(4).collect::<Vec<_>>().join(", ");
    if more > 0 {
        shown.push_str(&format!(" and {more} more"));
    }
    shown
}

fn quoted(text: &str) -> String {
    format!("“{}”", one_line(text, QUOTED))
}

/// `1 unit`, `2 units`.
pub fn counted(n: usize, noun: &str) -> String {
    format!("{n} {noun}{}", if n == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(value: Value, expected: &str) {
        assert_eq!(phrase(&value), expected);
    }

    #[test]
    fn every_stored_value_reads_as_a_phrase() {
        check(decision(&Decision::Fires(true)), "fires");
        check(decision(&Decision::Message(MessageDecision::None)), "message: none");
        check(
            decision(&Decision::Message(MessageDecision::Texts(vec!["a\nb".into()]))),
            "message “a⏎b”",
        );
        check(
            decision(&Decision::Message(MessageDecision::File("f\x1b".into()))),
            "message from the file “f\\x1b”",
        );
        check(decision(&Decision::Splice(SpliceDecision::Spliced("git x".into()))), "runs “git x”");
        check(
            decision(&Decision::Splice(SpliceDecision::Unknown)),
            "can't tell where the trailer goes",
        );
        check(
            json!({"units": [{"span": [0, 3], "denied": true}, {"span": [4, 9], "denied": false}]}),
            "denies 1 of 2 units: 0..3",
        );
        check(
            json!({"holds": true, "knowable": false}),
            "yes, which the text alone does not decide",
        );
    }
}
