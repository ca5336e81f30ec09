"""Contracts: what keeps one, and how each violation is called."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Protocol

import numpy as np
import pytest

from tertium import registry
from tertium.contracts import find_breach, find_breach_of_class, get_return_type
from tertium.metrics import Metric
from tertium.metrics.wer import Wer


class Counting(Protocol):
    unit: str

    @property
    def size(self) -> int | None: ...

    @property
    def versions(self) -> Mapping[str, str]: ...

    def count(self, words: list[str], limit: int = 3, *, exact: bool, fold: bool = False) -> list[int]: ...


class Good:
    unit, size, versions = "word", None, {}

    def count(self, words, limit=3, *, exact, fold=False, more=None):
        return []


def changed(**members: Any) -> object:
    return type("Changed", (Good,), members)()


@pytest.mark.parametrize(
    ("thing", "breach"),
    [
        (Good(), ""),
        (changed(size=3), ""),
        (changed(count=lambda self, *arguments, **options: []), ""),
        (changed(unit=3), "has an attribute unit that is of type int, not str"),
        (changed(size="3"), "has an attribute size that is of type str, not int"),
        (changed(versions=None), "has an attribute versions that is of type NoneType, not Mapping"),
        (changed(count=3), "has a method count that cannot be called with (words, limit=3, *, exact, fold=False)"),
        (
            changed(count=lambda self, words, limit, *, exact, fold=False: []),
            "has a method count that cannot be called with (words, limit=3, *, exact, fold=False)",
        ),
        (
            changed(count=lambda self, words, limit=3, *, exact: []),
            "has a method count that cannot be called with (words, limit=3, *, exact, fold=False)",
        ),
        (object(), "has no unit"),
        (type("Unsized", (), {"unit": "word"})(), "has no size"),
        (
            type("Countless", (), {"unit": "word", "size": 1, "versions": {}})(),
            "has no count(words, limit=3, *, exact, fold=False)",
        ),
    ],
)
def test_the_members_of_a_protocol(thing: object, breach: str) -> None:
    assert find_breach(thing, Counting) == breach


@pytest.mark.parametrize(
    ("thing", "hint", "breach"),
    [
        ("a", str, ""),
        ([1], list[str], ""),  # only the list is looked at
        ((1,), list[str], "is of type tuple, not list"),
        (iter([]), Iterator[str], ""),
        ([], Iterator[str], "is of type list, not Iterator"),
        (np.zeros(2), np.ndarray[Any, Any], ""),
        ((Good(), None), tuple[Counting, str | None], ""),
        ((Good(), 3), tuple[Counting, str | None], "is of type int, not str"),
        ((None, None), tuple[Counting, str | None], "has no unit"),
        (Good(), tuple[Counting, str | None], "is not a tuple of 2"),
        (3, Any, ""),
        (3, object, ""),
    ],
)
def test_type_hints(thing: object, hint: Any, breach: str) -> None:
    assert find_breach(thing, hint) == breach


def test_what_cannot_say_its_arguments_is_believed() -> None:
    class Call(Protocol):
        def __call__(self, one: int) -> int: ...

    assert find_breach(max, Call) == ""
    assert find_breach(3, Call) == "cannot be called with (one)"
    assert find_breach(lambda: 3, Call) == "cannot be called with (one)"
    assert get_return_type(type("Untold", (), {"__call__": lambda self: None})) is object


def test_classes() -> None:
    class NoDataclass(Wer):
        name: ClassVar[str] = "other"

    @dataclass(frozen=True, kw_only=True)
    class Half(Metric):
        name: ClassVar[str] = "half"

        def prepare(self, segments, threads=1): ...

    assert find_breach_of_class(Wer, Metric) == ""
    assert find_breach_of_class(NoDataclass, Metric) == "is not a dataclass"
    assert find_breach_of_class(Half, Metric) == "has no score and no tally"
    for wrong in (Wer(), str, print):
        assert (
            find_breach_of_class(wrong, Metric, "tertium.metrics.Metric")
            == "is not a class derived from tertium.metrics.Metric"
        )


@pytest.mark.parametrize("kind", registry.PLUGINS)
def test_what_tertium_has_itself_keeps_the_contracts(kind: str) -> None:
    module, name = registry.PLUGINS[kind].contract.split(":")
    contract = getattr(__import__(module, fromlist=[name]), name)
    table = registry.PLUGINS[kind].table
    for entry in table:
        found = registry.load(table, entry, kind)
        assert (find_breach_of_class if isinstance(found, type) else find_breach)(found, contract) == "", entry
    if kind == "layout":
        from tertium.meta.judgments.layouts import metrics_eval_folder

        assert find_breach(metrics_eval_folder, contract) == ""
    elif kind != "metric":
        assert get_return_type(contract) is not object
