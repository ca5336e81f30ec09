//! How many lines the frequent phrases are on, found once, so that no query has to look at a million occurrences.
//!
//! All phrases with the same occurrences have the same range of suffixes. Each range of more than `LIMIT` suffixes is
//! stored once: where it begins, where it ends, and on how many lines its occurrences are. Smaller ranges, and those of
//! very long phrases only, are counted when they are asked for.

use crate::interruption::poll_every;

/// The largest range that is counted when it is asked for.
pub const LIMIT: usize = 16;

/// The longest phrases that ranges are stored for: without an end, a text of one word would take the square of its length.
pub const DEEPEST: usize = 32;

/// A range of suffixes, and its lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    pub start: u32,
    pub end: u32,
    pub lines: u32,
}

/// What is needed to find the ranges: words, sorted suffixes, and the line of each position.
pub struct Source<'a> {
    pub words: &'a [i32],
    pub suffixes: &'a [i32],
    pub lines: &'a [u32],
    pub line_count: usize,
}

impl Source<'_> {
    fn word(&self, suffix: usize, depth: usize) -> i32 {
        self.words[self.suffixes[suffix] as usize + depth]
    }

    /// The parts of a range that have the same word at this distance from their beginning, if they are large.
    ///
    /// Steps of `LIMIT` suffices see every large part without looking at all of them.
    fn split(&self, start: usize, end: usize, depth: usize, mut found: impl FnMut(usize, usize)) {
        let mut at = start;
        while at + LIMIT < end {
            let (word, ahead) = (self.word(at, depth), self.word(at + LIMIT, depth));
            if word == ahead {
                let size = partition(at + LIMIT, end, |suffix| self.word(suffix, depth) == word);
                // What ends here with its line is no longer phrase.
                if word != 0 {
                    found(at, size);
                }
                at = size;
            } else {
                at = partition(at, at + LIMIT, |suffix| self.word(suffix, depth) != ahead);
            }
        }
    }
}

/// The first index of a range for which a condition, true up to there, is false.
fn partition(mut start: usize, mut end: usize, is_before: impl Fn(usize) -> bool) -> usize {
    while start < end {
        let middle = start.midpoint(end);
        if is_before(middle) {
            start = middle + 1;
        } else {
            end = middle;
        }
    }
    start
}

/// All large ranges: by where they begin, and the larger first.
pub fn find(source: &Source) -> Vec<Entry> {
    let mut entries: Vec<Entry> = Vec::new();
    let mut seen = vec![0u32; source.line_count];
    let mut mark = 0;
    let mut waiting: Vec<(usize, usize, usize)> = Vec::new();
    source.split(0, source.suffixes.len(), 0, |start, end| waiting.push((start, end, 1)));
    waiting.reverse();
    while let Some((start, end, depth)) = waiting.pop() {
        let is_known = entries.last().is_some_and(|last| (last.start, last.end) == (start as u32, end as u32));
        if !is_known {
            mark += 1;
            poll_every::<16>(mark as usize);
            let mut lines = 0;
            for &position in &source.suffixes[start..end] {
                let line = &mut seen[source.lines[position as usize] as usize];
                lines += u32::from(*line != mark);
                *line = mark;
            }
            entries.push(Entry { start: start as u32, end: end as u32, lines });
        }
        if depth == DEEPEST {
            continue;
        }
        let first = waiting.len();
        source.split(start, end, depth, |start, end| waiting.push((start, end, depth + 1)));
        // The last is taken first: so ranges come in the order of their beginning.
        waiting[first..].reverse();
    }
    entries
}
