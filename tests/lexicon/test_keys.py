"""Keys, and the check that keeps wrong ones from the kernel."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium.errors import TertiumError
from tertium.lexicon.keys import Keys
from tertium.lexicon.modules import check_keys
from tests.lexicon import matches

lists = st.lists(st.lists(st.integers(0, 6)))


@given(lists)
def test_words_match_that_share_a_key(rows: list[list[int]]) -> None:
    keys = Keys.from_lists(rows)
    check_keys("own", keys, len(rows))
    assert matches(keys) == {
        (one, other) for one, a in enumerate(rows) for other, b in enumerate(rows) if set(a) & set(b)
    }


def test_one_string_a_word() -> None:
    assert Keys.from_strings(["a", "b", "a"]).values.tolist() == [0, 1, 0]


def make(offsets: Any, values: Any, distances: Any = None, limit: Any = 0) -> Keys:
    return Keys(offsets, values, distances, limit)


def row(*numbers: int, kind: type = np.int64) -> Any:
    return np.array(numbers, dtype=kind)


FINE = row(3, 5, 1, kind=np.uint32)


@given(st.lists(st.lists(st.integers(0, 4), max_size=4), max_size=5))
def test_what_is_called_wrong_is_wrong(rows: list[list[int]]) -> None:
    offsets = np.cumsum([0, *map(len, rows)], dtype=np.int64)
    values = np.array([value for keys in rows for value in keys], dtype=np.uint32)
    if all(keys == sorted(set(keys)) for keys in rows):
        check_keys("mine", Keys(offsets, values), len(rows))
    else:
        first = next(place for place, keys in enumerate(rows, start=1) if keys != sorted(set(keys)))
        with pytest.raises(TertiumError, match=f"do not ascend within word {first},"):
            check_keys("mine", Keys(offsets, values), len(rows))


@pytest.mark.parametrize(
    ("keys", "problem"),
    [
        (None, "returns NoneType instead of tertium.lexicon.Keys"),
        (make([0, 2, 3], FINE), "returns offsets of type list instead of a numpy array"),
        (
            make(row(0, 2, 3, kind=np.int32), FINE),
            "offsets that are not a contiguous array of int64 but 1-dimensional int32",
        ),
        (make(row(0, 2, 3), row(3, 5, 1)), "values that are not a contiguous array of uint32 but 1-dimensional int64"),
        (make(row(0, 2, 3), np.repeat(FINE, 2)[::2]), "but 1-dimensional uint32, not contiguous"),
        (make(row(0, 2, 3), FINE.reshape(1, 3)), "but 2-dimensional uint32"),
        (make(row(0, 3), FINE), "returns 2 offsets for 2 words"),
        (make(row(1, 2, 3), FINE), "offsets that do not rise from 0 to the number of keys, 3"),
        (make(row(0, 2, 4), FINE), "offsets that do not rise"),
        (make(row(0, 4, 3), FINE), "offsets that do not rise"),
        (make(row(0, 2, 3), FINE, [0, 0, 0]), "distances of type list"),
        (make(row(0, 2, 3), FINE, row(0, 0, kind=np.uint8)), "returns 2 distances for 3 keys"),
        (make(row(0, 2, 3), FINE, limit=-1), "returns the limit -1"),
        (make(row(0, 2, 3), FINE, limit="near"), "returns the limit 'near', which is not a number from 0"),
        (make(row(0, 2, 3), FINE, limit=float("nan")), "returns the limit nan"),
        (make(row(0, 2, 3), FINE, np.array([0, -1, 0], np.float32)), "returns a distance that is negative"),
        (make(row(0, 2, 3), FINE, np.array([0, np.nan, 0], np.float32)), "returns a distance that is negative or not"),
        (make(row(0, 1, 3), row(1, 5, 3, kind=np.uint32)), "do not ascend within word 2"),
    ],
)
def test_broken_keys_are_described(keys: Any, problem: str) -> None:
    with pytest.raises(TertiumError) as caught:
        check_keys("mine", keys, 2)
    assert str(caught.value).startswith("the module 'mine' returns ")
    assert problem in str(caught.value)
    assert "docs/reference/modules.md" in str(caught.value)
