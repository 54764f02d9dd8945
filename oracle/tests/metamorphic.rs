//! Metamorphic relations: a text written anew in a way that means the same gets the same answers. No bash is asked,
//! so they hold on texts that nobody could run.

mod commands;
mod relations;

use std::collections::BTreeMap;

use guarddiff_corpus::generate::generate;
use guarddiff_corpus::incidents;
use guarddiff_engine::Engine;
use guarddiff_engine::analysis::{Analysis, SimpleCommand};
use guarddiff_engine::checks::{self, Settings};
use guarddiff_engine::facts::{
    Check, Fact, Facts, Message, MessageFact, Splice, Unit, UnitVerdict,
};
use guarddiff_engine::word::Word;

use self::relations::{Change, Fade, RELATIONS, Relation, States, edited};
use super::shared::shared_commands;

/// A text that the engine reads, and its answers.
struct Base {
    text: String,
    analysis: Analysis,
    facts: Facts,
    /// A line behind the text is a command of its own.
    closed: bool,
}

fn base(engine: &mut Engine, text: &str) -> Option<Base> {
    let analysis = engine.analyze(text);
    let facts = checks::facts(text, &analysis, &Settings::default())?;
    let longer = engine.analyze(&format!("{text}\n: meta"));
    let closed = longer.commands.len() == analysis.commands.len() + 1
        && longer.commands.iter().any(|command| {
            command.argv.first().is_some_and(|word| word.is(":"))
                && command.argv.get(1).is_some_and(|word| word.is("meta"))
        });
    Some(Base { text: text.to_owned(), analysis, facts, closed })
}

impl Relation {
    /// The text written anew; none where that would not mean the same.
    fn of(&self, base: &Base) -> Option<String> {
        if !self.guards.iter().all(|guard| guard(base)) || base.text.contains("META_END") {
            return None;
        }
        match self.change {
            Change::Around(before, after) => Some(format!("{before}{}{after}", base.text)),
            Change::Quoted(before, after) => {
                Some(format!("{before}'{}'{after}", base.text.replace('\'', "'\\''")))
            }
            Change::AtEach(edit) => edited(base, edit),
        }
    }

    /// What is not as stated in the answers to the text written anew.
    fn broken(&self, engine: &mut Engine, base: &Base, anew: &str) -> Option<String> {
        let analysis = engine.analyze(anew);
        let Some(facts) = checks::facts(anew, &analysis, &Settings::default()) else {
            return Some(format!("not read: {:?}", analysis.status));
        };
        let fades = |fade| self.fades.contains(&fade) && fade.can_be(base);
        let may_fade = fades(Fade::Values);
        facts_differ(&base.facts, &facts, may_fade, fades(Fade::Once))
            .or_else(|| messages_differ(&base.facts, &facts, may_fade))
            .or_else(|| self.units_differ(&base.facts, &facts, may_fade))
            .or_else(|| self.splices_differ(&base.facts, &facts, may_fade))
    }

    fn units_differ(&self, before: &Facts, after: &Facts, may_fade: bool) -> Option<String> {
        let (first, last, verdicts) = match self.states {
            States::Units(first, last) => (first.len(), last.len(), true),
            States::Undone => (0, 0, true),
            States::UndoneTexts => (0, 0, false),
            States::Nothing => return None,
        };
        // A word that may be none makes two readings of one unit.
        let units = |facts: &Facts| -> Vec<(String, UnitVerdict)> {
            let mut units: Vec<&Unit> = facts.units.iter().collect();
            units.dedup_by(|next, unit| {
                may_fade && (next.span, &next.text) == (unit.span, &unit.text)
            });
            units.iter().map(|unit| (self.comparable(&unit.text), unit.verdict)).collect()
        };
        let (before, after) = (units(before), units(after));
        let same = |((text, old), (anew, new)): (&(String, _), &(String, UnitVerdict))| {
            let fades = may_fade && matches!(new, UnitVerdict::AtWorst(_));
            text == anew && (!verdicts || fades || old == new)
        };
        let kept = after.get(first..).unwrap_or_default();
        let all = kept.len() == before.len() + last && before.iter().zip(kept).all(same);
        (!all).then(|| format!("units {before:?} became {after:?}"))
    }

    /// A unit or splice as it is compared.
    fn comparable(&self, text: &str) -> String {
        match self.change {
            Change::AtEach(edit) => edit.undone(text),
            Change::Around(..) | Change::Quoted(..) => text.to_owned(),
        }
    }

    fn splices_differ(&self, before: &Facts, after: &Facts, may_fade: bool) -> Option<String> {
        let expected = |text: &str| match self.change {
            Change::Around(before, after) => format!("{before}{text}{after}"),
            Change::Quoted(..) | Change::AtEach(_) => self.comparable(text),
        };
        let same = match (&before.splice, &after.splice) {
            _ if self.states == States::Nothing => true,
            (Splice::Unchanged, Splice::Unchanged) => true,
            (Splice::Spliced(before), Splice::Spliced(after))
            | (Splice::Unknown(before), Splice::Unknown(after)) => {
                expected(before) == self.comparable(after) || may_fade
            }
            (Splice::Unchanged | Splice::Spliced(_), Splice::Unknown(_)) => may_fade,
            (Splice::Unchanged | Splice::Spliced(_) | Splice::Unknown(_), _) => false,
        };
        (!same).then(|| format!("splice {:?} became {:?}", before.splice, after.splice))
    }
}

impl Fade {
    /// Whether the text holds anything that can fade.
    fn can_be(self, base: &Base) -> bool {
        let mut commands = base.analysis.commands.iter();
        match self {
            Fade::Values => {
                base.text.contains('$')
                    && (base.text.contains("for ")
                        || commands.any(|c| c.context.function || sets_variables(c)))
            }
            Fade::Once => {
                commands.any(|command| command.argv.iter().any(|word| word.literal().is_none()))
            }
        }
    }
}

fn sets_variables(command: &SimpleCommand) -> bool {
    const SETTERS: [&str; 5] = ["declare", "export", "readonly", "set", "typeset"];
    let name = command.argv.first().and_then(Word::literal);
    !command.assignments.is_empty() || name.is_some_and(|name| SETTERS.contains(&name))
}

fn facts_differ(before: &Facts, after: &Facts, may_fade: bool, once: bool) -> Option<String> {
    let fact = |facts: &Facts, check| facts.answer(check).map(|answer| answer.fact);
    let differs = |check: Check| {
        let faded = may_fade || once && check == Check::StagesAndCommits;
        let (before, after) = (fact(before, check)?, fact(after, check)?);
        let same = before == after || faded && after == Fact::Unknown;
        (!same).then(|| format!("{} {} became {}", check.name(), before.name(), after.name()))
    };
    Check::ALL.into_iter().find_map(differs)
}

/// Whether a `-F` file is inside is not compared: a `cd` in a process of its own may not count.
fn messages_differ(before: &Facts, after: &Facts, may_fade: bool) -> Option<String> {
    let same =
        |(before, after): (&MessageFact, &MessageFact)| match (&before.message, &after.message) {
            (Message::File { path: before, .. }, Message::File { path: after, .. }) => {
                before == after
            }
            (before, after) => before == after || may_fade && *after == Message::Unknown,
        };
    let faded = may_fade && after.hidden_commit;
    let all = before.messages.len() == after.messages.len()
        && before.messages.iter().zip(&after.messages).all(same)
        && before.hidden_commit == after.hidden_commit;
    (!all && !faded).then(|| {
        let shown = |facts: &Facts| -> String {
            let messages: Vec<&Message> = facts.messages.iter().map(|fact| &fact.message).collect();
            let hidden = if facts.hidden_commit { " and hidden ones" } else { "" };
            format!("{messages:?}{hidden}")
        };
        format!("messages {} became {}", shown(before), shown(after))
    })
}

/// Holds every relation on the texts; prints how often each applied.
#[track_caller]
#[expect(clippy::print_stderr, reason = "a relation that never applies must be seen")]
fn check<'a>(of: &str, texts: impl Iterator<Item = &'a str>) -> BTreeMap<&'static str, usize> {
    let mut engine = Engine::new();
    let mut applied = BTreeMap::new();
    let mut broken = Vec::new();
    for text in texts {
        let Some(base) = base(&mut engine, text) else { continue };
        for relation in RELATIONS {
            let Some(anew) = relation.of(&base) else { continue };
            *applied.entry(relation.name).or_default() += 1;
            if let Some(how) = relation.broken(&mut engine, &base, &anew) {
                broken.push(format!(
                    "=== {}: {how}\n--- text\n{text}\n--- anew\n{anew}\n",
                    relation.name
                ));
            }
        }
    }
    eprintln!(
        "{of}: {} relations, {} texts written anew",
        applied.len(),
        applied.values().sum::<usize>()
    );
    assert!(broken.is_empty(), "{} broken\n{}", broken.len(), broken.join("\n"));
    applied
}

#[test]
fn generated_commands_keep_their_answers_when_written_anew() {
    let texts: Vec<String> = (0..400).map(|index| generate(5, index).case.command).collect();
    let applied = check("generated", texts.iter().map(String::as_str));
    assert_eq!(applied.len(), RELATIONS.len(), "a relation never applied: {applied:?}");
}

#[test]
fn incidents_keep_their_answers_when_written_anew() {
    let texts =
        incidents::incidents().iter().flat_map(|incident| [incident.regression, incident.twin]);
    check("incidents", texts);
}

#[test]
fn our_own_commands_keep_their_answers_when_written_anew() {
    let applied = check("our own", commands::COMMANDS.iter().copied());
    assert_eq!(applied.len(), RELATIONS.len(), "a relation never applied: {applied:?}");
}

#[test]
fn what_agents_typed_keeps_its_answers_when_written_anew() {
    let texts = shared_commands("corpora/commands/agents.jsonl");
    check("what agents typed", texts.iter().step_by(40).map(String::as_str));
}

/// The relations themselves can fail: answers that differ are told apart.
#[test]
fn a_relation_that_changes_what_runs_is_broken() {
    let mut engine = Engine::new();
    let before = base(&mut engine, "git add a").unwrap();
    for (name, anew) in [
        ("{ X }", "{ git add a; git commit -m x\n}"),
        ("X # comment", "git push"),
        ("g''it", "echo git add a"),
        ("bash -c 'X'", "bash -c 'true'"),
        ("X &", "git add a; (("),
    ] {
        let relation = RELATIONS.iter().find(|relation| relation.name == name).unwrap();
        assert!(relation.broken(&mut engine, &before, anew).is_some(), "{name}: {anew}");
    }
    assert_eq!(before.facts.guard_relevant.fact, Fact::Yes);
}
