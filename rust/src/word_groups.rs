//! How many words of each group, such as rare ones, a hypothesis shares with its reference.

use crate::parallel;
use crate::vocabulary::Numbered;

/// Segments that a thread takes at a time.
const STEP: usize = 256;

/// The columns of each group: matched words, words of the hypothesis, words of the reference.
pub const COLUMNS: usize = 3;

/// Hypotheses and references as numbers of words, and the group of each word.
pub struct Grouped<'a> {
    pub hypotheses: &'a Numbered,
    pub references: &'a Numbered,
    /// Where the references of each segment start.
    pub offsets: &'a [i64],
    /// The group of each word; all are below the number of groups.
    pub groups: &'a [u32],
}

/// One row per segment, for the reference with the largest F1 over all words, the first of several.
pub fn tally(texts: &Grouped, groups: usize, threads: usize) -> Vec<f64> {
    let columns = COLUMNS * groups;
    let counts = || vec![0_i32; texts.groups.len()];
    parallel::fill_matrix(texts.hypotheses.len(), columns, STEP, threads, counts, |counts, index, row| {
        fill_row(texts, index, counts, row);
    })
}

fn fill_row(texts: &Grouped, index: usize, counts: &mut [i32], row: &mut [f64]) {
    let hypothesis = texts.hypotheses.segment(index);
    let range = texts.offsets[index] as usize..texts.offsets[index + 1] as usize;
    let mut best = (-1.0, &[][..]);
    for reference in range.map(|reference| texts.references.segment(reference)) {
        let mut matches = 0;
        match_words(hypothesis, reference, counts, |_| matches += 1);
        let words = hypothesis.len() + reference.len();
        let share = if words == 0 { 0.0 } else { f64::from(matches) / words as f64 };
        if share > best.0 {
            best = (share, reference);
        }
    }
    let reference = best.1;
    let mut add = |word: u32, column: usize| row[COLUMNS * texts.groups[word as usize] as usize + column] += 1.0;
    match_words(hypothesis, reference, counts, |word| add(word, 0));
    hypothesis.iter().for_each(|&word| add(word, 1));
    reference.iter().for_each(|&word| add(word, 2));
}

/// Calls `matched` for each word that both have, as often as both have it. Counts are zeros before and after.
fn match_words(hypothesis: &[u32], reference: &[u32], counts: &mut [i32], mut matched: impl FnMut(u32)) {
    reference.iter().for_each(|&word| counts[word as usize] += 1);
    for &word in hypothesis {
        let count = &mut counts[word as usize];
        *count -= 1;
        if *count >= 0 {
            matched(word);
        }
    }
    hypothesis.iter().chain(reference).for_each(|&word| counts[word as usize] = 0);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tokenize::Tokenizer;
    use crate::tokens::Tokens;
    use crate::vocabulary::number;

    #[test]
    fn words_are_counted_in_their_groups_against_the_best_reference() {
        let hypotheses = Tokens::new(&["a a b c", ""], &Tokenizer::None, 1);
        let references = Tokens::new(&["z z", "a b d d", "z"], &Tokenizer::None, 1);
        let (words, [hypotheses, references]) = number([&hypotheses, &references]);
        assert_eq!(words, ["a", "b", "c", "z", "d"]);
        let texts =
            Grouped { hypotheses: &hypotheses, references: &references, offsets: &[0, 2, 3], groups: &[0, 1, 1, 0, 1] };
        let rows = tally(&texts, 2, 2);
        assert_eq!(rows, [1.0, 2.0, 1.0, 1.0, 2.0, 3.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0]);
    }
}
