//! Trees as flat lists: one label and one size a node.

use crate::interruption;
use crate::keyed::Key;
use crate::parallel;

/// Segments that a thread takes at a time.
const STEP: usize = 64;
/// Bytes of a segment from which on the work can be stopped before it.
const LONG: usize = 1 << 16;

/// The trees of one segment, nodes in the order of their opening brackets, so that a node's subtree follows it.
#[derive(Clone, Copy)]
pub struct Trees<'a> {
    /// The label of each node, as a number that equal labels share.
    pub labels: &'a [u64],
    /// How many nodes each subtree has, its root included.
    pub sizes: &'a [u32],
}

impl Trees<'_> {
    /// The children of a node, in order.
    pub fn children(&self, node: usize) -> impl Iterator<Item = usize> + '_ {
        let end = node + self.sizes[node] as usize;
        let mut next = node + 1;
        std::iter::from_fn(move || {
            (next < end).then(|| {
                let child = next;
                next += self.sizes[child] as usize;
                child
            })
        })
    }
}

/// What the label of a node is made of.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Labels {
    /// Whether words are nodes below their tags. (Of dependencies, words are the nodes in any case.)
    pub words: bool,
    /// Whether function tags are kept: NP-SBJ, not NP.
    pub function_tags: bool,
    /// Whether words are lowered.
    pub lowercase: bool,
}

/// Nodes that are being read.
#[derive(Default)]
pub struct Builder {
    pub labels: Vec<u64>,
    pub sizes: Vec<u32>,
    lowered: String,
}

impl Builder {
    /// Adds a node for a word, which has nothing below it unless it is closed later.
    pub fn open_word(&mut self, word: &str, lowercase: bool) -> usize {
        if !lowercase {
            return self.open(word.as_bytes());
        }
        if word.is_ascii() {
            self.lowered.clear();
            self.lowered.push_str(word);
            self.lowered.make_ascii_lowercase();
        } else {
            self.lowered = word.to_lowercase();
        }
        let label = hash_label(self.lowered.as_bytes());
        self.push(label)
    }

    /// Adds a node, whose size is set later.
    pub fn open(&mut self, label: &[u8]) -> usize {
        self.push(hash_label(label))
    }

    fn push(&mut self, label: u64) -> usize {
        self.labels.push(label);
        self.sizes.push(1);
        self.labels.len() - 1
    }

    /// Ends a node: all nodes since are below it.
    pub fn close(&mut self, node: usize) {
        self.sizes[node] = (self.labels.len() - node) as u32;
    }
}

/// The trees of a batch of segments.
#[derive(Default)]
pub struct Forest {
    labels: Vec<u64>,
    sizes: Vec<u32>,
    ends: Vec<usize>,
}

impl Forest {
    /// Reads the trees of each text; the first problem comes with the index of its text.
    pub fn read<T: AsRef<str> + Sync>(
        texts: &[T],
        threads: usize,
        read: impl Fn(&str, &mut Builder) -> Result<(), String> + Sync,
    ) -> Result<Self, (usize, String)> {
        let parts = parallel::map_ranges(
            texts.len(),
            STEP,
            threads,
            || (),
            |(), range| {
                let mut builder = Builder::default();
                let mut ends = Vec::new();
                for index in range {
                    interruption::poll_if(texts[index].as_ref().len() > LONG);
                    read(texts[index].as_ref(), &mut builder).map_err(|problem| (index, problem))?;
                    ends.push(builder.labels.len());
                }
                Ok((builder, ends))
            },
        );
        let mut forest = Forest::default();
        for part in parts {
            let (builder, ends) = part?;
            let base = forest.labels.len();
            forest.labels.extend(builder.labels);
            forest.sizes.extend(builder.sizes);
            forest.ends.extend(ends.into_iter().map(|end| base + end));
        }
        Ok(forest)
    }

    /// The number of segments.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there is no segment.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The trees of a segment.
    pub fn segment(&self, index: usize) -> Trees<'_> {
        let start = if index == 0 { 0 } else { self.ends[index - 1] };
        let range = start..self.ends[index];
        Trees { labels: &self.labels[range.clone()], sizes: &self.sizes[range] }
    }
}

/// Hypotheses and all their references.
pub struct Pairs<'a> {
    /// The trees of the hypotheses.
    pub hypotheses: &'a Forest,
    /// The trees of all references in one list.
    pub references: &'a Forest,
    /// Where the references of each hypothesis start.
    pub offsets: &'a [i64],
}

impl<'a> Pairs<'a> {
    /// The references of a hypothesis.
    pub fn references(&self, index: usize) -> impl ExactSizeIterator<Item = Trees<'a>> + use<'a> {
        let forest = self.references;
        (self.offsets[index] as usize..self.offsets[index + 1] as usize).map(|reference| forest.segment(reference))
    }
}

/// A number for a label. Two labels of a segment share theirs once in some 10^15 segments, and nobody can choose such
/// labels, since the numbers are others in every process.
pub fn hash_label(label: &[u8]) -> u64 {
    Key::default().hash_bytes(label)
}

/// A number for a sequence, from the number of its beginning and its next member.
pub fn mix(state: u64, member: u64) -> u64 {
    let product = u128::from(state ^ 0x9e37_79b9_7f4a_7c15) * u128::from(member ^ 0xe703_7ed1_a0b4_28db);
    (product as u64 ^ (product >> 64) as u64).wrapping_add(member.rotate_left(29)) ^ state.rotate_left(17)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sequences_have_numbers_of_their_own() {
        let mut seen = std::collections::HashSet::new();
        for a in 0..60 {
            for b in 0..60 {
                for c in 0..60 {
                    assert!(seen.insert(mix(mix(mix(7, a), b), c)), "{a} {b} {c}");
                }
            }
        }
        let labels = ["", "a", "b", "ab", "ba", "abcdefgh", "abcdefghi", "NP", "NPS", "\0", "\0\0"];
        let numbers: std::collections::HashSet<u64> = labels.iter().map(|label| hash_label(label.as_bytes())).collect();
        assert_eq!(numbers.len(), labels.len());
    }

    #[test]
    fn children_are_found_by_sizes() {
        let trees = Trees { labels: &[0; 6], sizes: &[5, 2, 1, 1, 1, 1] };
        assert_eq!(trees.children(0).collect::<Vec<_>>(), [1, 3, 4]);
        assert_eq!(trees.children(1).collect::<Vec<_>>(), [2]);
        assert!(trees.children(2).next().is_none());
    }
}
