//! The transcript formats known by name: those with a reader, and those that are only recognised. It reads nothing.

use std::fmt;

/// A format that a file can be told to have by its content.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Format {
    /// Pi sessions, versions 1 to 3, and Pi's event stream (`--mode json`).
    Pi,
    /// Claude Code transcripts: JSON Lines, a JSON array, or an object with `loglines`.
    ClaudeCode,
    /// One JSON object with a `command` string, or one JSON string, a line.
    JsonLines,
    /// Comma-separated values with a `command` column.
    Csv,
    /// One command a line, nothing else.
    Lines,
    /// Codex CLI rollouts and its execution stream.
    Codex,
    /// Copilot CLI event logs.
    CopilotCli,
    /// Gemini CLI chats.
    GeminiCli,
    /// OpenCode exports and storage files.
    OpenCode,
    /// OpenHands events and trajectories.
    OpenHands,
    /// SWE-agent trajectories.
    SweAgent,
    /// mini-SWE-agent trajectories.
    MiniSweAgent,
    /// Goose's sessions before they moved into a database.
    Goose,
    /// Aider's chat and input histories.
    Aider,
    /// Terminal recordings: typed bytes and screen output, from which no command can be taken reliably.
    Asciinema,
    /// The log of pi-permission-system: units cut to a width, not commands.
    PiPermissionLog,
    /// An SQLite database of OpenCode.
    OpenCodeSqlite,
    /// An SQLite database of Goose.
    GooseSqlite,
    /// Any other SQLite database.
    Sqlite,
}

impl Format {
    /// The name in reports and options.
    pub const fn name(self) -> &'static str {
        match self {
            Format::Pi => "pi",
            Format::ClaudeCode => "claude-code",
            Format::JsonLines => "jsonl",
            Format::Csv => "csv",
            Format::Lines => "lines",
            Format::Codex => "codex",
            Format::CopilotCli => "copilot-cli",
            Format::GeminiCli => "gemini-cli",
            Format::OpenCode => "opencode",
            Format::OpenHands => "openhands",
            Format::SweAgent => "swe-agent",
            Format::MiniSweAgent => "mini-swe-agent",
            Format::Goose => "goose",
            Format::Aider => "aider",
            Format::Asciinema => "asciinema",
            Format::PiPermissionLog => "pi-permission-log",
            Format::OpenCodeSqlite => "opencode-sqlite",
            Format::GooseSqlite => "goose-sqlite",
            Format::Sqlite => "sqlite",
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
