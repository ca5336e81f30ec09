//! Parse trees, and the rows of counts of the metrics that compare them.

use super::convert::{Matrix, Order, Threads, matrix, with_texts};
use super::error::Refusal;
use super::work::work;
use crate::batch::check_offsets;
use crate::trees::{self, Kind, Labels, Pairs};
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

/// Weights of individual subtrees or chains.
#[pyclass(frozen, module = "tertium._core")]
pub struct FragmentWeights(trees::Weights);

#[pymethods]
impl FragmentWeights {
    /// One fragment per segment of the forest, with its weight; and the weights of all others, size by size.
    #[new]
    fn new(
        chains: bool,
        fragments: &Forest,
        weights: PyReadonlyArray1<'_, f64>,
        others: PyReadonlyArray1<'_, f64>,
    ) -> PyResult<Self> {
        let kind = if chains { Kind::Chains } else { Kind::Subtrees };
        let weights = trees::Weights::new(kind, &fragments.0, weights.as_slice()?, others.as_slice()?);
        Ok(FragmentWeights(weights.map_err(Refusal::Weights)?))
    }
}

fn tally_fragments<'py>(
    python: Python<'py>,
    pair: (&Forest, &Forest),
    offsets: &PyReadonlyArray1<'py, i64>,
    (kind, sizes, threads): (Kind, Order, Threads),
    weights: Option<&FragmentWeights>,
) -> PyResult<Matrix<'py>> {
    let weights = weights.map(|weights| &weights.0);
    if weights.is_some_and(|weights| weights.kind() != kind) {
        return Err(Refusal::Weights(format!("the weights are not those of {}s", kind.name())).into());
    }
    let (sizes, threads) = (sizes.0, threads.0);
    let columns = trees::columns(sizes);
    let kernel = |pairs: &Pairs| trees::tally_fragments(pairs, kind, sizes, threads, weights);
    matrix(python, with_pairs(python, pair, offsets, kernel)?, columns)
}

/// Rows of subtrees, by depth: matches in any reference, subtrees, and both for the nearest reference.
#[pyfunction]
#[pyo3(signature = (hypotheses, references, offsets, depth, threads, weights=None))]
pub fn tally_subtrees<'py>(
    python: Python<'py>,
    hypotheses: &Forest,
    references: &Forest,
    offsets: PyReadonlyArray1<'py, i64>,
    depth: Order,
    threads: Threads,
    weights: Option<&FragmentWeights>,
) -> PyResult<Matrix<'py>> {
    tally_fragments(python, (hypotheses, references), &offsets, (Kind::Subtrees, depth, threads), weights)
}

/// Rows of headword chains, by length, as for subtrees.
#[pyfunction]
#[pyo3(signature = (hypotheses, references, offsets, length, threads, weights=None))]
pub fn tally_chains<'py>(
    python: Python<'py>,
    hypotheses: &Forest,
    references: &Forest,
    offsets: PyReadonlyArray1<'py, i64>,
    length: Order,
    threads: Threads,
    weights: Option<&FragmentWeights>,
) -> PyResult<Matrix<'py>> {
    tally_fragments(python, (hypotheses, references), &offsets, (Kind::Chains, length, threads), weights)
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
