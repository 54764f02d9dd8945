//! The redirects of the walk: operators, targets, heredocs, and the words that the grammar loses in front of them
//! or takes for a part of them. Splits nothing off that the source bytes don't prove to be a word.

use super::commands::NONE;
use super::kinds::Role;
use super::walk::{Close, Frame, Item, Pass, Place, frame};
use crate::reading::RedirectPlace;
use crate::span::Span;

impl Pass<'_> {
    /// Opens a redirect whose surplus words go to the command of the frame `owner`.
    pub(super) fn redirect(&mut self, item: &Item<'_>, owner: usize) -> Option<Frame> {
        let place = if item.role == Role::Heredoc { Place::Heredoc } else { Place::Redirect };
        let owner = owner as u32;
        Some(Frame { owner, head: item.span.start, ..frame(place, Close::Transparent, item.span) })
    }

    /// A child of a redirect: its descriptor, its operator, its target, and words of the command that the
    /// grammar takes for further targets.
    pub(super) fn part_of_redirect(&mut self, item: &Item<'_>) -> Option<Frame> {
        let here = self.frames.len() - 1;
        let Frame { owner, redirect, aimed, .. } = self.frames[here];
        let span = item.span;
        match item.role {
            Role::Descriptor => self.settle(owner, span.start),
            Role::Token if redirect == NONE => {
                let op = self.operator(item, owner);
                self.frames[here].redirect = self.reading.redirects.len() as u32;
                // `>&-` and `<&-` are one token each; the dash is what they redirect to.
                let dash = self.text.get(op.range()).is_some_and(|op| op.ends_with(b"-"));
                self.frames[here].aimed = dash;
                let target = Span { start: op.end - u32::from(dash), ..op };
                let op = Span { end: target.start, ..op };
                self.reading.redirects.push(RedirectPlace { op, target });
            }
            // The grammar has no `<>`: it reads `<`, an error, and the target.
            Role::Error if !aimed && self.completes_read_write(redirect, span) => return None,
            Role::Error => return self.error(item),
            Role::Comment => {}
            _ if !aimed => {
                self.frames[here].aimed = true;
                self.aim(redirect, span);
                self.pass(owner, span.end);
                return self.inside_of_word(item);
            }
            _ => return self.word(item, owner as usize),
        }
        self.pass(owner, span.end);
        None
    }

    /// Extends the operator of a `<` by the `>` at `span`, if that is what stands there.
    fn completes_read_write(&mut self, redirect: u32, span: Span) -> bool {
        let Some(place) = self.reading.redirects.get_mut(redirect as usize) else { return false };
        let both = place.op.join(span);
        if place.op.end != span.start || self.text.get(both.range()) != Some(b"<>") {
            return false;
        }
        *place = RedirectPlace { op: both, target: Span { start: both.end, end: both.end } };
        true
    }

    /// A child of a heredoc: the operator and the delimiter, further words and redirects of its command, what
    /// stands behind a separator on the line, the body and its end.
    pub(super) fn part_of_heredoc(&mut self, item: &Item<'_>) -> Option<Frame> {
        let here = self.frames.len() - 1;
        let Frame { owner, redirect, head, .. } = self.frames[here];
        let span = item.span;
        if item.role != Role::HeredocBody && item.role != Role::HeredocEnd {
            self.frames[here].head = span.end;
        }
        match item.role {
            Role::Descriptor => self.settle(owner, span.start),
            Role::Token if redirect == NONE => {
                let op = self.operator(item, owner);
                self.frames[here].redirect = self.reading.redirects.len() as u32;
                self.reading
                    .redirects
                    .push(RedirectPlace { op, target: Span { start: op.end, ..op } });
            }
            Role::HeredocStart => self.aim(redirect, span),
            Role::Comment => {}
            Role::Redirect => return self.redirect(item, owner as usize),
            Role::Leaf | Role::Composite | Role::Substitution => {
                return self.word(item, owner as usize);
            }
            Role::HeredocBody => {
                // The node begins behind the blanks and the empty lines that the body begins with.
                self.frames[here].head = self.line_behind(head);
                return Some(frame(Place::Inside, Close::Transparent, span));
            }
            Role::HeredocEnd => {
                let end = if span.is_empty() { span.start } else { self.line_start(span.start) };
                self.reading.heredocs.push(Span { start: head, end: end.max(head) });
            }
            _ => return self.statement(item),
        }
        self.pass(owner, span.end);
        None
    }

    /// The operator of a redirect of the frame `owner`'s command. The scanner makes a `-` in front of `<<` a part
    /// of it.
    fn operator(&mut self, item: &Item<'_>, owner: u32) -> Span {
        let spelled = self.text.get(item.span.range()).unwrap_or_default();
        let lost = spelled.iter().take_while(|byte| !matches!(byte, b'<' | b'>' | b'&')).count();
        let op = Span { start: item.span.start + lost as u32, ..item.span };
        self.settle(owner, op.start);
        op
    }

    /// Notes that a redirect of the frame `owner`'s command begins at `start`, behind words that no node covers:
    /// `python3 - <<E` has no node for its `-`.
    fn settle(&mut self, owner: u32, start: u32) {
        let owner = owner as usize;
        let Some(Frame { command, .. }) = self.frames.get(owner).copied() else { return };
        let command = self.commands.words_between(self.text, command, start);
        self.frames[owner].command = self.commands.redirect(self.text, command, start);
    }

    /// Gives a redirect its target.
    fn aim(&mut self, redirect: u32, target: Span) {
        if let Some(place) = self.reading.redirects.get_mut(redirect as usize) {
            place.target = target;
        }
    }

    /// Notes that a part of a redirect of the frame `owner`'s command ends at `end`.
    pub(super) fn pass(&mut self, owner: u32, end: u32) {
        if let Some(frame) = self.frames.get(owner as usize) {
            self.commands.pass(frame.command, end);
        }
    }

    /// Offset of the line that begins behind the line of `at`.
    fn line_behind(&self, at: u32) -> u32 {
        let rest = self.text.get(at as usize..).unwrap_or_default();
        let newline =
            memchr::memchr_iter(b'\n', rest).find(|end| *end == 0 || rest[end - 1] != b'\\');
        newline.map_or(self.text.len() as u32, |end| at + end as u32 + 1)
    }

    /// Offset of the first byte of the line that holds `at`.
    fn line_start(&self, at: u32) -> u32 {
        let before = self.text.get(..at as usize).unwrap_or_default();
        memchr::memrchr(b'\n', before).map_or(0, |newline| newline as u32 + 1)
    }
}
