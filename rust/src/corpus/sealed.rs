//! Files of an index that are read from one end to the other, or here and there, without keeping them open.
//!
//! A merge reads hundreds of shards side by side: more files than a process may have open. So each is opened for one read
//! of some blocks and closed again. Every block is verified, as everywhere.

use super::blocks::{BLOCK, CHECKSUMS, Fault, PARTS, Part, unpack_checksums};
use crate::interruption;
use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::ops::Range;
use std::path::{Path, PathBuf};
use xxhash_rust::xxh3::xxh3_64;

/// A file that is complete, and the checksums of its blocks.
pub struct Sealed {
    path: PathBuf,
    length: u64,
    sums: Vec<u64>,
}

/// All files of a shard, in the order of `PARTS`.
pub fn open_shard(folder: &Path, checksum: u64) -> Result<Vec<Sealed>, Fault> {
    let path = folder.join(CHECKSUMS);
    let bytes = std::fs::read(&path).map_err(|error| Fault::new(&path, error))?;
    let damaged = || Fault::new(&path, "the file is damaged: its checksum is wrong");
    if xxh3_64(&bytes) != checksum {
        return Err(damaged());
    }
    let parts = unpack_checksums(&bytes).ok_or_else(damaged)?;
    let seal = |(part, (length, sums)): (Part, (u64, Vec<u64>))| Sealed::new(folder, part, length, sums);
    PARTS.into_iter().zip(parts).map(seal).collect()
}

impl Sealed {
    pub fn new(folder: &Path, part: Part, length: u64, sums: Vec<u64>) -> Result<Self, Fault> {
        let path = folder.join(part.name());
        let found = std::fs::metadata(&path).map_err(|error| Fault::new(&path, error))?.len();
        if found != length {
            return Err(Fault::new(&path, format!("the file is damaged: it has {found} bytes instead of {length}")));
        }
        Ok(Sealed { path, length, sums })
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    pub fn len(&self) -> u64 {
        self.length
    }

    pub fn is_empty(&self) -> bool {
        self.length == 0
    }

    /// How many numbers of four bytes it has.
    pub fn count(&self) -> usize {
        (self.length / 4) as usize
    }

    /// The length of each file and the checksums of its blocks, as `pack_checksums` wants them.
    pub fn into_sums(self) -> (u64, Vec<u64>) {
        (self.length, self.sums)
    }

    /// What is wrong with a file whose checksums are right and whose content is not.
    pub fn damaged(&self) -> Fault {
        Fault::new(&self.path, "the file is damaged: its checksum is wrong")
    }

    /// Reads and verifies some blocks. What `bytes` had is gone.
    pub fn read(&self, blocks: Range<usize>, bytes: &mut Vec<u8>) -> Result<(), Fault> {
        self.read_from(&mut self.open()?, blocks, bytes)
    }

    fn open(&self) -> Result<File, Fault> {
        File::open(&self.path).map_err(|error| Fault::new(&self.path, error))
    }

    fn read_from(&self, file: &mut File, blocks: Range<usize>, bytes: &mut Vec<u8>) -> Result<(), Fault> {
        interruption::poll();
        let start = (blocks.start * BLOCK) as u64;
        let end = self.length.min((blocks.end * BLOCK) as u64);
        // What is there is overwritten, so only more room costs time.
        bytes.resize(end.saturating_sub(start) as usize, 0);
        let read = file.seek(SeekFrom::Start(start)).and_then(|_| file.read_exact(bytes));
        read.map_err(|_| self.damaged())?;
        let sums = self.sums.get(blocks).ok_or_else(|| self.damaged())?;
        let is_sound = bytes.chunks(BLOCK).zip(sums).all(|(block, &sum)| xxh3_64(block) == sum);
        if is_sound { Ok(()) } else { Err(self.damaged()) }
    }

    /// Reads from a byte on to the end, some blocks at a time.
    pub fn stream(&self, start: usize, blocks_at_once: usize) -> Stream<'_> {
        let next = start / BLOCK;
        Stream { file: self, blocks_at_once, next, bytes: Vec::new(), at: 0, skip: start % BLOCK }
    }
}

/// A file that is read from a place on.
pub struct Stream<'a> {
    file: &'a Sealed,
    blocks_at_once: usize,
    next: usize,
    bytes: Vec<u8>,
    at: usize,
    /// Bytes of the first block that were not asked for.
    skip: usize,
}

impl Stream<'_> {
    /// The bytes that come next, as many as are at hand; none at the end.
    pub fn chunk(&mut self) -> Result<&[u8], Fault> {
        if self.at == self.bytes.len() {
            let end = self.file.sums.len().min(self.next + self.blocks_at_once);
            self.at = 0;
            if self.next >= end {
                self.bytes.clear();
            } else {
                self.file.read(self.next..end, &mut self.bytes)?;
                self.next = end;
                self.at = std::mem::take(&mut self.skip).min(self.bytes.len());
            }
        }
        Ok(&self.bytes[self.at..])
    }

    /// Goes on after some bytes of the chunk.
    pub fn take(&mut self, count: usize) {
        self.at += count;
    }

    /// The number that comes next; none at the end.
    #[inline]
    pub fn number(&mut self) -> Result<Option<u32>, Fault> {
        // Blocks are made of whole numbers, so none is divided between two chunks.
        let chunk = self.chunk()?;
        let Some(bytes) = chunk.first_chunk() else {
            return if chunk.is_empty() { Ok(None) } else { Err(self.file.damaged()) };
        };
        let number = u32::from_le_bytes(*bytes);
        self.at += 4;
        Ok(Some(number))
    }

    /// Puts the bytes that come next into a buffer.
    pub fn fill(&mut self, mut count: usize, bytes: &mut Vec<u8>) -> Result<(), Fault> {
        bytes.clear();
        while count > 0 {
            let chunk = self.chunk()?;
            let now = chunk.len().min(count);
            if now == 0 {
                return Err(self.file.damaged());
            }
            bytes.extend_from_slice(&chunk[..now]);
            self.at += now;
            count -= now;
        }
        Ok(())
    }
}

/// Numbers of a file that are read here and there; the file stays open, and a few blocks stay in memory.
pub struct Scattered<'a> {
    sealed: &'a Sealed,
    file: File,
    /// The number of the block in each place, and its bytes: a block has one place only.
    places: Vec<(usize, Vec<u8>)>,
}

impl<'a> Scattered<'a> {
    /// Keeps at most so many blocks, or one.
    pub fn new(sealed: &'a Sealed, blocks: usize) -> Result<Self, Fault> {
        // A power of two, since the place of a block is a remainder.
        let count = 1 << blocks.max(1).ilog2();
        Ok(Scattered { sealed, file: sealed.open()?, places: vec![(usize::MAX, Vec::new()); count] })
    }

    /// The number at an index.
    pub fn number(&mut self, index: usize) -> Result<u32, Fault> {
        let (block, at) = (index / (BLOCK / 4), 4 * (index % (BLOCK / 4)));
        let place = block & (self.places.len() - 1);
        let (held, bytes) = &mut self.places[place];
        if *held != block {
            *held = usize::MAX;
            self.sealed.read_from(&mut self.file, block..block + 1, bytes)?;
            *held = block;
        }
        let number = bytes.get(at..at + 4).ok_or_else(|| self.sealed.damaged())?;
        Ok(u32::from_le_bytes(number.try_into().expect("four bytes")))
    }

    /// How many words two places have in common before one of them ends with its line, and whether the first of them
    /// comes before the other in the order of words; `known` are known to be the same.
    pub fn compare(&mut self, one: usize, other: usize, known: usize) -> Result<(usize, std::cmp::Ordering), Fault> {
        let mut depth = known;
        loop {
            let (word, another) = (self.number(one + depth)?, self.number(other + depth)?);
            if word != another || word == 0 {
                return Ok((depth, word.cmp(&another)));
            }
            depth += 1;
        }
    }
}
