//! The thin shell that Python calls. Each function checks its input, releases the interpreter's lock and runs a kernel.

pub mod allocator;
pub mod arrow;
pub mod capsules;
pub mod columns;
pub mod contrast;
pub mod convert;
pub mod encoder;
pub mod error;
pub mod index;
pub mod meteor;
pub mod resample;
pub mod tally;
pub mod tokens;
pub mod trees;
pub mod wordnet;
pub mod work;
