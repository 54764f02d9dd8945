//! Findings as rows for spreadsheets. A cell that a spreadsheet would take for a formula is made text by a `'`.

use std::borrow::Cow;
use std::io::{self, Write};

use crate::finding::Finding;
use crate::visible::{Lines, visible};

const COLUMNS: [&str; 16] = [
    "id",
    "kind",
    "check",
    "direction",
    "classification",
    "rule",
    "incident",
    "citation",
    "fact",
    "structural",
    "legacy",
    "bash",
    "planted",
    "span",
    "message",
    "command",
];

/// Writes the names of the columns.
pub fn write_head(out: &mut impl Write) -> io::Result<()> {
    write_cells(out, &COLUMNS.map(Cow::Borrowed))
}

/// Writes one finding.
pub fn write_row(out: &mut impl Write, finding: &Finding) -> io::Result<()> {
    let optional = |text: &Option<String>| text.as_deref().unwrap_or_default().to_owned();
    let value = |value: &serde_json::Value| {
        if value.is_null() { String::new() } else { value.to_string() }
    };
    let cells = [
        finding.id.clone(),
        finding.kind.name().to_owned(),
        finding.about().to_owned(),
        finding.direction.map_or("", |direction| direction.name()).to_owned(),
        finding.classification.name().to_owned(),
        optional(&finding.rule),
        optional(&finding.incident),
        optional(&finding.citation),
        optional(&finding.fact),
        value(&finding.structural),
        value(&finding.legacy),
        value(&finding.bash),
        value(&finding.planted),
        finding.span.map_or(String::new(), |[start, end]| format!("{start}..{end}")),
        finding.message.clone(),
        finding.command.clone(),
    ];
    write_cells(out, &cells.each_ref().map(|cell| text_cell(cell)))
}

/// Writes one row.
pub fn write_cells(out: &mut impl Write, cells: &[Cow<'_, str>]) -> io::Result<()> {
    let mut writer = csv::WriterBuilder::new().from_writer(out);
    writer.write_record(cells.iter().map(|cell| cell.as_bytes()))?;
    writer.flush()
}

/// A cell that is shown, and never computed.
pub fn text_cell(text: &str) -> Cow<'_, str> {
    let shown = visible(text, Lines::Keep);
    // Tab and CR count as well: spreadsheets skip them and compute what follows.
    match text.chars().next() {
        Some('=' | '+' | '-' | '@' | '\t' | '\r') => Cow::Owned(format!("'{shown}")),
        Some(_) | None => shown,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &str) {
        assert_eq!(text_cell(text), expected);
    }

    #[test]
    fn a_cell_is_never_a_formula() {
        check("git status", "git status");
        check("=HYPERLINK(\"x\")", "'=HYPERLINK(\"x\")");
        check("+1", "'+1");
        check("-n", "'-n");
        check("@x", "'@x");
        check("\t=1", "'\t=1");
        check("\r=1", "'\\r=1");
        check("a\x1b\nb", "a\\x1b\nb");
    }
}
