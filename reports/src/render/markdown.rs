//! A run as Markdown, for release notes and reviews. Commands stand in fences that they cannot close.

use std::io::{self, Write};

use crate::alert::ELSEWHERE;
use crate::exit_code::Exit;
use crate::finding::{Finding, UNIT_LOCATION};
use crate::render::table::{count, grouped};
use crate::render::terminal::shell_word;
use crate::render::verdict::{parsed, ran, verdict};
use crate::stated::phrase;
use crate::summary::Summary;
use crate::visible::{Lines, one_line, visible};

/// Longest command in a report, in characters; the stored run has all of it.
const LONGEST: usize = 4000;

/// Bytes of a step's summary: GitHub takes 1 MiB and refuses all of a longer one.
pub const SUMMARY_BYTES: usize = 1 << 20;

/// What is kept free for the line that says what was left out.
const TAIL: usize = 400;

/// Writes the run.
pub fn write(out: &mut impl Write, run: &Summary) -> io::Result<()> {
    head(out, run)?;
    bash(out, run)?;
    checks(out, run)?;
    rules(out, run)?;
    transcripts(out, run)?;
    failures(out, run)?;
    examples(out, run)
}

/// Writes what of the run fits in [`SUMMARY_BYTES`], and says what does not: the figures, the failures, the rules, then
/// examples of what they proved.
pub fn write_summary(out: &mut impl Write, run: &Summary) -> io::Result<()> {
    let mut left = SUMMARY_BYTES - TAIL;
    let mut text = Vec::new();
    let mut put = |text: &mut Vec<u8>| -> io::Result<bool> {
        let fits = text.len() <= left;
        if fits {
            left -= text.len();
            out.write_all(text)?;
        }
        text.clear();
        Ok(fits)
    };
    let (mut unsaid, mut more) = (Vec::new(), 0);
    head(&mut text, run)?;
    if !put(&mut text)? {
        let (word, said) = verdict(run);
        writeln!(text, "# guarddiff: {word}: {said}\n")?;
        put(&mut text)?;
        unsaid.push("what ran");
    }
    checks(&mut text, run)?;
    put(&mut text)?;
    for failure in &run.failures {
        finding(&mut text, failure)?;
        more += u64::from(!put(&mut text)?);
    }
    more += run.totals.failures.total().saturating_sub(run.failures.len() as u64);
    rules(&mut text, run)?;
    if !put(&mut text)? {
        unsaid.push("the rules");
    }
    let mut shown = 0;
    for example in one_of_a_sort(run) {
        finding(&mut text, example)?;
        shown += u64::from(put(&mut text)?);
    }
    let excused: u64 = run.totals.rules.values().map(|rule| rule.hits).sum();
    let mut left_out = Vec::new();
    left_out.extend((more > 0).then(|| count(more, "more failure")));
    let excused = excused.saturating_sub(shown);
    left_out.extend((excused > 0).then(|| count(excused, "more excused finding")));
    left_out.extend(unsaid.into_iter().map(str::to_owned));
    if left_out.is_empty() {
        return Ok(());
    }
    writeln!(out, "And {}: {ELSEWHERE}.", left_out.join(", "))
}

fn head(out: &mut impl Write, run: &Summary) -> io::Result<()> {
    let failures = run.totals.failures;
    let verdict = match run.exit() {
        Exit::Parity => "parity holds".to_owned(),
        Exit::Failure => format!(
            "{}, {}, {}",
            count(failures.total(), "engine failure"),
            count(run.stale.len() as u64, "stale rule"),
            count(run.drift.len() as u64, "drifted figure")
        ),
        Exit::Interrupted => "interrupted, these are partial results".to_owned(),
        Exit::Unreadable => "a named path could not be read".to_owned(),
        Exit::Inconclusive | Exit::Usage => "nothing ran".to_owned(),
    };
    writeln!(out, "# guarddiff: {verdict}\n")?;
    let header = &run.header;
    let totals = &run.totals;
    let sources: Vec<String> = totals
        .sources
        .iter()
        .map(|(name, n)| format!("{} {}", grouped(*n), escaped(name)))
        .collect();
    writeln!(out, "- {} × 6 checks: {}", count(totals.cases, "command"), sources.join(", "))?;
    writeln!(out, "- seed {}, generator {}", header.seed, header.generator)?;
    writeln!(
        out,
        "- {}, engine {}, {}, bash {}",
        code(&header.tool),
        code(&header.engine),
        code(&header.grammar),
        header.bash.as_deref().map_or("not asked".to_owned(), code)
    )?;
    let unavailable: u64 = totals.unavailable.values().sum();
    writeln!(
        out,
        "- {} simple, {} complex, {} unavailable, {} repaired",
        grouped(totals.simple),
        grouped(totals.complex),
        grouped(unavailable),
        grouped(totals.repaired)
    )?;
    for (reason, n) in &totals.unavailable {
        writeln!(out, "  - unavailable, {}: {}", code(reason), grouped(*n))?;
    }
    writeln!(
        out,
        "- no-verify answers that the raw-string check on every Complex command would change: {}",
        grouped(totals.seed_rule)
    )?;
    for path in &run.unreadable {
        writeln!(out, "- could not be read: {}", code(path))?;
    }
    for figure in &run.drift {
        writeln!(out, "- drift: {}", code(figure))?;
    }
    for rule in &run.stale {
        writeln!(out, "- stale rule: {}", code(rule))?;
    }
    writeln!(out)
}

/// What bash was asked, what it said, and how much of the grammar was run.
fn bash(out: &mut impl Write, run: &Summary) -> io::Result<()> {
    if run.header.absent.is_empty() && run.totals.syntax.is_none() {
        return Ok(());
    }
    writeln!(out, "## Bash as the judge\n")?;
    for absent in &run.header.absent {
        writeln!(out, "- missing: {}", escaped(absent))?;
    }
    if let Some(syntax) = &run.totals.syntax {
        writeln!(out, "- {}", parsed(syntax))?;
        for (reason, n) in &syntax.inconclusive {
            writeln!(out, "  - inconclusive, {}: {}", escaped(reason), grouped(*n))?;
        }
    }
    let Some(execution) = &run.totals.execution else { return writeln!(out) };
    writeln!(out, "- {}", escaped(&ran(execution, run)))?;
    for (reason, n) in &execution.not_run {
        writeln!(out, "  - not run, {}: {}", escaped(reason), grouped(*n))?;
    }
    writeln!(out, "\n| part of the grammar | planted commands | seen to start |")?;
    writeln!(out, "| --- | ---: | ---: |")?;
    for (name, part) in &execution.parts {
        writeln!(
            out,
            "| {} | {} | {} |",
            cell(name),
            grouped(part.planted),
            grouped(part.started)
        )?;
    }
    writeln!(out)
}

fn checks(out: &mut impl Write, run: &Summary) -> io::Result<()> {
    writeln!(out, "## Checks\n")?;
    writeln!(
        out,
        "| check | agree | legacy bug | engine failure | unknown | unavailable | narrowed | changed | widened |"
    )?;
    writeln!(out, "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |")?;
    for check in &run.totals.checks {
        let numbers = [
            check.agree,
            check.legacy_bug,
            check.engine_failure,
            check.unknown,
            check.unavailable,
            check.directions.narrowed,
            check.directions.changed,
            check.directions.widened,
        ];
        writeln!(out, "| {} | {} |", check.check.name(), numbers.map(grouped).join(" | "))?;
    }
    let located = &run.totals.locations;
    if located.units > 0 {
        let numbers = [located.agree, located.legacy_bug, located.engine_failure];
        let directions = located.directions;
        let directions = [directions.narrowed, directions.changed, directions.widened];
        let (numbers, directions) = (numbers.map(grouped), directions.map(grouped));
        let (numbers, directions) = (numbers.join(" | "), directions.join(" | "));
        writeln!(out, "| {UNIT_LOCATION} | {numbers} | | | {directions} |")?;
    }
    writeln!(out)
}

fn rules(out: &mut impl Write, run: &Summary) -> io::Result<()> {
    if run.totals.rules.is_empty() {
        return Ok(());
    }
    writeln!(out, "## Rules\n")?;
    writeln!(out, "| rule | hits | incident | citation |")?;
    writeln!(out, "| --- | ---: | --- | --- |")?;
    for (name, rule) in &run.totals.rules {
        let citation = run.totals.incidents.get(&rule.incident).map_or("", |i| &i.citation);
        writeln!(
            out,
            "| {} | {} | {} | {} |",
            cell(name),
            grouped(rule.hits),
            cell(&rule.incident),
            cell(citation)
        )?;
    }
    writeln!(out)
}

fn transcripts(out: &mut impl Write, run: &Summary) -> io::Result<()> {
    let Some(transcripts) = &run.totals.transcripts else { return Ok(()) };
    writeln!(out, "## Transcripts\n")?;
    for (format, n) in &transcripts.files {
        writeln!(out, "- {}: {}", code(format), count(*n, "file"))?;
    }
    writeln!(out, "- {}", count(transcripts.commands, "command"))?;
    for (what, noted) in &transcripts.noted {
        writeln!(out, "- {} {}", grouped(noted.total), escaped(what))?;
        for place in &noted.places {
            writeln!(out, "  - {}", code(place))?;
        }
    }
    writeln!(out)
}

fn failures(out: &mut impl Write, run: &Summary) -> io::Result<()> {
    let total = run.totals.failures.total();
    if total == 0 {
        return Ok(());
    }
    writeln!(out, "## Engine failures\n")?;
    for failure in &run.failures {
        finding(out, failure)?;
    }
    let more = total.saturating_sub(run.failures.len() as u64);
    if more > 0 {
        writeln!(out, "And {}: {ELSEWHERE}.\n", count(more, "more failure"))?;
    }
    Ok(())
}

fn examples(out: &mut impl Write, run: &Summary) -> io::Result<()> {
    if run.examples.is_empty() {
        return Ok(());
    }
    writeln!(out, "## Examples of what the rules proved\n")?;
    one_of_a_sort(run).into_iter().try_for_each(|example| finding(out, example))
}

/// The first example of each rule, check and direction.
fn one_of_a_sort(run: &Summary) -> Vec<&Finding> {
    let mut examples = run.sorted_examples();
    examples.dedup_by_key(|it| (it.direction, it.check, &it.rule));
    examples
}

fn finding(out: &mut impl Write, finding: &Finding) -> io::Result<()> {
    writeln!(
        out,
        "### {} {}: {}\n",
        finding.about(),
        code(&finding.id),
        escaped(&finding.headline())
    )?;
    let command = match finding.command.char_indices().nth(LONGEST) {
        Some((cut, _)) => format!("{}…", &finding.command[..cut]),
        None => finding.command.clone(),
    };
    let command = visible(&command, Lines::Keep);
    let fence = fence(&command, 3);
    writeln!(out, "{fence}bash\n{command}\n{fence}\n")?;
    for (who, value) in [
        ("structure", &finding.structural),
        ("text", &finding.legacy),
        ("bash", &finding.bash),
        ("planted", &finding.planted),
    ] {
        if !value.is_null() {
            writeln!(out, "- {who}: {}", escaped(&phrase(value)))?;
        }
    }
    if let Some([start, end]) = finding.span {
        writeln!(out, "- decided at bytes {start}..{end}")?;
    }
    writeln!(out, "- replay: {}\n", code(&format!("guarddiff explain {}", shell_word(&finding.id))))
}

/// A code span that the text cannot close.
pub(super) fn code(text: &str) -> String {
    let shown = visible(text, Lines::Fold);
    if shown.is_empty() {
        return String::new();
    }
    let fence = fence(&shown, 1);
    // One blank on each side is not part of the span (CommonMark 6.1), and keeps a backtick off the fence.
    let pad = if shown.starts_with('`') || shown.ends_with('`') { " " } else { "" };
    format!("{fence}{pad}{shown}{pad}{fence}")
}

/// One more backtick than the longest run in the text, and at least `least`.
pub(super) fn fence(text: &str, least: usize) -> String {
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    "`".repeat(least.max(longest + 1))
}

/// Text of a table cell.
pub(super) fn cell(text: &str) -> String {
    escaped(&one_line(text, 300))
}

/// Text that Markdown takes for text.
pub(super) fn escaped(text: &str) -> String {
    let mut out = String::new();
    for c in visible(text, Lines::Fold).chars() {
        if "\\`*_[]<>|#&!~".contains(c) {
            out.push('\\');
        }
        out.push(c);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_command_closes_its_fence() {
        assert_eq!(fence("echo", 3), "```");
        assert_eq!(fence("echo ```` x", 3), "`````");
        assert_eq!(code("a`b``c"), "```a`b``c```");
        assert_eq!(code("`x`"), "`` `x` ``");
        assert_eq!(code("x\n\x1b"), "`x⏎\\x1b`");
    }

    #[test]
    fn text_stays_text() {
        assert_eq!(escaped("<img> a|b [x](y) &lt;"), "\\<img\\> a\\|b \\[x\\](y) \\&lt;");
    }
}
