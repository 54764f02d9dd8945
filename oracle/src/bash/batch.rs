//! Many commands in one bash process, each answered as if it had been asked alone. A command whose end cannot be told
//! from the print is asked again by itself.
//!
//! Between two commands stands a separator, spelled with two blanks and followed by an empty line:
//!
//! ```text
//! :  sep0_17
//!
//! ```
//!
//! Bash prints it with one blank only if it parsed it as a command, so a quote, a heredoc or a backslash that
//! swallowed it shows. It prints the empty line only at the top level, so a `$(` or `{` that swallowed it shows too.

use std::path::Path;

use guarddiff_engine::limits::MAX_BYTES;
use memchr::memmem;

use super::{Bash, Reprint, Why, run};

/// Most commands of one process.
const COMMANDS: usize = 256;

/// Most bytes of one process, unless one command alone is longer.
const BYTES: usize = 1 << 18;

/// Why a text is not put to bash at all.
fn unaskable(command: &str) -> Option<Why> {
    if command.len() > MAX_BYTES {
        Some(Why::TooLong)
    } else if memchr::memchr(0, command.as_bytes()).is_some() {
        Some(Why::Nul)
    } else {
        let backslashes = command.bytes().rev().take_while(|&byte| byte == b'\\').count();
        (backslashes % 2 == 1).then_some(Why::FinalBackslash)
    }
}

/// Asks about one command.
pub(super) fn reprint(bash: &Bash, command: &str) -> Reprint {
    if let Some(why) = unaskable(command) {
        return Reprint::Inconclusive(why);
    }
    match run::folder() {
        Ok(folder) => alone(bash, folder.path(), command),
        Err(error) => Reprint::Inconclusive(Why::Io(error.kind())),
    }
}

fn alone(bash: &Bash, folder: &Path, command: &str) -> Reprint {
    let output = run::print(&bash.path, folder, format!("{command}\n").as_bytes(), bash.limits);
    match output.end {
        Err(why) => Reprint::Inconclusive(why),
        Ok(0) => text(&output.stdout),
        Ok(code) => match run::complaint(&output.stderr) {
            Some(line) => Reprint::Refused(line),
            None => Reprint::Inconclusive(Why::Exit(code)),
        },
    }
}

/// Asks about all commands, in order.
pub(super) fn reprint_all(bash: &Bash, commands: &[&str]) -> Vec<Reprint> {
    let folder = match run::folder() {
        Ok(folder) => folder,
        Err(error) => return vec![Reprint::Inconclusive(Why::Io(error.kind())); commands.len()],
    };
    let folder = folder.path();
    let mut answers = Vec::with_capacity(commands.len());
    let mut size = COMMANDS;
    while let Some(&first) = commands.get(answers.len()) {
        if let Some(why) = unaskable(first) {
            answers.push(Reprint::Inconclusive(why));
            continue;
        }
        let batch = batch(&commands[answers.len()..], size);
        if batch.len() == 1 {
            answers.push(alone(bash, folder, first));
            size = 2;
            continue;
        }
        let Told { texts, end } = together(bash, folder, batch);
        let told = texts.len();
        answers.extend(texts);
        if told == batch.len() {
            size = (2 * size).min(COMMANDS);
            continue;
        }
        // The first whose separator is missing is the one that swallowed it, or that bash refused. If bash was
        // killed, it may be any; after a timeout each is asked alone, since every further one would cost as long.
        let doubtful = match end {
            Ok(_) => &batch[told..=told],
            Err(Why::Timeout) => &batch[told..],
            Err(_) => &[],
        };
        answers.extend(doubtful.iter().map(|command| alone(bash, folder, command)));
        size = (size / 2).max(1);
    }
    answers
}

/// The commands from the first on that can share a process.
fn batch<'a, 'b>(commands: &'b [&'a str], size: usize) -> &'b [&'a str] {
    let mut bytes = 0;
    let fits = |command: &&&str| {
        bytes += command.len();
        bytes <= BYTES && unaskable(command).is_none()
    };
    let count = commands.iter().take(size).take_while(fits).count();
    &commands[..count.max(1)]
}

/// What one process told about a batch.
struct Told {
    /// The answers that are certain, for the first commands of the batch.
    texts: Vec<Reprint>,
    /// How bash ended. If by itself, the next command is to blame for the end of the certainty.
    end: Result<i32, Why>,
}

fn together(bash: &Bash, folder: &Path, commands: &[&str]) -> Told {
    let name = unused_name(commands);
    let mut file = String::new();
    for (index, command) in commands.iter().enumerate() {
        file.push_str(&format!("{command}\n:  {name}_{index}\n\n"));
    }
    let output = run::print(&bash.path, folder, file.as_bytes(), bash.limits);
    let mut rest = output.stdout.as_slice();
    let mut texts = Vec::with_capacity(commands.len());
    for index in 0..commands.len() {
        let separator = format!(": {name}_{index}\n\n");
        let Some(at) = find_line(rest, separator.as_bytes()) else { break };
        texts.push(text(&rest[..at]));
        rest = &rest[at + separator.len()..];
    }
    Told { texts, end: output.end }
}

/// A word that no command holds, even with its backslash-newlines taken out.
fn unused_name(commands: &[&str]) -> String {
    let holds = |name: &str| {
        let joined =
            |command: &str| command.contains("\\\n") && command.replace("\\\n", "").contains(name);
        commands.iter().any(|command| command.contains(name) || joined(command))
    };
    let mut number = 0_usize;
    loop {
        let name = format!("guarddiff{number}");
        if !holds(&name) {
            return name;
        }
        number += 1;
    }
}

/// Where `lines` begins in `text`, at the beginning of a line.
fn find_line(text: &[u8], lines: &[u8]) -> Option<usize> {
    memmem::find_iter(text, lines).find(|&at| at == 0 || text[at - 1] == b'\n')
}

/// A print without the empty lines that bash adds for stretches without a command: at most one in front, and those at
/// the end. A heredoc that an empty line ends loses it, and then ends with the text.
fn text(print: &[u8]) -> Reprint {
    let print = print.strip_prefix(b"\n").unwrap_or(print);
    let lines = print.iter().rposition(|&byte| byte != b'\n').map_or(0, |last| last + 2);
    let print = &print[..lines.min(print.len())];
    match std::str::from_utf8(print) {
        Ok(text) => Reprint::Text(text.to_owned()),
        Err(_) => Reprint::Inconclusive(Why::NotUtf8),
    }
}
