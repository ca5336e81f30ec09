//! NIST's statistics (Doddington 2002), as mteval-v13a counts them.

use crate::batch::Batch;
use crate::interruption::poll_every;
use crate::keyed::KeyedMap;
use crate::ngrams::Ngrams;
use crate::parallel;
use crate::tokens::{Segment, Tokens};
use crate::words::Words;

/// Segments that a thread takes at a time.
const STEP: usize = 256;

/// The information of each n-gram of the references: log2 of how much rarer it is than the n-gram it extends.
///
/// The counts are taken over all references of the test set, so they are learned before any segment is scored.
pub struct Information {
    order: usize,
    words: KeyedMap<Box<[u8]>, u32>,
    children: KeyedMap<(u32, u32), u32>,
    bits: Vec<f64>,
}

/// The parent of single words.
const ROOT: u32 = u32::MAX;

impl Information {
    /// Learns from all references of a test set.
    pub fn new(references: &Tokens, order: usize) -> Self {
        let mut words = KeyedMap::default();
        let mut children = KeyedMap::default();
        // Of each n-gram: how often it occurs, and the n-gram it extends.
        let mut nodes: Vec<(u64, u32)> = Vec::new();
        let mut total = 0u64;
        let mut numbers = Vec::new();
        for index in 0..references.len() {
            poll_every::<256>(index);
            let segment = references.segment(index);
            numbers.clear();
            for &token in segment.tokens {
                let next = words.len() as u32;
                numbers.push(*words.entry(Box::from(segment.bytes(token))).or_insert(next));
            }
            total += numbers.len() as u64;
            for start in 0..numbers.len() {
                poll_every::<{ 1 << 16 }>(start);
                let mut parent = ROOT;
                for &word in &numbers[start..numbers.len().min(start + order)] {
                    let next = nodes.len() as u32;
                    let node = *children.entry((parent, word)).or_insert(next);
                    if node == next {
                        nodes.push((0, parent));
                    }
                    nodes[node as usize].0 += 1;
                    parent = node;
                }
            }
        }
        let extended = |parent: u32| if parent == ROOT { total } else { nodes[parent as usize].0 };
        let bits = nodes.iter().map(|&(count, parent)| (extended(parent) as f64 / count as f64).log2()).collect();
        Information { order, words, children, bits }
    }

    /// The longest n-gram that counts.
    pub fn order(&self) -> usize {
        self.order
    }

    /// Calls `tell(order, bits)` for the n-grams that start a run of words, shortest first, while they are known.
    fn look_up(&self, words: &[u32], mut tell: impl FnMut(usize, f64)) {
        let mut parent = ROOT;
        for (index, &word) in words.iter().take(self.order).enumerate() {
            let Some(&node) = self.children.get(&(parent, word)) else { return };
            tell(index + 1, self.bits[node as usize]);
            parent = node;
        }
    }

    fn number_all(&self, segment: Segment, numbers: &mut Vec<u32>) {
        numbers.clear();
        numbers.extend(segment.tokens.iter().map(|&token| *self.words.get(segment.bytes(token)).unwrap_or(&ROOT)));
    }
}

/// The columns of a row: information of the matches and number of n-grams, each by order, then both lengths.
pub fn columns(order: usize) -> usize {
    2 * order + 2
}

struct Scratch<'a> {
    words: Words<'a>,
    ngrams: Ngrams,
    numbers: Vec<u32>,
    /// The words of a reference, then which n-grams match.
    matched: Vec<u32>,
}

/// One row per segment. The length of the references is their mean.
pub fn tally(batch: &Batch, information: &Information, threads: usize) -> Vec<f64> {
    let order = information.order;
    let scratch =
        || Scratch { words: Words::default(), ngrams: Ngrams::new(order), numbers: Vec::new(), matched: Vec::new() };
    parallel::fill_matrix(batch.len(), columns(order), STEP, threads, scratch, |scratch, index, row| {
        fill_row(batch, index, information, scratch, row);
    })
}

fn fill_row<'a>(
    batch: &Batch<'a>,
    index: usize,
    information: &Information,
    scratch: &mut Scratch<'a>,
    row: &mut [f64],
) {
    let order = information.order;
    let Scratch { words, ngrams, numbers, matched } = scratch;
    words.clear();
    ngrams.clear();
    let references = batch.references(index);
    let count = references.len() as f64;
    let mut lengths = 0;
    let hypothesis = batch.hypothesis(index);
    let length = hypothesis.tokens.len();
    words.number_all(hypothesis, numbers);
    for reference in references {
        lengths += reference.tokens.len();
        words.find_all(reference, matched);
        ngrams.add_reference(matched);
    }
    // One bit an order: which of the n-grams that start here are matches.
    matched.clear();
    matched.resize(length, 0);
    ngrams.match_hypothesis(numbers, |start, order| matched[start] |= 1 << order);
    information.number_all(hypothesis, numbers);
    for (start, &orders) in matched.iter().enumerate().filter(|&(_, &orders)| orders != 0) {
        information.look_up(&numbers[start..], |order, bits| {
            if orders >> order & 1 == 1 {
                row[order - 1] += bits;
            }
        });
    }
    for shorter in 0..order {
        row[order + shorter] = length.saturating_sub(shorter) as f64;
    }
    row[2 * order] = length as f64;
    row[2 * order + 1] = lengths as f64 / count;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::batch::tests::with_batch;
    use crate::tokenize::Tokenizer;

    #[test]
    fn information_is_how_much_rarer_an_n_gram_is_than_its_beginning() {
        let references = Tokens::new(&["a b a c"], &Tokenizer::None, 1);
        let information = Information::new(&references, 2);
        let row = with_batch(&["a b", "c x"], &[&["a b a c"], &["a b a c"]], |batch| tally(batch, &information, 1));
        // a: log2(4/2), b: log2(4/1), "a b": log2(2/1); c: log2(4/1).
        assert_eq!(row, [3.0, 1.0, 2.0, 1.0, 2.0, 4.0, 2.0, 0.0, 2.0, 1.0, 2.0, 4.0]);
    }

    #[test]
    fn the_length_is_the_mean_of_the_references() {
        let references = Tokens::new(&["a b c", "a"], &Tokenizer::None, 1);
        let information = Information::new(&references, 1);
        let row = with_batch(&["a a"], &[&["a b c", "a"]], |batch| tally(batch, &information, 1));
        assert_eq!(row, [1.0, 2.0, 2.0, 2.0]);
    }
}
