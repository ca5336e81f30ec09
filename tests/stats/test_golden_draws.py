"""One seed draws the same on every machine; see tests/golden/make_resampling.py."""

from __future__ import annotations

import pytest

from tests.golden.make_resampling import METHODS, OUTPUT, SIZES, SPECS, draw_interval, draw_sums, draw_test, read_table


def test_the_golden_table_says_where_it_is_from() -> None:
    assert OUTPUT.read_text(encoding="utf-8").startswith("# tertium ")


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("kernel", ["bootstrap", "halves"])
def test_a_seed_draws_the_same_rows_on_every_machine(kernel: str, size: int) -> None:
    assert draw_sums(kernel, size) == read_table()[f"sums {kernel} {size}"]


@pytest.mark.parametrize("spec", SPECS)
def test_a_seed_gives_the_same_interval_on_every_machine(spec: str) -> None:
    assert draw_interval(spec) == pytest.approx(read_table()[f"interval {spec}"], rel=1e-12)


@pytest.mark.parametrize("spec", ["bleu", "ter"])
@pytest.mark.parametrize("method", METHODS)
def test_a_seed_gives_the_same_p_value_on_every_machine(method: str, spec: str) -> None:
    assert draw_test(method, spec) == pytest.approx(read_table()[f"test {method} {spec}"], rel=1e-12)
