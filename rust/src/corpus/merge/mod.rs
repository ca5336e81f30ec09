//! Makes one shard of many, of any size, within a given memory. The text is not needed again.
//!
//! Words have the same order in all shards, and so have the suffixes of each. The steps are:
//! 1. the vocabularies become one, which gives the words of each shard new numbers;
//! 2. the texts become one, with these numbers;
//! 3. the order of all suffixes is cut into ranges, by samples. For each range, every shard writes its suffixes of that
//!    range as a run, and the runs are merged. While one thread merges a range, the other writes the runs of the next.
//!
//! At no time is more than the text of one shard per thread in memory, and no more than two ranges are in temporary files.

pub mod boundaries;
pub mod chunks;
pub mod intervals;
pub mod merger;
pub mod runs;
pub mod sorting;
pub mod text;
pub mod tree;
pub mod vocabulary;
pub mod walk;

#[cfg(test)]
pub(super) mod tests;
