//! The words that every largest mapping maps.
//!
//! In a graph between two rows of words the largest one-to-one mapping is as large as the smallest set of words that touches
//! every edge (König). Each link of a largest mapping has exactly one end in such a cover, and each word of the cover has a
//! link. So the words of the cover are slots, each of which chooses one of its neighbours outside the cover, and
//! any choice of theirs, as long as no two choose the same, is a largest mapping.

use super::candidates::Edge;
use super::matching::Graph;

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
    pub fn slots(&self, in_hypothesis: bool) -> Vec<(u32, Vec<u32>)> {
        let side = usize::from(!in_hypothesis);
        let mut edges: Vec<(u32, u32)> = self
            .edges
            .iter()
            .filter(|edge| self.covered[0][self.index(0, edge.i)] != self.covered[1][self.index(1, edge.j)])
            .map(|edge| if in_hypothesis { (edge.i, edge.j) } else { (edge.j, edge.i) })
            .filter(|&(near, _)| self.covered[side][self.index(side, near)])
            .collect();
        edges.sort_unstable();
        let of_slot = |edges: &[(u32, u32)]| (edges[0].0, edges.iter().map(|edge| edge.1).collect());
        edges.chunk_by(|one, other| one.0 == other.0).map(of_slot).collect()
    }

    fn index(&self, side: usize, position: u32) -> usize {
        let words = if side == 0 { &self.hypothesis } else { &self.reference };
        words.binary_search(&position).expect("the word is of this component")
    }

    /// Finds a largest mapping, and from it a smallest cover.
    fn find_cover(&mut self) {
        let mut graph = Graph::default();
        for edges in self.edges.chunk_by(|one, other| one.i == other.i) {
            graph.add(edges.iter().map(|edge| self.index(1, edge.j) as u32));
        }
        let owners = graph.find_owners(self.reference.len());
        let mut is_mapped = vec![false; graph.len()];
        owners.iter().flatten().for_each(|&word| is_mapped[word as usize] = true);
        // What alternating paths reach from the unmapped words of the hypothesis.
        let mut reached = vec![false; graph.len()];
        let mut covered = vec![false; owners.len()];
        let mut stack: Vec<usize> = (0..graph.len()).filter(|&word| !is_mapped[word]).collect();
        while let Some(word) = stack.pop() {
            if std::mem::replace(&mut reached[word], true) {
                continue;
            }
            for &target in graph.targets(word) {
                covered[target as usize] = true;
                stack.extend(owners[target as usize].map(|word| word as usize));
            }
        }
        self.covered = [reached.iter().map(|reached| !reached).collect(), covered];
    }
}

/// Cuts a graph into connected parts, and finds the cover of each.
#[derive(Default)]
pub struct Cover {
    edges: Vec<Edge>,
    parents: Vec<u32>,
    /// The edges by the root of their part.
    order: Vec<(u32, u32)>,
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

    /// Calls `work` with each connected part, in the order of their first words.
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
        self.order.clear();
        for (index, edge) in self.edges.iter().enumerate() {
            self.order.push((find(&mut self.parents, edge.i), index as u32));
        }
        self.order.sort_unstable();
        for part in self.order.chunk_by(|one, other| one.0 == other.0) {
            let Component { hypothesis, reference, edges, .. } = &mut self.component;
            edges.clear();
            edges.extend(part.iter().map(|&(_, index)| self.edges[index as usize]));
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
