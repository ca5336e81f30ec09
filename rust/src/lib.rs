//! The kernels of Tertium.
//!
//! Every module is plain Rust and is tested without Python. This file and `error.rs` are the only ones that know
//! of Python: one thin function a kernel, with the interpreter's lock released while it works.

pub mod align;
pub mod batch;
pub mod bleu;
pub mod characters;
pub mod chrf;
pub mod concordance;
pub mod corpus;
pub mod corpus_scan;
#[cfg(feature = "python")]
mod error;
pub mod levenshtein;
pub mod meteor;
pub mod moments;
pub mod multinomial;
pub mod ngrams;
pub mod nist;
pub mod parallel;
pub mod resample;
pub mod table;
pub mod ter;
pub mod tokenize;
pub mod tokens;
pub mod trees;
pub mod unigram;
pub mod vocabulary;
pub mod wer;
pub mod whitespace;
pub mod wordnet;
pub mod words;

/// Batches are made and dropped by the thousand, on several threads: the system's allocator hands their memory back to
/// the kernel each time, and the page faults cost more than the tokens.
#[cfg(feature = "python")]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

#[cfg(feature = "python")]
mod python {
    use super::align::{self, Aligner, Keys, Objective, Relation};
    use super::batch::{Batch, check_offsets};
    use super::chrf::{self, Options, Text};
    use super::concordance::Second;
    use super::corpus::blocks::Fault;
    use super::corpus::build::{BadLine, Builder};
    use super::corpus::index::Shard;
    use super::corpus::normalise::Normaliser;
    use super::corpus::query::Index;
    use super::corpus::search::Tally;
    use super::corpus_scan::{Automaton, Counter};
    use super::error::Refusal;
    use super::moments::{Exchange, Groups};
    use super::resample::{Choice, Draws};
    use super::tokenize::{TercomOptions, Tokenizer};
    use super::trees::{self, Labels, Pairs};
    use super::vocabulary::{self, Numbered};
    use super::{bleu, characters, concordance, meteor, moments, nist, resample, ter, tokens, unigram, wer, wordnet};
    use arrow_array::ffi_stream::FFI_ArrowArrayStream;
    use arrow_array::{Array, ArrayRef, Float64Array, Int64Array, RecordBatch, RecordBatchIterator, StringArray};
    use arrow_schema::{Field, Schema};
    use numpy::{PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray1, PyReadonlyArray2, PyUntypedArrayMethods};
    use pyo3::prelude::*;
    use pyo3::types::{PyCapsule, PyList, PySequence, PyString, PyTuple};
    use std::path::PathBuf;
    use std::sync::{Arc, Mutex};

    type Matrix<'py> = Bound<'py, PyArray2<f64>>;

    /// A batch of tokenised segments.
    #[pyclass(frozen, module = "tertium._core")]
    struct Tokens(tokens::Tokens);

    #[pymethods]
    impl Tokens {
        fn __len__(&self) -> usize {
            self.0.len()
        }

        /// The tokens of each segment as strings.
        fn to_lists(&self) -> Vec<Vec<String>> {
            let list = |index| {
                let segment = self.0.segment(index);
                let text = |&token| String::from_utf8_lossy(segment.bytes(token)).into_owned();
                segment.tokens.iter().map(text).collect()
            };
            (0..self.0.len()).map(list).collect()
        }
    }

    /// A batch of segments as characters.
    #[pyclass(frozen, module = "tertium._core")]
    struct Characters(characters::Characters);

    #[pymethods]
    impl Characters {
        fn __len__(&self) -> usize {
            self.0.len()
        }
    }

    /// How much each n-gram of the references tells.
    #[pyclass(frozen, module = "tertium._core")]
    struct Information(nist::Information);

    /// The distinct words of hypotheses and references, which the segments are made of.
    #[pyclass(frozen, module = "tertium._core")]
    struct Vocabulary {
        words: Vec<String>,
        hypotheses: Numbered,
        references: Numbered,
    }

    #[pymethods]
    impl Vocabulary {
        #[new]
        fn new(python: Python<'_>, hypotheses: &Tokens, references: &Tokens) -> Self {
            python.detach(|| {
                let (words, [hypotheses, references]) = vocabulary::number([&hypotheses.0, &references.0]);
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
    type ModuleKeys<'py> =
        (PyReadonlyArray1<'py, i64>, PyReadonlyArray1<'py, u32>, Option<PyReadonlyArray1<'py, u8>>, u32);

    /// Packs what modules know of so many words.
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
            _ => Err(Refusal::Shape(format!("there is no objective {name:?}")).into()),
        }
    }

    /// Runs a kernel on aligned texts, without the interpreter's lock.
    fn tally_aligned<'py>(
        python: Python<'py>,
        vocabulary: &Vocabulary,
        offsets: &PyReadonlyArray1<'py, i64>,
        stages: &[ModuleKeys<'py>],
        is_function: &PyReadonlyArray1<'py, bool>,
        (objective_name, budget): (&str, u64),
        kernel: impl FnOnce(&meteor::Texts) -> Vec<f64> + Send,
    ) -> PyResult<Matrix<'py>> {
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
        matrix(python, python.detach(|| kernel(&texts)), meteor::columns(relations.len()))
    }

    /// METEOR's rows, one for each reference: lengths, function words, chunks, crossings, unproven; then stage by stage.
    #[pyfunction]
    #[allow(clippy::too_many_arguments)]
    fn tally_meteor<'py>(
        python: Python<'py>,
        vocabulary: &Vocabulary,
        offsets: PyReadonlyArray1<'py, i64>,
        stages: Vec<ModuleKeys<'py>>,
        is_function: PyReadonlyArray1<'py, bool>,
        objective: &str,
        budget: u64,
        threads: usize,
    ) -> PyResult<Matrix<'py>> {
        let search = (objective, budget);
        let kernel = |texts: &meteor::Texts| meteor::tally(texts, threads);
        tally_aligned(python, vocabulary, &offsets, &stages, &is_function, search, kernel)
    }

    /// METEOR's rows, one for each segment with its references pooled; `chosen` are the references that lengths are from.
    #[pyfunction]
    #[allow(clippy::too_many_arguments)]
    fn pool_meteor<'py>(
        python: Python<'py>,
        vocabulary: &Vocabulary,
        offsets: PyReadonlyArray1<'py, i64>,
        chosen: PyReadonlyArray1<'py, i64>,
        stages: Vec<ModuleKeys<'py>>,
        is_function: PyReadonlyArray1<'py, bool>,
        objective: &str,
        budget: u64,
        threads: usize,
    ) -> PyResult<Matrix<'py>> {
        let chosen = chosen.as_slice()?;
        let is_reference = |&number: &i64| (0..vocabulary.references.len() as i64).contains(&number);
        if chosen.len() != vocabulary.hypotheses.len() || !chosen.iter().all(is_reference) {
            return Err(Refusal::Shape("a reference of each segment is needed".to_string()).into());
        }
        let search = (objective, budget);
        let kernel = |texts: &meteor::Texts| meteor::pool(texts, chosen, threads);
        tally_aligned(python, vocabulary, &offsets, &stages, &is_function, search, kernel)
    }

    /// An alignment of two lists of words: links as hypothesis, reference, stage and distance; then crossings, chunks,
    /// whether it is proven to be the best, and what the objective cannot be below.
    type Aligned = (Vec<(u32, u32, u32, u32)>, u64, u64, bool, u64);

    /// Aligns two lists of words, given as numbers into the keys of each stage.
    #[pyfunction]
    fn align_words<'py>(
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
        Ok(python.detach(|| {
            let mut aligner = Aligner::default();
            let figures = aligner.align(&hypothesis, &reference, &relations, objective, budget);
            let link = |link: &align::Link| (link.hypothesis, link.reference, link.stage, link.distance);
            let links = aligner.links().iter().map(link).collect();
            (links, figures.crossings, figures.chunks, figures.optimal, figures.bound)
        }))
    }

    /// The trees of a batch of segments.
    #[pyclass(frozen, module = "tertium._core")]
    struct Forest(trees::Forest);

    #[pymethods]
    impl Forest {
        fn __len__(&self) -> usize {
            self.0.len()
        }
    }

    fn read_forest(
        texts: &Bound<'_, PyAny>,
        threads: usize,
        read: impl Fn(&str, &mut trees::Builder) -> Result<(), String> + Sync,
    ) -> PyResult<Forest> {
        let forest = with_texts(texts, |texts| trees::Forest::read(texts, threads, &read))?;
        Ok(Forest(forest.map_err(|(segment, problem)| Refusal::Tree { segment, problem })?))
    }

    /// Reads Penn brackets, any number of trees a segment.
    #[pyfunction]
    fn read_brackets(
        texts: &Bound<'_, PyAny>,
        words: bool,
        function_tags: bool,
        lowercase: bool,
        threads: usize,
    ) -> PyResult<Forest> {
        let labels = Labels { words, function_tags, lowercase };
        read_forest(texts, threads, |text, builder| trees::read_brackets(text, labels, builder))
    }

    /// Reads dependencies in CoNLL-U, any number of sentences a segment.
    #[pyfunction]
    fn read_conllu(texts: &Bound<'_, PyAny>, lowercase: bool, threads: usize) -> PyResult<Forest> {
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
        Ok(python.detach(|| kernel(&pairs)))
    }

    /// Rows of subtrees, by depth: matches in any reference, subtrees, and both for the nearest reference.
    #[pyfunction]
    fn tally_subtrees<'py>(
        python: Python<'py>,
        hypotheses: &Forest,
        references: &Forest,
        offsets: PyReadonlyArray1<'py, i64>,
        depth: usize,
        threads: usize,
    ) -> PyResult<Matrix<'py>> {
        let columns = trees::columns(depth);
        check_columns(columns)?;
        let kernel = |pairs: &Pairs| trees::tally_subtrees(pairs, depth, threads);
        matrix(python, with_pairs(python, (hypotheses, references), &offsets, kernel)?, columns)
    }

    /// Rows of headword chains, by length, as for subtrees.
    #[pyfunction]
    fn tally_chains<'py>(
        python: Python<'py>,
        hypotheses: &Forest,
        references: &Forest,
        offsets: PyReadonlyArray1<'py, i64>,
        length: usize,
        threads: usize,
    ) -> PyResult<Matrix<'py>> {
        let columns = trees::columns(length);
        check_columns(columns)?;
        let kernel = |pairs: &Pairs| trees::tally_chains(pairs, length, threads);
        matrix(python, with_pairs(python, (hypotheses, references), &offsets, kernel)?, columns)
    }

    /// Rows of the tree kernel: the best cosine, and 1 where there is a tree.
    #[pyfunction]
    fn tally_kernel<'py>(
        python: Python<'py>,
        hypotheses: &Forest,
        references: &Forest,
        offsets: PyReadonlyArray1<'py, i64>,
        decay: f64,
        threads: usize,
    ) -> PyResult<Matrix<'py>> {
        let kernel = |pairs: &Pairs| trees::tally_kernel(pairs, decay, threads);
        let rows = with_pairs(python, (hypotheses, references), &offsets, kernel)?;
        matrix(python, rows.map_err(|segment| Refusal::Repetitive { segment })?, trees::KERNEL_COLUMNS)
    }

    /// WordNet, from a packed file.
    #[pyclass(frozen, module = "tertium._core")]
    struct WordNet(wordnet::WordNet);

    /// Offsets and values: a list of numbers for each word.
    type NumberLists<'py> = (Bound<'py, PyArray1<i64>>, Bound<'py, PyArray1<u32>>);

    #[pymethods]
    impl WordNet {
        #[new]
        fn new(path: std::path::PathBuf) -> PyResult<Self> {
            Ok(WordNet(wordnet::WordNet::open(&path).map_err(|refused| Refusal::WordNet(refused.to_string()))?))
        }

        /// Which WordNet it is, such as 3.0.
        #[getter]
        fn version(&self) -> &str {
            self.0.version()
        }

        /// How many words have a number, lemmas among them.
        #[getter]
        fn word_count(&self) -> u32 {
            self.0.word_count()
        }

        /// Whether the file is as it was written; this reads all of it.
        fn is_intact(&self) -> bool {
            self.0.is_intact()
        }

        /// A word by its number.
        fn word(&self, number: u32) -> Option<String> {
            self.0.word(number)
        }

        /// The numbers of all base forms of each word.
        fn base_forms<'py>(&self, words: &Bound<'py, PyAny>) -> PyResult<NumberLists<'py>> {
            number_lists(words, |word, found| self.0.base_forms(word, found))
        }

        /// The numbers of all synsets of each word.
        fn synsets<'py>(&self, words: &Bound<'py, PyAny>) -> PyResult<NumberLists<'py>> {
            number_lists(words, |word, found| self.0.synsets(word, found))
        }

        /// The synsets at most `limit` steps above each word, and how many steps it is to each.
        #[allow(clippy::type_complexity)]
        fn ancestors<'py>(
            &self,
            words: &Bound<'py, PyAny>,
            limit: u8,
        ) -> PyResult<(Bound<'py, PyArray1<i64>>, Bound<'py, PyArray1<u32>>, Bound<'py, PyArray1<u8>>)> {
            let (offsets, found) = lists(words, |word, found| self.0.ancestors(word, limit, found))?;
            let (values, distances): (Vec<u32>, Vec<u8>) = found.into_iter().unzip();
            let python = words.py();
            Ok((
                PyArray1::from_vec(python, offsets),
                PyArray1::from_vec(python, values),
                PyArray1::from_vec(python, distances),
            ))
        }
    }

    /// What is found for each word, in one list, and where each word's part starts.
    fn lists<T: Send>(
        words: &Bound<'_, PyAny>,
        look_up: impl Fn(&str, &mut Vec<T>) + Sync,
    ) -> PyResult<(Vec<i64>, Vec<T>)> {
        with_texts(words, |texts| {
            let (mut offsets, mut all, mut found) = (vec![0], Vec::new(), Vec::new());
            for text in texts {
                look_up(text, &mut found);
                all.append(&mut found);
                offsets.push(all.len() as i64);
            }
            (offsets, all)
        })
    }

    fn number_lists<'py>(
        words: &Bound<'py, PyAny>,
        look_up: impl Fn(&str, &mut Vec<u32>) + Sync,
    ) -> PyResult<NumberLists<'py>> {
        let (offsets, values) = lists(words, look_up)?;
        Ok((PyArray1::from_vec(words.py(), offsets), PyArray1::from_vec(words.py(), values)))
    }

    /// The segments that a caller handed over, held so that they stay while the interpreter's lock is released.
    ///
    /// The tuple is ours: a list could be changed by another thread. It costs one reference a segment and no copy.
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
            let text = string.to_str().map_err(|_| Refusal::Surrogate { segment })?;
            let (bytes, most) = (text.len(), tokens::LONGEST_SEGMENT);
            if bytes > most {
                return Err(Refusal::TooLong { segment, bytes, most }.into());
            }
            Ok(text)
        };
        strings.iter().enumerate().map(text).collect()
    }

    /// Runs `work` on the texts of some segments, without the interpreter's lock.
    fn with_texts<'py, T: Send>(segments: &Bound<'py, PyAny>, work: impl FnOnce(&[&str]) -> T + Send) -> PyResult<T> {
        let held = Segments::new(segments)?;
        let strings = held.strings()?;
        let texts = texts(&strings)?;
        Ok(segments.py().detach(|| work(&texts)))
    }

    /// Refuses segments that the kernels would refuse, and those with a NUL, for tokenizers that are not ours.
    #[pyfunction]
    fn check_texts(segments: &Bound<'_, PyAny>) -> PyResult<()> {
        let held = Segments::new(segments)?;
        let strings = held.strings()?;
        match texts(&strings)?.iter().position(|text| text.contains('\0')) {
            Some(segment) => Err(Refusal::Nul { segment }.into()),
            None => Ok(()),
        }
    }

    /// The index of the first item that is not a string, if there is one.
    #[pyfunction]
    fn find_not_text(items: &Bound<'_, PyAny>) -> PyResult<Option<usize>> {
        let is_odd = |item: Bound<'_, PyAny>| !item.is_instance_of::<PyString>();
        match items.cast::<PyList>() {
            Ok(list) => Ok(list.iter().position(is_odd)),
            Err(_) => Ok(Segments::new(items)?.0.iter().position(is_odd)),
        }
    }

    fn matrix(python: Python<'_>, values: Vec<f64>, columns: usize) -> PyResult<Matrix<'_>> {
        let rows = values.len() / columns;
        PyArray1::from_vec(python, values).reshape([rows, columns])
    }

    /// Refuses orders that make no columns, or more than any metric has.
    fn check_columns(columns: usize) -> PyResult<()> {
        let message = format!("{columns} columns of counts make no metric");
        if (2..=512).contains(&columns) { Ok(()) } else { Err(Refusal::Shape(message).into()) }
    }

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
        check_columns(columns)?;
        let batch = Batch::new(&hypotheses.0, &references.0, offsets);
        matrix(python, python.detach(|| kernel(&batch)), columns)
    }

    /// Tokenises segments, if wanted with ASCII letters in lower case.
    #[pyfunction]
    #[pyo3(signature = (segments, tokenizer, threads, lowercase=false))]
    fn tokenize(segments: &Bound<'_, PyAny>, tokenizer: &str, threads: usize, lowercase: bool) -> PyResult<Tokens> {
        let Some(tokenizer) = Tokenizer::named(tokenizer) else {
            return Err(Refusal::Tokenizer(tokenizer.to_string()).into());
        };
        with_texts(segments, |texts| Tokens(tokens::Tokens::with_case(texts, &tokenizer, lowercase, threads)))
    }

    /// Tokenises segments as Tercom does, except for case, so many times.
    #[pyfunction]
    fn tokenize_tercom(
        segments: &Bound<'_, PyAny>,
        normalized: bool,
        no_punct: bool,
        asian_support: bool,
        times: usize,
        threads: usize,
    ) -> PyResult<Tokens> {
        let options = TercomOptions { normalized, no_punct, asian_support };
        let tokenizer = Tokenizer::Tercom { options, times };
        with_texts(segments, |texts| Tokens(tokens::Tokens::new(texts, &tokenizer, threads)))
    }

    /// How text becomes words: case folded or not, apostrophes kept, hyphens kept.
    type Settings = (bool, bool, bool);

    fn normaliser((casefold, keep_apostrophes, keep_hyphens): Settings) -> Normaliser {
        Normaliser { casefold, keep_apostrophes, keep_hyphens }
    }

    fn refuse_file(Fault { file, problem }: Fault) -> Refusal {
        Refusal::File { file, problem }
    }

    /// The words of each text, normalised.
    #[pyfunction]
    fn split_words(segments: &Bound<'_, PyAny>, settings: Settings) -> PyResult<Vec<Vec<String>>> {
        let normaliser = normaliser(settings);
        with_texts(segments, |texts| texts.iter().map(|text| normaliser.words(text)).collect())
    }

    /// Collects text for a phrase index, and writes it shard by shard.
    #[pyclass(module = "tertium._core")]
    struct IndexBuilder(Builder);

    impl IndexBuilder {
        fn refuse_line(&self, BadLine { line, problem }: BadLine) -> Refusal {
            Refusal::Line { file: self.0.document().to_string(), line, problem }
        }
    }

    #[pymethods]
    impl IndexBuilder {
        #[new]
        fn new(settings: Settings, memory: usize) -> Self {
            IndexBuilder(Builder::new(normaliser(settings), memory))
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

        /// The text that follows is of this document.
        fn begin_document(&mut self, name: &str) {
            self.0.begin_document(name);
        }

        /// Takes bytes from some offset on, up to the line that fills the shard; the offset behind what was taken.
        fn feed(&mut self, python: Python<'_>, content: &[u8], start: usize) -> PyResult<usize> {
            let rest = content.get(start..).unwrap_or_default();
            let taken = python.detach(|| self.0.feed(rest)).map_err(|bad| self.refuse_line(bad))?;
            Ok(start + taken)
        }

        /// The document is over.
        fn end_document(&mut self) -> PyResult<()> {
            Ok(self.0.end_document().map_err(|bad| self.refuse_line(bad))?)
        }

        /// Takes all of a shard that was written before.
        fn add_shard(&mut self, python: Python<'_>, folder: PathBuf, checksum: u64) -> PyResult<()> {
            let added = python.detach(|| self.0.add_shard(&Shard::open(&folder, checksum)?));
            Ok(added.map_err(refuse_file)?)
        }

        /// Writes a shard into an empty folder: its tokens, lines, words and bytes, and the checksum of its checksums.
        fn write(&mut self, python: Python<'_>, folder: PathBuf) -> PyResult<(u64, u64, u64, u64, u64)> {
            let size = python.detach(|| self.0.write(&folder)).map_err(refuse_file)?;
            Ok((size.tokens, size.lines, size.words, size.bytes, size.checksum))
        }
    }

    /// Occurrences and lines of each phrase.
    type Tallies<'py> = (Bound<'py, PyArray1<i64>>, Bound<'py, PyArray1<i64>>);
    /// Document, line, and the words before, of and behind a phrase.
    type Shown = (String, u64, Vec<String>, Vec<String>, Vec<String>);

    /// The shards of a phrase index, open.
    #[pyclass(frozen, module = "tertium._core")]
    struct IndexShards(Index);

    #[pymethods]
    impl IndexShards {
        #[new]
        fn new(settings: Settings, shards: Vec<(PathBuf, u64)>) -> PyResult<Self> {
            let open = |(folder, checksum): (PathBuf, u64)| Shard::open(&folder, checksum);
            let shards = shards.into_iter().map(open).collect::<Result<_, _>>().map_err(refuse_file)?;
            Ok(IndexShards(Index { shards, normaliser: normaliser(settings) }))
        }

        /// Verifies every byte of a shard.
        fn check(&self, python: Python<'_>, shard: usize) -> PyResult<()> {
            let Some(shard) = self.0.shards.get(shard) else { return Ok(()) };
            Ok(python.detach(|| shard.check()).map_err(refuse_file)?)
        }

        /// Occurrences and lines of each phrase; -1 for one without words.
        fn count<'py>(&self, phrases: &Bound<'py, PyAny>, wildcards: bool, threads: usize) -> PyResult<Tallies<'py>> {
            let tallies = with_texts(phrases, |texts| self.0.count(texts, wildcards, threads))?.map_err(refuse_file)?;
            let numbers = |tally: Option<Tally>| tally.map_or((-1, -1), |t| (t.occurrences as i64, t.lines as i64));
            let (occurrences, lines) = tallies.into_iter().map(numbers).unzip();
            let python = phrases.py();
            Ok((PyArray1::from_vec(python, occurrences), PyArray1::from_vec(python, lines)))
        }

        /// Occurrences of a phrase, spread over all of them: document, line, words before, of and behind the phrase.
        fn show(
            &self,
            python: Python<'_>,
            phrase: &str,
            wildcards: bool,
            most: usize,
            context: usize,
        ) -> PyResult<Vec<Shown>> {
            let shown = python.detach(|| self.0.show(phrase, wildcards, most, context)).map_err(refuse_file)?;
            Ok(shown.into_iter().map(|one| (one.document, one.line, one.before, one.phrase, one.after)).collect())
        }

        /// How often each word occurs; words are taken as they are.
        fn count_unigrams<'py>(&self, words: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyArray1<i64>>> {
            let counts = with_texts(words, |texts| self.0.count_unigrams(texts))?.map_err(refuse_file)?;
            let counts = counts.into_iter().map(|count| count as i64).collect();
            Ok(PyArray1::from_vec(words.py(), counts))
        }

        /// All words of a shard, and how often each occurs there.
        fn unigrams(&self, shard: usize) -> PyResult<Vec<(&str, u64)>> {
            let Some(shard) = self.0.shards.get(shard) else { return Ok(Vec::new()) };
            Ok(shard.unigrams().map_err(|part| refuse_file(Fault::damaged(shard.folder(), part)))?)
        }
    }

    /// Packs segments as characters.
    #[pyfunction]
    fn pack_characters(segments: &Bound<'_, PyAny>, whitespace: bool, threads: usize) -> PyResult<Characters> {
        with_texts(segments, |texts| Characters(characters::Characters::new(texts, whitespace, threads)))
    }

    /// BLEU's rows: both lengths, then matches and n-grams by order.
    #[pyfunction]
    fn tally_bleu<'py>(
        python: Python<'py>,
        hypotheses: &Tokens,
        references: &Tokens,
        offsets: PyReadonlyArray1<'py, i64>,
        order: usize,
        threads: usize,
    ) -> PyResult<Matrix<'py>> {
        let kernel = |batch: &Batch| bleu::tally(batch, order, threads);
        tally(python, hypotheses, references, offsets, bleu::columns(order), kernel)
    }

    /// Learns how much each n-gram of the references tells.
    #[pyfunction]
    fn learn_information(python: Python<'_>, references: &Tokens, order: usize) -> Information {
        Information(python.detach(|| nist::Information::new(&references.0, order)))
    }

    /// NIST's rows: information and n-grams by order, then both lengths.
    #[pyfunction]
    fn tally_nist<'py>(
        python: Python<'py>,
        hypotheses: &Tokens,
        references: &Tokens,
        offsets: PyReadonlyArray1<'py, i64>,
        information: &Information,
        threads: usize,
    ) -> PyResult<Matrix<'py>> {
        let kernel = |batch: &Batch| nist::tally(batch, &information.0, threads);
        tally(python, hypotheses, references, offsets, nist::columns(information.0.order()), kernel)
    }

    /// TER's rows: edits, mean length of the references.
    #[pyfunction]
    fn tally_ter<'py>(
        python: Python<'py>,
        hypotheses: &Tokens,
        references: &Tokens,
        offsets: PyReadonlyArray1<'py, i64>,
        threads: usize,
    ) -> PyResult<Matrix<'py>> {
        tally(python, hypotheses, references, offsets, ter::COLUMNS, |batch| ter::tally(batch, threads))
    }

    /// WER's rows: edits, length of the reference.
    #[pyfunction]
    fn tally_wer<'py>(
        python: Python<'py>,
        hypotheses: &Tokens,
        references: &Tokens,
        offsets: PyReadonlyArray1<'py, i64>,
        threads: usize,
    ) -> PyResult<Matrix<'py>> {
        tally(python, hypotheses, references, offsets, wer::COLUMNS, |batch| wer::tally(batch, threads))
    }

    /// Unigram rows: matches, both lengths.
    #[pyfunction]
    fn tally_unigram<'py>(
        python: Python<'py>,
        hypotheses: &Tokens,
        references: &Tokens,
        offsets: PyReadonlyArray1<'py, i64>,
        threads: usize,
    ) -> PyResult<Matrix<'py>> {
        tally(python, hypotheses, references, offsets, unigram::COLUMNS, |batch| unigram::tally(batch, threads))
    }

    /// chrF's rows: n-grams of the hypothesis and of the reference, and matches, by order.
    #[pyfunction]
    #[allow(clippy::too_many_arguments)]
    fn tally_chrf<'py>(
        python: Python<'py>,
        hypotheses: (Bound<'py, Characters>, Option<Bound<'py, Tokens>>),
        references: (Bound<'py, Characters>, Option<Bound<'py, Tokens>>),
        offsets: PyReadonlyArray1<'py, i64>,
        character_order: usize,
        word_order: usize,
        beta: f64,
        eps_smoothing: bool,
        threads: usize,
    ) -> PyResult<Matrix<'py>> {
        let options = Options { character_order, word_order, beta, eps_smoothing };
        check_columns(options.columns())?;
        let offsets = offsets.as_slice()?;
        check_offsets(hypotheses.0.get().0.len(), references.0.get().0.len(), offsets).map_err(Refusal::Shape)?;
        let words = match (&hypotheses.1, &references.1) {
            (Some(ours), Some(theirs)) => {
                check_offsets(ours.get().0.len(), theirs.get().0.len(), offsets).map_err(Refusal::Shape)?;
                Some(Batch::new(&ours.get().0, &theirs.get().0, offsets))
            }
            _ => None,
        };
        let text = Text { hypotheses: &hypotheses.0.get().0, references: &references.0.get().0, offsets, words };
        matrix(python, python.detach(|| chrf::tally(&text, options, threads)), options.columns())
    }

    fn random_sums<'py>(
        python: Python<'py>,
        tallies: PyReadonlyArray2<'py, f64>,
        draws: Draws,
        threads: usize,
    ) -> PyResult<Matrix<'py>> {
        let columns = tallies.shape()[1];
        if columns == 0 || !tallies.is_c_contiguous() {
            return Err(Refusal::Shape("tallies are rows of at least one column, in C order".to_string()).into());
        }
        let values = tallies.as_slice()?;
        let sums = python.detach(|| resample::sums(values, columns, draws, threads));
        matrix(python, sums, columns)
    }

    /// The column sums of rows drawn with replacement, as many as there are, for `count` draws from draw `first` on.
    #[pyfunction]
    fn sum_bootstrap<'py>(
        python: Python<'py>,
        tallies: PyReadonlyArray2<'py, f64>,
        first: usize,
        count: usize,
        seed: u64,
        threads: usize,
    ) -> PyResult<Matrix<'py>> {
        random_sums(python, tallies, Draws { choice: Choice::Bootstrap, first, count, seed }, threads)
    }

    /// The column sums of a random half of the rows, for `count` draws from draw `first` on.
    #[pyfunction]
    fn sum_halves<'py>(
        python: Python<'py>,
        tallies: PyReadonlyArray2<'py, f64>,
        first: usize,
        count: usize,
        seed: u64,
        threads: usize,
    ) -> PyResult<Matrix<'py>> {
        random_sums(python, tallies, Draws { choice: Choice::Half, first, count, seed }, threads)
    }

    /// Counts a list of phrases in text that goes by.
    #[pyclass(frozen, module = "tertium._core")]
    struct PhraseScanner {
        automaton: Automaton,
        counters: Mutex<Vec<Counter>>,
    }

    impl PhraseScanner {
        /// Does something with the counters; what a thread that panicked had counted is not to be trusted.
        fn with_counters<T>(&self, action: impl FnOnce(&mut [Counter]) -> T) -> PyResult<T> {
            let broken_off = |_| Refusal::Shape("the scan was broken off by an error".to_string());
            Ok(action(&mut self.counters.lock().map_err(broken_off)?))
        }
    }

    #[pymethods]
    impl PhraseScanner {
        #[new]
        fn new(phrases: &Bound<'_, PyAny>, settings: Settings, wildcards: bool, threads: usize) -> PyResult<Self> {
            with_texts(phrases, |texts| {
                let automaton = Automaton::new(texts, normaliser(settings), wildcards);
                let counters = Mutex::new(vec![automaton.counter(); threads.max(1)]);
                PhraseScanner { automaton, counters }
            })
        }

        /// Goes over whole lines of UTF-8; if they are none, tells the first byte that is wrong and counts nothing.
        fn feed(&self, python: Python<'_>, lines: &[u8]) -> PyResult<Option<usize>> {
            python.detach(|| match std::str::from_utf8(lines) {
                Ok(text) => self.with_counters(|counters| self.automaton.scan(text, counters)).map(|()| None),
                Err(error) => Ok(Some(error.valid_up_to())),
            })
        }

        /// Occurrences and lines of each phrase; -1 for one without words.
        fn results<'py>(&self, python: Python<'py>) -> PyResult<Tallies<'py>> {
            let tallies = python.detach(|| self.with_counters(|counters| self.automaton.sum_up(counters)))?;
            let numbers = |tally: Option<Tally>| tally.map_or((-1, -1), |t| (t.occurrences as i64, t.lines as i64));
            let (occurrences, lines) = tallies.into_iter().map(numbers).unzip();
            Ok((PyArray1::from_vec(python, occurrences), PyArray1::from_vec(python, lines)))
        }

        /// The tokens of the text so far.
        #[getter]
        fn tokens(&self) -> PyResult<u64> {
            self.with_counters(|counters| counters.iter().map(|counter| counter.tokens).sum())
        }
    }

    /// The numbers of rows that have at least one, in C order.
    fn row_values<'a>(rows: &'a PyReadonlyArray2<'_, f64>) -> PyResult<&'a [f64]> {
        if rows.shape()[1] == 0 || !rows.is_c_contiguous() {
            return Err(Refusal::Shape("rows have at least one number, in C order".to_string()).into());
        }
        Ok(rows.as_slice()?)
    }

    /// Pairs of each row's items: concordant, discordant, tied in the row, in the other, in both; then distinct values.
    #[pyfunction]
    fn count_pairs<'py>(
        python: Python<'py>,
        rows: PyReadonlyArray2<'py, f64>,
        others: PyReadonlyArray2<'py, f64>,
        threads: usize,
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
        let counts = python.detach(|| concordance::count_rows(values, shape[1], second, threads));
        matrix(python, counts, concordance::COLUMNS)
    }

    /// The ranks of each row's numbers from 1, the mean for equal ones, and none for those that are missing.
    #[pyfunction]
    fn rank_rows<'py>(python: Python<'py>, rows: PyReadonlyArray2<'py, f64>, threads: usize) -> PyResult<Matrix<'py>> {
        let (values, columns) = (row_values(&rows)?, rows.shape()[1]);
        matrix(python, python.detach(|| concordance::rank_rows(values, columns, threads)), columns)
    }

    /// The mean correlations of two metrics after each exchange of cells: those of the first, and of the second.
    ///
    /// `fixed` are numbers of cells, sums of people's scores and of their squares, each by group. The others are sums of
    /// scores, squares and products of a metric: of all its cells, and of those it gives away, one row a resample.
    #[pyfunction]
    fn exchange_pearson<'py>(
        python: Python<'py>,
        fixed: PyReadonlyArray1<'py, f64>,
        totals: (PyReadonlyArray1<'py, f64>, PyReadonlyArray1<'py, f64>),
        given: (PyReadonlyArray2<'py, f64>, PyReadonlyArray2<'py, f64>),
        threads: usize,
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
        let means = python.detach(|| moments::exchange_pearson(&Groups::new(fixed), exchange, threads));
        matrix(python, means, 2)
    }

    /// One column of a table: texts, numbers or counts.
    #[derive(FromPyObject)]
    enum Column<'py> {
        Numbers(PyReadonlyArray1<'py, f64>),
        Counts(PyReadonlyArray1<'py, i64>),
        Texts(Vec<Option<String>>),
    }

    /// A table as an Arrow stream in a capsule, for pandas, polars, duckdb and whoever else speaks the protocol.
    #[pyfunction]
    fn export_arrow<'py>(
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

    /// The kernels of Tertium.
    #[pymodule]
    mod _core {
        #[pymodule_export]
        #[allow(non_upper_case_globals)]
        const __version__: &str = env!("CARGO_PKG_VERSION");

        #[pymodule_export]
        use super::{
            Characters, Forest, IndexBuilder, IndexShards, Information, PhraseScanner, Tokens, Vocabulary, WordNet,
            align_words, check_texts, count_pairs, exchange_pearson, export_arrow, find_not_text, learn_information,
            pack_characters, pool_meteor, rank_rows, read_brackets, read_conllu, split_words, sum_bootstrap,
            sum_halves, tally_bleu, tally_chains, tally_chrf, tally_kernel, tally_meteor, tally_nist, tally_subtrees,
            tally_ter, tally_unigram, tally_wer, tokenize, tokenize_tercom,
        };
    }
}
