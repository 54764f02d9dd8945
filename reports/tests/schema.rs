//! The part of JSON Schema 2020-12 that the committed schemas use, by hand: a schema keyword that is not known here
//! fails the test, so that none is silently ignored.

use serde_json::Value;

use crate::support::own;

/// The committed schema of that name.
pub(crate) fn load(name: &str) -> Value {
    let text = std::fs::read(own("schema").join(name)).unwrap();
    serde_json::from_slice(&text).unwrap()
}

/// Fails unless the value is what the schema allows.
#[track_caller]
pub(crate) fn holds(schema: &Value, value: &Value) {
    if let Err(error) = check(schema, schema, value) {
        panic!("{error}\nin {value}");
    }
}

fn check(root: &Value, schema: &Value, value: &Value) -> Result<(), String> {
    let schema = schema.as_object().unwrap();
    for (keyword, rule) in schema {
        match keyword.as_str() {
            "$schema" | "$id" | "$defs" | "title" | "description" => {}
            "$ref" => {
                let pointer = rule.as_str().unwrap().strip_prefix('#').unwrap();
                check(root, root.pointer(pointer).unwrap(), value)?;
            }
            "oneOf" => {
                let tried: Vec<_> =
                    rule.as_array().unwrap().iter().map(|one| check(root, one, value)).collect();
                if tried.iter().filter(|one| one.is_ok()).count() != 1 {
                    return Err(format!("not one of: {tried:?}"));
                }
            }
            "const" if rule == value => {}
            "const" => return Err(format!("{value} is not {rule}")),
            "enum" if rule.as_array().unwrap().contains(value) => {}
            "enum" => return Err(format!("{value} is none of {rule}")),
            "type" if has_type(rule, value) => {}
            "type" => return Err(format!("{value} is not of type {rule}")),
            "minimum" if value.as_i64().is_none_or(|n| n >= rule.as_i64().unwrap()) => {}
            "minItems"
                if value.as_array().is_none_or(|a| a.len() as u64 >= rule.as_u64().unwrap()) => {}
            "maxItems"
                if value.as_array().is_none_or(|a| a.len() as u64 <= rule.as_u64().unwrap()) => {}
            "minimum" | "minItems" | "maxItems" => {
                return Err(format!("{value} breaks {keyword} {rule}"));
            }
            "items" => {
                for item in value.as_array().into_iter().flatten() {
                    check(root, rule, item)?;
                }
            }
            "required" => {
                for key in rule.as_array().unwrap() {
                    if let Some(object) = value.as_object()
                        && !object.contains_key(key.as_str().unwrap())
                    {
                        return Err(format!("{key} is missing"));
                    }
                }
            }
            "properties" => {
                for (key, rule) in rule.as_object().unwrap() {
                    if let Some(inner) = value.get(key) {
                        check(root, rule, inner).map_err(|error| format!("{key}: {error}"))?;
                    }
                }
            }
            "additionalProperties" => {
                let named = schema.get("properties").and_then(Value::as_object);
                for (key, inner) in value.as_object().into_iter().flatten() {
                    if named.is_some_and(|named| named.contains_key(key)) {
                        continue;
                    }
                    if *rule == Value::Bool(false) {
                        return Err(format!("{key} is not allowed"));
                    }
                    check(root, rule, inner).map_err(|error| format!("{key}: {error}"))?;
                }
            }
            other => panic!("the schema uses {other}, which this test does not know"),
        }
    }
    Ok(())
}

fn has_type(rule: &Value, value: &Value) -> bool {
    let is = |name: &Value| match name.as_str().unwrap() {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_u64() || value.is_i64(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        other => panic!("no type {other}"),
    };
    match rule {
        Value::Array(names) => names.iter().any(is),
        name => is(name),
    }
}

#[test]
fn the_validator_says_no() {
    let analyze = load("analyze.schema.json");
    let run = load("run.schema.json");
    assert!(check(&analyze, &analyze, &serde_json::json!({"schema": 1})).is_err());
    assert!(check(&run, &run, &serde_json::json!({"record": "finding"})).is_err());
    assert!(check(&run, &run, &serde_json::json!(1)).is_err());
}
