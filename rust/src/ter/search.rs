//! Translation edit rate: word edits plus shifts of word blocks (Snover et al., "A Study of Translation Edit Rate with
//! Targeted Human Annotation", AMTA 2006).
//!
//! The best sequence of shifts is hard to find, so the measure is *defined* by a greedy search: again and again the
//! shift that saves the most edits is made, until none saves any. This module repeats the search of sacrebleu 2.6.0
//! with all of its limits, so that the numbers are the same: see `shift` for the shifts and `beam` for the distance.
//! The search ends with the thousandth shift tried, and a round that comes so far is void.
//!
//! Why it is fast: a round only needs its *best* shift, ties are decided by rank and not by order, so shifts may be
//! tried in any order or, where a bound forbids that they win, not at all; a void round is only counted; trials are
//! bit-parallel, start where the shift does and end where their row equals the standing one; and the beam is looked at
//! only where a path could leave it.

use crate::interruption;
use crate::ter::alignment::Alignment;
use crate::ter::beam::{self, Beam};
use crate::ter::grid::Grid;
use crate::ter::shift::{Candidate, Finder, Rotation};

const MAX_SHIFT_CANDIDATES: usize = 1000;

/// Longer references, of which the whole matrix is mostly outside the beam, are left to the beam alone.
const MAX_GRID_WIDTH: usize = 512;

/// Words from which on the search can be stopped between two trials.
const LONG: usize = 1 << 12;

/// Memory reused from call to call.
#[derive(Default)]
pub struct Scratch {
    words: Vec<u32>,
    counts: Vec<u32>,
    grid: Grid,
    beam: Beam,
    alignment: Alignment,
    finder: Finder,
    /// The shifts of the last search, in order.
    pub(crate) shifts: Vec<Rotation>,
    /// Whether the whole matrix is used, or else only the beam.
    uses_grid: bool,
    /// A number of edits that no order of the hypothesis can go below.
    fewest: u32,
}

/// The number of edits, shifts included, from `hypothesis` to `reference`: what sacrebleu's TER counts for a segment.
///
/// Ids must be small and dense. An empty reference costs the length of the hypothesis.
///
/// ```
/// use _core::ter::search::{Scratch, edits};
/// let (moved, dropped) = (&[2, 3, 0, 1, 4], &[0, 1, 2, 3]);
/// assert_eq!(edits(moved, dropped, &mut Scratch::default()), 2);
/// ```
pub fn edits(hypothesis: &[u32], reference: &[u32], scratch: &mut Scratch) -> u32 {
    if hypothesis.is_empty() || reference.is_empty() {
        scratch.shifts.clear();
        return (hypothesis.len() + reference.len()) as u32;
    }
    scratch.uses_grid = reference.len() <= MAX_GRID_WIDTH;
    search(hypothesis, reference, scratch)
}

fn search(hypothesis: &[u32], reference: &[u32], scratch: &mut Scratch) -> u32 {
    scratch.shifts.clear();
    scratch.prepare(hypothesis, reference);
    let (mut tried, mut kept) = (0, 0);
    loop {
        let round = scratch.begin_round(reference, kept);
        let total = scratch.shifts.len() as u32 + round.distance;
        if round.distance == scratch.fewest {
            return total;
        }
        let Scratch { words, alignment, finder, .. } = scratch;
        tried += finder.collect(words, reference, alignment, MAX_SHIFT_CANDIDATES - tried);
        if tried >= MAX_SHIFT_CANDIDATES {
            return total;
        }
        let Some(best) = scratch.find_best(reference, round) else {
            return total;
        };
        best.rotation.apply(&mut scratch.words);
        kept = best.rotation.start as usize;
        scratch.shifts.push(best.rotation);
    }
}

/// One round of the greedy search: the hypothesis as shifted so far.
#[derive(Clone, Copy)]
struct Round {
    distance: u32,
    /// No path as cheap as this leaves the beam, so that the beam needn't be looked at.
    is_held: bool,
}

impl Scratch {
    fn prepare(&mut self, hypothesis: &[u32], reference: &[u32]) {
        let ids = hypothesis.iter().chain(reference).max().map_or(0, |&id| id as usize + 1);
        self.words.clear();
        self.words.extend_from_slice(hypothesis);
        self.finder.prepare(reference, ids);
        if self.uses_grid {
            self.grid.prepare(reference, ids);
        }
        self.counts.clear();
        self.counts.resize(ids, 0);
        for &id in reference {
            self.counts[id as usize] += 1;
        }
        let mut common = 0;
        for &id in hypothesis {
            let count = &mut self.counts[id as usize];
            common += u32::from(*count > 0);
            *count = count.saturating_sub(1);
        }
        self.fewest = hypothesis.len().max(reference.len()) as u32 - common;
    }

    /// Finds the distance and, unless no shift can lessen it, the path.
    fn begin_round(&mut self, reference: &[u32], kept: usize) -> Round {
        let Scratch { words, grid, beam, alignment, .. } = self;
        let (n, m) = (words.len(), reference.len());
        let mut is_traced = false;
        if self.uses_grid {
            let distance = grid.fill(words, kept);
            let is_held = beam::holds_paths(distance, n, m);
            if is_held && distance == self.fewest {
                return Round { distance, is_held };
            }
            alignment.trace(n, m, |i, j| grid.choose(i, j, words[i - 1] == reference[j - 1]));
            if is_held {
                return Round { distance, is_held };
            }
            is_traced = true;
        }
        if kept == 0 {
            beam.measure(n, m);
        }
        beam.keep(kept);
        if is_traced && beam.holds(alignment) {
            return Round { distance: grid.distance(), is_held: false };
        }
        let distance = beam.fill(words, reference);
        alignment.trace(n, m, |i, j| beam.choose(i, j, words[i - 1] == reference[j - 1]));
        Round { distance, is_held: false }
    }

    /// The shift that saves the most edits, and the highest ranked among such, if any saves one.
    fn find_best(&mut self, reference: &[u32], round: Round) -> Option<Candidate> {
        let Scratch { words, grid, beam, finder, fewest, uses_grid, .. } = self;
        if *uses_grid {
            let (best, least) = choose_best(&finder.candidates, round.distance, |candidate, wins| {
                interruption::poll_if(words.len() > LONG);
                let bound = grid.distance().saturating_sub(candidate.rotation.most_saved()).max(*fewest);
                if wins(bound) { grid.try_rotation(words, candidate.rotation) } else { bound }
            })?;
            // The whole matrix never costs more than the beam: what wins there, and costs the same here, wins here.
            if round.is_held
                || beam::holds_paths(least, words.len(), reference.len())
                || beam.try_rotation(words, reference, best.rotation) == least
            {
                return Some(best);
            }
        }
        let (best, _) = choose_best(&finder.candidates, round.distance, |candidate, wins| {
            let bound = if *uses_grid { grid.try_rotation(words, candidate.rotation) } else { *fewest };
            if wins(bound) { beam.try_rotation(words, reference, candidate.rotation) } else { bound }
        })?;
        Some(best)
    }
}

/// The candidate of the lowest cost below `limit`, and of the highest rank among such, and its cost.
///
/// `weigh` gets a candidate and the test whether a cost would win; for a cost that wouldn't it may return any other
/// that wouldn't.
#[inline(always)]
fn choose_best(
    candidates: &[Candidate],
    limit: u32,
    mut weigh: impl FnMut(&Candidate, &dyn Fn(u32) -> bool) -> u32,
) -> Option<(Candidate, u32)> {
    let mut best = None;
    let (mut least, mut rank) = (limit, u64::MAX);
    for candidate in candidates {
        let wins = |cost| cost < least || cost == least && candidate.rank > rank;
        let cost = weigh(candidate, &wins);
        if wins(cost) {
            (least, rank) = (cost, candidate.rank);
            best = Some(*candidate);
        }
    }
    best.map(|best| (best, least))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::levenshtein::tests::Dice;

    fn count(hypothesis: &[u32], reference: &[u32]) -> u32 {
        edits(hypothesis, reference, &mut Scratch::default())
    }

    #[test]
    fn counts_edits_and_shifts() {
        assert_eq!(count(&[0, 1, 2], &[0, 1, 2]), 0);
        assert_eq!(count(&[0, 1, 2], &[0, 3, 2]), 1);
        assert_eq!(count(&[3, 4, 0, 1, 2], &[0, 1, 2, 3, 4]), 1);
        assert_eq!(count(&[3, 4, 0, 1, 5], &[0, 1, 2, 3, 4]), 2);
    }

    #[test]
    fn breaks_ties_like_sacrebleu() {
        // Each number would be another with one preference turned round: deletion before insertion, the longest block,
        // the first block, the first target, substitution before both.
        assert_eq!(count(&[3, 1, 4, 0], &[4, 4, 3, 0, 4]), 4);
        assert_eq!(count(&[3, 0, 2, 1, 0], &[1, 0, 2, 0, 3, 3, 3]), 4);
        assert_eq!(count(&[2, 4, 1, 3], &[0, 3, 2, 1, 4]), 4);
        assert_eq!(count(&[3, 0, 1, 1, 0], &[1, 0, 1, 0, 3]), 2);
        assert_eq!(count(&[1, 0, 0, 2], &[0, 1, 1, 1, 0]), 3);
    }

    #[test]
    fn keeps_the_limits_of_sacrebleu() {
        let turned = |length: u32, by: usize| {
            let reference: Vec<u32> = (0..length).collect();
            let mut hypothesis = reference.clone();
            hypothesis.rotate_left(by);
            count(&hypothesis, &reference)
        };
        // One word moved by 50 positions and by 60, blocks of 10 words and of 12, a path outside the beam.
        assert_eq!(turned(51, 1), 1);
        assert_eq!(turned(61, 1), 2);
        assert_eq!(turned(20, 10), 1);
        assert_eq!(turned(24, 12), 2);
        assert_eq!(turned(80, 30), 80);
        assert_eq!(count(&[119, 0, 3], &(0..120).collect::<Vec<u32>>()), 120);
        // Without the limit of shifts tried it would be 21.
        let hypothesis: Vec<u32> = (0..50).map(|i| i * i * 3 % 31 % 5).collect();
        let reference: Vec<u32> = (0..50).map(|i| i * 3 % 29 % 5).collect();
        assert_eq!(count(&hypothesis, &reference), 23);
    }

    #[test]
    fn agrees_with_the_beam_alone() {
        let mut dice = Dice(3);
        let mut scratch = Scratch::default();
        for case in 0..3000 {
            let limit = if case % 10 == 0 { 200 } else { 40 };
            let (m, ids) = (1 + dice.roll(limit), 2 + dice.roll(60));
            let reference = dice.sequence(m, ids);
            let mut hypothesis = reference.clone();
            if case % 3 == 0 {
                let n = 1 + dice.roll(limit);
                hypothesis = dice.sequence(n, ids);
            }
            for _ in 0..dice.roll(4) {
                let middle = dice.roll(hypothesis.len());
                hypothesis.rotate_left(middle);
                let keep = 1 + dice.roll(hypothesis.len());
                hypothesis[..keep].rotate_right(middle % keep);
            }
            let counted = edits(&hypothesis, &reference, &mut scratch);
            scratch.uses_grid = false;
            assert_eq!(search(&hypothesis, &reference, &mut scratch), counted, "{hypothesis:?} {reference:?}");
        }
    }

    #[test]
    fn handles_empty_sides() {
        assert_eq!(count(&[], &[]), 0);
        assert_eq!(count(&[0, 1], &[]), 2);
        assert_eq!(count(&[], &[0, 1, 2]), 3);
    }
}
