//! GLEU's statistics of a segment (Wu et al. 2016): matching n-grams of all orders, and the larger number of n-grams.

use crate::batch::Batch;
use crate::ngrams::Ngrams;
use crate::parallel;
use crate::words::Words;

/// Segments that a thread takes at a time.
const STEP: usize = 256;

/// The columns of a row: matching n-grams, and n-grams of the side that has more.
pub const COLUMNS: usize = 2;

/// The orders of n-grams that count.
#[derive(Clone, Copy)]
pub struct Orders {
    pub least: usize,
    pub most: usize,
}

impl Orders {
    /// How many n-grams a segment of so many words has.
    fn count(self, words: usize) -> usize {
        (self.least..=self.most).map(|order| (words + 1).saturating_sub(order)).sum()
    }
}

struct Scratch<'a> {
    words: Words<'a>,
    ngrams: Ngrams,
    hypothesis: Vec<u32>,
    reference: Vec<u32>,
}

/// One row per segment, for the reference that gives the highest score, the first of several.
pub fn tally(batch: &Batch, orders: Orders, threads: usize) -> Vec<f64> {
    let scratch = || Scratch {
        words: Words::default(),
        ngrams: Ngrams::new(orders.most),
        hypothesis: Vec::new(),
        reference: Vec::new(),
    };
    parallel::fill_matrix(batch.len(), COLUMNS, STEP, threads, scratch, |scratch, index, row| {
        fill_row(batch, index, orders, scratch, row);
    })
}

fn fill_row<'a>(batch: &Batch<'a>, index: usize, orders: Orders, scratch: &mut Scratch<'a>, row: &mut [f64]) {
    let Scratch { words, ngrams, hypothesis, reference } = scratch;
    words.clear();
    words.number_all(batch.hypothesis(index), hypothesis);
    let mut best = -1.0;
    for segment in batch.references(index) {
        let larger = orders.count(hypothesis.len()).max(orders.count(segment.tokens.len())) as f64;
        if larger == 0.0 {
            continue; // nothing to match on either side, which is no score
        }
        words.find_all(segment, reference);
        ngrams.clear();
        ngrams.add_reference(reference);
        let mut matches = 0;
        ngrams.match_hypothesis(hypothesis, |_, order| matches += usize::from(order >= orders.least));
        let matches = matches as f64;
        if matches / larger > best {
            best = matches / larger;
            row.copy_from_slice(&[matches, larger]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::batch::tests::with_batch;

    #[test]
    fn the_best_reference_counts() {
        let orders = Orders { least: 1, most: 4 };
        let rows = with_batch(&["a b c", "a", ""], &[&["x", "a b c d", "b"], &["", "b"], &["", ""]], |batch| {
            tally(batch, orders, 1)
        });
        assert_eq!(rows, [6.0, 10.0, 0.0, 1.0, 0.0, 0.0]);
    }

    #[test]
    fn short_ngrams_need_not_count() {
        let orders = Orders { least: 2, most: 3 };
        let rows = with_batch(&["a b c"], &[&["a b d e"]], |batch| tally(batch, orders, 1));
        assert_eq!(rows, [1.0, 5.0]);
    }
}
