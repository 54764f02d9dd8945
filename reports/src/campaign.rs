//! The whole run on one page: cases in chunks through every thread, scores folded in order, so that one thread and
//! many write the same bytes. Agreement is only counted; memory does not grow with the number of cases.

use std::io;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;

use guarddiff_corpus::case::Case;
use guarddiff_corpus::generate::{self, GATE_SEED};
use guarddiff_corpus::runnable::Runnable;
use guarddiff_corpus::{incidents, pinned};
use rayon::prelude::*;

use crate::examine::{Factory, Subject, examine_all};
use crate::finding::Finding;
use crate::interrupt;
use crate::progress::Progress;
use crate::redaction::Redactor;
use crate::score::Score;
use crate::summary::{Header, RUN_SCHEMA, Summary};
use crate::witnesses::Witnesses;
use crate::{ledger, transcripts};

/// How many compounds the gate makes when nobody says otherwise; the pinned campaign has at least as many.
pub const DEFAULT_CASES: u64 = 500;

/// The parser and the grammar under the tree reader, as the lock file has them.
pub const GRAMMAR: &str = "tree-sitter 0.26.13, tree-sitter-bash 0.25.1";

/// Cases that are examined before they are folded.
const CHUNK: usize = 4096;
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
            engine: format!("guarddiff-engine {}", env!("CARGO_PKG_VERSION")),
            witnesses: Arc::default(),
        }
    }

    fn is_pinned(&self) -> bool {
        self.seed == GATE_SEED && self.cases >= DEFAULT_CASES
    }

    fn header(&self) -> Header {
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
        }
    }
}

/// Runs the plan: incidents and twins, wrapper parity, seeded compounds, transcripts. Every finding goes to `sink`
/// in the order of the cases; the answer holds the totals and the first findings.
pub fn run(
    plan: &Plan,
    subjects: &Factory<'_>,
    sink: &mut dyn FnMut(&Finding) -> io::Result<()>,
    progress: &Progress,
) -> io::Result<Summary> {
    let threads = plan.threads.map_or(0, NonZeroUsize::get);
    let pool =
        rayon::ThreadPoolBuilder::new().num_threads(threads).build().map_err(io::Error::other)?;
    let mut summary = Summary::new(plan.header());
    ledger::enter(&mut summary.totals);
    let mut run = Run {
        pool,
        subjects,
        witnesses: &plan.witnesses,
        sink,
        progress,
        summary,
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
    summary.interrupted = interrupt::asked();
    progress.finish();
    Ok(summary)
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
    chunk: Vec<Pending>,
    bytes: usize,
    broken: Option<io::Error>,
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
        // Transcripts differ from machine to machine: their hits keep no rule alive.
        if plan.is_pinned() {
            self.summary.stale = self.summary.totals.unused_rules();
        }
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
        self.examine_chunk()
    }

    /// Takes one case; a full chunk is examined.
    fn take(&mut self, pending: Pending) -> ControlFlow<()> {
        self.bytes += pending.bytes();
        self.chunk.push(pending);
        if self.chunk.len() >= CHUNK || self.bytes >= CHUNK_BYTES {
            return self.examine_chunk();
        }
        ControlFlow::Continue(())
    }

    /// Examines what is in hand, and folds the scores in the order of the cases.
    fn examine_chunk(&mut self) -> ControlFlow<()> {
        self.bytes = 0;
        let chunk = std::mem::take(&mut self.chunk);
        let (subjects, witnesses, progress) = (self.subjects, self.witnesses, self.progress);
        let scores: Vec<Vec<Option<Score>>> = self.pool.install(|| {
            let takes = chunk.into_par_iter().chunks(TAKE);
            takes
                .map_init(subjects, |subject, take| score_all(take, subject, witnesses, progress))
                .collect()
        });
        for score in scores.into_iter().flatten() {
            // A prefix of the cases is a result; a sieve of them is none.
            let Some(score) = score else { return ControlFlow::Break(()) };
            if let Err(error) = self.fold(score) {
                self.broken = Some(error);
                return ControlFlow::Break(());
            }
        }
        if interrupt::asked() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn fold(&mut self, score: Score) -> io::Result<()> {
        score.count(&mut self.summary.totals);
        for finding in score.findings {
            (self.sink)(&finding)?;
            self.summary.keep(finding);
        }
        Ok(())
    }
}
