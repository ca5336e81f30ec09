//! The distinct words of some batches, so that what is known of a word is looked up once.

use crate::interruption::poll_every;
use crate::tokens::Tokens;
use crate::words::Words;

/// Segments as numbers of words.
#[derive(Default)]
pub struct Numbered {
    words: Vec<u32>,
    ends: Vec<usize>,
}

impl Numbered {
    /// The words of a segment.
    pub fn segment(&self, index: usize) -> &[u32] {
        let start = if index == 0 { 0 } else { self.ends[index - 1] };
        &self.words[start..self.ends[index]]
    }

    /// The number of words of all segments.
    pub fn word_count(&self) -> usize {
        self.words.len()
    }

    /// The number of segments.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there is no segment.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }
}

/// Numbers the words of several batches, which share their numbers: the distinct words, and each batch as numbers.
pub fn number<const N: usize>(batches: [&Tokens; N]) -> (Vec<&str>, [Numbered; N]) {
    let mut words = Words::default();
    let mut numbers = Vec::new();
    let numbered = batches.map(|batch| {
        let mut numbered = Numbered::default();
        for index in 0..batch.len() {
            poll_every::<256>(index);
            words.number_all(batch.segment(index), &mut numbers);
            numbered.words.extend_from_slice(&numbers);
            numbered.ends.push(numbered.words.len());
        }
        numbered
    });
    let text = |bytes| str::from_utf8(bytes).expect("tokens are cut between characters");
    (words.bytes().map(text).collect(), numbered)
}

/// Numbers every place of several batches by itself: the word at each place, and each batch as numbers of places.
pub fn number_places<const N: usize>(batches: [&Tokens; N]) -> (Vec<&str>, [Numbered; N]) {
    let mut words = Vec::new();
    let text = |bytes| str::from_utf8(bytes).expect("tokens are cut between characters");
    let numbered = batches.map(|batch| {
        let mut numbered = Numbered::default();
        for index in 0..batch.len() {
            poll_every::<256>(index);
            let start = words.len() as u32;
            let segment = batch.segment(index);
            words.extend(segment.tokens.iter().map(|&token| text(segment.bytes(token))));
            numbered.words.extend(start..words.len() as u32);
            numbered.ends.push(numbered.words.len());
        }
        numbered
    });
    (words, numbered)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tokenize::Tokenizer;

    #[test]
    fn batches_share_their_numbers() {
        let ours = Tokens::new(&["a internationalisation a", ""], &Tokenizer::None, 1);
        let theirs = Tokens::new(&["internationalization b internationalisation"], &Tokenizer::None, 1);
        let (words, [ours, theirs]) = number([&ours, &theirs]);
        assert_eq!(ours.segment(0), [0, 1, 0]);
        assert!(ours.segment(1).is_empty());
        assert_eq!(theirs.segment(0), [2, 3, 1]);
        assert_eq!(words, ["a", "internationalisation", "internationalization", "b"]);
    }

    #[test]
    fn every_place_has_a_number_of_its_own() {
        let ours = Tokens::new(&["a b a", ""], &Tokenizer::None, 1);
        let theirs = Tokens::new(&["a"], &Tokenizer::None, 1);
        let (words, [ours, theirs]) = number_places([&ours, &theirs]);
        assert_eq!((ours.segment(0), ours.segment(1), theirs.segment(0)), (&[0, 1, 2][..], &[][..], &[3][..]));
        assert_eq!(words, ["a", "b", "a", "a"]);
    }
}
