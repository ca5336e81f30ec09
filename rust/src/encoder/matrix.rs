//! Products with a matrix that is packed once and used many times.
//!
//! The matrix is cut into panels of sixteen columns, each stored row by row, and rows of the input are multiplied with
//! one panel after the other, six at a time. Every number is a sum in the order of the input's columns, whatever rows
//! come with it: so a result never depends on what else is in a batch.

/// Columns of a panel.
const WIDTH: usize = 16;
/// Rows of the input that are multiplied at a time.
const HEIGHT: usize = 6;
/// Rows of the input that are multiplied with all panels before the next rows are: they stay in the cache.
const BLOCK: usize = 96;

/// A matrix and a bias: `output = input * matrix + bias`.
#[derive(Debug)]
pub struct Linear {
    panels: Vec<f32>,
    bias: Vec<f32>,
    inputs: usize,
    outputs: usize,
}

impl Linear {
    /// From weights that have one row per output.
    ///
    /// Several such layers that have the same input may be joined: their outputs are side by side.
    pub fn new(parts: &[(&[f32], &[f32])], inputs: usize) -> Self {
        let outputs: usize = parts.iter().map(|(_, bias)| bias.len()).sum();
        let rows: Vec<&[f32]> = parts.iter().flat_map(|(weights, _)| weights.chunks_exact(inputs)).collect();
        assert_eq!(rows.len(), outputs, "one row of weights for each output");
        let mut panels = vec![0.0; outputs.div_ceil(WIDTH) * WIDTH * inputs];
        for (column, row) in rows.iter().enumerate() {
            let panel = &mut panels[column / WIDTH * WIDTH * inputs..];
            for (place, &weight) in row.iter().enumerate() {
                panel[place * WIDTH + column % WIDTH] = weight;
            }
        }
        let bias = parts.iter().flat_map(|(_, bias)| bias.iter().copied()).collect();
        Linear { panels, bias, inputs, outputs }
    }

    /// How many numbers a row of the output has.
    pub fn outputs(&self) -> usize {
        self.outputs
    }

    /// Multiplies all rows of the input; `output` is filled.
    pub fn apply(&self, input: &[f32], output: &mut Vec<f32>) {
        let count = input.len() / self.inputs;
        output.clear();
        output.resize(count * self.outputs, 0.0);
        let blocks = input.chunks(BLOCK * self.inputs).zip(output.chunks_mut(BLOCK * self.outputs));
        for (rows, results) in blocks {
            for (number, panel) in self.panels.chunks_exact(WIDTH * self.inputs).enumerate() {
                let first = number * WIDTH;
                let width = WIDTH.min(self.outputs - first);
                let tiles = rows.chunks(HEIGHT * self.inputs).zip(results.chunks_mut(HEIGHT * self.outputs));
                for (tile, result) in tiles {
                    let sums = multiply(tile, panel, self.inputs);
                    for (row, sums) in result.chunks_exact_mut(self.outputs).zip(&sums) {
                        let bias = &self.bias[first..first + width];
                        for ((value, sum), bias) in row[first..first + width].iter_mut().zip(sums).zip(bias) {
                            *value = sum + bias;
                        }
                    }
                }
            }
        }
    }
}

type Sums = [[f32; WIDTH]; HEIGHT];

/// The products of at most six rows with a panel.
fn multiply(rows: &[f32], panel: &[f32], inputs: usize) -> Sums {
    #[cfg(target_arch = "x86_64")]
    if super::is_fast() {
        // SAFETY: the processor has AVX2 and FMA.
        return unsafe { multiply_fast(rows, panel, inputs) };
    }
    let mut sums = [[0.0; WIDTH]; HEIGHT];
    for (row, sums) in rows.chunks_exact(inputs).zip(&mut sums) {
        for (&value, weights) in row.iter().zip(panel.chunks_exact(WIDTH)) {
            for (sum, &weight) in sums.iter_mut().zip(weights) {
                *sum += value * weight;
            }
        }
    }
    sums
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,fma")]
fn multiply_fast(rows: &[f32], panel: &[f32], inputs: usize) -> Sums {
    match rows.len() / inputs {
        6 => multiply_rows::<6>(rows, panel, inputs),
        5 => multiply_rows::<5>(rows, panel, inputs),
        4 => multiply_rows::<4>(rows, panel, inputs),
        3 => multiply_rows::<3>(rows, panel, inputs),
        2 => multiply_rows::<2>(rows, panel, inputs),
        _ => multiply_rows::<1>(rows, panel, inputs),
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,fma")]
fn multiply_rows<const ROWS: usize>(rows: &[f32], panel: &[f32], inputs: usize) -> Sums {
    use std::arch::x86_64::{_mm256_fmadd_ps, _mm256_loadu_ps, _mm256_set1_ps, _mm256_setzero_ps, _mm256_storeu_ps};

    assert!(rows.len() >= ROWS * inputs && panel.len() >= WIDTH * inputs);
    let mut low = [_mm256_setzero_ps(); ROWS];
    let mut high = low;
    for place in 0..inputs {
        // SAFETY: both slices have as many numbers, as asserted.
        unsafe {
            let weights = panel.as_ptr().add(place * WIDTH);
            let (left, right) = (_mm256_loadu_ps(weights), _mm256_loadu_ps(weights.add(WIDTH / 2)));
            for row in 0..ROWS {
                let value = _mm256_set1_ps(*rows.get_unchecked(row * inputs + place));
                low[row] = _mm256_fmadd_ps(value, left, low[row]);
                high[row] = _mm256_fmadd_ps(value, right, high[row]);
            }
        }
    }
    let mut sums = [[0.0; WIDTH]; HEIGHT];
    for row in 0..ROWS {
        // SAFETY: a row of sums has two times eight numbers.
        unsafe {
            _mm256_storeu_ps(sums[row].as_mut_ptr(), low[row]);
            _mm256_storeu_ps(sums[row].as_mut_ptr().add(WIDTH / 2), high[row]);
        }
    }
    sums
}
