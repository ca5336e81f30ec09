//! A batch of tokenised segments, packed: one buffer of text and one list of tokens a block of segments.

use crate::interruption;
use crate::keyed::Key;
use crate::parallel;
use crate::tokenize::Tokenizer;

/// Segments a block: large enough to make few allocations, small enough that even segments of the greatest length, of
/// which Tercom's normalisation may make five times as much, stay below what 32 bits can tell.
const BLOCK: usize = 32;

/// The longest segment, in bytes, that the kernels take. A block's offsets then fit into 32 bits.
pub const LONGEST_SEGMENT: usize = 16 << 20;

/// Bytes of a segment from which on the work can be stopped before it.
const LONG: usize = 1 << 16;

/// Tokens up to this length are distinguished by their key alone.
const SHORT: usize = 7;

/// A token: where it stands in its block's text, and a key that makes most comparisons one instruction.
#[derive(Clone, Copy)]
pub struct Token {
    /// The bytes themselves and their number if there are at most seven, else a hash.
    pub key: u64,
    start: u32,
    length: u32,
}

impl Token {
    fn new(text: &[u8], start: usize, end: usize, secret: Key) -> Self {
        let bytes = &text[start..end];
        let key = if bytes.len() <= SHORT { pack(text, start, bytes.len()) } else { hash(bytes, secret) };
        Token { key, start: start as u32, length: bytes.len() as u32 }
    }

    /// Whether equal keys prove equal tokens.
    pub fn is_short(self) -> bool {
        self.length as usize <= SHORT
    }
}

/// At most seven bytes and their number in one word.
fn pack(text: &[u8], start: usize, length: usize) -> u64 {
    let low = match text.get(start..start + 8) {
        Some(eight) => u64::from_le_bytes(eight.try_into().expect("eight bytes")) & ((1 << (8 * length)) - 1),
        None => text[start..start + length].iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte)),
    };
    low | (length as u64) << 56
}

/// A hash whose top byte is above every length that `pack` writes there.
fn hash(bytes: &[u8], secret: Key) -> u64 {
    secret.hash_bytes(bytes) | 0xff << 56
}

/// One segment of a batch.
#[derive(Clone, Copy)]
pub struct Segment<'a> {
    text: &'a [u8],
    /// Its tokens, in order.
    pub tokens: &'a [Token],
}

impl<'a> Segment<'a> {
    /// The bytes of one of its tokens.
    pub fn bytes(&self, token: Token) -> &'a [u8] {
        &self.text[token.start as usize..(token.start + token.length) as usize]
    }
}

#[derive(Default)]
struct Scratch {
    lowered: String,
    normalized: String,
}

#[derive(Default)]
struct Block {
    text: Vec<u8>,
    tokens: Vec<Token>,
    ends: Vec<u32>,
}

/// A batch of tokenised segments.
pub struct Tokens {
    blocks: Vec<Block>,
    length: usize,
}

impl Tokens {
    /// Tokenises a batch of segments.
    pub fn new<T: AsRef<str> + Sync>(segments: &[T], tokenizer: &Tokenizer, threads: usize) -> Self {
        Self::with_case(segments, tokenizer, false, threads)
    }

    /// The same, if wanted with ASCII letters in lower case. Other letters are the caller's, whose Unicode counts.
    pub fn with_case<T: AsRef<str> + Sync>(
        segments: &[T],
        tokenizer: &Tokenizer,
        lowercase: bool,
        threads: usize,
    ) -> Self {
        let blocks = parallel::map_ranges(segments.len(), BLOCK, threads, Scratch::default, |scratch, range| {
            let secret = Key::default();
            let mut block = Block::default();
            block.text.reserve(segments[range.clone()].iter().map(|segment| segment.as_ref().len()).sum());
            for segment in &segments[range] {
                interruption::poll_if(segment.as_ref().len() > LONG);
                let Scratch { lowered, normalized } = scratch;
                let mut text = segment.as_ref();
                if lowercase {
                    lowered.clear();
                    lowered.push_str(text);
                    lowered.make_ascii_lowercase();
                    text = lowered;
                }
                let text = tokenizer.normalize(text, normalized);
                let base = block.text.len();
                block.text.extend_from_slice(text.as_bytes());
                tokenizer.split(text, |start, end| {
                    block.tokens.push(Token::new(&block.text, base + start, base + end, secret));
                });
                block.ends.push(block.tokens.len() as u32);
            }
            assert!(block.text.len() <= u32::MAX as usize, "segments are checked for their length at the door");
            block
        });
        Tokens { blocks, length: segments.len() }
    }

    /// The number of segments.
    pub fn len(&self) -> usize {
        self.length
    }

    /// Whether there is no segment.
    pub fn is_empty(&self) -> bool {
        self.length == 0
    }

    /// The segment at this index.
    pub fn segment(&self, index: usize) -> Segment<'_> {
        let block = &self.blocks[index / BLOCK];
        let within = index % BLOCK;
        let start = if within == 0 { 0 } else { block.ends[within - 1] as usize };
        Segment { text: &block.text, tokens: &block.tokens[start..block.ends[within] as usize] }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::levenshtein::tests::Dice;
    use std::collections::HashSet;

    fn words(tokens: &Tokens, index: usize) -> Vec<String> {
        let segment = tokens.segment(index);
        let text = |&token| String::from_utf8(segment.bytes(token).to_vec()).unwrap();
        segment.tokens.iter().map(text).collect()
    }

    #[test]
    fn segments_come_back_across_blocks() {
        let segments: Vec<String> = (0..300).map(|number| format!("a{number} b c{number}")).collect();
        let tokens = Tokens::new(&segments, &Tokenizer::None, 2);
        assert_eq!(tokens.len(), 300);
        for index in [0, 1, 31, 32, 63, 64, 127, 128, 299] {
            assert_eq!(words(&tokens, index), [format!("a{index}"), "b".into(), format!("c{index}")]);
        }
    }

    #[test]
    fn ascii_letters_can_be_lowered() {
        let tokens = Tokens::with_case(&["The CAT Ätna"], &Tokenizer::None, true, 1);
        assert_eq!(words(&tokens, 0), ["the", "cat", "Ätna"]);
    }

    /// The hash that long words had before it had a key. Whoever knows it can undo it.
    fn hash_without_key(bytes: &[u8]) -> u64 {
        let word = |chunk: &[u8]| u64::from_le_bytes(chunk.try_into().unwrap());
        let step = |state: u64, word: u64| (state.rotate_left(23) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        step(bytes.chunks_exact(8).map(word).fold(bytes.len() as u64, step), 0)
    }

    #[test]
    fn words_that_are_chosen_to_collide_do_not() {
        // The second half of each word undoes what the first half did to the state.
        let mut dice = Dice(11);
        let mut words = Vec::new();
        while words.len() < 200 {
            let first: [u8; 8] = std::array::from_fn(|_| b'!' + dice.roll(94) as u8);
            let state = (16_u64.rotate_left(23) ^ u64::from_le_bytes(first)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            let second = (state.rotate_left(23) ^ 0x5555_5555_5555_5555).to_le_bytes();
            if second.iter().all(u8::is_ascii_graphic) {
                words.push(String::from_utf8([first, second].concat()).unwrap());
            }
        }
        let before: HashSet<u64> = words.iter().map(|word| hash_without_key(word.as_bytes())).collect();
        assert_eq!(before.len(), 1);
        let tokens = Tokens::new(&[words.join(" ")], &Tokenizer::None, 1);
        let keys: HashSet<u64> = tokens.segment(0).tokens.iter().map(|token| token.key).collect();
        assert_eq!(keys.len(), words.len());
    }

    #[test]
    fn short_keys_hold_the_token_whole() {
        let tokens = Tokens::new(&["a b ab ba abcdefg abcdefh \0 \0\0 a"], &Tokenizer::None, 1);
        let keys: Vec<u64> = tokens.segment(0).tokens.iter().map(|token| token.key).collect();
        let distinct: HashSet<&u64> = keys.iter().collect();
        assert_eq!(distinct.len(), keys.len() - 1);
        assert_eq!(keys[0], keys[8]);
    }
}
