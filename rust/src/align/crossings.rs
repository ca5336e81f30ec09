//! How many links cross: counted with sets of reference positions as bits.

use super::FREE;

/// Counts crossings among links, and what a further link would add.
#[derive(Default)]
pub struct Crossings {
    /// How many 64-bit words a set of reference positions takes.
    width: usize,
    /// For each word of the hypothesis, the set of references of the links before it, and how many they are.
    before: Vec<u64>,
    counts: Vec<u32>,
    /// For each word of the reference, how many links end before it.
    below: Vec<u32>,
    seen: Vec<u64>,
    sums: Vec<u32>,
    total: u64,
}

impl Crossings {
    /// Takes note of the links there are: the reference position of each word of the hypothesis, or `FREE`.
    pub fn count(&mut self, forward: &[u32], reference_length: usize) {
        self.width = reference_length.div_ceil(64);
        self.before.clear();
        self.counts.clear();
        self.seen.clear();
        self.seen.resize(self.width, 0);
        self.total = 0;
        let mut count = 0;
        for &j in forward {
            // Nearly all segments have so few words that one number holds their set.
            match self.seen[..] {
                [bits] => self.before.push(bits),
                _ => self.before.extend_from_slice(&self.seen),
            }
            self.counts.push(count);
            if j != FREE {
                self.total += u64::from(count) - u64::from(count_below(&self.seen, j));
                self.seen[j as usize / 64] |= 1 << (j % 64);
                count += 1;
            }
        }
        self.below.clear();
        let mut below = 0;
        for j in 0..reference_length {
            self.below.push(below);
            below += (self.seen[j / 64] >> (j % 64) & 1) as u32;
        }
    }

    /// How many of the noted links cross each other.
    pub fn total(&self) -> u64 {
        self.total
    }

    /// How many of the noted links a link between two free words would cross.
    pub fn added(&self, i: u32, j: u32) -> u32 {
        let before = &self.before[i as usize * self.width..][..self.width];
        // Those before i and above j, and those after i and below j.
        self.counts[i as usize] + self.below[j as usize] - 2 * count_below(before, j)
    }

    /// How many links cross each other, without noting them.
    pub fn total_of(&mut self, forward: &[u32], reference_length: usize) -> u64 {
        if reference_length <= 64 {
            return count_short(forward);
        }
        let mut total = 0;
        let mut tree = Tree::new(&mut self.sums, reference_length);
        for (count, &j) in forward.iter().filter(|&&j| j != FREE).enumerate() {
            total += count as u64 - u64::from(tree.count_below(j));
            tree.add(j);
        }
        total
    }
}

/// The same for references of at most 64 words.
fn count_short(forward: &[u32]) -> u64 {
    let (mut seen, mut total) = (0_u64, 0);
    for &j in forward.iter().filter(|&&j| j != FREE) {
        total += u64::from((seen >> j).count_ones());
        seen |= 1 << j;
    }
    total
}

/// A set of positions that counts those below another in logarithmic time (Fenwick), for texts of any length.
struct Tree<'a>(&'a mut Vec<u32>);

impl<'a> Tree<'a> {
    fn new(sums: &'a mut Vec<u32>, length: usize) -> Self {
        sums.clear();
        sums.resize(length + 1, 0);
        Tree(sums)
    }

    fn add(&mut self, position: u32) {
        let mut index = position as usize + 1;
        while index < self.0.len() {
            self.0[index] += 1;
            index += index & index.wrapping_neg();
        }
    }

    fn count_below(&self, position: u32) -> u32 {
        let mut index = position as usize;
        let mut count = 0;
        while index > 0 {
            count += self.0[index];
            index &= index - 1;
        }
        count
    }
}

/// How many members of a set are below a position.
fn count_below(set: &[u64], position: u32) -> u32 {
    let (word, bit) = (position as usize / 64, position % 64);
    let whole: u32 = set[..word].iter().map(|bits| bits.count_ones()).sum();
    whole + (set[word] & ((1 << bit) - 1)).count_ones()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn crossings_are_those_of_every_pair() {
        for length in [1, 5, 63, 64, 65, 130, 200] {
            let forward: Vec<u32> =
                (0..length).map(|i| if i % 3 == 2 { FREE } else { (i * 37 + 11) % length }).collect();
            // Positions that repeat are no alignment.
            let mut seen = vec![false; length as usize];
            let forward: Vec<u32> = forward
                .into_iter()
                .map(|j| if j == FREE || std::mem::replace(&mut seen[j as usize], true) { FREE } else { j })
                .collect();
            let links: Vec<(usize, u32)> = forward.iter().copied().enumerate().filter(|link| link.1 != FREE).collect();
            let cross = |a: (usize, u32), b: (usize, u32)| (a.0 < b.0) != (a.1 < b.1);
            let total =
                (0..links.len()).map(|a| links[..a].iter().filter(|&&b| cross(links[a], b)).count()).sum::<usize>();
            let mut crossings = Crossings::default();
            crossings.count(&forward, length as usize);
            assert_eq!(crossings.total(), total as u64);
            assert_eq!(crossings.total_of(&forward, length as usize), total as u64);
            for i in (0..length).filter(|&i| forward[i as usize] == FREE) {
                for j in (0..length).filter(|&j| !seen[j as usize]) {
                    let added = links.iter().filter(|&&link| cross(link, (i as usize, j))).count();
                    assert_eq!(crossings.added(i, j), added as u32, "{length} {i} {j}");
                }
            }
        }
    }
}
