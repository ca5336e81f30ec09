//! Tables and columns of other libraries, by Arrow's C data interface. Texts are not copied.

use super::capsules::{import, is_nothing};
use super::columns::TextColumn;
use super::error::Refusal;
use super::work::work;
use crate::column::{self, Owner};
use arrow_array::cast::AsArray;
use arrow_array::types::{Int8Type, Int16Type, Int32Type, Int64Type, UInt8Type, UInt16Type, UInt32Type, UInt64Type};
use arrow_array::{Array, ArrayRef, GenericStringArray, OffsetSizeTrait, StringViewArray};
use arrow_schema::DataType;
use numpy::PyArray1;
use pyo3::prelude::*;
use std::sync::Arc;

/// A table of another library, or one column of it; each column in chunks, as it came.
#[pyclass(frozen, module = "tertium._core")]
pub struct ArrowTable {
    names: Option<Vec<String>>,
    types: Vec<DataType>,
    chunks: Vec<Vec<ArrayRef>>,
    length: usize,
}

#[pymethods]
impl ArrowTable {
    #[new]
    fn new(data: &Bound<'_, PyAny>) -> PyResult<Self> {
        let (kind, arrays) = import(data)?;
        let length = arrays.iter().map(|array| array.len()).sum();
        let fields = match &kind {
            DataType::Struct(fields) if !is_nothing(&kind) => fields,
            _ => return Ok(ArrowTable { names: None, types: vec![kind], chunks: vec![arrays], length }),
        };
        if arrays.iter().any(|array| array.null_count() > 0) {
            return Err(Refusal::Arrow("a whole row is null".to_string()).into());
        }
        let column = |at: usize| arrays.iter().map(|array| array.as_struct().column(at).clone()).collect();
        Ok(ArrowTable {
            names: Some(fields.iter().map(|field| field.name().clone()).collect()),
            types: fields.iter().map(|field| field.data_type().clone()).collect(),
            chunks: (0..fields.len()).map(column).collect(),
            length,
        })
    }

    fn __len__(&self) -> usize {
        self.length
    }

    /// The names of the columns; none if it is a single column.
    #[getter]
    fn names(&self) -> Option<&[String]> {
        self.names.as_deref()
    }

    /// What a column contains: `texts`, `lists`, `integers`, or else the name of its type.
    fn kind(&self, column: usize) -> PyResult<String> {
        Ok(match self.data_type(column)? {
            kind if is_text(kind) => "texts".to_string(),
            kind if kind.is_integer() => "integers".to_string(),
            DataType::List(item) | DataType::LargeList(item) | DataType::FixedSizeList(item, _)
                if is_text(item.data_type()) =>
            {
                "lists".to_string()
            }
            kind => kind.to_string(),
        })
    }

    /// A column of texts, none of which is null.
    fn texts(&self, python: Python<'_>, column: usize) -> PyResult<TextColumn> {
        let chunks = self.chunks(column)?;
        let texts = work(python, || {
            let mut texts = Vec::with_capacity(self.length);
            for chunk in chunks {
                visit_texts(chunk, &mut |text| {
                    texts.push(read(text.ok_or(Refusal::Null { segment: texts.len() })?, texts.len())?);
                    Ok(())
                })?;
            }
            Ok::<_, Refusal>(texts)
        })??;
        // SAFETY: buffers of Arrow are kept and left as they are as long as there is an array of them.
        Ok(TextColumn(unsafe { column::TextColumn::new(texts, owners(chunks)) }))
    }

    /// A column of references, texts or lists of texts: all that are not null, and where those of each row start.
    fn references<'py>(&self, python: Python<'py>, column: usize) -> PyResult<(TextColumn, Bound<'py, PyArray1<i64>>)> {
        let chunks = self.chunks(column)?;
        let (texts, offsets) = work(python, || {
            let (mut texts, mut offsets) = (Vec::with_capacity(self.length), Vec::with_capacity(self.length + 1));
            offsets.push(0);
            for chunk in chunks {
                collect_references(chunk, &mut texts, &mut offsets)?;
            }
            Ok::<_, Refusal>((texts, offsets))
        })??;
        // SAFETY: as above.
        let texts = TextColumn(unsafe { column::TextColumn::new(texts, owners(chunks)) });
        Ok((texts, PyArray1::from_vec(python, offsets)))
    }

    /// A column of names or numbers, as texts.
    fn labels(&self, column: usize) -> PyResult<Vec<String>> {
        let mut labels = Vec::with_capacity(self.length);
        for chunk in self.chunks(column)? {
            if chunk.data_type().is_integer() {
                visit_integers(chunk, &mut |number| {
                    let number = number.ok_or(Refusal::Null { segment: labels.len() })?;
                    labels.push(number.to_string());
                    Ok(())
                })?;
            } else {
                visit_texts(chunk, &mut |text| {
                    let text = text.ok_or(Refusal::Null { segment: labels.len() })?;
                    labels.push(read(text, labels.len())?.to_string());
                    Ok(())
                })?;
            }
        }
        Ok(labels)
    }
}

impl ArrowTable {
    fn data_type(&self, column: usize) -> Result<&DataType, Refusal> {
        self.types.get(column).ok_or_else(|| Refusal::Arrow(format!("there is no column {column}")))
    }

    fn chunks(&self, column: usize) -> Result<&[ArrayRef], Refusal> {
        self.data_type(column)?;
        Ok(&self.chunks[column])
    }
}

fn is_text(kind: &DataType) -> bool {
    match kind {
        DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View => true,
        DataType::Dictionary(_, values) => is_text(values),
        _ => is_nothing(kind),
    }
}

fn owners(chunks: &[ArrayRef]) -> Vec<Owner> {
    chunks.iter().map(|chunk| Arc::new(chunk.clone()) as Owner).collect()
}

/// A text, if its bytes are one. Libraries promise that they are, and some do not look.
fn read(bytes: &[u8], segment: usize) -> Result<&str, Refusal> {
    str::from_utf8(bytes).map_err(|_| Refusal::NotUtf8 { segment })
}

type Take<'a, T> = &'a mut dyn FnMut(Option<T>) -> Result<(), Refusal>;

/// Hands over the bytes of each row, or nothing for a null.
fn visit_texts<'a>(array: &'a ArrayRef, take: Take<'_, &'a [u8]>) -> Result<(), Refusal> {
    match array.data_type() {
        DataType::Utf8 => visit_strings(array.as_string::<i32>(), take),
        DataType::LargeUtf8 => visit_strings(array.as_string::<i64>(), take),
        DataType::Utf8View => visit_views(array.as_string_view(), take),
        kind if is_nothing(kind) => (0..array.len()).try_for_each(|_| take(None)),
        DataType::Dictionary(_, values) if is_text(values) => {
            let dictionary = array.as_any_dictionary();
            let mut values = Vec::with_capacity(dictionary.values().len());
            visit_texts(dictionary.values(), &mut |text| {
                values.push(text);
                Ok(())
            })?;
            visit_integers(dictionary.keys(), &mut |key| match key {
                None => take(None),
                Some(key) => take(*usize::try_from(key).ok().and_then(|key| values.get(key)).ok_or_else(broken)?),
            })
        }
        kind => Err(Refusal::Arrow(format!("a column of type {kind} has no texts"))),
    }
}

fn broken() -> Refusal {
    Refusal::Arrow("a row points outside of its buffer".to_string())
}

fn visit_strings<'a, O: OffsetSizeTrait>(
    array: &'a GenericStringArray<O>,
    take: Take<'_, &'a [u8]>,
) -> Result<(), Refusal> {
    let (offsets, bytes) = (array.value_offsets(), array.value_data());
    for row in 0..array.len() {
        let place = offsets[row].as_usize()..offsets[row + 1].as_usize();
        let text = if array.is_null(row) { None } else { Some(bytes.get(place).ok_or_else(broken)?) };
        take(text)?;
    }
    Ok(())
}

/// The longest text that is inside of its view.
const INSIDE: usize = 12;

fn visit_views<'a>(array: &'a StringViewArray, take: Take<'_, &'a [u8]>) -> Result<(), Refusal> {
    let buffers = array.data_buffers();
    for (row, view) in array.views().iter().enumerate() {
        let length = *view as u32 as usize;
        let text = if array.is_null(row) {
            None
        } else if length <= INSIDE {
            // SAFETY: so short a text follows the four bytes of its length.
            Some(unsafe { StringViewArray::inline_value(view, length) })
        } else {
            let (buffer, start) = ((view >> 64) as u32 as usize, (view >> 96) as u32 as usize);
            Some(buffers.get(buffer).and_then(|bytes| bytes.get(start..start + length)).ok_or_else(broken)?)
        };
        take(text)?;
    }
    Ok(())
}

fn visit_integers(array: &dyn Array, take: Take<'_, i128>) -> Result<(), Refusal> {
    macro_rules! visit {
        ($($kind:ident => $type:ty),*) => {
            match array.data_type() {
                $(DataType::$kind => {
                    array.as_primitive::<$type>().iter().try_for_each(|number| take(number.map(i128::from)))
                })*
                kind => Err(Refusal::Arrow(format!("a column of type {kind} has no whole numbers"))),
            }
        };
    }
    visit!(
        Int8 => Int8Type, Int16 => Int16Type, Int32 => Int32Type, Int64 => Int64Type,
        UInt8 => UInt8Type, UInt16 => UInt16Type, UInt32 => UInt32Type, UInt64 => UInt64Type
    )
}

/// Adds the references of each row of a chunk, and where they end.
fn collect_references<'a>(
    chunk: &'a ArrayRef,
    texts: &mut Vec<&'a str>,
    offsets: &mut Vec<i64>,
) -> Result<(), Refusal> {
    match chunk.data_type() {
        DataType::List(_) => {
            let lists = chunk.as_list::<i32>();
            collect_lists(chunk, lists.values(), lists.value_offsets(), texts, offsets)
        }
        DataType::LargeList(_) => {
            let lists = chunk.as_list::<i64>();
            collect_lists(chunk, lists.values(), lists.value_offsets(), texts, offsets)
        }
        DataType::FixedSizeList(_, size) => {
            let starts: Vec<i64> = (0..=chunk.len() as i64).map(|row| row * i64::from(*size)).collect();
            collect_lists(chunk, chunk.as_fixed_size_list().values(), &starts, texts, offsets)
        }
        _ => visit_texts(chunk, &mut |text| {
            if let Some(text) = text {
                texts.push(read(text, offsets.len() - 1)?);
            }
            offsets.push(texts.len() as i64);
            Ok(())
        }),
    }
}

fn collect_lists<'a, O: OffsetSizeTrait>(
    chunk: &'a ArrayRef,
    values: &'a ArrayRef,
    starts: &[O],
    texts: &mut Vec<&'a str>,
    offsets: &mut Vec<i64>,
) -> Result<(), Refusal> {
    let mut cells = Vec::with_capacity(values.len());
    visit_texts(values, &mut |text| {
        cells.push(text);
        Ok(())
    })?;
    for row in 0..chunk.len() {
        if !chunk.is_null(row) {
            let place = starts[row].as_usize()..starts[row + 1].as_usize();
            for text in cells.get(place).ok_or_else(broken)?.iter().flatten() {
                texts.push(read(text, offsets.len() - 1)?);
            }
        }
        offsets.push(texts.len() as i64);
    }
    Ok(())
}
