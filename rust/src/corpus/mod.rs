//! Exact counts of phrases: text to words, words to an index on disk, phrases to counts.

pub mod blocks;
pub mod build;
pub mod cached;
pub mod frequent;
pub mod index;
pub mod language_model;
pub mod lexicon;
pub mod merge;
pub mod normalise;
pub mod phrases;
pub mod query;
pub mod recut;
pub mod sealed;
pub mod search;

#[cfg(test)]
mod attacks;
#[cfg(test)]
mod tests;
