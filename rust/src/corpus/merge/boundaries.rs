//! Where to cut the order of all suffixes, so that a part of them fits into small temporary files.

use super::super::blocks::Fault;
use super::super::sealed::{Scattered, Sealed};
use super::walk::Walker;

/// Words of a boundary at the most: a frequent phrase of so many words has short records anyway.
const LENGTH: usize = 4;
/// Suffixes that are looked at for each range.
const SAMPLES: usize = 48;

/// The first words of each range but the first, found by samples of all shards.
pub fn find(walkers: &[Walker], text: &Sealed, ranges: usize) -> Result<Vec<Vec<u32>>, Fault> {
    let tokens: usize = walkers.iter().map(Walker::tokens).sum();
    let step = (tokens / (ranges * SAMPLES).max(1)).max(1);
    let mut samples = Vec::new();
    let mut words = Scattered::new(text, 64)?;
    // Samples of all shards together are evenly spread; a small shard may have none.
    let mut first = step / 2;
    for walker in walkers {
        let mut suffixes = Scattered::new(walker.suffixes(), 1)?;
        while first < walker.tokens() {
            let place = walker.start() + suffixes.number(first)? as usize;
            let mut sample = Vec::with_capacity(LENGTH);
            for offset in 0..LENGTH {
                match words.number(place + offset)? {
                    0 => break,
                    word => sample.push(word),
                }
            }
            samples.push(sample);
            first += step;
        }
        first -= walker.tokens();
    }
    samples.sort_unstable();
    let mut boundaries: Vec<Vec<u32>> =
        (1..ranges).filter_map(|range| samples.get(range * samples.len() / ranges).cloned()).collect();
    boundaries.dedup();
    boundaries.retain(|boundary| !boundary.is_empty());
    Ok(boundaries)
}
