//! The search for the most adjacencies.
//!
//! If a word of the reference could be mapped twice, the most adjacencies would be found by one pass over the hypothesis. That
//! is the bound, and where the answer does map a word twice the search branches on who may have it.

use super::{Chunks, FREE, Outcome};
use crate::interruption;

/// How often the budget may be spent before the search has found anything.
const PATIENCE: u64 = 8;

impl Chunks {
    /// Searches for the most adjacencies, then among those for the least loss.
    pub(super) fn search(&mut self, budget: u64) -> Outcome {
        (self.found, self.found_value) = (None, i64::MIN);
        (self.steps, self.budget, self.is_fine) = (0, budget, false);
        self.relax();
        let bound = self.best[0];
        self.branch();
        let links = self.found.take().unwrap_or_default();
        let adjacencies = self.count_adjacencies(&links);
        let most = self.scale.adjacencies(bound);
        let optimal = self.steps <= self.budget || adjacencies == most;
        (self.steps, self.is_fine) = (0, self.scale.displacement > 0);
        self.found_value = i64::from(adjacencies) * self.scale.adjacency - self.lose(&links).total;
        self.found = Some(links);
        if self.is_fine && self.found_value < bound {
            self.relax();
            self.branch();
        }
        Outcome { optimal, most_adjacencies: if optimal { adjacencies } else { most } }
    }

    /// The most that can be had if words of the reference may be mapped twice.
    fn relax(&mut self) {
        self.steps += self.edges.len() as u64;
        for i in (0..self.best.len() - 1).rev() {
            let rest = self.best[i + 1];
            let mut best = rest;
            for index in self.rows[i] as usize..self.rows[i + 1] as usize {
                if self.forbidden[index] > 0 {
                    continue;
                }
                let gain = self.continued(index).map_or(rest, |next| rest.max(self.scale.adjacency + self.gain[next]));
                let gain = gain - self.losses[index];
                self.gain[index] = gain;
                best = best.max(gain);
            }
            self.best[i] = best;
        }
    }

    fn continued(&self, index: usize) -> Option<usize> {
        let next = self.next[index] as usize;
        (self.next[index] != FREE && self.forbidden[next] == 0).then_some(next)
    }

    /// The adjacent links of the relaxed answer, run by run.
    fn trace(&self) -> Vec<u32> {
        let mut links = Vec::new();
        let mut i = 0;
        while i + 1 < self.best.len() {
            if self.best[i] > self.best[i + 1] {
                let mut row = self.rows[i] as usize..self.rows[i + 1] as usize;
                let mut index = row
                    .find(|&index| self.forbidden[index] == 0 && self.gain[index] == self.best[i])
                    .expect("some edge gives the best gain");
                links.push(index as u32);
                while let Some(next) = self
                    .continued(index)
                    .filter(|&next| self.scale.adjacency + self.gain[next] == self.gain[index] + self.losses[index])
                {
                    links.push(next as u32);
                    index = next;
                    i += 1;
                }
            }
            i += 1;
        }
        links
    }

    /// Searches below the present node, whose relaxed answer is known.
    fn branch(&mut self) {
        let spent = if self.found.is_some() { self.steps } else { self.steps / PATIENCE };
        if self.is_hopeless() || spent > self.budget {
            return;
        }
        interruption::poll();
        let links = self.trace();
        if let Some(rivals) = self.find_rivals(&links) {
            self.branch_on_rivals(&rivals);
            return;
        }
        let loss = self.lose(&links);
        let bound = self.best[0];
        let value = i64::from(self.count_adjacencies(&links)) * self.scale.adjacency - loss.total;
        let is_complete = loss.culprits.is_empty();
        if is_complete && value > self.found_value {
            (self.found_value, self.found) = (value, Some(links.clone()));
        }
        // With these links there is nothing better, so something better has to do without one of them.
        if !is_complete || (self.is_fine && self.found_value < bound) {
            for link in if is_complete { links } else { loss.culprits } {
                self.branch_without(&[link]);
            }
        }
    }

    /// Whether nothing better can be found below the present node.
    fn is_hopeless(&self) -> bool {
        let (bound, found) = (self.best[0], self.found_value);
        let by_adjacencies = || self.scale.adjacencies(bound) <= self.scale.adjacencies(found);
        self.found.is_some() && if self.is_fine { bound <= found } else { by_adjacencies() }
    }

    /// Gives the word of the reference that some links want to one of them after the other, then to none.
    fn branch_on_rivals(&mut self, rivals: &[u32]) {
        let reference = self.edges[rivals[0] as usize].reference as usize;
        let range = self.column_starts[reference] as usize..self.column_starts[reference + 1] as usize;
        let all = self.column_edges[range].to_vec();
        for &winner in rivals {
            let losers: Vec<u32> = all.iter().copied().filter(|&index| index != winner).collect();
            self.branch_without(&losers);
        }
        self.branch_without(rivals);
    }

    fn branch_without(&mut self, edges: &[u32]) {
        edges.iter().for_each(|&index| self.forbidden[index as usize] += 1);
        self.relax();
        self.branch();
        edges.iter().for_each(|&index| self.forbidden[index as usize] -= 1);
    }

    /// Links that want the same word of the reference, those of longer runs first.
    fn find_rivals(&mut self, links: &[u32]) -> Option<Vec<u32>> {
        let mut contested = None;
        for &index in links {
            let user = &mut self.users[self.edges[index as usize].reference as usize];
            if *user != FREE && contested.is_none() {
                contested = Some(self.edges[index as usize].reference);
            }
            *user = index;
        }
        links.iter().for_each(|&index| self.users[self.edges[index as usize].reference as usize] = FREE);
        let contested = contested?;
        let mut rivals = Vec::new();
        let mut start = 0;
        for end in 1..=links.len() {
            if end == links.len() || self.next[links[end - 1] as usize] != links[end] {
                let run = &links[start..end];
                let rival = run.iter().copied().find(|&index| self.edges[index as usize].reference == contested);
                rivals.extend(rival.map(|index| (usize::MAX - run.len(), index)));
                start = end;
            }
        }
        rivals.sort_unstable();
        Some(rivals.into_iter().map(|(_, index)| index).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Chunks, Edge, Outcome};

    /// The links of two segments whose words match where they are equal, and what is known of them.
    fn align(hypothesis: &[u32], reference: &[u32], budget: u64) -> (Vec<(u32, u32)>, Outcome) {
        let mut chunks = Chunks::default();
        let mut edges = Vec::new();
        for (i, word) in (0..).zip(hypothesis) {
            let partners = (0..).zip(reference).filter(|(_, other)| word == *other);
            edges.extend(partners.map(|(j, _)| Edge { i, j, distance: 0.0 }));
        }
        let lengths = [hypothesis.len(), reference.len()];
        chunks.add_stage(&edges, true, lengths);
        assert!(!chunks.is_too_large(lengths[0], lengths[1]));
        let mut links = Vec::new();
        let outcome =
            chunks.solve(lengths[0], lengths[1], budget, |link| links.push((link.hypothesis, link.reference)));
        links.sort_unstable();
        (links, outcome)
    }

    #[test]
    fn a_word_that_two_runs_want_goes_to_the_longer_one() {
        // Both runs of the hypothesis, 1 2 and 1 2 3, would be adjacent in the reference, which has them once.
        let (links, outcome) = align(&[1, 2, 9, 1, 2, 3], &[1, 2, 3], 1000);
        assert_eq!(links, [(3, 0), (4, 1), (5, 2)]);
        assert!(outcome.optimal);
        assert_eq!(outcome.most_adjacencies, 2);
    }

    #[test]
    fn of_equal_runs_the_least_displaced_is_taken() {
        let (links, outcome) = align(&[1, 2, 1, 2], &[1, 2], 1000);
        assert_eq!(links, [(0, 0), (1, 1)]);
        assert!(outcome.optimal);
        assert_eq!(outcome.most_adjacencies, 1);
    }

    #[test]
    fn without_a_budget_there_is_a_bound() {
        let (links, outcome) = align(&[1, 2, 1, 2, 1], &[2, 1, 2], 0);
        assert_eq!(links.len(), 3);
        assert!(outcome.most_adjacencies >= 2);
    }
}
