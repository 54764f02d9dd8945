//! What several tests need: the gate's settings, and real texts when they are there.

use std::path::PathBuf;

pub(crate) use guarddiff_engine::policy::gate_policy;

pub(crate) const TRAILER: &str =
    " --trailer 'Co-Authored-By: guarddiff <guarddiff@example.invalid>'";

/// The commands of a shared JSON Lines file; says so and gives none when the folder is absent.
#[expect(clippy::print_stderr, reason = "a skipped test must be seen")]
pub(crate) fn shared_commands(file: &str) -> Vec<String> {
    let beside = concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared");
    let root = std::env::var_os("GUARDDIFF_SHARED").map_or_else(|| beside.into(), PathBuf::from);
    let Ok(text) = std::fs::read_to_string(root.join(file)) else {
        eprintln!("skipped: {file} is not there");
        return Vec::new();
    };
    let command = |line: &str| -> Option<String> {
        let value: serde_json::Value = serde_json::from_str(line).ok()?;
        Some(value.get("command")?.as_str()?.to_owned())
    };
    let commands: Vec<String> = text.lines().filter_map(command).collect();
    assert!(!commands.is_empty(), "{file} holds no command");
    commands
}
