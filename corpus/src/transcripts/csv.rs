//! Comma-separated values with a `command` column. Records are joined from lines here, so that a quote that is never closed cannot fill the memory.

use std::io;

use super::lines::{Line, Lines, text};
use super::out::{Fate, Out};
use super::records::{damaged, note_repaired, over_long};

/// Which column of a header line is the command's.
pub(super) fn command_column(header: &[u8]) -> Option<usize> {
    fields(header)?.iter().position(|name| name.trim_ascii().eq_ignore_ascii_case(b"command"))
}

pub(super) fn read(lines: &mut Lines<'_>, out: &mut Out<'_>) -> io::Result<()> {
    let mut column = None;
    let mut record = Vec::new();
    let mut first = 0;
    let mut open = false;
    let mut line = Line::default();
    while !out.stopped() && lines.next(&mut line)? {
        out.counts().lines += 1;
        if !open {
            first = line.number;
            record.clear();
            if line.is_blank() && !line.over_long {
                out.counts().lines_blank += 1;
                continue;
            }
        }
        if line.over_long || record.len() + line.bytes.len() >= lines.cap() {
            over_long(out, first, lines.cap());
            out.counts().lines_over_long += line.number - first;
            record = Vec::new();
            open = false;
            continue;
        }
        open = ends_inside_quotes(&line.bytes, open);
        record.extend_from_slice(if open { &line.bytes } else { line.trimmed() });
        if open {
            record.push(b'\n');
            continue;
        }
        let height = line.number - first + 1;
        match column {
            None => {
                column = command_column(&record);
                out.counts().lines_without += height;
            }
            Some(column) => row(&record, column, first, height, out),
        }
    }
    if open {
        damaged(out, first, "a quote that is never closed".to_owned());
        out.counts().lines_damaged += line.number - first;
    }
    Ok(())
}

fn row(record: &[u8], column: usize, first: u64, height: u64, out: &mut Out<'_>) {
    let Some(field) = fields(record)
        .and_then(|mut fields| (column < fields.len()).then(|| fields.swap_remove(column)))
    else {
        damaged(out, first, "a row without the command column".to_owned());
        out.counts().lines_damaged += height - 1;
        return;
    };
    let (command, repaired) = text(&field);
    out.begin_line(first, repaired);
    if repaired {
        note_repaired(out, first);
    }
    out.push(out.record(command.into_owned()), Fate::Known, None);
    if out.on_this_line() > 0 {
        out.counts().lines_with_commands += height;
    } else {
        out.counts().lines_without += height;
    }
}

fn fields(record: &[u8]) -> Option<Vec<Vec<u8>>> {
    let mut reader =
        csv::ReaderBuilder::new().has_headers(false).flexible(true).from_reader(record);
    let row = reader.byte_records().next()?.ok()?;
    Some(row.iter().map(<[u8]>::to_vec).collect())
}

/// Whether the line leaves a quoted field open. As in RFC 4180, a quote counts only where a field begins or inside a quoted one.
fn ends_inside_quotes(line: &[u8], open: bool) -> bool {
    let mut inside = open;
    let mut at_start = !open;
    let mut at = 0;
    while at < line.len() {
        match line[at] {
            b'"' if inside && line.get(at + 1) == Some(&b'"') => at += 1,
            b'"' if inside => inside = false,
            b'"' if at_start => inside = true,
            _ => {}
        }
        at_start = !inside && line[at] == b',';
        at += 1;
    }
    inside
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_count_only_where_a_field_begins() {
        let cases: [(&str, bool, bool); 9] = [
            ("a,b", false, false),
            ("a,\"b", false, true),
            ("a,\"b\"\"", false, true),
            ("a,\"b\"\"\"", false, false),
            ("a,b\"c", false, false),
            ("rest\",x", true, false),
            ("rest\",\"x", true, true),
            ("\"\"", false, false),
            ("", true, true),
        ];
        for (line, open, ends) in cases {
            assert_eq!(ends_inside_quotes(line.as_bytes(), open), ends, "{line}");
        }
    }

    #[test]
    fn the_column_is_found_by_its_name() {
        assert_eq!(command_column(b"id,\"Command\",when"), Some(1));
        assert_eq!(command_column(b"command"), Some(0));
        assert_eq!(command_column(b"commands,cmd"), None);
    }
}
