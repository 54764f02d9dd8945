//! What a reader of JSON records is, and which format has which. The files around a reader do all that formats share.

use std::path::Path;

use super::format::Format;
use super::json::Damage;
use super::out::Out;
use super::{
    claude, codex, codex_exec, commands, copilot, gemini, goose, mini_swe_agent, opencode,
    openhands, pi, swe_agent,
};

/// Reads the records of one format, with what it remembers from record to record of a file.
pub(super) trait Reader {
    /// Reads the first value of `text`; how many bytes it takes. With `whole`, nothing but blanks may follow it.
    fn record(&mut self, text: &str, whole: bool, out: &mut Out<'_>) -> Result<usize, Damage>;

    /// The members of a document that hold its records, the better one first. A document without any is a record.
    fn lists(&self) -> &'static [&'static str] {
        &[]
    }

    /// Takes a member of the document that stands beside the records; they come after all of these.
    fn member(&mut self, _key: &str, _value: &str) {}

    /// Whether the agent writes line ends into strings as they are, so that a record may spread over lines.
    fn breaks_strings(&self) -> bool {
        false
    }
}

/// The reader of a format whose records are JSON. The path is where the file is, if it is one.
pub(super) fn of(format: Format, path: Option<&Path>) -> Option<Box<dyn Reader>> {
    Some(match format {
        Format::Pi | Format::PiStream => Box::<pi::Session>::default(),
        Format::ClaudeCode => Box::new(claude::Transcript),
        Format::Codex => Box::<codex::Rollout>::default(),
        Format::CodexExec => Box::<codex_exec::Stream>::default(),
        Format::OpenCode => Box::new(opencode::Storage::at(path)),
        Format::GeminiCli => Box::<gemini::Chat>::default(),
        Format::CopilotCli => Box::<copilot::Events>::default(),
        Format::SweAgent => Box::<swe_agent::Trajectory>::default(),
        Format::MiniSweAgent => Box::<mini_swe_agent::Messages>::default(),
        Format::OpenHands => Box::<openhands::Events>::default(),
        Format::Goose => Box::<goose::Session>::default(),
        Format::JsonLines => Box::new(commands::Commands),
        Format::PiPermissionLog
        | Format::Aider
        | Format::AiderInput
        | Format::ShellHistory
        | Format::Csv
        | Format::Lines
        | Format::Asciinema
        | Format::Sqlite => return None,
    })
}
