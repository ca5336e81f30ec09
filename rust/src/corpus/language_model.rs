//! A language model straight from the suffix array: how probable each word of a text is after the words before it.
//!
//! The probability of a word after a context is a mixture of what was counted after the context and of the probability
//! after the context without its first word. The more often the context occurs, the more its own counts weigh:
//! `weight = 1 / (1 + exp(-(base + slope * ln(count))))`, with a base and a slope for each length of the context. So
//! only counts are needed, and any provider of counts gives the same probabilities.
//!
//! Each run of words is a range of suffixes in each shard, and a word more narrows the range. Ranges are found once for
//! all texts of a batch: texts of a batch are often versions of each other.

use super::blocks::Fault;
use super::query::Index;
use crate::keyed::KeyedMap;
use crate::parallel::map_ranges;
use std::ops::Range;

/// Texts that a thread takes at a time.
const STEP: usize = 1 << 10;

/// Runs of words that are kept before all are forgotten.
const MOST_RUNS: usize = 1 << 20;

/// What an unknown word counts as.
const UNSEEN: f64 = 0.5;

/// The base and the slope of the weights, for contexts of one word, two words, and so on.
pub type Mixture = [(f64, f64)];

/// Runs of words that were looked up: their ranges of suffixes, one for each shard.
struct Runs<'a> {
    index: &'a Index,
    shards: usize,
    /// How many are kept before all are forgotten.
    most: usize,
    /// The ranges of each run, one run after the other; the empty run is the first.
    ranges: Vec<Range<usize>>,
    counts: Vec<u64>,
    /// The run that a run and one word more are, by the numbers of both.
    longer: KeyedMap<u64, u32>,
    words: KeyedMap<String, u32>,
    /// The numbers of each word in the shards; 0 where a shard lacks it.
    numbers: Vec<u32>,
}

/// The run without words.
const EMPTY: u32 = 0;

impl<'a> Runs<'a> {
    fn new(index: &'a Index, most: usize) -> Self {
        let mut runs = Runs {
            index,
            shards: index.len(),
            most,
            ranges: Vec::new(),
            counts: Vec::new(),
            longer: KeyedMap::default(),
            words: KeyedMap::default(),
            numbers: Vec::new(),
        };
        runs.forget();
        runs
    }

    /// Forgets all runs but the empty one, and all words.
    fn forget(&mut self) {
        self.longer.clear();
        self.words.clear();
        self.numbers.clear();
        self.ranges.clear();
        self.counts.clear();
        self.ranges.resize(self.shards, 0..0);
        self.counts.push(self.index.tokens());
    }

    /// The number of a word in this batch.
    fn find_word(&mut self, word: &str) -> Result<u32, Fault> {
        if let Some(&number) = self.words.get(word) {
            return Ok(number);
        }
        let number = self.words.len() as u32;
        for shard in 0..self.shards {
            self.numbers.push(self.index.with(shard, |shard| Ok(shard.lexicon.find(word)?.unwrap_or(0)))?);
        }
        self.words.insert(word.to_string(), number);
        Ok(number)
    }

    /// The run of some words and one more, which is at this distance from their beginning.
    fn extend(&mut self, run: u32, word: u32, depth: usize) -> Result<u32, Fault> {
        let key = u64::from(run) << 32 | u64::from(word);
        if let Some(&known) = self.longer.get(&key) {
            return Ok(known);
        }
        let mut count = 0;
        for shard in 0..self.shards {
            let number = self.numbers[word as usize * self.shards + shard];
            let range = self.ranges[run as usize * self.shards + shard].clone();
            let found = if number == 0 || (depth > 0 && range.is_empty()) {
                0..0
            } else {
                self.index.with(shard, |shard| {
                    if depth == 0 { shard.suffixes_of(number) } else { shard.narrow(range, number, depth) }
                })?
            };
            count += found.len() as u64;
            self.ranges.push(found);
        }
        let new = self.counts.len() as u32;
        self.counts.push(count);
        self.longer.insert(key, new);
        Ok(new)
    }

    /// Adds the logarithm of the probability of each word.
    fn score(&mut self, text: &str, mixture: &Mixture, scores: &mut Vec<f64>) -> Result<(), Fault> {
        if self.counts.len() > self.most {
            self.forget();
        }
        // The runs that end before the word, the shorter first; the first is the empty one.
        let mut contexts: Vec<u32> = Vec::with_capacity(mixture.len() + 2);
        for word in text.split(' ').filter(|word| !word.is_empty()) {
            let word = self.find_word(word)?;
            contexts.insert(0, EMPTY);
            contexts.truncate(mixture.len() + 1);
            let mut probability = 0.0;
            for length in 0..contexts.len() {
                let context = contexts[length];
                let before = self.counts[context as usize] as f64;
                if length > 0 && before == 0.0 {
                    // What is longer does not occur either.
                    contexts.truncate(length);
                    break;
                }
                contexts[length] = self.extend(context, word, length)?;
                let with = self.counts[contexts[length] as usize] as f64;
                probability = if length == 0 {
                    with.max(UNSEEN) / before.max(1.0)
                } else {
                    let (base, slope) = mixture[length - 1];
                    let weight = 1.0 / (1.0 + (-(base + slope * before.ln())).exp());
                    weight * with / before + (1.0 - weight) * probability
                };
            }
            scores.push(probability.ln());
        }
        Ok(())
    }
}

impl Index {
    /// The logarithm of the probability of each word of some texts, and where the words of each text end.
    ///
    /// The words are normalised, with a blank between them.
    pub fn score(&self, texts: &[&str], mixture: &Mixture, threads: usize) -> Result<(Vec<f64>, Vec<i64>), Fault> {
        let work = |runs: &mut Runs, range: Range<usize>| {
            let (mut scores, mut lengths) = (Vec::new(), Vec::with_capacity(range.len()));
            for text in &texts[range] {
                let before = scores.len();
                runs.score(text, mixture, &mut scores)?;
                lengths.push(scores.len() - before);
            }
            Ok((scores, lengths))
        };
        let (mut all, mut ends) = (Vec::new(), Vec::with_capacity(texts.len()));
        let mut end = 0;
        for batch in map_ranges(texts.len(), STEP, threads, || Runs::new(self, MOST_RUNS), work) {
            let (mut scores, lengths) = batch?;
            all.append(&mut scores);
            for length in lengths {
                end += length as i64;
                ends.push(end);
            }
        }
        Ok((all, ends))
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{Folder, PLAIN, build};
    use super::*;
    use crate::levenshtein::tests::Dice;

    const MIXTURE: [(f64, f64); 3] = [(-0.8, 0.25), (-1.8, 0.3), (-2.0, 0.3)];
    const WORDS: [&str; 6] = ["a", "b", "c", "*", "é", "new"];

    fn draw_lines(dice: &mut Dice, words: &[&str]) -> Vec<String> {
        let mut draw = || (0..dice.roll(9)).map(|_| words[dice.roll(words.len())]).collect::<Vec<_>>().join(" ");
        (0..12).map(|_| draw()).collect()
    }

    fn open(parts: &[String]) -> (Vec<Folder>, Index) {
        let (folders, sums): (Vec<Folder>, Vec<u64>) = parts.iter().map(|part| build(part)).unzip();
        let shards: Vec<_> = folders.iter().zip(sums).map(|(folder, sum)| (folder.0.clone(), sum)).collect();
        (folders, Index::open(&shards, PLAIN, 1 << 24).expect("sound shards"))
    }

    /// The probability of the last word after the others, by the counts of phrases.
    fn probability(index: &Index, run: &[&str]) -> f64 {
        let count = |run: &[&str]| {
            let phrase = run.join(" ");
            index.count(&[phrase.as_str()], false, 1).expect("a sound shard")[0].map_or(0, |tally| tally.occurrences)
        };
        if run.len() == 1 {
            return (count(run) as f64).max(0.5) / (index.tokens() as f64).max(1.0);
        }
        let (shorter, context) = (probability(index, &run[1..]), &run[..run.len() - 1]);
        let before = count(context) as f64;
        if before == 0.0 {
            return shorter;
        }
        let (base, slope) = MIXTURE[context.len() - 1];
        let weight = 1.0 / (1.0 + (-(base + slope * before.ln())).exp());
        weight * count(run) as f64 / before + (1.0 - weight) * shorter
    }

    #[test]
    fn scores_are_those_of_the_counts() {
        let mut dice = Dice(7);
        for shards in [1, 3] {
            let parts: Vec<String> =
                (0..shards).map(|_| draw_lines(&mut dice, &WORDS[..5]).join("\n").repeat(3) + "\n").collect();
            let (_folders, index) = open(&parts);
            let texts = draw_lines(&mut dice, &WORDS);
            let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
            let (scores, ends) = index.score(&texts, &MIXTURE, 2).expect("sound shards");
            let mut start = 0;
            for (text, end) in texts.iter().zip(ends) {
                let words: Vec<&str> = text.split(' ').filter(|word| !word.is_empty()).collect();
                let found = &scores[start..end as usize];
                assert_eq!(found.len(), words.len());
                for (place, score) in found.iter().enumerate() {
                    let run = &words[place.saturating_sub(MIXTURE.len())..=place];
                    assert!((score - probability(&index, run).ln()).abs() < 1e-12, "{run:?} in {text}");
                }
                start = end as usize;
            }
            assert_eq!(start, scores.len());
        }
    }

    #[test]
    fn runs_that_were_forgotten_are_found_again() {
        let mut dice = Dice(11);
        let (_folders, index) = open(&[draw_lines(&mut dice, &WORDS[..5]).join("\n") + "\n"]);
        let texts: Vec<String> = (0..10).flat_map(|_| draw_lines(&mut dice, &WORDS)).collect();
        let score = |most| {
            let mut runs = Runs::new(&index, most);
            let mut scores = Vec::new();
            for text in &texts {
                runs.score(text, &MIXTURE, &mut scores).expect("a sound shard");
                let words = text.split(' ').count();
                assert!(most == MOST_RUNS || runs.counts.len() <= most + words * (MIXTURE.len() + 1) + 1);
            }
            (scores, runs.counts.len())
        };
        let (expected, all) = score(MOST_RUNS);
        for most in [0, 1, 5, 40] {
            let (scores, kept) = score(most);
            assert_eq!(scores, expected);
            assert!(kept < all, "{kept} of {all} runs");
        }
    }

    #[test]
    fn no_texts_and_no_contexts_are_fine() {
        let (_folders, index) = open(&["a b a\n".to_string()]);
        let none: [&str; 0] = [];
        assert_eq!(index.score(&none, &MIXTURE, 1).expect("a sound shard"), (vec![], vec![]));
        let third = 1.0f64 / 3.0;
        let scores = vec![third.ln(), (2.0f64 * third).ln(), (third / 2.0).ln()];
        assert_eq!(index.score(&["b  a", "", "x"], &[], 1).expect("a sound shard"), (scores, vec![2, 2, 3]));
        let (_folders, empty) = open(&[String::new()]);
        assert_eq!(empty.score(&["a"], &MIXTURE, 1).expect("a sound shard"), (vec![0.5f64.ln()], vec![1]));
    }
}
