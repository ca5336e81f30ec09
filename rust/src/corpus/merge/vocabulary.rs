//! One vocabulary of several: words are numbered in the order of their bytes, in every shard and in the one they become.
//!
//! So the order of two words is the same before and after, and with it that of the suffixes of each shard.

use super::super::blocks::{Fault, Part, Writer};
use super::super::lexicon::{entry, hash, table_size};
use super::super::sealed::{Sealed, Stream};
use super::chunks::{ChunkReader, ChunkWriter};
use crate::interruption::poll_every;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::path::Path;

/// Blocks of each file that are read at once; there are many files.
const BLOCKS: usize = 1;

/// The words of a shard, in order.
struct Words<'a> {
    offsets: Stream<'a>,
    texts: Stream<'a>,
    end: u32,
}

impl<'a> Words<'a> {
    fn new(offsets: &'a Sealed, texts: &'a Sealed, blocks: usize) -> Result<Self, Fault> {
        let mut offsets = offsets.stream(0, blocks);
        let end = offsets.number()?.unwrap_or(0);
        Ok(Words { offsets, texts: texts.stream(0, blocks), end })
    }

    /// Puts the next word into a buffer; false at the end.
    fn next(&mut self, texts: &Sealed, word: &mut Vec<u8>) -> Result<bool, Fault> {
        let Some(end) = self.offsets.number()? else { return Ok(false) };
        let length = end.checked_sub(self.end).ok_or_else(|| texts.damaged())?;
        self.texts.fill(length as usize, word)?;
        self.end = end;
        Ok(true)
    }
}

/// Calls an action for each word and its number.
fn for_each(offsets: &Sealed, texts: &Sealed, mut action: impl FnMut(&[u8], u32)) -> Result<(), Fault> {
    let mut words = Words::new(offsets, texts, 16)?;
    let (mut word, mut number) = (Vec::new(), 0);
    while words.next(texts, &mut word)? {
        number += 1;
        poll_every::<4096>(number as usize);
        action(&word, number);
    }
    Ok(())
}

/// Whether the words of a shard are numbered in order. Versions of the past numbered them as they came.
pub fn is_sorted(files: &[Sealed]) -> Result<bool, Fault> {
    let (mut last, mut is_sorted) = (Vec::new(), true);
    for_each(&files[Part::Offsets as usize], &files[Part::Texts as usize], |word, number| {
        is_sorted &= number == 1 || *last < *word;
        last.clear();
        last.extend_from_slice(word);
    })?;
    Ok(is_sorted)
}

/// Writes the words of all shards, each once. Returns how many there are, and for each shard the new numbers.
pub fn merge(
    shards: &[Vec<Sealed>],
    texts: &mut Writer,
    offsets: &mut Writer,
    scratch: &Path,
    chunk: usize,
) -> Result<(u32, Vec<ChunkReader>), Fault> {
    let texts_of = |shard: usize| &shards[shard][Part::Texts as usize];
    let mut streams = Vec::with_capacity(shards.len());
    let mut numbers = Vec::with_capacity(shards.len());
    let mut heads = BinaryHeap::new();
    for (shard, files) in shards.iter().enumerate() {
        let mut words = Words::new(&files[Part::Offsets as usize], texts_of(shard), BLOCKS)?;
        let mut word = Vec::new();
        if words.next(texts_of(shard), &mut word)? {
            heads.push(Reverse((word, shard)));
        }
        streams.push(words);
        numbers.push(ChunkWriter::create(scratch.join(format!("numbers-{shard}.tmp")), chunk)?);
    }
    let (mut last, mut count, mut length) = (Vec::new(), 0_u32, 0_u32);
    offsets.write_numbers([0].into_iter())?;
    while let Some(Reverse((mut word, shard))) = heads.pop() {
        if count == 0 || word != last {
            poll_every::<4096>(count as usize);
            // Offsets have four bytes.
            let end = length.checked_add(word.len() as u32);
            length = end.ok_or_else(|| Fault::new(scratch, "the vocabulary has more than 4 GB"))?;
            count += 1;
            texts.write(&word)?;
            offsets.write_numbers([length].into_iter())?;
            last.clone_from(&word);
        }
        numbers[shard].push(&count.to_le_bytes())?;
        if streams[shard].next(texts_of(shard), &mut word)? {
            if word <= last {
                return Err(Fault::new(texts_of(shard).path(), "the words are not in order"));
            }
            heads.push(Reverse((word, shard)));
        }
    }
    let numbers = numbers.into_iter().map(ChunkWriter::finish).collect::<Result<_, _>>()?;
    Ok((count, numbers))
}

/// Writes the hash table of `lexicon`, part by part, so that none needs more than `memory` bytes.
///
/// Entries in the order of their slots go to the first slot that is free from there on. Those that find none before the
/// end go to the beginning, and are found first: they are the last ones.
pub fn write_table(
    offsets: &Sealed,
    texts: &Sealed,
    count: u32,
    table: &mut Writer,
    memory: usize,
) -> Result<(), Fault> {
    let size = table_size(count as usize);
    let parts = (8 * count as usize).div_ceil(memory.max(1 << 16)).clamp(1, size);
    let step = size.div_ceil(parts);
    let slot = |entry: u64| (entry >> 32) as usize & (size - 1);
    let collect = |part: usize| -> Result<Vec<u64>, Fault> {
        let mut entries = Vec::new();
        for_each(offsets, texts, |word, number| {
            let entry = entry(hash(word), number);
            if slot(entry) / step == part {
                entries.push(entry);
            }
        })?;
        entries.sort_unstable_by_key(|&entry| slot(entry));
        Ok(entries)
    };
    let tail = collect((size - 1) / step)?;
    let too_many = |(after, &entry): (usize, &u64)| (after + 1).saturating_sub(size - slot(entry));
    let wrapped = tail.iter().rev().enumerate().map(too_many).max().unwrap_or(0);
    let mut free = 0;
    let mut put = |from: usize, entry: u64| -> Result<(), Fault> {
        let zeros = from.saturating_sub(free);
        table.write_numbers(std::iter::repeat_n(0, 2 * zeros))?;
        free += zeros + 1;
        table.write_numbers([entry as u32, (entry >> 32) as u32].into_iter())
    };
    tail[tail.len() - wrapped..].iter().try_for_each(|&entry| put(0, entry))?;
    let mut left = count as usize - wrapped;
    for part in 0..size.div_ceil(step) {
        for entry in collect(part)?.into_iter().take(left) {
            put(slot(entry), entry)?;
            left -= 1;
        }
    }
    let zeros = 2 * size.saturating_sub(free);
    table.write_numbers(std::iter::repeat_n(0, zeros))
}
