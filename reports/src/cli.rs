//! The command line as it is typed. It checks spelling and nothing else.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::str::FromStr;

use clap::{Args, Parser, Subcommand, ValueEnum};

use crate::authorize::Evidence;
use crate::report_file::{Format, Place};
use crate::shard;
use crate::witnesses::{AskBash, Sandbox};

/// Compares a structural bash guard with the text matchers it replaces, and explains every place where they part.
#[derive(Parser, Debug)]
#[command(name = "guarddiff", version, propagate_version = true, max_term_width = 100)]
#[command(
    after_help = "Exit codes: 0 parity, 1 engine failure, stale rule or drift from the baseline, 2 usage, 3 nothing ran or a required witness is missing, \
4 a named path can't be read or written, 130 interrupted."
)]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
    /// When to use colours: auto, always or never; NO_COLOR holds for auto.
    #[arg(long, global = true, value_enum, default_value_t = Color::Auto, value_name = "WHEN", hide_possible_values = true)]
    pub color: Color,
    /// No progress and no notes on standard error.
    #[arg(long, short, global = true)]
    pub quiet: bool,
}

/// The subcommands.
#[derive(Subcommand, Debug)]
pub enum Command {
    /// The release gate: incidents, twins, wrapper parity, seeded compounds and transcripts, each by six checks.
    Gate(GateArgs),
    /// One command in full: its tree, words and their values, units, each opinion and why, the rules tried, the verdict.
    Explain(ExplainArgs),
    /// The smallest command that shows what a case shows: the same check, direction and rule.
    Shrink(ShrinkArgs),
    /// The engine as a filter: one command a line in, one JSON object a line out.
    Analyze(AnalyzeArgs),
    /// The authorizer for wrapped commands (timeout, time) on one call of a session, or over whole sessions.
    Authorize(AuthorizeArgs),
    /// Renders stored runs (the jsonl reports of the gate); several are merged.
    Report(ReportArgs),
    /// The ledger of incidents, with how often their rules prove a text matcher wrong.
    Incidents(IncidentsArgs),
    /// What agents typed: the commands of their sessions, and which files hold them.
    #[command(subcommand)]
    Corpus(CorpusCommand),
    /// The completions of a shell, on standard output.
    Completions {
        /// The shell.
        #[arg(value_enum, value_name = "SHELL")]
        shell: clap_complete::Shell,
    },
    /// Writes the man pages, one a subcommand, into a folder that is there.
    Man {
        /// The folder.
        #[arg(value_name = "DIR")]
        folder: PathBuf,
    },
}

/// The subcommands of `corpus`.
#[derive(Subcommand, Debug)]
pub enum CorpusCommand {
    /// Which files were recognised as what, and why others were not.
    Sources(SourcesArgs),
    /// Every command, with where it stands and what became of it.
    Extract(ExtractArgs),
    /// What agents type: programs, git verbs, wrappers, lengths, constructs and answers, by agent and month.
    Stats(StatsArgs),
    /// Shapes of these commands that no generated command has: what the generator should learn.
    Gaps(GapsArgs),
    /// Seeded commands with their ids and planted truth, one JSON object a line.
    Generate(GenerateArgs),
}

/// Options of `corpus sources`.
#[derive(Args, Debug)]
pub struct SourcesArgs {
    /// Files or folders; - for standard input.
    #[arg(value_name = "PATH", required = true)]
    pub paths: Vec<PathBuf>,
    /// The form of the list.
    #[arg(long, value_enum, default_value_t = SourcesFormat::Text, value_name = "FORMAT")]
    pub format: SourcesFormat,
    /// Threads [default: one per core]
    #[arg(long, value_name = "N")]
    pub threads: Option<NonZeroUsize>,
}

/// Options of `corpus extract`.
#[derive(Args, Debug)]
pub struct ExtractArgs {
    /// Files or folders; - for standard input.
    #[arg(value_name = "PATH", required = true)]
    pub paths: Vec<PathBuf>,
    /// The form of the rows. jsonl is exact; csv shows control characters spelled out, and a ' before what a
    /// spreadsheet would compute.
    #[arg(long, value_enum, default_value_t = ExtractFormat::Jsonl, value_name = "FORMAT")]
    pub format: ExtractFormat,
    /// Each text once, with how often it was there; no copies of a call that another file holds.
    #[arg(long)]
    pub dedup: bool,
    /// Threads [default: one per core]
    #[arg(long, value_name = "N")]
    pub threads: Option<NonZeroUsize>,
    /// Lets secrets, e-mail addresses and the names of home directories out as they stand.
    #[arg(long)]
    pub no_redact: bool,
}

/// Options of `corpus stats`.
#[derive(Args, Debug)]
pub struct StatsArgs {
    /// Files or folders; - for standard input.
    #[arg(value_name = "PATH", required = true)]
    pub paths: Vec<PathBuf>,
    /// The form. html is one page with charts that needs nothing else.
    #[arg(long, value_enum, default_value_t = StatsFormat::Terminal, value_name = "FORMAT")]
    pub format: StatsFormat,
    /// Rows of each table; the others are one row.
    #[arg(long, value_name = "N", default_value_t = 20)]
    pub top: usize,
    /// Threads that read [default: one per core]
    #[arg(long, value_name = "N")]
    pub threads: Option<NonZeroUsize>,
}

/// The forms of `corpus stats`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum StatsFormat {
    /// Tables for a terminal.
    Terminal,
    /// Markdown.
    Md,
    /// One row a number.
    Csv,
    /// A page.
    Html,
}

/// Options of `corpus gaps`.
#[derive(Args, Debug)]
pub struct GapsArgs {
    /// Files or folders; - for standard input.
    #[arg(value_name = "PATH", required = true)]
    pub paths: Vec<PathBuf>,
    /// Seed of the compounds [default: the gate's own]
    #[arg(long, value_name = "N", value_parser = seed)]
    pub seed: Option<u64>,
    /// Number of seeded compounds to look for the shapes in.
    #[arg(long, value_name = "N", default_value_t = 100_000)]
    pub count: u64,
    /// Leaves out what fewer commands show.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub least: u64,
    /// Threads that read [default: one per core]
    #[arg(long, value_name = "N")]
    pub threads: Option<NonZeroUsize>,
}

/// Options of `corpus generate`.
#[derive(Args, Debug)]
pub struct GenerateArgs {
    /// Seed of the compounds [default: the gate's own]
    #[arg(long, value_name = "N", value_parser = seed)]
    pub seed: Option<u64>,
    /// Number of commands.
    #[arg(long, value_name = "N", default_value_t = crate::campaign::DEFAULT_CASES)]
    pub count: u64,
}

/// The forms of `corpus sources`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum SourcesFormat {
    /// One line a file.
    Text,
    /// One JSON object a file.
    Jsonl,
}

/// The forms of `corpus extract`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum ExtractFormat {
    /// One JSON object a command.
    Jsonl,
    /// One row a command, under the names of the columns.
    Csv,
}

/// Options of `gate`.
#[derive(Args, Debug)]
pub struct GateArgs {
    /// Seed of the compounds [default: the gate's own]
    #[arg(long, value_name = "N", value_parser = seed)]
    pub seed: Option<u64>,
    /// Number of seeded compounds.
    #[arg(long, value_name = "N", default_value_t = crate::campaign::DEFAULT_CASES)]
    pub cases: u64,
    /// Files or folders with transcripts of agents.
    #[arg(long, value_name = "PATH", num_args = 1..)]
    pub transcripts: Vec<PathBuf>,
    /// Threads [default: one per core]
    #[arg(long, value_name = "N")]
    pub threads: Option<NonZeroUsize>,
    /// Bash as the judge: auto asks it where it is there, require fails without it, off leaves it out.
    #[arg(long, value_enum, default_value_t = AskBash::Auto, value_name = "HOW", hide_possible_values = true)]
    pub bash: AskBash,
    /// The box in which bash runs the commands of our own making: require runs nothing unless it is shut in full, off
    /// runs nothing.
    #[arg(long, value_enum, default_value_t = Sandbox::Require, value_name = "HOW", hide_possible_values = true)]
    pub sandbox: Sandbox,
    /// Writes a report; FORMAT is md, csv, jsonl, html, junit, sarif, github, github-summary or gitlab, and PATH may be
    /// - for standard output. Repeatable.
    #[arg(long, value_name = "FORMAT=PATH")]
    pub report: Vec<ReportSpec>,
    /// Examines one part of the cases: hash:K/N, slice:K/N, or auto, as the CI system, Slurm or Kubernetes says.
    #[arg(long, value_name = "PART")]
    pub shard: Option<shard::Choice>,
    /// Stores the run here, keeps a journal beside it (RUN.part), and goes on where a journal of it ends.
    #[arg(long, value_name = "RUN")]
    pub resume: Option<PathBuf>,
    /// Shows what the run exercised as well: constructs by checks by answers, and what nobody saw.
    #[arg(long)]
    pub coverage: bool,
    /// Takes the figures of this run as the baseline, in the checkout in which it is called.
    #[arg(long, conflicts_with_all = ["shard", "seed", "cases", "transcripts"])]
    pub bless: bool,
    /// Runs an engine that is broken on purpose, by name.
    #[cfg(feature = "sabotage")]
    #[arg(long, hide = true, value_name = "NAME", value_parser = crate::sabotage::by_name)]
    pub sabotage: Option<&'static crate::sabotage::Fault>,
    /// Lets secrets, e-mail addresses and the names of home directories out as they stand.
    #[arg(long)]
    pub no_redact: bool,
}

/// Options of `explain`.
#[derive(Args, Debug)]
pub struct ExplainArgs {
    /// A case id (gen:…, inc:…, pin:…, log:…), FILE:LINE of a transcript, - for a command on standard input, or a command.
    #[arg(value_name = "CASE|FILE:LINE|-|CMD", allow_hyphen_values = true)]
    #[arg(required_unless_present = "call")]
    pub case: Option<String>,
    /// A transcript, or a folder with transcripts, in which --call is looked for.
    #[arg(long = "in", value_name = "PATH", requires = "call", conflicts_with = "case")]
    pub transcript: Option<PathBuf>,
    /// The agent's id of a call, as corpus extract shows it.
    #[arg(long, value_name = "ID", requires = "transcript", conflicts_with = "case")]
    pub call: Option<String>,
    /// The form: for a person, or one JSON object (reports/schema/explain.schema.json).
    #[arg(long, value_enum, default_value_t = ExplainFormat::Terminal, value_name = "FORMAT")]
    pub format: ExplainFormat,
    /// Bash as the judge: auto, require or off.
    #[arg(long, value_enum, default_value_t = AskBash::Auto, value_name = "HOW", hide_possible_values = true)]
    pub bash: AskBash,
    /// The box in which bash runs a case of our own making: require or off.
    #[arg(long, value_enum, default_value_t = Sandbox::Require, value_name = "HOW", hide_possible_values = true)]
    pub sandbox: Sandbox,
    /// Lets secrets, e-mail addresses and the names of home directories out as they stand.
    #[arg(long)]
    pub no_redact: bool,
}

/// The forms of `explain`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum ExplainFormat {
    /// Text for a terminal.
    Terminal,
    /// One JSON object.
    Json,
}

/// Options of `shrink`.
#[derive(Args, Debug)]
pub struct ShrinkArgs {
    /// A case id (gen:…, inc:…, pin:…, log:…), - for a command on standard input, or a command.
    #[arg(value_name = "CASE|-|CMD", allow_hyphen_values = true)]
    pub case: String,
    /// The check whose finding is kept [default: that of the first failure, else of the first finding]
    #[arg(long, value_name = "CHECK")]
    pub check: Option<String>,
    /// Bash as the judge of how commands are parsed: auto, require or off.
    #[arg(long, value_enum, default_value_t = AskBash::Auto, value_name = "HOW", hide_possible_values = true)]
    pub bash: AskBash,
}

/// Options of `analyze`.
#[derive(Args, Debug)]
pub struct AnalyzeArgs {
    /// The file to read [default: standard input]
    #[arg(value_name = "FILE")]
    pub file: Option<PathBuf>,
    /// What a line is: a command, or JSON (a string, or an object with `command`).
    #[arg(long, value_enum, default_value_t = Input::Lines, value_name = "KIND")]
    pub input: Input,
}

/// Options of `authorize`.
#[derive(Args, Debug)]
#[group(id = "what", required = true, args = ["session", "replay"])]
pub struct AuthorizeArgs {
    /// A Pi session, of which one call is asked about.
    #[arg(long, value_name = "FILE", requires = "call")]
    pub session: Option<PathBuf>,
    /// The id of the call.
    #[arg(long, value_name = "ID", requires = "session", conflicts_with = "replay")]
    pub call: Option<String>,
    /// The unit that asked [default: the first of those about which the policy would]
    #[arg(
        long,
        value_name = "TEXT",
        requires = "session",
        conflicts_with = "replay",
        allow_hyphen_values = true
    )]
    pub unit: Option<String>,
    /// Pi sessions, or folders with them, of which every bash call is asked about.
    #[arg(long, value_name = "PATH", num_args = 1.., requires = "policy")]
    pub replay: Vec<PathBuf>,
    /// The config of the permission system; without one every unit asks.
    #[arg(long, value_name = "FILE")]
    pub policy: Option<PathBuf>,
    /// Another config: lists the calls that come out differently under it.
    #[arg(long, value_name = "OTHER", requires = "replay", conflicts_with = "session")]
    pub compare_policy: Option<PathBuf>,
    /// Where the complete command is taken from: the session, or the request's payload.
    #[arg(long, value_enum, default_value_t = Evidence::Session, value_name = "WHERE", hide_possible_values = true)]
    pub evidence: Evidence,
    /// Writes every call that was replayed; FORMAT is md or csv, and PATH may be - for standard output. Repeatable.
    #[arg(long, value_name = "FORMAT=PATH", requires = "replay", conflicts_with = "session")]
    pub report: Vec<ReportSpec>,
    /// Lets secrets, e-mail addresses and the names of home directories out as they stand.
    #[arg(long)]
    pub no_redact: bool,
}

/// Options of `report`.
#[derive(Args, Debug)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub struct ReportArgs {
    /// What else than to render runs.
    #[command(subcommand)]
    pub command: Option<ReportCommand>,
    /// Stored runs.
    #[arg(value_name = "RUN", required = true)]
    pub runs: Vec<PathBuf>,
    /// Shows what the run exercised, instead of the run.
    #[arg(long, conflicts_with = "format")]
    pub coverage: bool,
    /// The format [default: what the gate shows on a terminal]
    #[arg(long, value_enum, value_name = "FORMAT")]
    pub format: Option<Format>,
}

/// The subcommands of `report`.
#[derive(Subcommand, Debug)]
pub enum ReportCommand {
    /// Puts the shards of one run together: the same bytes as from one machine. Refuses all else.
    Merge {
        /// The shards, in any order.
        #[arg(value_name = "RUN", required = true)]
        runs: Vec<PathBuf>,
        /// Writes a report of the whole; FORMAT is one of those of the gate. Repeatable.
        #[arg(long, value_name = "FORMAT=PATH")]
        report: Vec<ReportSpec>,
    },
    /// What is new, fixed or changed from one run to another; exits 1 where a failure is new.
    Diff {
        /// The run before.
        old: PathBuf,
        /// The run after.
        new: PathBuf,
    },
}

/// Options of `incidents`.
#[derive(Args, Debug)]
pub struct IncidentsArgs {
    /// What else than to list them.
    #[command(subcommand)]
    pub command: Option<IncidentsCommand>,
    /// Threads [default: one per core]
    #[arg(long, value_name = "N")]
    pub threads: Option<NonZeroUsize>,
}

/// The subcommands of `incidents`.
#[derive(Subcommand, Debug)]
pub enum IncidentsCommand {
    /// What is wrong with the rules: uncited, stale, overlapping or too wide. Exits 1 where something is.
    Check,
    /// The skeleton of a new incident: smallest command, twin, vectors, and the Rust to fill in.
    New {
        /// A case id, - for a command on standard input, or a command.
        #[arg(value_name = "CASE|-|CMD", allow_hyphen_values = true)]
        case: String,
    },
}

/// When to use colours.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Color {
    /// On a terminal that can show them.
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

impl Color {
    /// The same for anstream.
    pub fn choice(self) -> anstream::ColorChoice {
        match self {
            Color::Auto => anstream::ColorChoice::Auto,
            Color::Always => anstream::ColorChoice::AlwaysAnsi,
            Color::Never => anstream::ColorChoice::Never,
        }
    }
}

/// What a line of `analyze` is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Input {
    /// A command.
    Lines,
    /// A JSON string, or a JSON object with `command`.
    Jsonl,
}

/// `FORMAT=PATH`
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReportSpec {
    /// The format.
    pub format: Format,
    /// Where it goes.
    pub place: Place,
}

impl FromStr for ReportSpec {
    type Err = String;

    fn from_str(text: &str) -> Result<ReportSpec, String> {
        let (format, place) = text.split_once('=').ok_or("expected FORMAT=PATH")?;
        let format = Format::from_str(format, false)
            .map_err(|_| format!("{format:?} is no report format: {}", Format::names()))?;
        let place = match place {
            "" => return Err("the path is empty".to_owned()),
            "-" => Place::Stdout,
            path => Place::Path(PathBuf::from(path)),
        };
        Ok(ReportSpec { format, place })
    }
}

/// A seed in decimal or, with `0x`, in hexadecimal.
fn seed(text: &str) -> Result<u64, std::num::ParseIntError> {
    match text.strip_prefix("0x") {
        Some(digits) => u64::from_str_radix(digits, 16),
        None => text.parse(),
    }
}
