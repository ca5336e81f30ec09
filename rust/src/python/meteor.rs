//! METEOR: words by number, alignments, and its rows of counts.

use super::convert::{Matrix, Threads, matrix};
use super::error::Refusal;
use super::tokens::Tokens;
use super::work::work;
use crate::align::{self, Aligner, Figures, Keys, Objective, Relation};
use crate::batch::check_offsets;
use crate::meteor;
use crate::vocabulary::{self, Numbered};
use numpy::{PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray1, PyUntypedArrayMethods};
use pyo3::prelude::*;

/// The distinct words of hypotheses and references, and the segments as numbers of words.
///
/// Where what matches depends on the place, every place has a number of its own.
#[pyclass(frozen, module = "tertium._core")]
pub struct Vocabulary {
    pub words: Vec<String>,
    pub hypotheses: Numbered,
    pub references: Numbered,
}

#[pymethods]
impl Vocabulary {
    #[new]
    #[pyo3(signature = (hypotheses, references, places=false))]
    fn new(python: Python<'_>, hypotheses: &Tokens, references: &Tokens, places: bool) -> PyResult<Self> {
        let number = if places { vocabulary::number_places } else { vocabulary::number };
        work(python, || {
            let (words, [hypotheses, references]) = number([&hypotheses.0, &references.0]);
            Vocabulary { words: words.into_iter().map(str::to_string).collect(), hypotheses, references }
        })
    }

    fn __len__(&self) -> usize {
        self.words.len()
    }

    /// The words, by number.
    fn words(&self) -> Vec<&str> {
        self.words.iter().map(String::as_str).collect()
    }
}

/// The keys of the words by one module: offsets, values, distances if there are any, and the largest distance.
pub type ModuleKeys<'py> =
    (PyReadonlyArray1<'py, i64>, PyReadonlyArray1<'py, u32>, Option<PyReadonlyArray1<'py, f32>>, f32);

/// Packs the keys that modules have for the words.
fn relations(stages: &[ModuleKeys<'_>], words: usize) -> PyResult<Vec<Relation>> {
    let mut relations = Vec::new();
    for (offsets, values, distances, limit) in stages {
        let distances = distances.as_ref().map(|distances| distances.as_slice()).transpose()?;
        let keys = Keys { offsets: offsets.as_slice()?, values: values.as_slice()?, distances, limit: *limit };
        keys.check(words).map_err(Refusal::Module)?;
        relations.push(Relation::new(keys, &relations));
    }
    Ok(relations)
}

fn objective(name: &str) -> PyResult<Objective> {
    match name {
        "min-crossing" => Ok(Objective::Crossings),
        "min-chunk" => Ok(Objective::Chunks),
        _ => Err(Refusal::Shape(format!("the objective {name:?} does not exist")).into()),
    }
}

/// Runs a kernel on aligned texts, without the interpreter's lock.
fn run_aligned<'py, T: Send>(
    python: Python<'py>,
    vocabulary: &Vocabulary,
    offsets: &PyReadonlyArray1<'py, i64>,
    stages: &[ModuleKeys<'py>],
    is_function: &PyReadonlyArray1<'py, bool>,
    (objective_name, budget): (&str, u64),
    kernel: impl FnOnce(&meteor::Texts) -> T + Send,
) -> PyResult<T> {
    let offsets = offsets.as_slice()?;
    let Vocabulary { words, hypotheses, references } = vocabulary;
    check_offsets(hypotheses.len(), references.len(), offsets).map_err(Refusal::Shape)?;
    let (relations, is_function) = (relations(stages, words.len())?, is_function.as_slice()?);
    if is_function.len() != words.len() {
        return Err(Refusal::Shape("a flag for each word is needed".to_string()).into());
    }
    let objective = objective(objective_name)?;
    let relations = &relations;
    let texts = meteor::Texts { hypotheses, references, offsets, is_function, relations, objective, budget };
    work(python, || kernel(&texts))
}

/// METEOR's rows, one for each reference: lengths, function words, chunks, crossings, unproven; then stage by stage.
#[pyfunction]
#[allow(clippy::too_many_arguments)]
pub fn tally_meteor<'py>(
    python: Python<'py>,
    vocabulary: &Vocabulary,
    offsets: PyReadonlyArray1<'py, i64>,
    stages: Vec<ModuleKeys<'py>>,
    is_function: PyReadonlyArray1<'py, bool>,
    objective: &str,
    budget: u64,
    threads: Threads,
) -> PyResult<Matrix<'py>> {
    let search = (objective, budget);
    let kernel = |texts: &meteor::Texts| meteor::tally(texts, threads.0);
    let rows = run_aligned(python, vocabulary, &offsets, &stages, &is_function, search, kernel)?;
    matrix(python, rows, meteor::columns(stages.len()))
}

/// METEOR's rows, one for each segment with its references pooled; `chosen` are the references whose lengths count.
#[pyfunction]
#[allow(clippy::too_many_arguments)]
pub fn pool_meteor<'py>(
    python: Python<'py>,
    vocabulary: &Vocabulary,
    offsets: PyReadonlyArray1<'py, i64>,
    chosen: PyReadonlyArray1<'py, i64>,
    stages: Vec<ModuleKeys<'py>>,
    is_function: PyReadonlyArray1<'py, bool>,
    objective: &str,
    budget: u64,
    threads: Threads,
) -> PyResult<Matrix<'py>> {
    let chosen = chosen.as_slice()?;
    let is_reference = |&number: &i64| (0..vocabulary.references.len() as i64).contains(&number);
    if chosen.len() != vocabulary.hypotheses.len() || !chosen.iter().all(is_reference) {
        return Err(Refusal::Shape("a reference of each segment is needed".to_string()).into());
    }
    let search = (objective, budget);
    let kernel = |texts: &meteor::Texts| meteor::pool(texts, chosen, threads.0);
    let rows = run_aligned(python, vocabulary, &offsets, &stages, &is_function, search, kernel)?;
    matrix(python, rows, meteor::columns(stages.len()))
}

/// An alignment of two lists of words: links as hypothesis, reference, stage and distance; then crossings, chunks,
/// whether it is proven to be optimal, and a lower bound of the objective.
pub type Aligned = (Vec<(u32, u32, u32, f32)>, u64, u64, bool, u64);

/// Alignments of many segments: where the links of each start; links as the number of the reference, hypothesis,
/// reference and stage; their distances; then crossings, chunks, whether that is proven to be optimal, and its bound.
pub type Links<'py> =
    (Bound<'py, PyArray1<i64>>, Bound<'py, PyArray2<i64>>, Bound<'py, PyArray1<f32>>, Bound<'py, PyArray2<i64>>);

/// The links of each segment with the reference `chosen` for it; with all of its references pooled where that is -1.
#[pyfunction]
#[allow(clippy::too_many_arguments)]
pub fn link_meteor<'py>(
    python: Python<'py>,
    vocabulary: &Vocabulary,
    offsets: PyReadonlyArray1<'py, i64>,
    chosen: PyReadonlyArray1<'py, i64>,
    stages: Vec<ModuleKeys<'py>>,
    is_function: PyReadonlyArray1<'py, bool>,
    objective: &str,
    budget: u64,
    threads: Threads,
) -> PyResult<Links<'py>> {
    let chosen: Vec<Option<i64>> = chosen.as_slice()?.iter().map(|&number| (number != -1).then_some(number)).collect();
    let is_reference = |number: &i64| (0..vocabulary.references.len() as i64).contains(number);
    if chosen.len() != vocabulary.hypotheses.len() || !chosen.iter().flatten().all(is_reference) {
        return Err(Refusal::Shape("a reference of each segment, or -1, is needed".to_string()).into());
    }
    let search = (objective, budget);
    let kernel = |texts: &meteor::Texts| meteor::link(texts, &chosen, threads.0);
    let linked = run_aligned(python, vocabulary, &offsets, &stages, &is_function, search, kernel)?;
    let (mut starts, mut links, mut distances) = (vec![0], Vec::new(), Vec::new());
    let mut figures = Vec::with_capacity(4 * linked.len());
    for (its_links, its_figures) in &linked {
        for (number, link) in its_links {
            links.extend([*number, i64::from(link.hypothesis), i64::from(link.reference), i64::from(link.stage)]);
            distances.push(link.distance);
        }
        starts.push(distances.len() as i64);
        let Figures { crossings, chunks, optimal, bound } = *its_figures;
        figures.extend([crossings as i64, chunks as i64, i64::from(optimal), bound as i64]);
    }
    let rows = |values: Vec<i64>, count: usize| PyArray1::from_vec(python, values).reshape([count, 4]);
    let count = distances.len();
    Ok((
        PyArray1::from_vec(python, starts),
        rows(links, count)?,
        PyArray1::from_vec(python, distances),
        rows(figures, linked.len())?,
    ))
}

/// Aligns two lists of words, given as numbers into the keys of each stage.
#[pyfunction]
pub fn align_words<'py>(
    python: Python<'py>,
    hypothesis: Vec<u32>,
    reference: Vec<u32>,
    stages: Vec<ModuleKeys<'py>>,
    objective_name: &str,
    budget: u64,
) -> PyResult<Aligned> {
    let words = stages.first().map_or(0, |stage| stage.0.len().saturating_sub(1));
    let relations = relations(&stages, words)?;
    if hypothesis.iter().chain(&reference).any(|&word| word as usize >= words) {
        return Err(Refusal::Shape(format!("there are only {words} words in the keys")).into());
    }
    let objective = objective(objective_name)?;
    work(python, || {
        let mut aligner = Aligner::default();
        let figures = aligner.align(&hypothesis, &reference, &relations, objective, budget);
        let link = |link: &align::Link| (link.hypothesis, link.reference, link.stage, link.distance);
        let links = aligner.links().iter().map(link).collect();
        (links, figures.crossings, figures.chunks, figures.optimal, figures.bound)
    })
}
