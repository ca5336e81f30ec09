//! The best one-to-one assignment of two sets: shortest augmenting paths with prices, over a list of edges.

use crate::interruption::poll_every;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// What an assignment is worth; wide, because stages outweigh each other by powers.
pub type Worth = i128;

/// No row, no column, no edge.
const NONE: u32 = u32::MAX;

/// A pair that may be assigned.
#[derive(Clone, Copy, Debug)]
pub struct Pair {
    /// Its row.
    pub row: u32,
    /// Its column.
    pub column: u32,
    /// What it is worth; above 0.
    pub worth: Worth,
}

/// Assigns rows to columns so that the worth is largest; any of them may be left out. Keeps its memory between problems.
#[derive(Default)]
pub struct Assignment {
    /// The pairs there are, by row.
    pub pairs: Vec<Pair>,
    /// How many pairs were looked at, since it was last set to 0.
    pub steps: u64,
    starts: Vec<u32>,
    /// The pair that each row has, and that each column has.
    of_row: Vec<u32>,
    of_column: Vec<u32>,
    row_price: Vec<Worth>,
    column_price: Vec<Worth>,
    /// How far each column is from the row that looks for one, and the pair by which it is reached.
    distances: Vec<Worth>,
    came_by: Vec<u32>,
    is_final: Vec<bool>,
    touched: Vec<u32>,
    queue: BinaryHeap<Reverse<(Worth, u32)>>,
}

impl Assignment {
    /// Finds the best assignment of the pairs: what it is worth.
    pub fn find(&mut self, rows: usize, columns: usize) -> Worth {
        self.prepare(rows, columns);
        for row in 0..rows {
            poll_every::<64>(row);
            self.assign(row as u32);
        }
        self.chosen().map(|index| self.pairs[index].worth).sum()
    }

    /// The pairs of the assignment, by their indices.
    pub fn chosen(&self) -> impl Iterator<Item = usize> + '_ {
        self.of_row.iter().filter(|&&pair| pair != NONE).map(|&pair| pair as usize)
    }

    /// What an assignment with this pair loses at least, as far as prices tell.
    pub fn loss(&self, index: usize) -> Worth {
        let Pair { row, column, worth } = self.pairs[index];
        -worth - self.row_price[row as usize] - self.column_price[column as usize]
    }

    fn prepare(&mut self, rows: usize, columns: usize) {
        self.starts.clear();
        let mut index = 0;
        for row in 0..=rows as u32 {
            while index < self.pairs.len() && self.pairs[index].row < row {
                index += 1;
            }
            self.starts.push(index as u32);
        }
        let prices = [(&mut self.row_price, rows), (&mut self.column_price, columns)];
        for (price, length) in prices {
            price.clear();
            price.resize(length, 0);
        }
        let owners = [(&mut self.of_row, rows), (&mut self.of_column, columns), (&mut self.came_by, columns)];
        for (owner, length) in owners {
            owner.clear();
            owner.resize(length, NONE);
        }
        self.distances.clear();
        self.distances.resize(columns, Worth::MAX);
        self.is_final.clear();
        self.is_final.resize(columns, false);
        for pair in &self.pairs {
            let price = &mut self.row_price[pair.row as usize];
            *price = (*price).min(-pair.worth);
        }
    }

    /// Finds a place for a row, or for one that it displaces none.
    fn assign(&mut self, row: u32) {
        self.touched.clear();
        self.queue.clear();
        let (mut current, mut at) = (row, 0);
        // The nearest way to leave a row without a column, and the row.
        let mut nearest_exit = (Worth::MAX, NONE);
        let end = loop {
            nearest_exit = nearest_exit.min((at - self.row_price[current as usize], current));
            self.reach_from(current, at);
            let next = loop {
                match self.queue.pop() {
                    Some(Reverse((distance, column))) if self.is_stale(distance, column) => continue,
                    Some(Reverse(next)) => break next,
                    None => break (Worth::MAX, NONE),
                }
            };
            if nearest_exit.0 <= next.0 {
                break (nearest_exit.0, NONE);
            }
            let pair = self.of_column[next.1 as usize];
            if pair == NONE {
                break next;
            }
            self.is_final[next.1 as usize] = true;
            (at, current) = (next.0, self.pairs[pair as usize].row);
        };
        self.reprice(row, end.0);
        self.augment(row, if end.1 == NONE { Err(nearest_exit.1) } else { Ok(end.1) });
        for &column in &self.touched {
            self.distances[column as usize] = Worth::MAX;
            self.is_final[column as usize] = false;
        }
    }

    fn is_stale(&self, distance: Worth, column: u32) -> bool {
        self.is_final[column as usize] || distance > self.distances[column as usize]
    }

    fn reach_from(&mut self, row: u32, at: Worth) {
        let range = self.starts[row as usize]..self.starts[row as usize + 1];
        self.steps += range.len() as u64 + 1;
        for index in range {
            let column = self.pairs[index as usize].column;
            let distance = at + self.loss(index as usize);
            let known = &mut self.distances[column as usize];
            if distance < *known {
                if *known == Worth::MAX {
                    self.touched.push(column);
                }
                *known = distance;
                self.came_by[column as usize] = index;
                self.queue.push(Reverse((distance, column)));
            }
        }
    }

    /// Keeps losses from being negative, and those of pairs in the assignment at 0.
    fn reprice(&mut self, row: u32, end: Worth) {
        self.row_price[row as usize] += end;
        for &column in &self.touched {
            if self.is_final[column as usize] {
                let slack = end - self.distances[column as usize];
                self.column_price[column as usize] -= slack;
                let owner = self.pairs[self.of_column[column as usize] as usize].row;
                self.row_price[owner as usize] += slack;
            }
        }
    }

    /// Moves the rows along the way that was found, to a free column or to a row that then has none.
    fn augment(&mut self, row: u32, end: Result<u32, u32>) {
        let mut column = match end {
            Ok(column) => column,
            Err(left_out) if left_out == row => return,
            Err(left_out) => {
                let pair = std::mem::replace(&mut self.of_row[left_out as usize], NONE);
                self.pairs[pair as usize].column
            }
        };
        loop {
            let pair = self.came_by[column as usize];
            let taker = self.pairs[pair as usize].row;
            self.of_column[column as usize] = pair;
            let before = std::mem::replace(&mut self.of_row[taker as usize], pair);
            if taker == row {
                return;
            }
            column = self.pairs[before as usize].column;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn best(table: &[Vec<Worth>], row: usize, used: &mut Vec<bool>) -> Worth {
        let Some(worths) = table.get(row) else { return 0 };
        let mut most = best(table, row + 1, used);
        for (column, worth) in worths.iter().enumerate() {
            if !used[column] {
                used[column] = true;
                most = most.max(worth + best(table, row + 1, used));
                used[column] = false;
            }
        }
        most
    }

    #[test]
    fn the_assignment_is_the_best_of_all() {
        let mut state = 7_u64;
        let mut below = |limit: u64| {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (state >> 33) % limit
        };
        let mut assignment = Assignment::default();
        for _ in 0..2000 {
            let (rows, columns, most) = (1 + below(6) as usize, 1 + below(6) as usize, 2 + below(9));
            let mut row = || (0..columns).map(|_| Worth::from(below(most))).collect();
            let table: Vec<Vec<Worth>> = (0..rows).map(|_| row()).collect();
            assignment.pairs.clear();
            for (row, worths) in table.iter().enumerate() {
                let pairs = worths.iter().enumerate().filter(|(_, worth)| **worth > 0);
                let pair = |(column, &worth): (usize, &Worth)| Pair { row: row as u32, column: column as u32, worth };
                assignment.pairs.extend(pairs.map(pair));
            }
            let found = assignment.find(rows, columns);
            assert_eq!(found, best(&table, 0, &mut vec![false; columns]), "{table:?}");
            let chosen: Vec<usize> = assignment.chosen().collect();
            assert_eq!(chosen.iter().map(|&index| assignment.pairs[index].worth).sum::<Worth>(), found);
            assert!(chosen.iter().all(|&index| assignment.loss(index) == 0));
            assert!((0..assignment.pairs.len()).all(|index| assignment.loss(index) >= 0));
        }
    }
}
