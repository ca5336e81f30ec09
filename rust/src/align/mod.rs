//! The alignment of two segments, word by word, in stages: Banerjee and Lavie 2005.
//!
//! Each stage maps words that no stage before it has mapped. Of all one-to-one mappings that its module allows it takes the
//! largest; of those the one with the fewest crossings among all links so far; of those the one with the fewest chunks; of
//! those the leftmost, whose positions have the smallest sum. This is solved exactly: most links are forced, and the rest is
//! a small problem of choices for which `search` proves the optimum, or says how far it may be off.

mod assignment;
mod candidates;
mod chunks;
mod cover;
mod crossings;
mod descent;
mod matching;
mod problem;
mod relation;
mod search;
#[cfg(test)]
mod tests;

pub use relation::{Keys, Relation};

use crate::interruption;
use candidates::Candidates;
use chunks::Chunks;
use crossings::Crossings;
use problem::Problem;
use search::Search;

/// The longest texts that are searched: words of the hypothesis times words of the reference. What is longer is no
/// segment, and is mapped roughly.
const MOST_CELLS: usize = 1 << 26;

/// No word.
const FREE: u32 = u32::MAX;

/// How a word of the hypothesis is mapped.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Link {
    /// The position in the hypothesis.
    pub hypothesis: u32,
    /// The position in the reference.
    pub reference: u32,
    /// The stage that mapped it.
    pub stage: u32,
    /// How far apart its module found the two words.
    pub distance: f32,
}

/// What is to be as small as can be, once as many words as possible are mapped.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Objective {
    /// Crossings, stage by stage, then chunks.
    Crossings,
    /// Chunks, over all stages at once, then the distances between the positions of words.
    Chunks,
}

/// The figures of an alignment; its links are with the aligner.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Figures {
    /// How many pairs of links cross.
    pub crossings: u64,
    /// How many runs of links are contiguous and in order on both sides.
    pub chunks: u64,
    /// Whether no alignment is better, for certain.
    pub optimal: bool,
    /// What the objective cannot be below.
    pub bound: u64,
}

/// Which words are mapped to which, so far.
#[derive(Default)]
struct Mapping {
    /// The reference position of each word of the hypothesis, or `FREE`.
    forward: Vec<u32>,
    /// The hypothesis position of each word of the reference, or `FREE`.
    backward: Vec<u32>,
    stages: Vec<u32>,
    distances: Vec<f32>,
}

impl Mapping {
    fn clear(&mut self, hypothesis_length: usize, reference_length: usize) {
        let lists = [(&mut self.forward, hypothesis_length), (&mut self.backward, reference_length)];
        for (list, length) in lists {
            list.clear();
            list.resize(length, FREE);
        }
        self.stages.clear();
        self.stages.resize(hypothesis_length, 0);
        self.distances.clear();
        self.distances.resize(hypothesis_length, 0.0);
    }

    fn link(&mut self, (i, j): (u32, u32), stage: u32, distance: f32) {
        self.forward[i as usize] = j;
        self.backward[j as usize] = i;
        self.stages[i as usize] = stage;
        self.distances[i as usize] = distance;
    }
}

/// Aligns one pair of segments after the other, and keeps its memory between them.
#[derive(Default)]
pub struct Aligner {
    mapping: Mapping,
    candidates: Candidates,
    crossings: Crossings,
    problem: Problem,
    search: Search,
    chunks: Chunks,
    links: Vec<Link>,
}

impl Aligner {
    /// Aligns the words of two segments. `budget` is how many steps a search may take.
    pub fn align(
        &mut self,
        hypothesis: &[u32],
        reference: &[u32],
        relations: &[Relation],
        objective: Objective,
        budget: u64,
    ) -> Figures {
        interruption::poll();
        self.mapping.clear(hypothesis.len(), reference.len());
        match objective {
            Objective::Crossings => self.map_in_stages(hypothesis, reference, relations, budget),
            Objective::Chunks => self.map_at_once(hypothesis, reference, relations, budget),
        }
    }

    fn map_in_stages(&mut self, hypothesis: &[u32], reference: &[u32], relations: &[Relation], budget: u64) -> Figures {
        let mut unproven = None;
        for (stage, relation) in relations.iter().enumerate() {
            let bound = self.map_stage(hypothesis, reference, relation, stage as u32, budget);
            unproven = unproven.or(bound);
        }
        let (crossings, chunks) = self.finish();
        Figures { crossings, chunks, optimal: unproven.is_none(), bound: unproven.unwrap_or(crossings) }
    }

    fn map_at_once(&mut self, hypothesis: &[u32], reference: &[u32], relations: &[Relation], budget: u64) -> Figures {
        self.chunks.clear();
        let mut is_too_large = false;
        for relation in relations {
            let in_classes = matches!(relation, Relation::Classes { .. });
            let edges = self.candidates.list_all(hypothesis, reference, relation);
            self.chunks.add_stage(edges, in_classes, [hypothesis.len(), reference.len()]);
            is_too_large |= self.candidates.is_truncated;
        }
        if is_too_large || self.chunks.is_too_large(hypothesis.len(), reference.len()) {
            let figures = self.map_in_stages(hypothesis, reference, relations, budget);
            return Figures { optimal: false, bound: figures.chunks.min(1), ..figures };
        }
        let mapping = &mut self.mapping;
        let take = |link: Link| mapping.link((link.hypothesis, link.reference), link.stage, link.distance);
        let outcome = self.chunks.solve(hypothesis.len(), reference.len(), budget, take);
        let (crossings, chunks) = self.finish();
        let links = self.links.len() as u64;
        let bound = links.saturating_sub(u64::from(outcome.most_adjacencies)).max(links.min(1));
        Figures { crossings, chunks, optimal: outcome.optimal || chunks == bound, bound }
    }

    /// The links of the last alignment, in the order of the hypothesis.
    pub fn links(&self) -> &[Link] {
        &self.links
    }

    /// Maps what a stage can map. If its optimum is not proven, the answer is what the crossings cannot be below.
    fn map_stage(
        &mut self,
        hypothesis: &[u32],
        reference: &[u32],
        relation: &Relation,
        stage: u32,
        budget: u64,
    ) -> Option<u64> {
        let Aligner { mapping, candidates, crossings, problem, search, .. } = self;
        candidates.list(hypothesis, reference, relation, &mapping.forward, &mapping.backward);
        for &(i, j) in &candidates.forced {
            mapping.link((i, j), stage, candidates.distance(i, j));
        }
        let unproven = candidates.is_truncated.then_some(0);
        if candidates.groups.is_empty() {
            return unproven;
        }
        if hypothesis.len() * reference.len() > MOST_CELLS || Problem::is_too_large(candidates) {
            for (i, j) in candidates.map_roughly(hypothesis.len(), reference.len()) {
                mapping.link((i, j), stage, candidates.distance(i, j));
            }
            return Some(0);
        }
        crossings.count(&mapping.forward, reference.len());
        problem.build(candidates, crossings, &mapping.forward);
        let solution = search.solve(problem, budget);
        for &value in search.choices() {
            let (i, j) = problem.edge(value);
            mapping.link((i, j), stage, candidates.distance(i, j));
        }
        unproven.or((!solution.optimal).then(|| crossings.total() + problem.crossings_of(solution.bound)))
    }

    /// Lists the links, and counts crossings and chunks.
    fn finish(&mut self) -> (u64, u64) {
        let Mapping { forward, backward, stages, distances } = &self.mapping;
        self.links.clear();
        let mut chunks = 0;
        let mut next = FREE;
        for (i, &j) in forward.iter().enumerate() {
            if j == FREE {
                next = FREE;
                continue;
            }
            chunks += u64::from(j != next);
            next = j + 1;
            self.links.push(Link { hypothesis: i as u32, reference: j, stage: stages[i], distance: distances[i] });
        }
        let crossings = self.crossings.total_of(forward, backward.len());
        (crossings, chunks)
    }
}
