//! The escapes of `$'…'` (manual 3.1.2.4). Nothing else is expanded there.

/// The bytes that the text between the quotes stands for. A NUL cuts it off, as in bash's C strings.
pub(super) fn decode(text: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    let mut i = 0;
    while i < text.len() {
        let byte = text[i];
        i += 1;
        if byte != b'\\' || i == text.len() {
            out.push(byte);
            continue;
        }
        let escape = text[i];
        i += 1;
        let decoded = match escape {
            b'a' => 7,
            b'b' => 8,
            b'e' | b'E' => 27,
            b'f' => 12,
            b'n' => b'\n',
            b'r' => b'\r',
            b't' => b'\t',
            b'v' => 11,
            b'\\' | b'\'' | b'"' | b'?' => escape,
            b'0'..=b'7' => {
                let (value, used) = number(&text[i - 1..], 8, 3);
                i += used - 1;
                value as u8
            }
            b'x' if text.get(i) == Some(&b'{') => {
                // `\x{67}` takes all hex digits and keeps the low byte; without a digit it is cut off.
                let (value, used) = number(&text[i + 1..], 16, usize::MAX);
                i += 1 + used;
                if text.get(i) == Some(&b'}') {
                    i += 1;
                }
                value as u8
            }
            b'x' => {
                let (value, used) = number(&text[i..], 16, 2);
                i += used;
                if used == 0 {
                    out.extend([b'\\', b'x']);
                    continue;
                }
                value as u8
            }
            b'u' | b'U' => {
                let (value, used) = number(&text[i..], 16, if escape == b'u' { 4 } else { 8 });
                i += used;
                match char::from_u32(value).filter(|_| used > 0) {
                    Some('\0') => 0,
                    Some(letter) => {
                        out.extend(letter.encode_utf8(&mut [0; 4]).bytes());
                        continue;
                    }
                    // A number that is no character gives bytes that are no UTF-8: the value is then unknown.
                    None if used > 0 => {
                        out.push(0xff);
                        continue;
                    }
                    None => {
                        out.extend([b'\\', escape]);
                        continue;
                    }
                }
            }
            b'c' if i < text.len() => {
                let letter = text[i];
                // `\c\\` is one control character (strtrans.c, ansicstr).
                i += if text[i..].starts_with(b"\\\\") { 2 } else { 1 };
                if letter == b'?' { 127 } else { letter.to_ascii_uppercase() & 0x1f }
            }
            other => {
                out.extend([b'\\', other]);
                continue;
            }
        };
        if decoded == 0 {
            return out;
        }
        out.push(decoded);
    }
    out
}

fn number(text: &[u8], base: u32, most: usize) -> (u32, usize) {
    let mut value = 0_u32;
    let mut used = 0;
    for &byte in text.iter().take(most) {
        let Some(digit) = char::from(byte).to_digit(base) else { break };
        value = value.wrapping_mul(base).wrapping_add(digit);
        used += 1;
    }
    (value, used)
}
