//! Runs made for these tests: hostile commands, and as many findings as one likes.

use std::collections::BTreeMap;

use guarddiff_engine::facts::Check;
use guarddiff_oracle::divergence::Direction;
use guarddiff_reports::campaign::Plan;
use guarddiff_reports::finding::{Finding, Kind, Verdict};
use guarddiff_reports::report_file::{Format, Place, Report};
use guarddiff_reports::run_file;
use guarddiff_reports::shrink::Smallest;
use guarddiff_reports::summary::Summary;
use guarddiff_reports::totals::{
    ExecutionTotals, IncidentTotals, Noted, PartTotals, RuleTotals, SyntaxTotals, TranscriptTotals,
};
use serde_json::{Value, json};

use crate::support::Folder;

/// Commands that want to be something else than text.
pub(super) fn hostile() -> Vec<String> {
    let long = format!("git commit -n -m '{}'", "x".repeat(1 << 20));
    let texts = [
        "echo \x1b[31mred\x1b[0m \x1b]8;;http://x\x07link\x1b]8;;\x07 git",
        "echo ]]> <![CDATA[ ]]]]> && git",
        "echo '<script>alert(1)</script><img src=x onerror=alert(1)>' git",
        "echo \"</pre></details></body></html><!-- --> &lt; &amp; &#60;\" git",
        "echo\n::error file=x,line=1::owned\n::set-output name=a::b\n::add-mask::git",
        "::stop-commands::pause ##[error]owned ##vso[task.complete]git",
        "=HYPERLINK(\"http://x\",\"git\")",
        "+1+1|git",
        "-git",
        "@SUM(1) git",
        "\t=1 git",
        "\r=1 git",
        "echo \u{202e}tig\u{2066} \u{200b}\u{feff}\u{ad}\u{e0041}\u{2028}git",
        "git \0 commit\0",
        "git \u{fffe}\u{ffff}\u{7f}\u{85}\u{9b}31m",
        "\n\n\n\n\ngit\n\n\n",
        "```\n# heading\n~~~~~~~~\n`````````` git",
        "[git](javascript:alert(1)) ![x](http://y) {0} {1}",
        "a,b\";\"c','d\"\"\ngit",
        "",
        "%0A::error::git%25",
        "git\r\n::warning::x\r",
        "\u{1f600}\u{1f1e9}\u{1f1ea} git e\u{301}",
    ];
    texts.into_iter().map(str::to_owned).chain([long]).collect()
}

/// A divergence of a case.
pub(super) fn finding(id: &str, direction: Direction, fails: bool, command: &str) -> Finding {
    let rule = (!fails).then(|| "quoted-data".to_owned());
    let fires = direction == Direction::Widened;
    Finding {
        case: 0,
        id: id.to_owned(),
        kind: Kind::Divergence,
        check: Some(Check::NoVerify),
        direction: Some(direction),
        classification: if fails { Verdict::EngineFailure } else { Verdict::LegacyBug },
        incident: rule.clone(),
        citation: rule.as_ref().map(|_| "https://example.invalid/1".to_owned()),
        rule,
        fact: Some("no".to_owned()),
        structural: json!(fires),
        legacy: json!(!fires),
        bash: Value::Null,
        planted: Value::Null,
        span: Some([0, command.len().min(3) as u32]),
        message: String::new(),
        command: command.to_owned(),
    }
}

/// Every hostile command as a failure and as an excused finding, in values, paths, rules and citations too.
pub(super) fn hostile_findings() -> Vec<Finding> {
    let mut all = Vec::new();
    for (at, command) in hostile().iter().enumerate() {
        let brief: String = command.chars().take(200).collect();
        let log = format!("log:logs/{}.jsonl:{}", brief.replace('/', "_"), at + 1);
        all.push(finding(&log, Direction::Narrowed, true, command));
        let spliced = Finding {
            check: Some(Check::TrailerSplice),
            fact: None,
            structural: json!({ "spliced": command }),
            legacy: json!({ "splice": "unchanged" }),
            planted: json!({ "spliced": command }),
            ..finding(&format!("gen:1:7:{at}"), Direction::Changed, true, command)
        };
        all.push(spliced);
        let message = Finding {
            check: Some(Check::CommitMessage),
            fact: None,
            structural: json!({ "texts": [command, command] }),
            legacy: json!({ "file": command }),
            rule: Some(brief.clone()),
            citation: Some(format!("https://{brief}")),
            ..finding(&log, Direction::Widened, false, command)
        };
        all.push(message);
        let units = Finding {
            check: Some(Check::UnitVerdicts),
            fact: None,
            structural: json!({ "units": [{ "span": [0, 1], "denied": true }, { "span": [9, 3], "denied": true }] }),
            legacy: json!({ "units": [{ "span": [0, 4_000_000], "denied": true }] }),
            span: Some([3, 4_000_000]),
            ..finding(&log, Direction::Narrowed, true, command)
        };
        all.push(units);
        let ran = Finding {
            kind: Kind::Execution,
            check: None,
            direction: None,
            fact: None,
            structural: Value::Null,
            legacy: Value::Null,
            bash: json!({ "bash": { "ran": command } }),
            span: None,
            message: format!("another program: {command}"),
            ..finding(&format!("pin:wrappers:{at}"), Direction::Narrowed, true, command)
        };
        all.push(ran);
    }
    for (at, finding) in all.iter_mut().enumerate() {
        finding.case = at as u64;
    }
    all
}

/// The run that has these findings.
pub(super) fn summary(findings: &[Finding]) -> Summary {
    let mut run = Summary::new(Plan::pinned(None).header());
    for (at, finding) in findings.iter().enumerate() {
        run.totals.cases = at as u64 + 1;
        match (finding.fails(), finding.kind) {
            (true, Kind::Divergence) => run.totals.failures.divergences += 1,
            (true, _) => run.totals.failures.execution += 1,
            (false, _) => {}
        }
        run.keep(finding.clone());
    }
    everything(&mut run);
    run.header.absent.push("bash is \x1b[1m::error::<b>not</b> asked\n::error::x".to_owned());
    run.unreadable.push("can't read /\u{202e}x: ]]><b>\n::error::x".to_owned());
    run.drift.push("cases \x1b[0m 1 -> 2".to_owned());
    run.stale.push("<i>rule</i>".to_owned());
    run
}

/// Counts of every kind, under names that want to be more than names.
fn everything(run: &mut Summary) {
    let name = "\x1b[1m<b>`|\n::error::##[group]x".to_owned();
    let counts = || BTreeMap::from([(name.clone(), 3)]);
    let totals = &mut run.totals;
    totals.sources = counts();
    totals.unavailable = counts();
    totals.locations.units = 1;
    totals.syntax = Some(SyntaxTotals { asked: 3, inconclusive: counts(), ..Default::default() });
    let parts = BTreeMap::from([(name.clone(), PartTotals { planted: 2, started: 1 })]);
    totals.execution =
        Some(ExecutionTotals { cases: 1, not_run: counts(), parts, ..Default::default() });
    let noted = Noted { total: 1, places: vec![name.clone()] };
    totals.transcripts = Some(TranscriptTotals {
        files: counts(),
        commands: 3,
        noted: BTreeMap::from([(name.clone(), noted)]),
    });
    let rule = RuleTotals { hits: 3, own: 1, incident: name.clone() };
    totals.rules = BTreeMap::from([(name.clone(), rule)]);
    let incident = IncidentTotals {
        since: "0".to_owned(),
        hits: 3,
        title: name.clone(),
        citation: format!("https://x\"><script>{name}"),
        checks: vec!["no-verify".to_owned()],
    };
    totals.incidents = BTreeMap::from([(name.clone(), incident)]);
    run.smallest.push(Smallest {
        case: 0,
        id: format!("log:{name}:1"),
        kind: Kind::Divergence,
        check: Some(Check::NoVerify),
        direction: Some(Direction::Narrowed),
        fingerprint: "0".to_owned(),
        command: Some(name),
    });
}

/// The report of a run in that format.
pub(super) fn report(format: Format, run: &Summary, findings: &[Finding]) -> Vec<u8> {
    let folder = Folder::new();
    let path = folder.path("report");
    let mut report = Report::new(format, Place::Path(path.clone().into())).unwrap();
    findings.iter().for_each(|finding| report.finding(finding).unwrap());
    report.finish(run).unwrap();
    std::fs::read(path).unwrap()
}

/// The same, as the text that every format is.
#[track_caller]
pub(super) fn text(format: Format, run: &Summary, findings: &[Finding]) -> String {
    String::from_utf8(report(format, run, findings)).unwrap()
}

/// The run on disk.
pub(super) fn store(folder: &Folder, name: &str, run: &Summary, findings: &[Finding]) -> String {
    let mut bytes = Vec::new();
    run_file::write_header(&mut bytes, &run.header).unwrap();
    for finding in findings {
        run_file::write_finding(&mut bytes, finding).unwrap();
    }
    run_file::write_trailer(&mut bytes, run, findings.len() as u64).unwrap();
    folder.write(name, bytes)
}
