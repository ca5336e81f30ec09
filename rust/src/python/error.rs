//! Input that the kernels refuse, as Python's exceptions.

use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::path::PathBuf;

/// An input that the kernels refuse. In Python it is a `tertium.errors.InputError`, and for a segment a `TextError`.
pub enum Refusal {
    /// A segment that is not a string.
    NotText { segment: usize, found: String },
    /// A string with a lone surrogate, which has no UTF-8.
    Surrogate { segment: usize },
    /// A string with a NUL, which libraries in C treat as its end.
    Nul { segment: usize },
    /// A row of a data frame that has no text.
    Null { segment: usize },
    /// A row of a data frame whose bytes are not UTF-8, although its library says so.
    NotUtf8 { segment: usize },
    /// A segment beyond the length that the kernels take.
    TooLong { segment: usize, bytes: usize, most: usize },
    /// Data of another library that is not as Arrow has it, or not of a type that can be used.
    Arrow(String),
    /// Hypotheses and references that do not fit together.
    Shape(String),
    /// A number outside its bounds.
    Number(String),
    /// A name that is not a tokenizer's.
    Tokenizer(String),
    /// Keys of a module that do not fit the words.
    Module(String),
    /// A file that is not a packed WordNet.
    WordNet(String),
    /// A parse that cannot be used.
    Tree { segment: usize, problem: String },
    /// Weights of fragments that cannot be used.
    Weights(String),
    /// A segment whose trees repeat so much that their kernel would take too much memory.
    Repetitive { segment: usize },
    /// A segment of so many words, or so many equal ones, that a metric would take minutes.
    Long { segment: usize, metric: &'static str, length: &'static str },
    /// A file of a phrase index that cannot be read or written.
    File { file: PathBuf, problem: String },
    /// More memory than there is.
    Memory { bytes: usize },
    /// Text for which there is not enough memory.
    TooMuchText { bytes: usize },
    /// A line of text that cannot be indexed.
    Line { file: String, line: u64, problem: &'static str },
    /// A kernel that panicked: where, and what it said.
    Failed(String),
}

impl Refusal {
    /// The class of the error, what is wrong, and what to do.
    fn explain(&self) -> (&'static str, String, &'static str) {
        match self {
            Refusal::NotText { found, .. } => {
                ("TextError", format!("is of type {found}"), "Give a list with one string per segment")
            }
            Refusal::Surrogate { .. } => (
                "TextError",
                "holds a lone surrogate, so it is not valid Unicode text".to_string(),
                "Decode the file as UTF-8 with errors='strict' and repair the line that it reports",
            ),
            Refusal::Nul { .. } => {
                ("TextError", "holds a NUL character".to_string(), "Remove it: MeCab treats it as the end of the text")
            }
            Refusal::Null { .. } => (
                "TextError",
                "is null".to_string(),
                "Fill it in, or drop the row; write a segment that is empty on purpose as an empty string",
            ),
            Refusal::NotUtf8 { .. } => (
                "TextError",
                "is not valid UTF-8".to_string(),
                "Make the column from decoded text: in Arrow, strings are UTF-8",
            ),
            Refusal::Arrow(problem) => (
                "InputError",
                format!("the data cannot be read as Arrow: {problem}"),
                "Give columns of strings, and leave out columns of other types",
            ),
            Refusal::TooLong { bytes, most, .. } => (
                "TextError",
                format!("has {bytes} bytes; the most is {most}"),
                "Give one segment per line; the whole text may be on one line",
            ),
            Refusal::Shape(message) => ("InputError", message.clone(), "Give one entry per segment in every list"),
            Refusal::Tree { problem, .. } => (
                "TextError",
                format!("has a parse that cannot be used: {problem}"),
                "Correct the parse, or parse the text again",
            ),
            Refusal::Repetitive { .. } => (
                "TextError",
                "repeats itself so much that its tree kernel would take gigabytes".to_string(),
                "Leave the segment out, or the metrics tkm and dtkm; check the translation for repeated text",
            ),
            Refusal::Number(message) => ("InputError", message.clone(), "Give a whole number within these bounds"),
            Refusal::Long { metric, length, .. } => (
                "TextError",
                format!("is so long that {metric} would take minutes: it has {length}"),
                "Split it into sentences, or leave out the metric",
            ),
            Refusal::Weights(message) => {
                ("InputError", message.clone(), "Train the weights again: tertium tune SPEC --fragments")
            }
            Refusal::Module(message) => {
                ("InputError", message.clone(), "Give one list of keys per word; Keys.from_lists makes them")
            }
            Refusal::WordNet(message) => {
                ("InputError", message.clone(), "Make the file with scripts/pack_wordnet.py, or install Tertium again")
            }
            Refusal::File { problem, .. } => {
                ("InputError", problem.clone(), "Check all of it with `tertium index check`, or build the index again")
            }
            Refusal::Memory { bytes } => (
                "InputError",
                format!("there are not {} MB of memory", bytes >> 20),
                "Give less memory: the index is then in more shards",
            ),
            Refusal::TooMuchText { bytes } => (
                "InputError",
                format!("there is not enough memory for {} MB of text at once", bytes >> 20),
                "Give shorter segments, or fewer at a time",
            ),
            Refusal::Line { problem, .. } => {
                ("InputError", (*problem).to_string(), "Give plain text in UTF-8, one sentence or paragraph per line")
            }
            Refusal::Failed(panic) => (
                "InternalError",
                format!("the core failed: {}", panic.split_whitespace().collect::<Vec<_>>().join(" ")),
                "Please report it with the input that caused it",
            ),
            Refusal::Tokenizer(name) => {
                ("InputError", format!("the core has no tokenizer {name:?}"), "Use none, 13a, intl, zh, char or chrf")
            }
        }
    }

    /// The segment that is refused, counted from 0 among those handed over.
    fn segment(&self) -> Option<usize> {
        match self {
            Refusal::NotText { segment, .. }
            | Refusal::Surrogate { segment }
            | Refusal::Nul { segment }
            | Refusal::Null { segment }
            | Refusal::NotUtf8 { segment }
            | Refusal::TooLong { segment, .. }
            | Refusal::Tree { segment, .. }
            | Refusal::Repetitive { segment }
            | Refusal::Long { segment, .. } => Some(*segment),
            Refusal::Arrow(_)
            | Refusal::Shape(_)
            | Refusal::Number(_)
            | Refusal::Tokenizer(_)
            | Refusal::Module(_)
            | Refusal::Weights(_)
            | Refusal::WordNet(_)
            | Refusal::File { .. }
            | Refusal::Memory { .. }
            | Refusal::TooMuchText { .. }
            | Refusal::Line { .. }
            | Refusal::Failed(_) => None,
        }
    }
}

impl From<Refusal> for PyErr {
    fn from(refusal: Refusal) -> PyErr {
        let (class, message, remedy) = refusal.explain();
        let made = Python::attach(|python| -> PyResult<PyErr> {
            let arguments = PyDict::new(python);
            arguments.set_item("remedy", remedy)?;
            if let Some(segment) = refusal.segment() {
                arguments.set_item("index", segment)?;
            }
            match &refusal {
                Refusal::File { file, .. } => arguments.set_item("file", file)?,
                Refusal::Line { file, line, .. } => {
                    arguments.set_item("file", file)?;
                    arguments.set_item("line", line)?;
                }
                _ => {}
            }
            let class = python.import("tertium.errors")?.getattr(class)?;
            Ok(PyErr::from_value(class.call((message,), Some(&arguments))?))
        });
        made.unwrap_or_else(|error| error)
    }
}
