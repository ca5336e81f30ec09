//! Merges sorted runs: a tree of losers that knows how many words are the same.
//!
//! Each run that waits in the tree lost against another one, and the number of words that both have in common is kept.
//! The one that has more words in common with what was taken last comes first, so words are compared only where these
//! numbers are the same, and only from there on.

use super::super::blocks::Fault;
use super::super::sealed::Scattered;
use super::runs::RunReader;
use std::cmp::Ordering;

/// Runs that are merged.
pub struct Tree {
    runs: Vec<RunReader>,
    /// The run that lost at each inner node; the winner is at 0.
    losers: Vec<usize>,
    /// Comparisons that needed the text, since the words of the records were the same.
    pub ties: u64,
}

/// A suffix that comes next, and the words that it has in common with the one before.
#[derive(Clone, Copy, Debug)]
pub struct Next {
    pub first: u32,
    pub common: usize,
    pub repeated: u8,
    pub position: u32,
}

impl Tree {
    /// A tree of runs, each at its beginning; there is at least one.
    pub fn new(mut runs: Vec<RunReader>, text: &mut Scattered) -> Result<Self, Fault> {
        for run in &mut runs {
            run.advance()?;
            // The first of a run is compared with all its words, and has none in common with what was before.
            run.common = 0;
        }
        let mut tree = Tree { losers: vec![usize::MAX; runs.len()], runs, ties: 0 };
        // Each run goes up until it meets a node where nobody waits yet.
        for run in 0..tree.runs.len() {
            tree.climb(run, text)?;
        }
        Ok(tree)
    }

    /// The suffix that comes next; none at the end.
    pub fn next(&mut self, text: &mut Scattered) -> Result<Option<Next>, Fault> {
        let winner = self.losers[0];
        let run = &mut self.runs[winner];
        if run.is_over {
            return Ok(None);
        }
        let next = Next { first: run.words[0], common: run.common, repeated: run.repeated, position: run.position };
        run.advance()?;
        self.climb(winner, text)?;
        Ok(Some(next))
    }

    fn climb(&mut self, leaf: usize, text: &mut Scattered) -> Result<(), Fault> {
        let mut candidate = leaf;
        let mut node = (leaf + self.runs.len()) / 2;
        while node > 0 {
            let waiting = self.losers[node];
            if waiting == usize::MAX {
                self.losers[node] = candidate;
                return Ok(());
            }
            if self.is_before(waiting, candidate, text)? {
                self.losers[node] = candidate;
                candidate = waiting;
            }
            node /= 2;
        }
        self.losers[0] = candidate;
        Ok(())
    }

    /// Whether a run that waits comes before the candidate; the later of them notes what both have in common.
    #[inline]
    fn is_before(&mut self, waiting: usize, candidate: usize, text: &mut Scattered) -> Result<bool, Fault> {
        let (one, other) = (&self.runs[waiting], &self.runs[candidate]);
        match one.common.cmp(&other.common) {
            Ordering::Greater => return Ok(true),
            Ordering::Less => return Ok(false),
            Ordering::Equal => {}
        }
        let (common, order) = match compare(one, other) {
            (common, Some(order)) => (common, order),
            (common, None) => {
                self.ties += 1;
                text.compare(one.position as usize, other.position as usize, common)?
            }
        };
        // Of suffixes with the same words, that of the earlier shard comes first, as in the text.
        let is_before = order.then(waiting.cmp(&candidate)) == Ordering::Less;
        let later = if is_before { candidate } else { waiting };
        self.runs[later].common = common;
        Ok(is_before)
    }

    /// Removes the files of the runs.
    pub fn remove(self) -> Result<(), Fault> {
        self.runs.into_iter().try_for_each(RunReader::remove)
    }
}

/// How many words two records have in common, and their order, if the words that they have tell it.
#[inline]
fn compare(one: &RunReader, other: &RunReader) -> (usize, Option<Ordering>) {
    if one.is_over || other.is_over {
        return (0, Some(one.is_over.cmp(&other.is_over)));
    }
    let mut common = one.common;
    while common < one.depth {
        let (word, another) = (one.words[common], other.words[common]);
        if word != another || word == 0 {
            return (common, Some(word.cmp(&another)));
        }
        common += 1;
    }
    (common, None)
}
