use super::blocks::{Fault, PARTS};
use super::build::{BadLine, Builder};
use super::cached::Memory;
use super::index::Shard;
use super::normalise::Normaliser;
use super::phrases::Phrases;
use super::query::Index;
use super::search::Tally;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};

pub(super) const PLAIN: Normaliser = Normaliser { casefold: true, keep_apostrophes: true, keep_hyphens: true };
static NUMBER: AtomicU32 = AtomicU32::new(0);

/// A folder of its own, gone when the test is over.
pub(super) struct Folder(pub PathBuf);

impl Folder {
    pub fn new() -> Self {
        let name = format!("tertium-{}-{}", std::process::id(), NUMBER.fetch_add(1, Ordering::Relaxed));
        let path = std::env::temp_dir().join(name);
        std::fs::create_dir(&path).expect("a new folder");
        Folder(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

pub(super) fn build(text: &str) -> (Folder, u64) {
    let mut builder = Builder::new(PLAIN, 1 << 24).unwrap();
    builder.begin_document("text");
    assert_eq!(builder.feed(text.as_bytes()), Ok(text.len()));
    builder.end_document().expect("UTF-8");
    let folder = Folder::new();
    let size = builder.write(&folder.0).expect("room on the disk");
    (folder, size.checksum)
}

pub(super) fn open_folder(folder: &Folder, checksum: u64, memory: usize) -> Index {
    Index::open(&[(folder.0.clone(), checksum)], PLAIN, memory).expect("a sound shard")
}

/// Opens a shard and verifies all of it.
fn check(folder: &Folder, checksum: u64) -> Result<(), Fault> {
    Shard::open(&folder.0, checksum, &Memory::new(0))?.check()
}

fn open(text: &str) -> (Folder, Index) {
    let (folder, checksum) = build(text);
    let index = open_folder(&folder, checksum, 1 << 30);
    (folder, index)
}

pub(super) fn count(index: &Index, phrase: &str) -> Option<(u64, u64)> {
    let tally = |tally: Tally| (tally.occurrences, tally.lines);
    index.count(&[phrase], true, 1).expect("a sound shard")[0].map(tally)
}

/// Phrases of every place and length, counted one by one.
fn check_all(text: &str) {
    let (_folder, index) = open(text);
    let lines: Vec<Vec<String>> = text.lines().map(|line| PLAIN.words(line)).collect();
    for line in &lines {
        for start in 0..line.len() {
            for end in start + 1..=line.len().min(start + 4) {
                let phrase = &line[start..end];
                let found =
                    |line: &Vec<String>| line.windows(phrase.len()).filter(|part| *part == phrase).count() as u64;
                let occurrences = lines.iter().map(found).sum();
                let on_lines = lines.iter().filter(|line| found(line) > 0).count() as u64;
                assert_eq!(count(&index, &phrase.join(" ")), Some((occurrences, on_lines)), "{phrase:?}");
            }
        }
    }
}

#[test]
fn counts_are_those_of_looking() {
    check_all("el perro come\nel gato come , el perro no\n\nel perro come el perro\nno");
    check_all("a a a a\na a\na\nb a a b a a b\n");
}

#[test]
fn frequent_phrases_have_their_lines() {
    let text: String = (0..600).map(|line| format!("de la de {} de la\n", line % 7)).collect();
    check_all(&text[..text.len() / 4]);
    let (_folder, index) = open(&text);
    assert_eq!(count(&index, "de"), Some((1800, 600)));
    assert_eq!(count(&index, "de la"), Some((1200, 600)));
    assert_eq!(count(&index, "la de 3"), Some((86, 86)));
    let (_folder, index) = open(&format!("{}\n{}", "a ".repeat(5000), "a ".repeat(300)));
    assert_eq!(count(&index, &"a ".repeat(100)), Some((4901 + 201, 2)));
    assert_eq!(count(&index, "a a"), Some((4999 + 299, 2)));
}

#[test]
fn phrases_do_not_cross_lines_and_stars_are_any_word() {
    let (_folder, index) = open("uno dos tres\ncuatro dos cinco");
    assert_eq!(count(&index, "tres cuatro"), Some((0, 0)));
    assert_eq!(count(&index, "* dos *"), Some((2, 2)));
    assert_eq!(count(&index, "uno * tres"), Some((1, 1)));
    assert_eq!(count(&index, "* * * *"), Some((0, 0)));
    assert_eq!(count(&index, "* *"), Some((4, 2)));
    assert_eq!(count(&index, "cinco *"), Some((0, 0)));
    assert_eq!(count(&index, "* uno"), Some((0, 0)));
    assert_eq!(count(&index, "  "), None);
}

#[test]
fn a_star_can_be_meant_as_a_star() {
    let check = |phrase, wildcards, expected: &[Option<&str>]| {
        let mut phrases = Phrases::default();
        phrases.add(phrase, &PLAIN, wildcards, &mut String::new());
        assert_eq!(phrases.words().collect::<Vec<_>>(), expected);
    };
    check("* \\* A*", true, &[None, Some("*"), Some("a"), Some("*")]);
    check("*", false, &[Some("*")]);
}

#[test]
fn occurrences_are_shown_with_their_place() {
    let (_folder, index) = open("x\n\nuno dos tres cuatro cinco");
    let shown = index.show("tres", true, 5, 1).expect("a sound shard");
    assert_eq!(shown.len(), 1);
    assert_eq!((shown[0].line, shown[0].document.as_str()), (3, "text"));
    assert_eq!((shown[0].before.join(" "), shown[0].after.join(" ")), ("dos".to_string(), "cuatro".to_string()));
}

#[test]
fn bad_text_is_named_by_its_line() {
    let mut builder = Builder::new(PLAIN, 1 << 24).unwrap();
    builder.begin_document("text");
    assert!(builder.feed(b"fine\nfi").is_ok());
    let problem = "the text is not valid UTF-8";
    assert_eq!(builder.feed(b"ne\n\xff\n"), Err(BadLine { line: 3, problem }));
}

#[test]
fn words_are_numbered_in_order() {
    let (_folder, index) = open("perro come\nel perro y la gata\n");
    let words: Vec<String> = index.unigrams(0).expect("sound").into_iter().map(|(word, _)| word).collect();
    assert_eq!(words, ["come", "el", "gata", "la", "perro", "y"]);
}

#[test]
fn a_full_shard_stops_at_a_line() {
    let mut builder = Builder::new(PLAIN, 20_000).unwrap();
    builder.begin_document("text");
    let text = "uno dos\n".repeat(1000);
    let taken = builder.feed(text.as_bytes()).expect("UTF-8");
    assert!(builder.is_full());
    assert!(taken < text.len());
    assert_eq!(taken % 8, 0);
}

#[test]
fn every_flipped_byte_is_found() {
    let (folder, checksum) = build("el perro come\nla gata come\n");
    for part in PARTS {
        let path = folder.0.join(part.name());
        let sound = std::fs::read(&path).expect("a file");
        for at in [0, sound.len() / 2, sound.len().saturating_sub(1)] {
            let mut damaged = sound.clone();
            let Some(byte) = damaged.get_mut(at) else { continue };
            *byte ^= 4;
            std::fs::write(&path, damaged).expect("room");
            let fault = check(&folder, checksum).expect_err("damage");
            assert_eq!(fault.file, path);
        }
        std::fs::write(&path, &sound[..sound.len().saturating_sub(1)]).expect("room");
        assert_eq!(check(&folder, checksum).is_err(), !sound.is_empty());
        std::fs::write(&path, &sound).expect("room");
    }
    assert!(check(&folder, checksum ^ 1).is_err());
    assert!(check(&folder, checksum).is_ok());
}

#[test]
fn nothing_is_an_index_too() {
    let (_folder, index) = open("");
    assert_eq!(count(&index, "a"), Some((0, 0)));
    assert_eq!(count(&index, "* *"), Some((0, 0)));
    let (_folder, index) = open("\n\n");
    assert_eq!(count(&index, "a *"), Some((0, 0)));
}
