//! Long and divided runs: shards that merge to the whole, runs that were killed and go on, and places that can't be
//! written.

use std::path::Path;
use std::process::Stdio;

use crate::support::{Folder, exits, guarddiff, run, stdout};

/// A gate that asks nobody but the engine.
fn gate<'a>(more: &[&'a str]) -> Vec<&'a str> {
    let plain = ["gate", "--bash", "off", "--sandbox", "off", "--quiet", "--seed", "7"];
    [&plain[..], more].concat()
}

fn bytes(path: &str) -> Vec<u8> {
    std::fs::read(path).unwrap()
}

#[test]
fn shards_merge_to_the_whole_byte_for_byte() {
    let folder = Folder::new();
    let commands: String = (0..300).map(|n| format!("echo {n} && git commit -n # git\n")).collect();
    let list = folder.write("list.txt", commands);
    let stored = |name: &str, more: &[&str]| {
        let path = folder.path(name);
        let spec = format!("jsonl={path}");
        let base = ["--cases", "200", "--transcripts", &list, "--report", &spec];
        exits(&run(&gate(&[&base[..], more].concat())), 0);
        path
    };
    let whole = stored("whole.jsonl", &[]);
    for how in ["hash", "slice"] {
        let mut parts: Vec<String> = (1..=4)
            .map(|k| stored(&format!("{how}{k}.jsonl"), &["--shard", &format!("{how}:{k}/4")]))
            .collect();
        parts.reverse();
        let merged = folder.path("merged.jsonl");
        let spec = format!("jsonl={merged}");
        let mut args = vec!["report", "merge"];
        args.extend(parts.iter().map(String::as_str));
        args.extend(["--report", &spec]);
        exits(&run(&args), 0);
        assert!(bytes(&merged) == bytes(&whole), "{how}");
    }
}

#[test]
fn what_is_not_all_of_one_run_is_not_merged() {
    let folder = Folder::new();
    let stored = |name: &str, more: &[&str]| {
        let path = folder.path(name);
        let spec = format!("jsonl={path}");
        exits(&run(&gate(&[&["--report", &spec], more].concat())), 0);
        path
    };
    let one = stored("1", &["--cases", "20", "--shard", "hash:1/2"]);
    let two = stored("2", &["--cases", "20", "--shard", "hash:2/2"]);
    let sliced = stored("s", &["--cases", "20", "--shard", "slice:2/2"]);
    let other = stored("o", &["--cases", "21", "--shard", "hash:2/2"]);
    let whole = stored("w", &["--cases", "20"]);
    let refused = |runs: &[&str], why: &str| {
        let output = run(&[&["report", "merge"], runs].concat());
        exits(&output, 2);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(said.contains(why), "{said}");
    };
    exits(&run(&["report", "merge", &two, &one]), 0);
    refused(&[&one], "missing: shard 2/2");
    refused(&[&one, &one, &two], "is shard hash:1/2, and so is");
    refused(&[&one, &sliced], "is shard slice:2/2");
    refused(&[&one, &other], "another number of cases");
    refused(&[&one, &whole], "no shard");
    exits(&run(&["report", &one, &two]), 2);
    exits(&run(&["report", "merge", &one, &folder.path("missing")]), 4);
    exits(&run(&["gate", "--shard", "hash:3/2"]), 2);
}

#[test]
fn a_shard_of_other_transcripts_is_refused() {
    let folder = Folder::new();
    let list = folder.path("list.txt");
    let stored = |k: &str, commands: &str| {
        folder.write("list.txt", commands);
        let path = folder.path(k);
        let spec = format!("jsonl={path}");
        let part = format!("hash:{k}/2");
        let args = ["--cases", "5", "--transcripts", &list, "--shard", &part, "--report", &spec];
        exits(&run(&gate(&args)), 0);
        path
    };
    let (one, two) = (stored("1", "git status\n"), stored("2", "git statut\n"));
    let output = run(&["report", "merge", &one, &two]);
    exits(&output, 2);
    assert!(String::from_utf8_lossy(&output.stderr).contains("had other cases"));
}

#[test]
fn two_runs_are_compared() {
    let folder = Folder::new();
    let stored = |name: &str, cases: &str| {
        let path = folder.path(name);
        let spec = format!("jsonl={path}");
        exits(&run(&gate(&["--cases", cases, "--report", &spec])), 0);
        path
    };
    let (short, long) = (stored("short", "20"), stored("long", "40"));
    let same = stdout(&run(&["report", "diff", &short, &short]));
    assert!(same.contains("new     0 findings"), "{same}");
    assert!(same.contains("0 added, 0 removed"), "{same}");
    let more = run(&["report", "diff", &short, &long]);
    exits(&more, 0);
    let more = stdout(&more);
    assert!(more.contains("20 added, 0 removed") && more.contains("fixed   0"), "{more}");
    let broken = bytes(&short);
    let broken = String::from_utf8(broken).unwrap();
    let broken = broken.replacen("\"legacy-bug\"", "\"engine-failure\"", 1);
    let broken = folder.write("broken", broken);
    let output = run(&["report", "diff", &short, &broken]);
    exits(&output, 1);
    assert!(stdout(&output).contains("changed 1 finding"), "{}", stdout(&output));
}

/// Kills a run when its journal has grown to `size` bytes, and says whether it was still running.
fn kill_at(args: &[&str], journal: &str, size: u64) -> bool {
    let mut child = guarddiff()
        .args(args)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    loop {
        if child.try_wait().unwrap().is_some() {
            return false;
        }
        if std::fs::metadata(journal).is_ok_and(|meta| meta.len() >= size) {
            child.kill().unwrap();
            child.wait().unwrap();
            return true;
        }
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
}

/// `GUARDDIFF_KILLS` says how often; `cargo xtask kills` sets it to 50.
#[test]
fn a_run_that_was_killed_goes_on_to_the_same_bytes() {
    let kills: u64 = std::env::var("GUARDDIFF_KILLS").map_or(4, |kills| kills.parse().unwrap());
    let folder = Folder::new();
    let whole = folder.path("whole.jsonl");
    let spec = format!("jsonl={whole}");
    let cases = ["--cases", "3000", "--threads", "1"];
    let plain = run(&gate(&[&cases[..], &["--report", &spec]].concat()));
    let length = bytes(&whole).len() as u64;
    let path = folder.path("run.jsonl");
    let journal = format!("{path}.part");
    let args = gate(&[&cases[..], &["--resume", &path]].concat());
    let mut killed = 0;
    for n in 0..kills {
        // Somewhere in the run, and each time somewhere else: multiples of the golden ratio spread evenly.
        let at = (length as f64 * (n as f64 * 0.618_034).fract()) as u64;
        let mut size = at;
        while kill_at(&args, &journal, size) {
            killed += 1;
            assert!(!Path::new(&path).exists(), "no half report");
            size += length / 3;
        }
        let resumed = run(&args);
        assert_eq!(resumed.status.code(), plain.status.code());
        assert!(bytes(&path) == bytes(&whole), "killed at {at} bytes of the journal");
        assert!(!Path::new(&journal).exists());
        std::fs::remove_file(&path).unwrap();
    }
    eprintln!("killed {killed} times in {kills} runs");
    assert!(killed * 2 >= kills, "killed {killed} times in {kills} runs");
}

#[test]
fn a_torn_journal_goes_on_from_its_last_checkpoint() {
    let folder = Folder::new();
    let path = folder.path("run.jsonl");
    let journal = format!("{path}.part");
    let args = gate(&["--cases", "1500", "--resume", &path]);
    assert!(kill_at(&args, &journal, 100_000));
    let torn = bytes(&journal);
    exits(&run(&args), 0);
    let whole = bytes(&path);
    for cut in [1, 40, 5_000, torn.len() - 30, torn.len()] {
        std::fs::remove_file(&path).unwrap();
        std::fs::write(&journal, &torn[..torn.len() - cut]).unwrap();
        exits(&run(&args), 0);
        assert!(bytes(&path) == whole, "{cut} bytes cut");
    }
    let again = run(&args);
    exits(&again, 0);
    assert!(bytes(&path) == whole);

    std::fs::write(&journal, &torn).unwrap();
    std::fs::remove_file(&path).unwrap();
    let other = run(&gate(&["--cases", "1501", "--resume", &path]));
    exits(&other, 2);
    assert!(String::from_utf8_lossy(&other.stderr).contains("another number of cases"));
    std::fs::write(&journal, "my notes\n").unwrap();
    exits(&run(&args), 2);
    assert_eq!(bytes(&journal), b"my notes\n");
}

#[cfg(target_os = "linux")]
#[test]
fn a_place_that_cannot_be_written_is_code_4_and_keeps_what_was_there() {
    let folder = Folder::new();
    let said = |output: &std::process::Output| String::from_utf8_lossy(&output.stderr).into_owned();
    for place in ["/proc/run.jsonl", "/dev/full", "/dev/null/run.jsonl"] {
        let output = run(&gate(&["--cases", "20", "--report", &format!("jsonl={place}")]));
        exits(&output, 4);
        assert!(said(&output).contains(&format!("can't write {place}")), "{}", said(&output));
    }
    let old = folder.write("old.jsonl", "old");
    let mut mode = std::fs::metadata(&old).unwrap().permissions();
    mode.set_readonly(true);
    std::fs::set_permissions(&old, mode).unwrap();
    let output = run(&gate(&["--cases", "20", "--report", &format!("jsonl={old}")]));
    exits(&output, 4);
    assert!(said(&output).contains("read-only"), "{}", said(&output));
    assert_eq!(bytes(&old), b"old");
    exits(&run(&gate(&["--cases", "20", "--resume", "/proc/run.jsonl"])), 4);
}

/// A limit on the size of files stands for a disk that is full: the write fails in the middle.
#[cfg(target_os = "linux")]
#[test]
fn a_disk_that_fills_up_leaves_no_half_report() {
    let folder = Folder::new();
    let old = folder.write("run.jsonl", "old");
    let script = "trap '' XFSZ; ulimit -f 64; exec \"$0\" \"$@\"";
    for option in ["--report", "--resume"] {
        let to = if option == "--report" { format!("jsonl={old}") } else { old.clone() };
        let args = gate(&["--cases", "500", option, &to]);
        let mut shell = std::process::Command::new("sh");
        shell.args(["-c", script, env!("CARGO_BIN_EXE_guarddiff")]).args(args);
        let output = shell.output().unwrap();
        exits(&output, 4);
        assert!(!output.stderr.is_empty());
        assert_eq!(bytes(&old), b"old", "{option}");
    }
    assert_eq!(folder.names(), ["run.jsonl", "run.jsonl.part"], "only the journal stays");
}

#[cfg(unix)]
#[test]
fn a_closed_pipe_hides_no_verdict() {
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let status = guarddiff()
        .args(gate(&["--cases", "0", "--transcripts", "/no/such/file"]))
        .stdout(writer)
        .stderr(Stdio::null())
        .status()
        .unwrap();
    assert_eq!(status.code(), Some(4));
}

#[test]
fn the_baseline_is_that_of_the_gate_and_no_other_run() {
    let folder = Folder::new();
    std::fs::create_dir_all(folder.path("reports/baseline")).unwrap();
    let blessed = guarddiff()
        .args(["gate", "--sandbox", "off", "--bless"])
        .current_dir(folder.path("."))
        .output()
        .unwrap();
    exits(&blessed, 0);
    let made = bytes(&folder.path("reports/baseline/gate.txt"));
    assert!(made == std::fs::read(crate::support::own("baseline/gate.txt")).unwrap());
    exits(&run(&["gate"]), 0);
    exits(&run(&["gate", "--seed", "7", "--bless"]), 2);
    let elsewhere = guarddiff()
        .args(["gate", "--sandbox", "off", "--bless"])
        .current_dir(folder.path("reports"))
        .output()
        .unwrap();
    exits(&elsewhere, 2);
}
