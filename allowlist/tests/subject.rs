//! The engine as it ships, with everything that a rule may look at.

use std::path::PathBuf;

use guarddiff_allowlist::{Evidence, Rule, claims};
use guarddiff_corpus::generate::TRAILER;
use guarddiff_engine::Engine;
use guarddiff_engine::analysis::Analysis;
use guarddiff_engine::checks::{self, Settings};
use guarddiff_engine::facts::{Check, Facts};
use guarddiff_oracle::compare::compare;
use guarddiff_oracle::decision::{Decisions, decide, legacy_decisions};
use guarddiff_oracle::divergence::Divergence;

/// One command with both opinions on it.
pub(crate) struct Heard {
    pub(crate) command: String,
    pub(crate) analysis: Analysis,
    pub(crate) facts: Option<Facts>,
    pub(crate) ours: Decisions,
    pub(crate) theirs: Decisions,
    settings: Settings,
}

pub(crate) fn hear(engine: &mut Engine, command: &str) -> Heard {
    let analysis = engine.analyze(command);
    let facts = checks::facts(command, &analysis, &Settings::default());
    Heard::of(command, analysis, facts)
}

impl Heard {
    /// Both decisions on an analysis, whoever made it.
    pub(crate) fn of(command: &str, analysis: Analysis, facts: Option<Facts>) -> Heard {
        let settings = Settings::default();
        let policy = &settings.policy;
        let ours = decide(command, &analysis, facts.as_ref(), policy, TRAILER);
        let theirs = legacy_decisions(command, policy, TRAILER);
        Heard { command: command.to_owned(), analysis, facts, ours, theirs, settings }
    }

    pub(crate) fn divergences(&self) -> Vec<Divergence> {
        let policy = &self.settings.policy;
        compare(&self.command, &self.ours, &self.theirs, self.facts.as_ref(), policy)
    }

    /// The rules that claim a divergence.
    pub(crate) fn claims(&self, divergence: &Divergence) -> Vec<&'static Rule> {
        claims(&Evidence {
            command: &self.command,
            analysis: &self.analysis,
            facts: self.facts.as_ref(),
            policy: &self.settings.policy,
            divergence,
        })
    }

    /// Every divergence that not exactly one rule claims, as a line for a person.
    pub(crate) fn unexplained(&self) -> Vec<String> {
        let line = |divergence: &Divergence| {
            let rules: Vec<&str> = self.claims(divergence).iter().map(|rule| rule.name).collect();
            (rules.len() != 1).then(|| {
                let (check, direction) = (divergence.check.name(), divergence.direction.name());
                format!("{check} {direction} {rules:?} {:?}", self.command)
            })
        };
        self.divergences().iter().filter_map(line).collect()
    }

    /// The one rule that claims the divergence on a check, if there is a divergence and such a rule.
    pub(crate) fn rule(&self, check: Check) -> Option<&'static Rule> {
        let divergences = self.divergences();
        let divergence = divergences.iter().find(|divergence| divergence.check == check)?;
        match self.claims(divergence).as_slice() {
            [rule] => Some(rule),
            [] | [_, _, ..] => None,
        }
    }
}

/// The commands of a shared JSON Lines file; says so and gives none when the folder is absent.
#[expect(clippy::print_stderr, reason = "a skipped test must be seen")]
pub(crate) fn shared_commands(file: &str) -> Vec<String> {
    let beside = concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared");
    let root = std::env::var_os("GUARDDIFF_SHARED").map_or_else(|| beside.into(), PathBuf::from);
    let Ok(text) = std::fs::read_to_string(root.join(file)) else {
        eprintln!("skipped: {file} is not there");
        return Vec::new();
    };
    let command = |line: &str| -> Option<String> {
        let value: serde_json::Value = serde_json::from_str(line).ok()?;
        Some(value.get("command")?.as_str()?.to_owned())
    };
    let commands: Vec<String> = text.lines().filter_map(command).collect();
    assert!(!commands.is_empty(), "{file} holds no command");
    commands
}
