//! Collects the words of simple commands that the walk meets in any order of nesting, and lays them out by
//! position. Knows bash's rules for where a command begins; it never sees a node.

use crate::reading::{CommandWords, Reading};
use crate::span::Span;

/// No command: the words that come next begin one.
pub(super) const NONE: u32 = u32::MAX;

/// How far a command has been read: which reserved words its next word could be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    /// Nothing read.
    Start,
    /// Behind `time`.
    Time,
    /// Behind `time -p`.
    TimeOption,
    /// Behind `time --`, or behind a `!` that follows `time`.
    TimeEnd,
    /// Behind the first word, an assignment or a redirect: every word is a word.
    Body,
}

/// The reserved words that the grammar takes for a command's words, by the stage in which bash takes them for
/// reserved, and the stage that follows (bash 5.2 parse.y, `time_command_acceptable` and the tokens TIME,
/// TIMEOPT, TIMEIGN; manual 3.2.3 and 3.2.6).
const RESERVED: &[(Stage, &[u8], Stage)] = &[
    (Stage::Start, b"time", Stage::Time),
    (Stage::Start, b"coproc", Stage::Body),
    (Stage::Time, b"-p", Stage::TimeOption),
    (Stage::Time, b"--", Stage::TimeEnd),
    (Stage::Time, b"time", Stage::Time),
    (Stage::Time, b"coproc", Stage::Body),
    (Stage::Time, b"!", Stage::TimeEnd),
    (Stage::TimeOption, b"--", Stage::TimeEnd),
    (Stage::TimeOption, b"time", Stage::Time),
    (Stage::TimeOption, b"coproc", Stage::Body),
    (Stage::TimeOption, b"!", Stage::TimeEnd),
    (Stage::TimeEnd, b"time", Stage::Time),
    (Stage::TimeEnd, b"coproc", Stage::Body),
    (Stage::TimeEnd, b"!", Stage::TimeEnd),
];

/// One command under construction.
struct Command {
    stage: Stage,
    /// Offset of the first word.
    start: u32,
    /// Offset behind the last child, redirects and comments included.
    end: u32,
    /// Number of words.
    count: u32,
    /// Where its next word goes; used by the layout.
    slot: u32,
}

/// The commands of one text under construction. Buffers are kept between texts.
#[derive(Default)]
pub(super) struct Commands {
    commands: Vec<Command>,
    /// Every word with its command, in the order of the walk.
    words: Vec<(u32, Span)>,
    /// The commands that have words, sorted by position.
    order: Vec<u32>,
    /// Offset behind the last `|` or `|&`.
    pipe: Option<u32>,
}

impl Commands {
    /// Forgets the last text.
    pub(super) fn clear(&mut self) {
        self.commands.clear();
        self.words.clear();
        self.order.clear();
        self.pipe = None;
    }

    /// Begins a command at `at`; it counts once it has a word.
    pub(super) fn begin(&mut self, at: u32) -> u32 {
        self.commands.push(Command { stage: Stage::Start, start: at, end: at, count: 0, slot: 0 });
        (self.commands.len() - 1) as u32
    }

    /// Notes that a pipe ends at `end`.
    pub(super) fn pipe(&mut self, end: u32) {
        self.pipe = Some(end);
    }

    /// Notes that something that is no word of `command` (a comment, a part of a redirect) ends at `end`.
    pub(super) fn pass(&mut self, command: u32, end: u32) {
        if let Some(command) = self.commands.get_mut(command as usize) {
            command.end = command.end.max(end);
        }
    }

    /// Notes a redirect of `command` at `start`. Returns the command that it belongs to: [`NONE`] when a line
    /// ended before it.
    pub(super) fn redirect(&mut self, text: &[u8], command: u32, start: u32) -> u32 {
        let Some(known) = self.commands.get_mut(command as usize) else { return NONE };
        if holds_newline(text, known.end, start) {
            return NONE;
        }
        // Behind a redirect bash takes no word for reserved.
        known.stage = Stage::Body;
        command
    }

    /// Adds a word to `command`, or to a new one when a line ended between its last child and the word or
    /// when `command` is [`NONE`]. Returns the command that has the word.
    pub(super) fn word(&mut self, text: &[u8], command: u32, span: Span) -> u32 {
        let span = trim(text, span);
        if span.is_empty() {
            return command;
        }
        let command = match self.commands.get(command as usize) {
            Some(known) if !holds_newline(text, known.end, span.start) => command,
            Some(_) | None => self.begin(span.start),
        };
        let stage = self.commands[command as usize].stage;
        if stage != Stage::Body
            && let Some(next) = self.reserved(text, stage, span)
        {
            let known = &mut self.commands[command as usize];
            known.stage = next;
            known.end = span.end;
            return command;
        }
        let known = &mut self.commands[command as usize];
        known.stage = Stage::Body;
        if known.count == 0 {
            known.start = span.start;
        }
        known.count += 1;
        known.end = span.end;
        self.words.push((command, span));
        command
    }

    /// Adds what lies between the last child of `command` and `until` as words. Returns the command that has the
    /// last of them.
    pub(super) fn words_between(&mut self, text: &[u8], command: u32, until: u32) -> u32 {
        let Some(known) = self.commands.get(command as usize) else { return command };
        let (mut command, mut at, until) = (command, known.end as usize, until as usize);
        let blank = |at: usize| match text.get(at..).unwrap_or_default() {
            [b'\\', b'\n', ..] => 2,
            [b' ' | b'\t' | b'\n', ..] => 1,
            _ => 0,
        };
        while at < until {
            let start = at;
            while at < until && blank(at) == 0 {
                at += 1;
            }
            if start < at {
                command = self.word(text, command, Span::new(start, at));
            }
            at += blank(at);
        }
        command
    }

    /// Adds a piece of a `[ … ]` to `command`: a word, or more of the last one when nothing lies between. The
    /// grammar splits `-1` and `!x` there, where bash knows blanks only.
    pub(super) fn test_word(&mut self, text: &[u8], command: u32, span: Span) -> u32 {
        if let Some((owner, last)) = self.words.last_mut()
            && *owner == command
            && last.end == span.start
            && let Some(known) = self.commands.get_mut(command as usize)
        {
            last.end = span.end;
            known.end = span.end;
            return command;
        }
        self.word(text, command, span)
    }

    /// The stage that follows when the word is reserved in this one.
    fn reserved(&self, text: &[u8], stage: Stage, span: Span) -> Option<Stage> {
        let spelled = text.get(span.range())?;
        let next = RESERVED.iter().find(|row| row.0 == stage && row.1 == spelled)?.2;
        let ordinary =
            spelled == b"time" && stage == Stage::Start && self.follows_pipe(text, span.start);
        (!ordinary).then_some(next)
    }

    /// Whether only blanks, newlines and comments lie between the last pipe and `at`: there `time` is an
    /// ordinary word.
    fn follows_pipe(&self, text: &[u8], at: u32) -> bool {
        let Some(pipe) = self.pipe else { return false };
        let between = text.get(pipe as usize..at as usize).unwrap_or_default();
        let mut bytes = between.iter();
        while let Some(byte) = bytes.next() {
            match byte {
                b' ' | b'\t' | b'\n' => {}
                b'\\' if bytes.next() == Some(&b'\n') => {}
                b'#' => {
                    bytes.find(|byte| **byte == b'\n');
                }
                _ => return false,
            }
        }
        true
    }

    /// Writes the commands that have words into `into`, sorted by their first word.
    pub(super) fn lay_out(&mut self, into: &mut Reading) {
        let Commands { commands, words, order, .. } = self;
        order.extend((0..commands.len() as u32).filter(|id| commands[*id as usize].count > 0));
        let start = |id: &u32| commands[*id as usize].start;
        if !order.is_sorted_by_key(start) {
            order.sort_by_key(start);
        }
        let mut first = 0;
        for id in order.iter() {
            let command = &mut commands[*id as usize];
            command.slot = first;
            into.commands.push(CommandWords { first, count: command.count });
            first += command.count;
        }
        into.words.resize(words.len(), Span::default());
        for (id, span) in words.iter() {
            let command = &mut commands[*id as usize];
            into.words[command.slot as usize] = *span;
            command.slot += 1;
        }
    }
}

/// Whether a line ends in `from..to`: a newline that no backslash takes away.
fn holds_newline(text: &[u8], from: u32, to: u32) -> bool {
    let gap = text.get(from as usize..to as usize).unwrap_or_default();
    match gap {
        [] => false,
        [byte] => *byte == b'\n',
        _ => memchr::memchr_iter(b'\n', gap).any(|at| at == 0 || gap[at - 1] != b'\\'),
    }
}

/// The span without blanks, newlines and backslash-newlines at its start and without backslash-newlines at its
/// end: the grammar lets some words begin in front of themselves.
fn trim(text: &[u8], span: Span) -> Span {
    let bytes = text.get(span.range()).unwrap_or_default();
    let mut rest = bytes;
    loop {
        rest = match rest {
            [b'\\', b'\n', tail @ ..] | [b' ' | b'\t' | b'\n', tail @ ..] => tail,
            _ => break,
        };
    }
    let start = span.start as usize + bytes.len() - rest.len();
    while let [head @ .., b'\\', b'\n'] = rest {
        rest = head;
    }
    Span::new(start, start + rest.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_newline_counts_unless_a_backslash_takes_it_away() {
        for (gap, expected) in [
            ("", false),
            (" ", false),
            ("\n", true),
            (" \\\n ", false),
            (" \n\\\n", true),
            ("\\\n\n", true),
        ] {
            assert_eq!(holds_newline(gap.as_bytes(), 0, gap.len() as u32), expected, "{gap:?}");
        }
    }

    #[test]
    fn words_lose_only_what_is_no_part_of_them() {
        for (text, expected) in [
            ("word", "word"),
            ("\\\nword\\\n", "word"),
            ("\n\\word", "\\word"),
            ("a\\\nb", "a\\\nb"),
            ("\\\n", ""),
            ("'a\\\n'", "'a\\\n'"),
        ] {
            let span = trim(text.as_bytes(), Span::new(0, text.len()));
            assert_eq!(&text[span.range()], expected, "{text:?}");
        }
    }
}
