//! Single words that hypothesis and reference share: precision and recall.

use crate::batch::Batch;
use crate::parallel;
use crate::tokens::Segment;
use crate::words::Words;

/// Segments that a thread takes at a time.
const STEP: usize = 256;

/// The columns of a row: matched words, words of the hypothesis, words of the reference.
pub const COLUMNS: usize = 3;

/// Counts the words that two segments share.
#[derive(Default)]
pub struct Matcher<'a> {
    words: Words<'a>,
    numbers: Vec<u32>,
    counts: Vec<i32>,
}

impl<'a> Matcher<'a> {
    /// How many words of the hypothesis the reference has, each as often as the reference has it.
    pub fn count(&mut self, hypothesis: Segment<'a>, reference: Segment<'a>) -> usize {
        let Matcher { words, numbers, counts } = self;
        words.clear();
        words.number_all(reference, numbers);
        counts.clear();
        counts.resize(numbers.len(), 0);
        numbers.iter().for_each(|&word| counts[word as usize] += 1);
        words.find_all(hypothesis, numbers);
        let mut matches = 0;
        for &word in numbers.iter() {
            if let Some(count) = counts.get_mut(word as usize) {
                *count -= 1;
                matches += usize::from(*count >= 0);
            }
        }
        matches
    }
}

/// One row per segment, for the reference that gives the largest Fmean, the first of several.
pub fn tally(batch: &Batch, threads: usize) -> Vec<f64> {
    parallel::fill_matrix(batch.len(), COLUMNS, STEP, threads, Matcher::default, |matcher, index, row| {
        fill_row(batch, index, matcher, row);
    })
}

fn fill_row<'a>(batch: &Batch<'a>, index: usize, matcher: &mut Matcher<'a>, row: &mut [f64]) {
    let hypothesis = batch.hypothesis(index);
    let mut best = -1.0;
    for reference in batch.references(index) {
        let matches = matcher.count(hypothesis, reference) as f64;
        let (ours, theirs) = (hypothesis.tokens.len() as f64, reference.tokens.len() as f64);
        let fmean = fmean(matches, ours, theirs);
        if fmean > best {
            best = fmean;
            row.copy_from_slice(&[matches, ours, theirs]);
        }
    }
}

/// 10PR / (R + 9P), which is 10 matches / (hypothesis + 9 reference).
fn fmean(matches: f64, hypothesis: f64, reference: f64) -> f64 {
    if matches == 0.0 { 0.0 } else { 10.0 * matches / (hypothesis + 9.0 * reference) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::batch::tests::with_batch;

    #[test]
    fn the_best_reference_counts() {
        let row = with_batch(&["the cat the"], &[&["a dog", "the the mat on", "the mat cat"]], |batch| tally(batch, 1));
        assert_eq!(row, [2.0, 3.0, 3.0]);
    }

    #[test]
    fn nothing_matches_nothing() {
        let rows = with_batch(&["", "a"], &[&["a"], &["", "b c"]], |batch| tally(batch, 1));
        assert_eq!(rows, [0.0, 0.0, 1.0, 0.0, 1.0, 0.0]);
    }
}
