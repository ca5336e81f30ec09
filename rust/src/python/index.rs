//! Counts of phrases: an index on disk, and a scan of text without one.

use super::columns::TextColumn;
use super::convert::{Threads, with_texts};
use super::error::Refusal;
use super::work::work;
use crate::corpus::blocks::Fault;
use crate::corpus::build::{BadLine, Builder, Size};
use crate::corpus::merge::merger::{Merger, Source, is_mergeable};
use crate::corpus::merge::sorting::Limits;
use crate::corpus::normalise::Normaliser;
use crate::corpus::query::Index;
use crate::corpus::search::Tally;
use crate::corpus_scan::{Automaton, Counter};
use numpy::PyArray1;
use pyo3::prelude::*;
use std::path::PathBuf;
use std::sync::Mutex;

/// How text becomes words: case folded or not, apostrophes kept, hyphens kept.
pub type Settings = (bool, bool, bool);

fn normaliser((casefold, keep_apostrophes, keep_hyphens): Settings) -> Normaliser {
    Normaliser { casefold, keep_apostrophes, keep_hyphens }
}

fn refuse_file(Fault { file, problem }: Fault) -> Refusal {
    Refusal::File { file, problem }
}

/// The words of each text, normalised.
#[pyfunction]
pub fn split_words(segments: &Bound<'_, PyAny>, settings: Settings) -> PyResult<Vec<Vec<String>>> {
    let normaliser = normaliser(settings);
    with_texts(segments, |texts| texts.iter().map(|text| normaliser.words(text)).collect())
}

/// The words of each text, normalised, and where each starts and ends, in characters.
#[pyfunction]
pub fn locate_words(segments: &Bound<'_, PyAny>, settings: Settings) -> PyResult<Vec<Vec<(String, usize, usize)>>> {
    let normaliser = normaliser(settings);
    with_texts(segments, |texts| texts.iter().map(|text| normaliser.locate(text)).collect())
}

/// Collects text for a phrase index, and writes it shard by shard.
#[pyclass(module = "tertium._core")]
pub struct IndexBuilder(pub Builder);

impl IndexBuilder {
    fn refuse_line(&self, BadLine { line, problem }: BadLine) -> Refusal {
        Refusal::Line { file: self.0.document().to_string(), line, problem }
    }
}

#[pymethods]
impl IndexBuilder {
    #[new]
    fn new(settings: Settings, memory: usize) -> PyResult<Self> {
        Ok(IndexBuilder(Builder::new(normaliser(settings), memory).map_err(|_| Refusal::Memory { bytes: memory })?))
    }

    /// Whether nothing was collected since the last shard.
    #[getter]
    fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether the shard is to be written before there is more text.
    #[getter]
    fn is_full(&self) -> bool {
        self.0.is_full()
    }

    /// Begins a document: the text that follows belongs to it.
    fn begin_document(&mut self, name: &str) {
        self.0.begin_document(name);
    }

    /// Takes bytes from an offset on, up to the line that fills the shard. Returns the offset after the last byte taken.
    fn feed(&mut self, python: Python<'_>, content: &[u8], start: usize) -> PyResult<usize> {
        let rest = content.get(start..).unwrap_or_default();
        let taken = work(python, || self.0.feed(rest))?.map_err(|bad| self.refuse_line(bad))?;
        Ok(start + taken)
    }

    /// Ends the document.
    fn end_document(&mut self) -> PyResult<()> {
        Ok(self.0.end_document().map_err(|bad| self.refuse_line(bad))?)
    }

    /// Takes lines of a shard from a place on, until this one is full. Returns the next place, or None at the end.
    fn take_shard(
        &mut self,
        python: Python<'_>,
        folder: PathBuf,
        checksum: u64,
        start: usize,
    ) -> PyResult<Option<usize>> {
        let taken = work(python, || self.0.take_shard(&folder, checksum, start))?;
        Ok(taken.map_err(refuse_file)?)
    }

    /// Writes a shard into an empty folder. Returns its tokens, lines, words and bytes, and the checksum of its checksums.
    fn write(&mut self, python: Python<'_>, folder: PathBuf) -> PyResult<Sizes> {
        Ok(sizes(work(python, || self.0.write(&folder))?.map_err(refuse_file)?))
    }
}

/// Tokens, lines, words and bytes of a shard, and the checksum of its checksums.
pub type Sizes = (u64, u64, u64, u64, u64);

fn sizes(size: Size) -> Sizes {
    (size.tokens, size.lines, size.words, size.bytes, size.checksum)
}

/// Merges shards of any size into one, step by step.
#[pyclass(module = "tertium._core")]
pub struct IndexMerger(pub Merger);

#[pymethods]
impl IndexMerger {
    /// Shards are folder, checksum, and whether they are not needed later. Both folders are empty.
    #[new]
    fn new(
        python: Python<'_>,
        shards: Vec<(PathBuf, u64, bool)>,
        folder: PathBuf,
        scratch: PathBuf,
        memory: usize,
        ranges: usize,
        threads: Threads,
    ) -> PyResult<Self> {
        let source = |(folder, checksum, is_temporary)| Source { folder, checksum, is_temporary };
        let sources = shards.into_iter().map(source).collect();
        let limits = Limits { memory, threads: threads.0, ranges, depth: None };
        Ok(IndexMerger(work(python, || Merger::new(sources, folder, scratch, limits))?.map_err(refuse_file)?))
    }

    /// Whether a shard can be merged as it is within some memory.
    #[staticmethod]
    fn can_take(python: Python<'_>, folder: PathBuf, checksum: u64, memory: usize) -> PyResult<bool> {
        Ok(work(python, || is_mergeable(&folder, checksum, memory))?.map_err(refuse_file)?)
    }

    /// How much work there is in all.
    #[getter]
    fn total(&self) -> u64 {
        self.0.total()
    }

    /// Whether there is nothing left to do but `finish`.
    #[getter]
    fn is_over(&self) -> bool {
        self.0.is_over()
    }

    /// Does a part of the work, and returns how much it was.
    fn step(&mut self, python: Python<'_>) -> PyResult<u64> {
        Ok(work(python, || self.0.step())?.map_err(refuse_file)?)
    }

    /// Ends the shard. Returns its tokens, lines, words and bytes, and the checksum of its checksums.
    fn finish(&mut self, python: Python<'_>) -> PyResult<Sizes> {
        Ok(sizes(work(python, || self.0.finish())?.map_err(refuse_file)?))
    }
}

/// Occurrences and lines of each phrase.
type Tallies<'py> = (Bound<'py, PyArray1<i64>>, Bound<'py, PyArray1<i64>>);

/// The occurrences and lines of phrases as arrays; -1 for a phrase without words.
fn tallies(python: Python<'_>, found: Vec<Option<Tally>>) -> Tallies<'_> {
    let numbers = |tally: Option<Tally>| tally.map_or((-1, -1), |t| (t.occurrences as i64, t.lines as i64));
    let (occurrences, lines) = found.into_iter().map(numbers).unzip();
    (PyArray1::from_vec(python, occurrences), PyArray1::from_vec(python, lines))
}

/// The logarithms of the probabilities of words, and where those of each text end.
type WordScores<'py> = (Bound<'py, PyArray1<f64>>, Bound<'py, PyArray1<i64>>);

/// Document, line, and the words before, in and after a phrase.
pub type Shown = (String, u64, Vec<String>, Vec<String>, Vec<String>);

/// The shards of a phrase index, open.
#[pyclass(frozen, module = "tertium._core")]
pub struct IndexShards(pub Index);

impl IndexShards {
    /// Refuses the number of a shard that is not there.
    fn require(&self, shard: usize) -> PyResult<()> {
        let message = || format!("there is no shard {shard}: the index has {}", self.0.len());
        if shard < self.0.len() { Ok(()) } else { Err(Refusal::Number(message()).into()) }
    }
}

#[pymethods]
impl IndexShards {
    #[new]
    fn new(python: Python<'_>, settings: Settings, shards: Vec<(PathBuf, u64)>, memory: usize) -> PyResult<Self> {
        let index = work(python, || Index::open(&shards, normaliser(settings), memory))?;
        Ok(IndexShards(index.map_err(refuse_file)?))
    }

    /// Verifies every byte of a shard.
    fn check(&self, python: Python<'_>, shard: usize) -> PyResult<()> {
        self.require(shard)?;
        Ok(work(python, || self.0.check(shard))?.map_err(refuse_file)?)
    }

    /// Occurrences and lines of each phrase; -1 for one without words.
    fn count<'py>(&self, phrases: &Bound<'py, PyAny>, wildcards: bool, threads: Threads) -> PyResult<Tallies<'py>> {
        let found = with_texts(phrases, |texts| self.0.count(texts, wildcards, threads.0))?.map_err(refuse_file)?;
        Ok(tallies(phrases.py(), found))
    }

    /// The logarithm of the probability of each word of texts of normalised words, and where those of each text end.
    fn score_words<'py>(
        &self,
        texts: &Bound<'py, PyAny>,
        mixture: Vec<(f64, f64)>,
        threads: Threads,
    ) -> PyResult<WordScores<'py>> {
        let scored = with_texts(texts, |texts| self.0.score(texts, &mixture, threads.0))?.map_err(refuse_file)?;
        let python = texts.py();
        Ok((PyArray1::from_vec(python, scored.0), PyArray1::from_vec(python, scored.1)))
    }

    /// Occurrences of a phrase, spread over all of them: document, line, words before, in and after the phrase.
    fn show(
        &self,
        python: Python<'_>,
        phrase: &str,
        wildcards: bool,
        most: usize,
        context: usize,
    ) -> PyResult<Vec<Shown>> {
        let shown = work(python, || self.0.show(phrase, wildcards, most, context))?.map_err(refuse_file)?;
        Ok(shown.into_iter().map(|one| (one.document, one.line, one.before, one.phrase, one.after)).collect())
    }

    /// How often each word occurs; words are not normalised.
    fn count_unigrams<'py>(&self, words: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyArray1<i64>>> {
        let counts = with_texts(words, |texts| self.0.count_unigrams(texts))?.map_err(refuse_file)?;
        let counts = counts.into_iter().map(|count| count as i64).collect();
        Ok(PyArray1::from_vec(words.py(), counts))
    }

    /// All words of a shard, and how often each occurs there.
    fn unigrams(&self, python: Python<'_>, shard: usize) -> PyResult<Vec<(String, u64)>> {
        self.require(shard)?;
        Ok(work(python, || self.0.unigrams(shard))?.map_err(refuse_file)?)
    }
}

/// Counts a list of phrases in a stream of text.
#[pyclass(frozen, module = "tertium._core")]
pub struct PhraseScanner {
    automaton: Automaton,
    counters: Mutex<Vec<Counter>>,
}

impl PhraseScanner {
    /// Runs an action on the counters, unless a thread panicked: what it had counted cannot be trusted.
    fn with_counters<T>(&self, action: impl FnOnce(&mut [Counter]) -> T) -> PyResult<T> {
        let broken_off = |_| Refusal::Shape("the scan was stopped by an error".to_string());
        Ok(action(&mut self.counters.lock().map_err(broken_off)?))
    }
}

#[pymethods]
impl PhraseScanner {
    #[new]
    fn new(phrases: &Bound<'_, PyAny>, settings: Settings, wildcards: bool, threads: Threads) -> PyResult<Self> {
        with_texts(phrases, |texts| {
            let automaton = Automaton::new(texts, normaliser(settings), wildcards);
            let counters = Mutex::new(vec![automaton.counter(); threads.0]);
            PhraseScanner { automaton, counters }
        })
    }

    /// Counts in whole lines of UTF-8. Where a byte is not valid UTF-8, returns its offset and counts nothing.
    fn feed(&self, python: Python<'_>, lines: &[u8]) -> PyResult<Option<usize>> {
        work(python, || match std::str::from_utf8(lines) {
            Ok(text) => self.with_counters(|counters| self.automaton.scan(text, counters)).map(|()| None),
            Err(error) => Ok(Some(error.valid_up_to())),
        })?
    }

    /// Counts in a column of texts. Each row is a line of its own, or several.
    fn feed_column(&self, python: Python<'_>, texts: &TextColumn) -> PyResult<()> {
        work(python, || self.with_counters(|counters| self.automaton.scan_texts(texts.0.texts(), counters)))?
    }

    /// Occurrences and lines of each phrase; -1 for one without words.
    fn results<'py>(&self, python: Python<'py>) -> PyResult<Tallies<'py>> {
        let found = work(python, || self.with_counters(|counters| self.automaton.sum_up(counters)))??;
        Ok(tallies(python, found))
    }

    /// The tokens of the text so far.
    #[getter]
    fn tokens(&self) -> PyResult<u64> {
        self.with_counters(|counters| counters.iter().map(|counter| counter.tokens).sum())
    }
}
