//! Files of an index while they are read: block by block, each verified when it enters memory.
//!
//! Nothing is mapped. A file that is truncated or overwritten while it is open can neither end the process nor change an
//! answer: what is in memory was compared with its checksum there, and what no longer has it is refused. Blocks stay
//! until they take more memory than they may; then a random half of them is dropped, which needs no notes of their use.

use super::blocks::{BLOCK, Fault, Part};
use crate::interruption;
use std::borrow::Cow;
use std::fs::File;
use std::io;
use std::ops::Range;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use xxhash_rust::xxh3::xxh3_64;

type Block = [u8; BLOCK];

/// Blocks of a file that are read at the same time.
const LOCKS: usize = 16;

/// How much memory the blocks of an index take, and may take.
#[derive(Debug)]
pub struct Memory {
    used: AtomicUsize,
    most: usize,
}

impl Memory {
    pub fn new(most: usize) -> Arc<Self> {
        Arc::new(Memory { used: AtomicUsize::new(0), most })
    }

    /// Whether some blocks are to be dropped.
    pub fn is_short(&self) -> bool {
        self.used.load(Ordering::Relaxed) > self.most
    }
}

/// A file of which only verified blocks are read.
pub struct Cached {
    part: Part,
    file: File,
    length: usize,
    sums: Vec<u64>,
    blocks: Vec<OnceLock<Box<Block>>>,
    loading: [Mutex<()>; LOCKS],
    memory: Arc<Memory>,
}

impl Cached {
    pub fn open(folder: &Path, part: Part, length: u64, sums: Vec<u64>, memory: &Arc<Memory>) -> Result<Self, Fault> {
        let path = folder.join(part.name());
        let refuse = |error: io::Error| Fault::new(&path, error);
        let file = File::open(&path).map_err(refuse)?;
        let found = file.metadata().map_err(refuse)?.len();
        if found != length {
            return Err(Fault::new(&path, format!("the file is damaged: it has {found} bytes instead of {length}")));
        }
        let blocks = sums.iter().map(|_| OnceLock::new()).collect();
        let length = usize::try_from(length).map_err(|error| Fault::new(&path, error))?;
        Ok(Cached { part, file, length, sums, blocks, loading: Default::default(), memory: memory.clone() })
    }

    pub fn len(&self) -> usize {
        self.length
    }

    pub fn is_empty(&self) -> bool {
        self.length == 0
    }

    /// How many numbers of four bytes it has.
    pub fn count(&self) -> usize {
        self.length / 4
    }

    /// Reads a block from the file and verifies it. Returns its length: the last one may be short.
    fn read(&self, number: usize, block: &mut Block) -> Result<usize, Part> {
        let start = number * BLOCK;
        let length = (self.length - start).min(BLOCK);
        read_at(&self.file, &mut block[..length], start as u64).map_err(|_| self.part)?;
        if xxh3_64(&block[..length]) == self.sums[number] { Ok(length) } else { Err(self.part) }
    }

    #[cold]
    #[inline(never)]
    fn load(&self, number: usize) -> Result<&Block, Part> {
        let slot = self.blocks.get(number).ok_or(self.part)?;
        // Threads that want the same block wait for one of them; others have other locks, as a rule.
        let _loading = self.loading[number % LOCKS].lock().unwrap_or_else(PoisonError::into_inner);
        if slot.get().is_none() {
            let mut block = empty_block();
            self.read(number, &mut block)?;
            if slot.set(block).is_ok() {
                self.memory.used.fetch_add(BLOCK, Ordering::Relaxed);
            }
        }
        slot.get().map(|block| &**block).ok_or(self.part)
    }

    #[inline(always)]
    fn block(&self, number: usize) -> Result<&Block, Part> {
        match self.blocks.get(number).and_then(OnceLock::get) {
            Some(block) => Ok(block),
            None => self.load(number),
        }
    }

    /// The number of four bytes at an index.
    #[inline]
    pub fn number(&self, index: usize) -> Result<u32, Part> {
        if index >= self.length / 4 {
            return Err(self.part);
        }
        let (block, at) = (self.block(index / (BLOCK / 4))?, 4 * (index % (BLOCK / 4)));
        Ok(u32::from_le_bytes(block[at..at + 4].try_into().expect("four bytes")))
    }

    /// The number of eight bytes at an index.
    #[inline]
    pub fn long(&self, index: usize) -> Result<u64, Part> {
        if index >= self.length / 8 {
            return Err(self.part);
        }
        let (block, at) = (self.block(index / (BLOCK / 8))?, 8 * (index % (BLOCK / 8)));
        Ok(u64::from_le_bytes(block[at..at + 8].try_into().expect("eight bytes")))
    }

    /// Some bytes: where they are in one block, without a copy.
    pub fn bytes(&self, range: Range<usize>) -> Result<Cow<'_, [u8]>, Part> {
        if range.start > range.end || range.end > self.length {
            return Err(self.part);
        }
        let (first, last) = (range.start / BLOCK, range.end.saturating_sub(1) / BLOCK);
        if range.is_empty() {
            return Ok(Cow::Borrowed(&[]));
        }
        if first == last {
            return Ok(Cow::Borrowed(&self.block(first)?[range.start % BLOCK..][..range.len()]));
        }
        let mut bytes = Vec::with_capacity(range.len());
        for number in first..=last {
            let from = range.start.max(number * BLOCK) - number * BLOCK;
            let to = range.end.min((number + 1) * BLOCK) - number * BLOCK;
            bytes.extend_from_slice(&self.block(number)?[from..to]);
        }
        Ok(Cow::Owned(bytes))
    }

    /// Reads and verifies the file from its beginning to its end, without keeping blocks.
    pub fn stream(&self, mut take: impl FnMut(&[u8]) -> Result<(), Part>) -> Result<(), Part> {
        let mut block = empty_block();
        for number in 0..self.sums.len() {
            interruption::poll();
            let length = self.read(number, &mut block)?;
            take(&block[..length])?;
        }
        Ok(())
    }

    /// All bytes.
    pub fn all(&self) -> Result<Vec<u8>, Part> {
        let mut all = Vec::with_capacity(self.length);
        self.stream(|bytes| {
            all.extend_from_slice(bytes);
            Ok(())
        })?;
        Ok(all)
    }

    /// Drops about half of the blocks, others in each round.
    pub fn drop_half(&mut self, round: u64) {
        for (number, block) in self.blocks.iter_mut().enumerate() {
            let chance = (number as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(round as u32 % 64);
            if chance & 1 == 1 && block.take().is_some() {
                self.memory.used.fetch_sub(BLOCK, Ordering::Relaxed);
            }
        }
    }
}

fn empty_block() -> Box<Block> {
    vec![0; BLOCK].into_boxed_slice().try_into().expect("as long as a block")
}

#[cfg(unix)]
fn read_at(file: &File, bytes: &mut [u8], start: u64) -> io::Result<()> {
    std::os::unix::fs::FileExt::read_exact_at(file, bytes, start)
}

#[cfg(windows)]
fn read_at(file: &File, mut bytes: &mut [u8], mut start: u64) -> io::Result<()> {
    while !bytes.is_empty() {
        match std::os::windows::fs::FileExt::seek_read(file, bytes, start)? {
            0 => return Err(io::ErrorKind::UnexpectedEof.into()),
            count => (bytes, start) = (&mut bytes[count..], start + count as u64),
        }
    }
    Ok(())
}
