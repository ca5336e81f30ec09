//! Files of an index, written and read block by block, each block with a checksum.
//!
//! A block is verified when it is first touched, so opening costs nothing and no answer is made from damaged bytes.
//! The checksums of all files of a shard are in one small file, which is verified when the shard is opened.

use memmap2::Mmap;
use std::fmt;
use std::fs::File;
use std::io::{self, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
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

/// A file in memory, of which only verified blocks are read.
pub struct Mapped {
    part: Part,
    /// None for an empty file, which cannot be mapped.
    map: Option<Mmap>,
    sums: Vec<u64>,
    is_verified: Vec<AtomicBool>,
}

impl Mapped {
    pub fn open(folder: &Path, part: Part, length: u64, sums: Vec<u64>) -> Result<Self, Fault> {
        let path = folder.join(part.name());
        let refuse = |error: io::Error| Fault::new(&path, error);
        let file = File::open(&path).map_err(refuse)?;
        let found = file.metadata().map_err(refuse)?.len();
        if found != length {
            return Err(Fault::new(&path, format!("the file is damaged: it has {found} bytes instead of {length}")));
        }
        // SAFETY: the files of an index are never changed, only written anew under another name.
        let map = if length == 0 { None } else { Some(unsafe { Mmap::map(&file) }.map_err(refuse)?) };
        let is_verified = sums.iter().map(|_| AtomicBool::new(false)).collect();
        Ok(Mapped { part, map, sums, is_verified })
    }

    fn all(&self) -> &[u8] {
        self.map.as_deref().unwrap_or(&[])
    }

    pub fn len(&self) -> usize {
        self.all().len()
    }

    pub fn is_empty(&self) -> bool {
        self.map.is_none()
    }

    /// How many numbers of four bytes it has.
    pub fn count(&self) -> usize {
        self.len() / 4
    }

    #[cold]
    #[inline(never)]
    fn check(&self, block: usize) -> Result<(), Part> {
        let all = self.all();
        let bytes = &all[block * BLOCK..all.len().min((block + 1) * BLOCK)];
        if xxh3_64(bytes) != self.sums[block] {
            return Err(self.part);
        }
        self.is_verified[block].store(true, Ordering::Relaxed);
        Ok(())
    }

    #[inline]
    fn verify(&self, block: usize) -> Result<(), Part> {
        if self.is_verified[block].load(Ordering::Relaxed) { Ok(()) } else { self.check(block) }
    }

    /// The number of four bytes at an index, which must be below `count`.
    #[inline]
    pub fn number(&self, index: usize) -> Result<u32, Part> {
        let at = 4 * index;
        self.verify(at / BLOCK)?;
        Ok(u32::from_le_bytes(self.all()[at..at + 4].try_into().expect("four bytes")))
    }

    /// The number of eight bytes at an index.
    #[inline]
    pub fn long(&self, index: usize) -> Result<u64, Part> {
        let at = 8 * index;
        self.verify(at / BLOCK)?;
        Ok(u64::from_le_bytes(self.all()[at..at + 8].try_into().expect("eight bytes")))
    }

    /// Some bytes, after their blocks were verified.
    pub fn bytes(&self, range: Range<usize>) -> Result<&[u8], Part> {
        if range.is_empty() {
            return Ok(&[]);
        }
        for block in range.start / BLOCK..=(range.end - 1) / BLOCK {
            self.verify(block)?;
        }
        Ok(&self.all()[range])
    }

    /// Verifies every block again, whether it was verified before or not.
    pub fn check_all(&self) -> Result<(), Part> {
        (0..self.sums.len()).try_for_each(|block| self.check(block))
    }
}
