//! One shard of an index on disk: its files, and what can be read from them.

use super::blocks::{CHECKSUMS, Fault, Mapped, PARTS, Part, unpack_checksums};
use super::lexicon::Stored;
use std::ops::Range;
use std::path::{Path, PathBuf};
use xxhash_rust::xxh3::xxh3_64;

/// A shard that is open. Everything in it is read only, so threads and processes share it.
pub struct Shard {
    folder: PathBuf,
    pub(super) words: Mapped,
    pub(super) suffixes: Mapped,
    pub(super) starts: Mapped,
    pub(super) lines: Mapped,
    pub(super) frequent: Mapped,
    pub(super) lexicon: Stored,
    documents: Mapped,
}

impl Shard {
    /// Opens a shard, whose checksums must have this checksum. Lengths are checked now, blocks when they are used.
    pub fn open(folder: &Path, checksum: u64) -> Result<Self, Fault> {
        let path = folder.join(CHECKSUMS);
        let bytes = std::fs::read(&path).map_err(|error| Fault::new(&path, error))?;
        let damaged = || Fault::new(&path, "the file is damaged: its checksum is wrong");
        if xxh3_64(&bytes) != checksum {
            return Err(damaged());
        }
        let parts = unpack_checksums(&bytes).ok_or_else(damaged)?;
        let mut files = Vec::with_capacity(PARTS.len());
        for (part, (length, sums)) in PARTS.into_iter().zip(parts) {
            files.push(Mapped::open(folder, part, length, sums)?);
        }
        let Ok([words, suffixes, starts, lines, frequent, offsets, texts, table, documents]) =
            <[Mapped; PARTS.len()]>::try_from(files)
        else {
            unreachable!("a file for each part")
        };
        let lexicon = Stored { texts, offsets, table };
        let folder = folder.to_path_buf();
        Ok(Shard { folder, words, suffixes, starts, lines, frequent, lexicon, documents })
    }

    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// How many tokens it has, ends of lines not among them.
    pub fn tokens(&self) -> usize {
        self.suffixes.count()
    }

    pub fn line_count(&self) -> usize {
        self.lines.count() - 1
    }

    /// Verifies every byte.
    pub fn check(&self) -> Result<(), Fault> {
        let Stored { texts, offsets, table } = &self.lexicon;
        let files = [
            &self.words,
            &self.suffixes,
            &self.starts,
            &self.lines,
            &self.frequent,
            offsets,
            texts,
            table,
            &self.documents,
        ];
        let checked = files.into_iter().try_for_each(Mapped::check_all);
        checked.map_err(|part| Fault::damaged(&self.folder, part))
    }

    /// The suffixes that begin with a word.
    pub(super) fn suffixes_of(&self, word: u32) -> Result<Range<usize>, Part> {
        Ok(self.starts.number(word as usize - 1)? as usize..self.starts.number(word as usize)? as usize)
    }

    /// How often a word occurs.
    pub fn count_word(&self, word: &str) -> Result<u64, Part> {
        match self.lexicon.find(word)? {
            Some(number) => Ok(self.suffixes_of(number)?.len() as u64),
            None => Ok(0),
        }
    }

    /// All words and how often each occurs.
    pub fn unigrams(&self) -> Result<Vec<(&str, u64)>, Part> {
        let pair = |number| Ok((self.lexicon.text(number)?, self.suffixes_of(number)?.len() as u64));
        (1..=self.lexicon.len() as u32).map(pair).collect()
    }

    /// The line that a position is on.
    pub(super) fn line_of(&self, position: usize) -> Result<usize, Part> {
        let (mut start, mut end) = (0, self.line_count());
        while end - start > 1 {
            let middle = start.midpoint(end);
            if self.lines.number(middle)? as usize <= position {
                start = middle;
            } else {
                end = middle;
            }
        }
        Ok(start)
    }

    /// The positions of the words of a line.
    pub(super) fn line(&self, line: usize) -> Result<Range<usize>, Part> {
        Ok(self.lines.number(line)? as usize..self.lines.number(line + 1)? as usize - 1)
    }

    /// The words at some positions.
    pub(super) fn texts(&self, positions: Range<usize>) -> Result<Vec<String>, Part> {
        positions.map(|position| Ok(self.lexicon.text(self.words.number(position)?)?.to_string())).collect()
    }

    /// The documents: first line in the shard, number of that line in the document, name.
    pub fn documents(&self) -> Result<Vec<(u32, u64, String)>, Part> {
        let text = std::str::from_utf8(self.documents.bytes(0..self.documents.len())?).map_err(|_| Part::Documents)?;
        let row = |row: &str| {
            let mut cells = row.splitn(3, '\t');
            let first = cells.next()?.parse().ok()?;
            Some((first, cells.next()?.parse().ok()?, cells.next()?.to_string()))
        };
        text.lines().map(row).collect::<Option<Vec<_>>>().ok_or(Part::Documents)
    }
}
