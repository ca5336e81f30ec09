use super::super::blocks::{Fault, PARTS, Part, Writer};
use super::super::build::Builder;
use super::super::cached::Memory;
use super::super::frequent::{self, Source as Frequent};
use super::super::index::Shard;
use super::super::sealed::{Scattered, Sealed, open_shard};
use super::super::tests::{Folder, PLAIN, build, count, open_folder};
use super::chunks::ChunkWriter;
use super::intervals::Intervals;
use super::merger::{Merger, Source, is_mergeable};
use super::runs::{RunWriter, Suffix};
use super::sorting::Limits;
use super::tree::Tree;
use super::vocabulary;
use crate::fuzz::attack;
use std::path::Path;

pub(in super::super) const TIGHT: Limits = Limits { memory: 1 << 10, threads: 1, ranges: 5, depth: Some(2) };

pub(in super::super) fn merge(shards: &[(&Path, u64)], limits: Limits) -> Result<(Folder, u64), Fault> {
    let (folder, scratch) = (Folder::new(), Folder::new());
    let source =
        |&(folder, checksum): &(&Path, u64)| Source { folder: folder.to_path_buf(), checksum, is_temporary: false };
    let sources = shards.iter().map(source).collect();
    let mut merger = Merger::new(sources, folder.0.clone(), scratch.0.clone(), limits)?;
    let mut done = 0;
    while !merger.is_over() {
        done += merger.step()?;
    }
    assert_eq!(done, merger.total());
    assert_eq!(std::fs::read_dir(&scratch.0).expect("a folder").count(), 0, "all temporary files are gone");
    let size = merger.finish()?;
    Ok((folder, size.checksum))
}

fn merge_texts(texts: &[String], limits: Limits) -> (Folder, u64) {
    let built: Vec<(Folder, u64)> = texts.iter().map(|text| build(text)).collect();
    let shards: Vec<(&Path, u64)> = built.iter().map(|(folder, checksum)| (folder.0.as_path(), *checksum)).collect();
    merge(&shards, limits).expect("sound shards")
}

/// The first words of all suffixes, each up to the end of its line, and how many there are up to there.
fn suffixes(folder: &Folder, checksum: u64) -> Vec<(Vec<u32>, usize)> {
    let shard = Shard::open(&folder.0, checksum, &Memory::new(1 << 30)).expect("a shard");
    let cut = |suffix: usize| {
        let place = shard.suffixes.number(suffix).expect("a suffix") as usize;
        let end = shard.line_of(place).and_then(|line| shard.line(line)).expect("a line").end;
        let word = |place: usize| shard.words.number(place).expect("a word");
        ((place..end.min(place + 100)).map(word).collect(), end - place)
    };
    (0..shard.tokens()).map(cut).collect()
}

/// Compares a merged shard with one that was built at once. Only what follows after the end of a line may differ.
fn check_same(texts: &[String], limits: Limits) {
    let (merged, checksum) = merge_texts(texts, limits);
    let (whole, expected) = build(&texts.concat());
    Shard::open(&merged.0, checksum, &Memory::new(0)).and_then(|shard| shard.check()).expect("a sound shard");
    for part in PARTS {
        let read = |folder: &Folder| std::fs::read(folder.0.join(part.name())).expect("a file");
        if !matches!(part, Part::Suffixes | Part::Table | Part::Documents) {
            assert_eq!(read(&merged), read(&whole), "{part:?} of {texts:?}");
        }
    }
    assert_eq!(suffixes(&merged, checksum), suffixes(&whole, expected), "{texts:?}");
    let (index, other) = (open_folder(&merged, checksum, 1 << 30), open_folder(&whole, expected, 1 << 30));
    assert_eq!(index.unigrams(0).expect("sound"), other.unigrams(0).expect("sound"));
    for (word, number) in index.unigrams(0).expect("sound") {
        assert_eq!(index.count_unigrams(&[&word]).expect("sound"), [number]);
    }
}

#[test]
fn merged_shards_are_as_one_that_was_built_at_once() {
    let words = ["a", "b", "c", "dd", "e", "ñ", ","];
    attack("merged shards", 40, |dice| {
        let vocabulary = 1 + dice.roll(words.len());
        let pool: Vec<String> = (0..1 + dice.roll(6))
            .map(|_| (0..dice.roll(12)).map(|_| words[dice.roll(vocabulary)]).collect::<Vec<_>>().join(" "))
            .collect();
        let texts: Vec<String> = (0..1 + dice.roll(6))
            .map(|_| (0..dice.roll(30)).map(|_| format!("{}\n", pool[dice.roll(pool.len())])).collect())
            .collect();
        let limits = Limits {
            memory: [1 << 10, 1 << 24][dice.roll(2)],
            threads: 1 + dice.roll(2),
            ranges: 1 + dice.roll(9),
            depth: [None, Some(1), Some(3), Some(60)][dice.roll(4)],
        };
        check_same(&texts, limits);
    });
}

#[test]
fn long_lines_that_repeat_themselves_are_merged() {
    let texts = [format!("{}\n{}\n", "a ".repeat(40_000), "b a ".repeat(300)), format!("{}\n", "a ".repeat(30_000))];
    check_same(&texts, TIGHT);
    let texts = ["a b ".repeat(20_000) + "\n", "a b ".repeat(20_000) + "c\n", "b a ".repeat(20_000) + "\n"];
    check_same(&texts, Limits { memory: 1 << 20, ..TIGHT });
}

#[test]
fn nothing_and_single_words_are_merged() {
    check_same(&[String::new(), String::new()], TIGHT);
    check_same(&["\n\n".to_string(), String::new(), "a\n".to_string()], TIGHT);
    check_same(&["a\n".to_string(), "a\n".to_string(), "b\n".to_string()], TIGHT);
}

#[test]
fn documents_that_were_cut_become_one_again() {
    let mut builder = Builder::new(PLAIN, 20_000).unwrap();
    builder.begin_document("text");
    let text: String = (1..=3000).map(|line| format!("uno {line}\n")).collect();
    let (mut folders, mut at) = (Vec::new(), 0);
    while at < text.len() {
        at += builder.feed(&text.as_bytes()[at..]).expect("UTF-8");
        let folder = Folder::new();
        let size = builder.write(&folder.0).expect("room");
        folders.push((folder, size.checksum));
    }
    assert!(folders.len() > 2);
    let shards: Vec<_> = folders.iter().map(|(folder, checksum)| (folder.0.as_path(), *checksum)).collect();
    let (folder, checksum) = merge(&shards, TIGHT).expect("sound shards");
    assert_eq!(std::fs::read_to_string(folder.0.join(Part::Documents.name())).expect("a file"), "0\t1\ttext\n");
    let shown = open_folder(&folder, checksum, 1 << 20).show("uno 2345", true, 1, 1).expect("sound");
    assert_eq!(shown[0].line, 2345);
}

#[test]
fn a_shard_that_is_too_large_is_cut_and_merged_again() {
    let text: String = (0..20_000).map(|line| format!("el {} come {}\n", line % 13, line % 7)).collect();
    let (whole, checksum) = build(&text);
    assert!(is_mergeable(&whole.0, checksum, 1 << 22).expect("sound"));
    assert!(!is_mergeable(&whole.0, checksum, 1 << 10).expect("sound"));
    let mut builder = Builder::new(PLAIN, 300_000).unwrap();
    let (mut place, mut folders) = (Some(0), Vec::new());
    while let Some(start) = place {
        place = builder.take_shard(&whole.0, checksum, start).expect("sound");
        let folder = Folder::new();
        let size = builder.write(&folder.0).expect("room");
        folders.push((folder, size.checksum));
    }
    assert!(folders.len() > 2);
    let shards: Vec<_> = folders.iter().map(|(folder, checksum)| (folder.0.as_path(), *checksum)).collect();
    let (folder, merged) = merge(&shards, TIGHT).expect("sound shards");
    assert_eq!(suffixes(&folder, merged), suffixes(&whole, checksum));
    let documents = std::fs::read_to_string(folder.0.join(Part::Documents.name())).expect("a file");
    assert_eq!(documents, "0\t1\ttext\n");
    assert_eq!(count(&open_folder(&folder, merged, 1 << 20), "el 7 come"), Some((1538, 1538)));
}

#[test]
fn damage_is_found_while_shards_are_merged() {
    let (one, first) = build(&"el perro come\n".repeat(3000));
    let (two, second) = build(&"la gata come\n".repeat(3000));
    let shards = [(one.0.as_path(), first), (two.0.as_path(), second)];
    for part in [Part::Words, Part::Suffixes, Part::Offsets, Part::Texts, Part::Documents] {
        let path = two.0.join(part.name());
        let sound = std::fs::read(&path).expect("a file");
        let mut damaged = sound.clone();
        damaged[sound.len() / 2] ^= 4;
        std::fs::write(&path, damaged).expect("room");
        let fault = merge(&shards, TIGHT).err().expect("damage");
        assert_eq!(fault.file, path);
        std::fs::write(&path, &sound).expect("room");
    }
    assert!(merge(&shards, TIGHT).is_ok());
    assert!(merge(&[(&one.0, first ^ 1)], TIGHT).is_err());
}

#[test]
fn a_table_in_parts_has_every_word() {
    let text: String = (0..30_000).map(|number| format!("w{number}\n")).collect();
    let (folder, checksum) = build(&text);
    let files = open_shard(&folder.0, checksum).expect("a shard");
    let (offsets, texts) = (&files[Part::Offsets as usize], &files[Part::Texts as usize]);
    std::fs::remove_file(folder.0.join(Part::Table.name())).expect("a file");
    let mut table = Writer::create(&folder.0, Part::Table.name()).expect("room");
    vocabulary::write_table(offsets, texts, 30_000, &mut table, 1).expect("sound");
    let made = table.finish().expect("room");
    assert_eq!(made.0, 8 << 16);
    let mut sums: Vec<_> = files.into_iter().map(Sealed::into_sums).collect();
    sums[Part::Table as usize] = made;
    std::fs::remove_file(folder.0.join("checksums.bin")).expect("a file");
    let (_, checksum) = super::super::blocks::write_checksums(&sums, &folder.0).expect("room");
    let index = open_folder(&folder, checksum, 1 << 30);
    for number in 0..30_000 {
        assert_eq!(index.count_unigrams(&[&format!("w{number}")]).expect("sound"), [1], "{number}");
    }
}

#[test]
fn intervals_are_those_of_all_suffixes_in_memory() {
    attack("intervals", 60, |dice| {
        let (letters, lines) = (1 + dice.roll(3), 1 + dice.roll(40));
        let mut words: Vec<i32> = Vec::new();
        for _ in 0..lines {
            let length = dice.roll(20);
            words.extend((0..length).map(|_| 1 + dice.roll(letters) as i32).chain([0]));
        }
        let line = |place: usize| words[..place].iter().filter(|word| **word == 0).count() as u32;
        let numbers: Vec<u32> = (0..words.len()).map(line).collect();
        let cut = |place: i32| words[place as usize..].split(|word| *word == 0).next().unwrap_or_default();
        let mut suffixes: Vec<i32> = (0..words.len() as i32).filter(|&place| words[place as usize] != 0).collect();
        suffixes.sort_by_key(|&place| (cut(place), place));
        let common = |one, other| cut(one).iter().zip(cut(other)).take_while(|(word, another)| word == another).count();
        let source = Frequent { words: &words, suffixes: &suffixes, lines: &numbers, line_count: lines };
        let expected = frequent::find(&source);
        let folder = Folder::new();
        let mut intervals = Intervals::new(folder.0.clone(), 0);
        let mut last = vec![None; lines];
        for (at, &place) in suffixes.iter().enumerate() {
            let seen = last[numbers[place as usize] as usize].replace(place);
            let before = at.checked_sub(1).map(|before| suffixes[before]);
            let shared = before.map_or(0, |before| common(before, place));
            intervals.push(shared, seen.map_or(0, |seen| common(seen, place)).min(32)).expect("room");
        }
        let mut file = Writer::create(&folder.0, Part::Frequent.name()).expect("room");
        intervals.write(&mut file).expect("room");
        file.finish().expect("room");
        let numbers = expected.iter().flat_map(|entry| [entry.start, entry.end, entry.lines]);
        let bytes: Vec<u8> = numbers.flat_map(u32::to_le_bytes).collect();
        assert_eq!(std::fs::read(folder.0.join(Part::Frequent.name())).expect("a file"), bytes);
    });
}

#[test]
fn runs_are_merged_and_ties_are_looked_up_in_the_text() {
    let folder = Folder::new();
    let text: [&[u32]; 3] = [&[1, 1, 1, 2, 0], &[1, 1, 1, 1, 0], &[3, 0]];
    let mut file = Writer::create(&folder.0, Part::Words.name()).expect("room");
    file.write_numbers(text.concat().into_iter()).expect("room");
    let (length, sums) = file.finish().expect("room");
    let sealed = Sealed::new(&folder.0, Part::Words, length, sums).expect("a file");
    let mut runs = Vec::new();
    let mut position = 0;
    for (number, words) in text.iter().enumerate() {
        let chunks = ChunkWriter::create(folder.0.join(format!("{number}")), 1 << 12).expect("room");
        let mut run = RunWriter::new(chunks, 2);
        run.push(&Suffix { common: 0, repeated: 0, position, words }).expect("room");
        position += words.len() as u32;
        runs.push(run.finish().expect("room"));
    }
    let mut text = Scattered::new(&sealed, 1).expect("a file");
    let mut tree = Tree::new(runs, &mut text).expect("sound");
    let mut order = Vec::new();
    while let Some(next) = tree.next(&mut text).expect("sound") {
        order.push((next.position, next.common));
    }
    assert_eq!(order, [(5, 0), (0, 3), (10, 0)]);
    assert_eq!(tree.ties, 1);
    std::fs::write(folder.0.join("0"), [7; 40]).expect("room");
}
