//! The alignment with the fewest chunks, over all stages at once: the objective of METEOR 1.3 to 1.5.
//!
//! As many words as possible are mapped by the first module, then by the second, and so on; of those alignments the one with
//! the fewest chunks is wanted, then the one whose words are the least displaced, then the leftmost. As the number of links is
//! given, chunks are fewest where *adjacencies* are most: pairs of links from neighbours to neighbours.
//!
//! Adjacent links are all that is searched for, in `branching`. The rest of the links is the best assignment of the words
//! that they leave, and prices from such assignments tell beforehand how much each edge would lose.

mod branching;

use super::assignment::{Assignment, Pair, Worth};
use super::candidates::Edge;
use super::cover::find;
use super::{FREE, Link};

/// The largest part that is assigned at best, in steps. Only texts that repeat a word hundreds of times have larger ones.
const MOST_STEPS: usize = 1 << 27;

/// How many steps it takes to look at a pair while assigning.
const ASSIGNING: u64 = 4;

/// The longest texts, in words times words, whose words are also the least displaced: beyond, sums would overflow.
const MOST_CELLS: usize = 1 << 23;

/// What links and adjacencies count. Each outweighs all that comes after it.
#[derive(Clone, Copy, Default)]
struct Scale {
    /// What the displacement of a word by one position costs, against positions; 0 where neither counts.
    displacement: i64,
    /// What an adjacency is worth: more than all links can cost.
    adjacency: i64,
}

impl Scale {
    fn new(hypothesis_length: usize, reference_length: usize) -> Self {
        if hypothesis_length * reference_length > MOST_CELLS {
            return Scale { displacement: 0, adjacency: 1 };
        }
        let links = hypothesis_length.min(reference_length) as i64 + 1;
        let displacement = links * (hypothesis_length + reference_length) as i64 + 1;
        Scale {
            displacement,
            adjacency: links * (hypothesis_length.max(reference_length) as i64) * displacement + displacement,
        }
    }

    /// What a link costs for where it leads.
    fn cost(self, edge: Link) -> i64 {
        let displaced = i64::from(edge.hypothesis.abs_diff(edge.reference)) * self.displacement;
        displaced + i64::from(edge.hypothesis + edge.reference) * self.displacement.min(1)
    }

    /// The adjacencies of a value that has losses taken away.
    fn adjacencies(self, value: i64) -> u32 {
        ((value + self.adjacency - 1).div_euclid(self.adjacency)).max(0) as u32
    }
}

/// Edges that have words in common, directly or through others.
struct Part {
    hypothesis: Vec<u32>,
    reference: Vec<u32>,
    edges: Vec<u32>,
    /// Whether any links within it can be completed to as many as possible: all its words match by one module.
    is_simple: bool,
    /// What its best links are worth.
    worth: Worth,
}

/// What some adjacent links cost an alignment.
#[derive(Default)]
struct Loss {
    /// How much it loses.
    total: i64,
    /// Links that cannot be together in an alignment that has as many links by each module as can be.
    culprits: Vec<u32>,
}

/// What is known of the alignment that was found.
pub struct Outcome {
    /// Whether no alignment has fewer chunks.
    pub optimal: bool,
    /// How many adjacencies there are at the most.
    pub most_adjacencies: u32,
}

/// Searches for the fewest chunks.
#[derive(Default)]
pub struct Chunks {
    /// All pairs of words that match, in order, each with the first module that lists it.
    pub edges: Vec<Link>,
    stages: u32,
    scale: Scale,
    /// What an alignment loses by each edge at least.
    losses: Vec<i64>,
    /// Where the edges of each word of the hypothesis start.
    rows: Vec<u32>,
    /// The edge between the words that follow, or `FREE`.
    next: Vec<u32>,
    part_of: Vec<u32>,
    /// The row and the column of each edge in its part.
    places: Vec<(u32, u32)>,
    /// The edges of each word of the reference: where they start, and all of them.
    column_starts: Vec<u32>,
    column_edges: Vec<u32>,
    parts: Vec<Part>,
    parents: Vec<u32>,
    /// How often each edge is ruled out.
    forbidden: Vec<u32>,
    /// The most that can be had from each edge on, and from each word of the hypothesis on: adjacencies less losses.
    gain: Vec<i64>,
    best: Vec<i64>,
    /// Who uses each word of the reference, in the relaxed answer.
    users: Vec<u32>,
    /// The adjacent links of the best answer so far, and its value.
    found: Option<Vec<u32>>,
    found_value: i64,
    /// Whether losses count, or only adjacencies.
    is_fine: bool,
    assignment: Assignment,
    /// The edges of the pairs that were last assigned, and which words are taken before.
    assigned: Vec<u32>,
    is_taken: [Vec<bool>; 2],
    steps: u64,
    budget: u64,
}

impl Chunks {
    /// Takes the edges of another pair of segments.
    pub fn clear(&mut self) {
        self.edges.clear();
        self.stages = 0;
    }

    /// Adds the edges that a stage lists; `in_classes` if its words match in classes.
    ///
    /// Of a class that has no more words on one side than on the other, those of that side are all mapped by the first stage,
    /// so later stages have nothing to say about them. That leaves them little.
    pub fn add_stage(&mut self, edges: &[Edge], in_classes: bool, lengths: [usize; 2]) {
        let stage = self.stages;
        if stage == 0 {
            self.settle(if in_classes { edges } else { &[] }, lengths);
        }
        let is_open =
            |edge: &&Edge| stage == 0 || !(self.is_taken[0][edge.i as usize] || self.is_taken[1][edge.j as usize]);
        let link = |edge: &Edge| Link { hypothesis: edge.i, reference: edge.j, stage, distance: edge.distance };
        self.edges.extend(edges.iter().filter(is_open).map(link));
        self.stages += 1;
    }

    /// Notes which words the first stage maps in any case.
    fn settle(&mut self, edges: &[Edge], lengths: [usize; 2]) {
        for (list, length) in self.is_taken.iter_mut().zip(lengths) {
            list.clear();
            list.resize(length, false);
        }
        let mut degrees = lengths.map(|length| vec![0; length]);
        for edge in edges {
            degrees[0][edge.i as usize] += 1;
            degrees[1][edge.j as usize] += 1;
        }
        for edge in edges {
            // The degree of a word is the number of words of its class on the other side.
            let (theirs, ours) = (degrees[0][edge.i as usize], degrees[1][edge.j as usize]);
            self.is_taken[0][edge.i as usize] |= ours <= theirs;
            self.is_taken[1][edge.j as usize] |= theirs <= ours;
        }
    }

    /// Whether there is more to look at than is worth the time.
    pub fn is_too_large(&mut self, hypothesis_length: usize, reference_length: usize) -> bool {
        self.sort_edges();
        self.find_parts(hypothesis_length, reference_length);
        self.parts.iter().any(|part| {
            let (rows, columns) = (part.hypothesis.len(), part.reference.len());
            rows * columns * rows.min(columns) > MOST_STEPS
        })
    }

    /// Sorts edges, and keeps one of each two words.
    fn sort_edges(&mut self) {
        self.edges.sort_unstable_by_key(|edge| (edge.hypothesis, edge.reference, edge.stage));
        self.edges.dedup_by_key(|edge| (edge.hypothesis, edge.reference));
    }

    /// Finds the alignment, and hands its links to `take`. Whether the graph is too large has been asked.
    pub fn solve(
        &mut self,
        hypothesis_length: usize,
        reference_length: usize,
        budget: u64,
        take: impl FnMut(Link),
    ) -> Outcome {
        self.scale = Scale::new(hypothesis_length, reference_length);
        self.forbidden.clear();
        self.forbidden.resize(self.edges.len(), 0);
        self.losses.clear();
        self.losses.resize(self.edges.len(), 0);
        for (list, length) in self.is_taken.iter_mut().zip([hypothesis_length, reference_length]) {
            list.clear();
            list.resize(length, false);
        }
        (0..self.parts.len()).for_each(|number| self.price(number));
        self.connect(hypothesis_length);
        self.sort_by_reference(reference_length);
        self.users.clear();
        self.users.resize(reference_length, FREE);
        self.gain.clear();
        self.gain.resize(self.edges.len(), 0);
        self.best.clear();
        self.best.resize(hypothesis_length + 1, 0);
        let bound = self.search(budget);
        self.complete(take);
        bound
    }

    fn count_adjacencies(&self, links: &[u32]) -> u32 {
        links.windows(2).filter(|pair| self.next[pair[0] as usize] == pair[1]).count() as u32
    }

    /// Cuts the graph into parts that have no word in common.
    fn find_parts(&mut self, hypothesis_length: usize, reference_length: usize) {
        self.parents.clear();
        self.parents.extend(0..(hypothesis_length + reference_length) as u32);
        for edge in &self.edges {
            let one = find(&mut self.parents, edge.hypothesis);
            let other = find(&mut self.parents, hypothesis_length as u32 + edge.reference);
            self.parents[one.max(other) as usize] = one.min(other);
        }
        self.parts.clear();
        self.part_of.clear();
        let mut numbers = vec![FREE; hypothesis_length];
        for index in 0..self.edges.len() {
            let edge = self.edges[index];
            // The root is the smallest of its words, so it is a word of the hypothesis.
            let root = find(&mut self.parents, edge.hypothesis) as usize;
            if numbers[root] == FREE {
                numbers[root] = self.parts.len() as u32;
                let (hypothesis, reference, edges) = (Vec::new(), Vec::new(), Vec::new());
                self.parts.push(Part { hypothesis, reference, edges, is_simple: true, worth: 0 });
            }
            let part = &mut self.parts[numbers[root] as usize];
            part.edges.push(index as u32);
            if part.hypothesis.last() != Some(&edge.hypothesis) {
                part.hypothesis.push(edge.hypothesis);
            }
            part.reference.push(edge.reference);
            self.part_of.push(numbers[root]);
        }
        for part in &mut self.parts {
            part.reference.sort_unstable();
            part.reference.dedup();
            let stage = self.edges[part.edges[0] as usize].stage;
            let is_complete = part.edges.len() == part.hypothesis.len() * part.reference.len();
            part.is_simple = is_complete && part.edges.iter().all(|&index| self.edges[index as usize].stage == stage);
        }
        let mut columns = vec![0; reference_length];
        self.places.clear();
        self.places.resize(self.edges.len(), (0, 0));
        for part in &self.parts {
            part.reference.iter().zip(0..).for_each(|(&word, column)| columns[word as usize] = column);
            let mut row = 0;
            for &index in &part.edges {
                let edge = self.edges[index as usize];
                row += u32::from(part.hypothesis[row as usize] != edge.hypothesis);
                self.places[index as usize] = (row, columns[edge.reference as usize]);
            }
        }
    }

    /// Finds out what each edge of a part loses at least, and rules out those that no best alignment has.
    fn price(&mut self, number: usize) {
        let part = &self.parts[number];
        if part.edges.len() == 1 {
            return;
        }
        if self.scale.displacement == 0 && part.is_simple {
            return;
        }
        self.parts[number].worth = self.assign(number, &[]);
        for (pair, &index) in self.assigned.iter().enumerate() {
            let loss = self.assignment.loss(pair);
            match loss < Worth::from(self.scale.adjacency) {
                true => self.losses[index as usize] = loss as i64,
                false => self.forbidden[index as usize] += 1,
            }
        }
    }

    /// Assigns the words of a part that are not `taken` at best: what that is worth.
    fn assign(&mut self, number: usize, taken: &[u32]) -> Worth {
        self.mark(taken, true);
        self.assignment.pairs.clear();
        self.assigned.clear();
        let part = &self.parts[number];
        for &index in &part.edges {
            let edge = self.edges[index as usize];
            let is_taken = self.is_taken[0][edge.hypothesis as usize] || self.is_taken[1][edge.reference as usize];
            if !is_taken {
                let (row, column) = self.places[index as usize];
                self.assignment.pairs.push(Pair { row, column, worth: self.worth(number, edge) });
                self.assigned.push(index);
            }
        }
        let (rows, columns) = (part.hypothesis.len(), part.reference.len());
        self.assignment.steps = part.edges.len() as u64;
        let worth = self.assignment.find(rows, columns);
        self.steps += ASSIGNING * self.assignment.steps;
        self.mark(taken, false);
        worth
    }

    /// Notes which words some links take.
    fn mark(&mut self, links: &[u32], is_taken: bool) {
        for &index in links {
            let edge = self.edges[index as usize];
            self.is_taken[0][edge.hypothesis as usize] = is_taken;
            self.is_taken[1][edge.reference as usize] = is_taken;
        }
    }

    /// What a link is worth: by its module, then by where it leads.
    fn worth(&self, number: usize, edge: Link) -> Worth {
        let part = &self.parts[number];
        let base = part.hypothesis.len().min(part.reference.len()) as Worth + 1;
        // Twice, so that what is lost by a worse module is never mistaken for displacement, whatever that may spare.
        let by_module = 2 * base.pow(self.stages - 1 - edge.stage) * Worth::from(self.scale.adjacency);
        by_module - Worth::from(self.scale.cost(edge))
    }

    /// Sorts the edges by words of the reference.
    fn sort_by_reference(&mut self, reference_length: usize) {
        let starts = &mut self.column_starts;
        starts.clear();
        starts.resize(reference_length + 1, 0);
        self.edges.iter().for_each(|edge| starts[edge.reference as usize + 1] += 1);
        (0..reference_length).for_each(|word| starts[word + 1] += starts[word]);
        self.column_edges.clear();
        self.column_edges.extend(0..self.edges.len() as u32);
        self.column_edges.sort_by_key(|&index| self.edges[index as usize].reference);
    }

    /// Finds the edge that continues each edge.
    fn connect(&mut self, hypothesis_length: usize) {
        self.rows.clear();
        let mut index = 0;
        for i in 0..=hypothesis_length as u32 {
            while index < self.edges.len() && self.edges[index].hypothesis < i {
                index += 1;
            }
            self.rows.push(index as u32);
        }
        self.next.clear();
        self.next.resize(self.edges.len(), FREE);
        for i in 1..hypothesis_length {
            let mut below = self.rows[i] as usize;
            for index in self.rows[i - 1] as usize..self.rows[i] as usize {
                let wanted = self.edges[index].reference + 1;
                while below < self.rows[i + 1] as usize && self.edges[below].reference < wanted {
                    below += 1;
                }
                if below < self.rows[i + 1] as usize && self.edges[below].reference == wanted {
                    self.next[index] = below as u32;
                }
            }
        }
    }

    /// What the best alignment with these links loses against the best of all. Where losses do not count, those of simple
    /// parts are not looked at.
    fn lose(&mut self, links: &[u32]) -> Loss {
        let mut lost = Loss::default();
        let sorted = self.sort_by_part(links);
        let mut rest = sorted.as_slice();
        while !rest.is_empty() {
            let number = self.part_of[rest[0] as usize] as usize;
            let (taken, others) = rest.split_at(self.count_first(rest, number));
            rest = others;
            let part = &self.parts[number];
            if part.edges.len() == 1 || (!self.is_fine && part.is_simple) {
                continue;
            }
            let best = part.worth;
            let kept: Worth = taken.iter().map(|&index| self.worth(number, self.edges[index as usize])).sum();
            let loss = best - kept - self.assign(number, taken);
            if loss >= Worth::from(self.scale.adjacency) {
                return Loss { total: 0, culprits: taken.to_vec() };
            }
            lost.total += loss as i64;
        }
        lost
    }

    fn sort_by_part(&mut self, links: &[u32]) -> Vec<u32> {
        self.steps += links.len() as u64;
        let mut links = links.to_vec();
        links.sort_unstable_by_key(|&index| (self.part_of[index as usize], index));
        links
    }

    /// How many of the first links are of a part.
    fn count_first(&self, links: &[u32], number: usize) -> usize {
        links.iter().take_while(|&&index| self.part_of[index as usize] == number as u32).count()
    }

    /// Hands out the adjacent links that were found, and the best of the others that go with them.
    fn complete(&mut self, mut take: impl FnMut(Link)) {
        let links = self.found.take().unwrap_or_default();
        let links = self.sort_by_part(&links);
        let mut rest = links.as_slice();
        for number in 0..self.parts.len() {
            let (taken, others) = rest.split_at(self.count_first(rest, number));
            rest = others;
            taken.iter().for_each(|&index| take(self.edges[index as usize]));
            let part = &self.parts[number];
            if taken.len() == part.hypothesis.len().min(part.reference.len()) {
                continue;
            }
            if part.edges.len() == 1 {
                take(self.edges[part.edges[0] as usize]);
                continue;
            }
            self.assign(number, taken);
            self.assignment.chosen().for_each(|pair| take(self.edges[self.assigned[pair] as usize]));
        }
    }
}
