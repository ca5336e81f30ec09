//! WordNet's own morphology: what `morphstr` of its C library (morph.c of WordNet 3.0) gives for a token.
//!
//! A form that the exception list has gets the bases listed there, and no rule is tried. Otherwise the first rule
//! counts that leads to a lemma of that part of speech; a compound (`mothers-in-law`) is then tried part by part.
//! NLTK differs: it takes the results of all rules (`axes`, verb: C gives axe, NLTK also ax), has a rule ves→f, and
//! does not know of compounds, of `boxesful`, nor that nouns that end in ss or have two letters are no plurals.
//!
//! Our deviations: bases that are not lemmas are left out, since WordNet has no entry for them. The five forms that have
//! two lines in an exception list get the bases of both, where C takes the line that its search happens to hit. Verbs
//! with a preposition (`looked_up`), which no token is, are treated as other compounds. Of 815,225 tokens two differ
//! from the C library, both because of two lines: aurar and involucra, for which it finds nothing.

use super::Part;
use super::file::{Entry, File};

type Rules = &'static [(&'static [u8], &'static [u8])];

const NOUN: Rules = &[
    (b"s", b""),
    (b"ses", b"s"),
    (b"xes", b"x"),
    (b"zes", b"z"),
    (b"ches", b"ch"),
    (b"shes", b"sh"),
    (b"men", b"man"),
    (b"ies", b"y"),
];
const VERB: Rules = &[
    (b"s", b""),
    (b"ies", b"y"),
    (b"es", b"e"),
    (b"es", b""),
    (b"ed", b"e"),
    (b"ed", b""),
    (b"ing", b"e"),
    (b"ing", b""),
];
const ADJECTIVE: Rules = &[(b"er", b""), (b"est", b""), (b"er", b"e"), (b"est", b"e")];

/// Longer words are looked up nowhere: WordNet's own buffer ends here.
const LONGEST: usize = 255;

/// A word as WordNet spells its lemmas. They are all ASCII, so nothing else needs lower case.
pub(super) fn normalise(word: &str) -> Option<Vec<u8>> {
    let spell = |byte: u8| if byte == b' ' { b'_' } else { byte.to_ascii_lowercase() };
    (word.len() <= LONGEST).then(|| word.bytes().map(spell).collect())
}

fn is_joint(byte: u8) -> bool {
    byte == b'-' || byte == b'_'
}

fn is_lemma(entry: &Entry, part: Part) -> bool {
    entry.flags & (1 << part as u8) != 0
}

fn is_exception(entry: &Entry, part: Part) -> bool {
    entry.flags & (16 << part as u8) != 0
}

impl<B: AsRef<[u8]>> File<B> {
    fn find_lemma(&self, form: &[u8], part: Part) -> Option<Entry> {
        self.find(form).filter(|entry| is_lemma(entry, part))
    }

    /// Whether C's `is_defined` says yes: it also takes other spellings with hyphen, underscore or full stop.
    fn is_defined(&self, form: &[u8], part: Part) -> bool {
        let is_known = |form: &[u8]| self.find_lemma(form, part).is_some();
        if is_known(form) {
            return true;
        }
        let joined = |joint: u8| form.iter().map(|&byte| if is_joint(byte) { joint } else { byte }).collect::<Vec<_>>();
        let without = |gone: fn(u8) -> bool| form.iter().copied().filter(|&byte| !gone(byte)).collect::<Vec<_>>();
        form.iter().any(|&byte| is_joint(byte))
            && (is_known(&joined(b'-')) || is_known(&joined(b'_')) || is_known(&without(is_joint)))
            || form.contains(&b'.') && is_known(&without(|byte| byte == b'.'))
    }

    /// C's `morphword`: appends the base form of a word that is not a compound, if there is one that is not the word
    /// itself.
    fn append_base(&self, word: &[u8], entry: Option<&Entry>, part: Part, text: &mut Vec<u8>) -> bool {
        if let Some(entry) = entry.filter(|entry| is_exception(entry, part)) {
            let base = self.exceptions(entry.number, part as u32).next();
            text.extend(base.and_then(|base| self.word(base)).map_or(word.to_vec(), |(base, _)| base));
            return true;
        }
        let mut stem = word;
        let mut end: &[u8] = b"";
        if part == Part::Noun {
            match word.strip_suffix(b"ful") {
                Some(rest) if !rest.is_empty() => (stem, end) = (rest, b"ful"),
                _ if word.ends_with(b"ss") || word.len() <= 2 => return false,
                _ => (),
            }
        }
        let rules = [NOUN, VERB, ADJECTIVE, &[]][part as usize];
        let start = text.len();
        for (ending, replacement) in rules {
            let Some(rest) = stem.strip_suffix(*ending).filter(|rest| !rest.is_empty()) else { continue };
            text.extend_from_slice(rest);
            text.extend_from_slice(replacement);
            if self.is_defined(&text[start..], part) {
                text.extend_from_slice(end);
                return true;
            }
            text.truncate(start);
        }
        false
    }

    /// Appends a compound with the base form of each of its parts.
    fn append_compound(&self, word: &[u8], part: Part, text: &mut Vec<u8>) {
        // C counts a run of hyphens once but splits at each, so some of the last ones stay in the last part.
        let runs =
            word.iter().enumerate().filter(|&(at, &byte)| is_joint(byte) && (at == 0 || !is_joint(word[at - 1])));
        let count = runs.count() + 1;
        let mut at = 0;
        for piece in word.splitn(count, |&byte| is_joint(byte)) {
            if !self.append_base(piece, self.find(piece).as_ref(), part, text) {
                text.extend_from_slice(piece);
            }
            at += piece.len();
            text.extend(word.get(at));
            at += 1;
        }
    }

    /// Calls `tell` for each lemma of a part of speech that is a base form of a word; `entry` is what the table has
    /// of it.
    ///
    /// C's `morphstr`, called until it gives no more. A word that is a lemma comes first.
    pub(super) fn base_forms(&self, word: &[u8], entry: Option<&Entry>, part: Part, mut tell: impl FnMut(Entry)) {
        if let Some(entry) = entry {
            if is_lemma(entry, part) {
                tell(entry.clone());
            }
            if is_exception(entry, part) {
                let mut bases = self.exceptions(entry.number, part as u32).peekable();
                // An exception to itself says that no rule applies.
                if bases.peek() != Some(&entry.number) {
                    let found = bases.filter_map(|base| self.word(base)).map(|(_, base)| base);
                    return found.filter(|base| is_lemma(base, part)).for_each(tell);
                }
            }
        }
        let mut text = Vec::with_capacity(word.len() + 8);
        let is_compound = word.iter().any(|&byte| is_joint(byte));
        // C tries the rules on a whole compound, but not on a verb.
        let is_whole = part != Part::Verb || !is_compound;
        if is_whole && self.append_base(word, entry, part, &mut text) && text != word {
            return self.find_lemma(&text, part).into_iter().for_each(tell);
        }
        if is_compound {
            text.clear();
            self.append_compound(word, part, &mut text);
            if text != word {
                self.find_lemma(&text, part).into_iter().for_each(tell);
            }
        }
    }
}
