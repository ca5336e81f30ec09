//! Values on their way from Python to the kernels and back.

use super::columns::TextColumn;
use super::error::Refusal;
use super::work::work;
use crate::memory::is_available;
use crate::tokens::LONGEST_SEGMENT;
use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::{Array, ArrayRef, Float64Array, Int64Array, RecordBatch, RecordBatchIterator, StringArray};
use arrow_schema::{Field, Schema};
use numpy::{PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray1};
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyList, PySequence, PyString, PyTuple};
use std::sync::Arc;

pub type Matrix<'py> = Bound<'py, PyArray2<f64>>;

/// The segments that a caller handed over, held so that they stay while the interpreter's lock is released.
///
/// The tuple belongs to us: another thread could change a list. It costs one reference per segment and no copy.
struct Segments<'py>(Bound<'py, PyTuple>);

impl<'py> Segments<'py> {
    fn new(segments: &Bound<'py, PyAny>) -> PyResult<Self> {
        Ok(Segments(segments.cast::<PySequence>()?.to_tuple()?))
    }

    /// All segments as strings, or the first that is not one.
    fn strings(&self) -> PyResult<Vec<Borrowed<'_, 'py, PyString>>> {
        self.0.iter_borrowed().enumerate().map(|(segment, item)| string(segment, item)).collect()
    }
}

fn string<'a, 'py>(segment: usize, item: Borrowed<'a, 'py, PyAny>) -> PyResult<Borrowed<'a, 'py, PyString>> {
    if let Ok(string) = item.cast::<PyString>() {
        return Ok(string);
    }
    Err(Refusal::NotText { segment, found: item.get_type().name()?.to_string() }.into())
}

/// The text of each string.
fn texts<'a>(strings: &'a [Borrowed<'_, '_, PyString>]) -> PyResult<Vec<&'a str>> {
    let text = |(segment, string): (usize, &'a Borrowed<'_, '_, PyString>)| {
        Ok(string.to_str().map_err(|_| Refusal::Surrogate { segment })?)
    };
    let texts = strings.iter().enumerate().map(text).collect::<PyResult<Vec<_>>>()?;
    require_lengths(&texts)?;
    Ok(texts)
}

/// Refuses a segment that is longer than the kernels take.
fn require_lengths(texts: &[&str]) -> Result<(), Refusal> {
    match texts.iter().position(|text| text.len() > LONGEST_SEGMENT) {
        Some(segment) => Err(Refusal::TooLong { segment, bytes: texts[segment].len(), most: LONGEST_SEGMENT }),
        None => Ok(()),
    }
}

/// Memory that the kernels take for each byte of text: words, their numbers, n-grams and their counts.
const MEMORY_PER_BYTE: usize = 8;
/// Text of which nobody runs out of memory.
const LITTLE_TEXT: usize = 1 << 20;

/// Refuses text for which there is not enough memory. In the midst of a kernel that would end the process.
fn require_memory(texts: &[&str]) -> PyResult<()> {
    let bytes: usize = texts.iter().map(|text| text.len()).sum();
    let room = if bytes < LITTLE_TEXT { 0 } else { bytes.saturating_mul(MEMORY_PER_BYTE) };
    if is_available(room) { Ok(()) } else { Err(Refusal::TooMuchText { bytes }.into()) }
}

/// Runs a kernel on the texts of some segments, without the interpreter's lock.
pub fn with_texts<'py, T: Send>(segments: &Bound<'py, PyAny>, kernel: impl FnOnce(&[&str]) -> T + Send) -> PyResult<T> {
    if let Ok(column) = segments.cast::<TextColumn>() {
        let texts = column.get().0.texts();
        require_lengths(texts)?;
        require_memory(texts)?;
        return work(segments.py(), || kernel(texts));
    }
    let held = Segments::new(segments)?;
    let strings = held.strings()?;
    let texts = texts(&strings)?;
    require_memory(&texts)?;
    work(segments.py(), || kernel(&texts))
}

/// Refuses segments that the kernels would refuse, for tokenizers that are not ours; and those with a NUL, unless `nul`.
#[pyfunction]
#[pyo3(signature = (segments, nul=false))]
pub fn check_texts(segments: &Bound<'_, PyAny>, nul: bool) -> PyResult<()> {
    let held = Segments::new(segments)?;
    let strings = held.strings()?;
    match texts(&strings)?.iter().position(|text| !nul && text.contains('\0')) {
        Some(segment) => Err(Refusal::Nul { segment }.into()),
        None => Ok(()),
    }
}

/// The index of the first item that is not a string, if there is one.
#[pyfunction]
pub fn find_not_text(items: &Bound<'_, PyAny>) -> PyResult<Option<usize>> {
    if items.is_instance_of::<TextColumn>() {
        return Ok(None);
    }
    let is_not_text = |item: Bound<'_, PyAny>| !item.is_instance_of::<PyString>();
    match items.cast::<PyList>() {
        Ok(list) => Ok(list.iter().position(is_not_text)),
        Err(_) => Ok(Segments::new(items)?.0.iter().position(is_not_text)),
    }
}

pub fn matrix(python: Python<'_>, values: Vec<f64>, columns: usize) -> PyResult<Matrix<'_>> {
    let rows = values.len() / columns;
    PyArray1::from_vec(python, values).reshape([rows, columns])
}

/// A whole number within bounds: what is outside would panic, or take all memory.
#[derive(Clone, Copy)]
pub struct Bounded<const LEAST: usize, const MOST: usize>(pub usize);

/// How many threads to use: at most more than any machine has, since each costs memory.
pub type Threads = Bounded<1, 1024>;
/// The order of n-grams, the depth of subtrees or the length of chains. Each order takes columns in every row.
pub type Order = Bounded<1, 100>;
/// The same, or 0 for no n-grams at all.
pub type OptionalOrder = Bounded<0, 100>;
/// How many resamples to draw. Each takes a row of sums.
pub type Resamples = Bounded<0, { 1 << 24 }>;

impl<'a, 'py, const LEAST: usize, const MOST: usize> FromPyObject<'a, 'py> for Bounded<LEAST, MOST> {
    type Error = PyErr;

    fn extract(item: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        match item.extract::<usize>() {
            Ok(number) if (LEAST..=MOST).contains(&number) => Ok(Bounded(number)),
            _ => Err(Refusal::Number(format!("{} is not a number from {LEAST} to {MOST}", item.repr()?)).into()),
        }
    }
}

/// One column of a table: texts, numbers or counts.
#[derive(FromPyObject)]
pub enum Column<'py> {
    Numbers(PyReadonlyArray1<'py, f64>),
    Counts(PyReadonlyArray1<'py, i64>),
    Texts(Vec<Option<String>>),
}

/// A table as an Arrow stream in a capsule, for pandas, Polars, DuckDB and other libraries that read the protocol.
#[pyfunction]
pub fn export_arrow<'py>(
    python: Python<'py>,
    names: Vec<String>,
    columns: Vec<Column<'py>>,
) -> PyResult<Bound<'py, PyCapsule>> {
    let array = |column: Column<'py>| -> PyResult<ArrayRef> {
        Ok(match column {
            // A number that is not there is a null; scores themselves are never NaN.
            Column::Numbers(numbers) => {
                let present = |&value: &f64| (!value.is_nan()).then_some(value);
                Arc::new(Float64Array::from_iter(numbers.as_array().iter().map(present)))
            }
            Column::Counts(counts) => Arc::new(Int64Array::from_iter_values(counts.as_array().iter().copied())),
            Column::Texts(texts) => Arc::new(StringArray::from_iter(texts)),
        })
    };
    let arrays = columns.into_iter().map(array).collect::<PyResult<Vec<_>>>()?;
    let fields: Vec<Field> =
        names.iter().zip(&arrays).map(|(name, array)| Field::new(name, array.data_type().clone(), true)).collect();
    let schema = Arc::new(Schema::new(fields));
    let batch = RecordBatch::try_new(schema.clone(), arrays).map_err(|error| Refusal::Shape(error.to_string()))?;
    let reader = RecordBatchIterator::new([Ok(batch)], schema);
    PyCapsule::new_with_value(python, FFI_ArrowArrayStream::new(Box::new(reader)), c"arrow_array_stream")
}
