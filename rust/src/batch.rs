//! Hypotheses and their references: any number of references per segment.

use crate::tokens::{Segment, Tokens};

/// Tokenised hypotheses, all their references in one flat list, and where each segment's references start.
pub struct Batch<'a> {
    hypotheses: &'a Tokens,
    references: &'a Tokens,
    offsets: &'a [i64],
}

impl<'a> Batch<'a> {
    /// A batch; `check_offsets` has accepted the offsets.
    pub fn new(hypotheses: &'a Tokens, references: &'a Tokens, offsets: &'a [i64]) -> Self {
        Batch { hypotheses, references, offsets }
    }

    /// The number of segments.
    pub fn len(&self) -> usize {
        self.hypotheses.len()
    }

    /// Whether there is no segment.
    pub fn is_empty(&self) -> bool {
        self.hypotheses.is_empty()
    }

    /// The hypothesis of a segment.
    pub fn hypothesis(&self, index: usize) -> Segment<'a> {
        self.hypotheses.segment(index)
    }

    /// The references of a segment.
    pub fn references(&self, index: usize) -> impl ExactSizeIterator<Item = Segment<'a>> + use<'a> {
        let references = self.references;
        let range = self.offsets[index] as usize..self.offsets[index + 1] as usize;
        range.map(move |reference| references.segment(reference))
    }
}

/// Says what is wrong with the offsets of a batch, if anything is.
pub fn check_offsets(hypotheses: usize, references: usize, offsets: &[i64]) -> Result<(), String> {
    if offsets.len() != hypotheses + 1 {
        return Err(format!(
            "{} offsets for {hypotheses} hypotheses: one more than hypotheses is right",
            offsets.len()
        ));
    }
    if offsets[0] != 0 || offsets[hypotheses] != references as i64 {
        return Err(format!("the offsets must run from 0 to the number of references, {references}"));
    }
    match offsets.windows(2).position(|pair| pair[0] >= pair[1]) {
        Some(segment) => Err(format!("segment {} has no reference", segment + 1)),
        None => Ok(()),
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::tokenize::Tokenizer;

    /// Runs `work` on a batch of texts that are split at white space.
    pub fn with_batch<T>(hypotheses: &[&str], references: &[&[&str]], work: impl FnOnce(&Batch) -> T) -> T {
        let mut offsets = vec![0];
        offsets.extend(references.iter().scan(0, |sum, list| {
            *sum += list.len() as i64;
            Some(*sum)
        }));
        let hypotheses = Tokens::new(hypotheses, &Tokenizer::None, 1);
        let references = Tokens::new(&references.concat(), &Tokenizer::None, 1);
        check_offsets(hypotheses.len(), references.len(), &offsets).unwrap();
        work(&Batch::new(&hypotheses, &references, &offsets))
    }

    #[test]
    fn wrong_offsets_are_told_apart() {
        assert!(check_offsets(2, 3, &[0, 1, 3]).is_ok());
        assert!(check_offsets(2, 3, &[0, 3]).unwrap_err().contains("2 offsets for 2 hypotheses"));
        assert!(check_offsets(2, 3, &[0, 1, 2]).unwrap_err().contains("number of references, 3"));
        assert!(check_offsets(2, 3, &[0, 0, 3]).unwrap_err().contains("segment 1 has no reference"));
        assert!(check_offsets(3, 3, &[0, 2, 1, 3]).unwrap_err().contains("segment 2"));
    }
}
