"""Merging shards and joining indexes within a small memory: answers as those of an index that was built at once."""

import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tertium.corpus import (
    PhraseIndex,
    add_to_index,
    build_index,
    building,
    check_index,
    join_indexes,
    merge_index,
    merging,
    open_index,
)
from tertium.corpus.normalisation import Normalisation
from tertium.errors import InputError
from tests.oracle.phrases import count_all, count_wild

PLAIN = Normalisation("es")
# Enough for a handful of lines, so that there are many shards.
TINY = 17_000


@pytest.fixture(autouse=True, scope="module")
def tiny_memory() -> object:
    """Let an index be made within a few kilobytes."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(building, "_LEAST", 0)
        patch.setattr(building, "_INTERPRETER", 0)
        yield


def write(path: Path, lines: list[str]) -> Path:
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8", newline="\n")
    return path


def answers(index: PhraseIndex, phrases: list[str]) -> list[object]:
    counts = [(each.count, each.lines) for each in index.count_many(phrases)]
    shown = [[each.to_dict() for each in index.show(phrase, 7, context=3)] for phrase in phrases]
    return [index.tokens, index.lines, index.vocabulary_size, index.unigrams(), counts, shown]


WORDS = st.sampled_from(["a", "b", "c", "d,", "e"])
LINE = st.lists(WORDS, max_size=12).map(" ".join)
LINES = st.lists(LINE, min_size=1, max_size=8).flatmap(lambda few: st.lists(st.sampled_from(few), max_size=300))
PHRASES = st.lists(st.lists(st.sampled_from(["a", "b", "c", "d", ",", "*"]), min_size=1, max_size=8), max_size=12)


@settings(max_examples=30, deadline=None)
@given(lines=LINES, more=LINES, phrases=PHRASES, ranges=st.integers(1, 12))
def test_merged_and_joined_indexes_answer_as_one_that_was_built_at_once(
    lines: list[str], more: list[str], phrases: list[list[str]], ranges: int
) -> None:
    asked = [" ".join(phrase) for phrase in phrases]
    with tempfile.TemporaryDirectory() as name, pytest.MonkeyPatch.context() as patch:
        patch.setattr(merging, "_FEWEST_RANGES", ranges)
        patch.setattr(merging, "_MOST_RANGES", ranges)
        folder = Path(name)
        texts = [write(folder / "one", lines), write(folder / "two", more)]
        build_index(texts, folder / "whole", normalisation=PLAIN, memory=1 << 26)
        whole = open_index(folder / "whole")
        expected = answers(whole, asked)
        build_index(texts, folder / "parts", normalisation=PLAIN, memory=TINY, merge=False)
        # A line of many words fills a shard alone.
        build_index(texts, folder / "merged", normalisation=PLAIN, memory=TINY)
        merge_index(folder / "parts", memory=TINY)
        for text in texts:
            build_index([text], folder / f"{text.name}.index", normalisation=PLAIN, memory=TINY, merge=False)
        join_indexes([folder / "one.index", folder / "two.index"], folder / "joined", memory=TINY)
        for name in ("parts", "merged", "joined"):
            index = open_index(folder / name)
            index.check()
            assert len(index.manifest.shards) == 1
            assert answers(index, asked) == expected, name
        cut = [PLAIN.split(line) for line in lines + more]
        plain = [tuple(phrase) for phrase in phrases if "*" not in phrase]
        for phrase, counted in count_all(cut, plain).items():
            found = open_index(folder / "parts").count(" ".join(phrase))
            assert (found.count, found.lines) == counted
        for phrase in phrases:
            if "*" in phrase:
                found = open_index(folder / "joined").count(" ".join(phrase))
                assert (found.count, found.lines) == count_wild(cut, [None if w == "*" else w for w in phrase])


@pytest.fixture
def parts(tmp_path: Path) -> Path:
    """An index of some shards."""
    text = write(tmp_path / "text", [f"el perro {number % 31} come {number % 97}" for number in range(4000)])
    assert len(build_index([text], tmp_path / "parts", memory=100_000, merge=False).shards) == 5
    return tmp_path / "parts"


def names(folder: Path) -> set[str]:
    return {each.name for each in folder.iterdir()} - {".lock"}


def test_a_build_ends_with_one_shard_and_reports_the_merge(parts: Path) -> None:
    seen: list[tuple[int, int]] = []
    text = parts.with_name("text")
    manifest = build_index([text], parts, memory=100_000, merge_progress=lambda done, total: seen.append((done, total)))
    assert len(manifest.shards) == 1
    assert names(parts) == {"manifest.json", manifest.shards[0].name}
    assert seen == sorted(seen)
    assert seen[-1] == (40_000, 40_000)
    assert len(seen) > 8
    assert open_index(parts).show("* 17 come 3", 1)[0].document.endswith("text")


def test_a_shard_larger_than_the_memory_is_merged(parts: Path) -> None:
    merge_index(parts, memory=1 << 26)
    add_to_index([parts.with_name("text")], parts)
    expected = answers(open_index(parts), ["el perro 7", "come 3", "el * 30 come"])
    assert len(merge_index(parts, memory=100_000).shards) == 1
    found = answers(open_index(parts), ["el perro 7", "come 3", "el * 30 come"])
    assert found[:5] == expected[:5]
    assert len(names(parts)) == 2


def test_an_index_of_the_first_version_is_read_and_merged(tmp_path: Path) -> None:
    """Words were numbered as they came; the shards in this folder were written so."""
    old = Path(__file__).with_name("first_version.index")
    shutil.copytree(old, tmp_path / "old")
    before = answers(open_index(tmp_path / "old"), ["el perro", "gata", "come *"])
    assert before[4] == [(3, 3), (2, 2), (2, 2)]
    assert len(open_index(tmp_path / "old").manifest.shards) == 2
    assert len(merge_index(tmp_path / "old").shards) == 1
    assert answers(open_index(tmp_path / "old"), ["el perro", "gata", "come *"]) == before


@pytest.mark.parametrize("name", ["words.bin", "suffixes.bin", "vocabulary-texts.bin", "documents.tsv"])
def test_a_damaged_shard_is_not_merged(parts: Path, name: str) -> None:
    before = names(parts)
    file = sorted(parts.glob(f"shard-*/{name}"))[2]
    content = bytearray(file.read_bytes())
    content[len(content) // 2] ^= 4
    file.write_bytes(content)
    with pytest.raises(InputError, match="damaged") as caught:
        merge_index(parts, memory=100_000)
    assert caught.value.file == str(file)
    with pytest.raises(InputError, match="damaged"):
        join_indexes([parts], parts.with_name("joined"), memory=100_000)
    assert names(parts) == before
    assert not parts.with_name("joined").exists()
    assert not [each for each in parts.parent.iterdir() if "building" in each.name]


def test_a_merge_that_is_stopped_leaves_the_index(parts: Path) -> None:
    before = names(parts)

    def stop(done: int, total: int) -> None:
        if done > 0.7 * total:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        merge_index(parts, memory=100_000, progress=stop)
    with pytest.raises(KeyboardInterrupt):
        join_indexes([parts], parts.with_name("joined"), memory=100_000, progress=stop)
    assert names(parts) == before
    assert names(parts.parent) == {"text", "parts"}
    check_index(parts)


@pytest.mark.posix
def test_a_disk_that_is_full_during_the_merge_is_named(parts: Path) -> None:
    """A limit of the size of files stands for a full disk: each shard fits, and all of them do not."""
    code = (
        "import resource, sys\n"
        "from tertium.corpus import building, merge_index\n"
        "from tertium.errors import InputError\n"
        "building._LEAST = building._INTERPRETER = 0\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (50_000, 50_000))\n"
        "try:\n"
        "    merge_index(sys.argv[1], memory=100_000)\n"
        "except InputError as error:\n"
        "    sys.exit(str(error))\n"
    )
    before = names(parts)
    done = subprocess.run([sys.executable, "-c", code, str(parts)], capture_output=True, text=True, timeout=60)
    assert "the index cannot be written: File too large. Give another folder for the index." in done.stderr
    assert names(parts) == before


def test_indexes_that_do_not_fit_together_are_not_joined(tmp_path: Path) -> None:
    text = write(tmp_path / "text", ["el perro come"])
    for name, rules in (("one", PLAIN), ("two", Normalisation("es", casefold=False)), ("three", Normalisation("ca"))):
        build_index([text], tmp_path / name, normalisation=rules)
    for other in ("two", "three"):
        with pytest.raises(
            InputError, match=r"not normalised as that of .*one was\. Build both with the same"
        ) as caught:
            join_indexes([tmp_path / "one", tmp_path / other], tmp_path / "all")
        assert caught.value.file == str(tmp_path / other)
    with pytest.raises(InputError, match="one of those that are joined"):
        join_indexes([tmp_path / "one", tmp_path / "one"], tmp_path / "one")
    with pytest.raises(InputError, match="no index is given"):
        join_indexes([], tmp_path / "all")
    with pytest.raises(InputError, match="no such index"):
        join_indexes([tmp_path / "none"], tmp_path / "all")
    assert not (tmp_path / "all").exists()


def test_an_index_may_be_joined_twice_and_replaces_another(tmp_path: Path) -> None:
    text = write(tmp_path / "text", ["el perro come"])
    build_index([text], tmp_path / "one")
    build_index([text], tmp_path / "all")
    join_indexes([tmp_path / "one"] * 3, tmp_path / "all")
    assert open_index(tmp_path / "all").count("perro").count == 3
    join_indexes([tmp_path / "one"], tmp_path / "all")
    assert open_index(tmp_path / "all").count("perro").count == 1
    check_index(tmp_path / "all")
    assert len(names(tmp_path / "all")) == 2


def test_shards_beyond_the_limit_of_one_stay_apart(parts: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    expected = answers(open_index(parts), ["el perro 7", "come 3"])
    monkeypatch.setattr(merging, "MOST_PLACES", 11_000)
    shards = merge_index(parts, memory=100_000).shards
    assert len(shards) == 3
    assert all(shard.tokens + shard.lines <= 11_000 for shard in shards)
    assert answers(open_index(parts), ["el perro 7", "come 3"])[:5] == expected[:5]
    joined = join_indexes([parts], parts.with_name("joined"), memory=100_000)
    assert len(joined.shards) == 3
    check_index(parts.with_name("joined"))
    monkeypatch.setattr(merging, "MOST_PLACES", 25_000)
    assert len(build_index([parts.with_name("text")], parts, memory=100_000).shards) == 1


READER = """
import sys
from tertium.corpus import open_index
index = open_index(sys.argv[1])
for _ in range(50):
    print([(each.count, each.lines) for each in index.count_many(["el perro 7", "come 3", "* 30 come"])])
"""


def test_many_processes_read_a_merged_index(parts: Path) -> None:
    asked: Callable[[], list[tuple[int | None, int | None]]] = lambda: [  # noqa: E731
        (each.count, each.lines) for each in open_index(parts).count_many(["el perro 7", "come 3", "* 30 come"])
    ]
    expected = asked()
    merge_index(parts, memory=100_000)
    assert asked() == expected
    command = [sys.executable, "-c", READER, str(parts)]
    readers = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(6)]
    for reader in readers:
        output, _ = reader.communicate(timeout=60)
        assert set(output.splitlines()) == {str(expected)}
