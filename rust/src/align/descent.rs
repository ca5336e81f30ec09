//! A good choice quickly: each group in turn takes its best values given all others, until none can do better.
//!
//! For groups whose links never cross this is a shortest path over their slots. It proves nothing, but gives the search
//! something to beat, and long texts an answer.

use super::candidates::place_all;
use super::problem::{Kind, NEVER, Problem};
use crate::interruption::poll_if;

/// Sweeps over all groups at the most, and the most pairs of values that are looked at in all of them.
const SWEEPS: usize = 20;
const MOST_PAIRS: usize = 1 << 27;

/// Values from which on the work can be stopped between two groups.
const LONG: usize = 1 << 12;

/// Improves choices, and keeps its memory between problems.
#[derive(Default)]
pub struct Descent {
    /// The value chosen for each slot.
    pub choices: Vec<u32>,
    costs: Vec<i64>,
    paths: Vec<i64>,
    came_from: Vec<u32>,
}

impl Descent {
    /// Chooses a value for each slot.
    pub fn run(&mut self, problem: &Problem) {
        self.choices.clear();
        let mut slot = 0;
        while slot < problem.len() {
            let end = group_end(problem, slot);
            self.choose_first(problem, slot, end);
            if problem.complete[problem.groups[slot] as usize] {
                self.start_costs(problem, slot, end);
                self.improve_path(problem, slot, end);
            }
            slot = end;
        }
        let pairs = problem.len() * problem.h.len();
        for _ in 0..SWEEPS.min(MOST_PAIRS / pairs.max(1)) {
            let mut has_changed = false;
            let mut slot = 0;
            while slot < problem.len() {
                let end = group_end(problem, slot);
                poll_if(problem.h.len() > LONG);
                has_changed |= self.improve(problem, slot, end);
                slot = end;
            }
            if !has_changed {
                break;
            }
        }
    }

    /// The first choices of a group: all in order, which is always possible where they are ordered.
    fn choose_first(&mut self, problem: &Problem, first: usize, end: usize) {
        if problem.complete[problem.groups[first] as usize] {
            self.choices.extend((first..end).map(|slot| problem.starts[slot]));
            return;
        }
        let ends = if problem.in_hypothesis[problem.groups[first] as usize] { &problem.r } else { &problem.h };
        let targets: Vec<Vec<u32>> =
            (first..end).map(|slot| ends[problem.values(slot)].iter().map(|&end| end as u32).collect()).collect();
        let placed = place_all(targets.len(), |slot| &targets[slot]);
        for (slot, target) in (first..end).zip(placed) {
            let mut values = problem.values(slot);
            let value = values.find(|&value| ends[value] as u32 == target).expect("the target is one of the slot's");
            self.choices.push(value as u32);
        }
    }

    /// Finds better values for a group. Answers whether there were any.
    fn improve(&mut self, problem: &Problem, first: usize, end: usize) -> bool {
        let (start, stop) = self.start_costs(problem, first, end);
        for (slot, &chosen) in self.choices.iter().enumerate() {
            if !(first..end).contains(&slot) {
                for (value, cost) in (start..stop).zip(&mut self.costs) {
                    *cost += problem.pair(chosen as usize, value, Kind::Strangers);
                }
            }
        }
        if problem.complete[problem.groups[first] as usize] {
            self.improve_path(problem, first, end)
        } else {
            self.improve_single(problem, first, end)
        }
    }

    /// Takes what each value of a group costs by itself: where its values start and end.
    fn start_costs(&mut self, problem: &Problem, first: usize, end: usize) -> (usize, usize) {
        let (start, stop) = (problem.starts[first] as usize, problem.starts[end] as usize);
        self.costs.clear();
        self.costs.extend_from_slice(&problem.unary[start..stop]);
        (start, stop)
    }

    fn improve_path(&mut self, problem: &Problem, first: usize, end: usize) -> bool {
        let start = problem.starts[first] as usize;
        self.paths.clear();
        self.paths.extend_from_slice(&self.costs);
        self.came_from.clear();
        self.came_from.resize(self.costs.len(), 0);
        for slot in first + 1..end {
            let before = problem.values(slot - 1);
            let mut least = (NEVER, 0);
            // The n-th value of a slot has the target after that of the n-th value of the slot before it.
            for (value, earlier) in problem.values(slot).zip(before) {
                let cost = self.paths[earlier - start];
                if cost < least.0 {
                    least = (cost, earlier);
                }
                let neighbour = cost + problem.pair(earlier, value, Kind::Ordered);
                let (cost, from) = if neighbour < least.0 { (neighbour, earlier) } else { least };
                self.paths[value - start] += cost;
                self.came_from[value - start] = from as u32;
            }
        }
        let last = problem.values(end - 1).min_by_key(|value| self.paths[value - start]).expect("slots have values");
        let better = self.paths[last - start];
        let mut present: i64 = (first..end).map(|slot| self.costs[self.choices[slot] as usize - start]).sum();
        for slot in first + 1..end {
            present += problem.pair(self.choices[slot - 1] as usize, self.choices[slot] as usize, Kind::Ordered);
        }
        if better >= present {
            return false;
        }
        let mut value = last as u32;
        for slot in (first..end).rev() {
            self.choices[slot] = value;
            value = self.came_from[value as usize - start];
        }
        true
    }

    fn improve_single(&mut self, problem: &Problem, first: usize, end: usize) -> bool {
        let start = problem.starts[first] as usize;
        let mut has_changed = false;
        if (end - first) * (problem.starts[end] as usize - start) > MOST_PAIRS / SWEEPS {
            return false;
        }
        for slot in first..end {
            let cost_of = |value: usize| {
                let others = (first..end).filter(|&other| other != slot);
                let pairs = others.map(|other| problem.pair(self.choices[other] as usize, value, Kind::Rivals));
                self.costs[value - start] + pairs.sum::<i64>()
            };
            let best = problem.values(slot).min_by_key(|&value| cost_of(value)).expect("slots have values");
            if cost_of(best) < cost_of(self.choices[slot] as usize) {
                self.choices[slot] = best as u32;
                has_changed = true;
            }
        }
        has_changed
    }
}

fn group_end(problem: &Problem, slot: usize) -> usize {
    let group = problem.groups[slot];
    (slot..problem.len()).find(|&other| problem.groups[other] != group).unwrap_or(problem.len())
}
