//! Statistics as text, Markdown and CSV; the page is in `html`. Names come from commands and are shown as hostile text.

pub mod html;

use std::io::{self, Write};

use anstyle::Style;

use crate::render::csv::{text_cell, write_cells};
use crate::render::markdown::cell;
use crate::render::table::{columns, count, grouped};
use crate::stats::{Group, Stats, Table};
use crate::visible::one_line;

const BOLD: Style = Style::new().bold();

/// What each agent and month is shown by.
const COLUMNS: [(&str, Table, &str); 7] = [
    ("simple", Table::Complexity, "simple"),
    ("complex", Table::Complexity, "complex"),
    ("unavailable", Table::Complexity, "unavailable"),
    ("several", Table::Constructs, "several commands"),
    ("git", Table::Answers, "guard-relevant: yes"),
    ("no-verify", Table::Answers, "no-verify: yes"),
    ("denied", Table::Answers, "unit-verdicts: denied"),
];

/// `12.3 %`
fn share(n: u64, all: u64) -> String {
    if all == 0 { "-".to_owned() } else { format!("{:.1} %", 100.0 * n as f64 / all as f64) }
}

/// The rows of a table, with the rest as the last one.
fn rows(group: &Group, table: Table, top: usize) -> Vec<(String, u64)> {
    let (rows, rest) = group.rows(table, top);
    let mut rows: Vec<(String, u64)> =
        rows.into_iter().map(|(key, n)| (one_line(key, 60), n)).collect();
    if rest > 0 {
        rows.push(("other".to_owned(), rest));
    }
    rows
}

/// Agents and months, each under its heading.
fn groups(stats: &Stats) -> [(&'static str, Vec<(&str, &Group)>); 2] {
    let agents = stats.agents.iter().map(|(key, group)| (key.as_str(), group)).collect();
    let months = stats.months.iter().map(|(key, group)| (key.as_str(), group)).collect();
    [("Agents", agents), ("Months", months)]
}

fn matrix(groups: &[(&str, &Group)]) -> Vec<Vec<String>> {
    let row = |(name, group): &(&str, &Group)| {
        let mut row = vec![one_line(name, 40), grouped(group.commands)];
        let shares = COLUMNS.map(|(_, table, key)| share(group.of(table, key), group.commands));
        row.extend(shares);
        row
    };
    groups.iter().map(row).collect()
}

fn head(what: &str) -> Vec<String> {
    let mut head = vec![what.to_owned(), "commands".to_owned()];
    head.extend(COLUMNS.map(|(name, ..)| name.to_owned()));
    head
}

/// Writes it for a terminal.
pub fn terminal(out: &mut impl Write, stats: &Stats, top: usize) -> io::Result<()> {
    writeln!(out, "{BOLD}{}{BOLD:#}", count(stats.all.commands, "command"))?;
    for (what, groups) in groups(stats) {
        let mut table = vec![head(what)];
        table.extend(matrix(&groups));
        writeln!(out)?;
        for (at, line) in columns(&table, 1).into_iter().enumerate() {
            let style = if at == 0 { BOLD } else { Style::new() };
            writeln!(out, "{style}{line}{style:#}")?;
        }
    }
    for table in Table::ALL {
        let rows = rows(&stats.all, table, top);
        if rows.is_empty() {
            continue;
        }
        writeln!(out, "\n{BOLD}{}{BOLD:#}", table.title())?;
        let cells = rows
            .into_iter()
            .map(|(key, n)| vec![format!("  {key}"), grouped(n), share(n, stats.all.whole(table))]);
        let cells: Vec<Vec<String>> = cells.collect();
        columns(&cells, 1).iter().try_for_each(|line| writeln!(out, "{line}"))?;
    }
    Ok(())
}

/// Writes it as Markdown.
pub fn markdown(out: &mut impl Write, stats: &Stats, top: usize) -> io::Result<()> {
    writeln!(out, "# What agents type: {}\n", count(stats.all.commands, "command"))?;
    for (what, groups) in groups(stats) {
        writeln!(out, "## {what}\n\n| {} |", head(what).join(" | "))?;
        writeln!(out, "| --- |{}", " ---: |".repeat(COLUMNS.len() + 1))?;
        for row in matrix(&groups) {
            let cells: Vec<String> = row.iter().map(|text| cell(text)).collect();
            writeln!(out, "| {} |", cells.join(" | "))?;
        }
        writeln!(out)?;
    }
    for table in Table::ALL {
        let rows = rows(&stats.all, table, top);
        if rows.is_empty() {
            continue;
        }
        writeln!(out, "## {}\n\n| {} | count | share |", table.title(), table.name())?;
        writeln!(out, "| --- | ---: | ---: |")?;
        for (key, n) in rows {
            let share = share(n, stats.all.whole(table));
            writeln!(out, "| {} | {} | {share} |", cell(&key), grouped(n))?;
        }
        writeln!(out)?;
    }
    Ok(())
}

/// Writes it as rows: every table of every group.
pub fn csv(out: &mut impl Write, stats: &Stats, top: usize) -> io::Result<()> {
    write_cells(out, &["by", "group", "table", "key", "count"].map(Into::into))?;
    let mut write = |by: &str, name: &str, group: &Group| -> io::Result<()> {
        let commands = group.commands.to_string();
        write_cells(out, &[by, name, "commands", "", &commands].map(text_cell))?;
        for table in Table::ALL {
            for (key, n) in rows(group, table, top) {
                let n = n.to_string();
                write_cells(out, &[by, name, table.name(), &key, &n].map(text_cell))?;
            }
        }
        Ok(())
    };
    write("all", "", &stats.all)?;
    for (name, group) in &stats.agents {
        write("agent", name, group)?;
    }
    for (name, group) in &stats.months {
        write("month", name, group)?;
    }
    Ok(())
}
