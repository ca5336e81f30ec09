//! mteval-v13a's tokenizer (`13a`), and the Chinese one that shares its rules (`zh`).

use super::character_at;
use super::isolation::{Neighbour, is_last_isolated};
use crate::whitespace::{is_space, may_lead_space};
use memchr::memchr3_iter;

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
    /// The first byte of a character outside ASCII that has to be looked at.
    Wide,
}

/// Outside ASCII only white space matters.
const KINDS: [Kind; 256] = kinds(false);

/// Every character outside ASCII may be Chinese.
const CHINESE_KINDS: [Kind; 256] = kinds(true);

const fn kinds(chinese: bool) -> [Kind; 256] {
    let mut kinds = [Kind::Word; 256];
    let mut byte = 0;
    while byte < 256 {
        kinds[byte] = match byte as u8 {
            b'\t'..=b'\r' | 0x1c..=0x1f | b' ' => Kind::Space,
            b'!'..=b'&' | b'('..=b'+' | b'/' | b':'..=b'@' | b'['..=b'`' | b'{'..=b'~' => Kind::Symbol,
            b'.' | b',' => Kind::Point,
            b'-' => Kind::Dash,
            first if may_lead_space(first) || chinese && first >= 0xc0 => Kind::Wide,
            _ => Kind::Word,
        };
        byte += 1;
    }
    kinds
}

/// The entities that mteval knows, in the order in which it replaces them.
const ENTITIES: [(&str, &str); 4] = [("&quot;", "\""), ("&amp;", "&"), ("&lt;", "<"), ("&gt;", ">")];

/// Undoes mark-up and line breaks as mteval does: `<skipped>`, end-of-line hyphens, four entities.
pub fn unescape<'a>(text: &'a str, buffer: &'a mut String) -> &'a str {
    let bytes = text.as_bytes();
    let is_marked = |at: usize| match bytes[at] {
        b'\n' => true,
        b'<' => text[at..].starts_with("<skipped>"),
        _ => ENTITIES.iter().any(|(entity, _)| text[at..].starts_with(entity)),
    };
    if !memchr3_iter(b'\n', b'&', b'<', bytes).any(is_marked) {
        return text;
    }
    // What is left when "<skipped>" goes may be an entity, so all of it is looked at again.
    let unbroken = text.replace("<skipped>", "").replace("-\n", "").replace('\n', " ");
    *buffer = ENTITIES.iter().fold(unbroken, |text, (entity, character)| text.replace(entity, character));
    buffer
}

/// Splits a text as if a space stood at each of its ends.
pub fn split_padded(text: &str, emit: impl FnMut(usize, usize)) {
    split(text, Neighbour::Other, &KINDS, |_| false, emit);
}

/// Splits a text whose Chinese characters stand alone. Its ends are not padded.
pub fn split_chinese(text: &str, emit: impl FnMut(usize, usize)) {
    split(text, Neighbour::Edge, &CHINESE_KINDS, is_chinese, emit);
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
    kinds: &[Kind; 256],
    stands_alone: impl Fn(char) -> bool,
    mut emit: impl FnMut(usize, usize),
) {
    let bytes = text.as_bytes();
    // The open word is text[start..index]; it is empty when they are equal.
    let mut start = 0;
    let mut index = 0;
    loop {
        // Most bytes are inside words: a loop of their own keeps them off the branches below.
        index += bytes[index..].iter().take_while(|&&byte| kinds[byte as usize] == Kind::Word).count();
        let Some(&byte) = bytes.get(index) else { break };
        let mut kind = kinds[byte as usize];
        let mut end = index + 1;
        if kind == Kind::Wide {
            let character = character_at(text, index);
            end = index + character.len_utf8();
            kind = match character {
                character if is_space(character) => Kind::Space,
                character if stands_alone(character) => Kind::Symbol,
                _ => Kind::Word,
            };
        }
        if kind == Kind::Dash {
            kind = if index > 0 && bytes[index - 1].is_ascii_digit() { Kind::Symbol } else { Kind::Word };
        }
        if kind == Kind::Word {
            index = end;
            continue;
        }
        if kind == Kind::Point {
            let run = points_at(bytes, index, edge);
            end = run.end;
            if run.stays_joined {
                index = end;
                continue;
            }
            if start < index {
                emit(start, index);
            }
            (index..run.isolated_end).for_each(|mark| emit(mark, mark + 1));
            start = run.isolated_end;
        } else {
            if start < index {
                emit(start, index);
            }
            if kind == Kind::Symbol {
                emit(index, end);
            }
            start = end;
        }
        index = end;
    }
    if start < bytes.len() {
        emit(start, bytes.len());
    }
}

/// A run of full stops and commas.
struct Points {
    end: usize,
    /// Where those end that stand alone: at the end of the run, or one before it.
    isolated_end: usize,
    /// Whether it is a single mark that stays with its neighbours.
    stays_joined: bool,
}

fn points_at(bytes: &[u8], start: usize, edge: Neighbour) -> Points {
    let length = bytes[start..].iter().take_while(|byte| matches!(byte, b'.' | b',')).count();
    let end = start + length;
    let neighbour = |byte: Option<&u8>| match byte {
        None => edge,
        Some(byte) if byte.is_ascii_digit() => Neighbour::Digit,
        Some(_) => Neighbour::Other,
    };
    let isolated = is_last_isolated(length, neighbour(bytes[..start].last()), neighbour(bytes.get(end)));
    Points { end, isolated_end: end - usize::from(!isolated), stays_joined: length == 1 && !isolated }
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
