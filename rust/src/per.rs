//! Position-independent error rate: edits from the hypothesis to the reference, where words may stand in any order.

use crate::batch::Batch;
use crate::parallel;
use crate::unigram::Matcher;

/// Segments that a thread takes at a time.
const STEP: usize = 256;

/// The columns of a row: edits, words of the reference.
pub const COLUMNS: usize = 2;

/// One row per segment, for the reference that gives the lowest rate, the first of several.
pub fn tally(batch: &Batch, threads: usize) -> Vec<f64> {
    parallel::fill_matrix(batch.len(), COLUMNS, STEP, threads, Matcher::default, |matcher, index, row| {
        fill_row(batch, index, matcher, row);
    })
}

fn fill_row<'a>(batch: &Batch<'a>, index: usize, matcher: &mut Matcher<'a>, row: &mut [f64]) {
    let hypothesis = batch.hypothesis(index);
    let mut lowest = f64::INFINITY;
    for reference in batch.references(index) {
        let length = reference.tokens.len();
        // Words that do not match are replaced by each other as far as possible; those that remain are extra or missing.
        let edits = (hypothesis.tokens.len().max(length) - matcher.count(hypothesis, reference)) as f64;
        let rate = if length > 0 { edits / length as f64 } else { edits.min(1.0) };
        if rate < lowest {
            lowest = rate;
            row.copy_from_slice(&[edits, length as f64]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::batch::tests::with_batch;

    #[test]
    fn order_does_not_count() {
        let rows =
            with_batch(&["c a b", "a a b", "x"], &[&["a b c"], &["a b", "b c a d"], &[""]], |batch| tally(batch, 1));
        assert_eq!(rows, [0.0, 3.0, 1.0, 2.0, 1.0, 0.0]);
    }
}
