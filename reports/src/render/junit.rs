//! A run as JUnit XML: a suite for the gate itself and one for each check. A failure is a failed test, what a rule
//! excuses is a skipped one that names the incident. There is no clock in it, so no test has a time.

use std::collections::BTreeMap;
use std::io::{self, Write};

use quick_junit::{NonSuccessKind, Property, Report, TestCase, TestCaseStatus, TestSuite};

use crate::alert::{Alert, ELSEWHERE, Settled};
use crate::finding::UNIT_LOCATION;
use crate::render::table::{count, grouped};
use crate::render::verdict::verdict;
use crate::summary::Summary;
use crate::visible::{Lines, visible};

/// Tests in a report.
pub const MOST: usize = 10_000;

/// Bytes of a report, about: GitLab takes less than 30 MB.
pub const MOST_BYTES: usize = 24 << 20;

/// Writes the run.
pub fn write(out: &mut impl Write, run: &Summary, settled: &Settled) -> io::Result<()> {
    let alerts = &settled.alerts;
    let mut report = Report::new("guarddiff");
    let mut suites: BTreeMap<&str, Vec<TestCase>> = BTreeMap::new();
    let mut names = BTreeMap::new();
    let (mut bytes, mut shown) = (0, 0);
    for alert in alerts.iter().filter(|alert| alert.id.is_some()) {
        let test = test(alert, &mut names);
        bytes += size(&test);
        if bytes > MOST_BYTES {
            break;
        }
        shown += 1;
        suites.entry(alert.about).or_default().push(test);
    }
    let found = alerts.iter().filter(|alert| alert.id.is_some()).count();
    let more = settled.more + (found - shown) as u64;
    report.add_test_suite(gate(run, alerts, more));
    for (about, text) in agreement(run) {
        let mut suite = TestSuite::new(about);
        suite.add_test_cases(suites.remove(about).unwrap_or_default());
        let mut rest = TestCase::new("every other command", TestCaseStatus::success());
        rest.set_classname(about).set_system_out(text);
        suite.add_test_case(rest);
        report.add_test_suite(suite);
    }
    for (about, tests) in suites {
        let mut suite = TestSuite::new(about);
        suite.add_test_cases(tests);
        report.add_test_suite(suite);
    }
    let text = report.to_string().map_err(io::Error::other)?;
    // The schema of Jenkins (junit-10.xsd) knows this count in suites, and refuses it around them.
    let skipped = format!(" skipped=\"{}\"", report.skipped);
    out.write_all(text.replacen(&skipped, "", 1).as_bytes())
}

/// The suite about the run as a whole.
fn gate(run: &Summary, alerts: &[Alert], more: u64) -> TestSuite {
    let header = &run.header;
    let mut suite = TestSuite::new("gate");
    let bash = header.bash.as_deref().unwrap_or("not asked");
    let properties = [
        ("tool", header.tool.as_str()),
        ("engine", &header.engine),
        ("grammar", &header.grammar),
        ("bash", bash),
        ("seed", &header.seed.to_string()),
        ("commands", &run.totals.cases.to_string()),
    ]
    .map(|(name, value)| Property::new(name, visible(value, Lines::Fold)));
    suite.add_properties(properties);
    let (word, text) = verdict(run);
    let mut add = |name: &str, status: TestCaseStatus, text: &str| {
        let mut test = TestCase::new(name, status);
        test.set_classname("gate");
        if !text.is_empty() {
            test.set_system_out(text);
        }
        suite.add_test_case(test);
    };
    let ran = if run.totals.cases == 0 { failed("nothing ran") } else { TestCaseStatus::success() };
    add("commands were examined", ran, &format!("{word}: {text}"));
    for (class, name) in [
        ("gate/stale-rule", "no rule is stale"),
        ("gate/drift", "figures are those of the baseline"),
        ("gate/unreadable", "every named path can be read"),
        ("gate/interrupted", "the run came to its end"),
    ] {
        let lines: Vec<&str> = alerts
            .iter()
            .filter(|alert| alert.class == class)
            .map(|alert| alert.headline.as_str())
            .collect();
        let status = match lines.first() {
            Some(first) => failed(first),
            None => TestCaseStatus::success(),
        };
        add(name, status, &lines.join("\n"));
    }
    let absent: Vec<_> = header.absent.iter().map(|it| visible(it, Lines::Fold)).collect();
    if !absent.is_empty() {
        add("every witness is there", skipped(&absent.join("; ")), "");
    }
    if more > 0 {
        let text = format!("{}: {ELSEWHERE}", count(more, "more finding"));
        add("every finding is in this report", skipped(&text), "");
    }
    suite
}

/// What each check comes to.
fn agreement(run: &Summary) -> impl Iterator<Item = (&'static str, String)> {
    let of = |agree, excused, failed, more: &str| {
        format!(
            "{} agree{more}; {} excused, {}",
            grouped(agree),
            grouped(excused),
            count(failed, "failure")
        )
    };
    let checks = run.totals.checks.iter().map(move |check| {
        let unknown = format!(
            ", {} where structure answers unknown, {} where it can't read",
            grouped(check.unknown),
            grouped(check.unavailable)
        );
        let text = of(check.agree, check.legacy_bug, check.engine_failure, &unknown);
        (check.check.name(), text)
    });
    let located = run.totals.locations;
    let text = of(located.agree, located.legacy_bug, located.engine_failure, "");
    checks.chain((located.units > 0).then_some((UNIT_LOCATION, text)))
}

/// One finding; its name is its own, since readers take a second test of one name for a run of the first.
fn test(alert: &Alert, names: &mut BTreeMap<String, u64>) -> TestCase {
    let id = alert.id.as_deref().unwrap_or_default();
    let mut name = format!("{id} {}", alert.class);
    let nth = names.entry(name.clone()).or_default();
    *nth += 1;
    if *nth > 1 {
        name = format!("{name} {nth}");
    }
    let status = match &alert.excuse {
        None => {
            let mut status = failed(&alert.headline);
            status.set_type(alert.class.as_str());
            status.set_description(alert.lines().join("\n"));
            status
        }
        Some((rule, citation)) => skipped(&format!("{rule}: {citation}")),
    };
    let mut test = TestCase::new(name, status);
    test.set_classname(alert.about);
    // The file's system-out is where readers show what does not fit in one line.
    let text = match &alert.excuse {
        None => alert.excerpt.clone(),
        Some(_) => format!("{}\n{}", alert.lines().join("\n"), alert.excerpt),
    };
    test.set_system_out(text);
    test
}

fn failed(message: &str) -> TestCaseStatus {
    let mut status = TestCaseStatus::non_success(NonSuccessKind::Failure);
    status.set_message(message);
    status
}

fn skipped(message: &str) -> TestCaseStatus {
    let mut status = TestCaseStatus::skipped();
    status.set_message(message);
    status
}

/// At least the bytes that a test takes.
fn size(test: &TestCase) -> usize {
    let text = |text: Option<&str>| {
        // The longest escape is `&quot;`.
        let escapes = |text: &str| text.bytes().filter(|b| b"<>&'\"\n\t".contains(b)).count();
        text.map_or(0, |text| text.len() + 5 * escapes(text))
    };
    let (message, ty, description) = match &test.status {
        TestCaseStatus::NonSuccess { message, ty, description, .. }
        | TestCaseStatus::Skipped { message, ty, description } => (message, ty, description),
        TestCaseStatus::Success { .. } => (&None, &None, &None),
    };
    let all = [message, ty, description, &test.system_out, &test.classname];
    let texts: usize = all.iter().map(|it| text(it.as_deref())).sum();
    200 + text(Some(&test.name)) + texts
}
