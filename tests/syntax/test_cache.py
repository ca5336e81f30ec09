"""Parses on disk: each text parsed once, many processes and threads, sudden death, broken and forbidden files.

The parser here is a stand-in that makes a tree of the text's length, so that it is quick and its calls can be counted.
"""

from __future__ import annotations

import os
import random
import sqlite3
import subprocess
import sys
import threading
import time
import warnings
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium.errors import InputError, TertiumWarning, TextError
from tertium.files import database
from tertium.progress import Progress
from tertium.syntax import cache
from tertium.syntax.cache import CachedParser, ParseStore, clear_cache, find_cache, get_cached_parser
from tertium.syntax.trees import Parse

IS_ROOT = getattr(os, "geteuid", lambda: -1)() == 0


class Counting:
    """A stand-in for a parser, which remembers what it was asked."""

    def __init__(self, version: str = "counting 1") -> None:
        self.version = version
        self.asked: list[str] = []

    def parse(self, segments: Sequence[str], progress: Progress | None = None) -> list[Parse]:
        self.asked += segments
        return [Parse(f"(X {self.version} {len(segment)})", f"1\t{segment}\n") for segment in segments]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "deep" / "folder" / "parses.sqlite"


def test_each_text_is_parsed_once_whatever_the_order(path: Path) -> None:
    parser = Counting()
    cached = CachedParser(parser, path)
    references = [f"reference {number}" for number in range(50)]
    expected = Counting().parse(references)
    for system in range(3):
        cached.parse([f"system {system} says {number % 10}" for number in range(50)])
        order = random.Random(system).sample(range(50), 50)
        assert cached.parse([references[place] for place in order]) == [expected[place] for place in order]
    assert len(parser.asked) == len(set(parser.asked)) == 50 + 3 * 10


def test_another_process_finds_what_was_parsed(path: Path) -> None:
    texts = ["a", "b\0c", "", "д 😀", "a" * 100_000]
    before = CachedParser(Counting(), path).parse(texts)
    parser = Counting()
    assert CachedParser(parser, path).parse(texts[::-1]) == before[::-1]
    assert parser.asked == []


def test_another_version_is_another_parser(path: Path) -> None:
    CachedParser(Counting("one"), path).parse(["a"])
    parser = Counting("two")
    assert CachedParser(parser, path).parse(["a"]) == [Parse("(X two 1)", "1\ta\n")]
    assert parser.asked == ["a"]


def test_version_and_text_do_not_run_into_each_other(path: Path) -> None:
    store = ParseStore(path)
    store.save("parser 1", {"2 text": Parse("one")})
    assert store.load("parser 12", [" text", "text"]) == {}
    assert store.load("parser", [" 12 text", "1 2 text"]) == {}


def test_memory_is_asked_before_the_disk(path: Path) -> None:
    cached = CachedParser(Counting(), path)
    before = cached.parse(["a", "b"])
    path.unlink()
    assert cached.parse(["b", "a"]) == before[::-1]


def test_memory_has_an_end_and_the_disk_still_knows(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "_MOST_IN_MEMORY", 10)
    parser = Counting()
    cached = CachedParser(parser, path)
    texts = [str(number) for number in range(35)]
    for text in texts + texts:
        cached.parse([text])
    assert parser.asked == texts
    assert cached.parse(texts) == Counting().parse(texts)


def test_progress_counts_each_segment_once(path: Path) -> None:
    CachedParser(Counting(), path).parse(["a", "b"])
    done: list[int] = []
    CachedParser(Counting(), path).parse(["a", "c", "c", "a", "d", "b"] * 400, done.append)
    assert sum(done) == 2400


def test_what_is_no_text_is_refused_by_its_place(path: Path) -> None:
    with pytest.raises(TextError, match="segment 3 holds a lone surrogate"):
        CachedParser(Counting(), path).parse(["a", "a", "\ud800"])


@given(st.dictionaries(st.text(), st.tuples(st.text(), st.text()), max_size=8))
def test_what_comes_out_is_what_went_in(
    tmp_path_factory: pytest.TempPathFactory, parses: dict[str, tuple[str, str]]
) -> None:
    store = ParseStore(tmp_path_factory.mktemp("store") / "parses.sqlite")
    expected = {text: Parse(*parse) for text, parse in parses.items()}
    store.save("version", expected)
    assert store.load("version", [*parses, "something else", "and more"]) == expected


def test_thousands_are_found_at_once(path: Path) -> None:
    texts = [str(number) for number in range(3000)]
    CachedParser(Counting(), path).parse(texts)
    assert len(ParseStore(path).load("counting 1", texts)) == 3000


def test_the_oldest_go_where_there_is_no_more_room(path: Path) -> None:
    store = ParseStore(path, limit=400_000)
    # Random letters, which do not compress.
    noise = random.Random(1)
    for number in range(100):
        text = "".join(noise.choices("abcdefghijklmnopqrstuvwxyz", k=16_000))
        store.save("version", {str(number): Parse(text)})
    found = sorted(map(int, store.load("version", [str(number) for number in range(100)])))
    assert found == list(range(found[0], 100))
    assert 10 < len(found) < 60
    assert path.stat().st_size < 1_200_000


def test_clearing_forgets_everything(path: Path) -> None:
    store = ParseStore(path)
    store.clear()
    store.save("version", {"a": Parse("x")})
    store.clear()
    assert store.load("version", ["a"]) == {}
    store.save("version", {"a": Parse("y")})
    assert store.load("version", ["a"]) == {"a": Parse("y")}


def parse_without_cache(path: Path, texts: list[str]) -> str:
    """Parse twice where there is no cache, and return the one warning."""
    parser = Counting()
    cached = CachedParser(parser, path)
    with warnings.catch_warnings(record=True, action="always") as caught:
        assert cached.parse(texts) == Counting().parse(texts)
        assert cached.parse([*texts, "one more"]) == Counting().parse([*texts, "one more"])
    assert sorted(parser.asked) == sorted([*texts, "one more"])
    (warning,) = caught
    assert str(path) in str(warning.message)
    assert str(warning.message).endswith("Parses are not cached in this run")
    return str(warning.message)


# A parse can be made again, so damage to the cache does not stop anybody's work; it did, which helped nobody.
def test_a_broken_file_is_named_with_the_remedy(path: Path) -> None:
    path.parent.mkdir(parents=True)
    path.write_bytes(b"This is no database, whatever its name may say. " * 100)
    before = path.read_bytes()
    message = parse_without_cache(path, ["a"])
    assert "the cache of parses is damaged" in message
    assert "Delete it" in message
    assert path.read_bytes() == before
    ParseStore(path).clear()
    assert not path.exists()
    CachedParser(Counting(), path).parse(["a"])


def test_damaged_pages_are_named_too(path: Path) -> None:
    texts = [f"{number} " * 200 for number in range(400)]
    CachedParser(Counting(), path).parse(texts)
    content = bytearray(path.read_bytes())
    content[4096:] = os.urandom(len(content) - 4096)
    path.write_bytes(content)
    assert "is damaged" in parse_without_cache(path, texts)
    with pytest.raises(InputError, match="is damaged"):
        ParseStore(path).check()


@pytest.mark.parametrize("change", ["parse = x'00'", "parse = (SELECT parse FROM parses WHERE id = 2)", "key = 'text'"])
def test_a_damaged_parse_is_named_too(path: Path, change: str) -> None:
    store = ParseStore(path)
    store.save("version", {"a": Parse("x"), "b": Parse("y")})
    assert store.check() == 2
    with sqlite3.connect(path) as connection:
        connection.execute(f"UPDATE parses SET {change} WHERE id = 1")
    connection.close()
    with pytest.raises(InputError, match="a row has a wrong checksum"):
        store.check()
    if "key" not in change:
        with pytest.warns(TertiumWarning, match="a row has a wrong checksum"):
            assert store.load("version", ["a", "b"]) == {}


def test_somebody_elses_database_is_named_and_left_alone(path: Path) -> None:
    path.parent.mkdir(parents=True)
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE parses (id INTEGER PRIMARY KEY, key BLOB, parse BLOB, checksum BLOB)")
    connection.close()
    before = path.read_bytes()
    assert "the file is a database, but not a cache of parses" in parse_without_cache(path, ["a"])
    with pytest.raises(InputError, match="not a cache of parses"):
        ParseStore(path).clear()
    assert [file.read_bytes() for file in path.parent.iterdir()] == [before]


def test_parsers_share_the_file_and_its_warning(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "get_parser", lambda text, tokenised: Counting(text))
    path.parent.mkdir(parents=True)
    path.write_bytes(b"no database " * 100)
    one, other = (get_cached_parser(name, path=path) for name in ("one", "other"))
    with warnings.catch_warnings(record=True, action="always") as caught:
        assert one.parse(["a"]) != other.parse(["a"])
    assert len(caught) == 1


@pytest.mark.posix
def test_sentences_are_for_their_owner_only(path: Path) -> None:
    CachedParser(Counting(), path).parse(["a"])
    with sqlite3.connect(path) as connection:
        connection.execute("SELECT * FROM parses").fetchall()
        found = {file.name: oct(file.stat().st_mode & 0o777) for file in path.parent.iterdir()}
    connection.close()
    assert set(found.values()) == {"0o600"}


@pytest.mark.parametrize("place", ["file as folder", "folder as file", "no such device"])
def test_work_goes_on_where_nothing_can_be_kept(tmp_path: Path, place: str) -> None:
    (tmp_path / "file").write_text("a file")
    (tmp_path / "folder.sqlite").mkdir()
    path = {
        "file as folder": tmp_path / "file" / "parses.sqlite",
        "folder as file": tmp_path / "folder.sqlite",
        "no such device": Path("/proc/nowhere/parses.sqlite"),
    }[place]
    assert "the cache of parses cannot be used" in parse_without_cache(path, ["a", "b"])


@pytest.mark.posix
@pytest.mark.skipif(IS_ROOT, reason="root may write everywhere, so that nobody refuses")
def test_work_goes_on_in_a_folder_that_is_not_ours(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    parse_without_cache(tmp_path / "parses.sqlite", ["a"])


def test_work_goes_on_while_somebody_else_keeps_the_file(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database, "_SECONDS_TO_WAIT", 0.1)
    ParseStore(path).save("version", {"a": Parse("x")})
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("BEGIN EXCLUSIVE")
    assert "database is locked" in parse_without_cache(path, ["b"])
    connection.execute("ROLLBACK")
    connection.close()
    assert ParseStore(path).load("counting 1", ["b"]) == {}
    assert ParseStore(path).load("version", ["a"]) == {"a": Parse("x")}


def test_threads_share_one_parser(path: Path) -> None:
    parser = Counting()
    cached = CachedParser(parser, path)
    texts = [str(number) for number in range(200)]
    wrong: list[int] = []

    def work(seed: int) -> None:
        order = random.Random(seed).sample(texts, len(texts))
        if cached.parse(order) != Counting().parse(order):
            wrong.append(seed)

    threads = [threading.Thread(target=work, args=(seed,)) for seed in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []
    assert sorted(parser.asked) == sorted(texts)


WRITER = """
import sys
from pathlib import Path
from tertium.syntax.cache import ParseStore
from tertium.syntax.trees import Parse
store, start, end, size = ParseStore(Path(sys.argv[1])), *map(int, sys.argv[2:])
for first in range(start, end, size):
    batch = {str(number): Parse(f"({number})", str(number) * 50) for number in range(first, first + size)}
    store.save("version", batch)
    print(first, flush=True)
"""


def start_writer(path: Path, start: int, end: int, size: int) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", WRITER, str(path), str(start), str(end), str(size)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


def test_processes_write_at_once(path: Path) -> None:
    # Halves overlap, so that they write the same texts too.
    writers = [start_writer(path, start, start + 2000, 20) for start in (0, 1000, 2000)]
    for writer in writers:
        writer.communicate(timeout=120)
        assert writer.returncode == 0
    found = ParseStore(path).load("version", [str(number) for number in range(5000)])
    assert sorted(map(int, found)) == list(range(4000))
    assert all(parse == Parse(f"({text})", text * 50) for text, parse in found.items())


@pytest.mark.parametrize("seed", range(4))
def test_sudden_death_leaves_whole_batches(path: Path, seed: int) -> None:
    size = 500
    writer = start_writer(path, 0, 10_000_000, size)
    assert writer.stdout is not None
    for _ in range(5):
        said = int(writer.stdout.readline())
    time.sleep(random.Random(seed).uniform(0, 0.05))
    writer.kill()
    said = max([said, *(int(line) for line in writer.stdout.read().split("\n")[:-1])])
    writer.stdout.close()
    writer.wait()
    store = ParseStore(path)
    found = sorted(map(int, store.load("version", [str(number) for number in range(said + 5 * size)])))
    assert found == list(range(len(found)))
    assert len(found) % size == 0
    assert len(found) >= said + size
    store.save("version", {"after": Parse("x")})
    with sqlite3.connect(path) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    connection.close()


@pytest.mark.posix
def test_a_forked_process_has_a_cache_too(path: Path) -> None:
    # In a process of its own, which has no threads: Python warns of forks where there are some.
    code = """
import os, sys
from pathlib import Path
from tests.syntax.test_cache import CachedParser, Counting
cached = CachedParser(Counting(), Path(sys.argv[1]))
cached.parse(["before"])
child = os.fork()
cached.parse(["child"] if child == 0 else ["parent"])
if child:
    assert os.waitpid(child, 0)[1] == 0
"""
    subprocess.run([sys.executable, "-c", code, str(path)], check=True, cwd=Path(__file__).parents[2])
    assert len(ParseStore(path).load("counting 1", ["before", "child", "parent"])) == 3


def test_the_file_is_where_the_environment_says(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HOME", "/home/somebody")
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.delenv("TERTIUM_CACHE", raising=False)
    assert find_cache() == Path("/home/somebody/.cache/tertium/parses-2.sqlite")
    monkeypatch.setenv("XDG_CACHE_HOME", "relative")
    assert find_cache() == Path("/home/somebody/.cache/tertium/parses-2.sqlite")
    monkeypatch.setenv("XDG_CACHE_HOME", "/var/cache")
    assert find_cache() == Path("/var/cache/tertium/parses-2.sqlite")
    monkeypatch.setenv("TERTIUM_CACHE", "~/here")
    assert find_cache() == Path("/home/somebody/here/parses-2.sqlite")
    monkeypatch.setenv("TERTIUM_CACHE", str(tmp_path))
    CachedParser(Counting()).parse(["a"])
    assert ParseStore(tmp_path / "parses-2.sqlite").load("counting 1", ["a"])
    clear_cache()
    assert not ParseStore(tmp_path / "parses-2.sqlite").load("counting 1", ["a"])


def test_metrics_share_a_parser_and_its_memory(tmp_path: Path) -> None:
    pytest.importorskip("spacy", reason="NO SPACY: pip install 'tertium[syntax]' to test the default parser")
    one, path = get_cached_parser("spacy", path=tmp_path / "a"), tmp_path / "a"
    assert get_cached_parser("spacy", path=path) is one
    assert get_cached_parser("spacy", tokenised=True, path=path) is not one
    assert get_cached_parser("spacy", path=tmp_path / "b") is not one
    [parse] = one.parse(["He left."])
    assert ParseStore(path).load(one.version, ["He left."]) == {"He left.": parse}


def test_parses_from_files_are_not_kept_in_another(tmp_path: Path) -> None:
    (tmp_path / "trees.mrg").write_text("(S (NP (PRP He)) (VP (VBD left)) (. .))\n")
    parser = get_cached_parser(f"ptb({tmp_path / 'trees.mrg'})", path=tmp_path / "parses.sqlite")
    parser.parse(["He left."])
    assert not (tmp_path / "parses.sqlite").exists()
