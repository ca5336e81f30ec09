"""Lists the function words of a language from running text: those above a relative frequency, as METEOR 1.5 has it.

    python scripts/list_function_words.py TEXT... > words.txt

Each TEXT is UTF-8, one or more sentences per line; .gz is read too. It is put in lower case and tokenised by 13a. With
several, the frequency is the mean of theirs, so that a long text does not outweigh a short one; ``--also-in`` keeps the
vocabulary of a special field out: a word has to reach half of the threshold in that text by itself.
"""

from __future__ import annotations

import argparse
import gzip
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path

from tertium import _core

LINES = 10_000


def main(arguments: Sequence[str] | None = None) -> None:
    """Writes the list to standard output, most frequent words first."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("texts", nargs="+", type=Path, metavar="TEXT")
    parser.add_argument("--threshold", type=float, default=1e-3, help="the relative frequency (default: 0.001)")
    parser.add_argument("--also-in", type=Path, action="append", default=[], metavar="TEXT", help="one of the texts")
    given = parser.parse_args(arguments)
    if not set(given.also_in) <= set(given.texts):
        parser.error("--also-in has to be one of the texts")
    counts = {path: count_words(path) for path in given.texts}
    for path, count in counts.items():
        if not count:
            parser.error(f"{path} has no words")
    sys.stdout.write(describe(counts, given.threshold, given.also_in))
    for word in list_words(counts, given.threshold, given.also_in):
        sys.stdout.write(f"{word}\n")


def count_words(path: Path) -> Counter[str]:
    """How often each token of a text occurs."""
    counts: Counter[str] = Counter()
    with gzip.open(path, "rt", encoding="utf-8") if path.suffix == ".gz" else path.open(encoding="utf-8") as file:
        for lines in batches(line.lower() for line in file):
            for tokens in _core.tokenize(lines, "13a", 1).to_lists():
                counts.update(tokens)
    return counts


def batches(lines: Iterator[str]) -> Iterator[list[str]]:
    """The lines, some thousands at a time."""
    while batch := list(islice(lines, LINES)):
        yield batch


def list_words(counts: Mapping[Path, Counter[str]], threshold: float, also_in: Sequence[Path]) -> list[str]:
    """The words above the threshold, most frequent first; a # would be read as a comment."""
    totals = {path: count.total() for path, count in counts.items()}
    mean: Counter[str] = Counter()
    for path, count in counts.items():
        mean.update({word: number / totals[path] / len(counts) for word, number in count.items()})
    return [
        word
        for word, frequency in sorted(mean.items(), key=lambda item: (-item[1], item[0]))
        if frequency > threshold
        and all(counts[path][word] / totals[path] > threshold / 2 for path in also_in)
        and not word.startswith("#")
    ]


def describe(counts: Mapping[Path, Counter[str]], threshold: float, also_in: Sequence[Path]) -> str:
    """The comment that heads the list: how it was made."""
    lines = [f"Tokens (13a, lower case) with a relative frequency above {threshold:g}: the mean of these texts."]
    for path, count in counts.items():
        also = f"; here above {threshold / 2:g} too" if path in also_in else ""
        lines.append(f"  {path.name}: {count.total():,} tokens{also}")
    return "".join(f"# {line}\n" for line in [*lines, "Made by scripts/list_function_words.py."])


if __name__ == "__main__":
    main()
