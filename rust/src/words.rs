//! Words as small numbers, so that the kernels compare integers.

use crate::table::{ABSENT, Table};
use crate::tokens::{Segment, Token};

/// The words of one segment, its references included: equal words have equal numbers, from 0 on.
pub struct Words<'a> {
    table: Table,
    first: Vec<(Segment<'a>, Token)>,
}

impl<'a> Words<'a> {
    /// No words yet.
    pub fn new() -> Self {
        Words { table: Table::new(), first: Vec::new() }
    }

    /// Forgets all words.
    pub fn clear(&mut self) {
        self.table.clear();
        self.first.clear();
    }

    fn find(&self, segment: Segment<'a>, token: Token) -> u32 {
        self.table.find(token.key, |value| {
            token.is_short() || {
                let (other, first) = self.first[value as usize];
                other.bytes(first) == segment.bytes(token)
            }
        })
    }

    fn number(&mut self, segment: Segment<'a>, token: Token) -> u32 {
        let found = self.find(segment, token);
        if found != ABSENT {
            return found;
        }
        let number = self.first.len() as u32;
        self.table.insert(token.key, number);
        self.first.push((segment, token));
        number
    }

    /// Numbers a segment's words, with new numbers for new words.
    pub fn number_all(&mut self, segment: Segment<'a>, numbers: &mut Vec<u32>) {
        numbers.clear();
        numbers.extend(segment.tokens.iter().map(|&token| self.number(segment, token)));
    }

    /// The numbers of a segment's words, `ABSENT` for words that have none.
    pub fn find_all(&self, segment: Segment<'a>, numbers: &mut Vec<u32>) {
        numbers.clear();
        numbers.extend(segment.tokens.iter().map(|&token| self.find(segment, token)));
    }
}

impl Default for Words<'_> {
    fn default() -> Self {
        Words::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tokenize::Tokenizer;
    use crate::tokens::Tokens;

    #[test]
    fn equal_words_have_equal_numbers() {
        let text = "a internationalisation a internationalization b internationalisation";
        let tokens = Tokens::new(&[text, "b internationalisation z"], &Tokenizer::None, 1);
        let mut words = Words::new();
        let mut numbers = Vec::new();
        words.number_all(tokens.segment(0), &mut numbers);
        assert_eq!(numbers, [0, 1, 0, 2, 3, 1]);
        words.find_all(tokens.segment(1), &mut numbers);
        assert_eq!(numbers, [3, 1, ABSENT]);
        words.clear();
        words.find_all(tokens.segment(1), &mut numbers);
        assert_eq!(numbers, [ABSENT; 3]);
    }
}
