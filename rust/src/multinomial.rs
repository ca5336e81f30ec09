//! How often each of `n` rows is drawn in `n` draws with replacement, without drawing one by one.
//!
//! If the counts are independent Poisson numbers, then, for any sum of theirs, they are distributed as if that
//! many draws had been made. So most of the counts are made as Poisson numbers of a rate slightly below one, sixteen
//! random bits each and many at a time, and the few draws that are missing are made singly. A sum that is too large is
//! thrown away, which does no harm, since the counts of every sum are right.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::Rng;

/// Poisson numbers that sixteen bits decide; larger ones are drawn with the rest.
const TOLD: usize = 8;

/// The value of a count that sixteen bits could not tell.
const REST: i16 = TOLD as i16;

/// Deviations that the sum of the Poisson numbers is expected to stay below the number of draws.
const MARGIN: f64 = 3.0;

/// The number of rows whose counts are drawn at a time.
const BLOCK: usize = 512;

/// The counts of `n` draws from `n` rows.
pub struct Multinomial {
    length: usize,
    /// The sixteen bits from which on a count is larger than 0, 1, 2 …
    thresholds: [u16; TOLD],
    /// The distribution, summed up, of what the sixteen bits leave over by rounding down.
    rest: Vec<f64>,
    fair: Fair,
}

impl Multinomial {
    /// For this number of rows and draws, at least one.
    pub fn new(length: usize) -> Self {
        let rate = (1.0 - MARGIN / (length as f64).sqrt()).max(0.0);
        let mut thresholds = [0; TOLD];
        let mut rest = Vec::new();
        // The series of exp(-rate): unlike a library's exp it is the same to the last bit on every machine.
        let none = (1..30).rev().fold(1.0, |sum, term| 1.0 - rate * sum / f64::from(term));
        let (mut probability, mut told, mut left) = (none, 0u32, 0.0);
        for count in 0..40 {
            let share = probability * 65536.0;
            let mut whole = 0;
            if let Some(threshold) = thresholds.get_mut(count) {
                whole = (share as u32).min(65535 - told);
                told += whole;
                *threshold = told as u16;
            }
            left += share - f64::from(whole);
            rest.push(left);
            probability *= rate / (count + 1) as f64;
        }
        Multinomial { length, thresholds, rest, fair: Fair::new(length as u64) }
    }

    /// Writes how often each row is drawn.
    #[inline(always)]
    pub fn draw(&self, generator: &mut Xoshiro256PlusPlus, counts: &mut [i16]) {
        let mut drawn = self.length + 1;
        while drawn > self.length {
            drawn = self.draw_poisson(generator, counts);
        }
        // The rest one by one; a word of 64 bits makes two.
        while drawn < self.length {
            let word = generator.next_u64();
            for half in [word >> 32, word & 0xffff_ffff] {
                if let Some(index) = self.fair.index(half)
                    && drawn < self.length
                {
                    counts[index] += 1;
                    drawn += 1;
                }
            }
        }
    }

    /// Writes independent Poisson numbers, and returns their sum.
    #[inline(always)]
    fn draw_poisson(&self, generator: &mut Xoshiro256PlusPlus, counts: &mut [i16]) -> usize {
        let mut drawn = 0;
        for block in counts.chunks_mut(BLOCK) {
            let mut bits = [0u16; BLOCK];
            for four in bits.chunks_exact_mut(4) {
                let word = generator.next_u64();
                for (part, sixteen) in four.iter_mut().enumerate() {
                    *sixteen = (word >> (16 * part)) as u16;
                }
            }
            let mut largest = 0;
            for (count, &bits) in block.iter_mut().zip(&bits) {
                *count = self.thresholds.iter().map(|&threshold| i16::from(bits >= threshold)).sum();
                largest = largest.max(*count);
            }
            if largest == REST {
                block.iter_mut().filter(|count| **count == REST).for_each(|count| *count = self.draw_rest(generator));
            }
            drawn += block.iter().map(|&count| i32::from(count)).sum::<i32>() as usize;
        }
        drawn
    }

    #[cold]
    fn draw_rest(&self, generator: &mut Xoshiro256PlusPlus) -> i16 {
        let total = self.rest[self.rest.len() - 1];
        let point = (generator.next_u64() >> 11) as f64 / (1u64 << 53) as f64 * total;
        self.rest.iter().take_while(|&&below| below <= point).count() as i16
    }
}

/// Indices below a bound, all equally likely (Lemire 2019).
struct Fair {
    bound: u64,
    /// Draws whose product has a lower half below this would favour some indices.
    threshold: u64,
}

impl Fair {
    fn new(bound: u64) -> Self {
        Fair { bound, threshold: (1 << 32) % bound }
    }

    /// The index of 32 random bits, or nothing for the few that would be one too many.
    #[inline(always)]
    fn index(&self, bits: u64) -> Option<usize> {
        let product = bits * self.bound;
        (product & 0xffff_ffff >= self.threshold).then_some((product >> 32) as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand_xoshiro::rand_core::SeedableRng;

    fn draw(length: usize, rounds: usize) -> Vec<Vec<i16>> {
        let multinomial = Multinomial::new(length);
        let mut generator = Xoshiro256PlusPlus::seed_from_u64(11);
        let mut counts = vec![0; length];
        let round = |_| {
            multinomial.draw(&mut generator, &mut counts);
            counts.clone()
        };
        (0..rounds).map(round).collect()
    }

    #[test]
    fn every_round_has_exactly_as_many_draws() {
        for length in [1, 2, 15, 16, 17, 63, 64, 65, 1000] {
            let sums = |counts: Vec<i16>| counts.iter().map(|&count| count as usize).sum::<usize>();
            assert!(draw(length, 200).into_iter().map(sums).all(|sum| sum == length), "{length}");
        }
    }

    /// The chance that a row is drawn `count` times: binomial, `length` draws of chance 1 / `length`.
    fn binomial(length: usize, count: i32) -> f64 {
        let chance = 1.0 / length as f64;
        let ways = (0..count).fold(1.0, |ways, k| ways * (length as f64 - f64::from(k)) / (f64::from(k) + 1.0));
        ways * chance.powi(count) * (1.0 - chance).powi(length as i32 - count)
    }

    #[test]
    fn single_counts_are_binomial() {
        let (length, rounds) = (500, 4000);
        let mut seen = [0.0; 12];
        for counts in draw(length, rounds) {
            counts.iter().for_each(|&count| seen[(count as usize).min(11)] += 1.0);
        }
        let total = (length * rounds) as f64;
        for count in 0..8 {
            let expected = binomial(length, count) * total;
            let deviation = expected.sqrt();
            let found: f64 = seen[count as usize];
            assert!((found - expected).abs() < 5.0 * deviation + 1.0, "{count}: {found} for {expected}");
        }
    }

    #[test]
    fn pairs_of_rows_vary_as_in_a_multinomial() {
        let (length, rounds) = (50, 40_000);
        let (mut variance, mut covariance) = (0.0, 0.0);
        for counts in draw(length, rounds) {
            let (first, last) = (f64::from(counts[0]) - 1.0, f64::from(counts[49]) - 1.0);
            variance += first * first / rounds as f64;
            covariance += first * last / rounds as f64;
        }
        assert!((variance - 0.98).abs() < 0.03, "{variance}");
        assert!((covariance + 0.02).abs() < 0.02, "{covariance}");
    }

    #[test]
    fn what_sixteen_bits_cannot_tell_is_rare_and_follows() {
        let multinomial = Multinomial::new(20_000);
        let left = multinomial.rest[multinomial.rest.len() - 1];
        assert!(left < TOLD as f64 + 1.0, "{left}");
        assert!((f64::from(multinomial.thresholds[TOLD - 1]) + left - 65536.0).abs() < 1e-6);
    }
}
