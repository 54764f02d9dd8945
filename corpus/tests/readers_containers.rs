//! Compressed files, and databases: live, half written, damaged, or not of an agent.

use std::fs;
use std::path::{Path, PathBuf};

use guarddiff_corpus::transcripts::{self, Event, Options, Record, Verdict};

use crate::support::{database, read, read_bytes, sample};

fn commands(records: &[Record]) -> Vec<&str> {
    records.iter().map(|record| record.command.as_str()).collect()
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn a_compressed_session_is_read_like_the_plain_one_and_left_out_beside_it() {
    let folder = tempfile::tempdir().unwrap();
    let plain = fs::read(sample("codex.jsonl")).unwrap();
    let at = folder.path().join("rollout.jsonl.zst");
    fs::write(&at, zstd::encode_all(plain.as_slice(), 3).unwrap()).unwrap();
    let (records, _) = read(std::slice::from_ref(&at));
    let (of_plain, _) = read(&[sample("codex.jsonl")]);
    assert_eq!(commands(&records), commands(&of_plain));
    let (of_stream, _) = read_bytes(&fs::read(&at).unwrap(), &Options::default());
    assert_eq!(commands(&of_stream), commands(&of_plain));
    fs::write(folder.path().join("rollout.jsonl"), &plain).unwrap();
    let (both, tally) = read(&[folder.path().to_owned()]);
    assert_eq!(commands(&both), commands(&of_plain));
    assert_eq!(tally.copies.total, 1);
}

#[test]
fn of_a_compressed_file_cut_off_the_beginning_is_read_and_the_rest_told() {
    let folder = tempfile::tempdir().unwrap();
    let line = fs::read_to_string(sample("codex.jsonl")).unwrap();
    let first: String = line.lines().take(4).map(|line| format!("{line}\n")).collect();
    let text = format!(
        "{first}{}",
        "{\"timestamp\":\"t\",\"type\":\"x\",\"payload\":{}}\n".repeat(200_000)
    );
    let packed = zstd::encode_all(text.as_bytes(), 1).unwrap();
    let at = folder.path().join("cut.jsonl.zst");
    fs::write(&at, &packed[..packed.len() / 2]).unwrap();
    let (records, tally) = read(std::slice::from_ref(&at));
    assert_eq!(commands(&records), ["ls logs"]);
    assert_eq!((tally.unreadable.total, tally.named_unreadable.len()), (1, 1));
    let (_, tally) = read(&[folder.path().to_owned()]);
    assert_eq!((tally.unreadable.total, tally.named_unreadable.len()), (1, 0));
}

#[test]
fn a_database_is_read_without_a_trace_beside_it() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path().join("opencode.db");
    drop(database("opencode.sql", &at));
    let (records, tally) = read(std::slice::from_ref(&at));
    assert_eq!((records.len(), tally.without_text.total), (6, 1));
    let first = &records[0];
    assert_eq!((first.table, first.line, first.nth), (Some("part"), 1, 1));
    assert_eq!(first.cwd.as_deref(), Some("/srv/tide"));
    assert_eq!(names(folder.path()), ["opencode.db"]);
}

#[test]
fn what_is_still_in_the_log_of_a_live_database_is_read_too() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path().join("opencode.db");
    let live = rusqlite::Connection::open(&at).unwrap();
    live.pragma_update(None, "journal_mode", "wal").unwrap();
    live.execute_batch(&fs::read_to_string(sample("opencode.sql")).unwrap()).unwrap();
    assert_eq!(names(folder.path()), ["opencode.db", "opencode.db-shm", "opencode.db-wal"]);
    let (records, _) = read(std::slice::from_ref(&at));
    assert_eq!(records.len(), 6);
    // In a walk the log and its index are told as what they are.
    let (records, tally) = read(&[folder.path().to_owned()]);
    assert_eq!((records.len(), tally.refused.total), (6, 2), "{tally:?}");
    // As a crash leaves it: the log, and no index.
    let crashed = tempfile::tempdir().unwrap();
    for name in ["opencode.db", "opencode.db-wal"] {
        fs::copy(folder.path().join(name), crashed.path().join(name)).unwrap();
    }
    let (records, _) = read(&[crashed.path().join("opencode.db")]);
    assert_eq!(records.len(), 6);
    assert_eq!(names(crashed.path()), ["opencode.db", "opencode.db-wal"]);
    drop(live);
}

#[test]
fn of_a_half_written_log_what_was_committed_is_read() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path().join("opencode.db");
    let live = rusqlite::Connection::open(&at).unwrap();
    live.pragma_update(None, "journal_mode", "wal").unwrap();
    live.execute_batch(&fs::read_to_string(sample("opencode.sql")).unwrap()).unwrap();
    let log = fs::read(folder.path().join("opencode.db-wal")).unwrap();
    let crashed = tempfile::tempdir().unwrap();
    let copy = crashed.path().join("opencode.db");
    fs::copy(&at, &copy).unwrap();
    drop(live);
    let mut most = 0;
    for length in (0..=log.len()).step_by(1500).chain([log.len()]) {
        fs::write(crashed.path().join("opencode.db-wal"), &log[..length]).unwrap();
        let (records, tally) = read(std::slice::from_ref(&copy));
        assert!(records.len() >= most && tally.unreadable.total == 0, "at {length}: {tally:?}");
        most = records.len();
    }
    assert_eq!(most, 6);
}

#[test]
fn rows_behind_a_damaged_page_are_still_read() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path().join("goose.db");
    let database = database("goose.sql", &at);
    let padding = "x".repeat(3000);
    for row in 0..200 {
        let content = format!(
            r#"[{{"type":"toolRequest","id":"n{row}","toolCall":{{"status":"success","value":{{"name":"shell","arguments":{{"command":"echo {row} {padding}"}}}}}}}}]"#
        );
        database
            .execute(
                "insert into messages(session_id, role, content_json) values('20260302_1', 'assistant', ?1)",
                [content],
            )
            .unwrap();
    }
    drop(database);
    let whole = fs::read(&at).unwrap();
    let (records, tally) = read(std::slice::from_ref(&at));
    assert_eq!((records.len(), tally.damaged.total), (204, 0));
    let mut broken = whole.clone();
    let middle = whole.len() / 2 / 4096 * 4096;
    broken[middle..middle + 4096].fill(0xA5);
    fs::write(&at, &broken).unwrap();
    let (records, tally) = read(std::slice::from_ref(&at));
    assert!(records.len() > 180, "{} records, {tally:?}", records.len());
    assert!(tally.damaged.total >= 1);
    fs::write(&at, &whole[..whole.len() * 2 / 3]).unwrap();
    let (records, tally) = read(std::slice::from_ref(&at));
    assert!(records.len() > 50, "{} records", records.len());
    assert!(tally.damaged.total + tally.unreadable.total >= 1, "{tally:?}");
}

#[test]
fn a_row_that_is_no_json_is_counted_with_its_number() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path().join("opencode.db");
    let database = database("opencode.sql", &at);
    let insert = "insert into part(id, message_id, session_id, data) values(?1, 'm', 's', ?2)";
    let call = r#"{"type":"tool","callID":"z","tool":"bash","state":{"status":"completed","input":{"command":"ls"}}}"#;
    database.execute(insert, ["prt_x", r#"{"type":"tool","callID"#]).unwrap();
    database.execute(insert, rusqlite::params!["prt_y", call.as_bytes()]).unwrap();
    database.execute(insert, rusqlite::params!["prt_z", rusqlite::types::Null]).unwrap();
    drop(database);
    let (records, tally) = read(std::slice::from_ref(&at));
    assert_eq!(records.last().unwrap().command, "ls");
    let damaged: Vec<u64> = tally.damaged.first.iter().map(|place| place.line).collect();
    assert_eq!(damaged, [10]);
    let options = Options { longest_line: 150, ..Options::default() };
    let (_, tally) = crate::support::read_with(std::slice::from_ref(&at), &options);
    assert!(tally.over_long.total > 0);
}

#[test]
fn other_databases_are_refused_and_broken_ones_told() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let other = rusqlite::Connection::open(at("a.db")).unwrap();
    other.execute_batch("create table places(x); create view part as select 1 as data;").unwrap();
    drop(other);
    fs::write(at("b.db"), b"SQLite format 3\0 and nothing of the kind").unwrap();
    fs::create_dir(at("c.jsonl")).unwrap();
    let mut verdicts = Vec::new();
    transcripts::scan(&[folder.path().to_owned()], &Options::default(), &mut |event| {
        if let Event::Source(source) = event {
            verdicts.push((PathBuf::from(&source.file), source.verdict));
        }
        std::ops::ControlFlow::Continue(())
    })
    .unwrap();
    assert_eq!(verdicts.len(), 2, "{verdicts:?}");
    assert!(matches!(&verdicts[0].1, Verdict::Refused(..)), "{verdicts:?}");
    assert!(matches!(&verdicts[1].1, Verdict::Unreadable(_)), "{verdicts:?}");
}

#[test]
fn a_file_that_grows_while_it_is_read_is_read_to_where_it_ended() {
    use std::io::Write;
    use std::sync::atomic::{AtomicBool, Ordering};

    let folder = tempfile::tempdir().unwrap();
    let at = folder.path().join("live.jsonl");
    let text = fs::read_to_string(sample("goose.jsonl")).unwrap();
    fs::write(&at, &text).unwrap();
    let done = AtomicBool::new(false);
    let records = std::thread::scope(|scope| {
        scope.spawn(|| {
            let mut file = fs::OpenOptions::new().append(true).open(&at).unwrap();
            while !done.load(Ordering::Relaxed) {
                file.write_all(text.as_bytes()).unwrap();
            }
        });
        let (records, _) = read(std::slice::from_ref(&at));
        done.store(true, Ordering::Relaxed);
        records
    });
    assert!(records.len() >= 4);
    // What a writer has only begun to write is told, and all before it is read.
    fs::write(&at, &text[..text.len() - 20]).unwrap();
    let (records, tally) = read(std::slice::from_ref(&at));
    assert_eq!((records.len(), tally.damaged.total), (3, 1));
}
