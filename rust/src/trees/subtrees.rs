//! Subtrees of each depth: a node with everything below it, cut after that many levels.

use super::forest::{Trees, mix};
use crate::interruption::poll_every;

/// Finds the subtrees of one segment, and keeps its memory between segments.
#[derive(Default)]
pub struct Subtrees {
    /// For each node, its subtree cut after 1, 2, … levels.
    cut: Vec<u64>,
    heights: Vec<u32>,
}

impl Subtrees {
    /// Calls `take` with each subtree's depth, from 1, and a number for it. A node has a subtree of a depth only if it
    /// reaches that many levels down.
    pub fn for_each(&mut self, trees: Trees, depth: usize, mut take: impl FnMut(usize, u64)) {
        let nodes = trees.labels.len();
        self.cut.clear();
        self.cut.resize(nodes * depth, 0);
        self.heights.clear();
        self.heights.resize(nodes, 1);
        // Children come after their parents, so from the last node to the first they are done before.
        for node in (0..nodes).rev() {
            poll_every::<{ 1 << 14 }>(node);
            let label = trees.labels[node];
            let (before, after) = self.cut.split_at_mut((node + 1) * depth);
            let ours = &mut before[node * depth..];
            ours.fill(label);
            let mut height = 1;
            for child in trees.children(node) {
                height = height.max(self.heights[child] + 1);
                let theirs = &after[(child - node - 1) * depth..][..depth];
                // A cut after n levels is made of the children's cuts after n - 1.
                ours[1..].iter_mut().zip(theirs).for_each(|(state, &cut)| *state = mix(*state, cut));
            }
            self.heights[node] = height;
            let levels = depth.min(height as usize);
            (0..levels).for_each(|level| take(level, ours[level]));
        }
    }
}
