//! Recorded sessions under a policy: each bash call as it was when it was made, through the permission system and the
//! authorizer. It runs nothing, and every call is counted once.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::rc::Rc;

use guarddiff_corpus::case::CaseId;
use guarddiff_corpus::redact::{redact, shape};
use guarddiff_corpus::transcripts::ReadError;
use guarddiff_corpus::transcripts::evidence::{
    self, Call, Header, Missing, Place, Recovery, Session,
};
use guarddiff_engine::Engine;
use guarddiff_engine::policy::Policy;
use guarddiff_engine::policy::judge::Judgement;

use super::answer::{Answer, Reason, Verdict};
use super::permission::{Outcome, decide};
use crate::redaction::{Redactor, Shown, answers_are_the_same};

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
    /// What was hidden and withheld, in words, with how often.
    pub hidden: Vec<(String, u64)>,
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

    /// The same as it may be shown: without the secrets of the command, and without any text where it would come out
    /// otherwise then.
    pub fn shown(
        &mut self,
        id: &CaseId,
        call: Call,
        unit: Option<&str>,
        redactor: &mut Redactor,
    ) -> (Call, Option<Judgement>, Outcome) {
        let (judged, outcome) = self.call(&call, unit);
        let Some(full) = call.text.clone() else { return (call, judged, outcome) };
        let mut hidden = None;
        let shown = redactor.checked(
            &full,
            || id.to_string(),
            |subject, before, after| {
                let call = without_secrets(&call, after);
                let unit = unit.map(|unit| match before.find(unit) {
                    Some(at) => after.get(at..at + unit.len()).unwrap_or(unit).to_owned(),
                    None => redact(unit).text,
                });
                let (now_judged, now) = self.call(&call, unit.as_deref());
                let same = (now.verdict(), now.reason()) == (outcome.verdict(), outcome.reason())
                    && judged_alike(judged.as_ref(), now_judged.as_ref())
                    && answers_are_the_same(subject, before, after);
                hidden = Some((call, now_judged, now));
                same
            },
        );
        match (shown, hidden) {
            (Shown::Redacted(_), Some(hidden)) => hidden,
            (Shown::Withheld, _) => withheld(call, judged, outcome),
            (Shown::Same | Shown::Redacted(_), _) => (call, judged, outcome),
        }
    }
}

/// What stands for the text of a command that is withheld.
const WITHHELD: &str = "(withheld: it would come out otherwise without its secrets)";

fn without_secrets(call: &Call, text: &str) -> Call {
    let command = call.command.clone().map(|_| text.to_owned());
    Call { text: Some(text.to_owned()), command, ..call.clone() }
}

fn judged_alike(before: Option<&Judgement>, after: Option<&Judgement>) -> bool {
    let alike = |judged: &Judgement| {
        let mut judged = judged.clone();
        judged.units.iter_mut().for_each(|unit| unit.text = shape(&unit.text));
        judged
    };
    before.map(alike) == after.map(alike)
}

/// How the call comes out, and nothing of its text.
fn withheld(
    call: Call,
    mut judged: Option<Judgement>,
    mut outcome: Outcome,
) -> (Call, Option<Judgement>, Outcome) {
    for unit in judged.iter_mut().flat_map(|judged| &mut judged.units) {
        WITHHELD.clone_into(&mut unit.text);
    }
    match &mut outcome {
        Outcome::PolicyAllows => {}
        Outcome::PolicyDenies(unit) => WITHHELD.clone_into(unit),
        Outcome::Answered(answer) => {
            let trace = &mut answer.trace;
            let texts = [&mut trace.full, &mut trace.unit, &mut trace.inner, &mut trace.unwrapped];
            texts.into_iter().for_each(|text| *text = None);
            trace.exception = None;
        }
    }
    (without_secrets(&call, WITHHELD), judged, outcome)
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
pub fn replay(
    paths: &[PathBuf],
    policy: &Policy,
    from: Evidence,
    redactor: &mut Redactor,
) -> Result<Replay, ReadError> {
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
            let id = CaseId::Log { file: file.clone(), line: call.line, nth: call.nth };
            let (call, judged, outcome) = host.shown(&id, call, None, redactor);
            let session = session.header.id.clone();
            replay.calls.push(Replayed { id, session, call, judged, outcome });
        }
        seen.extend(here);
    }
    replay.hidden = redactor.told().into_iter().map(|(what, n, _)| (what, n)).collect();
    Ok(replay)
}

fn read(path: &Path) -> Result<Option<Session>, ReadError> {
    let failed = |error| ReadError::Io { path: path.to_owned(), error };
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
    redactor: &mut Redactor,
) -> Result<One, ReadError> {
    let failed = |error| ReadError::Io { path: path.to_owned(), error };
    let mut recovery = evidence::recover(&mut evidence::open(path)?, id).map_err(failed)?;
    let (Some(header), Some(call), Ok(_)) = (&recovery.header, &recovery.call, &recovery.command)
    else {
        let missing = recovery.command.clone().err().unwrap_or(Missing::NotFound);
        let outcome = Outcome::unasked(Reason::Missing(missing));
        return Ok(One { recovery, judged: None, outcome, inner: None });
    };
    let mut host = Host::new(policy, from);
    host.begin(header);
    let file = path.to_string_lossy().into_owned();
    let id = CaseId::Log { file, line: call.line, nth: call.nth };
    let (call, judged, outcome) = host.shown(&id, call.clone(), unit, redactor);
    recovery.command = call.command.clone();
    recovery.call = Some(call);
    let asked = outcome.answer().filter(|answer| answer.trace.asked);
    let unwrapped = asked.and_then(|answer| answer.trace.unwrapped.as_deref());
    let inner = unwrapped.map(|text| policy.judge(text, &Engine::new().analyze(text)));
    Ok(One { recovery, judged, outcome, inner })
}
