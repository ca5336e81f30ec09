//! Word error rate: edits from the hypothesis to the reference.

use crate::batch::Batch;
use crate::levenshtein::{self, distance};
use crate::parallel;
use crate::words::Words;

/// Segments that a thread takes at a time.
const STEP: usize = 128;

/// The columns of a row: edits, words of the reference.
pub const COLUMNS: usize = 2;

#[derive(Default)]
struct Scratch<'a> {
    words: Words<'a>,
    hypothesis: Vec<u32>,
    reference: Vec<u32>,
    distance: levenshtein::Scratch,
}

/// One row per segment, for the reference that gives the lowest rate, the first of several.
pub fn tally(batch: &Batch, threads: usize) -> Vec<f64> {
    parallel::fill_matrix(batch.len(), COLUMNS, STEP, threads, Scratch::default, |scratch, index, row| {
        fill_row(batch, index, scratch, row);
    })
}

fn fill_row<'a>(batch: &Batch<'a>, index: usize, scratch: &mut Scratch<'a>, row: &mut [f64]) {
    let Scratch { words, hypothesis, reference, distance: memory } = scratch;
    words.clear();
    words.number_all(batch.hypothesis(index), hypothesis);
    let mut lowest = f64::INFINITY;
    for segment in batch.references(index) {
        words.number_all(segment, reference);
        let edits = f64::from(distance(hypothesis, reference, memory));
        let length = reference.len() as f64;
        // An empty reference is met by an empty hypothesis, and missed whole by any other.
        let rate = if length > 0.0 { edits / length } else { edits.min(1.0) };
        if rate < lowest {
            lowest = rate;
            row.copy_from_slice(&[edits, length]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::batch::tests::with_batch;

    #[test]
    fn the_lowest_rate_counts() {
        let rows = with_batch(&["a b c", "", "x"], &[&["a", "a x c d"], &["a b", ""], &[""]], |batch| tally(batch, 1));
        assert_eq!(rows, [2.0, 4.0, 0.0, 0.0, 1.0, 0.0]);
    }
}
