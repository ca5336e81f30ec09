//! Hashes under a secret key, so that nobody can choose words that all fall into one place of a table.
//!
//! The key is drawn once per process. No result depends on it: it decides where something is found, never what.

use std::collections::HashMap;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::sync::LazyLock;

/// The secret: where hashes start, and what they multiply by.
static KEY: LazyLock<[u64; 2]> = LazyLock::new(|| {
    let random = RandomState::new();
    // An odd multiplier loses no bits.
    [random.hash_one(0_u8), random.hash_one(1_u8) | 1]
});

/// The golden ratio as a fraction of 2^64: an odd number without a pattern.
const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

/// A map whose keys come from input.
pub type KeyedMap<K, V> = HashMap<K, V, Key>;

/// A key, at hand for many hashes.
#[derive(Clone, Copy)]
pub struct Key {
    start: u64,
    multiplier: u64,
}

impl Default for Key {
    fn default() -> Self {
        let [start, multiplier] = *KEY;
        Key { start, multiplier }
    }
}

impl Key {
    /// The product of a number and the secret, with its upper half folded onto its lower half.
    #[inline(always)]
    fn fold(self, number: u64) -> u64 {
        let product = u128::from(number) * u128::from(self.multiplier);
        product as u64 ^ (product >> 64) as u64
    }

    /// A hash of a number.
    #[inline(always)]
    pub fn hash(self, number: u64) -> u64 {
        spread(self.fold(number ^ self.start))
    }

    /// A hash of bytes.
    #[inline]
    pub fn hash_bytes(self, bytes: &[u8]) -> u64 {
        let (words, rest) = bytes.as_chunks();
        let mut state = self.start ^ bytes.len() as u64;
        for word in words {
            state = self.fold(state.rotate_left(23) ^ u64::from_le_bytes(*word));
        }
        let word = rest.iter().fold(0, |word, &byte| word << 8 | u64::from(byte));
        spread(self.fold(state.rotate_left(23) ^ word))
    }
}

/// The same number with its lower bits in its upper bits, too. Under one key in four, products of numbers in a row have
/// upper bits that are close together, and tables go by the upper bits.
#[inline(always)]
fn spread(number: u64) -> u64 {
    number.wrapping_mul(GOLDEN)
}

impl BuildHasher for Key {
    type Hasher = KeyedHasher;

    #[inline]
    fn build_hasher(&self) -> KeyedHasher {
        KeyedHasher { key: *self, state: self.start }
    }
}

/// The hasher of a `KeyedMap`.
pub struct KeyedHasher {
    key: Key,
    state: u64,
}

impl Hasher for KeyedHasher {
    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        self.write_u64(self.key.hash_bytes(bytes));
    }

    #[inline]
    fn write_u8(&mut self, number: u8) {
        self.write_u64(u64::from(number));
    }

    #[inline]
    fn write_u32(&mut self, number: u32) {
        self.write_u64(u64::from(number));
    }

    #[inline]
    fn write_u64(&mut self, number: u64) {
        self.state = self.key.fold(self.state.rotate_left(23) ^ number);
    }

    #[inline]
    fn write_usize(&mut self, number: usize) {
        self.write_u64(number as u64);
    }

    #[inline]
    fn finish(&self) -> u64 {
        spread(self.state)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    /// Whether hashes fill a table of twice their number about as evenly as chance does, by their upper bits.
    fn is_even(hashes: impl Iterator<Item = u64>, bits: u32) -> bool {
        let places: Vec<u64> = hashes.map(|hash| hash >> (63 - bits)).collect();
        let distinct: HashSet<&u64> = places.iter().collect();
        assert_eq!(places.len(), 1 << bits);
        // Chance leaves .787 of them: 2 (1 - exp(-1/2)).
        distinct.len() * 100 > places.len() * 70
    }

    #[test]
    fn close_numbers_and_words_are_spread_under_every_key() {
        for seed in 1..=64_u64 {
            let multiplier = seed.wrapping_mul(0xd134_2543_de82_ef95) | 1;
            check(Key { start: seed.wrapping_mul(0xaf25_1af3_b0f0_25b5), multiplier });
        }
        check(Key::default());
    }

    fn check(key: Key) {
        assert!(is_even((0..1 << 12).map(|number| key.hash(number)), 12));
        assert!(is_even((0..1 << 12).map(|number| key.hash(number << 40)), 12));
        let word = |number: u64| key.hash_bytes(format!("international{number}").as_bytes());
        assert!(is_even((0..1 << 12).map(word), 12));
        let word = |number: u64| key.hash_bytes(&[&number.to_le_bytes()[..], b"abcdefgh"].concat());
        assert!(is_even((0..1 << 12).map(word), 12));
    }

    #[test]
    fn lengths_count() {
        let key = Key::default();
        let hashes: HashSet<u64> = (0..99).map(|length| key.hash_bytes(&vec![0; length])).collect();
        assert_eq!(hashes.len(), 99);
    }

    #[test]
    fn maps_find_what_they_hold() {
        let mut map: KeyedMap<(u32, u32), u32> = KeyedMap::default();
        for number in 0..5000 {
            map.insert((number % 71, number), number);
        }
        assert!((0..5000).all(|number| map.get(&(number % 71, number)) == Some(&number)));
        let mut words: KeyedMap<Box<str>, u32> = KeyedMap::default();
        words.insert("a".into(), 1);
        assert_eq!((words.get("a"), words.get("b")), (Some(&1), None));
    }
}
