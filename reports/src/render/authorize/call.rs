//! One call with the whole reasoning, in the order in which the authorizer came to it.

use std::io::{self, Write};

use anstyle::{AnsiColor, Style};
use guarddiff_engine::authorize::Located;
use guarddiff_engine::policy::judge::Judgement;
use guarddiff_engine::policy::{Action, Policy};

use super::decided_by;
use crate::authorize::Evidence;
use crate::authorize::answer::{Answer, Verdict};
use crate::authorize::permission::Outcome;
use crate::authorize::replay::One;
use crate::render::explain::{difference, place, text};
use crate::render::table::{columns, count};
use crate::visible::one_line;

const BOLD: Style = Style::new().bold();

/// Units shown of one judgement.
const UNITS: usize = 40;

/// The verdict in its colour.
pub(super) fn style(verdict: Verdict) -> Style {
    let colour = match verdict {
        Verdict::Allow => AnsiColor::Green,
        Verdict::Deny => AnsiColor::Red,
        Verdict::Defer => AnsiColor::Yellow,
    };
    colour.on_default().bold()
}

/// Writes it.
pub fn write(out: &mut impl Write, one: &One, policy: &Policy, from: Evidence) -> io::Result<()> {
    let verdict = one.outcome.verdict();
    let style = style(verdict);
    let (name, sentence) = (one.outcome.reason(), one.outcome.sentence());
    writeln!(out, "{style}{}{style:#}  {BOLD}{name}{BOLD:#}: {sentence}\n", verdict.name())?;
    for unit in denied(one) {
        writeln!(out, "denied    {}", one_line(&unit, 200))?;
    }
    session(out, one)?;
    if let Ok(command) = &one.recovery.command {
        writeln!(out, "{BOLD}command{BOLD:#}")?;
        text(out, command)?;
    }
    if let Some(judged) = &one.judged {
        let rules = count(policy.rules.len() as u64, "rule");
        // What denies may be a spelling that the permission system does not see.
        let stands = !matches!(one.outcome, Outcome::PolicyDenies(_));
        let action = if stands { judged.winning().0 } else { judged.action }.name();
        let head = format!("policy, of the command as it stands ({rules}): {action}");
        judgement(out, &head, judged, policy, stands)?;
    }
    match one.outcome.answer().filter(|answer| answer.trace.unit.is_some()) {
        Some(answer) => reasoning(out, answer, one, policy, from),
        None => Ok(()),
    }
}

/// The units that were denied, in the judgement that decided; those beside them are not meant.
fn denied(one: &One) -> Vec<String> {
    let judged = match (&one.outcome, &one.inner) {
        (Outcome::PolicyDenies(_), _) => one.judged.as_ref(),
        (Outcome::Answered(_), inner) => inner.as_ref(),
        (Outcome::PolicyAllows, _) => None,
    };
    let units = judged.into_iter().flat_map(|judged| &judged.units);
    let denied = units.filter(|unit| unit.action == Action::Deny);
    denied.take(UNITS).map(|unit| unit.text.clone()).collect()
}

fn session(out: &mut impl Write, one: &One) -> io::Result<()> {
    match &one.recovery.header {
        Some(header) => {
            writeln!(out, "session   {}, version {}", one_line(&header.id, 80), header.version)?;
        }
        None => writeln!(out, "session   none")?,
    }
    if let Some(call) = &one.recovery.call {
        let entry = call.entry.as_deref().map_or(String::new(), |id| format!(", entry {id}"));
        let id = call.id.as_deref().unwrap_or_default();
        let entry = one_line(&entry, 80);
        writeln!(out, "call      {}, line {}{entry}", one_line(id, 80), call.line)?;
    }
    writeln!(out)
}

/// The units, with the action that the permission system takes (`stands`), or the authorizer's query gets.
fn judgement(
    out: &mut impl Write,
    head: &str,
    judged: &Judgement,
    policy: &Policy,
    stands: bool,
) -> io::Result<()> {
    writeln!(out, "{BOLD}{head}{BOLD:#}")?;
    let rows: Vec<Vec<String>> = judged
        .units
        .iter()
        .take(UNITS)
        .map(|unit| {
            let full = (unit.action, unit.why);
            let (action, why) = if stands { unit.seen.unwrap_or(full) } else { full };
            vec![
                format!("  {}", action.name()),
                place(unit.span),
                one_line(&unit.text, 80),
                one_line(&decided_by(why, policy), 60),
            ]
        })
        .collect();
    for line in columns(&rows, 4) {
        writeln!(out, "{line}")?;
    }
    if judged.units.len() > UNITS {
        writeln!(out, "  … {} more", judged.units.len() - UNITS)?;
    }
    writeln!(out)
}

fn reasoning(
    out: &mut impl Write,
    answer: &Answer,
    one: &One,
    policy: &Policy,
    from: Evidence,
) -> io::Result<()> {
    let trace = &answer.trace;
    let from = match from {
        Evidence::Session => "the session",
        Evidence::Payload => "the request's payload",
    };
    writeln!(out, "{BOLD}authorizer inner-cmd, with evidence from {from}{BOLD:#}")?;
    let shown = |text: &Option<String>| one_line(text.as_deref().unwrap_or_default(), 200);
    let mut rows = vec![["  unit".to_owned(), shown(&trace.unit)].to_vec()];
    let mut row = |name: &str, text: String| rows.push(vec![format!("  {name}"), text]);
    if let Some(wrapper) = trace.wrapper {
        row("wrapper", wrapper.name().to_owned());
    }
    if trace.inner.is_some() {
        row("runs", shown(&trace.inner));
        row("found by text", located(&trace.by_text));
        row("found by structure", located(&trace.by_structure));
    }
    if trace.exception.is_some() {
        row("broke", shown(&trace.exception));
    }
    let event = answer.event.map(|(stream, name)| format!("{name} ({})", stream.name()));
    row("event", event.unwrap_or_else(|| "none".to_owned()));
    columns(&rows, 2).iter().try_for_each(|line| writeln!(out, "{line}"))?;
    writeln!(out)?;
    if let (Some(full), Some(unwrapped)) = (&trace.full, &trace.unwrapped) {
        writeln!(out, "{BOLD}without the wrapper{BOLD:#}")?;
        difference(out, full, unwrapped)?;
        writeln!(out)?;
    }
    match &one.inner {
        Some(judged) => {
            let head = format!("policy, asked about all of it: {}", judged.action.name());
            judgement(out, &head, judged, policy, false)
        }
        None => writeln!(out, "The policy is not asked again."),
    }
}

fn located(located: &Located) -> String {
    match located {
        Located::Nowhere => "nowhere".to_owned(),
        Located::Once(span) => format!("once, at {}", place(*span)),
        Located::Several(places) => {
            let shown: Vec<String> = places.iter().take(6).map(|span| place(*span)).collect();
            let more = if places.len() > 6 { " …" } else { "" };
            format!("{} times, at {}{more}", places.len(), shown.join(" and "))
        }
    }
}
