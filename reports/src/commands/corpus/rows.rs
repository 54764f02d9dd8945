//! A command as a row, in JSON Lines or CSV. The names of the members are those of the columns.

use std::borrow::Cow;
use std::io::{self, Write};

use serde::Serialize;

use super::outgoing::Outgoing;
use crate::cli::ExtractFormat;

/// One row. What the transcript does not say is null, or an empty cell.
#[derive(Serialize)]
struct Row<'a> {
    command: &'a str,
    format: &'static str,
    file: &'a str,
    /// The line, from 1; null in a database.
    line: Option<u64>,
    /// The number of the row, in a database.
    row: Option<u64>,
    table: Option<&'static str>,
    /// Which command of the line or row, from 1.
    nth: u32,
    /// Where in the document or the line, as a JSON pointer.
    pointer: Option<&'a str>,
    /// What tells the call from the others of its session.
    key: String,
    call: Option<&'a str>,
    entry: Option<&'a str>,
    session: Option<&'a str>,
    time: Option<&'a str>,
    cwd: Option<&'a str>,
    origin: &'static str,
    status: &'static str,
    exit: Option<i32>,
    sidechain: bool,
    rewound: bool,
    argv: bool,
    repaired: bool,
    duplicate_of: Option<&'a str>,
}

/// The names of the columns, in the order of [`Row`].
const COLUMNS: [&str; 22] = [
    "command",
    "format",
    "file",
    "line",
    "row",
    "table",
    "nth",
    "pointer",
    "key",
    "call",
    "entry",
    "session",
    "time",
    "cwd",
    "origin",
    "status",
    "exit",
    "sidechain",
    "rewound",
    "argv",
    "repaired",
    "duplicate_of",
];

fn row(outgoing: &Outgoing) -> Row<'_> {
    let record = outgoing.record();
    let (line, row) = match record.table {
        Some(_) => (None, Some(record.line)),
        None => (Some(record.line), None),
    };
    Row {
        command: &record.command,
        format: record.format.name(),
        file: &record.file,
        line,
        row,
        table: record.table,
        nth: record.nth,
        pointer: record.pointer.as_deref(),
        key: record.key(),
        call: record.call.as_deref(),
        entry: record.entry.as_deref(),
        session: record.session.as_deref(),
        time: record.time.as_deref(),
        cwd: record.cwd.as_deref(),
        origin: record.origin.name(),
        status: record.status.name(),
        exit: record.exit,
        sidechain: record.sidechain,
        rewound: record.rewound,
        argv: record.argv,
        repaired: record.repaired,
        duplicate_of: record.original.as_deref(),
    }
}

/// Writes what stands above the rows; with a column for counts first where there are any.
pub(super) fn write_head(
    out: &mut impl Write,
    format: ExtractFormat,
    counted: bool,
) -> io::Result<()> {
    match format {
        ExtractFormat::Jsonl => Ok(()),
        ExtractFormat::Csv => {
            let count: &[&str] = if counted { &["count"] } else { &[] };
            write_cells(out, count.iter().chain(&COLUMNS))
        }
    }
}

/// Writes one row.
pub(super) fn write(
    out: &mut impl Write,
    format: ExtractFormat,
    outgoing: &Outgoing,
) -> io::Result<()> {
    let row = row(outgoing);
    match format {
        ExtractFormat::Jsonl => {
            serde_json::to_writer(&mut *out, &row)?;
            out.write_all(b"\n")
        }
        ExtractFormat::Csv => {
            let number = |number: Option<u64>| number.map_or(String::new(), |n| n.to_string());
            let text = |text: Option<&str>| text.unwrap_or_default().to_owned();
            let cells: [String; COLUMNS.len()] = [
                row.command.to_owned(),
                row.format.to_owned(),
                row.file.to_owned(),
                number(row.line),
                number(row.row),
                text(row.table),
                row.nth.to_string(),
                text(row.pointer),
                row.key,
                text(row.call),
                text(row.entry),
                text(row.session),
                text(row.time),
                text(row.cwd),
                row.origin.to_owned(),
                row.status.to_owned(),
                row.exit.map_or(String::new(), |exit| exit.to_string()),
                row.sidechain.to_string(),
                row.rewound.to_string(),
                row.argv.to_string(),
                row.repaired.to_string(),
                text(row.duplicate_of),
            ];
            write_cells(out, cells.iter().map(|cell| as_text(cell).into_owned()))
        }
    }
}

/// Writes a row that was written before, with how often its text was there.
pub(super) fn write_counted(
    out: &mut impl Write,
    format: ExtractFormat,
    row: &[u8],
    count: u64,
) -> io::Result<()> {
    match format {
        // The row begins with its brace.
        ExtractFormat::Jsonl => write!(out, "{{\"count\":{count},")
            .and_then(|()| out.write_all(row.get(1..).unwrap_or_default())),
        ExtractFormat::Csv => write!(out, "{count},").and_then(|()| out.write_all(row)),
    }
}

fn write_cells<C: AsRef<[u8]>>(
    out: &mut impl Write,
    cells: impl Iterator<Item = C>,
) -> io::Result<()> {
    let mut writer = csv::WriterBuilder::new().from_writer(out);
    writer.write_record(cells)?;
    writer.flush()
}

/// A cell that a spreadsheet would compute begins with a `'`; all else of a command stays as it is.
fn as_text(cell: &str) -> Cow<'_, str> {
    let computed = matches!(cell.chars().next(), Some('=' | '+' | '-' | '@' | '\t' | '\r'));
    let is_number = cell.parse::<i64>().is_ok();
    if computed && !is_number { Cow::Owned(format!("'{cell}")) } else { Cow::Borrowed(cell) }
}
