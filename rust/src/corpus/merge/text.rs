//! The text of all shards, one after the other, with the words numbered anew.

use super::super::blocks::{Fault, Part, Writer};
use super::super::index::{Document, parse_documents};
use super::super::sealed::Sealed;
use super::chunks::ChunkReader;
use crate::interruption::poll_every;
use std::ops::Range;

/// Blocks that are read at once.
const BLOCKS: usize = 64;

/// Writes text, and where its lines begin.
pub struct TextWriter {
    pub words: Writer,
    pub lines: Writer,
    pub documents: Vec<Document>,
    places: u32,
    pub line_count: u32,
}

impl TextWriter {
    pub fn new(words: Writer, lines: Writer) -> Self {
        TextWriter { words, lines, documents: Vec::new(), places: 0, line_count: 0 }
    }

    /// Takes the text of a shard; where it is now. A shard that is not as `Builder` makes them is refused.
    pub fn add(&mut self, files: &[Sealed], numbers: &mut ChunkReader) -> Result<Range<usize>, Fault> {
        let words = &files[Part::Words as usize];
        let mut map = vec![0];
        while let Some(number) = numbers.number()? {
            map.push(number);
        }
        self.add_documents(&files[Part::Documents as usize])?;
        let start = self.places;
        let lines = self.line_count;
        let mut stream = words.stream(0, BLOCKS);
        let mut is_start = true;
        while let Some(word) = stream.number()? {
            if is_start {
                self.lines.write_numbers([self.places].into_iter())?;
                self.line_count += 1;
            }
            is_start = word == 0;
            let number = *map.get(word as usize).ok_or_else(|| words.damaged())?;
            self.words.write_numbers([number].into_iter())?;
            // `Merger` has looked at the sum before.
            self.places += 1;
        }
        let places = (self.places - start) as usize;
        let suffixes = &files[Part::Suffixes as usize];
        if !is_start {
            return Err(words.damaged());
        }
        if suffixes.count() != places - (self.line_count - lines) as usize {
            return Err(suffixes.damaged());
        }
        Ok(start as usize..self.places as usize)
    }

    fn add_documents(&mut self, file: &Sealed) -> Result<(), Fault> {
        let mut bytes = Vec::new();
        let mut stream = file.stream(0, BLOCKS);
        stream.fill(file.len() as usize, &mut bytes)?;
        for (line, number, name) in parse_documents(bytes).ok_or_else(|| file.damaged())? {
            let line = self.line_count.checked_add(line).ok_or_else(|| file.damaged())?;
            // A document that was cut in two where a shard was full becomes one again.
            let goes_on = self.documents.last().is_some_and(|(first, before, last)| {
                *last == name && line > *first && number.checked_sub(*before) == Some(u64::from(line - first))
            });
            if !goes_on {
                self.documents.push((line, number, name));
            }
        }
        Ok(())
    }

    /// Writes what is after the last line.
    pub fn end(&mut self) -> Result<(), Fault> {
        self.lines.write_numbers([self.places].into_iter())
    }
}

/// A part of the text in memory: that of one shard.
pub struct Segment {
    pub words: Vec<u32>,
    /// For each 64 places: which of them are ends of lines, and how many lines end before them.
    ends: Vec<(u64, u32)>,
    pub line_count: usize,
}

impl Segment {
    pub fn read(text: &Sealed, places: &Range<usize>) -> Result<Self, Fault> {
        let mut words = Vec::with_capacity(places.len());
        let mut stream = text.stream(4 * places.start, BLOCKS);
        while words.len() < places.len() {
            let chunk = stream.chunk()?;
            let now = (4 * (places.len() - words.len())).min(chunk.len());
            if now < 4 {
                return Err(text.damaged());
            }
            words.extend(chunk[..now].as_chunks().0.iter().map(|word| u32::from_le_bytes(*word)));
            stream.take(now);
        }
        let mut line_count = 0;
        let mut ends = Vec::with_capacity(words.len().div_ceil(64));
        for (number, places) in words.chunks(64).enumerate() {
            poll_every::<4096>(number);
            let bits = places.iter().rev().fold(0, |bits, &word| bits << 1 | u64::from(word == 0));
            ends.push((bits, line_count));
            line_count += bits.count_ones();
        }
        Ok(Segment { words, ends, line_count: line_count as usize })
    }

    /// The line of a place.
    #[inline]
    pub fn line(&self, place: usize) -> usize {
        let (bits, before) = self.ends[place / 64];
        before as usize + (bits & ((1 << (place % 64)) - 1)).count_ones() as usize
    }
}
