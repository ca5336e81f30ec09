//! Branch and bound over the choices of a stage.

use super::descent::Descent;
use super::problem::{NEVER, Problem, TOO_MUCH};
use crate::interruption::poll_every;

/// From this many slots on, the search starts from what `Descent` finds.
const MANY: usize = 24;

/// The most messages that are kept, and the most values that are paired; a problem with more is only descended.
const MOST_MESSAGES: usize = 4 << 20;
const MOST_VALUES: usize = 1 << 13;

/// The largest table of what the values of two slots cost together.
const MOST_CELLS: usize = 1 << 20;

/// What is known of the choices that were made.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Solution {
    /// What no choices can cost less than.
    pub bound: i64,
    /// Whether they cost just that.
    pub optimal: bool,
}

/// Searches one problem after the other, and keeps its memory between them.
#[derive(Default)]
pub struct Search {
    /// What each value costs, with what pairs cost in any case moved to it.
    beliefs: Vec<i64>,
    /// What was moved to each value from its pairs with each slot.
    messages: Vec<i64>,
    table: Vec<i64>,
    /// Slots that interact have the same root.
    parents: Vec<u32>,
    slots: Vec<u32>,
    levels: Vec<i64>,
    minima: Vec<i64>,
    choice: Vec<u32>,
    best: Vec<u32>,
    best_cost: i64,
    steps: u64,
    budget: u64,
    /// How often a slot was decided, in all problems.
    nodes: usize,
    descent: Descent,
    is_descended: bool,
}

impl Search {
    /// Finds the cheapest choice of a value for each slot.
    pub fn solve(&mut self, problem: &Problem, budget: u64) -> Solution {
        let count = problem.len();
        self.best.clear();
        self.best.resize(count, 0);
        self.choice.clear();
        self.choice.resize(count, 0);
        self.beliefs.clear();
        self.beliefs.extend_from_slice(&problem.unary);
        self.parents.clear();
        self.parents.extend(0..count as u32);
        self.budget = budget;
        self.steps = 0;
        self.is_descended = false;
        let values = problem.h.len();
        let widest = (0..count).map(|slot| problem.values(slot).len()).max().unwrap_or(0);
        let is_too_large = count * values > MOST_MESSAGES || values > MOST_VALUES || widest * widest > MOST_CELLS;
        if count >= MANY || (count > 1 && is_too_large) {
            self.run_descent(problem);
            if is_too_large {
                self.best.copy_from_slice(&self.descent.choices);
                return self.bound_roughly(problem);
            }
        }
        self.send_messages(problem);
        let mut solution = Solution { bound: 0, optimal: true };
        for root in 0..count {
            if self.root(root) != root {
                continue;
            }
            self.slots.clear();
            for slot in root..count {
                if self.root(slot) == root {
                    self.slots.push(slot as u32);
                }
            }
            let part = self.solve_part(problem);
            solution.bound += part.bound;
            solution.optimal &= part.optimal;
        }
        solution
    }

    /// The value chosen for each slot.
    pub fn choices(&self) -> &[u32] {
        &self.best
    }

    fn root(&mut self, mut slot: usize) -> usize {
        while self.parents[slot] as usize != slot {
            slot = self.parents[slot] as usize;
        }
        slot
    }

    /// What is known without looking at pairs, but that each slot has two neighbours at the most.
    fn bound_roughly(&self, problem: &Problem) -> Solution {
        let least = |slot| problem.unary[problem.values(slot)].iter().min().expect("slots have values");
        let alone: i64 = (0..problem.len()).map(least).sum();
        let spared = 2 * problem.len() as i64 * problem.adjacency;
        Solution { bound: alone - spared, optimal: false }
    }

    /// Moves what pairs cost in any case to single values, so that the cheapest values bound the whole from below.
    fn send_messages(&mut self, problem: &Problem) {
        let (count, values) = (problem.len(), problem.h.len());
        self.messages.clear();
        self.messages.resize(count * values, 0);
        for one in 0..count {
            for other in one + 1..count {
                poll_every::<16>(other);
                self.send_between(problem, one, other);
            }
        }
    }

    fn send_between(&mut self, problem: &Problem, one: usize, other: usize) {
        let (ours, theirs) = (problem.values(one), problem.values(other));
        let kind = problem.kind(one, other);
        let values = problem.h.len();
        self.table.clear();
        for v in ours.clone() {
            let start = self.table.len();
            self.table.extend(theirs.clone().map(|w| problem.pair(v, w, kind)));
            let least = *self.table[start..].iter().min().expect("slots have values");
            if least != 0 {
                self.table[start..].iter_mut().for_each(|cost| *cost -= least);
                self.messages[other * values + v] = least;
                self.beliefs[v] = NEVER.min(self.beliefs[v] + least);
            }
        }
        let width = theirs.len();
        for (column, w) in theirs.enumerate() {
            let least = *self.table[column..].iter().step_by(width).min().expect("slots have values");
            if least != 0 {
                self.table[column..].iter_mut().step_by(width).for_each(|cost| *cost -= least);
                self.messages[one * values + w] = least;
                self.beliefs[w] = NEVER.min(self.beliefs[w] + least);
            }
        }
        if self.table.iter().any(|&cost| cost != 0) {
            let (one, other) = (self.root(one), self.root(other));
            self.parents[one.max(other)] = one.min(other) as u32;
        }
    }

    /// Solves slots that interact with each other and with no others.
    fn solve_part(&mut self, problem: &Problem) -> Solution {
        let (count, values) = (self.slots.len(), problem.h.len());
        if count == 1 {
            let slot = self.slots[0] as usize;
            let value = problem.values(slot).min_by_key(|&value| self.beliefs[value]).expect("slots have values");
            self.best[slot] = value as u32;
            let cost = self.beliefs[value];
            return Solution { bound: cost, optimal: true };
        }
        self.levels.resize((count + 1) * values, 0);
        self.minima.resize((count + 1) * problem.len(), 0);
        let mut bound = 0;
        for &slot in &self.slots {
            let range = problem.values(slot as usize);
            self.levels[range.clone()].copy_from_slice(&self.beliefs[range.clone()]);
            let least = *self.beliefs[range].iter().min().expect("slots have values");
            self.minima[slot as usize] = least;
            bound += least;
        }
        self.best_cost = TOO_MUCH;
        if problem.len() >= MANY {
            self.start_from_descent(problem);
        }
        self.descend(problem, 0, bound);
        let optimal = self.steps <= self.budget;
        if self.best_cost == TOO_MUCH {
            // The budget was spent before there was any answer.
            self.run_descent(problem);
            self.start_from_descent(problem);
        }
        Solution { bound: if optimal { self.best_cost } else { bound }, optimal }
    }

    fn run_descent(&mut self, problem: &Problem) {
        if !std::mem::replace(&mut self.is_descended, true) {
            self.descent.run(problem);
        }
    }

    /// Takes what `Descent` found as something to beat.
    fn start_from_descent(&mut self, problem: &Problem) {
        let values = problem.h.len();
        let mut cost = 0;
        for (index, &slot) in self.slots.iter().enumerate() {
            let (slot, value) = (slot as usize, self.descent.choices[slot as usize] as usize);
            self.best[slot] = value as u32;
            cost += self.beliefs[value];
            for &other in &self.slots[..index] {
                let other = other as usize;
                let chosen = self.descent.choices[other] as usize;
                let moved = self.messages[other * values + value] + self.messages[slot * values + chosen];
                cost += problem.pair(chosen, value, problem.kind(other, slot)) - moved;
            }
        }
        self.best_cost = cost;
    }

    /// Decides one slot after the other. `bound` is what no decision of the rest can get below.
    fn descend(&mut self, problem: &Problem, depth: usize, bound: i64) {
        if depth == self.slots.len() {
            if bound < self.best_cost {
                self.best_cost = bound;
                for index in 0..depth {
                    let slot = self.slots[index] as usize;
                    self.best[slot] = self.choice[slot];
                }
            }
            return;
        }
        self.nodes = self.nodes.wrapping_add(1);
        poll_every::<64>(self.nodes);
        let index = self.pick(problem, depth, bound);
        self.slots.swap(depth, index);
        let slot = self.slots[depth] as usize;
        let level = depth * problem.h.len();
        let least = self.minima[depth * problem.len() + slot];
        let mut tried = i64::MIN;
        let mut tried_value = 0;
        loop {
            // The next cheapest value.
            let mut next = None;
            for value in problem.values(slot) {
                let cost = self.levels[level + value];
                if (cost > tried || (cost == tried && value > tried_value))
                    && next.is_none_or(|(other, _)| cost < other)
                {
                    next = Some((cost, value));
                }
            }
            let Some((cost, value)) = next else { break };
            if bound - least + cost >= self.best_cost {
                break;
            }
            (tried, tried_value) = (cost, value);
            self.choice[slot] = value as u32;
            if let Some(bound) = self.assign(problem, depth, slot, value, bound - least + cost) {
                self.descend(problem, depth + 1, bound);
            }
            if self.steps > self.budget {
                break;
            }
        }
        self.slots.swap(depth, index);
    }

    /// Which slot to decide next: the one with the fewest values that may still be part of something better.
    fn pick(&self, problem: &Problem, depth: usize, bound: i64) -> usize {
        let level = depth * problem.h.len();
        let mut best = (usize::MAX, 0, 0);
        let mut found = depth;
        for index in depth..self.slots.len() {
            let slot = self.slots[index] as usize;
            let least = self.minima[depth * problem.len() + slot];
            let room = self.best_cost - bound + least;
            let costs = &self.levels[level..][problem.values(slot)];
            let alive = costs.iter().filter(|&&cost| cost < room).count();
            let second = costs.iter().map(|&cost| cost - least).filter(|&more| more > 0).min().unwrap_or(0);
            let rank = (alive, -second, index);
            if rank < best {
                best = rank;
                found = index;
            }
        }
        found
    }

    /// Adds what a value costs with the values of all slots that are left: the new bound, unless it is too large.
    fn assign(&mut self, problem: &Problem, depth: usize, slot: usize, value: usize, bound: i64) -> Option<i64> {
        let values = problem.h.len();
        let (levels, next) = self.levels.split_at_mut((depth + 1) * values);
        let level = &levels[depth * values..];
        let mut bound = bound;
        for &other in &self.slots[depth + 1..] {
            let other = other as usize;
            let range = problem.values(other);
            self.steps += range.len() as u64;
            let kind = problem.kind(slot, other);
            let moved = self.messages[other * values + value];
            let mut least = NEVER;
            for w in range {
                let cost = level[w] + problem.pair(value, w, kind) - self.messages[slot * values + w] - moved;
                next[w] = cost.min(NEVER);
                least = least.min(cost);
            }
            bound += least - self.minima[depth * problem.len() + other];
            if bound >= self.best_cost {
                return None;
            }
            self.minima[(depth + 1) * problem.len() + other] = least;
        }
        Some(bound)
    }
}
