//! What two systems do differently: n-grams, and words by groups.

use super::convert::{Bounded, Matrix, Order, Threads, matrix};
use super::error::Refusal;
use super::meteor::Vocabulary;
use super::tokens::Tokens;
use super::work::work;
use crate::batch::check_offsets;
use crate::{contrast, word_groups};
use numpy::{PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray1};
use pyo3::prelude::*;

/// How many groups of words: each takes three columns in every row.
type Groups = Bounded<1, 10_000>;

/// The n-grams in which two systems differ in at least `least` segments, and a row of counts each.
#[pyfunction]
pub fn contrast_ngrams<'py>(
    python: Python<'py>,
    first: &Tokens,
    second: &Tokens,
    references: &Tokens,
    offsets: PyReadonlyArray1<'py, i64>,
    order: Order,
    least: u32,
) -> PyResult<(Vec<String>, Bound<'py, PyArray2<i64>>)> {
    let offsets = offsets.as_slice()?;
    for system in [first, second] {
        check_offsets(system.0.len(), references.0.len(), offsets).map_err(Refusal::Shape)?;
    }
    let texts = contrast::Texts { first: &first.0, second: &second.0, references: &references.0, offsets };
    let (words, rows) = work(python, || contrast::contrast(&texts, order.0, least))?;
    let rows = PyArray1::from_vec(python, rows).reshape([words.len(), contrast::COLUMNS])?;
    Ok((words, rows))
}

/// Rows of matched words, words of the hypothesis and words of the reference, group by group.
#[pyfunction]
pub fn tally_word_groups<'py>(
    python: Python<'py>,
    vocabulary: &Vocabulary,
    offsets: PyReadonlyArray1<'py, i64>,
    groups: PyReadonlyArray1<'py, u32>,
    count: Groups,
    threads: Threads,
) -> PyResult<Matrix<'py>> {
    let (offsets, groups) = (offsets.as_slice()?, groups.as_slice()?);
    let Vocabulary { words, hypotheses, references } = vocabulary;
    check_offsets(hypotheses.len(), references.len(), offsets).map_err(Refusal::Shape)?;
    if groups.len() != words.len() || groups.iter().any(|&group| group as usize >= count.0) {
        return Err(Refusal::Shape(format!("a group below {} for each word is needed", count.0)).into());
    }
    let texts = word_groups::Grouped { hypotheses, references, offsets, groups };
    let rows = work(python, || word_groups::tally(&texts, count.0, threads.0))?;
    matrix(python, rows, word_groups::COLUMNS * count.0)
}
