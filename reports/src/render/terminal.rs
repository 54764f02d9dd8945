//! A run for a person at a terminal: the verdict first, then what ran, the checks, the rules, the worst findings
//! with a caret and a line that replays them, and what to do next. Styles are always written; the stream strips them.

use std::collections::BTreeMap;
use std::io::{self, Write};

use annotate_snippets::Level;
use anstyle::{AnsiColor, Style};

use crate::exit_code::Exit;
use crate::finding::{Finding, UNIT_LOCATION};
use crate::order::Rank;
use crate::render::snippet::{self, Note};
use crate::render::table::{columns, count, grouped};
use crate::render::verdict::verdict;
use crate::stated::phrase;
use crate::summary::Summary;
use crate::totals::TranscriptTotals;
use crate::visible::one_line;

/// Failures shown; the rest is in the reports.
const SHOWN_FAILURES: usize = 10;
/// Failures shown of the same kind, check and direction.
const SHOWN_OF_A_SORT: usize = 2;
/// Rules shown.
const SHOWN_RULES: usize = 15;

const BOLD: Style = Style::new().bold();
const DIM: Style = Style::new().dimmed();
const GOOD: Style = AnsiColor::Green.on_default().bold();
const BAD: Style = AnsiColor::Red.on_default().bold();
const ODD: Style = AnsiColor::Yellow.on_default().bold();

/// Writes the run.
pub fn write(out: &mut impl Write, run: &Summary) -> io::Result<()> {
    headline(out, run)?;
    what_ran(out, run)?;
    checks(out, run)?;
    rules(out, run)?;
    transcripts(out, run)?;
    failures(out, run)?;
    next(out, run)
}

fn headline(out: &mut impl Write, run: &Summary) -> io::Result<()> {
    let (word, text) = verdict(run);
    let style = match run.exit() {
        Exit::Parity => GOOD,
        Exit::Failure => BAD,
        Exit::Interrupted | Exit::Unreadable | Exit::Inconclusive | Exit::Usage => ODD,
    };
    writeln!(out, "{style}{word}{style:#}  {BOLD}{text}{BOLD:#}\n")?;
    writeln!(
        out,
        "Every command was read twice: by structure, as bash would run it, and by the old text matchers."
    )?;
    writeln!(
        out,
        "Where the two part, a rule must prove the text matcher wrong; all else is an engine failure,\nand so is every place where bash itself says something else than structure.\n"
    )
}

fn what_ran(out: &mut impl Write, run: &Summary) -> io::Result<()> {
    let totals = &run.totals;
    let sources: Vec<String> = totals
        .sources
        .iter()
        .map(|(name, n)| match name.as_str() {
            "seeded" => format!("{} seeded (seed {})", grouped(*n), run.header.seed),
            name => format!("{} {}", grouped(*n), one_line(name, 40)),
        })
        .collect();
    if !sources.is_empty() {
        writeln!(out, "ran     {}", sources.join(", "))?;
    }
    let unavailable: u64 = totals.unavailable.values().sum();
    writeln!(
        out,
        "read    {} simple, {} complex, {} unavailable{}; {} repaired",
        grouped(totals.simple),
        grouped(totals.complex),
        grouped(unavailable),
        reasons(&totals.unavailable),
        grouped(totals.repaired),
    )?;
    let engine = one_line(&run.header.engine, 60);
    writeln!(out, "engine  {engine}, {}", one_line(&run.header.grammar, 60))?;
    bash(out, run)
}

/// What bash was asked, and what it said.
fn bash(out: &mut impl Write, run: &Summary) -> io::Result<()> {
    let version = run.header.bash.as_deref().unwrap_or("not asked");
    writeln!(out, "bash    {}", one_line(version, 80))?;
    for absent in &run.header.absent {
        writeln!(out, "        {ODD}{}{ODD:#}", one_line(absent, 200))?;
    }
    if let Some(syntax) = &run.totals.syntax {
        let mut said = vec![format!("{} parsed as structure reads them", grouped(syntax.same))];
        let others = [
            (syntax.different, "parsed otherwise"),
            (syntax.refused_by_both, "refused by both"),
            (syntax.refused, "refused by bash alone"),
            (syntax.unknown(), "inconclusive"),
        ];
        let others = others.into_iter().filter(|(n, _)| *n > 0);
        said.extend(others.map(|(n, what)| format!("{} {what}", grouped(n))));
        writeln!(out, "        {}{}", said.join(", "), reasons(&syntax.inconclusive))?;
    }
    if let Some(execution) = &run.totals.execution {
        let not_run: u64 = execution.not_run.values().sum();
        writeln!(
            out,
            "        {} run {} in a box ({}), which started {}; {} of our own not run{}",
            count(execution.cases, "command"),
            count(execution.runs, "time"),
            one_line(run.header.sandbox.as_deref().unwrap_or("none"), 40),
            count(execution.programs, "program"),
            grouped(not_run),
            reasons(&execution.not_run)
        )?;
    }
    writeln!(out)
}

/// Counts by reason, in brackets; nothing when there is none.
fn reasons(counts: &BTreeMap<String, u64>) -> String {
    if counts.is_empty() {
        return String::new();
    }
    let each = counts.iter().map(|(reason, n)| format!("{} {}", grouped(*n), one_line(reason, 60)));
    format!(" ({})", each.collect::<Vec<_>>().join(", "))
}

fn checks(out: &mut impl Write, run: &Summary) -> io::Result<()> {
    let head = ["check", "agree", "legacy bug", "engine failure", "unknown", "unavailable"];
    let mut rows = vec![head.map(str::to_owned).to_vec()];
    for check in &run.totals.checks {
        let numbers =
            [check.agree, check.legacy_bug, check.engine_failure, check.unknown, check.unavailable];
        let mut row = vec![check.check.name().to_owned()];
        row.extend(numbers.map(grouped));
        rows.push(row);
    }
    let located = &run.totals.locations;
    if located.units > 0 {
        let numbers = [located.agree, located.legacy_bug, located.engine_failure];
        rows.push([UNIT_LOCATION.to_owned()].into_iter().chain(numbers.map(grouped)).collect());
    }
    let lines = columns(&rows, 1);
    let failed = std::iter::once(false)
        .chain(run.totals.checks.iter().map(|check| check.engine_failure > 0))
        .chain([located.engine_failure > 0]);
    for (at, (line, failed)) in lines.iter().zip(failed).enumerate() {
        let style = match (at, failed) {
            (0, _) => BOLD,
            (_, true) => BAD,
            (_, false) => Style::new(),
        };
        writeln!(out, "{style}{line}{style:#}")?;
    }
    writeln!(out)
}

fn rules(out: &mut impl Write, run: &Summary) -> io::Result<()> {
    let mut used: Vec<_> = run.totals.rules.iter().filter(|(_, rule)| rule.hits > 0).collect();
    used.sort_by(|(a, x), (b, y)| y.hits.cmp(&x.hits).then(a.cmp(b)));
    if used.is_empty() {
        return Ok(());
    }
    writeln!(out, "{BOLD}rules that proved a text matcher wrong{BOLD:#}")?;
    let rows: Vec<Vec<String>> = used
        .iter()
        .take(SHOWN_RULES)
        .map(|(name, rule)| {
            let citation = run.totals.incidents.get(&rule.incident).map_or("", |i| &i.citation);
            vec![
                format!("{:>8}", grouped(rule.hits)),
                one_line(name, 60),
                one_line(&rule.incident, 60),
                one_line(citation, 60),
            ]
        })
        .collect();
    for line in columns(&rows, 4) {
        writeln!(out, "{line}")?;
    }
    if used.len() > SHOWN_RULES {
        writeln!(out, "{:>8}  more: guarddiff incidents", used.len() - SHOWN_RULES)?;
    }
    writeln!(out)
}

fn transcripts(out: &mut impl Write, run: &Summary) -> io::Result<()> {
    let Some(transcripts) = &run.totals.transcripts else { return Ok(()) };
    writeln!(out, "{BOLD}transcripts{BOLD:#}")?;
    account(out, transcripts)?;
    writeln!(out)
}

/// What became of transcript files.
pub fn account(out: &mut impl Write, transcripts: &TranscriptTotals) -> io::Result<()> {
    let files: Vec<String> = transcripts
        .files
        .iter()
        .map(|(format, n)| format!("{} {}", grouped(*n), one_line(format, 40)))
        .collect();
    let files = if files.is_empty() { "none".to_owned() } else { files.join(", ") };
    writeln!(out, "  files read  {files}")?;
    writeln!(out, "  commands    {}", grouped(transcripts.commands))?;
    for (what, noted) in &transcripts.noted {
        writeln!(out, "  {:>10}  {}", grouped(noted.total), one_line(what, 60))?;
        for place in &noted.places {
            writeln!(out, "              {DIM}{}{DIM:#}", one_line(place, 120))?;
        }
    }
    Ok(())
}

fn failures(out: &mut impl Write, run: &Summary) -> io::Result<()> {
    for path in &run.unreadable {
        writeln!(out, "{ODD}could not be read{ODD:#}: {}", one_line(path, 160))?;
    }
    for figure in &run.drift {
        writeln!(out, "{BAD}drift{BAD:#} {}", one_line(figure, 200))?;
    }
    if !run.drift.is_empty() {
        writeln!(
            out,
            "The figures are not those of the committed baseline. Find out why; if it is meant, take them: guarddiff gate --bless\n"
        )?;
    }
    for rule in &run.stale {
        writeln!(
            out,
            "{BAD}stale rule{BAD:#} {}: it excused nothing in the pinned campaign. Delete it, or find what hides its cases.\n",
            one_line(rule, 80)
        )?;
    }
    let shown = worst(&run.failures);
    for case in &shown {
        writeln!(out, "{}\n", failure(case))?;
    }
    let findings: usize = shown.iter().map(Vec::len).sum();
    let more = run.totals.failures.total().saturating_sub(findings as u64);
    if more > 0 {
        writeln!(out, "… and {}; all are in --report jsonl=FILE\n", count(more, "more failure"))?;
    }
    let small = run.smallest.iter().filter_map(|it| Some((it, it.command.as_deref()?)));
    for (at, (it, command)) in small.enumerate() {
        if at == 0 {
            writeln!(
                out,
                "{BOLD}made small{BOLD:#}  the same check, direction and rule, case by case\n"
            )?;
        }
        let about = it.kind.about(it.check);
        writeln!(out, "  {about}  {}\n    {}\n", shell_word(&it.id), one_line(command, 200))?;
    }
    Ok(())
}

/// The failures to show, case by case and in the order of [`Rank`], and a few of each sort, so that no sort hides the
/// others.
fn worst(failures: &[Finding]) -> Vec<Vec<&Finding>> {
    let mut cases: Vec<Vec<&Finding>> = Vec::new();
    for finding in failures {
        match cases.iter_mut().find(|case| case[0].id == finding.id) {
            Some(case) => case.push(finding),
            None => cases.push(vec![finding]),
        }
    }
    for case in &mut cases {
        case.sort_by_key(|finding| Rank::of(finding));
    }
    cases.sort_by_key(|case| Rank::of(case[0]));
    let mut seen: BTreeMap<_, usize> = BTreeMap::new();
    cases.retain(|case| {
        let first = case[0];
        let fault = first.message.split(':').next();
        let n = seen.entry((first.kind, first.check, first.direction, fault)).or_default();
        *n += 1;
        *n <= SHOWN_OF_A_SORT
    });
    cases.truncate(SHOWN_FAILURES);
    cases
}

/// The failures of one case: the command, the caret and the opinions of the first, the names of the others, the line
/// that replays it.
fn failure(case: &[&Finding]) -> String {
    let Some((first, others)) = case.split_first() else { return String::new() };
    snippet::render(
        Level::ERROR.with_name("engine failure"),
        first.about(),
        &first.headline(),
        &first.command,
        first.span,
        "decided here",
        &notes(first, others),
    )
}

fn notes(finding: &Finding, others: &[&Finding]) -> Vec<Note> {
    let fact = finding.fact.as_ref().map_or(String::new(), |fact| format!(" ({fact})"));
    let mut notes = Vec::new();
    if !finding.structural.is_null() {
        notes.push(("structure", format!("{}{fact}", phrase(&finding.structural))));
    }
    if !finding.legacy.is_null() {
        notes.push(("text", phrase(&finding.legacy)));
    }
    if !finding.bash.is_null() {
        notes.push(("bash", phrase(&finding.bash)));
    }
    if !finding.planted.is_null() {
        notes.push(("planted", phrase(&finding.planted)));
    }
    if !others.is_empty() {
        let mut names: Vec<&str> = others.iter().map(|other| other.about()).collect();
        names.dedup();
        notes.push(("also", names.join(", ")));
    }
    notes.push(("replay", format!("guarddiff explain {}", shell_word(&finding.id))));
    notes
}

/// A case id as one word of a shell, harmless to show and to paste.
pub fn shell_word(id: &str) -> String {
    let id = one_line(id, 4096);
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./:#+,@%=".contains(c);
    if id.chars().all(plain) { id } else { format!("'{}'", id.replace('\'', r"'\''")) }
}

fn next(out: &mut impl Write, run: &Summary) -> io::Result<()> {
    let failed = run.totals.failures.total() > 0;
    if failed {
        writeln!(
            out,
            "{BOLD}next{BOLD:#}  run a replay line: it shows the words, the units and every opinion on that command."
        )
    } else if !run.stale.is_empty() {
        writeln!(
            out,
            "{BOLD}next{BOLD:#}  guarddiff incidents shows every rule, its incident and its hits."
        )
    } else if run.totals.transcripts.is_none() {
        writeln!(
            out,
            "{BOLD}next{BOLD:#}  guarddiff gate --transcripts PATH adds real sessions; guarddiff explain 'CMD' shows one command."
        )
    } else {
        writeln!(
            out,
            "{BOLD}next{BOLD:#}  guarddiff explain 'CMD' shows one command; --report md=FILE keeps this."
        )
    }
}

#[cfg(test)]
mod tests {
    use guarddiff_engine::facts::Check;
    use guarddiff_oracle::divergence::Direction;

    use super::*;
    use crate::finding::{Kind, Verdict};
    use crate::summary::Header;
    use crate::totals::{IncidentTotals, RuleTotals};

    fn run() -> Summary {
        let mut run = Summary::new(Header {
            schema: 1,
            tool: "guarddiff 0".to_owned(),
            engine: "engine 0".to_owned(),
            grammar: "grammar 0".to_owned(),
            bash: None,
            sandbox: None,
            shard: None,
            absent: vec!["bash is not asked: no bash in PATH".to_owned()],
            generator: 1,
            seed: 7,
            cases: 1200,
            inputs: Vec::new(),
            pinned: true,
        });
        run.totals.cases = 1200;
        run.totals.sources.insert("seeded".to_owned(), 1200);
        run.totals.simple = 1100;
        run.totals.complex = 99;
        run.totals.unavailable.insert("too-deep".to_owned(), 1);
        for check in &mut run.totals.checks {
            check.agree = 1200;
        }
        let rule = RuleTotals { hits: 4, own: 4, incident: "prose".to_owned() };
        run.totals.rules.insert("named-in-prose".to_owned(), rule);
        let incident = IncidentTotals {
            since: "0".to_owned(),
            hits: 4,
            title: String::new(),
            citation: "https://example.invalid/1".to_owned(),
            checks: Vec::new(),
        };
        run.totals.incidents.insert("prose".to_owned(), incident);
        run
    }

    fn shown(run: &Summary) -> String {
        let mut out = Vec::new();
        write(&mut anstream::StripStream::new(&mut out), run).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn a_pass_fits_on_one_screen() {
        assert_eq!(
            shown(&run()),
            "\
PASS  parity holds over 1,200 commands × 6 checks

Every command was read twice: by structure, as bash would run it, and by the old text matchers.
Where the two part, a rule must prove the text matcher wrong; all else is an engine failure,
and so is every place where bash itself says something else than structure.

ran     1,200 seeded (seed 7)
read    1,100 simple, 99 complex, 1 unavailable (1 too-deep); 0 repaired
engine  engine 0, grammar 0
bash    not asked
        bash is not asked: no bash in PATH

check               agree  legacy bug  engine failure  unknown  unavailable
guard-relevant      1,200           0               0        0            0
stages-and-commits  1,200           0               0        0            0
no-verify           1,200           0               0        0            0
commit-message      1,200           0               0        0            0
trailer-splice      1,200           0               0        0            0
unit-verdicts       1,200           0               0        0            0

rules that proved a text matcher wrong
       4  named-in-prose  prose  https://example.invalid/1

next  guarddiff gate --transcripts PATH adds real sessions; guarddiff explain 'CMD' shows one command.
"
        );
    }

    #[test]
    fn a_failure_shows_the_place_the_opinions_and_the_replay_line() {
        let finding = Finding {
            case: 0,
            id: "gen:1:7:412".to_owned(),
            kind: Kind::Divergence,
            check: Some(Check::NoVerify),
            direction: Some(Direction::Narrowed),
            classification: Verdict::EngineFailure,
            rule: None,
            incident: None,
            citation: None,
            fact: Some("no".to_owned()),
            structural: false.into(),
            legacy: true.into(),
            bash: serde_json::json!({"bash": {"syntax": "same", "reprint": "yes", "ran": "yes"}}),
            planted: serde_json::json!({ "holds": true, "knowable": true }),
            span: Some([13, 15]),
            message: String::new(),
            command: "git commit a\t-n\x1b\n".to_owned(),
        };
        let text = anstream::adapter::strip_str(&failure(&[&finding])).to_string();
        assert_eq!(
            text,
            "\
engine failure[no-verify]: narrowed: structure gives up what text held, and no rule proves the text wrong
  |
1 | git commit a    -n\\x1b
  |                 ^^ decided here
  |
  = structure: does not fire (no)
  = text: fires
  = bash: syntax same, reprint yes, ran yes
  = planted: yes
  = replay: guarddiff explain gen:1:7:412"
        );
    }

    #[test]
    fn the_headline_follows_the_exit_code() {
        let starts = |run: &Summary, with: &str| {
            let text = shown(run);
            assert!(text.starts_with(with), "{text}");
        };
        let mut failed = run();
        failed.stale.push("x".to_owned());
        starts(&failed, "FAIL  1 stale rule in 1,200 commands");
        failed.totals.failures.truth = 2;
        starts(&failed, "FAIL  2 engine failures, 1 stale rule in 1,200 commands");
        failed.interrupted = true;
        starts(&failed, "STOPPED  interrupted after 1,200 commands, with 2 engine failures");
        let mut unread = run();
        unread.unreadable.push("can't read /x".to_owned());
        starts(&unread, "UNREAD  1 named path could not be read");
        let mut nothing = run();
        nothing.totals.cases = 0;
        starts(&nothing, "NOTHING RAN");
    }

    #[test]
    fn a_replay_line_can_be_pasted() {
        assert_eq!(shell_word("gen:1:7:412"), "gen:1:7:412");
        assert_eq!(shell_word("log:a b/it's.jsonl:3"), r"'log:a b/it'\''s.jsonl:3'");
        assert_eq!(shell_word("log:$(rm x):3"), "'log:$(rm x):3'");
    }
}
