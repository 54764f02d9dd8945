//! The whole run on one page: cases in chunks through every thread, scores folded in order, so that one thread and
//! many write the same bytes. Agreement is only counted; memory does not grow with the number of cases. A journal
//! changes when cases are folded, never what comes out.

use std::io;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;

use guarddiff_corpus::case::{Case, CaseId};
use guarddiff_corpus::generate::{self, GATE_SEED};
use guarddiff_corpus::runnable::Runnable;
use guarddiff_corpus::{incidents, pinned};
use rayon::prelude::*;

use crate::digest::Digest;
use crate::examine::{Factory, Subject, examine_all};
use crate::finding::Finding;
use crate::interrupt;
use crate::journal::{Checkpoint, Done, Journal};
use crate::progress::Progress;
use crate::redaction::Redactor;
use crate::score::Score;
use crate::shard::Shard;
use crate::summary::{Header, RUN_SCHEMA, Summary};
use crate::witnesses::Witnesses;
use crate::{ledger, transcripts};

/// How many compounds the gate makes when nobody says otherwise; the pinned campaign has at least as many.
pub const DEFAULT_CASES: u64 = 500;

/// The parser and the grammar under the tree reader, as the lock file has them.
pub const GRAMMAR: &str = "tree-sitter 0.26.13, tree-sitter-bash 0.25.1";

/// Cases that are examined before they are folded.
const CHUNK: usize = 4096;
/// The same where there is a journal, which can only take what is folded.
const JOURNALED_CHUNK: usize = 256;
/// Bytes of commands that are held before they are examined.
const CHUNK_BYTES: usize = 8 << 20;
/// Cases that one thread takes at a time; each take may need an engine of its own, and a bash that prints.
const TAKE: usize = 64;

/// What to run.
#[derive(Clone)]
pub struct Plan {
    /// Seed of the compounds.
    pub seed: u64,
    /// Number of compounds.
    pub cases: u64,
    /// Files and folders with transcripts.
    pub transcripts: Vec<PathBuf>,
    /// Whether the secrets of transcripts are hidden.
    pub redact: bool,
    /// Threads; as many as there are cores when nobody says otherwise.
    pub threads: Option<NonZeroUsize>,
    /// The part that is ours; none for the whole.
    pub shard: Option<Shard>,
    /// The name of the engine under test.
    pub engine: String,
    /// Bash, as far as it can be asked.
    pub witnesses: Arc<Witnesses>,
}

impl Plan {
    /// The campaign that every release must pass, and in which a rule without a hit is stale.
    pub fn pinned(threads: Option<NonZeroUsize>) -> Plan {
        Plan {
            seed: GATE_SEED,
            cases: DEFAULT_CASES,
            transcripts: Vec::new(),
            redact: true,
            threads,
            shard: None,
            engine: format!("guarddiff-engine {}", env!("CARGO_PKG_VERSION")),
            witnesses: Arc::default(),
        }
    }

    fn is_pinned(&self) -> bool {
        self.seed == GATE_SEED && self.cases >= DEFAULT_CASES
    }

    /// What makes a run of this plan.
    pub fn header(&self) -> Header {
        Header {
            schema: RUN_SCHEMA,
            tool: format!("guarddiff {}", env!("CARGO_PKG_VERSION")),
            engine: self.engine.clone(),
            grammar: GRAMMAR.to_owned(),
            bash: self.witnesses.bash().map(str::to_owned),
            sandbox: self.witnesses.isolation().map(str::to_owned),
            absent: self.witnesses.absent().to_vec(),
            generator: generate::VERSION,
            seed: self.seed,
            cases: self.cases,
            inputs: self.transcripts.iter().map(|path| path.display().to_string()).collect(),
            pinned: self.is_pinned(),
            shard: self.shard.map(|shard| shard.to_string()),
        }
    }

    /// How many cases come before the transcripts.
    fn planned(&self) -> u64 {
        let incidents = incidents::incidents().len() + incidents::location::LOCATIONS.len();
        (2 * incidents + pinned::cases().len()) as u64 + self.cases
    }
}

/// Runs the plan: incidents and twins, wrapper parity, seeded compounds, transcripts. Every finding goes to `sink`
/// in the order of the cases; the answer holds the totals and the first findings.
pub fn run(
    plan: &Plan,
    subjects: &Factory<'_>,
    sink: &mut dyn FnMut(&Finding) -> io::Result<()>,
    progress: &Progress,
    journal: Option<(&mut Journal, Done)>,
) -> Result<Summary, Broken> {
    let threads = plan.threads.map_or(0, NonZeroUsize::get);
    let pool =
        rayon::ThreadPoolBuilder::new().num_threads(threads).build().map_err(io::Error::other)?;
    let mut summary = Summary::new(plan.header());
    ledger::enter(&mut summary.totals);
    let (journal, done) = journal.unzip();
    let (checkpoint, findings) =
        done.map_or_else(Default::default, |it| (it.checkpoint, it.findings));
    for finding in findings {
        sink(&finding)?;
        summary.keep(finding);
    }
    if let Some(checkpoint) = &checkpoint {
        summary.totals = checkpoint.totals.clone();
    }
    let mut run = Run {
        pool,
        subjects,
        witnesses: &plan.witnesses,
        sink,
        progress,
        summary,
        journal,
        checkpoint,
        shard: plan.shard,
        planned: plan.planned(),
        next: 0,
        saved: 0,
        digest: Digest::new(),
        chunk: Vec::new(),
        bytes: 0,
        broken: None,
    };

    // A break is an interrupt or a sink that broke; both are looked at below.
    let _ = run.everything(plan);

    if let Some(error) = run.broken {
        return Err(error);
    }
    let mut summary = run.summary;
    summary.digest = run.digest.to_string();
    summary.interrupted = interrupt::asked();
    summary.settle();
    progress.finish();
    Ok(summary)
}

/// Why a campaign ended before its time, interrupts aside.
#[derive(Debug, thiserror::Error)]
pub enum Broken {
    /// Something can't be written.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// A resumed run does not find the cases that it had before.
    #[error("the transcripts are not what they were when this run began: it can't be resumed")]
    OtherCases,
}

/// A case that waits for its turn; a seeded one is made by the thread that examines it.
enum Pending {
    Made(Case, Option<Runnable>),
    Seeded { seed: u64, index: u64 },
}

impl Pending {
    fn bytes(&self) -> usize {
        match self {
            Pending::Made(case, _) => case.command.len(),
            Pending::Seeded { .. } => 0,
        }
    }

    fn id(&self) -> CaseId {
        match self {
            Pending::Made(case, _) => case.id.clone(),
            Pending::Seeded { seed, index } => {
                CaseId::Generated { version: generate::VERSION, seed: *seed, index: *index }
            }
        }
    }

    fn case(self) -> (Case, Option<Runnable>) {
        match self {
            Pending::Made(case, runnable) => (case, runnable),
            Pending::Seeded { seed, index } => {
                let made = generate::generate(seed, index);
                (made.case, made.runnable)
            }
        }
    }
}

/// Examines the cases of one take, about which bash is asked at once. None for those that an interrupt left out.
fn score_all(
    take: Vec<Pending>,
    subject: &mut Subject<'_>,
    witnesses: &Witnesses,
    progress: &Progress,
) -> Vec<Option<Score>> {
    if interrupt::asked() {
        return vec![None];
    }
    let cases = take.into_iter().map(Pending::case).collect();
    let examined = examine_all(cases, subject, witnesses).map(|examined| {
        progress.done(1);
        (!interrupt::asked()).then(|| Score::of(examined))
    });
    examined.collect()
}

/// A run under way.
struct Run<'a> {
    pool: rayon::ThreadPool,
    subjects: &'a Factory<'a>,
    witnesses: &'a Witnesses,
    sink: &'a mut dyn FnMut(&Finding) -> io::Result<()>,
    progress: &'a Progress,
    summary: Summary,
    journal: Option<&'a mut Journal>,
    /// What was done before this run was resumed, until it is passed.
    checkpoint: Option<Checkpoint>,
    shard: Option<Shard>,
    planned: u64,
    /// The number of the next case, of whatever shard.
    next: u64,
    /// The same at the last checkpoint.
    saved: u64,
    digest: Digest,
    chunk: Vec<(u64, Pending)>,
    bytes: usize,
    broken: Option<Broken>,
}

impl Run<'_> {
    fn everything(&mut self, plan: &Plan) -> ControlFlow<()> {
        self.progress.stage("incidents", true);
        for incident in incidents::incidents() {
            for twin in [false, true] {
                let (case, runnable) = incidents::case(incident, twin);
                self.take(Pending::Made(case, runnable))?;
            }
        }
        for incident in &incidents::location::LOCATIONS {
            for twin in [false, true] {
                let case = incidents::location::case(incident, twin);
                self.take(Pending::Made(case, None))?;
            }
        }
        self.progress.stage("wrappers", true);
        for case in pinned::cases() {
            self.take(Pending::Made(case, None))?;
        }
        self.progress.stage("seeded", true);
        for index in 0..plan.cases {
            self.take(Pending::Seeded { seed: plan.seed, index })?;
        }
        self.examine_chunk()?;
        if plan.transcripts.is_empty() {
            return ControlFlow::Continue(());
        }
        self.progress.stage("transcripts", false);
        let mut redactor = Redactor::new(plan.redact);
        let reading = transcripts::read(&plan.transcripts, &mut redactor, &mut |case| {
            self.take(Pending::Made(case, None))
        });
        self.summary.totals.transcripts = reading.totals;
        self.summary.unreadable = reading.unreadable;
        self.examine_chunk()?;
        self.passed(true)
    }

    /// Looks, at the checkpoint that a resumed run goes on from, whether the cases before it are the same.
    fn passed(&mut self, at_end: bool) -> ControlFlow<()> {
        let Some(checkpoint) = &self.checkpoint else { return ControlFlow::Continue(()) };
        if checkpoint.next != self.next {
            return if at_end {
                self.breaks(Broken::OtherCases)
            } else {
                ControlFlow::Continue(())
            };
        }
        if checkpoint.digest != self.digest.to_string() {
            return self.breaks(Broken::OtherCases);
        }
        self.checkpoint = None;
        ControlFlow::Continue(())
    }

    fn breaks(&mut self, why: impl Into<Broken>) -> ControlFlow<()> {
        self.broken = Some(why.into());
        ControlFlow::Break(())
    }

    /// Takes one case, unless it is another shard's or was done before; a full chunk is examined.
    fn take(&mut self, pending: Pending) -> ControlFlow<()> {
        self.passed(false)?;
        let at = self.next;
        self.next += 1;
        if let Pending::Made(case, _) = &pending {
            self.digest.add(&case.command);
        }
        if self.checkpoint.is_some() {
            return ControlFlow::Continue(());
        }
        if self.shard.is_some_and(|shard| !shard.owns(at, &pending.id(), self.planned)) {
            return ControlFlow::Continue(());
        }
        self.bytes += pending.bytes();
        self.chunk.push((at, pending));
        let most = if self.journal.is_some() { JOURNALED_CHUNK } else { CHUNK };
        if self.chunk.len() >= most || self.bytes >= CHUNK_BYTES {
            return self.examine_chunk();
        }
        ControlFlow::Continue(())
    }

    /// Examines what is in hand, and folds the scores in the order of the cases.
    fn examine_chunk(&mut self) -> ControlFlow<()> {
        self.bytes = 0;
        let (numbers, chunk): (Vec<u64>, Vec<Pending>) =
            std::mem::take(&mut self.chunk).into_iter().unzip();
        let (subjects, witnesses, progress) = (self.subjects, self.witnesses, self.progress);
        let scores: Vec<Vec<Option<Score>>> = self.pool.install(|| {
            let takes = chunk.into_par_iter().chunks(TAKE);
            takes
                .map_init(subjects, |subject, take| score_all(take, subject, witnesses, progress))
                .collect()
        });
        // One score a case, unless an interrupt cut the takes short.
        for (number, score) in numbers.into_iter().zip(scores.into_iter().flatten()) {
            // A prefix of the cases is a result; a sieve of them is none.
            let Some(score) = score else { return ControlFlow::Break(()) };
            if let Err(error) = self.fold(number, score) {
                return self.breaks(error);
            }
        }
        if interrupt::asked() {
            return ControlFlow::Break(());
        }
        match self.save() {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => self.breaks(error),
        }
    }

    /// Writes a checkpoint, unless little was done since the last one: totals are large, and a long run makes many.
    fn save(&mut self) -> io::Result<()> {
        let Some(journal) = &mut self.journal else { return Ok(()) };
        if self.checkpoint.is_some() || self.next - self.saved < self.next / 64 {
            return Ok(());
        }
        self.saved = self.next;
        journal.checkpoint(&Checkpoint {
            next: self.next,
            digest: self.digest.to_string(),
            totals: self.summary.totals.clone(),
        })
    }

    fn fold(&mut self, number: u64, score: Score) -> io::Result<()> {
        score.count(&mut self.summary.totals);
        for mut finding in score.findings {
            finding.case = number;
            (self.sink)(&finding)?;
            if let Some(journal) = &mut self.journal {
                journal.finding(&finding)?;
            }
            self.summary.keep(finding);
        }
        Ok(())
    }
}
