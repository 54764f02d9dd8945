//! One simple command on one path: the processes in its words, the program that it starts, and how it can end.

use crate::planted::PlantedWord;

use super::super::act::{Act, Exit, Known, Shell, Signal, Starter, known};
use super::super::syntax::{Body, Item, ItemKind, Node, Piece, Redirect, Simple, Target};
use super::super::value::{DIRECTORY, Value};
use super::Walk;
use super::around::{Arguments, Around, Stdin, Streams};
use super::paths::{Ends, Paths, State, Status};
use super::reprint::Reprint;

impl<'t> Walk<'t> {
    /// A simple command that one path leads to.
    pub(super) fn simple(
        &mut self,
        simple: &'t Simple,
        state: State,
        sure: bool,
        around: Around<'t>,
    ) -> Paths {
        let mut substituted = None;
        for item in &simple.items {
            let ends = self.substitutions(item_pieces(item), &state, sure, around);
            substituted = ends.or(substituted);
        }
        let mut within = simple.redirects().fold(around, Around::redirected);
        let mut sure = sure;
        // Not every sh reserves `time`: it may be a program like any other, which takes no shell's place.
        if within.plain_sh && simple.front.time {
            self.plant(simple, argv(simple, 0, &state, within), false, within);
            self.act(simple, state.clone(), false, within, substituted);
            let goes_on = sure && !simple.front.exec;
            return Paths::ended(&state, &Ends::of(Exit::Unsure, goes_on));
        }
        if simple.front.coproc && around.reprint != Reprint::None {
            // bash prints the name that it gives a coprocess, which then stands before a simple command as its
            // first word.
            let mut words = argv(simple, 1, &state, within);
            words.insert(0, text("COPROC"));
            self.plant(simple, words, false, within);
            sure = false;
        }
        if simple.front.coproc {
            within = Around { stdin: Stdin::Open, leaks: within.leaks.with_output(), ..within };
            return self.beside(Paths::one(state, sure), within, |walk, paths, around| {
                let mut out = Paths::default();
                for (state, _, sure) in paths.each() {
                    out.absorb(walk.act(simple, state, sure, around, None));
                }
                out
            });
        }
        let refused = simple.front.refused || around.idle && simple.front.batches;
        let mut paths = self.act(simple, state.clone(), sure && !refused, within, substituted);
        if refused {
            paths = Paths::ended(&state, &Ends::of(Exit::Unsure, sure));
        }
        if !simple.front.exec {
            return paths;
        }
        // The program takes the shell's place: nothing behind it is reached.
        for (_, status, sure) in paths.clone().each() {
            let status = if simple.front.detaches { Status::Unclear } else { status };
            self.replaced.add(status, sure);
        }
        paths.doubtful()
    }

    /// Runs the substitutions in a spelling, each in a process of its own; how the last ends that gives a status.
    pub(super) fn substitutions(
        &mut self,
        pieces: &'t [Piece],
        state: &State,
        sure: bool,
        around: Around<'t>,
    ) -> Option<Ends> {
        let mut last = None;
        for piece in pieces {
            let (open, body, reprint) = match piece {
                Piece::Substitution { open, body } => (*open, body, around.reprint.inside(body)),
                Piece::Backticks(body) => ("$(", body, around.reprint),
                Piece::Text(_) | Piece::Code { .. } => continue,
            };
            let around = Around { reprint, minds_exit: true, ..around };
            let mut forked = state.forked();
            let within = match open {
                "<(" => Around { leaks: around.leaks.with_output(), ..around },
                ">(" => Around { stdin: Stdin::Ends, ..around },
                _ => Around { leaks: Streams { output: false, ..around.leaks }, ..around },
            };
            // bash gives `set -e` on to `<( )` but not to `$( )`, other shells do.
            let keeps = open != "$(" || around.plain_sh;
            let unclear = forked.errexit && around.tested && keeps || reprint == Reprint::Garbled;
            forked.errexit &= keeps;
            let ends = self.process(forked, sure && !unclear, within, |walk, paths, around| {
                walk.node(body, paths, around)
            });
            // What bash can't read ends more than the substitution.
            self.doubt |= reprint == Reprint::Garbled;
            if open == "$(" {
                last = Some(ends);
            }
        }
        last
    }

    fn act(
        &mut self,
        simple: &'t Simple,
        mut state: State,
        sure: bool,
        around: Around<'t>,
        substituted: Option<Ends>,
    ) -> Paths {
        match &simple.act {
            Act::Words => self.words(simple, state, sure, around, substituted),
            Act::Idle(exit) => {
                let loud = *exit != Exit::Zero && around.leaks.errors;
                Paths::ended(&state, &Ends::of(*exit, sure && !loud))
            }
            Act::Starts { argv, exit } => {
                let exit = match self.start(simple, argv, sure, around) {
                    Some(own) if *exit == Exit::Chosen => own,
                    _ => *exit,
                };
                Paths::ended(&state, &Ends::of(exit, sure))
            }
            Act::Xargs { argv, input, needs_input } => {
                let texts = argv.iter().chain(input).map(|&word| text(word));
                let exit = match (input, around.feed) {
                    (Some(_), Streams { output: true, .. }) => {
                        self.plant(simple, texts.collect(), sure, around);
                        Exit::Chosen
                    }
                    (None, Streams { errors: true, .. }) => {
                        self.plant(
                            simple,
                            texts.chain([PlantedWord::Rest]).collect(),
                            sure,
                            around,
                        );
                        Exit::Chosen
                    }
                    _ if *needs_input => {
                        self.plant(simple, texts.collect(), false, around);
                        Exit::Zero
                    }
                    _ => {
                        self.plant(
                            simple,
                            argv.iter().map(|&word| text(word)).collect(),
                            sure,
                            around,
                        );
                        Exit::Chosen
                    }
                };
                Paths::ended(&state, &Ends::of(exit, sure))
            }
            Act::Shell(shell) => {
                let ends = self.shell(simple, *shell, sure, around);
                Paths::ended(&state, &ends)
            }
            Act::FirstArgument => {
                let exit = match around.arguments {
                    Arguments::Words([]) => Exit::Zero,
                    Arguments::Words([first, ..]) => {
                        self.start(simple, &[first], sure, around);
                        Exit::Chosen
                    }
                    // The grammar's calls have options only, which the shell takes for its own.
                    Arguments::Call(call) if argv(call, 1, &state, around).is_empty() => Exit::Zero,
                    Arguments::Call(_) => Exit::NonZero,
                    Arguments::Untold => Exit::Unsure,
                };
                Paths::ended(&state, &Ends::of(exit, sure))
            }
            Act::Eval => match code_of(simple) {
                Some(code) => {
                    let around = Around { reprint: Reprint::None, ..around };
                    self.node(code, Paths::one(state, sure), around)
                }
                None => Paths::one(state, sure),
            },
            Act::Trap(signal) => {
                if let Some(code) = code_of(simple) {
                    let place = Some(self.keep(code, around));
                    match signal {
                        Signal::Exit => state.exit_trap = place,
                        Signal::Error => state.error_trap = place,
                        Signal::Never => {}
                    }
                }
                Paths::one(state, sure)
            }
            Act::SetsDirectory => {
                state.directory = true;
                Paths::one(state, sure)
            }
            // Setting it again fails, and ends a shell other than bash.
            Act::Declares { .. } if state.readonly => {
                let sure = sure && !around.plain_sh && !around.leaks.errors;
                Paths::ended(&state, &Ends::of(Exit::NonZero, sure))
            }
            Act::Declares { readonly } => {
                state.readonly = *readonly;
                Paths::one(state, sure)
            }
        }
    }

    /// Plants a program of a table unless it is in the box itself; how it ends, none for no program.
    fn start(
        &mut self,
        simple: &'t Simple,
        argv: &[&'static str],
        sure: bool,
        around: Around<'t>,
    ) -> Option<Exit> {
        let program = argv.first()?;
        if known(program).is_some() {
            return Some(Exit::Zero);
        }
        let argv = argv.iter().map(|&word| text(word)).collect();
        self.plant(simple, argv, sure, around);
        Some(Exit::Chosen)
    }

    fn words(
        &mut self,
        simple: &'t Simple,
        mut state: State,
        sure: bool,
        around: Around<'t>,
        substituted: Option<Ends>,
    ) -> Paths {
        let argv = argv(simple, simple.front.words, &state, around);
        let program = match argv.first() {
            Some(PlantedWord::Text(program)) => program.as_str(),
            Some(PlantedWord::Any | PlantedWord::Rest) => "",
            // An assignment, or nothing at all.
            None => {
                let ends = substituted.unwrap_or(Ends::of(Exit::Zero, sure));
                return Paths::ended(&state, &ends);
            }
        };
        let function = state.functions.get(program).filter(|_| simple.front.words == 0).copied();
        if let Some(place) = function {
            let trap = state.error_trap.take();
            let called = Around { arguments: Arguments::Call(simple), ..around };
            let paths = self.kept_code(place, Paths::one(state, sure), called);
            let mut out = Paths::default();
            for (mut state, success, sure) in paths.each() {
                state.error_trap = state.error_trap.or(trap);
                out.add(state, success, sure);
            }
            return out;
        }
        let heard = sure && !around.leaks.output;
        let ends = match known(program) {
            Some(Known::Quiet) => Ends::of(Exit::Zero, sure),
            Some(Known::Writes) => Ends::of(Exit::Zero, heard),
            Some(Known::Fails) => Ends::of(Exit::NonZero, sure && !around.leaks.errors),
            Some(Known::Copies) => {
                self.doubt |= around.stdin != Stdin::Ends;
                Ends::of(Exit::Zero, heard)
            }
            Some(Known::Errexit) => {
                state.errexit = true;
                Ends::of(Exit::Zero, sure)
            }
            None => {
                self.plant(simple, argv, sure, around);
                Ends::of(Exit::Chosen, sure)
            }
        };
        Paths::ended(&state, &ends)
    }

    /// A shell of its own that runs the code of a command.
    fn shell(&mut self, simple: &'t Simple, shell: Shell, sure: bool, around: Around<'t>) -> Ends {
        let Some(code) = code_of(simple) else { return Ends::of(Exit::Zero, sure) };
        let stdin = match shell.starter {
            _ if shell.reads_code => Stdin::Code,
            Starter::Xargs { .. } => Stdin::Ends,
            Starter::Direct | Starter::Find => around.stdin,
        };
        let within = Around {
            stdin,
            leaks: around.leaks,
            plain_sh: shell.plain_sh,
            idle: around.idle || simple.front.idles,
            pipefail: shell.pipefail,
            ..Around::shell(shell.arguments)
        };
        let state = State { errexit: shell.errexit, ..State::default() };
        if shell.starter == (Starter::Xargs { needs_input: true }) && !around.feed.output {
            self.unreached(code, state, within);
            return Ends::of(Exit::Zero, sure);
        }
        let doubt = self.doubt;
        let heard = sure && !(shell.traces && around.leaks.errors);
        let ends = self
            .process(state, heard, within, |walk, paths, around| walk.node(code, paths, around));
        let robbed = shell.reads_code && self.doubt && !doubt;
        if robbed {
            self.doubt = doubt;
        }
        match shell.starter {
            Starter::Find => Ends::of(Exit::Zero, sure),
            Starter::Direct | Starter::Xargs { .. } if robbed => Ends::of(Exit::Unsure, sure),
            Starter::Direct | Starter::Xargs { .. } => ends,
        }
    }
}

fn text(text: &str) -> PlantedWord {
    PlantedWord::Text(text.to_owned())
}

/// The words of a command from the `skip`th on, as a program would get them.
fn argv(simple: &Simple, skip: usize, state: &State, around: Around) -> Vec<PlantedWord> {
    let mut argv = Vec::new();
    for word in simple.words().skip(skip) {
        match &word.value {
            Value::Words(words) => argv.extend(words.iter().map(|word| text(word))),
            Value::Untold => argv.push(PlantedWord::Any),
            Value::LoopVariable => argv.push(text(around.loop_value.unwrap_or_default())),
            Value::Directory if state.directory => argv.push(text(DIRECTORY)),
            Value::Directory => argv.push(text("")),
            Value::Arguments => match around.arguments {
                Arguments::Words(words) => argv.extend(words.iter().map(|word| text(word))),
                Arguments::Call(call) => {
                    let plain = Around { arguments: Arguments::Words(&[]), ..around };
                    argv.extend(self::argv(call, 1, state, plain));
                }
                Arguments::Untold => argv.push(PlantedWord::Rest),
            },
        }
    }
    argv
}

/// The spelling of a part of a command in which bash looks for substitutions.
pub(super) fn item_pieces(item: &Item) -> &[Piece] {
    match &item.kind {
        ItemKind::Assignment(word) | ItemKind::Word { word, .. } => &word.pieces,
        ItemKind::Redirect(redirect) => redirect_pieces(redirect),
    }
}

/// The same of a redirect.
pub(super) fn redirect_pieces(redirect: &Redirect) -> &[Piece] {
    match &redirect.target {
        Target::Word(word) => &word.pieces,
        Target::Heredoc(heredoc) => match &heredoc.body {
            Body::Live(pieces) => pieces,
            Body::Text(_) | Body::Code(_) => &[],
        },
    }
}

/// The code among the parts of a command, or piped to it.
fn code_of(simple: &Simple) -> Option<&Node> {
    simple.piped_code.as_ref().or_else(|| simple.items.iter().find_map(code_in))
}

fn code_in(item: &Item) -> Option<&Node> {
    if let ItemKind::Redirect(redirect) = &item.kind
        && let Target::Heredoc(heredoc) = &redirect.target
        && let Body::Code(code) = &heredoc.body
    {
        return Some(code);
    }
    item_pieces(item).iter().find_map(|piece| match piece {
        Piece::Code { body, .. } => Some(body),
        Piece::Text(_) | Piece::Substitution { .. } | Piece::Backticks(_) => None,
    })
}
