use super::*;

const PATH: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../src/tertium/lexicon/wordnet-3.0.bin");

fn open() -> WordNet {
    WordNet::open(Path::new(PATH)).unwrap()
}

fn bases(wordnet: &WordNet, word: &str) -> [Vec<String>; 4] {
    Part::ALL.map(|part| {
        let mut found = Vec::new();
        wordnet.base_forms_as(word, part, &mut found);
        found.iter().map(|&number| wordnet.word(number).unwrap()).collect()
    })
}

fn share_synset(wordnet: &WordNet, one: &str, other: &str) -> bool {
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    wordnet.synsets(one, &mut ours);
    wordnet.synsets(other, &mut theirs);
    ours.iter().any(|synset| theirs.contains(synset))
}

fn steps(wordnet: &WordNet, one: &str, other: &str, limit: u8) -> Option<u32> {
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    wordnet.ancestors(one, limit, &mut ours);
    wordnet.ancestors(other, limit, &mut theirs);
    count_steps(&ours, &theirs)
}

#[test]
fn the_file_is_as_it_was_packed() {
    let wordnet = open();
    assert_eq!(wordnet.version(), "3.0");
    assert_eq!((wordnet.word_count(), wordnet.synset_count()), (153_226, 117_659));
}

#[test]
fn foreign_and_damaged_files_are_refused() {
    let bytes = std::fs::read(PATH).unwrap();
    let refusal = |bytes: &[u8]| WordNet::new(bytes.to_vec()).err().unwrap().to_string();
    assert_eq!(refusal(b""), "not a WordNet file packed for Tertium");
    assert_eq!(refusal(&bytes[..100]), "not a WordNet file packed for Tertium");
    assert_eq!(
        refusal(&bytes[..bytes.len() - 1]),
        format!("has {} bytes where its header says {}", bytes.len() - 1, bytes.len())
    );
    for section in 0..8 {
        let mut damaged = bytes.clone();
        damaged[56 + 8 * section + 3] ^= 0x80;
        assert_eq!(refusal(&damaged), "has sections that do not fit its length");
    }
    let mut damaged = bytes.clone();
    damaged[bytes.len() / 2] ^= 1;
    assert_eq!(refusal(&damaged), "is damaged: its checksum is wrong");
    let mut newer = bytes.clone();
    newer[8] = 9;
    assert_eq!(refusal(&newer), "packed in format 9; this version reads format 1");
    let missing = WordNet::open(Path::new("/no/such/file")).err().unwrap().to_string();
    assert!(missing.starts_with("/no/such/file: "), "{missing}");
    let empty = WordNet::open(Path::new("/dev/null")).err().unwrap().to_string();
    assert!(empty.starts_with("/dev/null: "), "{empty}");
}

#[test]
fn every_word_is_found_under_its_number() {
    let wordnet = open();
    let mut last = Vec::new();
    for number in 0..wordnet.word_count() {
        let (text, entry) = wordnet.file.word(number).unwrap();
        assert!(last < text);
        let found = wordnet.file.find(&text).unwrap();
        assert_eq!((found.number, found.flags, found.senses), (number, entry.flags, entry.senses));
        for other in [[&text[..], b"!"].concat(), [&text[..], b"~"].concat(), text[..text.len() - 1].to_vec()] {
            let found = wordnet.file.find(&other);
            assert!(found.is_none_or(|entry| wordnet.file.word(entry.number).unwrap().0 == other));
        }
        last = text;
    }
    assert!(wordnet.word(wordnet.word_count()).is_none());
    assert!(wordnet.file.find(b"").is_none());
}

#[test]
fn base_forms_are_those_of_morphstr() {
    let wordnet = open();
    // Noun, verb, adjective, adverb; the golden table of the Python tests has hundreds more.
    for (word, expected) in [
        ("geese", ["goose", "", "", ""]),
        ("axes", ["ax axis", "axe", "", ""]),
        ("better", ["better", "better", "better good well", "better well"]),
        ("leaves", ["leaf leave", "leave", "", ""]),
        ("feed", ["feed", "feed", "", ""]),
        ("boxesful", ["boxful", "", "", ""]),
        ("mothers-in-law", ["mother-in-law", "", "", ""]),
        ("men-of-war", ["man-of-war", "", "", ""]),
        ("double-checked", ["", "double-check", "", ""]),
        ("glass", ["glass", "glass", "", ""]),
        ("as", ["as", "", "", "as"]),
        ("happiest", ["", "", "happy", ""]),
        ("Geese", ["goose", "", "", ""]),
        ("unknownword", [""; 4]),
        ("", [""; 4]),
        ("-", [""; 4]),
        ("--s", [""; 4]),
        ("naïve", [""; 4]),
    ] {
        assert_eq!(bases(&wordnet, word).map(|forms| forms.join(" ")), expected, "{word}");
    }
    assert_eq!(bases(&wordnet, &"-s".repeat(1000)).concat(), [""; 0]);
}

#[test]
fn synonyms_share_a_synset() {
    let wordnet = open();
    for (one, other) in [("happy", "glad"), ("large", "big"), ("quickly", "rapidly"), ("cars", "automobile")] {
        assert!(share_synset(&wordnet, one, other), "{one} {other}");
    }
    // The noun see is a bishop's, and saw comes from the verb.
    let (mut saw, mut see) = (Vec::new(), Vec::new());
    wordnet.synsets("saw", &mut saw);
    wordnet.synsets("see", &mut see);
    let lacking: Vec<u32> = see.into_iter().filter(|synset| !saw.contains(synset)).collect();
    assert_eq!(lacking.len(), 1);
    assert_eq!(wordnet.synset(lacking[0]).unwrap().part, Part::Noun);
}

#[test]
fn steps_are_those_of_path_similarity() {
    let wordnet = open();
    // NLTK 3.10: the best path_similarity of any two synsets of dog and cat is .2.
    assert_eq!(steps(&wordnet, "dog", "cat", 20), Some(4));
    assert_eq!(steps(&wordnet, "dog", "cats", 2), Some(4));
    assert_eq!(steps(&wordnet, "dog", "cat", 1), None);
    assert_eq!(steps(&wordnet, "car", "automobile", 0), Some(0));
    assert_eq!(steps(&wordnet, "happy", "sad", 20), None);
    let mut found = Vec::new();
    wordnet.ancestors("breathe", 0, &mut found);
    assert!(found.iter().all(|&(synset, steps)| synset < wordnet.synset_count() && steps == 0));
    wordnet.ancestors("breathe", 20, &mut found);
    assert_eq!(found.last(), Some(&(wordnet.synset_count(), 1)));
}

#[test]
fn synsets_can_be_looked_at() {
    let wordnet = open();
    let mut found = Vec::new();
    wordnet.synsets("entity", &mut found);
    assert_eq!(found, [0]);
    let expected = Synset { part: Part::Noun, offset: 1740, lemmas: vec!["entity".to_string()] };
    assert_eq!(wordnet.synset(0), Some(expected));
    wordnet.synsets("quickly", &mut found);
    let synset = wordnet.synset(found[0]).unwrap();
    assert_eq!(synset.part, Part::Adverb);
    assert!(synset.lemmas.contains(&"rapidly".to_string()), "{synset:?}");
    assert_eq!(wordnet.synset(wordnet.synset_count()), None);
}

#[test]
fn depths_are_the_longest_ways_to_the_top() {
    let wordnet = open();
    let depths = wordnet.depths();
    let [nouns, verbs, adjectives, adverbs] = wordnet.ends();
    let deepest = |range: std::ops::Range<u32>| depths[range.start as usize..range.end as usize].iter().max().copied();
    // As in NLTK, which compares by these.
    assert_eq!((deepest(0..nouns), deepest(nouns..verbs)), (Some(19), Some(12)));
    assert_eq!((deepest(verbs..adjectives), deepest(adjectives..adverbs)), (Some(0), Some(0)));
    for synset in 0..verbs {
        let mut highest = None;
        wordnet.file.hypernyms(synset, |hypernym| highest = highest.max(Some(depths[hypernym as usize])));
        assert_eq!(depths[synset as usize], highest.map_or(0, |depth| depth + 1));
    }
}

#[test]
fn subsumers_are_ancestors_without_a_limit() {
    let wordnet = open();
    let (mut synsets, mut found, mut near) = (Vec::new(), Vec::new(), Vec::new());
    for word in ["dog", "run", "happy", "quickly", "zzyzx", "saw", "entity"] {
        wordnet.synsets(word, &mut synsets);
        wordnet.subsumers(&synsets, None, &mut found);
        wordnet.ancestors(word, 255, &mut near);
        let steps: Vec<(u32, u8)> = found.iter().map(|&(synset, steps)| (synset, steps as u8)).collect();
        assert_eq!(steps, near);
        // With costs, the cheapest of the synsets below each.
        let costs: Vec<f64> = (0..wordnet.synset_count()).map(f64::from).collect();
        wordnet.subsumers(&synsets, Some(&costs), &mut found);
        assert!(
            synsets.iter().all(|&synset| found.iter().any(|&(one, cost)| one == synset && cost <= f64::from(synset)))
        );
        assert!(found.iter().all(|&(_, cost)| synsets.contains(&(cost as u32))));
    }
}
