//! Which n-grams one system gets right more often than another, counted by segments.
//!
//! N-grams are counted order by order. One is a node, found by the pair of its first words (the node of the order
//! below) and its last word, as in `ngrams`. The counts of a segment stand in its nodes, and are added to their totals
//! when the segment ends. An n-gram that too few segments have makes no longer ones: none of them can differ in more.

use crate::interruption::poll_every;
use crate::table::Table;
use crate::tokens::Tokens;
use crate::vocabulary::{Numbered, number};

/// The columns of a row: the order of the n-gram, and what `Totals` has.
pub const COLUMNS: usize = 12;

/// Segments, and words, after which the work can be stopped.
const POLL: usize = 64;
const POLL_WORDS: usize = 1 << 16;
/// The parent of single words.
const ROOT: u32 = u32::MAX;
/// In place of an n-gram that too few segments have, or that would reach beyond the end of its text.
const RARE: u32 = u32::MAX - 1;

/// Counts of an n-gram over all segments.
#[derive(Clone, Copy, Default)]
struct Totals {
    /// Occurrences in the first system, in the second, and in the one reference of each segment that has most.
    counts: [u32; 3],
    /// Occurrences that match, each at most as often as in the one reference that has most.
    matches: [u32; 2],
    /// Segments in which a system has it.
    spread: u32,
    /// Segments in which one system has more matches than the other.
    more_matches: [u32; 2],
    /// Segments in which one system has more occurrences without a match than the other.
    more_surplus: [u32; 2],
    /// Equal for n-grams whose matches, or occurrences without a match, differ in the same segments in the same way.
    same_matches: u64,
    same_surplus: u64,
}

/// Counts of an n-gram in the segment that is being read.
#[derive(Clone, Copy, Default)]
struct Here {
    /// The number of the segment, counted from 1.
    segment: u32,
    /// Occurrences in the first system, in the second, and most in one reference.
    counts: [u32; 3],
    /// Occurrences in the reference that is being read, and which one that is.
    reference: u32,
    text: u32,
}

/// An n-gram: the node of all words but the last, the last word, and its counts.
struct Node {
    parent: u32,
    word: u32,
    here: Here,
    totals: Totals,
}

/// The n-grams of one order.
#[derive(Default)]
struct Level {
    children: Table,
    nodes: Vec<Node>,
    /// The nodes of the segment that is being read.
    touched: Vec<u32>,
}

impl Level {
    /// Calls `count` for each n-gram of a text, with what is known of it in this segment.
    ///
    /// At each word, `at` has the node of the n-gram of the order below that begins there, and then that of this order.
    fn walk(&mut self, order: usize, segment: u32, text: &[u32], at: &mut [u32], mut count: impl FnMut(&mut Here)) {
        for start in 0..text.len() {
            poll_every::<POLL_WORDS>(start);
            let parent = at[start];
            at[start] = RARE;
            // Both shorter n-grams that are in this one have to be frequent enough.
            if start + order > text.len() || parent == RARE || (order > 1 && at[start + 1] == RARE) {
                continue;
            }
            let word = text[start + order - 1];
            let next = u32::try_from(self.nodes.len()).ok().filter(|&next| next < RARE);
            let next = next.expect("fewer n-grams than 32 bits can number");
            let child = self.children.find_or_insert(u64::from(parent) << 32 | u64::from(word), next, |_| true);
            if child == next {
                self.nodes.push(Node { parent, word, here: Here::default(), totals: Totals::default() });
            }
            let here = &mut self.nodes[child as usize].here;
            if here.segment != segment {
                *here = Here { segment, ..Here::default() };
                self.touched.push(child);
            }
            count(here);
            at[start] = child;
        }
    }

    /// Adds the counts of a segment to the totals.
    fn finish(&mut self, segment: u32) {
        for node in self.touched.drain(..) {
            let Node { here, totals, .. } = &mut self.nodes[node as usize];
            let matches = [0, 1].map(|system| here.counts[system].min(here.counts[2]));
            let surplus = [0, 1].map(|system| here.counts[system] - matches[system]);
            (0..3).for_each(|text| totals.counts[text] += here.counts[text]);
            (0..2).for_each(|system| totals.matches[system] += matches[system]);
            totals.spread += u32::from(here.counts[0] + here.counts[1] > 0);
            if let Some(winner) = larger(matches) {
                totals.more_matches[winner] += 1;
                totals.same_matches = totals.same_matches.wrapping_add(scatter(segment, winner));
            }
            if let Some(winner) = larger(surplus) {
                totals.more_surplus[winner] += 1;
                totals.same_surplus = totals.same_surplus.wrapping_add(scatter(segment, winner));
            }
        }
    }
}

/// Which of two numbers is the larger.
fn larger([first, second]: [u32; 2]) -> Option<usize> {
    if first == second { None } else { Some(usize::from(second > first)) }
}

/// A number for a segment and a system; the sums of different sets of them hardly ever agree (splitmix64).
fn scatter(segment: u32, system: usize) -> u64 {
    let mut state = (u64::from(segment) << 1 | system as u64).wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    state = (state ^ state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    state = (state ^ state >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    state ^ state >> 31
}

/// Two systems, their references in one flat list, and where each segment's references start.
pub struct Texts<'a> {
    pub first: &'a Tokens,
    pub second: &'a Tokens,
    pub references: &'a Tokens,
    pub offsets: &'a [i64],
}

/// The n-grams up to an order in which the systems differ in at least `least` segments: their words, and a row each.
///
/// A difference is one of matches or of occurrences without a match. Rows stand one after the other, those of shorter
/// n-grams first: order, counts of the first, the second and the references, matches of both, segments in which each
/// has more matches, segments in which each has more without a match, and what is the same for n-grams that differ in
/// the same segments.
pub fn contrast(texts: &Texts, order: usize, least: u32) -> (Vec<String>, Vec<i64>) {
    let (words, numbered) = number([texts.first, texts.second, texts.references]);
    let mut at = numbered.each_ref().map(|text| vec![ROOT; text.word_count()]);
    // The parent and the last word of each n-gram of the orders so far.
    let mut links: Vec<Vec<(u32, u32)>> = Vec::new();
    let mut found = (Vec::new(), Vec::new());
    for order in 1..=order {
        let level = read_level(order, &numbered, texts.offsets, &mut at);
        if level.nodes.is_empty() {
            break;
        }
        links.push(level.nodes.iter().map(|node| (node.parent, node.word)).collect());
        for (index, node) in level.nodes.iter().enumerate() {
            let Totals { counts, matches, more_matches, more_surplus, same_matches, same_surplus, .. } = node.totals;
            if more_matches.iter().sum::<u32>().max(more_surplus.iter().sum()) < least {
                continue;
            }
            found.0.push(write_words(&links, index, &words));
            found.1.push(order as i64);
            found.1.extend([&counts[..], &matches, &more_matches, &more_surplus].concat().into_iter().map(i64::from));
            found.1.extend([same_matches as i64, same_surplus as i64]);
        }
        for node in at.iter_mut().flatten().filter(|node| **node != RARE) {
            if level.nodes[*node as usize].totals.spread < least {
                *node = RARE;
            }
        }
    }
    found
}

/// The n-grams of one order in all segments.
fn read_level(order: usize, texts: &[Numbered; 3], offsets: &[i64], at: &mut [Vec<u32>; 3]) -> Level {
    let mut level = Level::default();
    let mut rests = at.each_mut().map(Vec::as_mut_slice);
    for index in 0..texts[0].len() {
        poll_every::<POLL>(index);
        let segment = u32::try_from(index + 1).expect("fewer segments than 32 bits can number");
        let range = offsets[index] as usize..offsets[index + 1] as usize;
        for (number, reference) in (1..).zip(range) {
            let text = texts[2].segment(reference);
            level.walk(order, segment, text, take(&mut rests[2], text.len()), |here| {
                if here.text != number {
                    (here.text, here.reference) = (number, 0);
                }
                here.reference += 1;
                here.counts[2] = here.counts[2].max(here.reference);
            });
        }
        for system in 0..2 {
            let text = texts[system].segment(index);
            level.walk(order, segment, text, take(&mut rests[system], text.len()), |here| here.counts[system] += 1);
        }
        level.finish(segment);
    }
    level
}

/// Cuts this many entries from the front.
fn take<'a>(rest: &mut &'a mut [u32], length: usize) -> &'a mut [u32] {
    let (front, back) = std::mem::take(rest).split_at_mut(length);
    *rest = back;
    front
}

/// The words of an n-gram of the highest order so far.
fn write_words(links: &[Vec<(u32, u32)>], index: usize, words: &[&str]) -> String {
    let mut found = Vec::new();
    let mut at = index;
    for level in links.iter().rev() {
        let (parent, word) = level[at];
        found.push(words[word as usize]);
        at = parent as usize;
    }
    found.reverse();
    found.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tokenize::Tokenizer;

    fn rows(first: &[&str], second: &[&str], references: &[&str], order: usize) -> Vec<(String, Vec<i64>)> {
        let [first, second, references] =
            [first, second, references].map(|text| Tokens::new(text, &Tokenizer::None, 1));
        let offsets: Vec<i64> = (0..=first.len() as i64).collect();
        let texts = Texts { first: &first, second: &second, references: &references, offsets: &offsets };
        let (words, numbers) = contrast(&texts, order, 1);
        words.into_iter().zip(numbers.chunks(COLUMNS).map(|row| row[..COLUMNS - 2].to_vec())).collect()
    }

    #[test]
    fn matches_are_clipped_and_counted_by_segments() {
        let found = rows(&["a a a", "b"], &["a", "b"], &["a a", "b"], 1);
        assert_eq!(found, [("a".to_string(), vec![1, 3, 1, 2, 2, 1, 1, 0, 1, 0])]);
    }

    #[test]
    fn longer_ngrams_are_found_and_share_their_segments() {
        let found = rows(&["x y z"], &["q"], &["x y z"], 3);
        let words: Vec<&str> = found.iter().map(|(words, _)| words.as_str()).collect();
        assert_eq!(words, ["x", "y", "z", "q", "x y", "y z", "x y z"]);
        assert_eq!(found[6].1, [3, 1, 0, 1, 1, 0, 1, 0, 0, 0]);
        assert_eq!(found[3].1, [1, 0, 1, 0, 0, 0, 0, 0, 0, 1]);
    }

    #[test]
    fn the_same_segments_have_the_same_sum() {
        let first = Tokens::new(&["x y", "x", "x y"], &Tokenizer::None, 1);
        let second = Tokens::new(&["", "", ""], &Tokenizer::None, 1);
        let texts = Texts { first: &first, second: &second, references: &first, offsets: &[0, 1, 2, 3] };
        let (words, numbers) = contrast(&texts, 2, 1);
        let same: Vec<i64> = numbers.chunks(COLUMNS).map(|row| row[COLUMNS - 2]).collect();
        assert_eq!(words, ["x", "y", "x y"]);
        assert_eq!(same[1], same[2]);
        assert_ne!(same[0], same[1]);
        assert_eq!(contrast(&texts, 2, 3).0, ["x"]);
    }
}
