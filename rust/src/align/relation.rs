//! Which words may be mapped to each other, according to a module: two words match if they share a key.

use crate::keyed::KeyedMap;

/// The class of a word that matches nothing.
pub const NONE: u32 = u32::MAX;

/// The keys of all words of a vocabulary, as a module gives them.
#[derive(Clone, Copy)]
pub struct Keys<'a> {
    /// Where the keys of each word start, and where the last one's end.
    pub offsets: &'a [i64],
    /// The keys, ascending within each word.
    pub values: &'a [u32],
    /// How far each key is from its word; all at no distance if absent.
    pub distances: Option<&'a [f32]>,
    /// Two words match if the distances of a key that they share add up to no more than this.
    pub limit: f32,
}

impl Keys<'_> {
    /// Refuses arrays that do not describe the keys of `words` words.
    pub fn check(&self, words: usize) -> Result<(), String> {
        let ascending = self.offsets.windows(2).all(|pair| pair[0] <= pair[1]);
        let covers = self.offsets.first() == Some(&0) && self.offsets.last() == Some(&(self.values.len() as i64));
        if self.offsets.len() != words + 1 || !ascending || !covers {
            return Err(format!("the offsets of a module do not describe the keys of {words} words"));
        }
        if self.distances.is_some_and(|distances| distances.len() != self.values.len()) {
            return Err("a module gives distances for some of its keys only".to_string());
        }
        if self.distances.is_some_and(|distances| !distances.iter().all(|&distance| distance >= 0.0)) {
            return Err("a module gives a distance that is negative or not a number".to_string());
        }
        Ok(())
    }
}

/// The same, packed for the aligner: keys are small numbers, and those that can decide nothing are gone.
pub enum Relation {
    /// Each word has at most one key, so that matching is transitive: the class of each word, or `NONE`.
    Classes {
        /// The class of each word.
        of: Vec<u32>,
        /// How many classes there are.
        count: usize,
    },
    /// Words have several keys, or keys at a distance.
    Shared(Shared),
}

/// Words with any number of keys.
pub struct Shared {
    offsets: Vec<u32>,
    keys: Vec<(u32, f32)>,
    /// How many keys there are.
    pub count: usize,
    /// The largest distance at which words match.
    pub limit: f32,
}

impl Shared {
    /// The keys of a word and their distances.
    pub fn of(&self, word: u32) -> &[(u32, f32)] {
        &self.keys[self.offsets[word as usize] as usize..self.offsets[word as usize + 1] as usize]
    }
}

impl Relation {
    /// Packs what a module gave, which has been checked, for a stage after some others.
    pub fn new(keys: Keys, earlier: &[Relation]) -> Self {
        let single = keys.offsets.windows(2).all(|pair| pair[1] - pair[0] <= 1);
        if single && keys.distances.is_none() {
            return classes(keys);
        }
        // Once words were mapped by classes, no word is left on both sides.
        let is_alike = |relation: &Relation| matches!(relation, Relation::Classes { of, .. } if !of.contains(&NONE));
        Relation::Shared(shared(keys, !earlier.iter().any(is_alike)))
    }
}

fn classes(keys: Keys) -> Relation {
    let mut numbers = KeyedMap::default();
    let class = |pair: &[i64]| {
        if pair[0] == pair[1] {
            return NONE;
        }
        let next = numbers.len() as u32;
        *numbers.entry(keys.values[pair[0] as usize]).or_insert(next)
    };
    let of = keys.offsets.windows(2).map(class).collect();
    Relation::Classes { of, count: numbers.len() }
}

/// Packs several keys per word; `matches_itself` unless a word never meets itself.
fn shared(keys: Keys, matches_itself: bool) -> Shared {
    let mut users: KeyedMap<u32, u32> = KeyedMap::default();
    keys.values.iter().for_each(|&key| *users.entry(key).or_insert(0) += 1);
    let mut numbers: KeyedMap<u32, u32> = KeyedMap::default();
    let mut packed = Shared { offsets: vec![0], keys: Vec::new(), count: 0, limit: keys.limit };
    for pair in keys.offsets.windows(2) {
        let range = pair[0] as usize..pair[1] as usize;
        let distance = |index: usize| keys.distances.map_or(0.0, |distances| distances[index]);
        // A key of one word only can do no more than match the word with itself, and the nearest one does it for all.
        let only_its = |&index: &usize| matches_itself && users[&keys.values[index]] == 1;
        let own = range.clone().filter(only_its).min_by(|&one, &other| distance(one).total_cmp(&distance(other)));
        for index in range {
            if users[&keys.values[index]] > 1 || own == Some(index) {
                let next = numbers.len() as u32;
                let number = *numbers.entry(keys.values[index]).or_insert(next);
                packed.keys.push((number, distance(index)));
            }
        }
        packed.offsets.push(packed.keys.len() as u32);
    }
    packed.count = numbers.len();
    packed
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_key_a_word_makes_classes() {
        let keys = Keys { offsets: &[0, 1, 2, 2, 3], values: &[70, 9, 70], distances: None, limit: 0.0 };
        keys.check(4).unwrap();
        match Relation::new(keys, &[]) {
            Relation::Classes { of, count } => assert_eq!((of, count), (vec![0, 1, NONE, 0], 2)),
            Relation::Shared(_) => panic!("these are classes"),
        }
    }

    #[test]
    fn keys_that_decide_nothing_are_dropped() {
        let keys = Keys {
            offsets: &[0, 3, 5],
            values: &[1, 2, 3, 3, 4],
            distances: Some(&[2.0, 1.0, 0.0, 0.0, 0.0]),
            limit: 2.0,
        };
        match Relation::new(keys, &[]) {
            Relation::Shared(shared) => {
                assert_eq!(shared.of(0), [(0, 1.0), (1, 0.0)]);
                assert_eq!(shared.of(1), [(1, 0.0), (2, 0.0)]);
            }
            Relation::Classes { .. } => panic!("these are no classes"),
        }
        let exact = Relation::new(Keys { offsets: &[0, 1, 2], values: &[0, 1], distances: None, limit: 0.0 }, &[]);
        match Relation::new(keys, &[exact]) {
            Relation::Shared(shared) => assert_eq!((shared.of(0), shared.of(1)), (&[(0, 0.0)][..], &[(0, 0.0)][..])),
            Relation::Classes { .. } => panic!("these are no classes"),
        }
    }

    #[test]
    fn keys_of_another_shape_are_refused() {
        assert!(Keys { offsets: &[0, 1], values: &[1], distances: None, limit: 0.0 }.check(2).is_err());
        assert!(Keys { offsets: &[0, 2, 1], values: &[1], distances: None, limit: 0.0 }.check(2).is_err());
        assert!(Keys { offsets: &[0, 1, 2], values: &[1], distances: None, limit: 0.0 }.check(2).is_err());
        assert!(Keys { offsets: &[0, 1], values: &[1], distances: Some(&[]), limit: 0.0 }.check(1).is_err());
        assert!(Keys { offsets: &[0, 1], values: &[1], distances: Some(&[f32::NAN]), limit: 0.0 }.check(1).is_err());
    }
}
