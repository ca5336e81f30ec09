//! BLEU's statistics of a segment (Papineni et al. 2002).

use crate::batch::Batch;
use crate::ngrams::Ngrams;
use crate::parallel;
use crate::words::Words;

/// Segments that a thread takes at a time.
const STEP: usize = 256;

/// The columns of a row: hypothesis length, reference length, then matches and n-grams of each order.
pub fn columns(order: usize) -> usize {
    2 + 2 * order
}

/// What a thread needs again and again.
struct Scratch<'a> {
    words: Words<'a>,
    ngrams: Ngrams,
    hypothesis: Vec<u32>,
    reference: Vec<u32>,
}

/// One row per segment.
pub fn tally(batch: &Batch, order: usize, threads: usize) -> Vec<f64> {
    let scratch = || Scratch {
        words: Words::default(),
        ngrams: Ngrams::new(order),
        hypothesis: Vec::new(),
        reference: Vec::new(),
    };
    parallel::fill_matrix(batch.len(), columns(order), STEP, threads, scratch, |scratch, index, row| {
        fill_row(batch, index, scratch, row);
    })
}

fn fill_row<'a>(batch: &Batch<'a>, index: usize, scratch: &mut Scratch<'a>, row: &mut [f64]) {
    let Scratch { words, ngrams, hypothesis, reference } = scratch;
    words.clear();
    ngrams.clear();
    words.number_all(batch.hypothesis(index), hypothesis);
    let mut closest = None;
    for segment in batch.references(index) {
        words.find_all(segment, reference);
        closest = closer(hypothesis.len(), closest, reference.len());
        ngrams.add_reference(reference);
    }
    let order = (row.len() - 2) / 2;
    row[0] = hypothesis.len() as f64;
    row[1] = closest.expect("each segment has a reference: the door checks") as f64;
    let (matches, totals) = row[2..].split_at_mut(order);
    ngrams.match_hypothesis(hypothesis, |_, order| matches[order - 1] += 1.0);
    for (shorter, total) in totals.iter_mut().enumerate() {
        *total = hypothesis.len().saturating_sub(shorter) as f64;
    }
}

/// The reference length closest to the hypothesis, the shorter of two that are equally close.
fn closer(hypothesis: usize, closest: Option<usize>, reference: usize) -> Option<usize> {
    let distance = |length: usize| (hypothesis.abs_diff(length), length);
    Some(closest.map_or(reference, |closest| if distance(reference) < distance(closest) { reference } else { closest }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::batch::tests::with_batch;

    #[test]
    fn a_row_holds_lengths_matches_and_totals() {
        let row = with_batch(&["a b c"], &[&["a b d e", "b c"]], |batch| tally(batch, 4, 1));
        assert_eq!(row, [3.0, 2.0, 3.0, 2.0, 0.0, 0.0, 3.0, 2.0, 1.0, 0.0]);
    }

    #[test]
    fn the_shorter_of_two_equally_close_references_counts() {
        assert_eq!(closer(5, Some(6), 4), Some(4));
        assert_eq!(closer(5, Some(4), 6), Some(4));
        assert_eq!(closer(5, Some(7), 4), Some(4));
    }
}
