"""The phrase index beside full-text engines: build, size, and phrases per second; then its growth.

``python -m bench index`` takes the Spanish corpora; ``python -m bench.index 20 200 2000`` shows how it grows, in MB.
"""

from __future__ import annotations

import gc
import gzip
import random
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from bench.timing import peak_megabytes, seconds
from tertium.corpus import PhraseIndex, build_index, open_index
from tertium.corpus.normalisation import Normalisation

CORPORA = Path(__file__).resolve().parents[2] / "shared" / "corpora"
RULES = Normalisation("es")
# Engines that keep postings take seconds for a thousand frequent phrases, so all count only this many.
ASKED = {"absent": 2000, "rare": 2000, "frequent": 200}
SECONDS = 20.0

Ask = Callable[[Sequence[str]], list[int]]


def read_lines(limit: int | None = None) -> list[str]:
    """The lines of the Spanish corpora, up to `limit` bytes."""
    paths = sorted(CORPORA.glob("es-*.txt.gz"))
    if not paths:
        sys.exit(f"the benchmark needs {CORPORA}")
    lines: list[str] = []
    taken = 0
    for path in paths:
        with gzip.open(path, "rt", encoding="utf-8", newline="\n") as file:
            for line in file:
                taken += len(line.encode())
                if limit is not None and taken > limit:
                    return lines
                lines.append(line.rstrip("\n"))
    return lines


def folder_size(path: Path) -> int:
    return sum(each.stat().st_size for each in path.rglob("*") if each.is_file())


def draw(index: PhraseIndex, words: Sequence[Sequence[str]], count: int = 200_000) -> dict[str, list[str]]:
    """Phrases of two to four words without marks, which every engine sees alike, by how frequent they are."""
    rng = random.Random(5)
    letters = [[word for word in line if word.isalpha()] for line in words]
    drawn: set[str] = set()
    for _ in range(count):
        line = rng.choice(words)
        length = rng.randint(2, 4)
        if len(line) >= length:
            start = rng.randrange(len(line) - length + 1)
            phrase = line[start : start + length]
            if all(word.isalpha() for word in phrase):
                drawn.add(" ".join(phrase))
    counts = index.count_many(sorted(drawn))
    mixed = (
        " ".join(rng.choice(rng.choice(letters) or ["de"]) for _ in range(rng.randint(2, 4))) for _ in range(count)
    )
    found = {
        "absent": [each.phrase for each in index.count_many(sorted(set(mixed))) if each.count == 0],
        "rare": [each.phrase for each in counts if 1 <= (each.count or 0) <= 9],
        "frequent": [each.phrase for each in counts if (each.count or 0) >= 2000],
    }
    for phrases in found.values():
        rng.shuffle(phrases)
    return found


def rate(ask: Ask, phrases: Sequence[str]) -> tuple[float, list[int]]:
    """Phrases per second, in batches until the time is up, and the counts of those phrases."""
    answers: list[int] = []
    start = time.perf_counter()
    while len(answers) < len(phrases) and time.perf_counter() - start < SECONDS:
        answers += ask(phrases[len(answers) : len(answers) + 50])
    return len(answers) / (time.perf_counter() - start), answers


def make_sqlite(lines: Sequence[str], folder: Path) -> Ask:
    """FTS5 with its postings only; it counts lines."""
    base = sqlite3.connect(folder / "fts.db")
    base.execute(
        "CREATE VIRTUAL TABLE t USING fts5(x, content='', detail=full, tokenize='unicode61 remove_diacritics 0')"
    )
    with base:
        base.executemany("INSERT INTO t(rowid, x) VALUES (?, ?)", enumerate(lines, 1))
    base.execute("INSERT INTO t(t) VALUES ('optimize')")
    base.commit()
    query = "SELECT count(*) FROM t WHERE t MATCH ?"
    return lambda phrases: [base.execute(query, (f'"{phrase}"',)).fetchone()[0] for phrase in phrases]


def make_tantivy(lines: Sequence[str], folder: Path) -> Ask | None:
    """Tantivy with positions, in one segment if it will; it counts lines."""
    try:
        import tantivy
    except ImportError:
        print("  tantivy is not installed: pip install --group bench")
        return None
    builder = tantivy.SchemaBuilder()
    builder.add_text_field("x", stored=False, tokenizer_name="default", index_option="position")
    (folder / "tantivy").mkdir()
    index = tantivy.Index(builder.build(), path=str(folder / "tantivy"))
    writer = index.writer(heap_size=500_000_000, num_threads=1)
    for line in lines:
        writer.add_document(tantivy.Document(x=line))
    writer.commit()
    writer.wait_merging_threads()
    index.reload()
    searcher = index.searcher()

    def ask(phrases: Sequence[str]) -> list[int]:
        found = []
        for phrase in phrases:
            query = tantivy.Query.phrase_query(index.schema, "x", phrase.split())
            # Its types, where they are installed, do not know the field.
            result: Any = searcher.search(query, limit=1, count=True)
            found.append(result.count)
        return found

    return ask


def make_numpy(words: Sequence[Sequence[str]], folder: Path) -> Ask:
    """A suffix array in numpy, by doubling prefixes; phrases by binary search; it counts occurrences."""
    numbers: dict[str, int] = {}
    ids = [
        0 if word is None else numbers.setdefault(word, len(numbers) + 1) for line in words for word in (*line, None)
    ]
    text = np.array(ids, np.int32)
    rank, step = text.astype(np.int64), 1
    order = np.argsort(rank, kind="stable")
    # Eight words are enough for the phrases that are counted.
    while step < 8:
        behind = np.zeros_like(rank)
        behind[:-step] = rank[step:] + 1
        order = np.lexsort((behind, rank))
        changed = (np.diff(rank[order]) != 0) | (np.diff(behind[order]) != 0)
        rank[order] = np.concatenate(([0], np.cumsum(changed)))
        step *= 2
    np.save(folder / "words.npy", text)
    np.save(folder / "suffixes.npy", order.astype(np.int32))

    def bound(phrase: np.ndarray, after: bool) -> int:
        low, high = 0, len(order)
        while low < high:
            middle = (low + high) // 2
            here = text[order[middle] : order[middle] + len(phrase)].tolist()
            if here < phrase.tolist() or (after and here == phrase.tolist()):
                low = middle + 1
            else:
                high = middle
        return low

    def ask(phrases: Sequence[str]) -> list[int]:
        found = []
        for phrase in phrases:
            wanted = np.array([numbers.get(word, -1) for word in phrase.split()])
            found.append(0 if -1 in wanted else bound(wanted, True) - bound(wanted, False))
        return found

    return ask


def compare(lines: Sequence[str], folder: Path) -> None:
    """Prints all engines beside each other, on one thread each."""
    text = folder / "text"
    text.write_text("\n".join(lines) + "\n", encoding="utf-8")
    size = text.stat().st_size / 1e6
    start = time.perf_counter()
    build_index([text], folder / "index", normalisation=RULES)
    taken = time.perf_counter() - start
    index = open_index(folder / "index")
    words = RULES.split_many(lines)
    phrases = draw(index, words)
    # The collector would go through millions of words of the benchmark's own, again and again.
    gc.freeze()
    print(f"\nphrase index: {size:.1f} MB of text, {index.tokens:,} tokens, {index.lines:,} lines")
    print(f"  {'':22}{'build, s':>10}{'MB/s':>8}{'size, MB':>10}{'bytes/token':>13}", end="")
    print("".join(f"{kind + '/s':>14}" for kind in ASKED))

    def line(name: str, build: float, disk: int, ask: Ask, exact: str) -> None:
        rates, wrong = [], 0
        for kind, count in ASKED.items():
            asked = phrases[kind] if name.startswith("tertium") else phrases[kind][:count]
            speed, answers = rate(ask, asked)
            rates.append(speed)
            ours = [getattr(each, exact) for each in index.count_many(asked[: len(answers)])]
            wrong += sum(a != b for a, b in zip(answers, ours, strict=True))
        print(f"  {name:22}{build:10.1f}{size / build:8.1f}{disk / 1e6:10.1f}{disk / index.tokens:13.2f}", end="")
        print("".join(f"{speed:14,.0f}" for speed in rates), f"  {wrong} other {exact}")

    many: Ask = lambda asked: [each.count or 0 for each in index.count_many(asked, 1)]  # noqa: E731
    line("tertium, 50 at a time", taken, folder_size(folder / "index"), many, "count")
    for kind, drawn in phrases.items():
        asked = (drawn * (200_000 // max(len(drawn), 1) + 1))[:200_000]
        begin = time.perf_counter()
        index.count_many(asked, 1)
        print(f"    count_many of {len(asked):,} {kind}: {len(asked) / (time.perf_counter() - begin):,.0f} per second")
    for name, make, exact in (
        ("SQLite FTS5", lambda place: make_sqlite(lines, place), "lines"),
        ("tantivy", lambda place: make_tantivy(lines, place), "lines"),
        ("numpy suffix array", lambda place: make_numpy(words, place), "count"),
    ):
        with tempfile.TemporaryDirectory(dir=folder) as place:
            begin = time.perf_counter()
            ask = make(Path(place))
            taken = time.perf_counter() - begin
            if ask is not None:
                line(name, taken, folder_size(Path(place)), ask, exact)


def write_perturbed(lines: Sequence[str], target: Path, size: int) -> None:
    """Text of a given size: the lines again and again, with some words of each exchanged."""
    rng = random.Random(11)
    pool = [word for line in lines[::50] for word in line.split()]
    taken, first = 0, True
    with target.open("w", encoding="utf-8") as file:
        while taken < size:
            for line in lines:
                words = line.split()
                if not first and words:
                    for _ in range(1 + len(words) // 10):
                        words[rng.randrange(len(words))] = rng.choice(pool)
                taken += file.write(" ".join(words) + "\n")
                if taken >= size:
                    break
            first = False


_BUILD = """
import sys, time
from bench.timing import peak_megabytes
from tertium.corpus import build_index
from tertium.corpus.normalisation import Normalisation
start = time.perf_counter()
build_index([sys.argv[1]], sys.argv[2], normalisation=Normalisation("es"), memory=1 << 30)
print(time.perf_counter() - start, peak_megabytes())
"""


def grow(sizes: Sequence[int]) -> None:
    """Prints how build and query times grow with the text, within one gigabyte of memory."""
    lines = read_lines()
    print(
        f"\n{'MB':>6}{'tokens':>14}{'shards':>8}{'build, s':>10}{'MB/s':>8}{'memory, MB':>12}{'bytes/token':>13}",
        end="",
    )
    print("".join(f"{kind + '/s':>12}" for kind in ASKED) + f"{'open, ms':>10}")
    for size in sizes:
        with tempfile.TemporaryDirectory() as folder:
            text, place = Path(folder) / "text", Path(folder) / "index"
            write_perturbed(lines, text, size * 1_000_000)
            command = [sys.executable, "-c", _BUILD, str(text), str(place)]
            taken, memory = map(float, subprocess.run(command, capture_output=True, check=True).stdout.split())
            index = open_index(place)
            opening = seconds(lambda place=place: open_index(place))
            phrases = draw(index, RULES.split_many(lines[:: max(1, len(lines) // 50_000)]))
            gc.freeze()
            rates = []
            for asked in phrases.values():
                index.count_many(asked, 1)
                start = time.perf_counter()
                index.count_many(asked, 1)
                rates.append(len(asked) / (time.perf_counter() - start))
            megabytes = text.stat().st_size / 1e6
            print(f"{megabytes:6.0f}{index.tokens:14,}{len(index.manifest.shards):8}{taken:10.1f}", end="")
            print(f"{megabytes / taken:8.1f}{memory:12.0f}{index.bytes / index.tokens:13.2f}", end="")
            print("".join(f"{speed:12,.0f}" for speed in rates) + f"{1000 * opening:10.1f}", flush=True)


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        compare(read_lines(), Path(folder))


if __name__ == "__main__":
    if sys.argv[1:]:
        grow([int(each) for each in sys.argv[1:]])
    else:
        main()
    print(f"largest memory of this process: {peak_megabytes():.0f} MB")
