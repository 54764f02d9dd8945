//! What a reader of JSON records is, and which format has which. The files around a reader do all that formats share.

use std::path::Path;

use super::format::Format;
use super::json::Damage;
use super::out::Out;
use super::{
    claude, codex, codex_exec, commands, copilot, gemini, goose, mini_swe_agent, opencode,
    openhands, pi, qwen, swe_agent,
};

/// Reads the records of one format, with what it remembers from record to record of a file.
pub(super) trait Reader {
    /// Reads the first value of `text`; how many bytes it takes. With `whole`, nothing but blanks may follow it.
    fn record(&mut self, text: &str, whole: bool, out: &mut Out<'_>) -> Result<usize, Damage>;

    /// Takes a member of the document that stands beside the records; they come after all of these.
    fn member(&mut self, _key: &str, _value: &str) {}

    /// Whether the agent writes line ends into strings as they are, so that a record may spread over lines.
    fn breaks_strings(&self) -> bool {
        false
    }
}

/// The reader of a format whose records are JSON, or why there is none. The path is where the file is, if it is one.
pub(super) fn of(format: Format, path: Option<&Path>) -> Result<Box<dyn Reader>, &'static str> {
    Ok(match format {
        Format::Pi | Format::PiStream => Box::<pi::Session>::default(),
        Format::ClaudeCode => Box::new(claude::Transcript),
        Format::Codex => Box::<codex::Rollout>::default(),
        Format::CodexExec => Box::<codex_exec::Stream>::default(),
        Format::OpenCode => Box::new(opencode::Storage::at(path)),
        Format::GeminiCli => Box::<gemini::Chat>::default(),
        Format::QwenCode => Box::new(qwen::Chat),
        Format::CopilotCli => Box::<copilot::Events>::default(),
        Format::SweAgent => Box::<swe_agent::Trajectory>::default(),
        Format::MiniSweAgent => Box::<mini_swe_agent::Messages>::default(),
        Format::OpenHands => Box::new(openhands::Events),
        Format::Goose => Box::<goose::Session>::default(),
        Format::JsonLines => Box::new(commands::Commands),
        Format::PiPermissionLog => {
            return Err("units cut out of commands; the session holds the commands");
        }
        Format::Asciinema => {
            return Err(
                "typed keys and screen output, from which no command can be taken reliably",
            );
        }
        Format::Aider
        | Format::AiderInput
        | Format::ShellHistory
        | Format::Csv
        | Format::Lines
        | Format::Sqlite => return Err("not made of JSON records"),
    })
}

/// The members of a document that hold its records, the better one first. A document without any is itself a record.
pub(super) const fn lists(format: Format) -> &'static [&'static str] {
    match format {
        Format::ClaudeCode => &["loglines"],
        Format::GeminiCli | Format::OpenCode | Format::MiniSweAgent => &["messages"],
        // The history tells the actions of the trajectory once more.
        Format::SweAgent => &["trajectory", "history"],
        Format::Pi
        | Format::PiStream
        | Format::PiPermissionLog
        | Format::Codex
        | Format::CodexExec
        | Format::QwenCode
        | Format::CopilotCli
        | Format::OpenHands
        | Format::Goose
        | Format::Aider
        | Format::AiderInput
        | Format::ShellHistory
        | Format::JsonLines
        | Format::Csv
        | Format::Lines
        | Format::Asciinema
        | Format::Sqlite => &[],
    }
}
