//! What several tests need: the gate's settings, and real texts when they are there.

use std::path::PathBuf;

pub(crate) use guarddiff_engine::policy::gate_policy;

pub(crate) const TRAILER: &str =
    " --trailer 'Co-Authored-By: guarddiff <guarddiff@example.invalid>'";

/// The lines of a shared file; says so and gives none when the folder is absent.
#[expect(clippy::print_stderr, reason = "a skipped test must be seen")]
pub(crate) fn shared_lines(file: &str) -> Vec<String> {
    let beside = concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared");
    let root = std::env::var_os("GUARDDIFF_SHARED").map_or_else(|| beside.into(), PathBuf::from);
    let Ok(text) = std::fs::read_to_string(root.join(file)) else {
        eprintln!("skipped: {file} is not there");
        return Vec::new();
    };
    text.lines().map(str::to_owned).collect()
}

/// The commands of a shared JSON Lines file.
pub(crate) fn shared_commands(file: &str) -> Vec<String> {
    let command = |line: &String| -> Option<String> {
        let value: serde_json::Value = serde_json::from_str(line).ok()?;
        Some(value.get("command")?.as_str()?.to_owned())
    };
    let lines = shared_lines(file);
    let commands: Vec<String> = lines.iter().filter_map(command).collect();
    assert_eq!(commands.len(), lines.len(), "{file} has lines without a command");
    commands
}
