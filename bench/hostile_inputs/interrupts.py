"""Ctrl-C in the middle of every long command."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from pathlib import Path

from bench.hostile_inputs.case import PYTHON, Case, write

_SEGMENTS = 40_000


def write_segments(folder: Path, name: str, count: int = _SEGMENTS, length: int = 60, kinds: int = 300) -> str:
    dice = random.Random(name)
    words = [f"w{number}" for number in range(kinds)]
    return write(folder / name, (" ".join(dice.choices(words, k=length)).encode() + b"\n" for _ in range(count)))


def write_three(folder: Path, count: int = _SEGMENTS, length: int = 60, kinds: int = 300) -> list[str]:
    """Two systems and their reference."""
    names = ("one.txt", "two.txt", "ref.txt")
    one, two, reference = (write_segments(folder, name, count, length, kinds) for name in names)
    return [one, two, "-r", reference]


def make_judged(folder: Path) -> Sequence[str]:
    count = 20_000
    given = write_three(folder, count, 100)
    dice = random.Random(1)
    rows = (f"{system}\t{at}\tda\t{dice.random()}\n" for system in ("one", "two") for at in range(1, count + 1))
    table = write(folder / "judgments.tsv", (b"system\tsegment\tkind\tvalue\n", *map(str.encode, rows)))
    metrics = ["-m", "meteor", "-m", "ter", "-m", "chrf", "--level", "pooled"]
    return ["correlate", *given, "-j", table, *metrics]


def make_index(folder: Path) -> Sequence[str]:
    return ["index", "build", write_segments(folder, "corpus.txt", 400_000), "-o", str(folder / "out.index")]


def make_scan(folder: Path) -> Sequence[str]:
    corpus = write_segments(folder, "corpus.txt", 400_000)
    phrases = write(folder / "phrases.txt", [f"w{n} w{n + 1}\n".encode() for n in range(200)])
    script = (
        "import sys\nfrom tertium.corpus.scan import ScanCounts\n"
        f"phrases = open({phrases!r}).read().split(chr(10))[:-1]\n"
        "try:\n"
        f"    [ScanCounts([{corpus!r}]).count_many(phrases) for _ in range(100)]\n"
        "except KeyboardInterrupt:\n    sys.exit(130)\n"
    )
    return [*PYTHON, script]


def make_tune(folder: Path) -> Sequence[str]:
    make_judged(folder)
    data = folder / "data"
    data.mkdir()
    names = {"one": "system.one", "two": "system.two", "ref": "reference"}
    for name, new in names.items():
        (folder / f"{name}.txt").rename(data / f"{new}.txt")
    (folder / "judgments.tsv").rename(data / "judgments.tsv")
    return ["tune", "meteor", "--data", str(data)]


def make_sacrebleu(folder: Path) -> Sequence[str]:
    hypothesis, _, _, reference = write_three(folder, *_SLOW["ter"])
    return ["sacrebleu", reference, "-i", hypothesis, "-m", "ter"]


def interrupt(name: str, make: Callable[[Path], Sequence[str]], after: float = 2.5) -> Case:
    return Case(
        name=f"Ctrl-C: {name}",
        make=make,
        seconds=1,
        megabytes=4000,
        statuses=(130,),
        interrupt=after,
    )


# The number of segments, their words, and of how many kinds these are: as each metric takes minutes.
_SLOW = {
    "ter": (8000, 400, 300),
    "meteor": (8000, 400, 300),
    "character": (8000, 400, 300),
    "cder": (100, 20_000, 2),
    "ribes": (100, 20_000, 2),
    "wer": (60, 60_000, 60),
}

CASES = (
    *(
        interrupt(f"score, {name}", lambda folder, n=name: ["score", *write_three(folder, *_SLOW[n]), "-m", n])
        for name in _SLOW
    ),
    interrupt("reading", lambda folder: ["score", *write_three(folder, 400_000), "-m", "bleu"], 2.0),
    interrupt("compare", lambda folder: ["compare", *write_three(folder), "-m", "chrf", "--resamples", "1000000"], 4.0),
    interrupt("diff", lambda folder: ["diff", *write_three(folder), "--resamples", "1000000"]),
    interrupt(
        "report", lambda folder: ["report", *write_three(folder), "-m", "ter", "--resamples", "100000", "-f", "html"]
    ),
    interrupt("audit corpus", lambda folder: ["audit", "corpus", *write_three(folder)]),
    interrupt("correlate", make_judged),
    interrupt("tune", make_tune),
    interrupt("sacrebleu", make_sacrebleu),
    interrupt("index build", make_index),
    interrupt("scan", make_scan, 2.0),
)
