//! The token reader: bash's own lexical rules, up to simple commands, redirects and heredocs. It knows nothing of
//! the other reader, evaluates no word, and is mended only by what bash says (manual, parse.y 5.2, its reprint).

mod class;
mod compound;
mod condition;
mod dollar;
mod heredoc;
mod list;
mod quote;
mod simple;
#[cfg(test)]
mod tests;
mod word;

use crate::limits::MAX_DEPTH;
use crate::reading::{CommandWords, Reading, RedirectPlace};
use crate::span::Span;

/// Everything that the tokens say about a text.
#[derive(Default)]
pub(crate) struct Tokens {
    /// The part that is compared with the tree.
    pub reading: Reading,
    /// One per `reading.words`.
    pub kinds: Vec<WordKind>,
    /// One per `reading.commands`; a command without words has only redirects.
    pub commands: Vec<Frame>,
    /// One per `reading.redirects`.
    pub redirects: Vec<RawRedirect>,
    /// The expansions in words, bodies and arithmetic, sorted by start.
    pub holes: Vec<Hole>,
    /// Code that has to be read from a copy: backticks with backslashes in them, `${ cmd; }`.
    pub subtexts: Vec<SubText>,
    /// Stretches that this reader leaves to `subtexts`, or in which bash finds an error only when it expands.
    pub unread: Vec<Span>,
    /// Where reserved words, parentheses and braces of compound commands stand, sorted.
    pub structure: Vec<u32>,
    /// The function definitions, in the order of the text.
    pub functions: Vec<Function>,
    /// The `for NAME` and `select NAME` loops, in the order of the text.
    pub loops: Vec<Loop>,
    /// The lists of the loops.
    pub loop_words: Vec<(Span, WordKind)>,
    /// The commands `(( … ))` and the heads of `for (( … ))`.
    pub sums: Vec<Span>,
}

impl Tokens {
    fn clear(&mut self) {
        let Tokens {
            reading,
            kinds,
            commands,
            redirects,
            holes,
            subtexts,
            unread,
            structure,
            functions,
            loops,
            loop_words,
            sums,
        } = self;
        reading.clear();
        kinds.clear();
        commands.clear();
        redirects.clear();
        holes.clear();
        subtexts.clear();
        unread.clear();
        structure.clear();
        functions.clear();
        loops.clear();
        loop_words.clear();
        sums.clear();
    }

    /// The word spans of a command.
    pub(crate) fn words(&self, command: usize) -> &[Span] {
        let CommandWords { first, count } = self.reading.commands[command];
        &self.reading.words[first as usize..(first + count) as usize]
    }

    /// The word kinds of a command.
    pub(crate) fn word_kinds(&self, command: usize) -> &[WordKind] {
        let CommandWords { first, count } = self.reading.commands[command];
        &self.kinds[first as usize..(first + count) as usize]
    }
}

/// What a word is made of, as far as a reader must know.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct WordKind {
    /// `NAME=…` in a place where bash assigns.
    pub assignment: bool,
    /// `NAME=( … )`
    pub array: bool,
    /// Something in it needs evaluation: quotes, expansions, patterns, braces.
    pub complex: bool,
}

/// Where a simple command stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Frame {
    /// Where it begins; ascending.
    pub start: u32,
    /// It stands behind a `&&` or `||`.
    pub conditional: bool,
    /// It is part of a pipeline of several commands.
    pub piped: bool,
    /// `time`, `time -p`, `coproc` in front of it.
    pub prefix: Option<Span>,
    /// What lies around it.
    pub scope: Scope,
    /// What its standard input is, its own redirects aside.
    pub stdin: Source,
}

/// What lies around a command.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Scope {
    pub subshell: bool,
    pub group: bool,
    pub function: bool,
    pub control_flow: bool,
    pub substitution: bool,
    pub background: bool,
}

impl Scope {
    /// What lies around something in `inner` that itself is in `self`.
    pub(crate) fn within(self, inner: Scope) -> Scope {
        Scope {
            subshell: self.subshell | inner.subshell,
            group: self.group | inner.group,
            function: self.function | inner.function,
            control_flow: self.control_flow | inner.control_flow,
            substitution: self.substitution | inner.substitution,
            background: self.background | inner.background,
        }
    }
}

/// Where standard input comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Source {
    /// Not redirected by anything around the command.
    #[default]
    Inherited,
    /// A pipe from this command, if what writes is one simple command.
    Pipe(Option<u32>),
    /// A redirect of a compound around the command.
    Redirect(u32),
}

/// A function definition.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Function {
    /// From the name or `function` to behind the body.
    pub span: Span,
    /// The name.
    pub name: Span,
    /// Where the body begins.
    pub body: u32,
    /// What lies around the definition.
    pub scope: Scope,
}

/// `for NAME [in WORD …]` or `select NAME [in WORD …]`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Loop {
    /// The name.
    pub name: Span,
    /// Index of the first of its words in [`Tokens::loop_words`].
    pub first: u32,
    /// How many words there are.
    pub count: u32,
    /// Whether it is a `for` with a list.
    pub listed: bool,
    /// From `do` to behind `done`.
    pub body: Span,
}

/// A redirect and whose it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct RawRedirect {
    /// The command that it belongs to; none for a compound's.
    pub command: Option<u32>,
    /// The descriptor's number; `{name}` gives none.
    pub fd: Option<u32>,
    /// From the descriptor or operator on.
    pub start: u32,
    /// The operator.
    pub op: &'static str,
    /// Kind of the target word.
    pub kind: WordKind,
    /// The body, for `<<` and `<<-`.
    pub heredoc: Option<Heredoc>,
}

/// A heredoc's body.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Heredoc {
    /// The lines of the body, without the end line.
    pub body: Span,
    /// Whether the delimiter was quoted: nothing is expanded then.
    pub quoted: bool,
    /// Whether an end line was found.
    pub ended: bool,
    /// Whether an expansion in it has no end.
    pub broken: bool,
}

/// An expansion.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Hole {
    /// From its `$`, `` ` ``, `<` or `>` to its closing character.
    pub span: Span,
    /// What it is.
    pub kind: HoleKind,
}

/// Which expansion.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum HoleKind {
    /// `${ … }`
    Parameter,
    /// `$( … )` or backticks
    Command,
    /// `<( … )`, `>( … )`
    Process,
    /// `$(( … ))`, `$[ … ]`
    Arithmetic,
}

/// Code that stands in the text in an escaped form.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct SubText {
    /// Where.
    pub span: Span,
    /// The code after bash took the escapes off.
    pub code: String,
    /// What lies around it.
    pub scope: Scope,
}

/// Why the text has no tokens.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Fail {
    /// bash refuses the text.
    Syntax,
    /// Deeper than [`MAX_DEPTH`].
    TooDeep,
}

pub(crate) type Step<T = ()> = Result<T, Fail>;

/// Reads a text that holds no NUL. `into` is cleared first.
pub(crate) fn read(text: &str, into: &mut Tokens) -> Step {
    into.clear();
    let bytes = text.as_bytes();
    let mut lexer = Lexer {
        text: bytes,
        pos: 0,
        end: bytes.len(),
        word_end: 0,
        joined: memchr::memmem::find(bytes, b"\\\n").is_some(),
        depth: 0,
        in_comsub: false,
        in_body: false,
        scope: Scope::default(),
        stdin: Source::Inherited,
        conditional: false,
        pending: Vec::new(),
        scratch: Vec::new(),
        out: into,
    };
    lexer.script()?;
    if !into.reading.heredocs.is_sorted() {
        into.reading.heredocs.sort_unstable();
    }
    Ok(())
}

/// Lengths of the lists in [`Tokens`].
#[derive(Clone, Copy)]
struct Bookmark {
    commands: usize,
    redirects: usize,
    holes: usize,
    subtexts: usize,
    unread: usize,
    structure: usize,
    functions: usize,
    loops: usize,
    loop_words: usize,
    sums: usize,
    words: usize,
    heredocs: usize,
    separators: usize,
}

struct Lexer<'t> {
    text: &'t [u8],
    pos: usize,
    /// Nothing is read from here on; backticks and bodies narrow it.
    end: usize,
    /// Where the last word ended, backslash-newlines behind it left out.
    word_end: usize,
    /// Whether the text holds a backslash-newline anywhere.
    joined: bool,
    depth: usize,
    /// Inside `$( )` or `<( )`, where a heredoc's end line may be followed by `)`.
    in_comsub: bool,
    /// Inside a heredoc body, where a single quote in `${ }` is data.
    in_body: bool,
    scope: Scope,
    stdin: Source,
    /// Behind a `&&` or `||` of the innermost list.
    conditional: bool,
    /// Heredocs whose bodies are still to come, by index of the redirect.
    pending: Vec<heredoc::Pending>,
    /// Words of the commands that are open, innermost last.
    scratch: Vec<(Span, WordKind)>,
    out: &'t mut Tokens,
}

impl Lexer<'_> {
    /// The byte at `i`, or 0 behind the end (the text holds no NUL).
    fn at(&self, i: usize) -> u8 {
        if i < self.end { self.text[i] } else { 0 }
    }

    /// `i`, moved over backslash-newlines, which bash removes before it makes tokens (manual 3.1.2.1).
    fn join(&self, mut i: usize) -> usize {
        if self.joined {
            while self.at(i) == b'\\' && self.at(i + 1) == b'\n' {
                i += 2;
            }
        }
        i
    }

    fn script(&mut self) -> Step {
        let (closer, _) = self.list()?;
        if closer != list::Closer::End {
            return Err(Fail::Syntax);
        }
        self.end_of_text()
    }

    fn enter(&mut self) -> Step {
        self.depth += 1;
        if self.depth > MAX_DEPTH { Err(Fail::TooDeep) } else { Ok(()) }
    }

    fn leave(&mut self) {
        self.depth -= 1;
    }

    /// How much has been said so far.
    fn bookmark(&self) -> Bookmark {
        let out = &*self.out;
        Bookmark {
            commands: out.commands.len(),
            redirects: out.redirects.len(),
            holes: out.holes.len(),
            subtexts: out.subtexts.len(),
            unread: out.unread.len(),
            structure: out.structure.len(),
            functions: out.functions.len(),
            loops: out.loops.len(),
            loop_words: out.loop_words.len(),
            sums: out.sums.len(),
            words: out.reading.words.len(),
            heredocs: out.reading.heredocs.len(),
            separators: out.reading.separators.len(),
        }
    }

    /// Takes back what has been said since.
    fn cut_to(&mut self, mark: Bookmark) {
        let out = &mut *self.out;
        out.commands.truncate(mark.commands);
        out.reading.commands.truncate(mark.commands);
        out.redirects.truncate(mark.redirects);
        out.reading.redirects.truncate(mark.redirects);
        out.holes.truncate(mark.holes);
        out.subtexts.truncate(mark.subtexts);
        out.unread.truncate(mark.unread);
        out.structure.truncate(mark.structure);
        out.functions.truncate(mark.functions);
        out.loops.truncate(mark.loops);
        out.loop_words.truncate(mark.loop_words);
        out.sums.truncate(mark.sums);
        out.reading.words.truncate(mark.words);
        out.kinds.truncate(mark.words);
        out.reading.heredocs.truncate(mark.heredocs);
        out.reading.separators.truncate(mark.separators);
    }

    /// Takes back what was read in a word that begins at `start` and in which bash expands nothing: a delimiter, a
    /// function's name. A heredoc that is still to come can't be taken back.
    fn take_back(&mut self, mark: Bookmark, start: usize) -> Step {
        if self.pending.iter().any(|pending| pending.at >= start) {
            return Err(Fail::Syntax);
        }
        self.cut_to(mark);
        Ok(())
    }

    fn mark(&mut self, at: usize) {
        self.out.structure.push(at as u32);
    }

    /// Notes an expansion that begins at `start`; [`Lexer::close_hole`] gives its end.
    fn open_hole(&mut self, start: usize, kind: HoleKind) -> usize {
        self.out.holes.push(Hole { span: Span::new(start, start), kind });
        self.out.holes.len() - 1
    }

    fn close_hole(&mut self, hole: usize) {
        self.out.holes[hole].span.end = self.pos as u32;
    }

    /// A slot for a command that begins here, so that commands stay in the order of the text.
    fn open_command(&mut self, prefix: Option<Span>) -> u32 {
        self.out.reading.commands.push(CommandWords { first: 0, count: 0 });
        self.out.commands.push(Frame {
            start: self.pos as u32,
            conditional: self.conditional,
            piped: false,
            prefix,
            scope: self.scope,
            stdin: self.stdin,
        });
        (self.out.commands.len() - 1) as u32
    }

    fn close_command(&mut self, command: u32, base: usize) {
        let first = self.out.reading.words.len() as u32;
        for &(span, kind) in &self.scratch[base..] {
            self.out.reading.words.push(span);
            self.out.kinds.push(kind);
        }
        self.scratch.truncate(base);
        let count = self.out.reading.words.len() as u32 - first;
        self.out.reading.commands[command as usize] = CommandWords { first, count };
    }

    fn push_redirect(&mut self, place: RedirectPlace, redirect: RawRedirect) -> usize {
        self.out.reading.redirects.push(place);
        self.out.redirects.push(redirect);
        self.out.redirects.len() - 1
    }
}
