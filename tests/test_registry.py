"""The tables of names: everything in them exists, and nothing is imported before it is used."""

from __future__ import annotations

import pytest

from tertium import registry
from tertium.errors import SpecError
from tertium.metrics.metric import Metric


@pytest.mark.parametrize("name", registry.METRICS)
def test_every_metric_is_there_under_its_own_name(name: str) -> None:
    metric = registry.load(registry.METRICS, name, "metric")
    assert issubclass(metric, Metric)
    assert metric.name == name


@pytest.mark.parametrize("name", registry.TOKENIZERS)
def test_every_tokenizer_has_a_maker(name: str) -> None:
    assert callable(registry.load(registry.TOKENIZERS, name, "tokenizer"))


@pytest.mark.parametrize(
    "table", ["SYSTEM_TESTS", "METRIC_TESTS", "COEFFICIENTS", "TRAINERS", "COUNTS", "PARSERS", "FORMATS", "MODULES"]
)
def test_everything_else_in_the_tables_is_there(table: str) -> None:
    names = getattr(registry, table)
    assert all(callable(registry.load(names, name, "thing")) for name in names)


def test_an_unknown_name_lists_the_known_ones_in_their_order() -> None:
    with pytest.raises(SpecError) as caught:
        registry.load({"one": "a:b", "two": "c:d"}, "three", "number")
    assert str(caught.value) == "there is no number 'three'. There are: one, two."


def test_a_near_miss_is_guessed() -> None:
    assert str(registry.unknown("metric", "bleau", ["chrf", "bleu"])) == (
        "there is no metric 'bleau'. Did you mean 'bleu'? There are: chrf, bleu."
    )
