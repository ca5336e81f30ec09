//! The frequent phrases of sorted suffixes that come one by one: `frequent` finds the same where all are in memory.
//!
//! At each depth, the suffixes that share so many words with the last one are an interval that is still open. A suffix
//! counts for the lines of an interval unless one of the same line is before it there. How many words it shares with
//! the last one of its line was found in its shard, since a line is in one shard; so nothing but numbers is needed here.

use super::super::blocks::{Fault, Writer};
use super::super::frequent::{DEEPEST, Entry, LIMIT};
use super::chunks::{ChunkReader, ChunkWriter};
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::path::PathBuf;

/// Finds frequent ranges.
pub struct Intervals {
    /// Where the open interval of each depth begins; depths up to `open` have one.
    starts: [u64; DEEPEST + 1],
    /// Suffixes in it whose line is there already, and which share no deeper interval with it that is still open.
    repeats: [u64; DEEPEST + 1],
    open: usize,
    count: u64,
    found: Vec<Entry>,
    most: usize,
    folder: PathBuf,
    spilled: Vec<ChunkReader>,
}

/// By where ranges begin, and the larger first.
fn order(entry: &Entry) -> (u32, Reverse<u32>) {
    (entry.start, Reverse(entry.end))
}

impl Intervals {
    /// What is more than `memory` bytes goes to files in a folder.
    pub fn new(folder: PathBuf, memory: usize) -> Self {
        Intervals {
            starts: [0; DEEPEST + 1],
            repeats: [0; DEEPEST + 1],
            open: 0,
            count: 0,
            found: Vec::new(),
            most: (memory / size_of::<Entry>()).max(64),
            folder,
            spilled: Vec::new(),
        }
    }

    /// Takes the next suffix: words in common with the one before, and with the last one of its line before it.
    pub fn push(&mut self, common: usize, repeated: usize) -> Result<(), Fault> {
        let common = common.min(DEEPEST);
        if common < self.open {
            self.close(common)?;
        }
        for depth in self.open + 1..=common {
            (self.starts[depth], self.repeats[depth]) = (self.count - 1, 0);
        }
        self.open = common;
        self.repeats[repeated.min(common)] += 1;
        self.count += 1;
        Ok(())
    }

    /// Ends the intervals that are deeper than this.
    fn close(&mut self, depth: usize) -> Result<(), Fault> {
        let mut below = u64::MAX;
        for depth in (depth + 1..=self.open).rev() {
            let (start, repeats) = (self.starts[depth], self.repeats[depth]);
            let size = self.count - start;
            if size > LIMIT as u64 && start != below {
                let lines = (size - repeats) as u32;
                self.found.push(Entry { start: start as u32, end: self.count as u32, lines });
            }
            below = start;
            self.repeats[depth - 1] += repeats;
        }
        self.open = depth;
        if self.found.len() >= self.most { self.spill() } else { Ok(()) }
    }

    fn spill(&mut self) -> Result<(), Fault> {
        self.found.sort_unstable_by_key(order);
        let path = self.folder.join(format!("frequent-{}.tmp", self.spilled.len()));
        let mut chunks = ChunkWriter::create(path, 1 << 14)?;
        for entry in self.found.drain(..) {
            let mut record = [0; 12];
            for (bytes, number) in record.chunks_mut(4).zip([entry.start, entry.end, entry.lines]) {
                bytes.copy_from_slice(&number.to_le_bytes());
            }
            chunks.push(&record)?;
        }
        self.spilled.push(chunks.finish()?);
        Ok(())
    }

    /// Writes all ranges that were found.
    pub fn write(mut self, file: &mut Writer) -> Result<(), Fault> {
        self.close(0)?;
        self.found.sort_unstable_by_key(order);
        let mut put = |entry: Entry| file.write_numbers([entry.start, entry.end, entry.lines].into_iter());
        if self.spilled.is_empty() {
            return self.found.drain(..).try_for_each(put);
        }
        self.spill()?;
        let mut files = std::mem::take(&mut self.spilled);
        let mut heads = BinaryHeap::new();
        let add = |heads: &mut BinaryHeap<_>, files: &mut [ChunkReader], file: usize| -> Result<(), Fault> {
            if let Some(entry) = read(&mut files[file])? {
                heads.push(Reverse((order(&entry), entry.lines, file)));
            }
            Ok(())
        };
        (0..files.len()).try_for_each(|file| add(&mut heads, &mut files, file))?;
        while let Some(Reverse(((start, Reverse(end)), lines, file))) = heads.pop() {
            put(Entry { start, end, lines })?;
            add(&mut heads, &mut files, file)?;
        }
        files.into_iter().try_for_each(ChunkReader::remove)
    }
}

fn read(file: &mut ChunkReader) -> Result<Option<Entry>, Fault> {
    let Some(start) = file.number()? else { return Ok(None) };
    let (end, lines) = (file.number()?, file.number()?);
    let entry = end.zip(lines).map(|(end, lines)| Entry { start, end, lines });
    entry.map(Some).ok_or_else(|| file.damaged())
}
