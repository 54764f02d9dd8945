//! The ledger of incidents for a person: what went wrong once, where it is written up, and what its rules still find.

use std::io::{self, Write};

use anstyle::Style;

use crate::finding::Finding;
use crate::render::table::{count, grouped};
use crate::summary::Summary;
use crate::visible::one_line;

const BOLD: Style = Style::new().bold();

/// Writes the ledger with the hits of a run.
pub fn write(out: &mut impl Write, run: &Summary) -> io::Result<()> {
    let totals = &run.totals;
    for (slug, incident) in &totals.incidents {
        writeln!(out, "{BOLD}{slug}{BOLD:#}  {}", count(incident.hits, "hit"))?;
        writeln!(out, "  what    {}", one_line(&incident.title, 300))?;
        writeln!(out, "  since   {}", one_line(&incident.since, 20))?;
        writeln!(out, "  cited   {}", one_line(&incident.citation, 300))?;
        writeln!(out, "  checks  {}", incident.checks.join(", "))?;
        for (name, rule) in totals.rules.iter().filter(|(_, rule)| rule.incident == *slug) {
            let stale = if rule.hits == 0 { "  (stale)" } else { "" };
            writeln!(out, "  rule    {name}  {}{stale}", count(rule.hits, "hit"))?;
            let by = |it: &&Finding| it.rule.as_deref() == Some(name);
            if let Some(example) = run.examples.iter().find(by) {
                writeln!(out, "          {}", one_line(&example.command, 100))?;
            }
        }
        writeln!(out, "  replay  guarddiff explain inc:{slug}")?;
        writeln!(out, "  twin    guarddiff explain inc:{slug}:twin\n")?;
    }
    writeln!(
        out,
        "{}, {}, {} over {}",
        count(totals.incidents.len() as u64, "incident"),
        count(totals.rules.len() as u64, "rule"),
        count(totals.incidents.values().map(|incident| incident.hits).sum(), "hit"),
        format_args!("{} commands", grouped(totals.cases)),
    )
}
