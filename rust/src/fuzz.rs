//! Random attacks on the kernels: brief in `cargo test`, long in `make fuzz`.
//!
//! Each target is a test that calls `attack`. Without `TERTIUM_FUZZ_SECONDS` it makes a few attacks, always the same;
//! with it, new ones for so many seconds. A target that fails names its seed, and `TERTIUM_FUZZ_SEED` repeats it.

use crate::levenshtein::tests::Dice;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

fn variable(name: &str) -> Option<u64> {
    let text = std::env::var(name).ok()?;
    Some(text.parse().unwrap_or_else(|_| panic!("{name}={text} is not a number")))
}

/// Makes attacks, each with dice of its own.
pub fn attack(target: &str, brief: u64, mut action: impl FnMut(&mut Dice)) {
    let repeated = variable("TERTIUM_FUZZ_SEED");
    let seconds = variable("TERTIUM_FUZZ_SECONDS");
    let now = || SystemTime::now().duration_since(UNIX_EPOCH).map_or(1, |since| since.as_nanos() as u64);
    let first = repeated.unwrap_or_else(|| seconds.map_or(1, |_| now()));
    let start = Instant::now();
    let mut count = 0;
    loop {
        let is_over = match seconds {
            _ if repeated.is_some() => count == 1,
            Some(seconds) => start.elapsed() >= Duration::from_secs(seconds),
            None => count == brief,
        };
        if is_over {
            break;
        }
        let seed = first.wrapping_add(count).max(1);
        let mut dice = Dice(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
        (0..4).for_each(|_| _ = dice.roll(2));
        if let Err(reason) = catch_unwind(AssertUnwindSafe(|| action(&mut dice))) {
            println!("{target}: failed, TERTIUM_FUZZ_SEED={seed}");
            resume_unwind(reason);
        }
        count += 1;
    }
    if seconds.is_some() {
        println!("{target}: {count} attacks in {:.0} s", start.elapsed().as_secs_f64());
    }
}

/// Text with what readers stumble over: brackets, tabs, digits, spaces of all kinds, marks, and letters of all sizes.
pub fn text(dice: &mut Dice, longest: usize) -> String {
    const ODD: [&str; 30] = [
        "(",
        ")",
        "((",
        "))",
        "-",
        "_",
        "\t",
        "\n",
        "\r",
        " ",
        "  ",
        "\u{a0}",
        "\u{3000}",
        "\u{0}",
        "0",
        "1",
        "-1",
        "99999999999999999999",
        "#",
        "*",
        "\\*",
        "'",
        "\u{2019}",
        "\u{301}",
        "ñ",
        "漢",
        "😀",
        "\u{202e}",
        "İ",
        "ß",
    ];
    let mut text = String::new();
    for _ in 0..dice.roll(longest + 1) {
        match dice.roll(4) {
            0 => text.push_str(ODD[dice.roll(ODD.len())]),
            1 => text.push((b'a' + dice.roll(3) as u8) as char),
            2 => text.push(char::from_u32(dice.roll(0x11_0000) as u32).unwrap_or('x')),
            _ => text.push_str(
                ["the ", "cat ", "S ", "NP ", "a", "1\ta\t_\tN\t_\t_\t0\n", "2\tb\t_\tN\t_\t_\t1\n"][dice.roll(7)],
            ),
        }
    }
    text
}

mod kernels;

mod targets {
    use super::*;
    use crate::align::{Aligner, Keys, Objective, Relation};
    use crate::batch::tests::with_batch;
    use crate::corpus::normalise::Normaliser;
    use crate::table::{ABSENT, Table};
    use crate::tokenize::{TercomOptions, Tokenizer};
    use crate::tokens::Tokens;
    use crate::trees::{Forest, Kind, Labels, Pairs, read_brackets, read_conllu, tally_fragments, tally_kernel};
    use crate::{bleu, cder, character_ter, gleu, levenshtein, per, ter, wer};
    use std::collections::HashMap;

    #[test]
    fn brackets_and_dependencies_are_read_or_refused() {
        attack("trees", 400, |dice| {
            let texts = [text(dice, 60), text(dice, 60)];
            let labels =
                Labels { words: dice.roll(2) == 0, function_tags: dice.roll(2) == 0, lowercase: dice.roll(2) == 0 };
            let brackets = Forest::read(&texts, 1, |text, builder| read_brackets(text, labels, builder));
            let sentences = Forest::read(&texts, 1, |text, builder| read_conllu(text, labels.lowercase, builder));
            for forest in [brackets, sentences].into_iter().flatten() {
                let pairs = Pairs { hypotheses: &forest, references: &forest, offsets: &[0, 1, 2] };
                for kind in [Kind::Subtrees, Kind::Chains] {
                    let rows = tally_fragments(&pairs, kind, 3, 1, None);
                    // A text matches itself whole.
                    assert!(rows.chunks(5).all(|size| size[0] == size[1]), "{texts:?}");
                }
                let kernel = tally_kernel(&pairs, 0.5, 1).unwrap();
                assert!(kernel.chunks(2).all(|row| row[1] == 0.0 || (row[0] - 1.0).abs() < 1e-9), "{texts:?}");
            }
        });
    }

    #[test]
    fn tokenizers_take_any_text() {
        attack("tokenizers", 400, |dice| {
            let texts = [text(dice, 80)];
            let options =
                TercomOptions { normalized: true, no_punct: dice.roll(2) == 0, asian_support: dice.roll(2) == 0 };
            let names = ["none", "13a", "intl", "zh", "char", "chrf"];
            let named = names.map(|name| Tokenizer::named(name).unwrap());
            for tokenizer in named.iter().chain([&Tokenizer::Tercom { options, times: 2 }]) {
                let tokens = Tokens::with_case(&texts, tokenizer, dice.roll(2) == 0, 1);
                let segment = tokens.segment(0);
                for &token in segment.tokens {
                    let word = str::from_utf8(segment.bytes(token)).expect("cut between characters");
                    assert!(!word.is_empty(), "{texts:?}");
                }
            }
            let normaliser =
                Normaliser { casefold: true, keep_apostrophes: dice.roll(2) == 0, keep_hyphens: dice.roll(2) == 0 };
            assert!(normaliser.words(&texts[0]).iter().all(|word| !word.is_empty()));
        });
    }

    #[test]
    fn a_hypothesis_that_is_its_reference_has_no_errors() {
        attack("metrics", 200, |dice| {
            let (one, other) = (text(dice, 60), text(dice, 60));
            with_batch(&[&one, &one], &[&[&one], &[&other, &one]], |batch| {
                let rates = [wer::tally(batch, 1), Ok(ter::tally(batch, 1)), Ok(per::tally(batch, 1))];
                for rows in rates.into_iter().chain([cder::tally(batch, 1)]).map(Result::unwrap) {
                    assert_eq!((rows[0], rows[2]), (0.0, 0.0), "{one:?} {other:?}");
                }
                let rows = character_ter::tally(batch, 1).unwrap();
                assert_eq!((rows[0], rows[character_ter::COLUMNS]), (0.0, 0.0), "{one:?} {other:?}");
                let rows = gleu::tally(batch, gleu::Orders { least: 1, most: 4 }, 1);
                // Nothing at all matches nothing.
                assert!(rows[1] == 0.0 || (rows[0], rows[2]) == (rows[1], rows[3]), "{one:?} {other:?}");
                let rows = bleu::tally(batch, 4, 1);
                assert_eq!(rows[2..6], rows[6..10], "{one:?}");
                assert_eq!(bleu::tally(batch, 4, 2), rows);
            });
        });
    }

    #[test]
    fn distances_are_those_of_the_plain_matrix() {
        let mut scratch = levenshtein::Scratch::default();
        attack("distances", 300, |dice| {
            let (n, m, ids) = (dice.roll(150), dice.roll(150), 1 + dice.roll(9));
            let (a, b) = (dice.sequence(n, ids), dice.sequence(m, ids));
            let plain = levenshtein::tests::plain_distance(&a, &b);
            assert_eq!(levenshtein::distance(&a, &b, &mut scratch), plain, "{a:?} {b:?}");
        });
    }

    #[test]
    fn tables_hold_what_maps_hold() {
        let mut table = Table::default();
        attack("tables", 60, |dice| {
            table.clear();
            let mut map: HashMap<u64, u32> = HashMap::new();
            let shift = dice.roll(50);
            for value in 0..dice.roll(3000) as u32 {
                let key = (dice.roll(4000) as u64) << shift;
                assert_eq!(table.find(key, |_| true), map.get(&key).copied().unwrap_or(ABSENT));
                let expected = *map.entry(key).or_insert(value);
                assert_eq!(table.find_or_insert(key, value, |_| true), expected);
            }
        });
    }

    #[test]
    fn alignments_are_one_to_one_and_within_their_bounds() {
        let mut aligner = Aligner::default();
        attack("alignments", 300, |dice| {
            let (n, m, words) = (dice.roll(30), dice.roll(30), 1 + dice.roll(12));
            let (hypothesis, reference) = (dice.sequence(n, words), dice.sequence(m, words));
            let mut offsets = vec![0];
            let mut values: Vec<u32> = Vec::new();
            for _ in 0..words {
                let mut keys: Vec<u32> = (0..dice.roll(3)).map(|_| dice.roll(words) as u32).collect();
                keys.sort_unstable();
                keys.dedup();
                values.extend(keys);
                offsets.push(values.len() as i64);
            }
            let exact: Vec<i64> = (0..=words as i64).collect();
            let own: Vec<u32> = (0..words as u32).collect();
            let mut relations = Vec::new();
            for (offsets, values) in [(&exact, &own), (&offsets, &values)] {
                let keys = Keys { offsets, values, distances: None, limit: 0.0 };
                keys.check(words).unwrap();
                relations.push(Relation::new(keys, &relations));
            }
            for objective in [Objective::Crossings, Objective::Chunks] {
                let budget = dice.roll(2000) as u64;
                let figures = aligner.align(&hypothesis, &reference, &relations, objective, budget);
                let goal = if objective == Objective::Chunks { figures.chunks } else { figures.crossings };
                assert!(figures.bound <= goal, "{hypothesis:?} {reference:?}");
                let links = aligner.links();
                let mut used: Vec<u32> = links.iter().map(|link| link.reference).collect();
                used.sort_unstable();
                used.dedup();
                assert_eq!(used.len(), links.len());
                assert!(links.windows(2).all(|pair| pair[0].hypothesis < pair[1].hypothesis));
            }
        });
    }
}
