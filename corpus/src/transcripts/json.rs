//! JSON values that may have any shape: what is looked for is kept, what is not is skipped without being built. It never fails on an unexpected type.

use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;

use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserialize, Deserializer, Error as _, IgnoredAny, MapAccess, SeqAccess, Visitor};

/// What is looked for in an object: a struct of members, each of which may be missing.
macro_rules! shape {
    ($(#[$about:meta])* $seen:vis struct $name:ident<$life:lifetime> {
        $($(#[$member:meta])* $open:vis $field:ident: $type:ty,)*
    }) => {
        #[derive(serde::Deserialize, Default)]
        #[serde(default)]
        $(#[$about])*
        $seen struct $name<$life> {
            $(#[serde(borrow)] $(#[$member])* $open $field: $type,)*
        }
    };
}
pub(super) use shape;

/// Why a text is not the JSON that was expected.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Damage {
    /// The text ends inside a value.
    Truncated,
    /// The text is no JSON.
    Syntax,
    /// Lists or objects are nested deeper than the parser follows.
    TooDeep,
    /// A key is given twice, or a list is longer than any message's.
    Shape,
    /// Something follows where nothing may.
    Trailing,
}

impl Damage {
    pub(super) const fn text(self) -> &'static str {
        match self {
            Damage::Truncated => "the JSON ends too early",
            Damage::Syntax => "not JSON",
            Damage::TooDeep => "JSON nested too deep",
            Damage::Shape => "a JSON key given twice, or a list too long",
            Damage::Trailing => "text after the JSON value",
        }
    }

    fn of(error: &serde_json::Error) -> Damage {
        match error.classify() {
            serde_json::error::Category::Eof => Damage::Truncated,
            serde_json::error::Category::Data => Damage::Shape,
            serde_json::error::Category::Io => Damage::Syntax,
            serde_json::error::Category::Syntax => {
                if error.to_string().starts_with("recursion limit") {
                    Damage::TooDeep
                } else {
                    Damage::Syntax
                }
            }
        }
    }
}

/// The first value of `text`, and how many bytes it takes. With `whole`, nothing but blanks may follow it.
pub(super) fn first<'a, T: Deserialize<'a>>(
    text: &'a str,
    whole: bool,
) -> Result<(T, usize), Damage> {
    let mut values = serde_json::Deserializer::from_str(text).into_iter::<T>();
    let value = match values.next() {
        Some(Ok(value)) => value,
        Some(Err(error)) => return Err(Damage::of(&error)),
        None => return Err(Damage::Truncated),
    };
    let used = values.byte_offset();
    if whole && !text[used..].trim_ascii().is_empty() {
        return Err(Damage::Trailing);
    }
    Ok((value, used))
}

/// A member of an object, with the offsets of its value.
pub(super) struct Member<'a> {
    pub(super) name: Cow<'a, str>,
    pub(super) start: usize,
    pub(super) end: usize,
}

/// The members of the object at `at`, as far as they can be told, and where it ends, if it does. No document of an
/// agent has thousands of them.
pub(super) fn members(text: &str, at: usize) -> (Vec<Member<'_>>, Option<usize>) {
    const MOST: usize = 4096;
    let mut found = Vec::new();
    let end = walk_members(text, at, &mut |member| {
        found.push(member);
        found.len() < MOST
    });
    (found, end)
}

fn walk_members<'a>(
    text: &'a str,
    at: usize,
    each: &mut dyn FnMut(Member<'a>) -> bool,
) -> Option<usize> {
    let offset = |rest: &str| text.len() - rest.len();
    let mut rest = text[at..].strip_prefix('{')?.trim_ascii_start();
    if let Some(rest) = rest.strip_prefix('}') {
        return Some(offset(rest));
    }
    loop {
        let (name, used) = first::<Scalar<'a>>(rest, false).ok()?;
        let name = name.into_text()?;
        rest = rest[used..].trim_ascii_start().strip_prefix(':')?.trim_ascii_start();
        let start = offset(rest);
        let value = first::<IgnoredAny>(rest, false);
        let end = value.as_ref().map_or(text.len(), |(_, used)| start + used);
        if !each(Member { name, start, end }) {
            return None;
        }
        value.ok()?;
        rest = text[end..].trim_ascii_start();
        if let Some(rest) = rest.strip_prefix('}') {
            return Some(offset(rest));
        }
        rest = rest.strip_prefix(',')?.trim_ascii_start();
    }
}

/// A string, a number, a flag, or nothing of the kind.
#[derive(Debug, Default)]
pub(super) enum Scalar<'a> {
    /// Not there, or null.
    #[default]
    Absent,
    /// A string.
    Text(Cow<'a, str>),
    /// A whole number that fits.
    Number(i64),
    /// True or false.
    Flag(bool),
    /// Anything else.
    Other,
}

impl<'a> Scalar<'a> {
    pub(super) fn text(&self) -> Option<&str> {
        match self {
            Scalar::Text(text) => Some(text),
            Scalar::Absent | Scalar::Number(_) | Scalar::Flag(_) | Scalar::Other => None,
        }
    }

    pub(super) fn owned(&self) -> Option<String> {
        self.text().map(str::to_owned)
    }

    pub(super) fn into_text(self) -> Option<Cow<'a, str>> {
        match self {
            Scalar::Text(text) => Some(text),
            Scalar::Absent | Scalar::Number(_) | Scalar::Flag(_) | Scalar::Other => None,
        }
    }

    pub(super) fn number(&self) -> Option<i64> {
        match self {
            Scalar::Number(number) => Some(*number),
            Scalar::Absent | Scalar::Text(_) | Scalar::Flag(_) | Scalar::Other => None,
        }
    }

    pub(super) fn is_true(&self) -> bool {
        matches!(self, Scalar::Flag(true))
    }
}

impl<'de: 'a, 'a> Deserialize<'de> for Scalar<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Scalar<'a>, D::Error> {
        deserializer.deserialize_any(ScalarVisitor(PhantomData))
    }
}

struct ScalarVisitor<'a>(PhantomData<&'a str>);

impl<'de: 'a, 'a> Visitor<'de> for ScalarVisitor<'a> {
    type Value = Scalar<'a>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("any value")
    }

    fn visit_bool<E>(self, flag: bool) -> Result<Scalar<'a>, E> {
        Ok(Scalar::Flag(flag))
    }

    fn visit_i64<E>(self, number: i64) -> Result<Scalar<'a>, E> {
        Ok(Scalar::Number(number))
    }

    fn visit_u64<E>(self, number: u64) -> Result<Scalar<'a>, E> {
        Ok(i64::try_from(number).map_or(Scalar::Other, Scalar::Number))
    }

    fn visit_f64<E>(self, _: f64) -> Result<Scalar<'a>, E> {
        Ok(Scalar::Other)
    }

    fn visit_borrowed_str<E>(self, text: &'de str) -> Result<Scalar<'a>, E> {
        Ok(Scalar::Text(Cow::Borrowed(text)))
    }

    fn visit_str<E>(self, text: &str) -> Result<Scalar<'a>, E> {
        Ok(Scalar::Text(Cow::Owned(text.to_owned())))
    }

    fn visit_unit<E>(self) -> Result<Scalar<'a>, E> {
        Ok(Scalar::Absent)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Scalar<'a>, A::Error> {
        while items.next_element::<IgnoredAny>()?.is_some() {}
        Ok(Scalar::Other)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Scalar<'a>, A::Error> {
        while entries.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
        Ok(Scalar::Other)
    }
}

/// An object of a known kind, a string, a list of such, or something else.
#[derive(Debug, Default)]
pub(super) enum Node<'a, T> {
    /// Not there, or neither object, string nor list.
    #[default]
    Absent,
    /// A string.
    Text(Cow<'a, str>),
    /// An object.
    Object(T),
    /// The objects and strings of a list; its other items are dropped.
    List(Vec<Node<'a, T>>),
}

impl<T> Node<'_, T> {
    pub(super) fn object(self) -> Option<T> {
        match self {
            Node::Object(object) => Some(object),
            Node::Absent | Node::Text(_) | Node::List(_) => None,
        }
    }
}

impl<'de: 'a, 'a, T: Deserialize<'de>> Deserialize<'de> for Node<'a, T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Node<'a, T>, D::Error> {
        deserializer.deserialize_any(NodeVisitor(PhantomData))
    }
}

struct NodeVisitor<'a, T>(PhantomData<(&'a str, T)>);

/// A message has a few blocks, rarely hundreds. Beyond this, a line of empty objects would fill memory many times its own size.
const LONGEST_LIST: usize = 1 << 16;

impl<'de: 'a, 'a, T: Deserialize<'de>> Visitor<'de> for NodeVisitor<'a, T> {
    type Value = Node<'a, T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("any value")
    }

    fn visit_bool<E>(self, _: bool) -> Result<Node<'a, T>, E> {
        Ok(Node::Absent)
    }

    fn visit_i64<E>(self, _: i64) -> Result<Node<'a, T>, E> {
        Ok(Node::Absent)
    }

    fn visit_u64<E>(self, _: u64) -> Result<Node<'a, T>, E> {
        Ok(Node::Absent)
    }

    fn visit_f64<E>(self, _: f64) -> Result<Node<'a, T>, E> {
        Ok(Node::Absent)
    }

    fn visit_borrowed_str<E>(self, text: &'de str) -> Result<Node<'a, T>, E> {
        Ok(Node::Text(Cow::Borrowed(text)))
    }

    fn visit_str<E>(self, text: &str) -> Result<Node<'a, T>, E> {
        Ok(Node::Text(Cow::Owned(text.to_owned())))
    }

    fn visit_unit<E>(self) -> Result<Node<'a, T>, E> {
        Ok(Node::Absent)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Node<'a, T>, A::Error> {
        let mut kept = Vec::new();
        while let Some(item) = items.next_element::<Node<'a, T>>()? {
            if matches!(item, Node::Absent | Node::List(_)) {
                continue;
            }
            if kept.len() == LONGEST_LIST {
                return Err(A::Error::custom("list too long"));
            }
            kept.push(item);
        }
        Ok(Node::List(kept))
    }

    fn visit_map<A: MapAccess<'de>>(self, entries: A) -> Result<Node<'a, T>, A::Error> {
        T::deserialize(MapAccessDeserializer::new(entries)).map(Node::Object)
    }
}

shape! {
    /// A block of text, among other blocks.
    pub(super) struct Text<'a> {
        text: Scalar<'a>,
    }
}

/// The first text of a content: it is one, or is a block or a list of blocks that hold one.
pub(super) fn first_text<'a>(content: &'a Node<'_, Text<'_>>) -> Option<&'a str> {
    match content {
        Node::Text(text) => Some(text),
        Node::Object(block) => block.text.text(),
        Node::List(blocks) => blocks.iter().find_map(|block| match block {
            Node::Object(block) => block.text.text(),
            Node::Text(text) => Some(text.as_ref()),
            Node::Absent | Node::List(_) => None,
        }),
        Node::Absent => None,
    }
}

/// The text with every `\uD8xx` escape that has no partner replaced by `\ufffd`; none when all have one. Offsets stay.
///
/// Agents written in JavaScript cut strings between the two halves of a character and write the half that is left.
pub(super) fn mend_surrogates(text: &str) -> Option<String> {
    let bytes = text.as_bytes();
    let unit = |at: usize| -> Option<u16> {
        let digits = bytes.get(at..at + 6)?.strip_prefix(b"\\u")?;
        u16::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()
    };
    let mut mended: Option<Vec<u8>> = None;
    let mut at = 0;
    while let Some(found) = memchr::memchr(b'\\', &bytes[at..]) {
        at += found;
        let half = match unit(at) {
            Some(half @ 0xD800..=0xDFFF) => half,
            Some(_) | None => {
                at = (at + 2).min(bytes.len());
                continue;
            }
        };
        if half < 0xDC00 && matches!(unit(at + 6), Some(0xDC00..=0xDFFF)) {
            at += 12;
            continue;
        }
        mended.get_or_insert_with(|| bytes.to_vec())[at..at + 6].copy_from_slice(b"\\ufffd");
        at += 6;
    }
    mended.and_then(|bytes| String::from_utf8(bytes).ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, mended: Option<&str>) {
        assert_eq!(mend_surrogates(text).as_deref(), mended, "{text}");
    }

    #[test]
    fn only_halves_without_a_partner_are_mended() {
        check(r#""plain""#, None);
        check(r#""\ud83d\ude00""#, None);
        check(r#""\ud83d""#, Some(r#""\ufffd""#));
        check(r#""\ude00 x""#, Some(r#""\ufffd x""#));
        check(r#""\ud83d\ud83d\ude00""#, Some(r#""\ufffd\ud83d\ude00""#));
        check(r#""\\ud83d""#, None);
        check(r#""\u00e9\ud83dé""#, Some(r#""\u00e9\ufffdé""#));
        check("\\", None);
        check("\\ud83", None);
    }

    #[test]
    fn half_characters_in_skipped_values_do_no_harm() {
        #[derive(serde::Deserialize, Default)]
        #[serde(default)]
        struct Kept<'a> {
            #[serde(borrow)]
            command: Scalar<'a>,
        }
        let read = |text| first::<Node<'_, Kept<'_>>>(text, true).map(|(kept, _)| kept.object());
        let kept = read(r#"{"output":"\ud83d","command":"ls"}"#).unwrap().unwrap();
        assert_eq!(kept.command.text(), Some("ls"));
        assert_eq!(read(r#"{"command":"\ud83d"}"#).err(), Some(Damage::Syntax));
    }

    #[test]
    fn nesting_is_refused_where_it_is_followed_and_passed_where_it_is_skipped() {
        let deep =
            |open: &str, close: &str| format!("{}1{}", open.repeat(100_000), close.repeat(100_000));
        let list = deep("[", "]");
        assert!(first::<IgnoredAny>(&list, true).is_ok());
        assert_eq!(first::<Node<'_, IgnoredAny>>(&list, true).err(), Some(Damage::TooDeep));
    }
}
