//! Bit-parallel edit distance between two sequences of word ids.
//!
//! Myers (1999) in Hyyrö's (2003) formulation: one row of the distance matrix is held as the *slopes* between
//! neighbouring cells, 64 cells to a machine word, and a row follows from the one before in a dozen operations per word.
//! Insertions, deletions and substitutions cost 1.
//!
//! Limits: ids must be small and dense (0..k), for the match table has a line for each id up to the largest.

use crate::interruption;

/// Words from which on the work can be stopped between two strips.
const LONG: usize = 1 << 12;

/// Number of cells a machine word holds.
pub(crate) const BLOCK: usize = u64::BITS as usize;

/// Differences between neighbouring cells of a row: bit j says how cell j + 1 compares with cell j.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Slopes {
    pub rises: u64,
    pub falls: u64,
}

impl Slopes {
    /// The row before any word was read: cell j costs j.
    pub const INITIAL: Slopes = Slopes { rises: !0, falls: 0 };

    /// Cost of the cell after `length` slopes, if that before the first costs `first`.
    #[inline(always)]
    pub fn last_cell(&self, first: u32, length: usize) -> u32 {
        let mask = low_bits(length);
        first + (self.rises & mask).count_ones() - (self.falls & mask).count_ones()
    }
}

/// Change of a cell from one row to the next, handed from block to block.
#[derive(Clone, Copy)]
pub(crate) struct Carry {
    pub rises: u64,
    pub falls: u64,
}

impl Carry {
    /// Left edge of the matrix: each row costs one more than the row above.
    pub const EDGE: Carry = Carry { rises: 1, falls: 0 };
}

/// What a step learned of each cell, for tracing the path back.
#[derive(Clone, Copy, Default)]
pub(crate) struct Moves {
    /// The cell costs the same as its upper left neighbour (otherwise one more).
    pub level_diagonal: u64,
    /// The cell costs one more than its upper neighbour.
    pub below_rises: u64,
}

/// Turns the slopes of a row into those of the next row, whose word matches the reference at the bits of `matches`.
#[inline(always)]
pub(crate) fn advance(slopes: &mut Slopes, matches: u64, carry: &mut Carry) -> Moves {
    let Slopes { rises, falls } = *slopes;
    let vertical = matches | falls;
    let matches = matches | carry.falls;
    let horizontal = ((matches & rises).wrapping_add(rises) ^ rises) | matches;
    let below_rises = falls | !(horizontal | rises);
    let below_falls = rises & horizontal;
    let shifted_rises = (below_rises << 1) | carry.rises;
    let shifted_falls = (below_falls << 1) | carry.falls;
    *carry = Carry { rises: below_rises >> (BLOCK - 1), falls: below_falls >> (BLOCK - 1) };
    *slopes = Slopes { rises: shifted_falls | !(vertical | shifted_rises), falls: shifted_rises & vertical };
    Moves { level_diagonal: horizontal | falls, below_rises }
}

/// A mask of the lowest `count` bits (all of them from 64 on).
#[inline(always)]
pub(crate) fn low_bits(count: usize) -> u64 {
    if count >= BLOCK { !0 } else { (1 << count) - 1 }
}

/// Memory reused from call to call.
#[derive(Default)]
pub struct Scratch {
    /// Where each id stands in the strip at hand; all zero between calls.
    matches: Vec<u64>,
    carries: Vec<Carry>,
}

/// The least number of insertions, deletions and substitutions that turn `a` into `b`.
///
/// Time is O(|a| |b| / 64), memory is linear in the longer length and the largest id.
///
/// ```
/// use _core::levenshtein::{Scratch, distance};
/// assert_eq!(distance(&[0, 1, 2], &[0, 2, 3], &mut Scratch::default()), 2);
/// ```
pub fn distance(a: &[u32], b: &[u32], scratch: &mut Scratch) -> u32 {
    let (a, b) = trim(a, b);
    let (short, long) = if a.len() < b.len() { (a, b) } else { (b, a) };
    let ids = a.iter().chain(b).max().map_or(0, |&id| id as usize + 1);
    let Scratch { matches, carries } = scratch;
    if matches.len() < ids {
        matches.resize(ids, 0);
    }
    carries.clear();
    if short.len() > BLOCK {
        carries.resize(long.len(), Carry::EDGE);
    }
    let mut cost = long.len() as u32;
    // Strips of 64 columns, each from top to bottom, keep the slopes in registers and the match table small.
    for strip in short.chunks(BLOCK) {
        interruption::poll_if(long.len() > LONG);
        for (position, &id) in strip.iter().enumerate() {
            matches[id as usize] |= 1 << position;
        }
        let slopes = descend(long, matches, carries);
        cost = slopes.last_cell(cost, strip.len());
        for &id in strip {
            matches[id as usize] = 0;
        }
    }
    cost
}

/// How many cells of the matrix `distance` looks at.
pub fn count_cells(a: &[u32], b: &[u32]) -> u64 {
    let (a, b) = trim(a, b);
    a.len() as u64 * b.len() as u64
}

/// Slopes at the bottom of a strip. `carries` hold those of its left border and get those of its right; none are needed
/// where both are borders of the matrix.
fn descend(words: &[u32], matches: &[u64], carries: &mut [Carry]) -> Slopes {
    let mut slopes = Slopes::INITIAL;
    if carries.is_empty() {
        for &id in words {
            advance(&mut slopes, matches[id as usize], &mut { Carry::EDGE });
        }
    } else {
        for (&id, carry) in words.iter().zip(carries) {
            advance(&mut slopes, matches[id as usize], carry);
        }
    }
    slopes
}

/// Cuts off the common beginning and end, which never change the distance.
fn trim<'a>(mut a: &'a [u32], mut b: &'a [u32]) -> (&'a [u32], &'a [u32]) {
    while let (Some((x, rest_a)), Some((y, rest_b))) = (a.split_first(), b.split_first()) {
        if x != y {
            break;
        }
        (a, b) = (rest_a, rest_b);
    }
    while let (Some((x, rest_a)), Some((y, rest_b))) = (a.split_last(), b.split_last()) {
        if x != y {
            break;
        }
        (a, b) = (rest_a, rest_b);
    }
    (a, b)
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// The textbook matrix.
    pub(crate) fn plain_distance(a: &[u32], b: &[u32]) -> u32 {
        let mut row: Vec<u32> = (0..=b.len() as u32).collect();
        for (i, x) in a.iter().enumerate() {
            let mut diagonal = row[0];
            row[0] = i as u32 + 1;
            for (j, y) in b.iter().enumerate() {
                let cost = (diagonal + u32::from(x != y)).min(row[j] + 1).min(row[j + 1] + 1);
                diagonal = std::mem::replace(&mut row[j + 1], cost);
            }
        }
        row[b.len()]
    }

    /// A small generator, so that failures repeat.
    pub(crate) struct Dice(pub u64);

    impl Dice {
        pub(crate) fn roll(&mut self, sides: usize) -> usize {
            self.0 ^= self.0 << 13;
            self.0 ^= self.0 >> 7;
            self.0 ^= self.0 << 17;
            (self.0 % sides as u64) as usize
        }

        pub(crate) fn sequence(&mut self, length: usize, ids: usize) -> Vec<u32> {
            (0..length).map(|_| self.roll(ids) as u32).collect()
        }
    }

    #[test]
    fn equals_the_plain_matrix() {
        let mut dice = Dice(0x9E37_79B9_7F4A_7C15);
        let mut scratch = Scratch::default();
        for _ in 0..3000 {
            let ids = 1 + dice.roll(40);
            let (n, m) = (dice.roll(220), dice.roll(220));
            let (a, b) = (dice.sequence(n, ids), dice.sequence(m, ids));
            assert_eq!(distance(&a, &b, &mut scratch), plain_distance(&a, &b), "{a:?} {b:?}");
        }
    }

    #[test]
    fn handles_block_borders() {
        let mut scratch = Scratch::default();
        for length in [1, 63, 64, 65, 127, 128, 129] {
            let a: Vec<u32> = (0..length).collect();
            let b: Vec<u32> = (1..=length).collect();
            assert_eq!(distance(&a, &b, &mut scratch), plain_distance(&a, &b));
            assert_eq!(distance(&a, &[], &mut scratch), length);
            assert_eq!(distance(&a, &a, &mut scratch), 0);
        }
    }
}
