//! Reads Penn brackets.

use super::forest::{Builder, Labels};

/// Reads the trees of a segment, any number of them. Brackets without a label are passed over.
pub fn read_brackets(text: &str, labels: Labels, builder: &mut Builder) -> Result<(), String> {
    let bytes = text.as_bytes();
    // Nodes that are open; `None` for brackets without a label.
    let mut open: Vec<Option<usize>> = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        match bytes[at] {
            b'(' => {
                at += 1;
                let label = token(bytes, at);
                at += label.len();
                open.push((!label.is_empty()).then(|| builder.open(strip(label, labels.function_tags))));
            }
            b')' => {
                let closed = open.pop().ok_or_else(|| "a bracket closes that was never opened".to_string())?;
                if let Some(node) = closed {
                    builder.close(node);
                }
                at += 1;
            }
            byte if byte.is_ascii_whitespace() => at += 1,
            _ => {
                let word = token(bytes, at);
                at += word.len();
                if !matches!(open.last(), Some(Some(_))) {
                    return Err(format!("the word {:?} has no tag", String::from_utf8_lossy(word)));
                }
                if labels.words {
                    let word = str::from_utf8(word).expect("it is cut at ASCII characters");
                    builder.open_word(word, labels.lowercase);
                }
            }
        }
    }
    if open.is_empty() { Ok(()) } else { Err(format!("{} brackets do not close", open.len())) }
}

/// What stands up to the next bracket or white space.
fn token(bytes: &[u8], start: usize) -> &[u8] {
    let rest = &bytes[start..];
    let is_end = |byte: &u8| matches!(byte, b'(' | b')') || byte.is_ascii_whitespace();
    &rest[..rest.iter().position(is_end).unwrap_or(rest.len())]
}

/// A label without its function tags: NP-SBJ=2 is NP, but -LRB- and -NONE- stay.
fn strip(label: &[u8], keep: bool) -> &[u8] {
    let end = label.iter().skip(1).position(|byte| matches!(byte, b'-' | b'=' | b'|'));
    match end {
        Some(end) if !keep && label[0] != b'-' => &label[..end + 1],
        _ => label,
    }
}

#[cfg(test)]
mod tests {
    use super::super::forest::hash_label;
    use super::*;

    const PLAIN: Labels = Labels { words: false, function_tags: false, lowercase: false };

    fn read(text: &str, labels: Labels) -> Result<(Vec<u64>, Vec<u32>), String> {
        let mut builder = Builder::default();
        read_brackets(text, labels, &mut builder).map(|()| (builder.labels, builder.sizes))
    }

    #[test]
    fn tags_are_leaves() {
        let (labels, sizes) = read("( (S (NP-SBJ (PRP I)) (VP (VBD ran) (-LRB- -LRB-))) )", PLAIN).unwrap();
        let expected = ["S", "NP", "PRP", "VP", "VBD", "-LRB-"].map(|label| hash_label(label.as_bytes()));
        assert_eq!(labels, expected);
        assert_eq!(sizes, [6, 2, 1, 3, 1, 1]);
    }

    #[test]
    fn words_may_be_leaves() {
        let labels = Labels { words: true, function_tags: true, lowercase: true };
        let (labels, sizes) = read("(NP-SBJ (PRP I))(X)", labels).unwrap();
        assert_eq!(labels, ["NP-SBJ", "PRP", "i", "X"].map(|label| hash_label(label.as_bytes())));
        assert_eq!(sizes, [3, 2, 1, 1]);
    }

    #[test]
    fn what_is_no_tree_is_refused() {
        for text in ["(S", "(S))", "word", "( word)"] {
            assert!(read(text, PLAIN).is_err(), "{text}");
        }
        assert_eq!(read("", PLAIN).unwrap(), (vec![], vec![]));
    }
}
