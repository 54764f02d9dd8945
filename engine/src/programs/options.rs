//! One walk over getopt-like options for every row: clusters, attached and separate values, abbreviations. It
//! knows no program, and says so as soon as a word could be an option that it can't tell.
//!
//! A grammar is a list of items, one per option, as `--help` prints them: `k,kill-after:` is `-k` and
//! `--kill-after` with a value. One letter is a short option, more a long one, `-word` an option spelled with
//! a single dash. What stands behind the names:
//!
//! | mark | meaning |
//! |---|---|
//! | none | takes no value |
//! | `:` | takes a value, attached or in the next word |
//! | `::` | takes a value only where it is attached |
//! | `!` | the program then runs none of its words: help, version, work on a running process |
//! | `?` | what then runs can't be told from the words |
//! | `@` | takes a value that is shell code |
//! | `%` | takes a value that is code for the program itself |
//! | `=` | the words behind are a command, no code (`watch -x`) |
//! | `~` | the command goes through a shell, its words escaped (`sudo -s`) |
//!
//! `#` stands for `-5`, `--5` and `-+5`; `--*` for every other long option, values attached.

use crate::word::{Fields, Shape, Value, Word};

/// What an option takes, and what it does to the command behind it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// Takes no value.
    Flag,
    /// Takes a value, attached or in the next word.
    Value,
    /// Takes a value only where it is attached.
    Optional,
    /// None of the words runs.
    Quit,
    /// What runs can't be told.
    Unclear,
    /// Takes a value that is shell code.
    Code,
    /// Takes a value that is code for the program itself.
    Own,
    /// The words behind are a command, no code.
    Direct,
    /// The command goes through a shell, its words escaped.
    Shell,
}

impl Kind {
    const fn takes_value(self) -> bool {
        matches!(self, Kind::Value | Kind::Code | Kind::Own)
    }

    const fn attaches(self) -> bool {
        self.takes_value() || matches!(self, Kind::Optional)
    }
}

/// A value's place: the word, and the byte in it where the value begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Place {
    pub(super) word: usize,
    pub(super) from: usize,
}

impl Place {
    /// The value itself.
    pub(super) fn value(self, argv: &[Word]) -> Value {
        match &argv[self.word].value {
            Value::Literal(text) => Value::Literal(text[self.from..].to_owned()),
            Value::Unknown(shape) => Value::Unknown(Shape {
                prefix: shape.prefix[self.from..].to_owned(),
                ..shape.clone()
            }),
        }
    }

    /// The value where it is decided.
    pub(super) fn literal(self, argv: &[Word]) -> Option<&str> {
        argv[self.word].literal().map(|text| &text[self.from..])
    }
}

/// What the walk met.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Step {
    /// An option, by the first of its names.
    Option { name: &'static str, kind: Kind, value: Option<Place> },
    /// A word that is no option.
    Operand(usize),
    /// An unknown option, or a word that may be one. The walk can't go on from here; [`Walker::at`] is its index.
    Unclear,
}

/// The state of one walk. It walks past operands: who obeys POSIX stops at the first.
pub(super) struct Walker<'a> {
    argv: &'a [Word],
    grammar: &'static str,
    /// Index of the word to be read next.
    pub(super) at: usize,
    /// Byte in that word where a cluster of short options goes on.
    cluster: Option<usize>,
    /// Whether a `--` has ended the options.
    pub(super) ended: bool,
    /// How many options may still come.
    left: u32,
}

/// More options than this are not read: nobody writes them, and each costs a search in the grammar.
const MAX_OPTIONS: u32 = 1000;

impl<'a> Walker<'a> {
    /// A walk that begins at the word `start`.
    pub(super) fn new(argv: &'a [Word], start: usize, grammar: &'static str) -> Walker<'a> {
        Walker { argv, grammar, at: start, cluster: None, ended: false, left: MAX_OPTIONS }
    }

    /// The next option or operand; none at the end.
    pub(super) fn step(&mut self) -> Option<Step> {
        let step = self.read()?;
        if matches!(step, Step::Option { .. }) {
            match self.left.checked_sub(1) {
                Some(left) => self.left = left,
                None => return Some(Step::Unclear),
            }
        }
        Some(step)
    }

    fn read(&mut self) -> Option<Step> {
        if let Some(from) = self.cluster.take() {
            return Some(self.short(from));
        }
        loop {
            let word = self.argv.get(self.at)?;
            if self.ended {
                return Some(self.operand());
            }
            if word.may_split() {
                return Some(Step::Unclear);
            }
            let literal = word.literal();
            match literal {
                Some("--") => {
                    self.ended = true;
                    self.at += 1;
                    continue;
                }
                Some("-") => return Some(self.operand()),
                Some(_) | None => {}
            }
            let known = word.prefix();
            return Some(if known.is_empty() && literal.is_none() {
                if self.is_no_option(word) { self.operand() } else { Step::Unclear }
            } else if !known.starts_with('-') {
                self.operand()
            } else if known == "-" || self.is_single_dash_word(known) || self.is_number(known) {
                self.whole(known, literal.is_some())
            } else if known.starts_with("--") {
                self.long(known, literal.is_some())
            } else {
                self.short(1)
            });
        }
    }

    fn operand(&mut self) -> Step {
        self.at += 1;
        Step::Operand(self.at - 1)
    }

    /// A word that ends in a path is taken for one, as in `sudo "$DIR/run"`, although `-u/run` would be an option:
    /// no folder is called `-u`. Not where a value can hold a command (`env -S`).
    fn is_no_option(&self, word: &Word) -> bool {
        let Value::Unknown(shape) = &word.value else { return false };
        let holds_code = |item: Item| {
            matches!(item.kind, Kind::Code | Kind::Own)
                || item.names().any(|name| name == "split-string")
        };
        shape.suffix.contains('/') && !items(self.grammar).any(holds_code)
    }

    fn is_single_dash_word(&self, known: &str) -> bool {
        items(self.grammar).any(|item| item.names().any(|name| name.len() > 2 && name == known))
    }

    fn is_number(&self, known: &str) -> bool {
        let digits = known[1..].strip_prefix(['-', '+']).unwrap_or(&known[1..]);
        digits.starts_with(|c: char| c.is_ascii_digit())
            && items(self.grammar).any(|item| item.names == "#")
    }

    /// An option that is a word of its own: `-word`, `-5`. A `-` with an unknown tail is anything.
    fn whole(&mut self, known: &str, literal: bool) -> Step {
        if known == "-" {
            return Step::Unclear;
        }
        let item = items(self.grammar).find(|item| item.names().any(|name| name == known));
        match item {
            Some(item) if literal => self.taken(item, None),
            Some(_) => Step::Unclear,
            None => {
                self.at += 1;
                Step::Option { name: "#", kind: Kind::Flag, value: None }
            }
        }
    }

    fn long(&mut self, known: &str, literal: bool) -> Step {
        let (name, value) = match known.find('=') {
            Some(equals) => (&known[2..equals], Some(Place { word: self.at, from: equals + 1 })),
            None if literal => (&known[2..], None),
            None => return Step::Unclear,
        };
        match long_item(self.grammar, name) {
            // `--flag=value` is an error to getopt.
            Some(item)
                if value.is_some()
                    && matches!(item.kind, Kind::Flag | Kind::Direct | Kind::Shell) =>
            {
                Step::Unclear
            }
            Some(item) => self.taken(item, value),
            None => Step::Unclear,
        }
    }

    /// The short option at the byte `from` of the word.
    fn short(&mut self, from: usize) -> Step {
        let word = &self.argv[self.at];
        let known = word.prefix();
        let Some(letter) = known[from..].chars().next() else { return Step::Unclear };
        let Some(item) = short_item(self.grammar, letter) else { return Step::Unclear };
        let rest = from + letter.len_utf8();
        let tail = match &word.value {
            Value::Literal(text) => (rest < text.len()).then_some(true),
            Value::Unknown(shape) => Some(rest < shape.prefix.len() || !shape.suffix.is_empty()),
        };
        match (item.kind.attaches(), tail) {
            (_, None) => self.taken(item, None),
            (true, Some(true)) => self.taken(item, Some(Place { word: self.at, from: rest })),
            // `-k"$K"`: with an empty K the value is the next word.
            (true, Some(false)) => Step::Unclear,
            (false, Some(_)) => {
                self.cluster = Some(rest);
                Step::Option { name: item.first(), kind: item.kind, value: None }
            }
        }
    }

    /// The option ends with this word, or with the next where that is its value.
    fn taken(&mut self, item: Item, value: Option<Place>) -> Step {
        self.at += 1;
        if value.is_some() || !item.kind.takes_value() {
            return Step::Option { name: item.first(), kind: item.kind, value };
        }
        match self.argv.get(self.at) {
            // Without its value the program only complains.
            None => Step::Option { name: item.first(), kind: Kind::Quit, value: None },
            Some(word) if word.may_split() => Step::Unclear,
            Some(_) => {
                self.at += 1;
                let place = Place { word: self.at - 1, from: 0 };
                Step::Option { name: item.first(), kind: item.kind, value: Some(place) }
            }
        }
    }
}

/// One item of a grammar.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Item {
    names: &'static str,
    kind: Kind,
}

impl Item {
    fn names(self) -> impl Iterator<Item = &'static str> {
        self.names.split(',')
    }

    fn first(self) -> &'static str {
        self.names().next().unwrap_or(self.names)
    }
}

fn items(grammar: &'static str) -> impl Iterator<Item = Item> {
    grammar.split_ascii_whitespace().map(|text| {
        let (names, kind) = match text.strip_suffix("::") {
            Some(names) => (names, Kind::Optional),
            None => match text.as_bytes().last() {
                // A lone mark is an option of that name: `?` is one of firejail's.
                _ if text.len() == 1 => (text, Kind::Flag),
                Some(b':') => (&text[..text.len() - 1], Kind::Value),
                Some(b'!') => (&text[..text.len() - 1], Kind::Quit),
                Some(b'?') => (&text[..text.len() - 1], Kind::Unclear),
                Some(b'@') => (&text[..text.len() - 1], Kind::Code),
                Some(b'%') => (&text[..text.len() - 1], Kind::Own),
                Some(b'=') => (&text[..text.len() - 1], Kind::Direct),
                Some(b'~') => (&text[..text.len() - 1], Kind::Shell),
                Some(_) | None => (text, Kind::Flag),
            },
        };
        Item { names, kind }
    })
}

fn short_item(grammar: &'static str, letter: char) -> Option<Item> {
    let mut buffer = [0; 4];
    let letter: &str = letter.encode_utf8(&mut buffer);
    items(grammar).find(|item| item.names().any(|name| name == letter && name != "#"))
}

/// The long option of this name, or the only one that it abbreviates (`getopt_long`).
fn long_item(grammar: &'static str, name: &str) -> Option<Item> {
    let is_long = |candidate: &&'static str| candidate.len() > 1 && !candidate.starts_with('-');
    let named = |item: &Item, test: &dyn Fn(&str) -> bool| item.names().filter(is_long).any(test);
    if let Some(item) = items(grammar).find(|item| named(item, &|candidate| candidate == name)) {
        return Some(item);
    }
    // Who takes options unseen (firejail, valgrind) knows no abbreviations.
    if let Some(item) = items(grammar).find(|item| item.names == "--*") {
        return Some(Item { kind: Kind::Optional, ..item });
    }
    let mut abbreviated =
        items(grammar).filter(|item| named(item, &|candidate| candidate.starts_with(name)));
    match (abbreviated.next(), abbreviated.next()) {
        (Some(item), None) => Some(item),
        (Some(_) | None, _) => None,
    }
}

/// Whether an unknown word could turn out to be exactly `text`.
pub(super) fn could_be(word: &Word, text: &str) -> bool {
    match &word.value {
        Value::Literal(literal) => literal == text,
        Value::Unknown(shape) => match shape.fields {
            Fields::Any => true,
            Fields::One | Fields::Each => {
                text.starts_with(&shape.prefix) && text.ends_with(&shape.suffix)
            }
        },
    }
}
