//! Makes one shard of an index: text in, files out.

use super::blocks::{Fault, Part, Writer, write_checksums};
use super::frequent::{self, Source};
use super::index::{Document, render_documents};
use super::lexicon::Lexicon;
use super::normalise::Normaliser;
use crate::interruption::{self, poll_every};
use crate::memory::is_available;
use libsais::SuffixArrayConstruction;
use memchr::memchr;
use std::collections::TryReserveError;
use std::path::Path;
use std::sync::mpsc::{self, RecvTimeoutError};

/// Bytes of memory for each token at the most: words, suffixes, lines, and what is found of frequent phrases.
const TOKEN: usize = 14;
/// Bytes for each line: its start, and a mark.
const LINE: usize = 12;
/// Positions are signed numbers of 32 bits while suffixes are sorted.
const MOST_TOKENS: usize = i32::MAX as usize - (1 << 16);
/// A line beyond this length is not a line of text.
pub const LONGEST_LINE: usize = 1 << 26;

/// A line that cannot be indexed: its number in the document from 1 on, and why.
#[derive(Debug, PartialEq, Eq)]
pub struct BadLine {
    pub line: u64,
    pub problem: &'static str,
}

/// What a shard holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Size {
    pub tokens: u64,
    pub lines: u64,
    pub words: u64,
    pub bytes: u64,
    pub checksum: u64,
}

/// Collects text until a shard is full, and writes it.
pub struct Builder {
    normaliser: Normaliser,
    memory: usize,
    pub(super) words: Vec<i32>,
    pub(super) lines: Vec<u32>,
    pub(super) lexicon: Lexicon,
    pub(super) documents: Vec<Document>,
    document: String,
    line: u64,
    rest: Vec<u8>,
    buffer: String,
}

impl Builder {
    /// A builder that needs at most `memory` bytes of memory; none if there is not so much.
    pub fn new(normaliser: Normaliser, memory: usize) -> Result<Self, TryReserveError> {
        // Room that is not touched costs nothing, and growing later would need twice the memory.
        let mut words = Vec::new();
        words.try_reserve_exact((memory / TOKEN).min(MOST_TOKENS))?;
        Ok(Builder {
            normaliser,
            memory,
            words,
            lines: Vec::new(),
            lexicon: Lexicon::default(),
            documents: Vec::new(),
            document: String::new(),
            line: 0,
            rest: Vec::new(),
            buffer: String::new(),
        })
    }

    /// Whether nothing was collected since the last shard.
    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// Whether the shard is to be written before there is more text.
    pub fn is_full(&self) -> bool {
        let memory = TOKEN * self.words.len() + LINE * self.lines.len() + self.lexicon.memory();
        memory >= self.memory || self.words.len() >= MOST_TOKENS - LONGEST_LINE
    }

    /// The text that follows is of this document.
    pub fn begin_document(&mut self, name: &str) {
        self.document = name.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        self.line = 0;
        self.note_document();
    }

    /// The name of the document that text is taken from.
    pub fn document(&self) -> &str {
        &self.document
    }

    fn note_document(&mut self) {
        self.documents.push((self.lines.len() as u32, self.line + 1, self.document.clone()));
    }

    /// Takes some bytes of a document, up to the line that fills the shard; how many were taken.
    pub fn feed(&mut self, bytes: &[u8]) -> Result<usize, BadLine> {
        let mut at = 0;
        while let Some(length) = memchr(b'\n', &bytes[at..]) {
            poll_every::<256>(self.lines.len());
            let line = &bytes[at..at + length];
            at += length + 1;
            if self.rest.is_empty() {
                self.add_line(line)?;
            } else {
                let mut whole = std::mem::take(&mut self.rest);
                whole.extend_from_slice(line);
                self.add_line(&whole)?;
            }
            if self.is_full() {
                return Ok(at);
            }
        }
        self.rest.extend_from_slice(&bytes[at..]);
        self.check_length(self.rest.len())?;
        Ok(bytes.len())
    }

    /// The document is over, and with it its last line.
    pub fn end_document(&mut self) -> Result<(), BadLine> {
        let rest = std::mem::take(&mut self.rest);
        if rest.is_empty() { Ok(()) } else { self.add_line(&rest) }
    }

    fn check_length(&self, length: usize) -> Result<(), BadLine> {
        let problem = "the line has more than 64 MB, so it is no line of text";
        if length > LONGEST_LINE { Err(BadLine { line: self.line + 1, problem }) } else { Ok(()) }
    }

    fn add_line(&mut self, line: &[u8]) -> Result<(), BadLine> {
        self.check_length(line.len())?;
        self.line += 1;
        let problem = "the text is not valid UTF-8";
        let text = std::str::from_utf8(line).map_err(|_| BadLine { line: self.line, problem })?;
        self.lines.push(self.words.len() as u32);
        let (words, lexicon) = (&mut self.words, &mut self.lexicon);
        self.normaliser.split(text, &mut self.buffer, |word| words.push(lexicon.intern(word) as i32));
        words.push(0);
        Ok(())
    }

    /// Writes a shard of what was collected into a folder that is there and empty; then begins anew.
    ///
    /// If that fails or is stopped, what was collected is gone, and the builder is empty.
    pub fn write(&mut self, folder: &Path) -> Result<Size, Fault> {
        if !self.has_memory() {
            return Err(Fault::new(folder, "there is not enough memory to write the shard"));
        }
        let mut words = std::mem::take(&mut self.words);
        let lines = std::mem::take(&mut self.lines);
        let mut lexicon = std::mem::take(&mut self.lexicon);
        let documents = std::mem::take(&mut self.documents);
        self.note_document();
        let numbers = lexicon.sort();
        words.iter_mut().for_each(|word| *word = numbers[*word as usize]);
        drop(numbers);
        let size = write_files(&mut words, &lines, &lexicon, &documents, folder)?;
        words.clear();
        self.words = words;
        Ok(size)
    }

    /// Whether there is the memory that a shard needs while it is written.
    fn has_memory(&self) -> bool {
        let more = TOKEN - size_of::<i32>();
        is_available(more * self.words.len() + LINE * self.lines.len())
    }
}

fn write_files(
    words: &mut Vec<i32>,
    lines: &[u32],
    lexicon: &Lexicon,
    documents: &[Document],
    folder: &Path,
) -> Result<Size, Fault> {
    let mut parts = Vec::new();
    let mut keep = |part: Part, fill: &dyn Fn(&mut Writer) -> Result<(), Fault>| {
        let mut writer = Writer::create(folder, part.name())?;
        fill(&mut writer)?;
        parts.push(writer.finish()?);
        Ok(())
    };
    keep(Part::Words, &|file| file.write_numbers(words.iter().map(|&word| word as u32)))?;
    // The ends of lines are the smallest words: their suffixes come first, and nobody asks for them.
    let sorted = sort_suffixes(words, folder)?;
    let suffixes = &sorted[lines.len()..];
    keep(Part::Suffixes, &|file| file.write_numbers(suffixes.iter().map(|&position| position as u32)))?;
    let starts = count_starts(words, lexicon.len());
    keep(Part::Starts, &|file| file.write_numbers(starts.iter().copied()))?;
    let end = words.len() as u32;
    keep(Part::Lines, &|file| file.write_numbers(lines.iter().copied().chain([end])))?;
    let entries = {
        let line_numbers = number_lines(words);
        frequent::find(&Source { words, suffixes, lines: &line_numbers, line_count: lines.len() })
    };
    let numbers = || entries.iter().flat_map(|entry| [entry.start, entry.end, entry.lines]);
    keep(Part::Frequent, &|file| file.write_numbers(numbers()))?;
    keep(Part::Offsets, &|file| file.write_numbers(lexicon.offsets.iter().copied()))?;
    keep(Part::Texts, &|file| file.write(&lexicon.texts))?;
    let halves = || lexicon.table.iter().flat_map(|&entry| [entry as u32, (entry >> 32) as u32]);
    keep(Part::Table, &|file| file.write_numbers(halves()))?;
    keep(Part::Documents, &|file| file.write(render_documents(documents).as_bytes()))?;
    let (bytes, checksum) = write_checksums(&parts, folder)?;
    Ok(Size { tokens: suffixes.len() as u64, lines: lines.len() as u64, words: lexicon.len() as u64, bytes, checksum })
}

/// The positions of all words, sorted by what follows from there on, in linear time.
///
/// The library that sorts cannot be stopped, and takes minutes for a large shard: it has a thread of its own. If the work
/// is stopped, that thread is left behind with the words, and nobody waits for it.
fn sort_suffixes(words: &mut Vec<i32>, folder: &Path) -> Result<Vec<i32>, Fault> {
    if words.is_empty() {
        return Ok(Vec::new());
    }
    let refuse = |problem: String| Fault::new(folder, format!("the suffixes cannot be sorted: {problem}"));
    let (sender, receiver) = mpsc::channel();
    let mut text = std::mem::take(words);
    let sort = move || {
        let sorted = SuffixArrayConstruction::for_text_mut(&mut text).in_owned_buffer32().single_threaded().run();
        let sorted = sorted.map(|sorted| sorted.into_vec()).map_err(|error| format!("{error:?}"));
        sender.send((text, sorted)).unwrap_or_default();
    };
    std::thread::Builder::new().spawn(sort).map_err(|error| refuse(error.to_string()))?;
    loop {
        match receiver.recv_timeout(interruption::PERIOD) {
            Ok((text, sorted)) => {
                *words = text;
                return sorted.map_err(refuse);
            }
            Err(RecvTimeoutError::Timeout) => interruption::poll(),
            Err(RecvTimeoutError::Disconnected) => return Err(refuse("the thread failed".to_string())),
        }
    }
}

/// Where the suffixes of each word begin, and the end.
fn count_starts(words: &[i32], vocabulary: usize) -> Vec<u32> {
    let mut starts = vec![0; vocabulary + 1];
    for &word in words {
        starts[word as usize] += 1;
    }
    // Those of word 1 begin at 0, so the ends of lines do not count; each word's end is the beginning of the next.
    starts[0] = 0;
    for word in 1..starts.len() {
        starts[word] += starts[word - 1];
    }
    starts
}

/// The line of each position.
fn number_lines(words: &[i32]) -> Vec<u32> {
    let mut line = 0;
    let number = |&word: &i32| {
        let here = line;
        line += u32::from(word == 0);
        here
    };
    words.iter().map(number).collect()
}
