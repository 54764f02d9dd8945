//! `guarddiff analyze`: one command a line in, one JSON object a line out, in order. A line that holds no command
//! is answered all the same; memory is bounded by the longest line.

use std::borrow::Cow;
use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Read as _, Write};

use anyhow::Context as _;
use serde_json::{Map, Value};

use crate::cli::{AnalyzeArgs, Input};
use crate::examine::{Subject, decide, healthy};
use crate::exit_code::Exit;
use crate::json;
use crate::render::json_analysis::{self, KEYS};
use crate::render::table::count;

/// Longest line that is held, in bytes; the rest of a longer one is read past.
const LONGEST: u64 = 64 << 20;

/// Runs the command.
pub fn run(args: &AnalyzeArgs, quiet: bool) -> anyhow::Result<Exit> {
    let out = BufWriter::with_capacity(1 << 16, io::stdout().lock());
    let damaged = match args.file.as_deref() {
        Some(path) if path.as_os_str() != "-" => {
            let file =
                File::open(path).with_context(|| format!("can't read {}", path.display()))?;
            filter(BufReader::with_capacity(1 << 16, file), out, args.input)
                .with_context(|| format!("can't read {}", path.display()))?
        }
        Some(_) | None => filter(BufReader::new(io::stdin().lock()), out, args.input)?,
    };
    if damaged > 0 && !quiet {
        crate::note(&format!("{}, answered with `error`", count(damaged, "damaged line")));
    }
    Ok(Exit::Parity)
}

/// Answers every line; returns how many were damaged.
fn filter<R: io::Read>(
    mut input: BufReader<R>,
    mut out: impl Write,
    kind: Input,
) -> io::Result<u64> {
    let mut subject = healthy();
    let mut damaged = 0;
    let mut line = Vec::new();
    loop {
        line.clear();
        let read = (&mut input).take(LONGEST).read_until(b'\n', &mut line)?;
        if read == 0 {
            break;
        }
        let whole = match line.pop_if(|last| *last == b'\n') {
            Some(_) => true,
            None => (read as u64) < LONGEST || input.skip_until(b'\n')? == 0,
        };
        damaged += u64::from(!answer(&line, whole, kind, &mut subject, &mut out)?);
        out.write_all(b"\n")?;
        // A program that waits for this answer before it asks again must get it.
        if input.buffer().is_empty() {
            out.flush()?;
        }
    }
    out.flush()?;
    Ok(damaged)
}

/// Writes the answer to one line; false if the line is damaged.
fn answer(
    line: &[u8],
    whole: bool,
    kind: Input,
    subject: &mut Subject<'_>,
    out: &mut impl Write,
) -> io::Result<bool> {
    let given = if whole {
        command_of(line, kind)
    } else {
        Err(Damaged { error: format!("longer than {LONGEST} bytes"), rest: None })
    };
    match given {
        Ok(given) => {
            let opinion = subject(&given.command);
            let decisions = decide(&given.command, &opinion);
            let facts = opinion.facts.as_ref();
            let rest = given.rest.as_ref();
            let row =
                json_analysis::row(&given.command, &opinion.analysis, facts, &decisions, rest);
            json::write(out, &row).map(|()| true)
        }
        Err(Damaged { error, rest }) => {
            json::write(out, &json_analysis::damaged(&error, rest.as_ref())).map(|()| false)
        }
    }
}

/// What one line asks for.
struct Given<'a> {
    command: Cow<'a, str>,
    rest: Option<Map<String, Value>>,
}

/// What is wrong with one line.
struct Damaged {
    error: String,
    rest: Option<Map<String, Value>>,
}

fn command_of(line: &[u8], kind: Input) -> Result<Given<'_>, Damaged> {
    let damaged = |error: String| Damaged { error, rest: None };
    match kind {
        Input::Lines => match std::str::from_utf8(line) {
            Ok(command) => Ok(Given { command: Cow::Borrowed(command), rest: None }),
            Err(error) => {
                Err(damaged(format!("not UTF-8 from byte {} of the line", error.valid_up_to())))
            }
        },
        Input::Jsonl => {
            let value: Value = serde_json::from_slice(line)
                .map_err(|error| damaged(format!("not JSON: {error}")))?;
            match value {
                Value::String(command) => Ok(Given { command: Cow::Owned(command), rest: None }),
                Value::Object(mut object) => {
                    let command = object.shift_remove("command");
                    object.retain(|key, _| !KEYS.contains(&key.as_str()));
                    match command {
                        Some(Value::String(command)) => {
                            Ok(Given { command: Cow::Owned(command), rest: Some(object) })
                        }
                        Some(_) => Err(Damaged {
                            error: "`command` is no string".to_owned(),
                            rest: Some(object),
                        }),
                        None => Err(Damaged {
                            error: "the object has no `command`".to_owned(),
                            rest: Some(object),
                        }),
                    }
                }
                Value::Null | Value::Bool(_) | Value::Number(_) | Value::Array(_) => {
                    Err(damaged("neither a string nor an object with `command`".to_owned()))
                }
            }
        }
    }
}
