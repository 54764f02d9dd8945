//! The transcript formats known by name: those that are read, and those that are only recognised. It reads nothing.

use std::fmt;

/// A format that a file can be told to have by its content.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Format {
    /// Pi sessions, versions 1 to 3.
    Pi,
    /// Pi's event stream (`--mode json`).
    PiStream,
    /// The log of pi-permission-system: units cut out of commands, not commands.
    PiPermissionLog,
    /// Claude Code transcripts: JSON Lines, a JSON array, or an object with `loglines`.
    ClaudeCode,
    /// Codex CLI rollouts, enveloped or direct.
    Codex,
    /// What `codex exec --json` prints.
    CodexExec,
    /// OpenCode's database, its storage files before, and its exports.
    OpenCode,
    /// Gemini CLI chats, JSON Lines or one document.
    GeminiCli,
    /// Qwen Code chats.
    QwenCode,
    /// Copilot CLI event logs.
    CopilotCli,
    /// SWE-agent trajectories.
    SweAgent,
    /// mini-SWE-agent trajectories.
    MiniSweAgent,
    /// OpenHands events, trajectories and outputs of evaluations.
    OpenHands,
    /// Goose's database, and its sessions before.
    Goose,
    /// Aider's chat history.
    Aider,
    /// Aider's input history.
    AiderInput,
    /// The histories of bash with times, zsh with times, and fish.
    ShellHistory,
    /// One JSON object with a `command` string, or one JSON string, a line.
    JsonLines,
    /// Comma-separated values with a `command` column.
    Csv,
    /// One command a line, nothing else.
    Lines,
    /// Terminal recordings: typed bytes and screen output, from which no command can be taken reliably.
    Asciinema,
    /// Any other SQLite database.
    Sqlite,
}

impl Format {
    /// Every format.
    pub const ALL: [Format; 22] = [
        Format::Pi,
        Format::PiStream,
        Format::PiPermissionLog,
        Format::ClaudeCode,
        Format::Codex,
        Format::CodexExec,
        Format::OpenCode,
        Format::GeminiCli,
        Format::QwenCode,
        Format::CopilotCli,
        Format::SweAgent,
        Format::MiniSweAgent,
        Format::OpenHands,
        Format::Goose,
        Format::Aider,
        Format::AiderInput,
        Format::ShellHistory,
        Format::JsonLines,
        Format::Csv,
        Format::Lines,
        Format::Asciinema,
        Format::Sqlite,
    ];

    /// The name in reports and options.
    pub const fn name(self) -> &'static str {
        match self {
            Format::Pi => "pi",
            Format::PiStream => "pi-json-stream",
            Format::PiPermissionLog => "pi-permission-log",
            Format::ClaudeCode => "claude-code",
            Format::Codex => "codex",
            Format::CodexExec => "codex-exec-json",
            Format::OpenCode => "opencode",
            Format::GeminiCli => "gemini-cli",
            Format::QwenCode => "qwen-code",
            Format::CopilotCli => "copilot-cli",
            Format::SweAgent => "swe-agent",
            Format::MiniSweAgent => "mini-swe-agent",
            Format::OpenHands => "openhands",
            Format::Goose => "goose",
            Format::Aider => "aider",
            Format::AiderInput => "aider-input",
            Format::ShellHistory => "shell-history",
            Format::JsonLines => "jsonl",
            Format::Csv => "csv",
            Format::Lines => "lines",
            Format::Asciinema => "asciinema",
            Format::Sqlite => "sqlite",
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
