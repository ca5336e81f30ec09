//! Trees of a batch of segments, and what two trees have in common: Liu and Gildea 2005.

mod brackets;
mod chains;
mod conllu;
mod forest;
mod fragments;
mod kernel;
mod subtrees;
#[cfg(test)]
mod tests;

pub use brackets::read_brackets;
pub use conllu::read_conllu;
pub use forest::{Builder, Forest, Labels, Pairs};
pub use fragments::columns;
pub use kernel::KERNEL_COLUMNS;

use fragments::Kind;

/// Rows of subtrees, depth by depth.
pub fn tally_subtrees(pairs: &Pairs, sizes: usize, threads: usize) -> Vec<f64> {
    fragments::tally(pairs, Kind::Subtrees, sizes, threads)
}

/// Rows of headword chains, length by length.
pub fn tally_chains(pairs: &Pairs, sizes: usize, threads: usize) -> Vec<f64> {
    fragments::tally(pairs, Kind::Chains, sizes, threads)
}

/// Rows of the tree kernel, the best cosine and 1; or the index of the first segment that is too large.
pub fn tally_kernel(pairs: &Pairs, decay: f64, threads: usize) -> Result<Vec<f64>, usize> {
    kernel::tally(pairs, decay, threads)
}
