//! Sums over random choices of rows: the kernel of bootstrap and randomisation.
//!
//! A choice is a weight for each row: how often it was drawn. Its sums are the products of these weights with the
//! columns, which a processor does many at a time; and the weights themselves are made without drawing row by row.

use crate::interruption;
use crate::multinomial::Multinomial;
use crate::parallel;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

/// Choices that a thread makes at a time.
const STEP: usize = 8;

/// Rows from which on the work can be stopped between two choices.
const LONG: usize = 1 << 16;

/// How rows are chosen.
#[derive(Clone, Copy)]
pub enum Choice {
    /// As many rows as there are, with replacement.
    Bootstrap,
    /// Each row or not, with equal chance.
    Half,
}

/// The columns of a matrix, each by itself.
pub enum Columns {
    /// Counts that fit into 16 bits, and so do sums of products with the weights into 32.
    Small(Vec<Vec<i16>>),
    Wide(Vec<Vec<f64>>),
}

impl Columns {
    /// The columns of a matrix with rows one after the other.
    pub fn new(matrix: &[f64], columns: usize) -> Self {
        let length = matrix.len() / columns;
        let largest = matrix.iter().fold(1.0, |largest: f64, &value| largest.max(value));
        let fits = |&value: &f64| value >= 0.0 && f64::from(value as i16) == value;
        if matrix.iter().all(fits) && largest * (length as f64) < f64::from(i32::MAX) {
            Columns::Small(transpose(matrix, columns, |value| value as i16))
        } else {
            Columns::Wide(transpose(matrix, columns, |value| value))
        }
    }

    /// Adds each column's rows times their weights to its sum, with the widest vectors that the processor has.
    ///
    /// The weights are not negative, and their sum is at most the number of rows.
    pub fn add_weighted(&self, weights: &[i16], sums: &mut [f64]) {
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("avx2") {
            // SAFETY: the processor was just asked for these instructions.
            return unsafe { self.add_weighted_wide(weights, sums) };
        }
        self.weigh(weights, sums, weigh_counts);
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2")]
    fn add_weighted_wide(&self, weights: &[i16], sums: &mut [f64]) {
        self.weigh(weights, sums, |column, weights| weigh_counts_wide(column, weights));
    }

    /// Adds up each column's rows times their weights, counts by the function given.
    #[inline(always)]
    fn weigh(&self, weights: &[i16], sums: &mut [f64], weigh_counts: impl Fn(&[i16], &[i16]) -> f64) {
        match self {
            Columns::Small(columns) => weigh_in_blocks(columns, weights, sums, weigh_counts),
            Columns::Wide(columns) => weigh_in_blocks(columns, weights, sums, weigh_floats),
        }
    }
}

/// Takes a few thousand rows at a time, so that their weights stay in the nearest cache for all columns.
#[inline(always)]
fn weigh_in_blocks<T>(columns: &[Vec<T>], weights: &[i16], sums: &mut [f64], weigh: impl Fn(&[T], &[i16]) -> f64) {
    const ROWS: usize = 4096;
    for (block, weights) in weights.chunks(ROWS).enumerate() {
        let start = block * ROWS;
        for (column, sum) in columns.iter().zip(sums.iter_mut()) {
            *sum += weigh(&column[start..start + weights.len()], weights);
        }
    }
}

/// The weighted sum of counts.
#[inline(always)]
fn weigh_counts(column: &[i16], weights: &[i16]) -> f64 {
    let products = column.iter().zip(weights).map(|(&value, &weight)| i32::from(value) * i32::from(weight));
    f64::from(products.sum::<i32>())
}

/// The same with the instruction that makes sixteen products and adds neighbours; compilers use half of it at best.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn weigh_counts_wide(column: &[i16], weights: &[i16]) -> f64 {
    use std::arch::x86_64::{_mm256_add_epi32, _mm256_loadu_si256, _mm256_madd_epi16, _mm256_setzero_si256};
    let (values, rest) = column.as_chunks::<16>();
    let (blocks, rest_weights) = weights.as_chunks::<16>();
    let mut sums = [_mm256_setzero_si256(); 2];
    for (index, (value, weight)) in values.iter().zip(blocks).enumerate() {
        // SAFETY: each points to sixteen numbers of sixteen bits.
        let (value, weight) =
            unsafe { (_mm256_loadu_si256(value.as_ptr().cast()), _mm256_loadu_si256(weight.as_ptr().cast())) };
        sums[index % 2] = _mm256_add_epi32(sums[index % 2], _mm256_madd_epi16(value, weight));
    }
    // SAFETY: a vector is eight numbers of 32 bits, and all bits are numbers.
    let lanes: [i32; 8] = unsafe { std::mem::transmute(_mm256_add_epi32(sums[0], sums[1])) };
    f64::from(lanes.iter().sum::<i32>()) + weigh_counts(rest, rest_weights)
}

/// The weighted sum of floats, by several running sums: one alone would wait for each addition.
#[inline(always)]
fn weigh_floats(column: &[f64], weights: &[i16]) -> f64 {
    const LANES: usize = 16;
    let mut sums = [0.0; LANES];
    let (values, rest) = column.as_chunks::<LANES>();
    let (blocks, rest_weights) = weights.as_chunks::<LANES>();
    for (value, weight) in values.iter().zip(blocks) {
        for lane in 0..LANES {
            sums[lane] += value[lane] * f64::from(weight[lane]);
        }
    }
    let tail: f64 = rest.iter().zip(rest_weights).map(|(value, &weight)| value * f64::from(weight)).sum();
    sums.iter().sum::<f64>() + tail
}

fn transpose<T: Clone + Default>(matrix: &[f64], columns: usize, convert: impl Fn(f64) -> T) -> Vec<Vec<T>> {
    let mut result = vec![vec![T::default(); matrix.len() / columns]; columns];
    for (index, row) in matrix.chunks_exact(columns).enumerate() {
        result.iter_mut().zip(row).for_each(|(column, &value)| column[index] = convert(value));
    }
    result
}

/// Which draws to make. Each has random bits of its own, so that they can be made in any order and by any thread.
#[derive(Clone, Copy)]
pub struct Draws {
    pub choice: Choice,
    /// The number of the first.
    pub first: usize,
    pub count: usize,
    pub seed: u64,
}

/// For each draw, the sums of the chosen rows; the same for a seed on every machine.
pub fn sums(matrix: &[f64], columns: usize, draws: Draws, threads: usize) -> Vec<f64> {
    let length = matrix.len() / columns;
    if length == 0 {
        return vec![0.0; draws.count * columns];
    }
    assert!(length <= u32::MAX as usize, "more rows than an index can tell apart");
    let Draws { choice, first, count, seed } = draws;
    let resampler = Resampler { columns: Columns::new(matrix, columns), choice, multinomial: Multinomial::new(length) };
    let base = Xoshiro256PlusPlus::seed_from_u64(seed).next_u64();
    parallel::fill_matrix(
        count,
        columns,
        STEP,
        threads,
        || vec![0; length],
        |weights, index, sums| {
            interruption::poll_if(length > LONG);
            let mut generator = Xoshiro256PlusPlus::seed_from_u64(base.wrapping_add(first.wrapping_add(index) as u64));
            resampler.run(&mut generator, weights, sums);
        },
    )
}

struct Resampler {
    columns: Columns,
    choice: Choice,
    multinomial: Multinomial,
}

impl Resampler {
    /// One choice and its sums, with the widest vectors that the processor has.
    fn run(&self, generator: &mut Xoshiro256PlusPlus, weights: &mut [i16], sums: &mut [f64]) {
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("avx2") {
            // SAFETY: the processor was just asked for these instructions.
            return unsafe { self.run_wide(generator, weights, sums) };
        }
        self.run_anywhere(generator, weights, sums);
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2")]
    fn run_wide(&self, generator: &mut Xoshiro256PlusPlus, weights: &mut [i16], sums: &mut [f64]) {
        self.choose(generator, weights);
        self.columns.weigh(weights, sums, |column, weights| weigh_counts_wide(column, weights));
    }

    fn run_anywhere(&self, generator: &mut Xoshiro256PlusPlus, weights: &mut [i16], sums: &mut [f64]) {
        self.choose(generator, weights);
        self.columns.weigh(weights, sums, weigh_counts);
    }

    #[inline(always)]
    fn choose(&self, generator: &mut Xoshiro256PlusPlus, weights: &mut [i16]) {
        match self.choice {
            Choice::Bootstrap => self.multinomial.draw(generator, weights),
            Choice::Half => {
                for block in weights.chunks_mut(64) {
                    let word = generator.next_u64();
                    for (bit, weight) in block.iter_mut().enumerate() {
                        *weight = (word >> bit & 1) as i16;
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Column 0 counts rows, the others are multiples of the row's index.
    fn matrix(length: usize, scale: f64) -> Vec<f64> {
        let value = |index: usize, column: usize| if column == 0 { 1.0 } else { (index * column) as f64 };
        (0..length).flat_map(|index| (0..20).map(move |column| scale * value(index, column))).collect()
    }

    fn draw(matrix: &[f64], columns: usize, choice: Choice, count: usize, seed: u64, threads: usize) -> Vec<f64> {
        sums(matrix, columns, Draws { choice, first: 0, count, seed }, threads)
    }

    #[test]
    fn draws_can_be_made_in_parts() {
        let matrix = matrix(100, 1.0);
        let part = |first, count| sums(&matrix, 20, Draws { choice: Choice::Bootstrap, first, count, seed: 4 }, 1);
        assert_eq!(part(0, 10), [part(0, 3), part(3, 7)].concat());
    }

    #[test]
    fn a_bootstrap_choice_has_as_many_rows_as_there_are() {
        let sums = draw(&matrix(100, 1.0), 20, Choice::Bootstrap, 50, 7, 1);
        assert!(sums.chunks(20).all(|row| row[0] == 100.0 && row[19] == 19.0 * row[1]));
        let mean = sums.chunks(20).map(|row| row[1]).sum::<f64>() / 50.0;
        assert!((mean - 4950.0).abs() < 150.0, "{mean}");
    }

    #[test]
    fn half_of_the_rows_is_half_on_average() {
        let sums = draw(&matrix(1000, 1.0), 20, Choice::Half, 100, 7, 1);
        let mean = sums.chunks(20).map(|row| row[0]).sum::<f64>() / 100.0;
        assert!((mean - 500.0).abs() < 10.0, "{mean}");
        assert!(sums.chunks(20).any(|row| row[0] != 500.0));
    }

    #[test]
    fn threads_and_packing_do_not_change_the_choice() {
        let one = draw(&matrix(300, 1.0), 20, Choice::Bootstrap, 33, 1, 1);
        assert_eq!(one, draw(&matrix(300, 1.0), 20, Choice::Bootstrap, 33, 1, 3));
        let wide = draw(&matrix(300, 0.5), 20, Choice::Bootstrap, 33, 1, 1);
        assert_eq!(one, wide.iter().map(|value| value * 2.0).collect::<Vec<_>>());
        assert_ne!(one, draw(&matrix(300, 1.0), 20, Choice::Bootstrap, 33, 2, 1));
    }

    #[test]
    fn wide_vectors_do_not_change_the_result() {
        for (length, scale) in [(1000, 0.1), (1000, 1.0), (1, 1.0), (15, 1.0), (4099, 1.0), (4129, 0.1)] {
            let matrix = matrix(length, scale);
            let columns = Columns::new(&matrix, 20);
            let resampler = Resampler { columns, choice: Choice::Bootstrap, multinomial: Multinomial::new(length) };
            let (mut weights, mut here, mut anywhere) = (vec![0; length], vec![0.0; 20], vec![0.0; 20]);
            resampler.run(&mut Xoshiro256PlusPlus::seed_from_u64(5), &mut weights, &mut here);
            resampler.run_anywhere(&mut Xoshiro256PlusPlus::seed_from_u64(5), &mut weights, &mut anywhere);
            assert_eq!(here, anywhere);
        }
    }

    #[test]
    fn large_counts_do_not_overflow() {
        let matrix = vec![32767.0; 70000];
        assert_eq!(draw(&matrix, 1, Choice::Bootstrap, 1, 1, 1), [32767.0 * 70000.0]);
    }
}
