//! TER's statistics of a segment (Snover et al. 2006), equal to sacrebleu's.

mod alignment;
mod beam;
pub(crate) mod grid;
pub mod script;
pub mod search;
pub(crate) mod shift;

use crate::batch::Batch;
use crate::parallel;
use crate::words::Words;

/// Segments that a thread takes at a time: few, since one long segment costs as much as hundreds of short ones.
const STEP: usize = 16;

/// The columns of a row: fewest edits to any reference, mean length of the references.
pub const COLUMNS: usize = 2;

#[derive(Default)]
struct Scratch<'a> {
    words: Words<'a>,
    hypothesis: Vec<u32>,
    reference: Vec<u32>,
    search: search::Scratch,
}

/// One row per segment.
pub fn tally(batch: &Batch, threads: usize) -> Vec<f64> {
    parallel::fill_matrix(batch.len(), COLUMNS, STEP, threads, Scratch::default, |scratch, index, row| {
        fill_row(batch, index, scratch, row);
    })
}

fn fill_row<'a>(batch: &Batch<'a>, index: usize, scratch: &mut Scratch<'a>, row: &mut [f64]) {
    let Scratch { words, hypothesis, reference, search } = scratch;
    words.clear();
    words.number_all(batch.hypothesis(index), hypothesis);
    let references = batch.references(index);
    let count = references.len() as f64;
    let mut fewest = u32::MAX;
    let mut lengths = 0;
    for segment in references {
        words.number_all(segment, reference);
        lengths += reference.len();
        fewest = fewest.min(search::edits(hypothesis, reference, search));
    }
    row[0] = f64::from(fewest);
    row[1] = lengths as f64 / count;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::batch::tests::with_batch;

    #[test]
    fn a_moved_phrase_is_one_edit() {
        let rows = with_batch(&["a dog I had", "x"], &[&["I had a dog"], &["", "x y z"]], |batch| tally(batch, 1));
        assert_eq!(rows, [1.0, 4.0, 1.0, 1.5]);
    }
}
