//! mteval-v14's international tokenizer (`intl`): punctuation and symbols by Unicode category.

use super::isolation::{Neighbour, is_last_isolated};
use crate::whitespace::is_space;
use unicode_properties::{GeneralCategoryGroup, UnicodeGeneralCategory};

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Space,
    Punctuation,
    Number,
    Symbol,
    Other,
}

fn kind(character: char) -> Kind {
    if is_space(character) {
        return Kind::Space;
    }
    if character.is_ascii_alphabetic() {
        return Kind::Other;
    }
    match character.general_category_group() {
        GeneralCategoryGroup::Punctuation => Kind::Punctuation,
        GeneralCategoryGroup::Number => Kind::Number,
        GeneralCategoryGroup::Symbol => Kind::Symbol,
        _ => Kind::Other,
    }
}

/// Splits a text. Its ends are not padded, so a full stop after a final number stays with it.
pub fn split(text: &str, mut emit: impl FnMut(usize, usize)) {
    let neighbour = |kind: Option<Kind>| match kind {
        Some(Kind::Number) => Neighbour::Digit,
        Some(_) => Neighbour::Other,
        None => Neighbour::Edge,
    };
    let mut start = 0;
    let mut before = None;
    let mut characters = text.char_indices().map(|(index, character)| (index, character, kind(character))).peekable();
    while let Some((index, character, kind)) = characters.next() {
        let end = index + character.len_utf8();
        match kind {
            Kind::Other | Kind::Number => {}
            Kind::Space => {
                if start < index {
                    emit(start, index);
                }
                start = end;
            }
            Kind::Symbol => {
                if start < index {
                    emit(start, index);
                }
                emit(index, end);
                start = end;
            }
            Kind::Punctuation => {
                let mut length = 1;
                let mut last = index;
                let mut run_end = end;
                let mut marks = vec![(index, end)];
                while let Some((next, mark, _)) = characters.next_if(|&(_, _, kind)| kind == Kind::Punctuation) {
                    length += 1;
                    last = next;
                    run_end = next + mark.len_utf8();
                    marks.push((next, run_end));
                }
                let after = neighbour(characters.peek().map(|&(_, _, kind)| kind));
                let isolated = is_last_isolated(length, neighbour(before), after);
                if length > 1 || isolated {
                    if start < index {
                        emit(start, index);
                    }
                    marks.truncate(length - usize::from(!isolated));
                    marks.iter().for_each(|&(from, to)| emit(from, to));
                    start = if isolated { run_end } else { last };
                }
            }
        }
        before = Some(kind);
    }
    if start < text.len() {
        emit(start, text.len());
    }
}

#[cfg(test)]
mod tests {
    use crate::tokenize::tests::tokens;

    #[test]
    fn punctuation_and_symbols_of_any_script_stand_alone() {
        assert_eq!(tokens("intl", "¿Qué? 5€—«sí»"), ["¿", "Qué", "?", "5", "€", "—", "«", "sí", "»"]);
    }

    #[test]
    fn a_number_keeps_its_points_and_a_final_full_stop() {
        assert_eq!(tokens("intl", "1,234.5 in 1999."), ["1,234.5", "in", "1999."]);
        assert_eq!(tokens("intl", "1999.)"), ["1999", ".", ")"]);
    }
}
