//! Compound commands and functions (manual 3.2.5, 3.3), as far as command position depends on them.

use super::class::Reserved;
use super::list::Closer;
use super::{Fail, Function, Lexer, Loop, Scope, Source, Step};
use crate::span::Span;

impl Lexer<'_> {
    /// One command of a pipeline; its number if it is a simple one.
    pub(super) fn command(&mut self, prefix: Option<Span>, after_pipe: bool) -> Step<Option<u32>> {
        self.blanks();
        if self.at(self.pos) == b'(' {
            self.compound(None)?;
            return Ok(None);
        }
        match self.reserved_here() {
            // `time` is reserved at the start of a pipeline only (parse.y, time_command_acceptable).
            Some((Reserved::Time, _)) if after_pipe => self.simple(prefix).map(Some),
            Some((word, _)) if starts_compound(word) => {
                self.compound(Some(word))?;
                Ok(None)
            }
            Some((Reserved::Function, end)) => {
                self.function_keyword(end)?;
                Ok(None)
            }
            Some((Reserved::Coproc, end)) => self.coproc(end),
            Some(_) => Err(Fail::Syntax),
            None => self.simple(prefix).map(Some),
        }
    }

    /// A compound command with its redirects. The caller has seen `(` or the reserved word that starts it.
    fn compound(&mut self, word: Option<Reserved>) -> Step {
        self.enter()?;
        let first = self.out.commands.len();
        let (scope, stdin) = (self.scope, self.stdin);
        self.mark(self.pos);
        match word {
            None => self.paren_command()?,
            Some(word) => self.reserved_command(word)?,
        }
        self.scope = scope;
        self.stdin = stdin;
        self.trailing_redirects(first)?;
        self.leave();
        Ok(())
    }

    fn reserved_command(&mut self, word: Reserved) -> Step {
        match word {
            Reserved::OpenBrace => {
                self.scope.group = true;
                self.take_word();
                let closer = self.body_list()?;
                self.take_closer(closer, Reserved::CloseBrace)
            }
            Reserved::If => self.if_command(),
            Reserved::While | Reserved::Until => {
                self.scope.control_flow = true;
                self.take_word();
                let closer = self.body_list()?;
                self.take_closer(closer, Reserved::Do)?;
                let closer = self.body_list()?;
                self.take_closer(closer, Reserved::Done)
            }
            Reserved::For | Reserved::Select => self.for_command(word),
            Reserved::Case => self.case_command(),
            Reserved::OpenTest => self.test_command(),
            _ => Err(Fail::Syntax),
        }
    }

    /// Redirects behind a compound; the last on standard input feeds the commands in it.
    fn trailing_redirects(&mut self, first: usize) -> Step {
        let last = self.out.commands.len();
        let mut feed = None;
        loop {
            self.blanks();
            let Some(redirect) = self.redirect(None)? else { break };
            if self.out.redirects[redirect].feeds_stdin() {
                feed = Some(redirect as u32);
            }
        }
        if let Some(redirect) = feed {
            for frame in &mut self.out.commands[first..last] {
                if frame.stdin == Source::Inherited {
                    frame.stdin = Source::Redirect(redirect);
                }
            }
        }
        Ok(())
    }

    /// `( list )`, or `(( expression ))`.
    fn paren_command(&mut self) -> Step {
        let open = self.pos;
        let second = self.join(open + 1);
        if self.at(second) == b'(' {
            let (close, arithmetic) = self.paren_extent(open, false).ok_or(Fail::Syntax)?;
            if arithmetic {
                self.out.sums.push(Span::new(open, close + 1));
                self.pos = second + 1;
                self.expansions_to(close)?;
                self.pos = close + 1;
                return Ok(());
            }
        }
        self.scope.subshell = true;
        self.pos = open + 1;
        if self.body_list()? != Closer::Paren {
            return Err(Fail::Syntax);
        }
        self.mark(self.pos);
        self.pos += 1;
        Ok(())
    }

    fn if_command(&mut self) -> Step {
        self.scope.control_flow = true;
        loop {
            self.take_word();
            let closer = self.body_list()?;
            self.take_closer(closer, Reserved::Then)?;
            match self.body_list()? {
                Closer::Word(Reserved::Elif) => self.mark(self.pos),
                Closer::Word(Reserved::Else) => {
                    self.mark(self.pos);
                    self.take_word();
                    let closer = self.body_list()?;
                    return self.take_closer(closer, Reserved::Fi);
                }
                closer => return self.take_closer(closer, Reserved::Fi),
            }
        }
    }

    fn for_command(&mut self, word: Reserved) -> Step {
        self.scope.control_flow = true;
        self.take_word();
        self.blanks();
        if word == Reserved::For && self.at(self.pos) == b'(' {
            let open = self.pos;
            if self.at(self.join(open + 1)) != b'(' {
                return Err(Fail::Syntax);
            }
            let (close, arithmetic) = self.paren_extent(open, false).ok_or(Fail::Syntax)?;
            if !arithmetic {
                return Err(Fail::Syntax);
            }
            self.out.sums.push(Span::new(open, close + 1));
            let (start, holes) = (self.join(open + 1) + 1, self.out.holes.len());
            self.pos = start;
            self.expansions_to(close)?;
            if self.separators(start, close, holes) != 2 {
                return Err(Fail::Syntax);
            }
            self.pos = close + 1;
            self.blanks();
            if self.at(self.pos) == b';' {
                self.pos += 1;
            }
            self.linebreaks()?;
            return self.do_group();
        }
        let start = self.pos;
        self.other_word()?;
        let name = Span::new(start, self.word_end);
        let number = self.out.loops.len();
        let head = Loop { name, first: 0, count: 0, listed: false, body: Span::default() };
        self.out.loops.push(head);
        self.blanks();
        let parted = self.at(self.pos) == b'\n';
        self.linebreaks()?;
        let base = self.scratch.len();
        let (mut listed, mut in_list) = (false, false);
        if let Some((Reserved::In, end)) = self.reserved_here() {
            listed = word == Reserved::For;
            in_list = true;
            self.pos = end;
            loop {
                self.blanks();
                match self.at(self.pos) {
                    b';' | b'\n' => break,
                    _ => {
                        let start = self.pos;
                        let kind = self.other_word()?;
                        self.scratch.push((Span::new(start, self.word_end), kind));
                    }
                }
            }
        }
        let first = self.out.loop_words.len() as u32;
        self.out.loop_words.extend(self.scratch.drain(base..));
        let count = self.out.loop_words.len() as u32 - first;
        self.blanks();
        if self.at(self.pos) == b';' {
            if parted && !in_list {
                return Err(Fail::Syntax);
            }
            self.pos += 1;
        }
        self.linebreaks()?;
        let start = self.pos;
        self.do_group()?;
        let body = Span::new(start, self.pos);
        self.out.loops[number] = Loop { name, first, count, listed, body };
        Ok(())
    }

    /// How many semicolons part the sums of a `for ((`: those in quotes and expansions, whose first is `hole`, don't
    /// (make_arith_for_command).
    fn separators(&self, start: usize, end: usize, mut hole: usize) -> usize {
        let mut count = 0;
        let mut i = start;
        while i < end {
            while let Some(past) = self.out.holes.get(hole).filter(|h| (h.span.start as usize) < i)
            {
                i = i.max(past.span.end as usize);
                hole += 1;
            }
            let byte = self.at(i);
            i = match byte {
                b'\'' | b'"' => {
                    self.quoted_extent(i, byte, byte == b'"').map_or(end, |close| close + 1)
                }
                b'\\' => i + 2,
                _ => i + 1,
            };
            count += usize::from(byte == b';');
        }
        count
    }

    /// `do list done`, or the older `{ list }`.
    fn do_group(&mut self) -> Step {
        let (open, close) = match self.reserved_here() {
            Some((Reserved::Do, end)) => (end, Reserved::Done),
            Some((Reserved::OpenBrace, end)) => (end, Reserved::CloseBrace),
            _ => return Err(Fail::Syntax),
        };
        self.mark(self.pos);
        self.pos = open;
        let closer = self.body_list()?;
        self.take_closer(closer, close)
    }

    fn case_command(&mut self) -> Step {
        self.scope.control_flow = true;
        self.take_word();
        self.blanks();
        self.other_word()?;
        self.linebreaks()?;
        match self.reserved_here() {
            Some((Reserved::In, end)) => self.pos = end,
            _ => return Err(Fail::Syntax),
        }
        loop {
            self.linebreaks()?;
            if let Some((Reserved::Esac, end)) = self.reserved_here() {
                self.mark(self.pos);
                self.pos = end;
                return Ok(());
            }
            self.mark(self.pos);
            self.case_pattern()?;
            match self.list()? {
                (Closer::CaseBreak, _) => {
                    self.mark(self.pos);
                    self.pos = self.case_break(self.pos).ok_or(Fail::Syntax)?;
                }
                (closer, _) => return self.take_closer(closer, Reserved::Esac),
            }
        }
    }

    /// `[(] pattern [| pattern] … )`
    fn case_pattern(&mut self) -> Step {
        if self.at(self.pos) == b'(' {
            self.pos += 1;
            self.blanks();
        }
        loop {
            self.other_word()?;
            self.blanks();
            match self.at(self.pos) {
                b'|' => {
                    self.pos += 1;
                    self.blanks();
                }
                b')' => {
                    self.pos += 1;
                    return Ok(());
                }
                _ => return Err(Fail::Syntax),
            }
        }
    }

    /// `[[ … ]]`
    fn test_command(&mut self) -> Step {
        self.take_word();
        self.condition()?;
        self.mark(self.pos);
        self.take_word();
        Ok(())
    }

    fn function_keyword(&mut self, end: usize) -> Step {
        let start = self.pos;
        self.mark(start);
        self.pos = end;
        self.blanks();
        let (name, before) = (self.pos, self.bookmark());
        self.other_word()?;
        let name = Span::new(name, self.word_end);
        self.take_back(before, name.start as usize)?;
        self.blanks();
        if self.at(self.pos) == b'(' {
            // `function f()`, unless the parenthesis already is the body: `function f ( a )`.
            let inside = self.pos;
            self.pos += 1;
            self.blanks();
            if self.at(self.pos) == b')' {
                self.pos += 1;
            } else {
                self.pos = inside;
            }
        }
        self.function_body(start, name)
    }

    /// The body behind `name ()`; the definition began at `start`.
    pub(super) fn function_body(&mut self, start: usize, name: Span) -> Step {
        self.linebreaks()?;
        self.mark(self.pos);
        let number = self.out.functions.len();
        let body = self.pos as u32;
        let span = Span::new(start, start);
        self.out.functions.push(Function { span, name, body, scope: self.scope });
        let (scope, stdin) = (self.scope, self.stdin);
        self.scope = Scope { function: true, ..self.scope };
        self.stdin = Source::Inherited;
        match self.reserved_here() {
            _ if self.at(self.pos) == b'(' => self.compound(None)?,
            Some((word, _)) if starts_compound(word) => self.compound(Some(word))?,
            _ => return Err(Fail::Syntax),
        }
        self.out.functions[number].span.end = self.pos as u32;
        self.scope = scope;
        self.stdin = stdin;
        Ok(())
    }

    /// `coproc [NAME] compound` or `coproc simple-command` (manual 3.2.6).
    fn coproc(&mut self, end: usize) -> Step<Option<u32>> {
        let prefix = Span::new(self.pos, end);
        self.mark(self.pos);
        self.pos = end;
        self.blanks();
        if self.at(self.pos) == b'(' {
            return self.compound(None).map(|()| None);
        }
        match self.reserved_here() {
            Some((word, _)) if starts_compound(word) => {
                return self.compound(Some(word)).map(|()| None);
            }
            // No pipeline begins here, so that `time` is a word.
            Some((Reserved::Time, _)) | None => {}
            Some(_) => return Err(Fail::Syntax),
        }
        self.simple(Some(prefix)).map(Some)
    }

    /// Behind the first word of a coprocess: a compound command, whose name the word then is. False: another word
    /// of a simple command.
    pub(super) fn named_coprocess(&mut self) -> Step<bool> {
        self.blanks();
        if self.at(self.pos) == b'(' {
            return self.compound(None).map(|()| true);
        }
        match self.reserved_here() {
            Some((word, _)) if starts_compound(word) => self.compound(Some(word)).map(|()| true),
            Some((Reserved::Time | Reserved::In, _)) | None => Ok(false),
            Some(_) => Err(Fail::Syntax),
        }
    }

    /// Consumes the reserved word at the current position.
    fn take_word(&mut self) {
        if let Some((_, end)) = self.reserved_here() {
            self.pos = end;
        }
    }

    fn take_closer(&mut self, closer: Closer, wanted: Reserved) -> Step {
        if closer != Closer::Word(wanted) {
            return Err(Fail::Syntax);
        }
        self.mark(self.pos);
        self.take_word();
        Ok(())
    }
}

fn starts_compound(word: Reserved) -> bool {
    matches!(
        word,
        Reserved::OpenBrace
            | Reserved::If
            | Reserved::While
            | Reserved::Until
            | Reserved::For
            | Reserved::Select
            | Reserved::Case
            | Reserved::OpenTest
    )
}
