//! A policy's judgement of a whole command: each unit with its own verdict and place, the most restrictive for the
//! whole. It looks through quotes and wrappers for what is denied, and allows nothing that it cannot read.

use super::floor::Floor;
use super::{Action, Policy, Rule};
use crate::analysis::{Analysis, Reason, SimpleCommand, Status};
use crate::checks::units;
use crate::facts::UnitVerdict;
use crate::span::Span;

/// What a policy says of a whole command.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Judgement {
    /// The most restrictive action of the units.
    pub action: Action,
    /// The units in the order of the text, at least one.
    pub units: Vec<JudgedUnit>,
    /// Why the command could not be read; the one unit is then its text, of which only a deny is believed.
    pub unread: Option<Reason>,
}

/// One unit and the verdict on it, which is no verdict on its neighbours.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct JudgedUnit {
    /// The slice of the command; for a command in a code string, its words.
    pub text: String,
    /// Where it stands.
    pub span: Span,
    /// What the policy says of it.
    pub action: Action,
    /// What decided that.
    pub why: Why,
    /// What the permission system makes of it, and what decides that: it reads the text of a wrapper and not what that
    /// runs. None for a command in a code string, which it does not see.
    pub seen: Option<(Action, Why)>,
}

/// What decided the action of a unit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Why {
    /// The last rule that matches its text, by its place in [`Policy::rules`].
    Rule(usize),
    /// No rule matches.
    NoRule,
    /// The same without quotes, by the program's bare name, or as the wrapper runs it.
    OtherSpelling,
    /// A word that the text does not decide; the policy could come to something worse than ask.
    UnknownWord,
    /// An allow that is lifted to ask.
    Floor(Floor),
    /// The command can't be read.
    Unread(Reason),
}

impl Judgement {
    /// The unit that the permission system answers by, and how: the first of the most restrictive.
    pub fn winning(&self) -> (Action, &JudgedUnit) {
        let seen = |unit: &JudgedUnit| unit.seen.map(|(action, _)| action);
        let mut winning = (seen(&self.units[0]).unwrap_or(self.action), &self.units[0]);
        for unit in &self.units[1..] {
            if let Some(action) = seen(unit).filter(|action| *action > winning.0) {
                winning = (action, unit);
            }
        }
        winning
    }

    /// Whether the command asks, and only because words of it are not known.
    pub fn is_uncertain(&self) -> bool {
        let mut asking = self.units.iter().filter(|unit| unit.action == Action::Ask);
        self.action == Action::Ask && asking.all(|unit| unit.why == Why::UnknownWord)
    }
}

impl Policy {
    /// What the policy says of a command, whose analysis is given.
    ///
    /// Units are the simple commands that could run, lone assignments and lone redirects. A unit is denied when any of
    /// its spellings is. It asks where its own text does, and where a rule behind the one that allows its text asks
    /// about another spelling; so `npx *` may allow what `*` would ask about. Where a text holds no unit, the text is
    /// one.
    pub fn judge(&self, text: &str, analysis: &Analysis) -> Judgement {
        if let Status::Unavailable(reason) = analysis.status {
            let denied = self.action(text) == Action::Deny;
            let action = if denied { Action::Deny } else { Action::Ask };
            let unit = whole(text, action, Why::Unread(reason));
            return Judgement { action, units: vec![unit], unread: Some(reason) };
        }
        let mut joined = String::new();
        let mut units: Vec<JudgedUnit> =
            analysis.commands.iter().map(|it| self.unit(text, it, &mut joined)).collect();
        if units.is_empty() {
            let (action, why) = self.of_text(text);
            units.push(whole(text, action, why));
        }
        let action = units.iter().map(|unit| unit.action).max().unwrap_or(Action::Ask);
        Judgement { action, units, unread: None }
    }

    fn of_text(&self, text: &str) -> (Action, Why) {
        self.deciding(text)
            .map_or((Action::Ask, Why::NoRule), |(at, rule)| (rule.action, Why::Rule(at)))
    }

    fn unit(&self, text: &str, command: &SimpleCommand, joined: &mut String) -> JudgedUnit {
        let in_code = command.context.code_depth > 0;
        if command.argv.is_empty() && command.wrappers.is_empty() {
            let shown = text.get(command.span.range()).unwrap_or_default();
            let (action, why) = self.of_text(shown);
            let seen = (!in_code).then_some((action, why));
            return JudgedUnit { text: shown.to_owned(), span: command.span, action, why, seen };
        }
        let unit = units::unit(text, command, self, joined);
        let (by_text, rule) = self.of_text(&unit.text);
        let worst = match unit.verdict {
            UnitVerdict::Firm(action) | UnitVerdict::AtWorst(action) => action,
        };
        let (mut action, mut why) = match (unit.verdict, rule) {
            (UnitVerdict::Firm(action), rule) if action == by_text => (action, rule),
            (_, Why::Rule(at))
                if by_text == Action::Allow
                    && worst == Action::Ask
                    && !self.objects(at, text, command, joined) =>
            {
                (Action::Allow, rule)
            }
            (UnitVerdict::Firm(action), _) => (action, Why::OtherSpelling),
            (UnitVerdict::AtWorst(_), _) => (Action::Ask, Why::UnknownWord),
        };
        let floor = Floor::of(command);
        if let (Some(floor), Action::Allow) = (floor, action) {
            (action, why) = (Action::Ask, Why::Floor(floor));
        }
        let seen = match floor {
            None => (action, why),
            Some(floor) if by_text == Action::Allow => (Action::Ask, Why::Floor(floor)),
            Some(_) => (by_text, rule),
        };
        let seen = (!in_code).then_some(seen);
        JudgedUnit { text: unit.text, span: unit.span, action, why, seen }
    }

    /// Whether a rule behind that place could ask about another spelling of the unit, or deny it.
    fn objects(&self, at: usize, text: &str, command: &SimpleCommand, joined: &mut String) -> bool {
        let everything = Rule { pattern: "*".to_owned(), action: Action::Allow };
        let later = Policy {
            rules: [everything].into_iter().chain(self.rules[at..].iter().cloned()).collect(),
        };
        let verdict = units::unit(text, command, &later, joined).verdict;
        verdict != UnitVerdict::Firm(Action::Allow)
    }
}

fn whole(text: &str, action: Action, why: Why) -> JudgedUnit {
    let span = Span::new(0, text.len().min(u32::MAX as usize));
    JudgedUnit { text: text.to_owned(), span, action, why, seen: Some((action, why)) }
}

#[cfg(test)]
mod tests;
