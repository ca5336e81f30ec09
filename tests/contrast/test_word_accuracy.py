"""Accuracy of words: counted as the slow version and compare-mt count them."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import tertium
from tertium import _core, samples
from tertium.contrast import group_by_form, group_by_function
from tertium.errors import TertiumError
from tertium.text.tokenizers import get_tokenizer
from tests.oracle import contrast as oracle
from tests.strategies import Corpus, corpora

# compare_mt.bucketers of compare-mt 0.2.10 on reference.A, system.neural and system.literal of the samples, split at
# white space: FreqWordBucketer(freq_data=references).calc_statistics gives matches, words of the reference and of the
# output, F1; LengthSentenceBucketer and BleuScorer give segments and BLEU.
FREQUENCIES = {
    "1": [(104, 150, 110, 0.8), (85, 150, 98, 0.685483870967742)],
    "2": [(15, 22, 18, 0.7499999999999999), (12, 22, 16, 0.631578947368421)],
    "3": [(10, 15, 10, 0.8), (8, 15, 11, 0.6153846153846153)],
    "4": [(11, 12, 12, 0.9166666666666666), (9, 12, 12, 0.75)],
    "5–9": [(15, 19, 18, 0.8108108108108109), (15, 19, 25, 0.6818181818181819)],
    "10–99": [(12, 13, 14, 0.888888888888889), (13, 13, 24, 0.7027027027027027)],
}
LENGTHS = {
    "10–19": (13, (44.75353365454286, 25.72569634343649)),
    "20–29": (1, (62.64179707757904, 22.095434806633396)),
}


@given(corpus=corpora(), groups=st.integers(1, 4), draw=st.randoms(use_true_random=False))
def test_rows_equal_the_slow_version(corpus: Corpus, groups: int, draw: st.Random) -> None:
    tokenizer = get_tokenizer("none")
    hypotheses, references = tokenizer.tokenize(corpus.hypotheses), tokenizer.tokenize(corpus.flat)
    vocabulary = _core.Vocabulary(hypotheses, references)
    group = {word: draw.randrange(groups) for word in vocabulary.words()}
    numbers = np.array([group[word] for word in vocabulary.words()], dtype=np.uint32)
    rows = _core.tally_word_groups(vocabulary, corpus.offsets, numbers, groups, 1)
    words, bounds = references.to_lists(), corpus.offsets.tolist()
    for segment, hypothesis in enumerate(hypotheses.to_lists()):
        expected = oracle.group_words(hypothesis, words[bounds[segment] : bounds[segment + 1]], group, groups)
        assert rows[segment].reshape(groups, 3).tolist() == expected


def test_every_word_needs_a_group() -> None:
    tokens = get_tokenizer("none").tokenize(["a b"])
    vocabulary = _core.Vocabulary(tokens, tokens)
    for groups in ([0], [0, 1]):
        with pytest.raises(TertiumError, match="a group below 1 for each word"):
            _core.tally_word_groups(vocabulary, np.arange(2), np.array(groups, dtype=np.uint32), 1, 1)


def test_words_and_lengths_are_those_of_compare_mt() -> None:
    systems = {name: samples.read_lines(f"system.{name}.txt") for name in ("neural", "literal")}
    found = tertium.diff(systems, samples.read_lines("reference.A.txt"), "bleu:tokenize=none")
    groups = {group.test.name: group for group in found.words[0].groups}
    assert list(groups) == list(FREQUENCIES)
    for name, expected in FREQUENCIES.items():
        for system, (matches, reference, output, f1) in enumerate(expected):
            group = groups[name]
            counts = group.matches[system], group.reference_words[system], group.words[system]
            assert counts == (matches, reference, output)
            assert group.test.scores[system] == pytest.approx(100 * f1, abs=1e-9)
            assert group.precision[system] == pytest.approx(100 * matches / output)
            assert group.recall[system] == pytest.approx(100 * matches / reference)
    buckets = {bucket.name: (bucket.count, bucket.scores) for bucket in found.breakdown("length").buckets}
    assert list(buckets) == list(LENGTHS)
    for name, (count, scores) in LENGTHS.items():
        assert buckets[name][0] == count
        assert buckets[name][1] == pytest.approx(scores, abs=1e-9)


def test_function_words_are_those_of_the_list(tmp_path: Path) -> None:
    listed = tmp_path / "words.txt"
    listed.write_text("the\nof\n", encoding="utf-8")
    buckets = group_by_function(str(listed))(["The", "of", "cat", ","])
    assert [buckets.names[place] for place in buckets.places] == [
        "function words",
        "function words",
        "content words",
        "punctuation",
    ]
    systems = {"a": ["the cat"], "b": ["a cat"]}
    assert [each.by for each in tertium.diff(systems, ["the cat"], language="en").words] == [
        "frequency",
        "function",
        "form",
    ]
    assert [each.by for each in tertium.diff(systems, ["the cat"], function_words=str(listed)).words][1] == "function"
    assert len(tertium.diff(systems, ["the cat"]).words) == 2


@pytest.mark.parametrize(
    ("word", "form"),
    [("I", 1), ("EU", 2), ("McDonald", 1), ("iPhone", 5), ("3rd", 3), ("...", 4), ("ß", 0), ("Ñu", 1), ("中文", 5)],
)
def test_forms(word: str, form: int) -> None:
    assert group_by_form([word]).places.tolist() == [form]


def test_frequencies_come_from_a_mapping_a_text_or_a_provider(tmp_path: Path) -> None:
    corpus = tmp_path / "train.txt"
    corpus.write_text("the cat\nthe dog the\n", encoding="utf-8")
    systems = {"a": ["the cat sat"], "b": ["the dog sat"]}

    def name_groups(frequencies: object) -> list[str]:
        found = tertium.diff(systems, ["the cat sat"], frequencies=frequencies)  # type: ignore[arg-type]
        return [group.test.name for group in found.words[0].groups]

    expected = ["<1", "1", "3"]
    assert name_groups(Counter(["the", "cat", "the", "dog", "the"])) == expected
    assert name_groups(corpus) == expected
    assert name_groups(str(corpus)) == expected
    assert name_groups(f"scan({corpus})") == expected
    assert name_groups(None) == ["1"]
    systems = {"a": ["the \xad"], "b": ["the"]}
    assert name_groups(f"scan({corpus})") == ["<1", "1", "3"]
    assert tertium.diff(systems, ["the cat sat"], frequencies=f"scan({corpus})").frequencies == f"scan({corpus})"
