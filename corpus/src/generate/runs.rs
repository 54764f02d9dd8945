//! Plants the programs that bash starts: walks a syntax tree along every choice of exit codes. It knows what was built and never reads the text.
//!
//! What bash can't come to is walked too, without being sure of it: its runs are planted as not reached. So are
//! those that depend on more than the choices: which shell `sh` is, who closes a pipe first, what bash misprints.

mod around;
mod compound;
mod paths;
mod reprint;
mod row;
mod simple;
#[cfg(test)]
mod tests;

use crate::planted::{PlantedRun, PlantedWord};

use super::syntax::{Node, Simple};
use around::Around;
use paths::{Ends, Paths, State, Status};
use reprint::Reprint;

/// What bash does with a tree.
#[derive(Debug)]
pub(super) struct Runs {
    /// The programs that it starts, in the order in which it could first come to them.
    pub(super) planted: Vec<PlantedRun>,
    /// Under some choice of exit codes a function calls itself without end.
    pub(super) endless: bool,
}

/// What bash does with a tree.
pub(super) fn of(node: &Node) -> Runs {
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
    Runs {
        planted: walk.runs.into_iter().map(|planted| planted.run).collect(),
        endless: walk.endless,
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
    /// Something took the code that a shell was about to read, waits for ever, or is no code that bash can read.
    doubt: bool,
    /// Code that a shell kept ran itself again.
    endless: bool,
}

impl<'t> Walk<'t> {
    fn plant(
        &mut self,
        command: &'t Simple,
        mut argv: Vec<PlantedWord>,
        sure: bool,
        around: Around<'t>,
    ) {
        let sure = sure && !self.doubt;
        if around.reprint == Reprint::Garbled {
            argv.push(PlantedWord::Rest);
        }
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
        for (state, status, sure) in paths.each() {
            let Some(trap) = state.exit_trap else {
                ends.add(status, sure);
                continue;
            };
            let state = State { exit_trap: None, ..state };
            self.kept_code(trap, Paths::one(state, sure && around.minds_exit), around);
            // A trap that ends the shell itself gives it another status.
            let ended = !std::mem::take(&mut self.exits).is_empty()
                || !std::mem::take(&mut self.replaced).is_empty();
            ends.add(if ended { Status::Unclear } else { status }, sure);
        }
        self.exits = exits;
        ends.absorb(&std::mem::replace(&mut self.replaced, replaced));
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
            out.absorb(Paths::ended(&state, &ends));
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
        self.unreached(node, aside.any_state(), around);
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
            self.endless = true;
            return paths.doubtful();
        };
        kept.called = true;
        kept.running = true;
        let code = kept.code;
        let paths = self.node(code, paths, around);
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
        let mut out = Paths::default();
        for (state, status, sure) in paths.each() {
            let minds = state.errexit || state.error_trap.is_some();
            if status == Status::Success || !minds {
                out.add(state, status, sure);
                continue;
            }
            let sure = sure && status == Status::Failure;
            if status == Status::Unclear {
                out.add(state.clone(), Status::Success, false);
            }
            for (state, _, sure) in self.trapped(state, sure, around).each() {
                let goes_on = sure && !state.errexit;
                if state.errexit {
                    self.exits.add(state.clone(), Status::Failure, sure);
                }
                out.add(state, Status::Failure, goes_on);
            }
        }
        out
    }

    /// The trap for a command that failed, if there is one.
    fn trapped(&mut self, state: State, sure: bool, around: Around<'t>) -> Paths {
        let Some(trap) = state.error_trap else { return Paths::one(state, sure) };
        // It does not interrupt itself.
        let paths = Paths::one(State { error_trap: None, ..state }, sure);
        let mut out = Paths::default();
        for (mut state, status, sure) in self.kept_code(trap, paths, around).each() {
            state.error_trap = state.error_trap.or(Some(trap));
            out.add(state, status, sure);
        }
        out
    }
}
