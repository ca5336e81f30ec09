//! Resampling of rows of counts, and the rank statistics of correlation.

use super::columns::TextColumn;
use super::convert::{Bounded, Matrix, Resamples, Threads, matrix};
use super::error::Refusal;
use super::work::work;
use crate::concordance::{self, Second};
use crate::drawn;
use crate::moments::{self, Exchange, Groups};
use crate::resample::{self, Choice, Draws};
use crate::resampling_blocks;
use numpy::{PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray1, PyReadonlyArray2, PyUntypedArrayMethods};
use pyo3::prelude::*;

fn random_sums<'py>(
    python: Python<'py>,
    tallies: PyReadonlyArray2<'py, f64>,
    draws: Draws,
    Bounded(threads): Threads,
) -> PyResult<Matrix<'py>> {
    let columns = tallies.shape()[1];
    if columns == 0 || !tallies.is_c_contiguous() {
        return Err(Refusal::Shape("tallies are rows of at least one column, in C order".to_string()).into());
    }
    let values = tallies.as_slice()?;
    let sums = work(python, || resample::sums(values, columns, draws, threads))?;
    matrix(python, sums, columns)
}

/// The block that each segment is resampled with, by a hash of its texts, which are those between its two offsets.
#[pyfunction]
pub fn draw_blocks<'py>(
    python: Python<'py>,
    texts: &TextColumn,
    offsets: PyReadonlyArray1<'py, i64>,
    blocks: u32,
    seed: u64,
) -> PyResult<Bound<'py, PyArray1<i64>>> {
    let (texts, offsets) = (texts.0.texts(), offsets.as_slice()?);
    let is_inside = |offset: &i64| (0..=texts.len() as i64).contains(offset);
    if blocks == 0 || !offsets.iter().all(is_inside) || !offsets.is_sorted() {
        return Err(Refusal::Shape("blocks are above 0, and offsets are places of texts in order".to_string()).into());
    }
    let found = work(python, || resampling_blocks::draw(texts, offsets, u64::from(blocks), seed))?;
    Ok(PyArray1::from_vec(python, found))
}

/// The column sums of rows drawn with replacement, as many as there are, for `count` draws from draw `first` on.
#[pyfunction]
pub fn sum_bootstrap<'py>(
    python: Python<'py>,
    tallies: PyReadonlyArray2<'py, f64>,
    first: usize,
    count: Resamples,
    seed: u64,
    threads: Threads,
) -> PyResult<Matrix<'py>> {
    random_sums(python, tallies, Draws { choice: Choice::Bootstrap, first, count: count.0, seed }, threads)
}

/// The column sums of a random half of the rows, for `count` draws from draw `first` on.
#[pyfunction]
pub fn sum_halves<'py>(
    python: Python<'py>,
    tallies: PyReadonlyArray2<'py, f64>,
    first: usize,
    count: Resamples,
    seed: u64,
    threads: Threads,
) -> PyResult<Matrix<'py>> {
    random_sums(python, tallies, Draws { choice: Choice::Half, first, count: count.0, seed }, threads)
}

/// The column sums of rows of 32 bits that were drawn, one list of their numbers per resample, in this order.
#[pyfunction]
pub fn sum_drawn<'py>(
    python: Python<'py>,
    tallies: PyReadonlyArray2<'py, f32>,
    draws: PyReadonlyArray2<'py, i64>,
    threads: Threads,
) -> PyResult<Bound<'py, PyArray2<f32>>> {
    let (&[rows, columns], &[count, length]) = (tallies.shape(), draws.shape()) else { unreachable!("two dimensions") };
    if columns == 0 || length == 0 || !tallies.is_c_contiguous() || !draws.is_c_contiguous() {
        return Err(Refusal::Shape("rows of at least one column, lists of at least one draw, in C order".into()).into());
    }
    let (values, drawn) = (tallies.as_slice()?, draws.as_slice()?);
    if !drawn.iter().all(|&row| (row as u64) < rows as u64) {
        return Err(Refusal::Shape(format!("draws are numbers of rows, from 0 to below {rows}")).into());
    }
    let sums = work(python, || drawn::drawn_sums(values, columns, drawn, length, threads.0))?;
    PyArray1::from_vec(python, sums).reshape([count, columns])
}

/// The column sums of chosen rows: one row of bits per trial, eight to a byte, the lowest first.
#[pyfunction]
pub fn sum_chosen<'py>(
    python: Python<'py>,
    tallies: PyReadonlyArray2<'py, f64>,
    chosen: PyReadonlyArray2<'py, u8>,
    threads: Threads,
) -> PyResult<Matrix<'py>> {
    let values = row_values(&tallies)?;
    let columns = tallies.shape()[1];
    let bytes = tallies.shape()[0].div_ceil(8);
    if bytes == 0 || chosen.shape()[1] != bytes || !chosen.is_c_contiguous() {
        return Err(Refusal::Shape("at least one row, and a bit for each of them in every trial".into()).into());
    }
    let trials = chosen.as_slice()?;
    matrix(python, work(python, || drawn::chosen_sums(values, columns, trials, threads.0))?, columns)
}

/// The values of rows in C order that have at least one column.
fn row_values<'a>(rows: &'a PyReadonlyArray2<'_, f64>) -> PyResult<&'a [f64]> {
    if rows.shape()[1] == 0 || !rows.is_c_contiguous() {
        return Err(Refusal::Shape("rows have at least one number, in C order".to_string()).into());
    }
    Ok(rows.as_slice()?)
}

/// Pairs of each row's items: concordant, discordant, tied in the row, in the other, in both; then distinct values.
#[pyfunction]
pub fn count_pairs<'py>(
    python: Python<'py>,
    rows: PyReadonlyArray2<'py, f64>,
    others: PyReadonlyArray2<'py, f64>,
    threads: Threads,
) -> PyResult<Matrix<'py>> {
    let (values, others_values) = (row_values(&rows)?, row_values(&others)?);
    let (shape, others_shape) = (rows.shape(), others.shape());
    let second = match others_shape[0] {
        _ if others_shape[1] != shape[1] => None,
        1 => Some(Second::Shared(others_values)),
        count => (count == shape[0]).then_some(Second::Rows(others_values)),
    };
    let Some(second) = second else {
        return Err(Refusal::Shape("one other row, or one for each row, of the same length".to_string()).into());
    };
    let counts = work(python, || concordance::count_rows(values, shape[1], second, threads.0))?;
    matrix(python, counts, concordance::COLUMNS)
}

/// The ranks of each row's numbers from 1, the mean for equal ones, and NaN for missing ones.
#[pyfunction]
pub fn rank_rows<'py>(
    python: Python<'py>,
    rows: PyReadonlyArray2<'py, f64>,
    threads: Threads,
) -> PyResult<Matrix<'py>> {
    let (values, columns) = (row_values(&rows)?, rows.shape()[1]);
    matrix(python, work(python, || concordance::rank_rows(values, columns, threads.0))?, columns)
}

/// The mean correlations of two metrics after each exchange of cells: of the first metric, and of the second.
///
/// `fixed` are numbers of cells, sums of human scores and of their squares, each by group. The others are sums of
/// scores, squares and products of a metric: of all its cells, and of the cells that are exchanged, one row per resample.
#[pyfunction]
pub fn exchange_pearson<'py>(
    python: Python<'py>,
    fixed: PyReadonlyArray1<'py, f64>,
    totals: (PyReadonlyArray1<'py, f64>, PyReadonlyArray1<'py, f64>),
    given: (PyReadonlyArray2<'py, f64>, PyReadonlyArray2<'py, f64>),
    threads: Threads,
) -> PyResult<Matrix<'py>> {
    let fixed = fixed.as_slice()?;
    let exchange = Exchange {
        first: totals.0.as_slice()?,
        second: totals.1.as_slice()?,
        first_given: row_values(&given.0)?,
        second_given: row_values(&given.1)?,
    };
    let width = fixed.len();
    let lengths = [exchange.first.len(), exchange.second.len(), given.0.shape()[1], given.1.shape()[1]];
    let fits = width % moments::CHANGING == 0 && lengths.iter().all(|&length| length == width);
    if !fits || given.0.shape() != given.1.shape() {
        return Err(Refusal::Shape("three sums for each group in every list".to_string()).into());
    }
    let means = work(python, || moments::exchange_pearson(&Groups::new(fixed), exchange, threads.0))?;
    matrix(python, means, 2)
}
