//! The packed file: a header, a sorted table of words, and arrays of numbers. `scripts/pack_wordnet.py` has the layout.

use std::cmp::Ordering;
use std::fmt;
use std::ops::Range;

const MAGIC: &[u8] = b"TERTWNET";
const FORMAT: u32 = 1;
/// Length of the header: its fields, then the table of sections.
const HEADER: usize = 56 + 8 * SECTIONS;
const SECTIONS: usize = 8;
/// The checksum is of everything from here on.
const CHECKED: usize = 16;
/// Words a block; only the first one is stored whole.
const BLOCK: usize = 16;
/// Hypernym of a synset that has none.
const NONE: u32 = u32::MAX;
/// Mark of a synset that has several, which are in a list of their own.
const MANY: u32 = 1 << 31;

/// Why a file is refused.
#[derive(Debug)]
pub struct Refused(pub(super) String);

impl fmt::Display for Refused {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

impl std::error::Error for Refused {}

/// A word of the table.
#[derive(Clone)]
pub(super) struct Entry {
    /// Its number.
    pub number: u32,
    /// Bits 0 to 3: it is a lemma in that part of speech. Bits 4 to 7: it is an exception there.
    pub flags: u8,
    /// Where its synsets are in the array of senses.
    pub senses: Range<usize>,
}

/// The bytes of a packed file, and where its sections are.
pub(super) struct File<B> {
    bytes: B,
    keys: Range<usize>,
    blocks: Range<usize>,
    words: Range<usize>,
    senses: Range<usize>,
    offsets: Range<usize>,
    hypernyms: Range<usize>,
    many: Range<usize>,
    exceptions: Range<usize>,
}

fn number(bytes: &[u8], index: usize) -> u32 {
    u32::from_le_bytes(bytes[4 * index..4 * index + 4].try_into().expect("four bytes"))
}

/// The number whose order is that of the first eight bytes of words.
fn key(word: &[u8]) -> u64 {
    let mut first = [0; 8];
    let length = word.len().min(8);
    first[..length].copy_from_slice(&word[..length]);
    u64::from_be_bytes(first)
}

impl<B: AsRef<[u8]>> File<B> {
    /// Takes the bytes of a packed file, after comparing all of them with its checksum.
    pub fn new(bytes: B) -> Result<Self, Refused> {
        let refuse = |why: &str| Err(Refused(why.to_string()));
        let all = bytes.as_ref();
        if !all.starts_with(MAGIC) || all.len() < HEADER {
            return refuse("not a WordNet file packed for Tertium");
        }
        let (format, length) = (number(all, 2), number(all, 4) as usize);
        if format != FORMAT {
            return refuse(&format!("packed in format {format}; this version reads format {FORMAT}"));
        }
        if all.len() != length {
            return refuse(&format!("has {} bytes where its header says {length}", all.len()));
        }
        let [keys, blocks, words, senses, offsets, hypernyms, many, exceptions] = std::array::from_fn(|index| {
            let start = number(all, 14 + 2 * index) as usize;
            start..start.saturating_add(number(all, 15 + 2 * index) as usize)
        });
        let file = File { keys, blocks, words, senses, offsets, hypernyms, many, exceptions, bytes };
        if !file.is_consistent() {
            return refuse("has sections that do not fit its length");
        }
        // Last, since what is above says more. Without it a flipped bit would change answers, or point outside.
        if crc32(&file.all()[CHECKED..]) != number(file.all(), 3) {
            return refuse("is damaged: its checksum is wrong");
        }
        Ok(file)
    }

    fn is_consistent(&self) -> bool {
        let blocks = self.word_count().div_ceil(BLOCK);
        let parts = self.part_counts();
        let lengths = [
            (&self.keys, 8 * blocks),
            (&self.blocks, 8 * blocks),
            (&self.words, self.words.len()),
            (&self.senses, self.senses.len() & !3),
            (&self.offsets, 4 * parts.iter().sum::<usize>()),
            (&self.hypernyms, 4 * (parts[0] + parts[1])),
            (&self.many, self.many.len() & !3),
            (&self.exceptions, self.exceptions.len() / 12 * 12),
        ];
        let end = self.all().len();
        lengths.iter().all(|(range, length)| HEADER <= range.start && range.end <= end && range.len() == *length)
    }

    fn all(&self) -> &[u8] {
        self.bytes.as_ref()
    }

    pub fn version(&self) -> &str {
        let field = &self.all()[24..40];
        let length = field.iter().position(|&byte| byte == 0).unwrap_or(field.len());
        str::from_utf8(&field[..length]).unwrap_or("?")
    }

    pub fn word_count(&self) -> usize {
        number(self.all(), 5) as usize
    }

    /// Numbers of synsets: nouns, verbs, adjectives, adverbs.
    pub fn part_counts(&self) -> [usize; 4] {
        std::array::from_fn(|part| number(self.all(), 10 + part) as usize)
    }

    fn block(&self, block: usize) -> (&[u8], usize) {
        let blocks = &self.all()[self.blocks.clone()];
        let start = number(blocks, 2 * block) as usize;
        (&self.all()[self.words.clone()][start..], number(blocks, 2 * block + 1) as usize)
    }

    /// How the first word of a block compares with a word.
    fn compare(&self, block: usize, word: &[u8], wanted: u64) -> Ordering {
        let at = self.keys.start + 8 * block;
        let found = u64::from_le_bytes(self.all()[at..at + 8].try_into().expect("eight bytes"));
        found.cmp(&wanted).then_with(|| {
            let (bytes, _) = self.block(block);
            bytes[4..4 + bytes[1] as usize].cmp(word)
        })
    }

    /// Finds a word by its bytes.
    pub fn find(&self, word: &[u8]) -> Option<Entry> {
        let wanted = key(word);
        let (mut low, mut high) = (0, self.keys.len() / 8);
        while low < high {
            let middle = low.midpoint(high);
            if self.compare(middle, word, wanted).is_le() {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        let block = low.checked_sub(1)?;
        let (mut bytes, mut sense) = self.block(block);
        // How much of the word its predecessors in the block have: what shares more than that with them is smaller too.
        let mut matched = 0;
        for index in block * BLOCK..self.word_count().min((block + 1) * BLOCK) {
            let [shared, length, flags, senses] = *bytes.first_chunk()?;
            let (shared, length, senses) = (shared as usize, length as usize, senses as usize);
            if shared < matched {
                return None;
            }
            if shared == matched {
                let (rest, suffix) = (&word[matched..], &bytes[4..4 + length]);
                let common = rest.iter().zip(suffix).take_while(|(one, other)| one == other).count();
                if common == length && common == rest.len() {
                    return Some(Entry { number: index as u32, flags, senses: sense..sense + senses });
                }
                if rest.get(common) < suffix.get(common) {
                    return None;
                }
                matched += common;
            }
            bytes = &bytes[4 + length..];
            sense += senses;
        }
        None
    }

    /// The word with a number, and what is known of it.
    pub fn word(&self, word: u32) -> Option<(Vec<u8>, Entry)> {
        let wanted = word as usize;
        if wanted >= self.word_count() {
            return None;
        }
        let (mut bytes, mut sense) = self.block(wanted / BLOCK);
        let mut text = Vec::new();
        for _ in 0..wanted % BLOCK {
            sense += read_word(&mut bytes, &mut text).1;
        }
        let (flags, senses) = read_word(&mut bytes, &mut text);
        Some((text, Entry { number: word, flags, senses: sense..sense + senses }))
    }

    /// The words that are lemmas of a synset. Reads the whole table, which is fine for people, not for kernels.
    pub fn lemmas(&self, synset: u32) -> Vec<String> {
        let (mut bytes, mut sense) = (&self.all()[self.words.clone()], 0);
        let mut text = Vec::new();
        let mut found = Vec::new();
        for _ in 0..self.word_count() {
            let senses = read_word(&mut bytes, &mut text).1;
            if (sense..sense + senses).any(|index| self.sense(index) == synset) {
                found.push(String::from_utf8_lossy(&text).into_owned());
            }
            sense += senses;
        }
        found
    }

    /// The synset at a place of the array of senses.
    pub fn sense(&self, index: usize) -> u32 {
        number(&self.all()[self.senses.clone()], index)
    }

    /// Where a synset starts in its data file.
    pub fn offset(&self, synset: u32) -> u32 {
        number(&self.all()[self.offsets.clone()], synset as usize)
    }

    /// Calls `tell` for each hypernym and instance hypernym of a synset.
    pub fn hypernyms(&self, synset: u32, mut tell: impl FnMut(u32)) {
        let single = &self.all()[self.hypernyms.clone()];
        if 4 * synset as usize >= single.len() {
            return;
        }
        match number(single, synset as usize) {
            NONE => (),
            one if one < MANY => tell(one),
            start => {
                let many = &self.all()[self.many.clone()];
                let start = (start - MANY) as usize;
                let count = number(many, start) as usize;
                (start + 1..=start + count).for_each(|index| tell(number(many, index)));
            }
        }
    }

    /// The base forms that the exception list has for a word in a part of speech, in its order.
    pub fn exceptions(&self, word: u32, part: u32) -> impl Iterator<Item = u32> {
        let rows = &self.all()[self.exceptions.clone()];
        let row = move |index: usize| (number(rows, 3 * index), number(rows, 3 * index + 1));
        let count = rows.len() / 12;
        let (mut low, mut high) = (0, count);
        while low < high {
            let middle = low.midpoint(high);
            if row(middle) < (word, part) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        (low..count).take_while(move |&index| row(index) == (word, part)).map(|index| number(rows, 3 * index + 2))
    }
}

/// Reads the next word of a block over its predecessor; returns its flags and number of senses.
fn read_word(bytes: &mut &[u8], text: &mut Vec<u8>) -> (u8, usize) {
    let [shared, length, flags, senses] = *bytes.first_chunk().expect("a word");
    let end = 4 + length as usize;
    text.truncate(shared as usize);
    text.extend_from_slice(&bytes[4..end]);
    *bytes = &bytes[end..];
    (flags, senses as usize)
}

/// CRC-32 as zlib has it, of bytes that are followed by 0 to 7 zero bytes.
const CRC_TABLES: [[u32; 256]; 8] = {
    let mut tables = [[0; 256]; 8];
    let mut byte = 0;
    while byte < 256 {
        let (mut sum, mut bit) = (byte as u32, 0);
        while bit < 8 {
            sum = (sum >> 1) ^ (0xedb8_8320 & (sum & 1).wrapping_neg());
            bit += 1;
        }
        tables[0][byte] = sum;
        byte += 1;
    }
    let mut zeros = 1;
    while zeros < 8 {
        let mut byte = 0;
        while byte < 256 {
            let sum = tables[zeros - 1][byte];
            tables[zeros][byte] = (sum >> 8) ^ tables[0][(sum & 0xff) as usize];
            byte += 1;
        }
        zeros += 1;
    }
    tables
};

/// CRC-32 as zlib has it, eight bytes at a time: a file of 3 MB takes some two milliseconds.
pub(super) fn crc32(bytes: &[u8]) -> u32 {
    let (chunks, rest) = bytes.as_chunks::<8>();
    let sum = chunks.iter().fold(!0, |sum, chunk| {
        let mixed = (u64::from_le_bytes(*chunk) ^ u64::from(sum)).to_le_bytes();
        (0..8).fold(0, |all, at| all ^ CRC_TABLES[7 - at][mixed[at] as usize])
    });
    !rest.iter().fold(sum, |sum, &byte| (sum >> 8) ^ CRC_TABLES[0][((sum ^ u32::from(byte)) & 0xff) as usize])
}
