//! The largest one-to-one mapping of a graph: each word in turn takes a free target, or moves others away.

use crate::interruption::poll_every;

/// The targets of each word.
#[derive(Default)]
pub struct Graph {
    starts: Vec<u32>,
    targets: Vec<u32>,
}

impl Graph {
    /// Adds a word with its targets.
    pub fn add(&mut self, targets: impl IntoIterator<Item = u32>) {
        if self.starts.is_empty() {
            self.starts.push(0);
        }
        self.targets.extend(targets);
        self.starts.push(self.targets.len() as u32);
    }

    /// The number of words.
    pub fn len(&self) -> usize {
        self.starts.len().saturating_sub(1)
    }

    /// The targets of a word.
    pub fn targets(&self, word: usize) -> &[u32] {
        &self.targets[self.starts[word] as usize..self.starts[word + 1] as usize]
    }

    /// The word that each of `targets` targets is mapped to, in a largest mapping.
    pub fn find_owners(&self, targets: usize) -> Vec<Option<u32>> {
        let mut owners: Vec<Option<u32>> = vec![None; targets];
        let mut left = Vec::new();
        for word in 0..self.len() {
            match self.targets(word).iter().find(|&&target| owners[target as usize].is_none()) {
                Some(&target) => owners[target as usize] = Some(word as u32),
                None => left.push(word as u32),
            }
        }
        let mut seen = vec![u32::MAX; targets];
        for (count, word) in left.into_iter().enumerate() {
            poll_every::<16>(count);
            self.augment(word, &mut owners, &mut seen);
        }
        owners
    }

    /// Looks for a way to a free target, with a stack of its own, since ways may be as long as the text.
    fn augment(&self, first: u32, owners: &mut [Option<u32>], seen: &mut [u32]) {
        // Each word on the way, and how many of its targets were tried.
        let mut way = vec![(first, 0)];
        while let Some((word, tried)) = way.last_mut() {
            let Some(&target) = self.targets(*word as usize).get(*tried) else {
                way.pop();
                continue;
            };
            *tried += 1;
            if std::mem::replace(&mut seen[target as usize], first) == first {
                continue;
            }
            match owners[target as usize] {
                Some(owner) => way.push((owner, 0)),
                None => {
                    for (word, tried) in way {
                        owners[self.targets(word as usize)[tried - 1] as usize] = Some(word);
                    }
                    return;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn others_are_moved_away() {
        let mut graph = Graph::default();
        for targets in [vec![0, 1], vec![0], vec![1, 2], vec![2]] {
            graph.add(targets);
        }
        let owners = graph.find_owners(3);
        assert!(owners.iter().all(Option::is_some));
    }

    #[test]
    fn long_ways_are_found() {
        let count = 100_000;
        let mut graph = Graph::default();
        (0..count).for_each(|word| graph.add([word, word + 1]));
        graph.add([0]);
        let owners = graph.find_owners(count as usize + 1);
        assert!(owners.iter().all(Option::is_some));
    }
}
