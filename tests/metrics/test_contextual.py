"""Words that are near each other in meaning where they stand match, and METEOR aligns them as any others."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import tertium
from tertium.encoders import Encoder, open_encoder
from tertium.errors import SpecError
from tertium.metrics import contextual
from tertium.metrics.contextual import LAYER, ContextualModule, make
from tertium.metrics.meteor import Meteor
from tests.encoders.small_encoder import write_encoder

WORDS = st.lists(st.sampled_from(["the", "cat", "dog", "sat", "on", "mat", "not", "xyz", "."]), max_size=7)
PAIRS = st.lists(st.tuples(WORDS, WORDS), min_size=1, max_size=5)


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Encoder:
    return open_encoder(str(write_encoder(tmp_path_factory.mktemp("encoder") / "small")))


@pytest.fixture(autouse=True)
def _small(small: Encoder, monkeypatch: pytest.MonkeyPatch) -> None:
    """The small encoder in the place of the real one, by a layer that it has."""
    monkeypatch.setattr("tertium.metrics.language_check.require_parts", lambda *_: None)
    monkeypatch.setattr(contextual, "open_encoder", lambda name: small)
    monkeypatch.setattr(contextual, "LAYER", 2)
    monkeypatch.setattr(contextual, "_BATCH", 3)


def average(encoder: Encoder, words: Sequence[str]) -> np.ndarray:
    """The mean state of each word, by the lengths of its pieces."""
    encoded = encoder.encode([" ".join(words)], layers=[2])
    states = encoded.states[1:-1, 0].astype(np.float64)
    counts = [len(encoder.split([word]).numbers) - 2 for word in words]
    ends = list(itertools.accumulate(counts, initial=0))
    return np.array([states[low:high].mean(axis=0) for low, high in itertools.pairwise(ends)])


@given(PAIRS, st.sampled_from([0.05, 0.3, 0.7]))
def test_links_are_those_of_the_definition(
    small: Encoder, pairs: Sequence[tuple[list[str], list[str]]], least: float
) -> None:
    found = ContextualModule(least).link([one for one, _ in pairs], [other for _, other in pairs], 1)
    links = {(int(a), int(b)): w for a, b, w in zip(found.ours, found.theirs, found.weights, strict=True)}
    start = other_start = 0
    wanted = {}
    for one, other in pairs:
        if one and other:
            ours, theirs = average(small, one), average(small, other)
            cosines = ours @ theirs.T / np.outer(np.linalg.norm(ours, axis=1), np.linalg.norm(theirs, axis=1))
            for i, j in itertools.product(range(len(one)), range(len(other))):
                is_mutual = cosines[i, j] >= cosines[i].max() - 1e-6 and cosines[i, j] >= cosines[:, j].max() - 1e-6
                if is_mutual and cosines[i, j] >= least:
                    wanted[start + i, other_start + j] = cosines[i, j]
        start += len(one)
        other_start += len(other)
    # Where two are equally near, the first counts.
    assert set(links) <= set(wanted)
    assert {i for i, _ in wanted} - {i for i, _ in links} <= {
        i for i, _ in wanted if [a for a, _ in wanted].count(i) > 1
    }
    for place, weight in links.items():
        assert weight == pytest.approx(min(wanted[place], 1), abs=1e-5)


@given(PAIRS)
def test_without_links_the_score_is_that_of_the_other_stages(pairs: Sequence[tuple[list[str], list[str]]]) -> None:
    """Every place has a number of its own then, and the alignment has to be the same."""
    hypotheses, references = [" ".join(one) for one, _ in pairs], [" ".join(other) for _, other in pairs]
    plain, linked = "meteor:stages=exact+porter+wn_synonym", "meteor:stages=exact+porter+wn_synonym+contextual(1)"
    found = tertium.score(hypotheses, references, metrics=[plain, linked])
    for name in ("matches", "chunks", "crossings", "precision", "recall"):
        if found[linked].components["matches_contextual(1)"] == 0:
            assert found[linked].components[name] == found[plain].components[name]


def test_a_link_weighs_as_much_as_its_cosine() -> None:
    spec = "meteor:stages=exact+contextual(0.05),gamma=0"
    # The weights are random, so that any words may be near each other.
    near = next(word for word in ("dog", "mat", "not", "on", "a", "b", "xyz") if tertium.align("cat", word, spec).links)
    (link,) = tertium.align("cat", near, spec).links
    assert 0.05 <= link.weight < 1
    found = tertium.score(["cat"], [near], metrics=[spec])[spec]
    assert found.components["precision"] == pytest.approx(link.weight, abs=1e-6)
    assert found.components["matches_contextual(0.05)"] == 1


def test_each_reference_has_links_of_its_own() -> None:
    spec = "meteor:stages=exact+contextual(0.05)"
    hypotheses, references = ["the cat sat", "dog"], [["a mat", "the dog sat", "cat"], ["not", "dog"]]
    together = tertium.score(hypotheses, references, metrics=[spec])[spec].segments
    for place in range(2):
        alone = [tertium.score([hypotheses[place]], [text], metrics=[spec])[spec].value for text in references[place]]
        assert together[place] == max(alone)
    assert tertium.score(["a"], ["b"], metrics=[f"{spec},references=pooled"])


def test_thresholds_are_checked() -> None:
    assert make("").name == "contextual"
    assert make("0.5").name == "contextual(0.5)"
    for argument in ("x", "0", "1.5", "nan"):
        with pytest.raises(SpecError, match="contextual"):
            make(argument)
    assert Meteor(stages="exact+contextual").languages == frozenset({"en"})
    assert LAYER == 7
