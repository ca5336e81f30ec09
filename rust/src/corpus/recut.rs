//! Makes shards anew from the words of another one, where that cannot be merged as it is.

use super::blocks::{Fault, Part};
use super::build::Builder;
use super::cached::Memory;
use super::index::{Document, Shard};
use super::sealed::open_shard;
use std::path::Path;

/// Blocks that are read at once.
const BLOCKS: usize = 64;
/// Bytes of the vocabulary of a shard that stay in memory.
const VOCABULARY: usize = 1 << 24;

impl Builder {
    /// Takes the lines of a shard from a place on, until this one is full. Returns the place that comes next, which is
    /// none at the end.
    pub fn take_shard(&mut self, folder: &Path, checksum: u64, start: usize) -> Result<Option<usize>, Fault> {
        let memory = Memory::new(VOCABULARY);
        let mut shard = Shard::open(folder, checksum, &memory)?;
        let damaged = |part| Fault::damaged(folder, part);
        if self.is_empty() {
            self.documents.clear();
        }
        let first = if shard.line_count() == 0 { 0 } else { shard.line_of(start).map_err(damaged)? };
        let (before, count) = (self.lines.len(), shard.words.count());
        let files = open_shard(folder, checksum)?;
        let mut words = files[Part::Words as usize].stream(4 * start, BLOCKS);
        // What is not asked for is not touched, so it takes no memory.
        let mut numbers = vec![0; shard.word_count() + 1];
        let (mut place, mut is_start) = (start, true);
        while let Some(word) = words.number()? {
            if is_start {
                self.lines.push(self.words.len() as u32);
            }
            is_start = word == 0;
            let number = numbers.get_mut(word as usize).ok_or_else(|| damaged(Part::Words))?;
            if *number == 0 && word != 0 {
                *number = self.lexicon.intern(&shard.lexicon.text(word).map_err(damaged)?) as i32;
                if memory.is_short() {
                    shard.drop_half(place as u64);
                }
            }
            self.words.push(*number);
            place += 1;
            if is_start && self.is_full() {
                break;
            }
        }
        // The end of a line ends every shard: what sorts and counts relies on it.
        if !is_start {
            return Err(damaged(Part::Words));
        }
        let documents = shard.documents().map_err(damaged)?;
        self.documents.extend(cut_documents(&documents, first, self.lines.len() - before, before));
        Ok((place < count).then_some(place))
    }
}

/// The documents of some lines, which are now from the line `before` on.
fn cut_documents(documents: &[Document], first: usize, count: usize, before: usize) -> Vec<Document> {
    let within = documents.partition_point(|document| document.0 as usize <= first);
    let mut cut = Vec::new();
    if let Some((line, number, name)) = within.checked_sub(1).map(|last| &documents[last]) {
        cut.push((before as u32, number.saturating_add(first as u64 - u64::from(*line)), name.clone()));
    }
    for (line, number, name) in &documents[within..] {
        if (*line as usize) < first + count {
            cut.push(((*line as usize - first + before) as u32, *number, name.clone()));
        }
    }
    cut
}
