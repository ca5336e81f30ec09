//! Sums of rows that the caller has drawn, as with the generator of another library.
//!
//! Kernels that draw by themselves are in `resample`.

use crate::parallel;
use crate::resample::Columns;

/// Trials that a thread takes at a time.
const STEP: usize = 16;

/// Whole numbers below it are exact in 32 bits, and so are their sums, in any order.
const EXACT: f32 = 16_777_216.0;

/// For each list of `length` drawn rows their sum in 32 bits, as if added one after the other.
///
/// Counts can be added in any order: each row times how often it was drawn. The sums of fractions depend on the order.
pub fn drawn_sums(rows: &[f32], columns: usize, draws: &[i64], length: usize, threads: usize) -> Vec<f32> {
    let largest = rows.iter().fold(1.0, |largest: f32, &value| largest.max(value));
    let is_count = |&value: &f32| value >= 0.0 && value.fract() == 0.0;
    if largest * (length as f32) < EXACT && length == rows.len() / columns && rows.iter().all(is_count) {
        add_counts(rows, columns, draws, threads)
    } else {
        add_in_order(rows, columns, draws, length, threads)
    }
}

/// As many draws as there are rows.
fn add_counts(rows: &[f32], columns: usize, draws: &[i64], threads: usize) -> Vec<f32> {
    let length = rows.len() / columns;
    let wide: Vec<f64> = rows.iter().map(|&value| f64::from(value)).collect();
    let matrix = Columns::new(&wide, columns);
    let weights = || vec![0; length];
    let sums = parallel::fill_matrix(draws.len() / length, columns, STEP, threads, weights, |weights, index, sums| {
        weights.fill(0);
        for &draw in &draws[index * length..(index + 1) * length] {
            let weight: &mut i16 = &mut weights[draw as usize];
            *weight = weight.checked_add(1).expect("by chance, no row is drawn as often as that");
        }
        matrix.add_weighted(weights, sums);
    });
    sums.into_iter().map(|sum| sum as f32).collect()
}

fn add_in_order(rows: &[f32], columns: usize, draws: &[i64], length: usize, threads: usize) -> Vec<f32> {
    let mut sums = vec![0.0; draws.len() / length * columns];
    let parts = sums.chunks_mut(STEP * columns).zip(draws.chunks(STEP * length));
    parallel::share_out(
        parts,
        threads.min(draws.len().div_ceil(STEP * length)),
        || (),
        |(), (sums, draws)| {
            for (sums, draws) in sums.chunks_exact_mut(columns).zip(draws.chunks_exact(length)) {
                match columns {
                    2 => add_pairs(rows, draws, sums),
                    _ => add_rows(rows, draws, sums),
                }
            }
        },
    );
    sums
}

/// TER's rows, the only ones of our metrics that have fractions: their sums stay in registers.
fn add_pairs(rows: &[f32], draws: &[i64], sums: &mut [f32]) {
    let (pairs, _) = rows.as_chunks::<2>();
    let mut total = [0.0; 2];
    for &draw in draws {
        let pair = pairs[draw as usize];
        total = [total[0] + pair[0], total[1] + pair[1]];
    }
    sums.copy_from_slice(&total);
}

fn add_rows(rows: &[f32], draws: &[i64], sums: &mut [f32]) {
    for &draw in draws {
        let row = &rows[draw as usize * sums.len()..][..sums.len()];
        sums.iter_mut().zip(row).for_each(|(sum, value)| *sum += value);
    }
}

/// For each trial the sum of the rows that it chose. A trial is a bit per row, eight to a byte, the lowest first.
pub fn chosen_sums(rows: &[f64], columns: usize, trials: &[u8], threads: usize) -> Vec<f64> {
    let length = rows.len() / columns;
    let bytes = length.div_ceil(8);
    let matrix = Columns::new(rows, columns);
    let weights = || vec![0; 8 * bytes];
    parallel::fill_matrix(trials.len() / bytes, columns, STEP, threads, weights, |weights, index, sums| {
        let (eights, _) = weights.as_chunks_mut::<8>();
        for (eight, &byte) in eights.iter_mut().zip(&trials[index * bytes..(index + 1) * bytes]) {
            *eight = std::array::from_fn(|bit| i16::from(byte >> bit & 1));
        }
        matrix.add_weighted(&weights[..length], sums);
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::levenshtein::tests::Dice;

    #[test]
    fn rows_are_added_in_the_order_of_the_draws() {
        // 2^24 + 1 is not a number of 32 bits, so that the order can be seen.
        let rows = [16_777_216.0, 0.0, 1.0, 1.0, -16_777_216.0, 0.0];
        assert_eq!(drawn_sums(&rows, 2, &[0, 1, 1, 2], 4, 1), [0.0, 2.0]);
        assert_eq!(drawn_sums(&rows, 2, &[1, 1, 0, 2], 4, 1), [2.0, 2.0]);
        assert_eq!(
            drawn_sums(&rows, 3, &[0, 1, 1, 1, 0, 0], 3, 1),
            [16_777_216.0, -33_554_432.0, 1.0, 33_554_432.0, -16_777_216.0, 2.0]
        );
    }

    fn add_one_by_one(rows: &[f32], columns: usize, draws: &[i64], length: usize) -> Vec<f32> {
        let add = |draws: &[i64]| {
            let mut sums = vec![0.0; columns];
            add_rows(rows, draws, &mut sums);
            sums
        };
        draws.chunks(length).flat_map(add).collect()
    }

    #[test]
    fn counts_and_fractions_of_any_width_are_added() {
        let mut dice = Dice(5);
        for columns in 1..30 {
            for scale in [1.0, 3.0] {
                let rows: Vec<f32> = (0..50 * columns).map(|_| dice.roll(100) as f32 / scale).collect();
                let draws: Vec<i64> = (0..50 * 40).map(|_| dice.roll(50) as i64).collect();
                let expected = add_one_by_one(&rows, columns, &draws, 50);
                assert_eq!(drawn_sums(&rows, columns, &draws, 50, 2), expected);
            }
        }
    }

    #[test]
    fn chosen_rows_are_added() {
        let mut dice = Dice(9);
        for length in [1, 7, 8, 9, 30] {
            let rows: Vec<f64> = (0..3 * length).map(|_| dice.roll(1000) as f64).collect();
            let bytes = usize::div_ceil(length, 8);
            let trials: Vec<u8> = (0..50 * bytes).map(|_| dice.roll(256) as u8).collect();
            let expected: Vec<f64> = trials
                .chunks(bytes)
                .flat_map(|trial| {
                    let is_chosen = |row: usize| f64::from(trial[row / 8] >> (row % 8) & 1);
                    let rows = &rows;
                    (0..3).map(move |column| (0..length).map(|row| is_chosen(row) * rows[3 * row + column]).sum())
                })
                .collect();
            assert_eq!(chosen_sums(&rows, 3, &trials, 2), expected);
        }
    }
}
