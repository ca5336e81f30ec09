//! Segments as batches of tokens or characters.

use super::convert::{Bounded, Threads, with_texts};
use super::error::Refusal;
use crate::tokenize::{TercomOptions, Tokenizer};
use crate::{characters, tokens};
use pyo3::prelude::*;

/// A batch of tokenised segments.
#[pyclass(frozen, module = "tertium._core")]
pub struct Tokens(pub tokens::Tokens);

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
pub struct Characters(pub characters::Characters);

#[pymethods]
impl Characters {
    fn __len__(&self) -> usize {
        self.0.len()
    }
}

/// Tokenises segments, with ASCII letters in lower case if `lowercase`.
#[pyfunction]
#[pyo3(signature = (segments, tokenizer, threads, lowercase=false))]
pub fn tokenize(segments: &Bound<'_, PyAny>, tokenizer: &str, threads: Threads, lowercase: bool) -> PyResult<Tokens> {
    let Some(tokenizer) = Tokenizer::named(tokenizer) else {
        return Err(Refusal::Tokenizer(tokenizer.to_string()).into());
    };
    with_texts(segments, |texts| Tokens(tokens::Tokens::with_case(texts, &tokenizer, lowercase, threads.0)))
}

/// Tokenises segments as Tercom does, except for case, `times` times.
#[pyfunction]
pub fn tokenize_tercom(
    segments: &Bound<'_, PyAny>,
    normalized: bool,
    no_punct: bool,
    asian_support: bool,
    times: Bounded<0, 8>,
    threads: Threads,
) -> PyResult<Tokens> {
    let options = TercomOptions { normalized, no_punct, asian_support };
    let tokenizer = Tokenizer::Tercom { options, times: times.0 };
    with_texts(segments, |texts| Tokens(tokens::Tokens::new(texts, &tokenizer, threads.0)))
}

/// Packs segments as characters.
#[pyfunction]
pub fn pack_characters(segments: &Bound<'_, PyAny>, whitespace: bool, threads: Threads) -> PyResult<Characters> {
    with_texts(segments, |texts| Characters(characters::Characters::new(texts, whitespace, threads.0)))
}
