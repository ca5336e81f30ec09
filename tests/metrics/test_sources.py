"""Metrics that ask for the source segments get them, batch by batch, and others do not notice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
import pytest

from tertium.errors import InputError
from tertium.metrics import Metric, parse, score_systems
from tertium.types import Array, Matrix, Offsets, References, TestSet


@dataclass(frozen=True, kw_only=True)
class LengthOfSource(Metric):
    """How much longer the hypothesis is than the source."""

    name: ClassVar[str] = "length_of_source"
    batch: ClassVar[int] = 2

    @property
    def needs_sources(self) -> bool:
        return True

    def prepare(self, segments: Sequence[str], threads: int = 1) -> list[int]:
        return list(map(len, segments))

    def tally(self, hypotheses: Sequence[int], references: object, offsets: Offsets, threads: int = 1) -> Matrix:
        raise AssertionError("it has no sources")

    def tally_with_sources(
        self, hypotheses: Sequence[int], references: object, offsets: Offsets, sources: Sequence[str], threads: int = 1
    ) -> Matrix:
        return np.array([(ours - len(text), 1) for ours, text in zip(hypotheses, sources, strict=True)], dtype=float)

    def score(self, tallies: Matrix) -> Array:
        return tallies[..., 0] / np.maximum(tallies[..., 1], 1)


def make(sources: list[str] | None) -> TestSet:
    references = References.from_nested(["a", "b", "c"])
    return TestSet(systems={"one": ["a", "bb", "ccc"], "two": ["", "", ""]}, references=references, sources=sources)


def test_sources_reach_who_asks() -> None:
    found = score_systems(make(["x", "", "zz"]), {"length": LengthOfSource(), "chrf": parse("chrf")})
    assert found["one"]["length"].segments.tolist() == [0, 2, 1]
    assert found["two"]["length"].value == -1


def test_missing_sources_are_refused_before_any_work() -> None:
    with pytest.raises(InputError, match="length needs the source segments, and they are not known"):
        score_systems(make(None), {"length": LengthOfSource()})
