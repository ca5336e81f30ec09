"""Measures of relatedness against their definitions, against NLTK, and as keys of a stage."""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from nltk import data as nltk_data
from nltk.corpus.reader.wordnet import WordNetICCorpusReader
from nltk.data import FileSystemPathPointer

import tertium
from tertium.errors import SpecError
from tertium.lexicon import count_information, get_module, load_wordnet, relate_words, write_information
from tertium.lexicon.information import InformationContent
from tertium.lexicon.modules import check_keys
from tertium.lexicon.relatedness_measures import COUNTED, MEASURES, RelatednessMeasure
from tests.lexicon import matches
from tests.oracle.relatedness import Relatedness, count
from tests.oracle.wordnet import WordNet
from tests.peers import nltk_meteor

TEXT = """the dog and the cat ran after a car while men and women walked to the house and spoke of money and of war ,
the president said that the country will carry the cost , and the people take the train to see the river and the sea"""
WORDS = Counter(TEXT.split())
# Words with several parts of speech and senses, with synonyms, adjectives, adverbs, and one that is unknown.
DRAWN = st.sampled_from(
    [
        "dog",
        "cat",
        "car",
        "auto",
        "house",
        "carry",
        "take",
        "walk",
        "run",
        "river",
        "big",
        "large",
        "quickly",
        "fast",
        "zzyzx",
        "trade",
        "war",
    ]
)
NEAR = {"path": 0.3, "wu-palmer": 0.7, "leacock-chodorow": 2.0, "resnik": 1.5, "lin": 0.3, "jiang-conrath": 0.2}

Synset = tuple[str, int]


@pytest.fixture(scope="module")
def information() -> InformationContent:
    return count_information(WORDS)


@pytest.fixture(scope="module")
def numbers() -> dict[Synset, int]:
    """The numbers of nouns and verbs."""
    wordnet = load_wordnet()
    nouns, verbs, *_ = wordnet.synset_counts
    offsets = wordnet.synset_offsets().tolist()
    return {("n" if at < nouns else "v", offsets[at]): at for at in range(nouns + verbs)}


@pytest.fixture(scope="module")
def pairs(dictionary: WordNet) -> list[tuple[Synset, Synset]]:
    """Some hundreds of pairs of nouns or verbs, half of which have something in common that is not the root."""
    draw = random.Random(3)
    by_part = {part: sorted(synset for synset in dictionary.hypernyms if synset[0] == part) for part in "nv"}
    below: dict[Synset, list[Synset]] = {}
    for synset, above in dictionary.hypernyms.items():
        for hypernym in above:
            below.setdefault(hypernym, []).append(synset)
    found = [(draw.choice(its), draw.choice(its)) for its in by_part.values() for _ in range(60)]
    joints = sorted(synset for synset, its in below.items() if len(its) > 1)
    for joint in draw.sample([each for each in joints if each[0] == "n"], 40) + draw.sample(
        [each for each in joints if each[0] == "v"], 40
    ):
        one, other = draw.sample(below[joint], 2)
        found.append((one, draw.choice([other, joint, *below.get(other, [])])))
    # Two ways up, and the same synset twice.
    many = sorted(synset for synset, its in dictionary.hypernyms.items() if len(its) > 1)
    found += [(one, other) for one, other in (draw.sample(many, 2) for _ in range(60)) if one[0] == other[0]]
    return [*found, (by_part["n"][5], by_part["n"][5]), (by_part["v"][5], by_part["v"][5])]


def measure_pairs(
    name: str, pairs: list[tuple[Synset, Synset]], numbers: Mapping[Synset, int], information: InformationContent
) -> list[float]:
    measure = RelatednessMeasure(name, information if name in COUNTED else None)
    return [measure.compare(*(np.array([numbers[each]], dtype=np.uint32) for each in pair)) for pair in pairs]


@pytest.fixture(scope="module")
def defined(dictionary: WordNet) -> Relatedness:
    return Relatedness(dictionary, count(dictionary, WORDS, 1.0))


@pytest.mark.parametrize("name", MEASURES)
def test_measures_equal_their_definitions(
    name: str,
    pairs: list[tuple[Synset, Synset]],
    numbers: dict[Synset, int],
    information: InformationContent,
    defined: Relatedness,
) -> None:
    found = measure_pairs(name, pairs, numbers, information)
    expected = [defined.measure(name, *pair) for pair in pairs]
    bounded = [(one, other) for one, other in zip(found, expected, strict=True) if other < 1e9]
    assert len(bounded) > len(pairs) / 2
    assert [one for one, _ in bounded] == pytest.approx([other for _, other in bounded], abs=1e-9)
    assert len({round(value, 6) for value in expected}) > 10


class Nltk:
    """The measures as NLTK has them, with our information content from a file."""

    def __init__(self, information: InformationContent, folder: Path) -> None:
        nltk_meteor.require()
        self.wordnet: Any = nltk_meteor.load_wordnet()
        write_information(information, folder / "ours.ic")
        self.counts = WordNetICCorpusReader(FileSystemPathPointer(str(folder)), ["ours.ic"]).ic("ours.ic")
        # NLTK reads all synsets to find these; our tests of the core compare them with the files.
        self.wordnet._max_depth.update({("n", False): 19, ("v", True): 13})

    def measure(self, name: str, one: Synset, other: Synset) -> float:
        first, second = (self.wordnet.synset_from_pos_and_offset(*each) for each in (one, other))
        short = {"path": "path", "wu-palmer": "wup", "leacock-chodorow": "lch", "resnik": "res", "lin": "lin"}
        function = getattr(first, f"{short.get(name, 'jcn')}_similarity")
        return float(function(second, self.counts) if name in COUNTED else function(second))


@pytest.fixture(scope="module")
def nltk(information: InformationContent, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Nltk]:
    folder = tmp_path_factory.mktemp("nltk")
    nltk_data.path.append(str(folder))  # NLTK reads in the folders of this list only
    yield Nltk(information, folder)
    nltk_data.path.remove(str(folder))


@pytest.mark.parametrize("name", ["path", "leacock-chodorow", *COUNTED])
def test_measures_equal_those_of_nltk(
    name: str,
    pairs: list[tuple[Synset, Synset]],
    numbers: dict[Synset, int],
    information: InformationContent,
    nltk: Nltk,
) -> None:
    found = measure_pairs(name, pairs, numbers, information)
    for pair, ours in zip(pairs, found, strict=True):
        theirs = nltk.measure(name, *pair)
        if theirs > 1e9:  # the same synset, or one that says as much as the one above
            assert ours > 1e6
        elif name in COUNTED or pair[0][0] == "n":
            assert ours == pytest.approx(theirs, abs=1e-9), pair
        else:
            # To the root of verbs NLTK takes the longest of several ways.
            assert ours == pytest.approx(theirs, abs=1e-9) or ours > theirs


def test_wu_palmer_is_mostly_that_of_nltk_which_looks_at_one_common_hypernym(
    pairs: list[tuple[Synset, Synset]], numbers: dict[Synset, int], information: InformationContent, nltk: Nltk
) -> None:
    nouns = [pair for pair in pairs if pair[0][0] == "n"]
    ours = np.array(measure_pairs("wu-palmer", nouns, numbers, information))
    theirs = np.array([nltk.measure("wu-palmer", *pair) for pair in nouns])
    assert np.mean(np.isclose(ours, theirs)) > 0.85  # a third of these pairs have several ways up
    for pair, one, other in zip(nouns, ours.tolist(), theirs.tolist(), strict=True):
        if one < other - 1e-9:
            # NLTK goes up to something common and down again where that is shorter than straight up.
            synsets = [nltk.wordnet.synset_from_pos_and_offset(*each) for each in pair]
            (lowest, *_) = synsets[0].lowest_common_hypernyms(synsets[1], use_min_depth=True)
            straight = [min(steps for found, steps in each.hypernym_distances() if found == lowest) for each in synsets]
            assert sum(straight) > sum(each.shortest_path_distance(lowest) for each in synsets), pair


# Words


def test_words_are_as_related_as_the_most_related_of_their_synsets() -> None:
    assert relate_words("dog", "cat") == 0.2
    assert relate_words("dogs", "hound", "wu-palmer") > relate_words("dog", "cat", "wu-palmer") > 0.8
    assert relate_words("big", "large", "wu-palmer") == 1
    assert relate_words("dog", "zzyzx") == relate_words("dog", "quickly", "leacock-chodorow") == 0
    assert relate_words("car", "auto", "leacock-chodorow") == pytest.approx(math.log(38))


def test_what_measures_need() -> None:
    with pytest.raises(SpecError, match="'lin' needs information content"):
        relate_words("dog", "cat", "lin")
    with pytest.raises(SpecError, match="no measure of relatedness 'hirst'"):
        relate_words("dog", "cat", "hirst")


@pytest.fixture(scope="module")
def file(information: InformationContent, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("counted") / "some text, small.ic"
    write_information(information, path)
    return path


def stage(name: str, file: Path) -> str:
    return f"relatedness({name},{NEAR[name]}{f',{file}' if name in COUNTED else ''})"


@pytest.mark.parametrize("name", MEASURES)
def test_words_match_if_their_value_reaches_the_threshold(
    name: str, file: Path, information: InformationContent
) -> None:
    words = sorted({*WORDS, "auto", "big", "large", "zzyzx", "vehicle", "animal"})
    keys = get_module(stage(name, file)).keys(words)
    check_keys("relatedness", keys, len(words))
    counted = information if name in COUNTED else None
    draw = random.Random(1)
    found = matches(keys)
    for _ in range(150):
        one, other = draw.choices(range(len(words)), k=2)
        value = relate_words(words[one], words[other], name, counted)
        assert ((one, other) in found) == (value >= NEAR[name] - 1e-9), (words[one], words[other], value)
    assert 0 < len(found) < len(words) ** 2


@pytest.mark.parametrize("name", MEASURES)
@settings(max_examples=25)
@given(ours=st.lists(DRAWN, min_size=1, max_size=4), theirs=st.lists(DRAWN, min_size=1, max_size=4))
def test_links_weigh_what_their_words_have_in_common(
    name: str, file: Path, information: InformationContent, ours: list[str], theirs: list[str]
) -> None:
    counted = information if name in COUNTED else None
    measure = RelatednessMeasure(name, counted)
    spec = f"meteor:tokenize=none,stages={stage(name, file)}"
    found = tertium.align(" ".join(ours), " ".join(theirs), spec)
    for link in found.links:
        value = relate_words(ours[link.hypothesis], theirs[link.reference], name, counted)
        distance = 0.0 if value == math.inf else measure.to_distance(value)
        assert link.weight == pytest.approx(1 / (1 + distance), abs=1e-6)
    matched = sum(link.weight for link in found.links)
    assert found.figures["precision"] == pytest.approx(matched / len(ours), abs=1e-6)


def test_the_signature_names_the_counts(file: Path) -> None:
    spec = f"meteor:stages=exact+relatedness(lin,0.3,{file})"
    result = tertium.score(["a dog"], ["the cat"], [spec])[spec]
    assert "|information:some text, small.ic sha256:" in result.signature
    assert "matches_relatedness(lin,0.3,some text, small.ic)" in result.components
    # The spec in the signature is one that can be given again.
    again = result.signature.partition("|")[0]
    assert tertium.score(["a dog"], ["the cat"], [again])[again].value == result.value
    assert get_module("relatedness(path,0.25)").name == get_module("relatedness").name == "relatedness(0.25)"


@pytest.mark.parametrize(
    ("argument", "message"),
    [
        ("lin", "'lin' of relatedness needs a file of information content. Write relatedness(lin,0.9,FILE)"),
        ("resnik,7", "Write relatedness(resnik,7,FILE)"),
        ("wu-palmer,0.8,x.ic", "'wu-palmer' of relatedness takes no file, but 'x.ic' was given"),
        ("wu-palmer,1.1", "the threshold of relatedness is '1.1', not a number above 0 and up to 1. Usual"),
        ("wu-palmer,high", "the threshold of relatedness is 'high'"),
        ("leacock-chodorow,3.7", "not a number above 0 and up to 3.638"),
        ("wupalmer,0.9", "Did you mean 'wu-palmer'"),
        ("hirst", "There are: path, wu-palmer"),
        ("jiang-conrath,inf,FILE", "the threshold of relatedness is 'inf', not a number above 0."),
    ],
)
def test_wrong_arguments(argument: str, message: str, file: Path) -> None:
    with pytest.raises(SpecError) as caught:
        get_module(f"relatedness({argument.replace(',FILE', f',{file}')})")
    assert message in str(caught.value)
