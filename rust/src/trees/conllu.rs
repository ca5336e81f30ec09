//! Reads dependencies in CoNLL-U: a word is a node, and its dependents are its children in the order of the sentence.

use super::forest::Builder;

const ROOT: usize = usize::MAX;

/// Reads the sentences of a segment. Ranges of multiword tokens and empty nodes are passed over.
pub fn read_conllu(text: &str, lowercase: bool, builder: &mut Builder) -> Result<(), String> {
    let mut words: Vec<&str> = Vec::new();
    let mut heads: Vec<usize> = Vec::new();
    for line in text.lines().chain([""]) {
        if line.trim().is_empty() {
            add_sentence(&words, &heads, lowercase, builder)?;
            words.clear();
            heads.clear();
            continue;
        }
        if line.starts_with('#') {
            continue;
        }
        let mut columns = line.split('\t');
        let (number, word) = (columns.next().unwrap_or(""), columns.next().unwrap_or(""));
        if number.contains(['-', '.']) {
            continue;
        }
        let head: usize =
            columns.nth(4).and_then(|head| head.parse().ok()).ok_or_else(|| format!("{line:?} has no head"))?;
        words.push(word);
        heads.push(head.checked_sub(1).unwrap_or(ROOT));
    }
    Ok(())
}

/// Adds the trees of a sentence, each word before those that depend on it.
fn add_sentence(words: &[&str], heads: &[usize], lowercase: bool, builder: &mut Builder) -> Result<(), String> {
    let mut children: Vec<Vec<usize>> = vec![Vec::new(); words.len()];
    let mut stack: Vec<(usize, Option<usize>)> = Vec::new();
    for (word, &head) in heads.iter().enumerate().rev() {
        match head {
            ROOT => stack.push((word, None)),
            head if head < words.len() => children[head].push(word),
            head => return Err(format!("word {} depends on word {}, which is not there", word + 1, head + 1)),
        }
    }
    let mut count = 0;
    while let Some((word, opened)) = stack.pop() {
        if let Some(node) = opened {
            builder.close(node);
            continue;
        }
        count += 1;
        let node = builder.open_word(words[word], lowercase);
        stack.push((word, Some(node)));
        // They were found from the last to the first, so the first is taken first.
        stack.extend(children[word].iter().map(|&child| (child, None)));
    }
    if count == words.len() { Ok(()) } else { Err("words depend on each other in a circle".to_string()) }
}

#[cfg(test)]
mod tests {
    use super::super::forest::hash_label;
    use super::*;

    fn read(rows: &[(&str, &str, usize)]) -> Result<(Vec<u64>, Vec<u32>), String> {
        let line =
            |(number, word, head): &(&str, &str, usize)| format!("{number}\t{word}\t_\t_\t_\t_\t{head}\t_\t_\t_\n");
        let text: String = rows.iter().map(line).collect();
        let mut builder = Builder::default();
        read_conllu(&text, true, &mut builder).map(|()| (builder.labels, builder.sizes))
    }

    #[test]
    fn heads_come_before_their_dependents() {
        let rows = [("1", "I", 2), ("2", "have", 0), ("3-4", "x", 9), ("3", "a", 5), ("4", "red", 5), ("5", "pen", 2)];
        let (labels, sizes) = read(&rows).unwrap();
        assert_eq!(labels, ["have", "i", "pen", "a", "red"].map(|label| hash_label(label.as_bytes())));
        assert_eq!(sizes, [5, 1, 3, 1, 1]);
    }

    #[test]
    fn several_roots_are_several_trees() {
        let (_, sizes) = read(&[("1", "a", 0), ("2", "b", 1), ("3", "c", 0)]).unwrap();
        assert_eq!(sizes, [2, 1, 1]);
    }

    #[test]
    fn what_is_no_tree_is_refused() {
        assert!(read(&[("1", "a", 2), ("2", "b", 1)]).is_err());
        assert!(read(&[("1", "a", 7)]).is_err());
        assert!(read_conllu("1\ta\tno", true, &mut Builder::default()).is_err());
    }
}
