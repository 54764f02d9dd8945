//! Control flow: which of the commands in a compound run on which path.

use super::super::syntax::{Chunk, Flow, Node, Piece};
use super::Walk;
use super::around::{Arguments, Around, Stdin};
use super::paths::{Ends, Paths, Status};
use super::simple::redirect_pieces;

impl<'t> Walk<'t> {
    pub(super) fn compound(
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
                Chunk::Redirect(redirect) => {
                    self.substitutions_of_head(redirect_pieces(redirect), &paths, around);
                    within = within.redirected(redirect);
                }
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
                let forked = Around { minds_exit: true, ..within };
                let paths = self.subshell(paths, forked, every);
                self.failing(paths, around)
            }
            Flow::Coproc => {
                let piped = Around {
                    stdin: Stdin::Open,
                    leaks: within.leaks.with_output(),
                    minds_exit: true,
                    ..within
                };
                self.beside(paths, piped, every)
            }
            Flow::Test(exit) => {
                let mut out = Paths::default();
                for (state, _, sure) in paths.each() {
                    out.absorb(Paths::ended(&state, &Ends::of(exit, sure)));
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
                    out.add(state, Status::Success, sure);
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
