//! A batch of segments as characters, for the character n-grams of chrF.

use crate::interruption;
use crate::parallel;
use crate::tokenize::split_at_space;

const BLOCK: usize = 128;
/// Bytes of a segment from which on the work can be stopped before it.
const LONG: usize = 1 << 16;

#[derive(Default)]
struct Block {
    text: String,
    ends: Vec<u32>,
}

/// A batch of segments, with or without their white space.
pub struct Characters {
    blocks: Vec<Block>,
    length: usize,
}

impl Characters {
    /// Packs a batch of segments; white space is dropped unless it is asked for.
    pub fn new<T: AsRef<str> + Sync>(segments: &[T], whitespace: bool, threads: usize) -> Self {
        let blocks = parallel::map_ranges(
            segments.len(),
            BLOCK,
            threads,
            || (),
            |_, range| {
                let mut block = Block::default();
                block.text.reserve(segments[range.clone()].iter().map(|segment| segment.as_ref().len()).sum());
                for segment in &segments[range] {
                    let segment = segment.as_ref();
                    interruption::poll_if(segment.len() > LONG);
                    if whitespace {
                        block.text.push_str(segment);
                    } else {
                        split_at_space(segment, |start, end| block.text.push_str(&segment[start..end]));
                    }
                    block.ends.push(block.text.len() as u32);
                }
                assert!(block.text.len() <= u32::MAX as usize, "segments are checked for their length at the door");
                block
            },
        );
        Characters { blocks, length: segments.len() }
    }

    /// The number of segments.
    pub fn len(&self) -> usize {
        self.length
    }

    /// Whether there is no segment.
    pub fn is_empty(&self) -> bool {
        self.length == 0
    }

    /// The characters of a segment.
    pub fn segment(&self, index: usize) -> &str {
        let block = &self.blocks[index / BLOCK];
        let within = index % BLOCK;
        let start = if within == 0 { 0 } else { block.ends[within - 1] as usize };
        &block.text[start..block.ends[within] as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn white_space_goes_unless_it_is_asked_for() {
        let segments = [" a b\u{3000}ñ\n", "", "c d"];
        let dense = Characters::new(&segments, false, 1);
        assert_eq!((0..3).map(|index| dense.segment(index)).collect::<Vec<_>>(), ["abñ", "", "cd"]);
        let whole = Characters::new(&segments, true, 1);
        assert_eq!((0..3).map(|index| whole.segment(index)).collect::<Vec<_>>(), segments);
    }
}
