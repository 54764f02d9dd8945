//! From tokens to commands: words get values, wrappers come off, and code in strings is read in its turn
//! (`bash -c`, eval, heredocs fed to a shell …), to a stated depth.

mod aliases;
mod changes;
mod constants;
mod evaluate;
mod expanded;
mod feed;
mod outcome;
mod setters;
mod unwrap;
mod variables;

use std::rc::Rc;

use self::outcome::Outcome;
use crate::account::{Expansion, Trace};
use crate::analysis::{Analysis, Around, Complexity, Context, Reason, SimpleCommand, Stdin, Trust};
use crate::engine::Readers;
use crate::limits::MAX_CODE_DEPTH;
use crate::span::Span;
use crate::tokens::{Scope, Source, Tokens};
use crate::values::{POSITIONAL, Values};
use crate::word::{Shape, Value, Word};

/// A text to be read: the command itself, or code that it holds.
#[derive(Clone, Copy)]
pub(crate) struct Job<'t> {
    text: &'t str,
    /// Where the code stands in the command; none for the command itself.
    place: Option<Span>,
    depth: u8,
    /// What lies around it.
    scope: Scope,
    /// Whether something around the code feeds its standard input.
    fed: bool,
    /// Whether words may follow its commands at run time (an alias).
    open_ended: bool,
    /// Whether aliases may be expanded: the text says so, or another shell reads it.
    aliases: bool,
    /// Whether functions may be called that stand in the texts around it.
    callable: bool,
    /// Its positional parameters, where they are known.
    given: Option<&'t [String]>,
    /// The command itself.
    whole: &'t str,
}

impl<'t> Job<'t> {
    /// The command itself.
    pub(crate) fn command(text: &'t str) -> Job<'t> {
        Job {
            text,
            place: None,
            depth: 0,
            scope: Scope::default(),
            fed: false,
            open_ended: false,
            aliases: aliases::switched_on(text),
            callable: false,
            given: None,
            whole: text,
        }
    }

    /// The same text as code that stands at `place`.
    #[cfg(feature = "sabotage")]
    pub(crate) fn at(self, place: Span) -> Job<'t> {
        Job { place: Some(place), ..self }
    }

    /// The place to report for a span of this text.
    fn place(&self, span: Span) -> Span {
        self.place.unwrap_or(span)
    }

    /// Code in this text.
    fn inner(&self, text: &'t str, place: Span, scope: Scope) -> Job<'t> {
        let place = Some(self.place(place));
        let scope = self.scope.within(scope);
        let aliases = self.aliases || aliases::switched_on(text);
        Job { text, place, depth: self.depth + 1, scope, aliases, given: None, ..*self }
    }
}

/// Where commands go, and the readers for code that they hold.
struct Sink<'a> {
    readers: &'a mut Readers,
    analysis: &'a mut Analysis,
    /// What the code read since the last command may do to variables.
    outcome: Outcome,
    /// Whether functions know what they are called with.
    binds: bool,
    /// Those that did, with the number of calls that were foreseen.
    bound: Vec<(String, usize)>,
    /// Where expansions are written down, when somebody asks.
    trace: Option<Rc<Trace>>,
}

impl Sink<'_> {
    /// Whether a function that knew its calls was called otherwise, too.
    fn has_unforeseen_calls(&self) -> bool {
        self.bound.iter().any(|(name, foreseen)| calls(&self.analysis.commands, name) > *foreseen)
    }

    /// Notes how often each of `called` is called by what was read since `from`, if it is the command `number`.
    fn foresee<'a>(
        &mut self,
        called: impl Iterator<Item = &'a constants::Called>,
        number: usize,
        from: usize,
    ) {
        for function in called.filter(|called| called.commands.contains(&number)) {
            let count = calls(&self.analysis.commands[from..], &function.name);
            match self.bound.iter_mut().find(|(name, _)| *name == function.name) {
                Some((_, foreseen)) => *foreseen += count,
                None => self.bound.push((function.name.clone(), count)),
            }
        }
    }
}

/// How many commands have this name.
fn calls(commands: &[SimpleCommand], name: &str) -> usize {
    let named = |command: &&SimpleCommand| command.argv.first().is_some_and(|word| word.is(name));
    commands.iter().filter(named).count()
}

/// Adds everything that the text would run. On an error nothing was added.
pub(crate) fn descend(
    readers: &mut Readers,
    job: Job<'_>,
    analysis: &mut Analysis,
) -> Result<(), Reason> {
    let before = analysis.clone();
    let (outcome, bound) = (Outcome::default(), Vec::new());
    let mut sink = Sink { readers, analysis, outcome, binds: true, bound, trace: None };
    read(&job, &mut sink)?;
    if sink.has_unforeseen_calls() {
        *sink.analysis = before;
        sink.binds = false;
        read(&job, &mut sink)?;
    }
    Ok(())
}

/// The expansions of everything that the text would run, each with what it comes to.
pub(crate) fn descend_traced(
    readers: &mut Readers,
    job: Job<'_>,
) -> Result<Vec<Expansion>, Reason> {
    let mut analysis = Analysis::empty();
    let (outcome, bound) = (Outcome::default(), Vec::new());
    let trace = Some(Rc::default());
    let mut sink = Sink { readers, analysis: &mut analysis, outcome, binds: true, bound, trace };
    read(&job, &mut sink)?;
    if sink.has_unforeseen_calls() {
        sink.analysis.commands.clear();
        (sink.binds, sink.trace) = (false, Some(Rc::default()));
        read(&job, &mut sink)?;
    }
    Ok(sink.trace.map(|trace| trace.finish()).unwrap_or_default())
}

fn read(job: &Job<'_>, sink: &mut Sink<'_>) -> Result<(), Reason> {
    let (tokens, trust) = sink.readers.read(job.text)?;
    if trust == Trust::Repaired {
        sink.analysis.trust = Trust::Repaired;
    }
    if job.place.is_some() {
        sink.analysis.complexity = Complexity::Complex;
    }
    run(job, &tokens, sink);
    sink.readers.give_back(tokens);
    Ok(())
}

fn run(job: &Job<'_>, tokens: &Tokens, sink: &mut Sink<'_>) {
    let mut values = Values::new(job.text, tokens);
    (values.whole, values.aliases) = (job.whole, job.aliases);
    (values.trace, values.place) = (sink.trace.clone(), job.place);
    if let Some(given) = job.given {
        values.constants.set_list(POSITIONAL, given.to_vec());
    }
    let before = std::mem::take(&mut sink.outcome);
    let nested = job.place.is_some();
    let mut tracker = constants::Tracker::new(job.text, tokens, nested, job.callable, sink.binds);
    let mut expanded = expanded::Expanded::new(job.text, tokens, tracker.evaluates());
    // `exec <<EOF` feeds every command behind it, in code strings and functions, too.
    let fed = job.fed || job.text.contains("exec") && job.text.contains('<');
    let owners = evaluate::owners(tokens);
    let mut subtexts = tokens.subtexts.iter().peekable();
    for (number, frame) in tokens.commands.iter().enumerate() {
        while let Some(subtext) = subtexts.next_if(|subtext| subtext.span.start < frame.start) {
            code(&job.inner(&subtext.code, subtext.span, subtext.scope), sink);
        }
        tracker.before(number, &mut values);
        let traced = sink.trace.as_ref().map(|trace| trace.len());
        let Some(command) = evaluate::evaluate(&Job { fed, ..*job }, number, &values, &owners)
        else {
            continue;
        };
        let changes = tracker.changes(number, &command, &values, job.aliases);
        expanded.add(&command, &changes);
        let callable = job.callable || tracker.defines();
        let (scope, span) = (frame.scope, command.span);
        let held = variables::of_command(&command, &changes);
        // What a substitution's own code does ends with it.
        sink.outcome = Outcome::default();
        let from = sink.analysis.commands.len();
        let inner = Job { callable, ..*job };
        let readings = values.constants.readings(|| mentioned(job.text, tokens, number, &owners));
        if readings.is_empty() {
            unwrap::unwrap(&inner, command, sink);
        } else {
            if let (Some(trace), Some(traced)) = (&sink.trace, traced) {
                trace.cut_to(traced);
            }
            let known = std::mem::take(&mut values.constants);
            let mut read: Vec<evaluate::Evaluated> = Vec::new();
            for reading in readings {
                values.constants = reading;
                let command = evaluate::evaluate(&Job { fed, ..*job }, number, &values, &owners);
                read.extend(command);
            }
            values.constants = known;
            for command in read {
                unwrap::unwrap(&inner, command, sink);
            }
        }
        sink.foresee(tracker.bound(), number, from);
        let outcome = std::mem::take(&mut sink.outcome);
        tracker.after(frame, changes, outcome, &mut values);
        for held in held {
            unwrap::hold(job, held, span, scope, sink);
        }
    }
    for subtext in subtexts {
        code(&job.inner(&subtext.code, subtext.span, subtext.scope), sink);
    }
    if expanded.may_run() || expanded::expands_prompt(job.text, tokens) {
        let whole = Span::new(0, job.text.len());
        unknown_code(&job.inner("", whole, Scope::default()), sink);
    }
    for number in (0..tokens.redirects.len()).filter(|&at| tokens.redirects[at].command.is_none()) {
        let redirect = evaluate::evaluated(job, &values, number);
        sink.analysis.around.push(Around { redirect, code_depth: job.depth });
    }
    sink.outcome = before;
    sink.outcome.add(tracker.finish());
    if !tokens.structure.is_empty() || !values.all_resolved() {
        sink.analysis.complexity = Complexity::Complex;
    }
}

/// The words of a command, and of what is piped to it, with the targets and bodies of their redirects.
fn mentioned<'t>(
    text: &'t str,
    tokens: &Tokens,
    number: usize,
    owners: &[(u32, u32)],
) -> Vec<&'t str> {
    let writer = match tokens.commands[number].stdin {
        Source::Pipe(Some(writer)) => Some(writer as usize),
        Source::Pipe(None) | Source::Inherited | Source::Redirect(_) => None,
    };
    let mut spelled = Vec::new();
    for number in [Some(number), writer].into_iter().flatten() {
        spelled.extend(tokens.words(number).iter().copied());
        for redirect in evaluate::owned(owners, number) {
            spelled.push(tokens.reading.redirects[redirect].target);
            let live = tokens.redirects[redirect].heredoc.filter(|heredoc| !heredoc.quoted);
            spelled.extend(live.map(|heredoc| heredoc.body));
        }
    }
    spelled.iter().filter_map(|span| text.get(span.range())).collect()
}

/// Reads code; what can't be read is an unknown command.
fn code(job: &Job<'_>, sink: &mut Sink<'_>) {
    if job.depth > MAX_CODE_DEPTH || read(job, sink).is_err() {
        unknown_code(job, sink);
    }
}

/// Code of which nothing is known: one command of unknown words.
fn unknown_code(job: &Job<'_>, sink: &mut Sink<'_>) {
    let span = job.place.unwrap_or_default();
    sink.analysis.complexity = Complexity::Complex;
    sink.outcome.add(Outcome::unknown());
    sink.analysis.commands.push(SimpleCommand {
        argv: vec![Word { value: Value::Unknown(Shape::anything()), span }],
        assignments: Vec::new(),
        redirects: Vec::new(),
        wrappers: Vec::new(),
        open_ended: true,
        context: context(job, Scope::default(), Stdin::Inherited),
        span,
    });
}

fn context(job: &Job<'_>, scope: Scope, stdin: Stdin) -> Context {
    let scope = job.scope.within(scope);
    Context {
        subshell: scope.subshell,
        function: scope.function,
        control_flow: scope.control_flow,
        substitution: scope.substitution,
        code_depth: job.depth,
        stdin,
    }
}
