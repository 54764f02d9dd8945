//! Bash as the judge of a campaign: which of its witnesses can be called here, and what they say of a case. A witness
//! that is missing is said to be missing; its silence is never agreement.

use std::sync::{Mutex, PoisonError};

use clap::ValueEnum;
use guarddiff_corpus::case::Case;
use guarddiff_corpus::runnable::Runnable;
use guarddiff_oracle::bash::execution::{Execution, ExecutionWitness, NotRun, Question};
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
    /// Bash's own spelling; none when bash was not asked.
    pub reprint: Option<Reprint>,
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

    /// What bash runs of each case, from few processes; none where there is no box, or where there is none to be run
    /// in: what comes from a transcript has no right to.
    pub fn runs(
        &self,
        cases: &[(Case, Option<Runnable>)],
        opinions: &[Opinion],
    ) -> Vec<Option<Result<Execution, NotRun>>> {
        let (Some(bash), Some(boxes)) = (&self.bash, &self.boxes) else {
            return cases.iter().map(|_| None).collect();
        };
        let questions = cases.iter().zip(opinions).filter_map(|((case, runnable), opinion)| {
            Some(Question {
                runnable: runnable.as_ref()?,
                planted: case.planted.as_ref(),
                analysis: &opinion.analysis,
                facts: opinion.facts.as_ref(),
            })
        });
        let mut answers = boxes.ask(bash, &questions.collect::<Vec<_>>()).into_iter();
        let answer = |(case, runnable): &(Case, Option<Runnable>)| match runnable {
            Some(_) => answers.next(),
            None => case.planted.is_some().then_some(Err(NotRun::NotRunnable)),
        };
        cases.iter().map(answer).collect()
    }

    /// Bash's reprint held against the reading of the same command. `subject` reads the reprint, too.
    pub fn judge(
        &self,
        case: &Case,
        reprint: Option<&Reprint>,
        opinion: &Opinion,
        subject: &mut Subject<'_>,
    ) -> Option<Judged> {
        let ours = Reading {
            text: &case.command,
            analysis: &opinion.analysis,
            facts: opinion.facts.as_ref(),
        };
        let read = |text: &str| {
            let opinion = subject(text);
            (opinion.analysis, opinion.facts)
        };
        reprint.map(|reprint| syntax::judge(ours, reprint, read))
    }
}

impl Boxes {
    fn ask(&self, bash: &Bash, questions: &[Question<'_>]) -> Vec<Result<Execution, NotRun>> {
        let lock = || self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        let idle = lock().pop();
        // The first box opened, so another one does, unless the system ran out of something.
        let witness = idle.map_or_else(|| ExecutionWitness::open(bash), Ok);
        let Ok(mut witness) = witness else {
            return questions.iter().map(|_| Err(NotRun::NoBox)).collect();
        };
        let answers = witness.ask_all(questions);
        lock().push(witness);
        answers
    }
}
