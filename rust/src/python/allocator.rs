//! When the allocator returns memory that is free to the operating system.

use pyo3::prelude::*;
use std::ffi::{c_int, c_long};

/// The number of `mi_option_purge_delay` in mimalloc's own header; its crate has no name for it.
const PURGE_DELAY: c_int = 15;
/// What that option has if nobody has set it, in milliseconds.
const DEFAULT: c_long = 1000;

unsafe extern "C" {
    fn mi_option_get(option: c_int) -> c_long;
    fn mi_option_set(option: c_int, value: c_long);
}

/// Has memory returned when it was free for so long.
///
/// Nothing is done if the variable `MIMALLOC_PURGE_DELAY` says otherwise, or if options have other numbers in another
/// version of mimalloc: then the option does not have the default of this one. Returns whether it was done.
#[pyfunction]
pub fn set_purge_delay(milliseconds: u16) -> bool {
    // SAFETY: mimalloc is linked, as the global allocator, and keeps a number for each option.
    unsafe {
        let is_default = mi_option_get(PURGE_DELAY) == DEFAULT;
        if is_default {
            mi_option_set(PURGE_DELAY, milliseconds.into());
        }
        is_default
    }
}
