//! Bash as the judge of a campaign: which of its witnesses can be called here, and what they say of a case. A witness
//! that is missing is said to be missing; its silence is never agreement.

use std::sync::{Mutex, PoisonError};

use clap::ValueEnum;
use guarddiff_corpus::case::Case;
use guarddiff_corpus::runnable::Runnable;
use guarddiff_engine::analysis::Analysis;
use guarddiff_engine::facts::Facts;
use guarddiff_oracle::bash::execution::{Execution, ExecutionWitness, NotRun};
use guarddiff_oracle::bash::execution_box::Isolation;
use guarddiff_oracle::bash::syntax::{self, Judged};
use guarddiff_oracle::bash::{Bash, Reading, Reprint};

use crate::examine::{Opinion, Subject};

/// Whether bash is asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum AskBash {
    /// Where it is there.
    Auto,
    /// It must be there.
    Require,
    /// Not at all.
    Off,
}

/// Whether commands of our own making are run.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Sandbox {
    /// In a box that is shut in full.
    Require,
    /// Not at all: there is no run without the box.
    Off,
}

/// A witness that was required and is not there.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct Missing(pub String);

/// The witnesses of a run.
#[derive(Default)]
pub struct Witnesses {
    bash: Option<Bash>,
    boxes: Option<Boxes>,
    absent: Vec<String>,
}

/// One witness of what runs for each thread that asks for one.
struct Boxes {
    isolation: Isolation,
    idle: Mutex<Vec<ExecutionWitness>>,
}

/// What bash says of one case.
#[derive(Default)]
pub struct Testimony {
    /// How bash parses it, against the structural reading; none when bash was not asked.
    pub syntax: Option<Judged>,
    /// What bash runs of it, or why it was not run; none when there is no box.
    pub execution: Option<Result<Execution, NotRun>>,
}

impl Witnesses {
    /// Calls the witnesses.
    ///
    /// # Errors
    /// With [`AskBash::Require`], when one that was not turned off is missing.
    pub fn call(ask: AskBash, sandbox: Sandbox) -> Result<Witnesses, Missing> {
        let mut witnesses = Witnesses::default();
        if ask == AskBash::Off {
            return Ok(witnesses);
        }
        let mut miss = |what: String| match ask {
            AskBash::Require => Err(Missing(what)),
            AskBash::Auto | AskBash::Off => {
                witnesses.absent.push(what);
                Ok(())
            }
        };
        let bash = match Bash::find() {
            Ok(bash) => bash,
            Err(missing) => {
                miss(format!("bash is not asked: {missing}"))?;
                return Ok(witnesses);
            }
        };
        if sandbox == Sandbox::Require {
            match ExecutionWitness::open(&bash) {
                Ok(witness) => {
                    let isolation = witness.execution_box().isolation();
                    witnesses.boxes = Some(Boxes { isolation, idle: Mutex::new(vec![witness]) });
                }
                Err(shortfall) => miss(format!("nothing is run: {shortfall}"))?,
            }
        }
        witnesses.bash = Some(bash);
        Ok(witnesses)
    }

    /// The version of the bash that is asked; none when none is.
    pub fn bash(&self) -> Option<&str> {
        self.bash.as_ref().map(Bash::version)
    }

    /// How the processes of the box are kept together; none when nothing is run.
    pub fn isolation(&self) -> Option<&'static str> {
        self.boxes.as_ref().map(|boxes| match boxes.isolation {
            Isolation::Namespaces => "namespaces",
            Isolation::Subreaper => "subreaper",
        })
    }

    /// What is missing, in words.
    pub fn absent(&self) -> &[String] {
        &self.absent
    }

    /// Bash's reprint of each command, from few processes; none when bash is not asked.
    pub fn reprints(&self, cases: &[(Case, Option<Runnable>)]) -> Vec<Option<Reprint>> {
        match &self.bash {
            Some(bash) => {
                let texts: Vec<&str> =
                    cases.iter().map(|(case, _)| case.command.as_str()).collect();
                bash.reprint_all(&texts).into_iter().map(Some).collect()
            }
            None => cases.iter().map(|_| None).collect(),
        }
    }

    /// What bash says of one case, given its reprint.
    pub fn hear(
        &self,
        case: &Case,
        runnable: Option<&Runnable>,
        reprint: Option<&Reprint>,
        opinion: &Opinion,
        subject: &mut Subject<'_>,
    ) -> Testimony {
        let ours = Reading {
            text: &case.command,
            analysis: &opinion.analysis,
            facts: opinion.facts.as_ref(),
        };
        let read = |text: &str| -> (Analysis, Option<Facts>) {
            let opinion = subject(text);
            (opinion.analysis, opinion.facts)
        };
        let syntax = reprint.map(|reprint| syntax::judge(ours, reprint, read));
        let execution = self.boxes.as_ref().and_then(|boxes| match runnable {
            Some(runnable) => self.run(boxes, runnable, case, opinion),
            // What comes from a transcript is no case of the box at all.
            None => case.planted.is_some().then_some(Err(NotRun::NotRunnable)),
        });
        Testimony { syntax, execution }
    }

    fn run(
        &self,
        boxes: &Boxes,
        runnable: &Runnable,
        case: &Case,
        opinion: &Opinion,
    ) -> Option<Result<Execution, NotRun>> {
        let lock = || boxes.idle.lock().unwrap_or_else(PoisonError::into_inner);
        let idle = lock().pop();
        // The first box opened, so another one does, unless the system ran out of something.
        let mut witness = match idle {
            Some(witness) => witness,
            None => match ExecutionWitness::open(self.bash.as_ref()?) {
                Ok(witness) => witness,
                Err(_) => return Some(Err(NotRun::NoBox)),
            },
        };
        let facts = opinion.facts.as_ref();
        let said = witness.ask(runnable, case.planted.as_ref(), &opinion.analysis, facts);
        lock().push(witness);
        Some(said)
    }
}
