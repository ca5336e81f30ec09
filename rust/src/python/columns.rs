//! Columns of texts, for Python a sequence of strings that are made when they are asked for.

use super::convert::Threads;
use super::error::Refusal;
use super::work::work;
use crate::column;
use numpy::PyReadonlyArray1;
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyList, PySlice, PyString};

/// A column of texts whose bytes are in the buffers of a data frame.
#[pyclass(frozen, sequence, module = "tertium._core")]
pub struct TextColumn(pub column::TextColumn);

/// A row, or a run of rows.
#[derive(FromPyObject)]
pub enum Place<'py> {
    Row(isize),
    Rows(Bound<'py, PySlice>),
}

impl TextColumn {
    /// The rows with a text; none for what is not a text.
    fn find(&self, item: &Bound<'_, PyAny>) -> impl Iterator<Item = usize> {
        let wanted = item.cast::<PyString>().ok().and_then(|text| text.to_str().ok().map(str::to_string));
        let is_wanted = move |text: &&str| wanted.as_deref() == Some(*text);
        self.0.texts().iter().enumerate().filter(move |(_, text)| is_wanted(text)).map(|(row, _)| row)
    }
}

#[pymethods]
impl TextColumn {
    #[new]
    fn new(texts: Vec<String>) -> Self {
        TextColumn(column::TextColumn::from(texts))
    }

    fn __getnewargs__(&self) -> (Vec<&str>,) {
        (self.0.texts().to_vec(),)
    }

    fn __len__(&self) -> usize {
        self.0.texts().len()
    }

    fn __getitem__<'py>(&self, python: Python<'py>, place: Place<'py>) -> PyResult<Bound<'py, PyAny>> {
        let texts = self.0.texts();
        match place {
            Place::Row(row) => {
                let row = if row < 0 { row + texts.len() as isize } else { row };
                match usize::try_from(row).ok().and_then(|row| texts.get(row)) {
                    Some(text) => Ok(PyString::new(python, text).into_any()),
                    None => Err(PyIndexError::new_err("there is no such row")),
                }
            }
            Place::Rows(rows) => {
                let found = rows.indices(texts.len() as isize)?;
                let part = if found.step == 1 {
                    let start = found.start as usize;
                    self.0.slice(start..start + found.slicelength)
                } else {
                    let row = |at: usize| (found.start + at as isize * found.step) as i64;
                    self.0.pick(&(0..found.slicelength).map(row).collect::<Vec<_>>())
                };
                Ok(Bound::new(python, TextColumn(part))?.into_any())
            }
        }
    }

    fn __contains__(&self, item: &Bound<'_, PyAny>) -> bool {
        self.find(item).next().is_some()
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<TextColumn>().is_ok_and(|other| self.0.texts() == other.get().0.texts())
    }

    /// The first row with a text.
    fn index(&self, item: &Bound<'_, PyAny>) -> PyResult<usize> {
        self.find(item).next().ok_or_else(|| PyValueError::new_err("there is no such text"))
    }

    /// How many rows have a text.
    fn count(&self, item: &Bound<'_, PyAny>) -> usize {
        self.find(item).count()
    }

    /// All texts as Python's strings.
    fn to_list<'py>(&self, python: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        PyList::new(python, self.0.texts())
    }

    /// The bytes of all texts.
    fn count_bytes(&self) -> usize {
        self.0.texts().iter().map(|text| text.len()).sum()
    }

    /// Some rows, in the order of their numbers here.
    fn pick(&self, rows: PyReadonlyArray1<'_, i64>) -> PyResult<Self> {
        let (rows, length) = (rows.as_slice()?, self.0.texts().len() as i64);
        if rows.iter().any(|row| !(0..length).contains(row)) {
            return Err(PyIndexError::new_err("there is no such row"));
        }
        Ok(TextColumn(self.0.pick(rows)))
    }

    /// One column after the other.
    #[staticmethod]
    fn join(parts: Vec<PyRef<'_, TextColumn>>) -> Self {
        TextColumn(column::TextColumn::join(&parts.iter().map(|part| &part.0).collect::<Vec<_>>()))
    }

    /// The texts in lower case, as Python's `str.lower` has it.
    fn lower(&self, python: Python<'_>, threads: Threads) -> PyResult<Self> {
        let (lowered, others) = work(python, || self.0.lower(threads.0))?;
        if others.is_empty() {
            return Ok(TextColumn(lowered));
        }
        // Python's own Unicode counts, so that texts have the same lower case however they come.
        let texts = self.0.texts();
        let lower = |&row: &usize| PyString::new(python, texts[row]).call_method0("lower")?.extract();
        let replaced = others.iter().map(lower).collect::<PyResult<Vec<String>>>()?;
        Ok(TextColumn(lowered.replace(&others, replaced)))
    }

    /// The first row that differs from that of another column of the same length.
    fn find_difference(&self, other: &TextColumn) -> PyResult<Option<usize>> {
        let (ours, theirs) = (self.0.texts(), other.0.texts());
        if ours.len() != theirs.len() {
            return Err(Refusal::Shape("the columns differ in length".to_string()).into());
        }
        Ok(ours.iter().zip(theirs).position(|(ours, theirs)| ours != theirs))
    }
}
