"""The table of what a system confuses: written and read, and found in a text."""

from __future__ import annotations

import gzip
import tempfile
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium.errors import InputError
from tertium.mtness.resources.confusions import (
    LONGEST,
    START,
    Confusion,
    ConfusionTable,
    Habit,
    find_table,
)
from tests.mtness.notation import confused

WORDS = st.sampled_from(["a", "b", "c", "#", "¿", "o'donnell", "*"])
SHORT = st.lists(st.sampled_from(["a", "b", "c", "#"]), max_size=2).map(tuple)


@st.composite
def confusions(draw: st.DrawFn) -> Confusion:
    """Words with one beside them, or none."""
    old, new = draw(SHORT), draw(SHORT)
    before, after = draw(st.sampled_from([(), ("a",), (START,)])), draw(st.sampled_from([(), ("b",), (START,)]))
    replaced, replacement = (*before, *old, *after), (*before, *new, *after)
    if not replaced or replaced == replacement:
        replaced, replacement = ("a",), ("b", "#")
    count = draw(st.integers(1, 50))
    occurrences = count + draw(st.integers(0, 50))
    found = confused(replaced, replacement, count, occurrences, gain=draw(st.integers(-99, 99)) / 10)
    return replace(found, synonyms=draw(st.booleans()))


HABITS = st.dictionaries(
    st.tuples(SHORT, SHORT), st.builds(Habit, *[st.integers(0, 10_000).map(lambda each: each / 10_000)] * 2), max_size=3
)
TABLES = st.builds(ConfusionTable, st.lists(confusions(), max_size=6), HABITS, st.sampled_from(["", "ca-es"]))


@given(table=TABLES, name=st.sampled_from(["table.tsv", "table.tsv.gz"]))
def test_what_is_written_is_read_again(table: ConfusionTable, name: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, name)
        replace(table, origin="90 lines through\n mt 'a: b'").write(path)
        found = ConfusionTable.read(path)
        content = path.read_bytes()
        replace(found).write(path)
        assert path.read_bytes() == content
    assert (found.confusions, found.habits) == (table.confusions, table.habits)
    assert (found.language_pair, found.origin) == (table.language_pair, "90 lines through mt 'a: b'")
    assert found.version == table.version


def test_the_file_is_compressed_by_its_name_and_always_the_same(tmp_path: Path) -> None:
    table = ConfusionTable([confused(("a",), ("b",), 3, 4)])
    for name in ("one.tsv", "one.tsv.gz", "two.tsv.gz"):
        table.write(tmp_path / name)
    assert (tmp_path / "one.tsv").read_bytes().startswith(b"# tertium confusions 1\n")
    packed = (tmp_path / "one.tsv.gz").read_bytes()
    assert gzip.decompress(packed) == (tmp_path / "one.tsv").read_bytes()
    assert packed == (tmp_path / "two.tsv.gz").read_bytes()


def test_the_version_is_that_of_the_content() -> None:
    one = ConfusionTable([confused(("a",), ("b",), 3, 4)], language_pair="ca-es", origin="here")
    assert one.version.startswith("ca-es sha256:")
    assert replace(one, origin="there").version == one.version
    others = [
        replace(one, confusions=[]),
        replace(one, confusions=[confused(("a",), ("b",), 3, 5)]),
        replace(one, confusions=[replace(one.confusions[0], synonyms=True)]),
        replace(one, habits={(("a",), ("b",)): Habit(0.5, 0.25)}),
        replace(one, language_pair=""),
    ]
    assert len({each.version for each in (one, *others)}) == 6
    assert ConfusionTable([]).version.startswith("confusions sha256:")


HEAD = "# tertium confusions 1\n# pair: ca-es\n# origin: here\n"
COLUMNS = "replaced\treplacement\tcount\toccurrences\tgain\tsynonyms\n"
HABIT_COLUMNS = "replaced\treplacement\texpected\tshare\n"
DAMAGED = {
    "row before the columns": ("a\tb\t3\t4\t0.5\t\n", 4),
    "too few cells": (f"{COLUMNS}a\tb\t3\t4\t0.5\n", 5),
    "too many cells": (f"{COLUMNS}a\tb\t3\t4\t0.5\t\t\n", 5),
    "blank line": (f"{COLUMNS}a\tb\t3\t4\t0.5\t\n\n", 6),
    "no number": (f"{COLUMNS}a\tb\tthree\t4\t0.5\t\n", 5),
    "half a number": (f"{COLUMNS}a\tb\t3.5\t4\t0.5\t\n", 5),
    "no gain": (f"{COLUMNS}a\tb\t3\t4\tnan\t\n", 5),
    "endless gain": (f"{COLUMNS}a\tb\t3\t4\tinf\t\n", 5),
    "too often": (f"{COLUMNS}a\tb\t5\t4\t0.5\t\n", 5),
    "never": (f"{COLUMNS}a\tb\t0\t4\t0.5\t\n", 5),
    "too large": (f"{COLUMNS}a\tb\t3\t{'9' * 400}\t0.5\t\n", 5),
    "neither yes nor no": (f"{COLUMNS}a\tb\t3\t4\t0.5\tno\n", 5),
    "nothing is replaced": (f"{COLUMNS}\tb\t3\t4\t0.5\t\n", 5),
    "no change": (f"{COLUMNS}a b\ta b\t3\t4\t0.5\t\n", 5),
    "habit": (f"{COLUMNS}{HABIT_COLUMNS}a\tb\t0.5\n", 6),
    "habit of no number": (f"{COLUMNS}{HABIT_COLUMNS}a\tb\t0.5\tx\n", 6),
    "habit beyond all": (f"{COLUMNS}{HABIT_COLUMNS}a\tb\t0.5\t1.5\n", 6),
    "habit of nan": (f"{COLUMNS}{HABIT_COLUMNS}a\tb\tnan\t0.5\n", 6),
    "remark too late": (f"{COLUMNS}# pair: ca-es\n", 5),
}


@pytest.mark.parametrize("name", DAMAGED)
def test_a_damaged_row_is_named(name: str, tmp_path: Path) -> None:
    content, line = DAMAGED[name]
    path = tmp_path / "table.tsv"
    path.write_text(HEAD + content, encoding="utf-8")
    with pytest.raises(InputError, match="the row is not a confusion") as caught:
        ConfusionTable.read(path)
    assert f"{path}:{line}: " in str(caught.value)
    assert str(caught.value).endswith("Learn or install it again.")


@pytest.mark.parametrize("content", [b"", b"a\tb\n", b"# tertium confusions 2\n", b"\xff\xfe", b"\x1f\x8b\x08junk"])
def test_another_file_is_refused(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "table.tsv"
    path.write_bytes(content)
    with pytest.raises(InputError, match=r"table\.tsv"):
        ConfusionTable.read(path)
    with pytest.raises(InputError, match="no such file"):
        ConfusionTable.read(tmp_path / "missing")


@given(confusion=confusions())
def test_trimming_leaves_what_changes(confusion: Confusion) -> None:
    before, after, new = confusion.trim()
    old, whole = confusion.replaced, confusion.replacement
    between = old[before : len(old) - after]
    assert (*old[:before], *new, *old[len(old) - after :]) == whole
    assert before + len(between) + after == len(old)
    if between and new:
        assert between[0] != new[0]
        assert between[-1] != new[-1]


def test_the_share_of_few_is_a_little_less() -> None:
    assert confused(("a",), ("b",), 1, 1).share == pytest.approx(1.1 / 2)
    assert confused(("a",), ("b",), 500, 1000).share == pytest.approx(0.5, abs=0.001)


def find_slowly(table: ConfusionTable, words: Sequence[str]) -> dict[tuple[int, int, tuple[str, ...]], Confusion]:
    """Each confusion at each place, with the largest share."""
    padded = (START, *words, START)
    found: dict[tuple[int, int, tuple[str, ...]], Confusion] = {}
    for each in table.confusions:
        before, after, new = each.trim()
        for first in range(len(padded) - len(each.replaced) + 1):
            stop = first + len(each.replaced)
            # In words without the marks of the ends, which are never replaced.
            place = (first + before - 1, stop - after - 1, new)
            if padded[first:stop] != each.replaced or START in new or place[0] < 0 or place[1] > len(words):
                continue
            if place not in found or each.share > found[place].share:
                found[place] = each
    return found


@given(table=TABLES, words=st.lists(WORDS, max_size=8))
def test_what_is_found_is_what_looking_at_every_place_finds(table: ConfusionTable, words: list[str]) -> None:
    found = table.find(words)
    slow = find_slowly(table, words)
    assert {place: each.share for place, each in found.items()} == {place: each.share for place, each in slow.items()}
    for (first, stop, new), each in found.items():
        assert 0 <= first <= stop <= len(words)
        after = " ".join((START, *words[:first], *new, *words[stop:], START))
        assert " ".join(each.replacement) in after
    assert all(len(each.replaced) <= LONGEST for each in found.values())


def test_words_at_the_ends() -> None:
    def find(replaced: str, replacement: str) -> list[tuple[int, int, tuple[str, ...]]]:
        confusion = confused(replaced.split(), replacement.split(), 3, 4)
        return list(ConfusionTable([confusion]).find(["a", "b", "a"]))

    assert find("a", "c") == [(0, 1, ("c",)), (2, 3, ("c",))]
    assert find("<s> a", "<s> c") == [(0, 1, ("c",))]
    assert find("a <s>", "c <s>") == [(2, 3, ("c",))]
    assert find("<s>", "<s> ¿") == [(0, 0, ("¿",))]
    assert find("<s>", "? <s>") == [(3, 3, ("?",))]
    assert find("a b", "a") == [(1, 2, ())]
    assert find("<s> a", "c") == []
    assert find("x", "y") == []


def test_the_larger_share_counts() -> None:
    rare, often = confused(("a",), ("b",), 3, 90), confused(("a", "c"), ("b", "c"), 3, 4)
    for order in ([rare, often], [often, rare]):
        table = ConfusionTable(order)
        assert table.find(["a", "c"]) == {(0, 1, ("b",)): often}
        assert table.find(["a", "d"]) == {(0, 1, ("b",)): rare}


def list_shipped() -> list[str]:
    table = find_table("ca-es")
    assert table is not None
    return sorted(path.name.removesuffix(".tsv.gz") for path in table.parent.glob("*.tsv.gz"))


@pytest.mark.parametrize("pair", list_shipped())
def test_our_own_tables_are_sound(pair: str) -> None:
    path = find_table(pair)
    assert path is not None
    table = ConfusionTable.read(path)
    assert table.language_pair == pair
    assert len(table.confusions) > 500
    assert "lines through" in table.origin
    assert all(len(each.replaced) <= LONGEST for each in table.confusions)


def test_there_is_a_table_for_catalan_and_spanish() -> None:
    assert "ca-es" in list_shipped()
    assert find_table("xx-es") is None
