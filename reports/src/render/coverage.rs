//! Coverage for people, as rows of plain text that every format can show: what was exercised, how often something else than
//! structure judged, who judged, and what nobody sees. It counts nothing itself.

use std::io::{self, Write};

use anstyle::Style;
use guarddiff_engine::facts::Check;

use crate::coverage::{CellTotals, rows};
use crate::render::markdown::{cell, escaped};
use crate::render::table::{columns, count, grouped};
use crate::summary::Summary;
use crate::visible::one_line;

const BOLD: Style = Style::new().bold();

/// What is said of the cells of the matrix.
pub const LEGEND: &str =
    "a cell: would act · would not · not known (of these, parted from the text matcher)";

/// What no run can see, whatever it counts.
pub const BLIND: [(&str, &str); 6] = [
    (
        "tools that are no shell",
        "files that an agent writes, edits or fetches by a tool of its own are no commands, and not read",
    ),
    ("other shells", "bash is read; what fish, PowerShell, csh or cmd would make of a text is not"),
    (
        "aliases and functions of the user",
        "git ci, or a function of a startup file, is what the text says and no more",
    ),
    ("other machines and containers", "what ssh, docker or kubectl hand on is run elsewhere"),
    ("scripts and programs", "a file that is run, sourced or made (make, npm run) is not opened"),
    (
        "code of other languages",
        "python -c, node -e and the like are not read; unknown where the text matcher would fire on it",
    ),
];

/// Coverage as rows, the same for every format.
pub struct Table {
    /// The names of the columns of `matrix`.
    pub head: Vec<String>,
    /// Constructs by checks: the name, how many commands, a cell for each check in the words of [`LEGEND`].
    pub matrix: Vec<Vec<String>>,
    /// What the run never exercised: a construct, and the checks that would act on none of the commands there, or on each.
    pub gaps: Vec<(String, String)>,
    /// How often something else than structure judged, and what.
    pub fallback: Vec<(String, u64)>,
    /// What stood in commands that the engine does not see behind, and in how many.
    pub unseen: Vec<(String, u64)>,
    /// Who judged: a name and a version.
    pub judges: Vec<(String, String)>,
}

/// The coverage of a run.
pub fn table(run: &Summary) -> Table {
    let coverage = &run.totals.coverage;
    let mut head = vec!["construct".to_owned(), "commands".to_owned()];
    head.extend(Check::ALL.map(|check| check.name().to_owned()));
    let mut matrix = Vec::new();
    let mut gaps = Vec::new();
    for name in rows() {
        let Some(row) = coverage.constructs.get(name) else { continue };
        let mut line = vec![name.to_owned(), grouped(row.commands)];
        line.extend(row.checks.iter().map(shown));
        matrix.push(line);
        if row.commands == 0 {
            gaps.push((name.to_owned(), "never met".to_owned()));
            continue;
        }
        let never = |what: &str, of: fn(&CellTotals) -> u64| {
            let checks: Vec<&str> =
                row.checks.iter().filter(|cell| of(cell) == 0).map(|it| it.check.name()).collect();
            (!checks.is_empty()).then(|| format!("{} {what}", checks.join(", ")))
        };
        let never = [
            never("would act on none", |cell| cell.acts),
            never("would act on each", |cell| cell.rests),
        ];
        let never: Vec<String> = never.into_iter().flatten().collect();
        if !never.is_empty() {
            gaps.push((name.to_owned(), never.join("; ")));
        }
    }
    let mut fallback: Vec<(String, u64)> = run
        .totals
        .unavailable
        .iter()
        .map(|(reason, n)| (format!("text matcher, unreadable: {reason}"), *n))
        .collect();
    fallback.push(("raw-string check of no-verify".to_owned(), coverage.backstop));
    let absent = run.header.absent.iter().map(|it| ("missing".to_owned(), it.clone()));
    let header = &run.header;
    let word = |it: &Option<String>| it.clone().unwrap_or_else(|| "not asked".to_owned());
    let mut judges = vec![
        ("engine".to_owned(), header.engine.clone()),
        ("grammar".to_owned(), header.grammar.clone()),
        ("bash".to_owned(), word(&header.bash)),
        ("box".to_owned(), header.sandbox.clone().unwrap_or_else(|| "nothing was run".to_owned())),
    ];
    judges.extend(absent);
    Table {
        head,
        matrix,
        gaps,
        fallback,
        unseen: coverage.unseen.iter().map(|(what, n)| (what.clone(), *n)).collect(),
        judges,
    }
}

fn shown(cell: &CellTotals) -> String {
    let CellTotals { check: _, acts, rests, unknown, legacy_bug, engine_failure } = cell;
    let parted = match legacy_bug + engine_failure {
        0 => String::new(),
        n => format!(" ({n})"),
    };
    format!("{acts}·{rests}·{unknown}{parted}")
}

/// Coverage for a terminal.
pub fn write_terminal(out: &mut impl Write, run: &Summary) -> io::Result<()> {
    let table = table(run);
    writeln!(out, "{BOLD}coverage{BOLD:#}  {LEGEND}")?;
    let mut lines = vec![table.head];
    lines.extend(table.matrix);
    for (at, line) in columns(&lines, 1).iter().enumerate() {
        let style = if at == 0 { BOLD } else { Style::new() };
        writeln!(out, "{style}{line}{style:#}")?;
    }
    writeln!(out, "\n{BOLD}not exercised{BOLD:#}")?;
    pairs(out, &table.gaps)?;
    writeln!(out, "\n{BOLD}judged by something else than structure{BOLD:#}")?;
    counts(out, &table.fallback)?;
    writeln!(out, "\n{BOLD}met and not seen behind{BOLD:#}")?;
    counts(out, &table.unseen)?;
    writeln!(out, "\n{BOLD}what no run sees{BOLD:#}")?;
    pairs(out, &BLIND.map(|(what, why)| (what.to_owned(), why.to_owned())))?;
    writeln!(out, "\n{BOLD}who judged{BOLD:#}")?;
    pairs(out, &table.judges)?;
    writeln!(out)
}

fn pairs(out: &mut impl Write, rows: &[(String, String)]) -> io::Result<()> {
    let rows: Vec<Vec<String>> =
        rows.iter().map(|(a, b)| vec![format!("  {a}"), one_line(b, 200)]).collect();
    columns(&rows, usize::MAX).iter().try_for_each(|line| writeln!(out, "{line}"))
}

fn counts(out: &mut impl Write, rows: &[(String, u64)]) -> io::Result<()> {
    rows.iter()
        .try_for_each(|(what, n)| writeln!(out, "{:>8}  {}", grouped(*n), one_line(what, 80)))
}

/// Coverage as a section of a Markdown report.
pub fn write_markdown(out: &mut impl Write, run: &Summary) -> io::Result<()> {
    let table = table(run);
    writeln!(out, "## Coverage\n\nOf the matrix, {LEGEND}.\n")?;
    writeln!(out, "| {} |", table.head.join(" | "))?;
    writeln!(out, "| --- |{}", " ---: |".repeat(table.head.len() - 1))?;
    for row in &table.matrix {
        writeln!(out, "| {} |", row.join(" | "))?;
    }
    writeln!(out, "\nNot exercised:\n")?;
    for (construct, what) in &table.gaps {
        writeln!(out, "- {}: {what}", cell(construct))?;
    }
    writeln!(out, "\nJudged by something else than structure:\n")?;
    for (what, n) in &table.fallback {
        writeln!(out, "- {}: {}", escaped(what), count(*n, "command"))?;
    }
    writeln!(out, "\nMet and not seen behind:\n")?;
    for (what, n) in &table.unseen {
        writeln!(out, "- {}: {}", escaped(what), count(*n, "command"))?;
    }
    writeln!(out, "\nWhat no run sees:\n")?;
    for (what, why) in BLIND {
        writeln!(out, "- **{what}**: {}", escaped(why))?;
    }
    writeln!(out, "\nWho judged:\n")?;
    for (who, what) in &table.judges {
        writeln!(out, "- {who}: {}", escaped(what))?;
    }
    writeln!(out)
}
