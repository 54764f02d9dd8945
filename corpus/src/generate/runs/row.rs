//! Rows of commands, taken apart as bash does: lists of pipelines, each of which may be in the background.

use super::super::syntax::{Flow, JoinKind, Node};
use super::Walk;
use super::around::{Around, Stdin, Streams};
use super::paths::{Ends, Paths, State};

impl<'t> Walk<'t> {
    /// Commands in a row, taken apart as bash does: lists of pipelines.
    pub(super) fn row(&mut self, row: &'t Node, mut paths: Paths, around: Around<'t>) -> Paths {
        let mut elements = Vec::new();
        flatten(row, JoinKind::End, &mut elements);
        let ends_list = |element: &Element| {
            let joined = [JoinKind::And, JoinKind::Or, JoinKind::Pipe, JoinKind::PipeBoth];
            !joined.contains(&element.join)
        };
        for list in elements.split_inclusive(ends_list) {
            let background = list.last().is_some_and(|last| last.join == JoinKind::Background);
            paths = if background {
                // bash 5.2 forgets the trap of a list or of control flow that it puts into the background.
                let minds_exit = matches!(list, [Element { node: Node::Simple(_), .. }]);
                let around = Around { stdin: Stdin::Ends, minds_exit, ..around };
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
            let (go, mut stay) = match before {
                JoinKind::And => paths.split(),
                JoinKind::Or => {
                    let (success, failure) = paths.split();
                    (failure, success)
                }
                _ => (paths, Paths::default()),
            };
            if go.is_empty() {
                let state = stay.any_state();
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
            out.absorb(Paths::ended(&state, &ends));
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
                leaks: Streams {
                    output: around.leaks.output || !last,
                    errors: around.leaks.errors || element.join == JoinKind::PipeBoth,
                },
                minds_exit: matches!(element.node, Node::Simple(_)),
                feed: before.map_or(Streams::PLAIN_PIPE, Streams::into_pipe),
                ..around
            };
            let ends = self.process(state.forked(), sure, within, |walk, paths, around| {
                walk.node(element.node, paths, around)
            });
            every = Some(match every {
                Some(every) if around.pipefail => every.both(&ends),
                _ => ends,
            });
            before = Some(element.node);
        }
        every.unwrap_or_default()
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
