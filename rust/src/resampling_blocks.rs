//! Which block of a resampling a segment belongs to, by a hash of its texts: the same on every machine and in every order.
//!
//! Segments with the same texts are in the same block, so that copies of one segment are not taken for independent ones.

use xxhash_rust::xxh3::Xxh3;

/// The block of each segment, from 0 to `blocks - 1`. The texts of a segment are those between its two offsets.
pub fn draw(texts: &[&str], offsets: &[i64], blocks: u64, seed: u64) -> Vec<i64> {
    let block = |bounds: &[i64]| {
        let mut hasher = Xxh3::with_seed(seed);
        for text in &texts[bounds[0] as usize..bounds[1] as usize] {
            hasher.update(&(text.len() as u64).to_le_bytes());
            hasher.update(text.as_bytes());
        }
        // The high half of the product is even over the blocks, whatever their number.
        ((u128::from(hasher.digest()) * u128::from(blocks)) >> 64) as i64
    };
    offsets.windows(2).map(block).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_are_even_and_depend_on_texts_and_seed_alone() {
        let texts: Vec<String> = (0..20_000).map(|number| format!("segment {number}")).collect();
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        let offsets: Vec<i64> = (0..=texts.len() as i64).collect();
        let found = draw(&texts, &offsets, 100, 7);
        let mut sizes = [0; 100];
        found.iter().for_each(|&block| sizes[block as usize] += 1);
        assert!(sizes.iter().all(|size| (120..280).contains(size)), "{sizes:?}");
        assert_eq!(draw(&texts[50..60], &offsets[..11], 100, 7), found[50..60]);
        assert_ne!(draw(&texts, &offsets, 100, 8), found);
    }

    #[test]
    fn where_one_text_ends_counts() {
        let many = 1 << 40;
        assert_ne!(draw(&["ab", "c"], &[0, 2], many, 1), draw(&["a", "bc"], &[0, 2], many, 1));
        assert_eq!(draw(&["a", "a", "b"], &[0, 1, 2, 2, 3], many, 1)[0], draw(&["a"], &[0, 1], many, 1)[0]);
    }
}
