//! Headword chains: the labels on the way from a node to one below it.

use super::forest::{Trees, mix};
use crate::interruption::poll_every;

/// Finds the chains of one segment, and keeps its memory between segments.
#[derive(Default)]
pub struct Chains {
    /// For each node, the chains that end there, of length 1, 2, …
    ending: Vec<u64>,
    /// The nodes above the present one, with the ends of their subtrees.
    above: Vec<(usize, usize)>,
}

impl Chains {
    /// Calls `take` with each chain's length less 1, and a number for it.
    pub fn for_each(&mut self, trees: Trees, length: usize, mut take: impl FnMut(usize, u64)) {
        let nodes = trees.labels.len();
        self.ending.clear();
        self.ending.resize(nodes * length, 0);
        self.above.clear();
        for node in 0..nodes {
            poll_every::<{ 1 << 14 }>(node);
            while self.above.last().is_some_and(|&(_, end)| end <= node) {
                self.above.pop();
            }
            let label = trees.labels[node];
            let (before, after) = self.ending.split_at_mut(node * length);
            after[0] = label;
            take(0, label);
            if let Some(&(parent, _)) = self.above.last() {
                for level in 1..length.min(self.above.len() + 1) {
                    let chain = mix(before[parent * length + level - 1], label);
                    after[level] = chain;
                    take(level, chain);
                }
            }
            self.above.push((node, node + trees.sizes[node] as usize));
        }
    }
}
