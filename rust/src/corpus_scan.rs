//! One pass over text for a list of phrases: an automaton after Aho and Corasick over word numbers.
//!
//! Its states are the beginnings of phrases; a word leads from each to the longest beginning that the text now ends with.
//! A visit to a state is an occurrence of the phrase that ends there and of every phrase that this one ends with. Visits
//! are only counted while the text goes by, and handed down from longer to shorter endings when it is over, so that a
//! text of nothing but matches costs no more than any other.
//!
//! A phrase with wildcards is looked for by one run of its words; the rest is compared where that is found.

use crate::corpus::normalise::Normaliser;
use crate::corpus::phrases::{Wanted, parse};
use crate::corpus::search::Tally;
use crate::interruption::poll_every;
use crate::keyed::KeyedMap;
use crate::parallel;
use memchr::memchr;
use std::cmp::Reverse;
use std::ops::Range;

/// A word that is in no phrase.
const OTHER: u32 = u32::MAX;
const ROOT: u32 = 0;

/// A word of a phrase by its number; none for any word.
type Slot = Option<u32>;

/// A phrase with wildcards.
struct Wild {
    phrase: usize,
    slots: Vec<Slot>,
    /// Where the run of words ends that it is looked for by.
    anchor_end: usize,
}

/// How a phrase is counted.
enum Way {
    /// It has no words.
    Nothing,
    /// By the visits of the state that it ends in.
    State(u32),
    /// One by one.
    Wild,
}

/// A state: what the text now ends with.
#[derive(Clone, Copy, Default)]
struct Node {
    /// The state of its longest proper ending.
    fail: u32,
    /// The nearest state, from here by its endings, that a word leads on from; `ROOT` if there is none.
    inner: u32,
    /// The nearest state that a phrase without wildcards ends in; `ROOT` if there is none.
    output: u32,
    /// The same for runs of phrases with wildcards.
    wild: u32,
}

/// What was counted of a state, or of a phrase with wildcards.
#[derive(Clone, Copy, Default)]
struct Cell {
    count: u64,
    lines: u64,
    /// The last line that it was noted for, counted from 1.
    seen: u64,
}

impl Cell {
    /// Notes a line; false if that was done already.
    #[inline]
    fn note_line(&mut self, line: u64) -> bool {
        let is_new = self.seen != line;
        self.lines += u64::from(is_new);
        self.seen = line;
        is_new
    }
}

/// The automaton of some phrases.
pub struct Automaton {
    normaliser: Normaliser,
    numbers: KeyedMap<Box<str>, u32>,
    nodes: Vec<Node>,
    /// The states that words lead to, by state and word.
    edges: KeyedMap<u64, u32>,
    /// The same from the root, where most words are looked up, by word.
    first: Vec<u32>,
    /// States with shorter ones first.
    order: Vec<u32>,
    ways: Vec<Way>,
    wild: Vec<Wild>,
    wild_at: KeyedMap<u32, Vec<usize>>,
    /// Phrases of nothing but wildcards.
    open: Vec<usize>,
}

/// What was counted so far. Several threads have one each.
#[derive(Clone, Default)]
pub struct Counter {
    /// The tokens of the text.
    pub tokens: u64,
    /// The lines of the text.
    pub lines: u64,
    states: Vec<Cell>,
    wild: Vec<Cell>,
    ids: Vec<u32>,
    buffer: String,
}

/// The run of words between wildcards to look for: the one with the rarest word, or the longest of several such.
///
/// How rare a word is in the text is not known yet, but phrases are of the same language.
fn find_anchor(slots: &[Slot], uses: &[u32]) -> Range<usize> {
    let mut runs = Vec::new();
    let mut start = 0;
    for end in 0..=slots.len() {
        if end == slots.len() || slots[end].is_none() {
            runs.push(start..end);
            start = end + 1;
        }
    }
    let rarest = |run: &Range<usize>| slots[run.clone()].iter().flatten().map(|&word| uses[word as usize]).min();
    let best = runs.into_iter().filter(|run| !run.is_empty()).min_by_key(|run| (rarest(run), Reverse(run.len())));
    best.unwrap_or(0..0)
}

fn pack(state: u32, word: u32) -> u64 {
    u64::from(state) << 32 | u64::from(word)
}

impl Automaton {
    /// Builds the automaton of phrases, which are normalised as the text will be, with wildcards if these are wanted.
    pub fn new(phrases: &[impl AsRef<str>], normaliser: Normaliser, wildcards: bool) -> Self {
        let mut automaton = Automaton {
            normaliser,
            numbers: KeyedMap::default(),
            nodes: vec![Node::default()],
            edges: KeyedMap::default(),
            first: Vec::new(),
            order: Vec::new(),
            ways: Vec::new(),
            wild: Vec::new(),
            wild_at: KeyedMap::default(),
            open: Vec::new(),
        };
        let mut buffer = String::new();
        let mut uses = Vec::new();
        let number = |phrase: &_| automaton.number(parse(phrase, &normaliser, wildcards, &mut buffer), &mut uses);
        let numbered: Vec<Vec<Slot>> = phrases.iter().map(AsRef::as_ref).map(number).collect();
        for (phrase, slots) in numbered.into_iter().enumerate() {
            automaton.add(phrase, slots, &uses);
        }
        automaton.link();
        automaton
    }

    /// Numbers the words of a phrase, and counts how often each is used.
    fn number(&mut self, words: Vec<Wanted>, uses: &mut Vec<u32>) -> Vec<Slot> {
        let mut number = |word: String| {
            let next = self.numbers.len();
            let number = *self.numbers.entry(word.into_boxed_str()).or_insert(next as u32);
            uses.resize(uses.len().max(number as usize + 1), 0);
            uses[number as usize] += 1;
            number
        };
        let slot = |wanted| match wanted {
            Wanted::Word(word) => Some(number(word)),
            Wanted::Any => None,
        };
        words.into_iter().map(slot).collect()
    }

    fn add(&mut self, phrase: usize, slots: Vec<Slot>, uses: &[u32]) {
        let anchor = find_anchor(&slots, uses);
        let end = self.grow(slots[anchor.clone()].iter().flatten());
        let way = if slots.is_empty() {
            Way::Nothing
        } else if anchor.len() == slots.len() {
            self.nodes[end as usize].output = end;
            Way::State(end)
        } else {
            let number = self.wild.len();
            if anchor.is_empty() {
                self.open.push(number);
            } else {
                self.nodes[end as usize].wild = end;
                self.wild_at.entry(end).or_default().push(number);
            }
            self.wild.push(Wild { phrase, slots, anchor_end: anchor.end });
            Way::Wild
        };
        self.ways.push(way);
    }

    /// Adds the states of some words and returns the last.
    fn grow<'a>(&mut self, words: impl Iterator<Item = &'a u32>) -> u32 {
        let mut state = ROOT;
        for &word in words {
            let next = self.nodes.len() as u32;
            let before = state;
            state = *self.edges.entry(pack(before, word)).or_insert(next);
            if state == next {
                self.nodes[before as usize].inner = before;
                self.nodes.push(Node::default());
            }
        }
        state
    }

    /// Finds the ending that each state falls back to, shorter states first.
    fn link(&mut self) {
        let mut children: Vec<Vec<(u32, u32)>> = vec![Vec::new(); self.nodes.len()];
        self.first = vec![ROOT; self.numbers.len()];
        for (&key, &child) in &self.edges {
            let (state, word) = ((key >> 32) as u32, key as u32);
            children[state as usize].push((word, child));
            if state == ROOT {
                self.first[word as usize] = child;
            }
        }
        self.order.push(ROOT);
        let mut next = 0;
        while next < self.order.len() {
            let state = self.order[next];
            next += 1;
            for &(word, child) in &children[state as usize] {
                let fail = if state == ROOT { ROOT } else { self.step(self.nodes[state as usize].fail, word) };
                let shorter = self.nodes[fail as usize];
                let node = &mut self.nodes[child as usize];
                node.fail = fail;
                for (own, inherited) in [
                    (&mut node.inner, shorter.inner),
                    (&mut node.output, shorter.output),
                    (&mut node.wild, shorter.wild),
                ] {
                    if *own == ROOT {
                        *own = inherited;
                    }
                }
                self.order.push(child);
            }
        }
    }

    #[inline]
    fn step(&self, state: u32, word: u32) -> u32 {
        let mut inner = self.nodes[state as usize].inner;
        while inner != ROOT {
            if let Some(&next) = self.edges.get(&pack(inner, word)) {
                return next;
            }
            let fail = self.nodes[inner as usize].fail;
            inner = self.nodes[fail as usize].inner;
        }
        self.first[word as usize]
    }

    /// A counter that has counted nothing.
    pub fn counter(&self) -> Counter {
        let (states, wild) = (vec![Cell::default(); self.nodes.len()], vec![Cell::default(); self.wild.len()]);
        Counter { states, wild, ..Counter::default() }
    }

    /// Goes over whole lines, by as many threads as there are counters.
    pub fn scan(&self, text: &str, counters: &mut [Counter]) {
        let share = text.len() / counters.len().max(1) + 1;
        let mut rest = text;
        let mut parts = Vec::new();
        while !rest.is_empty() {
            let found = memchr(b'\n', &rest.as_bytes()[share.min(rest.len())..]);
            let (part, others) = rest.split_at(found.map_or(rest.len(), |found| share + found + 1));
            parts.push(part);
            rest = others;
        }
        let threads = counters.len().min(parts.len());
        let shares = parts.into_iter().zip(counters);
        parallel::share_out(shares, threads, || (), |(), (part, counter)| self.scan_lines(part, counter));
    }

    /// Goes over texts, each of which is a line of its own or several, by as many threads as there are counters.
    pub fn scan_texts(&self, texts: &[&str], counters: &mut [Counter]) {
        let share = texts.len().div_ceil(counters.len().max(1)).max(1);
        let shares = texts.chunks(share).zip(counters);
        let threads = shares.len();
        parallel::share_out(
            shares,
            threads,
            || (),
            |(), (part, counter)| {
                for text in part {
                    self.scan_lines(text, counter);
                }
            },
        );
    }

    fn scan_lines(&self, text: &str, counter: &mut Counter) {
        let mut rest = text;
        while !rest.is_empty() {
            let end = memchr(b'\n', rest.as_bytes()).unwrap_or(rest.len());
            self.scan_line(&rest[..end], counter);
            poll_every::<256>(counter.lines as usize);
            rest = rest.get(end + 1..).unwrap_or("");
        }
    }

    fn scan_line(&self, line: &str, counter: &mut Counter) {
        counter.lines += 1;
        let (mut ids, mut buffer) = (std::mem::take(&mut counter.ids), std::mem::take(&mut counter.buffer));
        ids.clear();
        let number = |word: &str| self.numbers.get(word).copied().unwrap_or(OTHER);
        self.normaliser.split(line, &mut buffer, |word| ids.push(number(word)));
        counter.tokens += ids.len() as u64;
        let mut state = ROOT;
        for (at, &id) in ids.iter().enumerate() {
            state = if id == OTHER { ROOT } else { self.step(state, id) };
            let node = self.nodes[state as usize];
            if node.output != ROOT {
                self.note(node.output, counter);
            }
            let mut wild = node.wild;
            while wild != ROOT {
                for &number in &self.wild_at[&wild] {
                    self.compare(number, &ids, at + 1, counter);
                }
                wild = self.shorten(wild).wild;
            }
        }
        for &number in &self.open {
            let places = (ids.len() + 1).saturating_sub(self.wild[number].slots.len()) as u64;
            counter.wild[number].count += places;
            counter.wild[number].lines += u64::from(places > 0);
        }
        (counter.ids, counter.buffer) = (ids, buffer);
    }

    /// What the state is of the longest proper ending of a state.
    #[inline]
    fn shorten(&self, state: u32) -> Node {
        self.nodes[self.nodes[state as usize].fail as usize]
    }

    #[inline]
    fn note(&self, mut output: u32, counter: &mut Counter) {
        counter.states[output as usize].count += 1;
        // Where one ending was noted for this line, all shorter ones were too.
        while output != ROOT && counter.states[output as usize].note_line(counter.lines) {
            output = self.shorten(output).output;
        }
    }

    /// Compares a phrase with wildcards whose run of words ends before a place in the line.
    fn compare(&self, number: usize, ids: &[u32], end: usize, counter: &mut Counter) {
        let wild = &self.wild[number];
        let Some(start) = end.checked_sub(wild.anchor_end) else { return };
        let Some(found) = ids.get(start..start + wild.slots.len()) else { return };
        if wild.slots.iter().zip(found).all(|(slot, id)| slot.is_none_or(|word| word == *id)) {
            counter.wild[number].count += 1;
            counter.wild[number].note_line(counter.lines);
        }
    }

    /// How often each phrase was found by all threads; none for a phrase without words.
    pub fn sum_up(&self, counters: &[Counter]) -> Vec<Option<Tally>> {
        let mut states = vec![Tally::default(); self.nodes.len()];
        let mut wild = vec![Tally::default(); self.ways.len()];
        let add = |tally: &mut Tally, cell: &Cell| {
            tally.occurrences += cell.count;
            tally.lines += cell.lines;
        };
        for counter in counters {
            states.iter_mut().zip(&counter.states).for_each(|(tally, cell)| add(tally, cell));
            self.wild.iter().zip(&counter.wild).for_each(|(phrase, cell)| add(&mut wild[phrase.phrase], cell));
        }
        for &state in self.order.iter().rev() {
            let shorter = self.shorten(state).output;
            if self.nodes[state as usize].output == state && shorter != ROOT {
                states[shorter as usize].occurrences += states[state as usize].occurrences;
            }
        }
        let way = |(phrase, way): (usize, &Way)| match *way {
            Way::Nothing => None,
            Way::State(state) => Some(states[state as usize]),
            Way::Wild => Some(wild[phrase]),
        };
        self.ways.iter().enumerate().map(way).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAIN: Normaliser = Normaliser { casefold: true, keep_apostrophes: true, keep_hyphens: true };

    fn find(phrases: &[&str], text: &str, threads: usize) -> Vec<Option<(u64, u64)>> {
        let automaton = Automaton::new(phrases, PLAIN, true);
        let mut counters = vec![automaton.counter(); threads];
        // Two pieces, so that nothing is forgotten or kept between them.
        let (first, second) = text.split_at(text.find('\n').map_or(text.len(), |end| end + 1));
        automaton.scan(first, &mut counters);
        automaton.scan(second, &mut counters);
        let pair = |found: Option<Tally>| found.map(|found| (found.occurrences, found.lines));
        automaton.sum_up(&counters).into_iter().map(pair).collect()
    }

    #[test]
    fn occurrences_overlap_and_endings_are_counted() {
        let phrases = ["a a", "a", "b a a", "a b", "c", "a a a a a"];
        let expected = [(3, 2), (7, 3), (1, 1), (1, 1), (0, 0), (0, 0)].map(Some);
        for threads in [1, 2, 7] {
            assert_eq!(find(&phrases, "a a a\nA b a a\na\n", threads), expected, "{threads}");
        }
    }

    #[test]
    fn nothing_is_found_across_lines() {
        assert_eq!(find(&["a b", "b a"], "x a\nb\r\na\n\nb", 1), [Some((0, 0)), Some((0, 0))]);
    }

    #[test]
    fn a_phrase_without_words_has_no_count_and_equal_ones_have_the_same() {
        assert_eq!(find(&["", " \t", "A", "a "], "a a", 1), [None, None, Some((2, 1)), Some((2, 1))]);
        assert_eq!(find(&[], "a", 1), []);
        assert_eq!(find(&["a"], "", 3), [Some((0, 0))]);
    }

    #[test]
    fn a_wildcard_is_one_word_of_the_same_line() {
        let text = "el primer día de\nprimer de primer de\nel primer\n* x";
        let phrases = ["primer * de", "* primer", "primer *", "*", "* * * *", "* *  *  * *", "* de *"];
        let expected = [(1, 1), (3, 3), (3, 2), (12, 4), (2, 2), (0, 0), (1, 1)].map(Some);
        assert_eq!(find(&phrases, text, 1), expected);
        assert_eq!(find(&phrases, text, 2), expected);
    }

    #[test]
    fn a_sign_beside_a_word_is_no_wildcard() {
        let text = "a * b\na c b";
        assert_eq!(find(&["a* b", "a \\* b", "a * b"], text, 1), [Some((1, 1)), Some((1, 1)), Some((2, 2))]);
        let automaton = Automaton::new(&["a * b"], PLAIN, false);
        let mut counters = [automaton.counter()];
        automaton.scan(text, &mut counters);
        assert_eq!(automaton.sum_up(&counters), [Some(Tally { occurrences: 1, lines: 1 })]);
    }

    #[test]
    fn tokens_and_lines_are_counted() {
        let automaton = Automaton::new(&["a"], PLAIN, true);
        let mut counters = [automaton.counter(), automaton.counter()];
        automaton.scan("a b, c\n\nd\n", &mut counters);
        assert_eq!(counters.iter().map(|counter| counter.tokens).sum::<u64>(), 5);
        assert_eq!(counters.iter().map(|counter| counter.lines).sum::<u64>(), 3);
    }
}
