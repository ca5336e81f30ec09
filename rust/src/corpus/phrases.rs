//! Phrases as people write them: words, and stars for any word.

use super::normalise::Normaliser;

/// The words of some phrases, one after the other.
#[derive(Default)]
pub struct Phrases {
    texts: String,
    /// Where the text of each word ends; None for any word.
    pub(super) slots: Vec<Option<usize>>,
    /// Where the words of each phrase end.
    pub(super) ends: Vec<usize>,
}

impl Phrases {
    /// Adds a phrase. A `*` between spaces is any word, if wildcards are wanted, and `\*` is a star.
    pub fn add(&mut self, phrase: &str, normaliser: &Normaliser, wildcards: bool, buffer: &mut String) {
        if wildcards && phrase.contains('*') {
            // Words are put together again, since what is beside a word decides what it is.
            let mut text = String::new();
            for piece in phrase.split_whitespace() {
                if piece == "*" {
                    self.add_words(&text, normaliser, buffer);
                    text.clear();
                    self.slots.push(None);
                } else {
                    text.push_str(if piece == "\\*" { "*" } else { piece });
                    text.push(' ');
                }
            }
            self.add_words(&text, normaliser, buffer);
        } else {
            self.add_words(phrase, normaliser, buffer);
        }
        self.ends.push(self.slots.len());
    }

    fn add_words(&mut self, text: &str, normaliser: &Normaliser, buffer: &mut String) {
        normaliser.split(text, buffer, |word| {
            self.texts.push_str(word);
            self.slots.push(Some(self.texts.len()));
        });
    }

    pub(super) fn new(phrases: &[&str], normaliser: &Normaliser, wildcards: bool, buffer: &mut String) -> Self {
        let mut all = Phrases::default();
        for phrase in phrases {
            all.add(phrase, normaliser, wildcards, buffer);
        }
        all
    }

    /// How many words each phrase has.
    pub(super) fn lengths(&self) -> impl Iterator<Item = usize> {
        let mut start = 0;
        self.ends.iter().map(move |&end| end - std::mem::replace(&mut start, end))
    }

    /// All words in order; None for any word.
    pub fn words(&self) -> impl Iterator<Item = Option<&str>> {
        let mut start = 0;
        self.slots.iter().map(move |end| end.map(|end| &self.texts[std::mem::replace(&mut start, end)..end]))
    }
}

/// A word of a phrase, or any word: `*`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wanted {
    Word(String),
    Any,
}

/// The words of one phrase; see `Phrases`.
pub fn parse(phrase: &str, normaliser: &Normaliser, wildcards: bool, buffer: &mut String) -> Vec<Wanted> {
    let phrases = Phrases::new(&[phrase], normaliser, wildcards, buffer);
    phrases.words().map(|word| word.map_or(Wanted::Any, |word| Wanted::Word(word.to_string()))).collect()
}
