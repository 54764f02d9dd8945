//! Rules over many commands: each divergence has exactly one, and an engine that loses a command gets no excuse.

use guarddiff_corpus::generate::{GATE_SEED, generate};
use guarddiff_engine::Engine;
use guarddiff_engine::analysis::{Analysis, SimpleCommand};
use guarddiff_engine::checks::{self, Settings};
use guarddiff_engine::facts::{Check, Fact};
use guarddiff_oracle::divergence::Direction;

use crate::subject::{Heard, hear, shared_commands};

fn generated() -> impl Iterator<Item = String> {
    (0..2_000).map(|index| generate(GATE_SEED, index).case.command)
}

fn shared() -> impl Iterator<Item = String> {
    ["cases/cases.jsonl", "corpora/commands/agents.jsonl", "corpora/commands/suites.jsonl"]
        .into_iter()
        .flat_map(shared_commands)
}

fn check_one_rule_each(commands: impl Iterator<Item = String>) {
    let mut engine = Engine::new();
    let wrong: Vec<String> =
        commands.flat_map(|command| hear(&mut engine, &command).unexplained()).collect();
    assert!(wrong.is_empty(), "{} without one rule:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn one_rule_explains_every_divergence_of_generated_compounds() {
    check_one_rule_each(generated());
}

#[test]
fn one_rule_explains_every_divergence_of_shared_commands() {
    check_one_rule_each(shared());
}

/// The analyses as engines would make them that lost one git command of the text, or all of them. Only names that
/// are spelled plainly: a lost `g"i"t` leaves nothing that a rule could find in the text.
fn losses(text: &str, analysis: &Analysis) -> Vec<Analysis> {
    let is_git = |command: &SimpleCommand| {
        let name = command.argv.first().map(|name| &text[name.span.range()]);
        name.is_some_and(|name| matches!(name.rsplit('/').next(), Some("git" | "glab")))
    };
    let without = |lost: &dyn Fn(usize) -> bool| {
        let kept = analysis.commands.iter().enumerate().filter(|(index, _)| !lost(*index));
        let commands = kept.map(|(_, command)| command.clone()).collect();
        Analysis { commands, ..analysis.clone() }
    };
    let git: Vec<usize> =
        (0..analysis.commands.len()).filter(|&index| is_git(&analysis.commands[index])).collect();
    let mut analyses = vec![without(&|index| git.contains(&index))];
    // In a loop one spelling is several commands.
    let place = |index: usize| analysis.commands[index].span;
    analyses.extend(git.iter().map(|&lost| without(&|index| place(index) == place(lost))));
    analyses
}

/// A sabotaged engine loses git commands of a text, and with them its Yes: no rule may call that the old matcher's
/// fault.
fn check_no_excuse_for_a_loss(commands: impl Iterator<Item = String>) -> usize {
    let mut engine = Engine::new();
    let mut count = 0;
    let mut excused = Vec::new();
    for command in commands {
        let whole = engine.analyze(&command);
        // A code string's commands have no places, so what was lost inside one cannot be told from the text.
        if whole.commands.iter().any(|command| command.context.code_depth > 0) {
            continue;
        }
        let facts = |analysis: &Analysis| checks::facts(&command, analysis, &Settings::default());
        let Some(before) = facts(&whole) else { continue };
        for lost in losses(&command, &whole) {
            let after = facts(&lost);
            let heard = Heard::of(&command, lost, after);
            for divergence in heard.divergences() {
                let answer = before.answer(divergence.check);
                let was_yes = answer.is_some_and(|answer| answer.fact == Fact::Yes);
                if was_yes && divergence.direction == Direction::Narrowed {
                    count += 1;
                    for rule in heard.claims(&divergence) {
                        let check = divergence.check.name();
                        excused.push(format!("{} {check} {command:?}", rule.name));
                    }
                }
            }
        }
    }
    assert!(excused.is_empty(), "{} excused:\n{}", excused.len(), excused.join("\n"));
    count
}

#[test]
fn no_rule_excuses_an_engine_that_loses_generated_commands() {
    assert!(check_no_excuse_for_a_loss(generated()) > 500);
}

#[test]
fn no_rule_excuses_an_engine_that_loses_shared_commands() {
    check_no_excuse_for_a_loss(shared());
}

#[test]
fn without_facts_no_rule_says_anything() {
    let mut engine = Engine::new();
    for command in generated().take(200) {
        let heard = hear(&mut engine, &command);
        let mut blind = hear(&mut engine, &command);
        blind.facts = None;
        for divergence in heard.divergences() {
            assert!(blind.claims(&divergence).is_empty());
        }
    }
}

#[test]
fn a_divergence_on_another_check_is_not_excused_by_the_same_text() {
    let heard = hear(&mut Engine::new(), "ls # git commit -n");
    for mut divergence in heard.divergences() {
        divergence.direction = Direction::Widened;
        if divergence.check != Check::CommitMessage {
            assert!(heard.claims(&divergence).is_empty(), "{:?}", divergence.check);
        }
    }
}

proptest::proptest! {
    #![proptest_config(proptest::test_runner::Config::with_cases(512))]

    /// Damaged commands: half a quote, half a heredoc, multi-byte text cut short.
    #[test]
    fn damaged_commands_neither_break_a_rule_nor_get_two(
        index in 0u64..10_000,
        cut in 0usize..400,
        length in 0usize..40,
        filling in "[ '\"`$(){};|&<>\\n#é-]{0,6}",
    ) {
        let whole = generate(GATE_SEED, index).case.command;
        let characters: Vec<char> = whole.chars().collect();
        let start = cut.min(characters.len());
        let end = (start + length).min(characters.len());
        let text: String = characters[..start]
            .iter()
            .copied()
            .chain(filling.chars())
            .chain(characters[end..].iter().copied())
            .collect();
        // The engine's own tests damage heredocs; here they would only cost time.
        proptest::prop_assume!(!text.contains("<<"));
        let heard = hear(&mut Engine::new(), &text);
        for divergence in heard.divergences() {
            proptest::prop_assert!(heard.claims(&divergence).len() < 2);
        }
    }
}

#[test]
fn code_begins_behind_its_quote() {
    let heard = hear(&mut Engine::new(), "bash <<< 'for name in git ls; do echo x; done'");
    assert!(!heard.divergences().is_empty());
    assert_eq!(heard.unexplained(), Vec::<String>::new());
}
