"""Values that nobody should give, and somebody will: each is a clear error of ours, never a foreign one."""

import copy
import pickle
from collections import deque
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import tertium
from tertium.errors import TertiumError
from tertium.metrics.bleu import Bleu
from tertium.types import References, TestSet

H, R = ["a b", "c"], ["a b", "d"]


@pytest.mark.parametrize(
    "call",
    [
        lambda: tertium.score(H, R, ["bleu"], confidence="0.95"),
        lambda: tertium.score(H, R, ["bleu"], threads="2"),
        lambda: tertium.score(H, R, ["bleu"], threads=2.5),
        lambda: tertium.score(H, R, ["bleu"], threads=2**70),
        lambda: tertium.score(H, R, 5),
        lambda: tertium.score(H, R, iter(())),
        lambda: tertium.score(H, R, ["bleu"], confidence=0.95, seed=True),
        lambda: tertium.score(H, R, ["bleu"], confidence=0.95, resamples=2**63),
        lambda: tertium.compare([H, R], R, ["bleu"]),
        lambda: tertium.compare({1: H, 2: R}, R, ["bleu"]),
        lambda: tertium.compare({"a": H, "b": R}, R, ["bleu"], method=[]),
        lambda: tertium.score(H, R, ["chrf:beta=1e200"]),
        lambda: Bleu(smooth="bogus"),
        lambda: Bleu(order=4.0),
        lambda: Bleu(lowercase=1),
        lambda: TestSet(systems={"a": "ab"}, references=References.from_nested(["a", "b"])),
        lambda: TestSet(systems={"a": H}, references=R),
        lambda: TestSet(systems={"a": H}, references=References.from_nested(R), documents=["x", None]),
    ],
)
def test_it_is_an_error_of_ours(call: Callable[[], Any]) -> None:
    with pytest.raises(TertiumError):
        call()


def test_collections_in_order_are_taken() -> None:
    expected = tertium.score(H, R, ["wer"])["wer"].value
    assert tertium.score(deque(H), deque(R), ["wer"])["wer"].value == expected
    assert tertium.score(np.array(H), np.array([[each] for each in R]), ["wer"])["wer"].value == expected
    assert tertium.score(H, R, (spec for spec in ["wer"]))["wer"].value == expected
    assert len(tertium.compare({"a": H, "b": R}, R, (spec for spec in ["wer"])).tests) == 1


def test_whole_numbers_of_numpy_are_whole_numbers() -> None:
    interval = tertium.score(H, R, ["wer"], confidence=0.9, seed=np.int64(3), resamples=np.int64(100))["wer"].interval
    assert interval == tertium.score(H, R, ["wer"], confidence=0.9, seed=3, resamples=100)["wer"].interval


@pytest.mark.parametrize("spec", ["bleu", "nist", "chrf"])
def test_scores_can_be_saved_and_copied(spec: str) -> None:
    score = tertium.score(H, R, [spec])[spec]
    for other in (pickle.loads(pickle.dumps(score)), copy.deepcopy(score)):
        assert other.value == score.value
        assert other.segments.tolist() == score.segments.tolist()


def test_a_single_segment_is_no_evidence() -> None:
    comparison = tertium.compare({"a": ["a b c"], "b": ["x"]}, ["a b c"], ["wer"])
    assert comparison.test("wer", "b").p_value == 1


def test_the_level_stands_in_the_signature() -> None:
    assert "|level:0.9|" in tertium.score(H, R, ["wer"], confidence=0.9)["wer"].signature


def test_a_test_that_could_be_either_is_asked_about() -> None:
    comparison = tertium.compare({"a": H, "b": R, "c": ["x", "y"]}, R, ["wer"], pairs="all")
    with pytest.raises(KeyError, match="more than one test"):
        comparison.test("wer", "c")
    assert comparison.test("wer", "c", "b").baseline == "b"
    assert "wer: c − b" in str(comparison)
