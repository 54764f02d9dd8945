//! The commands that are measured: real ones from agents where they lie beside the checkout, generated ones
//! otherwise. They are read, never run.

use std::path::{Path, PathBuf};
use std::{env, fs};

use anyhow::{Context, Result};

/// Where the commands come from, and the commands.
pub(crate) fn load() -> Result<(String, Vec<String>)> {
    let file = shared().join("corpora/commands/agents.jsonl");
    let text = fs::read_to_string(&file).with_context(|| format!("no {}", file.display()))?;
    let command = |line: &str| {
        let record: serde_json::Value = serde_json::from_str(line)?;
        let command = record["command"].as_str().context("a line without a command")?;
        Ok(command.to_owned())
    };
    let commands = text.lines().map(command).collect::<Result<_>>()?;
    Ok(("agents.jsonl".to_owned(), commands))
}

/// `GUARDDIFF_SHARED`, or `shared` beside the checkout.
fn shared() -> PathBuf {
    let beside = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared");
    env::var_os("GUARDDIFF_SHARED").map_or_else(beside, PathBuf::from)
}
