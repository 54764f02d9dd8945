//! A finding as services that watch builds take it: a class, a place, one line, a few more, all of bounded length and
//! harmless to show. Where a service asks for a file, an alert about a command of our own making names the source that
//! makes it.

use std::collections::BTreeMap;

use guarddiff_corpus::case::CaseId;

use crate::digest::Digest;
use crate::finding::Finding;
use crate::order::{First, Rank};
use crate::render::snippet;
use crate::render::terminal::shell_word;
use crate::stated::phrase;
use crate::summary::Summary;
use crate::visible::one_line;

/// Longest line of an alert, in characters.
const LINE: usize = 300;
/// Longest path or case id, in characters.
const PATH: usize = 1000;

/// Where the rest of many findings is, in every format that can't hold them all.
pub const ELSEWHERE: &str = "the JSON Lines report has them all (--report jsonl=FILE)";

/// Something that a person should look at, or is excused.
#[derive(Clone, PartialEq, Debug)]
pub struct Alert {
    /// What it is about and what kind of thing it is: `no-verify/narrowed`, `gate/stale-rule`.
    pub class: String,
    /// What it is about: a check, the commands, the unit's location, or the gate.
    pub about: &'static str,
    /// The case; none when it is about the run as a whole.
    pub id: Option<String>,
    /// What happened, in one line.
    pub headline: String,
    /// Each opinion, a name and one line.
    pub opinions: Vec<(&'static str, String)>,
    /// The command around what decided, in some lines.
    pub excerpt: String,
    /// The file that it is shown at.
    pub place: Place,
    /// The rule that excuses it and where its incident is written up.
    pub excuse: Option<(String, String)>,
    /// What tells it from others in every run; no line number is in it.
    pub fingerprint: String,
    /// How much it weakens a deny, of 100; see [`Rank::percent`].
    pub percent: u8,
}

/// A place in a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Place {
    /// The path as it was named, or from the root of guarddiff's checkout.
    pub path: String,
    /// The line, from 1.
    pub line: u64,
}

impl Alert {
    /// What a finding comes to.
    pub fn of(finding: &Finding) -> Alert {
        let rank = Rank::of(finding);
        let about = finding.about();
        let what = finding.direction.map_or(finding.kind.name(), |direction| direction.name());
        let values = [
            ("structure", &finding.structural),
            ("text", &finding.legacy),
            ("bash", &finding.bash),
            ("planted", &finding.planted),
        ];
        let said = values.into_iter().filter(|(_, value)| !value.is_null());
        let rule = finding.rule.as_ref().filter(|_| !rank.fails());
        let citation = finding.citation.as_deref().unwrap_or_default();
        Alert {
            class: format!("{about}/{what}"),
            about,
            id: Some(one_line(&finding.id, PATH)),
            headline: one_line(&finding.headline(), LINE),
            opinions: said.map(|(who, value)| (who, one_line(&phrase(value), LINE))).collect(),
            excerpt: snippet::excerpt(&finding.command, finding.span),
            place: place(&finding.id),
            excuse: rule.map(|rule| (one_line(rule, LINE), one_line(citation, LINE))),
            fingerprint: fingerprint(finding),
            percent: rank.percent(),
        }
    }

    fn of_run(what: &str, text: &str, path: &str, percent: u8) -> Alert {
        let mut digest = Digest::of("gate");
        digest.add(what);
        digest.add(text);
        Alert {
            class: format!("gate/{what}"),
            about: "gate",
            id: None,
            headline: one_line(text, LINE),
            opinions: Vec::new(),
            excerpt: String::new(),
            place: Place { path: path.to_owned(), line: 1 },
            excuse: None,
            fingerprint: digest.to_string(),
            percent,
        }
    }

    /// The line that replays the case.
    pub fn replay(&self) -> Option<String> {
        self.id.as_ref().map(|id| format!("guarddiff explain {}", shell_word(id)))
    }

    /// Headline, opinions and replay line under one another.
    pub fn lines(&self) -> Vec<String> {
        let mut lines = vec![self.headline.clone()];
        lines.extend(self.opinions.iter().map(|(who, what)| format!("{who}: {what}")));
        if let Some((rule, citation)) = &self.excuse {
            lines.push(format!("excused by the rule {rule}, cited: {citation}"));
        }
        lines.extend(self.replay().map(|line| format!("replay: {line}")));
        lines
    }
}

/// What is wrong with a run as a whole, each with the file to look at.
pub fn of_run(run: &Summary) -> Vec<Alert> {
    let stale = run.stale.iter().map(|rule| {
        let text = format!("stale rule {rule}: it excused nothing in the pinned campaign");
        Alert::of_run("stale-rule", &text, RULES, 50)
    });
    let drift = run.drift.iter().map(|figure| {
        let text = format!("drift from the baseline: {figure}");
        Alert::of_run("drift", &text, crate::baseline::PATH, 50)
    });
    let unread = run.unreadable.iter().map(|what| {
        let text = format!("could not be read: {what}");
        Alert::of_run("unreadable", &text, RUN, 40)
    });
    let interrupted = run
        .interrupted
        .then(|| Alert::of_run("interrupted", "interrupted: these are partial results", RUN, 40));
    let nothing = (run.totals.cases == 0).then(|| {
        Alert::of_run("nothing-ran", "no command was examined, so nothing is known", RUN, 40)
    });
    stale.chain(drift).chain(unread).chain(interrupted).chain(nothing).collect()
}

/// Where the rules are.
const RULES: &str = "allowlist/src/rule.rs";
/// What runs a campaign.
const RUN: &str = "reports/src/campaign.rs";

/// The file at which a case is shown: a transcript's own, else the source of what makes the case.
fn place(id: &str) -> Place {
    let made = |path: &str| Place { path: path.to_owned(), line: 1 };
    match id.parse() {
        Ok(CaseId::Log { file, line, .. }) => {
            Place { path: file.chars().take(PATH).collect(), line }
        }
        Ok(CaseId::Generated { .. }) => made("corpus/src/generate.rs"),
        Ok(CaseId::Incident { .. }) => made("corpus/src/incidents.rs"),
        Ok(CaseId::Pinned { .. }) => made("corpus/src/pinned.rs"),
        Err(_) => made(RUN),
    }
}

/// Kind, check, direction, what is wrong, the file and the command: not where in the file it stands.
fn fingerprint(finding: &Finding) -> String {
    let mut digest = Digest::of(finding.kind.name());
    digest.add(finding.about());
    digest.add(finding.direction.map_or("", |direction| direction.name()));
    digest.add(&finding.message);
    digest.add(&place(&finding.id).path);
    digest.add(&finding.command);
    digest.to_string()
}

/// The alerts of a run under way: the first of them, and how many there are.
pub struct Alerts {
    most: usize,
    first: First<Alert>,
    excused: bool,
    excuses: u64,
}

/// The alerts of a run that has ended.
pub struct Settled {
    /// What is wrong with the run as a whole, then the findings, the first one first. Fingerprints are distinct.
    pub alerts: Vec<Alert>,
    /// How many were let go.
    pub more: u64,
    /// How many findings are excused, among the alerts or not.
    pub excused: u64,
}

impl Alerts {
    /// Keeps at most so many, excused ones only if asked to.
    pub fn new(most: usize, excused: bool) -> Alerts {
        Alerts { most, first: First::new(most), excused, excuses: 0 }
    }

    /// Takes one finding.
    pub fn finding(&mut self, finding: &Finding) {
        let rank = Rank::of(finding);
        self.excuses += u64::from(!rank.fails());
        if rank.fails() || self.excused {
            self.first.offer(rank, || Alert::of(finding));
        }
    }

    /// What they come to.
    pub fn settle(self, run: &Summary) -> Settled {
        let mut alerts = of_run(run);
        let all = alerts.len() as u64 + self.first.arrived();
        alerts.extend(self.first.into_sorted());
        alerts.truncate(self.most);
        let mut seen: BTreeMap<String, u64> = BTreeMap::new();
        for alert in &mut alerts {
            let nth = seen.entry(alert.fingerprint.clone()).or_default();
            *nth += 1;
            if *nth > 1 {
                alert.fingerprint = format!("{}-{nth}", alert.fingerprint);
            }
        }
        Settled { more: all - alerts.len() as u64, alerts, excused: self.excuses }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(id: &str, path: &str, line: u64) {
        assert_eq!(place(id), Place { path: path.to_owned(), line });
    }

    #[test]
    fn every_case_has_a_file_to_be_shown_at() {
        check("log:logs/a b.jsonl:31#2", "logs/a b.jsonl", 31);
        check("log:-:7", "-", 7);
        check("gen:1:2:3", "corpus/src/generate.rs", 1);
        check("inc:prose-mention:twin", "corpus/src/incidents.rs", 1);
        check("pin:wrappers:3", "corpus/src/pinned.rs", 1);
        check("typed", RUN, 1);
        let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let made = ["gen:1:2:3", "inc:x", "pin:x:0", "typed"].map(|id| place(id).path);
        for path in made.iter().map(String::as_str).chain([RULES, crate::baseline::PATH]) {
            assert!(root.join(path).is_file(), "{path}");
        }
    }
}
