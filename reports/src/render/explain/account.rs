//! The tree, where values come from, why each check is answered so, and the rules that were tried, for a person.

use std::io::{self, Write};

use super::{BOLD, LONG, MANY};
use crate::explanation::origins::ValueRow;
use crate::explanation::trials::Trial;
use crate::explanation::{CheckRow, NodeRow};
use crate::render::table::columns;
use crate::visible::one_line;

/// Longest sentence, in characters.
const SENTENCE: usize = 240;
/// Deepest indentation.
const DEEPEST: usize = 20;

/// How the text is built, one part a line.
pub(super) fn tree(out: &mut impl Write, command: &str, tree: &[NodeRow]) -> io::Result<()> {
    // One command alone is no tree.
    if tree.len() < 2 {
        return Ok(());
    }
    writeln!(out, "{BOLD}tree{BOLD:#}")?;
    for node in tree.iter().take(MANY) {
        let indent = "  ".repeat((node.depth as usize).min(DEEPEST));
        let numbers = |of: &[usize]| {
            of.iter().map(|number| (number + 1).to_string()).collect::<Vec<_>>().join(", ")
        };
        let mut line = match node.kind {
            "command" if node.commands.is_empty() => "command".to_owned(),
            "command" => numbers(&node.commands),
            kind => kind.to_owned(),
        };
        if matches!(node.kind, "command" | "function" | "test" | "arithmetic" | "pattern") {
            let spelled = command.get(node.span[0] as usize..node.span[1] as usize);
            let spelled = spelled.unwrap_or_default();
            let spelled = match node.kind {
                "function" => spelled.split(['(', '{']).next().unwrap_or_default(),
                "pattern" => spelled.split(')').next().unwrap_or_default(),
                _ => spelled,
            };
            line = format!("{line}  {}", one_line(spelled.trim(), LONG));
        }
        if !node.code.is_empty() {
            line = format!("{line}  (its code: {})", numbers(&node.code));
        }
        if node.background {
            line.push_str("  &");
        }
        writeln!(out, "  {indent}{:>2} {line}", node.join)?;
    }
    if tree.len() > MANY {
        writeln!(out, "  … {} more", tree.len() - MANY)?;
    }
    writeln!(out)
}

/// Where the values come from that are not plainly spelled.
pub(super) fn values(out: &mut impl Write, values: &[ValueRow]) -> io::Result<()> {
    if values.is_empty() {
        return Ok(());
    }
    writeln!(out, "{BOLD}where values come from{BOLD:#}")?;
    let rows = values.iter().take(MANY).map(|row| {
        let [start, end] = row.span;
        let value = match &row.value {
            Some(value) => format!("“{}”", one_line(value, LONG)),
            None => "not known".to_owned(),
        };
        let code = if row.in_code { ", in code" } else { "" };
        vec![
            format!("  {}", one_line(&row.spelled, 40)),
            format!("{start}..{end}{code}"),
            value,
            one_line(&row.because, SENTENCE),
        ]
    });
    for line in columns(&rows.collect::<Vec<_>>(), usize::MAX) {
        writeln!(out, "{line}")?;
    }
    if values.len() > MANY {
        writeln!(out, "  … {} more", values.len() - MANY)?;
    }
    writeln!(out)
}

/// Why each check is answered so.
pub(super) fn reasons(out: &mut impl Write, checks: &[CheckRow]) -> io::Result<()> {
    writeln!(out, "{BOLD}why{BOLD:#}")?;
    for row in checks {
        writeln!(out, "  {}", row.check)?;
        for sentence in &row.reasons.structure {
            writeln!(out, "    structure  {}", one_line(sentence, SENTENCE))?;
        }
        writeln!(out, "    text       {}", one_line(&row.reasons.text, SENTENCE))?;
    }
    writeln!(out)
}

/// The rules that were tried on a divergence.
pub(super) fn trial(out: &mut impl Write, about: &str, trial: &Trial) -> io::Result<()> {
    writeln!(out, "{BOLD}rules tried{BOLD:#}  {about}")?;
    writeln!(out, "  found: {}", trial.proved.unwrap_or("nothing that could be proved"))?;
    let about: Vec<_> = trial.rules.iter().filter(|rule| rule.is_about()).collect();
    let rows = about.iter().map(|rule| {
        let matched = rule.tried == "proves";
        let verb = if matched { "proves" } else { "not" };
        let why = if matched { "which is what it needs" } else { "needs:" };
        let needs = if matched { String::new() } else { format!(" {}", rule.needs) };
        vec![format!("  {verb}"), rule.rule.to_owned(), format!("{why}{needs}")]
    });
    for line in columns(&rows.collect::<Vec<_>>(), usize::MAX) {
        writeln!(out, "{line}")?;
    }
    let others = trial.rules.len() - about.len();
    writeln!(out, "  {others} more are about other checks or directions\n")
}
