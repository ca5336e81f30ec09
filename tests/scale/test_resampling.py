"""Intervals and tests from sums of blocks: drawn by units alone, and as wide as those from segments."""

from __future__ import annotations

import numpy as np
import pyarrow as pa
import pytest

import tertium
from tertium.errors import InputError, SpecError
from tertium.scale import ScoringWork, finish, finish_comparison, tally
from tertium.stats.resampling import Resampling
from tests.scale.rows_of_text import cut, make_sample, read, read_references

RESAMPLING = Resampling(0.95, 2000, 7)


def make_many(copies: int) -> pa.Table:
    """The sample many times, each copy with words of its own, so that its segments are independent of the others."""
    draw = np.random.default_rng(5)
    rows = []
    for copy in range(copies):
        noise = draw.integers(0, 2, size=14)
        for row in make_sample().to_pylist():
            extra = f" word{copy} and another{copy}"
            other = extra if noise[row["segment"]] or row["system"] == "careful" else " something else"
            rows.append(
                row
                | {
                    "segment": row["segment"] + 14 * copy,
                    "hypothesis": row["hypothesis"] + other,
                    "reference": [each + extra for each in row["reference"]],
                }
            )
    return pa.Table.from_pylist(rows)


MANY = make_many(60)


def sum_up(table: pa.Table, work: ScoringWork, sizes: list[int] | None = None) -> pa.Table:
    return pa.Table.from_batches(batch for each in cut(table, sizes or []) for batch in tally(each, work))


def test_intervals_are_those_of_a_bootstrap_of_segments() -> None:
    work = ScoringWork(metrics=["bleu", "chrf", "ter"], by=["system"], blocks=1024)
    found = finish(sum_up(MANY, work), work, RESAMPLING)
    for system in ("careful", "literal"):
        part = MANY.filter(pa.array([each == system for each in MANY["system"].to_pylist()]))
        hypotheses, references = part["hypothesis"].to_pylist(), part["reference"].to_pylist()
        expected = tertium.score(hypotheses, references, work.metrics, confidence=0.95, resamples=2000, seed=3)
        for spec, score in expected.items():
            ours, theirs = found[system][spec].interval, score.interval
            assert ours is not None
            assert theirs is not None
            assert found[system][spec].value == score.value
            assert (ours.high - ours.low) / (theirs.high - theirs.low) == pytest.approx(1, abs=0.15)
            assert found[system][spec].signature.endswith("|resamples:2000|seed:7|blocks:1024|unit:references")


def test_blocks_do_not_depend_on_the_order_of_rows_or_batches() -> None:
    work = ScoringWork(metrics=["bleu"], by=["system"], blocks=64)
    order = np.random.default_rng(1).permutation(MANY.num_rows)
    first = finish(sum_up(MANY, work), work, RESAMPLING)
    second = finish(sum_up(MANY.take(pa.array(order)), work, [100, 7, 800]), work, RESAMPLING)
    assert first.to_dict() == second.to_dict()


def test_systems_are_compared_on_the_same_blocks() -> None:
    by_text = ScoringWork(metrics=["bleu", "chrf"], by=["system"], blocks=1024, seed=1)
    by_unit = ScoringWork(metrics=["bleu", "chrf"], by=["system"], blocks=1024, seed=1, unit="segment")
    parts = {
        system: MANY.filter(pa.array([each == system for each in MANY["system"].to_pylist()]))
        for system in ("careful", "literal", "neural")
    }
    local = tertium.compare(
        {system: part["hypothesis"].to_pylist() for system, part in parts.items()},
        parts["careful"]["reference"].to_pylist(),
        by_text.metrics,
        pairs="all",
        seed=1,
    )
    for work in (by_text, by_unit):
        found = finish_comparison(sum_up(MANY, work, [500]), work, pairs="all")
        for test in found.tests:
            expected = local.test(test.metric, test.system, test.baseline)
            assert test.difference == pytest.approx(expected.difference, abs=1e-12)
            assert test.better == expected.better
            assert test.high - test.low == pytest.approx(expected.high - expected.low, rel=0.2)
        assert found.groups == local.groups


def test_systems_on_other_segments_are_not_compared() -> None:
    work = ScoringWork(metrics=["bleu"], by=["system"], blocks=128)
    with pytest.raises(InputError, match=r"'literal' has 840 segments, and they are not those of 'careful'"):
        finish_comparison(sum_up(MANY.slice(1), work), work)
    single = ScoringWork(metrics=["bleu"], blocks=128)
    with pytest.raises(SpecError, match="compared by blocks"):
        finish_comparison(sum_up(MANY, single), single)


def test_copies_of_segments_make_no_interval_narrower() -> None:
    references = read_references()
    table = pa.table({"hypothesis": read("system.neural.txt") * 50, "reference": references * 50})
    work = ScoringWork(metrics=["chrf"], blocks=1024)
    interval = finish(sum_up(table, work), work, RESAMPLING).total["chrf"].interval
    once = tertium.score(read("system.neural.txt"), references, ["chrf"], confidence=0.95)["chrf"].interval
    assert interval is not None
    assert once is not None
    assert interval.high - interval.low == pytest.approx(once.high - once.low, rel=0.3)


def test_intervals_need_blocks_and_units_are_not_null() -> None:
    work = ScoringWork(metrics=["bleu"])
    with pytest.raises(SpecError, match="intervals need sums by block"):
        finish(sum_up(MANY, work), work, RESAMPLING)
    table = MANY.append_column("unit", pa.array([None, *["x"] * (MANY.num_rows - 1)]))
    with pytest.raises(InputError, match="the column 'unit' of units has nulls"):
        sum_up(table, ScoringWork(metrics=["bleu"], blocks=8, unit="unit"))
