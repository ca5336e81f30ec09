//! Files of an index, written block by block, each block with a checksum.
//!
//! The checksums of all files of a shard are in one small file, which is verified when the shard is opened. A block is
//! verified whenever it is read (see `cached`), so opening costs nothing and no answer is made from damaged bytes.

use crate::interruption;
use std::fmt;
use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use xxhash_rust::xxh3::xxh3_64;

/// Bytes a block.
pub const BLOCK: usize = 1 << 14;
/// The file with the checksums of the others.
pub const CHECKSUMS: &str = "checksums.bin";

/// The files of a shard, in the order of their checksums.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Part {
    /// The number of each token, 0 at the end of each line.
    Words,
    /// The positions of all tokens, sorted by what follows from there on.
    Suffixes,
    /// Where the suffixes of each word begin.
    Starts,
    /// Where each line begins, and the end.
    Lines,
    /// How many lines the frequent phrases are on.
    Frequent,
    /// Where the text of each word begins.
    Offsets,
    /// The text of all words.
    Texts,
    /// The hash table from words to numbers.
    Table,
    /// Which lines are from which document.
    Documents,
}

pub const PARTS: [Part; 9] = [
    Part::Words,
    Part::Suffixes,
    Part::Starts,
    Part::Lines,
    Part::Frequent,
    Part::Offsets,
    Part::Texts,
    Part::Table,
    Part::Documents,
];

impl Part {
    /// The name of the file.
    pub fn name(self) -> &'static str {
        match self {
            Part::Words => "words.bin",
            Part::Suffixes => "suffixes.bin",
            Part::Starts => "starts.bin",
            Part::Lines => "lines.bin",
            Part::Frequent => "frequent.bin",
            Part::Offsets => "vocabulary-offsets.bin",
            Part::Texts => "vocabulary-texts.bin",
            Part::Table => "vocabulary-table.bin",
            Part::Documents => "documents.tsv",
        }
    }
}

/// A file that cannot be used, and why.
#[derive(Debug)]
pub struct Fault {
    pub file: PathBuf,
    pub problem: String,
}

impl Fault {
    pub fn new(file: &Path, problem: impl fmt::Display) -> Self {
        Fault { file: file.to_path_buf(), problem: problem.to_string() }
    }

    pub fn damaged(folder: &Path, part: Part) -> Self {
        Fault::new(&folder.join(part.name()), "the file is damaged: its checksum is wrong")
    }
}

/// Writes a file and keeps the checksums of its blocks.
pub struct Writer {
    path: PathBuf,
    file: File,
    block: Vec<u8>,
    length: u64,
    sums: Vec<u64>,
}

impl Writer {
    pub fn create(folder: &Path, name: &str) -> Result<Self, Fault> {
        let path = folder.join(name);
        let file = File::create_new(&path).map_err(|error| Fault::new(&path, error))?;
        Ok(Writer { path, file, block: Vec::with_capacity(BLOCK), length: 0, sums: Vec::new() })
    }

    pub fn write(&mut self, mut bytes: &[u8]) -> Result<(), Fault> {
        while !bytes.is_empty() {
            let (now, later) = bytes.split_at(bytes.len().min(BLOCK - self.block.len()));
            self.block.extend_from_slice(now);
            if self.block.len() == BLOCK {
                self.flush()?;
            }
            bytes = later;
        }
        Ok(())
    }

    pub fn write_numbers(&mut self, numbers: impl Iterator<Item = u32>) -> Result<(), Fault> {
        for number in numbers {
            // Blocks are made of whole numbers, since nothing else is in such a file.
            self.block.extend_from_slice(&number.to_le_bytes());
            if self.block.len() >= BLOCK {
                self.flush()?;
            }
        }
        Ok(())
    }

    fn flush(&mut self) -> Result<(), Fault> {
        interruption::poll();
        self.sums.push(xxh3_64(&self.block));
        self.length += self.block.len() as u64;
        self.file.write_all(&self.block).map_err(|error| Fault::new(&self.path, error))?;
        self.block.clear();
        Ok(())
    }

    /// Waits until the file is on the disk; its length and the checksums of its blocks.
    pub fn finish(mut self) -> Result<(u64, Vec<u64>), Fault> {
        if !self.block.is_empty() {
            self.flush()?;
        }
        self.file.sync_all().map_err(|error| Fault::new(&self.path, error))?;
        Ok((self.length, self.sums))
    }
}

/// The length and the checksums of each part, as they are stored.
pub fn pack_checksums(parts: &[(u64, Vec<u64>)]) -> Vec<u8> {
    let numbers = parts.iter().flat_map(|(length, sums)| std::iter::once(*length).chain(sums.iter().copied()));
    numbers.flat_map(u64::to_le_bytes).collect()
}

/// Writes the file of checksums; the size of all files, and the checksum of that one.
pub fn write_checksums(parts: &[(u64, Vec<u64>)], folder: &Path) -> Result<(u64, u64), Fault> {
    let checksums = pack_checksums(parts);
    let mut writer = Writer::create(folder, CHECKSUMS)?;
    writer.write(&checksums)?;
    writer.finish()?;
    let bytes = parts.iter().map(|part| part.0).sum::<u64>() + checksums.len() as u64;
    Ok((bytes, xxh3_64(&checksums)))
}

/// The opposite of `pack_checksums`, if the bytes are of that form.
pub fn unpack_checksums(bytes: &[u8]) -> Option<Vec<(u64, Vec<u64>)>> {
    let mut numbers = bytes.chunks_exact(8).map(|chunk| u64::from_le_bytes(chunk.try_into().expect("eight bytes")));
    let mut parts = Vec::with_capacity(PARTS.len());
    for _ in PARTS {
        let length = numbers.next()?;
        let blocks = usize::try_from(length).ok()?.div_ceil(BLOCK);
        let sums: Vec<u64> = numbers.by_ref().take(blocks).collect();
        if sums.len() != blocks {
            return None;
        }
        parts.push((length, sums));
    }
    (numbers.next().is_none() && bytes.len().is_multiple_of(8)).then_some(parts)
}
