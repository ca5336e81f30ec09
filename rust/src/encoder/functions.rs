//! The functions between the products: written so that compilers make vector instructions of the loops.
//!
//! Sums have eight running totals each, in an order that depends on the length alone.

const LANES: usize = 8;

/// The sum of what a function makes of some numbers.
#[inline(always)]
pub fn sum(values: &[f32], term: impl Fn(f32) -> f32) -> f32 {
    let mut totals = [0.0f32; LANES];
    let chunks = values.chunks_exact(LANES);
    let rest: f32 = chunks.remainder().iter().map(|&value| term(value)).sum();
    for chunk in chunks {
        for lane in 0..LANES {
            totals[lane] += term(chunk[lane]);
        }
    }
    totals.iter().sum::<f32>() + rest
}

/// The sum of the products of two lists.
#[inline(always)]
pub fn dot(one: &[f32], other: &[f32]) -> f32 {
    let mut totals = [0.0f32; LANES];
    let (first, second) = (one.chunks_exact(LANES), other.chunks_exact(LANES));
    let rest: f32 = first.remainder().iter().zip(second.remainder()).map(|(one, other)| one * other).sum();
    for (one, other) in first.zip(second) {
        for lane in 0..LANES {
            totals[lane] += one[lane] * other[lane];
        }
    }
    totals.iter().sum::<f32>() + rest
}

/// The greatest of some numbers; minus infinity if there are none.
#[inline(always)]
fn greatest(values: &[f32]) -> f32 {
    let greater = |one: f32, other: f32| if one > other { one } else { other };
    let mut found = [f32::NEG_INFINITY; LANES];
    let chunks = values.chunks_exact(LANES);
    let rest = chunks.remainder().iter().copied().fold(f32::NEG_INFINITY, greater);
    for chunk in chunks {
        for lane in 0..LANES {
            found[lane] = greater(found[lane], chunk[lane]);
        }
    }
    found.into_iter().fold(rest, greater)
}

/// The exponential, within about two units of the last place.
#[inline(always)]
pub fn exp(value: f32) -> f32 {
    // Adding this leaves a whole number in the last bits.
    const ROUND: f32 = 12_582_912.0;
    let value = value.clamp(-87.0, 88.0);
    let rounded = value * std::f32::consts::LOG2_E + ROUND;
    let power = rounded - ROUND;
    let rest = value - power * 0.693_359_4 + power * 2.121_944_4e-4;
    let mut series = 1.987_569_1e-4;
    for factor in [1.398_199_9e-3, 8.333_452e-3, 4.166_579_6e-2, 1.666_666_5e-1, 0.5] {
        series = series * rest + factor;
    }
    let fraction = series * rest * rest + rest + 1.0;
    fraction * f32::from_bits((rounded.to_bits() << 23).wrapping_add(0x3f80_0000))
}

/// `x * P(X <= x)` for a normal variable `X`, with an error below 4e-7.
#[inline(always)]
fn gelu(value: f32) -> f32 {
    // Abramowitz and Stegun 7.1.26.
    let place = value.abs() * std::f32::consts::FRAC_1_SQRT_2;
    let t = 1.0 / (1.0 + 0.327_591_1 * place);
    let mut series = 1.061_405_4;
    for factor in [-1.453_152, 1.421_413_8, -0.284_496_73, 0.254_829_6] {
        series = series * t + factor;
    }
    let tail = 0.5 * series * t * exp(-place * place);
    value * if value < 0.0 { tail } else { 1.0 - tail }
}

/// Applies GELU to each number.
#[inline(always)]
pub fn gelu_all(values: &mut [f32]) {
    for value in values {
        *value = gelu(*value);
    }
}

/// Makes a list of numbers into probabilities: their exponentials over the sum of these.
#[inline(always)]
pub fn softmax(values: &mut [f32]) {
    let greatest = greatest(values);
    for value in values.iter_mut() {
        *value = exp(*value - greatest);
    }
    let scale = 1.0 / sum(values, |value| value);
    for value in values {
        *value *= scale;
    }
}

/// Gives each row mean 0 and variance 1, then a scale and a shift for each column.
#[inline(always)]
pub fn normalise(rows: &mut [f32], scale: &[f32], shift: &[f32], epsilon: f32) {
    let count = scale.len() as f32;
    for row in rows.chunks_exact_mut(scale.len()) {
        let mean = sum(row, |value| value) / count;
        let variance = sum(row, |value| (value - mean) * (value - mean)) / count;
        let factor = 1.0 / (variance + epsilon).sqrt();
        for ((value, scale), shift) in row.iter_mut().zip(scale).zip(shift) {
            *value = (*value - mean) * factor * scale + shift;
        }
    }
}
