//! Replayed sessions: totals by verdict and reason, the calls that would be released, and what another policy changes.

use std::collections::BTreeMap;
use std::io::{self, Write};

use anstyle::Style;
use guarddiff_engine::policy::Action;

use super::call::style;
use crate::authorize::permission::Outcome;
use crate::authorize::replay::{Replay, Replayed};
use crate::render::csv::{text_cell, write_cells};
use crate::render::explain::difference;
use crate::render::markdown::{cell, code, fence};
use crate::render::table::{columns, count, grouped};
use crate::render::terminal::shell_word;
use crate::visible::{Lines, one_line, visible};

const BOLD: Style = Style::new().bold();

/// Calls shown on a terminal of each sort; the reports hold all.
const SHOWN: usize = 20;

/// Writes it for a terminal.
pub fn write(out: &mut impl Write, replay: &Replay) -> io::Result<()> {
    writeln!(out, "{BOLD}{}{BOLD:#}\n", headline(replay))?;
    let head = ["verdict", "reason", "calls"].map(str::to_owned).to_vec();
    let mut rows = vec![head];
    for ((verdict, reason), n) in replay.totals() {
        rows.push(vec![verdict.name().to_owned(), reason.to_owned(), grouped(n)]);
    }
    rows.push(vec!["total".to_owned(), String::new(), grouped(replay.calls.len() as u64)]);
    for (at, line) in columns(&rows, 2).into_iter().enumerate() {
        let style = if at == 0 { BOLD } else { Style::new() };
        writeln!(out, "{style}{line}{style:#}")?;
    }
    writeln!(out)?;
    let mut left = left_out(replay).peekable();
    let any = left.peek().is_some();
    left.try_for_each(|line| writeln!(out, "{}", one_line(&line, 200)))?;
    if any {
        writeln!(out)?;
    }
    let released: Vec<&Replayed> = replay.released().collect();
    writeln!(out, "{BOLD}{} would be released{BOLD:#}", count(released.len() as u64, "call"))?;
    for call in released.iter().take(SHOWN) {
        writeln!(out, "  {}", shell_word(&call.id.to_string()))?;
        changed_text(out, call)?;
    }
    more(out, released.len())
}

/// Writes the calls that come out differently under the other policy.
pub fn write_changes(out: &mut impl Write, ours: &Replay, other: &Replay) -> io::Result<()> {
    let changed = changed(ours, other);
    let mut moves: BTreeMap<_, u64> = BTreeMap::new();
    for (a, b) in &changed {
        *moves.entry((a.outcome.verdict(), b.outcome.verdict())).or_default() += 1;
    }
    let what = count(changed.len() as u64, "call");
    writeln!(out, "\n{BOLD}{what} would come out differently under the other policy{BOLD:#}")?;
    for ((from, to), n) in moves {
        writeln!(out, "  {:>6}  {} → {}", grouped(n), from.name(), to.name())?;
    }
    for (a, b) in changed.iter().take(SHOWN) {
        let (from, to) = (&a.outcome, &b.outcome);
        let (old, new) = (style(from.verdict()), style(to.verdict()));
        writeln!(
            out,
            "\n  {}: {old}{}{old:#} ({}) → {new}{}{new:#} ({})",
            shell_word(&a.id.to_string()),
            from.verdict().name(),
            from.reason(),
            to.verdict().name(),
            to.reason()
        )?;
        let unwrapped = |call: &Replayed| call.unwrapped().map(str::to_owned);
        match (unwrapped(a), unwrapped(b)) {
            (Some(ours), Some(theirs)) if ours != theirs => difference(out, &ours, &theirs)?,
            (Some(_), _) => changed_text(out, a)?,
            (None, Some(_)) => changed_text(out, b)?,
            (None, None) => {
                let text = a.call.text.as_deref().unwrap_or_default();
                writeln!(out, "    {}", one_line(text, 400))?;
            }
        }
    }
    more(out, changed.len())
}

/// The calls whose verdicts differ. Both replays are of the same sessions.
fn changed<'r>(ours: &'r Replay, other: &'r Replay) -> Vec<(&'r Replayed, &'r Replayed)> {
    let pairs = ours.calls.iter().zip(&other.calls);
    pairs.filter(|(a, b)| a.outcome.verdict() != b.outcome.verdict()).collect()
}

/// Writes one row per call.
pub fn write_csv(out: &mut impl Write, replay: &Replay) -> io::Result<()> {
    let columns = [
        "id",
        "session",
        "call",
        "verdict",
        "reason",
        "policy",
        "unit",
        "command",
        "without_wrapper",
    ];
    write_cells(out, &columns.map(Into::into))?;
    for call in &replay.calls {
        let policy = match (&call.outcome, &call.judged) {
            (Outcome::PolicyDenies(_), _) => Action::Deny.name(),
            (_, Some(judged)) => judged.winning().0.name(),
            (_, None) => "",
        };
        let cells = [
            &call.id.to_string(),
            &call.session,
            call.call.id.as_deref().unwrap_or_default(),
            call.outcome.verdict().name(),
            call.outcome.reason(),
            policy,
            call.outcome.unit().unwrap_or_default(),
            call.call.text.as_deref().unwrap_or_default(),
            call.unwrapped().unwrap_or_default(),
        ];
        write_cells(out, &cells.map(text_cell))?;
    }
    Ok(())
}

/// Writes it as Markdown, with what another policy changes where there is one.
pub fn write_markdown(
    out: &mut impl Write,
    replay: &Replay,
    other: Option<&Replay>,
) -> io::Result<()> {
    writeln!(out, "# guarddiff authorize: {}\n", headline(replay))?;
    writeln!(out, "| verdict | reason | calls |\n| --- | --- | ---: |")?;
    for ((verdict, reason), n) in replay.totals() {
        writeln!(out, "| {} | {} | {} |", verdict.name(), cell(reason), grouped(n))?;
    }
    writeln!(out, "| total | | {} |\n", grouped(replay.calls.len() as u64))?;
    left_out(replay).try_for_each(|line| writeln!(out, "- {}", cell(&line)))?;
    writeln!(out, "\n## Calls that would be released\n")?;
    if replay.released().next().is_none() {
        writeln!(out, "None.\n")?;
    }
    for call in replay.released() {
        writeln!(out, "### {}\n", code(&call.id.to_string()))?;
        fenced(out, "as it was called", call.call.text.as_deref())?;
        fenced(out, "as it was judged", call.unwrapped())?;
    }
    let Some(other) = other else { return Ok(()) };
    let changed = changed(replay, other);
    writeln!(out, "## Calls that come out differently under the other policy\n")?;
    if changed.is_empty() {
        return writeln!(out, "None.");
    }
    for (a, b) in changed {
        writeln!(out, "### {}\n", code(&a.id.to_string()))?;
        let said = |call: &Replayed| {
            format!("{} ({})", call.outcome.verdict().name(), cell(call.outcome.reason()))
        };
        writeln!(out, "{} → {}\n", said(a), said(b))?;
        fenced(out, "as it was called", a.call.text.as_deref())?;
        if a.unwrapped() != b.unwrapped() {
            fenced(out, "as it was judged before", a.unwrapped())?;
        }
        fenced(out, "as it was judged", b.unwrapped())?;
    }
    Ok(())
}

/// A command in a fence that it cannot close; nothing where there is none.
fn fenced(out: &mut impl Write, what: &str, text: Option<&str>) -> io::Result<()> {
    let Some(text) = text else { return Ok(()) };
    let text = visible(text, Lines::Keep);
    let fence = fence(&text, 3);
    writeln!(out, "{what}:\n\n{fence}bash\n{text}\n{fence}\n")
}

fn headline(replay: &Replay) -> String {
    let calls = count(replay.calls.len() as u64, "bash call");
    format!("{calls} in {}", count(replay.sessions, "session"))
}

/// What is not in the totals.
fn left_out(replay: &Replay) -> impl Iterator<Item = String> {
    let copies = (replay.copies > 0).then(|| {
        format!("{} that an earlier session holds too, not counted", count(replay.copies, "call"))
    });
    let damaged = (replay.damaged > 0).then(|| {
        format!(
            "{} that cannot be read, with whatever calls they hold",
            count(replay.damaged, "line")
        )
    });
    let hidden = replay.hidden.iter().map(|(what, n)| format!("{} {what}", grouped(*n)));
    let files = replay.no_sessions.iter().map(|file| format!("no Pi session: {file}"));
    let unreadable = replay.unreadable.iter().cloned();
    let counted = copies.into_iter().chain(damaged).chain(hidden).chain(unreadable);
    let lines: Vec<String> = counted.chain(files.take(SHOWN)).collect();
    let more = replay.no_sessions.len().saturating_sub(SHOWN);
    let more = (more > 0)
        .then(|| format!("… and {} that are no Pi session", count(more as u64, "more file")));
    lines.into_iter().chain(more)
}

/// The command as it was called and as it was judged.
fn changed_text(out: &mut impl Write, call: &Replayed) -> io::Result<()> {
    let full = call.call.text.as_deref().unwrap_or_default();
    difference(out, full, call.unwrapped().unwrap_or(full))
}

fn more(out: &mut impl Write, all: usize) -> io::Result<()> {
    let more = all.saturating_sub(SHOWN);
    if more > 0 {
        writeln!(out, "  … and {}; --report csv=FILE has all", count(more as u64, "more call"))?;
    }
    Ok(())
}

impl Replayed {
    /// The command without the wrapper, where it came to that.
    pub fn unwrapped(&self) -> Option<&str> {
        self.outcome.answer()?.trace.unwrapped.as_deref()
    }
}
