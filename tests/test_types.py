from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium.errors import InputError
from tertium.types import References, TestSet, check_segments

NESTED = st.lists(st.none() | st.text(max_size=3) | st.lists(st.none() | st.text(max_size=3), max_size=3), max_size=8)


def expected(entry: str | list[str | None] | None) -> list[str]:
    if entry is None:
        return []
    return [entry] if isinstance(entry, str) else [text for text in entry if text is not None]


@given(nested=NESTED)
def test_nested_references(nested: list[str | list[str | None] | None]) -> None:
    references = References.from_nested(nested)
    assert len(references) == len(nested)
    assert [references.of(at) for at in range(len(nested))] == [expected(entry) for entry in nested]


@given(nested=NESTED, start=st.integers(-10, 10), stop=st.integers(-10, 10))
def test_slices_of_references(nested: list[str | list[str | None] | None], start: int, stop: int) -> None:
    part = References.from_nested(nested)[start:stop]
    assert [part.of(at) for at in range(len(part))] == [expected(entry) for entry in nested[start:stop]]


@given(rows=st.lists(st.tuples(st.none() | st.text(max_size=3), st.none() | st.text(max_size=3)), min_size=1))
def test_columns_of_references(rows: list[tuple[str | None, str | None]]) -> None:
    references = References.from_columns(list(zip(*rows, strict=True)))
    assert [references.of(at) for at in range(len(rows))] == [expected(list(row)) for row in rows]


def test_one_column_of_references() -> None:
    assert References.from_columns([["a", "b"]]).flat == ["a", "b"]
    assert list(References.from_columns([["a", None]]).counts) == [1, 0]


@pytest.mark.parametrize("offsets", [[], [1, 2], [0, 1], [0, 2, 1, 2]])
def test_offsets_that_do_not_fit(offsets: list[int]) -> None:
    with pytest.raises(InputError, match="offsets"):
        References(["a", "b"], np.array(offsets, dtype=np.int64))


def test_references_are_sliced_in_steps_of_one() -> None:
    with pytest.raises(ValueError, match="steps of one"):
        References.from_nested(["a", "b"])[::2]


def test_segment_without_reference() -> None:
    References.from_nested(["a", ""]).require_one_each()
    with pytest.raises(InputError, match="segment 2 has no reference"):
        References.from_nested(["a", None]).require_one_each()
    with pytest.raises(InputError, match="2 segments have no reference, the first of them segment 12"):
        References.from_nested(["a", None, []]).require_one_each(before=10)


def test_check_segments() -> None:
    assert check_segments(["a", ""], "the hypotheses") == ["a", ""]
    assert list(check_segments((text for text in "ab"), "the hypotheses")) == ["a", "b"]  # type: ignore[arg-type]
    with pytest.raises(InputError, match="the hypotheses are one string"):
        check_segments(b"ab", "the hypotheses")  # type: ignore[arg-type]
    with pytest.raises(InputError, match="segment 2 of the sources is of type list"):
        check_segments(["a", ["b"]], "the sources")  # type: ignore[list-item]


def example() -> TestSet:
    return TestSet(
        systems={"A": ["a1", "a2", "a3"], "B": ["b1", "b2", "b3"]},
        references=References.from_nested(["r1", ["r2", "s2"], None]),
        sources=["x1", "x2", "x3"],
        documents=["d", "d", "e"],
        kinds={"A": "neural"},
    )


@pytest.mark.parametrize("size", [1, 2, 3, 4])
def test_batches_and_concatenate_are_inverse(size: int) -> None:
    whole = example()
    again = TestSet.concatenate(whole.batches(size))
    assert again.systems == whole.systems
    assert [again.references.of(at) for at in range(3)] == [["r1"], ["r2", "s2"], []]
    assert (again.sources, again.documents, again.kinds) == (whole.sources, whole.documents, whole.kinds)


def test_slice_of_a_test_set() -> None:
    part = example()[1:]
    assert part.systems == {"A": ["a2", "a3"], "B": ["b2", "b3"]}
    assert part.documents == ["d", "e"]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"systems": {}}, "no system"),
        ({"systems": {"A": ["a1"]}}, "the system 'A' has 1 segments"),
        ({"sources": ["x"]}, "the list of sources has 1 segments"),
        ({"documents": ["x"]}, "the list of documents has 1 segments"),
        ({"kinds": {"C": "human"}}, "unknown system 'C'"),
    ],
)
def test_test_sets_that_do_not_fit(change: dict[str, object], message: str) -> None:
    with pytest.raises(InputError, match=message):
        TestSet(**{**vars(example()), **change})


def test_an_empty_test_set() -> None:
    with pytest.raises(InputError, match="the test set is empty"):
        TestSet.concatenate([])
