//! Edit distance restricted to a beam around the pseudo-diagonal, exactly as sacrebleu restricts it.
//!
//! Row i (i words of the hypothesis read) has cells [d - w, d + w) where d = floor(i * m / n) in floating point and w is 25,
//! or more where the reference is over 50 times longer; the first row is whole and the last one reaches to the end.
//!
//! The beams of neighbouring rows always overlap enough for a path: d grows by at most ceil(m / n) <= 2 w a row, so the
//! first cell of a row has a neighbour in the row above, and the others have one to their left. Hence the distance always
//! exists and sacrebleu's "unknown operation" can't occur.

use super::alignment::Operation;
use super::shift::Rotation;

const BEAM_WIDTH: usize = 25;
const UNREACHED: u32 = u32::MAX / 2;

/// Whether no path of `cost` edits, nor a cheaper one, leaves the beam between sequences of `n` and `m` words.
///
/// Then the distance and the path are those of the whole matrix. Proof: on a path with at most `cost` edits between the
/// corners, j - i is at most the number of insertions, (cost + m - n) / 2 rounded down, and i - j at most that of
/// deletions, (cost + n - m) / 2. The pseudo-diagonal itself has d - i between 0 and m - n, give or take the 1 that
/// floating point may lose in the floor. So |j - d| <= (cost + |n - m|) / 2 + 1, which may reach 24 on either side.
/// In short references no cell is outside the beam at all: d - 25 <= 0 and d + 25 > m.
pub(crate) fn holds_paths(cost: u32, n: usize, m: usize) -> bool {
    m < BEAM_WIDTH || (cost as usize + n.abs_diff(m)) / 2 + 1 < BEAM_WIDTH
}

/// One row of the beam: its cells are those of the reference positions from `first` on.
#[derive(Clone, Copy, Default)]
struct Extent {
    first: usize,
    end: usize,
}

/// The matrix within the beam.
#[derive(Default)]
pub(crate) struct Beam {
    extents: Vec<Extent>,
    stride: usize,
    /// Rows of the current hypothesis, then two rows for trials.
    costs: Vec<u32>,
}

impl Beam {
    /// Computes the matrix of `hypothesis`, which isn't empty, and returns the distance.
    pub fn fill(&mut self, hypothesis: &[u32], reference: &[u32]) -> u32 {
        self.measure(hypothesis.len(), reference.len());
        for (cost, cell) in self.costs[..self.extents[0].end].iter_mut().enumerate() {
            *cell = cost as u32;
        }
        for (i, &word) in hypothesis.iter().enumerate() {
            self.compute_row(i, i + 1, i + 1, word, reference);
        }
        self.cost(hypothesis.len(), reference.len())
    }

    /// The distance after `rotation` of the hypothesis last filled in.
    pub fn try_rotation(&mut self, hypothesis: &[u32], reference: &[u32], rotation: Rotation) -> u32 {
        let [start, middle, end] = [rotation.start, rotation.middle, rotation.end].map(|at| at as usize);
        let spare = hypothesis.len() + 1;
        let moved = hypothesis[middle..end].iter().chain(&hypothesis[start..middle]).chain(&hypothesis[end..]);
        let mut above = start;
        for (i, &word) in (start + 1..).zip(moved) {
            let below = spare + i % 2;
            self.compute_row(above, below, i, word, reference);
            above = below;
        }
        self.costs[above * self.stride + reference.len() - self.extents[spare - 1].first]
    }

    /// How the path comes to cell (i, j): substitution before deletion before insertion where they cost the same.
    pub fn choose(&self, i: usize, j: usize, same_word: bool) -> Operation {
        let cost = self.cost(i, j);
        if self.cost(i - 1, j - 1) + u32::from(!same_word) == cost {
            if same_word { Operation::Keep } else { Operation::Substitute }
        } else if self.cost(i - 1, j) + 1 == cost {
            Operation::Delete
        } else {
            Operation::Insert
        }
    }

    fn measure(&mut self, n: usize, m: usize) {
        let ratio = m as f64 / n as f64;
        let width = if (BEAM_WIDTH as f64) < ratio / 2.0 {
            (ratio / 2.0 + BEAM_WIDTH as f64).ceil() as usize
        } else {
            BEAM_WIDTH
        };
        self.extents.clear();
        self.extents.extend((0..=n).map(|i| {
            let diagonal = (i as f64 * ratio).floor() as usize;
            Extent { first: diagonal.saturating_sub(width), end: (diagonal + width).min(m + 1) }
        }));
        self.extents[n].end = m + 1;
        // Of the whole first row only what the second row looks at is kept.
        self.extents[0].end = self.extents[1].end;
        self.stride = self.extents.iter().map(|extent| extent.end - extent.first).max().unwrap_or(0);
        self.costs.resize((n + 3) * self.stride, 0);
    }

    /// Computes row `i`, whose word is `word`, into line `below` from the row held in line `above`.
    fn compute_row(&mut self, above: usize, below: usize, i: usize, word: u32, reference: &[u32]) {
        let upper = self.extents[i - 1];
        let lower = self.extents[i];
        let read = |costs: &[u32], j: usize| {
            let inside = upper.first <= j && j < upper.end;
            if inside { costs[above * self.stride + j - upper.first] } else { UNREACHED }
        };
        let mut left = UNREACHED;
        for j in lower.first..lower.end {
            let mut cost = (read(&self.costs, j) + 1).min(left + 1);
            if j > 0 {
                cost = cost.min(read(&self.costs, j - 1) + u32::from(reference[j - 1] != word));
            }
            self.costs[below * self.stride + j - lower.first] = cost;
            left = cost;
        }
    }

    fn cost(&self, i: usize, j: usize) -> u32 {
        let extent = self.extents[i];
        if j < extent.first || j >= extent.end {
            return UNREACHED;
        }
        self.costs[i * self.stride + j - extent.first]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::levenshtein::tests::{Dice, plain_distance};

    #[test]
    fn equals_the_whole_matrix_where_the_beam_holds_all_paths() {
        let mut dice = Dice(7);
        let mut held = 0;
        for _ in 0..2000 {
            let (n, m) = (1 + dice.roll(60), 1 + dice.roll(60));
            let (a, b) = (dice.sequence(n, 5), dice.sequence(m, 5));
            let whole = plain_distance(&a, &b);
            let within = Beam::default().fill(&a, &b);
            assert!(within >= whole);
            if holds_paths(whole, n, m) {
                held += 1;
                assert_eq!(within, whole);
            }
        }
        assert!(held > 500);
    }

    #[test]
    fn misses_what_lies_outside() {
        let far: Vec<u32> = (0..80).collect();
        let mut turned = far.clone();
        turned.rotate_left(30);
        assert_eq!(plain_distance(&far, &turned), 60);
        assert_eq!(Beam::default().fill(&far, &turned), 80);
    }

    #[test]
    fn tries_rotations_without_losing_the_matrix() {
        let mut dice = Dice(11);
        let mut beam = Beam::default();
        let (mut words, reference) = (dice.sequence(70, 9), dice.sequence(90, 9));
        let before = beam.fill(&words, &reference);
        let rotation = Rotation { start: 3, middle: 20, end: 60 };
        let tried = beam.try_rotation(&words, &reference, rotation);
        assert_eq!(beam.cost(70, 90), before);
        rotation.apply(&mut words);
        assert_eq!(beam.fill(&words, &reference), tried);
    }
}
