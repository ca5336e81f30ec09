//! Temporary files of a merge: written once, read once, in chunks with a checksum each.
//!
//! They are opened for one chunk and closed again: a merge has more of them than a process may have open.

use super::super::blocks::Fault;
use crate::interruption;
use std::fs::File;
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::PathBuf;
use xxhash_rust::xxh3::xxh3_64;

/// Length and checksum before each chunk.
const HEAD: usize = 16;

/// Writes a temporary file.
pub struct ChunkWriter {
    path: PathBuf,
    file: File,
    chunk: Vec<u8>,
    size: usize,
    pub length: u64,
}

impl ChunkWriter {
    /// A new file in place of one that may be there; its chunks have about `size` bytes.
    pub fn create(path: PathBuf, size: usize) -> Result<Self, Fault> {
        let file = File::create(&path).map_err(|error| Fault::new(&path, error))?;
        Ok(ChunkWriter { path, file, chunk: Vec::with_capacity(size), size, length: 0 })
    }

    /// Adds a record, which is not divided between chunks.
    #[inline]
    pub fn push(&mut self, record: &[u8]) -> Result<(), Fault> {
        if self.chunk.len() + record.len() > self.size && !self.chunk.is_empty() {
            self.flush()?;
        }
        self.chunk.extend_from_slice(record);
        Ok(())
    }

    fn flush(&mut self) -> Result<(), Fault> {
        interruption::poll();
        let mut head = [0; HEAD];
        head[..8].copy_from_slice(&(self.chunk.len() as u64).to_le_bytes());
        head[8..].copy_from_slice(&xxh3_64(&self.chunk).to_le_bytes());
        let written = self.file.write_all(&head).and_then(|()| self.file.write_all(&self.chunk));
        written.map_err(|error| Fault::new(&self.path, error))?;
        self.length += (HEAD + self.chunk.len()) as u64;
        self.chunk.clear();
        Ok(())
    }

    /// The file, to be read. It is not needed after a crash, so nobody waits for the disk.
    pub fn finish(mut self) -> Result<ChunkReader, Fault> {
        if !self.chunk.is_empty() {
            self.flush()?;
        }
        Ok(ChunkReader { path: self.path, length: self.length, next: 0, chunk: Vec::new(), at: 0 })
    }
}

/// Reads a temporary file.
pub struct ChunkReader {
    path: PathBuf,
    pub length: u64,
    next: u64,
    chunk: Vec<u8>,
    at: usize,
}

impl ChunkReader {
    /// What is left of the chunk at hand, or the next chunk; nothing at the end.
    #[inline]
    pub fn rest(&mut self) -> Result<&[u8], Fault> {
        if self.at == self.chunk.len() {
            self.load()?;
        }
        Ok(&self.chunk[self.at..])
    }

    /// Goes on after some bytes.
    #[inline]
    pub fn take(&mut self, count: usize) {
        self.at += count;
    }

    /// What is wrong with a file that cannot be understood.
    pub fn damaged(&self) -> Fault {
        Fault::new(&self.path, "the temporary file is damaged: its checksum is wrong")
    }

    #[cold]
    fn load(&mut self) -> Result<(), Fault> {
        interruption::poll();
        self.at = 0;
        if self.next >= self.length {
            self.chunk.clear();
            return Ok(());
        }
        let refuse = |error| Fault::new(&self.path, error);
        let mut file = File::open(&self.path).map_err(refuse)?;
        let mut head = [0; HEAD];
        file.seek(SeekFrom::Start(self.next)).and_then(|_| file.read_exact(&mut head)).map_err(refuse)?;
        let number = |at: usize| u64::from_le_bytes(head[at..at + 8].try_into().expect("eight bytes"));
        let (length, sum) = (number(0), number(8));
        self.next += HEAD as u64 + length;
        if self.next > self.length {
            return Err(self.damaged());
        }
        self.chunk.resize(length as usize, 0);
        file.read_exact(&mut self.chunk).map_err(|error| Fault::new(&self.path, error))?;
        if xxh3_64(&self.chunk) == sum { Ok(()) } else { Err(self.damaged()) }
    }

    /// The number of four bytes that comes next; none at the end.
    pub fn number(&mut self) -> Result<Option<u32>, Fault> {
        match self.rest()?.first_chunk() {
            Some(bytes) => {
                let number = u32::from_le_bytes(*bytes);
                self.at += 4;
                Ok(Some(number))
            }
            None => Ok(None),
        }
    }

    /// Removes the file.
    pub fn remove(self) -> Result<(), Fault> {
        std::fs::remove_file(&self.path).map_err(|error| Fault::new(&self.path, error))
    }
}
