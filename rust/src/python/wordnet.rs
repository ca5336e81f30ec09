//! WordNet: base forms, synsets and what stands above them.

use super::convert::with_texts;
use super::error::Refusal;
use super::work::work;
use crate::interruption::poll_every;
use crate::wordnet;
use numpy::{PyArray1, PyReadonlyArray1};
use pyo3::prelude::*;
use std::path::PathBuf;

/// WordNet, from a packed file.
#[pyclass(frozen, module = "tertium._core")]
pub struct WordNet(pub wordnet::WordNet);

/// Offsets and values: a list of numbers for each word.
pub type NumberLists<'py> = (Bound<'py, PyArray1<i64>>, Bound<'py, PyArray1<u32>>);

#[pymethods]
impl WordNet {
    #[new]
    fn new(path: PathBuf) -> PyResult<Self> {
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

    /// How many synsets there are, by part of speech: nouns, verbs, adjectives, adverbs.
    #[getter]
    fn synset_counts(&self) -> [u32; 4] {
        let ends = self.0.ends();
        std::array::from_fn(|part| ends[part] - if part == 0 { 0 } else { ends[part - 1] })
    }

    /// Where each synset starts in its data file, by number.
    fn synset_offsets<'py>(&self, python: Python<'py>) -> Bound<'py, PyArray1<u32>> {
        PyArray1::from_vec(python, (0..self.0.synset_count()).map(|synset| self.0.offset(synset)).collect())
    }

    /// The number of steps from each synset to the top by the longest way.
    fn depths<'py>(&self, python: Python<'py>) -> Bound<'py, PyArray1<u32>> {
        PyArray1::from_vec(python, self.0.depths())
    }

    /// All that stands above groups of synsets: offsets, numbers and costs, which are steps if `costs` are not given.
    #[allow(clippy::type_complexity)]
    #[pyo3(signature = (offsets, synsets, costs=None))]
    fn subsumers<'py>(
        &self,
        python: Python<'py>,
        offsets: PyReadonlyArray1<'py, i64>,
        synsets: PyReadonlyArray1<'py, u32>,
        costs: Option<PyReadonlyArray1<'py, f64>>,
    ) -> PyResult<(Bound<'py, PyArray1<i64>>, Bound<'py, PyArray1<u32>>, Bound<'py, PyArray1<f64>>)> {
        let (offsets, synsets) = (offsets.as_slice()?, synsets.as_slice()?);
        let costs = costs.as_ref().map(|costs| costs.as_slice()).transpose()?;
        let rises = offsets.first() == Some(&0) && offsets.windows(2).all(|pair| pair[0] <= pair[1]);
        let count = self.0.synset_count();
        if !rises || offsets.last() != Some(&(synsets.len() as i64)) || synsets.iter().any(|&synset| synset >= count) {
            return Err(Refusal::Shape("these are not groups of synsets".to_string()).into());
        }
        if costs.is_some_and(|costs| costs.len() != count as usize) {
            return Err(Refusal::Shape(format!("a cost for each of {count} synsets is needed")).into());
        }
        let (starts, numbers, values) = work(python, || {
            let (mut starts, mut numbers, mut values, mut found) = (vec![0], Vec::new(), Vec::new(), Vec::new());
            for (group, pair) in offsets.windows(2).enumerate() {
                poll_every::<256>(group);
                self.0.subsumers(&synsets[pair[0] as usize..pair[1] as usize], costs, &mut found);
                numbers.extend(found.iter().map(|&(synset, _)| synset));
                values.extend(found.iter().map(|&(_, cost)| cost));
                starts.push(numbers.len() as i64);
            }
            (starts, numbers, values)
        })?;
        Ok((
            PyArray1::from_vec(python, starts),
            PyArray1::from_vec(python, numbers),
            PyArray1::from_vec(python, values),
        ))
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
        for (count, text) in texts.iter().enumerate() {
            poll_every::<256>(count);
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
