//! The shifts of word blocks that translation edit rate tries.
//!
//! A block of the hypothesis may move if it equals a block of the reference, both have an error on the current path,
//! and the reference block is not already reached from within the hypothesis block. It is tried wherever the path meets
//! the reference block. Limits, as in sacrebleu: blocks of up to 10 words, at most 50 positions apart.

use crate::interruption::poll_every;
use crate::ter::alignment::Alignment;

const MAX_SHIFT_SIZE: usize = 10;
const MAX_SHIFT_DISTANCE: usize = 50;
const NOWHERE: u32 = u32::MAX;

/// An exchange of two neighbouring blocks, [start, middle) and [middle, end): what any shift amounts to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Rotation {
    pub start: u32,
    pub middle: u32,
    pub end: u32,
}

impl Rotation {
    /// Moving `length` words from `start` in front of the word at `target`, in a hypothesis of `n` words.
    fn of_shift(start: usize, length: usize, target: usize, n: usize) -> Rotation {
        let (start, middle, end) = if target < start {
            (target, start, start + length)
        } else if target > start + length {
            (start, start + length, target)
        } else {
            // A target inside the block counts words after the block, not positions in it.
            (start, start + length, (target + length).min(n))
        };
        Rotation { start: start as u32, middle: middle as u32, end: end as u32 }
    }

    /// Where the first block starts, where the second does and where it ends.
    #[inline(always)]
    pub fn bounds(&self) -> (usize, usize, usize) {
        (self.start as usize, self.middle as usize, self.end as usize)
    }

    /// More edits than this can't be saved: taking the shorter block out and putting it in again is two edits per word.
    #[inline(always)]
    pub fn most_saved(&self) -> u32 {
        2 * (self.middle - self.start).min(self.end - self.middle)
    }

    fn is_identity(&self) -> bool {
        self.start == self.middle || self.middle == self.end
    }

    /// Exchanges the two blocks in place.
    pub fn apply(&self, words: &mut [u32]) {
        words[self.start as usize..self.end as usize].rotate_left((self.middle - self.start) as usize);
    }
}

/// A shift to be tried.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Candidate {
    pub rotation: Rotation,
    /// Decides between shifts that save as many edits: the longest, then the first, then to the first target.
    pub rank: u64,
}

impl Candidate {
    fn new(start: usize, length: usize, target: usize, n: usize) -> Candidate {
        // Room for hypotheses of 268 million words.
        const FIELD: u64 = (1 << 28) - 1;
        let rank = (length as u64) << 56 | (FIELD - start as u64) << 28 | (FIELD - target as u64);
        Candidate { rotation: Rotation::of_shift(start, length, target, n), rank }
    }
}

/// Finds the shifts worth trying.
#[derive(Default)]
pub(crate) struct Finder {
    first_occurrence: Vec<u32>,
    next_occurrence: Vec<u32>,
    pub candidates: Vec<Candidate>,
}

impl Finder {
    /// Indexes the reference; ids below `ids` may occur in hypotheses.
    pub fn prepare(&mut self, reference: &[u32], ids: usize) {
        self.first_occurrence.clear();
        self.first_occurrence.resize(ids, NOWHERE);
        self.next_occurrence.resize(reference.len(), NOWHERE);
        for (position, &id) in reference.iter().enumerate().rev() {
            let first = &mut self.first_occurrence[id as usize];
            self.next_occurrence[position] = std::mem::replace(first, position as u32);
        }
    }

    /// Lists the shifts and returns how many sacrebleu would have tried; gives up as soon as they are `limit` or more.
    ///
    /// Shifts that change nothing are counted but not listed.
    pub fn collect(&mut self, hypothesis: &[u32], reference: &[u32], alignment: &Alignment, limit: usize) -> usize {
        self.candidates.clear();
        let mut count = 0;
        for (start, &id) in hypothesis.iter().enumerate() {
            let wrong_after = alignment.next_hypothesis_error[start] as usize - start;
            if wrong_after >= MAX_SHIFT_SIZE {
                continue;
            }
            poll_every::<64>(start);
            let mut position = self.first_occurrence[id as usize];
            while position != NOWHERE {
                let target = position as usize;
                position = self.next_occurrence[target];
                let wrong_after = wrong_after.max(alignment.next_reference_error[target] as usize - target);
                if wrong_after >= MAX_SHIFT_SIZE || start.abs_diff(target) > MAX_SHIFT_DISTANCE {
                    continue;
                }
                count += self.collect_blocks(start, target, wrong_after, hypothesis, reference, alignment);
                if count >= limit {
                    return count;
                }
            }
        }
        count
    }

    /// Lists the shifts of the blocks of more than `shortest` words that start at `start` and `target`.
    #[inline(always)]
    fn collect_blocks(
        &mut self,
        start: usize,
        target: usize,
        shortest: usize,
        hypothesis: &[u32],
        reference: &[u32],
        alignment: &Alignment,
    ) -> usize {
        let landing = &alignment.landing;
        let reached = landing[target] as usize;
        let is_within = |length| start < reached && reached <= start + length;
        if is_within(shortest + 1) {
            return 0;
        }
        let mut count = 0;
        let run = common_length(&hypothesis[start..], &reference[target..]);
        for length in (shortest + 1..=run).take_while(|&length| !is_within(length)) {
            let mut previous = if target == 0 { 0 } else { landing[target - 1] };
            self.push(start, length, previous as usize, hypothesis.len());
            count += 1;
            for &index in &landing[target..target + length] {
                if index != previous {
                    previous = index;
                    self.push(start, length, index as usize, hypothesis.len());
                    count += 1;
                }
            }
        }
        count
    }

    #[inline]
    fn push(&mut self, start: usize, length: usize, target: usize, n: usize) {
        let candidate = Candidate::new(start, length, target, n);
        if !candidate.rotation.is_identity() {
            self.candidates.push(candidate);
        }
    }
}

/// How many words two sequences share at their beginning, up to the largest block.
fn common_length(a: &[u32], b: &[u32]) -> usize {
    a.iter().zip(b).take(MAX_SHIFT_SIZE).take_while(|(x, y)| x == y).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shifts_are_rotations() {
        let shifted = |start, length, target| {
            let mut words = [0, 1, 2, 3, 4, 5];
            Rotation::of_shift(start, length, target, 6).apply(&mut words);
            words
        };
        assert_eq!(shifted(3, 2, 1), [0, 3, 4, 1, 2, 5]);
        assert_eq!(shifted(1, 2, 5), [0, 3, 4, 1, 2, 5]);
        assert_eq!(shifted(1, 2, 2), [0, 3, 1, 2, 4, 5]);
        assert_eq!(shifted(1, 2, 3), [0, 3, 4, 1, 2, 5]);
        assert_eq!(shifted(4, 2, 5), [0, 1, 2, 3, 4, 5]);
        assert_eq!(shifted(1, 2, 1), [0, 1, 2, 3, 4, 5]);
    }

    #[test]
    fn ranks_longer_then_earlier() {
        let rank = |start, length, target| Candidate::new(start, length, target, 99).rank;
        assert!(rank(5, 2, 9) > rank(4, 1, 9));
        assert!(rank(4, 1, 9) > rank(5, 1, 8));
        assert!(rank(4, 1, 8) > rank(4, 1, 9));
    }
}
