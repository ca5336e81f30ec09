//! Lower case that is the same in every version of Unicode since 14, and so in every Python that we support.

/// Whether the lower case of a character, by itself, is the same in all of these versions.
///
/// Characters that are encoded later may gain a lower case. All of those so far are in the blocks that are left out
/// here, and so are those that may come: U+1C80 to U+1C8F (Cyrillic), and from U+2C00 on all but the blocks of scripts
/// without case. The capital sigma has two forms in lower case. Which of them it is depends on the characters around it.
fn is_stable(character: char) -> bool {
    matches!(character,
        '\0'..='\u{3a2}' | '\u{3a4}'..='\u{1c7f}' | '\u{1c90}'..='\u{2bff}' | '\u{2e80}'..='\u{a63f}'
        | '\u{ac00}'..='\u{d7ff}' | '\u{1f000}'..='\u{1ffff}')
}

/// Appends a text in lower case, as Python has it. If that depends on the version of Unicode, appends it unchanged and
/// returns false.
pub fn lower_into(text: &str, lowered: &mut String) -> bool {
    let start = lowered.len();
    if text.is_ascii() {
        lowered.push_str(text);
        lowered[start..].make_ascii_lowercase();
        return true;
    }
    for character in text.chars() {
        if character.is_ascii() {
            lowered.push(character.to_ascii_lowercase());
        } else if is_stable(character) {
            lowered.extend(character.to_lowercase());
        } else {
            lowered.truncate(start);
            lowered.push_str(text);
            return false;
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lower(text: &str) -> (String, bool) {
        let mut lowered = "X".to_string();
        let is_done = lower_into(text, &mut lowered);
        (lowered[1..].to_string(), is_done)
    }

    #[test]
    fn letters_of_every_stable_script_are_lowered() {
        for text in ["", "The CAT 1.", "ÄTNA É", "İI", "ŽЖԱ Ⅷ", "中文 한국어 😀"] {
            assert_eq!(lower(text), (text.to_lowercase(), true));
        }
    }

    #[test]
    fn what_depends_on_the_version_stays_as_it_is() {
        for text in ["Aa ΟΔΟΣ", "A\u{1c89}", "A\u{a7dc}", "A\u{10d50}", "A\u{ff21}"] {
            assert_eq!(lower(text), (text.to_string(), false));
        }
    }
}
