//! The kernels of Tertium.
//!
//! Every module is plain Rust and is tested without Python. Only `python/` knows of Python: one thin function per
//! kernel, with the interpreter's lock released while the kernel works. This file lists the modules, and what
//! `tertium._core` exports.

pub mod align;
pub mod batch;
pub mod bleu;
pub mod cder;
pub mod character_ter;
pub mod characters;
pub mod chrf;
pub mod column;
pub mod concordance;
pub mod contrast;
pub mod corpus;
pub mod corpus_scan;
pub mod drawn;
pub mod encoder;
#[cfg(test)]
mod fuzz;
pub mod gleu;
pub mod interruption;
pub mod keyed;
pub mod levenshtein;
pub mod lowercase;
pub mod memory;
pub mod meteor;
pub mod moments;
pub mod multinomial;
pub mod ngrams;
pub mod nist;
pub mod occurrences;
pub mod parallel;
pub mod per;
#[cfg(feature = "python")]
mod python;
pub mod resample;
pub mod resampling_blocks;
pub mod ribes;
pub mod table;
pub mod ter;
pub mod tokenize;
pub mod tokens;
pub mod trees;
pub mod unigram;
pub mod vocabulary;
pub mod wer;
pub mod whitespace;
pub mod word_groups;
pub mod wordnet;
pub mod words;

/// Batches are allocated and dropped by the thousand, on several threads. The system's allocator returns their memory
/// to the operating system each time, and the page faults would cost more than the tokens.
#[cfg(feature = "python")]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// The kernels of Tertium.
#[cfg(feature = "python")]
#[pyo3::pymodule]
mod _core {
    #[pymodule_export]
    #[allow(non_upper_case_globals)]
    const __version__: &str = env!("CARGO_PKG_VERSION");

    #[pymodule_export]
    use crate::python::{
        allocator::set_purge_delay,
        arrow::ArrowTable,
        columns::TextColumn,
        contrast::{contrast_ngrams, tally_word_groups},
        convert::{check_texts, export_arrow, find_not_text},
        encoder::{Encoder, match_states},
        index::{IndexBuilder, IndexMerger, IndexShards, PhraseScanner, locate_words, split_words},
        meteor::{Vocabulary, align_words, link_meteor, pool_meteor, tally_meteor},
        resample::{
            count_pairs, draw_blocks, exchange_pearson, rank_rows, sum_bootstrap, sum_chosen, sum_drawn, sum_halves,
        },
        tally::{
            Information, align_ribes, count_ngrams, explain_character, explain_ter, gather_information,
            learn_information, tally_bleu, tally_cder, tally_character, tally_chrf, tally_gleu, tally_nist, tally_per,
            tally_ribes, tally_ter, tally_unigram, tally_wer,
        },
        tokens::{Characters, Tokens, pack_characters, tokenize, tokenize_tercom},
        trees::{Forest, FragmentWeights, read_brackets, read_conllu, tally_chains, tally_kernel, tally_subtrees},
        wordnet::WordNet,
        work::simulate_panic,
    };
}
