//! Where the value of a word comes from, in plain sentences, or why the text does not give it.

use guarddiff_engine::account::{Account, Expansion, Origin};
use guarddiff_engine::analysis::Analysis;
use guarddiff_engine::span::Span;
use guarddiff_engine::word::{Shape, Value, Word};
use serde::Serialize;

use super::rows::pair;

/// One value that is not plainly spelled.
#[derive(Serialize)]
pub struct ValueRow {
    /// How it is spelled.
    pub spelled: String,
    /// Where; inside a code string, the word that holds the code.
    pub span: [u32; 2],
    /// Whether it stands in a code string.
    pub in_code: bool,
    /// The value, where the text decides it.
    pub value: Option<String>,
    /// Of what kind it is.
    pub origin: &'static str,
    /// Where it comes from, or why it is not known.
    pub because: String,
}

/// Every expansion, and every unknown word without one.
pub(super) fn values(command: &str, account: &Account, analysis: &Analysis) -> Vec<ValueRow> {
    let mut rows: Vec<ValueRow> =
        account.expansions.iter().map(|it| expansion(command, it, analysis)).collect();
    let words =
        analysis.commands.iter().flat_map(|it| it.wrappers.iter().flatten().chain(&it.argv));
    let mut last = None;
    for word in words {
        let explained = || account.expansions.iter().any(|it| word.span.covers(it.span));
        if let Some((origin, because)) = pattern(command, word)
            && last != Some(word.span)
            && !explained()
        {
            last = Some(word.span);
            let spelled = command.get(word.span.range()).unwrap_or_default().to_owned();
            let span = pair(word.span);
            rows.push(ValueRow { spelled, span, in_code: false, value: None, origin, because });
        }
    }
    rows
}

fn expansion(command: &str, found: &Expansion, analysis: &Analysis) -> ValueRow {
    let value = match &found.value {
        Some(Value::Literal(text)) => Some(text.clone()),
        None => Some(String::new()),
        Some(Value::Unknown(_)) => None,
    };
    let (origin, mut because) = match &found.origin {
        Origin::Variable { name, set } => {
            ("variable", variable(command, found, name, *set, value.is_some(), analysis))
        }
        Origin::Positional if value.is_some() => (
            "positional",
            "a positional parameter that the text gives: by set, by a call, or behind the code"
                .to_owned(),
        ),
        Origin::Positional => {
            ("positional", "a positional parameter that the text does not give".to_owned())
        }
        Origin::Shell => ("shell", "the shell sets it when it runs".to_owned()),
        Origin::Substitution { program } => {
            ("substitution", substitution(program.as_deref(), value.is_some()))
        }
        Origin::Process => ("process", "the name of a pipe that the shell makes".to_owned()),
        Origin::Arithmetic => ("arithmetic", "a sum, and sums are not computed here".to_owned()),
    };
    if found.value.is_none() {
        because.push_str("; nothing is left of it");
    }
    if let Some(Value::Unknown(Shape { prefix, suffix, .. })) = &found.value
        && (!prefix.is_empty() || !suffix.is_empty())
    {
        because.push_str(&format!("; certain is “{prefix}…{suffix}”"));
    }
    ValueRow {
        spelled: found.spelled.clone(),
        span: pair(found.span),
        in_code: found.in_code,
        value,
        origin,
        because,
    }
}

fn variable(
    command: &str,
    found: &Expansion,
    name: &str,
    set: Option<Span>,
    known: bool,
    analysis: &Analysis,
) -> String {
    let Some(set) = set else {
        return match (known, found.in_code) {
            (true, true) => "the text around the code sets it".to_owned(),
            (true, false) => "a command of the text sets it".to_owned(),
            (false, _) => {
                "no assignment in front of it sets it: the environment decides".to_owned()
            }
        };
    };
    if found.in_code {
        return if known {
            "the code that it stands in sets it".to_owned()
        } else {
            "the code sets it, but not to a value that is certain here".to_owned()
        };
    }
    let spelled = command.get(set.range()).unwrap_or_default();
    let place = format!("{}..{}", set.start, set.end);
    if !spelled.contains('=') {
        return if known {
            format!("one of the words of the loop whose variable stands at {place}")
        } else {
            format!("the variable of the loop at {place}, whose words are not all known")
        };
    }
    if known {
        return format!("set at {place} by {spelled}");
    }
    let operator = found.spelled.contains(name) && {
        let (_, behind) = found.spelled.split_once(name).unwrap_or_default();
        !behind.is_empty() && !behind.starts_with('}')
    };
    let assigned = analysis.commands.iter().flat_map(|it| &it.assignments);
    let literal =
        assigned.filter(|it| it.span == set).any(|it| matches!(it.value, Value::Literal(_)));
    match (literal, operator) {
        (true, true) => format!(
            "set at {place} by {spelled}, but the operator behind the name is not followed, or something in between may change it"
        ),
        (true, false) => format!(
            "set at {place} by {spelled}, but a branch, a loop or a command in between may change it, or it may be split"
        ),
        (false, _) => format!("set at {place} by {spelled}, which is no value that is known there"),
    }
}

fn substitution(program: Option<&str>, known: bool) -> String {
    match (program, known) {
        (Some(program), true) => format!("what {program} writes, which the text gives"),
        (None, true) => "what its commands write, which the text gives".to_owned(),
        (Some(program), false) => {
            format!("the output of {program} is known only when it runs")
        }
        (None, false) => "the output of its commands is known only when they run".to_owned(),
    }
}

/// Why a word without an expansion is not known, where its spelling is in sight.
fn pattern(command: &str, word: &Word) -> Option<(&'static str, String)> {
    let Value::Unknown(_) = &word.value else { return None };
    let spelled = command.get(word.span.range())?;
    if spelled.contains(['\'', '"', '$', '`', '\n', ' ']) {
        return None;
    }
    if spelled.contains(['*', '?', '[']) {
        Some(("pattern", "a pattern: the file system decides which words it becomes".to_owned()))
    } else if spelled.contains('~') {
        Some(("home", "a home directory: the environment decides".to_owned()))
    } else if spelled.contains('{') {
        Some(("braces", "its braces make more words than are followed".to_owned()))
    } else {
        None
    }
}
