//! mteval-v13a's tokenizer (`13a`), and the Chinese one that shares its rules (`zh`).

use super::character_at;
use super::isolation::{Neighbour, is_last_isolated};
use crate::whitespace::{is_space, may_lead_space};
use memchr::{memchr3, memmem};

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Word,
    Space,
    /// Stands alone wherever it occurs.
    Symbol,
    /// A full stop or comma: stands alone unless between digits.
    Point,
    /// Stands alone after a digit.
    Dash,
    /// The first byte of a character outside ASCII that may be white space.
    Wide,
}

const KINDS: [Kind; 256] = kinds();

const fn kinds() -> [Kind; 256] {
    let mut kinds = [Kind::Word; 256];
    let mut byte = 0;
    while byte < 256 {
        kinds[byte] = match byte as u8 {
            b'\t'..=b'\r' | 0x1c..=0x1f | b' ' => Kind::Space,
            b'!'..=b'&' | b'('..=b'+' | b'/' | b':'..=b'@' | b'['..=b'`' | b'{'..=b'~' => Kind::Symbol,
            b'.' | b',' => Kind::Point,
            b'-' => Kind::Dash,
            0xc2 | 0xe1 | 0xe2 | 0xe3 => Kind::Wide,
            _ => Kind::Word,
        };
        byte += 1;
    }
    kinds
}

/// Undoes mark-up and line breaks as mteval does: `<skipped>`, end-of-line hyphens, four entities.
pub fn unescape<'a>(text: &'a str, buffer: &'a mut String) -> &'a str {
    let bytes = text.as_bytes();
    if memchr3(b'\n', b'&', b'<', bytes).is_none() {
        return text;
    }
    let mut result = text.replace("<skipped>", "").replace("-\n", "").replace('\n', " ");
    if memmem::find(bytes, b"&").is_some() {
        for (entity, character) in [("&quot;", "\""), ("&amp;", "&"), ("&lt;", "<"), ("&gt;", ">")] {
            result = result.replace(entity, character);
        }
    }
    *buffer = result;
    buffer
}

/// Splits a text as if a space stood at each of its ends.
pub fn split_padded(text: &str, emit: impl FnMut(usize, usize)) {
    split(text, Neighbour::Other, |_| false, false, emit);
}

/// Splits a text whose Chinese characters stand alone. Its ends are not padded.
pub fn split_chinese(text: &str, emit: impl FnMut(usize, usize)) {
    split(text, Neighbour::Edge, is_chinese, true, emit);
}

/// What the tokenizer of the WMT Chinese tasks takes for Chinese.
///
/// Two of its ranges were meant to be supplementary planes, but are written with four-digit escapes, and so
/// cover U+2001 to U+2A6D and U+2F81 to U+2FA1. To equal it is the point here.
fn is_chinese(character: char) -> bool {
    matches!(character,
        '\u{2001}'..='\u{2a6d}' | '\u{2e80}'..='\u{2eff}' | '\u{2f00}'..='\u{2fdf}' | '\u{2ff0}'..='\u{303f}'
        | '\u{3100}'..='\u{312f}' | '\u{31a0}'..='\u{31bf}' | '\u{31c0}'..='\u{31ef}' | '\u{3200}'..='\u{4db5}'
        | '\u{4e00}'..='\u{9fbb}' | '\u{f900}'..='\u{fa2d}' | '\u{fa30}'..='\u{fa6a}' | '\u{fa70}'..='\u{fad9}'
        | '\u{fe10}'..='\u{fe1f}' | '\u{fe30}'..='\u{fe4f}' | '\u{ff00}'..='\u{ffef}')
}

fn split(
    text: &str,
    edge: Neighbour,
    stands_alone: impl Fn(char) -> bool,
    look_at_all: bool,
    mut emit: impl FnMut(usize, usize),
) {
    let bytes = text.as_bytes();
    let is_digit = |index: usize| bytes.get(index).is_some_and(u8::is_ascii_digit);
    // The open word is text[start..index]; it is empty when they are equal.
    let mut start = 0;
    let mut index = 0;
    while index < bytes.len() {
        let byte = bytes[index];
        let mut kind = KINDS[byte as usize];
        let mut width = 1;
        if byte >= 0x80 && (look_at_all || kind == Kind::Wide) {
            let character = character_at(text, index);
            width = character.len_utf8();
            kind = match character {
                character if may_lead_space(byte) && is_space(character) => Kind::Space,
                character if stands_alone(character) => Kind::Symbol,
                _ => Kind::Word,
            };
        }
        match kind {
            Kind::Word | Kind::Wide => index += width,
            Kind::Dash if index == 0 || !is_digit(index - 1) => index += width,
            Kind::Space => {
                if start < index {
                    emit(start, index);
                }
                index += width;
                start = index;
            }
            Kind::Symbol | Kind::Dash => {
                if start < index {
                    emit(start, index);
                }
                emit(index, index + width);
                index += width;
                start = index;
            }
            Kind::Point => {
                let length = bytes[index..].iter().take_while(|byte| matches!(byte, b'.' | b',')).count();
                let end = index + length;
                let before = match index {
                    0 => edge,
                    _ if is_digit(index - 1) => Neighbour::Digit,
                    _ => Neighbour::Other,
                };
                let after = match end {
                    _ if end == bytes.len() => edge,
                    _ if is_digit(end) => Neighbour::Digit,
                    _ => Neighbour::Other,
                };
                let isolated = is_last_isolated(length, before, after);
                if length > 1 || isolated {
                    if start < index {
                        emit(start, index);
                    }
                    let last = end - usize::from(!isolated);
                    (index..last).for_each(|mark| emit(mark, mark + 1));
                    start = last;
                }
                index = end;
            }
        }
    }
    if start < bytes.len() {
        emit(start, bytes.len());
    }
}

#[cfg(test)]
mod tests {
    use crate::tokenize::tests::tokens;

    #[test]
    fn numbers_keep_their_points() {
        assert_eq!(
            tokens("13a", "It cost $1,234.56, or 3.5%."),
            ["It", "cost", "$", "1,234.56", ",", "or", "3.5", "%", "."]
        );
    }

    #[test]
    fn runs_of_points_split_as_the_regular_expressions_do() {
        assert_eq!(tokens("13a", "a..5"), ["a", ".", ".5"]);
        assert_eq!(tokens("13a", "1..5"), ["1", ".", ".", "5"]);
        assert_eq!(tokens("13a", "well..."), ["well", ".", ".", "."]);
    }

    #[test]
    fn dashes_split_after_digits_only() {
        assert_eq!(tokens("13a", "2005-2006 well-known 1--2"), ["2005", "-", "2006", "well-known", "1", "-", "-2"]);
    }

    #[test]
    fn mark_up_is_undone() {
        assert_eq!(tokens("13a", "&quot;a&amp;lt;b<skipped> co-\nop x\ny"), ["\"", "a", "<", "b", "coop", "x", "y"]);
    }

    #[test]
    fn chinese_characters_stand_alone_and_ends_are_not_padded() {
        assert_eq!(tokens("zh", " 我有 2 本书5."), ["我", "有", "2", "本", "书", "5."]);
        assert_eq!(tokens("zh", "“a”"), ["“", "a", "”"]);
    }
}
