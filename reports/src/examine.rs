//! One case, from its text to its findings: the page to read first. Bash is asked through the
//! witnesses; it excuses nothing by itself.

use std::sync::LazyLock;

use guarddiff_allowlist::location::explain;
use guarddiff_allowlist::{Classification, Evidence, classify};
use guarddiff_corpus::case::Case;
use guarddiff_corpus::generate::TRAILER;
use guarddiff_corpus::runnable::Runnable;
use guarddiff_engine::Engine;
use guarddiff_engine::analysis::Analysis;
use guarddiff_engine::checks::{self, Settings};
use guarddiff_engine::facts::{Check, Facts};
use guarddiff_engine::policy::Policy;
use guarddiff_oracle::bash::{own_print, syntax};
use guarddiff_oracle::compare::{Outcome, compare};
use guarddiff_oracle::decision::{self, Decisions};
use guarddiff_oracle::divergence::Divergence;
use guarddiff_oracle::location::{self, Location};
use guarddiff_oracle::truth::{TruthFailure, against_planted};
use serde_json::Value;

use crate::finding::{Finding, Kind, Verdict};
use crate::witnesses::{Testimony, Witnesses};
use crate::{ledger, stated};

/// What structure says about one command.
pub struct Opinion {
    /// The structural reading.
    pub analysis: Analysis,
    /// Its answers to the checks; none when the analysis is unavailable.
    pub facts: Option<Facts>,
}

/// An engine under test.
pub type Subject<'a> = dyn FnMut(&str) -> Opinion + 'a;

/// Makes an engine for each thread.
pub type Factory<'a> = dyn Fn() -> Box<Subject<'static>> + Sync + 'a;

/// The policy that both opinions are judged by, and the trailer that [`TRAILER`] spells for the text matcher.
static SETTINGS: LazyLock<Settings> = LazyLock::new(Settings::default);

/// The engine as it ships.
pub fn healthy() -> Box<Subject<'static>> {
    let mut engine = Engine::new();
    Box::new(move |command| {
        let analysis = engine.analyze(command);
        let facts = checks::facts(command, &analysis, &SETTINGS);
        Opinion { analysis, facts }
    })
}

/// A case after every opinion was heard.
pub struct Examination {
    /// The case.
    pub case: Case,
    /// Its id, or what stands for one when a person typed the command.
    pub id: String,
    /// What structure says.
    pub opinion: Opinion,
    /// What a guard built on structure decides.
    pub structural: Decisions,
    /// What the text matchers decide.
    pub legacy: Decisions,
    /// What bash says.
    pub testimony: Testimony,
    /// How many wrapped units were looked for in the text.
    pub located: u64,
    /// How each check counts, in the order of [`Check::ALL`].
    pub outcomes: [Outcome; 6],
    /// Every place where the opinions part, or structure misses the truth.
    pub findings: Vec<Finding>,
}

/// Hears every opinion on a case but bash's.
pub fn examine(case: Case, subject: &mut Subject<'_>) -> Examination {
    let opinion = subject(&case.command);
    judge(case, opinion, Testimony::default())
}

/// Hears every opinion on some cases, bash's too: it is asked about all of them at once.
pub fn examine_all(
    cases: Vec<(Case, Option<Runnable>)>,
    subject: &mut Subject<'_>,
    witnesses: &Witnesses,
) -> impl Iterator<Item = Examination> {
    let opinions: Vec<Opinion> = cases.iter().map(|(case, _)| subject(&case.command)).collect();
    let reprints = witnesses.reprints(&cases);
    let runs = witnesses.runs(&cases, &opinions);
    let said = opinions.into_iter().zip(reprints).zip(runs);
    cases.into_iter().zip(said).map(|((case, _), ((opinion, reprint), execution))| {
        let syntax = witnesses.judge(&case, reprint.as_ref(), &opinion, subject);
        let settle = |ran| own_print::settle(ran, &opinion.analysis, syntax.as_ref());
        let execution = execution.map(settle);
        judge(case, opinion, Testimony { reprint, syntax, execution })
    })
}

/// Classifies every place where the opinions on a case part.
fn judge(case: Case, opinion: Opinion, testimony: Testimony) -> Examination {
    let command = case.command.as_str();
    let facts = opinion.facts.as_ref();

    let structural = decide(command, &opinion);
    let legacy = decision::legacy_decisions(command, &SETTINGS.policy, TRAILER);

    let mut findings = Vec::new();
    for divergence in compare(command, &structural, &legacy, facts, &SETTINGS.policy) {
        let evidence = Evidence {
            command,
            analysis: &opinion.analysis,
            facts,
            policy: &SETTINGS.policy,
            divergence: &divergence,
        };
        let classification = classify(&evidence);
        findings.push(parted(&case, &opinion, &divergence, classification));
    }
    if let Some(planted) = &case.planted {
        for failure in against_planted(command, facts, &structural, &legacy, planted) {
            findings.push(untrue(&case, &opinion, &structural, &legacy, &failure));
        }
    }

    let locations = location::locations(command, &opinion.analysis);
    let parted = locations.iter().filter_map(|it| misplaced(&case, &opinion.analysis, it));
    findings.extend(parted);

    findings.extend(ledger::broken(&case, &structural, &legacy, &findings));
    findings.extend(ledger::broken_location(&case, &locations, &findings));
    findings.extend(contradicted(&case, &opinion, &structural, &legacy, &testimony));
    for finding in &mut findings {
        finding.bash = stated::bash(&testimony, finding.check);
    }

    let outcomes = Check::ALL.map(|check| outcome(check, facts, &findings));
    let id = case.id.to_string();
    let located = locations.len() as u64;
    Examination { id, case, opinion, structural, legacy, testimony, located, outcomes, findings }
}

/// What structure and the text matchers decide.
pub(crate) fn decisions(command: &str, opinion: &Opinion) -> (Decisions, Decisions) {
    let legacy = decision::legacy_decisions(command, &SETTINGS.policy, TRAILER);
    (decide(command, opinion), legacy)
}

/// The policy that both opinions are judged by.
pub(crate) fn policy() -> &'static Policy {
    &SETTINGS.policy
}

/// What a guard built on an opinion decides.
pub fn decide(command: &str, opinion: &Opinion) -> Decisions {
    decision::decide(command, &opinion.analysis, opinion.facts.as_ref(), &SETTINGS.policy, TRAILER)
}

/// How one check counts: a failure before an excuse, an excuse before agreement.
fn outcome(check: Check, facts: Option<&Facts>, findings: &[Finding]) -> Outcome {
    let mut about = findings.iter().filter(|finding| finding.check == Some(check)).peekable();
    if about.peek().is_none() {
        Outcome::of_agreement(check, facts)
    } else if about.any(Finding::fails) {
        Outcome::EngineFailure
    } else {
        Outcome::LegacyBug
    }
}

fn parted(
    case: &Case,
    opinion: &Opinion,
    divergence: &Divergence,
    classification: Classification,
) -> Finding {
    let (verdict, rule) = match classification {
        Classification::LegacyBug(rule) => (Verdict::LegacyBug, Some(rule)),
        Classification::EngineFailure => (Verdict::EngineFailure, None),
    };
    Finding {
        case: 0,
        id: case.id.to_string(),
        kind: Kind::Divergence,
        check: Some(divergence.check),
        direction: Some(divergence.direction),
        classification: verdict,
        rule: rule.map(|rule| rule.name.to_owned()),
        incident: rule.map(|rule| rule.incident.slug.to_owned()),
        citation: rule.map(|rule| rule.incident.citation.to_owned()),
        fact: fact(opinion.facts.as_ref(), divergence.check).map(str::to_owned),
        structural: stated::decision(&divergence.structural),
        legacy: stated::decision(&divergence.legacy),
        bash: Value::Null,
        planted: planted(case, divergence.check),
        span: divergence.span.map(|span| [span.start, span.end]),
        message: String::new(),
        command: case.command.clone(),
    }
}

/// A wrapped unit that an authorizer's search in the text finds elsewhere than structure.
///
/// Beside the six checks and not among them: a check is a question about a command that every case answers, by facts,
/// by the frozen matcher and by what was planted; this one takes a unit too, and most commands have none.
fn misplaced(case: &Case, analysis: &Analysis, location: &Location) -> Option<Finding> {
    let direction = location.direction()?;
    let explained = explain(&case.command, analysis, location);
    let rule = explained.map(|(rule, _)| rule);
    let span = explained.map(|(_, place)| place).or(location.by_text.places().first().copied());
    Some(Finding {
        case: 0,
        id: case.id.to_string(),
        kind: Kind::Location,
        check: None,
        direction: Some(direction),
        classification: if rule.is_some() { Verdict::LegacyBug } else { Verdict::EngineFailure },
        rule: rule.map(|rule| rule.name.to_owned()),
        incident: rule.map(|rule| rule.incident.slug.to_owned()),
        citation: rule.map(|rule| rule.incident.citation.to_owned()),
        fact: None,
        structural: stated::located(&location.unit, &location.by_structure),
        legacy: stated::located(&location.unit, &location.by_text),
        bash: Value::Null,
        planted: Value::Null,
        span: span.map(|span| [span.start, span.end]),
        message: String::new(),
        command: case.command.clone(),
    })
}

fn untrue(
    case: &Case,
    opinion: &Opinion,
    structural: &Decisions,
    legacy: &Decisions,
    failure: &TruthFailure,
) -> Finding {
    let check = failure.check;
    let answer = opinion.facts.as_ref().and_then(|facts| facts.answer(check));
    let span = answer.and_then(|answer| answer.span);
    Finding {
        case: 0,
        id: case.id.to_string(),
        kind: Kind::Truth,
        check: Some(check),
        direction: None,
        classification: Verdict::EngineFailure,
        rule: None,
        incident: None,
        citation: None,
        fact: fact(opinion.facts.as_ref(), check).map(str::to_owned),
        structural: stated::decision(&structural[check as usize]),
        legacy: stated::decision(&legacy[check as usize]),
        bash: Value::Null,
        planted: planted(case, check),
        span: span.map(|span| [span.start, span.end]),
        message: format!(
            "{}: planted {}, found {}",
            failure.fault.name(),
            failure.expected,
            failure.found
        ),
        command: case.command.clone(),
    }
}

/// Every place where bash says something else than structure, or than was planted. No rule can excuse one.
fn contradicted(
    case: &Case,
    opinion: &Opinion,
    structural: &Decisions,
    legacy: &Decisions,
    testimony: &Testimony,
) -> Vec<Finding> {
    let finding = |kind, check: Option<Check>, message| Finding {
        case: 0,
        id: case.id.to_string(),
        kind,
        check,
        direction: None,
        classification: Verdict::EngineFailure,
        rule: None,
        incident: None,
        citation: None,
        fact: check.and_then(|check| fact(opinion.facts.as_ref(), check)).map(str::to_owned),
        structural: check.map_or(Value::Null, |it| stated::decision(&structural[it as usize])),
        legacy: check.map_or(Value::Null, |it| stated::decision(&legacy[it as usize])),
        bash: Value::Null,
        planted: check.map_or(Value::Null, |check| planted(case, check)),
        span: None,
        message,
        command: case.command.clone(),
    };
    let readable = case.planted.as_ref().is_some_and(|planted| planted.readable);
    let syntax = testimony.syntax.as_ref().and_then(|judged| match &judged.verdict {
        syntax::Verdict::Different { ours, bash } => {
            Some(format!("bash parses {bash} where structure reads {ours}"))
        }
        syntax::Verdict::Refused(line) if readable => {
            Some(format!("bash refuses a text that was planted as readable: {line}"))
        }
        syntax::Verdict::RefusedByBoth if readable => {
            Some("bash and structure refuse a text that was planted as readable".to_owned())
        }
        syntax::Verdict::Refused(_)
        | syntax::Verdict::RefusedByBoth
        | syntax::Verdict::Same
        | syntax::Verdict::Inconclusive(_) => None,
    });
    let syntax = syntax.map(|message| finding(Kind::Syntax, None, message));
    let execution = match &testimony.execution {
        Some(Ok(execution)) => execution.faults.as_slice(),
        Some(Err(_)) | None => &[],
    };
    let execution = execution.iter().map(|fault| {
        let message = format!("{}: {}", fault.name(), fault.sentence());
        finding(Kind::Execution, fault.check(), message)
    });
    syntax.into_iter().chain(execution).collect()
}

fn planted(case: &Case, check: Check) -> Value {
    case.planted.as_ref().map_or(Value::Null, |planted| stated::planted(planted, check))
}

/// The fact of a yes/no check in a word; none for checks with values.
fn fact(facts: Option<&Facts>, check: Check) -> Option<&'static str> {
    match (check, facts) {
        (Check::CommitMessage | Check::TrailerSplice | Check::UnitVerdicts, _) => None,
        (_, None) => Some("unavailable"),
        (check, Some(facts)) => facts.answer(check).map(|answer| answer.fact.name()),
    }
}

impl Examination {
    /// The fact in a word, for any check.
    pub fn fact(&self, check: Check) -> &'static str {
        let facts = self.opinion.facts.as_ref();
        fact(facts, check).unwrap_or(match facts {
            None => "unavailable",
            Some(facts) if guarddiff_oracle::compare::is_unknown(check, facts) => "unknown",
            Some(_) => "known",
        })
    }
}
