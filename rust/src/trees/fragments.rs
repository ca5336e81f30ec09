//! How many subtrees or chains of a hypothesis its references have, size by size.

use super::chains::Chains;
use super::forest::{Pairs, Trees};
use super::subtrees::Subtrees;
use super::weights::Weights;
use crate::parallel;
use crate::table::Table;

/// Segments that a thread takes at a time.
const STEP: usize = 64;

/// The columns of a size: matches in any reference, fragments of the hypothesis, matches in the nearest reference, its
/// fragments, and whether the size counts: unless the hypothesis has no such fragment, and some reference has none either.
const BY_SIZE: usize = 5;

/// What is counted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Kind {
    /// Subtrees by depth.
    Subtrees,
    /// Chains by length.
    Chains,
}

impl Kind {
    /// What one of them is called.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Subtrees => "subtree",
            Kind::Chains => "chain",
        }
    }
}

/// The number of columns of a row, for fragments of `sizes` sizes.
pub fn columns(sizes: usize) -> usize {
    BY_SIZE * sizes
}

#[derive(Default)]
struct Scratch {
    subtrees: Subtrees,
    chains: Chains,
    table: Table,
    /// For each distinct fragment of the hypothesis: its size, its weight, its count there, the greatest count in a
    /// reference, and the count in the present one.
    sizes: Vec<u32>,
    weights: Vec<f64>,
    ours: Vec<u32>,
    most: Vec<u32>,
    theirs: Vec<u32>,
    totals: Totals,
}

impl Scratch {
    fn for_each(&mut self, trees: Trees, kind: Kind, sizes: usize, take: impl FnMut(usize, u64)) {
        match kind {
            Kind::Subtrees => self.subtrees.for_each(trees, sizes, take),
            Kind::Chains => self.chains.for_each(trees, sizes, take),
        }
    }
}

/// One row per segment. With weights, each fragment counts by its own instead of 1.
pub fn tally(pairs: &Pairs, kind: Kind, sizes: usize, threads: usize, weights: Option<&Weights>) -> Vec<f64> {
    let columns = columns(sizes);
    parallel::fill_matrix(pairs.hypotheses.len(), columns, STEP, threads, Scratch::default, |scratch, index, row| {
        fill_row(pairs, index, (kind, sizes, weights), scratch, row);
    })
}

/// A fragment's number, with its size in it, since those of different sizes are never the same.
pub fn key(size: usize, fragment: u64) -> u64 {
    fragment ^ (size as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

/// The fragments of a reference: of each size matches and fragments, as counts and by weight.
#[derive(Clone, Default, PartialEq, PartialOrd)]
struct Totals {
    nearness: f64,
    counts: Vec<f64>,
    weights: Vec<f64>,
}

fn fill_row(
    pairs: &Pairs,
    index: usize,
    (kind, sizes, weights): (Kind, usize, Option<&Weights>),
    scratch: &mut Scratch,
    row: &mut [f64],
) {
    let weigh = |size: usize, key: u64| weights.map_or(1.0, |weights| weights.weigh(size, key));
    let mut table = std::mem::take(&mut scratch.table);
    let mut ours = std::mem::take(&mut scratch.ours);
    let mut size_of = std::mem::take(&mut scratch.sizes);
    let mut weight_of = std::mem::take(&mut scratch.weights);
    let mut own = vec![0.0; sizes];
    table.clear();
    ours.clear();
    size_of.clear();
    weight_of.clear();
    scratch.for_each(pairs.hypotheses.segment(index), kind, sizes, |size, fragment| {
        own[size] += 1.0;
        let next = ours.len() as u32;
        let key = key(size, fragment);
        let number = table.find_or_insert(key, next, |_| true);
        if number == next {
            ours.push(0);
            size_of.push(size as u32);
            weight_of.push(weigh(size, key));
        }
        ours[number as usize] += 1;
    });
    let mut most = std::mem::take(&mut scratch.most);
    let mut theirs = std::mem::take(&mut scratch.theirs);
    let mut totals = std::mem::take(&mut scratch.totals);
    most.clear();
    most.resize(ours.len(), 0);
    let mut is_everywhere = vec![true; sizes];
    let mut nearest: Option<Totals> = None;
    for reference in pairs.references(index) {
        theirs.clear();
        theirs.resize(ours.len(), 0);
        for each in [&mut totals.counts, &mut totals.weights] {
            each.clear();
            each.resize(2 * sizes, 0.0);
        }
        scratch.for_each(reference, kind, sizes, |size, fragment| {
            let key = key(size, fragment);
            totals.counts[2 * size + 1] += 1.0;
            totals.weights[2 * size + 1] += weigh(size, key);
            let number = table.find(key, |_| true) as usize;
            if let Some(count) = theirs.get_mut(number) {
                *count += 1;
            }
        });
        for (number, &count) in theirs.iter().enumerate() {
            most[number] = most[number].max(count);
            let matches = f64::from(count.min(ours[number]));
            totals.counts[2 * size_of[number] as usize] += matches;
            totals.weights[2 * size_of[number] as usize] += matches * weight_of[number];
        }
        (0..sizes).for_each(|size| is_everywhere[size] &= totals.counts[2 * size + 1] > 0.0);
        // Of two that are equally near, the one with the greater counts, whichever comes first. Weights, which are learned,
        // decide only between references that are the same by counts.
        totals.nearness = mean_f1(&totals.counts, &own);
        if nearest.as_ref().is_none_or(|other| totals > *other) {
            nearest = Some(totals.clone());
        }
    }
    let near = nearest.expect("every segment has a reference").weights;
    for size in 0..sizes {
        let is_wanted = own[size] > 0.0 || is_everywhere[size];
        row[BY_SIZE * size + 2..][..3].copy_from_slice(&[near[2 * size], near[2 * size + 1], f64::from(is_wanted)]);
    }
    // Both sums in one order, so that they are equal where all fragments match.
    for (number, (&most, &ours)) in most.iter().zip(&ours).enumerate() {
        let place = BY_SIZE * size_of[number] as usize;
        row[place] += f64::from(most.min(ours)) * weight_of[number];
        row[place + 1] += f64::from(ours) * weight_of[number];
    }
    (scratch.table, scratch.ours, scratch.sizes, scratch.weights) = (table, ours, size_of, weight_of);
    (scratch.most, scratch.theirs, scratch.totals) = (most, theirs, totals);
}

/// How near a reference is: the mean over sizes of 2 matches / (fragments of both).
fn mean_f1(totals: &[f64], own: &[f64]) -> f64 {
    let f1 = |(pair, ours): (&[f64], &f64)| if pair[0] == 0.0 { 0.0 } else { 2.0 * pair[0] / (pair[1] + ours) };
    totals.chunks(2).zip(own).map(f1).sum()
}

#[cfg(test)]
mod tests {
    use super::super::forest::{Forest, Labels};
    use super::super::{read_brackets, read_conllu};
    use super::*;

    const TAGS: Labels = Labels { words: false, function_tags: false, lowercase: false };

    fn forest(texts: &[&str]) -> Forest {
        Forest::read(texts, 1, |text, builder| read_brackets(text, TAGS, builder)).unwrap()
    }

    #[test]
    fn the_figure_of_the_paper() {
        let hypotheses = forest(&["(S (NP (PRON i)) (VP (V saw) (NP (PRON it))))"]);
        let references = forest(&["(S (NP (PRON i)) (VP (V saw) (NP (ART a) (N dog))))"]);
        let pairs = Pairs { hypotheses: &hypotheses, references: &references, offsets: &[0, 1] };
        let row = tally(&pairs, Kind::Subtrees, 3, 1, None);
        assert_eq!(row, [6.0, 7.0, 6.0, 8.0, 1.0, 3.0, 4.0, 3.0, 4.0, 1.0, 1.0, 2.0, 1.0, 2.0, 1.0]);
    }

    #[test]
    fn chains_are_paths() {
        let pen = "1\tI\t_\t_\t_\t_\t2\n2\thave\t_\t_\t_\t_\t0\n3\ta\t_\t_\t_\t_\t5\n4\tred\t_\t_\t_\t_\t5\n5\tpen\t_\t_\t_\t_\t2\n";
        let other = pen.replace("red", "blue");
        let read = |text: &str| Forest::read(&[text], 1, |text, builder| read_conllu(text, true, builder)).unwrap();
        let (hypotheses, references) = (read(pen), read(&other));
        let pairs = Pairs { hypotheses: &hypotheses, references: &references, offsets: &[0, 1] };
        let row = tally(&pairs, Kind::Chains, 4, 1, None);
        // have I, have pen, pen a, pen red; have pen a, have pen red.
        let by_length = [[4.0, 5.0, 4.0, 5.0, 1.0], [3.0, 4.0, 3.0, 4.0, 1.0], [1.0, 2.0, 1.0, 2.0, 1.0], [0.0; 5]];
        assert_eq!(row, by_length.concat());
    }

    #[test]
    fn a_size_counts_unless_it_may_be_missing() {
        let hypotheses = forest(&["(A a)"]);
        let both: &[&str] = &["(S (A a))", "(A a)"];
        for (texts, wanted) in [(&both[..1], 1.0), (both, 0.0)] {
            let references = forest(texts);
            let offsets = [0, texts.len() as i64];
            let pairs = Pairs { hypotheses: &hypotheses, references: &references, offsets: &offsets };
            let row = tally(&pairs, Kind::Subtrees, 2, 1, None);
            assert_eq!((row[4], row[9]), (1.0, wanted));
        }
    }

    #[test]
    fn counts_are_clipped_by_the_reference_that_has_most() {
        let hypotheses = forest(&["(S (A a) (A a) (A a))"]);
        let references = forest(&["(S (A a) (B b))", "(S (A a) (A a))"]);
        let pairs = Pairs { hypotheses: &hypotheses, references: &references, offsets: &[0, 2] };
        let row = tally(&pairs, Kind::Subtrees, 1, 1, None);
        assert_eq!(row, [3.0, 4.0, 3.0, 3.0, 1.0]);
    }
}
