//! Work without the interpreter's lock, which Ctrl-C stops, and whose panics are errors of ours.

use super::convert::Threads;
use super::error::Refusal;
use crate::interruption::{self, Ended};
use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;
use std::cell::RefCell;
use std::panic;
use std::sync::{Mutex, Once, PoisonError};

thread_local! {
    /// What the handler of a signal raised while this thread was at work.
    static RAISED: RefCell<Option<PyErr>> = const { RefCell::new(None) };
}

/// Where the last panic was and what it said. The library never prints, and so neither do its panics.
static PANIC: Mutex<String> = Mutex::new(String::new());
static HOOK: Once = Once::new();

/// Whether a signal came whose handler raised something, as that of Ctrl-C does.
///
/// Python runs handlers on its main thread only; on others this is always false.
fn is_interrupted() -> bool {
    match Python::attach(|python| python.check_signals()) {
        Ok(()) => false,
        Err(error) => {
            RAISED.set(Some(error));
            true
        }
    }
}

fn keep_panics() {
    panic::set_hook(Box::new(|panic| {
        *PANIC.lock().unwrap_or_else(PoisonError::into_inner) = panic.to_string();
    }));
}

/// Runs a kernel. All of them run here: this is the one place where panics and signals become Python's exceptions.
pub fn work<T: Send>(python: Python<'_>, kernel: impl FnOnce() -> T + Send) -> PyResult<T> {
    HOOK.call_once(keep_panics);
    python.detach(|| interruption::watch(is_interrupted, kernel)).map_err(|ended| match ended {
        Ended::Stopped => RAISED.take().unwrap_or_else(|| PyKeyboardInterrupt::new_err(())),
        Ended::Failed(message) => {
            let place = std::mem::take(&mut *PANIC.lock().unwrap_or_else(PoisonError::into_inner));
            Refusal::Failed(if place.is_empty() { message } else { place }).into()
        }
    })
}

/// Panics in a kernel, on as many threads, so that tests can see what becomes of it.
#[pyfunction]
pub fn simulate_panic(python: Python<'_>, message: String, threads: Threads) -> PyResult<()> {
    work(python, || crate::parallel::run(threads.0, || panic!("{message}")))
}
