//! The order of all suffixes, range by range.

use super::super::blocks::{Fault, Part, Writer};
use super::super::sealed::{Scattered, Sealed};
use super::boundaries;
use super::chunks::ChunkWriter;
use super::intervals::Intervals;
use super::runs::{DEEPEST_RECORD, RunReader};
use super::tree::{Next, Tree};
use super::walk::Walker;
use crate::interruption::poll_every;
use crate::parallel::share_out;
use std::path::{Path, PathBuf};

/// Words of a suffix in its record, at first.
const DEPTH: usize = 16;
const LEAST_DEPTH: usize = 8;

/// How to divide the work.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Bytes of memory.
    pub memory: usize,
    pub threads: usize,
    /// Parts of the order.
    pub ranges: usize,
    /// Words of a suffix in its record; None to find it out.
    pub depth: Option<usize>,
}

/// What is written while runs are merged.
pub struct Order {
    folder: PathBuf,
    suffixes: Writer,
    starts: Writer,
    intervals: Intervals,
    /// The suffix that was last.
    last: Option<u32>,
    /// The word whose last suffix is not yet known.
    word: u32,
    count: u64,
}

impl Order {
    pub fn new(folder: &Path, scratch: &Path, memory: usize) -> Result<Self, Fault> {
        let mut starts = Writer::create(folder, Part::Starts.name())?;
        starts.write_numbers([0].into_iter())?;
        Ok(Order {
            folder: folder.to_path_buf(),
            suffixes: Writer::create(folder, Part::Suffixes.name())?,
            starts,
            intervals: Intervals::new(scratch.to_path_buf(), memory),
            last: None,
            word: 1,
            count: 0,
        })
    }

    fn push(&mut self, next: Next) -> Result<(), Fault> {
        if next.first < self.word {
            return Err(Fault::new(&self.folder, "a shard is damaged: its suffixes are not in order"));
        }
        self.end_words(next.first)?;
        self.suffixes.write_numbers([next.position].into_iter())?;
        self.intervals.push(next.common, usize::from(next.repeated))?;
        self.last = Some(next.position);
        self.count += 1;
        Ok(())
    }

    /// Notes that the words before this one have no more suffixes.
    fn end_words(&mut self, word: u32) -> Result<(), Fault> {
        if self.word < word {
            let count = (word - self.word) as usize;
            self.starts.write_numbers(std::iter::repeat_n(self.count as u32, count))?;
            self.word = word;
        }
        Ok(())
    }

    /// Merges the runs of a range; how many comparisons needed the text.
    fn merge(&mut self, runs: Vec<RunReader>, text: &Sealed, blocks: usize) -> Result<u64, Fault> {
        let mut text = Scattered::new(text, blocks)?;
        let mut tree = Tree::new(runs, &mut text)?;
        let mut is_first = true;
        while let Some(mut next) = tree.next(&mut text)? {
            poll_every::<4096>(self.count as usize);
            if std::mem::take(&mut is_first) {
                // The tree does not know what the range before ended with.
                let last = self.last.map(|last| text.compare(last as usize, next.position as usize, 0));
                next.common = last.transpose()?.map_or(0, |(common, _)| common);
            }
            self.push(next)?;
        }
        let ties = tree.ties;
        tree.remove()?;
        Ok(ties)
    }

    fn finish(mut self, words: u32) -> Result<[(u64, Vec<u64>); 3], Fault> {
        self.end_words(words + 1)?;
        let mut frequent = Writer::create(&self.folder, Part::Frequent.name())?;
        self.intervals.write(&mut frequent)?;
        Ok([self.suffixes.finish()?, self.starts.finish()?, frequent.finish()?])
    }
}

/// A part of the work on two ranges.
enum Task<'a> {
    Merge(Vec<RunReader>, &'a mut Order, &'a mut Result<u64, Fault>),
    Walk(usize, &'a mut Walker, &'a mut Option<Result<RunReader, Fault>>),
}

/// Suffixes that are being sorted.
pub struct Sorting {
    text: Sealed,
    walkers: Vec<Walker>,
    boundaries: Vec<Vec<u32>>,
    /// The range whose runs are written next.
    range: usize,
    /// Those of the range before.
    runs: Vec<RunReader>,
    order: Order,
    scratch: PathBuf,
    limits: Limits,
    depth: usize,
}

impl Sorting {
    pub fn new(
        text: Sealed,
        walkers: Vec<Walker>,
        order: Order,
        scratch: PathBuf,
        limits: Limits,
    ) -> Result<Self, Fault> {
        let boundaries = boundaries::find(&walkers, &text, limits.ranges)?;
        let depth = limits.depth.unwrap_or(DEPTH);
        let (range, runs) = (0, Vec::new());
        Ok(Sorting { text, walkers, boundaries, range, runs, order, scratch, limits, depth })
    }

    /// Whether all ranges are merged.
    pub fn is_over(&self) -> bool {
        self.range > self.boundaries.len() + 1
    }

    /// Bytes of a chunk of each run, so that all runs that are read have a small part of the memory.
    fn chunk(&self) -> usize {
        (self.limits.memory / 16 / self.walkers.len().max(1)).clamp(1 << 12, 1 << 18)
    }

    /// Merges the runs of a range, and writes those of the next one; how many suffixes were merged.
    pub fn step(&mut self) -> Result<u64, Fault> {
        let (before, chunk) = (self.order.count, self.chunk());
        let Sorting { text, walkers, order, scratch, limits, depth, .. } = self;
        let (blocks, text) = (((limits.memory / 16) >> 14).max(16), &*text);
        let boundary = self.boundaries.get(self.range).map(Vec::as_slice);
        let runs = std::mem::take(&mut self.runs);
        let mut ties = Ok(0);
        let mut written: Vec<_> = walkers.iter().map(|_| None).collect();
        let mut tasks = Vec::new();
        if !runs.is_empty() {
            tasks.push(Task::Merge(runs, order, &mut ties));
        }
        if self.range <= self.boundaries.len() {
            let walks = walkers.iter_mut().zip(&mut written).enumerate();
            tasks.extend(walks.map(|(shard, (walker, run))| Task::Walk(shard, walker, run)));
        }
        let (half, depth) = (self.range % 2, *depth);
        share_out(
            tasks.into_iter(),
            limits.threads,
            || (),
            |(), task| match task {
                Task::Merge(runs, order, ties) => *ties = order.merge(runs, text, blocks),
                Task::Walk(shard, walker, run) => {
                    let chunks = ChunkWriter::create(scratch.join(format!("run-{half}-{shard}.tmp")), chunk);
                    *run = Some(chunks.and_then(|chunks| walker.write_run(text, boundary, depth, chunks)));
                }
            },
        );
        self.runs = written.into_iter().flatten().collect::<Result<_, _>>()?;
        self.range += 1;
        let merged = self.order.count - before;
        self.adapt(ties?, merged);
        Ok(merged)
    }

    /// Longer records where many were not long enough, since reading the text here and there is slow; else shorter ones.
    fn adapt(&mut self, ties: u64, merged: u64) {
        if self.limits.depth.is_none() && merged > 0 {
            if ties > merged / 128 {
                self.depth = (self.depth * 3 / 2).min(DEEPEST_RECORD);
            } else if ties < merged / 4096 {
                self.depth = (self.depth * 7 / 8).max(LEAST_DEPTH);
            }
        }
    }

    /// Ends the files: those of the suffixes, of the starts of so many words, and of frequent phrases.
    pub fn finish(self, words: u32) -> Result<[(u64, Vec<u64>); 3], Fault> {
        self.order.finish(words)
    }
}
