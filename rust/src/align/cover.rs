//! The words that every largest mapping maps.
//!
//! In a graph between two rows of words the largest one-to-one mapping is as large as the smallest set of words that touches
//! every edge (König). Each link of a largest mapping has exactly one end in such a cover, and each word of the cover has a
//! link. So the words of the cover are slots, each of which chooses one of its neighbours outside the cover, and
//! whatever they choose, as long as no two choose the same, is a largest mapping.

use super::FREE;
use super::candidates::Edge;

/// A connected part of a graph.
#[derive(Default)]
pub struct Component {
    /// Its words of the hypothesis, ascending.
    pub hypothesis: Vec<u32>,
    /// Its words of the reference, ascending.
    pub reference: Vec<u32>,
    /// Its edges, in order.
    pub edges: Vec<Edge>,
    covered: [Vec<bool>; 2],
}

impl Component {
    /// The slots on one side with their targets.
    pub fn slots(&self, in_hypothesis: bool) -> impl Iterator<Item = (u32, impl Iterator<Item = u32> + '_)> + '_ {
        let (side, words) = if in_hypothesis { (0, &self.hypothesis) } else { (1, &self.reference) };
        let ends = move |edge: &Edge| if in_hypothesis { (edge.i, edge.j) } else { (edge.j, edge.i) };
        let slots = words.iter().copied().zip(&self.covered[side]).filter(|&(_, &covered)| covered);
        slots.map(move |(position, _)| {
            let targets = self
                .edges
                .iter()
                .map(ends)
                .filter(move |&(near, far)| near == position && !self.covered[1 - side][self.index(1 - side, far)]);
            (position, targets.map(|(_, far)| far))
        })
    }

    fn index(&self, side: usize, position: u32) -> usize {
        let words = if side == 0 { &self.hypothesis } else { &self.reference };
        words.binary_search(&position).expect("the word is of this component")
    }

    /// Finds a largest mapping, and from it a smallest cover.
    fn find_cover(&mut self) {
        let neighbours: Vec<Vec<usize>> = self
            .hypothesis
            .iter()
            .map(|&i| self.edges.iter().filter(|edge| edge.i == i).map(|edge| self.index(1, edge.j)).collect())
            .collect();
        let mut owner: Vec<Option<usize>> = vec![None; self.reference.len()];
        let mut map = |word| augment(word, &neighbours, &mut owner, &mut vec![false; self.reference.len()]);
        let is_mapped: Vec<bool> = (0..neighbours.len()).map(&mut map).collect();
        // What alternating paths reach from the unmapped words of the hypothesis.
        let mut reached = vec![false; neighbours.len()];
        let mut covered = vec![false; owner.len()];
        let mut stack: Vec<usize> = (0..neighbours.len()).filter(|&word| !is_mapped[word]).collect();
        while let Some(word) = stack.pop() {
            if std::mem::replace(&mut reached[word], true) {
                continue;
            }
            for &target in &neighbours[word] {
                covered[target] = true;
                stack.extend(owner[target]);
            }
        }
        self.covered = [reached.iter().map(|reached| !reached).collect(), covered];
    }
}

/// Maps a word to a target, moving others if need be.
fn augment(word: usize, neighbours: &[Vec<usize>], owner: &mut [Option<usize>], seen: &mut [bool]) -> bool {
    for &target in &neighbours[word] {
        if !std::mem::replace(&mut seen[target], true) {
            let is_free = owner[target].is_none_or(|other| augment(other, neighbours, owner, seen));
            if is_free {
                owner[target] = Some(word);
                return true;
            }
        }
    }
    false
}

/// Cuts a graph into connected parts, and finds the cover of each.
#[derive(Default)]
pub struct Cover {
    edges: Vec<Edge>,
    parents: Vec<u32>,
    roots: Vec<u32>,
    component: Component,
}

impl Cover {
    /// Forgets all edges.
    pub fn clear(&mut self) {
        self.edges.clear();
    }

    /// Adds an edge; edges come in order.
    pub fn add(&mut self, edge: Edge) {
        self.edges.push(edge);
    }

    /// Calls `work` with each connected part, in the order of their first edges.
    pub fn for_each_component(
        &mut self,
        hypothesis_length: usize,
        reference_length: usize,
        mut work: impl FnMut(&Component),
    ) {
        if self.edges.is_empty() {
            return;
        }
        self.parents.clear();
        self.parents.extend(0..(hypothesis_length + reference_length) as u32);
        for edge in &self.edges {
            let (one, other) =
                (find(&mut self.parents, edge.i), find(&mut self.parents, hypothesis_length as u32 + edge.j));
            self.parents[one.max(other) as usize] = one.min(other);
        }
        self.roots.clear();
        for index in 0..self.edges.len() {
            let root = find(&mut self.parents, self.edges[index].i);
            self.roots.push(root);
        }
        for start in 0..self.roots.len() {
            let root = self.roots[start];
            if root == FREE {
                continue;
            }
            let Component { hypothesis, reference, edges, .. } = &mut self.component;
            edges.clear();
            for index in start..self.roots.len() {
                if self.roots[index] == root {
                    self.roots[index] = FREE;
                    edges.push(self.edges[index]);
                }
            }
            for (words, position) in [(hypothesis, (|edge| edge.i) as fn(&Edge) -> u32), (reference, |edge| edge.j)] {
                words.clear();
                words.extend(edges.iter().map(position));
                words.sort_unstable();
                words.dedup();
            }
            if self.component.edges.len() < self.component.hypothesis.len() * self.component.reference.len() {
                self.component.find_cover();
            }
            work(&self.component);
        }
    }
}

/// The root of a word, with the way to it shortened.
pub fn find(parents: &mut [u32], mut word: u32) -> u32 {
    while parents[word as usize] != word {
        let above = parents[parents[word as usize] as usize];
        parents[word as usize] = above;
        word = above;
    }
    word
}
