//! OpenCode's parts: in its storage files, in exports, and in the rows of its database. A call that is still being
//! written has no command yet.

use std::fs;
use std::path::{Path, PathBuf};

use super::arguments::{self, Arguments};
use super::json::{self, Damage, Node, Scalar, shape};
use super::out::{Fate, Out, key};
use super::reader::Reader;
use super::record::{Origin, Record, Status};
use super::time;

/// Where the file is, and what is known of the session.
#[derive(Default)]
pub(super) struct Storage {
    path: Option<PathBuf>,
    session: Session,
}

/// What is known of a session.
#[derive(Clone, Default)]
pub(super) struct Session {
    pub(super) id: Option<String>,
    pub(super) directory: Option<String>,
    pub(super) is_subagent: bool,
}

shape! {
    /// A part, a message, a session, or a message with its parts in an export.
    struct Entry<'a> {
        id: Scalar<'a>,
        #[serde(rename = "sessionID")]
        session_id: Scalar<'a>,
        directory: Scalar<'a>,
        #[serde(rename = "parentID")]
        parent_id: Scalar<'a>,
        info: Node<'a, Box<Entry<'a>>>,
        parts: Node<'a, Part<'a>>,
    }
}

shape! {
    struct Part<'a> {
        id: Scalar<'a>,
        #[serde(rename = "sessionID")]
        session_id: Scalar<'a>,
        r#type: Scalar<'a>,
        #[serde(rename = "callID")]
        call_id: Scalar<'a>,
        tool: Scalar<'a>,
        state: Node<'a, State<'a>>,
    }
}

shape! {
    struct State<'a> {
        status: Scalar<'a>,
        input: Node<'a, Arguments<'a>>,
        error: Scalar<'a>,
        metadata: Node<'a, Metadata<'a>>,
        time: Node<'a, Time<'a>>,
    }
}

shape! {
    struct Metadata<'a> {
        exit: Scalar<'a>,
    }
}

shape! {
    struct Time<'a> {
        start: Scalar<'a>,
    }
}

impl Storage {
    /// For a file of the storage tree, or an export.
    pub(super) fn at(path: Option<&Path>) -> Storage {
        Storage { path: path.map(Path::to_owned), session: Session::default() }
    }
}

impl Reader for Storage {
    fn record(&mut self, text: &str, whole: bool, out: &mut Out<'_>) -> Result<usize, Damage> {
        // A part and all else have their names in common, and none is both.
        let (part, used) = json::first::<Node<'_, Part<'_>>>(text, whole)?;
        if let Node::Object(part) = part
            && is_shell(&part)
        {
            let mut session = self.session.clone();
            if let Some(id) = part.session_id.owned() {
                if session.directory.is_none() {
                    session =
                        self.path.as_deref().and_then(|path| beside(path, &id)).unwrap_or_default();
                }
                session.id = Some(id);
            }
            call(part, &session, None, out);
            return Ok(used);
        }
        let (entry, used) = json::first::<Node<'_, Entry<'_>>>(text, whole)?;
        if let Node::Object(entry) = entry
            && let Node::List(parts) = entry.parts
        {
            let base = out.pointer().to_owned();
            for (at, part) in parts.into_iter().filter_map(Node::object).enumerate() {
                out.point(Some(format!("{base}/parts/{at}")));
                if is_shell(&part) {
                    call(part, &self.session, None, out);
                }
            }
        }
        Ok(used)
    }

    fn member(&mut self, name: &str, value: &str) {
        if name == "info"
            && let Ok((Node::Object(info), _)) = json::first::<Node<'_, Entry<'_>>>(value, false)
        {
            self.session = of_info(&info);
        }
    }
}

fn of_info(info: &Entry<'_>) -> Session {
    Session {
        id: info.id.owned(),
        directory: info.directory.owned(),
        is_subagent: info.parent_id.text().is_some(),
    }
}

/// The session of a part in a storage tree: `storage/session/*/<session>.json` for `storage/part/<message>/<part>.json`.
fn beside(path: &Path, session: &str) -> Option<Session> {
    const MOST_FOLDERS: usize = 4096;
    const LONGEST: u64 = 1 << 20;
    let name = Path::new(session);
    if name.components().count() != 1 || name.is_absolute() || session.starts_with('.') {
        return None;
    }
    let storage = path.parent()?.parent()?.parent()?;
    let folders = fs::read_dir(storage.join("session")).ok()?;
    for folder in folders.take(MOST_FOLDERS).flatten() {
        let file = folder.path().join(format!("{session}.json"));
        let is_small = |metadata: fs::Metadata| metadata.is_file() && metadata.len() <= LONGEST;
        if !fs::symlink_metadata(&file).is_ok_and(is_small) {
            continue;
        }
        let text = fs::read_to_string(&file).ok()?;
        let (info, _) = json::first::<Node<'_, Entry<'_>>>(&text, true).ok()?;
        return info.object().map(|info| of_info(&info));
    }
    None
}

fn is_shell(part: &Part<'_>) -> bool {
    matches!(part.r#type.text(), Some("tool" | "tool-call" | "tool_call"))
        && part.tool.text() == Some("bash")
}

/// Reads the part of a row, whose own columns give what stands beside it.
pub(super) fn row(
    text: &str,
    session: &Session,
    entry: Option<String>,
    out: &mut Out<'_>,
) -> Result<(), Damage> {
    let (part, _) = json::first::<Node<'_, Part<'_>>>(text, true)?;
    if let Node::Object(part) = part
        && is_shell(&part)
    {
        call(part, session, entry, out);
    }
    Ok(())
}

fn call(part: Part<'_>, session: &Session, entry: Option<String>, out: &mut Out<'_>) {
    let Some(state) = part.state.object() else {
        return out.without_text("a call without a state");
    };
    if state.status.text() == Some("pending") {
        return out.without_text("a call that is still being written");
    }
    let arguments::Call { command, argv, cwd } = match arguments::call(state.input) {
        Ok(call) => call,
        Err(reason) => return out.without_text(reason),
    };
    let status = match state.status.text() {
        Some("completed") => Status::Executed,
        Some("running") => Status::Unfinished,
        Some("error") => of_error(state.error.text().unwrap_or_default()),
        Some(_) | None => Status::Unknown,
    };
    let exit = state.metadata.object().and_then(|metadata| metadata.exit.number());
    let started = state.time.object().and_then(|time| time.start.number());
    let call = part.call_id.owned();
    let entry = entry.or_else(|| part.id.owned());
    let key = call.as_deref().or(entry.as_deref()).map(|id| key(&["opencode", id, &command]));
    let record = Record {
        argv,
        call,
        entry,
        time: started.and_then(time::from_millis),
        cwd: cwd.or_else(|| session.directory.clone()),
        session: session.id.clone(),
        origin: Origin::Agent,
        status,
        exit: exit.and_then(|exit| i32::try_from(exit).ok()),
        sidechain: session.is_subagent,
        ..out.record(command)
    };
    out.push(record, Fate::Known, key);
}

fn of_error(text: &str) -> Status {
    let text = text.to_ascii_lowercase();
    let says = |words: &[&str]| words.iter().any(|word| text.contains(word));
    if says(&["reject", "denied", "prevents you", "not allowed"]) {
        Status::Rejected
    } else if says(&["abort", "cancel", "interrupt"]) {
        Status::Cancelled
    } else {
        Status::Unknown
    }
}
