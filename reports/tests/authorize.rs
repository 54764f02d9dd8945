//! The authorizer: its regression tables, its laws, its registration, and the command around it.

mod adr;
mod bad_input;
mod command;
mod laws;
mod location;
mod payload;
mod registration;
mod table;
mod units;

use guarddiff_corpus::transcripts::evidence::{self, Missing};
use guarddiff_engine::Engine;
use guarddiff_engine::policy::{Action, Policy};
use guarddiff_reports::authorize::answer::Answer;
use guarddiff_reports::authorize::details::Details;
use guarddiff_reports::authorize::{Evidence, Exception, Outside, Query, Reply, authorize};
use serde_json::{Value, json};

/// The session that is live, and for which the authorizer is registered.
const SESSION: &str = "orchard-1";

/// What a query asked: the command and the agent.
type Asked = (String, Option<String>);

/// One request, with the world around it.
struct World {
    details: Details,
    evidence: Evidence,
    /// The session file; none when no session manager was captured.
    session: Option<String>,
    live: Result<String, Exception>,
    getter: Option<Exception>,
    policy: Result<Reply, Exception>,
}

impl World {
    /// A request about the call `c1` of a session that holds it; the policy answers `allow` to anything.
    fn new(full: &str, unit: &str) -> World {
        World {
            details: Details::of_call(Some("c1"), unit, full, None),
            evidence: Evidence::Session,
            session: Some(session(&[assistant(&[call("c1", full)])])),
            live: Ok(SESSION.to_owned()),
            getter: None,
            policy: Ok(Reply::Action(Action::Allow)),
        }
    }

    /// Answers, and says what the policy was asked.
    fn ask(&self) -> (Answer, Vec<Asked>) {
        let mut asked = Vec::new();
        let mut live = || self.live.clone();
        let mut policy = |query: &Query<'_>| {
            assert_eq!(query.surface, "bash");
            asked.push((query.value.to_owned(), query.agent.map(str::to_owned)));
            self.policy.clone()
        };
        let mut recover = |id: &str| {
            if let Some(exception) = &self.getter {
                return Err(exception.clone());
            }
            let text = self.session.as_deref().unwrap_or_default();
            Ok(evidence::recover(&mut text.as_bytes(), id).unwrap().command)
        };
        type Getter<'g> = &'g mut dyn FnMut(&str) -> Result<Result<String, Missing>, Exception>;
        let session = self.session.is_some().then_some(&mut recover as Getter<'_>);
        let mut outside = Outside {
            live_session: &mut live,
            evidence: self.evidence,
            session,
            policy: &mut policy,
        };
        let answer = authorize(&self.details, SESSION, &mut outside, &mut Engine::new());
        (answer, asked)
    }

    /// Verdict, reason, event, and every command that the policy was asked about.
    #[track_caller]
    fn check(&self, verdict: &str, reason: &str, event: Option<&str>, queries: &[&str]) {
        let (answer, asked) = self.ask();
        let found = (answer.verdict.name(), answer.reason.name(), answer.event.map(|it| it.1));
        let details = &self.details.0;
        assert_eq!(found, (verdict, reason, event), "{details}");
        let asked: Vec<&str> = asked.iter().map(|(value, _)| value.as_str()).collect();
        assert_eq!(asked, queries, "{details}");
        assert_eq!(answer.trace.asked, !queries.is_empty(), "{details}");
    }

    /// The same with evidence from the session and from the payload.
    #[track_caller]
    fn check_both(self, verdict: &str, reason: &str, event: Option<&str>, queries: &[&str]) {
        self.check(verdict, reason, event, queries);
        World { evidence: Evidence::Payload, ..self }.check(verdict, reason, event, queries);
    }

    fn says(self, reply: Action) -> World {
        World { policy: Ok(Reply::Action(reply)), ..self }
    }

    fn judged_by(self, rules: &str) -> (Answer, Vec<Asked>) {
        let policy = policy(rules);
        let mut world = self;
        // The reply depends on the query, so the query is heard first.
        let (_, asked) = world.ask();
        if let Some((value, _)) = asked.first() {
            let analysis = Engine::new().analyze(value);
            let query = Query { surface: "bash", value, agent: None, analysis: &analysis };
            world.policy = Ok(Reply::of(&policy, &query).0);
        }
        world.ask()
    }
}

/// A policy of `pattern = action` lines, through the config format.
fn policy(rules: &str) -> Policy {
    let mut bash = serde_json::Map::new();
    for rule in rules.split(", ").filter(|rule| !rule.is_empty()) {
        let (pattern, action) = rule.split_once('=').unwrap();
        bash.insert(pattern.to_owned(), action.into());
    }
    Policy::from_config(&json!({"permission": {"bash": bash}}).to_string()).unwrap()
}

/// A session file of these entries.
fn session(entries: &[Value]) -> String {
    let header = json!({"type": "session", "version": 3, "id": SESSION, "cwd": "/srv/orchard"});
    let mut text = format!("{header}\n");
    for entry in entries {
        text.push_str(&format!("{entry}\n"));
    }
    text
}

fn message(role: &str, content: Value) -> Value {
    json!({"type": "message", "id": "b0000001", "message": {"role": role, "content": content}})
}

fn assistant(blocks: &[Value]) -> Value {
    message("assistant", blocks.into())
}

fn call(id: &str, command: &str) -> Value {
    json!({"type": "toolCall", "id": id, "name": "bash", "arguments": {"command": command}})
}
