//! Recorded sessions under a policy: each bash call as it was when it was made, through the permission system and the
//! authorizer. It runs nothing, and every call is counted once.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::rc::Rc;

use guarddiff_corpus::case::CaseId;
use guarddiff_corpus::transcripts::ReadError;
use guarddiff_corpus::transcripts::evidence::{
    self, Call, Header, Missing, Place, Recovery, Session,
};
use guarddiff_engine::Engine;
use guarddiff_engine::policy::Policy;
use guarddiff_engine::policy::judge::Judgement;

use super::answer::{Answer, Reason, Verdict};
use super::permission::{Outcome, decide};
use super::registration::{Chain, Lifecycle, Link, Started};
use super::{Evidence, Outside, Reply, authorize};

/// One call of a recorded session, and how it comes out.
#[derive(Clone, Debug)]
pub struct Replayed {
    /// What reproduces the command for `guarddiff explain`.
    pub id: CaseId,
    /// The session's id.
    pub session: String,
    /// The call.
    pub call: Call,
    /// What the policy says of the command as it stands, where there is one.
    pub judged: Option<Judgement>,
    /// How it comes out.
    pub outcome: Outcome,
}

/// What became of the files and of their calls.
#[derive(Clone, Debug, Default)]
pub struct Replay {
    /// Every call, in the order of the files.
    pub calls: Vec<Replayed>,
    /// Session files read.
    pub sessions: u64,
    /// Calls that an earlier file holds too, as forks copy them; not replayed again.
    pub copies: u64,
    /// Lines of sessions that can't be read, and whatever calls they hold.
    pub damaged: u64,
    /// Files that are no session.
    pub no_sessions: Vec<String>,
    /// Files met in a folder that can't be read, with the reason.
    pub unreadable: Vec<String>,
}

impl Replay {
    /// How many calls came out how, by verdict and reason; the counts add up to the number of calls.
    pub fn totals(&self) -> BTreeMap<(Verdict, &'static str), u64> {
        let mut totals = BTreeMap::new();
        for call in &self.calls {
            *totals.entry((call.outcome.verdict(), call.outcome.reason())).or_default() += 1;
        }
        totals
    }

    /// The calls that the authorizer releases.
    pub fn released(&self) -> impl Iterator<Item = &Replayed> {
        self.calls.iter().filter(|call| call.outcome.is_release())
    }
}

/// The permission system with the authorizer in its chain, for one session after another.
pub struct Host<'p> {
    policy: &'p Policy,
    engine: Rc<RefCell<Engine>>,
    current: Rc<RefCell<Option<Call>>>,
    chain: Chain,
    lifecycle: Lifecycle,
}

impl<'p> Host<'p> {
    /// No session yet.
    pub fn new(policy: &'p Policy, from: Evidence) -> Host<'p> {
        let engine = Rc::new(RefCell::new(Engine::new()));
        let current: Rc<RefCell<Option<Call>>> = Rc::default();
        let rules = Rc::new(policy.clone());
        let captured = (Rc::clone(&engine), Rc::clone(&current));
        let make = move |session: &Started| {
            let (engine, current) = captured.clone();
            link(session.id.clone(), Rc::clone(&rules), from, engine, current)
        };
        let lifecycle = Lifecycle::new(Box::new(make));
        Host { policy, engine, current, chain: Chain::default(), lifecycle }
    }

    /// A session of a person begins.
    pub fn begin(&mut self, header: &Header) {
        let session = Started { id: header.id.clone(), has_ui: true, is_root: true };
        // The chain is this host's own, so no other link has the name.
        let _ = self.lifecycle.session_start(session);
        let _ = self.lifecycle.service_ready(&self.chain, &header.id);
    }

    /// One call as it stands when it is made; `unit` overrules the policy's choice of the unit that asks.
    pub fn call(&mut self, call: &Call, unit: Option<&str>) -> (Option<Judgement>, Outcome) {
        let Some(full) = &call.text else {
            let missing = call.command.clone().err().unwrap_or(Missing::NoCommand);
            return (None, Outcome::unasked(Reason::Missing(missing)));
        };
        *self.current.borrow_mut() = Some(call.clone());
        let judged = self.policy.judge(full, &self.engine.borrow_mut().analyze(full));
        let outcome = decide(full, call.id.as_deref(), unit, &judged, &self.chain);
        (Some(judged), outcome)
    }
}

/// The authorizer of one session, with its session manager captured.
fn link(
    registered: String,
    policy: Rc<Policy>,
    from: Evidence,
    engine: Rc<RefCell<Engine>>,
    current: Rc<RefCell<Option<Call>>>,
) -> Link {
    Box::new(move |details| -> Answer {
        let mut live = || Ok(registered.clone());
        let mut session = |id: &str| {
            let call = current.borrow();
            let call = call.as_ref().filter(|call| call.id.as_deref() == Some(id));
            Ok(call.map_or(Err(Missing::NotFound), |call| call.command.clone()))
        };
        let mut reply = |query: &super::Query<'_>| Ok(Reply::of(&policy, query).0);
        let mut outside = Outside {
            live_session: &mut live,
            evidence: from,
            session: Some(&mut session),
            policy: &mut reply,
        };
        authorize(details, &registered, &mut outside, &mut engine.borrow_mut())
    })
}

/// Replays every bash call of every session that the paths stand for.
///
/// # Errors
/// When a path can't be read.
pub fn replay(paths: &[PathBuf], policy: &Policy, from: Evidence) -> Result<Replay, ReadError> {
    let mut host = Host::new(policy, from);
    let mut replay = Replay::default();
    let mut seen = BTreeSet::new();
    for Place { path, named } in evidence::files(paths)? {
        let file = path.to_string_lossy().into_owned();
        let session = match read(&path) {
            Ok(Some(session)) => session,
            Ok(None) => {
                replay.no_sessions.push(file);
                continue;
            }
            Err(error) if named => return Err(error),
            Err(error) => {
                replay.unreadable.push(error.to_string());
                continue;
            }
        };
        replay.sessions += 1;
        replay.damaged += session.damaged;
        host.begin(&session.header);
        let mut here = Vec::new();
        for call in session.calls {
            let place = call.entry.clone().or_else(|| call.time.clone());
            let key = (place, call.id.clone(), call.text.clone());
            if seen.contains(&key) {
                replay.copies += 1;
                continue;
            }
            here.push(key);
            let (judged, outcome) = host.call(&call, None);
            let id = CaseId::Log { file: file.clone(), line: call.line, nth: call.nth };
            let session = session.header.id.clone();
            replay.calls.push(Replayed { id, session, call, judged, outcome });
        }
        seen.extend(here);
    }
    Ok(replay)
}

fn read(path: &Path) -> Result<Option<Session>, ReadError> {
    let failed = |source| ReadError::Io { path: path.to_owned(), source };
    evidence::session(&mut evidence::open(path)?).map_err(failed)
}

/// One call, and everything that was thought about it.
pub struct One {
    /// What the session says of the id.
    pub recovery: Recovery,
    /// What the policy says of the command as it stands.
    pub judged: Option<Judgement>,
    /// How it comes out.
    pub outcome: Outcome,
    /// What the policy says of the command without the wrapper, where it was asked.
    pub inner: Option<Judgement>,
}

/// One call of a session by its id; `unit` overrules the policy's choice of the unit that asks.
///
/// # Errors
/// When the file can't be read.
pub fn one(
    path: &Path,
    id: &str,
    unit: Option<&str>,
    policy: &Policy,
    from: Evidence,
) -> Result<One, ReadError> {
    let failed = |source| ReadError::Io { path: path.to_owned(), source };
    let recovery = evidence::recover(&mut evidence::open(path)?, id).map_err(failed)?;
    let (Some(header), Some(call), Ok(_)) = (&recovery.header, &recovery.call, &recovery.command)
    else {
        let missing = recovery.command.clone().err().unwrap_or(Missing::NotFound);
        let outcome = Outcome::unasked(Reason::Missing(missing));
        return Ok(One { recovery, judged: None, outcome, inner: None });
    };
    let mut host = Host::new(policy, from);
    host.begin(header);
    let (judged, outcome) = host.call(call, unit);
    let asked = outcome.answer().filter(|answer| answer.trace.asked);
    let unwrapped = asked.and_then(|answer| answer.trace.unwrapped.as_deref());
    let inner = unwrapped.map(|text| policy.judge(text, &Engine::new().analyze(text)));
    Ok(One { recovery, judged, outcome, inner })
}
