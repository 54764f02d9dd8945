//! What weakens a deny stands first, in whatever order it was found.

use clap::ValueEnum as _;
use guarddiff_oracle::divergence::Direction;
use guarddiff_reports::report_file::Format;

use super::stored::{finding, store, summary, text};
use crate::support::{Folder, run, stdout};

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
    let terminal = stdout(&run(&["report", &store(&folder, &of, &findings)]));
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
