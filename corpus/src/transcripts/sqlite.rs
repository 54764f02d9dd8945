//! Databases of agents, read row by row without changing them, also while the agent writes. Rows that cannot be read are
//! counted, and those behind them are still read.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::{Connection, OpenFlags};
use tempfile::TempDir;

use super::format::Format;
use super::json::Damage;
use super::out::Out;
use super::records::{damaged, over_long};
use super::source::Verdict;
use super::{goose, opencode};

/// How long to wait for an agent that is writing.
const PATIENCE: Duration = Duration::from_secs(2);

/// How many times reading goes on behind a row that cannot be read.
const MOST_GAPS: u32 = 64;

/// A database that was opened, and the folder of its copy, if it is one.
struct Database {
    connection: Connection,
    _copy: Option<TempDir>,
}

/// Reads the database at `path`. Values longer than `cap` bytes are skipped and counted.
///
/// # Errors
/// When it cannot be opened, with SQLite's reason.
pub(super) fn read(path: &Path, cap: usize, out: &mut Out<'_>) -> Result<(), String> {
    let database = open(path).map_err(|error| error.to_string())?;
    let tables = tables(&database.connection).map_err(|error| error.to_string())?;
    let has = |table: &str, column: &str| {
        tables.get(table).is_some_and(|columns| columns.iter().any(|name| name == column))
    };
    if has("part", "data") && tables.contains_key("message") && tables.contains_key("session") {
        out.reads(Format::OpenCode);
        opencode_rows(&database.connection, &tables, cap, out);
    } else if has("messages", "content_json") && tables.contains_key("sessions") {
        out.reads(Format::Goose);
        goose_rows(&database.connection, &tables, cap, out);
    } else {
        const WHY: &str = "a database without the tables of an agent that is known";
        out.verdict(Verdict::Refused(Format::Sqlite, WHY));
    }
    Ok(())
}

fn open(path: &Path) -> Result<Database, rusqlite::Error> {
    let beside = |ending: &str| {
        let mut name = OsString::from(path);
        name.push(ending);
        PathBuf::from(name)
    };
    let has = |ending: &str| fs::metadata(beside(ending)).is_ok_and(|data| data.len() > 0);
    let (wal, journal) = (has("-wal"), has("-journal"));
    if !wal && !journal {
        // Nothing is being written: to read it so makes no files beside it.
        return connect(path, "immutable=1", None);
    }
    // With its index there, the log can be read in place, under the locks of who writes it.
    if wal
        && has("-shm")
        && let Ok(database) = connect(path, "mode=ro", None)
    {
        return Ok(database);
    }
    let copy = tempfile::tempdir().map_err(unwritable)?;
    let name = copy.path().join("copy.db");
    fs::copy(path, &name).map_err(unwritable)?;
    for ending in ["-wal", "-journal"] {
        if has(ending) {
            let mut to = OsString::from(&name);
            to.push(ending);
            fs::copy(beside(ending), to).map_err(unwritable)?;
        }
    }
    connect(&name, "mode=rw", Some(copy))
}

fn unwritable(error: std::io::Error) -> rusqlite::Error {
    rusqlite::Error::InvalidPath(PathBuf::from(format!("no copy could be made: {error}")))
}

fn connect(path: &Path, how: &str, copy: Option<TempDir>) -> Result<Database, rusqlite::Error> {
    let flags = if copy.is_some() {
        OpenFlags::SQLITE_OPEN_READ_WRITE
    } else {
        OpenFlags::SQLITE_OPEN_READ_ONLY
    };
    let connection = Connection::open_with_flags(
        uri(path, how),
        flags | OpenFlags::SQLITE_OPEN_URI | OpenFlags::SQLITE_OPEN_NO_MUTEX,
    )?;
    connection.busy_timeout(PATIENCE)?;
    // What the file's schema says is not trusted to call functions.
    connection.pragma_update(None, "trusted_schema", false)?;
    let try_it = || connection.query_row("SELECT count(*) FROM sqlite_master", [], |_| Ok(()));
    if try_it().is_err() {
        // A file shorter than it says of itself is refused as a whole, unless one claims to be mending it.
        connection.pragma_update(None, "writable_schema", true)?;
        try_it()?;
    }
    Ok(Database { connection, _copy: copy })
}

fn uri(path: &Path, how: &str) -> String {
    let mut uri = "file:".to_owned();
    for byte in path.as_os_str().as_encoded_bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'.' | b'-' | b'_' => {
                uri.push(char::from(*byte));
            }
            byte => uri.push_str(&format!("%{byte:02X}")),
        }
    }
    uri.push('?');
    uri.push_str(how);
    uri
}

/// The plain tables with their columns. A view or a virtual table under a known name could do anything.
fn tables(connection: &Connection) -> Result<BTreeMap<String, Vec<String>>, rusqlite::Error> {
    const PLAIN: &str = "SELECT name FROM sqlite_master WHERE type = 'table' AND sql LIKE 'create table%' LIMIT 1000";
    let mut names = connection.prepare(PLAIN)?;
    let names: Vec<String> =
        names.query_map([], |row| row.get(0))?.collect::<Result<_, rusqlite::Error>>()?;
    let mut tables = BTreeMap::new();
    for name in names {
        let mut columns = connection.prepare("SELECT name FROM pragma_table_info(?1)")?;
        let columns = columns
            .query_map([&name], |row| row.get(0))?
            .collect::<Result<Vec<String>, rusqlite::Error>>()?;
        tables.insert(name, columns);
    }
    Ok(tables)
}

/// The first of these columns that the table has; `NULL` where it has none.
fn column<'n>(tables: &BTreeMap<String, Vec<String>>, table: &str, names: &[&'n str]) -> &'n str {
    let has =
        |name: &&&str| tables.get(table).is_some_and(|all| all.iter().any(|one| one == **name));
    names.iter().find(has).copied().unwrap_or("NULL")
}

fn opencode_rows(
    connection: &Connection,
    tables: &BTreeMap<String, Vec<String>>,
    cap: usize,
    out: &mut Out<'_>,
) {
    let sessions = sessions(connection, tables, "session", "directory", "parent_id");
    let columns = [
        column(tables, "part", &["session_id"]),
        column(tables, "part", &["id"]),
        column(tables, "part", &["time_created"]),
    ];
    rows(connection, "part", "data", columns, cap, out, &mut |row, out| {
        let (directory, parent) =
            row.session.as_ref().and_then(|id| sessions.get(id)).cloned().unwrap_or_default();
        let session =
            opencode::Session { id: row.session, directory, is_subagent: parent.is_some() };
        opencode::row(&row.text, &session, row.id, out)
    });
}

fn goose_rows(
    connection: &Connection,
    tables: &BTreeMap<String, Vec<String>>,
    cap: usize,
    out: &mut Out<'_>,
) {
    let sessions = sessions(connection, tables, "sessions", "working_dir", "");
    let columns = [
        column(tables, "messages", &["session_id"]),
        column(tables, "messages", &["message_id", "id"]),
        column(tables, "messages", &["created_timestamp"]),
    ];
    rows(connection, "messages", "content_json", columns, cap, out, &mut |row, out| {
        let known = row.session.as_ref().and_then(|id| sessions.get(id));
        let cwd = known.and_then(|(directory, _)| directory.clone());
        let session = goose::Session { id: row.session, cwd };
        goose::row(&row.text, &session, row.created, row.id, out)
    });
}

type Sessions = BTreeMap<String, (Option<String>, Option<String>)>;

/// Folder and parent of each session, as far as they can be read.
fn sessions(
    connection: &Connection,
    tables: &BTreeMap<String, Vec<String>>,
    table: &str,
    folder: &str,
    parent: &str,
) -> Sessions {
    let folder = column(tables, table, &[folder]);
    let parent = column(tables, table, &[parent]);
    let query = format!("SELECT id, {folder}, {parent} FROM {table}");
    let mut sessions = Sessions::new();
    if let Ok(mut statement) = connection.prepare(&query)
        && let Ok(rows) =
            statement.query_map([], |row| Ok((text(row, 0)?, (text(row, 1)?, text(row, 2)?))))
    {
        for (id, known) in rows.map_while(Result::ok) {
            sessions.extend(id.map(|id| (id, known)));
        }
    }
    sessions
}

struct Row {
    number: i64,
    session: Option<String>,
    id: Option<String>,
    created: Option<i64>,
    text: String,
    repaired: bool,
}

/// Reads the rows of a table in the order of their numbers.
fn rows(
    connection: &Connection,
    table: &'static str,
    data: &str,
    [session, id, created]: [&str; 3],
    cap: usize,
    out: &mut Out<'_>,
    each: &mut dyn FnMut(Row, &mut Out<'_>) -> Result<(), Damage>,
) {
    let query = format!(
        "SELECT rowid, {session}, {id}, {created}, CASE WHEN octet_length({data}) <= {cap} THEN {data} END, \
         octet_length({data}) > {cap} FROM {table} WHERE rowid > ?1 ORDER BY rowid"
    );
    let mut last = i64::MIN;
    for gap in 0..=MOST_GAPS {
        match rows_after(connection, &query, table, &mut last, cap, out, each) {
            Ok(()) => return,
            Err(error) => {
                let place = u64::try_from(last.max(0)).unwrap_or(0);
                out.counts().lines += 1;
                damaged(out, place, format!("the rows of {table} behind this one: {error}"));
            }
        }
        match next_readable(connection, table, last) {
            Some(next) if gap < MOST_GAPS => last = next,
            Some(_) | None => return,
        }
    }
}

fn rows_after(
    connection: &Connection,
    query: &str,
    table: &'static str,
    last: &mut i64,
    cap: usize,
    out: &mut Out<'_>,
    each: &mut dyn FnMut(Row, &mut Out<'_>) -> Result<(), Damage>,
) -> Result<(), rusqlite::Error> {
    let mut statement = connection.prepare(query)?;
    let mut rows = statement.query([*last])?;
    while let Some(row) = rows.next()? {
        if out.stopped() {
            return Ok(());
        }
        let number: i64 = row.get(0)?;
        let place = u64::try_from(number).unwrap_or(0);
        out.counts().lines += 1;
        *last = number;
        if row.get::<_, Option<bool>>(5).unwrap_or_default() == Some(true) {
            over_long(out, place, cap);
            continue;
        }
        let Some((text, repaired)) = lossy(row, 4)? else {
            out.counts().lines_blank += 1;
            continue;
        };
        let created = row.get(3).unwrap_or_default();
        let row = Row {
            number,
            session: self::text(row, 1)?,
            id: self::text(row, 2)?,
            created,
            text,
            repaired,
        };
        take(row, table, out, each);
    }
    Ok(())
}

fn take(
    row: Row,
    table: &'static str,
    out: &mut Out<'_>,
    each: &mut dyn FnMut(Row, &mut Out<'_>) -> Result<(), Damage>,
) {
    let number = row.number;
    let place = u64::try_from(number).unwrap_or(0);
    out.begin_row(table, place, row.repaired);
    match each(row, out) {
        Err(damage) => damaged(out, place, format!("a row of {table}: {}", damage.text())),
        Ok(()) if out.on_this_line() > 0 => out.counts().lines_with_commands += 1,
        Ok(()) => out.counts().lines_without += 1,
    }
}

/// The lowest number behind `last` that can be come to from the end, so that what lies between is left out.
fn next_readable(connection: &Connection, table: &str, last: i64) -> Option<i64> {
    let query = format!("SELECT rowid FROM {table} WHERE rowid > ?1 ORDER BY rowid DESC");
    let mut statement = connection.prepare(&query).ok()?;
    let mut rows = statement.query([last]).ok()?;
    let mut lowest = None;
    while let Ok(Some(row)) = rows.next() {
        lowest = row.get(0).ok().or(lowest);
    }
    // That one may be the row that could not be read.
    lowest
}

fn text(row: &rusqlite::Row<'_>, column: usize) -> Result<Option<String>, rusqlite::Error> {
    Ok(lossy(row, column)?.map(|(text, _)| text))
}

/// The text of a value, and whether bytes of it had to be replaced; a number in its digits.
fn lossy(
    row: &rusqlite::Row<'_>,
    column: usize,
) -> Result<Option<(String, bool)>, rusqlite::Error> {
    use rusqlite::types::ValueRef;
    Ok(match row.get_ref(column)? {
        ValueRef::Null => None,
        ValueRef::Integer(number) => Some((number.to_string(), false)),
        ValueRef::Real(number) => Some((number.to_string(), false)),
        ValueRef::Text(bytes) | ValueRef::Blob(bytes) => {
            let (text, repaired) = super::lines::text(bytes);
            Some((text.into_owned(), repaired))
        }
    })
}
