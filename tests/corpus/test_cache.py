"""The cache of counts: what is asked again, what is not, and what happens to it."""

from __future__ import annotations

import multiprocessing
import os
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Mapping, Sequence
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium.corpus.cache import CachedCounts, find_cache
from tertium.corpus.counts import Count, Counts, CountsError
from tertium.errors import InputError, SpecError
from tertium.files.user_folders import CACHE_VARIABLE
from tests.corpus.servers import Time


class Provider:
    """Counts the letters of phrases, and keeps a list of what it was asked."""

    name = "letters"
    size = 26

    def __init__(self, version: str = "1") -> None:
        self.asked: list[list[str]] = []
        self.version = version
        self.fails_at: str | None = None

    def describe(self) -> Mapping[str, str]:
        return {"provider": self.name, "version": self.version}

    def count_many(self, phrases: Sequence[str]) -> list[Count]:
        self.asked.append(list(phrases))
        counts = [
            Count(phrase=phrase, count=None, error="refused")
            if phrase.startswith("bad")
            else Count(phrase=phrase, count=len(phrase), lines=1)
            for phrase in phrases
        ]
        if self.fails_at in phrases:
            place = phrases.index(self.fails_at)
            rest = [Count(phrase=phrase, count=None, error="not asked") for phrase in phrases[place:]]
            raise CountsError("the provider is gone", partial=counts[:place] + rest, remedy="Wait")
        return counts


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "folder" / "counts.sqlite"


def test_a_phrase_is_asked_once(path: Path) -> None:
    provider = Provider()
    cached: Counts = CachedCounts(provider, path)
    phrases = ["ab", "c", "ab", "año"]
    expected = [Count(phrase=phrase, count=len(phrase), lines=1) for phrase in phrases]
    assert cached.count_many(phrases) == expected
    assert CachedCounts(provider, path).count_many(phrases[::-1]) == expected[::-1]
    assert provider.asked == [["ab", "c", "año"]]
    assert (cached.name, cached.size, cached.describe()) == ("letters", 26, provider.describe())
    assert cached.count_many([]) == []


def test_estimates_and_unknown_lines_are_kept_as_they_are(path: Path) -> None:
    class Estimates(Provider):
        def count_many(self, phrases: Sequence[str]) -> list[Count]:
            return [Count(phrase=phrase, count=3, lines=None, approximate=True) for phrase in phrases]

    first = CachedCounts(Estimates(), path).count_many(["a"])
    provider = Provider()
    assert (
        CachedCounts(provider, path).count_many(["a"])
        == first
        == [Count(phrase="a", count=3, lines=None, approximate=True)]
    )
    assert provider.asked == []


def test_another_provider_is_asked_itself(path: Path) -> None:
    CachedCounts(Provider("1"), path).count_many(["a"])
    other = Provider("2")
    CachedCounts(other, path).count_many(["a"])
    assert other.asked == [["a"]]


def test_failures_are_not_kept(path: Path) -> None:
    provider = Provider()
    cached = CachedCounts(provider, path)
    assert [count.error for count in cached.count_many(["bad a", "b"])] == ["refused", ""]
    cached.count_many(["bad a", "b", "\ud800"])
    assert provider.asked == [["bad a", "b"], ["bad a", "\ud800"]]


def test_what_was_counted_before_a_failure_is_kept(path: Path) -> None:
    provider = Provider()
    cached = CachedCounts(provider, path, batch=3)
    cached.count_many(["z"])
    phrases = [*"abcdefgh", "z"]
    provider.fails_at = "e"
    with pytest.raises(CountsError, match=r"the provider is gone\. Wait\.") as caught:
        cached.count_many(phrases)
    assert [count.phrase for count in caught.value.partial] == phrases
    assert [count.count for count in caught.value.partial] == [1, 1, 1, 1, None, None, None, None, 1]
    provider.fails_at = None
    provider.asked.clear()
    assert all(count.count == 1 for count in cached.count_many(phrases))
    assert provider.asked == [["e", "f", "g"], ["h"]]


def test_one_pass_is_not_cut_into_batches(path: Path) -> None:
    provider = Provider()
    CachedCounts(provider, path, batch=None).count_many([str(number) for number in range(1000)])
    assert len(provider.asked) == 1


def test_progress_is_in_phrases(path: Path) -> None:
    done: list[int] = []
    cached = CachedCounts(Provider(), path, batch=4)
    cached.count_many(["a", "b"])
    cached.count_many([*"abcdefgh", "a"], done.append)
    assert done == [2, 4, 2]


def test_what_is_too_old_is_asked_again(path: Path) -> None:
    clock, provider = Time(), Provider()
    cached = CachedCounts(provider, path, max_age=60, now=clock)
    cached.count_many(["a"])
    clock.now += 59
    cached.count_many(["a"])
    assert len(provider.asked) == 1
    clock.now += 2
    cached.count_many(["a"])
    assert len(provider.asked) == 2
    cached.count_many(["a"])
    assert len(provider.asked) == 2
    with pytest.raises(SpecError, match="the maximum age is"):
        CachedCounts(provider, path, max_age=-1)


@pytest.mark.parametrize("damage", ["text", "empty header", "cut", "value", "table"])
def test_a_damaged_file_is_named_with_what_to_do(path: Path, damage: str) -> None:
    cached = CachedCounts(Provider(), path)
    cached.count_many([f"word {number}" for number in range(2000)])
    if damage == "value":
        with sqlite3.connect(path) as connection:
            connection.execute("UPDATE counts SET count = count + 1")
        connection.close()
    elif damage == "table":
        with sqlite3.connect(path) as connection:
            connection.execute("ALTER TABLE counts RENAME COLUMN count TO amount")
        connection.close()
    else:
        content = path.read_bytes()
        changed = {"text": b"what? " * 500, "empty header": bytes(100) + content[100:], "cut": content[:9000]}
        path.write_bytes(changed[damage])
    with pytest.raises(InputError, match=r"counts\.sqlite: the cache of counts is damaged .*delete the file"):
        CachedCounts(Provider(), path).count_many(["word 7", "word 1999"])


@given(st.integers(0, 10_000), st.integers(1, 255))
def test_a_flipped_byte_is_never_a_wrong_count(
    tmp_path_factory: pytest.TempPathFactory, place: int, change: int
) -> None:
    path = tmp_path_factory.mktemp("flip") / "counts.sqlite"
    phrases = [f"word {number}" for number in range(60)]
    CachedCounts(Provider(), path).count_many(phrases)
    content = bytearray(path.read_bytes())
    content[place % len(content)] ^= change
    path.write_bytes(content)
    try:
        counts = CachedCounts(Provider(), path).count_many(phrases)
    except InputError:
        return
    assert counts == [Count(phrase=phrase, count=len(phrase), lines=1) for phrase in phrases]


def test_a_place_that_cannot_be_written_is_named_before_anything_is_counted(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    for place in (tmp_path / "file" / "counts.sqlite", tmp_path):
        with pytest.raises(InputError, match=r"the cache of counts cannot be used .*TERTIUM_CACHE"):
            CachedCounts(Provider(), place)


def test_a_file_that_breaks_on_the_way_does_not_cost_what_was_counted(path: Path) -> None:
    class Breaking(Provider):
        def count_many(self, phrases: Sequence[str]) -> list[Count]:
            for file in path.parent.iterdir():
                file.unlink()
            path.write_bytes(b"what? " * 500)
            return super().count_many(phrases)

    with pytest.raises(CountsError, match=r"damaged .*Give another place, or delete") as caught:
        CachedCounts(Breaking(), path).count_many(["a", "bb"])
    assert caught.value.remedy
    assert [count.count for count in caught.value.partial] == [1, 2]


def test_threads_share_it(path: Path) -> None:
    cached = CachedCounts(Provider(), path, batch=7)
    phrases = [f"w{number}" for number in range(100)]
    results: list[list[Count]] = []
    threads = [threading.Thread(target=lambda: results.append(cached.count_many(phrases))) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == [[Count(phrase=phrase, count=len(phrase), lines=1) for phrase in phrases]] * 6


def _count_some(path: Path, start: int) -> bool:
    phrases = [f"w{number}" for number in range(start, start + 150)]
    return CachedCounts(Provider(), path, batch=5).count_many(phrases) == [
        Count(phrase=p, count=len(p), lines=1) for p in phrases
    ]


def test_processes_share_it(path: Path) -> None:
    with multiprocessing.get_context("spawn").Pool(3) as pool:
        assert all(pool.starmap(_count_some, [(path, start) for start in (0, 50, 100)]))
    provider = Provider()
    CachedCounts(provider, path).count_many([f"w{number}" for number in range(250)])
    assert provider.asked == []


KILLED = """
import sys
from pathlib import Path
from tests.corpus.test_cache import Provider
from tertium.corpus.cache import CachedCounts
cached = CachedCounts(Provider(), Path(sys.argv[1]))
for number in range(10**6):
    cached.count_many([f"w{number}"])
    print(number, flush=True)
"""


def test_a_killed_process_loses_nothing_that_it_had_answered(path: Path) -> None:
    root = Path(__file__).parents[2]
    with subprocess.Popen(
        [sys.executable, "-c", KILLED, str(path)],
        cwd=root,
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(root), *filter(None, [os.environ.get("PYTHONPATH")])])},
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        for _ in range(25):
            answered = int(process.stdout.readline())
        process.kill()
    provider = Provider()
    CachedCounts(provider, path).count_many([f"w{number}" for number in range(answered + 1)])
    assert provider.asked == []


def test_the_usual_place_follows_the_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(CACHE_VARIABLE, str(tmp_path))
    assert find_cache().parent == tmp_path
    CachedCounts(Provider()).count_many(["a"])
    assert find_cache().exists()
    monkeypatch.delenv(CACHE_VARIABLE)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    assert find_cache().parent == tmp_path / "xdg" / "tertium"
    monkeypatch.setenv("XDG_CACHE_HOME", "relative")
    assert find_cache().is_absolute()


def test_a_database_of_something_else_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "user.db"
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE mine (x)")
        connection.commit()
    before = path.read_bytes()
    with pytest.raises(InputError, match="the file is a database, but not a cache of counts"):
        CachedCounts(Provider(), path)
    assert path.read_bytes() == before
    assert [each.name for each in tmp_path.iterdir()] == ["user.db"]
