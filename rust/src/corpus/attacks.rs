//! Attacks on an index: files that change while they are open, damaged files, and crafted ones with checksums of their own.

use super::blocks::{BLOCK, CHECKSUMS, PARTS, Part, pack_checksums};
use super::build::Builder;
use super::merge::merger::is_mergeable;
use super::merge::tests::{TIGHT, merge};
use super::query::Index;
use super::tests::{Folder, PLAIN, build, count, open_folder};
use crate::fuzz::attack;
use crate::levenshtein::tests::Dice;
use std::collections::BTreeMap;
use std::fs::OpenOptions;
use std::path::PathBuf;
use xxhash_rust::xxh3::xxh3_64;

const PHRASES: [&str; 9] =
    ["el perro", "perro", "el * come", "* *", "la gata come y", "no está", "de", "de la de", "come"];

fn text(copies: usize) -> String {
    "el perro come\nla gata come y el perro no\nde la de la de\n\nla gata\n".repeat(copies)
}

fn read_parts(folder: &Folder) -> BTreeMap<usize, Vec<u8>> {
    let read = |(number, part): (usize, &Part)| (number, std::fs::read(folder.0.join(part.name())).expect("a file"));
    PARTS.iter().enumerate().map(read).collect()
}

fn path(folder: &Folder, number: usize) -> PathBuf {
    folder.0.join(PARTS[number].name())
}

/// Writes files with checksums that fit them; the checksum of these.
fn write_parts(folder: &Folder, parts: &BTreeMap<usize, Vec<u8>>) -> u64 {
    let mut sums = Vec::new();
    for (&number, bytes) in parts {
        std::fs::write(path(folder, number), bytes).expect("room");
        sums.push((bytes.len() as u64, bytes.chunks(BLOCK).map(xxh3_64).collect()));
    }
    let packed = pack_checksums(&sums);
    std::fs::write(folder.0.join(CHECKSUMS), &packed).expect("room");
    xxh3_64(&packed)
}

/// Changes some bytes, or the length, of one of the files.
fn change(parts: &mut BTreeMap<usize, Vec<u8>>, dice: &mut Dice) {
    let bytes = parts.get_mut(&dice.roll(PARTS.len())).expect("a file for each part");
    match dice.roll(6) {
        0 => bytes.truncate(dice.roll(bytes.len() + 1)),
        1 => bytes.extend(std::iter::repeat_n(dice.roll(256) as u8, dice.roll(40))),
        2 => bytes.fill([0, 1, 0xff][dice.roll(3)]),
        _ => {
            for _ in 0..=dice.roll(8) {
                if !bytes.is_empty() {
                    let at = dice.roll(bytes.len());
                    bytes[at] = [0, 1, 2, 0x7f, 0x80, 0xff, dice.roll(256) as u8][dice.roll(7)];
                }
            }
        }
    }
}

/// Asks for all that an index can tell. What it answers is of no interest here, only that it does.
fn ask(index: &Index) {
    let _ = index.count(&PHRASES, true, 1);
    let _ = index.count_unigrams(&["perro", "x"]);
    let _ = index.unigrams(0);
    let _ = index.score(&PHRASES, &[(-1.0, 0.25), (-2.0, 0.3)], 1);
    for phrase in PHRASES {
        let _ = index.show(phrase, true, 5, 3);
    }
    let _ = index.check(0);
}

#[test]
fn crafted_files_are_refused_or_answered_but_never_panic() {
    let (sound, right) = build(&text(40));
    let parts = read_parts(&sound);
    let folder = Folder::new();
    attack("crafted index", 150, |dice| {
        let mut crafted = parts.clone();
        for _ in 0..=dice.roll(3) {
            change(&mut crafted, dice);
        }
        let checksum = write_parts(&folder, &crafted);
        if let Ok(index) = Index::open(&[(folder.0.clone(), checksum)], PLAIN, dice.roll(1 << 20)) {
            ask(&index);
        }
        let mut builder = Builder::new(PLAIN, 1 << 20).expect("memory");
        if builder.take_shard(&folder.0, checksum, 0).is_ok() {
            let written = Folder::new();
            builder.write(&written.0).expect("a shard of what was taken");
        }
        let _ = is_mergeable(&folder.0, checksum, 1 << 20);
        let _ = merge(&[(&sound.0, right), (&folder.0, checksum)], TIGHT);
    });
}

#[test]
fn damaged_files_are_refused_or_answered_right() {
    let (folder, checksum) = build(&text(300));
    let parts = read_parts(&folder);
    let right: Vec<_> = PHRASES.iter().map(|phrase| count(&open_folder(&folder, checksum, 1 << 30), phrase)).collect();
    let score = |index: &Index| index.score(&PHRASES, &[(-1.0, 0.25), (-2.0, 0.3)], 1);
    let scores = score(&open_folder(&folder, checksum, 1 << 30)).expect("a sound shard");
    attack("damaged index", 60, |dice| {
        let mut damaged = parts.clone();
        change(&mut damaged, dice);
        for (&number, bytes) in &damaged {
            std::fs::write(path(&folder, number), bytes).expect("room");
        }
        if let Ok(index) = Index::open(&[(folder.0.clone(), checksum)], PLAIN, 1 << 30) {
            for (phrase, right) in PHRASES.iter().zip(&right) {
                if let Ok(found) = index.count(&[phrase], true, 1) {
                    assert_eq!(found[0].map(|tally| (tally.occurrences, tally.lines)), *right, "{phrase}");
                }
            }
            if let Ok(found) = score(&index) {
                assert_eq!(found, scores);
            }
        }
    });
}

#[test]
fn files_that_change_while_they_are_open_change_no_answer() {
    let (folder, checksum) = build(&text(3000));
    let parts = read_parts(&folder);
    let right: Vec<_> = PHRASES.iter().map(|phrase| count(&open_folder(&folder, checksum, 1 << 30), phrase)).collect();
    attack("changing index", 20, |dice| {
        for (&number, bytes) in &parts {
            std::fs::write(path(&folder, number), bytes).expect("room");
        }
        // Nothing, little or all of what is read stays in memory.
        let index = open_folder(&folder, checksum, [0, 4 * BLOCK, 1 << 30][dice.roll(3)]);
        for _ in 0..12 {
            let chosen = dice.roll(PHRASES.len());
            if let Ok(found) = index.count(&[PHRASES[chosen]], true, 1 + dice.roll(2)) {
                let found = found[0].map(|tally| (tally.occurrences, tally.lines));
                assert_eq!(found, right[chosen], "{}", PHRASES[chosen]);
            }
            let number = dice.roll(PARTS.len());
            let file = OpenOptions::new().write(true).open(path(&folder, number)).expect("the file");
            match dice.roll(3) {
                0 => file.set_len(dice.roll(parts[&number].len() + 1) as u64).expect("cut"),
                1 => std::fs::write(path(&folder, number), vec![1; parts[&number].len()]).expect("room"),
                _ => std::fs::write(path(&folder, number), &parts[&number]).expect("room"),
            }
        }
    });
}

#[test]
fn blocks_that_were_dropped_are_read_again() {
    let (folder, checksum) = build(&text(3000));
    let roomy = open_folder(&folder, checksum, 1 << 30);
    let tight = open_folder(&folder, checksum, 0);
    for phrase in PHRASES {
        assert_eq!(count(&tight, phrase), count(&roomy, phrase), "{phrase}");
    }
    assert_eq!(tight.unigrams(0).expect("sound"), roomy.unigrams(0).expect("sound"));
    assert_eq!(tight.show("perro", true, 9, 2).expect("sound"), roomy.show("perro", true, 9, 2).expect("sound"));
}
