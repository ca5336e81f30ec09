//! The whole distance matrix of the current hypothesis, held as bits, from which trials of shifts start.

use crate::levenshtein::{BLOCK, Carry, Moves, Slopes, advance, low_bits};
use crate::ter::alignment::Operation;
use crate::ter::shift::Rotation;

/// Where each word id stands in a sequence, as bits.
#[derive(Default)]
struct Occurrences {
    blocks: usize,
    bits: Vec<u64>,
}

impl Occurrences {
    /// Records `sequence`; ids below `ids` may be asked for afterwards.
    fn record(&mut self, sequence: &[u32], ids: usize) {
        self.blocks = sequence.len().div_ceil(BLOCK).max(1);
        self.bits.clear();
        self.bits.resize(ids * self.blocks, 0);
        for (position, &id) in sequence.iter().enumerate() {
            self.bits[id as usize * self.blocks + position / BLOCK] |= 1 << (position % BLOCK);
        }
    }

    /// Machine words to a row.
    fn blocks(&self) -> usize {
        self.blocks
    }

    /// Positions of `id`, 64 to a machine word.
    #[inline(always)]
    fn of(&self, id: u32) -> &[u64] {
        let start = id as usize * self.blocks;
        &self.bits[start..start + self.blocks]
    }
}

/// Rows of slopes: row i after i words of the hypothesis, one bit for each word of the reference.
#[derive(Default)]
pub(crate) struct Grid {
    occurrences: Occurrences,
    blocks: usize,
    width: usize,
    rows: Vec<Slopes>,
    moves: Vec<Moves>,
    /// Where in the reference each word of the hypothesis occurs, if that fits one block.
    matches: Vec<u64>,
    distance: u32,
    trial: Vec<Slopes>,
}

impl Grid {
    /// Takes a new reference; ids below `ids` may occur in hypotheses.
    pub fn prepare(&mut self, reference: &[u32], ids: usize) {
        self.occurrences.record(reference, ids);
        self.blocks = self.occurrences.blocks();
        self.width = reference.len();
    }

    /// Computes the rows after the first `kept`, which stand since the last call, and returns the distance.
    pub fn fill(&mut self, hypothesis: &[u32], kept: usize) -> u32 {
        let blocks = self.blocks;
        let n = hypothesis.len();
        self.rows.resize((n + 1) * blocks, Slopes::INITIAL);
        self.moves.resize((n + 1) * blocks, Moves::default());
        if kept == 0 {
            self.rows[..blocks].fill(Slopes::INITIAL);
        }
        if blocks == 1 {
            self.fill_one_block(hypothesis, kept);
        } else {
            self.fill_blocks(hypothesis, kept);
        }
        self.distance = last_cell(&self.rows[n * blocks..(n + 1) * blocks], n as u32, self.width);
        self.distance
    }

    fn fill_one_block(&mut self, hypothesis: &[u32], kept: usize) {
        self.matches.truncate(kept);
        self.matches.extend(hypothesis[kept..].iter().map(|&word| self.occurrences.of(word)[0]));
        let mut slopes = self.rows[kept];
        let below = self.rows[kept + 1..].iter_mut().zip(&mut self.moves[kept + 1..]);
        for (&matches, (row, moves)) in self.matches[kept..].iter().zip(below) {
            *moves = advance(&mut slopes, matches, &mut { Carry::EDGE });
            *row = slopes;
        }
    }

    fn fill_blocks(&mut self, hypothesis: &[u32], kept: usize) {
        for (i, &word) in hypothesis.iter().enumerate().skip(kept) {
            let mut carry = Carry::EDGE;
            for (block, &matches) in self.occurrences.of(word).iter().enumerate() {
                let below = (i + 1) * self.blocks + block;
                self.rows[below] = self.rows[below - self.blocks];
                self.moves[below] = advance(&mut self.rows[below], matches, &mut carry);
            }
        }
    }

    /// The distance of the hypothesis last filled in.
    pub fn distance(&self) -> u32 {
        self.distance
    }

    /// How the path comes to cell (i, j): substitution before deletion before insertion where they cost the same.
    #[inline(always)]
    pub fn choose(&self, i: usize, j: usize, same_word: bool) -> Operation {
        let moves = self.moves[i * self.blocks + (j - 1) / BLOCK];
        let bit = 1u64 << ((j - 1) % BLOCK);
        if same_word {
            Operation::Keep
        } else if moves.level_diagonal & bit == 0 {
            Operation::Substitute
        } else if moves.below_rises & bit != 0 {
            Operation::Delete
        } else {
            Operation::Insert
        }
    }

    /// The distance after `rotation` of the hypothesis last filled in.
    pub fn try_rotation(&mut self, hypothesis: &[u32], rotation: Rotation) -> u32 {
        if self.blocks == 1 {
            return self.try_rotation_in_one_block(rotation);
        }
        let (start, middle, end) = rotation.bounds();
        let blocks = self.blocks;
        self.trial.clear();
        self.trial.extend_from_slice(&self.rows[start * blocks..(start + 1) * blocks]);
        for &word in hypothesis[middle..end].iter().chain(&hypothesis[start..middle]) {
            advance_row(&mut self.trial, self.occurrences.of(word));
        }
        for (&word, standing) in hypothesis[end..].iter().zip(self.rows[end * blocks..].chunks_exact(blocks)) {
            if self.trial == standing {
                return self.distance;
            }
            advance_row(&mut self.trial, self.occurrences.of(word));
        }
        last_cell(&self.trial, hypothesis.len() as u32, self.width)
    }

    fn try_rotation_in_one_block(&self, rotation: Rotation) -> u32 {
        let (start, middle, end) = rotation.bounds();
        let n = self.matches.len();
        let mut slopes = self.rows[start];
        for &matches in &self.matches[middle..end] {
            advance(&mut slopes, matches, &mut { Carry::EDGE });
        }
        for &matches in &self.matches[start..middle] {
            advance(&mut slopes, matches, &mut { Carry::EDGE });
        }
        let used = low_bits(self.width);
        for (&matches, standing) in self.matches[end..].iter().zip(&self.rows[end..n]) {
            // From equal rows equal words lead to equal ends.
            if ((slopes.rises ^ standing.rises) | (slopes.falls ^ standing.falls)) & used == 0 {
                return self.distance;
            }
            advance(&mut slopes, matches, &mut { Carry::EDGE });
        }
        slopes.last_cell(n as u32, self.width)
    }
}

/// Advances a row of several blocks.
fn advance_row(row: &mut [Slopes], matches: &[u64]) {
    let mut carry = Carry::EDGE;
    for (slopes, &matches) in row.iter_mut().zip(matches) {
        advance(slopes, matches, &mut carry);
    }
}

/// Cost of the last cell of a row of `length` cells whose first cell costs `first`.
fn last_cell(row: &[Slopes], first: u32, length: usize) -> u32 {
    let blocks = row.iter().enumerate();
    blocks.fold(first, |cost, (block, slopes)| slopes.last_cell(cost, length - block * BLOCK))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::levenshtein::tests::{Dice, plain_distance};
    use crate::ter::beam::Beam;

    #[test]
    fn tries_rotations_of_any_width() {
        let mut dice = Dice(5);
        let mut grid = Grid::default();
        for _ in 0..2000 {
            let (n, m) = (2 + dice.roll(150), 1 + dice.roll(150));
            let (mut words, reference) = (dice.sequence(n, 12), dice.sequence(m, 12));
            grid.prepare(&reference, 12);
            assert_eq!(grid.fill(&words, 0), plain_distance(&words, &reference));
            let mut cuts = [dice.roll(n + 1), dice.roll(n + 1), dice.roll(n + 1)].map(|cut| cut as u32);
            cuts.sort_unstable();
            let rotation = Rotation { start: cuts[0], middle: cuts[1], end: cuts[2] };
            let tried = grid.try_rotation(&words, rotation);
            rotation.apply(&mut words);
            assert_eq!(tried, plain_distance(&words, &reference));
            assert_eq!(grid.fill(&words, rotation.start as usize), tried);
        }
    }

    #[test]
    fn chooses_as_the_beam_does() {
        let mut dice = Dice(13);
        let (mut grid, mut beam) = (Grid::default(), Beam::default());
        for _ in 0..500 {
            let (n, m) = (1 + dice.roll(24), 1 + dice.roll(24));
            let (words, reference) = (dice.sequence(n, 4), dice.sequence(m, 4));
            grid.prepare(&reference, 4);
            grid.fill(&words, 0);
            beam.measure(n, m);
            beam.fill(&words, &reference);
            for (i, j) in (1..=n).flat_map(|i| (1..=m).map(move |j| (i, j))) {
                let same_word = words[i - 1] == reference[j - 1];
                assert_eq!(grid.choose(i, j, same_word), beam.choose(i, j, same_word));
            }
        }
    }
}
