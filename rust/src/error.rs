//! What goes wrong at the border between Python and the kernels.

use pyo3::prelude::*;
use pyo3::types::PyDict;

/// An input that the kernels refuse. In Python it is a `tertium.errors.InputError`.
pub enum Refusal {
    /// A segment that is not a string.
    NotText { segment: usize, found: String },
    /// A string with a lone surrogate, which has no UTF-8.
    Surrogate { segment: usize },
    /// A segment beyond the length that the kernels take.
    TooLong { segment: usize, bytes: usize, most: usize },
    /// Hypotheses and references that do not fit together.
    Shape(String),
    /// The name of no tokenizer.
    Tokenizer(String),
}

impl Refusal {
    fn message(&self) -> (String, &'static str) {
        match self {
            Refusal::NotText { segment, found } => {
                (format!("segment {} is of type {found}", segment + 1), "Give a list with one string a segment")
            }
            Refusal::Surrogate { segment } => (
                format!("segment {} holds a lone surrogate, so it is no valid Unicode text", segment + 1),
                "Decode the file as UTF-8 with errors='strict' and repair what that finds",
            ),
            Refusal::TooLong { segment, bytes, most } => (
                format!("segment {} has {bytes} bytes; the most is {most}", segment + 1),
                "Give one segment a line; is the whole text on one line?",
            ),
            Refusal::Shape(message) => (message.clone(), "Give one entry a segment in every list"),
            Refusal::Tokenizer(name) => {
                (format!("the core has no tokenizer {name:?}"), "Use none, 13a, intl, zh, char or chrf")
            }
        }
    }
}

impl From<Refusal> for PyErr {
    fn from(refusal: Refusal) -> PyErr {
        let (message, remedy) = refusal.message();
        let made = Python::attach(|python| -> PyResult<PyErr> {
            let arguments = PyDict::new(python);
            arguments.set_item("remedy", remedy)?;
            let class = python.import("tertium.errors")?.getattr("InputError")?;
            Ok(PyErr::from_value(class.call((message,), Some(&arguments))?))
        });
        made.unwrap_or_else(|error| error)
    }
}
