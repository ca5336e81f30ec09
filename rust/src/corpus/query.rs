//! Phrases, counted in all shards of an index.

use super::blocks::{Fault, Part};
use super::cached::Memory;
use super::index::Shard;
use super::normalise::Normaliser;
use super::phrases::Phrases;
use super::search::{GROUP, LineCount, Slot, Tally};
use crate::interruption;
use crate::parallel::map_ranges;
use std::ops::Range;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError, RwLock};

/// Phrases that a thread takes at a time, sorted so that neighbours look at the same memory.
const STEP: usize = 1 << 13;

/// An occurrence of a phrase with what is around it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Occurrence {
    pub document: String,
    /// The line in the document, from 1 on.
    pub line: u64,
    pub before: Vec<String>,
    pub phrase: Vec<String>,
    pub after: Vec<String>,
}

/// Words, lines or positions that are looked at before blocks may be dropped: few enough that the blocks that they need
/// are a small part of any memory.
const AT_ONCE: usize = 1 << 8;

/// An index that is open.
///
/// Threads share it. Each uses a shard for a short while only, so that blocks can be dropped in between.
pub struct Index {
    shards: Vec<RwLock<Shard>>,
    normaliser: Normaliser,
    memory: Arc<Memory>,
    /// How often blocks were dropped.
    rounds: Mutex<u64>,
}

/// What a thread uses again and again.
#[derive(Default)]
struct Scratch {
    buffer: String,
    positions: Vec<u32>,
}

/// A range in parts that are short.
fn in_parts(range: Range<usize>) -> impl Iterator<Item = Range<usize>> {
    let end = range.end;
    range.step_by(AT_ONCE).map(move |start| start..end.min(start + AT_ONCE))
}

impl Index {
    /// Opens shards, given as folders and checksums. Blocks in memory take not much more than `memory` bytes.
    pub fn open(shards: &[(PathBuf, u64)], normaliser: Normaliser, memory: usize) -> Result<Self, Fault> {
        let memory = Memory::new(memory);
        let open = |(folder, checksum): &(PathBuf, u64)| Ok(RwLock::new(Shard::open(folder, *checksum, &memory)?));
        let shards = shards.iter().map(open).collect::<Result<_, Fault>>()?;
        Ok(Index { shards, normaliser, memory, rounds: Mutex::new(0) })
    }

    /// How many shards it has.
    pub fn len(&self) -> usize {
        self.shards.len()
    }

    pub fn is_empty(&self) -> bool {
        self.shards.is_empty()
    }

    /// How many tokens it has.
    pub(super) fn tokens(&self) -> u64 {
        let shards = self.shards.iter();
        shards.map(|shard| shard.read().unwrap_or_else(PoisonError::into_inner).tokens() as u64).sum()
    }

    /// Does something short with a shard.
    pub(super) fn with<T>(&self, number: usize, action: impl FnOnce(&Shard) -> Result<T, Part>) -> Result<T, Fault> {
        interruption::poll();
        let result = {
            let shard = self.shards[number].read().unwrap_or_else(PoisonError::into_inner);
            action(&shard).map_err(|part| Fault::damaged(shard.folder(), part))
        };
        if self.memory.is_short() {
            self.drop_half();
        }
        result
    }

    #[cold]
    fn drop_half(&self) {
        let mut rounds = self.rounds.lock().unwrap_or_else(PoisonError::into_inner);
        // Another thread may have done it meanwhile.
        if self.memory.is_short() {
            *rounds += 1;
            for shard in &self.shards {
                shard.write().unwrap_or_else(PoisonError::into_inner).drop_half(*rounds);
            }
        }
    }

    /// Verifies every byte of a shard.
    pub fn check(&self, number: usize) -> Result<(), Fault> {
        self.shards[number].read().unwrap_or_else(PoisonError::into_inner).check()
    }

    /// Counts phrases; None for a phrase without words.
    pub fn count(&self, phrases: &[&str], wildcards: bool, threads: usize) -> Result<Vec<Option<Tally>>, Fault> {
        let work = |scratch: &mut Scratch, range: Range<usize>| self.count_batch(&phrases[range], wildcards, scratch);
        let mut all = Vec::with_capacity(phrases.len());
        for batch in map_ranges(phrases.len(), STEP, threads, Scratch::default, work) {
            all.append(&mut batch?);
        }
        Ok(all)
    }

    fn count_batch(
        &self,
        phrases: &[&str],
        wildcards: bool,
        scratch: &mut Scratch,
    ) -> Result<Vec<Option<Tally>>, Fault> {
        let parsed = Phrases::new(phrases, &self.normaliser, wildcards, &mut scratch.buffer);
        let mut tallies: Vec<Option<Tally>> =
            parsed.lengths().map(|length| (length > 0).then(Tally::default)).collect();
        for shard in 0..self.len() {
            self.count_in_shard(shard, &parsed, &mut tallies, &mut scratch.positions)?;
        }
        Ok(tallies)
    }

    fn count_in_shard(
        &self,
        shard: usize,
        phrases: &Phrases,
        tallies: &mut [Option<Tally>],
        positions: &mut Vec<u32>,
    ) -> Result<(), Fault> {
        let slots = self.look_up(shard, phrases)?;
        let mut known: Vec<(usize, usize, usize)> = Vec::with_capacity(tallies.len());
        let mut start = 0;
        for (index, &end) in phrases.ends.iter().enumerate() {
            if start < end && !slots[start..end].contains(&Some(0)) {
                known.push((start, end, index));
            }
            start = end;
        }
        known.sort_unstable_by(|one, other| slots[one.0..one.1].cmp(&slots[other.0..other.1]));
        let mut add = |index: usize, tally: Tally| {
            if let Some(total) = &mut tallies[index] {
                total.occurrences += tally.occurrences;
                total.lines += tally.lines;
            }
        };
        let words: Vec<u32> = slots.iter().map(|slot| slot.unwrap_or(0)).collect();
        // The same phrases are beside each other now, and are looked for once.
        let same: Vec<_> = known.chunk_by(|one, other| slots[one.0..one.1] == slots[other.0..other.1]).collect();
        for group in same.chunks(GROUP) {
            let mut plain = Vec::with_capacity(GROUP);
            for phrases in group {
                let phrase = &slots[phrases[0].0..phrases[0].1];
                if phrase.contains(&None) {
                    let tally = self.count_slots(shard, phrase, positions)?;
                    phrases.iter().for_each(|phrase| add(phrase.2, tally));
                } else {
                    plain.push(*phrases);
                }
            }
            let texts: Vec<&[u32]> = plain.iter().map(|phrases| &words[phrases[0].0..phrases[0].1]).collect();
            self.with(shard, |shard| {
                shard.count_group(&texts, positions, |index, tally| {
                    plain[index].iter().for_each(|phrase| add(phrase.2, tally));
                })
            })?;
        }
        Ok(())
    }

    /// The number of each word in a shard, and 0 for one that it lacks.
    fn look_up(&self, shard: usize, phrases: &Phrases) -> Result<Vec<Slot>, Fault> {
        let mut slots = Vec::with_capacity(phrases.slots.len());
        let mut words = phrases.words().peekable();
        while words.peek().is_some() {
            self.with(shard, |shard| {
                for word in words.by_ref().take(AT_ONCE) {
                    slots.push(word.map(|word| Ok(shard.lexicon.find(word)?.unwrap_or(0))).transpose()?);
                }
                Ok(())
            })?;
        }
        Ok(slots)
    }

    /// Counts a phrase in which some words may be any.
    fn count_slots(&self, shard: usize, phrase: &[Slot], positions: &mut Vec<u32>) -> Result<Tally, Fault> {
        if phrase.iter().all(Option::is_none) {
            return self.count_any(shard, phrase.len());
        }
        self.match_slots(shard, phrase, positions)?;
        positions.sort_unstable();
        let mut lines = LineCount::default();
        for part in positions.chunks(AT_ONCE) {
            self.with(shard, |shard| shard.count_lines(part, &mut lines))?;
        }
        Ok(Tally { occurrences: positions.len() as u64, lines: lines.count })
    }

    /// How often a line has this number of words in a row.
    fn count_any(&self, shard: usize, length: usize) -> Result<Tally, Fault> {
        let mut tally = Tally::default();
        for lines in in_parts(0..self.with(shard, |shard| Ok(shard.line_count()))?) {
            self.with(shard, |shard| shard.count_any(lines, length, &mut tally))?;
        }
        Ok(tally)
    }

    /// Where a phrase begins in which some words may be any, and at least one is not.
    fn match_slots(&self, shard: usize, phrase: &[Slot], positions: &mut Vec<u32>) -> Result<(), Fault> {
        positions.clear();
        let (offset, found) = self.with(shard, |shard| shard.find_anchor(phrase))?;
        for suffixes in in_parts(found) {
            self.with(shard, |shard| shard.match_slots(suffixes, offset, phrase, positions))?;
        }
        Ok(())
    }

    /// Where a phrase begins in a shard; nowhere if it is of nothing but any words.
    fn find_places(&self, shard: usize, phrase: &Phrases) -> Result<Vec<u32>, Fault> {
        let slots = self.look_up(shard, phrase)?;
        let mut positions = Vec::new();
        if !slots.contains(&Some(0)) {
            self.match_slots(shard, &slots, &mut positions)?;
        }
        Ok(positions)
    }

    /// Occurrences of a phrase, spread over all of them, in the order of the text.
    pub fn show(&self, phrase: &str, wildcards: bool, most: usize, context: usize) -> Result<Vec<Occurrence>, Fault> {
        let wanted = Phrases::new(&[phrase], &self.normaliser, wildcards, &mut String::new());
        let mut places = Vec::new();
        for shard in 0..self.len() {
            let found = self.find_places(shard, &wanted)?;
            places.extend(found.into_iter().map(|position| (shard, position)));
        }
        places.sort_unstable();
        let count = places.len().min(most);
        let mut shown = Vec::with_capacity(count);
        for place in 0..count {
            let (shard, position) = places[place * places.len() / count];
            shown.push(self.with(shard, |shard| cut_out(shard, position as usize, wanted.slots.len(), context))?);
        }
        Ok(shown)
    }

    /// How often each word occurs, as it is: it is not normalised.
    pub fn count_unigrams(&self, words: &[&str]) -> Result<Vec<u64>, Fault> {
        let mut counts = vec![0; words.len()];
        for shard in 0..self.len() {
            for (counts, words) in counts.chunks_mut(AT_ONCE).zip(words.chunks(AT_ONCE)) {
                self.with(shard, |shard| {
                    for (count, word) in counts.iter_mut().zip(words) {
                        *count += shard.count_word(word)?;
                    }
                    Ok(())
                })?;
            }
        }
        Ok(counts)
    }

    /// All words of a shard and how often each occurs there.
    pub fn unigrams(&self, shard: usize) -> Result<Vec<(String, u64)>, Fault> {
        let mut all = Vec::new();
        for numbers in in_parts(0..self.with(shard, |shard| Ok(shard.word_count()))?) {
            self.with(shard, |shard| {
                for number in numbers {
                    all.push(shard.unigram(number as u32 + 1)?);
                }
                Ok(())
            })?;
        }
        Ok(all)
    }
}

fn cut_out(shard: &Shard, position: usize, length: usize, context: usize) -> Result<Occurrence, Part> {
    let number = shard.line_of(position)?;
    let line = shard.line(number)?;
    let end = position + length;
    let documents = shard.documents()?;
    let document = documents.partition_point(|document| document.0 as usize <= number);
    let (first, first_line, name) = documents.get(document.wrapping_sub(1)).ok_or(Part::Documents)?;
    let after = number.checked_sub(*first as usize).ok_or(Part::Documents)? as u64;
    Ok(Occurrence {
        document: name.clone(),
        line: first_line.checked_add(after).ok_or(Part::Documents)?,
        before: shard.texts(line.start.max(position.saturating_sub(context))..position)?,
        phrase: shard.texts(position..end)?,
        after: shard.texts(end..line.end.min(end.saturating_add(context)))?,
    })
}
