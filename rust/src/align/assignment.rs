//! The best one-to-one assignment of two sets: the Hungarian method.

/// What an assignment is worth; wide, because stages outweigh each other by powers.
pub type Worth = i128;

/// Assigns rows to columns so that the worth is largest. Pairs that are worth nothing are the same as no pair.
#[derive(Default)]
pub struct Assignment {
    /// The column of each row, if it has one that is worth something.
    pub columns: Vec<Option<usize>>,
    /// What all pairs are worth.
    pub worth: Worth,
    rows_price: Vec<Worth>,
    columns_price: Vec<Worth>,
}

impl Assignment {
    /// Finds the best assignment.
    pub fn find(rows: usize, columns: usize, worth: impl Fn(usize, usize) -> Worth) -> Self {
        if rows <= columns {
            return find_wide(rows, columns, worth);
        }
        let turned = find_wide(columns, rows, |row, column| worth(column, row));
        let mut found = Assignment { columns: vec![None; rows], worth: turned.worth, ..Default::default() };
        for (column, row) in turned.columns.iter().enumerate() {
            if let Some(row) = *row {
                found.columns[row] = Some(column);
            }
        }
        (found.rows_price, found.columns_price) = (turned.columns_price, turned.rows_price);
        found
    }

    /// What an assignment with a pair of this worth loses at least, as far as prices tell.
    pub fn loss(&self, row: usize, column: usize, worth: Worth) -> Worth {
        -worth - self.rows_price[row] - self.columns_price[column]
    }
}

/// The method by shortest augmenting paths, for no more rows than columns, with costs as negative worths.
fn find_wide(rows: usize, columns: usize, worth: impl Fn(usize, usize) -> Worth) -> Assignment {
    // Rows and columns are counted from 1; column 0 stands for the row that looks for a place.
    let mut row_price = vec![0; rows + 1];
    let mut column_price = vec![0; columns + 1];
    let mut owner = vec![0; columns + 1];
    for row in 1..=rows {
        owner[0] = row;
        let mut here = 0;
        let mut least = vec![Worth::MAX; columns + 1];
        let mut before = vec![0; columns + 1];
        let mut is_used = vec![false; columns + 1];
        loop {
            is_used[here] = true;
            let current = owner[here];
            let mut step = Worth::MAX;
            let mut next = 0;
            for column in 1..=columns {
                if is_used[column] {
                    continue;
                }
                let cost = -worth(current - 1, column - 1) - row_price[current] - column_price[column];
                if cost < least[column] {
                    (least[column], before[column]) = (cost, here);
                }
                if least[column] < step {
                    (step, next) = (least[column], column);
                }
            }
            for column in 0..=columns {
                if is_used[column] {
                    row_price[owner[column]] += step;
                    column_price[column] -= step;
                } else {
                    least[column] = least[column].saturating_sub(step);
                }
            }
            here = next;
            if owner[here] == 0 {
                break;
            }
        }
        while here != 0 {
            owner[here] = owner[before[here]];
            here = before[here];
        }
    }
    let mut found = Assignment { columns: vec![None; rows], ..Default::default() };
    for (column, owner) in owner[1..].iter().enumerate() {
        let Some(row) = owner.checked_sub(1) else { continue };
        let value = worth(row, column);
        if value != 0 {
            found.columns[row] = Some(column);
            found.worth += value;
        }
    }
    (found.rows_price, found.columns_price) = (row_price[1..].to_vec(), column_price[1..].to_vec());
    found
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
        for _ in 0..500 {
            let (rows, columns) = (1 + below(5) as usize, 1 + below(5) as usize);
            let table: Vec<Vec<Worth>> =
                (0..rows).map(|_| (0..columns).map(|_| Worth::from(below(6))).collect()).collect();
            let found = Assignment::find(rows, columns, |row, column| table[row][column]);
            assert_eq!(found.worth, best(&table, 0, &mut vec![false; columns]), "{table:?}");
            let pairs = found.columns.iter().enumerate().filter_map(|(row, column)| column.map(|column| (row, column)));
            for (row, column) in pairs {
                assert_eq!(found.loss(row, column, table[row][column]), 0);
            }
        }
    }
}
