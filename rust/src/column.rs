//! A column of texts, left where it is: in the buffers of a data frame, of a record batch, or of our own.

use crate::interruption;
use crate::lowercase::lower_into;
use crate::parallel;
use std::any::Any;
use std::ops::Range;
use std::sync::Arc;

/// What keeps the bytes of some texts in memory.
pub type Owner = Arc<dyn Any + Send + Sync>;

/// Rows that one thread takes at a time.
const BLOCK: usize = 1024;

/// A column of texts. Parts of it, and columns made of its rows in another order, share its bytes.
///
/// A row is a pointer and a length, so the kernels have their texts without a copy, whatever the layout that they have
/// in the buffers: with offsets, as views, as numbers of a dictionary, or in lists.
#[derive(Clone)]
pub struct TextColumn {
    texts: Arc<Vec<&'static str>>,
    rows: Range<usize>,
    owners: Arc<Vec<Owner>>,
}

impl TextColumn {
    /// Makes a column of texts that the owners keep.
    ///
    /// # Safety
    ///
    /// As long as an owner lives, the bytes of its texts stay where they are and as they are.
    pub unsafe fn new(texts: Vec<&str>, owners: Vec<Owner>) -> Self {
        // SAFETY: the texts leave this column only for as long as it is borrowed, and it keeps the owners.
        let texts: Vec<&'static str> = unsafe { std::mem::transmute(texts) };
        TextColumn { rows: 0..texts.len(), texts: Arc::new(texts), owners: Arc::new(owners) }
    }

    /// The texts.
    pub fn texts(&self) -> &[&str] {
        &self.texts[self.rows.clone()]
    }

    /// A run of rows; the range is within them.
    pub fn slice(&self, rows: Range<usize>) -> Self {
        assert!(rows.start <= rows.end && rows.end <= self.rows.len(), "the rows are in the column");
        TextColumn { rows: self.rows.start + rows.start..self.rows.start + rows.end, ..self.clone() }
    }

    /// Some rows in another order; all of them are in the column.
    pub fn pick(&self, rows: &[i64]) -> Self {
        let texts = &self.texts[self.rows.clone()];
        let picked: Vec<&'static str> = rows.iter().map(|&row| texts[row as usize]).collect();
        TextColumn { rows: 0..picked.len(), texts: Arc::new(picked), owners: self.owners.clone() }
    }

    /// One column after the other.
    pub fn join(parts: &[&Self]) -> Self {
        let texts: Vec<&'static str> =
            parts.iter().flat_map(|part| part.texts[part.rows.clone()].iter().copied()).collect();
        let owners = parts.iter().flat_map(|part| part.owners.iter().cloned()).collect();
        TextColumn { rows: 0..texts.len(), texts: Arc::new(texts), owners: Arc::new(owners) }
    }

    /// The texts in lower case, and the rows whose lower case depends on the version of Unicode: they are as they were.
    pub fn lower(&self, threads: usize) -> (Self, Vec<usize>) {
        let texts = self.texts();
        let work = |(): &mut (), rows: Range<usize>| {
            let mut text = String::with_capacity(texts[rows.clone()].iter().map(|text| text.len()).sum());
            let (mut ends, mut others) = (Vec::with_capacity(rows.len()), Vec::new());
            for row in rows {
                interruption::poll_if(texts[row].len() > 1 << 16);
                if !lower_into(texts[row], &mut text) {
                    others.push(row);
                }
                ends.push(text.len());
            }
            (Arc::new(text), ends, others)
        };
        let blocks = parallel::map_ranges(texts.len(), BLOCK, threads, || (), work);
        let mut lowered = Vec::with_capacity(texts.len());
        for (text, ends, _) in &blocks {
            let starts = [0].iter().chain(ends);
            lowered.extend(starts.zip(ends).map(|(&start, &end)| &text[start..end]));
        }
        let owners = blocks.iter().map(|(text, _, _)| text.clone() as Owner).collect();
        // SAFETY: the owners are the strings that the texts are in, and nothing changes them.
        let column = unsafe { TextColumn::new(lowered, owners) };
        (column, blocks.into_iter().flat_map(|(_, _, others)| others).collect())
    }

    /// The same column with other texts in some rows.
    pub fn replace(&self, rows: &[usize], texts: Vec<String>) -> Self {
        let others = TextColumn::from(texts);
        let mut replaced: Vec<&'static str> = self.texts[self.rows.clone()].to_vec();
        for (&row, &text) in rows.iter().zip(others.texts.iter()) {
            replaced[row] = text;
        }
        let owners = self.owners.iter().chain(others.owners.iter()).cloned().collect();
        TextColumn { rows: 0..replaced.len(), texts: Arc::new(replaced), owners: Arc::new(owners) }
    }
}

impl From<Vec<String>> for TextColumn {
    fn from(strings: Vec<String>) -> Self {
        let strings = Arc::new(strings);
        let texts = strings.iter().map(String::as_str).collect();
        // SAFETY: the owner is the list of strings, and nothing changes it.
        unsafe { TextColumn::new(texts, vec![strings.clone()]) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn column(texts: &[&str]) -> TextColumn {
        TextColumn::from(texts.iter().map(|text| text.to_string()).collect::<Vec<_>>())
    }

    #[test]
    fn parts_outlive_the_whole() {
        let whole = column(&["a", "b", "c", "d"]);
        let part = whole.slice(1..4).slice(1..3);
        let picked = whole.pick(&[3, 0, 3]);
        let joined = TextColumn::join(&[&part, &picked]);
        drop(whole);
        assert_eq!(part.texts(), ["c", "d"]);
        drop((part, picked));
        assert_eq!(joined.texts(), ["c", "d", "d", "a", "d"]);
    }

    #[test]
    fn texts_are_lowered_on_several_threads() {
        let texts: Vec<String> = (0..5000).map(|number| format!("A{number} ÄÖ")).collect();
        for threads in [1, 3] {
            let (lowered, others) = TextColumn::from(texts.clone()).slice(7..4990).lower(threads);
            assert!(others.is_empty());
            let expected = (7..4990).map(|number| format!("a{number} äö"));
            assert!(lowered.texts().iter().copied().eq(expected));
        }
    }

    #[test]
    fn rows_that_depend_on_unicode_are_named_and_can_be_replaced() {
        let (lowered, others) = column(&["A", "ΣΑΣ", "B"]).lower(1);
        assert_eq!(lowered.texts(), ["a", "ΣΑΣ", "b"]);
        assert_eq!(others, [1]);
        assert_eq!(lowered.replace(&others, vec!["σας".to_string()]).texts(), ["a", "σας", "b"]);
    }
}
