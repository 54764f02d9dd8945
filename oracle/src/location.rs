//! Where a wrapped unit stands: the text's opinion, as an authorizer that looks for the unit has it, beside structure's.
//! It compares what each would do, take the wrapper off or leave the call alone, and names no culprit.

use std::collections::BTreeSet;

use guarddiff_engine::analysis::{Analysis, Target};
use guarddiff_engine::authorize::{Claim, Located, by_structure, by_text, claim};

use crate::divergence::Direction;

/// Units that are looked for in one command, at most; a text of many is hostile.
const UNITS: usize = 32;

/// One unit that a permission system could ask about, and both opinions on where it stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Location {
    /// The unit: a transparent wrapper with what it runs.
    pub unit: String,
    /// Every occurrence of its text.
    pub by_text: Located,
    /// Every place that structure runs it from.
    pub by_structure: Located,
}

impl Location {
    /// Which way structure parts from text, if it does: narrowed where it takes off a wrapper that text leaves on,
    /// widened where it leaves on what text takes off.
    pub fn direction(&self) -> Option<Direction> {
        match (&self.by_structure, &self.by_text) {
            (Located::Once(ours), Located::Once(theirs)) if ours == theirs => None,
            (Located::Once(_), Located::Once(_)) => Some(Direction::Changed),
            (Located::Once(_), Located::Nowhere | Located::Several(_)) => Some(Direction::Narrowed),
            (Located::Nowhere | Located::Several(_), Located::Once(_)) => Some(Direction::Widened),
            (Located::Nowhere | Located::Several(_), Located::Nowhere | Located::Several(_)) => {
                None
            }
        }
    }
}

/// Both opinions on every unit that could be asked about, each text once: the wrapped commands of the text itself, and
/// the lines of its heredocs, which a permission system was seen to take for commands. None when it can't be read.
pub fn locations(command: &str, analysis: &Analysis) -> Vec<Location> {
    let names = ["timeout", "time"];
    if !names.iter().any(|name| command.contains(name)) {
        return Vec::new();
    }
    let commands = analysis.commands.iter().filter(|command| command.context.code_depth == 0);
    let units = commands.clone().filter_map(|simple| command.get(simple.span.range()));
    let bodies = commands.flat_map(|simple| &simple.redirects).filter_map(|it| match &it.target {
        Target::Heredoc { span, .. } => command.get(span.range()),
        Target::Word(_) => None,
    });
    let lines = bodies.flat_map(str::lines).map(str::trim);
    let wrapped = |unit: &&str| matches!(claim(unit), Claim::Transparent { .. });
    let mut seen = BTreeSet::new();
    units
        .chain(lines)
        .filter(wrapped)
        .filter(|unit| seen.insert(*unit))
        .take(UNITS)
        .map(|unit| Location {
            unit: unit.to_owned(),
            by_text: by_text(command, unit),
            by_structure: by_structure(command, unit, analysis),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use guarddiff_engine::Engine;

    use super::*;

    #[track_caller]
    fn check(command: &str, expected: &[(&str, Option<Direction>)]) {
        let found = locations(command, &Engine::new().analyze(command));
        let found: Vec<(&str, Option<Direction>)> =
            found.iter().map(|location| (location.unit.as_str(), location.direction())).collect();
        assert_eq!(found, expected, "{command}");
    }

    #[test]
    fn what_text_finds_beside_the_unit_narrows_and_what_is_no_unit_widens() {
        use Direction::{Narrowed, Widened};
        check("timeout 5 x; ls", &[("timeout 5 x", None)]);
        check("timeout 5 x; timeout 5 x", &[("timeout 5 x", None)]);
        check("echo 'timeout 5 x'; timeout 5 x", &[("timeout 5 x", Some(Narrowed))]);
        check("cat <<E\ntimeout 5 x\nE", &[("timeout 5 x", Some(Widened))]);
        check("time a | b; time a", &[("time a", None)]);
        check("time a; time ab", &[("time a", Some(Narrowed)), ("time ab", None)]);
        check("timeout -k 5 9 x; 'timeout' 5 x; ls # timeout 5 x", &[]);
        check("timeout 5 x; if", &[]);
    }

    #[test]
    fn a_text_of_many_units_costs_a_bounded_number_of_searches() {
        let command: String = (1..5000).map(|n| format!("timeout {n} x;")).collect();
        assert_eq!(locations(&command, &Engine::new().analyze(&command)).len(), UNITS);
    }
}
