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

/// The most comparisons of words for a segment and a reference: some ten seconds.
const MOST_CELLS: u64 = 1 << 36;

/// One row per segment, for the reference that gives the lowest rate, the first of several; or the index of the first
/// segment that is too long.
pub fn tally(batch: &Batch, threads: usize) -> Result<Vec<f64>, usize> {
    tally_within(batch, MOST_CELLS, threads)
}

fn tally_within(batch: &Batch, most_cells: u64, threads: usize) -> Result<Vec<f64>, usize> {
    let rows = parallel::fill_matrix(batch.len(), COLUMNS, STEP, threads, Scratch::default, |scratch, index, row| {
        fill_row(batch, index, most_cells, scratch, row);
    });
    match rows.chunks(COLUMNS).position(|row| row[0].is_nan()) {
        Some(index) => Err(index),
        None => Ok(rows),
    }
}

fn fill_row<'a>(batch: &Batch<'a>, index: usize, most_cells: u64, scratch: &mut Scratch<'a>, row: &mut [f64]) {
    let Scratch { words, hypothesis, reference, distance: memory } = scratch;
    words.clear();
    words.number_all(batch.hypothesis(index), hypothesis);
    let mut lowest = f64::INFINITY;
    for segment in batch.references(index) {
        words.number_all(segment, reference);
        if levenshtein::count_cells(hypothesis, reference) > most_cells {
            row.fill(f64::NAN);
            return;
        }
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
    fn segments_that_would_take_too_long_are_named() {
        let (texts, references): (&[&str], &[&[&str]]) =
            (&["a b", "a b c d", "a b c"], &[&["a"], &["a x y d"], &["c"]]);
        // What both share at their ends is not compared.
        assert!(with_batch(texts, references, |batch| tally_within(batch, 4, 1)).is_ok());
        assert_eq!(with_batch(texts, references, |batch| tally_within(batch, 3, 1)), Err(1));
    }

    #[test]
    fn the_lowest_rate_counts() {
        let rows = with_batch(&["a b c", "", "x"], &[&["a", "a x c d"], &["a b", ""], &[""]], |batch| tally(batch, 1));
        let rows = rows.unwrap();
        assert_eq!(rows, [2.0, 4.0, 0.0, 0.0, 1.0, 0.0]);
    }
}
