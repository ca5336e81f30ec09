//! The rows of counts of the metrics on words and characters.

use super::columns::TextColumn;
use super::convert::{Matrix, OptionalOrder, Order, Threads, matrix};
use super::error::Refusal;
use super::tokens::{Characters, Tokens};
use super::work::work;
use crate::batch::{Batch, check_offsets};
use crate::chrf::{self, Options, Text};
use crate::{bleu, cder, character_ter, gleu, nist, per, ribes, ter, unigram, wer};
use numpy::{PyArray1, PyReadonlyArray1};
use pyo3::prelude::*;
use std::collections::HashMap;

/// Runs a kernel on a batch of tokens, without the interpreter's lock.
fn tally<'py>(
    python: Python<'py>,
    hypotheses: &Tokens,
    references: &Tokens,
    offsets: PyReadonlyArray1<'py, i64>,
    columns: usize,
    kernel: impl FnOnce(&Batch) -> Vec<f64> + Send,
) -> PyResult<Matrix<'py>> {
    let offsets = offsets.as_slice()?;
    check_offsets(hypotheses.0.len(), references.0.len(), offsets).map_err(Refusal::Shape)?;
    let batch = Batch::new(&hypotheses.0, &references.0, offsets);
    matrix(python, work(python, || kernel(&batch))?, columns)
}

/// Where two neighbouring blocks that are exchanged start, meet and end.
type Shift = (u32, u32, u32);

/// TER's edits of one segment: shifts as exchanges of blocks, then operations on words, one letter each.
#[pyfunction]
pub fn explain_ter(python: Python<'_>, hypothesis: Vec<u32>, reference: Vec<u32>) -> PyResult<(Vec<Shift>, String)> {
    work(python, || {
        let mut numbers = HashMap::new();
        let mut number = |words: &[u32]| -> Vec<u32> {
            let dense = |word: &u32| {
                let next = numbers.len() as u32;
                *numbers.entry(*word).or_insert(next)
            };
            words.iter().map(dense).collect()
        };
        let (hypothesis, reference) = (number(&hypothesis), number(&reference));
        let script = ter::script::explain(&hypothesis, &reference);
        (script.shifts, script.operations)
    })
}

/// BLEU's rows: both lengths, then matches and n-grams by order.
#[pyfunction]
pub fn tally_bleu<'py>(
    python: Python<'py>,
    hypotheses: &Tokens,
    references: &Tokens,
    offsets: PyReadonlyArray1<'py, i64>,
    order: Order,
    threads: Threads,
) -> PyResult<Matrix<'py>> {
    let kernel = |batch: &Batch| bleu::tally(batch, order.0, threads.0);
    tally(python, hypotheses, references, offsets, bleu::columns(order.0), kernel)
}

/// The information of each n-gram of the references.
#[pyclass(frozen, module = "tertium._core")]
pub struct Information(pub nist::Information);

/// Computes the information of each n-gram of the references.
#[pyfunction]
pub fn learn_information(python: Python<'_>, references: &Tokens, order: Order) -> PyResult<Information> {
    work(python, || Information(nist::Information::new(&references.0, order.0)))
}

/// How often each n-gram of some references occurs, written with a space between words.
#[pyfunction]
pub fn count_ngrams<'py>(
    python: Python<'py>,
    references: &Tokens,
    order: Order,
) -> PyResult<(Vec<String>, Bound<'py, PyArray1<i64>>)> {
    let (ngrams, counts) = work(python, || nist::NgramCounts::new(&references.0, order.0).write())?;
    Ok((ngrams, PyArray1::from_vec(python, counts)))
}

/// Computes the information of each n-gram from counts of several parts of the references.
#[pyfunction]
pub fn gather_information(
    python: Python<'_>,
    ngrams: &TextColumn,
    counts: PyReadonlyArray1<'_, i64>,
    order: Order,
) -> PyResult<Information> {
    let (ngrams, counts) = (ngrams.0.texts(), counts.as_slice()?);
    if ngrams.len() != counts.len() || counts.iter().any(|&count| count <= 0) {
        return Err(Refusal::Shape("each n-gram needs a count above 0".to_string()).into());
    }
    let gathered = work(python, || {
        let counted = ngrams.iter().zip(counts).map(|(&ngram, &count)| (ngram, count as u64));
        nist::NgramCounts::gather(counted, order.0).map(nist::NgramCounts::into_information)
    })?;
    let refused =
        || Refusal::Shape("an n-gram has no words or too many, or extends one that was not counted".to_string());
    Ok(Information(gathered.ok_or_else(refused)?))
}

/// NIST's rows: information and n-grams by order, then both lengths.
#[pyfunction]
pub fn tally_nist<'py>(
    python: Python<'py>,
    hypotheses: &Tokens,
    references: &Tokens,
    offsets: PyReadonlyArray1<'py, i64>,
    information: &Information,
    threads: Threads,
) -> PyResult<Matrix<'py>> {
    let kernel = |batch: &Batch| nist::tally(batch, &information.0, threads.0);
    tally(python, hypotheses, references, offsets, nist::columns(information.0.order()), kernel)
}

/// TER's rows: edits, mean length of the references.
#[pyfunction]
pub fn tally_ter<'py>(
    python: Python<'py>,
    hypotheses: &Tokens,
    references: &Tokens,
    offsets: PyReadonlyArray1<'py, i64>,
    threads: Threads,
) -> PyResult<Matrix<'py>> {
    tally(python, hypotheses, references, offsets, ter::COLUMNS, |batch| ter::tally(batch, threads.0))
}

/// Runs a kernel that refuses segments that would take minutes, as `tally` runs the others.
fn tally_within_limits<'py>(
    python: Python<'py>,
    hypotheses: &Tokens,
    references: &Tokens,
    offsets: PyReadonlyArray1<'py, i64>,
    columns: usize,
    refuse: impl FnOnce(usize) -> Refusal,
    kernel: impl FnOnce(&Batch) -> Result<Vec<f64>, usize> + Send,
) -> PyResult<Matrix<'py>> {
    let offsets = offsets.as_slice()?;
    check_offsets(hypotheses.0.len(), references.0.len(), offsets).map_err(Refusal::Shape)?;
    let batch = Batch::new(&hypotheses.0, &references.0, offsets);
    matrix(python, work(python, || kernel(&batch))?.map_err(refuse)?, columns)
}

/// WER's rows: edits, length of the reference.
#[pyfunction]
pub fn tally_wer<'py>(
    python: Python<'py>,
    hypotheses: &Tokens,
    references: &Tokens,
    offsets: PyReadonlyArray1<'py, i64>,
    threads: Threads,
) -> PyResult<Matrix<'py>> {
    let refuse = |segment| Refusal::Long { segment, metric: "wer", length: "some 260,000 words or more" };
    tally_within_limits(python, hypotheses, references, offsets, wer::COLUMNS, refuse, |batch| {
        wer::tally(batch, threads.0)
    })
}

/// PER's rows: edits, length of the reference.
#[pyfunction]
pub fn tally_per<'py>(
    python: Python<'py>,
    hypotheses: &Tokens,
    references: &Tokens,
    offsets: PyReadonlyArray1<'py, i64>,
    threads: Threads,
) -> PyResult<Matrix<'py>> {
    tally(python, hypotheses, references, offsets, per::COLUMNS, |batch| per::tally(batch, threads.0))
}

/// CDER's rows: edits, length of the reference.
#[pyfunction]
pub fn tally_cder<'py>(
    python: Python<'py>,
    hypotheses: &Tokens,
    references: &Tokens,
    offsets: PyReadonlyArray1<'py, i64>,
    threads: Threads,
) -> PyResult<Matrix<'py>> {
    let length = "some 700,000 words or more, or 90,000 equal ones";
    let refuse = |segment| Refusal::Long { segment, metric: "cder", length };
    tally_within_limits(python, hypotheses, references, offsets, cder::COLUMNS, refuse, |batch| {
        cder::tally(batch, threads.0)
    })
}

/// GLEU's rows: matches, and n-grams of the side that has more.
#[pyfunction]
pub fn tally_gleu<'py>(
    python: Python<'py>,
    hypotheses: &Tokens,
    references: &Tokens,
    offsets: PyReadonlyArray1<'py, i64>,
    least: Order,
    most: Order,
    threads: Threads,
) -> PyResult<Matrix<'py>> {
    let orders = gleu::Orders { least: least.0, most: most.0 };
    tally(python, hypotheses, references, offsets, gleu::COLUMNS, |batch| gleu::tally(batch, orders, threads.0))
}

/// RIBES' rows: score, normalised Kendall's tau, precision, brevity, and 1.
#[pyfunction]
#[allow(clippy::too_many_arguments)]
pub fn tally_ribes<'py>(
    python: Python<'py>,
    hypotheses: &Tokens,
    references: &Tokens,
    offsets: PyReadonlyArray1<'py, i64>,
    alpha: f64,
    beta: f64,
    like_nltk: bool,
    threads: Threads,
) -> PyResult<Matrix<'py>> {
    let options = ribes::Options { alpha, beta, like_nltk };
    let refuse = |segment| Refusal::Long { segment, metric: "ribes", length: "some 45,000 equal words or more" };
    tally_within_limits(python, hypotheses, references, offsets, ribes::COLUMNS, refuse, |batch| {
        ribes::tally(batch, options, threads.0)
    })
}

/// The words that RIBES aligns: pairs of positions in the hypothesis and in the reference.
#[pyfunction]
pub fn align_ribes(
    python: Python<'_>,
    hypothesis: Vec<u32>,
    reference: Vec<u32>,
    like_nltk: bool,
) -> PyResult<Vec<(u32, u32)>> {
    work(python, || {
        let [hypothesis, reference] = rank([hypothesis, reference]);
        ribes::Aligner::default().align(&hypothesis, &reference, like_nltk).to_vec()
    })
}

/// The refusal of a segment that CharacTER would take minutes for.
fn refuse_character(segment: usize) -> Refusal {
    Refusal::Long { segment, metric: "character", length: "thousands of words, or hundreds of repeated ones" }
}

/// CharacTER's rows: rate, edits of characters, cost of shifts, characters of the hypothesis, and 1.
#[pyfunction]
pub fn tally_character<'py>(
    python: Python<'py>,
    hypotheses: &Tokens,
    references: &Tokens,
    offsets: PyReadonlyArray1<'py, i64>,
    threads: Threads,
) -> PyResult<Matrix<'py>> {
    let columns = character_ter::COLUMNS;
    tally_within_limits(python, hypotheses, references, offsets, columns, refuse_character, |batch| {
        character_ter::tally(batch, threads.0)
    })
}

/// CharacTER's shifts of one segment: where each phrase starts, how many words it has, and where it goes. The numbers
/// of words are in the order of their texts.
#[pyfunction]
pub fn explain_character(
    python: Python<'_>,
    hypothesis: Vec<u32>,
    reference: Vec<u32>,
) -> PyResult<Vec<(usize, usize, usize)>> {
    let shifts = work(python, || {
        let [mut hypothesis, reference] = rank([hypothesis, reference]);
        let mut search = character_ter::Search::new();
        search.shift_phrases(&mut hypothesis, &reference, |one, other| one.cmp(&other))?;
        Some(search.shifts.iter().map(|shift| (shift.start, shift.length, shift.place)).collect())
    })?;
    Ok(shifts.ok_or_else(|| refuse_character(0))?)
}

/// The same words with the smallest numbers that keep their order.
fn rank(segments: [Vec<u32>; 2]) -> [Vec<u32>; 2] {
    let mut kinds = segments.concat();
    kinds.sort_unstable();
    kinds.dedup();
    segments.map(|words| words.iter().map(|word| kinds.partition_point(|kind| kind < word) as u32).collect())
}

/// Unigram rows: matches, both lengths.
#[pyfunction]
pub fn tally_unigram<'py>(
    python: Python<'py>,
    hypotheses: &Tokens,
    references: &Tokens,
    offsets: PyReadonlyArray1<'py, i64>,
    threads: Threads,
) -> PyResult<Matrix<'py>> {
    tally(python, hypotheses, references, offsets, unigram::COLUMNS, |batch| unigram::tally(batch, threads.0))
}

/// chrF's rows: n-grams of the hypothesis and of the reference, and matches, by order.
#[pyfunction]
#[allow(clippy::too_many_arguments)]
pub fn tally_chrf<'py>(
    python: Python<'py>,
    hypotheses: (Bound<'py, Characters>, Option<Bound<'py, Tokens>>),
    references: (Bound<'py, Characters>, Option<Bound<'py, Tokens>>),
    offsets: PyReadonlyArray1<'py, i64>,
    character_order: OptionalOrder,
    word_order: OptionalOrder,
    beta: f64,
    eps_smoothing: bool,
    threads: Threads,
) -> PyResult<Matrix<'py>> {
    let options = Options { character_order: character_order.0, word_order: word_order.0, beta, eps_smoothing };
    if options.columns() == 0 {
        return Err(Refusal::Number("both orders of chrF are 0".to_string()).into());
    }
    let offsets = offsets.as_slice()?;
    check_offsets(hypotheses.0.get().0.len(), references.0.get().0.len(), offsets).map_err(Refusal::Shape)?;
    let words = match (&hypotheses.1, &references.1) {
        (Some(ours), Some(theirs)) if options.word_order > 0 => {
            check_offsets(ours.get().0.len(), theirs.get().0.len(), offsets).map_err(Refusal::Shape)?;
            Some(Batch::new(&ours.get().0, &theirs.get().0, offsets))
        }
        _ => None,
    };
    let text = Text { hypotheses: &hypotheses.0.get().0, references: &references.0.get().0, offsets, words };
    matrix(python, work(python, || chrf::tally(&text, options, threads.0))?, options.columns())
}
