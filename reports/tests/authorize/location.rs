//! The gate over wrapped units: what a rule explains is excused, what none does fails.

use guarddiff_corpus::case::{Case, CaseId};
use guarddiff_corpus::incidents::location;
use guarddiff_engine::Engine;
use guarddiff_engine::checks::{self, Settings};
use guarddiff_reports::examine::{Examination, Opinion, examine, healthy};
use guarddiff_reports::finding::{Finding, Kind};
use guarddiff_reports::score::Score;
use guarddiff_reports::totals::Totals;

use crate::support::{Folder, exits, run, stdout};

fn case(command: &str) -> Case {
    let id = CaseId::Log { file: "-".to_owned(), line: 1, nth: 1 };
    Case { id, command: command.to_owned(), planted: None }
}

fn located(examined: &Examination) -> Vec<&Finding> {
    examined.findings.iter().filter(|finding| finding.kind == Kind::Location).collect()
}

/// An engine that loses every command but the first.
fn forgetful(command: &str) -> Opinion {
    let mut analysis = Engine::new().analyze(command);
    analysis.commands.truncate(1);
    let facts = checks::facts(command, &analysis, &Settings::default());
    Opinion { analysis, facts }
}

#[test]
fn an_occurrence_that_no_rule_explains_fails() {
    let examined = examine(case("timeout 5 x; timeout 5 x"), &mut forgetful);
    let found = located(&examined);
    assert_eq!(found.len(), 1);
    assert!(found[0].fails() && found[0].rule.is_none(), "{:?}", found[0]);
    assert!(found[0].headline().starts_with("narrowed: no rule says"), "{}", found[0].headline());
    let mut totals = Totals::new();
    Score::of(examined).count(&mut totals);
    let counted = totals.locations;
    assert_eq!((counted.units, counted.agree, counted.engine_failure), (1, 0, 1));
    assert_eq!((totals.failures.locations, totals.failures.total()), (1, 1));
}

#[test]
fn an_engine_that_loses_the_twins_other_unit_fails() {
    for incident in &location::LOCATIONS {
        let examined = examine(location::case(incident, true), &mut *healthy());
        assert!(examined.findings.is_empty(), "{}", incident.slug);
        let examined = examine(location::case(incident, false), &mut *healthy());
        let found = located(&examined);
        assert_eq!(found.len(), 1, "{}", incident.slug);
        assert_eq!(found[0].incident.as_deref(), Some(incident.slug));
        assert!(examined.findings.iter().all(|finding| !finding.fails()), "{}", incident.slug);
    }
    let twin = location::case(&location::LOCATIONS[3], true);
    let examined = examine(twin, &mut forgetful);
    let kinds: Vec<Kind> =
        examined.findings.iter().filter(|it| it.fails()).map(|it| it.kind).collect();
    assert!(kinds.contains(&Kind::Location) && kinds.contains(&Kind::Incident), "{kinds:?}");
}

#[test]
fn a_transcript_with_a_misplaced_unit_is_counted_and_explained() {
    let folder = Folder::new();
    let line = "echo 'timeout 5 x' && timeout 5 x\n";
    let list = folder.write("list.txt", line);
    let csv = folder.path("run.csv");
    let report = format!("csv={csv}");
    let output = run(&[
        "gate",
        "--cases",
        "0",
        "--bash",
        "off",
        "--transcripts",
        &list,
        "--report",
        &report,
    ]);
    exits(&output, 0);
    let text = stdout(&output);
    let row = text.lines().find(|line| line.starts_with("unit-location")).unwrap();
    let numbers: Vec<&str> = row.split_whitespace().collect();
    assert_eq!(numbers[2..], ["6", "0"], "{row}");
    let rows = std::fs::read_to_string(csv).unwrap();
    let ours = format!(
        "log:{list}:1,location,unit-location,narrowed,legacy-bug,unit-in-quotes,wrapper-in-quotes,"
    );
    assert!(rows.contains(&ours), "{rows}");
    let shown = stdout(&run(&["explain", "inc:wrapper-in-heredoc", "--bash", "off"]));
    assert!(shown.contains("legacy bug[unit-location]: narrowed: the search in the text is wrong by unit-in-heredoc"), "{shown}");
    assert!(shown.contains("finds “time kilnctl check” 2 times"), "{shown}");
}
