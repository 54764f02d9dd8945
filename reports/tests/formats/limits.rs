//! More than a platform takes: what is left out is counted, and where it is is said.

use guarddiff_oracle::divergence::Direction;
use guarddiff_reports::finding::Finding;
use guarddiff_reports::report_file::Format;
use serde_json::Value;

use super::stored::{finding, summary, text};

fn many(n: usize, command: &str) -> Vec<Finding> {
    let id = |n: usize| format!("log:logs/a.jsonl:{}", n + 1);
    (0..n).map(|n| finding(&id(n), Direction::Widened, true, command)).collect()
}

#[test]
fn every_format_counts_what_it_leaves_out_and_says_where_it_is() {
    let findings = many(12_000, "git commit -n");
    let run = summary(&findings);
    let shown = |format| {
        let text = text(format, &run, &findings);
        assert!(text.contains("--report jsonl=FILE"), "where the rest is");
        text
    };
    let json = |text: &str| serde_json::from_str::<Value>(text).unwrap();
    // Three alerts are about the run as a whole.
    let sarif = shown(Format::Sarif);
    assert_eq!(json(&sarif)["runs"][0]["results"].as_array().unwrap().len(), 5000);
    assert!(sarif.contains("7,003 more failures"), "counted");
    let gitlab = shown(Format::Gitlab);
    assert_eq!(json(&gitlab).as_array().unwrap().len(), 1001, "the last one counts the rest");
    assert!(gitlab.contains("11,003 more failures"));
    let github = shown(Format::Github);
    assert_eq!(github.matches("::error ").count(), 10);
    assert!(github.contains("11,993 more failures"), "{github}");
    let junit = shown(Format::Junit);
    assert_eq!(junit.matches("<failure ").count(), 10_000);
    assert!(junit.contains("2,003 more findings"));
    for format in [Format::Html, Format::Md, Format::GithubSummary] {
        assert!(shown(format).contains("11,900 more failures"), "{format:?}");
    }
}

#[test]
fn a_summary_stays_within_a_mebibyte() {
    let findings = many(200, &"\x1b".repeat(10_000));
    let run = summary(&findings);
    let text = text(Format::GithubSummary, &run, &findings);
    assert!(text.len() <= 1 << 20, "{}", text.len());
    let shown = text.matches("\n### no-verify ").count();
    assert!((20..100).contains(&shown), "{shown}");
    assert!(text.contains(&format!("{} more failures", 200 - shown)), "{shown}");
}

#[test]
fn a_junit_file_stays_under_what_gitlab_takes() {
    let mut findings = many(9000, &format!("{}\n", "\"".repeat(100)).repeat(20));
    findings.iter_mut().for_each(|finding| finding.span = Some([0, 2000]));
    let run = summary(&findings);
    let text = text(Format::Junit, &run, &findings);
    assert!((10_000_000..30_000_000).contains(&text.len()), "{}", text.len());
    let shown = text.matches("<failure ").count() - 3;
    let more = format!("{} more findings", thousands(9000 - shown));
    assert!(shown < 9000 && text.contains(&more), "{more}");
}

fn thousands(n: usize) -> String {
    if n < 1000 { n.to_string() } else { format!("{},{:03}", n / 1000, n % 1000) }
}

#[test]
fn fingerprints_hold_no_line_and_are_each_their_own() {
    let prints = |findings: &[Finding]| -> Vec<String> {
        let of = summary(findings);
        let all: Value = serde_json::from_str(&text(Format::Gitlab, &of, findings)).unwrap();
        let print = |it: &Value| it["fingerprint"].as_str().unwrap().to_owned();
        let found = all.as_array().unwrap().iter().filter(|it| it["check_name"] != "gate/drift");
        found.map(print).collect()
    };
    let mut findings = many(5, "git commit -n");
    let before = prints(&findings);
    let mut distinct = before.clone();
    distinct.sort();
    distinct.dedup();
    assert_eq!(distinct.len(), before.len());
    for (at, finding) in findings.iter_mut().enumerate() {
        finding.id = format!("log:logs/a.jsonl:{}", at + 100);
    }
    assert_eq!(prints(&findings), before);
}
