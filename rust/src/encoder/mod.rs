//! Encoders: transformers that give each piece of a text a vector that depends on the whole text, layer by layer.
//!
//! BERT (Devlin et al. 2019) and what is computed like it. Texts of any length are worked on together without padding:
//! products with weights see one row per piece, and attention sees one text. A text's states are therefore the same to
//! the last bit for any batch, order and number of threads. Other processors round differently, within 1e-5.

pub mod functions;
pub mod matching;
pub mod matrix;
#[cfg(test)]
mod tests;

use crate::parallel::share_out;
use functions::{gelu_all, normalise, softmax};
use matrix::Linear;
use std::ops::Range;

/// Pieces that a thread works on at a time: texts are put together until they have as many.
const PIECES: usize = 192;
/// Columns of attention whose sums stay in registers.
const COLUMNS: usize = 16;

/// Whether the processor has the instructions that the fast versions use.
#[cfg(target_arch = "x86_64")]
fn is_fast() -> bool {
    std::arch::is_x86_feature_detected!("avx2") && std::arch::is_x86_feature_detected!("fma")
}

/// The sizes of an encoder.
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    pub layers: usize,
    pub heads: usize,
    /// Numbers of a state.
    pub hidden: usize,
    /// Numbers between the two products after attention.
    pub inner: usize,
    /// The row of the positions that the first piece has.
    pub first_position: usize,
    /// What is added to variances.
    pub epsilon: f32,
}

/// How many tensors there are before those of the layers, and in each layer.
pub const TENSORS: (usize, usize) = (5, 16);

#[derive(Debug)]
struct Norm {
    scale: Vec<f32>,
    shift: Vec<f32>,
}

impl Norm {
    #[inline(always)]
    fn apply(&self, rows: &mut [f32], epsilon: f32) {
        normalise(rows, &self.scale, &self.shift, epsilon);
    }
}

#[derive(Debug)]
struct Layer {
    /// Queries, keys and values, side by side.
    attended: Linear,
    mixed: Linear,
    mixed_norm: Norm,
    up: Linear,
    down: Linear,
    norm: Norm,
}

/// An encoder with its weights.
#[derive(Debug)]
pub struct Encoder {
    shape: Shape,
    words: Vec<f32>,
    positions: Vec<f32>,
    kind: Vec<f32>,
    norm: Norm,
    layers: Vec<Layer>,
}

/// What a thread needs besides its result.
#[derive(Default)]
struct Scratch {
    states: Vec<f32>,
    attended: Vec<f32>,
    context: Vec<f32>,
    mixed: Vec<f32>,
    inner: Vec<f32>,
    /// The keys of one head, one row per number.
    keys: Vec<f32>,
    scores: Vec<f32>,
}

/// Texts as numbers of pieces: those of each text are between two offsets.
#[derive(Clone, Copy)]
pub struct Pieces<'a> {
    pub numbers: &'a [u32],
    pub offsets: &'a [usize],
}

impl Encoder {
    /// From tensors in the order words, positions, kinds of text, scale and shift; then for each layer weights and bias
    /// of query, key, value, output, scale and shift, weights and bias up and down, scale and shift.
    ///
    /// What does not have the right number of numbers is refused, with a reason.
    pub fn new(shape: Shape, tensors: &[&[f32]]) -> Result<Self, String> {
        let (hidden, inner) = (shape.hidden, shape.inner);
        if hidden == 0 || inner == 0 || shape.heads == 0 || !hidden.is_multiple_of(shape.heads) {
            return Err(format!("{hidden} numbers cannot be shared by {} heads", shape.heads));
        }
        let (before, each) = TENSORS;
        if tensors.len() != before + each * shape.layers {
            return Err(format!("{} tensors for {} layers", tensors.len(), shape.layers));
        }
        let square = hidden * hidden;
        let sizes = [
            square,
            hidden,
            square,
            hidden,
            square,
            hidden,
            square,
            hidden,
            hidden,
            hidden,
            inner * hidden,
            inner,
            inner * hidden,
            hidden,
            hidden,
            hidden,
        ];
        let fits = tensors[..3].iter().all(|tensor| !tensor.is_empty() && tensor.len().is_multiple_of(hidden))
            && tensors[3..5].iter().all(|tensor| tensor.len() == hidden)
            && tensors[5..].iter().zip(sizes.iter().cycle()).all(|(tensor, &size)| tensor.len() == size)
            && tensors[1].len() / hidden > shape.first_position;
        if !fits {
            return Err(format!("a tensor does not fit {hidden} and {inner} numbers"));
        }
        let norm = |scale: &[f32], shift: &[f32]| Norm { scale: scale.to_vec(), shift: shift.to_vec() };
        let layer = |each: &[&[f32]]| Layer {
            attended: Linear::new(&[(each[0], each[1]), (each[2], each[3]), (each[4], each[5])], hidden),
            mixed: Linear::new(&[(each[6], each[7])], hidden),
            mixed_norm: norm(each[8], each[9]),
            up: Linear::new(&[(each[10], each[11])], hidden),
            down: Linear::new(&[(each[12], each[13])], inner),
            norm: norm(each[14], each[15]),
        };
        Ok(Encoder {
            shape,
            words: tensors[0].to_vec(),
            positions: tensors[1][shape.first_position * hidden..].to_vec(),
            kind: tensors[2][..hidden].to_vec(),
            norm: norm(tensors[3], tensors[4]),
            layers: tensors[5..].chunks_exact(each).map(layer).collect(),
        })
    }

    /// The sizes.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// How many kinds of pieces there are.
    pub fn vocabulary(&self) -> usize {
        self.words.len() / self.shape.hidden
    }

    /// How many pieces a text may have.
    pub fn longest(&self) -> usize {
        self.positions.len() / self.shape.hidden
    }

    /// The states of each piece after the chosen layers, in their order, one after the other; layer 0 is what the first
    /// layer sees. Pieces have to be in the vocabulary, texts at most as long as `longest`, layers in ascending order.
    pub fn encode(&self, texts: Pieces<'_>, layers: &[usize], threads: usize) -> Vec<f32> {
        let row = layers.len() * self.shape.hidden;
        let mut states = vec![0.0; texts.numbers.len() * row];
        if states.is_empty() {
            return states;
        }
        let mut jobs = Vec::new();
        let mut rest = states.as_mut_slice();
        for group in self.group(texts.offsets) {
            let pieces = texts.offsets[group.end] - texts.offsets[group.start];
            let (own, later) = rest.split_at_mut(pieces * row);
            rest = later;
            jobs.push((group, own));
        }
        let threads = threads.min(jobs.len());
        share_out(jobs.into_iter(), threads, Scratch::default, |scratch, (group, result)| {
            let offsets = &texts.offsets[group.start..=group.end];
            let group = Pieces { numbers: texts.numbers, offsets };
            self.run(group, layers, scratch, result);
        });
        states
    }

    /// Runs of texts that are worked on together.
    fn group(&self, offsets: &[usize]) -> Vec<Range<usize>> {
        let mut groups = Vec::new();
        let mut start = 0;
        for end in 1..offsets.len() {
            if offsets[end] - offsets[start] >= PIECES || end + 1 == offsets.len() {
                groups.push(start..end);
                start = end;
            }
        }
        groups
    }

    fn run(&self, texts: Pieces<'_>, layers: &[usize], scratch: &mut Scratch, result: &mut [f32]) {
        #[cfg(target_arch = "x86_64")]
        if is_fast() {
            // SAFETY: the processor has AVX2 and FMA.
            return unsafe { self.run_fast(texts, layers, scratch, result) };
        }
        self.run_all(texts, layers, scratch, result);
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,fma")]
    fn run_fast(&self, texts: Pieces<'_>, layers: &[usize], scratch: &mut Scratch, result: &mut [f32]) {
        self.run_all(texts, layers, scratch, result);
    }

    #[inline(always)]
    fn run_all(&self, texts: Pieces<'_>, layers: &[usize], scratch: &mut Scratch, result: &mut [f32]) {
        self.embed(texts, &mut scratch.states);
        let mut wanted = layers.iter().enumerate().peekable();
        for number in 0..=self.layers.len() {
            if number > 0 {
                self.pass(&self.layers[number - 1], texts.offsets, scratch);
            }
            while let Some((place, _)) = wanted.next_if(|(_, layer)| **layer == number) {
                self.keep(&scratch.states, place, layers.len(), result);
            }
            if wanted.peek().is_none() {
                break;
            }
        }
    }

    /// Copies states to their place among those of other layers.
    #[inline(always)]
    fn keep(&self, states: &[f32], place: usize, layers: usize, result: &mut [f32]) {
        let hidden = self.shape.hidden;
        for (piece, state) in states.chunks_exact(hidden).enumerate() {
            let start = (piece * layers + place) * hidden;
            result[start..start + hidden].copy_from_slice(state);
        }
    }

    #[inline(always)]
    fn embed(&self, texts: Pieces<'_>, states: &mut Vec<f32>) {
        let hidden = self.shape.hidden;
        states.clear();
        for pair in texts.offsets.windows(2) {
            let numbers = &texts.numbers[pair[0]..pair[1]];
            for (&number, position) in numbers.iter().zip(self.positions.chunks_exact(hidden)) {
                let word = &self.words[number as usize * hidden..][..hidden];
                states
                    .extend(word.iter().zip(position).zip(&self.kind).map(|((word, place), kind)| word + kind + place));
            }
        }
        self.norm.apply(states, self.shape.epsilon);
    }

    /// Replaces states by those after one layer more.
    #[inline(always)]
    fn pass(&self, layer: &Layer, offsets: &[usize], scratch: &mut Scratch) {
        let epsilon = self.shape.epsilon;
        layer.attended.apply(&scratch.states, &mut scratch.attended);
        scratch.context.clear();
        scratch.context.resize(scratch.states.len(), 0.0);
        for pair in offsets.windows(2) {
            let (start, end) = (pair[0] - offsets[0], pair[1] - offsets[0]);
            self.attend(start..end, scratch);
        }
        layer.mixed.apply(&scratch.context, &mut scratch.mixed);
        add(&mut scratch.states, &scratch.mixed);
        layer.mixed_norm.apply(&mut scratch.states, epsilon);
        layer.up.apply(&scratch.states, &mut scratch.inner);
        gelu_all(&mut scratch.inner);
        layer.down.apply(&scratch.inner, &mut scratch.mixed);
        add(&mut scratch.states, &scratch.mixed);
        layer.norm.apply(&mut scratch.states, epsilon);
    }

    /// Attention among the pieces of one text.
    #[inline(always)]
    fn attend(&self, pieces: Range<usize>, scratch: &mut Scratch) {
        let (hidden, heads) = (self.shape.hidden, self.shape.heads);
        let size = hidden / heads;
        let scale = 1.0 / (size as f32).sqrt();
        let length = pieces.len();
        let rows = &scratch.attended[pieces.start * 3 * hidden..pieces.end * 3 * hidden];
        let context = &mut scratch.context[pieces.start * hidden..pieces.end * hidden];
        // Rows of keys have a whole number of registers; beyond the last piece there is no attention.
        let width = length.next_multiple_of(COLUMNS);
        scratch.keys.clear();
        scratch.keys.resize(size * width, 0.0);
        scratch.scores.resize(width, 0.0);
        for head in 0..heads {
            let first = head * size;
            for (piece, row) in rows.chunks_exact(3 * hidden).enumerate() {
                for (place, &key) in row[hidden + first..][..size].iter().enumerate() {
                    scratch.keys[place * width + piece] = key * scale;
                }
            }
            for (row, context) in rows.chunks_exact(3 * hidden).zip(context.chunks_exact_mut(hidden)) {
                let scores = &mut scratch.scores[..width];
                multiply_columns(&row[first..][..size], &scratch.keys, scores);
                scores[length..].fill(f32::NEG_INFINITY);
                softmax(scores);
                let values = rows.chunks_exact(3 * hidden).map(|row| &row[2 * hidden + first..][..size]);
                add_shares(scores, values, &mut context[first..][..size]);
            }
        }
    }
}

/// The products of a row with a matrix, some columns at a time, whose sums stay in registers.
#[inline(always)]
fn multiply_columns(row: &[f32], matrix: &[f32], results: &mut [f32]) {
    let width = results.len();
    for (number, result) in results.chunks_exact_mut(COLUMNS).enumerate() {
        let mut totals = [0.0; COLUMNS];
        for (&value, others) in row.iter().zip(matrix.chunks_exact(width)) {
            add_times(&mut totals, value, &others[number * COLUMNS..][..COLUMNS]);
        }
        result.copy_from_slice(&totals);
    }
}

/// Sets results to the sum of some rows, each times its share.
#[inline(always)]
fn add_shares<'a>(shares: &[f32], rows: impl Iterator<Item = &'a [f32]> + Clone, results: &mut [f32]) {
    for (number, result) in results.chunks_mut(COLUMNS).enumerate() {
        let mut totals = [0.0; COLUMNS];
        for (&share, row) in shares.iter().zip(rows.clone()) {
            let row = &row[number * COLUMNS..];
            match row.first_chunk::<COLUMNS>() {
                // A length that the compiler knows is what keeps the sums in registers.
                Some(row) => add_times(&mut totals, share, row),
                None => add_times(&mut totals, share, row),
            }
        }
        result.copy_from_slice(&totals[..result.len()]);
    }
}

#[inline(always)]
fn add(values: &mut [f32], others: &[f32]) {
    for (value, other) in values.iter_mut().zip(others) {
        *value += other;
    }
}

#[inline(always)]
fn add_times(values: &mut [f32], factor: f32, others: &[f32]) {
    for (value, other) in values.iter_mut().zip(others) {
        *value += factor * other;
    }
}
