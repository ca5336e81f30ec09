//! Pearson's correlations of groups after two metrics exchanged cells, averaged over groups: the kernel of the
//! permutation test.
//!
//! A correlation is made of sums over the cells of a group. Those of a metric after an exchange are its own, less what
//! it gave, plus what it got. Both metrics are done in one pass, since both need the same numbers.

use crate::parallel;

/// Sums of one metric that an exchange changes: its scores, their squares, their products with people's.
pub const CHANGING: usize = 3;

/// Below this share of the sum of squares a variance is rounding.
const ROUNDING: f64 = 1e-13;

/// Groups that are worked on side by side.
const LANES: usize = 4;

/// Resamples that a thread takes at a time.
const STEP: usize = 16;

/// The sums of groups that no exchange changes, made ready.
pub struct Groups {
    inverse_count: Vec<f64>,
    human_mean: Vec<f64>,
    /// Not a number where people's scores do not vary.
    human_variance: Vec<f64>,
}

impl Groups {
    /// Takes for each group the number of cells, then the sums of people's scores, then those of their squares.
    pub fn new(sums: &[f64]) -> Self {
        let groups = sums.len() / 3;
        let (count, rest) = sums.split_at(groups);
        let (human, squares) = rest.split_at(groups);
        let variance = |index: usize| {
            let variance = squares[index] - human[index] * human[index] / count[index];
            if count[index] >= 2.0 && variance > squares[index] * ROUNDING { variance } else { f64::NAN }
        };
        Groups {
            inverse_count: count.iter().map(|count| 1.0 / count).collect(),
            human_mean: human.iter().zip(count).map(|(human, count)| human / count).collect(),
            human_variance: (0..groups).map(variance).collect(),
        }
    }

    fn len(&self) -> usize {
        self.inverse_count.len()
    }
}

/// What two metrics exchange: the sums of all their cells, and in each resample those of the cells that they give away.
#[derive(Clone, Copy)]
pub struct Exchange<'a> {
    pub first: &'a [f64],
    pub second: &'a [f64],
    pub first_given: &'a [f64],
    pub second_given: &'a [f64],
}

/// For each resample the mean correlation of the first metric and that of the second; groups without one are left out.
pub fn exchange_pearson(groups: &Groups, exchange: Exchange, threads: usize) -> Vec<f64> {
    let width = CHANGING * groups.len();
    let resamples = exchange.first_given.len() / width;
    parallel::fill_matrix(
        resamples,
        2,
        STEP,
        threads,
        || (),
        |_, index, means| {
            let row = index * width..(index + 1) * width;
            let given = (&exchange.first_given[row.clone()], &exchange.second_given[row]);
            means.copy_from_slice(&average(groups, exchange.first, exchange.second, given));
        },
    )
}

/// Running sums of correlations, and how many there are.
#[derive(Default)]
struct Mean {
    sums: [f64; LANES],
    counts: [f64; LANES],
}

impl Mean {
    fn value(&self) -> f64 {
        // Without any group it is not a number.
        self.sums.iter().sum::<f64>() / self.counts.iter().sum::<f64>()
    }
}

fn average(groups: &Groups, first: &[f64], second: &[f64], given: (&[f64], &[f64])) -> [f64; 2] {
    let length = groups.len();
    let mut means = [Mean::default(), Mean::default()];
    let mut start = 0;
    while start + LANES <= length {
        add::<LANES>(groups, (first, second), given, start, &mut means);
        start += LANES;
    }
    while start < length {
        add::<1>(groups, (first, second), given, start, &mut means);
        start += 1;
    }
    means.map(|mean| mean.value())
}

/// Adds the correlations of some neighbouring groups.
#[inline(always)]
fn add<const N: usize>(
    groups: &Groups,
    (first, second): (&[f64], &[f64]),
    (first_given, second_given): (&[f64], &[f64]),
    start: usize,
    means: &mut [Mean; 2],
) {
    let length = groups.len();
    let lanes = |values: &[f64], part: usize| -> [f64; N] {
        let from = part * length + start;
        values[from..from + N].try_into().expect("as many as were taken")
    };
    let inverse_count = lanes(&groups.inverse_count, 0);
    let human_mean = lanes(&groups.human_mean, 0);
    let human_variance = lanes(&groups.human_variance, 0);
    let gained: [[f64; N]; CHANGING] = std::array::from_fn(|part| {
        let (one, other) = (lanes(first_given, part), lanes(second_given, part));
        std::array::from_fn(|lane| other[lane] - one[lane])
    });
    for (totals, sign, mean) in [(first, 1.0, 0), (second, -1.0, 1)] {
        let [sum, squares, products] = [0, 1, 2].map(|part| -> [f64; N] {
            let total = lanes(totals, part);
            std::array::from_fn(|lane| total[lane] + sign * gained[part][lane])
        });
        let Mean { sums, counts } = &mut means[mean];
        for lane in 0..N {
            let variance = squares[lane] - sum[lane] * sum[lane] * inverse_count[lane];
            let covariance = products[lane] - sum[lane] * human_mean[lane];
            let correlation = (covariance / (variance * human_variance[lane]).sqrt()).clamp(-1.0, 1.0);
            let defined = variance > squares[lane] * ROUNDING && !human_variance[lane].is_nan();
            sums[lane] += if defined { correlation } else { 0.0 };
            counts[lane] += if defined { 1.0 } else { 0.0 };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand_xoshiro::Xoshiro256PlusPlus;
    use rand_xoshiro::rand_core::{Rng, SeedableRng};

    const CELLS: usize = 6;

    fn pearson(x: &[f64], y: &[f64]) -> f64 {
        let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len() as f64;
        let (mean_x, mean_y) = (mean(x), mean(y));
        let sum =
            |f: &dyn Fn(f64, f64) -> f64| -> f64 { x.iter().zip(y).map(|(&x, &y)| f(x - mean_x, y - mean_y)).sum() };
        sum(&|x, y| x * y) / (sum(&|x, _| x * x) * sum(&|_, y| y * y)).sqrt()
    }

    /// Sums of scores, squares and products of the cells that are wanted, group after group.
    fn sums(metric: &[f64], human: &[f64], wanted: impl Fn(usize) -> bool) -> Vec<f64> {
        let sum = |f: &dyn Fn(f64, f64) -> f64| -> Vec<f64> {
            (0..metric.len() / CELLS)
                .map(|group| {
                    let cells = (group * CELLS..(group + 1) * CELLS).filter(|&cell| wanted(cell));
                    cells.map(|cell| f(metric[cell], human[cell])).sum()
                })
                .collect()
        };
        [sum(&|x, _| x), sum(&|x, _| x * x), sum(&|x, y| x * y)].concat()
    }

    #[test]
    fn means_equal_those_of_exchanged_cells() {
        let mut generator = Xoshiro256PlusPlus::seed_from_u64(1);
        for groups in [1, 2, 3, 4, 5, 9] {
            let mut scores = || -> Vec<f64> {
                (0..groups * CELLS).map(|_| (generator.next_u64() >> 11) as f64 / (1u64 << 53) as f64 - 0.5).collect()
            };
            let (first, second, mut human) = (scores(), scores(), scores());
            if groups > 2 {
                human[..CELLS].fill(0.25);
            }
            let masks: Vec<u64> = (0..20).map(|_| generator.next_u64()).collect();
            let fixed = [
                vec![CELLS as f64; groups],
                sums(&human, &human, |_| true)[..groups].to_vec(),
                sums(&human, &human, |_| true)[groups..2 * groups].to_vec(),
            ]
            .concat();
            let given = |metric: &[f64]| -> Vec<f64> {
                masks.iter().flat_map(|mask| sums(metric, &human, |cell| mask >> cell & 1 == 1)).collect()
            };
            let (first_sums, second_sums) = (sums(&first, &human, |_| true), sums(&second, &human, |_| true));
            let (first_given, second_given) = (given(&first), given(&second));
            let exchange = Exchange {
                first: &first_sums,
                second: &second_sums,
                first_given: &first_given,
                second_given: &second_given,
            };
            let found = exchange_pearson(&Groups::new(&fixed), exchange, 2);
            for (mask, found) in masks.iter().zip(found.chunks(2)) {
                let pick = |one: &[f64], other: &[f64]| -> Vec<f64> {
                    let cell = |cell: usize| if mask >> cell & 1 == 1 { other[cell] } else { one[cell] };
                    (0..groups * CELLS).map(cell).collect()
                };
                for (moved, found) in [pick(&first, &second), pick(&second, &first)].iter().zip(found) {
                    let from = usize::from(groups > 2);
                    let all = (from..groups).map(|group| group * CELLS..(group + 1) * CELLS);
                    let expected: f64 = all.map(|cells| pearson(&moved[cells.clone()], &human[cells])).sum();
                    assert!((found - expected / (groups - from) as f64).abs() < 1e-12);
                }
            }
        }
    }

    #[test]
    fn groups_that_do_not_vary_have_no_correlation() {
        let flat = [1.0, 0.5, 0.5];
        let exchange = Exchange { first: &flat, second: &flat, first_given: &[0.0; 3], second_given: &[0.0; 3] };
        assert!(exchange_pearson(&Groups::new(&[2.0, 1.0, 1.0]), exchange, 1).iter().all(|mean| mean.is_nan()));
        assert!(exchange_pearson(&Groups::new(&[0.0, 0.0, 0.0]), exchange, 1).iter().all(|mean| mean.is_nan()));
    }
}
