//! Plants the programs that bash starts: walks a syntax tree along every choice of exit codes. It knows what was built and never reads the text.
//!
//! What bash can't come to is walked too, without being sure of it: its runs are planted as not reached. So are
//! those that depend on more than the choices: which shell `sh` is, or who closes a pipe first.

mod around;
mod compound;
mod paths;
mod row;
mod simple;

use crate::planted::{PlantedRun, PlantedWord};

use super::act::Exit;
use super::syntax::{Node, Simple};
use around::Around;
use paths::{Ends, Paths, State};

/// The programs that bash starts for a tree, in the order in which it could first come to them.
pub(super) fn of(node: &Node) -> Vec<PlantedRun> {
    let mut walk = Walk::default();
    walk.process(State::default(), true, Around::shell(&[]), |walk, paths, around| {
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
}
