"""Information content: counted as defined, compared with NLTK, and kept in a file."""

from __future__ import annotations

import math
from collections import Counter
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from tertium.errors import InputError
from tertium.lexicon import count_information, load_wordnet, read_information, write_information
from tertium.lexicon.information import InformationContent
from tests.oracle.relatedness import count
from tests.oracle.wordnet import WordNet
from tests.peers import nltk_meteor


def by_synset(information: InformationContent) -> dict[tuple[str, int], float]:
    wordnet = load_wordnet()
    nouns, verbs, *_ = wordnet.synset_counts
    offsets, counts = wordnet.synset_offsets().tolist(), information.counts.tolist()
    return {("n" if at < nouns else "v", offsets[at]): counts[at] for at in range(nouns + verbs)}


@pytest.mark.parametrize(
    ("words", "smoothing"),
    [
        ({"dog": 1}, 0.0),
        ({"dog": 3, "dogs": 2, "ran": 1, "saw": 7, "happy": 4, "quickly": 1, "zzyzx": 9, "person": 0}, 1.0),
        ({"bank": 2, "person": 5, "inhibit": 1, "walk": 2.5}, 0.5),
    ],
)
def test_counts_equal_the_definition(words: dict[str, float], smoothing: float, dictionary: WordNet) -> None:
    found = by_synset(count_information(words, smoothing=smoothing))
    assert found == pytest.approx(count(dictionary, words, smoothing))


def test_the_root_says_nothing_and_what_is_rare_says_most() -> None:
    found = count_information({"dog": 8, "cat": 2, "run": 5})
    nouns, verbs = found.totals
    wordnet = load_wordnet()
    top = int(np.flatnonzero(wordnet.depths()[: wordnet.synset_counts[0]] == 0)[0])
    assert (found.content[top], found.content[-1]) == (0, 0)
    assert nouns == found.counts[top]
    assert found.most == pytest.approx(math.log(max(nouns, verbs)))
    unseen = count_information({"dog": 8}, smoothing=0)
    assert np.isinf(unseen.content).sum() > 100_000


def test_nltk_counts_the_same_but_twice_where_there_are_two_ways_up() -> None:
    nltk_meteor.require()
    wordnet = nltk_meteor.load_wordnet()
    words = ["dog", "cat", "bank", "people", "run", "walk", "walked", "house", "money", "see", "saw", "happy"] * 2
    theirs = wordnet.ic(SimpleNamespace(words=lambda: words), smoothing=0.0)
    ours = {key: value for key, value in by_synset(count_information(Counter(words), smoothing=0)).items() if value}
    equal = 0
    for (part, offset), value in ours.items():
        equal += theirs[part][offset] == pytest.approx(value)
        assert theirs[part][offset] >= value - 1e-9
    assert equal > 0.5 * len(ours)
    # A verb that is below two tops counts for both, and so in the total of all tops.
    nouns, verbs = count_information(Counter(words), smoothing=0).totals
    assert nouns == pytest.approx(theirs["n"][0])
    assert theirs["v"][0] < verbs < 1.01 * theirs["v"][0]


def test_a_file_keeps_the_counts(tmp_path: Path) -> None:
    found = count_information({"dog": 3, "walk": 2.5})
    write_information(found, tmp_path / "small.ic")
    again = read_information(tmp_path / "small.ic")
    np.testing.assert_array_equal(again.counts, found.counts)
    assert again.version.startswith("small.ic sha256:")
    lines = (tmp_path / "small.ic").read_text(encoding="ascii").splitlines()
    assert lines[0] == "wnver::3.0"
    assert lines[1].startswith("1740n ")
    assert lines[1].endswith(" ROOT")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1740n 3 ROOT\n", "small.ic:1: this is not a file of information content. Count it again"),
        ("wnver::3.0\n1740n three\n", "small.ic:2: '1740n three' is not a synset and its count. Such as"),
        ("wnver::3.0\n1740n\n", "small.ic:2: '1740n' is not a synset"),
        ("wnver::3.0\n1740n -1\n", "small.ic:2: '1740n -1' is not a synset"),
        ("wnver::3.0\n1740n 1 TOP\n", "small.ic:2: '1740n 1 TOP' is not a synset"),
        (
            "wnver::3.0\n1740n 1 ROOT\n\n17n 1\n",
            "small.ic:4: WordNet 3.0 has no synset 17n. Give counts of WordNet 3.0",
        ),
        ("wnver::3.0\n", "small.ic: the file has no counts"),
    ],
)
def test_malformed_files(text: str, message: str, tmp_path: Path) -> None:
    (tmp_path / "small.ic").write_text(text, encoding="utf-8")
    with pytest.raises(InputError) as caught:
        read_information(tmp_path / "small.ic")
    assert message in str(caught.value)


def test_what_cannot_be_counted(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no such file of information content"):
        read_information(tmp_path / "absent.ic")
    with pytest.raises(InputError, match="no word is a noun or a verb of WordNet"):
        count_information({"zzyzx": 3, "quickly": 1})
    with pytest.raises(InputError, match="negative or infinite"):
        count_information({"dog": -1})
    with pytest.raises(InputError, match="negative or infinite"):
        count_information({"dog": 1}, smoothing=math.inf)
