//! What holds for any bytes, reader by reader: no panic, every line of one kind, every record counted, the same again.

use std::fs;
use std::path::PathBuf;

use guarddiff_corpus::transcripts::Format;
use proptest::prelude::*;

use crate::laws;
use crate::support::{database, fixture, sample};

/// One change of a text.
#[derive(Clone, Debug)]
enum Edit {
    Cut(prop::sample::Index, usize),
    Put(prop::sample::Index, Vec<u8>),
    Swap(prop::sample::Index, u8),
    Twice(prop::sample::Index, prop::sample::Index),
    SwapLines(prop::sample::Index, prop::sample::Index),
    Glue(prop::sample::Index),
    CutOff(prop::sample::Index),
}

fn edit() -> impl Strategy<Value = Edit> {
    let piece = prop_oneof![
        proptest::collection::vec(any::<u8>(), 0..8),
        prop::sample::select(vec![
            &b"\n"[..],
            b"\r\n",
            b"\"",
            b"{",
            b"}",
            b"[",
            b"]",
            b",",
            b":",
            b"\\",
            b"\\ud83d",
            b"\\u0000",
            b"\0",
            b"\xEF\xBB\xBF",
            b"\xff",
            b"}{",
            b"null",
            b"{\"type\":\"session\"",
            b"{\"command\":\"ls\"}\n",
            b"<bash-input>",
        ])
        .prop_map(<[u8]>::to_vec),
    ];
    prop_oneof![
        (any::<prop::sample::Index>(), 1usize..400).prop_map(|(at, length)| Edit::Cut(at, length)),
        (any::<prop::sample::Index>(), piece).prop_map(|(at, piece)| Edit::Put(at, piece)),
        (any::<prop::sample::Index>(), any::<u8>()).prop_map(|(at, byte)| Edit::Swap(at, byte)),
        (any::<prop::sample::Index>(), any::<prop::sample::Index>())
            .prop_map(|(from, to)| Edit::Twice(from, to)),
        (any::<prop::sample::Index>(), any::<prop::sample::Index>())
            .prop_map(|(one, other)| Edit::SwapLines(one, other)),
        any::<prop::sample::Index>().prop_map(Edit::Glue),
        any::<prop::sample::Index>().prop_map(Edit::CutOff),
    ]
}

fn apply(bytes: &mut Vec<u8>, edit: &Edit) {
    if bytes.is_empty() {
        return;
    }
    match edit {
        Edit::Cut(at, length) => {
            let at = at.index(bytes.len());
            let end = (at + length).min(bytes.len());
            bytes.drain(at..end);
        }
        Edit::Put(at, piece) => {
            let at = at.index(bytes.len());
            bytes.splice(at..at, piece.iter().copied());
        }
        Edit::Swap(at, byte) => {
            let at = at.index(bytes.len());
            bytes[at] = *byte;
        }
        Edit::Twice(from, to) => {
            let (from, to) = (from.index(bytes.len()), to.index(bytes.len()));
            let copy = bytes[from.min(to)..from.max(to)].to_vec();
            bytes.splice(to..to, copy);
        }
        Edit::SwapLines(one, other) => {
            let mut lines: Vec<&[u8]> = bytes.split_inclusive(|byte| *byte == b'\n').collect();
            let (one, other) = (one.index(lines.len()), other.index(lines.len()));
            lines.swap(one, other);
            *bytes = lines.concat();
        }
        Edit::Glue(at) => {
            let ends: Vec<usize> = (0..bytes.len()).filter(|at| bytes[*at] == b'\n').collect();
            if !ends.is_empty() {
                bytes.remove(ends[at.index(ends.len())]);
            }
        }
        Edit::CutOff(at) => bytes.truncate(at.index(bytes.len())),
    }
}

fn cap() -> impl Strategy<Value = usize> {
    prop_oneof![3 => Just(64usize << 20), 1 => 1usize..2000]
}

/// Changes one of the texts, and reads it as the format that it had and as whatever it looks like now.
fn changed(format: Format, texts: &[PathBuf]) {
    let texts: Vec<Vec<u8>> = texts.iter().map(|path| fs::read(path).unwrap()).collect();
    let which = 0..texts.len();
    let edits = proptest::collection::vec(edit(), 0..6);
    proptest!(|(which in which, edits in edits, cap in cap())| {
        let mut bytes = texts[which].clone();
        for edit in &edits {
            apply(&mut bytes, edit);
        }
        laws::hold(Some(format), &bytes, cap);
        laws::hold(None, &bytes, cap);
    });
}

/// Any bytes, and any text made of what such files are made of, read as a format.
fn any_text(format: Format, words: &'static [&'static str]) {
    const MARKS: [&str; 16] = [
        "{",
        "}",
        "[",
        "]",
        ",",
        ":",
        "\"",
        "\\",
        "\n",
        " ",
        "1",
        "null",
        "é",
        "\"type\"",
        "\"command\"",
        "ls",
    ];
    let words: Vec<&str> = words.iter().chain(&MARKS).copied().collect();
    let text = proptest::collection::vec(prop::sample::select(words), 0..80);
    let bytes = proptest::collection::vec(any::<u8>(), 0..300);
    proptest!(|(text in text, bytes in bytes, cap in cap())| {
        laws::hold(Some(format), text.concat().as_bytes(), cap);
        laws::hold(Some(format), &bytes, cap);
    });
}

macro_rules! readers {
    ($($name:ident: $format:ident, $place:ident $texts:expr, $words:expr;)*) => {
        $(
            #[test]
            fn $name() {
                let texts = $texts.map(|name: &str| $place(name));
                changed(Format::$format, &texts);
                any_text(Format::$format, &$words);
            }
        )*
    };
}

readers! {
    pi_sessions_hold: Pi, fixture ["pi.jsonl", "pi-fork.jsonl", "pi-v1.jsonl"],
        ["\"message\"", "\"content\"", "\"assistant\"", "\"toolCall\"", "\"bash\"", "\"session\"", "\"id\""];
    pi_streams_hold: PiStream, fixture ["pi-events.jsonl"],
        ["\"message_end\"", "\"message\"", "\"tool_execution_end\"", "\"toolCallId\""];
    claude_code_transcripts_hold: ClaudeCode, fixture ["claude.jsonl", "claude-list.json", "claude-loglines.json"],
        ["\"assistant\"", "\"message\"", "\"content\"", "\"tool_use\"", "\"Bash\"", "\"input\"", "<bash-input>"];
    codex_rollouts_hold: Codex, sample ["codex.jsonl", "codex-direct.jsonl"],
        ["\"payload\"", "\"response_item\"", "\"function_call\"", "\"shell\"", "\"arguments\"", "\"call_id\""];
    codex_streams_hold: CodexExec, sample ["codex-exec.jsonl"],
        ["\"item\"", "\"item.completed\"", "\"command_execution\"", "\"status\"", "\"completed\""];
    opencode_files_hold: OpenCode, sample ["opencode-export.json", "opencode/storage/part/msg_b/prt_a.json"],
        ["\"messages\"", "\"parts\"", "\"tool\"", "\"bash\"", "\"state\"", "\"input\"", "\"info\""];
    gemini_chats_hold: GeminiCli, sample ["gemini.jsonl", "gemini-legacy.json", "gemini-legacy-compact.json"],
        ["\"messages\"", "\"toolCalls\"", "\"run_shell_command\"", "\"args\"", "\"$set\"", "\"$rewindTo\"", "\"id\""];
    qwen_chats_hold: QwenCode, sample ["qwen.jsonl"],
        ["\"message\"", "\"parts\"", "\"functionCall\"", "\"run_shell_command\"", "\"args\"", "\"functionResponse\""];
    copilot_logs_hold: CopilotCli, sample ["copilot.jsonl"],
        ["\"tool.execution_start\"", "\"data\"", "\"toolName\"", "\"bash\"", "\"arguments\"", "\"toolRequests\""];
    swe_agent_trajectories_hold: SweAgent, sample ["swe-agent.traj", "swe-agent-history.traj"],
        ["\"trajectory\"", "\"history\"", "\"action\"", "\"role\"", "\"assistant\"", "\"tool_calls\""];
    mini_swe_agent_trajectories_hold: MiniSweAgent, sample ["mini.traj.json", "mini-list.traj.json"],
        ["\"messages\"", "\"role\"", "\"assistant\"", "\"content\"", "\"extra\"", "\"actions\"", "```bash\\n"];
    openhands_events_hold: OpenHands, sample ["openhands-trajectory.json", "openhands-output.jsonl", "openhands/sessions/s/events/1.json"],
        ["\"history\"", "\"action\"", "\"run\"", "\"args\"", "\"observation\"", "\"cause\"", "\"id\""];
    goose_sessions_hold: Goose, sample ["goose.jsonl"],
        ["\"content\"", "\"toolRequest\"", "\"toolCall\"", "\"value\"", "\"shell\"", "\"arguments\"", "\"name\""];
    aider_chats_hold: Aider, sample ["aider/.aider.chat.history.md"],
        ["#### ", "/run ", "!", "```", "sh\n", "> Running ", "> Run shell command? ", "]: n", "# aider chat started at "];
    aider_inputs_hold: AiderInput, sample ["aider/.aider.input.history"], ["# 2026", "+", "+/run ", "+!"];
    histories_of_shells_hold: ShellHistory, sample ["history.bash", "history.zsh", "history.fish"],
        ["#1767225600\n", ": 1767225600:0;", "- cmd: ", "  when: 1767225600\n"];
    lists_of_json_hold: JsonLines, fixture ["commands.jsonl"], ["\"command\":"];
    tables_hold: Csv, fixture ["commands.csv"], ["command,", "\"\""];
    plain_lists_hold: Lines, fixture ["commands.txt"], ["\r", "\t"];
}

#[test]
fn whatever_it_looks_like_any_text_holds() {
    let text = proptest::collection::vec(
        prop::sample::select(vec![
            "{",
            "}",
            "[",
            "]",
            ",",
            ":",
            "\"",
            "\\",
            "\n",
            " ",
            "\"type\"",
            "\"session\"",
            "\"id\"",
            "\"cwd\"",
            "1",
        ]),
        0..80,
    );
    let bytes = proptest::collection::vec(any::<u8>(), 0..600);
    proptest!(|(text in text, bytes in bytes, cap in cap())| {
        laws::hold(None, text.concat().as_bytes(), cap);
        laws::hold(None, &bytes, cap);
    });
}

#[test]
fn databases_hold() {
    let folder = tempfile::tempdir().unwrap();
    let texts: Vec<Vec<u8>> = ["opencode", "goose"]
        .iter()
        .map(|name| {
            let at = folder.path().join(format!("{name}.db"));
            drop(database(&format!("{name}.sql"), &at));
            fs::read(&at).unwrap()
        })
        .collect();
    let edits = proptest::collection::vec(edit(), 0..4);
    proptest!(|(which in 0..texts.len(), edits in edits, wal in any::<bool>())| {
        let mut bytes = texts[which].clone();
        for edit in &edits {
            apply(&mut bytes, edit);
        }
        laws::hold_database(&bytes, wal);
    });
}
