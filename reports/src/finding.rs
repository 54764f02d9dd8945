//! One finding of a run: a place where two opinions part, or where structure misses the truth. It holds what a
//! reader needs to judge and replay it, and no verdict of its own beyond the two categories.

use guarddiff_engine::facts::Check;
use guarddiff_oracle::divergence::Direction;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A finding, as campaigns make it and stored runs hold it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Finding {
    /// The number of its case in the whole run, from 0: the order of findings, in whatever shard they were found.
    pub case: u64,
    /// What reproduces the case: the argument of `guarddiff explain`.
    pub id: String,
    /// What was found.
    pub kind: Kind,
    /// The check it is about; none when it is about the commands themselves.
    #[serde(with = "crate::names::optional_check")]
    pub check: Option<Check>,
    /// For a divergence: which way structure parts from text.
    #[serde(with = "crate::names::direction")]
    pub direction: Option<Direction>,
    /// Who is wrong.
    pub classification: Verdict,
    /// The rule that proved the text matcher wrong.
    pub rule: Option<String>,
    /// The incident that the rule, or the case, stands on.
    pub incident: Option<String>,
    /// Where that incident is written up.
    pub citation: Option<String>,
    /// The structural fact: `yes`, `no`, `unknown`, `unavailable`; none for checks with values.
    pub fact: Option<String>,
    /// What a guard built on structure decides, in the form of [`crate::stated::decision`].
    pub structural: Value,
    /// What the text matcher decides.
    pub legacy: Value,
    /// What bash says, in the form of [`crate::stated::bash`], or null.
    pub bash: Value,
    /// What the maker of the case planted, or null.
    pub planted: Value,
    /// Byte range of the command that decided.
    pub span: Option<[u32; 2]>,
    /// What is wrong, in a sentence; empty where the fields say it all.
    pub message: String,
    /// The command.
    pub command: String,
}

/// What findings about the places of wrapped units are called: no check, since it takes a unit beside the command.
pub const UNIT_LOCATION: &str = "unit-location";

/// What was found.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// Structure and the text matcher decide differently.
    Divergence,
    /// Structure misses what was planted, or what every analysis must satisfy.
    Truth,
    /// An incident's regression or twin no longer shows what it is there to show.
    Incident,
    /// Structure reads other commands than bash parses.
    Syntax,
    /// Bash runs something else than was planted, or than structure holds.
    Execution,
    /// Structure and an authorizer's search in the text find a wrapped unit in different places.
    Location,
}

impl Kind {
    /// The word that reports use.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Divergence => "divergence",
            Kind::Truth => "truth",
            Kind::Incident => "incident",
            Kind::Syntax => "syntax",
            Kind::Execution => "execution",
            Kind::Location => "location",
        }
    }

    /// The name of what findings of this kind and check are about.
    pub fn about(self, check: Option<Check>) -> &'static str {
        match self {
            Kind::Location => UNIT_LOCATION,
            Kind::Divergence | Kind::Truth | Kind::Incident | Kind::Syntax | Kind::Execution => {
                check.map_or("commands", Check::name)
            }
        }
    }
}

/// The two categories. There is no third.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// A rule proved the text matcher wrong.
    LegacyBug,
    /// Structure is wrong, or nothing proves that it is right.
    EngineFailure,
}

impl Verdict {
    /// The word that reports use.
    pub fn name(self) -> &'static str {
        match self {
            Verdict::LegacyBug => "legacy-bug",
            Verdict::EngineFailure => "engine-failure",
        }
    }
}

impl Finding {
    /// Whether it fails the gate.
    pub fn fails(&self) -> bool {
        self.classification == Verdict::EngineFailure
    }

    /// What happened, in a few words.
    pub fn headline(&self) -> String {
        match (self.kind, self.direction) {
            (Kind::Divergence, Some(Direction::Narrowed)) if self.fails() => {
                "narrowed: structure gives up what text held, and no rule proves the text wrong"
                    .to_owned()
            }
            (Kind::Divergence, Some(Direction::Changed)) if self.fails() => {
                "changed: structure and text hold different values, and no rule proves the text wrong"
                    .to_owned()
            }
            (Kind::Divergence, Some(Direction::Widened)) if self.fails() => {
                "widened: structure holds what text never saw, and no rule names what hid it".to_owned()
            }
            (Kind::Divergence, direction) => {
                let direction = direction.map_or("parts", Direction::name);
                match &self.rule {
                    Some(rule) => format!("{direction}: the text matcher is wrong by {rule}"),
                    None => direction.to_owned(),
                }
            }
            (Kind::Location, direction) => {
                let direction = direction.map_or("parts", Direction::name);
                match &self.rule {
                    Some(rule) => format!("{direction}: the search in the text is wrong by {rule}"),
                    None => format!("{direction}: no rule says what else the unit's text stands in"),
                }
            }
            (Kind::Truth | Kind::Incident | Kind::Syntax | Kind::Execution, _) => {
                self.message.clone()
            }
        }
    }

    /// The name of what it is about.
    pub fn about(&self) -> &'static str {
        self.kind.about(self.check)
    }
}
