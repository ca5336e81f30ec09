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
mod weights;

pub use brackets::read_brackets;
pub use conllu::read_conllu;
pub use forest::{Builder, Forest, Labels, Pairs};
pub use fragments::{Kind, columns};
pub use kernel::KERNEL_COLUMNS;
pub use weights::Weights;

/// Rows of subtrees or headword chains, size by size.
pub fn tally_fragments(pairs: &Pairs, kind: Kind, sizes: usize, threads: usize, weights: Option<&Weights>) -> Vec<f64> {
    fragments::tally(pairs, kind, sizes, threads, weights)
}

/// Rows of the tree kernel, the best cosine and 1; or the index of the first segment that is too large.
pub fn tally_kernel(pairs: &Pairs, decay: f64, threads: usize) -> Result<Vec<f64>, usize> {
    kernel::tally(pairs, decay, threads)
}
