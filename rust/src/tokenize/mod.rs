//! Tokenizers, equal to sacrebleu's on every string.
//!
//! sacrebleu rewrites a line by regular expressions, one after the other, and splits the result at white
//! space. Each module here does the same in one pass over the bytes: the rewriting only ever inserts
//! spaces, so it is enough to know where.

mod international;
mod isolation;
pub mod tercom;
mod western;

use crate::whitespace::{is_space, may_lead_space};
pub use tercom::Options as TercomOptions;

/// A way to break a segment into tokens.
pub enum Tokenizer {
    /// At white space only.
    None,
    /// mteval-v13a's, for Western languages.
    V13a,
    /// mteval-v14's international tokenizer, by Unicode categories.
    International,
    /// 13a for what is not Chinese, and each Chinese character by itself.
    Chinese,
    /// Each character by itself.
    Character,
    /// At white space, and one punctuation mark at the end or start of a word, as chrF++ has its words.
    Chrf,
    /// Tercom's normalisation, `times` times, then white space.
    Tercom { options: TercomOptions, times: usize },
}

impl Tokenizer {
    /// The tokenizer of this name, or nothing.
    pub fn named(name: &str) -> Option<Self> {
        Some(match name {
            "none" => Tokenizer::None,
            "13a" => Tokenizer::V13a,
            "intl" => Tokenizer::International,
            "zh" => Tokenizer::Chinese,
            "char" => Tokenizer::Character,
            "chrf" => Tokenizer::Chrf,
            _ => return None,
        })
    }

    /// The text that `split` works on: the segment itself, or a rewritten copy of it in `buffer`.
    pub fn normalize<'a>(&self, segment: &'a str, buffer: &'a mut String) -> &'a str {
        match self {
            Tokenizer::None | Tokenizer::Character | Tokenizer::Chrf => segment,
            Tokenizer::International => segment.trim_end_matches(is_space),
            Tokenizer::Chinese => segment.trim_matches(is_space),
            Tokenizer::V13a => western::unescape(segment.trim_end_matches(is_space), buffer),
            Tokenizer::Tercom { options, .. } if options.is_identity() => segment,
            Tokenizer::Tercom { options, times } => {
                tercom::tokenize(segment.trim_end_matches(is_space), options, buffer);
                for _ in 1..*times {
                    tercom::tokenize(&single_spaced(buffer), options, buffer);
                }
                buffer
            }
        }
    }

    /// Hands the start and end of each token of a normalised text to `emit`.
    pub fn split(&self, text: &str, emit: impl FnMut(usize, usize)) {
        match self {
            Tokenizer::None | Tokenizer::Tercom { .. } => split_at_space(text, emit),
            Tokenizer::Character => split_characters(text, emit),
            Tokenizer::Chrf => split_chrf_words(text, emit),
            Tokenizer::International => international::split(text, emit),
            Tokenizer::V13a => western::split_padded(text, emit),
            Tokenizer::Chinese => western::split_chinese(text, emit),
        }
    }
}

/// Splits as Python's `str.split()` does.
pub fn split_at_space(text: &str, mut emit: impl FnMut(usize, usize)) {
    let bytes = text.as_bytes();
    let mut start = 0;
    let mut index = 0;
    while index < bytes.len() {
        let byte = bytes[index];
        if byte > b' ' && byte < 0x80 || byte >= 0x80 && !may_lead_space(byte) {
            index += 1;
            continue;
        }
        let character = character_at(text, index);
        if is_space(character) {
            if start < index {
                emit(start, index);
            }
            start = index + character.len_utf8();
        }
        index += character.len_utf8();
    }
    if start < bytes.len() {
        emit(start, bytes.len());
    }
}

/// The words of a text with one space between them.
fn single_spaced(text: &str) -> String {
    let mut result = String::with_capacity(text.len());
    split_at_space(text, |start, end| {
        if !result.is_empty() {
            result.push(' ');
        }
        result.push_str(&text[start..end]);
    });
    result
}

fn split_characters(text: &str, mut emit: impl FnMut(usize, usize)) {
    for (index, character) in text.char_indices() {
        if !is_space(character) {
            emit(index, index + character.len_utf8());
        }
    }
}

/// Takes one mark off the end of each word, or if there is none off its start.
fn split_chrf_words(text: &str, mut emit: impl FnMut(usize, usize)) {
    split_at_space(text, |start, end| {
        let bytes = &text.as_bytes()[start..end];
        let single = text[start..end].chars().nth(1).is_none();
        if !single && bytes[bytes.len() - 1].is_ascii_punctuation() {
            emit(start, end - 1);
            emit(end - 1, end);
        } else if !single && bytes[0].is_ascii_punctuation() {
            emit(start, start + 1);
            emit(start + 1, end);
        } else {
            emit(start, end);
        }
    });
}

/// The character that starts at this byte.
fn character_at(text: &str, index: usize) -> char {
    text[index..].chars().next().expect("the index is inside the text")
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    pub fn tokens(name: &str, text: &str) -> Vec<String> {
        let tokenizer = Tokenizer::named(name).unwrap();
        let mut buffer = String::new();
        let text = tokenizer.normalize(text, &mut buffer);
        let mut tokens = Vec::new();
        tokenizer.split(text, |start, end| tokens.push(text[start..end].to_string()));
        tokens
    }

    #[test]
    fn white_space_of_every_kind_splits() {
        assert_eq!(tokens("none", "\u{a0}a\u{1c}b\u{3000}c\u{200b}d\u{2003}"), ["a", "b", "c\u{200b}d"]);
        assert!(tokens("none", " \t\n").is_empty());
    }

    #[test]
    fn characters_stand_alone() {
        assert_eq!(tokens("char", "a ñ\u{3000}中."), ["a", "ñ", "中", "."]);
    }

    #[test]
    fn a_word_loses_one_mark_at_its_end_or_else_at_its_start() {
        assert_eq!(tokens("chrf", "(hi) «a» . (b x... ñ!"), ["(hi", ")", "«a»", ".", "(", "b", "x..", ".", "ñ", "!"]);
    }

    #[test]
    fn unknown_names_are_nothing() {
        assert!(Tokenizer::named("13A").is_none());
    }
}
