//! Makes a folder of Claude Code sessions of a given size, the same each time, to measure the readers with. What is in
//! them was never typed by anybody.
#![expect(clippy::print_stdout, reason = "it says what it made")]

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::Path;

use rand::{Rng as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;
use serde_json::{Value, json};

/// About how long a session file is, in bytes.
const FILE: u64 = 4 << 20;

const COMMANDS: [&str; 8] = [
    "cargo test --workspace 2>&1 | tail -n 40",
    "git add -A && git commit -m 'mend the gauge' && git push",
    "for f in logs/*.csv; do head -n 1 \"$f\"; done",
    "rg -n --hidden 'fn main' src | head",
    "cat > notes.md <<'EOF'\n# Notes\n\nNot --no-verify.\nEOF",
    "timeout 120s make -C tide check; echo rc=$?",
    "git log --oneline -n 20 -- src/lib.rs",
    "python3 - <<'PY'\nimport json\nprint(json.dumps({'a': 1}))\nPY",
];

fn main() -> io::Result<()> {
    let mut args = std::env::args().skip(1);
    let (Some(folder), Some(megabytes)) =
        (args.next(), args.next().and_then(|megabytes| megabytes.parse::<u64>().ok()))
    else {
        return Err(io::Error::other("usage: sessions FOLDER MEGABYTES"));
    };
    let wanted = megabytes * 1_000_000;
    let mut random = ChaCha8Rng::seed_from_u64(megabytes);
    let (mut made, mut files, mut commands) = (0, 0, 0);
    while made < wanted {
        let project = Path::new(&folder).join(format!("-srv-project-{}", files / 16));
        fs::create_dir_all(&project)?;
        let file = File::create(project.join(format!("session-{files:05}.jsonl")))?;
        let session =
            Session { file: BufWriter::new(file), files, lines: 0, bytes: 0, commands: 0 };
        let (bytes, calls) = session.write(FILE.min(wanted - made), &mut random)?;
        made += bytes;
        commands += calls;
        files += 1;
    }
    println!("{files} files, {made} bytes, {commands} commands");
    Ok(())
}

struct Session {
    file: BufWriter<File>,
    files: u64,
    lines: u64,
    bytes: u64,
    commands: u64,
}

impl Session {
    fn write(mut self, wanted: u64, random: &mut ChaCha8Rng) -> io::Result<(u64, u64)> {
        while self.bytes < wanted {
            match random.next_u32() % 8 {
                0 => self.line(
                    "user",
                    json!({"role": "user", "content": prose(random, 300)}),
                    Value::Null,
                )?,
                1 | 2 => {
                    let text = json!([{"type": "text", "text": prose(random, 900)}]);
                    self.line("assistant", answer(text), Value::Null)?;
                }
                3 | 4 => self.call(random, "Bash")?,
                5 | 6 => self.call(random, "Read")?,
                _ => {
                    let thought = json!([{"type": "thinking", "thinking": prose(random, 1500), "signature": hex(random, 300)}]);
                    self.line("assistant", answer(thought), Value::Null)?;
                }
            }
        }
        self.file.flush()?;
        Ok((self.bytes, self.commands))
    }

    fn call(&mut self, random: &mut ChaCha8Rng, tool: &str) -> io::Result<()> {
        let id = format!("toolu_{}", hex(random, 24));
        let input = if tool == "Bash" {
            self.commands += 1;
            let command = COMMANDS[random.next_u32() as usize % COMMANDS.len()];
            json!({"command": format!("{command} # {}", self.lines), "description": prose(random, 40)})
        } else {
            json!({"file_path": "/srv/project/src/lib.rs"})
        };
        let calls = json!([{"type": "tool_use", "id": id, "name": tool, "input": input}]);
        self.line("assistant", answer(calls), Value::Null)?;
        // Most outputs are short, and some fill a screen many times over.
        let length =
            200 + (random.next_u32() % 5000) as usize * (1 + random.next_u32() as usize % 4);
        let output = prose(random, length);
        let result = json!({"role": "user", "content": [{"tool_use_id": id, "type": "tool_result", "content": output, "is_error": false}]});
        let repeated =
            json!({"stdout": output, "stderr": "", "interrupted": false, "isImage": false});
        self.line("user", result, repeated)
    }

    fn line(&mut self, kind: &str, message: Value, result: Value) -> io::Result<()> {
        self.lines += 1;
        let line = json!({
            "parentUuid": format!("{:08x}-{:08x}", self.files, self.lines - 1), "isSidechain": false, "userType": "external",
            "cwd": "/srv/project", "sessionId": format!("5e55-{:08}", self.files), "version": "2.1.0", "gitBranch": "main",
            "type": kind, "message": message, "uuid": format!("{:08x}-{:08x}", self.files, self.lines),
            "timestamp": format!("2026-03-02T08:{:02}:{:02}.000Z", self.lines / 60 % 60, self.lines % 60), "toolUseResult": result,
        });
        let line = line.to_string();
        self.bytes += line.len() as u64 + 1;
        self.file.write_all(line.as_bytes())?;
        self.file.write_all(b"\n")
    }
}

fn answer(content: Value) -> Value {
    json!({"id": "msg_1", "type": "message", "role": "assistant", "model": "example", "content": content, "stop_reason": null,
        "usage": {"input_tokens": 900, "output_tokens": 41}})
}

/// Words in lines, with the quotes and indents of code.
fn prose(random: &mut ChaCha8Rng, length: usize) -> String {
    const WORDS: [&str; 12] = [
        "gauge",
        "the",
        "tide",
        "fn main()",
        "\"quoted\"",
        "let x = 1;",
        "of",
        "é",
        "//",
        "{",
        "}",
        "return",
    ];
    let mut text = String::with_capacity(length + 16);
    while text.len() < length {
        text.push_str(WORDS[random.next_u32() as usize % WORDS.len()]);
        text.push_str(if random.next_u32().is_multiple_of(9) { "\n    " } else { " " });
    }
    text
}

fn hex(random: &mut ChaCha8Rng, length: usize) -> String {
    (0..length).map(|_| char::from(b"0123456789abcdef"[random.next_u32() as usize % 16])).collect()
}
