//! Which punctuation marks of a run stand alone.
//!
//! Both mteval tokenizers apply two rewritings in turn: a mark gets spaces around it if a character that is
//! no digit stands before it, then if one stands after it. Matches do not overlap, and each takes two
//! characters, so in a run of marks the first rule catches every second one. The second rule catches the
//! rest, for those now have a space after them, except perhaps the last. Hence all that is open is how the last
//! mark of a run relates to its neighbours.

/// What stands beside a run of punctuation marks.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Neighbour {
    Digit,
    Other,
    /// The edge of a text that has not been padded with spaces.
    Edge,
}

/// Whether the last of `length` marks gets spaces around it; all before it always do, except that a
/// mark that is alone in its run and does not stand alone stays joined on both sides.
pub fn is_last_isolated(length: usize, before: Neighbour, after: Neighbour) -> bool {
    let caught_by_first_rule = match before {
        Neighbour::Other => length % 2 == 1,
        Neighbour::Digit | Neighbour::Edge => length.is_multiple_of(2),
    };
    caught_by_first_rule || after == Neighbour::Other
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_decimal_point_stays() {
        assert!(!is_last_isolated(1, Neighbour::Digit, Neighbour::Digit));
        assert!(is_last_isolated(1, Neighbour::Digit, Neighbour::Other));
        assert!(is_last_isolated(1, Neighbour::Other, Neighbour::Digit));
    }

    #[test]
    fn runs_alternate() {
        assert!(!is_last_isolated(2, Neighbour::Other, Neighbour::Digit));
        assert!(is_last_isolated(2, Neighbour::Digit, Neighbour::Digit));
        assert!(!is_last_isolated(3, Neighbour::Digit, Neighbour::Digit));
    }

    #[test]
    fn a_mark_after_a_digit_at_the_very_end_stays() {
        assert!(!is_last_isolated(1, Neighbour::Digit, Neighbour::Edge));
        assert!(is_last_isolated(1, Neighbour::Other, Neighbour::Edge));
    }
}
