//! Pinned cases: tables that must hold row by row, whatever the seed. They are never drawn at random.

use guarddiff_engine::programs::{WrapperSample, wrapper_samples};

use crate::case::{Case, CaseId};
use crate::generate::TRAILER;
use crate::planted::{Planted, PlantedMessages, PlantedUnit, Truth};

/// Every wrapper with and without an option that takes a value, and stacked with others, before a commit that
/// skips its hooks: each must be a Yes.
pub const WRAPPER_PARITY: &str = "wrapper-parity";

/// The plan's own text of incident 5, which the raw check catches and the token check does not.
pub const PLAN_TEXT: &str = "plan-text";

/// Reserved words that work like wrappers; the engine's table of programs has none of them.
const RESERVED: [(&str, Option<&str>); 2] = [("time", Some("time -p")), ("coproc", None)];

/// Every pinned case, table by table.
pub fn cases() -> Vec<Case> {
    let skipping = "git commit -n -m x";
    let mut commands = Vec::new();
    for (plain, valued) in RESERVED {
        commands.extend(
            [Some(plain), valued].into_iter().flatten().map(|head| format!("{head} {skipping}")),
        );
        commands.push(format!("{plain} timeout -k 5 300 nice -n 5 {skipping}"));
    }
    for sample in wrapper_samples() {
        commands.extend(rows(&sample, skipping));
    }
    let parity = commands
        .into_iter()
        .enumerate()
        .map(|(row, command)| case(WRAPPER_PARITY, row, command, &["x"]));
    let plan = case(PLAN_TEXT, 0, "timeout 300 git commit --no-verify".to_owned(), &[]);
    parity.chain([plan]).collect()
}

/// Plain, with a value where there is one, and between two wrappers that take values. What only the shell can
/// start stands in front.
fn rows(sample: &WrapperSample, inner: &str) -> impl Iterator<Item = String> {
    let stacked = if sample.builtin {
        format!("{} timeout -k 5 300 nice -n 5 {inner}", sample.plain)
    } else {
        format!("timeout -k 5 300 {} nice -n 5 {inner}", sample.plain)
    };
    let plain = Some(format!("{} {inner}", sample.plain));
    let valued = sample.valued.map(|head| format!("{head} {inner}"));
    [plain, valued, Some(stacked)].into_iter().flatten()
}

fn case(table: &str, row: usize, command: String, messages: &[&str]) -> Case {
    let planted = Planted {
        readable: true,
        guard_relevant: Truth::known(true),
        stages_and_commits: Truth::known(false),
        no_verify: Truth::known(true),
        messages: Some(PlantedMessages::known(messages)),
        splice: Some(format!("{command}{TRAILER}")),
        units: Some(vec![PlantedUnit { text: command.clone(), denied: false }]),
        runs: None,
    };
    let id = CaseId::Pinned { table: table.to_owned(), index: row as u32 };
    Case { id, command, planted: Some(planted) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_wrapper_has_its_plain_valued_and_stacked_row() {
        let commands: Vec<String> = cases().into_iter().map(|case| case.command).collect();
        for sample in wrapper_samples() {
            for head in [Some(sample.plain), sample.valued].into_iter().flatten() {
                assert!(commands.contains(&format!("{head} git commit -n -m x")), "{head}");
            }
            let stacked = format!("{} nice -n 5 git commit", sample.plain);
            let fronted = format!("{} timeout -k 5 300 nice", sample.plain);
            let stacks = |text: &&String| text.contains(&stacked) || text.starts_with(&fronted);
            assert!(commands.iter().any(|text| stacks(&text)), "{}", sample.plain);
        }
        assert!(commands.len() > 3 * 20, "{}", commands.len());
    }

    #[test]
    fn ids_number_the_rows_of_each_table() {
        let cases = cases();
        let (plan, parity) = cases.split_last().expect("rows");
        assert_eq!(plan.id.to_string(), "pin:plan-text:0");
        for (row, case) in parity.iter().enumerate() {
            assert_eq!(case.id.to_string(), format!("pin:wrapper-parity:{row}"));
        }
    }
}
