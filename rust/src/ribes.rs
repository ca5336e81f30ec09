//! RIBES (Isozaki et al. 2010): rank correlation of the order of words, precision of words, and brevity.
//!
//! A word of the hypothesis is aligned with the word of the reference by the shortest context that occurs exactly once
//! on both sides: the word itself, or the word with as many words as it takes to its left, or to its right.
//!
//! Why it is fast: how often a context occurs follows from the lengths of common stretches. For each word of the
//! hypothesis, the longest stretch from there that another place of the hypothesis repeats, and the two longest that
//! places of the reference repeat, decide which context is unique. They are found in one pass over equal pairs of words.

use crate::batch::Batch;
use crate::interruption::poll_every;
use crate::occurrences::Occurrences;
use crate::parallel;
use crate::words::Words;

/// Segments that a thread takes at a time.
const STEP: usize = 128;

/// The columns of a row: score, normalised Kendall's tau, precision, brevity, and 1 for the segment.
pub const COLUMNS: usize = 5;

/// The most equal pairs of words for a segment and a reference: some ten seconds.
const MOST_PAIRS: u64 = 1 << 32;

/// Words after which the work can be stopped.
const POLL: usize = 1 << 8;

/// How contexts are looked for, and what they are weighed with.
#[derive(Clone, Copy)]
pub struct Options {
    /// The exponent of precision.
    pub alpha: f64,
    /// The exponent of brevity.
    pub beta: f64,
    /// Whether NLTK's habits are followed instead of those of RIBES.py: see `choose`.
    pub like_nltk: bool,
}

#[derive(Default)]
struct Scratch<'a> {
    words: Words<'a>,
    hypothesis: Vec<u32>,
    reference: Vec<u32>,
    aligner: Aligner,
}

/// One row per segment, for the reference that gives the highest score, the first of several; or the index of the
/// first segment that is too long.
pub fn tally(batch: &Batch, options: Options, threads: usize) -> Result<Vec<f64>, usize> {
    tally_within(batch, options, MOST_PAIRS, threads)
}

fn tally_within(batch: &Batch, options: Options, most_pairs: u64, threads: usize) -> Result<Vec<f64>, usize> {
    let rows = parallel::fill_matrix(batch.len(), COLUMNS, STEP, threads, Scratch::default, |scratch, index, row| {
        fill_row(batch, index, options, most_pairs, scratch, row);
    });
    match rows.chunks(COLUMNS).position(|row| row[0].is_nan()) {
        Some(index) => Err(index),
        None => Ok(rows),
    }
}

fn fill_row<'a>(
    batch: &Batch<'a>,
    index: usize,
    options: Options,
    most_pairs: u64,
    scratch: &mut Scratch<'a>,
    row: &mut [f64],
) {
    let Scratch { words, hypothesis, reference, aligner } = scratch;
    words.clear();
    words.number_all(batch.hypothesis(index), hypothesis);
    let mut best = -1.0;
    for segment in batch.references(index) {
        words.number_all(segment, reference);
        let most = hypothesis.len() as u64 * (hypothesis.len() + reference.len()) as u64;
        if most > most_pairs && aligner.count_pairs(hypothesis, reference) > most_pairs {
            row.fill(f64::NAN);
            return;
        }
        let links = aligner.align(hypothesis, reference, options.like_nltk);
        let [score, tau, precision, brevity] = rate(links, hypothesis.len(), reference.len(), options);
        if score > best {
            best = score;
            row.copy_from_slice(&[score, tau, precision, brevity, 1.0]);
        }
    }
}

/// The score and its three factors, before their exponents.
fn rate(links: &[(u32, u32)], ours: usize, theirs: usize, options: Options) -> [f64; 4] {
    if ours == 0 {
        return [0.0; 4];
    }
    let count = links.len();
    let tau = match count {
        1 if theirs == 1 && !options.like_nltk => 1.0,
        0 | 1 => 0.0,
        _ => count_ascending(links, theirs) as f64 / (count as f64 * (count - 1) as f64 / 2.0),
    };
    let precision = count as f64 / ours as f64;
    let brevity = (1.0 - theirs as f64 / ours as f64).exp().min(1.0);
    [tau * precision.powf(options.alpha) * brevity.powf(options.beta), tau, precision, brevity]
}

/// How many pairs of links are in the same order on both sides; two links to one word are not.
fn count_ascending(links: &[(u32, u32)], places: usize) -> u64 {
    // A Fenwick tree of the places that were linked so far.
    let mut tree = vec![0u32; places + 1];
    let mut ascending = 0;
    for &(_, place) in links {
        let mut node = place as usize;
        while node > 0 {
            ascending += u64::from(tree[node]);
            node &= node - 1;
        }
        node = place as usize + 1;
        while node <= places {
            tree[node] += 1;
            node += node & node.wrapping_neg();
        }
    }
    ascending
}

/// The shortest context of a word that occurs once on both sides.
#[derive(Clone, Copy)]
struct Context {
    /// Its other words.
    window: usize,
    /// Where the word stands in the reference.
    place: usize,
}

/// Aligns words, and keeps memory from call to call.
#[derive(Default)]
pub struct Aligner {
    ours: Stretches,
    theirs: Stretches,
    right: Vec<Option<Context>>,
    left: Vec<Option<Context>>,
    turned: [Vec<u32>; 2],
    links: Vec<(u32, u32)>,
}

impl Aligner {
    /// The pairs of positions of hypothesis and reference that are aligned, in the order of the hypothesis. Numbers of
    /// words must be small and dense.
    pub fn align(&mut self, hypothesis: &[u32], reference: &[u32], like_nltk: bool) -> &[(u32, u32)] {
        let Aligner { ours, theirs, right, left, turned, links } = self;
        find_contexts(hypothesis, reference, ours, theirs, right);
        for (turned, words) in turned.iter_mut().zip([hypothesis, reference]) {
            turned.clear();
            turned.extend(words.iter().rev());
        }
        find_contexts(&turned[0], &turned[1], ours, theirs, left);
        left.reverse();
        for context in left.iter_mut().flatten() {
            context.place = reference.len() - 1 - context.place;
        }
        links.clear();
        for (position, (&right, &left)) in right.iter().zip(&*left).enumerate() {
            if let Some(place) = choose(left, right, position, hypothesis.len(), like_nltk) {
                links.push((position as u32, place as u32));
            }
        }
        links
    }

    /// How many pairs of equal words there are: within the hypothesis, and with the reference.
    fn count_pairs(&mut self, hypothesis: &[u32], reference: &[u32]) -> u64 {
        let [ours, theirs] = [(&mut self.ours, hypothesis), (&mut self.theirs, reference)].map(|(side, words)| {
            side.occurrences.record(words);
            side.occurrences.counts()
        });
        hypothesis.iter().map(|&word| ours[word as usize] + theirs.get(word as usize).copied().unwrap_or(0)).sum()
    }
}

/// The place of the context with the fewest words. RIBES.py 1.03 prefers the left one of two that are equally long. NLTK
/// prefers the right one, as the paper does, and does not look at all words to the left of a word near the end.
fn choose(
    left: Option<Context>,
    right: Option<Context>,
    position: usize,
    length: usize,
    like_nltk: bool,
) -> Option<usize> {
    let widest = if like_nltk { position.max(length - position + 1) - 1 } else { length };
    let left = left.filter(|context| context.window <= widest);
    let chosen = match (left, right) {
        (Some(left), Some(right)) if left.window < right.window => left,
        (Some(left), Some(right)) if left.window == right.window && !like_nltk => left,
        (_, Some(right)) => right,
        (left, None) => left?,
    };
    Some(chosen.place)
}

/// For each word of the hypothesis, its shortest context to the right that occurs once on both sides.
fn find_contexts(
    hypothesis: &[u32],
    reference: &[u32],
    ours: &mut Stretches,
    theirs: &mut Stretches,
    found: &mut Vec<Option<Context>>,
) {
    ours.record(hypothesis);
    theirs.record(reference);
    found.clear();
    found.resize(hypothesis.len(), None);
    for (position, &word) in hypothesis.iter().enumerate().rev() {
        poll_every::<POLL>(position);
        let repeated = ours.extend(word, position, Some(position)).longest;
        let Matched { longest, second, place } = theirs.extend(word, position, None);
        let window = repeated.max(second);
        if window < longest {
            found[position] = Some(Context { window: window as usize, place });
        }
    }
}

/// How far the words of a sequence repeat those of the hypothesis.
#[derive(Default)]
struct Stretches {
    occurrences: Occurrences,
    /// For each place, how many words from there equal those from a position of the hypothesis, and which position.
    lengths: Vec<(u32, usize)>,
}

/// The two longest stretches that begin with a word, and the place of the longest.
#[derive(Default)]
struct Matched {
    longest: u32,
    second: u32,
    place: usize,
}

impl Stretches {
    fn record(&mut self, words: &[u32]) {
        self.occurrences.record(words);
        self.lengths.clear();
        self.lengths.resize(words.len() + 1, (0, usize::MAX));
    }

    /// Takes the word of the hypothesis before those taken so far; `own` is its own place, which repeats nothing.
    fn extend(&mut self, word: u32, position: usize, own: Option<usize>) -> Matched {
        let mut matched = Matched::default();
        for place in self.occurrences.of(word) {
            let (length, at) = self.lengths[place + 1];
            let length = if at == position + 1 { length + 1 } else { 1 };
            self.lengths[place] = (length, position);
            if own == Some(place) {
                continue;
            }
            if length > matched.longest {
                matched = Matched { longest: length, second: matched.longest, place };
            } else {
                matched.second = matched.second.max(length);
            }
        }
        matched
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::batch::tests::with_batch;

    fn align(hypothesis: &str, reference: &str, like_nltk: bool) -> Vec<u32> {
        with_batch(&[hypothesis], &[&[reference]], |batch| {
            let mut words = Words::default();
            let (mut ours, mut theirs) = (Vec::new(), Vec::new());
            words.number_all(batch.hypothesis(0), &mut ours);
            words.number_all(batch.references(0).next().unwrap(), &mut theirs);
            Aligner::default().align(&ours, &theirs, like_nltk).iter().map(|link| link.1).collect()
        })
    }

    #[test]
    fn the_examples_of_the_paper() {
        let reference = "he was interested in world history because he read the book";
        let hypothesis = "he read the book because he was interested in world history";
        assert_eq!(align(hypothesis, reference, true), [7, 8, 9, 10, 6, 0, 1, 2, 3, 4, 5]);
        // The program looks at the left first, where "because he" is unique too.
        assert_eq!(align(hypothesis, reference, false), [7, 8, 9, 10, 6, 7, 1, 2, 3, 4, 5]);
        for like_nltk in [false, true] {
            assert_eq!(align("Bob hit John yesterday", "John hit Bob yesterday", like_nltk), [2, 1, 0, 3]);
            assert_eq!(align("the book was read by the boy", "the boy read the book", like_nltk), [3, 4, 2, 0, 1]);
        }
    }

    #[test]
    fn of_two_contexts_the_left_one_counts_and_in_nltk_the_right_one() {
        // Both a b and b c occur once, in different places of the reference.
        assert_eq!(align("a b c", "b c x a b", false), [3, 4, 1]);
        assert_eq!(align("a b c", "b c x a b", true), [3, 0, 1]);
    }

    #[test]
    fn a_reference_of_one_word_can_be_met() {
        let options = Options { alpha: 0.25, beta: 0.1, like_nltk: false };
        let (texts, references): (&[&str], &[&[&str]]) =
            (&["a b", "a", "", "b"], &[&["a"], &["b", "a"], &["a"], &[""]]);
        let rows = with_batch(texts, references, |batch| tally(batch, options, 1)).unwrap();
        assert_eq!(rows[..5], [0.5f64.powf(0.25), 1.0, 0.5, 1.0, 1.0]);
        assert_eq!(rows[5..10], [1.0; 5]);
        assert_eq!(rows[10..15], [0.0, 0.0, 0.0, 0.0, 1.0]);
        assert_eq!(rows[15..], [0.0, 0.0, 0.0, 1.0, 1.0]);
        let nltk = Options { like_nltk: true, ..options };
        assert_eq!(with_batch(texts, references, |batch| tally(batch, nltk, 1)).unwrap()[5], 0.0);
    }

    #[test]
    fn pairs_in_order_are_counted_strictly() {
        let links: Vec<(u32, u32)> = [2, 1, 0, 3, 3].into_iter().map(|place| (0, place)).collect();
        assert_eq!(count_ascending(&links, 4), 6);
    }

    #[test]
    fn segments_that_would_take_too_long_are_named() {
        let options = Options { alpha: 0.25, beta: 0.1, like_nltk: false };
        let (texts, references): (&[&str], &[&[&str]]) = (&["a b", "a a a"], &[&["b a"], &["a a a"]]);
        assert!(with_batch(texts, references, |batch| tally_within(batch, options, 18, 1)).is_ok());
        assert_eq!(with_batch(texts, references, |batch| tally_within(batch, options, 17, 1)), Err(1));
    }
}
