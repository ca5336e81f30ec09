"""The index: counts as the oracle's, files that are damaged, builds that are killed, readers beside writers."""

import gzip
import io
import math
import pickle
import subprocess
import sys
import tempfile
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium.corpus import PhraseIndex, add_to_index, build_index, building, merge_index, open_index
from tertium.corpus.counts import Count, Counts
from tertium.corpus.normalisation import Normalisation
from tertium.errors import InputError, SpecError
from tests.corpus.kill_builds import kill_at_random_moments
from tests.oracle.phrases import CORPORA, compare, count_all, count_wild

PLAIN = Normalisation("es")
TEXT = "El perro come pan.\nLa gata come.\n\nEl perro no come; el perro duerme.\n"


def make(folder: Path, text: str = TEXT, name: str = "index") -> Path:
    file = folder / f"{name}.txt"
    file.write_text(text, encoding="utf-8", newline="\n")
    build_index([file], folder / name, normalisation=PLAIN)
    return folder / name


def numbers(count: Count) -> tuple[int | None, int | None]:
    return count.count, count.lines


@pytest.fixture
def index(tmp_path: Path) -> PhraseIndex:
    return open_index(make(tmp_path))


def test_it_is_a_provider_of_counts(index: PhraseIndex) -> None:
    assert isinstance(index, Counts)
    assert index.name == "index"
    assert index.size == index.tokens == 18
    assert index.describe()["casefold"] == "true"


def test_phrases_are_counted_by_occurrence_and_by_line(index: PhraseIndex) -> None:
    asked = ["El perro", "come", "come .", "pan la", "", "* come", "PERRO *", "ratón"]
    found = index.count_many(asked)
    assert [each.phrase for each in found] == asked
    counted = [(3, 2), (3, 3), (1, 1), (0, 0), (None, None), (3, 3), (3, 2), (0, 0)]
    assert [numbers(each) for each in found] == counted
    assert found[4].error == "the phrase has no words"
    assert index.count_many([]) == []


def test_a_phrase_that_is_no_text_does_not_spoil_the_others(index: PhraseIndex) -> None:
    found = index.count_many(["perro", "\ud800", "come"])
    assert [each.count for each in found] == [3, None, 3]
    assert found[1].error.startswith("the phrase holds a lone surrogate")


WORDS = st.sampled_from(["a", "b", "c", "d,", "e"])
LINES = st.lists(st.lists(WORDS, max_size=9).map(" ".join), max_size=12)


@given(
    lines=LINES,
    phrases=st.lists(st.lists(st.sampled_from(["a", "b", "c", "d", ",", "e", "x"]), min_size=1, max_size=6)),
    copies=st.sampled_from([1, 1, 30]),
    pieces=st.integers(1, 3),
)
def test_counts_are_those_of_the_oracle(lines: list[str], phrases: list[list[str]], copies: int, pieces: int) -> None:
    lines = lines * copies
    cut = [PLAIN.split(line) for line in lines]
    expected = count_all(cut, map(tuple, phrases))
    wild = [[None if word == "x" else word for word in phrase] for phrase in phrases]
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder) / "index"
        step = math.ceil(len(lines) / pieces) or 1
        for number in range(pieces):
            file = Path(folder) / f"{number}.txt"
            file.write_text("".join(f"{line}\n" for line in lines[number * step : (number + 1) * step]))
            if number:
                add_to_index([file], place)
            else:
                build_index([file], place, normalisation=PLAIN)
        for merged in (False, True):
            if merged:
                assert len(merge_index(place).shards) == 1
            found = open_index(place)
            assert (found.tokens, found.lines) == (sum(map(len, cut)), len(lines))
            assert found.unigrams() == Counter(word for line in cut for word in line)
            for phrase, count in zip(phrases, found.count_many([" ".join(each) for each in phrases]), strict=True):
                assert numbers(count) == expected[tuple(phrase)]
            for wanted in wild:
                count = found.count(" ".join("*" if word is None else word for word in wanted))
                assert numbers(count) == count_wild(cut, wanted)


@pytest.mark.skipif(not CORPORA.is_dir(), reason=f"NO CORPORA: {CORPORA} is not there to count phrases in")
def test_counts_in_real_text_are_those_of_the_oracle() -> None:
    wrong, kinds = compare(1500, limit=4000)
    assert wrong == 0
    assert min(kinds.values()) > 20


def test_occurrences_are_shown_with_document_and_line(tmp_path: Path) -> None:
    place = make(tmp_path)
    (tmp_path / "more.txt").write_text("otra cosa\nun perro ladra", encoding="utf-8")
    add_to_index([tmp_path / "more.txt"], place)
    found = open_index(place).show("perro", 9, context=1)
    assert [(Path(each.document).name, each.line, each.before, each.phrase, each.after) for each in found] == [
        ("index.txt", 1, "el", "perro", "come"),
        ("index.txt", 4, "el", "perro", "no"),
        ("index.txt", 4, "el", "perro", "duerme"),
        ("more.txt", 2, "un", "perro", "ladra"),
    ]
    merge_index(place)
    assert open_index(place).show("perro", 9, context=1) == found
    assert len(open_index(place).show("perro", 2)) == 2
    assert open_index(place).show("* *") == open_index(place).show("nada") == []
    with pytest.raises(InputError, match="is -1"):
        open_index(place).show("perro", -1)


def test_statistics_for_sparse_evidence(index: PhraseIndex) -> None:
    assert (index.tokens, index.lines, index.vocabulary_size) == (18, 4, 10)
    assert index.unigram_counts(["perro", "nada"]) == [3, 0]
    places = 4 + 3 + 0 + 8
    assert index.expected_count("el perro") == pytest.approx(places * 3 / 18 * 3 / 18)
    assert index.expected_count("el *") == pytest.approx(places * 3 / 18)
    assert index.expected_count("nada") == 0
    with pytest.raises(InputError, match="no words"):
        index.expected_count(" ")


def test_the_same_text_is_the_same_corpus_wherever_it_lies(tmp_path: Path) -> None:
    contents = []
    for place, text in (("here.txt", "a b\nc\n"), ("there/elsewhere.txt", "a b\nc\n"), ("other.txt", "a b\nd\n")):
        path = tmp_path / place
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
        build_index([path], path.with_suffix(".index"))
        contents.append(open_index(path.with_suffix(".index")).describe()["corpus"])
    assert contents[0] == contents[1] != contents[2]


def test_text_is_plain_or_gzip_or_standard_input(tmp_path: Path) -> None:
    packed = tmp_path / "text.gz"
    packed.write_bytes(gzip.compress(TEXT.encode()))
    build_index([packed], tmp_path / "index", normalisation=PLAIN)
    assert open_index(tmp_path / "index").tokens == 18
    code = "import sys; from tertium.corpus import build_index; build_index(['-'], sys.argv[1])"
    subprocess.run([sys.executable, "-c", code, str(tmp_path / "other")], input=TEXT.encode(), check=True)
    assert open_index(tmp_path / "other").show("gata")[0].document == "standard input"


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("text", b"fine\nbad \xff\n", r"text:2: the text is not valid UTF-8"),
        ("text", b"no end \xc3", r"text:1: the text is not valid UTF-8"),
        ("text.gz", gzip.compress(b"text" * 99, mtime=0)[:-9], "text.gz:1: the gzip file is truncated"),
        ("text.gz", b"fine\n", "text.gz: the name ends in .gz, but this is not gzip"),
        ("text.gz", None, "text.gz: no such file"),
    ],
)
def test_text_that_cannot_be_read_leaves_nothing(
    name: str, content: bytes | None, message: str, tmp_path: Path
) -> None:
    file = tmp_path / name
    if content is not None:
        file.write_bytes(content)
    with pytest.raises(InputError, match=message):
        build_index([file], tmp_path / "index")
    assert {path.name for path in tmp_path.iterdir()} <= {name}
    place = make(tmp_path)
    before = sorted(place.iterdir())
    with pytest.raises(InputError, match=message):
        add_to_index([file], place)
    assert [path for path in sorted(place.iterdir()) if path.name != ".lock"] == [
        path for path in before if path.name != ".lock"
    ]
    assert open_index(place).count("perro").count == 3


def test_a_corpus_beyond_the_memory_becomes_shards(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(building, "_LEAST", 0)
    monkeypatch.setattr(building, "_INTERPRETER", 0)
    file = tmp_path / "text"
    lines = [f"uno {number % 50} dos tres\n" for number in range(4000)]
    file.write_text("".join(lines), encoding="utf-8")
    manifest = build_index([file], tmp_path / "index", memory=100_000, merge=False)
    assert len(manifest.shards) > 3
    found = open_index(tmp_path / "index")
    assert (found.lines, found.vocabulary_size) == (4000, 53)
    assert numbers(found.count("uno 7 dos")) == (80, 80)
    assert [each.line for each in found.show("49 dos", 80)] == list(range(50, 4001, 50))
    assert len(merge_index(tmp_path / "index", memory=100_000).shards) == 1
    merged = open_index(tmp_path / "index")
    assert numbers(merged.count("uno 7 dos")) == (80, 80)
    assert [each.line for each in merged.show("49 dos", 80)] == list(range(50, 4001, 50))
    assert numbers(found.count("uno * dos")) == (4000, 4000)  # open before, and still sound


def test_too_little_memory_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SpecError, match="not enough"):
        build_index([tmp_path], tmp_path / "index", memory=1000)


def test_an_index_is_replaced_and_other_folders_are_not(tmp_path: Path) -> None:
    place = make(tmp_path)
    old = open_index(place)
    make(tmp_path, "otra cosa")
    assert (old.count("perro").count, open_index(place).count("perro").count) == (3, 0)
    assert len(list(place.glob("shard-*"))) == 1
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "thesis.doc").touch()
    with pytest.raises(InputError, match="something else"):
        build_index([tmp_path / "index.txt"], tmp_path / "full")
    with pytest.raises(InputError, match="something else"):
        build_index([tmp_path / "index.txt"], tmp_path / "index.txt")
    with pytest.raises(InputError, match="no text"):
        build_index([], tmp_path / "none")


def test_every_flipped_byte_is_reported_and_never_answered_from(tmp_path: Path) -> None:
    text = "".join(f"el perro {number} come {'pan y ' * (number % 9)}agua\n" for number in range(3000))
    place = make(tmp_path, text)
    phrases = ["el perro", "perro 17", "pan y pan y", "come agua", "* 2999 come", "nada"]
    sound = [numbers(each) for each in open_index(place).count_many(phrases)]
    files = sorted(path for path in place.rglob("*") if path.is_file() and path.name != ".lock")
    assert len(files) == 11
    refused = Counter[str]()
    for file in files:
        content = file.read_bytes()
        for at in {0, len(content) // 3, len(content) // 2, len(content) - 1}:
            damaged = bytearray(content)
            damaged[at] ^= 1 << at % 8
            replace_file(file, bytes(damaged))
            with pytest.raises(InputError) as caught:
                open_index(place).check()
            assert Path(caught.value.file or "") == file
            answers, culprit = answer_or_name(place, phrases)
            assert (answers, culprit) in ((sound, None), (None, file))
            refused[file.name] += culprit is not None
        replace_file(file, content[:-1])
        with pytest.raises(InputError) as caught:
            open_index(place)
        assert Path(caught.value.file or "") == file
        replace_file(file, content)
    assert {"manifest.json", "checksums.bin", "words.bin", "suffixes.bin"} <= set(refused)
    open_index(place).check()


def answer_or_name(place: Path, phrases: list[str]) -> tuple[list[tuple[int | None, int | None]] | None, Path | None]:
    """The counts of phrases, or the file that is said to be damaged."""
    try:
        return [numbers(each) for each in open_index(place).count_many(phrases)], None
    except InputError as error:
        return None, Path(error.file or "")


def replace_file(file: Path, content: bytes) -> None:
    """Writes a file anew: those who have the old one open are not disturbed."""
    file.unlink()
    file.write_bytes(content)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('"format": 1', '"format": 2', "format 2; this version reads format 1"),
        ("tertium phrase index", "something", "not a phrase index"),
        ('"tokens": 18', '"tokens": 19', "checksum is wrong"),
        ('"es"', '"ca"', "checksum is wrong"),
        ("{", "", "damaged"),
    ],
)
def test_a_manifest_that_is_not_ours_is_refused(old: str, new: str, message: str, tmp_path: Path) -> None:
    manifest = make(tmp_path) / "manifest.json"
    manifest.write_text(manifest.read_text(encoding="utf-8").replace(old, new, 1), encoding="utf-8")
    with pytest.raises(InputError, match=message):
        open_index(manifest.parent)


def test_what_is_no_index_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no such index"):
        open_index(tmp_path / "none")
    with pytest.raises(InputError, match="not an index"):
        open_index(tmp_path)
    with pytest.raises(InputError, match="strings"):
        open_index(make(tmp_path)).count_many([1])  # type: ignore[list-item]


def test_only_one_writes_at_a_time(tmp_path: Path) -> None:
    place = make(tmp_path)
    from tertium.corpus.manifest import locked

    with locked(place), pytest.raises(InputError, match="another program is writing"):
        add_to_index([tmp_path / "index.txt"], place)


def test_threads_and_other_processes_share_it(index: PhraseIndex) -> None:
    phrases = ["el perro", "come", "* come"] * 20_000
    alone = index.count_many(phrases, 1)
    assert index.count_many(phrases, 4) == alone
    with ThreadPoolExecutor(4) as pool:
        assert all(each == alone for each in pool.map(lambda _: index.count_many(phrases, 2), range(8)))
    assert pickle.loads(pickle.dumps(index)).count("come") == index.count("come")


def test_a_killed_build_leaves_the_old_index(tmp_path: Path) -> None:
    report = io.StringIO()
    assert kill_at_random_moments(tmp_path, moments=3, lines=20_000, report=report) == 0, report.getvalue()


READER = """
import sys, time
from tertium.corpus import open_index
end, answers = time.monotonic() + float(sys.argv[2]), set()
while time.monotonic() < end:
    count = open_index(sys.argv[1]).count("el perro")
    answers.add((count.count, count.lines))
print(sorted(answers))
"""


def test_ten_processes_ask_while_shards_are_added_and_merged(tmp_path: Path) -> None:
    place = make(tmp_path)
    command = [sys.executable, "-c", READER, str(place), "3"]
    readers = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(10)]
    end = time.monotonic() + 5
    expected = {(3, 2)}
    while any(reader.poll() is None for reader in readers) and time.monotonic() < end:
        add_to_index([tmp_path / "index.txt"], place)
        copies = open_index(place).lines // 4
        expected.add((3 * copies, 2 * copies))
        if copies % 3 == 0:
            merge_index(place)
    for reader in readers:
        output, _ = reader.communicate(timeout=60)
        assert reader.returncode == 0
        answers = set(eval(output))
        assert answers
        assert answers <= expected


@pytest.mark.posix
def test_more_memory_than_there_is_is_refused(tmp_path: Path) -> None:
    """It once ended the process: a limit of the address space stands for a machine without the memory."""
    # The size of a compressed text does not say how little memory it needs.
    (tmp_path / "text.gz").write_bytes(gzip.compress(b"a b\n"))
    code = (
        "import resource, sys\n"
        "from tertium.corpus import build_index\n"
        "from tertium.errors import InputError\n"
        "resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))\n"
        "try:\n"
        "    build_index(['text.gz'], 'new.index', memory=32 << 30)\n"
        "except InputError as error:\n"
        "    sys.exit(str(error))\n"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, timeout=60)
    assert done.stderr == ("there are not 32672 MB of memory. Give less memory: the index is then in more shards.\n")
    assert not (tmp_path / "new.index").exists()


@pytest.mark.posix
def test_of_two_builds_into_one_new_place_one_is_refused(tmp_path: Path) -> None:
    """The second once worked to its end, and then said that a directory is not empty."""
    for name in ("one", "two"):
        (tmp_path / name).write_text(f"{name} {name}\n", encoding="utf-8")
    place = tmp_path / "new.index"

    def build_another(_: int) -> None:
        with pytest.raises(InputError, match=r"new\.index: another program is writing to this index\. Wait"):
            build_index([tmp_path / "two"], place)

    build_index([tmp_path / "one"], place, progress=build_another)
    index = open_index(place)
    index.check()
    assert [count.count for count in index.count_many(["one", "two"])] == [2, 0]
    assert sorted(each.name for each in tmp_path.iterdir()) == ["new.index", "one", "two"]


@pytest.mark.posix
def test_many_builds_into_one_new_place_leave_one_index(tmp_path: Path) -> None:
    code = (
        "import sys; from pathlib import Path; from tertium.corpus import build_index\n"
        "Path(sys.argv[1]).write_text((sys.argv[1] + '\\n') * 20000)\n"
        "print('go', flush=True); sys.stdin.readline()\n"
        "try: build_index([sys.argv[1]], 'new.index'); print('built')\n"
        "except Exception as error: print(type(error).__name__, error)\n"
    )
    builds = [
        subprocess.Popen(
            [sys.executable, "-c", code, name], cwd=tmp_path, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        for name in "abc"
    ]
    for build in builds:
        assert build.stdout is not None
        build.stdout.readline()
    said = {}
    for build in builds:
        assert build.stdin is not None
        build.stdin.write("\n")
        build.stdin.flush()
    for name, build in zip("abc", builds, strict=True):
        said[name] = build.communicate(timeout=60)[0].strip()
    assert "built" in said.values()
    assert all(word == "built" or "InputError new.index: another program" in word for word in said.values()), said
    index = open_index(tmp_path / "new.index")
    index.check()
    counts = {name: count.count for name, count in zip("abc", index.count_many(list("abc")), strict=True)}
    assert sorted(counts.values()) == [0, 0, 20_000]
    assert all(said[name] == "built" for name, count in counts.items() if count)
    assert not [each for each in tmp_path.iterdir() if "building" in each.name]


@pytest.mark.posix
def test_what_a_killed_build_left_is_removed(tmp_path: Path) -> None:
    left = tmp_path / ".index.building"
    (left / "shard-dead").mkdir(parents=True)
    (left / "shard-dead" / "words.bin").write_bytes(b"half")
    (left / ".lock").touch()
    index = open_index(make(tmp_path))
    index.check()
    assert not left.exists()
    assert not (tmp_path / "index" / "shard-dead").exists()


@pytest.mark.parametrize(
    ("problem", "remedy"),
    [
        ("No space left on device (os error 28)", "Free some space, or give a folder on another disk"),
        ("Permission denied (os error 13)", "Give another folder for the index"),
    ],
)
def test_a_shard_that_cannot_be_written_has_the_right_remedy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, problem: str, remedy: str
) -> None:
    """On a full disk, checking the index was the advice, and there was none."""

    class Builder:
        is_empty = is_full = False

        def __init__(self, *settings: object) -> None: ...

        def begin_document(self, name: str) -> None: ...

        def end_document(self) -> None: ...

        def feed(self, content: bytes, start: int) -> int:
            return len(content)

        def write(self, folder: Path) -> None:
            raise InputError(problem, file=folder / "words.bin", remedy="Check the index")

    monkeypatch.setattr(building, "IndexBuilder", Builder)
    (tmp_path / "text").write_text("a\n")
    with pytest.raises(InputError) as caught:
        build_index([tmp_path / "text"], tmp_path / "new.index")
    assert f"the index cannot be written: {problem.partition(' (')[0]}. {remedy}." in str(caught.value)
    assert [each.name for each in tmp_path.iterdir()] == ["text"]


@pytest.mark.posix
def test_a_disk_that_takes_no_more_is_named(tmp_path: Path) -> None:
    """A limit of the size of files stands for a full disk."""
    (tmp_path / "text").write_text("".join(f"w{number} " for number in range(20_000)) + "\n")
    code = (
        "import resource, sys\n"
        "from tertium.corpus import build_index\n"
        "from tertium.errors import InputError\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (30_000, 30_000))\n"
        "try:\n"
        "    build_index(['text'], 'new.index')\n"
        "except InputError as error:\n"
        "    sys.exit(str(error))\n"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, timeout=60)
    assert "the index cannot be written: File too large. Give another folder for the index." in done.stderr
    assert [each.name for each in tmp_path.iterdir()] == ["text"]


@pytest.mark.posix
def test_a_small_text_is_indexed_on_a_small_machine(tmp_path: Path) -> None:
    text = tmp_path / "text.txt"
    text.write_text("a cat sat\n" * 50, encoding="utf-8")
    program = (
        "import resource, sys\n"
        "from tertium.corpus import build_index\n"
        "now = int(open('/proc/self/statm').read().split()[0]) * resource.getpagesize()\n"
        "resource.setrlimit(resource.RLIMIT_AS, (now + (300 << 20),) * 2)\n"
        "build_index([sys.argv[1]], sys.argv[2])\n"
    )
    command = [sys.executable, "-c", program, str(text), str(tmp_path / "small.index")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
