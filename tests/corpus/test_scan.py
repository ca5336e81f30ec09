"""One pass over text, against the slow way and against the index."""

from __future__ import annotations

import gzip
import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium._core import PhraseScanner
from tertium.corpus import PhraseIndex, build_index, open_index, scan
from tertium.corpus.counts import Count, Counts, CountsError
from tertium.corpus.normalisation import Normalisation
from tertium.corpus.providers import open_counts
from tertium.corpus.scan import ScanCounts
from tertium.errors import InputError, SpecError
from tests.oracle.phrase_scan import ANY, count_phrase

WORDS = st.sampled_from(["a", "b", "c", "A", "é", "e\u0301", ",", "x-y", "d'e", "*"])
LINES = st.lists(st.lists(WORDS, max_size=9), max_size=8)
PHRASES = st.lists(
    st.lists(st.sampled_from(["a", "b", "c", "É", ",", "*", "\\*", "x-y", "q"]), max_size=5), max_size=12
)


def find(
    text: str, phrases: list[str], *, wildcards: bool = True, threads: int = 1, step: int = 1
) -> list[tuple[int, int]]:
    """What the kernel finds, with so many lines at a time."""
    scanner = PhraseScanner(phrases, Normalisation().settings, wildcards, threads)
    lines = text.encode().split(b"\n")
    for start in range(0, len(lines), step):
        last = start + step >= len(lines)
        assert scanner.feed(b"\n".join(lines[start : start + step]) + (b"" if last else b"\n")) is None
    counts, on = scanner.results()
    return list(zip(counts.tolist(), on.tolist(), strict=True))


@given(LINES, PHRASES, st.integers(1, 4), st.integers(1, 9))
def test_the_kernel_counts_like_the_slow_way(
    lines: list[list[str]], phrases: list[list[str]], threads: int, step: int
) -> None:
    rules = Normalisation()
    text = "\n".join(" ".join(line) for line in lines)
    split = [rules.split(line) for line in text.split("\n")]

    def parse(phrase: list[str]) -> list[str | None]:
        # None of these words changes when it stands beside another, so each may be split alone.
        return [item for word in phrase for item in ([ANY] if word == "*" else rules.split(word.removeprefix("\\")))]

    expected = [count_phrase(split, parse(phrase)) if phrase else (-1, -1) for phrase in phrases]
    assert find(text, [" ".join(phrase) for phrase in phrases], threads=threads, step=step) == expected


@given(LINES, PHRASES)
def test_without_wildcards_a_star_is_a_star(lines: list[list[str]], phrases: list[list[str]]) -> None:
    rules = Normalisation()
    texts = [" ".join(phrase) for phrase in phrases]
    split = [rules.split(" ".join(line)) for line in lines]
    expected = [count_phrase(split, words) if (words := rules.split(text)) else (-1, -1) for text in texts]
    assert find("\n".join(" ".join(line) for line in lines), texts, wildcards=False) == expected


@given(LINES, PHRASES)
def test_scan_and_index_agree(
    tmp_path_factory: pytest.TempPathFactory, lines: list[list[str]], phrases: list[list[str]]
) -> None:
    folder = tmp_path_factory.mktemp("agree")
    text = folder / "text.txt"
    text.write_text("".join(" ".join(line) + "\n" for line in [*lines, ["a"]]), encoding="utf-8")
    build_index([text], folder / "index")
    asked = [" ".join(phrase) for phrase in phrases]
    assert ScanCounts([text]).count_many(asked) == open_index(folder / "index").count_many(asked)


def test_occurrences_overlap_and_none_goes_across_lines(tmp_path: Path) -> None:
    file = tmp_path / "text.txt"
    file.write_bytes(b"ja ja ja\r\nJA\nja\n\nfin")
    counts = ScanCounts([file]).count_many(["ja ja", "ja", "ja ja", "fin ja", "", "\ud800", "* ja"])
    assert counts[:4] == [
        Count(phrase="ja ja", count=2, lines=1),
        Count(phrase="ja", count=5, lines=3),
        Count(phrase="ja ja", count=2, lines=1),
        Count(phrase="fin ja", count=0, lines=0),
    ]
    assert counts[4] == Count(phrase="", count=None, error="the phrase has no words")
    assert "lone surrogate" in counts[5].error
    assert counts[6] == Count(phrase="* ja", count=2, lines=1)


def test_files_are_plain_or_packed_and_many(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scan, "_BLOCK", 64)
    generator = random.Random(5)
    lines = [" ".join(generator.choices("abcde", k=generator.randrange(30))) for _ in range(300)]
    (tmp_path / "one+more.txt").write_text("\n".join(lines[:100]), encoding="utf-8")
    (tmp_path / "two.gz").write_bytes(gzip.compress("\n".join(lines[100:]).encode()) + gzip.compress(b"\nlast one\n"))
    asked = ["a b", "c", "a a a", "* d e", "last one"]
    files = [tmp_path / "one+more.txt", tmp_path / "two.gz"]
    done: list[int] = []
    provider = ScanCounts(files, threads=3)
    # Nobody has counted anything yet: they are read for it.
    assert provider.size == ScanCounts(files).size
    counts = provider.count_many(asked, done.append)
    split = [line.split() for line in [*lines, "last one"]]
    expected = [count_phrase(split, [ANY if word == "*" else word for word in phrase.split()]) for phrase in asked]
    assert [(count.count, count.lines) for count in counts] == expected
    assert sum(done) == sum(len(line) + 1 for line in [*lines, "last one"]) - 1
    assert provider.size == sum(map(len, split))


def test_the_spec_opens_it(tmp_path: Path) -> None:
    for name in ("a.txt", "b.txt", "c+d.txt"):
        (tmp_path / name).write_text("Uno dos\n", encoding="utf-8")
    both = open_counts(f"scan({tmp_path / 'a.txt'}+{tmp_path / 'b.txt'})")
    assert isinstance(both, Counts)
    assert both.count_many(["uno DOS"]) == [Count(phrase="uno DOS", count=2, lines=2)]
    assert open_counts(f"scan({tmp_path / 'c+d.txt'})").count_many(["dos"]) == [Count(phrase="dos", count=1, lines=1)]
    exact = open_counts(f"scan({tmp_path / 'a.txt'})", normalisation=Normalisation(casefold=False))
    assert exact.count_many(["uno", "Uno"]) == [
        Count(phrase="uno", count=0, lines=0),
        Count(phrase="Uno", count=1, lines=1),
    ]
    cached = open_counts(f"scan({tmp_path / 'a.txt'})", cache=tmp_path / "counts.sqlite")
    assert cached.count_many(["uno"]) == cached.count_many(["uno"]) == [Count(phrase="uno", count=1, lines=1)]
    build_index([tmp_path / "a.txt"], tmp_path / "index")
    index = open_counts(f"index({tmp_path / 'index'})", cache=tmp_path / "counts.sqlite")
    assert isinstance(index, PhraseIndex)
    assert index.count_many(["uno"]) == [Count(phrase="uno", count=1, lines=1)]


def test_the_description_changes_with_the_files(tmp_path: Path) -> None:
    file = tmp_path / "text.txt"
    file.write_text("a\n", encoding="utf-8")
    provider = ScanCounts([file])
    before = provider.describe()
    provider.count_many(["a"])
    assert provider.size == 1
    file.write_text("a a\n", encoding="utf-8")
    assert provider.describe() != before
    assert provider.size == 2
    file.write_bytes(b"\xff\n")
    assert provider.size is None
    assert ScanCounts([file], Normalisation("ca")).describe() != provider.describe()


def test_what_cannot_be_read_has_no_counts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    good = tmp_path / "good.txt"
    good.write_text("a\n" * 3, encoding="utf-8")
    (tmp_path / "latin.txt").write_bytes(b"a\nb\ncaf\xe9\nd\n")
    (tmp_path / "cut.gz").write_bytes(gzip.compress(b"a\n" * 9000)[:-12])
    for name, message in (("latin.txt", r"latin\.txt:3: .*not valid UTF-8"), ("cut.gz", "truncated")):
        with pytest.raises(CountsError, match=message) as caught:
            ScanCounts([good, tmp_path / name]).count_many(["a", "b"])
        assert [count.phrase for count in caught.value.partial] == ["a", "b"]
        assert all(count.count is None for count in caught.value.partial)
    monkeypatch.setattr(scan, "_BLOCK", 10)
    monkeypatch.setattr(scan, "_LONGEST_LINE", 100)
    good.write_bytes(b"x" * 2000)
    with pytest.raises(CountsError, match="a line has more than 64 MB"):
        ScanCounts([good]).count_many(["a"])
    with pytest.raises(InputError, match="no such file"):
        ScanCounts([tmp_path / "missing.txt"])
    with pytest.raises(SpecError, match="at least one file"):
        ScanCounts([])
