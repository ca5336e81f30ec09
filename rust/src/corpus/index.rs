//! One shard of an index on disk: its files, and what can be read from them.

use super::blocks::{CHECKSUMS, Fault, PARTS, Part, unpack_checksums};
use super::cached::{Cached, Memory};
use super::lexicon::Stored;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use xxhash_rust::xxh3::xxh3_64;

/// A shard that is open. Everything in it is read only, so threads and processes share it.
pub struct Shard {
    folder: PathBuf,
    pub(super) words: Cached,
    pub(super) suffixes: Cached,
    pub(super) starts: Cached,
    pub(super) lines: Cached,
    pub(super) frequent: Cached,
    pub(super) lexicon: Stored,
    documents: Cached,
}

impl Shard {
    /// Opens a shard, whose checksums must have this checksum. Lengths are checked now, blocks when they are used.
    ///
    /// What its blocks take is added to `memory`.
    pub fn open(folder: &Path, checksum: u64, memory: &Arc<Memory>) -> Result<Self, Fault> {
        let path = folder.join(CHECKSUMS);
        let bytes = std::fs::read(&path).map_err(|error| Fault::new(&path, error))?;
        let damaged = || Fault::new(&path, "the file is damaged: its checksum is wrong");
        if xxh3_64(&bytes) != checksum {
            return Err(damaged());
        }
        let parts = unpack_checksums(&bytes).ok_or_else(damaged)?;
        let mut files = Vec::with_capacity(PARTS.len());
        for (part, (length, sums)) in PARTS.into_iter().zip(parts) {
            files.push(Cached::open(folder, part, length, sums, memory)?);
        }
        let Ok([words, suffixes, starts, lines, frequent, offsets, texts, table, documents]) =
            <[Cached; PARTS.len()]>::try_from(files)
        else {
            unreachable!("a file for each part")
        };
        let lexicon = Stored { texts, offsets, table };
        let fits = lexicon.is_consistent() && starts.count() == lexicon.len() + 1 && lines.count() > 0;
        if !fits {
            return Err(Fault::new(folder, "the shard is damaged: its files do not fit together"));
        }
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

    /// All files.
    fn files(&mut self) -> [&mut Cached; PARTS.len()] {
        let Shard { words, suffixes, starts, lines, frequent, lexicon, documents, .. } = self;
        let Stored { texts, offsets, table } = lexicon;
        [words, suffixes, starts, lines, frequent, offsets, texts, table, documents]
    }

    /// Verifies every byte on the disk, whether it was read before or not.
    pub fn check(&self) -> Result<(), Fault> {
        let Shard { words, suffixes, starts, lines, frequent, lexicon, documents, .. } = self;
        let Stored { texts, offsets, table } = lexicon;
        let files = [words, suffixes, starts, lines, frequent, offsets, texts, table, documents];
        let checked = files.into_iter().try_for_each(|file| file.stream(|_| Ok(())));
        checked.map_err(|part| Fault::damaged(&self.folder, part))
    }

    /// Drops about half of the blocks in memory, others in each round.
    pub fn drop_half(&mut self, round: u64) {
        self.files().into_iter().for_each(|file| file.drop_half(round));
    }

    /// The suffixes that begin with a word.
    pub(super) fn suffixes_of(&self, word: u32) -> Result<Range<usize>, Part> {
        let before = (word as usize).checked_sub(1).ok_or(Part::Starts)?;
        let (start, end) = (self.starts.number(before)? as usize, self.starts.number(word as usize)? as usize);
        if start <= end && end <= self.suffixes.count() { Ok(start..end) } else { Err(Part::Starts) }
    }

    /// How often a word occurs.
    pub fn count_word(&self, word: &str) -> Result<u64, Part> {
        match self.lexicon.find(word)? {
            Some(number) => Ok(self.suffixes_of(number)?.len() as u64),
            None => Ok(0),
        }
    }

    /// A word by its number, and how often it occurs.
    pub fn unigram(&self, number: u32) -> Result<(String, u64), Part> {
        Ok((self.lexicon.text(number)?, self.suffixes_of(number)?.len() as u64))
    }

    /// How many words there are.
    pub fn word_count(&self) -> usize {
        self.lexicon.len()
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
        let end = (self.lines.number(line + 1)? as usize).checked_sub(1).ok_or(Part::Lines)?;
        Ok(self.lines.number(line)? as usize..end)
    }

    /// The words at some positions.
    pub(super) fn texts(&self, positions: Range<usize>) -> Result<Vec<String>, Part> {
        positions.map(|position| self.lexicon.text(self.words.number(position)?)).collect()
    }

    /// The documents.
    pub fn documents(&self) -> Result<Vec<Document>, Part> {
        parse_documents(self.documents.all()?).ok_or(Part::Documents)
    }
}

/// A document: its first line in the shard, the number of that line in the document, and its name.
pub type Document = (u32, u64, String);

/// The documents of a file, if it is such a file.
pub fn parse_documents(bytes: Vec<u8>) -> Option<Vec<Document>> {
    let text = String::from_utf8(bytes).ok()?;
    let row = |row: &str| {
        let mut cells = row.splitn(3, '\t');
        let first = cells.next()?.parse().ok()?;
        Some((first, cells.next()?.parse().ok()?, cells.next()?.to_string()))
    };
    text.lines().map(row).collect()
}

/// The opposite of `parse_documents`.
pub fn render_documents(documents: &[Document]) -> String {
    documents.iter().map(|(first, line, name)| format!("{first}\t{line}\t{name}\n")).collect()
}
