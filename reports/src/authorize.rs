//! The authorizer for wrapped commands (ADR 0001 and its successors): a wrapped command may run because what it wraps
//! may. It reads structured evidence only, judges whole commands only, and defers wherever anything is uncertain.

pub mod answer;
pub mod details;
pub mod payload;
pub mod permission;
pub mod registration;
pub mod replay;

use guarddiff_corpus::transcripts::evidence::Missing;
use guarddiff_engine::Engine;
use guarddiff_engine::analysis::Analysis;
use guarddiff_engine::authorize::{
    Claim, Located, Wrapper, by_structure, by_text, claim, same_but_for_wrapper, unwrap,
};
use guarddiff_engine::policy::judge::Judgement;
use guarddiff_engine::policy::{Action, Policy};

use self::answer::{Answer, Reason, Trace};
use self::details::Details;

/// Something outside broke; in JavaScript it would have been thrown.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct Exception(pub String);

/// What the policy is asked: `checkPermission(surface, value, agent)`.
#[derive(Clone, Copy, Debug)]
pub struct Query<'a> {
    /// Always `bash`.
    pub surface: &'a str,
    /// The whole command without the wrapper.
    pub value: &'a str,
    /// The agent that asks, if the request names one.
    pub agent: Option<&'a str>,
    /// The structural reading of `value`.
    pub analysis: &'a Analysis,
}

/// What the policy replies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reply {
    /// One of its three actions.
    Action(Action),
    /// A word that the text does not decide decides.
    Uncertain,
    /// It could not read the command.
    Unread,
}

impl Reply {
    /// The policy's reply to a query.
    pub fn of(policy: &Policy, query: &Query<'_>) -> (Reply, Judgement) {
        let judged = policy.judge(query.value, query.analysis);
        let reply = match judged.action {
            _ if judged.unread.is_some() => Reply::Unread,
            Action::Ask if judged.is_uncertain() => Reply::Uncertain,
            action => Reply::Action(action),
        };
        (reply, judged)
    }
}

/// Where the complete command is taken from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub enum Evidence {
    /// The session, by the id of the call (ADR 0001).
    Session,
    /// The request's own payload (ADR 0004).
    Payload,
}

/// What the authorizer may ask of the world, each of which may break.
pub struct Outside<'o> {
    /// The id of the session that is live now.
    pub live_session: &'o mut dyn FnMut() -> Result<String, Exception>,
    /// Where the complete command is taken from.
    pub evidence: Evidence,
    /// The command of a call of that id, by the session manager that was captured; none when none was.
    #[expect(clippy::type_complexity, reason = "a getter that may find nothing, and may break")]
    pub session: Option<&'o mut dyn FnMut(&str) -> Result<Result<String, Missing>, Exception>>,
    /// The deterministic permission policy.
    pub policy: &'o mut dyn FnMut(&Query<'_>) -> Result<Reply, Exception>,
}

/// Answers one request. `registered` is the session for which the authorizer was registered.
///
/// Never allows but where the policy allows the whole command without the wrapper. Whatever breaks is an answer to
/// defer, with what was known until then.
pub fn authorize(
    details: &Details,
    registered: &str,
    outside: &mut Outside<'_>,
    engine: &mut Engine,
) -> Answer {
    let mut trace = Trace::default();
    let reason = decide(details, registered, outside, engine, &mut trace);
    let reason = reason.unwrap_or_else(|exception| {
        trace.exception = Some(exception.0);
        Reason::Exception
    });
    Answer::of(reason, trace)
}

fn decide(
    details: &Details,
    registered: &str,
    outside: &mut Outside<'_>,
    engine: &mut Engine,
    trace: &mut Trace,
) -> Result<Reason, Exception> {
    if let Some(reason) = details.not_ours() {
        return Ok(reason);
    }
    if (outside.live_session)()? != registered {
        return Ok(Reason::SessionMismatch);
    }
    let (full, unit) = match evidence(details, outside)? {
        Ok(found) => found,
        Err(reason) => return Ok(reason),
    };
    trace.full = Some(full.clone());
    trace.unit = Some(unit.clone());

    let (wrapper, inner) = match claim(&unit) {
        Claim::Transparent { wrapper, inner } => (wrapper, inner),
        Claim::Unsupported(wrapper) => {
            trace.wrapper = Some(wrapper);
            return Ok(Reason::Unsupported);
        }
        Claim::Unclaimed => {
            let never = [Wrapper::Env, Wrapper::Xargs].into_iter().find(|it| it.opens(&full));
            trace.wrapper = never;
            return Ok(never.map_or(Reason::NoWrapper, |_| Reason::NeverTransparent));
        }
    };
    trace.wrapper = Some(wrapper);
    trace.inner = Some(inner.to_owned());
    if Wrapper::opening(inner).is_some() {
        return Ok(Reason::NestedWrapper);
    }

    let before = engine.analyze(&full);
    trace.by_text = by_text(&full, &unit);
    trace.by_structure = by_structure(&full, &unit, &before);
    let place = match &trace.by_text {
        Located::Nowhere => return Ok(Reason::UnitAbsent),
        Located::Several(_) => return Ok(Reason::UnitRepeated),
        Located::Once(place) => *place,
    };
    if !before.is_parsed() {
        return Ok(Reason::ParseFailure);
    }
    if trace.by_structure != trace.by_text {
        return Ok(Reason::UnitNoCommand);
    }
    let Some(unwrapped) = unwrap(&full, place, inner) else { return Ok(Reason::UnitAbsent) };
    trace.unwrapped = Some(unwrapped.text.clone());
    let after = engine.analyze(&unwrapped.text);
    if !after.is_parsed() {
        return Ok(Reason::ParseFailure);
    }
    if !same_but_for_wrapper(&before, &after, unwrapped.cut) {
        return Ok(Reason::OtherCommands);
    }

    trace.asked = true;
    let query =
        Query { surface: "bash", value: &unwrapped.text, agent: details.agent(), analysis: &after };
    Ok(match (outside.policy)(&query)? {
        Reply::Action(Action::Allow) => Reason::InnerAllow,
        Reply::Action(Action::Deny) => Reason::InnerDeny,
        Reply::Action(Action::Ask) => Reason::InnerAsk,
        Reply::Uncertain => Reason::InnerUncertain,
        Reply::Unread => Reason::ParseFailure,
    })
}

/// The complete command and the unit that asked, or why there are none.
fn evidence(
    details: &Details,
    outside: &mut Outside<'_>,
) -> Result<Result<(String, String), Reason>, Exception> {
    match outside.evidence {
        Evidence::Payload => Ok(payload::read(details).map_err(Reason::Payload)),
        Evidence::Session => {
            let Some(id) = details.call() else { return Ok(Err(Reason::Missing(Missing::NoId))) };
            let Some(session) = &mut outside.session else { return Ok(Err(Reason::NoSession)) };
            let full = match session(id)? {
                Ok(full) => full,
                Err(missing) => return Ok(Err(Reason::Missing(missing))),
            };
            let unit = details.unit().map(str::to_owned).ok_or(Reason::NoUnit);
            Ok(unit.map(|unit| (full, unit)))
        }
    }
}
