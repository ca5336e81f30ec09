//! Edit distance restricted to a beam around the pseudo-diagonal, exactly as sacrebleu restricts it.
//!
//! Row i (i words of the hypothesis read) has cells [d - w, d + w) where d = floor(i * m / n) in floating point and w
//! is 25, or more where the reference is over 50 times longer; the first row is whole, the last reaches to the end.
//!
//! The beams of neighbouring rows always overlap enough for a path: d grows by at most ceil(m / n) <= 2 w per row, so the
//! first cell of a row has a neighbour in the row above, and the others have one to their left. Hence the distance
//! always exists and sacrebleu's "unknown operation" can't occur.

use crate::interruption::poll_every;
use crate::ter::alignment::{Alignment, Operation};
use crate::ter::shift::Rotation;

const BEAM_WIDTH: usize = 25;
/// Rows after which the work can be stopped.
const POLL: usize = 1 << 12;
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

/// The matrix within the beam, row by row as far as it was asked for.
#[derive(Default)]
pub(crate) struct Beam {
    extents: Vec<Extent>,
    /// Rows are held with a cell before the first and as many after the last as the next row looks at, all unreached.
    stride: usize,
    costs: Vec<u32>,
    trial: [Vec<u32>; 2],
    /// Rows of the current hypothesis that `costs` holds.
    filled: usize,
}

impl Beam {
    /// Lays the beam for hypotheses of `n` words, at least one, and references of `m`.
    pub fn measure(&mut self, n: usize, m: usize) {
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
        let widest = self.extents.windows(2).map(|pair| pair[1].end - pair[0].first).max();
        self.stride = widest.unwrap_or(0) + 1;
        self.costs.resize((n + 1) * self.stride, 0);
        self.costs[0] = UNREACHED;
        for (cost, cell) in self.costs[1..self.stride].iter_mut().enumerate() {
            *cell = cost as u32;
        }
        self.filled = 1;
    }

    /// Forgets all but the first `words` of the hypothesis so far.
    pub fn keep(&mut self, words: usize) {
        self.filled = self.filled.min(words + 1);
    }

    /// Computes the matrix of `hypothesis`, for whose length the beam was measured, and returns the distance.
    pub fn fill(&mut self, hypothesis: &[u32], reference: &[u32]) -> u32 {
        self.fill_until(hypothesis.len(), hypothesis, reference);
        self.cost(hypothesis.len(), reference.len())
    }

    /// The distance after `rotation` of the hypothesis.
    pub fn try_rotation(&mut self, hypothesis: &[u32], reference: &[u32], rotation: Rotation) -> u32 {
        let (start, middle, end) = rotation.bounds();
        let n = hypothesis.len();
        self.fill_until(start, hypothesis, reference);
        let moved = hypothesis[middle..end].iter().chain(&hypothesis[start..middle]).chain(&hypothesis[end..]);
        let is_whole = self.filled > n;
        let distance = if is_whole { self.cost(n, reference.len()) } else { 0 };
        let [above, below] = &mut self.trial;
        above.clear();
        above.extend_from_slice(&self.costs[start * self.stride..(start + 1) * self.stride]);
        below.resize(self.stride, 0);
        for (i, &word) in (start + 1..).zip(moved) {
            poll_every::<POLL>(i);
            compute_row(above, below, [self.extents[i - 1], self.extents[i]], word, reference);
            std::mem::swap(above, below);
            // From equal rows equal words lead to equal ends.
            if is_whole && i >= end && above[..] == self.costs[i * self.stride..(i + 1) * self.stride] {
                return distance;
            }
        }
        above[1 + reference.len() - self.extents[n].first]
    }

    fn fill_until(&mut self, last: usize, hypothesis: &[u32], reference: &[u32]) {
        for i in self.filled..=last {
            poll_every::<POLL>(i);
            let (above, below) = self.costs.split_at_mut(i * self.stride);
            let above = &above[(i - 1) * self.stride..];
            let extents = [self.extents[i - 1], self.extents[i]];
            compute_row(above, &mut below[..self.stride], extents, hypothesis[i - 1], reference);
        }
        self.filled = self.filled.max(last + 1);
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

    /// Whether the path of `alignment` stays within the beam.
    ///
    /// If the path of the whole matrix does, it is the path in the beam as well: all its cells cost the same there,
    /// other cells cost no less, so the same operation is preferred at each.
    pub fn holds(&self, alignment: &Alignment) -> bool {
        let landing = &alignment.landing;
        let (n, m) = (self.extents.len() - 1, landing.len());
        (0..=m).all(|j| {
            // The path is in column j from row `top` to row `bottom` at most.
            let top = if j == 0 { 0 } else { landing[j - 1] as usize };
            let bottom = if j == m { n } else { landing[j] as usize };
            (top == 0 || j < self.extents[top].end) && self.extents[bottom].first <= j
        })
    }

    fn cost(&self, i: usize, j: usize) -> u32 {
        let extent = self.extents[i];
        if j < extent.first || j >= extent.end {
            return UNREACHED;
        }
        self.costs[i * self.stride + 1 + j - extent.first]
    }
}

/// Computes the row that reading `word` makes of the row above.
fn compute_row(above: &[u32], below: &mut [u32], extents: [Extent; 2], word: u32, reference: &[u32]) {
    let [upper, lower] = extents;
    let cells = lower.end - lower.first;
    let above = &above[lower.first - upper.first..][..=cells];
    below[0] = UNREACHED;
    below[cells + 1..].fill(UNREACHED);
    let below = &mut below[1..=cells];
    let mut left = UNREACHED;
    let mut skipped = 0;
    if lower.first == 0 {
        left = above[1] + 1;
        below[0] = left;
        skipped = 1;
    }
    let words = &reference[lower.first + skipped - 1..];
    for ((cell, neighbours), &other) in below[skipped..].iter_mut().zip(above[skipped..].windows(2)).zip(words) {
        let entered = (neighbours[0] + u32::from(other != word)).min(neighbours[1] + 1);
        left = entered.min(left + 1);
        *cell = left;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::levenshtein::tests::{Dice, plain_distance};

    fn fill_new(hypothesis: &[u32], reference: &[u32]) -> u32 {
        let mut beam = Beam::default();
        beam.measure(hypothesis.len(), reference.len());
        beam.fill(hypothesis, reference)
    }

    #[test]
    fn equals_the_whole_matrix_where_the_beam_holds_all_paths() {
        let mut dice = Dice(7);
        let mut held = 0;
        for _ in 0..2000 {
            let (n, m) = (1 + dice.roll(60), 1 + dice.roll(60));
            let (a, b) = (dice.sequence(n, 5), dice.sequence(m, 5));
            let whole = plain_distance(&a, &b);
            let within = fill_new(&a, &b);
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
        assert_eq!(fill_new(&far, &turned), 80);
    }

    #[test]
    fn tries_rotations_without_losing_the_matrix() {
        let mut dice = Dice(11);
        let mut beam = Beam::default();
        let (mut words, reference) = (dice.sequence(70, 9), dice.sequence(90, 9));
        beam.measure(70, 90);
        let before = beam.fill(&words, &reference);
        let rotation = Rotation { start: 3, middle: 20, end: 60 };
        let tried = beam.try_rotation(&words, &reference, rotation);
        assert_eq!(beam.cost(70, 90), before);
        rotation.apply(&mut words);
        assert_eq!(beam.fill(&words, &reference), tried);
    }
}
