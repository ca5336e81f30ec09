"""Tables with a million of something: columns, references, systems."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from bench.hostile_inputs.case import Case, write, write_good

MANY = 1_000_000


def row(first: str, cell: Callable[[int], str]) -> Iterator[bytes]:
    yield first.encode()
    for start in range(0, MANY, 1000):
        yield "".join(f"\t{cell(number)}" for number in range(start, start + 1000)).encode()
    yield b"\n"


def make_wide(folder: Path, name: str, first: str = "hyp\tref") -> Sequence[str]:
    """One row, and a million columns besides the first ones."""
    cells = "\t".join("a" for _ in first.split("\t"))
    pieces = (*row(first, lambda number: f"{name}{number}"), *row(cells, lambda _: "a"))
    return ["score", write(folder / "wide.tsv", pieces), "-m", "bleu", "-f", "json"]


def make_references(folder: Path) -> Sequence[str]:
    text = json.dumps({"hyp": "a b", "ref": ["a b"] * MANY}) + "\n"
    return ["score", write(folder / "one.jsonl", [text.encode()]), "-m", "bleu", "-m", "ter", "-f", "json"]


def make_systems(folder: Path) -> Sequence[str]:
    """A table with one row for each segment of each system."""
    lines = (f"s{number}\t1\ta\ta\n".encode() for number in range(MANY))
    return [
        "score",
        write(folder / "long.tsv", (b"system\tsegment\thyp\tref\n", *lines)),
        "-m",
        "bleu",
        "-o",
        str(folder / "out.json"),
        "-f",
        "json",
    ]


def make_nested(folder: Path, opening: str, depth: int, closing: str = "") -> Sequence[str]:
    text = '{"hyp": ' + opening * depth + closing * depth + ', "ref": "a"}\n'
    return ["score", write(folder / "deep.jsonl", [text.encode()]), "-m", "bleu"]


def make_ragged(folder: Path) -> Sequence[str]:
    """A segment with a million references, and after it thousands with one, in the same block."""
    lines = [{"hyp": "a", "ref": ["a"] * MANY}, *({"hyp": "a", "ref": ["a"]} for _ in range(4000))]
    text = "".join(json.dumps(line) + "\n" for line in lines)
    return ["score", write(folder / "ragged.jsonl", [text.encode()]), "-m", "bleu"]


def make_other_keys(folder: Path) -> Sequence[str]:
    """As many keys as lines, none of which is in two lines."""
    lines = (f'{{"hyp": "a", "ref": "a", "k{number}": 1}}\n'.encode() for number in range(100_000))
    return ["score", write(folder / "keys.jsonl", lines), "-m", "bleu", "-f", "json"]


def make_other_judgments(folder: Path) -> Sequence[str]:
    """The same in a table that is read as a whole."""
    row = '{{"system": "good", "segment": 1, "annotator": "A{0}", "kind": "da", "value": 5, "k{0}": 1}}\n'
    lines = (row.format(number).encode() for number in range(100_000))
    good = write_good(folder, 2)
    return ["correlate", good, "-r", good, "-j", write(folder / "j.jsonl", lines), "-m", "bleu"]


def make_keys(folder: Path) -> Sequence[str]:
    """JSON with a million other keys in each of two lines, none of which is in the other."""
    lines = ({"hyp": "a", "ref": "a", **{f"{line}{number}": 1 for number in range(MANY)}} for line in "xy")
    return [
        "score",
        write(folder / "keys.jsonl", [json.dumps(line).encode() + b"\n" for line in lines]),
        "-m",
        "bleu",
        "-f",
        "json",
    ]


def make_judgments(folder: Path) -> Sequence[str]:
    """As many annotators as judgments."""
    rows = (f"good\t1\tA{number}\tadequacy\t{number % 5}\n".encode() for number in range(MANY))
    table = write(folder / "judgments.tsv", (b"system\tsegment\tannotator\tkind\tvalue\n", *rows))
    good = write_good(folder, 2)
    return ["correlate", good, "-r", good, "--judgments", table, "-m", "bleu"]


CASES = (
    Case(name="JSONL, 10^6 references of a segment", make=make_references, megabytes=1500, statuses=(0,)),
    Case(
        name="TSV, 10^6 columns of references",
        make=lambda folder: make_wide(folder, "ref_"),
        megabytes=4000,
        statuses=(0, 2),
    ),
    Case(
        name="TSV, 10^6 columns of systems",
        make=lambda folder: make_wide(folder, "hyp:", "ref"),
        megabytes=2000,
    ),
    Case(name="TSV, 10^6 other columns", make=lambda folder: make_wide(folder, "x"), megabytes=2000, statuses=(0, 2)),
    Case(name="TSV, 10^6 systems of one segment", make=make_systems, megabytes=3000),
    Case(name="JSONL, 10^6 lists in each other", make=lambda folder: make_nested(folder, "[", MANY, "]")),
    Case(name="JSONL, 10^6 objects in each other", make=lambda folder: make_nested(folder, '{"a":', MANY)),
    Case(name="JSONL, 10^6 references, then one each", make=make_ragged, megabytes=1500),
    Case(name="JSONL, other keys in each of 10^5 lines", make=make_other_keys, megabytes=1000, statuses=(0,)),
    Case(name="judgments with 10^5 keys", make=make_other_judgments, megabytes=1500),
    Case(name="JSONL, 10^6 keys", make=make_keys, megabytes=2000, statuses=(0, 2)),
    Case(name="10^6 annotators", make=make_judgments, seconds=120, megabytes=3000, statuses=(0, 2)),
)
