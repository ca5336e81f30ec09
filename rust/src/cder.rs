//! CDER's distance (Leusch, Ueffing and Ney 2006): edits from the reference to the hypothesis, where a *long jump* to any
//! place in the hypothesis is one edit.
//!
//! The reference is read from start to end. With each of its words the path may step over the next word of the
//! hypothesis, free if it is the same and one edit if not, or stay (one edit); between its words it may jump (one edit). It
//! starts before the first word of the hypothesis and ends after the last.
//!
//! Why it is fast: jumps make every cell of a row cost as much as the cheapest cell or one more. So a row is one number
//! and one bit per cell, and a row follows from the one before by a shift, or by a look at the places of one word.

use crate::batch::Batch;
use crate::interruption::poll_every;
use crate::occurrences::Occurrences;
use crate::parallel;
use crate::words::Words;

/// Segments that a thread takes at a time.
const STEP: usize = 128;

/// The columns of a row: edits, words of the reference.
pub const COLUMNS: usize = 2;

/// The most steps for a segment and a reference: some ten seconds.
const MOST_STEPS: u64 = 1 << 33;

/// Words of the reference after which the work can be stopped.
const POLL: usize = 1 << 8;

const BLOCK: usize = u64::BITS as usize;

#[derive(Default)]
struct Scratch<'a> {
    words: Words<'a>,
    hypothesis: Vec<u32>,
    reference: Vec<u32>,
    path: Path,
}

/// One row per segment, for the reference that gives the lowest rate, the first of several; or the index of the first
/// segment that is too long.
pub fn tally(batch: &Batch, threads: usize) -> Result<Vec<f64>, usize> {
    tally_within(batch, MOST_STEPS, threads)
}

fn tally_within(batch: &Batch, most_steps: u64, threads: usize) -> Result<Vec<f64>, usize> {
    let rows = parallel::fill_matrix(batch.len(), COLUMNS, STEP, threads, Scratch::default, |scratch, index, row| {
        fill_row(batch, index, most_steps, scratch, row);
    });
    match rows.chunks(COLUMNS).position(|row| row[0].is_nan()) {
        Some(index) => Err(index),
        None => Ok(rows),
    }
}

fn fill_row<'a>(batch: &Batch<'a>, index: usize, most_steps: u64, scratch: &mut Scratch<'a>, row: &mut [f64]) {
    let Scratch { words, hypothesis, reference, path } = scratch;
    words.clear();
    words.number_all(batch.hypothesis(index), hypothesis);
    path.prepare(hypothesis);
    let mut lowest = f64::INFINITY;
    for segment in batch.references(index) {
        words.find_all(segment, reference);
        if path.takes_more_than(most_steps, reference) {
            row.fill(f64::NAN);
            return;
        }
        let edits = f64::from(path.distance(reference));
        let length = reference.len() as f64;
        // An empty reference is met by an empty hypothesis, and missed by any other.
        let rate = if length > 0.0 { edits / length } else { edits };
        if rate < lowest {
            lowest = rate;
            row.copy_from_slice(&[edits, length]);
        }
    }
}

/// The cheapest path through a hypothesis.
#[derive(Default)]
struct Path {
    length: usize,
    occurrences: Occurrences,
    /// One bit per place between the words of the hypothesis: whether the path can be there at the least cost.
    cheapest: Vec<u64>,
    reached: Vec<u64>,
}

impl Path {
    fn prepare(&mut self, hypothesis: &[u32]) {
        self.length = hypothesis.len();
        self.occurrences.record(hypothesis);
    }

    /// Whether `distance` takes more steps than this.
    fn takes_more_than(&self, most: u64, reference: &[u32]) -> bool {
        let blocks = self.length / BLOCK + 1;
        // A word occurs at most everywhere, and mostly it need not be counted how often.
        reference.len() as u64 * (blocks + self.length) as u64 > most && {
            let counts = self.occurrences.counts();
            let count = |word: u32| counts.get(word as usize).copied().unwrap_or(0);
            reference.iter().map(|&word| blocks as u64 + count(word)).sum::<u64>() > most
        }
    }

    /// The least number of edits.
    fn distance(&mut self, reference: &[u32]) -> u32 {
        let Path { length, occurrences, cheapest, reached, .. } = self;
        let blocks = *length / BLOCK + 1;
        for row in [&mut *cheapest, &mut *reached] {
            row.clear();
            row.resize(blocks, 0);
        }
        cheapest[0] = 1;
        let mut cost = 0;
        for (position, &word) in reference.iter().enumerate() {
            poll_every::<POLL>(position);
            reached.fill(0);
            let mut is_free = false;
            for place in occurrences.of(word) {
                if holds(cheapest, place) {
                    insert(reached, place + 1);
                    is_free = true;
                }
            }
            if is_free {
                std::mem::swap(cheapest, reached);
            } else {
                // One edit more: replace a word, or add one, or match one after a jump.
                cost += 1;
                spread(cheapest);
                occurrences.of(word).for_each(|place| insert(cheapest, place + 1));
            }
        }
        cost + u32::from(!holds(cheapest, *length))
    }
}

fn holds(bits: &[u64], place: usize) -> bool {
    bits[place / BLOCK] >> (place % BLOCK) & 1 == 1
}

fn insert(bits: &mut [u64], place: usize) {
    bits[place / BLOCK] |= 1 << (place % BLOCK);
}

/// Adds the place after each place. Beyond the last place of the hypothesis nobody looks.
fn spread(bits: &mut [u64]) {
    let mut carry = 0;
    for block in bits {
        let before = *block;
        *block |= before << 1 | carry;
        carry = before >> (BLOCK - 1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::batch::tests::with_batch;
    use crate::levenshtein::tests::Dice;

    /// The textbook recursion, cell by cell.
    fn plain_distance(hypothesis: &[u32], reference: &[u32]) -> u32 {
        let mut row: Vec<u32> = (0..=hypothesis.len()).map(|place| u32::from(place > 0)).collect();
        for &word in reference {
            let mut below: Vec<u32> = row.iter().map(|cost| cost + 1).collect();
            for (place, &other) in hypothesis.iter().enumerate() {
                below[place + 1] = below[place + 1].min(row[place] + u32::from(other != word));
            }
            let jump = below.iter().min().unwrap() + 1;
            row = below.iter().map(|&cost| cost.min(jump)).collect();
        }
        row[hypothesis.len()]
    }

    #[test]
    fn bits_give_the_distance_of_the_whole_table() {
        let mut dice = Dice(21);
        let mut path = Path::default();
        for _ in 0..3000 {
            let (n, m, kinds) = (dice.roll(150), dice.roll(90), 1 + dice.roll(40));
            let (hypothesis, reference) = (dice.sequence(n, kinds), dice.sequence(m, kinds));
            path.prepare(&hypothesis);
            assert_eq!(path.distance(&reference), plain_distance(&hypothesis, &reference));
        }
    }

    #[test]
    fn a_moved_block_is_jumps() {
        // c d | a b: a jump to the a, one to the c, and one to the end.
        let rows = with_batch(&["c d a b", "x", ""], &[&["a b c d"], &[""], &["a b", ""]], |batch| tally(batch, 1));
        assert_eq!(rows.unwrap(), [3.0, 4.0, 1.0, 0.0, 0.0, 0.0]);
    }

    #[test]
    fn segments_that_would_take_too_long_are_named() {
        let (texts, references): (&[&str], &[&[&str]]) = (&["a b", "a a a"], &[&["b a"], &["a a a"]]);
        assert!(with_batch(texts, references, |batch| tally_within(batch, 12, 1)).is_ok());
        assert_eq!(with_batch(texts, references, |batch| tally_within(batch, 11, 1)), Err(1));
    }
}
