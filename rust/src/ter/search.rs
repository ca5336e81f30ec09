//! Translation edit rate: word edits plus shifts of word blocks (Snover et al., "A Study of Translation Edit Rate with
//! Targeted Human Annotation", AMTA 2006).
//!
//! The best sequence of shifts is hard to find, so the measure is *defined* by a greedy search: again and again the shift
//! that saves the most edits is made, until none saves any. This module repeats the search of sacrebleu 2.6.0 with all of
//! its limits, so that the numbers are the same: see [`super::shift`] for the shifts and [`super::beam`] for the distance.
//! Of at most 999 shifts tried over the whole search, a round that reaches the thousandth is void.
//!
//! Why it is fast: a round only needs its *best* shift, ties decided by rank and not by order, so shifts may be
//! tried in any order or not at all; distances are bit-parallel, and the beam is looked at only where a path could leave it.

use super::alignment::Alignment;
use super::beam::{self, Beam};
use super::grid::Grid;
use super::shift::{Candidate, Finder};

const MAX_SHIFT_CANDIDATES: usize = 1000;

/// Memory reused from call to call.
#[derive(Default)]
pub struct Scratch {
    words: Vec<u32>,
    counts: Vec<u32>,
    grid: Grid,
    beam: Beam,
    alignment: Alignment,
    finder: Finder,
}

/// The number of edits, shifts included, from `hypothesis` to `reference`: what sacrebleu's TER counts for a segment.
///
/// Ids must be small and dense. An empty reference costs the length of the hypothesis.
///
/// ```
/// use ter_super::search::{Scratch, edits};
/// let (moved, dropped) = (&[2, 3, 0, 1, 4], &[0, 1, 2, 3]);
/// assert_eq!(edits(moved, dropped, &mut Scratch::default()), 2);
/// ```
pub fn edits(hypothesis: &[u32], reference: &[u32], scratch: &mut Scratch) -> u32 {
    let (n, m) = (hypothesis.len(), reference.len());
    if n == 0 || m == 0 {
        return (n + m) as u32;
    }
    let fewest = prepare(hypothesis, reference, scratch);
    let (mut shifts, mut tried, mut kept) = (0, 0, 0);
    loop {
        let round = Round::begin(reference, kept, scratch);
        if round.distance == fewest {
            return shifts + round.distance;
        }
        scratch.align(reference, &round);
        tried += scratch.finder.collect(&scratch.words, reference, &scratch.alignment, MAX_SHIFT_CANDIDATES - tried);
        if tried >= MAX_SHIFT_CANDIDATES {
            return shifts + round.distance;
        }
        let Some(best) = scratch.find_best(reference, &round) else {
            return shifts + round.distance;
        };
        best.rotation.apply(&mut scratch.words);
        kept = best.rotation.start as usize;
        shifts += 1;
    }
}

/// Readies the scratch for a pair and returns a number of edits that no order of the hypothesis can go below.
fn prepare(hypothesis: &[u32], reference: &[u32], scratch: &mut Scratch) -> u32 {
    let ids = hypothesis.iter().chain(reference).max().map_or(0, |&id| id as usize + 1);
    scratch.words.clear();
    scratch.words.extend_from_slice(hypothesis);
    scratch.grid.prepare(reference, ids);
    scratch.finder.prepare(reference, ids);
    scratch.counts.clear();
    scratch.counts.resize(ids, 0);
    for &id in reference {
        scratch.counts[id as usize] += 1;
    }
    let mut common = 0;
    for &id in hypothesis {
        let count = &mut scratch.counts[id as usize];
        common += u32::from(*count > 0);
        *count = count.saturating_sub(1);
    }
    hypothesis.len().max(reference.len()) as u32 - common
}

/// One round of the greedy search: the hypothesis as shifted so far.
struct Round {
    distance: u32,
    /// No path as cheap as this leaves the beam, so that the beam needn't be looked at.
    is_held: bool,
}

impl Round {
    fn begin(reference: &[u32], kept: usize, scratch: &mut Scratch) -> Round {
        let Scratch { words, grid, beam, .. } = scratch;
        let distance = grid.fill(words, kept);
        if beam::holds_paths(distance, words.len(), reference.len()) {
            return Round { distance, is_held: true };
        }
        Round { distance: beam.fill(words, reference), is_held: false }
    }
}

impl Scratch {
    fn align(&mut self, reference: &[u32], round: &Round) {
        let Scratch { words, grid, beam, alignment, .. } = self;
        let (n, m) = (words.len(), reference.len());
        if round.is_held {
            alignment.trace(n, m, |i, j| grid.choose(i, j, words[i - 1] == reference[j - 1]));
        } else {
            alignment.trace(n, m, |i, j| beam.choose(i, j, words[i - 1] == reference[j - 1]));
        }
    }

    /// The shift that saves the most edits, and the highest ranked among such, if any saves one.
    fn find_best(&mut self, reference: &[u32], round: &Round) -> Option<Candidate> {
        let Scratch { words, grid, beam, finder, .. } = self;
        let mut best: Option<Candidate> = None;
        let mut least = round.distance;
        for &candidate in &finder.candidates {
            let wins = |distance| match best {
                Some(best) => distance < least || distance == least && candidate.rank > best.rank,
                None => distance < least,
            };
            let mut distance = grid.try_rotation(words, candidate.rotation);
            if !wins(distance) {
                continue;
            }
            if !round.is_held && !beam::holds_paths(distance, words.len(), reference.len()) {
                distance = beam.try_rotation(words, reference, candidate.rotation);
                if !wins(distance) {
                    continue;
                }
            }
            least = distance;
            best = Some(candidate);
        }
        best
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
    fn handles_empty_sides() {
        assert_eq!(count(&[], &[]), 0);
        assert_eq!(count(&[0, 1], &[]), 2);
        assert_eq!(count(&[], &[0, 1, 2]), 3);
    }
}
