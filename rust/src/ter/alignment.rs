//! Which words of hypothesis and reference the cheapest path pairs, and where it goes wrong.

/// One edit on the way from the hypothesis to the reference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Operation {
    Keep,
    Substitute,
    /// Drops a word of the hypothesis.
    Delete,
    /// Adds a word of the reference.
    Insert,
}

/// Stands for "no error from here on"; far enough to fail every comparison of lengths.
const NO_ERROR: u32 = u32::MAX / 2;

/// The path of edits, as the search for shifts asks for it.
#[derive(Default)]
pub(crate) struct Alignment {
    /// For each reference position, how many words of the hypothesis the path has read when it leaves that position.
    pub landing: Vec<u32>,
    /// For each hypothesis position, the first position from there on where a word is dropped or replaced.
    pub next_hypothesis_error: Vec<u32>,
    /// For each reference position, the first position from there on where a word is added or replaced.
    pub next_reference_error: Vec<u32>,
}

impl Alignment {
    /// Follows the path from its end, cell (`n`, `m`); `choose` returns how the path came to a cell off the edges.
    #[inline(always)]
    pub fn trace(&mut self, n: usize, m: usize, choose: impl Fn(usize, usize) -> Operation) {
        self.landing.resize(m, 0);
        self.next_hypothesis_error.resize(n, 0);
        self.next_reference_error.resize(m, 0);
        let (mut i, mut j) = (n, m);
        let (mut hypothesis_error, mut reference_error) = (NO_ERROR, NO_ERROR);
        while i > 0 || j > 0 {
            let operation = match (i, j) {
                (0, _) => Operation::Insert,
                (_, 0) => Operation::Delete,
                _ => choose(i, j),
            };
            if operation != Operation::Delete {
                j -= 1;
                if operation != Operation::Keep {
                    reference_error = j as u32;
                }
                self.landing[j] = i as u32;
                self.next_reference_error[j] = reference_error;
            }
            if operation != Operation::Insert {
                i -= 1;
                if operation != Operation::Keep {
                    hypothesis_error = i as u32;
                }
                self.next_hypothesis_error[i] = hypothesis_error;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_errors_and_landings() {
        let mut alignment = Alignment::default();
        // Hypothesis a b x d, reference a b c y d: keep, keep, insert c, substitute x by y, keep.
        alignment.trace(4, 5, |i, j| match (i, j) {
            (3, 4) => Operation::Substitute,
            (2, 3) => Operation::Insert,
            _ => Operation::Keep,
        });
        assert_eq!(alignment.landing, [1, 2, 2, 3, 4]);
        assert_eq!(alignment.next_hypothesis_error, [2, 2, 2, NO_ERROR]);
        assert_eq!(alignment.next_reference_error, [2, 2, 2, 3, NO_ERROR]);
    }
}
