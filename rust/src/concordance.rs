//! Pairs of items that two lists of scores order alike or not, and ranks: the kernels of rank correlations.
//!
//! Pairs are counted by sorting, after Knight (1966): in the order of the first list, those that the second has the
//! other way round are the exchanges that a merge sort of the second needs.

use crate::parallel;

/// Numbers that `count` gives: pairs that are concordant, discordant, tied in the first list only, in the second only,
/// in both; then the distinct values of the first and of the second list.
pub const COLUMNS: usize = 7;

/// Numbers of a row below which a thread takes several rows at a time.
const NUMBERS_AT_A_TIME: usize = 4096;

/// Lists that are used again, so that a row needs no memory of its own.
#[derive(Default)]
pub struct Scratch {
    pairs: Vec<(f64, f64)>,
    values: Vec<f64>,
    merged: Vec<f64>,
    order: Vec<(f64, u32)>,
}

/// The second list of each row: one for all, or one each.
#[derive(Clone, Copy)]
pub enum Second<'a> {
    Shared(&'a [f64]),
    Rows(&'a [f64]),
}

impl Second<'_> {
    fn row(&self, index: usize, length: usize) -> &[f64] {
        match self {
            Second::Shared(values) => values,
            Second::Rows(values) => &values[index * length..(index + 1) * length],
        }
    }
}

/// Counts the pairs of each row of `rows`, of `length` numbers, with its second list.
pub fn count_rows(rows: &[f64], length: usize, second: Second, threads: usize) -> Vec<f64> {
    let count = rows.len() / length;
    let step = (NUMBERS_AT_A_TIME / length).max(1);
    parallel::fill_matrix(count, COLUMNS, step, threads, Scratch::default, |scratch, index, counts| {
        let row = &rows[index * length..(index + 1) * length];
        counts.copy_from_slice(&count_pairs(row, second.row(index, length), scratch));
    })
}

/// The ranks of each row's numbers from 1, the mean for equal ones; what is not a number has none and takes none.
pub fn rank_rows(rows: &[f64], length: usize, threads: usize) -> Vec<f64> {
    let step = (NUMBERS_AT_A_TIME / length).max(1);
    parallel::fill_matrix(rows.len() / length, length, step, threads, Scratch::default, |scratch, index, ranks| {
        rank(&rows[index * length..(index + 1) * length], ranks, scratch);
    })
}

fn rank(values: &[f64], ranks: &mut [f64], scratch: &mut Scratch) {
    let order = &mut scratch.order;
    order.clear();
    for (index, &value) in values.iter().enumerate() {
        if value.is_nan() {
            ranks[index] = f64::NAN;
        } else {
            order.push((value + 0.0, index as u32));
        }
    }
    order.sort_unstable_by(|one, other| one.0.total_cmp(&other.0));
    let mut before = 0;
    for equal in order.chunk_by(|one, other| one.0 == other.0) {
        let mean = before as f64 + (equal.len() as f64 + 1.0) / 2.0;
        equal.iter().for_each(|&(_, index)| ranks[index as usize] = mean);
        before += equal.len();
    }
}

/// Counts the pairs of two lists. Items that are not a number in either list are left out.
pub fn count_pairs(first: &[f64], second: &[f64], scratch: &mut Scratch) -> [f64; COLUMNS] {
    let Scratch { pairs, values, merged, .. } = scratch;
    pairs.clear();
    // Zero is added since the two zeros are equal, but not in the total order.
    let both = first.iter().zip(second).filter(|(x, y)| !x.is_nan() && !y.is_nan());
    pairs.extend(both.map(|(x, y)| (x + 0.0, y + 0.0)));
    pairs.sort_unstable_by(|one, other| one.0.total_cmp(&other.0).then(one.1.total_cmp(&other.1)));
    let (tied_first, distinct_first) = runs(pairs, |one, other| one.0 == other.0);
    let (tied_both, _) = runs(pairs, |one, other| one == other);

    values.clear();
    values.extend(pairs.iter().map(|pair| pair.1));
    let discordant = exchanges(values, merged);
    let (tied_second, distinct_second) = runs(values, |one, other| one == other);

    let all = choose_two(pairs.len());
    let concordant = all + tied_both - tied_first - tied_second - discordant;
    [
        concordant as f64,
        discordant as f64,
        (tied_first - tied_both) as f64,
        (tied_second - tied_both) as f64,
        tied_both as f64,
        distinct_first as f64,
        distinct_second as f64,
    ]
}

fn choose_two(count: usize) -> u64 {
    let count = count as u64;
    count * count.saturating_sub(1) / 2
}

/// Pairs within runs of equal items, and the number of runs.
fn runs<T>(items: &[T], equal: impl Fn(&T, &T) -> bool) -> (u64, usize) {
    items.chunk_by(equal).fold((0, 0), |(pairs, count), run| (pairs + choose_two(run.len()), count + 1))
}

/// Sorts values, and counts the pairs that were in the wrong order.
fn exchanges(values: &mut Vec<f64>, merged: &mut Vec<f64>) -> u64 {
    // Short runs are sorted by insertion, which needs fewer steps than their merges would.
    const RUN: usize = 12;
    let length = values.len();
    let mut count = 0;
    for run in values.chunks_mut(RUN) {
        for index in 1..run.len() {
            let value = run[index];
            let mut place = index;
            while place > 0 && run[place - 1] > value {
                run[place] = run[place - 1];
                place -= 1;
            }
            run[place] = value;
            count += (index - place) as u64;
        }
    }
    merged.clear();
    merged.resize(length, 0.0);
    let mut width = RUN;
    while width < length {
        for (from, to) in values.chunks(2 * width).zip(merged.chunks_mut(2 * width)) {
            count += merge(from.split_at(width.min(from.len())), to);
        }
        std::mem::swap(values, merged);
        width *= 2;
    }
    count
}

/// Merges two sorted lists, and counts the pairs whose second is below the first.
fn merge((left, right): (&[f64], &[f64]), merged: &mut [f64]) -> u64 {
    let (mut one, mut other, mut count) = (0, 0, 0);
    for place in merged {
        if other == right.len() || (one < left.len() && left[one] <= right[other]) {
            *place = left[one];
            one += 1;
        } else {
            *place = right[other];
            other += 1;
            count += (left.len() - one) as u64;
        }
    }
    count
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand_xoshiro::Xoshiro256PlusPlus;
    use rand_xoshiro::rand_core::{Rng, SeedableRng};
    use std::collections::BTreeSet;

    fn slowly(first: &[f64], second: &[f64]) -> [f64; COLUMNS] {
        let items: Vec<_> = first.iter().zip(second).filter(|(x, y)| !x.is_nan() && !y.is_nan()).collect();
        let mut counts = [0.0; COLUMNS];
        for (index, one) in items.iter().enumerate() {
            for other in &items[..index] {
                let place = match (one.0 == other.0, one.1 == other.1) {
                    (true, true) => 4,
                    (true, false) => 2,
                    (false, true) => 3,
                    (false, false) => usize::from((one.0 < other.0) != (one.1 < other.1)),
                };
                counts[place] += 1.0;
            }
        }
        let distinct = |values: Vec<f64>| values.iter().map(|x| (x + 0.0).to_bits()).collect::<BTreeSet<_>>().len();
        counts[5] = distinct(items.iter().map(|item| *item.0).collect()) as f64;
        counts[6] = distinct(items.iter().map(|item| *item.1).collect()) as f64;
        counts
    }

    fn random(generator: &mut Xoshiro256PlusPlus, length: usize, kinds: u64) -> Vec<f64> {
        let value = |number: u64| if number == 0 { f64::NAN } else { number as f64 / 4.0 - 1.0 };
        (0..length).map(|_| value(generator.next_u64() % kinds)).collect()
    }

    #[test]
    fn counts_equal_those_of_all_pairs() {
        let mut generator = Xoshiro256PlusPlus::seed_from_u64(1);
        for length in (0..60).chain([97, 200]) {
            for kinds in [2, 5, 30, 1 << 40] {
                let (first, second) =
                    (random(&mut generator, length, kinds), random(&mut generator, length, kinds / 2 + 1));
                let counts = count_pairs(&first, &second, &mut Scratch::default());
                assert_eq!(counts, slowly(&first, &second), "{first:?} {second:?}");
            }
        }
    }

    #[test]
    fn the_two_zeros_are_equal() {
        let counts = count_pairs(&[0.0, -0.0, 1.0], &[1.0, 1.0, 2.0], &mut Scratch::default());
        assert_eq!(counts, [2.0, 0.0, 0.0, 0.0, 1.0, 2.0, 2.0]);
        assert_eq!(rank_rows(&[0.0, -0.0, 1.0], 3, 1), [1.5, 1.5, 3.0]);
    }

    #[test]
    fn rows_are_counted_each_by_itself_by_any_number_of_threads() {
        let mut generator = Xoshiro256PlusPlus::seed_from_u64(2);
        let (rows, second) = (random(&mut generator, 700, 9), random(&mut generator, 700, 9));
        let mut scratch = Scratch::default();
        let own: Vec<f64> = (0..100)
            .flat_map(|row| count_pairs(&rows[7 * row..7 * row + 7], &second[7 * row..7 * row + 7], &mut scratch))
            .collect();
        let shared: Vec<f64> =
            (0..100).flat_map(|row| count_pairs(&rows[7 * row..7 * row + 7], &second[..7], &mut scratch)).collect();
        for threads in [1, 2, 3] {
            assert_eq!(count_rows(&rows, 7, Second::Rows(&second), threads), own);
            assert_eq!(count_rows(&rows, 7, Second::Shared(&second[..7]), threads), shared);
        }
    }

    #[test]
    fn equal_numbers_share_their_mean_rank_and_missing_ones_have_none() {
        let ranks = rank_rows(&[3.0, 1.0, 3.0, f64::NAN, f64::INFINITY, f64::NEG_INFINITY], 6, 1);
        assert!(ranks[3].is_nan());
        assert_eq!([ranks[0], ranks[1], ranks[2], ranks[4], ranks[5]], [3.5, 2.0, 3.5, 5.0, 1.0]);
    }
}
