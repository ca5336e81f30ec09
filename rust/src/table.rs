//! The hash table of the n-gram kernels.

use crate::keyed::Key;

/// The value of a key that is not in the table.
pub const ABSENT: u32 = u32::MAX;

/// A hash table from 64-bit keys to 32-bit values that is emptied in no time.
pub struct Table {
    slots: Vec<Slot>,
    used: usize,
    epoch: u32,
    shift: u32,
    key: Key,
}

#[derive(Clone, Copy, Default)]
struct Slot {
    key: u64,
    value: u32,
    epoch: u32,
}

impl Default for Table {
    fn default() -> Self {
        let bits = 10;
        let slots = vec![Slot::default(); 1 << bits];
        Table { slots, used: 0, epoch: 1, shift: 64 - bits, key: Key::default() }
    }
}

impl Table {
    /// Removes all entries.
    pub fn clear(&mut self) {
        self.used = 0;
        self.epoch = self.epoch.wrapping_add(1);
        if self.epoch == 0 {
            self.slots.fill(Slot::default());
            self.epoch = 1;
        }
    }

    fn start(&self, key: u64) -> usize {
        (self.key.hash(key) >> self.shift) as usize
    }

    /// The value of the first entry with this key that `accept` takes; `ABSENT` if there is none.
    pub fn find(&self, key: u64, accept: impl Fn(u32) -> bool) -> u32 {
        let mask = self.slots.len() - 1;
        let mut index = self.start(key) & mask;
        loop {
            let slot = self.slots[index];
            if slot.epoch != self.epoch {
                return ABSENT;
            }
            if slot.key == key && accept(slot.value) {
                return slot.value;
            }
            index = (index + 1) & mask;
        }
    }

    /// The same, but where there is none the entry is made, with `value`.
    pub fn find_or_insert(&mut self, key: u64, value: u32, accept: impl Fn(u32) -> bool) -> u32 {
        let mask = self.slots.len() - 1;
        let mut index = self.start(key) & mask;
        loop {
            let slot = self.slots[index];
            if slot.epoch != self.epoch {
                break;
            }
            if slot.key == key && accept(slot.value) {
                return slot.value;
            }
            index = (index + 1) & mask;
        }
        self.slots[index] = Slot { key, value, epoch: self.epoch };
        self.used += 1;
        if self.used * 2 >= self.slots.len() {
            self.grow();
        }
        value
    }

    fn place(&mut self, slot: Slot) {
        let mask = self.slots.len() - 1;
        let mut index = self.start(slot.key);
        while self.slots[index & mask].epoch == self.epoch {
            index += 1;
        }
        self.slots[index & mask] = slot;
    }

    fn grow(&mut self) {
        let larger = vec![Slot::default(); self.slots.len() * 2];
        let old = std::mem::replace(&mut self.slots, larger);
        self.shift -= 1;
        let epoch = self.epoch;
        for slot in old.into_iter().filter(|slot| slot.epoch == epoch) {
            self.place(slot);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_survive_growth_and_not_clearing() {
        let mut table = Table::default();
        for round in 0..3 {
            table.clear();
            for key in 0..5000 {
                table.find_or_insert(key * 7, key as u32 + round, |_| true);
            }
            assert!((0..5000).all(|key| table.find(key * 7, |_| true) == key as u32 + round));
            assert_eq!(table.find(1, |_| true), ABSENT);
        }
        table.clear();
        assert_eq!(table.find(0, |_| true), ABSENT);
    }

    #[test]
    fn keys_that_are_chosen_to_collide_do_not() {
        // Before there was a secret, all of these began at one slot of a table of this size.
        let all = (0..1_u64 << 24).filter(|number| number.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 54 == 77);
        let keys: Vec<u64> = all.take(500).collect();
        let table = Table::default();
        let starts: std::collections::HashSet<usize> = keys.iter().map(|&key| table.start(key)).collect();
        assert_eq!(keys.len(), 500);
        assert!(starts.len() > 250, "{}", starts.len());
    }

    #[test]
    fn entries_of_one_key_are_told_apart_by_the_caller() {
        let mut table = Table::default();
        table.find_or_insert(5, 1, |_| false);
        table.find_or_insert(5, 2, |_| false);
        assert_eq!(table.find_or_insert(5, 3, |value| value == 1), 1);
        assert_eq!(table.find(5, |value| value == 2), 2);
        assert_eq!(table.find(5, |value| value == 3), ABSENT);
    }
}
