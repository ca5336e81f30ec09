//! The tree kernel of Collins and Duffy 2001: how many fragments of any shape two trees have in common.
//!
//! A fragment is a node with all of its children or none, and so on down, of at least two nodes. Pairs of nodes with the same
//! production (label and labels of the children) are counted from the leaves up: each child pair either ends the
//! fragment or goes on in as many ways as it has fragments itself. These numbers grow exponentially, so
//! where a double is not wide enough they are counted again with an exponent of their own.

use super::forest::{Pairs, Trees, mix};
use crate::interruption::poll_every;
use crate::parallel;

/// Segments that a thread takes at a time.
const STEP: usize = 32;

/// The columns of a row: the best cosine, and 1 for the segment, unless there is no tree on either side.
pub const KERNEL_COLUMNS: usize = 2;

/// The most pairs of nodes with the same production that two segments may have.
const MOST_PAIRS: usize = 1 << 24;

/// A number of fragments.
trait Count: Copy {
    const ZERO: Self;
    fn one() -> Self;
    fn times(self, other: Self) -> Self;
    fn plus(self, other: Self) -> Self;
    fn scaled(self, factor: f64) -> Self;
    /// The natural logarithm, if it is a number above 0 that this type can hold.
    fn logarithm(self) -> Option<f64>;
}

impl Count for f64 {
    const ZERO: f64 = 0.0;
    fn one() -> f64 {
        1.0
    }
    fn times(self, other: f64) -> f64 {
        self * other
    }
    fn plus(self, other: f64) -> f64 {
        self + other
    }
    fn scaled(self, factor: f64) -> f64 {
        self * factor
    }
    fn logarithm(self) -> Option<f64> {
        (self.is_finite() && self > 0.0).then(|| self.ln())
    }
}

/// A number with an exponent of its own: `mantissa * 2^exponent`.
#[derive(Clone, Copy, Debug)]
struct Wide {
    mantissa: f64,
    exponent: i64,
}

impl Wide {
    fn new(mantissa: f64, exponent: i64) -> Self {
        if mantissa == 0.0 {
            return Wide { mantissa, exponent: 0 };
        }
        // The exponent of a double, taken from its bits; it is never subnormal here.
        let shift = (mantissa.to_bits() >> 52 & 0x7ff) as i64 - 1023;
        Wide { mantissa: mantissa * (-shift as f64).exp2(), exponent: exponent + shift }
    }
}

impl Count for Wide {
    const ZERO: Wide = Wide { mantissa: 0.0, exponent: 0 };
    fn one() -> Wide {
        Wide { mantissa: 1.0, exponent: 0 }
    }
    fn times(self, other: Wide) -> Wide {
        Wide::new(self.mantissa * other.mantissa, self.exponent + other.exponent)
    }
    fn plus(self, other: Wide) -> Wide {
        let (large, small) = if (self.exponent, self.mantissa) >= (other.exponent, other.mantissa) {
            (self, other)
        } else {
            (other, self)
        };
        if small.mantissa == 0.0 {
            return large;
        }
        if large.mantissa == 0.0 {
            return small;
        }
        let apart = large.exponent - small.exponent;
        if apart > 1000 {
            return large;
        }
        Wide::new(large.mantissa + small.mantissa * (-apart as f64).exp2(), large.exponent)
    }
    fn scaled(self, factor: f64) -> Wide {
        Wide::new(self.mantissa * factor, self.exponent)
    }
    fn logarithm(self) -> Option<f64> {
        (self.mantissa > 0.0).then(|| self.mantissa.ln() + self.exponent as f64 * std::f64::consts::LN_2)
    }
}

/// Nodes by production: sorted pairs of a production and a node that has it. Leaves have none.
fn list_productions(trees: Trees) -> Vec<(u64, u32)> {
    let production = |node: usize| {
        let start = mix(0x27d4_eb2f, trees.labels[node]);
        trees.children(node).fold(start, |state, child| mix(state, trees.labels[child]))
    };
    let inner = (0..trees.labels.len()).filter(|&node| trees.sizes[node] > 1);
    let mut productions: Vec<(u64, u32)> = inner.map(|node| (production(node), node as u32)).collect();
    productions.sort_unstable();
    productions
}

/// Counts the common fragments of two trees.
struct Common<'a> {
    one: Trees<'a>,
    other: Trees<'a>,
    /// For each node of the first, where its counts start and how many nodes of the second have its production.
    starts: Vec<(u32, u32)>,
    /// For each node of the second, which of those with its production it is.
    ranks: Vec<u32>,
    /// The nodes of the second, by production.
    partners: Vec<(u64, u32)>,
    /// For each node of the first, where its partners start.
    partners_of: Vec<u32>,
    pairs: usize,
}

impl<'a> Common<'a> {
    fn new(one: Trees<'a>, other: Trees<'a>, ours: &[(u64, u32)], theirs: &[(u64, u32)]) -> Self {
        let mut common = Common {
            one,
            other,
            starts: vec![(0, 0); one.labels.len()],
            ranks: vec![u32::MAX; other.labels.len()],
            partners: theirs.to_vec(),
            partners_of: vec![0; one.labels.len()],
            pairs: 0,
        };
        let mut at = 0;
        for run in ours.chunk_by(|a, b| a.0 == b.0) {
            let production = run[0].0;
            while at < theirs.len() && theirs[at].0 < production {
                at += 1;
            }
            let count = theirs[at..].iter().take_while(|partner| partner.0 == production).count();
            for (rank, &(_, node)) in theirs[at..at + count].iter().enumerate() {
                common.ranks[node as usize] = rank as u32;
            }
            for &(_, node) in run {
                common.starts[node as usize] = (common.pairs as u32, count as u32);
                common.partners_of[node as usize] = at as u32;
                common.pairs += count;
                if common.pairs > MOST_PAIRS {
                    return common;
                }
            }
        }
        common
    }

    fn count<N: Count>(&self, decay: f64) -> N {
        let mut counts = vec![N::ZERO; self.pairs];
        let mut total = N::ZERO;
        // From the last node to the first, so that children are counted before their parents.
        for node in (0..self.one.labels.len()).rev() {
            let (start, count) = self.starts[node];
            poll_every::<256>(node);
            for rank in 0..count {
                poll_every::<{ 1 << 14 }>(rank as usize);
                let partner = self.partners[(self.partners_of[node] + rank) as usize].1 as usize;
                let mut ways = N::one();
                for (child, match_) in self.one.children(node).zip(self.other.children(partner)) {
                    ways = ways.times(N::one().plus(self.below(&counts, child, match_)));
                }
                let ways = ways.scaled(decay);
                counts[(start + rank) as usize] = ways;
                total = total.plus(ways);
            }
        }
        total
    }

    /// The count of two children, which is zero unless they have the same production.
    fn below<N: Count>(&self, counts: &[N], child: usize, other: usize) -> N {
        let (start, count) = self.starts[child];
        let rank = self.ranks[other];
        let is_partner = rank < count && self.partners[(self.partners_of[child] + rank) as usize].1 as usize == other;
        if is_partner { counts[(start + rank) as usize] } else { N::ZERO }
    }
}

/// The logarithm of the kernel of two trees, if they have a fragment in common.
fn log_kernel(
    one: Trees,
    other: Trees,
    ours: &[(u64, u32)],
    theirs: &[(u64, u32)],
    decay: f64,
) -> Result<Option<f64>, ()> {
    let common = Common::new(one, other, ours, theirs);
    if common.pairs > MOST_PAIRS {
        return Err(());
    }
    if common.pairs == 0 {
        return Ok(None);
    }
    Ok(common.count::<f64>(decay).logarithm().or_else(|| common.count::<Wide>(decay).logarithm()))
}

/// The cosine of the fragments of two trees. Trees without any fragment are alike if they are the same.
fn cosine(one: Trees, other: Trees, decay: f64) -> Result<f64, ()> {
    let (ours, theirs) = (list_productions(one), list_productions(other));
    if ours.is_empty() && theirs.is_empty() {
        return Ok(f64::from(u8::from(one.labels == other.labels && !one.labels.is_empty())));
    }
    let Some(both) = log_kernel(one, other, &ours, &theirs, decay)? else { return Ok(0.0) };
    let own = log_kernel(one, one, &ours, &ours, decay)?.unwrap_or(0.0);
    let their_own = log_kernel(other, other, &theirs, &theirs, decay)?.unwrap_or(0.0);
    Ok((both - (own + their_own) / 2.0).exp().min(1.0))
}

/// One row per segment; or the index of the first segment that is too large.
pub fn tally(pairs: &Pairs, decay: f64, threads: usize) -> Result<Vec<f64>, usize> {
    let rows = parallel::fill_matrix(
        pairs.hypotheses.len(),
        KERNEL_COLUMNS,
        STEP,
        threads,
        || (),
        |(), index, row| {
            let hypothesis = pairs.hypotheses.segment(index);
            let cosines = pairs.references(index).map(|reference| cosine(hypothesis, reference, decay));
            let best = cosines.reduce(|best, other| Ok(best?.max(other?))).unwrap_or(Ok(0.0));
            let is_empty = hypothesis.labels.is_empty() && pairs.references(index).all(|trees| trees.labels.is_empty());
            row.copy_from_slice(&[best.unwrap_or(f64::NAN), f64::from(!is_empty)]);
        },
    );
    match rows.chunks(KERNEL_COLUMNS).position(|row| row[0].is_nan()) {
        Some(index) => Err(index),
        None => Ok(rows),
    }
}

#[cfg(test)]
mod tests {
    use super::super::forest::{Forest, Labels};
    use super::super::read_brackets;
    use super::*;

    const WORDS: Labels = Labels { words: true, function_tags: false, lowercase: false };

    fn forest(text: &str) -> Forest {
        Forest::read(&[text], 1, |text, builder| read_brackets(text, WORDS, builder)).unwrap()
    }

    fn kernel<N: Count>(one: &str, other: &str) -> N {
        let (one, other) = (forest(one), forest(other));
        let (one, other) = (one.segment(0), other.segment(0));
        Common::new(one, other, &list_productions(one), &list_productions(other)).count(1.0)
    }

    #[test]
    fn fragments_are_counted_as_by_hand() {
        // (A a); (B b); (S A B) with each of A and B open or not: 4.
        assert_eq!(kernel::<f64>("(S (A a) (B b))", "(S (A a) (B b))"), 6.0);
        // (A a); (S A B), (S (A a) B).
        assert_eq!(kernel::<f64>("(S (A a) (B b))", "(S (A a) (B c))"), 3.0);
        // Twice the same: every pair of equal fragments.
        assert_eq!(kernel::<f64>("(S (A a) (A a))", "(S (A a) (A a))"), 8.0);
        assert_eq!(kernel::<f64>("(S (A a))", "(T (A a) (A a))"), 2.0);
    }

    #[test]
    fn wide_numbers_are_the_same_numbers() {
        let text = "(S (NP (D the) (N cat)) (VP (V sat) (PP (P on) (NP (D the) (N mat)))))";
        let narrow = kernel::<f64>(text, text).ln();
        let wide = kernel::<Wide>(text, text).logarithm().unwrap();
        assert!((narrow - wide).abs() < 1e-12);
    }

    #[test]
    fn deep_and_wide_trees_stay_finite() {
        let flat = format!("(S {})", "(A (B b) (C c)) ".repeat(2000));
        let deep = format!("{}(A a){}", "(S (B b) ".repeat(1500), ")".repeat(1500));
        for text in [flat, deep] {
            let one = forest(&text);
            let pairs = Pairs { hypotheses: &one, references: &one, offsets: &[0, 1] };
            let row = tally(&pairs, 1.0, 1).unwrap();
            assert!((row[0] - 1.0).abs() < 1e-12, "{}", row[0]);
        }
    }

    #[test]
    fn single_words_are_alike_if_they_are_the_same() {
        let tags = Labels { words: false, function_tags: false, lowercase: false };
        let read = |text: &str| Forest::read(&[text], 1, |text, builder| read_brackets(text, tags, builder)).unwrap();
        let (a, b, none) = (read("(A a)"), read("(B b)"), read(""));
        let cosine_of = |one: &Forest, other: &Forest| cosine(one.segment(0), other.segment(0), 1.0).unwrap();
        assert_eq!((cosine_of(&a, &a), cosine_of(&a, &b), cosine_of(&none, &none)), (1.0, 0.0, 0.0));
    }
}
