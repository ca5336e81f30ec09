//! Parse trees, and the rows of counts of the metrics that compare them.

use super::convert::{Matrix, Order, Threads, matrix, with_texts};
use super::error::Refusal;
use super::work::work;
use crate::batch::check_offsets;
use crate::trees::{self, Labels, Pairs};
use numpy::PyReadonlyArray1;
use pyo3::prelude::*;

/// The trees of a batch of segments.
#[pyclass(frozen, module = "tertium._core")]
pub struct Forest(pub trees::Forest);

#[pymethods]
impl Forest {
    fn __len__(&self) -> usize {
        self.0.len()
    }
}

fn read_forest(
    texts: &Bound<'_, PyAny>,
    threads: Threads,
    read: impl Fn(&str, &mut trees::Builder) -> Result<(), String> + Sync,
) -> PyResult<Forest> {
    let forest = with_texts(texts, |texts| trees::Forest::read(texts, threads.0, &read))?;
    Ok(Forest(forest.map_err(|(segment, problem)| Refusal::Tree { segment, problem })?))
}

/// Reads Penn brackets, any number of trees per segment.
#[pyfunction]
pub fn read_brackets(
    texts: &Bound<'_, PyAny>,
    words: bool,
    function_tags: bool,
    lowercase: bool,
    threads: Threads,
) -> PyResult<Forest> {
    let labels = Labels { words, function_tags, lowercase };
    read_forest(texts, threads, |text, builder| trees::read_brackets(text, labels, builder))
}

/// Reads dependencies in CoNLL-U, any number of sentences per segment.
#[pyfunction]
pub fn read_conllu(texts: &Bound<'_, PyAny>, lowercase: bool, threads: Threads) -> PyResult<Forest> {
    read_forest(texts, threads, |text, builder| trees::read_conllu(text, lowercase, builder))
}

/// Runs a kernel on the trees of hypotheses and references, without the interpreter's lock.
fn with_pairs<'py, T: Send>(
    python: Python<'py>,
    (hypotheses, references): (&Forest, &Forest),
    offsets: &PyReadonlyArray1<'py, i64>,
    kernel: impl FnOnce(&Pairs) -> T + Send,
) -> PyResult<T> {
    let offsets = offsets.as_slice()?;
    check_offsets(hypotheses.0.len(), references.0.len(), offsets).map_err(Refusal::Shape)?;
    let pairs = Pairs { hypotheses: &hypotheses.0, references: &references.0, offsets };
    work(python, || kernel(&pairs))
}

/// Rows of subtrees, by depth: matches in any reference, subtrees, and both for the nearest reference.
#[pyfunction]
pub fn tally_subtrees<'py>(
    python: Python<'py>,
    hypotheses: &Forest,
    references: &Forest,
    offsets: PyReadonlyArray1<'py, i64>,
    depth: Order,
    threads: Threads,
) -> PyResult<Matrix<'py>> {
    let columns = trees::columns(depth.0);
    let kernel = |pairs: &Pairs| trees::tally_subtrees(pairs, depth.0, threads.0);
    matrix(python, with_pairs(python, (hypotheses, references), &offsets, kernel)?, columns)
}

/// Rows of headword chains, by length, as for subtrees.
#[pyfunction]
pub fn tally_chains<'py>(
    python: Python<'py>,
    hypotheses: &Forest,
    references: &Forest,
    offsets: PyReadonlyArray1<'py, i64>,
    length: Order,
    threads: Threads,
) -> PyResult<Matrix<'py>> {
    let columns = trees::columns(length.0);
    let kernel = |pairs: &Pairs| trees::tally_chains(pairs, length.0, threads.0);
    matrix(python, with_pairs(python, (hypotheses, references), &offsets, kernel)?, columns)
}

/// Rows of the tree kernel: the best cosine, and 1 where there is a tree.
#[pyfunction]
pub fn tally_kernel<'py>(
    python: Python<'py>,
    hypotheses: &Forest,
    references: &Forest,
    offsets: PyReadonlyArray1<'py, i64>,
    decay: f64,
    threads: Threads,
) -> PyResult<Matrix<'py>> {
    let kernel = |pairs: &Pairs| trees::tally_kernel(pairs, decay, threads.0);
    let rows = with_pairs(python, (hypotheses, references), &offsets, kernel)?;
    matrix(python, rows.map_err(|segment| Refusal::Repetitive { segment })?, trees::KERNEL_COLUMNS)
}
