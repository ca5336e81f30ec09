//! A merge from its beginning to its end, step by step, so that the caller can tell how far it is.

use super::super::blocks::{Fault, Part, Writer, write_checksums};
use super::super::build::Size;
use super::super::index::render_documents;
use super::super::sealed::{Sealed, open_shard};
use super::chunks::ChunkReader;
use super::sorting::{Limits, Order, Sorting};
use super::text::TextWriter;
use super::vocabulary;
use super::walk::Walker;
use std::path::{Path, PathBuf};

/// Positions have 32 bits, and the end of each line has one, too.
pub const MOST_PLACES: u64 = u32::MAX as u64 - 1;
/// A part of the memory that the text of a shard may take: there is one per thread.
const SHARE: usize = 3;

/// A shard that is to be merged.
#[derive(Clone, Debug)]
pub struct Source {
    pub folder: PathBuf,
    pub checksum: u64,
    /// Whether nobody needs it later: then its text is removed as soon as it was copied.
    pub is_temporary: bool,
}

/// Whether a shard can be merged as it is: its words are in order, and its text is small enough for the memory.
pub fn is_mergeable(folder: &Path, checksum: u64, memory: usize) -> Result<bool, Fault> {
    let files = open_shard(folder, checksum)?;
    let (places, lines) = (files[Part::Words as usize].count(), files[Part::Lines as usize].count());
    Ok(4 * places + places / 5 + 8 * lines <= memory / SHARE + (1 << 16) && vocabulary::is_sorted(&files)?)
}

enum Stage {
    Vocabulary,
    Text(Box<TextWriter>, Vec<ChunkReader>),
    Order(Box<Sorting>),
    Over,
}

/// A merge.
pub struct Merger {
    sources: Vec<Source>,
    folder: PathBuf,
    scratch: PathBuf,
    limits: Limits,
    stage: Stage,
    shards: Vec<Vec<Sealed>>,
    walkers: Vec<Walker>,
    tokens: u64,
    lines: u64,
    words: u32,
    /// Length and checksums of the files that are complete.
    sums: Vec<(Part, (u64, Vec<u64>))>,
}

impl Merger {
    /// A merge of shards into a folder, with temporary files in another one. Both are there and empty.
    pub fn new(sources: Vec<Source>, folder: PathBuf, scratch: PathBuf, limits: Limits) -> Result<Self, Fault> {
        let open = |source: &Source| open_shard(&source.folder, source.checksum);
        let shards = sources.iter().map(open).collect::<Result<Vec<_>, Fault>>()?;
        let sum = |part: Part| shards.iter().map(|files| files[part as usize].len()).sum::<u64>();
        if sum(Part::Words) / 4 > MOST_PLACES {
            return Err(Fault::new(&folder, "the shards have more tokens than one shard can have"));
        }
        let tokens = sum(Part::Suffixes) / 4;
        Ok(Merger {
            sources,
            folder,
            scratch,
            limits,
            stage: Stage::Vocabulary,
            shards,
            walkers: Vec::new(),
            tokens,
            lines: 0,
            words: 0,
            sums: Vec::new(),
        })
    }

    /// How much work there is, in the units of `step`: each token is copied once and sorted once.
    pub fn total(&self) -> u64 {
        2 * self.tokens
    }

    pub fn is_over(&self) -> bool {
        matches!(self.stage, Stage::Over)
    }

    fn create(&self, part: Part) -> Result<Writer, Fault> {
        Writer::create(&self.folder, part.name())
    }

    /// Ends a file.
    fn keep(&mut self, part: Part, file: Writer) -> Result<(), Fault> {
        self.sums.push((part, file.finish()?));
        Ok(())
    }

    fn seal(&self, part: Part) -> Result<Sealed, Fault> {
        let (_, (length, sums)) = self.sums.iter().find(|(other, _)| *other == part).expect("a file that is complete");
        Sealed::new(&self.folder, part, *length, sums.clone())
    }

    /// Does a part of the work; how much it was.
    pub fn step(&mut self) -> Result<u64, Fault> {
        match std::mem::replace(&mut self.stage, Stage::Over) {
            Stage::Vocabulary => self.merge_vocabulary(),
            Stage::Text(text, numbers) => self.copy_text(text, numbers),
            Stage::Order(sorting) => self.sort(sorting),
            Stage::Over => Ok(0),
        }
    }

    fn merge_vocabulary(&mut self) -> Result<u64, Fault> {
        let (mut texts, mut offsets) = (self.create(Part::Texts)?, self.create(Part::Offsets)?);
        let chunk = (self.limits.memory / 16 / self.shards.len().max(1)).clamp(1 << 12, 1 << 16);
        let (words, mut numbers) = vocabulary::merge(&self.shards, &mut texts, &mut offsets, &self.scratch, chunk)?;
        self.words = words;
        self.keep(Part::Texts, texts)?;
        self.keep(Part::Offsets, offsets)?;
        let mut table = self.create(Part::Table)?;
        let memory = self.limits.memory / 4;
        vocabulary::write_table(&self.seal(Part::Offsets)?, &self.seal(Part::Texts)?, words, &mut table, memory)?;
        self.keep(Part::Table, table)?;
        // The first is taken first.
        numbers.reverse();
        self.shards.reverse();
        let text = TextWriter::new(self.create(Part::Words)?, self.create(Part::Lines)?);
        self.stage = Stage::Text(Box::new(text), numbers);
        Ok(0)
    }

    fn copy_text(&mut self, mut text: Box<TextWriter>, mut numbers: Vec<ChunkReader>) -> Result<u64, Fault> {
        let Some((files, mut map)) = self.shards.pop().zip(numbers.pop()) else { return self.begin_sorting(text) };
        let places = text.add(&files, &mut map)?;
        map.remove()?;
        if self.sources[self.walkers.len()].is_temporary {
            for part in [Part::Words, Part::Lines, Part::Frequent, Part::Offsets, Part::Texts, Part::Table] {
                let path = files[part as usize].path();
                std::fs::remove_file(path).map_err(|error| Fault::new(path, error))?;
            }
        }
        let walker = Walker::new(files, places);
        let tokens = walker.tokens() as u64;
        self.walkers.push(walker);
        self.stage = Stage::Text(text, numbers);
        Ok(tokens)
    }

    fn begin_sorting(&mut self, mut text: Box<TextWriter>) -> Result<u64, Fault> {
        text.end()?;
        self.lines = u64::from(text.line_count);
        self.keep(Part::Words, text.words)?;
        self.keep(Part::Lines, text.lines)?;
        let mut documents = self.create(Part::Documents)?;
        documents.write(render_documents(&text.documents).as_bytes())?;
        self.keep(Part::Documents, documents)?;
        let order = Order::new(&self.folder, &self.scratch, self.limits.memory / 16)?;
        let walkers = std::mem::take(&mut self.walkers);
        let sorting = Sorting::new(self.seal(Part::Words)?, walkers, order, self.scratch.clone(), self.limits)?;
        self.stage = Stage::Order(Box::new(sorting));
        Ok(0)
    }

    fn sort(&mut self, mut sorting: Box<Sorting>) -> Result<u64, Fault> {
        if !sorting.is_over() {
            let merged = sorting.step()?;
            self.stage = Stage::Order(sorting);
            return Ok(merged);
        }
        let [suffixes, starts, frequent] = sorting.finish(self.words)?;
        self.sums.extend([(Part::Suffixes, suffixes), (Part::Starts, starts), (Part::Frequent, frequent)]);
        Ok(0)
    }

    /// What was made, once all is done.
    pub fn finish(&mut self) -> Result<Size, Fault> {
        self.sums.sort_by_key(|(part, _)| *part as u8);
        let parts: Vec<_> = std::mem::take(&mut self.sums).into_iter().map(|(_, sums)| sums).collect();
        let (bytes, checksum) = write_checksums(&parts, &self.folder)?;
        Ok(Size { tokens: self.tokens, lines: self.lines, words: u64::from(self.words), bytes, checksum })
    }
}
