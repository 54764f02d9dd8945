//! The command with a trailer added to every commit that an insertion reaches. It changes no other byte.

use crate::analysis::SimpleCommand;
use crate::checks::Trailer;
use crate::checks::role::CommitWords;
use crate::facts::Splice;
use crate::git::commit::Commit;
use crate::git::runs::quoted;
use crate::git::unknown;
use crate::span::Span;
use crate::word::Word;

/// Collects the insertions of one text.
pub(crate) struct Splicer<'a> {
    text: &'a str,
    trailer: &'a Trailer,
    /// The offsets to insert at.
    places: Vec<usize>,
    /// Some commit is out of reach.
    missed: bool,
}

impl<'a> Splicer<'a> {
    pub(crate) fn new(text: &'a str, trailer: &'a Trailer) -> Splicer<'a> {
        Splicer { text, trailer, places: Vec::new(), missed: false }
    }

    /// Adds a commit; `words` are those behind `commit`.
    pub(crate) fn add(
        &mut self,
        simple: &SimpleCommand,
        words: &CommitWords<'_>,
        commit: &Commit<'_>,
    ) {
        if commit.trailers.contains(&self.value().as_str()) {
            return;
        }
        match self.place(simple, words, commit) {
            Some(place) => self.places.push(place),
            None => self.missed = true,
        }
    }

    fn value(&self) -> String {
        format!("Co-Authored-By: {} <{}>", self.trailer.name, self.trailer.mail)
    }

    /// Where the trailer goes: behind the last word that is an option or its value for certain.
    fn place(
        &self,
        simple: &SimpleCommand,
        words: &CommitWords<'_>,
        commit: &Commit<'_>,
    ) -> Option<usize> {
        let CommitWords::Own(words) = words else { return None };
        let many = simple.wrappers.iter().any(|wrapper| fed_with_words(wrapper));
        let certain = commit.sure && !commit.dangling && !simple.open_ended && !many;
        if !certain || simple.context.code_depth > 0 {
            return None;
        }
        let before = simple.argv.len() - words.len();
        let next = commit.separator.map(|at| at + before);
        let last = next.unwrap_or(simple.argv.len()).checked_sub(1)?;
        let place = simple.argv.get(last)?.span;
        // One spelling that makes several words cannot be cut between them.
        let parted = next.is_none_or(|next| place.end <= simple.argv[next].span.start);
        // A backslash that ends the text stands for itself, until something follows it.
        let ends_in_backslash = place.end as usize == self.text.len()
            && self.text.bytes().rev().take_while(|&byte| byte == b'\\').count() % 2 == 1;
        (self.is_own_spelling(simple) && parted && !ends_in_backslash).then_some(place.end as usize)
    }

    /// Whether the words of the command are spelled in the text, one behind the other, and not in a string
    /// that a wrapper takes apart.
    fn is_own_spelling(&self, simple: &SimpleCommand) -> bool {
        let argv = &simple.argv;
        let in_text = argv
            .iter()
            .all(|word| self.text.get(word.span.range()).is_some_and(|text| !text.is_empty()));
        let in_order = argv
            .windows(2)
            .all(|pair| pair[0].span == pair[1].span || pair[0].span.end <= pair[1].span.start);
        let whole = argv.iter().map(|word| word.span).reduce(Span::join).unwrap_or_default();
        let in_wrapper = simple
            .wrappers
            .iter()
            .flatten()
            .any(|word| word.span.start < whole.end && whole.start < word.span.end);
        // Inside backquotes a backslash or a backquote of the trailer would mean something else.
        let backquotes = simple.context.substitution
            && self.text.contains('`')
            && self.value().contains(['\\', '`']);
        in_text && in_order && !in_wrapper && !backquotes
    }

    /// The new text. `hidden`: commits beside the added ones may exist.
    pub(crate) fn finish(mut self, hidden: bool) -> Splice {
        self.places.sort_unstable();
        // A command that is listed twice, for two values of a loop, is spelled once.
        self.places.dedup();
        let missed = self.missed || hidden;
        if self.places.is_empty() && !missed {
            return Splice::Unchanged;
        }
        let option = format!(" --trailer {}", quoted(&self.value()));
        let mut spliced = String::with_capacity(self.text.len() + self.places.len() * option.len());
        let mut done = 0;
        for place in &self.places {
            spliced.push_str(&self.text[done..*place]);
            spliced.push_str(&option);
            done = *place;
        }
        spliced.push_str(&self.text[done..]);
        if missed { Splice::Unknown(spliced) } else { Splice::Spliced(spliced) }
    }
}

/// Whether the wrapper makes its command's words from its input. It may also be xargs by another name.
pub(crate) fn fed_with_words(wrapper: &[Word]) -> bool {
    let name = wrapper.first().and_then(unknown::known_name);
    matches!(name, None | Some("xargs" | "parallel"))
}
