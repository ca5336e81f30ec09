"""Annotators made comparable."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium.errors import SpecError
from tertium.meta.judgments.judgments import Judgments
from tertium.meta.judgments.normalisation import normalise
from tertium.registry import NORMALISATIONS as METHODS

Row = tuple[str, int, str, str, float]


def make(rows: list[Row]) -> Judgments:
    system, segment, annotator, kind, value = zip(*rows, strict=True)
    return Judgments(
        system=system, segment=np.array(segment), annotator=annotator, kind=kind, value=np.array(value, dtype=float)
    )


ROWS: list[Row] = [
    ("a", 1, "x", "da", 10),
    ("a", 2, "x", "da", 30),
    ("a", 1, "y", "da", 80),
    ("a", 2, "y", "da", 90),
    ("a", 1, "y", "fluency", 4),
    ("a", 2, "y", "fluency", 5),
    ("a", 1, "y", "adequacy-z", 0.3),
]


def test_z_has_mean_zero_and_deviation_one_for_each_judge_and_kind() -> None:
    found = normalise(make(ROWS), "z")
    np.testing.assert_allclose(found.value, [-1, 1, -1, 1, -1, 1, 0.3])
    assert found.kind == make(ROWS).kind


def test_common_keeps_the_scale() -> None:
    found = normalise(make(ROWS), "common")
    raw = np.array([10, 30, 80, 90])
    np.testing.assert_allclose(found.value[:4], raw.mean() + raw.std() * np.array([-1, 1, -1, 1]))
    np.testing.assert_allclose(found.value[4:], [4, 5, 0.3])  # an annotator alone is the common one


@pytest.mark.parametrize(("method", "expected"), [("z", [0, 0, 0, 0]), ("common", [0.3, 0.3, 0.3, 0.3])])
def test_without_a_deviation_there_is_only_the_mean(method: str, expected: list[float]) -> None:
    rows: list[Row] = [(f"s{at}", 1, "x", "da", 0.1) for at in range(3)]
    found = normalise(make([*rows, ("t", 1, "y", "da", 0.9)]), method)
    np.testing.assert_allclose(found.value, expected)


def test_whole_systems_are_normalised_apart() -> None:
    found = normalise(make([("a", 0, "x", "da", 1), ("b", 0, "x", "da", 3), ("a", 1, "x", "da", 70)]), "z")
    np.testing.assert_allclose(found.value, [-1, 1, 0])


@pytest.mark.parametrize("kind", ["mqm", "rank"])
@pytest.mark.parametrize("method", METHODS)
def test_errors_and_ranks_are_refused(kind: str, method: str) -> None:
    with pytest.raises(SpecError, match=f"'{kind}' cannot be normalised") as caught:
        normalise(make([("a", 1, "x", kind, 1)]), method)
    assert caught.value.remedy


def test_an_unknown_method_lists_those_there_are() -> None:
    with pytest.raises(SpecError, match="There are: z, common"):
        normalise(make(ROWS), "mitre")


@given(st.lists(st.tuples(st.sampled_from("xyz"), st.integers(0, 100)), min_size=1, max_size=50))
def test_z_is_that_of_numpy(drawn: list[tuple[str, int]]) -> None:
    judgments = make([("a", at, annotator, "da", value) for at, (annotator, value) in enumerate(drawn, start=1)])
    found = normalise(judgments, "z")
    common = normalise(judgments, "common")
    for annotator in judgments.annotators:
        own = judgments.of_annotator(annotator).value
        expected = (own - own.mean()) / own.std() if own.std() > 1e-9 else np.zeros(len(own))
        np.testing.assert_allclose(found.of_annotator(annotator).value, expected, atol=1e-9)
        np.testing.assert_allclose(
            common.of_annotator(annotator).value, judgments.value.mean() + judgments.value.std() * expected, atol=1e-9
        )
