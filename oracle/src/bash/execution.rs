//! Bash as a witness of what runs: commands of our own making are run in the box, several times with other exit codes of
//! the stubs, and what the stubs saw is held against what was planted and what structure says.

use std::collections::BTreeSet;

use guarddiff_corpus::generate::Parts;
use guarddiff_corpus::planted::{Planted, PlantedRun, PlantedWord};
use guarddiff_corpus::runnable::Runnable;
use guarddiff_engine::Engine;
use guarddiff_engine::analysis::{Analysis, SimpleCommand};
use guarddiff_engine::checks::{self, Settings};
use guarddiff_engine::facts::{Check, Fact, Facts};
use guarddiff_engine::word::{Fields, Value, Word};

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

/// What bash ran, against what was said.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ExecutionFault {
    /// Bash started a program that the maker of the case did not plant.
    Unplanted(Seen),
    /// A planted program that bash can come to was not started in any run.
    Missing(Vec<PlantedWord>),
    /// Bash started a program that no command of the structural reading can be.
    Unread(Seen),
    /// What bash started makes the answer Yes, and structure answers No.
    WrongNo(Check),
    /// What bash started makes the answer Yes, and the maker of the case planted No.
    WrongPlanted(Check),
    /// A commit got a message that is none of those that structure holds.
    WrongMessage(String),
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

impl ExecutionFault {
    /// The word that reports use.
    pub fn name(&self) -> &'static str {
        match self {
            ExecutionFault::Unplanted(_) => "unplanted",
            ExecutionFault::Missing(_) => "not-started",
            ExecutionFault::Unread(_) => "unread",
            ExecutionFault::WrongNo(_) => "wrong-no",
            ExecutionFault::WrongPlanted(_) => "wrong-planted",
            ExecutionFault::WrongMessage(_) => "wrong-message",
        }
    }

    /// The check that it is about; none when it is about the commands themselves.
    pub fn check(&self) -> Option<Check> {
        match self {
            ExecutionFault::Unplanted(_)
            | ExecutionFault::Missing(_)
            | ExecutionFault::Unread(_) => None,
            ExecutionFault::WrongNo(check) | ExecutionFault::WrongPlanted(check) => Some(*check),
            ExecutionFault::WrongMessage(_) => Some(Check::CommitMessage),
        }
    }

    /// What is wrong, in a sentence.
    pub fn sentence(&self) -> String {
        match self {
            ExecutionFault::Unplanted(seen) => {
                format!("bash started {}, which was not planted", spell(&seen.argv))
            }
            ExecutionFault::Missing(words) => {
                let spelled: Vec<String> = words.iter().map(spell_planted).collect();
                format!("bash never started {}, which was planted", spelled.join(" "))
            }
            ExecutionFault::Unread(seen) => {
                format!("bash started {}, which structure does not hold", spell(&seen.argv))
            }
            ExecutionFault::WrongNo(_) => "bash started what structure says No to".to_owned(),
            ExecutionFault::WrongPlanted(_) => {
                "bash started what the maker of the case planted as No".to_owned()
            }
            ExecutionFault::WrongMessage(text) => {
                format!("bash gave a commit the message {text:?}, which structure does not hold")
            }
        }
    }
}

/// The words of a started program, quoted where that is needed.
pub fn spell(argv: &[String]) -> String {
    argv.iter().map(|word| spell_word(word)).collect::<Vec<_>>().join(" ")
}

fn spell_word(word: &str) -> String {
    let bare = |c: char| c.is_ascii_alphanumeric() || "-_./:=@%+,{}".contains(c);
    let is_bare = !word.is_empty() && word.chars().all(bare);
    if is_bare { word.to_owned() } else { format!("{word:?}") }
}

fn spell_planted(word: &PlantedWord) -> String {
    match word {
        PlantedWord::Text(text) => spell_word(text),
        PlantedWord::Any => "?".to_owned(),
        PlantedWord::Rest => "…".to_owned(),
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

fn was_seen(run: &PlantedRun, seen: &BTreeSet<Seen>) -> bool {
    seen.iter().any(|seen| run.matches(&seen.argv))
}

fn is_stub(run: &PlantedRun) -> bool {
    match run.argv.first() {
        Some(PlantedWord::Text(name)) => !REAL.contains(&base(name)),
        Some(PlantedWord::Any | PlantedWord::Rest) | None => true,
    }
}

/// The planted runs that are still to be seen.
fn missing<'a>(
    runs: &'a [PlantedRun],
    seen: &BTreeSet<Seen>,
) -> impl Iterator<Item = &'a PlantedRun> {
    runs.iter().filter(|run| run.reached && is_stub(run) && !was_seen(run, seen))
}

fn base(program: &str) -> &str {
    program.rsplit('/').next().unwrap_or(program)
}

fn faults(
    seen: &BTreeSet<Seen>,
    seen_facts: Option<&Facts>,
    question: &Question<'_>,
) -> Vec<ExecutionFault> {
    let Question { planted, analysis, facts, .. } = *question;
    let mut faults = Vec::new();
    let runs = planted.and_then(|planted| planted.runs.as_deref());
    if let Some(runs) = runs {
        let unplanted = seen.iter().filter(|seen| !runs.iter().any(|run| run.matches(&seen.argv)));
        faults.extend(unplanted.map(|seen| ExecutionFault::Unplanted(seen.clone())));
        let missing = missing(runs, seen);
        faults.extend(missing.map(|run| ExecutionFault::Missing(run.argv.clone())));
    }
    if analysis.is_parsed() {
        let could_be = |seen: &Seen| analysis.commands.iter().any(|one| is_start(one, &seen.argv));
        let unread = seen.iter().filter(|seen| !could_be(seen));
        faults.extend(unread.map(|seen| ExecutionFault::Unread(seen.clone())));
    }
    let yes = |check| fact(seen_facts, check) == Some(Fact::Yes);
    for check in [Check::GuardRelevant, Check::StagesAndCommits, Check::NoVerify] {
        if !yes(check) {
            continue;
        }
        if fact(facts, check) == Some(Fact::No) {
            faults.push(ExecutionFault::WrongNo(check));
        }
        let truth = planted.map(|planted| match check {
            Check::GuardRelevant => planted.guard_relevant.holds,
            Check::StagesAndCommits => planted.stages_and_commits.holds,
            Check::NoVerify => planted.no_verify.holds,
            Check::CommitMessage | Check::TrailerSplice | Check::UnitVerdicts => true,
        });
        if truth == Some(false) {
            faults.push(ExecutionFault::WrongPlanted(check));
        }
    }
    faults.extend(wrong_messages(seen, seen_facts, facts));
    faults
}

fn fact(facts: Option<&Facts>, check: Check) -> Option<Fact> {
    facts?.answer(check).map(|answer| answer.fact)
}

/// Messages that commits got and structure does not hold, where it holds any for certain.
fn wrong_messages(
    seen: &BTreeSet<Seen>,
    seen_facts: Option<&Facts>,
    facts: Option<&Facts>,
) -> Vec<ExecutionFault> {
    let Some(ours) = facts.and_then(Facts::literal_messages) else { return Vec::new() };
    let given = seen_facts.and_then(Facts::literal_messages).unwrap_or_default();
    let given = given.into_iter().map(str::to_owned);
    let fed = seen.iter().filter(|seen| seen.argv.iter().any(|word| word == "commit"));
    let fed = fed.filter_map(|seen| {
        let text = seen.stdin.as_deref()?;
        Some(text.strip_suffix('\n').unwrap_or(text).to_owned())
    });
    let wrong = given.chain(fed).filter(|text| !ours.contains(&text.as_str()));
    wrong.map(ExecutionFault::WrongMessage).collect()
}

/// A word as far as the text decides it.
enum Pattern<'a> {
    Text(&'a str),
    One(&'a str, &'a str),
    Many,
}

/// Whether a command of the structural reading can be the start of a program with these words. The program is compared
/// by its last path component, as it is found by PATH. A wrapper that is a stub is started with all that it would run.
pub fn is_start(command: &SimpleCommand, argv: &[String]) -> bool {
    (0..=command.wrappers.len()).any(|from| {
        let words = command.wrappers[from..].iter().flatten().chain(&command.argv);
        is_program(words, command.open_ended, argv)
    })
}

fn is_program<'a>(
    words: impl Iterator<Item = &'a Word>,
    open_ended: bool,
    argv: &[String],
) -> bool {
    let mut pattern: Vec<Pattern<'_>> = Vec::new();
    for (nth, word) in words.enumerate() {
        pattern.push(match &word.value {
            Value::Literal(text) if nth == 0 => Pattern::Text(base(text)),
            Value::Literal(text) => Pattern::Text(text),
            Value::Unknown(shape) => match shape.fields {
                Fields::One => Pattern::One(&shape.prefix, &shape.suffix),
                Fields::Any => Pattern::Many,
            },
        });
    }
    if open_ended {
        pattern.push(Pattern::Many);
    }
    let mut words: Vec<&str> = argv.iter().map(String::as_str).collect();
    if let Some(first) = words.first_mut() {
        *first = base(first);
    }
    fits(&pattern, &words)
}

/// Whether the words fit: one row of the table of prefixes at a time, since patterns can be many.
fn fits(pattern: &[Pattern<'_>], words: &[&str]) -> bool {
    let mut fit = vec![false; words.len() + 1];
    fit[0] = true;
    for one in pattern {
        let mut next = vec![false; words.len() + 1];
        if matches!(one, Pattern::Many) {
            let mut any = false;
            for (at, fits) in fit.iter().enumerate() {
                any |= fits;
                next[at] = any;
            }
        } else {
            for (at, word) in words.iter().enumerate() {
                let same = match one {
                    Pattern::Text(text) => word == text,
                    Pattern::One(prefix, suffix) => {
                        word.starts_with(prefix) && word.ends_with(suffix)
                    }
                    Pattern::Many => false,
                };
                next[at + 1] = fit[at] && same;
            }
        }
        fit = next;
    }
    fit.last().copied().unwrap_or(false)
}
