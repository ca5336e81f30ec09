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

/// What stands between the words of an n-gram that is written out. Tokens are split at white space, so none has it.
const GAP: u8 = b' ';

/// How often each n-gram of some references occurs. Counts of parts of a test set can be added.
pub struct NgramCounts {
    order: usize,
    words: KeyedMap<Box<[u8]>, u32>,
    children: KeyedMap<(u32, u32), u32>,
    /// Of each n-gram: how often it occurs, the n-gram it extends, and its last word. Shorter ones come first.
    nodes: Vec<(u64, u32, u32)>,
}

impl NgramCounts {
    /// Counts the n-grams of references.
    pub fn new(references: &Tokens, order: usize) -> Self {
        let mut counts = Self::empty(order);
        let mut numbers = Vec::new();
        for index in 0..references.len() {
            poll_every::<256>(index);
            let segment = references.segment(index);
            numbers.clear();
            numbers.extend(segment.tokens.iter().map(|&token| counts.number(segment.bytes(token))));
            for start in 0..numbers.len() {
                poll_every::<{ 1 << 16 }>(start);
                let mut parent = ROOT;
                for &word in &numbers[start..numbers.len().min(start + order)] {
                    parent = counts.extend(parent, word);
                    counts.nodes[parent as usize].0 += 1;
                }
            }
        }
        counts
    }

    /// Takes counts that were made of parts; the same n-gram may come several times. None if an n-gram is longer than
    /// the order, has no words, or extends one that was not counted.
    pub fn gather<'a>(counted: impl Iterator<Item = (&'a str, u64)>, order: usize) -> Option<Self> {
        let mut counts = Self::empty(order);
        for (at, (ngram, count)) in counted.enumerate() {
            poll_every::<{ 1 << 12 }>(at);
            let mut parent = ROOT;
            let mut length = 0;
            for word in ngram.as_bytes().split(|&byte| byte == GAP) {
                let word = counts.number(word);
                parent = counts.extend(parent, word);
                length += 1;
            }
            if length > order || ngram.is_empty() {
                return None;
            }
            counts.nodes[parent as usize].0 += count;
        }
        counts.nodes.iter().all(|&(count, ..)| count > 0).then_some(counts)
    }

    fn empty(order: usize) -> Self {
        NgramCounts { order, words: KeyedMap::default(), children: KeyedMap::default(), nodes: Vec::new() }
    }

    fn number(&mut self, word: &[u8]) -> u32 {
        let next = self.words.len() as u32;
        *self.words.entry(Box::from(word)).or_insert(next)
    }

    fn extend(&mut self, parent: u32, word: u32) -> u32 {
        let next = self.nodes.len() as u32;
        let node = *self.children.entry((parent, word)).or_insert(next);
        if node == next {
            self.nodes.push((0, parent, word));
        }
        node
    }

    /// Writes out each n-gram and how often it occurs.
    pub fn write(&self) -> (Vec<String>, Vec<i64>) {
        let mut spelled = vec![&b""[..]; self.words.len()];
        for (word, &number) in &self.words {
            spelled[number as usize] = word;
        }
        let mut written: Vec<String> = Vec::with_capacity(self.nodes.len());
        for &(_, parent, word) in &self.nodes {
            let word = String::from_utf8_lossy(spelled[word as usize]);
            let before = if parent == ROOT { String::new() } else { format!("{} ", written[parent as usize]) };
            written.push(before + &word);
        }
        (written, self.nodes.iter().map(|&(count, ..)| count as i64).collect())
    }

    /// Computes how much each n-gram tells.
    pub fn into_information(self) -> Information {
        let nodes = &self.nodes;
        let total: u64 = nodes.iter().filter(|&&(_, parent, _)| parent == ROOT).map(|&(count, ..)| count).sum();
        let extended = |parent: u32| if parent == ROOT { total } else { nodes[parent as usize].0 };
        let bits = nodes.iter().map(|&(count, parent, _)| (extended(parent) as f64 / count as f64).log2()).collect();
        Information { order: self.order, words: self.words, children: self.children, bits }
    }
}

impl Information {
    /// Learns from all references of a test set.
    pub fn new(references: &Tokens, order: usize) -> Self {
        NgramCounts::new(references, order).into_information()
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
    fn counts_of_parts_tell_as_much_as_those_of_the_whole() {
        let count = |texts: &[&str]| NgramCounts::new(&Tokens::new(texts, &Tokenizer::None, 1), 3).write();
        let parts = [count(&["a b a c", ""]), count(&["c a b"])];
        let counted = parts.iter().flat_map(|(ngrams, counts)| ngrams.iter().zip(counts));
        let gathered = NgramCounts::gather(counted.map(|(ngram, &count)| (ngram.as_str(), count as u64)), 3).unwrap();
        let whole = Information::new(&Tokens::new(&["a b a c", "", "c a b"], &Tokenizer::None, 1), 3);
        let references: &[&[&str]] = &[&["a b a c"], &["c a b x"]];
        let row = |information: &Information| {
            with_batch(&["a b a", "x c a b"], references, |batch| tally(batch, information, 1))
        };
        assert_eq!(row(&gathered.into_information()), row(&whole));
        assert!(NgramCounts::gather([("a b c d", 1)].into_iter(), 3).is_none());
        assert!(NgramCounts::gather([("", 1)].into_iter(), 3).is_none());
        assert!(NgramCounts::gather([("a b", 1)].into_iter(), 3).is_none());
    }

    #[test]
    fn the_length_is_the_mean_of_the_references() {
        let references = Tokens::new(&["a b c", "a"], &Tokenizer::None, 1);
        let information = Information::new(&references, 1);
        let row = with_batch(&["a a"], &[&["a b c", "a"]], |batch| tally(batch, &information, 1));
        assert_eq!(row, [1.0, 2.0, 2.0, 2.0]);
    }
}
