//! METEOR's rows: what an alignment amounts to, for each reference.

use crate::align::{Aligner, Figures, Link, Objective, Relation};
use crate::parallel;
use crate::vocabulary::Numbered;
use std::ops::Range;

/// Pairs that a thread takes at a time.
const STEP: usize = 128;

/// The columns before those of the stages: words and function words of both sides, chunks, crossings, alignments
/// that are not proven to be the best.
const FIXED: usize = 7;

/// The columns of a stage: matches, then their weight on content and function words of the hypothesis, and of the reference.
const BY_STAGE: usize = 5;

/// The number of columns of a row.
pub fn columns(stages: usize) -> usize {
    FIXED + BY_STAGE * stages
}

/// Hypotheses and references as numbers of words, and what is known of the words.
pub struct Texts<'a> {
    /// The hypotheses.
    pub hypotheses: &'a Numbered,
    /// All references in one list.
    pub references: &'a Numbered,
    /// Where the references of each hypothesis start.
    pub offsets: &'a [i64],
    /// Whether each word is a function word.
    pub is_function: &'a [bool],
    /// Which words match, stage by stage.
    pub relations: &'a [Relation],
    /// What is to be smallest.
    pub objective: Objective,
    /// How many steps a search may take.
    pub budget: u64,
}

impl Texts<'_> {
    fn count_function(&self, words: &[u32]) -> f64 {
        words.iter().filter(|&&word| self.is_function[word as usize]).count() as f64
    }

    /// Fills what does not depend on the alignment.
    fn start_row(&self, hypothesis: &[u32], reference: &[u32], row: &mut [f64]) {
        row[..4].copy_from_slice(&[
            hypothesis.len() as f64,
            reference.len() as f64,
            self.count_function(hypothesis),
            self.count_function(reference),
        ]);
    }

    fn add_figures(&self, figures: Figures, row: &mut [f64]) {
        row[4..FIXED].copy_from_slice(&[
            figures.chunks as f64,
            figures.crossings as f64,
            f64::from(u8::from(!figures.optimal)),
        ]);
    }

    fn add_link(&self, link: Link, hypothesis: &[u32], reference: &[u32], row: &mut [f64]) {
        let row = &mut row[FIXED + BY_STAGE * link.stage as usize..][..BY_STAGE];
        let weight = 1.0 / (1.0 + f64::from(link.distance));
        let is_function = |word: u32| usize::from(self.is_function[word as usize]);
        row[0] += 1.0;
        row[1 + is_function(hypothesis[link.hypothesis as usize])] += weight;
        row[3 + is_function(reference[link.reference as usize])] += weight;
    }
}

/// One row for each reference.
pub fn tally(texts: &Texts, threads: usize) -> Vec<f64> {
    let segments = segments_of(texts.offsets);
    let columns = columns(texts.relations.len());
    parallel::fill_matrix(segments.len(), columns, STEP, threads, Aligner::default, |aligner, index, row| {
        let (hypothesis, reference) = (texts.hypotheses.segment(segments[index]), texts.references.segment(index));
        let figures = aligner.align(hypothesis, reference, texts.relations, texts.objective, texts.budget);
        texts.start_row(hypothesis, reference, row);
        texts.add_figures(figures, row);
        aligner.links().iter().for_each(|&link| texts.add_link(link, hypothesis, reference, row));
    })
}

/// The segment of each reference.
fn segments_of(offsets: &[i64]) -> Vec<usize> {
    let mut segments = Vec::new();
    for (segment, pair) in offsets.windows(2).enumerate() {
        segments.resize(pair[1] as usize, segment);
    }
    segments
}

/// One row for each segment, with its references pooled: a word of the hypothesis counts if any reference has it.
///
/// Each word takes the link of the earliest stage that maps it in some reference; where there are several such links, those
/// that make the fewest chunks, each chunk within one reference. The lengths are those of the reference `chosen` for the
/// segment, and no more of its words, content or function, count as matched than it has.
pub fn pool(texts: &Texts, chosen: &[i64], threads: usize) -> Vec<f64> {
    let columns = columns(texts.relations.len());
    let work = |(aligner, pool): &mut (Aligner, Pool), index: usize, row: &mut [f64]| {
        let figures = pool.fill(texts, index, aligner);
        let hypothesis = texts.hypotheses.segment(index);
        let reference = texts.references.segment(chosen[index] as usize);
        texts.start_row(hypothesis, reference, row);
        texts.add_figures(figures, row);
        for &(number, link) in &pool.links {
            texts.add_link(link, hypothesis, texts.references.segment(number as usize), row);
        }
        // No more of the content words of the reference, or of its function words, than there are.
        let (words, function_words) = (row[1], row[3]);
        for (column, most) in [(3, words - function_words), (4, function_words)] {
            let matched: f64 = row[FIXED..].chunks(BY_STAGE).map(|stage| stage[column]).sum();
            if matched > most {
                row[FIXED..].chunks_mut(BY_STAGE).for_each(|stage| stage[column] *= most / matched);
            }
        }
    };
    parallel::fill_matrix(chosen.len(), columns, STEP, threads, Default::default, work)
}

/// A segment's links, each with the number of its reference in the list of all, and their figures.
pub type Linked = (Vec<(i64, Link)>, Figures);

/// The links of each segment with the reference `chosen` for it; with all of its references pooled where that is none.
/// No bound is known for those, so it is 0.
pub fn link(texts: &Texts, chosen: &[Option<i64>], threads: usize) -> Vec<Linked> {
    let link_one = |(aligner, pool): &mut (Aligner, Pool), segment: usize| match chosen[segment] {
        Some(number) => {
            let (ours, theirs) = (texts.hypotheses.segment(segment), texts.references.segment(number as usize));
            let figures = aligner.align(ours, theirs, texts.relations, texts.objective, texts.budget);
            (aligner.links().iter().map(|&link| (number, link)).collect(), figures)
        }
        None => {
            let figures = pool.fill(texts, segment, aligner);
            (pool.links.clone(), figures)
        }
    };
    let work = |scratch: &mut (Aligner, Pool), range: Range<usize>| -> Vec<Linked> {
        range.map(|segment| link_one(scratch, segment)).collect()
    };
    parallel::map_ranges(chosen.len(), STEP, threads, Default::default, work).into_iter().flatten().collect()
}

/// The links of one hypothesis with all of its references.
#[derive(Default)]
struct Pool {
    /// For each word, its links of the earliest stage, and the chunks up to it if that link is taken, and whence.
    offers: Vec<Vec<Offer>>,
    links: Vec<(i64, Link)>,
}

struct Offer {
    reference: i64,
    link: Link,
    chunks: u64,
    before: Option<usize>,
}

impl Pool {
    /// Aligns a segment with each of its references, and takes one link for each word.
    fn fill(&mut self, texts: &Texts, segment: usize, aligner: &mut Aligner) -> Figures {
        let hypothesis = texts.hypotheses.segment(segment);
        self.clear(hypothesis.len());
        let mut optimal = true;
        for number in texts.offsets[segment]..texts.offsets[segment + 1] {
            let reference = texts.references.segment(number as usize);
            let figures = aligner.align(hypothesis, reference, texts.relations, texts.objective, texts.budget);
            optimal &= figures.optimal;
            aligner.links().iter().for_each(|&link| self.offer(number, link));
        }
        let (chunks, crossings) = self.choose();
        Figures { chunks, crossings, optimal, bound: 0 }
    }

    fn clear(&mut self, words: usize) {
        self.offers.iter_mut().for_each(Vec::clear);
        self.offers.resize_with(words, Vec::new);
        self.links.clear();
    }

    fn offer(&mut self, reference: i64, link: Link) {
        let offers = &mut self.offers[link.hypothesis as usize];
        if offers.first().is_some_and(|other| other.link.stage > link.stage) {
            offers.clear();
        }
        if offers.first().is_none_or(|other| other.link.stage == link.stage) {
            offers.push(Offer { reference, link, chunks: 0, before: None });
        }
    }

    /// Takes one link for each word that has any: chunks, and crossings within each reference.
    fn choose(&mut self) -> (u64, u64) {
        let mut chunks = 0; // the fewest up to the word before
        for word in 0..self.offers.len() {
            let (earlier, later) = self.offers.split_at_mut(word);
            let before = earlier.last().map_or(&[][..], Vec::as_slice);
            let cheapest = (0..before.len()).min_by_key(|&index| before[index].chunks);
            for offer in &mut later[0] {
                let continues = |other: &Offer| {
                    other.reference == offer.reference && other.link.reference + 1 == offer.link.reference
                };
                offer.before = cheapest;
                offer.chunks = chunks + 1;
                if let Some(index) =
                    before.iter().position(continues).filter(|&index| before[index].chunks < offer.chunks)
                {
                    (offer.chunks, offer.before) = (before[index].chunks, Some(index));
                }
            }
            chunks = later[0].iter().map(|offer| offer.chunks).min().unwrap_or(chunks);
        }
        self.trace();
        let crosses = |one: &(i64, Link), other: &(i64, Link)| one.0 == other.0 && one.1.reference > other.1.reference;
        let count = |index: usize| self.links[..index].iter().filter(|one| crosses(one, &self.links[index])).count();
        (chunks, (0..self.links.len()).map(count).sum::<usize>() as u64)
    }

    fn trace(&mut self) {
        let mut wanted = None;
        for offers in self.offers.iter().rev().filter(|offers| !offers.is_empty()) {
            let first = || (0..offers.len()).min_by_key(|&index| offers[index].chunks).expect("there are offers");
            // A word after a gap is followed by no link that asks for one of its offers.
            let offer = &offers[wanted.unwrap_or_else(first)];
            self.links.push((offer.reference, offer.link));
            wanted = offer.before;
        }
        self.links.reverse();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::align::Keys;
    use crate::tokenize::Tokenizer;
    use crate::tokens::Tokens;
    use crate::vocabulary;

    fn with_texts<T>(hypothesis: &str, references: &[&str], work: impl Fn(&Texts) -> T) -> T {
        let ours = Tokens::new(&[hypothesis], &Tokenizer::None, 1);
        let theirs = Tokens::new(references, &Tokenizer::None, 1);
        let (words, [hypotheses, references]) = vocabulary::number([&ours, &theirs]);
        let offsets: Vec<i64> = (0..=words.len() as i64).collect();
        let values: Vec<u32> = (0..words.len() as u32).collect();
        let is_function: Vec<bool> = words.iter().map(|&word| word == "the").collect();
        work(&Texts {
            hypotheses: &hypotheses,
            references: &references,
            offsets: &[0, references.len() as i64],
            is_function: &is_function,
            relations: &[Relation::new(Keys { offsets: &offsets, values: &values, distances: None, limit: 0.0 }, &[])],
            objective: Objective::Crossings,
            budget: 1000,
        })
    }

    #[test]
    fn the_example_of_the_paper_has_two_chunks() {
        let (ours, theirs) = ("the president spoke to the audience", "the president then spoke to the audience");
        let row = with_texts(ours, &[theirs], |texts| tally(texts, 1));
        assert_eq!(row, [6.0, 7.0, 2.0, 2.0, 2.0, 0.0, 0.0, 6.0, 4.0, 2.0, 4.0, 2.0]);
    }

    #[test]
    fn pooled_references_share_the_words() {
        let row = with_texts("a b c d", &["a b x", "c d y z"], |texts| pool(texts, &[1], 1));
        assert_eq!(row, [4.0, 4.0, 0.0, 0.0, 2.0, 0.0, 0.0, 4.0, 4.0, 0.0, 4.0, 0.0]);
        let row = with_texts("a b c d", &["a b", "c d"], |texts| pool(texts, &[0], 1));
        assert_eq!(row[7..], [4.0, 4.0, 0.0, 2.0, 0.0]);
    }

    #[test]
    fn pooled_links_name_their_references() {
        let linked = with_texts("a b c d", &["a b x", "y c d"], |texts| link(texts, &[None], 1));
        let (links, figures) = &linked[0];
        let found: Vec<_> = links.iter().map(|(number, link)| (*number, link.hypothesis, link.reference)).collect();
        assert_eq!(found, [(0, 0, 0), (0, 1, 1), (1, 2, 1), (1, 3, 2)]);
        assert_eq!((figures.chunks, figures.crossings, figures.optimal), (2, 0, true));
    }

    #[test]
    fn links_are_those_of_the_chosen_reference() {
        let linked = with_texts("a b c d", &["a b x", "y c d"], |texts| link(texts, &[Some(1)], 2));
        let found: Vec<_> =
            linked[0].0.iter().map(|(number, link)| (*number, link.hypothesis, link.reference)).collect();
        assert_eq!(found, [(1, 2, 1), (1, 3, 2)]);
    }

    #[test]
    fn pooled_chunks_are_fewest() {
        // The first reference has all but the last word in one run; the second has only pairs.
        let row = with_texts("a b c d", &["a b c", "x b c d", "d"], |texts| pool(texts, &[0], 1));
        assert_eq!(row[4], 2.0);
        let row = with_texts("a b x c", &["a b", "b a x c"], |texts| pool(texts, &[0], 1));
        assert_eq!(row[4], 2.0);
    }
}
