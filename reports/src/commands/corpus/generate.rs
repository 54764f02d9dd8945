//! `guarddiff corpus generate`: seeded commands with their ids and their planted truth, as JSON Lines.

use std::io::{self, BufWriter, Write as _};

use guarddiff_corpus::generate::{GATE_SEED, generate};
use guarddiff_engine::facts::Check;
use serde_json::{Map, Value, json};

use crate::cli::GenerateArgs;
use crate::exit_code::Exit;
use crate::interrupt;
use crate::{json, stated};

/// Runs the command.
pub(super) fn run(args: &GenerateArgs) -> anyhow::Result<Exit> {
    let mut out = BufWriter::with_capacity(1 << 16, io::stdout().lock());
    let seed = args.seed.unwrap_or(GATE_SEED);
    for index in 0..args.count {
        if interrupt::asked() {
            out.flush()?;
            return Ok(Exit::Interrupted);
        }
        let made = generate(seed, index);
        let mut truth = Map::new();
        if let Some(planted) = &made.case.planted {
            truth.insert("readable".to_owned(), json!(planted.readable));
            for check in Check::ALL {
                truth.insert(check.name().to_owned(), stated::planted(planted, check));
            }
        }
        let id = made.case.id.to_string();
        let row =
            json!({ "id": id, "command": made.case.command, "planted": Value::Object(truth) });
        json::write(&mut out, &row)?;
        out.write_all(b"\n")?;
    }
    out.flush()?;
    Ok(Exit::Parity)
}
