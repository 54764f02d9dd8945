//! Byte classes and reserved words of bash (manual 3.2.1, "Reserved Words"; metacharacters in section 2).

/// What a byte does to a word that is being read.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Class {
    /// Part of the word, nothing more.
    Plain,
    /// Part of the word, whose value then needs evaluation: a pattern, a brace.
    Valued,
    /// Starts a quote or an expansion.
    Special,
    /// Ends the word.
    Meta,
}

const fn class_of(byte: u8) -> Class {
    match byte {
        b' ' | b'\t' | b'\n' | b';' | b'&' | b'|' | b'<' | b'>' | b'(' | b')' | 0 => Class::Meta,
        b'\'' | b'"' | b'\\' | b'$' | b'`' => Class::Special,
        b'*' | b'?' | b'[' | b'{' => Class::Valued,
        _ => Class::Plain,
    }
}

const CLASSES: [Class; 256] = {
    let mut table = [Class::Plain; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = class_of(byte as u8);
        byte += 1;
    }
    table
};

pub(super) fn class(byte: u8) -> Class {
    CLASSES[byte as usize]
}

/// A reserved word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Reserved {
    If,
    Then,
    Elif,
    Else,
    Fi,
    Do,
    Done,
    Case,
    Esac,
    While,
    Until,
    For,
    Select,
    In,
    Function,
    Coproc,
    Time,
    Bang,
    OpenBrace,
    CloseBrace,
    OpenTest,
    CloseTest,
}

/// The reserved word that this text is.
pub(super) fn reserved(word: &[u8]) -> Option<Reserved> {
    Some(match word {
        b"if" => Reserved::If,
        b"then" => Reserved::Then,
        b"elif" => Reserved::Elif,
        b"else" => Reserved::Else,
        b"fi" => Reserved::Fi,
        b"do" => Reserved::Do,
        b"done" => Reserved::Done,
        b"case" => Reserved::Case,
        b"esac" => Reserved::Esac,
        b"while" => Reserved::While,
        b"until" => Reserved::Until,
        b"for" => Reserved::For,
        b"select" => Reserved::Select,
        b"in" => Reserved::In,
        b"function" => Reserved::Function,
        b"coproc" => Reserved::Coproc,
        b"time" => Reserved::Time,
        b"!" => Reserved::Bang,
        b"{" => Reserved::OpenBrace,
        b"}" => Reserved::CloseBrace,
        b"[[" => Reserved::OpenTest,
        b"]]" => Reserved::CloseTest,
        _ => return None,
    })
}

/// Builtins after which `NAME=( … )` is still an assignment (parse.y, PST_ASSIGNOK).
pub(super) fn takes_assignments(word: &[u8]) -> bool {
    matches!(
        word,
        b"declare" | b"typeset" | b"local" | b"export" | b"readonly" | b"alias" | b"eval" | b"let"
    )
}

pub(super) fn is_name_start(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || byte == b'_'
}

pub(super) fn is_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}
