//! Writes the suffixes of one shard, range by range, as a run.

use super::super::blocks::{Fault, Part};
use super::super::frequent::DEEPEST;
use super::super::sealed::{Scattered, Sealed};
use super::chunks::ChunkWriter;
use super::runs::{RunReader, RunWriter, Suffix};
use super::text::Segment;
use crate::interruption::{poll, poll_every};
use std::cmp::Ordering;
use std::hint::black_box;
use std::ops::Range;

/// Suffixes that are looked at together, so that the processor waits for the memory of all of them at once.
const BATCH: usize = 64;
const BLOCKS: usize = 16;
/// Words after the first that are likely to be looked at, too.
const AHEAD: usize = 15;

/// A shard, as far as it was written.
pub struct Walker {
    suffixes: Sealed,
    /// Where its text is in that of all shards.
    places: Range<usize>,
    /// The first suffix of the range that comes next.
    next: usize,
    /// Where the range begins, if it is not the first.
    boundary: Vec<u32>,
}

impl Walker {
    pub fn new(mut files: Vec<Sealed>, places: Range<usize>) -> Self {
        Walker { suffixes: files.swap_remove(Part::Suffixes as usize), places, next: 0, boundary: Vec::new() }
    }

    pub fn tokens(&self) -> usize {
        self.suffixes.count()
    }

    pub fn suffixes(&self) -> &Sealed {
        &self.suffixes
    }

    /// Where its text begins in that of all shards.
    pub fn start(&self) -> usize {
        self.places.start
    }

    /// Writes the suffixes before the words of a boundary, or all that are left.
    pub fn write_run(
        &mut self,
        text: &Sealed,
        boundary: Option<&[u32]>,
        depth: usize,
        chunks: ChunkWriter,
    ) -> Result<RunReader, Fault> {
        let mut run = RunWriter::new(chunks, depth);
        if self.next < self.suffixes.count() {
            let segment = Segment::read(text, &self.places)?;
            let end = match boundary {
                Some(boundary) => self.find(&segment, boundary)?.max(self.next),
                None => self.suffixes.count(),
            };
            let mut lines = Lines { last: vec![(0, 0); segment.line_count], word: 0, start: 0 };
            if let Some(&word) = self.boundary.first() {
                // Phrases that begin in the range before may end in this one: what repeats them has to be known.
                lines.begin(word, self.find(&segment, &[word])?);
                self.note_lines(&segment, lines.start..self.next, &mut lines)?;
            }
            self.write_range(&segment, self.next..end, &mut lines, &mut run)?;
            self.next = end;
        }
        self.boundary = boundary.unwrap_or_default().to_vec();
        run.finish()
    }

    /// The first suffix that does not come before some words.
    fn find(&self, segment: &Segment, words: &[u32]) -> Result<usize, Fault> {
        let mut numbers = Scattered::new(&self.suffixes, 4)?;
        let (mut start, mut end) = (0, self.suffixes.count());
        while start < end {
            let middle = start.midpoint(end);
            let place = numbers.number(middle)? as usize;
            if self.compare(segment, place, words)? == Ordering::Less {
                start = middle + 1;
            } else {
                end = middle;
            }
        }
        Ok(start)
    }

    fn compare(&self, segment: &Segment, place: usize, words: &[u32]) -> Result<Ordering, Fault> {
        for (offset, wanted) in words.iter().enumerate() {
            let word = *segment.words.get(place + offset).ok_or_else(|| self.suffixes.damaged())?;
            if word != *wanted {
                return Ok(word.cmp(wanted));
            }
        }
        Ok(Ordering::Equal)
    }

    /// Calls an action with batches of suffixes: the number of the first, their places, and the lines of these.
    ///
    /// All are in the text. Looking at all of them before the action lets the processor fetch their words together.
    fn for_batches(
        &self,
        segment: &Segment,
        range: Range<usize>,
        mut action: impl FnMut(usize, &[(u32, u32)]) -> Result<(), Fault>,
    ) -> Result<(), Fault> {
        let mut stream = self.suffixes.stream(4 * range.start, BLOCKS);
        let mut batch = Vec::with_capacity(BATCH);
        let words = &segment.words;
        for first in range.clone().step_by(BATCH) {
            poll_every::<64>(first / BATCH);
            batch.clear();
            let mut ahead = 0;
            for _ in first..range.end.min(first + BATCH) {
                let place = stream.number()?.ok_or_else(|| self.suffixes.damaged())?;
                if words.get(place as usize).is_none_or(|&word| word == 0) {
                    return Err(self.suffixes.damaged());
                }
                ahead ^= words.get(place as usize + AHEAD).unwrap_or(&0);
                batch.push((place, segment.line(place as usize) as u32));
            }
            black_box(ahead);
            action(first, &batch)?;
        }
        Ok(())
    }

    /// Notes the last suffix of each line in a range.
    fn note_lines(&self, segment: &Segment, range: Range<usize>, lines: &mut Lines) -> Result<(), Fault> {
        self.for_batches(segment, range, |first, batch| {
            for (number, &(place, line)) in batch.iter().enumerate() {
                lines.last[line as usize] = ((first + number) as u32 + 1, place);
            }
            Ok(())
        })
    }

    fn write_range(
        &self,
        segment: &Segment,
        range: Range<usize>,
        lines: &mut Lines,
        run: &mut RunWriter,
    ) -> Result<(), Fault> {
        let words = &segment.words;
        let mut common = Common::new(words);
        let mut before = None;
        self.for_batches(segment, range, |first, batch| {
            for (number, &(place, line)) in batch.iter().enumerate() {
                let (number, place) = (first + number, place as usize);
                if words[place] != lines.word {
                    lines.begin(words[place], number);
                }
                let seen = lines.replace(line as usize, number, place);
                run.push(&Suffix {
                    common: before.map_or(0, |before| common.count(before, place)),
                    repeated: seen.map_or(0, |seen| count_common(words, seen, place, DEEPEST) as u8),
                    position: (self.places.start + place) as u32,
                    words: &words[place..],
                })?;
                before = Some(place);
            }
            Ok(())
        })
    }
}

/// The last suffix of each line that begins with a word.
struct Lines {
    /// Its number from 1 on, and its place. It may be of another word: those of this one begin at `start`.
    last: Vec<(u32, u32)>,
    word: u32,
    start: usize,
}

impl Lines {
    fn begin(&mut self, word: u32, start: usize) {
        (self.word, self.start) = (word, start);
    }

    /// Notes a suffix; the place of the one that was last on its line, if it begins with the same word.
    #[inline]
    fn replace(&mut self, line: usize, number: usize, place: usize) -> Option<usize> {
        let (seen, at) = std::mem::replace(&mut self.last[line], (number as u32 + 1, place as u32));
        (seen as usize > self.start).then_some(at as usize)
    }
}

/// How many words two places have in common on their lines, up to a limit.
#[inline]
fn count_common(words: &[u32], one: usize, other: usize, limit: usize) -> usize {
    let pairs = words[one..].iter().zip(&words[other..]).take(limit);
    pairs.take_while(|(word, another)| word == another && **word != 0).count()
}

/// Words that are looked at before what is known of long repetitions is asked.
const NEAR: usize = 64;
const KNOWN: usize = 64;

/// Counts the words that neighbours have in common.
///
/// On a line that repeats itself a million times, neighbours have half a million words in common. Of long comparisons
/// it is noted which words were the same at which distance, so that the next one need not look at them again.
struct Common<'a> {
    words: &'a [u32],
    /// A distance, and the places from where on, and up to where, the words at that distance are the same.
    known: [(usize, usize, usize); KNOWN],
}

impl<'a> Common<'a> {
    fn new(words: &'a [u32]) -> Self {
        Common { words, known: [(0, 0, 0); KNOWN] }
    }

    #[inline]
    fn count(&mut self, one: usize, other: usize) -> usize {
        let common = count_common(self.words, one, other, NEAR);
        if common < NEAR { common } else { self.count_far(one, other) }
    }

    #[cold]
    fn count_far(&mut self, one: usize, other: usize) -> usize {
        let (near, far) = (one.min(other), one.max(other));
        let distance = far - near;
        let known = &mut self.known[distance % KNOWN];
        let mut at = near;
        loop {
            if known.0 == distance && (known.1..known.2).contains(&at) {
                at = known.2;
            }
            let next = if known.0 == distance && at < known.1 { known.1 - at } else { 1 << 16 };
            let more = count_common(self.words, at, at + distance, next);
            at += more;
            if more < next {
                break;
            }
            poll();
        }
        *known = (distance, near, at);
        at - near
    }
}
