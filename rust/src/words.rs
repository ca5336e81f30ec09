//! Words as small numbers, so that the kernels compare integers.

use crate::table::Table;
use crate::tokens::{Segment, Token};

/// The words of one segment, or of many: equal words have equal numbers, from 0 on.
#[derive(Default)]
pub struct Words<'a> {
    table: Table,
    first: Vec<(Segment<'a>, Token)>,
}

impl<'a> Words<'a> {
    /// Forgets all words.
    pub fn clear(&mut self) {
        self.table.clear();
        self.first.clear();
    }

    fn find(&self, segment: Segment<'a>, token: Token) -> u32 {
        self.table.find(token.key, |number| is_same(&self.first, number, segment, token))
    }

    fn number(&mut self, segment: Segment<'a>, token: Token) -> u32 {
        let Words { table, first } = self;
        let next = first.len() as u32;
        let number = table.find_or_insert(token.key, next, |number| is_same(first, number, segment, token));
        if number == next {
            first.push((segment, token));
        }
        number
    }

    /// Numbers a segment's words, with new numbers for new words.
    pub fn number_all(&mut self, segment: Segment<'a>, numbers: &mut Vec<u32>) {
        numbers.clear();
        numbers.extend(segment.tokens.iter().map(|&token| self.number(segment, token)));
    }

    /// The words, by number.
    pub fn bytes(&self) -> impl Iterator<Item = &'a [u8]> + '_ {
        self.first.iter().map(|&(segment, token)| segment.bytes(token))
    }

    /// The numbers of a segment's words, `ABSENT` for words that have none.
    pub fn find_all(&self, segment: Segment<'a>, numbers: &mut Vec<u32>) {
        numbers.clear();
        numbers.extend(segment.tokens.iter().map(|&token| self.find(segment, token)));
    }
}

/// Whether a token with the key of a known word is that word.
fn is_same(first: &[(Segment, Token)], number: u32, segment: Segment, token: Token) -> bool {
    token.is_short() || {
        let (other, known) = first[number as usize];
        other.bytes(known) == segment.bytes(token)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::ABSENT;
    use crate::tokenize::Tokenizer;
    use crate::tokens::Tokens;

    #[test]
    fn equal_words_have_equal_numbers() {
        let text = "a internationalisation a internationalization b internationalisation";
        let tokens = Tokens::new(&[text, "b internationalisation z"], &Tokenizer::None, 1);
        let mut words = Words::default();
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
