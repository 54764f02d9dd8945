//! The hand that builds one case: its random stream, what it used so far, and how it spells values. It knows no atom.

use super::Parts;
use super::stream::Stream;
use super::syntax::{Body, Heredoc, Node, Quote, Word};

/// What builds a command.
pub(super) type Build = fn(&mut Maker) -> Node;

/// What one case is built with.
#[derive(Debug)]
pub(super) struct Maker {
    /// The random words.
    pub(super) stream: Stream,
    /// What was used.
    pub(super) parts: Parts,
    /// Nothing in it needs more than the execution box has.
    pub(super) runnable: bool,
    /// An expansion in it may fail, and then bash leaves out the rest of its line.
    pub(super) may_abort: bool,
    /// It names git by its path.
    pub(super) needs_git_in_usr_bin: bool,
    delimiters: usize,
    locks: usize,
}

/// Delimiters as agents choose them; a case that needs more gets numbered ones.
const DELIMITERS: [&str; 8] = ["EOF", "MSG", "DOC", "END", "SH", "A", "EOT", "B"];

impl Maker {
    /// A hand with its stream.
    pub(super) fn new(stream: Stream) -> Maker {
        Maker {
            stream,
            parts: Parts::default(),
            runnable: true,
            may_abort: false,
            needs_git_in_usr_bin: false,
            delimiters: 0,
            locks: 0,
        }
    }

    /// True `percent` times of a hundred.
    pub(super) fn chance(&mut self, percent: u32) -> bool {
        self.stream.chance(percent)
    }

    /// One of a table's rows.
    pub(super) fn pick<T: Copy>(&mut self, table: &[T]) -> T {
        *self.stream.pick(table)
    }

    /// A value as one word, in one of the ways in which it can be spelled.
    pub(super) fn spell(&mut self, value: &str) -> Word {
        let bare = !value.is_empty()
            && value.bytes().all(|b| b.is_ascii_alphanumeric() || b"./_:@,+-".contains(&b));
        if bare && self.chance(40) {
            return Word::from(value);
        }
        let quote = match self.stream.below(20) {
            0 => Quote::AnsiC,
            1..8 => Quote::Single,
            _ => Quote::Double,
        };
        Word::quoted(value, quote)
    }

    /// A heredoc with a delimiter of its own. A quoted delimiter keeps the body as it is; a bare one is only
    /// used where the body has nothing to expand.
    pub(super) fn heredoc(&mut self, body: Body) -> Heredoc {
        let delimiter = self.delimiter();
        let expands = match &body {
            Body::Text(text) => text.contains(['$', '`', '\\']),
            Body::Code(_) => true,
            Body::Live(_) => false,
        };
        let live = matches!(body, Body::Live(_));
        let spelling = match self.stream.below(10) {
            _ if live => delimiter.clone(),
            0..3 if !expands => delimiter.clone(),
            3 => format!("\"{delimiter}\""),
            4 => format!("\\{delimiter}"),
            _ => format!("'{delimiter}'"),
        };
        let operator = match &body {
            Body::Text(text) if !text.starts_with('\t') && self.chance(12) => "<<-",
            _ => "<<",
        };
        let blank = if self.chance(15) { " " } else { "" };
        Heredoc { operator, spelling: format!("{blank}{spelling}"), delimiter, body }
    }

    /// A lock file that this case has not used.
    pub(super) fn lock(&mut self) -> String {
        self.locks += 1;
        format!("lock{}", self.locks)
    }

    /// A delimiter that this case has not used.
    pub(super) fn delimiter(&mut self) -> String {
        let nth = self.delimiters;
        self.delimiters += 1;
        let name = DELIMITERS[nth % DELIMITERS.len()];
        match nth / DELIMITERS.len() {
            0 => name.to_owned(),
            round => format!("{name}{round}"),
        }
    }
}
