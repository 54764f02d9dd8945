//! Aider's input history: what a person typed, each line behind a `+`, under the time. Only `/run`, `/test` and `!` run
//! commands; all else is said to the model.

use std::io;

use super::lines::{Line, Lines, text};
use super::out::{Fate, Out};
use super::record::{Origin, Record, Status};
use super::records::{next_line, note_repaired, over_long};

/// One input, and where it began.
#[derive(Default)]
struct Input {
    line: u64,
    text: String,
    repaired: bool,
}

pub(super) fn read(lines: &mut Lines<'_>, out: &mut Out<'_>) -> io::Result<()> {
    let mut line = Line::default();
    let mut time = None;
    let mut input = None;
    while next_line(lines, &mut line, out)? {
        let (text, repaired) = text(line.trimmed());
        if let Some(more) = text.strip_prefix('+') {
            let input =
                input.get_or_insert_with(|| Input { line: line.number, ..Input::default() });
            if input.text.len() + more.len() >= lines.cap() {
                over_long(out, line.number, lines.cap());
                continue;
            }
            if input.line < line.number {
                input.text.push('\n');
            }
            input.text.push_str(more);
            input.repaired |= repaired;
            out.counts().lines_without += 1;
            continue;
        }
        end(input.take(), time.clone(), out);
        if let Some(when) = text.strip_prefix("# ") {
            time = Some(when.to_owned());
            out.counts().lines_without += 1;
        } else if line.is_blank() {
            out.counts().lines_blank += 1;
        } else {
            out.counts().lines_without += 1;
        }
    }
    end(input, time, out);
    Ok(())
}

fn end(input: Option<Input>, time: Option<String>, out: &mut Out<'_>) {
    let Some(input) = input else { return };
    let Some(command) = command(&input.text) else { return };
    out.begin_line(input.line, input.repaired);
    if input.repaired {
        note_repaired(out, input.line);
    }
    let record = Record {
        time,
        origin: Origin::User,
        status: Status::Unknown,
        ..out.record(command.to_owned())
    };
    out.push(record, Fate::Known, None);
    if out.on_this_line() > 0 {
        out.counts().lines_without -= 1;
        out.counts().lines_with_commands += 1;
    }
}

/// The command of an input that runs one.
pub(super) fn command(input: &str) -> Option<&str> {
    if let Some(command) = input.strip_prefix('!') {
        return Some(command.trim_start());
    }
    ["/run", "/test"].iter().find_map(|verb| {
        let rest = input.strip_prefix(verb)?;
        rest.starts_with(|c: char| c.is_ascii_whitespace()).then(|| rest.trim_start())
    })
}

#[cfg(test)]
mod tests {
    use super::command;

    #[test]
    fn only_what_runs_is_a_command() {
        for (input, expected) in [
            ("/run git status", Some("git status")),
            ("!ls", Some("ls")),
            ("! ls", Some("ls")),
            ("/test make\ncheck", Some("make\ncheck")),
            ("/runner x", None),
            ("/run", None),
            ("run ls", None),
            ("/commit x", None),
        ] {
            assert_eq!(command(input), expected, "{input}");
        }
    }
}
