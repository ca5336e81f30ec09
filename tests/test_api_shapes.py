"""What the API refuses: mis-shaped input is an error with a remedy, never a score."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import tertium
from tertium.errors import InputError
from tertium.types import BATCH

ALL = ["bleu", "chrf", "chrf++", "nist", "ter", "unigram", "wer"]


WRONG_SHAPES: list[tuple[Any, Any, str]] = [
    ("a string", ["a"], "the hypotheses are one string"),
    (b"bytes", ["a"], "the hypotheses are one string"),
    (["a"], "a string", "the references are one string"),
    (["a", "b"], ["a"], "has 2 segments, but there are references for 1"),
    (["a"], ["a", "b"], "has 1 segments, but there are references for 2"),
    ([], ["a"], "has 0 segments, but there are references for 1"),
    ([], [], "there is not a single segment"),
    (["a", "b"], [["a", "b"]], "nested as 1 list of 2, one list per translation"),
    (["a", "b", "c"], [["a", "b", "c"], ["a", "b", "c"]], "nested as 2 lists of 3, one list per translation"),
    (["a", "b"], ["a", None], "segment 2 has no reference"),
    (["a", "b", "c"], [None, "b", []], "2 segments have no reference, the first of them segment 1"),
    (["a"], [[]], "no references are given"),
    (["a"], [[None]], "no references are given"),
    (["a", None], ["a", "b"], "segment 2 of the hypotheses is of type NoneType"),
    (["a", 1], ["a", "b"], "segment 2 of the hypotheses is of type int"),
    ([b"a"], ["a"], "segment 1 of the hypotheses is of type bytes"),
    ([["a"]], ["a"], "segment 1 of the hypotheses is of type list"),
    (["a"], [1], "the reference of segment 1 is of type int"),
    (["a"], [b"a"], "the reference of segment 1 is of type bytes"),
    (["a"], [[b"a"]], "a reference of segment 1 is of type bytes"),
    (["a"], [[["a"]]], "a reference of segment 1 is of type list"),
    (["a", "b"], ["a", ["b", 2.0]], "a reference of segment 2 is of type float"),
    (["a"], [{"a"}], "the reference of segment 1 is of type set"),
    (["a"], [{"a": 1}], "the reference of segment 1 is of type dict"),
]


@pytest.mark.parametrize(("hypotheses", "references", "message"), WRONG_SHAPES)
def test_a_wrong_shape_is_an_error_and_never_a_score(hypotheses: Any, references: Any, message: str) -> None:
    with pytest.raises(InputError, match=message) as caught:
        tertium.score(hypotheses, references, ALL)
    assert caught.value.remedy
    with pytest.raises(InputError):
        tertium.compare({"one": hypotheses, "two": hypotheses}, references, ALL)


@pytest.mark.parametrize("unordered", [{"a", "b"}, {"a": 1, "b": 2}, frozenset({"a", "b"})])
def test_what_has_no_order_is_no_list_of_segments(unordered: Any) -> None:
    with pytest.raises(InputError):
        tertium.score(unordered, ["a", "b"], ["wer"])
    with pytest.raises(InputError):
        tertium.score(["a", "b"], unordered, ["wer"])


def test_the_length_error_names_the_system() -> None:
    with pytest.raises(InputError, match=r"the system 'two' has 1 segments, but there are references for 2"):
        tertium.compare({"one": ["a", "b"], "two": ["a"]}, ["a", "b"])


def test_documents_must_fit() -> None:
    with pytest.raises(InputError, match="the list of documents has 1 segments"):
        tertium.score(["a", "b"], ["a", "b"], ["wer"], documents=["d"])
    with pytest.raises(InputError, match="the documents are one string"):
        tertium.score(["a", "b"], ["a", "b"], ["wer"], documents="dd")
    with pytest.raises(InputError, match="segment 2 of the documents is of type NoneType"):
        tertium.score(["a", "b"], ["a", "b"], ["wer"], documents=["d", None])  # type: ignore[list-item]


@pytest.mark.parametrize("make", [list, tuple, iter, np.array])
def test_any_sequence_or_iterator_of_strings_will_do(make: Callable[[list[str]], Any]) -> None:
    hypotheses, references = ["a b", "c d"], ["a c", "c d"]
    result = tertium.score(make(hypotheses), make(references), ["wer"], documents=make(["x", "y"]))
    assert result["wer"].value == 0.25
    assert result["wer"].documents == {"x": 0.5, "y": 0}


def test_a_missing_reference_is_left_out_and_an_empty_one_counts() -> None:
    missing = tertium.score(["a"], [["a b", None]], ["ter"])["ter"]
    empty = tertium.score(["a"], [["a b", ""]], ["ter"])["ter"]
    assert missing.components["reference_length"] == 2
    assert empty.components["reference_length"] == 1
    assert "|refs:1|" in missing.signature
    assert "|refs:2|" in empty.signature


def test_ragged_references_are_counted_in_the_signature() -> None:
    result = tertium.score(["a", "b"], [["a"], ["b", "c", "d"]], ["bleu"])["bleu"]
    assert "|refs:1-3|" in result.signature


def test_a_string_and_a_list_of_one_are_the_same() -> None:
    one, other = (tertium.score(["a b"], [reference], ALL) for reference in ("a c", ["a c"]))
    assert [score.value for score in one.values()] == [score.value for score in other.values()]


@pytest.mark.parametrize("spec", ALL)
@pytest.mark.parametrize("place", [0, 5])
def test_a_lone_surrogate_is_refused_on_either_side(spec: str, place: int) -> None:
    good, bad = ["a"] * 6, ["a"] * 6
    bad[place] = "x\udcff"
    with pytest.raises(InputError, match=f"^segment {place + 1} of the hypotheses holds a lone surrogate"):
        tertium.score(bad, good, [spec])
    with pytest.raises(InputError, match=f"^a reference of segment {place + 1} holds a lone surrogate"):
        tertium.score(good, bad, [spec])


@pytest.mark.parametrize("spec", ["bleu", "chrf", "ter"])
def test_a_huge_segment_is_refused_on_either_side(spec: str) -> None:
    limit = 16 * 2**20
    huge = "é" * (limit // 2) + "x"
    with pytest.raises(InputError, match=f"^segment 2 of the hypotheses has {limit + 1} bytes; the most is {limit}"):
        tertium.score(["a", huge], ["a", "b"], [spec])
    with pytest.raises(InputError, match=f"^a reference of segment 2 has {limit + 1} bytes; the most is {limit}"):
        tertium.score(["a", "b"], ["a", huge], [spec])


def test_a_segment_of_the_largest_size_is_scored() -> None:
    largest = "a " * (8 * 2**20)
    assert tertium.score([largest], [largest], ["unigram:tokenize=none"])["unigram:tokenize=none"].value == 1


def test_an_error_beyond_the_first_batch_counts_from_the_start_of_the_corpus() -> None:
    size = BATCH + 10
    segments = ["a"] * size
    bad = [*segments[:-1], "\ud800"]
    with pytest.raises(InputError, match=f"segment {size} has no reference"):
        tertium.score(segments, [*segments[:-1], None], ["wer"])
    with pytest.raises(InputError, match=f"segment {size} of the hypotheses holds"):
        tertium.score(bad, segments, ["wer"])


def test_an_error_in_a_reference_names_its_segment_and_not_its_place_in_a_flat_list() -> None:
    with pytest.raises(InputError, match="segment 2 holds"):
        tertium.score(["a", "b"], [["a", "b", "c"], ["d", "\ud800"]], ["wer"])
