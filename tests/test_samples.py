"""Tests of the bundled sample test set."""

from __future__ import annotations

from collections import Counter
from itertools import product
from statistics import mean

import pytest

from tertium import samples
from tertium.errors import InputError

SYSTEMS = ["careful", "neural", "literal"]
JUDGES = ["judge1", "judge2"]
KINDS = ["fluency", "adequacy"]
SEGMENTS = 14
PARALLEL = [
    "source.es.txt",
    "reference.A.txt",
    "reference.B.txt",
    "documents.txt",
    *(f"system.{system}.txt" for system in SYSTEMS),
]


def rows(name: str) -> list[dict[str, str]]:
    """Read a sample table as one dictionary a row."""
    header, *lines = (line.split("\t") for line in samples.read_lines(name))
    return [dict(zip(header, line, strict=True)) for line in lines]


def test_names_are_the_data_files() -> None:
    assert samples.names() == sorted([*PARALLEL, "systems.tsv", "judgments.tsv"])


@pytest.mark.parametrize("name", PARALLEL)
def test_parallel_files_have_equal_lengths(name: str) -> None:
    assert len(samples.read_lines(name)) == SEGMENTS


@pytest.mark.parametrize("name", [*PARALLEL, "systems.tsv", "judgments.tsv"])
def test_lines_are_clean(name: str) -> None:
    raw = samples.path(name).read_bytes()
    assert raw.endswith(b"\n")
    assert b"\r" not in raw
    for line in samples.read_lines(name):
        assert line
        assert line == line.strip()
        assert "  " not in line


@pytest.mark.parametrize("name", [name for name in PARALLEL if name != "documents.txt"])
def test_segments_are_of_moderate_length(name: str) -> None:
    assert all(8 <= len(line.split()) <= 28 for line in samples.read_lines(name))


def test_documents_are_contiguous_and_short() -> None:
    documents = samples.read_lines("documents.txt")
    assert documents == sorted(documents, key=documents.index)
    assert list(Counter(documents).values()) == [5, 4, 5]


def test_systems_table() -> None:
    assert rows("systems.tsv") == [
        {"system": "careful", "kind": "post-edited"},
        {"system": "neural", "kind": "neural"},
        {"system": "literal", "kind": "rule-based"},
    ]


def test_judgments_are_complete_and_in_range() -> None:
    judgments = rows("judgments.tsv")
    assert list(judgments[0]) == ["system", "segment", "judge", "kind", "value"]
    keys = Counter((row["system"], int(row["segment"]), row["judge"], row["kind"]) for row in judgments)
    assert set(keys) == set(product(SYSTEMS, range(1, SEGMENTS + 1), JUDGES, KINDS))
    assert set(keys.values()) == {1}
    assert {row["value"] for row in judgments} <= set("12345")


def mean_judgment(system: str, *, judge: str | None = None, kind: str | None = None) -> float:
    """Average the judgments of a system, over both judges or both kinds where none is named."""
    return mean(
        int(row["value"])
        for row in rows("judgments.tsv")
        if row["system"] == system and judge in (None, row["judge"]) and kind in (None, row["kind"])
    )


@pytest.mark.parametrize("judge", [None, *JUDGES])
@pytest.mark.parametrize("kind", [None, "adequacy"])
def test_judgments_order_the_systems(judge: str | None, kind: str | None) -> None:
    careful, neural, literal = (mean_judgment(system, judge=judge, kind=kind) for system in SYSTEMS)
    assert careful > neural > literal


@pytest.mark.parametrize("judge", JUDGES)
def test_fluency_sets_only_the_literal_system_apart(judge: str) -> None:
    careful, neural, literal = (mean_judgment(system, judge=judge, kind="fluency") for system in SYSTEMS)
    assert min(careful, neural) > literal + 1
    assert abs(careful - neural) < 0.5


def test_judgments_do_not_order_the_systems_in_each_segment() -> None:
    total: Counter[tuple[str, int]] = Counter()
    adequacy: Counter[tuple[str, int]] = Counter()
    for row in rows("judgments.tsv"):
        total[row["system"], int(row["segment"])] += int(row["value"])
        if row["kind"] == "adequacy":
            adequacy[row["system"], int(row["segment"])] += int(row["value"])
    segments = range(1, SEGMENTS + 1)
    assert any(total["neural", n] > total["careful", n] for n in segments)
    assert any(adequacy["literal", n] > adequacy["neural", n] for n in segments)


def test_judges_agree_mostly_but_not_always() -> None:
    values = {(row["system"], row["segment"], row["kind"], row["judge"]): row["value"] for row in rows("judgments.tsv")}
    same = [values[*key, "judge1"] == values[*key, "judge2"] for key in {key[:3] for key in values}]
    assert 0.6 < mean(same) < 1


@pytest.mark.parametrize("name", ["nothing.txt", "", "README.md", "../errors.py", "__init__.py"])
def test_unknown_name(name: str) -> None:
    with pytest.raises(InputError) as caught:
        samples.path(name)
    assert all(known in str(caught.value) for known in samples.names())
