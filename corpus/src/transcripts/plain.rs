//! One command a line, and nothing else. Read only where a path was named, since any text would fit.

use std::io;

use super::lines::{Line, Lines, text};
use super::out::{Fate, Out};
use super::records::{next_line, note_repaired};

pub(super) fn read(lines: &mut Lines<'_>, out: &mut Out<'_>) -> io::Result<()> {
    let mut line = Line::default();
    while next_line(lines, &mut line, out)? {
        if line.is_blank() {
            out.counts().lines_blank += 1;
            continue;
        }
        let (text, repaired) = text(line.trimmed());
        out.begin_line(line.number, repaired);
        if repaired {
            note_repaired(out, line.number);
        }
        out.push(out.record(text.into_owned()), Fate::Known, None);
        // Blanks of other alphabets make a blank command of a line that is not blank.
        if out.on_this_line() > 0 {
            out.counts().lines_with_commands += 1;
        } else {
            out.counts().lines_without += 1;
        }
    }
    Ok(())
}
