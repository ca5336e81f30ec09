//! The statistics of chrF and chrF++ (Popović 2015, 2017).
//!
//! All orders of character n-grams are matched in one pass. The characters of a segment are numbered, so that the
//! longest n-gram from each position fits into 64 bits, first character highest. The n-grams of hypothesis and reference
//! are sorted together; then the n-grams of every order stand in groups, and a group ends where two neighbours
//! share fewer characters than the order has.

use crate::batch::Batch;
use crate::characters::Characters;
use crate::interruption;
use crate::ngrams::Ngrams;
use crate::parallel;
use crate::words::Words;

/// Segments that a thread takes at a time.
const STEP: usize = 128;

/// Orders that the sorted pass counts side by side.
const LANES: usize = 8;

/// Keys up to which they are sorted at once.
const LONG: usize = 1 << 20;

/// What chrF counts, and how it picks the best of several references.
#[derive(Clone, Copy)]
pub struct Options {
    pub character_order: usize,
    pub word_order: usize,
    pub beta: f64,
    /// Average the F of each order, with a tiny F for an order without n-grams, instead of precision and recall.
    pub eps_smoothing: bool,
}

impl Options {
    /// The columns of a row: n-grams of the hypothesis, of the reference, and matches, order by order.
    pub fn columns(&self) -> usize {
        3 * (self.character_order + self.word_order)
    }

    /// The score of a row, from 0 to 1.
    fn score(&self, row: &[f64]) -> f64 {
        const TINY: f64 = 1e-16;
        let factor = self.beta * self.beta;
        let (mut sum, mut precisions, mut recalls, mut orders) = (0.0, 0.0, 0.0, 0.0);
        for order in row.chunks_exact(3) {
            let &[ours, theirs, matches] = order else { unreachable!("chunks of three") };
            let precision = if ours > 0.0 { matches / ours } else { TINY };
            let recall = if theirs > 0.0 { matches / theirs } else { TINY };
            let denominator = factor * precision + recall;
            sum += if denominator > 0.0 { (1.0 + factor) * precision * recall / denominator } else { TINY };
            if ours > 0.0 && theirs > 0.0 {
                precisions += precision;
                recalls += recall;
                orders += 1.0;
            }
        }
        if self.eps_smoothing {
            return sum / (row.len() / 3) as f64;
        }
        if precisions + recalls == 0.0 {
            return 0.0;
        }
        let (precision, recall) = (precisions / orders, recalls / orders);
        (1.0 + factor) * precision * recall / (factor * precision + recall)
    }
}

/// Hypotheses and references as characters, and as words too if words count.
pub struct Text<'a> {
    pub hypotheses: &'a Characters,
    pub references: &'a Characters,
    pub offsets: &'a [i64],
    pub words: Option<Batch<'a>>,
}

struct Scratch<'a> {
    alphabet: Alphabet,
    hypothesis: Vec<u32>,
    reference: Vec<u32>,
    keys: Vec<u64>,
    characters: Ngrams,
    words: Words<'a>,
    word_ngrams: Ngrams,
    row: Vec<f64>,
}

/// One row per segment, for the reference that gives the best score, the first of several.
pub fn tally(text: &Text, options: Options, threads: usize) -> Vec<f64> {
    let columns = options.columns();
    let scratch = || Scratch {
        alphabet: Alphabet::default(),
        hypothesis: Vec::new(),
        reference: Vec::new(),
        keys: Vec::new(),
        characters: Ngrams::new(options.character_order),
        words: Words::default(),
        word_ngrams: Ngrams::new(options.word_order),
        row: vec![0.0; columns],
    };
    parallel::fill_matrix(text.hypotheses.len(), columns, STEP, threads, scratch, |scratch, index, row| {
        fill_row(text, index, options, scratch, row);
    })
}

fn fill_row<'a>(text: &Text<'a>, index: usize, options: Options, scratch: &mut Scratch<'a>, best: &mut [f64]) {
    let range = text.offsets[index] as usize..text.offsets[index + 1] as usize;
    let mut best_score = -1.0;
    for (which, reference) in range.enumerate() {
        let mut row = std::mem::take(&mut scratch.row);
        row.fill(0.0);
        let (characters, words) = row.split_at_mut(3 * options.character_order);
        match_characters(text.hypotheses.segment(index), text.references.segment(reference), scratch, characters);
        if let Some(batch) = &text.words {
            match_words(batch, index, which, scratch, words);
        }
        let score = options.score(&row);
        if score > best_score {
            best_score = score;
            best.copy_from_slice(&row);
        }
        scratch.row = row;
    }
}

/// Writes how many n-grams of each order two texts of these lengths have.
fn write_totals(ours: usize, theirs: usize, row: &mut [f64]) {
    for (shorter, order) in row.chunks_exact_mut(3).enumerate() {
        order[1] = theirs.saturating_sub(shorter) as f64;
        // What the reference is too short to match does not count against the hypothesis.
        order[0] = if order[1] > 0.0 { ours.saturating_sub(shorter) as f64 } else { 0.0 };
    }
}

fn match_characters(hypothesis: &str, reference: &str, scratch: &mut Scratch, row: &mut [f64]) {
    let order = row.len() / 3;
    if order == 0 {
        return;
    }
    let Scratch { alphabet, hypothesis: ours, reference: theirs, keys, characters, .. } = scratch;
    alphabet.number(hypothesis, reference, ours, theirs);
    write_totals(ours.len(), theirs.len(), row);
    let bits = alphabet.bits();
    if order <= LANES && bits as usize * order < 64 {
        keys.clear();
        push_keys(ours, order, bits, 0, 0, keys);
        push_keys(theirs, order, bits, (1 << bits) - 1, 1, keys);
        sort(keys);
        for (order, count) in row.chunks_exact_mut(3).zip(count_shared(keys, order, bits)) {
            order[2] = f64::from(count);
        }
    } else {
        characters.clear();
        characters.add_reference(theirs);
        characters.match_hypothesis(ours, |_, order| row[3 * order - 1] += 1.0);
    }
}

/// The longest n-gram from each position as a number, with one more bit for the side it is from.
///
/// Past the end of a text stands a filler, one that the other side doesn't have, so that these never match.
fn push_keys(text: &[u32], order: usize, bits: u32, filler: u64, side: u64, keys: &mut Vec<u64>) {
    let top = bits * (order as u32 - 1);
    let mut key = (0..order).fold(0, |key, _| key << bits | filler);
    for &character in text.iter().rev() {
        key = u64::from(character) << top | key >> bits;
        keys.push(key << 1 | side);
    }
}

/// Sorts keys. Very many are parted first, so that the work can be stopped in between.
fn sort(keys: &mut [u64]) {
    if keys.len() <= LONG {
        return keys.sort_unstable();
    }
    interruption::poll();
    let middle = keys.len() / 2;
    let (before, _, after) = keys.select_nth_unstable(middle);
    sort(before);
    sort(after);
}

/// The number of n-grams of each order that sorted keys of both sides share, each as often as on the poorer side.
fn count_shared(keys: &[u64], order: usize, bits: u32) -> [u32; LANES] {
    let mut shared = [0u32; LANES];
    let mut ours = [0u32; LANES];
    let mut theirs = [0u32; LANES];
    // Two keys share the first n characters if they differ in none of the bits above these.
    let limits: [u64; LANES] =
        std::array::from_fn(|lane| if lane < order { 1 << (1 + bits as usize * (order - 1 - lane)) } else { u64::MAX });
    let mut previous = 0;
    for &key in keys {
        let difference = key ^ previous;
        previous = key;
        let side = (key & 1) as u32;
        for lane in 0..LANES {
            let ends = u32::from(difference >= limits[lane]);
            shared[lane] += ends * ours[lane].min(theirs[lane]);
            ours[lane] = ours[lane] * (1 - ends) + (1 - side);
            theirs[lane] = theirs[lane] * (1 - ends) + side;
        }
    }
    for lane in 0..LANES {
        shared[lane] += ours[lane].min(theirs[lane]);
    }
    shared
}

fn match_words<'a>(batch: &Batch<'a>, index: usize, which: usize, scratch: &mut Scratch<'a>, row: &mut [f64]) {
    let Scratch { words, word_ngrams, hypothesis: ours, reference: theirs, .. } = scratch;
    let hypothesis = batch.hypothesis(index);
    let reference = batch.references(index).nth(which).expect("words and characters have the same references");
    write_totals(hypothesis.tokens.len(), reference.tokens.len(), row);
    words.clear();
    word_ngrams.clear();
    words.number_all(hypothesis, ours);
    words.find_all(reference, theirs);
    word_ngrams.add_reference(theirs);
    word_ngrams.match_hypothesis(ours, |_, order| row[3 * order - 1] += 1.0);
}

/// Numbers for the characters of two texts, from 1 on.
#[derive(Default)]
struct Alphabet {
    /// The number of each character outside ASCII, by its code point; 0 where it has none yet.
    numbers: Vec<u32>,
    /// Which characters have one.
    used: Vec<u32>,
    count: u32,
}

impl Alphabet {
    fn number(&mut self, hypothesis: &str, reference: &str, ours: &mut Vec<u32>, theirs: &mut Vec<u32>) {
        ours.clear();
        theirs.clear();
        if hypothesis.is_ascii() && reference.is_ascii() {
            self.count = 128;
            ours.extend(hypothesis.bytes().map(|byte| u32::from(byte) + 1));
            theirs.extend(reference.bytes().map(|byte| u32::from(byte) + 1));
            return;
        }
        self.count = 0;
        ours.extend(hypothesis.chars().map(|character| self.number_of(character)));
        theirs.extend(reference.chars().map(|character| self.number_of(character)));
        self.used.drain(..).for_each(|character| self.numbers[character as usize] = 0);
    }

    fn number_of(&mut self, character: char) -> u32 {
        let place = character as usize;
        if place >= self.numbers.len() {
            // For all of Unicode it is megabytes, which a single segment should not wait for.
            self.numbers.resize((place + 1).next_power_of_two(), 0);
        }
        let number = &mut self.numbers[place];
        if *number == 0 {
            self.count += 1;
            *number = self.count;
            self.used.push(character as u32);
        }
        *number
    }

    /// Bits for a character, with room for a filler below and one above all numbers.
    fn bits(&self) -> u32 {
        u32::BITS - (self.count + 1).leading_zeros()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(hypothesis: &str, references: &[&str], character_order: usize) -> Vec<f64> {
        let options = Options { character_order, word_order: 0, beta: 2.0, eps_smoothing: false };
        let hypotheses = Characters::new(&[hypothesis], false, 1);
        let offsets = [0, references.len() as i64];
        let references = Characters::new(references, false, 1);
        let text = Text { hypotheses: &hypotheses, references: &references, offsets: &offsets, words: None };
        tally(&text, options, 1)
    }

    #[test]
    fn n_grams_of_every_order_are_matched_and_clipped() {
        assert_eq!(row("abab", &["abc"], 3), [4.0, 3.0, 2.0, 3.0, 2.0, 1.0, 2.0, 1.0, 0.0]);
        assert_eq!(row("ñañ", &["ñaña"], 2), [3.0, 4.0, 3.0, 2.0, 3.0, 2.0]);
    }

    #[test]
    fn orders_that_the_reference_does_not_reach_count_for_neither() {
        assert_eq!(row("abc", &["a"], 2), [3.0, 1.0, 1.0, 0.0, 0.0, 0.0]);
        assert_eq!(row("", &[""], 2), [0.0; 6]);
    }

    #[test]
    fn both_ways_of_counting_agree() {
        let ours = "the cat sat on the mat, ñandú; the end of the tale";
        let theirs = "on the mat the ñandú sat; the tale of the end";
        let short = row(ours, &[theirs], 6);
        let long = row(ours, &[theirs], 30);
        assert_eq!(short, long[..18]);
    }

    #[test]
    fn many_keys_are_sorted_in_parts() {
        let mut keys: Vec<u64> =
            (0..5 * LONG as u64 / 2).map(|number| number.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 44).collect();
        let mut expected = keys.clone();
        expected.sort_unstable();
        sort(&mut keys);
        assert_eq!(keys, expected);
    }

    #[test]
    fn the_best_reference_counts() {
        assert_eq!(row("abcd", &["zzzz", "abcd", "abcd"], 1), [4.0, 4.0, 4.0]);
    }
}
