"""Metrics that ask for the source segments get them, batch by batch, and others do not notice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
import pytest

from tertium.errors import InputError, TertiumError
from tertium.metrics import Batch, Metric, parse, score_systems
from tertium.types import Array, Matrix, References, TestSet


@dataclass(frozen=True, kw_only=True)
class LengthOfSource(Metric):
    """How much longer the hypothesis is than the source."""

    name: ClassVar[str] = "length_of_source"
    batch_size: ClassVar[int] = 2

    @property
    def needs_sources(self) -> bool:
        return True

    def prepare(self, segments: Sequence[str], threads: int = 1) -> list[int]:
        return list(map(len, segments))

    def tally(self, batch: Batch[Sequence[int]], threads: int = 1) -> Matrix:
        pairs = zip(batch.hypotheses, batch.require_sources(self.name), strict=True)
        return np.array([(ours - len(text), 1) for ours, text in pairs], dtype=float)

    def score(self, tallies: Matrix) -> Array:
        return tallies[..., 0] / np.maximum(tallies[..., 1], 1)


@dataclass(frozen=True, kw_only=True)
class EarlierMetric(LengthOfSource):
    """Its ``tally`` has the arguments of an earlier contract."""

    def tally(self, hypotheses, references, offsets, threads=1):  # type: ignore[no-untyped-def, override]
        return np.zeros((len(hypotheses), 2))


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


def test_a_metric_of_an_earlier_contract_is_refused() -> None:
    with pytest.raises(TertiumError, match=r"has a method tally\(hypotheses, .*with \(batch, threads=1\)\. See docs/"):
        score_systems(make(["x", "", "zz"]), {"length": EarlierMetric()})
