"""The tables of names: everything in them exists, and nothing is imported before it is used."""

from __future__ import annotations

from pathlib import Path

import pytest

import tertium
from tertium import registry
from tertium.errors import SpecError, TertiumError
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
    "table",
    ["SYSTEM_TESTS", "METRIC_TESTS", "COEFFICIENTS", "CONTROLS", "TRAINERS", "COUNTS", "PARSERS", "FORMATS", "MODULES"],
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


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An installed package with a metric, a tokenizer and a broken parser."""
    folder = tmp_path / "toy-1.0.dist-info"
    folder.mkdir()
    (folder / "METADATA").write_text("Metadata-Version: 2.1\nName: toy\nVersion: 1.0\n", encoding="utf-8")
    (folder / "entry_points.txt").write_text(
        "[tertium.metrics]\nexactness = toy_plugin:Exactness\n"
        "[tertium.tokenizers]\nletters = toy_plugin:make\n"
        "[tertium.parsers]\nbroken = toy_plugin:nowhere\n",
        encoding="utf-8",
    )
    (tmp_path / "toy_plugin.py").write_text(
        "from dataclasses import dataclass\n"
        "from typing import ClassVar\n"
        "from tertium.metrics.wer import Wer\n"
        "from tertium.text.tokenizers import get_tokenizer\n"
        "@dataclass(frozen=True, kw_only=True)\n"
        "class Exactness(Wer):\n"
        "    name: ClassVar[str] = 'exactness'\n"
        "def make(name):\n"
        "    return get_tokenizer('char')\n",
        encoding="utf-8",
    )
    monkeypatch.syspath_prepend(tmp_path)
    return tmp_path


@pytest.mark.usefixtures("package")
def test_other_packages_add_metrics_and_tokenizers_by_entry_point() -> None:
    result = tertium.score(["a b"], ["a c"], ["exactness", "wer:tokenize=letters"])
    assert result["exactness"].value == 0.5
    assert result["exactness"].signature.startswith("exactness:tokenize=none")
    assert result["wer:tokenize=letters"].value == pytest.approx(0.5)
    assert "exactness" in registry.list_names(registry.METRICS, "metric")


@pytest.mark.usefixtures("package")
def test_a_plugin_that_cannot_be_imported_names_its_package() -> None:
    with pytest.raises(TertiumError, match="the parser 'broken' of the package 'toy' cannot be imported"):
        tertium.score(["a"], ["a"], ["hwcm:parser=broken"])


@pytest.mark.usefixtures("package")
def test_an_unknown_name_lists_plugins_too() -> None:
    with pytest.raises(SpecError, match="Did you mean 'exactness'"):
        tertium.score(["a"], ["a"], ["exactnes"])
