//! Arrow's C structures, moved out of the capsules in which libraries hand them over.

use super::error::Refusal;
use super::work::work;
use arrow_array::ffi::{FFI_ArrowArray, FFI_ArrowSchema, from_ffi_and_data_type};
use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::{ArrayRef, make_array};
use arrow_schema::{ArrowError, DataType, Field, FieldRef, Fields};
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyTuple};
use std::ffi::CStr;
use std::sync::Arc;

/// Data of another library: its type, and its arrays one after the other.
pub type Imported = (DataType, Vec<ArrayRef>);

impl From<ArrowError> for Refusal {
    fn from(error: ArrowError) -> Self {
        Refusal::Arrow(error.to_string())
    }
}

/// Reads a data frame, or a column, that has one of the two methods of the interface.
pub fn import(data: &Bound<'_, PyAny>) -> PyResult<Imported> {
    if data.hasattr("__arrow_c_stream__")? {
        let capsule = data.call_method0("__arrow_c_stream__")?;
        let stream = unpack(&capsule, c"arrow_array_stream", FFI_ArrowArrayStream::from_raw)?;
        return Ok(work(data.py(), || read_stream(stream))??);
    }
    let capsules = data.call_method0("__arrow_c_array__")?.cast_into::<PyTuple>()?;
    let schema = unpack(&capsules.get_item(0)?, c"arrow_schema", FFI_ArrowSchema::from_raw)?;
    let array = unpack(&capsules.get_item(1)?, c"arrow_array", FFI_ArrowArray::from_raw)?;
    let kind = without_nulls(&DataType::try_from(&schema).map_err(Refusal::from)?);
    let array = work(data.py(), || read_array(array, &kind))??;
    Ok((kind, vec![array]))
}

/// Moves a C structure out of its capsule, which is then empty.
fn unpack<T>(capsule: &Bound<'_, PyAny>, name: &CStr, take: unsafe fn(*mut T) -> T) -> PyResult<T> {
    let pointer = capsule.cast::<PyCapsule>()?.pointer_checked(Some(name))?;
    // SAFETY: the name of a capsule says what it points to, and whoever has the capsule may move that out.
    Ok(unsafe { take(pointer.as_ptr().cast()) })
}

fn read_stream(mut stream: FFI_ArrowArrayStream) -> Result<Imported, Refusal> {
    let (Some(get_schema), Some(get_next), Some(_)) = (stream.get_schema(), stream.get_next(), stream.release()) else {
        return Err(Refusal::Arrow("the stream was read already".to_string()));
    };
    let mut schema = FFI_ArrowSchema::empty();
    // SAFETY: these are the functions of this stream, which is not released.
    let code = unsafe { get_schema(&raw mut stream, &raw mut schema) };
    require(code, &mut stream)?;
    let kind = without_nulls(&DataType::try_from(&schema)?);
    let mut arrays = Vec::new();
    loop {
        let mut array = FFI_ArrowArray::empty();
        // SAFETY: as above.
        let code = unsafe { get_next(&raw mut stream, &raw mut array) };
        require(code, &mut stream)?;
        if array.is_released() {
            return Ok((kind, arrays)); // the end of the stream
        }
        arrays.push(read_array(array, &kind)?);
    }
}

fn read_array(array: FFI_ArrowArray, kind: &DataType) -> Result<ArrayRef, Refusal> {
    // SAFETY: the array is of that type, and as the interface has it; that is for the other library to ensure.
    Ok(make_array(unsafe { from_ffi_and_data_type(array, kind.clone()) }?))
}

/// Fails with what the library says of an error.
fn require(code: i32, stream: &mut FFI_ArrowArrayStream) -> Result<(), Refusal> {
    if code == 0 {
        return Ok(());
    }
    let Some(get_last_error) = stream.get_last_error() else {
        return Err(Refusal::Arrow(format!("error {code}")));
    };
    // SAFETY: the function is of this stream; what it returns is nothing, or a string until the next call.
    let message = unsafe {
        let message = get_last_error(stream);
        (!message.is_null()).then(|| CStr::from_ptr(message).to_string_lossy().into_owned())
    };
    Err(Refusal::Arrow(message.unwrap_or_else(|| format!("error {code}"))))
}

/// The same type with columns of nothing but nulls as structs without fields.
///
/// Polars gives such a column a buffer that says which rows are null. Arrow's type `Null` has no buffer, so that one
/// such column would be enough for the whole data frame to be refused.
fn without_nulls(kind: &DataType) -> DataType {
    let inside = |field: &FieldRef| -> FieldRef {
        Arc::new(Field::new(field.name(), without_nulls(field.data_type()), field.is_nullable()))
    };
    match kind {
        DataType::Null => DataType::Struct(Fields::empty()),
        DataType::Struct(fields) => DataType::Struct(fields.iter().map(inside).collect()),
        DataType::List(item) => DataType::List(inside(item)),
        DataType::LargeList(item) => DataType::LargeList(inside(item)),
        DataType::FixedSizeList(item, size) => DataType::FixedSizeList(inside(item), *size),
        other => other.clone(),
    }
}

/// Whether a column has nothing but nulls.
pub fn is_nothing(kind: &DataType) -> bool {
    matches!(kind, DataType::Null) || matches!(kind, DataType::Struct(fields) if fields.is_empty())
}
