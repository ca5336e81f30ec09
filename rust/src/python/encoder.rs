//! Encoders and the matching of their states.

use super::convert::Threads;
use super::error::Refusal;
use super::work::work;
use crate::encoder::matching::{self, Nearest, Sizes, States};
use crate::encoder::{self, Pieces, Shape};
use numpy::{PyArray1, PyArray2, PyArray3, PyArrayMethods, PyReadonlyArray1, PyReadonlyArray3, PyUntypedArrayMethods};
use pyo3::prelude::*;

/// An encoder with its weights, ready to run.
#[pyclass(frozen, module = "tertium._core")]
pub struct Encoder(encoder::Encoder);

#[pymethods]
impl Encoder {
    #[new]
    #[pyo3(signature = (tensors, *, heads, inner, first_position, epsilon))]
    fn new(
        python: Python<'_>,
        tensors: Vec<PyReadonlyArray1<'_, f32>>,
        heads: usize,
        inner: usize,
        first_position: usize,
        epsilon: f32,
    ) -> PyResult<Self> {
        let tensors = tensors.iter().map(|tensor| tensor.as_slice()).collect::<Result<Vec<_>, _>>()?;
        let (before, each) = encoder::TENSORS;
        let hidden = tensors.get(3).map_or(0, |scale| scale.len());
        let layers = tensors.len().saturating_sub(before) / each;
        let shape = Shape { layers, heads, hidden, inner, first_position, epsilon };
        let made = work(python, || encoder::Encoder::new(shape, &tensors))?;
        Ok(Encoder(made.map_err(Refusal::Shape)?))
    }

    /// How many layers it has, without that of the words themselves.
    #[getter]
    fn layers(&self) -> usize {
        self.0.shape().layers
    }

    /// How many numbers a state has.
    #[getter]
    fn hidden(&self) -> usize {
        self.0.shape().hidden
    }

    /// How many pieces a text may have.
    #[getter]
    fn longest(&self) -> usize {
        self.0.longest()
    }

    /// States of all pieces after some layers: pieces, layers, numbers.
    fn encode<'py>(
        &self,
        python: Python<'py>,
        pieces: PyReadonlyArray1<'py, u32>,
        offsets: PyReadonlyArray1<'py, i64>,
        layers: Vec<usize>,
        threads: Threads,
    ) -> PyResult<Bound<'py, PyArray3<f32>>> {
        let numbers = pieces.as_slice()?;
        let offsets = check_offsets(offsets.as_slice()?, numbers.len())?;
        let shape = self.0.shape();
        if let Some(text) = offsets.windows(2).position(|pair| pair[1] - pair[0] > self.0.longest()) {
            return Err(Refusal::Shape(format!("text {text} has more than {} pieces", self.0.longest())).into());
        }
        if numbers.iter().any(|&number| number as usize >= self.0.vocabulary()) {
            return Err(Refusal::Number(format!("a piece is none of the {}", self.0.vocabulary())).into());
        }
        if !layers.is_sorted() || layers.last().is_some_and(|&last| last > shape.layers) {
            return Err(Refusal::Number(format!("the layers are not some of 0 to {}, in order", shape.layers)).into());
        }
        let bytes = numbers.len().saturating_mul(layers.len() * shape.hidden * size_of::<f32>());
        if !crate::memory::is_available(bytes) {
            return Err(Refusal::Memory { bytes }.into());
        }
        let states = work(python, || self.0.encode(Pieces { numbers, offsets: &offsets }, &layers, threads.0))?;
        PyArray1::from_vec(python, states).reshape([numbers.len(), layers.len(), shape.hidden])
    }
}

/// Offsets that rise from 0 to a length.
fn check_offsets(offsets: &[i64], length: usize) -> PyResult<Vec<usize>> {
    let rises = offsets.first() == Some(&0) && offsets.is_sorted() && offsets.last() == Some(&(length as i64));
    if !rises {
        return Err(Refusal::Shape(format!("the offsets do not rise from 0 to {length}")).into());
    }
    Ok(offsets.iter().map(|&offset| offset as usize).collect())
}

/// Cosines and partners: pieces, layers.
type Matched<'py> = (Bound<'py, PyArray2<f32>>, Bound<'py, PyArray2<u32>>);

/// The nearest partner of each piece in the other text of its pair, at each layer, in both directions.
#[pyfunction]
#[allow(clippy::too_many_arguments)]
pub fn match_states<'py>(
    python: Python<'py>,
    states: PyReadonlyArray3<'py, f32>,
    offsets: PyReadonlyArray1<'py, i64>,
    other_states: PyReadonlyArray3<'py, f32>,
    other_offsets: PyReadonlyArray1<'py, i64>,
    edges: bool,
    threads: Threads,
) -> PyResult<(Matched<'py>, Matched<'py>)> {
    let (shape, other_shape) = (states.shape().to_vec(), other_states.shape());
    if shape[1..] != other_shape[1..] {
        return Err(Refusal::Shape("the states are of different layers or encoders".to_string()).into());
    }
    let sizes = Sizes { layers: shape[1], hidden: shape[2] };
    let offsets = check_offsets(offsets.as_slice()?, shape[0])?;
    let other_offsets = check_offsets(other_offsets.as_slice()?, other_shape[0])?;
    if offsets.len() != other_offsets.len() {
        return Err(Refusal::Shape("the numbers of texts differ".to_string()).into());
    }
    let one = States { values: states.as_slice()?, offsets: &offsets };
    let other = States { values: other_states.as_slice()?, offsets: &other_offsets };
    let [first, second] = work(python, || matching::match_all(one, other, sizes, edges, threads.0))?;
    let wrap = |nearest: Nearest| -> PyResult<Matched<'py>> {
        let rows = nearest.cosines.len().checked_div(sizes.layers).unwrap_or(0);
        Ok((
            PyArray1::from_vec(python, nearest.cosines).reshape([rows, sizes.layers])?,
            PyArray1::from_vec(python, nearest.partners).reshape([rows, sizes.layers])?,
        ))
    };
    Ok((wrap(first)?, wrap(second)?))
}
