//! CharacTER (Wang, Peter, Rosendahl and Ney 2016): edits of characters after shifts of phrases, per character of the
//! hypothesis.
//!
//! As in TER, the best sequence of shifts is hard to find, and the measure is defined by a greedy search. This is the
//! search of the authors' program, as version 1.2.0 of the package `cer` has it: of all phrases that the reference has
//! at another place, the one whose shift to that place leaves the fewest edits of words is shifted, until no shift saves
//! an edit. Of shifts that leave as many edits, the one that gives the largest sequence of words in the order of their
//! code points is made.

use crate::batch::Batch;
use crate::interruption::{poll_every, poll_if};
use crate::levenshtein::{self, distance};
use crate::occurrences::Occurrences;
use crate::parallel;
use crate::table::Table;
use crate::ter::grid::Grid;
use crate::ter::shift::Rotation;
use crate::words::Words;
use std::cmp::Ordering;

/// Segments that a thread takes at a time.
const STEP: usize = 16;

/// The columns of a row: rate, edits of characters, cost of shifts, characters of the hypothesis, and 1 for the segment.
pub const COLUMNS: usize = 5;

/// The most steps for a segment and a reference: some ten seconds.
const MOST_STEPS: u64 = 1 << 31;

/// Words after which the work can be stopped.
const POLL: usize = 1 << 8;

/// Words of a segment from which on the work can be stopped before each trial of a shift.
const POLLED: usize = 1 << 6;

/// Words of a segment from which on trials do without the table of all edits, which would take too much memory.
const LONG: usize = 1 << 9;

/// A phrase that is taken out, and the place where it is put in again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shift {
    pub start: usize,
    pub length: usize,
    pub place: usize,
}

#[derive(Default)]
struct Scratch<'a> {
    words: Words<'a>,
    hypothesis: Vec<u32>,
    shifted: Vec<u32>,
    reference: Vec<u32>,
    texts: Vec<&'a str>,
    search: Search,
    letters: Letters,
}

/// One row per segment, for the reference that gives the lowest rate, the first of several; or the index of the first
/// segment that is too long.
pub fn tally(batch: &Batch, threads: usize) -> Result<Vec<f64>, usize> {
    tally_within(batch, MOST_STEPS, threads)
}

fn tally_within(batch: &Batch, most_steps: u64, threads: usize) -> Result<Vec<f64>, usize> {
    let rows = parallel::fill_matrix(batch.len(), COLUMNS, STEP, threads, Scratch::default, |scratch, index, row| {
        if fill_row(batch, index, most_steps, scratch, row).is_none() {
            row.fill(f64::NAN);
        }
    });
    match rows.chunks(COLUMNS).position(|row| row[0].is_nan()) {
        Some(index) => Err(index),
        None => Ok(rows),
    }
}

/// Fills a row, if the work is not too much.
fn fill_row<'a>(
    batch: &Batch<'a>,
    index: usize,
    most_steps: u64,
    scratch: &mut Scratch<'a>,
    row: &mut [f64],
) -> Option<()> {
    let Scratch { words, hypothesis, shifted, reference, texts, search, letters } = scratch;
    words.clear();
    words.number_all(batch.hypothesis(index), hypothesis);
    let mut lowest = f64::INFINITY;
    for segment in batch.references(index) {
        words.number_all(segment, reference);
        texts.clear();
        texts.extend(words.bytes().map(|bytes| str::from_utf8(bytes).expect("tokens are cut between characters")));
        search.steps = most_steps;
        shifted.clone_from(hypothesis);
        let compare = |one: u32, other: u32| texts[one as usize].cmp(texts[other as usize]);
        search.shift_phrases(shifted, reference, compare)?;
        let found = measure(hypothesis, shifted, reference, texts, search, letters)?;
        if found[0] < lowest {
            lowest = found[0];
            row.copy_from_slice(&found);
        }
    }
    Some(())
}

/// The row of a hypothesis, its shifted words and a reference.
fn measure(
    hypothesis: &[u32],
    shifted: &[u32],
    reference: &[u32],
    texts: &[&str],
    search: &mut Search,
    letters: &mut Letters,
) -> Option<[f64; COLUMNS]> {
    letters.clear();
    let [ours, theirs] =
        [shifted, reference].map(|words| letters.number(words.iter().map(|&word| texts[word as usize])));
    search.spend(count_steps(ours.len(), theirs.len()))?;
    let edits = f64::from(distance(&ours, &theirs, &mut search.memory));
    let length = ours.len() as f64;
    let cost = cost_of_shifts(hypothesis, shifted, |word| texts[word as usize].chars().count());
    // Nothing is met by nothing, and missed whole by anything else.
    let is_empty = ours.is_empty() || theirs.is_empty();
    let rate = if is_empty { f64::from(u8::from(edits > 0.0)) } else { ((edits + cost) / length).min(1.0) };
    Some([rate, edits, cost, length, 1.0])
}

/// What shifts cost: for each phrase that stands further back than before, the mean length of its words.
fn cost_of_shifts(before: &[u32], after: &[u32], count_letters: impl Fn(u32) -> usize) -> f64 {
    let mut cost = 0.0;
    let mut start = 0;
    while start < before.len() {
        poll_every::<POLL>(start);
        let word = before[start];
        let found = (start + 1..after.len()).find(|&place| after[place] == word);
        let Some(place) = found.filter(|_| after[start] != word) else {
            start += 1;
            continue;
        };
        let length = count_equal(&before[start..], &after[place..]);
        let letters: usize = before[start..start + length].iter().map(|&word| count_letters(word)).sum();
        cost += letters as f64 / length as f64;
        start += length;
    }
    cost
}

/// How many words two sequences begin with alike.
fn count_equal(one: &[u32], other: &[u32]) -> usize {
    one.iter().zip(other).take_while(|(left, right)| left == right).count()
}

/// Machine steps of an edit distance between sequences of these lengths, about.
fn count_steps(one: usize, other: usize) -> u64 {
    let (short, long) = (one.min(other) as u64, one.max(other) as u64);
    long * short.div_ceil(u64::from(u64::BITS)) + short
}

/// The search for shifts, and its memory.
#[derive(Default)]
pub struct Search {
    memory: levenshtein::Scratch,
    grid: Grid,
    /// Where the words of the reference stand.
    places: Occurrences,
    trial: Vec<u32>,
    /// How much work may still be done.
    steps: u64,
    /// The shifts that were made, in order.
    pub shifts: Vec<Shift>,
}

impl Search {
    /// A search that may do as much work as any.
    pub fn new() -> Self {
        Search { steps: MOST_STEPS, ..Search::default() }
    }

    fn spend(&mut self, steps: u64) -> Option<()> {
        self.steps = self.steps.checked_sub(steps)?;
        Some(())
    }

    /// Shifts phrases of `words` until no shift saves an edit, or there is too much work. Numbers of words must be small
    /// and dense; `compare` orders the words themselves.
    pub fn shift_phrases(
        &mut self,
        words: &mut [u32],
        reference: &[u32],
        compare: impl Fn(u32, u32) -> Ordering,
    ) -> Option<()> {
        self.shifts.clear();
        if reference.is_empty() {
            return Some(());
        }
        let steps = count_steps(words.len(), reference.len());
        self.spend(steps)?;
        let edits = distance(words, reference, &mut self.memory);
        self.places.record(reference);
        let counts = self.places.counts();
        let trials: u64 = words.iter().map(|&word| counts.get(word as usize).copied().unwrap_or(0)).sum();
        // The rate is computed as `cer` does, down to the rounding: where it leaves a trace above zero, `cer` makes
        // another shift that saves nothing.
        let mut rate = f64::from(edits) / reference.len() as f64;
        let mut kept = 0;
        while rate != 0.0 {
            self.spend(trials.saturating_mul(steps))?;
            self.fill(words, reference, kept);
            let Some((saved, shift)) = self.find_best(words, reference, rate, &compare) else { break };
            let rotation = shift.as_rotation(words.len());
            rotation.apply(words);
            kept = rotation.start as usize;
            self.shifts.push(shift);
            rate -= saved;
        }
        Some(())
    }

    /// Prepares trials of shifts of `words`, of which the first `kept` are as they were.
    fn fill(&mut self, words: &[u32], reference: &[u32], kept: usize) {
        if !is_long(words, reference) {
            if kept == 0 {
                let ids = words.iter().chain(reference).max().map_or(0, |&id| id as usize + 1);
                self.grid.prepare(reference, ids);
            }
            self.grid.fill(words, kept);
        }
    }

    /// The shift that saves the most, and the rate that it saves.
    fn find_best(
        &mut self,
        words: &[u32],
        reference: &[u32],
        rate: f64,
        compare: &impl Fn(u32, u32) -> Ordering,
    ) -> Option<(f64, Shift)> {
        let Search { memory, grid, places, trial, .. } = self;
        let is_long = is_long(words, reference);
        let edits_before = if is_long { distance(words, reference, memory) } else { grid.distance() };
        let mut found: Option<(u32, f64, Shift)> = None;
        for (start, &word) in words.iter().enumerate() {
            for place in places.of(word).filter(|&place| place != start) {
                poll_if(words.len() > POLLED);
                let length = count_equal(&words[start..], &reference[place..]);
                let shift = Shift { start, length, place };
                let rotation = shift.as_rotation(words.len());
                if found.is_some_and(|(fewest, ..)| edits_before > fewest + rotation.most_saved()) {
                    continue;
                }
                let edits = if is_long {
                    trial.clear();
                    trial.extend(rotated(words, rotation));
                    distance(trial, reference, memory)
                } else {
                    grid.try_rotation(words, rotation)
                };
                let saved = rate - f64::from(edits) / reference.len() as f64;
                if saved <= 0.0 {
                    continue;
                }
                let is_better = found.is_none_or(|(fewest, _, other)| match edits.cmp(&fewest) {
                    Ordering::Equal => {
                        let other = other.as_rotation(words.len());
                        compare_all(rotated(words, rotation), rotated(words, other), compare) == Ordering::Greater
                    }
                    order => order == Ordering::Less,
                });
                if is_better {
                    found = Some((edits, saved, shift));
                }
            }
        }
        found.map(|(_, saved, shift)| (saved, shift))
    }
}

/// Whether each trial starts afresh.
fn is_long(words: &[u32], reference: &[u32]) -> bool {
    words.len().max(reference.len()) > LONG
}

impl Shift {
    /// The same as an exchange of neighbouring blocks. A place beyond the last word is the end.
    fn as_rotation(self, words: usize) -> Rotation {
        let Shift { start, length, place } = self;
        let (start, middle, end) = if place < start {
            (place, start, start + length)
        } else {
            (start, start + length, (place + length).min(words))
        };
        Rotation { start: start as u32, middle: middle as u32, end: end as u32 }
    }
}

/// The words after an exchange of blocks.
fn rotated(words: &[u32], rotation: Rotation) -> impl Iterator<Item = u32> + '_ {
    let (start, middle, end) = rotation.bounds();
    let blocks = [&words[..start], &words[middle..end], &words[start..middle], &words[end..]];
    blocks.into_iter().flatten().copied()
}

/// Compares sequences of equal length by their first different words.
fn compare_all(
    one: impl Iterator<Item = u32>,
    other: impl Iterator<Item = u32>,
    compare: &impl Fn(u32, u32) -> Ordering,
) -> Ordering {
    let different = one.zip(other).find(|(left, right)| left != right);
    different.map_or(Ordering::Equal, |(left, right)| compare(left, right))
}

/// Characters as small numbers.
#[derive(Default)]
struct Letters {
    table: Table,
    kinds: u32,
}

impl Letters {
    fn clear(&mut self) {
        self.table.clear();
        self.kinds = 0;
    }

    /// The characters of words, with a space between two words.
    fn number<'a>(&mut self, words: impl Iterator<Item = &'a str>) -> Vec<u32> {
        let mut numbers = Vec::new();
        for (position, word) in words.enumerate() {
            for letter in [" "].iter().filter(|_| position > 0).flat_map(|space| space.chars()).chain(word.chars()) {
                let number = self.table.find_or_insert(u64::from(u32::from(letter)), self.kinds, |_| true);
                self.kinds = self.kinds.max(number + 1);
                numbers.push(number);
            }
        }
        numbers
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::batch::tests::with_batch;

    fn shift(words: &[u32], reference: &[u32]) -> (Vec<u32>, Vec<Shift>) {
        let mut search = Search::new();
        let mut shifted = words.to_vec();
        search.shift_phrases(&mut shifted, reference, |one, other| one.cmp(&other)).unwrap();
        (shifted, search.shifts)
    }

    #[test]
    fn phrases_are_shifted_to_where_the_reference_has_them() {
        assert_eq!(shift(&[2, 3, 0, 1], &[0, 1, 2, 3]).0, [0, 1, 2, 3]);
        assert_eq!(shift(&[0, 1], &[0, 1]), (vec![0, 1], vec![]));
        assert_eq!(shift(&[0, 1], &[]), (vec![0, 1], vec![]));
        assert_eq!(shift(&[], &[0]), (vec![], vec![]));
    }

    #[test]
    fn shifts_cost_the_mean_length_of_the_words_that_moved_back() {
        let letters = |word: u32| [3, 5, 1, 2][word as usize];
        assert_eq!(cost_of_shifts(&[0, 1, 2, 3], &[2, 3, 0, 1], letters), 4.0);
        assert_eq!(cost_of_shifts(&[0, 1, 2], &[0, 1, 2], letters), 0.0);
    }

    #[test]
    fn a_row_holds_what_the_rate_is_made_of() {
        // "ab c" is moved back as "c ab" wants it: one shift of a word of two letters, and no other edit.
        let rows =
            with_batch(&["ab c", "", "x", ""], &[&["zzzzz", "c ab"], &["a"], &[""], &[""]], |batch| tally(batch, 1));
        let rows = rows.unwrap();
        assert_eq!(rows[..5], [0.5, 0.0, 2.0, 4.0, 1.0]);
        assert_eq!(rows[5..10], [1.0, 1.0, 0.0, 0.0, 1.0]);
        assert_eq!(rows[10..15], [1.0, 1.0, 0.0, 1.0, 1.0]);
        assert_eq!(rows[15..], [0.0, 0.0, 0.0, 0.0, 1.0]);
    }

    #[test]
    fn segments_that_would_take_too_long_are_named() {
        let (texts, references): (&[&str], &[&[&str]]) = (&["a", "a a a a b"], &[&["b"], &["b a a a a"]]);
        assert!(with_batch(texts, references, |batch| tally_within(batch, 2000, 1)).is_ok());
        assert_eq!(with_batch(texts, references, |batch| tally_within(batch, 100, 1)), Err(1));
    }
}
