//! The n-grams of a segment's references as a tree, to match a hypothesis against.
//!
//! Words (or characters) are numbers. A node is a word after a shorter n-gram, found by the pair (parent, word) in
//! one hash table. So an n-gram costs one look-up of 64 bits, no n-gram is ever hashed as text, and where an n-gram
//! of the hypothesis is not in the references no longer one has to be looked for.

use crate::interruption::poll_every;
use crate::table::{ABSENT, Table};

/// Words after which the work can be stopped.
const POLL: usize = 1 << 16;

/// How often an n-gram occurs in any one reference, and so far in the text being read.
#[derive(Clone, Copy, Default)]
struct Node {
    most: u32,
    count: u32,
    text: u32,
}

impl Node {
    fn count_reference(&mut self, text: u32) {
        self.enter(text);
        self.most = self.most.max(self.count);
    }

    fn count_hypothesis(&mut self, text: u32) -> bool {
        self.enter(text);
        self.count <= self.most
    }

    fn enter(&mut self, text: u32) {
        if self.text != text {
            self.text = text;
            self.count = 0;
        }
        self.count += 1;
    }
}

/// The n-grams of some references up to an order.
pub struct Ngrams {
    order: usize,
    /// Nodes of single words, by the word's number.
    words: Vec<Node>,
    /// Nodes of longer n-grams, by the pair of their parent and last word.
    children: Table,
    nodes: Vec<Node>,
    texts: u32,
}

/// Set in the number of a parent that is a single word, so that it differs from every longer one.
const WORD: u64 = 1 << 63;

impl Ngrams {
    /// A tree for n-grams up to this order.
    pub fn new(order: usize) -> Self {
        Ngrams { order, words: Vec::new(), children: Table::default(), nodes: Vec::new(), texts: 0 }
    }

    /// Forgets all references.
    pub fn clear(&mut self) {
        self.words.clear();
        self.children.clear();
        self.nodes.clear();
        self.texts = 0;
    }

    /// Adds a reference: each n-gram keeps its largest count in any one of them.
    ///
    /// Words that the hypothesis does not have may be `ABSENT`: no n-gram with one of them can match.
    pub fn add_reference(&mut self, reference: &[u32]) {
        self.texts += 1;
        for (start, &first) in reference.iter().enumerate() {
            poll_every::<POLL>(start);
            if first == ABSENT {
                continue;
            }
            if self.words.len() <= first as usize {
                self.words.resize(first as usize + 1, Node::default());
            }
            self.words[first as usize].count_reference(self.texts);
            let mut parent = WORD | u64::from(first) << 32;
            for &word in &reference[start + 1..reference.len().min(start + self.order)] {
                if word == ABSENT {
                    break;
                }
                let next = self.nodes.len() as u32;
                let child = self.children.find_or_insert(parent | u64::from(word), next, |_| true);
                if child == next {
                    self.nodes.push(Node::default());
                }
                self.nodes[child as usize].count_reference(self.texts);
                parent = u64::from(child) << 32;
            }
        }
    }

    /// Reads a hypothesis and calls `matched(start, order)` for each of its n-grams that counts as a match.
    pub fn match_hypothesis(&mut self, hypothesis: &[u32], mut matched: impl FnMut(usize, usize)) {
        self.texts += 1;
        for (start, &first) in hypothesis.iter().enumerate() {
            poll_every::<POLL>(start);
            let Some(node) = self.words.get_mut(first as usize) else { continue };
            if node.most == 0 {
                continue;
            }
            if node.count_hypothesis(self.texts) {
                matched(start, 1);
            }
            let mut parent = WORD | u64::from(first) << 32;
            let rest = &hypothesis[start + 1..hypothesis.len().min(start + self.order)];
            for (extra, &word) in rest.iter().enumerate() {
                let child = self.children.find(parent | u64::from(word), |_| true);
                if child == ABSENT {
                    break;
                }
                if self.nodes[child as usize].count_hypothesis(self.texts) {
                    matched(start, extra + 2);
                }
                parent = u64::from(child) << 32;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn matches(hypothesis: &[u32], references: &[&[u32]], order: usize) -> Vec<usize> {
        let mut ngrams = Ngrams::new(order);
        references.iter().for_each(|reference| ngrams.add_reference(reference));
        let mut counts = vec![0; order];
        ngrams.match_hypothesis(hypothesis, |_, order| counts[order - 1] += 1);
        counts
    }

    #[test]
    fn counts_are_clipped_by_the_largest_in_one_reference() {
        assert_eq!(matches(&[0, 0, 0, 0], &[&[0, 1, 0], &[0, 2]], 2), [2, 0]);
        assert_eq!(matches(&[0, 1, 2, 3], &[&[0, 1], &[1, 2, 3]], 4), [4, 3, 1, 0]);
    }

    #[test]
    fn words_that_only_one_side_has_match_nothing() {
        assert_eq!(matches(&[9, 5, 0, 7, 0], &[&[0, ABSENT, 0, 7], &[ABSENT]], 2), [3, 1]);
    }

    #[test]
    fn tables_grow() {
        let text: Vec<u32> = (0..5000).collect();
        assert_eq!(matches(&text, &[&text], 4), [5000, 4999, 4998, 4997]);
    }
}
