//! What functions are called with, where every call that is spelled gives words that the text decides. Calls that are
//! not spelled are found when they are read: whoever reads a function under these words must count them.

use crate::tokens::Tokens;
use crate::values::{Place, Values};
use crate::word::Word;

/// Most calls of one function that are told apart.
const MOST_CALLS: usize = 16;

/// A function and its calls.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(in crate::descend) struct Called {
    /// Its name.
    pub(in crate::descend) name: String,
    /// The commands that call it, ascending.
    pub(in crate::descend) commands: Vec<usize>,
    /// The words of each call, each list once; none where some word is not known.
    pub(in crate::descend) words: Option<Vec<Vec<String>>>,
}

/// The calls of each function, in the order of [`Tokens::functions`].
pub(super) fn of_text(text: &str, tokens: &Tokens) -> Vec<Called> {
    let plain = Values::new(text, tokens);
    let mut called: Vec<Called> = tokens
        .functions
        .iter()
        .map(|function| Called {
            name: text[function.name.range()].replace("\\\n", ""),
            commands: Vec::new(),
            words: Some(Vec::new()),
        })
        .collect();
    for number in 0..tokens.commands.len() {
        let (words, kinds) = (tokens.words(number), tokens.word_kinds(number));
        let leading = kinds.iter().take_while(|kind| kind.assignment).count();
        let Some(first) = words.get(leading) else { continue };
        let name = &*plain.spelled(*first);
        let mut named = called.iter_mut().filter(|called| called.name == name);
        let Some(found) = named.next() else { continue };
        // Of two functions of one name either may be meant.
        if named.next().is_some() {
            found.words = None;
        }
        found.commands.push(number);
        let mut given = Vec::new();
        for (&span, &kind) in words[leading + 1..].iter().zip(&kinds[leading + 1..]) {
            if kind.assignment {
                given.push(Word { value: plain.single(span, kind, Place::Assigned), span });
            } else {
                plain.argument(span, kind, &mut given);
            }
        }
        let given: Option<Vec<String>> =
            given.iter().map(|word| word.literal().map(str::to_owned)).collect();
        match (&mut found.words, given) {
            (Some(calls), Some(given)) if calls.contains(&given) => {}
            (Some(calls), Some(given)) if calls.len() < MOST_CALLS => calls.push(given),
            (calls, _) => *calls = None,
        }
    }
    let doubled: Vec<String> = called
        .iter()
        .enumerate()
        .filter(|(at, one)| called[..*at].iter().any(|other| other.name == one.name))
        .map(|(_, one)| one.name.clone())
        .collect();
    for called in &mut called {
        if doubled.contains(&called.name) || called.commands.is_empty() {
            called.words = None;
        }
    }
    called
}
