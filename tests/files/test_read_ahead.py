"""Items are the same and in the same order, one is taken ahead, and errors come in their place."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest

from tertium.files.read_ahead import read_ahead


def test_one_item_is_taken_ahead_and_no_more() -> None:
    taken: list[int] = []
    was_taken = threading.Event()

    def count() -> Iterator[int]:
        for number in range(5):
            taken.append(number)
            if number == 1:
                was_taken.set()
            yield number

    items = read_ahead(count())
    assert next(items) == 0
    assert was_taken.wait(10)
    assert taken == [0, 1]
    assert list(items) == [1, 2, 3, 4]


def test_an_error_is_raised_after_the_items_before_it() -> None:
    def fail() -> Iterator[int | None]:
        yield None
        raise ValueError("broken")

    items = read_ahead(fail())
    assert next(items) is None
    with pytest.raises(ValueError, match="broken"):
        next(items)


def test_whoever_stops_early_leaves_no_thread_behind() -> None:
    before = threading.active_count()
    items = read_ahead(iter(range(1000)))
    assert next(items) == 0
    items.close()  # type: ignore[attr-defined]
    assert threading.active_count() == before
