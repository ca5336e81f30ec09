//! The edits that translation edit rate counts, one by one, to be looked at.

use crate::ter::alignment::Operation;
use crate::ter::beam::Beam;
use crate::ter::search::{Scratch, edits};

/// Shifts, then edits of single words: together they make the reference of the hypothesis.
#[derive(Debug, PartialEq, Eq)]
pub struct Script {
    /// Exchanges of the neighbouring blocks [start, middle) and [middle, end), one after the other.
    pub shifts: Vec<(u32, u32, u32)>,
    /// What happens to the words after all shifts: `=` keep, `~` substitute, `-` delete, `+` insert.
    pub operations: String,
}

/// The edits from `hypothesis` to `reference` that `edits` counts. Ids must be small and dense.
///
/// ```
/// use _core::ter::script::explain;
/// let script = explain(&[2, 3, 0, 1, 4], &[0, 1, 2, 3]);
/// assert_eq!(script.shifts.len(), 1);
/// assert_eq!(script.operations, "====-");
/// ```
pub fn explain(hypothesis: &[u32], reference: &[u32]) -> Script {
    let mut scratch = Scratch::default();
    edits(hypothesis, reference, &mut scratch);
    let mut words = hypothesis.to_vec();
    for rotation in &scratch.shifts {
        rotation.apply(&mut words);
    }
    let shifts = scratch.shifts.iter().map(|each| (each.start, each.middle, each.end)).collect();
    Script { shifts, operations: trace(&words, reference) }
}

/// The cheapest path in the beam, which is what the search goes by.
fn trace(words: &[u32], reference: &[u32]) -> String {
    let (mut i, mut j) = (words.len(), reference.len());
    let mut beam = Beam::default();
    if i > 0 && j > 0 {
        beam.measure(i, j);
        beam.fill(words, reference);
    }
    let mut operations = Vec::new();
    while i > 0 || j > 0 {
        let operation = match (i, j) {
            (0, _) => Operation::Insert,
            (_, 0) => Operation::Delete,
            _ => beam.choose(i, j, words[i - 1] == reference[j - 1]),
        };
        i -= usize::from(operation != Operation::Insert);
        j -= usize::from(operation != Operation::Delete);
        operations.push(match operation {
            Operation::Keep => '=',
            Operation::Substitute => '~',
            Operation::Delete => '-',
            Operation::Insert => '+',
        });
    }
    operations.iter().rev().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::levenshtein::tests::Dice;

    #[test]
    fn lists_as_many_edits_as_are_counted() {
        let mut dice = Dice(3);
        for _ in 0..500 {
            let (n, m) = (dice.roll(40), dice.roll(40));
            let (hypothesis, reference) = (dice.sequence(n, 9), dice.sequence(m, 9));
            let script = explain(&hypothesis, &reference);
            let listed = script.shifts.len() + script.operations.chars().filter(|&each| each != '=').count();
            assert_eq!(listed as u32, edits(&hypothesis, &reference, &mut Scratch::default()));
        }
    }

    #[test]
    fn empty_sides_are_all_insertions_or_deletions() {
        assert_eq!(explain(&[], &[0, 1]).operations, "++");
        assert_eq!(explain(&[0, 1], &[]).operations, "--");
        assert_eq!(explain(&[], &[]).operations, "");
    }
}
