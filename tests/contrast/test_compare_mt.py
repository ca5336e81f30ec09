"""Two real systems in the buckets of compare-mt 0.2.10 (``tests/golden/make_compare_mt.py``)."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import tertium
from tertium.contrast import distribute
from tertium.metrics import parse

GOLDEN = Path(__file__).parents[1] / "golden" / "compare_mt_wmt.tsv"
ROWS = [line.split("\t") for line in GOLDEN.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
NAMES = tuple(dict.fromkeys(row[1] for row in ROWS))
SPEC = "bleu:tokenize=none"
# compare-mt's, of which ours are some.
LENGTH_DIFFERENCES = (-20, -10, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 11, 21)


def list_rows(kind: str, system: str) -> list[list[float]]:
    return [[float(number) for number in row[3:]] for row in ROWS if row[:2] == [kind, system]]


@pytest.fixture(scope="module")
def texts(data: Path) -> dict[str, list[str]]:
    folder = data / "wmt17-toen" / "de-en"
    return {name: (folder / name).read_text(encoding="utf-8").splitlines() for name in (*NAMES, "reference.txt")}


@pytest.fixture(scope="module")
def found(texts: dict[str, list[str]]) -> tertium.Diff:
    return tertium.diff({name: texts[name] for name in NAMES}, texts["reference.txt"], SPEC, resamples=100)


@pytest.mark.parametrize("place", [0, 1])
def test_words_by_frequency(found: tertium.Diff, place: int) -> None:
    ours = [
        [group.matches[place], group.reference_words[place], group.words[place], group.test.scores[place] / 100]
        for group in found.words[0].groups
    ]
    expected = list_rows("word", NAMES[place])
    assert len(expected) == 8
    assert np.array(ours) == pytest.approx(np.array(expected), abs=1e-9)


@pytest.mark.parametrize("place", [0, 1])
def test_bleu_by_length(found: tertium.Diff, texts: dict[str, list[str]], place: int) -> None:
    ours = [[bucket.count, bucket.scores[place]] for bucket in found.breakdown("length").buckets]
    expected = list_rows("length", NAMES[place])
    assert len(expected) == 7
    assert np.array(ours[1:]) == pytest.approx(np.array(expected[1:]), abs=1e-9)
    # compare-mt counts one n-gram for a segment that is too short for any, as NLTK does.
    metric = parse(SPEC)
    short = [len(reference.split()) < 10 for reference in texts["reference.txt"]]
    rows = found.scores[NAMES[place]].rows[np.array(short)].copy()
    rows[:, 6:] = np.maximum(rows[:, 6:], 1)
    assert [len(rows), float(metric.score(rows.sum(axis=0)))] == pytest.approx(expected[0], abs=1e-9)
    assert abs(ours[0][1] - expected[0][1]) < 0.1


def test_differences_of_length(texts: dict[str, list[str]]) -> None:
    lengths = [np.array([len(text.split()) for text in texts[name]]) for name in (*NAMES, "reference.txt")]
    counts = distribute("length", lengths[0] - lengths[2], lengths[1] - lengths[2], LENGTH_DIFFERENCES).counts
    for place, name in enumerate(NAMES):
        assert [count for count in counts[place] if count] == [row[0] for row in list_rows("difference", name)]
