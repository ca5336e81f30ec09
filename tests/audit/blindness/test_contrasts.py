from __future__ import annotations

import json
import math
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium.audit.blindness.contrasts import find_contrasts
from tertium.errors import InputError, SpecError
from tertium.meta.judgments.layouts import read_judged
from tertium.metrics import score_systems
from tertium.types import References, TestSet
from tests.oracle import contrasts
from tests.strategies import Corpus, corpora, segments

REFERENCE = "the old man walked slowly to the river ."
SYSTEMS = {
    "A": ["the old man walking slowly to the river ."],
    "B": ["the old man helicopter slowly to the river ."],
    "C": ["an elderly person strolled"],
}


def make(systems: dict[str, list[str]] = SYSTEMS, references: list[str] | None = None) -> TestSet:
    return TestSet(
        systems=systems, references=References.from_nested(references or [REFERENCE]), sources=["El viejo …"]
    )


@given(corpora(), st.data(), st.sampled_from([0.0, 1.0, 10.0, 100.0]), st.sampled_from(["chrf", "ter"]))
def test_pairs_are_the_greatest_of_all(corpus: Corpus, data: st.DataObject, tolerance: float, by: str) -> None:
    systems = {"A": corpus.hypotheses, "B": [each[0] for each in corpus.references]}
    systems["C"] = [data.draw(segments) for _ in corpus.hypotheses]
    test_set = TestSet(systems=systems, references=References.from_nested(corpus.references))
    found = find_contrasts(test_set, by=by, tolerance=tolerance, least=0, threads=1)
    scored = score_systems(test_set, ["bleu", by])
    scores, others = ([one[spec].segments.tolist() for one in scored.values()] for spec in ("bleu", by))  # type: ignore[union-attr]
    greatest = contrasts.find_greatest(scores, others, tolerance)
    assert [pair.contrast for pair in found.pairs] == sorted(filter(None, greatest), reverse=True)
    assert found.segments == len(found.pairs)
    for pair in found.pairs:
        assert pair.contrast == greatest[pair.segment - 1]
        assert abs(pair.better.score - pair.worse.score) <= tolerance
        assert (pair.better.other < pair.worse.other) == (by == "ter")
        assert pair.better.text == systems[pair.better.system][pair.segment - 1]


def test_a_pair_of_equals() -> None:
    found = find_contrasts(make(), by="meteor")
    [pair] = found.pairs
    assert (pair.better.system, pair.worse.system) == ("A", "B")
    assert pair.better.score == pair.worse.score
    assert pair.better.matches == pair.worse.matches == [8, 6, 4, 2]
    assert pair.better.ngrams == [9, 8, 7, 6]
    assert pair.references == [REFERENCE]
    assert pair.source == "El viejo …"
    assert json.loads(json.dumps(found.to_dict(), allow_nan=False))["pairs"][0]["segment"] == 1


def test_by_people() -> None:
    human = np.array([[1.0], [4.0], [9.0]])
    found = find_contrasts(make(), by=human)
    assert found.by == "human"
    assert [(pair.better.system, pair.worse.system, pair.contrast) for pair in found.pairs] == [("B", "A", 3.0)]
    human[0] = math.nan
    assert find_contrasts(make(), by=human).pairs == []
    with pytest.raises(InputError, match="the human scores have the shape 1 x 3, and the outputs 3 x 1"):
        find_contrasts(make(), by=human.T)


def test_counts_can_be_near_where_scores_are_not() -> None:
    systems = {"A": ["a b c d e f g"], "B": ["a b c d x f g"]}
    test_set = make(systems, ["a b c d e f g"])
    assert find_contrasts(test_set, by="ter", tolerance=3, least=1).pairs == []
    assert len(find_contrasts(test_set, by="ter", within="counts", tolerance=3, least=1).pairs) == 1
    assert find_contrasts(test_set, by="ter", within="counts", tolerance=1, least=1).pairs == []


def test_outputs_that_match_nothing_are_no_equals() -> None:
    systems = {"A": ["river"], "B": ["the"]}
    human = np.array([[1.0], [2.0]])
    assert find_contrasts(make(systems), by=human).pairs == []
    assert len(find_contrasts(make(systems), by=human, least=1).pairs) == 1


def test_what_cannot_be_asked() -> None:
    with pytest.raises(InputError, match="only one system"):
        find_contrasts(make({"A": ["a"]}))
    with pytest.raises(SpecError, match="no choice for within 'rank'"):
        find_contrasts(make(), within="rank")  # type: ignore[arg-type]
    with pytest.raises(SpecError, match="is out of range"):
        find_contrasts(make(), tolerance=-1)
    with pytest.raises(SpecError, match="is out of range"):
        find_contrasts(make(), count=0)
    with pytest.raises(SpecError, match="is not BLEU"):
        find_contrasts(make(), "ter")


def test_judgments_of_people(made_data: Path) -> None:
    [judged] = read_judged(made_data / "wmt17-toen", pairs=["de-en"])
    found = find_contrasts(judged.test_set, by=judged.segment_scores(), tolerance=2)
    contrasts_found = [pair.contrast for pair in found.pairs]
    assert contrasts_found == sorted(contrasts_found, reverse=True)
    assert contrasts_found[0] > 1
    assert len({pair.segment for pair in found.pairs}) == len(found.pairs)
