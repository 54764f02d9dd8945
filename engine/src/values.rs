//! The values of words as far as the text decides them (manual 3.5): quotes, escapes, braces, known
//! parameters, and the substitutions whose text is in sight. It never asks a file system or an environment.

mod ansi;
mod braces;
mod builder;
mod constants;
mod parameter;
mod printed;
#[cfg(test)]
mod tests;

use std::cell::{OnceCell, RefCell};
use std::rc::Rc;

use crate::account::Trace;
use crate::span::Span;
use crate::tokens::{Heredoc, HoleKind, Tokens, WordKind};
use crate::word::{Fields, Shape, Value, Word};
use braces::Segment;
use builder::Builder;
pub(crate) use constants::{Choice, Constants, Known, POSITIONAL};
pub(crate) use printed::printed;

/// Where a word stands, which decides the expansions that it undergoes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Place {
    /// An argument: braces, splitting, patterns.
    Argument,
    /// The value of an assignment: a tilde also behind `:`; one field.
    Assigned,
    /// A redirect's target.
    Target,
    /// A here-string: one field, no pattern, no tilde kept apart.
    HereString,
}

/// What is looked for in the whole text where a word asks, once: a text may be nothing but such words.
#[derive(Default)]
struct Once {
    splits_elsewhere: OnceCell<bool>,
    nullglob: OnceCell<bool>,
    redefines_echo: OnceCell<bool>,
    redefines_printf: OnceCell<bool>,
    redefines_cat: OnceCell<bool>,
}

/// Evaluates the words of one text.
pub(crate) struct Values<'t> {
    text: &'t str,
    tokens: &'t Tokens,
    /// The command that the text stands in, and whether aliases may be expanded in it.
    pub(crate) whole: &'t str,
    pub(crate) aliases: bool,
    /// Variables whose value is known where the next words stand.
    pub(crate) constants: Constants,
    /// Whether a variable may be a reference to another, an array's elements included.
    pub(crate) namerefs: bool,
    /// For each hole, whether its value turned out to be in the text.
    resolved: RefCell<Vec<bool>>,
    /// What the text holds somewhere, looked for once.
    once: Once,
    /// Where expansions are written down, when somebody asks, and where the text stands if it is code.
    pub(crate) trace: Option<Rc<Trace>>,
    pub(crate) place: Option<Span>,
}

impl<'t> Values<'t> {
    pub(crate) fn new(text: &'t str, tokens: &'t Tokens) -> Values<'t> {
        Values {
            text,
            tokens,
            whole: text,
            aliases: false,
            constants: Constants::default(),
            namerefs: false,
            resolved: RefCell::new(Vec::new()),
            once: Once::default(),
            trace: None,
            place: None,
        }
    }

    pub(crate) fn text(&self) -> &'t str {
        self.text
    }

    pub(crate) fn tokens(&self) -> &'t Tokens {
        self.tokens
    }

    /// The spelling of a word without the newlines that a backslash takes away.
    pub(crate) fn spelled(&self, span: Span) -> std::borrow::Cow<'t, str> {
        let source = &self.text[span.range()];
        if source.contains("\\\n") { source.replace("\\\n", "").into() } else { source.into() }
    }

    /// Whether nothing in the spelling is expanded.
    pub(crate) fn is_plainly_spelled(&self, span: Span) -> bool {
        self.text.get(span.range()).is_some_and(|text| !text.contains(['$', '`']))
    }

    /// The words that an argument becomes.
    pub(crate) fn argument(&self, span: Span, kind: WordKind, out: &mut Vec<Word>) {
        let source = &self.text[span.range()];
        if !kind.complex {
            out.push(Word { value: Value::Literal(source.to_owned()), span });
            return;
        }
        if let Some(fields) = self.fields(source) {
            if let Some(trace) = &self.trace {
                let value = (!fields.is_empty()).then(|| Value::Literal(fields.join(" ")));
                trace.add((self.text, self.tokens), span, self.place, value);
            }
            let word = |field| Word { value: Value::Literal(field), span };
            out.extend(fields.into_iter().map(word));
            return;
        }
        if source.contains('{') {
            match braces::expand(self, span) {
                braces::Braces::None => {}
                braces::Braces::TooMany => {
                    out.push(Word { value: Value::Unknown(Shape::anything()), span });
                    return;
                }
                braces::Braces::Words(words) => {
                    for segments in words {
                        if let Some(value) = self.segments(&segments, Place::Argument) {
                            out.push(Word { value, span });
                        }
                    }
                    return;
                }
            }
        }
        if let Some(value) = self.segments(&[Segment::Source(span)], Place::Argument) {
            out.push(Word { value, span });
        }
    }

    /// The fields of a word that is one expansion and nothing else: `"$@"`, `"${list[@]}"`, or an unquoted `$name` whose
    /// value splits at its blanks into words without a pattern (manual 3.5.7). None where the text doesn't decide them.
    fn fields(&self, source: &str) -> Option<Vec<String>> {
        if self.constants.is_empty() || self.namerefs {
            return None;
        }
        let quoted = source.strip_prefix('"').and_then(|inner| inner.strip_suffix('"'));
        let dollar = quoted.unwrap_or(source).strip_prefix('$')?;
        let name = match dollar.strip_prefix('{') {
            Some(inner) => inner.strip_suffix('}')?,
            None => dollar,
        };
        let list = match name.strip_suffix("[@]") {
            Some(name) => self.constants.list(name),
            None if name == "@" => self.constants.list(POSITIONAL),
            None => None,
        };
        if quoted.is_some() {
            return list.map(<[String]>::to_vec);
        }
        if self.may_split_elsewhere() {
            return None;
        }
        let of_list = |elements: &[String]| elements.iter().map(|text| split(text)).collect();
        let fields: Option<Vec<Vec<String>>> = match (list, self.constants.known(name)) {
            (Some(elements), _) => of_list(elements),
            (None, Some(Known::Text(text))) => Some(vec![split(&text)?]),
            (None, Some(Known::Unset)) => Some(Vec::new()),
            (None, Some(Known::Shape(_)) | None) => None,
        };
        Some(fields?.concat())
    }

    /// Whether fields may be split at other letters than blanks where the text stands: it spells `IFS` as a name, and not
    /// for one `read` alone.
    fn may_split_elsewhere(&self) -> bool {
        let sets = |text: &str| {
            text.match_indices("IFS").any(|(at, _)| {
                let expanded = text[..at].ends_with('$') || text[..at].ends_with("${");
                let behind = text[at..].split([';', '&', '|', '\n']).next().unwrap_or_default();
                let for_read = behind.starts_with("IFS=")
                    && behind.split_whitespace().nth(1).is_some_and(|word| word == "read");
                !expanded && !for_read
            })
        };
        *self.once.splits_elsewhere.get_or_init(|| sets(self.whole) || sets(self.text))
    }

    /// The value of a word that stays one word.
    pub(crate) fn single(&self, span: Span, kind: WordKind, place: Place) -> Value {
        if !kind.complex {
            return Value::Literal(self.text[span.range()].to_owned());
        }
        self.segments(&[Segment::Source(span)], place)
            .unwrap_or_else(|| Value::Literal(String::new()))
    }

    /// The text that a heredoc feeds.
    pub(crate) fn heredoc(&self, heredoc: &Heredoc, dash: bool) -> Value {
        if heredoc.broken {
            return Value::Unknown(Shape::one_field());
        }
        let source = &self.text[heredoc.body.range()];
        let live =
            !heredoc.quoted && memchr::memchr3(b'$', b'`', b'\\', source.as_bytes()).is_some();
        if !live {
            return Value::Literal(if dash { strip_tabs(source) } else { source.to_owned() });
        }
        let mut builder = Builder::new();
        let bytes = self.text.as_bytes();
        let (mut i, end) = (heredoc.body.start as usize, heredoc.body.end as usize);
        let mut line_start = true;
        while i < end {
            let byte = bytes[i];
            let next = if i + 1 < end { bytes[i + 1] } else { 0 };
            match byte {
                b'\t' if dash && line_start => {
                    i += 1;
                    continue;
                }
                // Lines are joined before tabs go.
                b'\\' if next == b'\n' => {
                    i += 2;
                    continue;
                }
                b'\\' if matches!(next, b'$' | b'`' | b'\\') => {
                    builder.byte(next);
                    i += 2;
                }
                b'$' | b'`' => i = self.expansion(i, end, true, &mut builder),
                _ => {
                    builder.byte(byte);
                    i += 1;
                }
            }
            line_start = byte == b'\n';
        }
        builder.finish().unwrap_or_else(|| Value::Literal(String::new()))
    }

    /// Whether every command substitution was found to have its text in sight.
    pub(crate) fn all_resolved(&self) -> bool {
        let resolved = self.resolved.borrow();
        (0..self.tokens.holes.len()).all(|hole| resolved.get(hole).copied().unwrap_or(false))
    }

    /// None if the word vanishes: nothing in it, not even a quote.
    fn segments(&self, segments: &[Segment], place: Place) -> Option<Value> {
        let mut builder = Builder::new();
        for segment in segments {
            match segment {
                Segment::Text(text) => builder.bytes(text.as_bytes()),
                Segment::Source(span) => self.source(*span, place, true, &mut builder),
            }
        }
        builder.finish()
    }

    fn source(&self, span: Span, place: Place, first: bool, builder: &mut Builder) {
        let bytes = self.text.as_bytes();
        let (mut i, end) = (span.start as usize, span.end as usize);
        let tildes = matches!(place, Place::Argument | Place::Assigned | Place::Target);
        let globs = matches!(place, Place::Argument | Place::Target);
        let mut tilde_here = first && builder.is_empty();
        while i < end {
            let byte = bytes[i];
            let after_tilde_point = std::mem::replace(&mut tilde_here, false);
            match byte {
                b'\\' => {
                    match bytes.get(i + 1).filter(|_| i + 1 < end) {
                        Some(b'\n') => {}
                        Some(&next) => builder.byte(next),
                        None => builder.byte(b'\\'),
                    }
                    builder.quote();
                    i += 2;
                }
                b'\'' => {
                    let close = i + 1 + find(&bytes[i + 1..end], b'\'');
                    builder.bytes(&bytes[i + 1..close]);
                    builder.quote();
                    i = close + 1;
                }
                b'"' => i = self.double_quotes(i, end, builder),
                b'$' if bytes.get(self.behind_dollar(i)) == Some(&b'\'') => {
                    i = self.ansi(self.behind_dollar(i) + 1, end, builder);
                }
                b'$' if bytes.get(self.behind_dollar(i)) == Some(&b'"') => {
                    i = self.double_quotes(self.behind_dollar(i), end, builder);
                }
                b'$' | b'`' => {
                    let split = place == Place::Argument || place == Place::Target;
                    i = self.expansion(i, end, !split, builder);
                }
                b'<' | b'>' => match self.hole(i) {
                    Some((hole, _)) => {
                        builder.bytes(b"/dev/fd/");
                        builder.unknown(Fields::One);
                        i = self.tokens.holes[hole].span.end as usize;
                    }
                    None => {
                        builder.byte(byte);
                        i += 1;
                    }
                },
                b'~' if tildes && after_tilde_point => {
                    builder.unknown(Fields::One);
                    i += 1;
                    while i < end
                        && !matches!(bytes[i], b'/' | b':' | b'\'' | b'"' | b'\\' | b'$' | b'`')
                    {
                        i += 1;
                    }
                }
                b'*' | b'?' if globs => {
                    builder.unknown(self.matches());
                    i += 1;
                }
                b'[' if globs && bytes[i..end].contains(&b']') => {
                    builder.unknown(self.matches());
                    i += 1;
                }
                _ => {
                    // An argument that looks like an assignment expands its tildes, too (subst.c).
                    tilde_here = matches!(byte, b'=' | b':') && place != Place::HereString;
                    builder.byte(byte);
                    i += 1;
                }
            }
        }
    }

    /// What a pattern becomes: the files that match, or itself where none does, unless the text asks for nothing then.
    fn matches(&self) -> Fields {
        let nullglob = self.once.nullglob.get_or_init(|| self.whole.contains("nullglob"));
        if *nullglob { Fields::Any } else { Fields::Each }
    }

    /// From the opening quote to behind the closing one.
    fn double_quotes(&self, open: usize, end: usize, builder: &mut Builder) -> usize {
        let bytes = self.text.as_bytes();
        let mut i = open + 1;
        builder.quote();
        while i < end {
            let next = if i + 1 < end { bytes[i + 1] } else { 0 };
            match bytes[i] {
                b'"' => return i + 1,
                b'\\' if next == b'\n' => i += 2,
                b'\\' if matches!(next, b'$' | b'`' | b'"' | b'\\') => {
                    builder.byte(next);
                    i += 2;
                }
                b'$' | b'`' => i = self.expansion(i, end, true, builder),
                byte => {
                    builder.byte(byte);
                    i += 1;
                }
            }
        }
        end
    }

    /// The index behind a `$`, and behind the newlines that a backslash takes away there.
    fn behind_dollar(&self, dollar: usize) -> usize {
        let joined = |at: &usize| self.text.as_bytes()[*at..].starts_with(b"\\\n");
        let mut at = dollar + 1;
        while joined(&at) {
            at += 2;
        }
        at
    }

    /// From behind `$'` to behind the closing quote.
    fn ansi(&self, start: usize, end: usize, builder: &mut Builder) -> usize {
        let bytes = self.text.as_bytes();
        let mut close = start;
        while close < end && bytes[close] != b'\'' {
            close += if bytes[close] == b'\\' { 2 } else { 1 };
        }
        let close = close.min(end);
        builder.quote();
        builder.bytes(&ansi::decode(&bytes[start..close]));
        close + 1
    }

    /// An expansion, or a lone `$`. `quoted`: it becomes one field.
    fn expansion(&self, start: usize, end: usize, quoted: bool, builder: &mut Builder) -> usize {
        if let Some(trace) = &self.trace {
            let mut alone = Builder::new();
            let behind = self.expand(start, end, quoted, &mut alone);
            let span = Span::new(start, behind);
            trace.add((self.text, self.tokens), span, self.place, alone.finish());
        }
        self.expand(start, end, quoted, builder)
    }

    fn expand(&self, start: usize, end: usize, quoted: bool, builder: &mut Builder) -> usize {
        let fields = if quoted { Fields::One } else { Fields::Any };
        if let Some((hole, kind)) = self.hole(start) {
            let span = self.tokens.holes[hole].span;
            if span.is_empty() {
                // Never closed: bash fails when it expands the body, and nothing after it is certain.
                builder.unknown(fields);
                return end;
            }
            match kind {
                HoleKind::Command => match self.substituted(span) {
                    Some(text) if quoted => {
                        self.resolve(hole, span);
                        builder.bytes(text.as_bytes());
                    }
                    _ => builder.unknown(fields),
                },
                HoleKind::Parameter => {
                    let inside = self
                        .text
                        .get(span.start as usize + 2..(span.end as usize).saturating_sub(1));
                    self.parameter(inside.unwrap_or_default(), fields, builder);
                }
                HoleKind::Arithmetic | HoleKind::Process => builder.unknown(fields),
            }
            return span.end as usize;
        }
        let bytes = self.text.as_bytes();
        let mut i = self.behind_dollar(start).min(end);
        let first = if i < end { bytes[i] } else { 0 };
        match first {
            b'a'..=b'z' | b'A'..=b'Z' | b'_' => {
                let name = i;
                while i < end && (bytes[i].is_ascii_alphanumeric() || bytes[i] == b'_') {
                    i += 1;
                }
                self.parameter(&self.text[name..i], fields, builder);
                i
            }
            b'@' => {
                // "$@" is as many words as there are parameters, none included.
                builder.unknown(Fields::Any);
                i + 1
            }
            b'*' | b'0'..=b'9' | b'#' | b'?' | b'-' | b'$' | b'!' => {
                self.parameter(&self.text[i..i + 1], fields, builder);
                i + 1
            }
            _ => {
                builder.byte(b'$');
                start + 1
            }
        }
    }

    fn parameter(&self, name: &str, fields: Fields, builder: &mut Builder) {
        match parameter::of(name, &self.constants) {
            Some(_) if (fields == Fields::Any || name == "*") && self.may_split_elsewhere() => {
                builder.unknown(fields);
            }
            Some(Known::Text(text))
                if fields == Fields::One || text.is_empty() || is_one_plain_field(&text) =>
            {
                builder.bytes(text.as_bytes());
            }
            // `set -u` makes an error of it, and then nothing runs.
            Some(Known::Unset) if fields == Fields::Any => {}
            Some(Known::Unset) => builder.quote(),
            Some(Known::Shape(shape)) if !self.namerefs => {
                builder.bytes(shape.prefix.as_bytes());
                builder.unknown(if fields == Fields::One { fields } else { shape.fields });
                builder.bytes(shape.suffix.as_bytes());
            }
            _ => {
                // `"${a[@]}"` is as many words as there are elements, and `"${!p}"` may mean just that.
                // `"${M@Q}"` is one word.
                let elements = name.contains('@') && !is_transformed(name) && !is_count(name);
                let indirect = name.starts_with('!') && !names_in_one_word(name);
                let many = elements || indirect || self.namerefs;
                builder.unknown(if many { Fields::Any } else { fields });
            }
        }
    }

    /// The hole that begins at `start`.
    pub(crate) fn hole(&self, start: usize) -> Option<(usize, HoleKind)> {
        let holes = &self.tokens.holes;
        let found = holes.binary_search_by_key(&(start as u32), |hole| hole.span.start).ok()?;
        Some((found, holes[found].kind))
    }

    /// The output of the one command of a substitution, without its last newlines: `cat <<'EOF' … EOF`, or echo or
    /// printf of words that are known.
    fn substituted(&self, hole: Span) -> Option<String> {
        let frames = &self.tokens.commands;
        let first = frames.partition_point(|frame| frame.start < hole.start);
        let only = frames[first..].first()?;
        let marks = &self.tokens.structure;
        let mark = marks.partition_point(|&mark| mark < hole.start);
        let compound = marks.get(mark).is_some_and(|&mark| mark < hole.end);
        if compound || only.conditional || only.prefix.is_some() {
            return None;
        }
        let alone = frames.get(first + 1).is_none_or(|next| next.start >= hole.end);
        if only.start >= hole.end || !alone {
            return None;
        }
        let (program, rest) = self.tokens.words(first).split_first()?;
        let from =
            self.tokens.reading.redirects.partition_point(|place| place.op.start < hole.start);
        let mut own =
            self.tokens.redirects[from..].iter().take_while(|redirect| redirect.start < hole.end);
        let redirect = own.next();
        if own.next().is_some() {
            return None;
        }
        let text = match (&*self.spelled(*program), redirect) {
            ("cat", Some(redirect)) if rest.is_empty() && !self.redefines_cat() => {
                let named = redirect.fd.is_none()
                    && redirect.start < self.tokens.reading.redirects[from].op.start;
                if named || !redirect.feeds_stdin() || redirect.command != Some(first as u32) {
                    return None;
                }
                let body = self.heredoc(redirect.heredoc.as_ref()?, redirect.op == "<<-");
                let Value::Literal(text) = body else { return None };
                text
            }
            (name @ ("echo" | "printf"), None) if self.are_builtin(&[name]) => {
                let mut words = Vec::new();
                for (&span, &kind) in rest.iter().zip(&self.tokens.word_kinds(first)[1..]) {
                    self.argument(span, kind, &mut words);
                }
                let words: Option<Vec<&str>> = words.iter().map(Word::literal).collect();
                printed(name, &words?)?
            }
            _ => return None,
        };
        Some(text.trim_end_matches('\n').to_owned())
    }

    /// Whether echo and printf, as far as asked, mean the builtins wherever the text stands.
    pub(crate) fn are_builtin(&self, names: &[&str]) -> bool {
        let redefines = |name: &&str| {
            let once = match *name {
                "echo" => &self.once.redefines_echo,
                "printf" => &self.once.redefines_printf,
                _ => return true,
            };
            *once.get_or_init(|| printed::redefines(self.whole, &[*name]))
        };
        !self.aliases && !names.iter().any(redefines)
    }

    /// Whether the text may make `cat` another command.
    fn redefines_cat(&self) -> bool {
        let holds = |text: &str| self.text.contains(text);
        *self.once.redefines_cat.get_or_init(|| {
            let aliased = holds("alias") && (holds(" cat=") || holds("'cat=") || holds("[cat]"));
            aliased || holds("cat(") || holds("cat (") || holds("function cat")
        })
    }

    /// Notes that the hole, and what lies in it, has a value.
    fn resolve(&self, hole: usize, span: Span) {
        let holes = &self.tokens.holes;
        let mut resolved = self.resolved.borrow_mut();
        resolved.resize(holes.len(), false);
        for inner in hole..holes.len() {
            if !span.covers(holes[inner].span) {
                break;
            }
            resolved[inner] = true;
        }
    }

    /// The index behind the unit at `i`: a quoted stretch, an escape, an expansion or one byte.
    pub(crate) fn behind_unit(&self, i: usize, end: usize) -> usize {
        let bytes = self.text.as_bytes();
        if let Some((hole, _)) = self.hole(i) {
            return self.tokens.holes[hole].span.end as usize;
        }
        match bytes[i] {
            b'\\' => (i + 2).min(end),
            b'\'' => (i + 2 + find(&bytes[i + 1..end], b'\'')).min(end),
            b'$' if bytes.get(self.behind_dollar(i)) == Some(&b'\'') => {
                let mut close = self.behind_dollar(i) + 1;
                while close < end && bytes[close] != b'\'' {
                    close += if bytes[close] == b'\\' { 2 } else { 1 };
                }
                (close + 1).min(end)
            }
            b'"' => {
                let mut close = i + 1;
                while close < end && bytes[close] != b'"' {
                    close = match self.hole(close) {
                        Some((hole, _)) => self.tokens.holes[hole].span.end as usize,
                        None if bytes[close] == b'\\' => close + 2,
                        None => close + 1,
                    };
                }
                (close + 1).min(end)
            }
            _ => i + 1,
        }
    }

    pub(crate) fn bytes(&self) -> &[u8] {
        self.text.as_bytes()
    }
}

/// What is certain of a variable that has one of these values; none if there is no value. An unquoted expansion of
/// it is one field if each of the values is one.
pub(crate) fn one_of(values: &[&str]) -> Option<Value> {
    let (first, rest) = values.split_first()?;
    if rest.iter().all(|value| value == first) {
        return Some(Value::Literal((*first).to_owned()));
    }
    let fields = match values.iter().all(|value| is_one_plain_field(value)) {
        true => Fields::One,
        false => Fields::Any,
    };
    let mut prefix = *first;
    for value in rest {
        let shared = prefix.bytes().zip(value.bytes()).take_while(|(a, b)| a == b).count();
        prefix = &prefix[..floor(prefix, shared)];
    }
    let mut suffix = &first[prefix.len()..];
    for value in rest {
        let value = &value[prefix.len()..];
        let shared =
            suffix.bytes().rev().zip(value.bytes().rev()).take_while(|(a, b)| a == b).count();
        let from = (suffix.len() - shared..=suffix.len()).find(|&at| suffix.is_char_boundary(at));
        suffix = &suffix[from.unwrap_or(suffix.len())..];
    }
    Some(Value::Unknown(Shape { prefix: prefix.to_owned(), suffix: suffix.to_owned(), fields }))
}

/// The last character boundary of the text up to `at`.
fn floor(text: &str, at: usize) -> usize {
    (0..=at).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0)
}

/// The fields of an unquoted expansion of this text (default IFS); none where a pattern or a brace could be in it.
fn split(text: &str) -> Option<Vec<String>> {
    let fields = text.split([' ', '\t', '\n']).filter(|field| !field.is_empty());
    fields.map(|field| is_one_plain_field(field).then(|| field.to_owned())).collect()
}

/// Whether an unquoted expansion of this text is one field equal to it (default IFS, no pattern).
fn is_one_plain_field(text: &str) -> bool {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"_-./:=,%+@".contains(&byte);
    !text.is_empty() && text.bytes().all(plain)
}

/// `!PREFIX*` and `!LIST[*]`, which in quotes are one word (manual 3.5.3).
fn names_in_one_word(name: &str) -> bool {
    let listed = name
        .strip_prefix('!')
        .and_then(|name| name.strip_suffix("[*]").or_else(|| name.strip_suffix('*')));
    listed.is_some_and(is_name)
}

/// Whether the name is that of a count: `${#list[@]}`, `${#@}` (manual 3.5.3).
fn is_count(name: &str) -> bool {
    let Some(counted) = name.strip_prefix('#') else { return false };
    let list = counted.strip_suffix("[@]").unwrap_or(counted);
    counted == "@" || list.len() < counted.len() && is_name(list)
}

/// Whether it is a name and `@` with one letter behind it (manual 3.5.3).
fn is_transformed(parameter: &str) -> bool {
    let Some((name, operator)) = parameter.split_once('@') else { return false };
    is_name(name) && operator.len() == 1 && operator.bytes().all(|byte| byte.is_ascii_alphabetic())
}

/// Whether it is made of the letters of a name, or of a positional parameter.
fn is_name(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

fn find(bytes: &[u8], wanted: u8) -> usize {
    memchr::memchr(wanted, bytes).unwrap_or(bytes.len())
}

fn strip_tabs(body: &str) -> String {
    body.split_inclusive('\n').map(|line| line.trim_start_matches('\t')).collect()
}
