//! Where each word of a sequence stands, in memory that grows with the sequence alone.

const NONE: u32 = u32::MAX;

/// The positions of each word of a sequence, as chains from one occurrence to the next.
#[derive(Default)]
pub struct Occurrences {
    first: Vec<u32>,
    next: Vec<u32>,
}

impl Occurrences {
    /// Records a sequence of small, dense numbers.
    pub fn record(&mut self, words: &[u32]) {
        let kinds = words.iter().max().map_or(0, |&word| word as usize + 1);
        self.first.clear();
        self.first.resize(kinds, NONE);
        self.next.clear();
        self.next.resize(words.len(), NONE);
        for (position, &word) in words.iter().enumerate().rev() {
            self.next[position] = std::mem::replace(&mut self.first[word as usize], position as u32);
        }
    }

    /// The positions of a word, in order; none for a word that the sequence does not have.
    pub fn of(&self, word: u32) -> impl Iterator<Item = usize> + '_ {
        let first = self.first.get(word as usize).copied().filter(|&position| position != NONE);
        std::iter::successors(first, |&position| Some(self.next[position as usize]).filter(|&next| next != NONE))
            .map(|position| position as usize)
    }

    /// How often each number occurs, in time that grows with the sequence alone.
    pub fn counts(&self) -> Vec<u64> {
        (0..self.first.len() as u32).map(|word| self.of(word).count() as u64).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::ABSENT;

    #[test]
    fn positions_come_in_order() {
        let mut occurrences = Occurrences::default();
        occurrences.record(&[2, 0, 2, 2]);
        assert_eq!(occurrences.of(2).collect::<Vec<_>>(), [0, 2, 3]);
        assert_eq!(occurrences.of(0).collect::<Vec<_>>(), [1]);
        assert_eq!([1, 3, ABSENT].map(|word| occurrences.of(word).count()), [0, 0, 0]);
        assert_eq!(occurrences.counts(), [1, 0, 3]);
        occurrences.record(&[]);
        assert_eq!(occurrences.of(0).count(), 0);
    }
}
