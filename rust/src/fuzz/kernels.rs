//! Attacks on the kernels of the newer metrics, of contrasts, scans and resampling. What each must keep to is asserted.

use super::{attack, text};
use crate::align::Objective;
use crate::batch::tests::with_batch;
use crate::characters::Characters;
use crate::chrf::{self, Text};
use crate::column::TextColumn;
use crate::concordance::{self, Second};
use crate::corpus::normalise::Normaliser;
use crate::corpus_scan::Automaton;
use crate::encoder::matching::{Sizes, States, match_all};
use crate::encoder::{Encoder, Pieces, Shape};
use crate::levenshtein::tests::Dice;
use crate::moments::{self, Exchange, Groups};
use crate::resample::{Choice, Draws};
use crate::tokenize::Tokenizer;
use crate::tokens::Tokens;
use crate::vocabulary::{Numbered, number};
use crate::{contrast, drawn, meteor, nist, resample, resampling_blocks, ribes, unigram, word_groups};

/// Numbers as rows have them, and odd ones now and then.
fn numbers(dice: &mut Dice, count: usize) -> Vec<f64> {
    const ODD: [f64; 8] = [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, -0.0, 5e-324, f64::MAX, -1.0, 1e15];
    let one = |_| if dice.roll(12) == 0 { ODD[dice.roll(ODD.len())] } else { dice.roll(50) as f64 };
    (0..count).map(one).collect()
}

fn bits(values: &[f64]) -> Vec<u64> {
    // Of NaN there are many.
    values.iter().map(|value| if value.is_nan() { 1 } else { value.to_bits() }).collect()
}

#[test]
fn overlaps_of_a_text_with_itself_are_whole() {
    attack("overlaps", 60, |dice| {
        let (one, other) = (text(dice, 60), text(dice, 60));
        with_batch(&[&one, &one], &[&[&one], &[&other, &one]], |batch| {
            let rows = unigram::tally(batch, 1);
            assert!(rows[0] == rows[1] && rows[1] == rows[2], "{one:?}");
            for like_nltk in [false, true] {
                let options = ribes::Options { alpha: 0.25, beta: 0.1, like_nltk };
                let rows = ribes::tally(batch, options, 1).unwrap();
                assert!(rows.iter().all(|value| (0.0..=1.0 + 1e-9).contains(value)), "{one:?} {other:?} {rows:?}");
            }
            let information = nist::Information::new(&Tokens::new(&[&one, &one, &other], &Tokenizer::None, 1), 5);
            let rows = nist::tally(batch, &information, 1);
            assert!(rows.iter().all(|value| value.is_finite() && *value >= 0.0), "{one:?} {other:?}");
        });
        let hypotheses = Characters::new(&[&one], dice.roll(2) == 0, 1);
        let options =
            chrf::Options { character_order: dice.roll(7), word_order: 0, beta: 2.0, eps_smoothing: dice.roll(2) == 0 };
        if options.columns() > 0 {
            let text = Text { hypotheses: &hypotheses, references: &hypotheses, offsets: &[0, 1], words: None };
            let rows = chrf::tally(&text, options, 1);
            assert!(rows.chunks(3).all(|order| order[0] == order[1] && order[1] == order[2]), "{one:?}");
        }
    });
}

#[test]
fn contrasts_and_groups_count_every_word() {
    attack("contrasts", 60, |dice| {
        let texts = [text(dice, 40), text(dice, 40), text(dice, 40)];
        let tokens = texts.each_ref().map(|text| Tokens::new(&[text, text], &Tokenizer::None, 1));
        let [first, second, references] = &tokens;
        let offsets = [0, 1, 2];
        let (words, rows) = contrast::contrast(
            &contrast::Texts { first, second, references, offsets: &offsets },
            1 + dice.roll(5),
            dice.roll(3) as u32,
        );
        assert_eq!(rows.len(), words.len() * contrast::COLUMNS);
        let (words, [hypotheses, references]) = number([first, references]);
        let count = 1 + dice.roll(4);
        let groups: Vec<u32> = words.iter().map(|_| dice.roll(count) as u32).collect();
        let grouped = word_groups::Grouped {
            hypotheses: &hypotheses,
            references: &references,
            offsets: &offsets,
            groups: &groups,
        };
        let rows = word_groups::tally(&grouped, count, 1);
        let ours: f64 = rows.chunks(word_groups::COLUMNS).map(|group| group[1]).sum();
        assert_eq!(ours as usize, hypotheses.word_count(), "{texts:?}");
        assert!(rows.chunks(word_groups::COLUMNS).all(|group| group[0] <= group[1].min(group[2])), "{texts:?}");
        align_with_nothing(&hypotheses, &references, words.len());
    });
}

/// Without a module nothing is matched, whatever the texts are.
fn align_with_nothing(hypotheses: &Numbered, references: &Numbered, words: usize) {
    let is_function = vec![false; words];
    let texts = meteor::Texts {
        hypotheses,
        references,
        offsets: &[0, 1, 2],
        is_function: &is_function,
        relations: &[],
        objective: Objective::Chunks,
        budget: 100,
    };
    assert_eq!(meteor::tally(&texts, 1).len(), 2 * meteor::columns(0));
    assert_eq!(meteor::pool(&texts, &[0, 1], 1).len(), 2 * meteor::columns(0));
    assert!(meteor::link(&texts, &[None, Some(1)], 1).iter().all(|(links, _)| links.is_empty()));
}

#[test]
fn scans_do_not_depend_on_how_the_text_is_cut() {
    attack("scans", 60, |dice| {
        let phrases = [text(dice, 4), text(dice, 8), "the cat".to_string(), "the *".to_string(), "*".to_string()];
        let normaliser = Normaliser {
            casefold: dice.roll(2) == 0,
            keep_apostrophes: dice.roll(2) == 0,
            keep_hyphens: dice.roll(2) == 0,
        };
        let automaton = Automaton::new(&phrases, normaliser, dice.roll(2) == 0);
        let lines: Vec<String> = (0..dice.roll(9)).map(|_| text(dice, 30).replace(['\n', '\r'], " ") + "\n").collect();
        let mut whole = vec![automaton.counter()];
        automaton.scan(&lines.concat(), &mut whole);
        let mut parts = vec![automaton.counter(); 2];
        lines.iter().for_each(|line| automaton.scan(line, &mut parts));
        let figures = |counters: &[_]| -> Vec<_> {
            let found = automaton.sum_up(counters);
            found.into_iter().map(|tally| tally.map(|tally| (tally.occurrences, tally.lines))).collect()
        };
        assert_eq!(figures(&whole), figures(&parts), "{phrases:?} {lines:?}");
    });
}

#[test]
fn located_words_are_the_words_of_the_text() {
    attack("located words", 200, |dice| {
        let normaliser = Normaliser {
            casefold: dice.roll(2) == 0,
            keep_apostrophes: dice.roll(2) == 0,
            keep_hyphens: dice.roll(2) == 0,
        };
        let text = text(dice, 30);
        let found = normaliser.locate(&text);
        let words: Vec<&str> = found.iter().map(|(word, _, _)| word.as_str()).collect();
        assert_eq!(words, normaliser.words(&text), "{text:?}");
        let mut last = (0, 0);
        for (word, start, end) in &found {
            assert!(last.0 <= *start && last.1 <= *end && start < end && *end <= text.chars().count(), "{text:?}");
            let part: String = text.chars().skip(*start).take(end - start).collect();
            assert!(normaliser.words(&part).contains(word), "{word} in {text:?}");
            last = (*start, *end);
        }
    });
}

#[test]
fn sums_and_ranks_do_not_depend_on_threads() {
    attack("resamples", 60, |dice| {
        let (length, columns) = (1 + dice.roll(30), 1 + dice.roll(5));
        let rows = numbers(dice, length * columns);
        let choice = if dice.roll(2) == 0 { Choice::Bootstrap } else { Choice::Half };
        let draws = Draws { choice, first: dice.roll(1000), count: dice.roll(9), seed: dice.roll(1 << 40) as u64 };
        let sums = |threads| bits(&resample::sums(&rows, columns, draws, threads));
        assert_eq!(sums(1), sums(3));
        let narrow: Vec<f32> = rows.iter().map(|&value| value as f32).collect();
        let drawn: Vec<i64> = (0..length * 3).map(|_| dice.roll(length) as i64).collect();
        assert_eq!(drawn::drawn_sums(&narrow, columns, &drawn, length, 1).len(), 3 * columns);
        let trials: Vec<u8> = (0..3 * length.div_ceil(8)).map(|_| dice.roll(256) as u8).collect();
        let words: Vec<String> = (0..length).map(|_| text(dice, 6)).collect();
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let offsets: Vec<i64> = (0..=length as i64).collect();
        let blocks = 1 + dice.roll(1 << 20) as u64;
        let found = resampling_blocks::draw(&words, &offsets, blocks, dice.roll(1 << 40) as u64);
        assert!(found.len() == length && found.iter().all(|&block| (0..blocks as i64).contains(&block)));
        let chosen = |threads| bits(&drawn::chosen_sums(&rows, columns, &trials, threads));
        assert_eq!(chosen(1), chosen(2));
        let ranks = |threads| bits(&concordance::rank_rows(&rows, columns, threads));
        assert_eq!(ranks(1), ranks(2));
        let pairs = |threads| bits(&concordance::count_rows(&rows, columns, Second::Shared(&rows[..columns]), threads));
        assert_eq!(pairs(1), pairs(2));
        let groups = 3 * columns;
        let [fixed, first, second] = [(); 3].map(|()| numbers(dice, groups));
        let [first_given, second_given] = [(); 2].map(|()| numbers(dice, 2 * groups));
        let exchange =
            Exchange { first: &first, second: &second, first_given: &first_given, second_given: &second_given };
        assert_eq!(moments::exchange_pearson(&Groups::new(&fixed), exchange, 1).len(), 4);
    });
}

#[test]
fn a_text_is_encoded_the_same_in_any_company() {
    attack("encoders", 30, |dice| {
        let heads = 1 + dice.roll(3);
        let hidden = heads * (1 + dice.roll(9));
        let (inner, layers) = (1 + dice.roll(40), dice.roll(3));
        let shape = Shape { layers, heads, hidden, inner, first_position: dice.roll(3), epsilon: 1e-12 };
        let square = hidden * hidden;
        let mut sizes = vec![7 * hidden, 12 * hidden, hidden, hidden, hidden];
        for _ in 0..layers {
            sizes.extend([square, hidden].repeat(4));
            sizes.extend([hidden, hidden, inner * hidden, inner, inner * hidden, hidden, hidden, hidden]);
        }
        let mut tensor = |size: usize| (0..size).map(|_| dice.roll(2001) as f32 / 1000.0 - 1.0).collect::<Vec<_>>();
        let tensors: Vec<Vec<f32>> = sizes.into_iter().map(&mut tensor).collect();
        let encoder = Encoder::new(shape, &tensors.iter().map(Vec::as_slice).collect::<Vec<_>>()).unwrap();
        let lengths: Vec<usize> = (0..dice.roll(60)).map(|_| dice.roll(encoder.longest() + 1)).collect();
        let mut offsets = vec![0];
        lengths.iter().for_each(|length| offsets.push(offsets[offsets.len() - 1] + length));
        let numbers: Vec<u32> = (0..offsets[lengths.len()]).map(|_| dice.roll(7) as u32).collect();
        let wanted: Vec<usize> = (0..=layers).filter(|_| dice.roll(3) > 0).collect();
        let all = encoder.encode(Pieces { numbers: &numbers, offsets: &offsets }, &wanted, 1 + dice.roll(3));
        let row = wanted.len() * hidden;
        for pair in offsets.windows(2) {
            let own = Pieces { numbers: &numbers[pair[0]..pair[1]], offsets: &[0, pair[1] - pair[0]] };
            assert_eq!(encoder.encode(own, &wanted, 1), all[pair[0] * row..pair[1] * row]);
        }
        let states = States { values: &all, offsets: &offsets };
        let sizes = Sizes { layers: wanted.len(), hidden };
        let edges = dice.roll(2) == 0;
        let [ours, theirs] = match_all(states, states, sizes, edges, 1 + dice.roll(3));
        assert_eq!(ours, theirs);
        assert!(ours.cosines.iter().all(|cosine| (-1.01..=1.01).contains(cosine)));
    });
}

#[test]
fn columns_in_lower_case_are_as_the_standard_library_has_them() {
    attack("columns", 100, |dice| {
        let texts: Vec<String> = (0..dice.roll(6)).map(|_| text(dice, 30)).collect();
        let column = TextColumn::from(texts.clone());
        let (lowered, others) = column.lower(1 + dice.roll(2));
        for (row, text) in texts.iter().enumerate().filter(|(row, _)| !others.contains(row)) {
            assert_eq!(lowered.texts()[row], text.to_lowercase());
        }
        let (start, length) = (dice.roll(texts.len() + 1), texts.len());
        let joined = TextColumn::join(&[&column.slice(start..length), &column.slice(0..start)]);
        drop(column);
        let expected: Vec<&String> = texts[start..].iter().chain(&texts[..start]).collect();
        assert_eq!(joined.texts(), expected);
    });
}
