//! From text to words: the one normalisation that the index, its queries and every other counter of phrases use.
//!
//! 1. Format characters (category Cf: soft hyphens, joiners, byte-order marks) are dropped.
//! 2. The text is brought to NFC, case folded if that is asked for (full folding: ß is ss), and to NFC again.
//! 3. U+2019 and U+02BC become an apostrophe, U+2010 and U+2011 a hyphen.
//! 4. A word is a run of letters, marks and numbers. An apostrophe or a hyphen between two of these is part of the word
//!    where it is kept; where it is split, it is a token of its own.
//! 5. White space and control characters are between tokens. Every other character is a token of its own, together with
//!    the marks that follow it.

use caseless::Caseless;
use std::sync::LazyLock;
use unicode_normalization::char::canonical_combining_class;
use unicode_normalization::{IsNormalized, UnicodeNormalization, is_nfc_quick};
use unicode_properties::{GeneralCategory, UnicodeGeneralCategory};

/// Letters, marks and numbers.
const WORD: u8 = 1;
/// Letters, marks and numbers that are marks.
const MARK: u8 = 2;
/// White space and control characters.
const SPACE: u8 = 4;
/// Characters that are dropped.
const FORMAT: u8 = 8;
/// Characters that can neither be composed with what is before them nor be composed otherwise, folded or not.
const STABLE: u8 = 16;
/// Characters that folding changes.
const FOLDS: u8 = 32;

/// The characters whose properties are in a table: all that is common in texts with an alphabet.
const TABLE: usize = 0x3000;
static PROPERTIES: LazyLock<Vec<u8>> =
    LazyLock::new(|| (0..TABLE as u32).map(|number| char::from_u32(number).map_or(0, find_properties)).collect());

fn find_properties(character: char) -> u8 {
    use GeneralCategory as Category;
    let mut found = match character.general_category() {
        Category::UppercaseLetter
        | Category::LowercaseLetter
        | Category::TitlecaseLetter
        | Category::ModifierLetter
        | Category::OtherLetter
        | Category::DecimalNumber
        | Category::LetterNumber
        | Category::OtherNumber => WORD,
        Category::NonspacingMark | Category::SpacingMark | Category::EnclosingMark => WORD | MARK,
        Category::SpaceSeparator | Category::LineSeparator | Category::ParagraphSeparator | Category::Control => SPACE,
        Category::Format => FORMAT,
        _ => 0,
    };
    let is_stable = |character: char| {
        canonical_combining_class(character) == 0
            && is_nfc_quick(std::iter::once(character)) == IsNormalized::Yes
            && !matches!(character.general_category(), Category::Format)
    };
    let fold = || std::iter::once(character).default_case_fold();
    if is_stable(character) && fold().all(is_stable) {
        found |= STABLE;
    }
    if !fold().eq([character]) {
        found |= FOLDS;
    }
    found
}

#[inline]
fn properties(table: &[u8], character: char) -> u8 {
    table.get(character as usize).copied().unwrap_or_else(|| find_properties(character))
}

/// The same sign for what is typed in several ways.
#[inline]
fn unify(character: char) -> char {
    match character {
        '\u{2019}' | '\u{2bc}' => '\'',
        '\u{2010}' | '\u{2011}' => '-',
        other => other,
    }
}

/// Whether a character cannot be composed with what is before it, folded or not.
fn stands_alone(character: char) -> bool {
    let is_first = |found: Option<char>| {
        found.is_some_and(|found| {
            canonical_combining_class(found) == 0 && is_nfc_quick(std::iter::once(found)) == IsNormalized::Yes
        })
    };
    let alone = || std::iter::once(character);
    is_first(alone().nfd().next()) && is_first(alone().nfc().default_case_fold().nfd().next())
}

/// How text becomes words.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Normaliser {
    /// Whether letters that differ in case only are the same.
    pub casefold: bool,
    /// Whether an apostrophe between letters is part of a word.
    pub keep_apostrophes: bool,
    /// Whether a hyphen between letters is part of a word.
    pub keep_hyphens: bool,
}

impl Normaliser {
    /// Hands over the tokens of a line in order. The buffer's content is lost; it is there to be used again.
    pub fn split<'a>(&self, line: &'a str, buffer: &'a mut String, token: impl FnMut(&str)) {
        buffer.clear();
        let table = PROPERTIES.as_slice();
        if line.is_ascii() && !self.casefold {
            return self.cut(line, table, token);
        }
        self.fold(line, table, buffer);
        self.cut(buffer, table, token)
    }

    /// Adds a text without format characters, composed, folded if that is asked for, and with the same apostrophes.
    fn fold(&self, text: &str, table: &[u8], buffer: &mut String) {
        let before = buffer.len();
        if text.is_ascii() {
            buffer.push_str(text);
            if self.casefold {
                buffer[before..].make_ascii_lowercase();
            }
        } else if !self.fold_stable(text, table, buffer) {
            buffer.truncate(before);
            let text = text.chars().filter(|&character| properties(table, character) & FORMAT == 0);
            if self.casefold {
                buffer.extend(text.nfc().default_case_fold().nfc().map(unify));
            } else {
                buffer.extend(text.nfc().map(unify));
            }
        }
    }

    /// Folds a text, if all of its characters are NFC next to any other character.
    fn fold_stable(&self, line: &str, table: &[u8], buffer: &mut String) -> bool {
        for character in line.chars() {
            if character.is_ascii() {
                buffer.push(if self.casefold { character.to_ascii_lowercase() } else { character });
                continue;
            }
            let found = properties(table, character);
            if found & STABLE == 0 {
                return false;
            }
            if self.casefold && found & FOLDS != 0 {
                buffer.extend(std::iter::once(character).default_case_fold().map(unify));
            } else {
                buffer.push(unify(character));
            }
        }
        true
    }

    /// Cuts a text that is normalised already.
    fn cut(&self, text: &str, table: &[u8], mut token: impl FnMut(&str)) {
        let is_at = |at: usize, kind: u8| {
            text[at..].chars().next().is_some_and(|character| properties(table, character) & kind != 0)
        };
        let mut start = None;
        let mut characters = text.char_indices();
        while let Some((at, character)) = characters.next() {
            let found = properties(table, character);
            if found & WORD != 0 {
                start.get_or_insert(at);
                continue;
            }
            let is_kept = (character == '\'' && self.keep_apostrophes) || (character == '-' && self.keep_hyphens);
            if is_kept && start.is_some() && is_at(characters.offset(), WORD) {
                continue;
            }
            if let Some(start) = start.take() {
                token(&text[start..at]);
            }
            if found & SPACE == 0 {
                while is_at(characters.offset(), MARK) {
                    characters.next();
                }
                token(&text[at..characters.offset()]);
            }
        }
        if let Some(start) = start {
            token(&text[start..]);
        }
    }

    /// The tokens of a text, and where each starts and ends in it, in characters.
    ///
    /// Where one character becomes several tokens, all of these have its place: ŉ is an apostrophe and n.
    pub fn locate(&self, text: &str) -> Vec<(String, usize, usize)> {
        let table = PROPERTIES.as_slice();
        let mut folded = String::with_capacity(text.len());
        // The characters of the text that each byte comes from.
        let mut origins = Vec::with_capacity(text.len());
        let mut piece = String::new();
        let (mut first, mut stop) = (0, 0);
        for (place, character) in text.chars().enumerate() {
            let found = properties(table, character);
            if found & FORMAT != 0 {
                continue;
            }
            // What is composed with each other is folded together.
            if found & STABLE != 0 || stands_alone(character) {
                self.fold(&piece, table, &mut folded);
                origins.resize(folded.len(), (first, stop));
                piece.clear();
                first = place;
            } else if piece.is_empty() {
                first = place;
            }
            piece.push(character);
            stop = place + 1;
        }
        self.fold(&piece, table, &mut folded);
        origins.resize(folded.len(), (first, stop));
        let mut found = Vec::new();
        self.cut(&folded, table, |token| {
            let start = token.as_ptr() as usize - folded.as_ptr() as usize;
            found.push((token.to_string(), origins[start].0, origins[start + token.len() - 1].1));
        });
        found
    }

    /// The tokens of a text, each a string of its own.
    pub fn words(&self, text: &str) -> Vec<String> {
        let mut words = Vec::new();
        self.split(text, &mut String::new(), |word| words.push(word.to_string()));
        words
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KEEP: Normaliser = Normaliser { casefold: true, keep_apostrophes: true, keep_hyphens: true };
    const SPLIT: Normaliser = Normaliser { casefold: false, keep_apostrophes: false, keep_hyphens: false };

    #[test]
    fn words_and_marks_are_apart() {
        assert_eq!(SPLIT.words("¿Qué, hoy? 3.14"), ["¿", "Qué", ",", "hoy", "?", "3", ".", "14"]);
        assert_eq!(KEEP.words("  \t\u{a0}"), Vec::<String>::new());
        assert_eq!(KEEP.words(""), Vec::<String>::new());
    }

    #[test]
    fn apostrophes_and_hyphens_are_kept_or_split() {
        assert_eq!(KEEP.words("Don’t well-known -x- 'y'"), ["don't", "well-known", "-", "x", "-", "'", "y", "'"]);
        assert_eq!(SPLIT.words("l'home fer\u{2011}ne"), ["l", "'", "home", "fer", "-", "ne"]);
        assert_eq!(KEEP.words("a--b a'"), ["a", "-", "-", "b", "a", "'"]);
    }

    #[test]
    fn composed_and_decomposed_are_the_same() {
        assert_eq!(SPLIT.words("cafe\u{301}"), ["café"]);
        assert_eq!(KEEP.words("E\u{301}l"), KEEP.words("Él"));
        // Folding alone would leave these decomposed.
        assert_eq!(KEEP.words("\u{1f0}"), ["\u{1f0}"]);
        assert_eq!(KEEP.words("STRASSE Straße"), ["strasse", "strasse"]);
    }

    #[test]
    fn format_characters_are_dropped_and_marks_follow_their_sign() {
        assert_eq!(SPLIT.words("\u{feff}co\u{ad}operate"), ["cooperate"]);
        assert_eq!(SPLIT.words("a\u{ad}\u{301}"), ["á"]);
        assert_eq!(SPLIT.words("❤\u{fe0f}x"), ["❤\u{fe0f}", "x"]);
    }

    #[test]
    fn the_short_way_gives_what_the_long_way_gives() {
        for number in (0..0x3100).chain(0x1f000..0x1f700) {
            let Some(character) = char::from_u32(number) else { continue };
            for normaliser in [KEEP, SPLIT] {
                let text = format!("a{character}b {character}");
                // A mark that is not composed forces the long way.
                let long = format!("{text} q\u{301}");
                let mut expected = normaliser.words(&text);
                expected.push("q\u{301}".to_string());
                assert_eq!(normaliser.words(&long), expected, "U+{number:04X}");
            }
        }
    }

    #[test]
    fn words_are_where_they_are_said_to_be() {
        let found = KEEP.locate("¿Qu\u{e9}\u{ad} E\u{301}l Straße’s?");
        let places: Vec<_> = found.iter().map(|(word, start, end)| (word.as_str(), *start, *end)).collect();
        assert_eq!(places, [("¿", 0, 1), ("qué", 1, 4), ("él", 6, 9), ("strasse's", 10, 18), ("?", 18, 19)]);
        // Folding may cut a character, and make a letter of a mark.
        let place = |text: &str| KEEP.locate(text);
        assert_eq!(place("!ŉ"), [("!".into(), 0, 1), ("'".into(), 1, 2), ("n".into(), 1, 2)]);
        assert_eq!(place("! \u{212b}\u{345}a"), [("!".into(), 0, 1), ("åιa".into(), 2, 5)]);
    }

    #[test]
    fn located_words_are_the_words() {
        for number in (0..0x3100).chain(0x1f000..0x1f700) {
            let Some(character) = char::from_u32(number) else { continue };
            for normaliser in [KEEP, SPLIT] {
                let text = format!("a{character}b {character}\u{301} 'x{character}");
                let found: Vec<String> = normaliser.locate(&text).into_iter().map(|(word, _, _)| word).collect();
                assert_eq!(found, normaliser.words(&text), "U+{number:04X}");
            }
        }
    }
}
