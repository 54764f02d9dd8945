//! Plants the programs that bash starts: walks a syntax tree along every choice of exit codes. It knows what was built and never reads the text.
//!
//! What bash can't come to is walked too, without being sure of it: its runs are planted as not reached. So are
//! those that depend on more than the choices: which shell `sh` is, or who closes a pipe first.

mod paths;
mod simple;

use crate::planted::{PlantedRun, PlantedWord};

use super::act::Exit;
use super::syntax::{Chunk, Flow, JoinKind, Node, Piece, Redirect, Simple};
use paths::{Ends, Paths, State};

/// The programs that bash starts for a tree, in the order in which it could first come to them.
pub(super) fn of(node: &Node) -> Vec<PlantedRun> {
    let mut walk = Walk::default();
    walk.process(State::default(), true, Around::default(), |walk, paths, around| {
        walk.node(node, paths, around)
    });
    // Code that nothing ever called.
    let mut place = 0;
    while let Some(&Kept { code, around, called, .. }) = walk.kept.get(place) {
        if !called {
            walk.unreached(code, State::default(), around);
        }
        place += 1;
    }
    walk.runs.into_iter().map(|planted| planted.run).collect()
}

/// What stands around a command.
#[derive(Clone, Copy, Debug)]
struct Around<'t> {
    /// Its failure is looked at, so that neither `set -e` nor a trap on failures minds it.
    tested: bool,
    stdin: Stdin,
    /// Standard output is a pipe whose reader may be gone.
    output_leaks: bool,
    /// So is standard error.
    errors_leak: bool,
    /// The shell may be another one than bash.
    plain_sh: bool,
    pipefail: bool,
    /// What the command before it in its pipeline gives it.
    feed: Feed,
    loop_value: Option<&'static str>,
    arguments: Arguments<'t>,
}

/// What a command finds on its standard input.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stdin {
    /// Something that ends.
    Ends,
    /// The rest of the code that the shell is about to read.
    Code,
    /// A pipe that nobody closes.
    Open,
}

/// What goes into a pipe.
#[derive(Clone, Copy, Debug)]
struct Feed {
    output: bool,
    errors: bool,
}

impl Feed {
    /// A pipe without any redirect in front of it.
    const PIPE: Feed = Feed { output: true, errors: false };
}

/// The arguments of the shell or function.
#[derive(Clone, Copy, Debug)]
enum Arguments<'t> {
    Words(&'static [&'static str]),
    /// Those of this call.
    Call(&'t Simple),
    /// Nobody calls it.
    Untold,
}

impl Default for Around<'_> {
    fn default() -> Self {
        Around {
            tested: false,
            stdin: Stdin::Ends,
            output_leaks: false,
            errors_leak: false,
            plain_sh: false,
            pipefail: false,
            feed: Feed::PIPE,
            loop_value: None,
            arguments: Arguments::Words(&[]),
        }
    }
}

impl<'t> Around<'t> {
    /// The same behind a redirect.
    fn redirected(self, redirect: &Redirect) -> Around<'t> {
        match redirect.operator.trim_end() {
            ">" | ">>" => Around { output_leaks: false, ..self },
            "&>" => Around { output_leaks: false, errors_leak: false, ..self },
            ">&" => Around { output_leaks: self.errors_leak, ..self },
            "2>" => Around { errors_leak: false, ..self },
            "2>&" => Around { errors_leak: self.output_leaks, ..self },
            _ => Around { stdin: Stdin::Ends, ..self },
        }
    }
}

/// Code that a shell keeps: a function's or a trap's.
#[derive(Debug)]
struct Kept<'t> {
    code: &'t Node,
    around: Around<'t>,
    called: bool,
    /// It is running.
    running: bool,
}

/// A run and the command that it belongs to.
#[derive(Debug)]
struct Planted<'t> {
    command: &'t Simple,
    run: PlantedRun,
}

#[derive(Default, Debug)]
struct Walk<'t> {
    runs: Vec<Planted<'t>>,
    kept: Vec<Kept<'t>>,
    /// Where the current process ends before its last command.
    exits: Paths,
    /// How the programs end that took the current process over.
    replaced: Ends,
    /// Something took the code that a shell was about to read, or waits for ever.
    doubt: bool,
}

impl<'t> Walk<'t> {
    fn plant(&mut self, command: &'t Simple, argv: Vec<PlantedWord>, sure: bool) {
        let sure = sure && !self.doubt;
        let known = self
            .runs
            .iter_mut()
            .find(|known| std::ptr::eq(known.command, command) && known.run.argv == argv);
        match known {
            Some(known) => known.run.reached |= sure,
            None => {
                let run = PlantedRun { argv, reached: sure, parts: command.parts.clone() };
                self.runs.push(Planted { command, run });
            }
        }
    }

    /// A process of its own: how it can end, its exit trap included.
    fn process(
        &mut self,
        state: State,
        sure: bool,
        around: Around<'t>,
        run: impl FnOnce(&mut Walk<'t>, Paths, Around<'t>) -> Paths,
    ) -> Ends {
        let exits = std::mem::take(&mut self.exits);
        let replaced = std::mem::take(&mut self.replaced);
        let mut paths = run(self, Paths::one(state, sure), around);
        paths.absorb(std::mem::take(&mut self.exits));
        let mut ends = Ends::default();
        for (state, success, sure) in paths.each() {
            let Some(trap) = state.exit_trap else {
                ends.add(success, sure);
                continue;
            };
            self.kept_code(trap, Paths::one(State { exit_trap: None, ..state }, sure), around);
            let ended = !std::mem::take(&mut self.exits).is_empty()
                || std::mem::take(&mut self.replaced) != Ends::default();
            if ended {
                ends.absorb(Ends::of(Exit::Unsure, sure));
            } else {
                ends.add(success, sure);
            }
        }
        self.exits = exits;
        ends.absorb(std::mem::replace(&mut self.replaced, replaced));
        ends
    }

    /// A process forked from each path's shell, whose status becomes the path's.
    fn subshell(
        &mut self,
        paths: Paths,
        around: Around<'t>,
        mut run: impl FnMut(&mut Walk<'t>, Paths, Around<'t>) -> Paths,
    ) -> Paths {
        let mut out = Paths::default();
        for (state, _, sure) in paths.each() {
            let ends = self.process(state.forked(), sure, around, &mut run);
            out.absorb(Paths::ended(state, ends));
        }
        out
    }

    /// A process beside each path's shell, which goes on at once.
    fn beside(
        &mut self,
        paths: Paths,
        around: Around<'t>,
        run: impl FnMut(&mut Walk<'t>, Paths, Around<'t>) -> Paths,
    ) -> Paths {
        self.subshell(paths.clone(), around, run);
        paths.succeeded()
    }

    /// Walks what no path leads to, so that its runs are planted.
    fn unreached(&mut self, node: &'t Node, state: State, around: Around<'t>) {
        let doubt = self.doubt;
        self.process(state, false, around, |walk, paths, around| walk.node(node, paths, around));
        self.doubt = doubt;
    }

    /// Walks a branch that these paths lead to. `aside` is where bash is otherwise.
    fn branch(&mut self, node: &'t Node, paths: Paths, aside: &Paths, around: Around<'t>) -> Paths {
        if !paths.is_empty() {
            return self.node(node, paths, around);
        }
        let state = aside.clone().each().next().map(|(state, ..)| state);
        self.unreached(node, state.unwrap_or_default(), around);
        paths
    }

    /// Where to find code that a shell keeps.
    fn keep(&mut self, code: &'t Node, around: Around<'t>) -> usize {
        let known = self.kept.iter().position(|kept| std::ptr::eq(kept.code, code));
        known.unwrap_or_else(|| {
            self.kept.push(Kept { code, around, called: false, running: false });
            self.kept.len() - 1
        })
    }

    /// Runs code that a shell kept. Code that runs itself again never comes to an end.
    fn kept_code(&mut self, place: usize, paths: Paths, around: Around<'t>) -> Paths {
        let Some(kept) = self.kept.get_mut(place).filter(|kept| !kept.running) else {
            let mut out = Paths::default();
            for (state, _, sure) in paths.each() {
                out.absorb(Paths::ended(state, Ends::of(Exit::Unsure, sure)));
            }
            return out;
        };
        kept.called = true;
        kept.running = true;
        let code = kept.code;
        let paths = self.node(code, paths, Around { tested: around.tested, ..around });
        if let Some(kept) = self.kept.get_mut(place) {
            kept.running = false;
        }
        paths
    }

    fn node(&mut self, node: &'t Node, paths: Paths, around: Around<'t>) -> Paths {
        match node {
            Node::Simple(simple) => {
                let mut out = Paths::default();
                for (state, _, sure) in paths.each() {
                    out.absorb(self.simple(simple, state, sure, around));
                }
                self.failing(out, around)
            }
            Node::Row(_) => self.row(node, paths, around),
            Node::Compound { flow, chunks, .. } => self.compound(*flow, chunks, paths, around),
        }
    }

    /// Commands in a row, taken apart as bash does: lists of pipelines.
    fn row(&mut self, row: &'t Node, mut paths: Paths, around: Around<'t>) -> Paths {
        let mut elements = Vec::new();
        flatten(row, JoinKind::End, &mut elements);
        let ends_list = |element: &Element| {
            let joined = [JoinKind::And, JoinKind::Or, JoinKind::Pipe, JoinKind::PipeBoth];
            !joined.contains(&element.join)
        };
        for list in elements.split_inclusive(ends_list) {
            let background = list.last().is_some_and(|last| last.join == JoinKind::Background);
            paths = if background {
                let around = Around { stdin: Stdin::Ends, ..around };
                self.beside(paths, around, |walk, paths, around| walk.list(list, paths, around))
            } else {
                self.list(list, paths, around)
            };
        }
        paths
    }

    /// Pipelines joined by `&&` and `||`.
    fn list(&mut self, list: &[Element<'t>], mut paths: Paths, around: Around<'t>) -> Paths {
        let piped = |join| matches!(join, JoinKind::Pipe | JoinKind::PipeBoth);
        let pipelines: Vec<_> = list.split_inclusive(|element| !piped(element.join)).collect();
        let mut before = JoinKind::End;
        for (nth, pipeline) in pipelines.iter().enumerate() {
            let last = nth + 1 == pipelines.len();
            let around = Around { tested: around.tested || !last, ..around };
            let (success, failure) = paths.split();
            let (go, mut stay) = match before {
                JoinKind::And => (success, failure),
                JoinKind::Or => (failure, success),
                _ => {
                    let mut every = success;
                    every.absorb(failure);
                    (every, Paths::default())
                }
            };
            if go.is_empty() {
                let state = stay.clone().each().next().map(|(state, ..)| state).unwrap_or_default();
                let doubt = self.doubt;
                self.process(state, false, around, |walk, paths, around| {
                    walk.pipeline(pipeline, paths, around)
                });
                self.doubt = doubt;
            } else {
                stay.absorb(self.pipeline(pipeline, go, around));
            }
            paths = stay;
            before = pipeline.last().map_or(JoinKind::End, |element| element.join);
        }
        paths
    }

    fn pipeline(&mut self, pipeline: &[Element<'t>], paths: Paths, around: Around<'t>) -> Paths {
        let negated = matches!(
            pipeline.first().map(|first| first.node),
            Some(Node::Compound { flow: Flow::Not, .. })
        );
        let within = Around { tested: around.tested || negated, ..around };
        if let [element] = pipeline {
            let paths = self.node(element.node, paths, within);
            return if negated { paths.negated() } else { paths };
        }
        let mut out = Paths::default();
        for (state, _, sure) in paths.each() {
            let ends = self.elements(pipeline, &state, sure, within);
            out.absorb(Paths::ended(state, ends));
        }
        if negated { out.negated() } else { self.failing(out, around) }
    }

    /// The commands of a pipeline, each in a process of its own, and how they end together.
    fn elements(
        &mut self,
        pipeline: &[Element<'t>],
        state: &State,
        sure: bool,
        around: Around<'t>,
    ) -> Ends {
        let mut every: Option<Ends> = None;
        let mut before: Option<&Node> = None;
        for (nth, element) in pipeline.iter().enumerate() {
            let last = nth + 1 == pipeline.len();
            let within = Around {
                stdin: if nth == 0 { around.stdin } else { Stdin::Ends },
                output_leaks: around.output_leaks || !last,
                errors_leak: around.errors_leak || element.join == JoinKind::PipeBoth,
                feed: before.map_or(Feed::PIPE, feed),
                ..around
            };
            let ends = self.process(state.forked(), sure, within, |walk, paths, around| {
                walk.node(element.node, paths, around)
            });
            every = Some(match every {
                Some(every) if around.pipefail => all(every, ends),
                _ => ends,
            });
            before = Some(element.node);
        }
        every.unwrap_or_default()
    }

    /// What follows a command whose status the shell minds.
    fn failing(&mut self, paths: Paths, around: Around<'t>) -> Paths {
        if around.tested {
            return paths;
        }
        let (mut out, failed) = paths.split();
        for (state, _, sure) in failed.each() {
            let mut states = Paths::ended(state.clone(), Ends::of(Exit::NonZero, sure));
            if let Some(trap) = state.error_trap {
                let quiet = State { error_trap: None, ..state.clone() };
                let after = self.kept_code(trap, Paths::one(quiet, sure), around);
                states = Paths::default();
                for (mut after, _, sure) in after.each() {
                    after.error_trap = after.error_trap.or(state.error_trap);
                    states.add(after, false, sure);
                }
            }
            for (state, success, sure) in states.each() {
                if state.errexit {
                    self.exits.add(state.clone(), success, sure);
                }
                let sure = sure && !state.errexit;
                out.add(state, success, sure);
            }
        }
        out
    }

    fn compound(
        &mut self,
        flow: Flow,
        chunks: &'t [Chunk],
        paths: Paths,
        around: Around<'t>,
    ) -> Paths {
        let mut within = around;
        let mut bodies = Vec::new();
        for chunk in chunks {
            match chunk {
                Chunk::Body(body) => bodies.push(body),
                Chunk::Redirect(redirect) => within = within.redirected(redirect),
                Chunk::Word(word) => self.substitutions_of_head(&word.pieces, &paths, around),
                Chunk::Text(_) | Chunk::Gap | Chunk::End | Chunk::Close => {}
            }
        }
        let every = |walk: &mut Walk<'t>, mut paths: Paths, around: Around<'t>| {
            for body in &bodies {
                paths = walk.node(body, paths, around);
            }
            paths
        };
        match flow {
            Flow::Group | Flow::Not => every(self, paths, within),
            Flow::Subshell => {
                let paths = self.subshell(paths, within, every);
                self.failing(paths, around)
            }
            Flow::Coproc => {
                let piped = Around { stdin: Stdin::Open, output_leaks: true, ..within };
                self.beside(paths, piped, every)
            }
            Flow::Test(exit) => {
                let mut out = Paths::default();
                for (state, _, sure) in paths.each() {
                    out.absorb(Paths::ended(state, Ends::of(exit, sure)));
                }
                self.failing(out, around)
            }
            Flow::For(values) => values.iter().fold(paths.succeeded(), |paths, value| {
                every(self, paths, Around { loop_value: Some(value), ..within })
            }),
            Flow::Function(name) => {
                let Some(body) = bodies.first() else { return paths };
                let untold = Around { arguments: Arguments::Untold, ..within };
                let place = self.keep(body, untold);
                let mut out = Paths::default();
                for (mut state, _, sure) in paths.each() {
                    state.functions.insert(name, place);
                    out.add(state, true, sure);
                }
                out
            }
            Flow::If => self.branches(&bodies, paths, within),
            Flow::Loop { until } => self.turns(&bodies, until, paths, within),
        }
    }

    /// `if`: a test, what runs if it holds, and what else.
    fn branches(&mut self, bodies: &[&'t Node], paths: Paths, around: Around<'t>) -> Paths {
        let [test, then, other @ ..] = bodies else { return paths };
        let tested = self.node(test, paths, Around { tested: true, ..around });
        let (holds, fails) = tested.split();
        let mut out = self.branch(then, holds.clone(), &fails, around);
        out.absorb(match other.first() {
            Some(other) => self.branch(other, fails, &holds, around),
            None => fails.succeeded(),
        });
        out
    }

    /// `while` and `until`: the grammar's loops end at once, or by the `break` behind their body.
    fn turns(
        &mut self,
        bodies: &[&'t Node],
        until: bool,
        paths: Paths,
        around: Around<'t>,
    ) -> Paths {
        let [test, body, ..] = bodies else { return paths };
        let tested = self.node(test, paths, Around { tested: true, ..around });
        let (success, failure) = tested.split();
        let (go, leave) = if until { (failure, success) } else { (success, failure) };
        let mut out = self.branch(body, go, &leave, around).succeeded();
        out.absorb(leave.succeeded());
        out
    }

    /// The substitutions in the head of a compound.
    fn substitutions_of_head(&mut self, pieces: &'t [Piece], paths: &Paths, around: Around<'t>) {
        for (state, _, sure) in paths.clone().each() {
            self.substitutions(pieces, &state, sure, around);
        }
    }
}

/// An element of a row and what follows it.
#[derive(Clone, Copy, Debug)]
struct Element<'t> {
    node: &'t Node,
    join: JoinKind,
}

/// A row in a row is written without brackets: it is part of the outer one.
fn flatten<'t>(node: &'t Node, after: JoinKind, out: &mut Vec<Element<'t>>) {
    let Node::Row(row) = node else { return out.push(Element { node, join: after }) };
    for (node, join) in row {
        let join = if join.kind == JoinKind::End { after } else { join.kind };
        flatten(node, join, out);
    }
}

/// Both must succeed.
fn all(one: Ends, other: Ends) -> Ends {
    let success = one.success.zip(other.success).map(|(one, other)| one && other);
    let mut ends = Ends { success, failure: None };
    for failure in [one.failure, other.failure].into_iter().flatten() {
        ends.add(false, failure);
    }
    ends
}

/// What of a command comes to the pipe behind it.
fn feed(node: &Node) -> Feed {
    let Node::Simple(simple) = node else { return Feed::PIPE };
    simple.redirects().fold(Feed::PIPE, |feed, redirect| match redirect.operator.trim_end() {
        ">" | ">>" => Feed { output: false, ..feed },
        "&>" => Feed { output: false, errors: false },
        ">&" => Feed { output: feed.errors, ..feed },
        "2>" => Feed { errors: false, ..feed },
        "2>&" => Feed { errors: feed.output, ..feed },
        _ => feed,
    })
}
