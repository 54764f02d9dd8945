//! A run as one page that needs nothing else: verdict, figures, charts, rules with their citations, and every kept
//! finding with the places that decided marked and the opinions side by side. What weakens a deny comes first.

mod finding;

use std::io::{self, Write};

use crate::alert::ELSEWHERE;
use crate::exit_code::Exit;
use crate::finding::{Finding, UNIT_LOCATION};
use crate::order::Rank;
use crate::render::page::{self, Bar, FOOT, Markup, bar, chart};
use crate::render::table::{count, grouped};
use crate::render::verdict::{parsed, ran, verdict};
use crate::summary::Summary;
use crate::totals::Directions;

/// Rules in the chart; the table has all.
const CHARTED: usize = 20;
/// Failures that stand open.
const OPEN: usize = 10;

const STYLE: &str = "\
.verdict{display:inline-block;padding:.1rem .6rem;border-radius:.3rem;color:var(--paper);font-weight:700;margin-right:.4rem}
.good{background:var(--good)}.bad{background:var(--bad)}.odd{background:var(--odd)}
.facts{margin:0;padding:0;list-style:none;color:var(--dim)}
.notes{padding-left:1.2rem}
.keys{display:flex;flex-wrap:wrap;gap:.2rem 1rem;margin:.25rem 0 1rem;color:var(--dim)}
.keys b{display:inline-block;width:.8rem;height:.8rem;border-radius:.15rem;margin-right:.35rem}
.agree{fill:var(--more);background:var(--more)}.bug{fill:var(--bar);background:var(--bar)}.fail{fill:var(--bad);background:var(--bad)}
.unknown{fill:var(--odd);background:var(--odd)}.unread{fill:var(--line);background:var(--line)}
.lost{fill:var(--bad);background:var(--bad)}.other{fill:var(--odd);background:var(--odd)}.gained{fill:var(--good);background:var(--good)}
details{border:1px solid var(--line);border-radius:.4rem;margin:.6rem 0;padding:0 .8rem;background:var(--card)}
summary{cursor:pointer;padding:.5rem 0}
.tag{display:inline-block;padding:0 .45rem;border-radius:.25rem;color:var(--paper);font-size:.85em;font-weight:600}
code,pre{font:13px/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}
pre{margin:.3rem 0 .8rem;padding:.6rem .8rem;background:var(--paper);border:1px solid var(--line);border-radius:.3rem;white-space:pre-wrap;max-height:24rem;overflow:auto}
pre i{font-style:normal;color:var(--bad);border-bottom:1px dotted}
mark{background:var(--mark);color:inherit;border-radius:.15rem;padding:0 .05rem}ins{background:var(--add);text-decoration:none;border-radius:.15rem}
.opinions{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(15rem,100%),1fr));gap:.8rem}
.opinions p{margin:0}.opinions h4{margin:0;color:var(--dim);font-size:.9rem}
.replay{margin:.6rem 0;color:var(--dim)}.replay code{color:var(--ink);user-select:all}";

/// Writes the page.
pub fn write(out: &mut impl Write, run: &Summary) -> io::Result<()> {
    let (word, text) = verdict(run);
    let mut page = page::head(&format!("guarddiff: {word}: {text}"), STYLE);
    top(&mut page, run, word, &text);
    trouble(&mut page, run);
    checks(&mut page, run);
    failures(&mut page, run);
    charts(&mut page, run);
    rules(&mut page, run);
    bash(&mut page, run);
    transcripts(&mut page, run);
    examples(&mut page, run);
    page.raw(FOOT);
    out.write_all(page.as_str().as_bytes())
}

fn top(page: &mut Markup, run: &Summary, word: &str, text: &str) {
    let style = match run.exit() {
        Exit::Parity => "verdict good",
        Exit::Failure => "verdict bad",
        Exit::Interrupted | Exit::Unreadable | Exit::Inconclusive | Exit::Usage => "verdict odd",
    };
    page.raw("<h1>").element("span", &[("class", &style)], word).text(text).raw("</h1>\n");
    page.raw("<p>Every command was read twice: by structure, as bash would run it, and by the old text matchers. ");
    page.raw("Where the two part, a rule must prove the text matcher wrong; all else is an engine failure, and so is ");
    page.raw("every place where bash itself says something else than structure.</p>\n<ul class=\"facts\">\n");
    let (header, totals) = (&run.header, &run.totals);
    let sources: Vec<String> =
        totals.sources.iter().map(|(name, n)| format!("{} {name}", grouped(*n))).collect();
    let unavailable: u64 = totals.unavailable.values().sum();
    let read = format!(
        "read: {} simple, {} complex, {} unavailable; {} repaired",
        grouped(totals.simple),
        grouped(totals.complex),
        grouped(unavailable),
        grouped(totals.repaired)
    );
    let lines = [
        format!("ran: {} (seed {})", sources.join(", "), header.seed),
        read,
        format!("engine: {}, {}", header.engine, header.grammar),
        format!("bash: {}", header.bash.as_deref().unwrap_or("not asked")),
        format!("made by {}", header.tool),
    ];
    for line in lines {
        page.element("li", &[], &line).raw("\n");
    }
    page.raw("</ul>\n");
}

/// What is wrong with the run as a whole.
fn trouble(page: &mut Markup, run: &Summary) {
    let stale = run.stale.iter().map(|rule| format!("stale rule: {rule}"));
    let drift = run.drift.iter().map(|figure| format!("drift: {figure}"));
    let unread = run.unreadable.iter().map(|what| format!("could not be read: {what}"));
    let absent = run.header.absent.iter().map(|what| format!("missing: {what}"));
    let all: Vec<String> = stale.chain(drift).chain(unread).chain(absent).collect();
    if all.is_empty() {
        return;
    }
    page.raw("<ul class=\"notes\">\n");
    for line in all {
        page.element("li", &[], &line).raw("\n");
    }
    page.raw("</ul>\n");
}

fn checks(page: &mut Markup, run: &Summary) {
    page.raw("<h2>Checks</h2>\n<div class=\"wide\"><table><thead>");
    let head = [
        "check",
        "agree",
        "legacy bug",
        "engine failure",
        "unknown",
        "unavailable",
        "narrowed",
        "changed",
        "widened",
    ];
    page.row("th", head).raw("</thead><tbody>\n");
    let ways = |it: &Directions| [it.narrowed, it.changed, it.widened].map(grouped);
    for check in &run.totals.checks {
        let numbers =
            [check.agree, check.legacy_bug, check.engine_failure, check.unknown, check.unavailable];
        let name = [check.check.name().to_owned()];
        page.row("td", name.into_iter().chain(numbers.map(grouped)).chain(ways(&check.directions)));
    }
    let located = &run.totals.locations;
    if located.units > 0 {
        let numbers = [located.agree, located.legacy_bug, located.engine_failure].map(grouped);
        let none = [String::new(), String::new()];
        let name = [UNIT_LOCATION.to_owned()];
        let ways = ways(&located.directions);
        page.row("td", name.into_iter().chain(numbers).chain(none).chain(ways));
    }
    page.raw("</tbody></table></div>\n");
}

fn charts(page: &mut Markup, run: &Summary) {
    page.raw("<h2>Charts</h2>\n<div class=\"charts\">\n<div>");
    let checks = &run.totals.checks;
    let outcomes: Vec<Bar> = checks
        .iter()
        .map(|it| Bar {
            label: it.check.name().to_owned(),
            parts: vec![
                ("fail", it.engine_failure),
                ("bug", it.legacy_bug),
                ("unknown", it.unknown),
                ("unread", it.unavailable),
                ("agree", it.agree),
            ],
            said: count(it.engine_failure, "failure"),
        })
        .collect();
    chart(page, "What each check comes to", &outcomes);
    let keys = [
        ("fail", "engine failure"),
        ("bug", "legacy bug"),
        ("unknown", "unknown"),
        ("unread", "unavailable"),
        ("agree", "agree"),
    ];
    legend(page, &keys);
    page.raw("</div><div>");
    let parted: Vec<Bar> = checks
        .iter()
        .map(|it| (it.check.name(), it.directions))
        .chain([(UNIT_LOCATION, run.totals.locations.directions)])
        .map(|(name, it)| Bar {
            label: name.to_owned(),
            parts: vec![("lost", it.narrowed), ("other", it.changed), ("gained", it.widened)],
            said: format!("{} narrowed", grouped(it.narrowed)),
        })
        .collect();
    chart(page, "Which way structure parts from text", &parted);
    legend(page, &[("lost", "narrowed"), ("other", "changed"), ("gained", "widened")]);
    page.raw("</div>\n");
    let used = used_rules(run);
    let mut bars: Vec<Bar> =
        used.iter().take(CHARTED).map(|(name, hits)| bar(name, *hits, "bug")).collect();
    let rest: u64 = used.iter().skip(CHARTED).map(|(_, hits)| hits).sum();
    bars.extend((rest > 0).then(|| bar("other", rest, "more")));
    chart(page, "Rules that proved a text matcher wrong", &bars);
    if let Some(syntax) = &run.totals.syntax {
        let bars = [
            bar("parsed otherwise", syntax.different, "fail"),
            bar("refused by bash alone", syntax.refused, "unknown"),
            bar("refused by both", syntax.refused_by_both, "agree"),
            bar("inconclusive", syntax.unknown(), "more"),
            bar("as structure reads them", syntax.same, "gained"),
        ];
        chart(page, "How bash parses the commands", &bars);
    }
    page.raw("</div>\n");
}

fn legend(page: &mut Markup, keys: &[(&'static str, &'static str)]) {
    page.raw("<div class=\"keys\">");
    for (class, name) in keys {
        page.raw("<span>").element("b", &[("class", class)], "").raw(name).raw("</span>");
    }
    page.raw("</div>");
}

/// The rules with hits, the busiest first.
fn used_rules(run: &Summary) -> Vec<(&str, u64)> {
    let mut used: Vec<(&str, u64)> =
        run.totals.rules.iter().map(|(name, rule)| (name.as_str(), rule.hits)).collect();
    used.retain(|(_, hits)| *hits > 0);
    used.sort_by_key(|(name, hits)| (std::cmp::Reverse(*hits), *name));
    used
}

fn rules(page: &mut Markup, run: &Summary) {
    if run.totals.rules.is_empty() {
        return;
    }
    page.raw("<h2>Rules and incidents</h2>\n<div class=\"wide\"><table><thead><tr><th>rule</th><th>hits</th>");
    page.raw("<th class=\"left\">incident</th><th class=\"left\">what happened</th><th class=\"left\">cited</th></tr></thead><tbody>\n");
    let mut rules: Vec<_> = run.totals.rules.iter().collect();
    rules.sort_by_key(|(name, rule)| (std::cmp::Reverse(rule.hits), *name));
    for (name, rule) in rules {
        let incident = run.totals.incidents.get(&rule.incident);
        let (title, citation) =
            incident.map_or(("", ""), |it| (it.title.as_str(), it.citation.as_str()));
        page.raw("<tr>").element("td", &[], name).element("td", &[], &grouped(rule.hits));
        page.element("td", &[("class", &"left")], &rule.incident);
        page.element("td", &[("class", &"left")], title);
        page.raw("<td class=\"left\">").citation(citation).raw("</td></tr>\n");
    }
    page.raw("</tbody></table></div>\n");
}

fn bash(page: &mut Markup, run: &Summary) {
    let (syntax, execution) = (&run.totals.syntax, &run.totals.execution);
    if syntax.is_none() && execution.is_none() {
        return;
    }
    page.raw("<h2>Bash as the judge</h2>\n<ul class=\"notes\">\n");
    if let Some(syntax) = syntax {
        let text = parsed(syntax);
        page.element("li", &[], &text).raw("\n");
        for (reason, n) in &syntax.inconclusive {
            page.element("li", &[], &format!("inconclusive, {reason}: {}", grouped(*n))).raw("\n");
        }
    }
    if let Some(execution) = execution {
        let text = ran(execution, run);
        page.element("li", &[], &text).raw("\n");
        for (reason, n) in &execution.not_run {
            page.element("li", &[], &format!("not run, {reason}: {}", grouped(*n))).raw("\n");
        }
    }
    page.raw("</ul>\n");
}

fn transcripts(page: &mut Markup, run: &Summary) {
    let Some(transcripts) = &run.totals.transcripts else { return };
    page.raw("<h2>Transcripts</h2>\n<ul class=\"notes\">\n");
    for (format, n) in &transcripts.files {
        page.element("li", &[], &format!("{format}: {}", count(*n, "file"))).raw("\n");
    }
    page.element("li", &[], &count(transcripts.commands, "command")).raw("\n");
    for (what, noted) in &transcripts.noted {
        let places = noted.places.join(", ");
        page.element("li", &[], &format!("{} {what}: {places}", grouped(noted.total))).raw("\n");
    }
    page.raw("</ul>\n");
}

fn failures(page: &mut Markup, run: &Summary) {
    let total = run.totals.failures.total();
    if total == 0 {
        return;
    }
    page.element("h2", &[], &count(total, "engine failure")).raw("\n");
    for (at, failure) in run.failures.iter().enumerate() {
        finding::write(page, failure, at < OPEN);
    }
    let more = total.saturating_sub(run.failures.len() as u64);
    if more > 0 {
        let text = format!("And {}: {ELSEWHERE}.", count(more, "more failure"));
        page.element("p", &[], &text).raw("\n");
    }
    let small: Vec<_> =
        run.smallest.iter().filter_map(|it| Some((it, it.command.as_deref()?))).collect();
    if small.is_empty() {
        return;
    }
    page.raw("<h3>Made small: the same check, direction and rule, case by case</h3>\n");
    for (it, command) in small {
        page.raw("<p>").text(it.kind.about(it.check)).raw(" ").element("code", &[], &it.id);
        page.raw("</p>\n");
        finding::command(page, command, &[], "mark");
    }
}

/// The kept findings that rules excuse, those of one direction together.
fn examples(page: &mut Markup, run: &Summary) {
    let examples = run.sorted_examples();
    if examples.is_empty() {
        return;
    }
    page.raw("<h2>What the rules proved, by example</h2>\n");
    let mut last: Option<Rank> = None;
    for example in &examples {
        let rank = Rank::of(example);
        if last != Some(rank) {
            page.raw("<h3>").raw(way(example)).raw("</h3>\n");
        }
        last = Some(rank);
        finding::write(page, example, false);
    }
    let hits: u64 = run.totals.rules.values().map(|rule| rule.hits).sum();
    let more = hits.saturating_sub(examples.len() as u64);
    if more > 0 {
        let text = format!("And {}: {ELSEWHERE}.", count(more, "more excused finding"));
        page.element("p", &[], &text).raw("\n");
    }
}

fn way(finding: &Finding) -> &'static str {
    use guarddiff_oracle::divergence::Direction;
    match finding.direction {
        Some(Direction::Narrowed) => "Narrowed: a guard built on structure lets go what text held",
        Some(Direction::Changed) => "Changed: both hold something, and not the same",
        Some(Direction::Widened) => "Widened: a guard built on structure holds what text never saw",
        None => "Others",
    }
}
