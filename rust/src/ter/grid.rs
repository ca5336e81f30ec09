//! The whole distance matrix of the current hypothesis, held as bits, from which trials of shifts start.

use super::alignment::Operation;
use super::shift::Rotation;
use crate::levenshtein::{BLOCK, Carry, Moves, Occurrences, Slopes, advance, advance_row, last_cell};

/// Rows of slopes: row i after i words of the hypothesis, one bit for each word of the reference.
#[derive(Default)]
pub(crate) struct Grid {
    occurrences: Occurrences,
    blocks: usize,
    width: usize,
    rows: Vec<Slopes>,
    moves: Vec<Moves>,
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
        for (i, &word) in hypothesis.iter().enumerate().skip(kept) {
            let mut carry = Carry::EDGE;
            for (block, &matches) in self.occurrences.of(word).iter().enumerate() {
                let below = (i + 1) * blocks + block;
                self.rows[below] = self.rows[i * blocks + block];
                self.moves[below] = advance(&mut self.rows[below], matches, &mut carry);
            }
        }
        last_cell(&self.rows[n * blocks..(n + 1) * blocks], n as u32, self.width)
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
        let [start, middle, end] = [rotation.start, rotation.middle, rotation.end].map(|at| at as usize);
        let n = hypothesis.len();
        let moved = hypothesis[middle..end].iter().chain(&hypothesis[start..middle]);
        if self.blocks == 1 {
            let mut slopes = self.rows[start];
            for &word in moved {
                advance(&mut slopes, self.occurrences.of(word)[0], &mut { Carry::EDGE });
            }
            for &word in &hypothesis[end..] {
                advance(&mut slopes, self.occurrences.of(word)[0], &mut { Carry::EDGE });
            }
            return last_cell(&[slopes], n as u32, self.width);
        }
        self.trial.clear();
        self.trial.extend_from_slice(&self.rows[start * self.blocks..(start + 1) * self.blocks]);
        for &word in moved.chain(&hypothesis[end..]) {
            advance_row(&mut self.trial, self.occurrences.of(word));
        }
        last_cell(&self.trial, n as u32, self.width)
    }
}
