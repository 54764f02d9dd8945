//! What weakens a deny stands first, in whatever order it was found.

use clap::ValueEnum as _;
use guarddiff_oracle::divergence::Direction;
use guarddiff_reports::merge::merge;
use guarddiff_reports::report_file::Format;
use guarddiff_reports::shrink::Smallest;

use super::stored::{finding, store, summary, text};
use crate::support::{Folder, run, stdout};

#[test]
fn shards_merge_to_what_weakens_most_and_so_do_the_small_ones() {
    let folder = Folder::new();
    let command = "git commit -n";
    let shard = |k: u64| {
        let of = |n: u64, direction| {
            let mut finding = finding(&format!("gen:1:{k}:{n}"), direction, true, command);
            finding.case = 2 * n + k;
            finding
        };
        let mut findings: Vec<_> = (0..90).map(|n| of(n, Direction::Widened)).collect();
        findings.push(of(90 + k, Direction::Narrowed));
        let mut run = summary(&findings);
        run.header.shard = Some(format!("hash:{k}/2"));
        run.smallest = [findings.last(), findings.first()]
            .into_iter()
            .flatten()
            .map(|it| Smallest {
                case: it.case,
                id: it.id.clone(),
                kind: it.kind,
                check: it.check,
                direction: it.direction,
                fingerprint: format!("{k}{}", it.case),
                command: None,
            })
            .collect();
        std::path::PathBuf::from(store(&folder, &format!("{k}.jsonl"), &run, &findings))
    };
    let merged = merge(&[shard(1), shard(2)], &mut |_| Ok(())).unwrap();
    let ids = |n: usize| merged.failures[n].id.as_str();
    assert_eq!(
        [ids(0), ids(1), ids(2), ids(3)],
        ["gen:1:1:91", "gen:1:2:92", "gen:1:1:0", "gen:1:2:0"]
    );
    assert_eq!(merged.failures.len(), 100);
    let small: Vec<&str> = merged.smallest.iter().map(|it| it.id.as_str()).collect();
    assert_eq!(small, ["gen:1:1:91", "gen:1:2:92", "gen:1:1:0", "gen:1:2:0"]);
}

#[test]
fn what_weakens_a_deny_is_first_in_every_format() {
    let command = "git commit -n";
    let mut findings: Vec<_> = (0..150)
        .map(|n| finding(&format!("gen:1:1:{n}"), Direction::Widened, true, command))
        .collect();
    findings.push(finding("gen:1:2:7", Direction::Changed, true, command));
    findings.push(finding("gen:1:3:7", Direction::Narrowed, false, command));
    findings.push(finding("gen:1:4:7", Direction::Narrowed, true, command));
    let of = summary(&findings);
    let folder = Folder::new();
    let terminal = stdout(&run(&["report", &store(&folder, "run.jsonl", &of, &findings)]));
    let mut shown = vec![("terminal", terminal)];
    for format in Format::value_variants() {
        let name = match format {
            Format::Csv | Format::Jsonl => continue,
            Format::Md => "md",
            Format::Html => "html",
            Format::Junit => "junit",
            Format::Sarif => "sarif",
            Format::Github => "github",
            Format::GithubSummary => "github-summary",
            Format::Gitlab => "gitlab",
        };
        shown.push((name, text(*format, &of, &findings)));
    }
    for (format, text) in shown {
        let at = |id: &str| text.find(id).unwrap_or(usize::MAX);
        let (lost, changed, gained) = (at("gen:1:4:7"), at("gen:1:2:7"), at("gen:1:1:"));
        assert!(lost < changed && changed < gained && gained < usize::MAX, "{format}");
        let excused = at("gen:1:3:7");
        assert!(excused > gained, "{format}: what is excused stands behind what fails");
    }
}
