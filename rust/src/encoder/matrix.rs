//! Products with a matrix that is packed once and used many times.
//!
//! The matrix is cut into panels of sixteen columns, each stored row by row, and rows of the input are multiplied with
//! one panel after the other, six at a time; processors with AVX-512 take four panels together. Every number is a sum in
//! the order of the input's columns, whatever rows and panels come with it: so a result never depends on what else is in
//! a batch, and is the same to the last bit with AVX2 and AVX-512.

/// Columns of a panel.
const WIDTH: usize = 16;
/// Rows of the input that are multiplied at a time.
const HEIGHT: usize = 6;
/// Panels that are taken together where registers are wide enough.
const PANELS: usize = 4;
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
        // What is there from before is overwritten.
        output.resize(count * self.outputs, 0.0);
        let together = if is_wide() { PANELS } else { 1 } * WIDTH;
        let mut sums = [[0.0; PANELS * WIDTH]; HEIGHT];
        let blocks = input.chunks(BLOCK * self.inputs).zip(output.chunks_mut(BLOCK * self.outputs));
        for (rows, results) in blocks {
            for (number, panels) in self.panels.chunks(together * self.inputs).enumerate() {
                let columns = number * together..self.outputs.min((number + 1) * together);
                let bias = &self.bias[columns.clone()];
                let tiles = rows.chunks(HEIGHT * self.inputs).zip(results.chunks_mut(HEIGHT * self.outputs));
                for (tile, result) in tiles {
                    multiply(tile, panels, self.inputs, &mut sums);
                    for (row, sums) in result.chunks_exact_mut(self.outputs).zip(&sums) {
                        for ((value, sum), bias) in row[columns.clone()].iter_mut().zip(sums).zip(bias) {
                            *value = sum + bias;
                        }
                    }
                }
            }
        }
    }
}

type Sums = [[f32; PANELS * WIDTH]; HEIGHT];

/// Whether the processor has registers for several panels.
fn is_wide() -> bool {
    #[cfg(target_arch = "x86_64")]
    return std::arch::is_x86_feature_detected!("avx512f") && super::is_fast();
    #[cfg(not(target_arch = "x86_64"))]
    return false;
}

/// The products of at most six rows with at most four panels.
fn multiply(rows: &[f32], panels: &[f32], inputs: usize, sums: &mut Sums) {
    #[cfg(target_arch = "x86_64")]
    if panels.len() == PANELS * WIDTH * inputs && is_wide() {
        // SAFETY: the processor has AVX-512.
        return unsafe { multiply_wide(rows, panels, inputs, sums) };
    }
    for (number, panel) in panels.chunks_exact(WIDTH * inputs).enumerate() {
        multiply_panel(rows, panel, inputs, sums, number * WIDTH);
    }
}

/// The products of at most six rows with a panel, to be put from a column on.
fn multiply_panel(rows: &[f32], panel: &[f32], inputs: usize, sums: &mut Sums, first: usize) {
    #[cfg(target_arch = "x86_64")]
    if super::is_fast() {
        // SAFETY: the processor has AVX2 and FMA.
        return unsafe { multiply_fast(rows, panel, inputs, sums, first) };
    }
    for (row, sums) in rows.chunks_exact(inputs).zip(sums) {
        let sums = &mut sums[first..first + WIDTH];
        sums.fill(0.0);
        for (&value, weights) in row.iter().zip(panel.chunks_exact(WIDTH)) {
            for (sum, &weight) in sums.iter_mut().zip(weights) {
                *sum += value * weight;
            }
        }
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f")]
fn multiply_wide(rows: &[f32], panels: &[f32], inputs: usize, sums: &mut Sums) {
    match rows.len() / inputs {
        6 => multiply_wide_rows::<6>(rows, panels, inputs, sums),
        5 => multiply_wide_rows::<5>(rows, panels, inputs, sums),
        4 => multiply_wide_rows::<4>(rows, panels, inputs, sums),
        3 => multiply_wide_rows::<3>(rows, panels, inputs, sums),
        2 => multiply_wide_rows::<2>(rows, panels, inputs, sums),
        _ => multiply_wide_rows::<1>(rows, panels, inputs, sums),
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f")]
fn multiply_wide_rows<const ROWS: usize>(rows: &[f32], panels: &[f32], inputs: usize, sums: &mut Sums) {
    use std::arch::x86_64::{_mm512_fmadd_ps, _mm512_loadu_ps, _mm512_set1_ps, _mm512_setzero_ps, _mm512_storeu_ps};

    assert!(rows.len() >= ROWS * inputs && panels.len() >= PANELS * WIDTH * inputs);
    let mut totals = [[_mm512_setzero_ps(); PANELS]; ROWS];
    for place in 0..inputs {
        let mut weights = [_mm512_setzero_ps(); PANELS];
        // SAFETY: both slices have as many numbers, as asserted.
        unsafe {
            for (panel, weights) in weights.iter_mut().enumerate() {
                *weights = _mm512_loadu_ps(panels.as_ptr().add((panel * inputs + place) * WIDTH));
            }
            for (row, totals) in totals.iter_mut().enumerate() {
                let value = _mm512_set1_ps(*rows.get_unchecked(row * inputs + place));
                for (total, &weights) in totals.iter_mut().zip(&weights) {
                    *total = _mm512_fmadd_ps(value, weights, *total);
                }
            }
        }
    }
    for (sums, totals) in sums.iter_mut().zip(totals) {
        for (sums, total) in sums.chunks_exact_mut(WIDTH).zip(totals) {
            // SAFETY: a chunk has sixteen numbers.
            unsafe { _mm512_storeu_ps(sums.as_mut_ptr(), total) };
        }
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,fma")]
fn multiply_fast(rows: &[f32], panel: &[f32], inputs: usize, sums: &mut Sums, first: usize) {
    match rows.len() / inputs {
        6 => multiply_rows::<6>(rows, panel, inputs, sums, first),
        5 => multiply_rows::<5>(rows, panel, inputs, sums, first),
        4 => multiply_rows::<4>(rows, panel, inputs, sums, first),
        3 => multiply_rows::<3>(rows, panel, inputs, sums, first),
        2 => multiply_rows::<2>(rows, panel, inputs, sums, first),
        _ => multiply_rows::<1>(rows, panel, inputs, sums, first),
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,fma")]
fn multiply_rows<const ROWS: usize>(rows: &[f32], panel: &[f32], inputs: usize, sums: &mut Sums, first: usize) {
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
    for row in 0..ROWS {
        let sums = &mut sums[row][first..first + WIDTH];
        // SAFETY: these are two times eight numbers.
        unsafe {
            _mm256_storeu_ps(sums.as_mut_ptr(), low[row]);
            _mm256_storeu_ps(sums.as_mut_ptr().add(WIDTH / 2), high[row]);
        }
    }
}
