//! White space as Python's `str.isspace` and `str.split` define it.
//!
//! Rust's `char::is_whitespace` is a different set: it lacks U+001C to U+001F.

/// Whether Python's `str.split()` breaks at this character.
pub fn is_space(character: char) -> bool {
    match character {
        '\t'..='\r' | '\u{1c}'..='\u{1f}' | ' ' => true,
        character if (character as u32) < 0x80 => false,
        '\u{85}' | '\u{a0}' | '\u{1680}' | '\u{2000}'..='\u{200a}' => true,
        '\u{2028}' | '\u{2029}' | '\u{202f}' | '\u{205f}' | '\u{3000}' => true,
        _ => false,
    }
}

/// Whether a character outside ASCII that starts with this byte may be white space.
pub const fn may_lead_space(byte: u8) -> bool {
    matches!(byte, 0xc2 | 0xe1 | 0xe2 | 0xe3)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spaces_are_found_by_their_leading_byte() {
        for character in (0x80..=0x10ffff).filter_map(char::from_u32).filter(|&c| is_space(c)) {
            let mut buffer = [0; 4];
            assert!(may_lead_space(character.encode_utf8(&mut buffer).as_bytes()[0]));
        }
    }

    #[test]
    fn the_separators_that_rust_leaves_out_are_spaces() {
        assert!(('\u{1c}'..='\u{1f}').all(is_space));
        assert!(!is_space('\u{200b}'));
        assert!(!is_space('\u{feff}'));
    }
}
