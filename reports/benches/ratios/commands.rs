//! The commands that are measured: real ones from agents where they lie beside the checkout, generated ones
//! otherwise. They are read, never run.

use std::path::{Path, PathBuf};
use std::{env, fs};

use anyhow::{Context, Result};
use guarddiff_corpus::generate::{GATE_SEED, generate};

/// How many commands to generate.
const GENERATED: u64 = 10_000;

/// Where the commands come from, and the commands.
pub(crate) fn load() -> (String, Vec<String>) {
    match from_agents() {
        Ok(commands) => ("agents.jsonl".to_owned(), commands),
        Err(error) => {
            let commands = (0..GENERATED).map(|index| generate(GATE_SEED, index).case.command);
            (
                format!("the generator, since there are none of agents ({error:#})"),
                commands.collect(),
            )
        }
    }
}

fn from_agents() -> Result<Vec<String>> {
    let file = shared().join("corpora/commands/agents.jsonl");
    let text = fs::read_to_string(&file).with_context(|| format!("no {}", file.display()))?;
    let command = |line: &str| {
        let record: serde_json::Value = serde_json::from_str(line)?;
        let command = record["command"].as_str().context("a line without a command")?;
        Ok(command.to_owned())
    };
    text.lines().map(command).collect()
}

/// `GUARDDIFF_SHARED`, or `shared` beside the checkout.
fn shared() -> PathBuf {
    let beside = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared");
    env::var_os("GUARDDIFF_SHARED").map_or_else(beside, PathBuf::from)
}
