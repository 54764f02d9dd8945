//! Bash as a witness of what runs: commands of our own making are run in the box, several times with other exit codes of
//! the stubs, and what the stubs saw is held against what was planted and what structure says.

mod fault;
mod fit;

use std::collections::BTreeSet;

use guarddiff_corpus::generate::Parts;
use guarddiff_corpus::planted::{Planted, PlantedRun, PlantedWord};
use guarddiff_corpus::runnable::Runnable;
use guarddiff_engine::Engine;
use guarddiff_engine::analysis::Analysis;
use guarddiff_engine::checks::{self, Settings};
use guarddiff_engine::facts::Facts;

pub use fault::{ExecutionFault, spell};
pub use fit::is_start;

use fault::{faults, missing, was_seen};

use super::Bash;
use super::execution_box::{End, ExecutionBox, ExitCodes, REAL, Ran, Seen, Shortfall};

/// A witness of what runs, with its box.
pub struct ExecutionWitness {
    opened: ExecutionBox,
    engine: Engine,
    settings: Settings,
}

/// A case for the witness.
#[derive(Clone, Copy, Debug)]
pub struct Question<'a> {
    /// The right to run it.
    pub runnable: &'a Runnable,
    /// What was planted.
    pub planted: Option<&'a Planted>,
    /// The structural reading.
    pub analysis: &'a Analysis,
    /// Its answers to the checks; none when the analysis is unavailable.
    pub facts: Option<&'a Facts>,
}

impl<'a> Question<'a> {
    /// The planted runs; empty where nobody says what runs.
    fn runs(&self) -> &'a [PlantedRun] {
        self.planted.and_then(|planted| planted.runs.as_deref()).unwrap_or_default()
    }

    fn is_told(&self) -> bool {
        self.planted.is_some_and(|planted| planted.runs.is_some())
    }
}

/// A case while it is run.
struct Inquiry<'a> {
    question: Question<'a>,
    seen: BTreeSet<Seen>,
    ends: Vec<(ExitCodes, End)>,
    failed: Option<NotRun>,
}

impl Inquiry<'_> {
    /// Whether a round of runs has something to show: the first always, the others as long as a planted run is still
    /// to be seen, the second also where nobody says what runs.
    fn takes(&self, round: usize) -> bool {
        let more = missing(self.question.runs(), &self.seen).next().is_some();
        let untold = round == 1 && !self.question.is_told();
        self.failed.is_none() && (round == 0 || more || untold)
    }

    fn hear(&mut self, codes: ExitCodes, ran: Ran) {
        match ran.end {
            End::Exit(_) if ran.torn == 0 => {}
            end => self.failed = Some(NotRun::Ended(end)),
        }
        self.ends.push((codes, ran.end));
        self.seen.extend(ran.seen);
    }
}

/// What the witness says of one case.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Execution {
    /// Every start of a stub that was seen in some run, each list of words once.
    pub seen: BTreeSet<Seen>,
    /// How each run ended.
    pub ends: Vec<(ExitCodes, End)>,
    /// The answers that the seen starts alone give to the checks.
    pub facts: Option<Facts>,
    /// What contradicts.
    pub faults: Vec<ExecutionFault>,
    /// What the case was built with, for each planted run, and whether that was seen.
    pub parts: Vec<(Parts, bool)>,
}

/// Why a case is not run.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum NotRun {
    /// It needs more than any box has: sudo, strace, git's aliases.
    NotRunnable,
    /// It names git by its path, over which this system permits no stub.
    NoGitInUsrBin,
    /// It needs this program, which is not installed.
    NoProgram(String),
    /// Bash runs what it printed of a substitution, and that is known to say something else than the text.
    OwnPrint,
    /// No further box could be opened.
    NoBox,
    /// A run was ended at a limit, or could not be started.
    Ended(End),
}

impl NotRun {
    /// The words that reports count it by.
    pub fn name(&self) -> String {
        match self {
            NotRun::NotRunnable => "needs more than the box has".to_owned(),
            NotRun::NoGitInUsrBin => "needs a stub in /usr/bin".to_owned(),
            NotRun::NoProgram(name) => format!("{name} is not installed"),
            NotRun::OwnPrint => "bash runs its own faulty print of a substitution".to_owned(),
            NotRun::NoBox => "no further box could be opened".to_owned(),
            NotRun::Ended(end) => format!("ended by {}", end.name()),
        }
    }
}

impl ExecutionWitness {
    /// A witness with a box of its own.
    ///
    /// # Errors
    /// What is missing for a box.
    pub fn open(bash: &Bash) -> Result<ExecutionWitness, Shortfall> {
        let opened = ExecutionBox::open(bash)?;
        Ok(ExecutionWitness { opened, engine: Engine::new(), settings: Settings::default() })
    }

    /// The box.
    pub fn execution_box(&self) -> &ExecutionBox {
        &self.opened
    }

    /// Runs a case, and holds what ran against what was planted and what structure says.
    ///
    /// # Errors
    /// Why it was not run, or not to its end: nothing is known then.
    pub fn ask(&mut self, question: Question<'_>) -> Result<Execution, NotRun> {
        self.ask_all(&[question]).pop().unwrap_or(Err(NotRun::NoBox))
    }

    /// What [`ExecutionWitness::ask`] says of each case, from far fewer processes.
    pub fn ask_all(&mut self, questions: &[Question<'_>]) -> Vec<Result<Execution, NotRun>> {
        let mut inquiries: Vec<Inquiry<'_>> = Vec::new();
        for question in questions {
            self.opened.add_stubs(names(question).iter().map(String::as_str));
            inquiries.push(Inquiry {
                question: *question,
                seen: BTreeSet::new(),
                ends: Vec::new(),
                failed: self.can_run(question).err(),
            });
        }
        let rounds = [&ExitCodes::FIRST[..], &ExitCodes::SECOND, &ExitCodes::LAST];
        for (nth, round) in rounds.into_iter().enumerate() {
            let asking = inquiries.iter().enumerate().filter(|(_, inquiry)| inquiry.takes(nth));
            let jobs: Vec<(usize, ExitCodes)> =
                asking.flat_map(|(at, _)| round.iter().map(move |&codes| (at, codes))).collect();
            if jobs.is_empty() {
                continue;
            }
            let runnable = |at: usize| inquiries[at].question.runnable;
            let texts: Vec<_> = jobs.iter().map(|&(at, codes)| (runnable(at), codes)).collect();
            let ran = self.opened.run_all(&texts);
            for ((at, codes), ran) in jobs.into_iter().zip(ran) {
                inquiries[at].hear(codes, ran);
            }
        }
        inquiries.into_iter().map(|inquiry| self.conclude(inquiry)).collect()
    }

    fn conclude(&mut self, inquiry: Inquiry<'_>) -> Result<Execution, NotRun> {
        let Inquiry { question, seen, ends, failed } = inquiry;
        if let Some(why) = failed {
            return Err(why);
        }
        if let Some(program) = seen.iter().find_map(|seen| self.not_installed(seen)) {
            return Err(NotRun::NoProgram(program));
        }
        let facts = self.facts(&seen);
        let faults = faults(&seen, facts.as_ref(), &question);
        let parts = question.runs().iter();
        let parts = parts.map(|run| (run.parts.clone(), was_seen(run, &seen))).collect();
        Ok(Execution { seen, ends, facts, faults, parts })
    }

    fn can_run(&self, question: &Question<'_>) -> Result<(), NotRun> {
        if question.runnable.needs_git_in_usr_bin() && !self.opened.has_git_in_usr_bin() {
            return Err(NotRun::NoGitInUsrBin);
        }
        let mut wrappers = question.runs().iter().flat_map(|run| &run.parts.wrappers);
        // `time` is the reserved word, and needs no program.
        let absent = |name: &str| name != "time" && REAL.contains(&name) && !self.opened.has(name);
        match wrappers.find(|name| absent(name)) {
            Some(name) => Err(NotRun::NoProgram((*name).to_owned())),
            None => Ok(()),
        }
    }

    /// A program that would be itself if it were installed: bash then reports it as unknown.
    fn not_installed(&self, seen: &Seen) -> Option<String> {
        let name = seen.argv.first()?;
        (REAL.contains(&name.as_str()) && !self.opened.has(name)).then(|| name.clone())
    }

    /// What the seen starts are, read as one plain command after another.
    fn facts(&mut self, seen: &BTreeSet<Seen>) -> Option<Facts> {
        let quoted = |word: &String| format!("'{}'", word.replace('\'', r"'\''"));
        let line = |seen: &Seen| seen.argv.iter().map(quoted).collect::<Vec<_>>().join(" ");
        let text = seen.iter().map(line).collect::<Vec<_>>().join("\n");
        let analysis = self.engine.analyze(&text);
        checks::facts(&text, &analysis, &self.settings)
    }
}

/// The programs that a case may start, for stubs under their names.
fn names(question: &Question<'_>) -> BTreeSet<String> {
    let planted = question.runs().iter().filter_map(|run| match run.argv.first() {
        Some(PlantedWord::Text(name)) => Some(name.clone()),
        Some(PlantedWord::Any | PlantedWord::Rest) | None => None,
    });
    let read = question.analysis.commands.iter();
    let read = read.filter_map(|command| Some(command.argv.first()?.literal()?.to_owned()));
    planted.chain(read).collect()
}
