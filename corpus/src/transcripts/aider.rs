//! Aider's chat history. What was run is told by the tool or typed by the person; of the model's suggestions only
//! those that were declined are taken, from their fence.

use std::collections::VecDeque;
use std::io;

use super::aider_input::command;
use super::lines::{Line, Lines, text};
use super::out::{Fate, Out};
use super::record::{Origin, Record, Status};
use super::records::{next_line, note_repaired};

/// The languages whose fenced blocks Aider takes for shell commands.
const SHELL_FENCES: [&str; 12] = [
    "bash",
    "sh",
    "shell",
    "cmd",
    "batch",
    "powershell",
    "ps1",
    "zsh",
    "fish",
    "ksh",
    "csh",
    "tcsh",
];

/// What a history has told so far.
#[derive(Default)]
struct Chat {
    time: Option<String>,
    /// What opened the fence that is open, and the block in it where it is one of a shell.
    fence: Option<(String, Option<Vec<String>>)>,
    /// Shell blocks about which nothing was asked yet, in bytes and text.
    suggested: VecDeque<Vec<String>>,
    bytes: usize,
    /// The input that is being told, and the line that it began on.
    input: Option<(u64, String)>,
}

pub(super) fn read(lines: &mut Lines<'_>, out: &mut Out<'_>) -> io::Result<()> {
    let mut line = Line::default();
    let mut chat = Chat::default();
    let mut counted = 0;
    while next_line(lines, &mut line, out)? {
        let (text, repaired) = text(line.trimmed());
        if line.is_blank() {
            out.counts().lines_blank += 1;
        } else {
            out.counts().lines_without += 1;
        }
        chat.line(&text, line.number, repaired, lines.cap(), &mut counted, out);
    }
    chat.end_input(&mut counted, out);
    Ok(())
}

impl Chat {
    fn line(
        &mut self,
        text: &str,
        number: u64,
        repaired: bool,
        cap: usize,
        counted: &mut u64,
        out: &mut Out<'_>,
    ) {
        if let Some(time) = text.strip_prefix("# aider chat started at ") {
            self.end_input(counted, out);
            *self = Chat { time: Some(time.trim_end().to_owned()), ..Chat::default() };
            return;
        }
        if let Some((opened, block)) = &mut self.fence {
            if text.trim_end() == opened {
                if let Some((_, Some(block))) = self.fence.take() {
                    self.suggested.push_back(block);
                }
            } else if let Some(block) = block
                && self.bytes + text.len() < cap
            {
                self.bytes += text.len() + size_of::<String>();
                block.push(text.to_owned());
            }
            return;
        }
        if let Some(rest) = text.strip_prefix("####") {
            // A line break in what is typed is written as two blanks, a line end, and the prefix again.
            let rest = rest.strip_prefix(' ').unwrap_or(rest);
            if command(rest).is_some() {
                self.end_input(counted, out);
            }
            match &mut self.input {
                Some((_, input)) if input.len() + rest.len() < cap => {
                    input.truncate(input.strip_suffix("  ").map_or(input.len(), str::len));
                    input.push('\n');
                    input.push_str(rest);
                }
                Some(_) => {}
                None => {
                    self.input = Some((number, rest.to_owned()));
                    self.suggested.clear();
                    self.bytes = 0;
                }
            }
            return;
        }
        self.end_input(counted, out);
        let marks = text.len() - text.trim_start_matches('`').len();
        if marks >= 3 {
            let language = text[marks..].trim();
            let has_room = self.bytes < cap / 4;
            let block = (SHELL_FENCES.contains(&language) && has_room).then(Vec::new);
            self.bytes += size_of::<Vec<String>>();
            self.fence = Some((text[..marks].to_owned(), block));
            return;
        }
        let Some(told) = text.strip_prefix("> ") else { return };
        let told = told.strip_suffix("  ").unwrap_or(told);
        out.begin_line(number, repaired);
        if repaired {
            note_repaired(out, number);
        }
        if let Some(command) = told.strip_prefix("Running ") {
            self.push(command, Origin::Agent, Status::Executed, counted, out);
        } else if is_question(told)
            && let Some(block) = self.suggested.pop_front()
            && is_declined(told)
        {
            for command in commands(&block) {
                self.push(command, Origin::Agent, Status::Rejected, counted, out);
            }
        }
    }

    fn end_input(&mut self, counted: &mut u64, out: &mut Out<'_>) {
        let Some((line, input)) = self.input.take() else { return };
        if let Some(command) = command(input.trim_end()) {
            out.begin_line(line, input.contains('\u{fffd}'));
            self.push(command, Origin::User, Status::Executed, counted, out);
        }
    }

    fn push(
        &self,
        command: &str,
        origin: Origin,
        status: Status,
        counted: &mut u64,
        out: &mut Out<'_>,
    ) {
        let base = out.record(command.to_owned());
        out.push(Record { time: self.time.clone(), origin, status, ..base }, Fate::Known, None);
        if out.on_this_line() > 0 && *counted != out.line() {
            *counted = out.line();
            out.counts().lines_without -= 1;
            out.counts().lines_with_commands += 1;
        }
    }
}

fn is_question(told: &str) -> bool {
    told.starts_with("Run shell command? ") || told.starts_with("Run shell commands? ")
}

/// Whether the answer behind the question's last bracket is no, to this one or to all.
fn is_declined(told: &str) -> bool {
    let answer = told.rsplit_once("]: ").map_or("", |(_, answer)| answer).trim();
    answer.starts_with(['n', 'N', 'd', 'D', 's', 'S'])
}

/// The commands of a suggested block: Aider runs each line by itself.
fn commands(block: &[String]) -> impl Iterator<Item = &str> {
    block
        .iter()
        .map(|line| line.trim())
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .map(|line| line.strip_prefix("$ ").unwrap_or(line))
}
