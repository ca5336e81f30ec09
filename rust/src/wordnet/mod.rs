//! WordNet: base forms, synonyms and hypernyms of words, from a file that is read as it is and never parsed.

mod file;
mod morphology;

pub use file::Refused;
use file::{Entry, File};
use std::path::Path;

/// A part of speech. Satellite adjectives are adjectives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// In WordNet's files `n`.
    Noun,
    /// `v`
    Verb,
    /// `a` and `s`
    Adjective,
    /// `r`
    Adverb,
}

impl Part {
    /// All parts of speech, in the order of the synset numbers.
    pub const ALL: [Part; 4] = [Part::Noun, Part::Verb, Part::Adjective, Part::Adverb];
}

/// What people want to see of a synset.
#[derive(Debug, PartialEq, Eq)]
pub struct Synset {
    /// Its part of speech.
    pub part: Part,
    /// Where it starts in its data file: with the part of speech its name everywhere but here.
    pub offset: u32,
    /// Its words, sorted.
    pub lemmas: Vec<String>,
}

/// A packed WordNet: over the bytes of a file.
///
/// Words are numbered in the order of their bytes, synsets by part of speech and then by place in the data file.
pub struct WordNet<B = Vec<u8>> {
    file: File<B>,
    /// The first number after the synsets of each part of speech.
    ends: [u32; 4],
}

impl WordNet {
    /// Reads a file and verifies it. It is not mapped: what happens to it afterwards changes no answer.
    pub fn open(path: &Path) -> Result<Self, Refused> {
        let refuse = |why: String| Refused(format!("{}: {why}", path.display()));
        let bytes = std::fs::read(path).map_err(|error| refuse(error.to_string()))?;
        WordNet::new(bytes).map_err(|Refused(why)| refuse(why))
    }
}

impl<B: AsRef<[u8]>> WordNet<B> {
    /// Takes the bytes of a packed file; refuses others.
    pub fn new(bytes: B) -> Result<Self, Refused> {
        let file = File::new(bytes)?;
        let mut end = 0;
        let ends = file.part_counts().map(|count| {
            end += count as u32;
            end
        });
        Ok(WordNet { file, ends })
    }

    /// The version of WordNet.
    pub fn version(&self) -> &str {
        self.file.version()
    }

    /// How many words have a number. Besides lemmas these are the forms and bases of WordNet's exception lists.
    pub fn word_count(&self) -> u32 {
        self.file.word_count() as u32
    }

    /// How many synsets there are.
    pub fn synset_count(&self) -> u32 {
        self.ends[3]
    }

    /// The word with a number.
    pub fn word(&self, number: u32) -> Option<String> {
        let (text, _) = self.file.word(number)?;
        Some(String::from_utf8_lossy(&text).into_owned())
    }

    /// The synset with a number. Its words are searched for in the whole file: for people and tests, not for kernels.
    pub fn synset(&self, number: u32) -> Option<Synset> {
        let part = *Part::ALL.iter().find(|&&part| number < self.ends[part as usize])?;
        Some(Synset { part, offset: self.file.offset(number), lemmas: self.file.lemmas(number) })
    }

    fn each_base(&self, word: &str, parts: &[Part], mut tell: impl FnMut(Part, Entry)) {
        let Some(word) = morphology::normalise(word) else { return };
        let entry = self.file.find(&word);
        for &part in parts {
            self.file.base_forms(&word, entry.as_ref(), part, |base| tell(part, base));
        }
    }

    /// Numbers of the base forms of a word in a part of speech, in WordNet's order.
    pub fn base_forms_as(&self, word: &str, part: Part, found: &mut Vec<u32>) {
        found.clear();
        self.each_base(word, &[part], |_, base| found.push(base.number));
    }

    /// Numbers of the base forms of a word in all parts of speech, sorted.
    ///
    /// They are lemmas; a lemma is a base form of itself. A word is one token in any case, looked up as it is spelt.
    pub fn base_forms(&self, word: &str, found: &mut Vec<u32>) {
        found.clear();
        self.each_base(word, &Part::ALL, |_, base| found.push(base.number));
        found.sort_unstable();
        found.dedup();
    }

    /// Numbers of the synsets of a word, sorted: of each base form those of the part of speech that has it.
    ///
    /// So `saw` is to see, but not the Holy See.
    pub fn synsets(&self, word: &str, found: &mut Vec<u32>) {
        found.clear();
        self.each_base(word, &Part::ALL, |part, base| {
            let start = if part == Part::Noun { 0 } else { self.ends[part as usize - 1] };
            let numbers = start..self.ends[part as usize];
            found.extend(base.senses.map(|index| self.file.sense(index)).filter(|synset| numbers.contains(synset)));
        });
        found.sort_unstable();
        found.dedup();
    }

    /// The number of steps from each synset to the top by the longest way; 0 for those without hypernyms.
    pub fn depths(&self) -> Vec<u32> {
        // A synset is open while those above it are looked at: were there a circle, it would count as a top there.
        const UNKNOWN: u32 = u32::MAX;
        const OPEN: u32 = u32::MAX - 1;
        let mut depths = vec![UNKNOWN; self.synset_count() as usize];
        let (mut above, mut stack) = (Vec::new(), Vec::new());
        for synset in 0..self.synset_count() {
            stack.push(synset);
            while let Some(&top) = stack.last() {
                above.clear();
                self.file.hypernyms(top, |hypernym| above.push(hypernym));
                if depths[top as usize] == UNKNOWN {
                    depths[top as usize] = OPEN;
                    stack.extend(above.iter().filter(|&&hypernym| depths[hypernym as usize] == UNKNOWN));
                    continue;
                }
                if depths[top as usize] == OPEN {
                    let known = above.iter().map(|&hypernym| depths[hypernym as usize]).filter(|&depth| depth < OPEN);
                    depths[top as usize] = known.max().map_or(0, |depth| depth + 1);
                }
                stack.pop();
            }
        }
        depths
    }

    /// Where a synset starts in its data file.
    pub fn offset(&self, synset: u32) -> u32 {
        self.file.offset(synset)
    }

    /// The first number after the synsets of each part of speech.
    pub fn ends(&self) -> [u32; 4] {
        self.ends
    }

    /// All that stands above some synsets, themselves included, each with the smallest cost; sorted by number.
    ///
    /// The cost is that of the synset at the start, and the number of steps if `costs` are not given. The root of all
    /// verbs is as in `ancestors`.
    pub fn subsumers(&self, synsets: &[u32], costs: Option<&[f64]>, found: &mut Vec<(u32, f64)>) {
        let root = self.synset_count();
        let verbs = self.ends[Part::Noun as usize]..self.ends[Part::Verb as usize];
        let (mut level, mut above) = (Vec::new(), Vec::new());
        found.clear();
        for &synset in synsets {
            let first = found.len();
            level.clear();
            level.push(synset);
            let mut cost = costs.map_or(0.0, |costs| costs[synset as usize]);
            while !level.is_empty() {
                found.extend(level.iter().map(|&synset| (synset, cost)));
                above.clear();
                for &below in &level {
                    let before = above.len();
                    self.file.hypernyms(below, |hypernym| above.push(hypernym));
                    if above.len() == before && verbs.contains(&below) {
                        above.push(root);
                    }
                }
                above.sort_unstable();
                above.dedup();
                // What was met before is nearer; and no circle may keep this going.
                above.retain(|synset| found[first..].iter().all(|(known, _)| known != synset));
                std::mem::swap(&mut level, &mut above);
                cost += if costs.is_some() { 0.0 } else { 1.0 };
            }
        }
        found.sort_unstable_by(|one, other| one.0.cmp(&other.0).then(one.1.total_cmp(&other.1)));
        found.dedup_by_key(|&mut (synset, _)| synset);
    }

    /// What is at most `limit` steps above the synsets of a word, with the smallest number of steps; sorted by
    /// number.
    ///
    /// Steps go to hypernyms and instance hypernyms, and a synset of the word itself is at 0. All nouns meet in
    /// *entity*. Verbs have hundreds of tops, so a root with the number `synset_count()` is one step above each of
    /// them, as in NLTK; NLTK takes the longest way to that root where there are several (34 synsets), this takes the
    /// shortest. Adjectives and adverbs have no hypernyms and, other than in NLTK, no such root: any two would be
    /// related.
    pub fn ancestors(&self, word: &str, limit: u8, found: &mut Vec<(u32, u8)>) {
        let mut level = Vec::new();
        self.synsets(word, &mut level);
        let mut above = Vec::new();
        let root = self.synset_count();
        let verbs = self.ends[Part::Noun as usize]..self.ends[Part::Verb as usize];
        found.clear();
        for distance in 0..=limit {
            found.extend(level.iter().map(|&synset| (synset, distance)));
            for &synset in &level {
                let before = above.len();
                self.file.hypernyms(synset, |hypernym| above.push(hypernym));
                if above.len() == before && verbs.contains(&synset) {
                    above.push(root);
                }
            }
            above.sort_unstable();
            above.dedup();
            std::mem::swap(&mut level, &mut above);
            above.clear();
            if level.is_empty() {
                break;
            }
        }
        found.sort_unstable();
        found.dedup_by_key(|&mut (synset, _)| synset);
    }
}

/// The smallest number of steps between two words by way of something above both, from what `ancestors` gives for
/// each.
///
/// Path similarity is 1 / (1 + steps), and 0 if nothing is above both.
pub fn count_steps(one: &[(u32, u8)], other: &[(u32, u8)]) -> Option<u32> {
    let (mut i, mut j) = (0, 0);
    let mut best: Option<u32> = None;
    while i < one.len() && j < other.len() {
        let ((a, steps), (b, more)) = (one[i], other[j]);
        if a == b {
            let sum = u32::from(steps) + u32::from(more);
            best = Some(best.map_or(sum, |best| best.min(sum)));
        }
        i += usize::from(a <= b);
        j += usize::from(b <= a);
    }
    best
}

#[cfg(test)]
mod tests;
