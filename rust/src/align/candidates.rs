//! The mappings that a stage may choose from: those that are forced, and groups of words that leave a choice.

use super::FREE;
use super::cover::Cover;
use super::matching::Graph;
use super::relation::{NONE, Relation, Shared};
use crate::keyed::KeyedMap;

/// The most edges that are listed. Only texts that repeat words thousands of times have more.
pub const MOST_EDGES: usize = 2 << 20;

/// Words that compete with each other. Each slot is a word that is mapped in every largest mapping, to one of its targets.
#[derive(Clone, Copy, Debug)]
pub struct Group {
    /// Whether each of its words matches every word of the other side. Two links of such a group never cross in an optimum:
    /// exchanging their ends would remove the crossing and add none.
    pub complete: bool,
    /// Whether the slots are words of the hypothesis, and the targets words of the reference.
    pub slots_in_hypothesis: bool,
    /// Its slots, as a range.
    pub slots: (u32, u32),
}

/// A word that has to be mapped, and the range of its targets.
#[derive(Clone, Copy, Debug)]
pub struct Slot {
    /// The position of the word.
    pub position: u32,
    /// Where its targets start and end.
    pub targets: (u32, u32),
}

/// An edge between two free words that match.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Edge {
    /// The position in the hypothesis.
    pub i: u32,
    /// The position in the reference.
    pub j: u32,
    /// How far apart the words are.
    pub distance: f32,
}

/// A list of positions for each class or key, as chains that are emptied in no time.
#[derive(Default)]
struct Chains {
    heads: Vec<(u32, u32)>,
    epoch: u32,
}

impl Chains {
    fn clear(&mut self, count: usize) {
        if self.heads.len() < count {
            self.heads.resize(count, (0, FREE));
        }
        self.epoch = self.epoch.wrapping_add(1);
        if self.epoch == 0 {
            self.heads.fill((0, FREE));
            self.epoch = 1;
        }
    }

    fn head(&self, key: u32) -> u32 {
        let (epoch, head) = self.heads[key as usize];
        if epoch == self.epoch { head } else { FREE }
    }

    fn set_head(&mut self, key: u32, head: u32) {
        self.heads[key as usize] = (self.epoch, head);
    }
}

/// The words of a class on both sides, as chains of positions.
#[derive(Clone, Copy)]
struct Class {
    first: [u32; 2],
    count: [u32; 2],
}

/// What a stage may choose from.
#[derive(Default)]
pub struct Candidates {
    /// Mappings that every optimum has.
    pub forced: Vec<(u32, u32)>,
    /// Words that leave a choice.
    pub groups: Vec<Group>,
    /// The slots of all groups.
    pub slots: Vec<Slot>,
    /// The targets of all slots.
    pub targets: Vec<u32>,
    /// Whether there are edges that were not listed.
    pub is_truncated: bool,
    edges: Vec<Edge>,
    chains: Chains,
    classes: Vec<Class>,
    next: [Vec<u32>; 2],
    entries: Vec<(u32, f32, u32)>,
    nearest: Vec<(u32, u32)>,
    degrees: [Vec<u32>; 2],
    cover: Cover,
}

impl Candidates {
    /// Lists the candidates among words that are still free.
    pub fn list(
        &mut self,
        hypothesis: &[u32],
        reference: &[u32],
        relation: &Relation,
        forward: &[u32],
        backward: &[u32],
    ) {
        self.forced.clear();
        self.groups.clear();
        self.slots.clear();
        self.targets.clear();
        self.edges.clear();
        self.is_truncated = false;
        match relation {
            Relation::Classes { of, count } => self.list_classes(hypothesis, reference, of, *count, forward, backward),
            Relation::Shared(shared) => {
                let (in_hypothesis, in_reference) = (|i: usize| forward[i] == FREE, |j: usize| backward[j] == FREE);
                self.list_edges(hypothesis, reference, shared, in_hypothesis, in_reference);
                self.group_edges(hypothesis.len(), reference.len());
            }
        }
    }

    /// Mappings of all groups that are one-to-one and as many as possible, for texts too long to search.
    pub fn map_roughly(&self, hypothesis_length: usize, reference_length: usize) -> Vec<(u32, u32)> {
        let mut links = Vec::new();
        for group in &self.groups {
            let slots = &self.slots[group.slots.0 as usize..group.slots.1 as usize];
            let targets = |slot: usize| &self.targets[slots[slot].targets.0 as usize..slots[slot].targets.1 as usize];
            let placed = if group.complete {
                let all = slots[0].targets.0 as usize..slots[slots.len() - 1].targets.1 as usize;
                let lengths = (hypothesis_length, reference_length);
                let lengths = if group.slots_in_hypothesis { lengths } else { (lengths.1, lengths.0) };
                place_in_order(slots, &self.targets[all], lengths)
            } else {
                place_all(slots.len(), targets)
            };
            for (slot, target) in placed.into_iter().enumerate() {
                let position = slots[slot].position;
                links.push(if group.slots_in_hypothesis { (position, target) } else { (target, position) });
            }
        }
        links
    }

    /// Lists every pair of words that match, whether they are free or not, in order, unless they are too many.
    pub fn list_all(&mut self, hypothesis: &[u32], reference: &[u32], relation: &Relation) -> &[Edge] {
        self.edges.clear();
        self.is_truncated = false;
        match relation {
            Relation::Classes { of, count } => self.list_class_edges(hypothesis, reference, of, *count),
            Relation::Shared(shared) => self.list_edges(hypothesis, reference, shared, |_| true, |_| true),
        }
        &self.edges
    }

    fn list_class_edges(&mut self, hypothesis: &[u32], reference: &[u32], class_of: &[u32], count: usize) {
        let Candidates { chains, next, edges, .. } = self;
        chains.clear(count);
        next[1].resize(reference.len().max(next[1].len()), FREE);
        for (j, &word) in reference.iter().enumerate().rev() {
            let class = class_of[word as usize];
            if class != NONE {
                next[1][j] = chains.head(class);
                chains.set_head(class, j as u32);
            }
        }
        for (i, &word) in hypothesis.iter().enumerate() {
            let class = class_of[word as usize];
            let mut j = if class == NONE { FREE } else { chains.head(class) };
            while j != FREE {
                edges.push(Edge { i: i as u32, j, distance: 0.0 });
                j = next[1][j as usize];
            }
            if edges.len() > MOST_EDGES {
                self.is_truncated = true;
                break;
            }
        }
    }

    /// How far apart the module finds two words that it listed.
    pub fn distance(&self, i: u32, j: u32) -> f32 {
        match self.edges.binary_search_by_key(&(i, j), |edge| (edge.i, edge.j)) {
            Ok(index) => self.edges[index].distance,
            Err(_) => 0.0, // words of one class, which are not listed edge by edge, have no distance
        }
    }

    fn list_classes(
        &mut self,
        hypothesis: &[u32],
        reference: &[u32],
        class_of: &[u32],
        count: usize,
        forward: &[u32],
        backward: &[u32],
    ) {
        let Candidates { chains, classes, next, .. } = self;
        chains.clear(count);
        classes.clear();
        next[0].resize(hypothesis.len().max(next[0].len()), FREE);
        next[1].resize(reference.len().max(next[1].len()), FREE);
        // From the last word to the first, so that the chains ascend.
        for (j, (&word, &mapped)) in reference.iter().zip(backward).enumerate().rev() {
            let class = class_of[word as usize];
            if class == NONE || mapped != FREE {
                continue;
            }
            let mut number = chains.head(class);
            if number == FREE {
                number = classes.len() as u32;
                classes.push(Class { first: [FREE; 2], count: [0; 2] });
                chains.set_head(class, number);
            }
            push(&mut classes[number as usize], &mut next[1], 1, j);
        }
        for (i, (&word, &mapped)) in hypothesis.iter().zip(forward).enumerate().rev() {
            let class = class_of[word as usize];
            if class == NONE || mapped != FREE {
                continue;
            }
            let number = chains.head(class);
            if number != FREE {
                push(&mut classes[number as usize], &mut next[0], 0, i);
            }
        }
        for number in 0..self.classes.len() {
            let class = self.classes[number];
            if class.count[0] > 0 {
                self.add_class(class);
            }
        }
    }

    /// Adds a class of words that all match each other.
    fn add_class(&mut self, class: Class) {
        if class.count[0] == class.count[1] {
            let [mut i, mut j] = class.first;
            while i != FREE {
                self.forced.push((i, j));
                (i, j) = (self.next[0][i as usize], self.next[1][j as usize]);
            }
            return;
        }
        let few = usize::from(class.count[1] < class.count[0]);
        let start = self.targets.len() as u32;
        let mut target = class.first[1 - few];
        while target != FREE {
            self.targets.push(target);
            target = self.next[1 - few][target as usize];
        }
        self.open_group(true, few == 0);
        let mut position = class.first[few];
        // The n-th slot has n slots before it, and some behind it, that want other targets in the same order.
        let window = class.count[1 - few] - class.count[few] + 1;
        for number in 0..class.count[few] {
            self.slots.push(Slot { position, targets: (start + number, start + number + window) });
            position = self.next[few][position as usize];
        }
        self.close_group();
    }

    fn open_group(&mut self, complete: bool, slots_in_hypothesis: bool) {
        let start = self.slots.len() as u32;
        self.groups.push(Group { complete, slots_in_hypothesis, slots: (start, start) });
    }

    fn close_group(&mut self) {
        let end = self.slots.len() as u32;
        self.groups.last_mut().expect("a group is open").slots.1 = end;
    }

    /// Lists all pairs of words that share a key, among those wanted, in order.
    fn list_edges(
        &mut self,
        hypothesis: &[u32],
        reference: &[u32],
        shared: &Shared,
        in_hypothesis: impl Fn(usize) -> bool,
        in_reference: impl Fn(usize) -> bool,
    ) {
        let Candidates { chains, entries, nearest, edges, .. } = self;
        chains.clear(shared.count);
        entries.clear();
        for j in (0..reference.len()).rev().filter(|&j| in_reference(j)) {
            for &(key, distance) in shared.of(reference[j]) {
                entries.push((j as u32, distance, chains.head(key)));
                chains.set_head(key, entries.len() as u32 - 1);
            }
        }
        if entries.is_empty() {
            return;
        }
        nearest.clear();
        nearest.resize(reference.len(), (FREE, 0));
        for i in (0..hypothesis.len()).filter(|&i| in_hypothesis(i)) {
            let first = edges.len();
            for &(key, distance) in shared.of(hypothesis[i]) {
                let mut entry = chains.head(key);
                while entry != FREE {
                    let (j, other, following) = entries[entry as usize];
                    let apart = distance + other;
                    if apart <= shared.limit {
                        let (seen_by, index) = &mut nearest[j as usize];
                        if *seen_by == i as u32 {
                            let edge: &mut Edge = &mut edges[*index as usize];
                            edge.distance = edge.distance.min(apart);
                        } else {
                            (*seen_by, *index) = (i as u32, edges.len() as u32);
                            edges.push(Edge { i: i as u32, j, distance: apart });
                        }
                    }
                    entry = following;
                }
            }
            edges[first..].sort_unstable_by_key(|edge| edge.j);
            if edges.len() > MOST_EDGES {
                self.is_truncated = true;
                break;
            }
        }
    }

    /// Sorts edges into forced ones and groups.
    fn group_edges(&mut self, hypothesis_length: usize, reference_length: usize) {
        if self.edges.is_empty() {
            return;
        }
        for (degrees, length) in self.degrees.iter_mut().zip([hypothesis_length, reference_length]) {
            degrees.clear();
            degrees.resize(length, 0);
        }
        for edge in &self.edges {
            self.degrees[0][edge.i as usize] += 1;
            self.degrees[1][edge.j as usize] += 1;
        }
        let mut cover = std::mem::take(&mut self.cover);
        cover.clear();
        for &edge in &self.edges {
            if self.degrees[0][edge.i as usize] == 1 && self.degrees[1][edge.j as usize] == 1 {
                self.forced.push((edge.i, edge.j));
            } else {
                cover.add(edge);
            }
        }
        cover.for_each_component(hypothesis_length, reference_length, |component| self.add_component(component));
        self.cover = cover;
    }

    /// Adds a connected part of the graph.
    fn add_component(&mut self, component: &super::cover::Component) {
        let sides = [&component.hypothesis, &component.reference];
        if component.edges.len() == sides[0].len() * sides[1].len() {
            let lengths = sides.map(|side| side.len() as u32);
            let first = sides.map(|side| side[0]);
            for (side, next) in sides.iter().zip(&mut self.next) {
                let last = *side.last().expect("a component has words") as usize;
                next.resize(next.len().max(last + 1), FREE);
                side.windows(2).for_each(|pair| next[pair[0] as usize] = pair[1]);
                next[last] = FREE;
            }
            self.add_class(Class { first, count: lengths });
            return;
        }
        // Slots of one side have nothing to do with those of the other.
        for slots_in_hypothesis in [true, false] {
            let mut is_open = false;
            for (position, targets) in component.slots(slots_in_hypothesis) {
                if !is_open {
                    self.open_group(false, slots_in_hypothesis);
                    is_open = true;
                }
                let start = self.targets.len() as u32;
                self.targets.extend(targets);
                self.slots.push(Slot { position, targets: (start, self.targets.len() as u32) });
            }
            if is_open {
                self.close_group();
            }
        }
    }
}

/// Puts a position in front of the chain of its class.
fn push(class: &mut Class, next: &mut [u32], side: usize, position: usize) {
    next[position] = class.first[side];
    class.first[side] = position as u32;
    class.count[side] += 1;
}

/// A different target for each of some slots.
pub fn place_all<'a>(slots: usize, targets: impl Fn(usize) -> &'a [u32]) -> Vec<u32> {
    let mut numbers = KeyedMap::default();
    let mut positions = Vec::new();
    let mut graph = Graph::default();
    for slot in 0..slots {
        let number = |&position: &u32| {
            *numbers.entry(position).or_insert_with(|| {
                positions.push(position);
                positions.len() as u32 - 1
            })
        };
        graph.add(targets(slot).iter().map(number).collect::<Vec<u32>>());
    }
    let mut placed = vec![FREE; slots];
    for (target, owner) in graph.find_owners(positions.len()).into_iter().enumerate() {
        if let Some(slot) = owner {
            placed[slot as usize] = positions[target];
        }
    }
    assert!(!placed.contains(&FREE), "a cover has a target for each of its words");
    placed
}

/// Targets for slots that all match them all, in order and each as near as can be to where the slot stands.
fn place_in_order(slots: &[Slot], targets: &[u32], lengths: (usize, usize)) -> Vec<u32> {
    let window = targets.len() - slots.len();
    let mut next = 0;
    let mut placed = Vec::with_capacity(slots.len());
    for (number, slot) in slots.iter().enumerate() {
        let wanted = (slot.position as u64 * lengths.1 as u64 / lengths.0.max(1) as u64) as u32;
        next = next.max(number);
        while next < number + window && targets[next + 1].abs_diff(wanted) <= targets[next].abs_diff(wanted) {
            next += 1;
        }
        placed.push(targets[next]);
        next += 1;
    }
    placed
}
