//! Phrases as people write them, counted in all shards of an index.

use super::blocks::{Fault, Part};
use super::index::Shard;
use super::normalise::Normaliser;
use super::search::{GROUP, Slot, Tally};
use crate::parallel::map_ranges;

/// Phrases that a thread takes at a time, sorted so that neighbours look at the same memory.
const STEP: usize = 1 << 13;

/// The words of some phrases, one after the other.
#[derive(Default)]
pub struct Phrases {
    texts: String,
    /// Where the text of each word ends; None for any word.
    words: Vec<Option<usize>>,
    /// Where the words of each phrase end.
    ends: Vec<usize>,
}

impl Phrases {
    /// Adds a phrase. A `*` between spaces is any word, if wildcards are wanted, and `\*` is a star.
    pub fn add(&mut self, phrase: &str, normaliser: &Normaliser, wildcards: bool, buffer: &mut String) {
        if wildcards && phrase.contains('*') {
            // Words are put together again, since what is beside a word decides what it is.
            let mut text = String::new();
            for piece in phrase.split_whitespace() {
                if piece == "*" {
                    self.add_words(&text, normaliser, buffer);
                    text.clear();
                    self.words.push(None);
                } else {
                    text.push_str(if piece == "\\*" { "*" } else { piece });
                    text.push(' ');
                }
            }
            self.add_words(&text, normaliser, buffer);
        } else {
            self.add_words(phrase, normaliser, buffer);
        }
        self.ends.push(self.words.len());
    }

    fn add_words(&mut self, text: &str, normaliser: &Normaliser, buffer: &mut String) {
        normaliser.split(text, buffer, |word| {
            self.texts.push_str(word);
            self.words.push(Some(self.texts.len()));
        });
    }

    fn new(phrases: &[&str], normaliser: &Normaliser, wildcards: bool, buffer: &mut String) -> Self {
        let mut all = Phrases::default();
        for phrase in phrases {
            all.add(phrase, normaliser, wildcards, buffer);
        }
        all
    }

    /// How many words each phrase has.
    fn lengths(&self) -> impl Iterator<Item = usize> {
        let mut start = 0;
        self.ends.iter().map(move |&end| end - std::mem::replace(&mut start, end))
    }

    /// All words in order; None for any word.
    pub fn words(&self) -> impl Iterator<Item = Option<&str>> {
        let mut start = 0;
        self.words.iter().map(move |end| end.map(|end| &self.texts[std::mem::replace(&mut start, end)..end]))
    }
}

/// A word of a phrase, or any word: `*`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wanted {
    Word(String),
    Any,
}

/// The words of one phrase; see `Phrases`.
pub fn parse(phrase: &str, normaliser: &Normaliser, wildcards: bool, buffer: &mut String) -> Vec<Wanted> {
    let phrases = Phrases::new(&[phrase], normaliser, wildcards, buffer);
    phrases.words().map(|word| word.map_or(Wanted::Any, |word| Wanted::Word(word.to_string()))).collect()
}

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

/// An index that is open.
pub struct Index {
    pub shards: Vec<Shard>,
    pub normaliser: Normaliser,
}

/// What a thread uses again and again.
#[derive(Default)]
struct Scratch {
    buffer: String,
    positions: Vec<u32>,
}

impl Index {
    /// Counts phrases; None for a phrase without words.
    pub fn count(&self, phrases: &[&str], wildcards: bool, threads: usize) -> Result<Vec<Option<Tally>>, Fault> {
        let work = |scratch: &mut Scratch, range: std::ops::Range<usize>| {
            self.count_batch(&phrases[range], wildcards, scratch)
        };
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
        for shard in &self.shards {
            let count = count_in_shard(shard, &parsed, &mut tallies, &mut scratch.positions);
            count.map_err(|part| Fault::damaged(shard.folder(), part))?;
        }
        Ok(tallies)
    }

    /// Occurrences of a phrase, spread over all of them, in the order of the text.
    pub fn show(&self, phrase: &str, wildcards: bool, most: usize, context: usize) -> Result<Vec<Occurrence>, Fault> {
        let wanted = Phrases::new(&[phrase], &self.normaliser, wildcards, &mut String::new());
        let mut places = Vec::new();
        for (number, shard) in self.shards.iter().enumerate() {
            let found = find_places(shard, &wanted).map_err(|part| Fault::damaged(shard.folder(), part))?;
            places.extend(found.into_iter().map(|position| (number, position)));
        }
        places.sort_unstable();
        let count = places.len().min(most);
        let mut shown = Vec::with_capacity(count);
        for place in 0..count {
            let (number, position) = places[place * places.len() / count];
            let shard = &self.shards[number];
            let occurrence = cut_out(shard, position as usize, wanted.words.len(), context);
            shown.push(occurrence.map_err(|part| Fault::damaged(shard.folder(), part))?);
        }
        Ok(shown)
    }

    /// How often each word occurs, as it is: it is not normalised.
    pub fn count_unigrams(&self, words: &[&str]) -> Result<Vec<u64>, Fault> {
        let mut counts = vec![0; words.len()];
        for shard in &self.shards {
            for (count, word) in counts.iter_mut().zip(words) {
                *count += shard.count_word(word).map_err(|part| Fault::damaged(shard.folder(), part))?;
            }
        }
        Ok(counts)
    }
}

/// The number of each word in a shard, and 0 for one that it lacks.
fn look_up(shard: &Shard, phrases: &Phrases) -> Result<Vec<Slot>, Part> {
    phrases.words().map(|word| word.map(|word| Ok(shard.lexicon.find(word)?.unwrap_or(0))).transpose()).collect()
}

fn count_in_shard(
    shard: &Shard,
    phrases: &Phrases,
    tallies: &mut [Option<Tally>],
    positions: &mut Vec<u32>,
) -> Result<(), Part> {
    let slots = look_up(shard, phrases)?;
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
                let tally = shard.count_slots(phrase, positions)?;
                phrases.iter().for_each(|phrase| add(phrase.2, tally));
            } else {
                plain.push(*phrases);
            }
        }
        let texts: Vec<&[u32]> = plain.iter().map(|phrases| &words[phrases[0].0..phrases[0].1]).collect();
        shard.count_group(&texts, positions, |index, tally| {
            plain[index].iter().for_each(|phrase| add(phrase.2, tally));
        })?;
    }
    Ok(())
}

/// Where a phrase begins in a shard; nowhere if it is of nothing but any words.
fn find_places(shard: &Shard, phrase: &Phrases) -> Result<Vec<u32>, Part> {
    let slots = look_up(shard, phrase)?;
    let mut positions = Vec::new();
    if !slots.contains(&Some(0)) {
        shard.match_slots(&slots, &mut positions)?;
    }
    Ok(positions)
}

fn cut_out(shard: &Shard, position: usize, length: usize, context: usize) -> Result<Occurrence, Part> {
    let number = shard.line_of(position)?;
    let line = shard.line(number)?;
    let end = position + length;
    let documents = shard.documents()?;
    let document = documents.partition_point(|document| document.0 as usize <= number);
    let (first, first_line, name) = documents.get(document.wrapping_sub(1)).ok_or(Part::Documents)?;
    Ok(Occurrence {
        document: name.clone(),
        line: first_line + (number - *first as usize) as u64,
        before: shard.texts(line.start.max(position.saturating_sub(context))..position)?,
        phrase: shard.texts(position..end)?,
        after: shard.texts(end..line.end.min(end.saturating_add(context)))?,
    })
}
