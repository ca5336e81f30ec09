//! Sorted suffixes of one shard in a temporary file, each written as what it adds to the one before it.
//!
//! A record is the number of words that the suffix has in common with the one before it, its further words up to the end
//! of its line or up to `depth` words in all, and its position. Words that two records have in common with the one before
//! them are never compared again, and most have many.

use super::super::blocks::Fault;
use super::chunks::{ChunkReader, ChunkWriter};

/// The most words of a suffix that are in its record.
pub const DEEPEST_RECORD: usize = 60;

/// A suffix, as it is handed over to be written.
pub struct Suffix<'a> {
    /// How many words are the same as those of the one before.
    pub common: usize,
    /// How many words, up to a limit, are the same as those of the suffix of the same line that was last before it.
    pub repeated: u8,
    pub position: u32,
    /// The words from its beginning on, with the end of its line among them.
    pub words: &'a [u32],
}

fn put(mut number: u64, bytes: &mut Vec<u8>) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

#[inline]
fn get(bytes: &[u8], at: &mut usize) -> Option<u64> {
    let (mut number, mut shift) = (0, 0);
    loop {
        let byte = *bytes.get(*at)?;
        *at += 1;
        number |= u64::from(byte & 0x7f) << shift;
        if byte < 0x80 {
            return Some(number);
        }
        shift += 7;
        if shift > 63 {
            return None;
        }
    }
}

/// Writes the suffixes of a shard.
pub struct RunWriter {
    chunks: ChunkWriter,
    depth: usize,
    record: Vec<u8>,
}

impl RunWriter {
    pub fn new(chunks: ChunkWriter, depth: usize) -> Self {
        RunWriter { chunks, depth: depth.clamp(1, DEEPEST_RECORD), record: Vec::new() }
    }

    pub fn push(&mut self, suffix: &Suffix) -> Result<(), Fault> {
        let record = &mut self.record;
        record.clear();
        put((suffix.common as u64) << 1 | u64::from(suffix.repeated > 0), record);
        if suffix.repeated > 0 {
            record.push(suffix.repeated);
        }
        record.extend_from_slice(&suffix.position.to_le_bytes());
        for &word in suffix.words.iter().take(self.depth).skip(suffix.common) {
            put(u64::from(word), record);
            if word == 0 {
                break;
            }
        }
        self.chunks.push(record)
    }

    pub fn finish(self) -> Result<RunReader, Fault> {
        Ok(RunReader {
            chunks: self.chunks.finish()?,
            depth: self.depth,
            is_over: false,
            words: [0; DEEPEST_RECORD],
            common: 0,
            repeated: 0,
            position: 0,
        })
    }
}

/// Reads the suffixes of a shard, one after the other.
pub struct RunReader {
    chunks: ChunkReader,
    pub depth: usize,
    pub is_over: bool,
    /// Its first words, up to the end of its line; what is after that has no meaning.
    pub words: [u32; DEEPEST_RECORD],
    pub common: usize,
    pub repeated: u8,
    pub position: u32,
}

impl RunReader {
    /// Goes on to the next suffix, or to the end.
    pub fn advance(&mut self) -> Result<(), Fault> {
        let bytes = self.chunks.rest()?;
        if bytes.is_empty() {
            // After all that can be written: no word has this number.
            (self.is_over, self.common, self.words[0]) = (true, 0, u32::MAX);
            return Ok(());
        }
        let Some((length, common, repeated, position)) = decode(bytes, self.depth, &mut self.words) else {
            return Err(self.chunks.damaged());
        };
        (self.common, self.repeated, self.position) = (common, repeated, position);
        self.chunks.take(length);
        Ok(())
    }

    pub fn remove(self) -> Result<(), Fault> {
        self.chunks.remove()
    }
}

#[inline]
fn decode(bytes: &[u8], depth: usize, words: &mut [u32; DEEPEST_RECORD]) -> Option<(usize, usize, u8, u32)> {
    let mut at = 0;
    let head = get(bytes, &mut at)?;
    let common = usize::try_from(head >> 1).ok()?;
    let repeated = if head & 1 == 1 { *bytes.get(at)? } else { 0 };
    at += (head & 1) as usize;
    let position = u32::from_le_bytes(bytes.get(at..at + 4)?.try_into().ok()?);
    at += 4;
    for word in words[..depth].iter_mut().skip(common) {
        *word = get(bytes, &mut at)? as u32;
        if *word == 0 {
            break;
        }
    }
    Some((at, common, repeated, position))
}
