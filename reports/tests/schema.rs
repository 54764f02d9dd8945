//! The committed JSON Schemas, and whether a value follows them.

use jsonschema::Validator;
use serde_json::{Value, json};

use crate::support::own;

/// The committed schema of that name.
pub(crate) fn load(name: &str) -> Validator {
    let text = std::fs::read(own("schema").join(name)).unwrap();
    let schema: Value = serde_json::from_slice(&text).unwrap();
    jsonschema::meta::validate(&schema).unwrap();
    jsonschema::validator_for(&schema).unwrap()
}

/// Fails unless the value is what the schema allows.
#[track_caller]
pub(crate) fn holds(schema: &Validator, value: &Value) {
    if let Err(error) = schema.validate(value) {
        panic!("{error} at {}\nin {value}", error.instance_path());
    }
}

#[test]
fn the_schemas_say_no() {
    let said = |name: &str, value: Value| load(name).is_valid(&value);
    assert!(!said("analyze.schema.json", json!({"schema": 1})));
    assert!(!said("run.schema.json", json!({"record": "finding"})));
    assert!(!said("run.schema.json", json!(1)));
    assert!(!said("corpus-extract.schema.json", json!({"command": 1})));
}
