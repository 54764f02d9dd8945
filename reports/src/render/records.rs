//! A command of a transcript as a row, in JSON Lines or CSV. The names of the members are those of the columns.

use std::borrow::Cow;
use std::io::{self, Write};

use serde::Serialize;

use crate::cli::ExtractFormat;
use crate::json;
use crate::outgoing::Outgoing;
use crate::render::csv::text_cell;

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
pub fn write_head(out: &mut impl Write, format: ExtractFormat, counted: bool) -> io::Result<()> {
    match format {
        ExtractFormat::Jsonl => Ok(()),
        ExtractFormat::Csv => {
            let count: &[&str] = if counted { &["count"] } else { &[] };
            write_cells(out, count.iter().chain(&COLUMNS))
        }
    }
}

/// Writes one row.
pub fn write(out: &mut impl Write, format: ExtractFormat, outgoing: &Outgoing) -> io::Result<()> {
    let row = row(outgoing);
    match format {
        ExtractFormat::Jsonl => {
            json::write(out, &row)?;
            out.write_all(b"\n")
        }
        ExtractFormat::Csv => {
            fn number(number: Option<impl ToString>) -> Cow<'static, str> {
                number.map_or(Cow::Borrowed(""), |number| Cow::Owned(number.to_string()))
            }
            let text = |text: Option<&'_ str>| text_cell(text.unwrap_or_default()).into_owned();
            let flag = |flag: bool| Cow::Borrowed(if flag { "true" } else { "false" });
            let cells: [Cow<'_, str>; COLUMNS.len()] = [
                text_cell(row.command),
                row.format.into(),
                text_cell(row.file),
                number(row.line),
                number(row.row),
                row.table.unwrap_or_default().into(),
                number(Some(row.nth)),
                text(row.pointer).into(),
                text(Some(&row.key)).into(),
                text(row.call).into(),
                text(row.entry).into(),
                text(row.session).into(),
                text(row.time).into(),
                text(row.cwd).into(),
                row.origin.into(),
                row.status.into(),
                number(row.exit),
                flag(row.sidechain),
                flag(row.rewound),
                flag(row.argv),
                flag(row.repaired),
                text(row.duplicate_of).into(),
            ];
            write_cells(out, cells.iter().map(|cell| cell.as_bytes()))
        }
    }
}

/// Writes a row that was written before, with how often its text was there.
pub fn write_counted(
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
