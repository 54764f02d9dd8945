//! A deterministic permission policy: wildcard patterns, the last match wins. It judges text, and never reads a file.

/// What a policy says about a unit, from the least restrictive to the most.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Action {
    /// Runs.
    Allow,
    /// A person is asked.
    Ask,
    /// Refused.
    Deny,
}

impl Action {
    /// The word that policies and reports use.
    pub fn name(self) -> &'static str {
        match self {
            Action::Allow => "allow",
            Action::Ask => "ask",
            Action::Deny => "deny",
        }
    }
}

/// One pattern and its action.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rule {
    /// `*` stands for any text, newlines included, `?` for one character; the rest is literal, anchored at
    /// both ends. A final ` *` may also match nothing: `git *` matches `git`.
    pub pattern: String,
    /// What a match says.
    pub action: Action,
}

/// Rules in order; the last that matches decides, and where none matches a person is asked.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Policy {
    /// The rules.
    pub rules: Vec<Rule>,
}
