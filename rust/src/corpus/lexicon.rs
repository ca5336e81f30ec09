//! Words and their numbers, from 1 on: 0 is the end of a line. On disk they are numbered in the order of their bytes.
//!
//! One hash table with open addresses, the same in memory and on disk: an entry is the hash of a word (upper half) and
//! its number (lower half), and 0 where there is none.

use super::blocks::Part;
use super::cached::Cached;
use crate::interruption::poll_every;
use std::borrow::Cow;
use xxhash_rust::xxh3::xxh3_64;

const SMALLEST: usize = 1 << 10;

pub(super) fn hash(word: &[u8]) -> u32 {
    (xxh3_64(word) >> 32) as u32
}

pub(super) fn entry(hash: u32, number: u32) -> u64 {
    u64::from(hash) << 32 | u64::from(number)
}

/// How many entries the table of so many words has: at least half of them are free.
pub(super) fn table_size(words: usize) -> usize {
    (2 * words).next_power_of_two().max(SMALLEST)
}

/// Words in memory, while an index is being made.
pub struct Lexicon {
    pub texts: Vec<u8>,
    /// Where the text of each word begins, and the end.
    pub offsets: Vec<u32>,
    pub table: Vec<u64>,
}

impl Default for Lexicon {
    fn default() -> Self {
        Lexicon { texts: Vec::new(), offsets: vec![0], table: vec![0; SMALLEST] }
    }
}

impl Lexicon {
    /// How many words there are.
    pub fn len(&self) -> usize {
        self.offsets.len() - 1
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Bytes of memory, with the room that a growing table needs.
    pub fn memory(&self) -> usize {
        2 * self.texts.len() + 8 * self.offsets.len() + 12 * self.table.len()
    }

    fn text(&self, number: u32) -> &[u8] {
        let number = number as usize;
        &self.texts[self.offsets[number - 1] as usize..self.offsets[number] as usize]
    }

    /// The number of a word, a new one if it was not there.
    pub fn intern(&mut self, word: &str) -> u32 {
        let (word, mask) = (word.as_bytes(), self.table.len() - 1);
        let hash = hash(word);
        let mut slot = hash as usize & mask;
        loop {
            let found = self.table[slot];
            if found == 0 {
                break;
            }
            if (found >> 32) as u32 == hash && self.text(found as u32) == word {
                return found as u32;
            }
            slot = (slot + 1) & mask;
        }
        self.texts.extend_from_slice(word);
        self.offsets.push(self.texts.len() as u32);
        let number = self.len() as u32;
        self.table[slot] = entry(hash, number);
        if 2 * self.len() > self.table.len() {
            self.grow();
        }
        number
    }

    fn grow(&mut self) {
        let old = std::mem::take(&mut self.table);
        let mask = 2 * old.len() - 1;
        self.table = vec![0; 2 * old.len()];
        for entry in old.into_iter().filter(|&entry| entry != 0) {
            let mut slot = (entry >> 32) as usize & mask;
            while self.table[slot] != 0 {
                slot = (slot + 1) & mask;
            }
            self.table[slot] = entry;
        }
    }
}

impl Lexicon {
    /// Numbers the words anew, in the order of their bytes. Returns the new number of each, and 0 for the end of a line.
    ///
    /// What is one vocabulary in another shard keeps its order there, so sorted suffixes can be merged as they are.
    pub fn sort(&mut self) -> Vec<i32> {
        let key = |number: u32| {
            let text = self.text(number);
            let mut first = [0; 8];
            first[..text.len().min(8)].copy_from_slice(&text[..text.len().min(8)]);
            (u64::from_be_bytes(first), number)
        };
        let mut order: Vec<(u64, u32)> = (1..=self.len() as u32).map(key).collect();
        order.sort_unstable_by(|one, other| one.0.cmp(&other.0).then_with(|| self.text(one.1).cmp(self.text(other.1))));
        let mut numbers = vec![0; self.len() + 1];
        let mut texts = Vec::with_capacity(self.texts.len());
        let mut offsets = Vec::with_capacity(self.offsets.len());
        offsets.push(0);
        for (number, &(_, old)) in order.iter().enumerate() {
            poll_every::<4096>(number);
            numbers[old as usize] = number as i32 + 1;
            texts.extend_from_slice(self.text(old));
            offsets.push(texts.len() as u32);
        }
        for entry in self.table.iter_mut().filter(|entry| **entry != 0) {
            *entry = *entry >> 32 << 32 | numbers[*entry as u32 as usize] as u64;
        }
        (self.texts, self.offsets) = (texts, offsets);
        numbers
    }
}

/// Words on disk.
pub struct Stored {
    pub texts: Cached,
    pub offsets: Cached,
    pub table: Cached,
}

impl Stored {
    /// Whether the files have the form of a table of words.
    pub fn is_consistent(&self) -> bool {
        self.offsets.count() > 0 && (self.table.len() / 8).is_power_of_two()
    }

    /// How many words there are.
    pub fn len(&self) -> usize {
        self.offsets.count() - 1
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    fn bytes(&self, number: u32) -> Result<Cow<'_, [u8]>, Part> {
        let before = (number as usize).checked_sub(1).ok_or(Part::Table)?;
        self.texts.bytes(self.offsets.number(before)? as usize..self.offsets.number(number as usize)? as usize)
    }

    /// The text of a word; the end of a line has none.
    pub fn text(&self, number: u32) -> Result<String, Part> {
        if number == 0 {
            return Ok(String::new());
        }
        String::from_utf8(self.bytes(number)?.into_owned()).map_err(|_| Part::Texts)
    }

    /// The number of a word, if it is there.
    pub fn find(&self, word: &str) -> Result<Option<u32>, Part> {
        let (word, mask) = (word.as_bytes(), self.table.len() / 8 - 1);
        let hash = hash(word);
        let mut slot = hash as usize & mask;
        for probe in 0..=mask {
            poll_every::<4096>(probe);
            let found = self.table.long(slot)?;
            if found == 0 {
                return Ok(None);
            }
            if (found >> 32) as u32 == hash && *self.bytes(found as u32)? == *word {
                return Ok(Some(found as u32));
            }
            slot = (slot + 1) & mask;
        }
        // A table that is full was not made by `Lexicon`.
        Err(Part::Table)
    }
}
