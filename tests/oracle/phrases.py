"""Counts of phrases by looking at every place: ``python -m tests.oracle.phrases 20000`` holds the index against it."""

from __future__ import annotations

import gzip
import random
import sys
import tempfile
import time
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import regex

CORPORA = Path(__file__).resolve().parents[3] / "shared" / "corpora"
LONGEST = 6

Words = tuple[str, ...]


def split(text: str, *, casefold: bool, keep_apostrophes: bool, keep_hyphens: bool) -> list[str]:
    """The words and marks of a text, after the rules in ``docs/how-to/corpus-index.md``."""
    text = "".join(each for each in text if unicodedata.category(each) != "Cf")
    text = unicodedata.normalize("NFC", text)
    if casefold:
        text = unicodedata.normalize("NFC", text.casefold())
    text = regex.sub("[\u2019\u02bc]", "'", text)
    text = regex.sub("[\u2010\u2011]", "-", text)
    kept = ("'" if keep_apostrophes else "") + ("-" if keep_hyphens else "")
    word = r"[\p{L}\p{M}\p{N}]+"
    joined = f"(?:[{kept}]{word})*" if kept else ""
    return regex.findall(rf"{word}{joined}|[^\p{{Z}}\p{{Cc}}]\p{{M}}*", text)


def count_all(lines: Iterable[Sequence[str]], phrases: Iterable[Words]) -> dict[Words, tuple[int, int]]:
    """Occurrences and lines of each phrase."""
    wanted = set(phrases)
    lengths: dict[str, set[int]] = defaultdict(set)
    for phrase in wanted:
        lengths[phrase[0]].add(len(phrase))
    occurrences, on_lines = dict.fromkeys(wanted, 0), dict.fromkeys(wanted, 0)
    for line in lines:
        seen = set()
        for start, word in enumerate(line):
            for length in lengths.get(word, ()):
                phrase = tuple(line[start : start + length])
                if len(phrase) == length and phrase in wanted:
                    occurrences[phrase] += 1
                    seen.add(phrase)
        for phrase in seen:
            on_lines[phrase] += 1
    return {phrase: (occurrences[phrase], on_lines[phrase]) for phrase in wanted}


def count_wild(lines: Iterable[Sequence[str]], phrase: Sequence[str | None]) -> tuple[int, int]:
    """Occurrences and lines of a phrase in which None is any word."""
    occurrences, on_lines = 0, 0
    for line in lines:
        here = sum(
            all(want is None or want == word for want, word in zip(phrase, line[start:], strict=False))
            for start in range(len(line) - len(phrase) + 1)
        )
        occurrences += here
        on_lines += here > 0
    return occurrences, on_lines


def draw_phrases(lines: Sequence[Sequence[str]], count: int, rng: random.Random) -> list[Words]:
    """Phrases of one to six words: a third from the text, a third short and so frequent, a third made up."""
    lines = [line for line in lines if line]
    drawn: list[Words] = []
    while len(drawn) < count:
        line = rng.choice(lines)
        length = rng.randint(1, min(len(line), 2 if len(drawn) % 3 == 1 else LONGEST))
        start = rng.randrange(len(line) - length + 1)
        phrase = list(line[start : start + length])
        if len(drawn) % 3 == 2:
            phrase[rng.randrange(length)] = rng.choice(rng.choice(lines))
            if length > 1 and rng.random() < 0.5:
                rng.shuffle(phrase)
        drawn.append(tuple(phrase))
    return drawn


def read_lines(paths: Iterable[Path], limit: int | None = None) -> Iterator[str]:
    """The lines of files, so many of each."""
    for path in paths:
        with gzip.open(path, "rt", encoding="utf-8", newline="\n") as file:
            for number, line in enumerate(file):
                if number == limit:
                    break
                yield line


def compare(count: int, limit: int | None = None, seed: int = 7) -> tuple[int, dict[str, int]]:
    """Counts phrases in the Spanish corpora in both ways: how many differ, and how many there were of each kind."""
    from tertium.corpus import build_index, open_index
    from tertium.corpus.normalisation import Normalisation

    paths = sorted(CORPORA.glob("es-*.txt.gz"))
    rules = Normalisation("es")
    lines = [split(line, casefold=True, keep_apostrophes=True, keep_hyphens=True) for line in read_lines(paths, limit)]
    phrases = draw_phrases(lines, count, random.Random(seed))
    expected = count_all(lines, phrases)
    with tempfile.TemporaryDirectory() as folder:
        text = Path(folder) / "text"
        text.write_text("".join(read_lines(paths, limit)), encoding="utf-8", newline="\n")
        build_index([text], Path(folder) / "index", normalisation=rules)
        # The oracle's words are words already: marks among them stay apart by the spaces, and * is a star.
        found = open_index(Path(folder) / "index").count_many([" ".join(each) for each in phrases], wildcards=False)
    wrong = 0
    kinds = {"absent": 0, "rare (1-9)": 0, "10-999": 0, "frequent (1000 and more)": 0}
    for phrase, count_found in zip(phrases, found, strict=True):
        occurrences, on_lines = expected[phrase]
        kind = min(3, (occurrences > 0) + (occurrences > 9) + (occurrences > 999))
        kinds[list(kinds)[kind]] += 1
        if (count_found.count, count_found.lines) != (occurrences, on_lines):
            wrong += 1
            sys.stderr.write(f"{phrase}: {count_found.count}, {count_found.lines} instead of {expected[phrase]}\n")
    return wrong, kinds


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 20_000
    start = time.monotonic()
    wrong, kinds = compare(count)
    sys.stdout.write(f"{count:,} phrases, {wrong} wrong, in {time.monotonic() - start:.0f} s: {kinds}\n")
    sys.exit(wrong > 0)


if __name__ == "__main__":
    main()
