//! The permission system's own config format, as far as bash is concerned. It takes text, opens no file, and refuses
//! what it cannot read rather than guess an action.

use serde_json::{Map, Value};

use super::{Action, Policy, Rule};

/// Why a text is no policy.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ConfigError {
    /// The text is no JSON; trailing commas and comments are none.
    #[error("not JSON: {0}")]
    NotJson(String),
    /// A place holds a value of another kind.
    #[error("{place} must be {expected}, found {found}")]
    Kind {
        /// Where, as a path of keys.
        place: String,
        /// What may stand there.
        expected: &'static str,
        /// What does.
        found: &'static str,
    },
    /// An action that the permission system does not have.
    #[error("{place}: unknown action {action:?}; an action is allow, ask or deny")]
    UnknownAction {
        /// Where, as a path of keys.
        place: String,
        /// The word that stands there.
        action: String,
    },
    /// An action object without `action`.
    #[error("{place} has no `action`")]
    NoAction {
        /// Where, as a path of keys.
        place: String,
    },
}

/// The surfaces that hold for bash, the general one first: rules of the second overrule those of the first.
const SURFACES: [&str; 2] = ["*", "bash"];

impl Policy {
    /// The policy for bash in a config: `{"permission": {"bash": {PATTERN: ACTION}}}`.
    ///
    /// An action is `"allow"`, `"ask"`, `"deny"` or `{"action": …, "reason": …}`; a surface may also be one action for
    /// all. The surface `*` holds where bash's own rules match nothing. Without either, every unit asks. Keys keep
    /// their order, and one written twice keeps its first place and its last action, as in JavaScript.
    ///
    /// # Errors
    /// When the text is no JSON, or one of these places holds anything else. Other keys are the permission system's.
    pub fn from_config(text: &str) -> Result<Policy, ConfigError> {
        let config: Value =
            serde_json::from_str(text).map_err(|error| ConfigError::NotJson(error.to_string()))?;
        let config = object(&config, "the config")?;
        let mut rules = Vec::new();
        let Some(permission) = config.get("permission") else { return Ok(Policy { rules }) };
        let permission = object(permission, "permission")?;
        for surface in SURFACES {
            let place = format!("permission.{surface}");
            match permission.get(surface) {
                None => {}
                Some(Value::Object(patterns)) => {
                    for (pattern, value) in patterns {
                        let place = format!("{place}[{pattern:?}]");
                        rules.push(Rule {
                            pattern: pattern.clone(),
                            action: action(value, &place)?,
                        });
                    }
                }
                Some(value @ Value::String(_)) => {
                    rules.push(Rule { pattern: "*".to_owned(), action: action(value, &place)? });
                }
                Some(other) => return Err(kind(&place, "an action or a map of patterns", other)),
            }
        }
        Ok(Policy { rules })
    }
}

fn object<'v>(value: &'v Value, place: &str) -> Result<&'v Map<String, Value>, ConfigError> {
    value.as_object().ok_or_else(|| kind(place, "an object", value))
}

fn action(value: &Value, place: &str) -> Result<Action, ConfigError> {
    let word = match value {
        Value::String(word) => word,
        Value::Object(fields) => {
            if let Some(reason) = fields.get("reason")
                && !reason.is_string()
            {
                return Err(kind(&format!("{place}.reason"), "a string", reason));
            }
            match fields.get("action") {
                Some(Value::String(word)) => word,
                Some(other) => return Err(kind(&format!("{place}.action"), "a string", other)),
                None => return Err(ConfigError::NoAction { place: place.to_owned() }),
            }
        }
        other => return Err(kind(place, "an action", other)),
    };
    let known = [Action::Allow, Action::Ask, Action::Deny].into_iter().find(|it| it.name() == word);
    known
        .ok_or_else(|| ConfigError::UnknownAction { place: place.to_owned(), action: word.clone() })
}

fn kind(place: &str, expected: &'static str, found: &Value) -> ConfigError {
    let found = match found {
        Value::Null => "null",
        Value::Bool(_) => "a boolean",
        Value::Number(_) => "a number",
        Value::String(_) => "a string",
        Value::Array(_) => "a list",
        Value::Object(_) => "an object",
    };
    ConfigError::Kind { place: place.to_owned(), expected, found }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn rules(text: &str) -> Vec<(String, &'static str)> {
        let policy = Policy::from_config(text).expect("a policy");
        policy.rules.into_iter().map(|rule| (rule.pattern, rule.action.name())).collect()
    }

    #[track_caller]
    fn refused(text: &str, with: &str) {
        let error = Policy::from_config(text).expect_err("no policy").to_string();
        assert!(error.contains(with), "{error}");
    }

    #[test]
    fn patterns_keep_the_order_of_the_file() {
        let config = r#"{"debugLog":true,"permission":{"read":"nonsense","bash":{
            "z *":"allow","*":"ask","a *":{"action":"deny","reason":"no"}}}}"#;
        let expected = [("z *", "allow"), ("*", "ask"), ("a *", "deny")];
        assert_eq!(rules(config), expected.map(|(pattern, action)| (pattern.to_owned(), action)));
    }

    #[test]
    fn the_general_surface_holds_where_bash_says_nothing() {
        let config = r#"{"permission":{"bash":{"ls *":"allow"},"*":"deny"}}"#;
        assert_eq!(rules(config), [("*".to_owned(), "deny"), ("ls *".to_owned(), "allow")]);
        assert_eq!(rules(r#"{"permission":{"bash":"deny"}}"#), [("*".to_owned(), "deny")]);
        assert!(rules("{}").is_empty() && rules(r#"{"permission":{}}"#).is_empty());
    }

    #[test]
    fn a_pattern_written_twice_keeps_its_place_and_takes_the_last_action() {
        let config = r#"{"permission":{"bash":{"a":"allow","b":"ask","a":"deny"}}}"#;
        assert_eq!(rules(config), [("a".to_owned(), "deny"), ("b".to_owned(), "ask")]);
    }

    #[test]
    fn what_is_malformed_is_named_with_its_place() {
        refused("", "not JSON");
        refused(r#"{"permission":{"bash":{"ls":"allow",}}}"#, "not JSON: trailing comma");
        refused("[]", "the config must be an object, found a list");
        refused(r#"{"permission":"allow"}"#, "permission must be an object, found a string");
        refused(
            r#"{"permission":{"bash":{"ls *":"alow"}}}"#,
            r#"permission.bash["ls *"]: unknown action "alow"; an action is allow, ask or deny"#,
        );
        refused(r#"{"permission":{"bash":"Allow"}}"#, "permission.bash: unknown action");
        refused(r#"{"permission":{"*":true}}"#, "permission.* must be an action or a map");
        refused(r#"{"permission":{"bash":{"a":1}}}"#, "must be an action, found a number");
        refused(r#"{"permission":{"bash":{"a":{}}}}"#, "has no `action`");
        refused(r#"{"permission":{"bash":{"a":{"action":null}}}}"#, "must be a string, found null");
        refused(r#"{"permission":{"bash":{"a":{"action":"deny","reason":1}}}}"#, "reason must be");
    }
}
