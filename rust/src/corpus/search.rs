//! Finds the occurrences of a phrase in one shard.

use super::blocks::Part;
use super::frequent::LIMIT;
use super::index::Shard;
use std::cmp::Ordering;
use std::ops::Range;

/// Words that are looked at one by one before the table of lines is asked.
const NEAR: usize = 64;

/// How often a phrase occurs, and on how many lines.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    pub occurrences: u64,
    pub lines: u64,
}

/// How many lines there are so far, and where the last one ends.
#[derive(Default)]
pub(super) struct LineCount {
    pub count: u64,
    end: usize,
}

/// Phrases that are looked for at the same time, so that the processor waits for the memory of all of them at once.
pub const GROUP: usize = 16;

/// A word of a phrase as a number, or any word.
pub type Slot = Option<u32>;

impl Shard {
    /// How the words from a suffix on compare with those of a phrase; equal if they begin with it.
    fn compare(&self, suffix: usize, phrase: &[u32], skip: usize) -> Result<Ordering, Part> {
        self.compare_at(self.suffixes.number(suffix)? as usize, phrase, skip)
    }

    #[inline]
    fn compare_at(&self, position: usize, phrase: &[u32], skip: usize) -> Result<Ordering, Part> {
        for (offset, word) in phrase.iter().enumerate().skip(skip) {
            // The end of a line is in no phrase, so this stops before the end of the file.
            let order = self.words.number(position + offset)?.cmp(word);
            if order != Ordering::Equal {
                return Ok(order);
            }
        }
        Ok(Ordering::Equal)
    }

    /// The first suffix of a range that sorts after the phrase.
    fn upper_bound(&self, range: Range<usize>, phrase: &[u32]) -> Result<usize, Part> {
        let Range { mut start, mut end } = range;
        while start < end {
            let middle = start.midpoint(end);
            if self.compare(middle, phrase, 1)? == Ordering::Greater {
                end = middle;
            } else {
                start = middle + 1;
            }
        }
        Ok(start)
    }

    /// The first suffix of each range that is not before its phrase; phrases have two words or more.
    ///
    /// The searches go step by step beside each other: none waits for the memory that another one needs.
    fn lower_bounds(&self, phrases: &[&[u32]], ranges: &mut [Range<usize>]) -> Result<(), Part> {
        let mut positions = [0; GROUP];
        let mut seconds = [0; GROUP];
        while ranges.iter().any(|range| !range.is_empty()) {
            for (position, range) in positions.iter_mut().zip(&*ranges) {
                if !range.is_empty() {
                    *position = self.suffixes.number(range.start.midpoint(range.end))? as usize;
                }
            }
            for (second, position) in seconds.iter_mut().zip(&positions[..ranges.len()]) {
                *second = self.words.number(position + 1)?;
            }
            for (index, range) in ranges.iter_mut().enumerate() {
                if range.start >= range.end {
                    continue;
                }
                let middle = range.start.midpoint(range.end);
                let (phrase, position) = (phrases[index], positions[index]);
                let order = match seconds[index].cmp(&phrase[1]) {
                    Ordering::Equal => self.compare_at(position, phrase, 2)?,
                    order => order,
                };
                if order == Ordering::Less {
                    range.start = middle + 1;
                } else {
                    range.end = middle;
                }
            }
        }
        Ok(())
    }

    /// The suffixes that begin with a phrase, and on how many lines they are, if that was found when the shard was made.
    ///
    /// `all` are those of its first word, and `start` is the first that is not before the phrase.
    fn locate(&self, phrase: &[u32], all: &Range<usize>, start: usize) -> Result<(Range<usize>, Option<u64>), Part> {
        if phrase.len() == 1 {
            let lines = if all.len() > LIMIT { self.find_frequent(all.start, |end| Ok(end == all.end))? } else { None };
            return Ok((all.clone(), lines.map(|(_, lines)| lines)));
        }
        let has_phrase = |suffix| Ok(suffix < all.end && self.compare(suffix, phrase, 1)? == Ordering::Equal);
        if !has_phrase(start)? {
            return Ok((start..start, None));
        }
        if !has_phrase(start + LIMIT)? {
            return Ok((start..self.upper_bound(start..(start + LIMIT).min(all.end), phrase)?, None));
        }
        // Of the ranges that begin here, the largest that ends with the phrase.
        let ends_here =
            |end: usize| if start < end && end <= all.end { has_phrase(end - 1) } else { Err(Part::Frequent) };
        if let Some((end, lines)) = self.find_frequent(start, ends_here)? {
            return Ok((start..end, Some(lines)));
        }
        Ok((start..self.upper_bound(start + LIMIT..all.end, phrase)?, None))
    }

    /// The suffixes that begin with a phrase.
    pub(super) fn find(&self, phrase: &[u32]) -> Result<Range<usize>, Part> {
        let all = self.suffixes_of(phrase[0])?;
        let mut bound = [if phrase.len() == 1 { 0..0 } else { all.clone() }];
        self.lower_bounds(&[phrase], &mut bound)?;
        Ok(self.locate(phrase, &all, bound[0].start)?.0)
    }

    /// Those of some suffixes with the same beginning that have a word at this distance from it.
    pub(super) fn narrow(&self, range: Range<usize>, word: u32, depth: usize) -> Result<Range<usize>, Part> {
        let find = |Range { mut start, mut end }: Range<usize>, is_before: fn(u32, u32) -> bool| {
            while start < end {
                let middle = start.midpoint(end);
                if is_before(self.words.number(self.suffixes.number(middle)? as usize + depth)?, word) {
                    start = middle + 1;
                } else {
                    end = middle;
                }
            }
            Ok(start)
        };
        let start = find(range.clone(), |has, wanted| has < wanted)?;
        Ok(start..find(start..range.end, |has, wanted| has <= wanted)?)
    }

    /// The positions of some suffixes.
    fn positions(&self, suffixes: Range<usize>, positions: &mut Vec<u32>) -> Result<(), Part> {
        positions.clear();
        for suffix in suffixes {
            positions.push(self.suffixes.number(suffix)?);
        }
        Ok(())
    }

    /// On how many lines some positions are. They are sorted.
    fn count_all_lines(&self, positions: &mut [u32]) -> Result<u64, Part> {
        if positions.len() < 2 {
            return Ok(positions.len() as u64);
        }
        positions.sort_unstable();
        let mut lines = LineCount::default();
        self.count_lines(positions, &mut lines)?;
        Ok(lines.count)
    }

    /// Adds the lines of sorted positions, which come after those added before.
    pub(super) fn count_lines(&self, positions: &[u32], lines: &mut LineCount) -> Result<(), Part> {
        for position in positions.iter().map(|&position| position as usize) {
            if position >= lines.end {
                lines.count += 1;
                lines.end = self.line_end(position)?;
            }
        }
        Ok(())
    }

    /// Where the line of a position ends.
    fn line_end(&self, position: usize) -> Result<usize, Part> {
        for near in position..(position + NEAR).min(self.words.count()) {
            if self.words.number(near)? == 0 {
                return Ok(near);
            }
        }
        Ok(self.line(self.line_of(position)?)?.end)
    }

    /// The largest frequent range that begins at a suffix and has a certain end: that end, and how many lines it is on.
    fn find_frequent(
        &self,
        start: usize,
        is_end: impl Fn(usize) -> Result<bool, Part>,
    ) -> Result<Option<(usize, u64)>, Part> {
        let count = self.frequent.count() / 3;
        let (mut low, mut high) = (0, count);
        while low < high {
            let middle = low.midpoint(high);
            if (self.frequent.number(3 * middle)? as usize) < start {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        // Larger ranges come first.
        while low < count && self.frequent.number(3 * low)? as usize == start {
            let end = self.frequent.number(3 * low + 1)? as usize;
            if is_end(end)? {
                return Ok(Some((end, u64::from(self.frequent.number(3 * low + 2)?))));
            }
            low += 1;
        }
        Ok(None)
    }

    /// Counts phrases of known words, `GROUP` at the most.
    pub fn count_group(
        &self,
        phrases: &[&[u32]],
        positions: &mut Vec<u32>,
        mut tally: impl FnMut(usize, Tally),
    ) -> Result<(), Part> {
        let none = || std::array::from_fn::<_, GROUP, _>(|_| 0..0);
        let (mut all, mut bounds) = (none(), none());
        for (index, phrase) in phrases.iter().enumerate() {
            all[index] = self.suffixes_of(phrase[0])?;
            if phrase.len() > 1 {
                bounds[index] = all[index].clone();
            }
        }
        self.lower_bounds(phrases, &mut bounds[..phrases.len()])?;
        for (index, phrase) in phrases.iter().enumerate() {
            let (found, lines) = self.locate(phrase, &all[index], bounds[index].start)?;
            let occurrences = found.len() as u64;
            let lines = match lines {
                Some(lines) => lines,
                None if found.len() < 2 => occurrences,
                None => {
                    self.positions(found, positions)?;
                    self.count_all_lines(positions)?
                }
            };
            tally(index, Tally { occurrences, lines });
        }
        Ok(())
    }

    /// Adds how often some lines have this number of words in a row.
    pub(super) fn count_any(&self, lines: Range<usize>, length: usize, tally: &mut Tally) -> Result<(), Part> {
        for line in lines {
            let words = self.line(line)?.len();
            if words >= length {
                tally.occurrences += (words - length + 1) as u64;
                tally.lines += 1;
            }
        }
        Ok(())
    }

    /// Adds where a phrase begins in which some words may be any, among the suffixes of its anchor.
    pub(super) fn match_slots(
        &self,
        suffixes: Range<usize>,
        offset: usize,
        phrase: &[Slot],
        positions: &mut Vec<u32>,
    ) -> Result<(), Part> {
        for suffix in suffixes {
            let position = self.suffixes.number(suffix)? as usize;
            if let Some(start) = position.checked_sub(offset)
                && self.is_match(start, phrase)?
            {
                positions.push(start as u32);
            }
        }
        Ok(())
    }

    /// The rarest run of words in a phrase: where it is in the phrase, and its suffixes.
    pub(super) fn find_anchor(&self, phrase: &[Slot]) -> Result<(usize, Range<usize>), Part> {
        let mut best: Option<(usize, Range<usize>)> = None;
        let mut offset = 0;
        for run in phrase.split(Option::is_none) {
            if !run.is_empty() {
                let words: Vec<u32> = run.iter().flatten().copied().collect();
                let found = self.find(&words)?;
                if best.as_ref().is_none_or(|(_, best)| found.len() < best.len()) {
                    best = Some((offset, found));
                }
            }
            offset += run.len() + 1;
        }
        Ok(best.unwrap_or((0, 0..0)))
    }

    fn is_match(&self, start: usize, phrase: &[Slot]) -> Result<bool, Part> {
        if start + phrase.len() > self.words.count() {
            return Ok(false);
        }
        for (offset, slot) in phrase.iter().enumerate() {
            let word = self.words.number(start + offset)?;
            if word == 0 || slot.is_some_and(|wanted| wanted != word) {
                return Ok(false);
            }
        }
        Ok(true)
    }
}
