//! Two stored runs held against each other: which findings are new, fixed or changed, what weakens a deny first. It
//! judges nothing.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::Path;

use crate::finding::Finding;
use crate::order::Rank;
use crate::render::table::{count, grouped};
use crate::run_file::{self, RunError};
use crate::summary::Summary;
use crate::visible::one_line;

/// Findings shown of a kind; all are counted.
const SHOWN: usize = 20;

/// What a finding is about: the case by its text, so that a case that moved is the same one.
type Key = (String, &'static str, &'static str);

/// What was found about it, as far as a change of it matters.
#[derive(Clone, PartialEq, Eq)]
struct Found {
    rank: Rank,
    id: String,
    what: String,
    fails: bool,
}

/// A finding in one line, and where it stands.
type Line = (Rank, String);

/// How two runs differ.
pub(crate) struct Diff {
    new: Vec<Line>,
    fixed: Vec<Line>,
    changed: Vec<Line>,
    old_cases: u64,
    new_cases: u64,
    sources: Vec<(String, u64, u64)>,
    worse: bool,
}

/// Reads two runs and compares them.
pub(crate) fn diff(old: &Path, new: &Path) -> Result<Diff, RunError> {
    let (old, were) = load(old)?;
    let (new, are) = load(new)?;
    let mut diff = Diff {
        new: Vec::new(),
        fixed: Vec::new(),
        changed: Vec::new(),
        old_cases: old.totals.cases,
        new_cases: new.totals.cases,
        sources: sources(&old, &new),
        worse: false,
    };
    for (key, is) in &are {
        match were.get(key) {
            None => {
                diff.worse |= is.fails;
                diff.new.push(line(key, is));
            }
            Some(was) if was.what != is.what => {
                diff.worse |= is.fails;
                let (rank, line) = line(key, is);
                diff.changed.push((rank, format!("{line} (was: {})", was.what)));
            }
            Some(_) => {}
        }
    }
    let gone = were.iter().filter(|(key, _)| !are.contains_key(*key));
    diff.fixed.extend(gone.map(|(key, was)| line(key, was)));
    for list in [&mut diff.new, &mut diff.fixed, &mut diff.changed] {
        list.sort_by_key(|(rank, _)| *rank);
    }
    Ok(diff)
}

impl Diff {
    /// Whether something fails in the new run that did not fail so in the old one.
    pub(crate) fn is_worse(&self) -> bool {
        self.worse
    }

    /// Writes the differences.
    pub(crate) fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let lists = [("new", &self.new), ("fixed", &self.fixed), ("changed", &self.changed)];
        for (word, lines) in lists {
            writeln!(out, "{word:8}{}", count(lines.len() as u64, "finding"))?;
            for (_, line) in lines.iter().take(SHOWN) {
                writeln!(out, "  {}", one_line(line, 300))?;
            }
            if lines.len() > SHOWN {
                writeln!(out, "  … and {} more", grouped((lines.len() - SHOWN) as u64))?;
            }
        }
        let (was, is) = (self.old_cases, self.new_cases);
        let (added, removed) = (is.saturating_sub(was), was.saturating_sub(is));
        writeln!(out, "cases   {} added, {} removed", grouped(added), grouped(removed))?;
        for (source, was, is) in &self.sources {
            writeln!(
                out,
                "  {source}: {} in the old run, {} in the new",
                grouped(*was),
                grouped(*is)
            )?;
        }
        Ok(())
    }
}

fn load(path: &Path) -> Result<(Summary, BTreeMap<Key, Found>), RunError> {
    let mut all = BTreeMap::new();
    let run = run_file::read(path, &mut |finding| {
        let (id, rank) = (finding.id.clone(), Rank::of(finding));
        let found = Found { rank, id, what: what(finding), fails: finding.fails() };
        all.insert((finding.command.clone(), finding.kind.name(), finding.about()), found);
        Ok(())
    })?;
    Ok((run, all))
}

fn what(finding: &Finding) -> String {
    format!("{}: {}", finding.classification.name(), finding.headline())
}

fn line((command, _, about): &Key, found: &Found) -> Line {
    (found.rank, format!("{about}  {}  {}  {command}", found.id, found.what))
}

/// The sources that hold another number of cases.
fn sources(old: &Summary, new: &Summary) -> Vec<(String, u64, u64)> {
    let of = |run: &Summary, name: &str| run.totals.sources.get(name).copied().unwrap_or(0);
    let mut names: Vec<&String> =
        old.totals.sources.keys().chain(new.totals.sources.keys()).collect();
    names.sort();
    names.dedup();
    let both = names.into_iter().map(|name| (name.clone(), of(old, name), of(new, name)));
    both.filter(|(_, was, is)| was != is).collect()
}
