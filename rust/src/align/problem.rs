//! The choices of a stage as numbers: slots, the values that each may take, and what values cost alone and in pairs.
//!
//! A cost has three parts in one number: crossings, then adjacencies (each spares a chunk, so they count negative), then
//! positions. A unit of a part outweighs all that the parts after it can amount to.

use super::FREE;
use super::candidates::{Candidates, Slot};
use super::crossings::Crossings;

/// The cost of what cannot be: costs are cut off here, so that two of them can be added.
pub const NEVER: i64 = 1 << 61;

/// What no choice that is possible costs.
pub const TOO_MUCH: i64 = NEVER / 2;

/// The most values that are looked at. Only texts that repeat a word thousands of times have more.
const MOST_VALUES: u64 = 4 << 20;

/// The slots, their values and costs.
#[derive(Default)]
pub struct Problem {
    /// The hypothesis position of each value.
    pub h: Vec<i32>,
    /// The reference position of each value.
    pub r: Vec<i32>,
    /// What each value costs by itself, against all links that are made.
    pub unary: Vec<i64>,
    /// Where the values of each slot start, and where those of the last one end.
    pub starts: Vec<u32>,
    /// The group of each slot.
    pub groups: Vec<u32>,
    /// Whether a group is complete.
    pub complete: Vec<bool>,
    /// Whether the slots of a group are words of the hypothesis.
    pub in_hypothesis: Vec<bool>,
    /// What a crossing costs.
    pub crossing: i64,
    /// What an adjacency spares.
    pub adjacency: i64,
}

impl Problem {
    /// Whether there are more values than memory should be spent on.
    pub fn is_too_large(candidates: &Candidates) -> bool {
        let values = |slot: &Slot| u64::from(slot.targets.1 - slot.targets.0);
        candidates.slots.iter().map(values).sum::<u64>() > MOST_VALUES
    }

    /// Takes the choices of a stage, given the links that are made.
    pub fn build(&mut self, candidates: &Candidates, crossings: &Crossings, forward: &[u32]) {
        for list in [&mut self.h, &mut self.r] {
            list.clear();
        }
        self.unary.clear();
        self.groups.clear();
        self.complete.clear();
        self.in_hypothesis.clear();
        self.starts.clear();
        self.starts.push(0);
        let mut positions = 1;
        for slot in &candidates.slots {
            let targets = &candidates.targets[slot.targets.0 as usize..slot.targets.1 as usize];
            positions += i64::from(targets[targets.len() - 1] - targets[0]);
        }
        let slots = candidates.slots.len() as i64;
        let most_crossings = slots * (slots + forward.len() as i64);
        // In texts of many thousands of words crossings and chunks have to do.
        let counts_positions = positions.saturating_mul(2 * slots + 1).saturating_mul(most_crossings) < TOO_MUCH;
        self.adjacency = if counts_positions { positions } else { 1 };
        self.crossing = self.adjacency * (2 * slots + 1);
        for (number, group) in candidates.groups.iter().enumerate() {
            self.complete.push(group.complete);
            self.in_hypothesis.push(group.slots_in_hypothesis);
            for slot in &candidates.slots[group.slots.0 as usize..group.slots.1 as usize] {
                let targets = &candidates.targets[slot.targets.0 as usize..slot.targets.1 as usize];
                for &target in targets {
                    let (i, j) =
                        if group.slots_in_hypothesis { (slot.position, target) } else { (target, slot.position) };
                    let crossed = i64::from(crossings.added(i, j)) * self.crossing;
                    let spared = count_neighbours(forward, i as usize, j) * self.adjacency;
                    self.h.push(i as i32);
                    self.r.push(j as i32);
                    let position = i64::from(target - targets[0]) * i64::from(counts_positions);
                    self.unary.push(crossed - spared + position);
                }
                self.groups.push(number as u32);
                self.starts.push(self.h.len() as u32);
            }
        }
    }

    /// The number of slots.
    pub fn len(&self) -> usize {
        self.groups.len()
    }

    /// The values of a slot.
    pub fn values(&self, slot: usize) -> std::ops::Range<usize> {
        self.starts[slot] as usize..self.starts[slot + 1] as usize
    }

    /// The link that a value stands for.
    pub fn edge(&self, value: u32) -> (u32, u32) {
        (self.h[value as usize] as u32, self.r[value as usize] as u32)
    }

    /// How many crossings a cost, or a bound of it, stands for at least.
    pub fn crossings_of(&self, cost: i64) -> u64 {
        // Adjacencies may make a cost smaller than its crossings alone.
        let most_spared = self.crossing - self.adjacency;
        (cost + most_spared).div_euclid(self.crossing).max(0) as u64
    }

    /// What two values of different slots cost together.
    #[inline]
    pub fn pair(&self, one: usize, other: usize, kind: Kind) -> i64 {
        let (h, r) = (self.h[other] - self.h[one], self.r[other] - self.r[one]);
        let crosses = (h < 0) != (r < 0);
        if kind != Kind::Strangers && (h == 0 || r == 0 || (kind == Kind::Ordered && crosses)) {
            return NEVER;
        }
        let is_adjacent = h == r && (h == 1 || h == -1);
        self.crossing * i64::from(crosses) - self.adjacency * i64::from(is_adjacent)
    }

    /// What two slots are to each other.
    pub fn kind(&self, one: usize, other: usize) -> Kind {
        match self.groups[one] == self.groups[other] {
            false => Kind::Strangers,
            true if self.complete[self.groups[one] as usize] => Kind::Ordered,
            true => Kind::Rivals,
        }
    }
}

/// What two slots are to each other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Kind {
    /// They have no targets in common.
    Strangers,
    /// They must take different targets.
    Rivals,
    /// They must take different targets, in the order of the slots.
    Ordered,
}

/// How many links are adjacent to a link of two words.
fn count_neighbours(forward: &[u32], i: usize, j: u32) -> i64 {
    let before = i > 0 && j > 0 && forward[i - 1] == j - 1;
    let after = i + 1 < forward.len() && forward[i + 1] != FREE && forward[i + 1] == j + 1;
    i64::from(before) + i64::from(after)
}
