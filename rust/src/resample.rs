//! Sums over random choices of rows: the kernel of bootstrap and randomisation.
//!
//! A matrix of tallies is re-packed once, in panels of a few columns so that a row of a panel lies in one cache line;
//! then a choice of rows is a list of indices, and its sum reads one panel after the other. Counts are packed into
//! 16 bits where they fit, which keeps tens of thousands of segments in the second-level cache.

use crate::parallel;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

/// How rows are chosen.
#[derive(Clone, Copy)]
pub enum Choice {
    /// As many rows as there are, with replacement.
    Bootstrap,
    /// Each row or not, with equal chance.
    Half,
}

/// Rows added up before 32-bit sums of 16-bit numbers could overflow.
const BEFORE_OVERFLOW: usize = 1 << 16;

/// Columns of a panel: 32 bytes of 16-bit numbers, 64 bytes of floats.
const SMALL: usize = 16;
const WIDE: usize = 8;

enum Panels {
    Small(Vec<Vec<[u16; SMALL]>>),
    Wide(Vec<Vec<[f64; WIDE]>>),
}

impl Panels {
    fn new(matrix: &[f64], columns: usize) -> Self {
        let fits = |&value: &f64| value.fract() == 0.0 && (0.0..=f64::from(u16::MAX)).contains(&value);
        if matrix.iter().all(fits) {
            Panels::Small(pack(matrix, columns, |value| value as u16))
        } else {
            Panels::Wide(pack(matrix, columns, |value| value))
        }
    }

    /// Writes the sums of the chosen rows.
    fn add_up(&self, chosen: &[u32], sums: &mut [f64]) {
        match self {
            Panels::Small(panels) => {
                for (panel, sums) in panels.iter().zip(sums.chunks_mut(SMALL)) {
                    for some in chosen.chunks(BEFORE_OVERFLOW) {
                        let mut total = [0u32; SMALL];
                        for &index in some {
                            let row = &panel[index as usize];
                            for lane in 0..SMALL {
                                total[lane] += u32::from(row[lane]);
                            }
                        }
                        sums.iter_mut().zip(total).for_each(|(sum, total)| *sum += f64::from(total));
                    }
                }
            }
            Panels::Wide(panels) => {
                for (panel, sums) in panels.iter().zip(sums.chunks_mut(WIDE)) {
                    let mut total = [0.0; WIDE];
                    for &index in chosen {
                        let row = &panel[index as usize];
                        for lane in 0..WIDE {
                            total[lane] += row[lane];
                        }
                    }
                    sums.copy_from_slice(&total[..sums.len()]);
                }
            }
        }
    }
}

fn pack<T: Default + Copy, const N: usize>(
    matrix: &[f64],
    columns: usize,
    convert: impl Fn(f64) -> T,
) -> Vec<Vec<[T; N]>> {
    let panel = |first: usize| {
        let row = |row: &[f64]| {
            let mut packed = [T::default(); N];
            packed.iter_mut().zip(&row[first..]).for_each(|(packed, &value)| *packed = convert(value));
            packed
        };
        matrix.chunks_exact(columns).map(row).collect()
    };
    (0..columns).step_by(N).map(panel).collect()
}

/// For each of `count` random choices, the sums of the chosen rows; the same for a seed on every machine.
pub fn sums(matrix: &[f64], columns: usize, choice: Choice, count: usize, seed: u64, threads: usize) -> Vec<f64> {
    let length = matrix.len() / columns;
    assert!(length <= u32::MAX as usize, "more rows than an index can tell apart");
    let panels = Panels::new(matrix, columns);
    let mut result = vec![0.0; count * columns];
    parallel::fill_rows(&mut result, columns, 8, threads, Vec::new, |chosen, first, rows| {
        for (offset, sums) in rows.chunks_mut(columns).enumerate() {
            // A generator for each choice, so that the result does not depend on the number of threads.
            let mut generator = Xoshiro256PlusPlus::seed_from_u64(seed);
            generator = Xoshiro256PlusPlus::seed_from_u64(generator.next_u64().wrapping_add((first + offset) as u64));
            choose(choice, length, &mut generator, chosen);
            panels.add_up(chosen, sums);
        }
    });
    result
}

fn choose(choice: Choice, length: usize, generator: &mut impl Rng, chosen: &mut Vec<u32>) {
    chosen.clear();
    match choice {
        Choice::Bootstrap => {
            let bound = length as u64;
            // Lemire's method: the low half of the product tells which draws would favour some rows.
            let threshold = (1u64 << 32) % bound.max(1);
            while chosen.len() < length {
                let word = generator.next_u64();
                for half in [word >> 32, word & 0xffff_ffff] {
                    let product = half * bound;
                    if product & 0xffff_ffff >= threshold && chosen.len() < length {
                        chosen.push((product >> 32) as u32);
                    }
                }
            }
        }
        Choice::Half => {
            for first in (0..length).step_by(64) {
                let mut word = generator.next_u64();
                if length - first < 64 {
                    word &= (1 << (length - first)) - 1;
                }
                while word != 0 {
                    chosen.push((first + word.trailing_zeros() as usize) as u32);
                    word &= word - 1;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Column 0 counts rows, column 1 is the row's index, the others make a second panel.
    fn matrix(length: usize, scale: f64) -> Vec<f64> {
        (0..length)
            .flat_map(|index| {
                (0..20).map(move |column| scale * if column == 0 { 1.0 } else { (index * column) as f64 })
            })
            .collect()
    }

    #[test]
    fn a_bootstrap_choice_has_as_many_rows_as_there_are() {
        let sums = sums(&matrix(100, 1.0), 20, Choice::Bootstrap, 50, 7, 1);
        assert!(sums.chunks(20).all(|row| row[0] == 100.0 && row[19] == 19.0 * row[1]));
        let mean = sums.chunks(20).map(|row| row[1]).sum::<f64>() / 50.0;
        assert!((mean - 4950.0).abs() < 150.0, "{mean}");
    }

    #[test]
    fn half_of_the_rows_is_half_on_average() {
        let sums = sums(&matrix(1000, 1.0), 20, Choice::Half, 100, 7, 1);
        let mean = sums.chunks(20).map(|row| row[0]).sum::<f64>() / 100.0;
        assert!((mean - 500.0).abs() < 10.0, "{mean}");
        assert!(sums.chunks(20).any(|row| row[0] != 500.0));
    }

    #[test]
    fn threads_and_packing_do_not_change_the_choice() {
        let one = sums(&matrix(300, 1.0), 20, Choice::Bootstrap, 33, 1, 1);
        assert_eq!(one, sums(&matrix(300, 1.0), 20, Choice::Bootstrap, 33, 1, 3));
        let wide = sums(&matrix(300, 0.5), 20, Choice::Bootstrap, 33, 1, 1);
        assert_eq!(one, wide.iter().map(|value| value * 2.0).collect::<Vec<_>>());
        assert_ne!(one, sums(&matrix(300, 1.0), 20, Choice::Bootstrap, 33, 2, 1));
    }

    #[test]
    fn large_counts_do_not_overflow() {
        let matrix = vec![65535.0; 70000];
        assert_eq!(sums(&matrix, 1, Choice::Bootstrap, 1, 1, 1), [65535.0 * 70000.0]);
    }
}
