"""METEOR 1.5 in Java, from the PyPI wheel ``pycocoevalcap`` (``make peers``) or wherever TERTIUM_METEOR_JAR points.

What it does, probed and read from its source:

- It looks for the most *exact* links, then the fewest chunks, by a beam search of 40. Links of the other modules weigh
  .5 there, and are added to a whole number, so they weigh nothing: a word with one candidate on each side is mapped,
  and any other is mapped by stem or synonym only where that makes no further chunk. ``dogs dogs`` and ``dog`` have no
  link.
- Its tie-break by distance adds each choice's distance to the path that it came from, so it hardly breaks ties.
- Of several references it takes the one with the highest score, the first of equals.
- A segment that is one chunk and matches whole on both sides has no penalty.
- The corpus score is that of the summed statistics; the chunk of such a whole match is left out of the sum.
- A segment without links, or without words, scores 0 (its precision or penalty is then NaN, as printed).
- Words are what spaces, tabs and line ends separate; letters keep their case but for ``-lower`` and ``-norm``.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

import pytest

Link = tuple[int, int]

# The settings of the 2005 paper: harmonic mean of P and 9R, .5 (chunks / matches) ** 3, all words alike.
PAPER = ("-p", "0.9 3.0 0.5 0.5")
EXACT = ("-m", "exact", "-w", "1.0", *PAPER)
STEMS = ("-m", "exact stem", "-w", "1.0 1.0", *PAPER)
SYNONYMS = ("-m", "exact stem synonym", "-w", "1.0 1.0 1.0", *PAPER)

# Its own defaults for English (weights 1, .6, .8; content words above function words), without its paraphrases.
ENGLISH = ("-m", "exact stem synonym")


@dataclass(frozen=True)
class Segment:
    """What it finds for a segment, with the best of its references.

    Attributes:
        length: Words of the hypothesis.
        reference_length: Words of the reference.
        function_words: Words of the hypothesis that are on its list of function words.
        reference_function_words: The same for the reference.
        matches: Links by stage.
        content_matches: Links by stage whose word of the hypothesis is no function word.
        chunks: Runs of links.
        links: The links (hypothesis, reference) by stage.
        precision: Weighted, NaN for an empty hypothesis.
        recall: Weighted.
        penalty: For the chunks, NaN without links.
        score: METEOR.
    """

    length: int
    reference_length: int
    function_words: int
    reference_function_words: int
    matches: tuple[int, ...]
    content_matches: tuple[int, ...]
    chunks: int
    links: tuple[frozenset[Link], ...]
    precision: float
    recall: float
    penalty: float
    score: float


@dataclass(frozen=True)
class Corpus:
    """All segments and the figures of the summed statistics, by the names under which they are printed."""

    segments: list[Segment]
    figures: dict[str, float]

    @property
    def score(self) -> float:
        """The corpus score."""
        return self.figures["Final score"]


def find_jar() -> Path | None:
    """Where the jar is, without importing the package that brings it."""
    if named := os.environ.get("TERTIUM_METEOR_JAR"):
        return Path(named)
    package = find_spec("pycocoevalcap")
    if package is None or not package.submodule_search_locations:
        return None
    return Path(package.submodule_search_locations[0]) / "meteor" / "meteor-1.5.jar"


def why_not() -> str:
    """Why it cannot run here, empty if it can."""
    if shutil.which("java") is None:
        return "NO JAVA: METEOR 1.5 cannot run here, so nothing is compared with it"
    jar = find_jar()
    if jar is None or not jar.is_file():
        return f"NO METEOR JAR ({jar}): run `make peers` or set TERTIUM_METEOR_JAR; nothing is compared with METEOR 1.5"
    return ""


def require() -> None:
    """Skips the calling test, and says why, where it cannot run."""
    if reason := why_not():
        pytest.skip(reason)


def run(
    hypotheses: Sequence[str], references: Sequence[Sequence[str]], options: Sequence[str], folder: Path | None = None
) -> str:
    """What it prints; alignments are written to `folder`."""
    jar = find_jar()
    if reason := why_not():
        raise RuntimeError(reason)
    most = max(map(len, references), default=1)
    # Each segment needs as many references: one that comes twice changes nothing.
    rows = [[*its, *[its[0]] * (most - len(its))] for its in references]
    with tempfile.TemporaryDirectory() as temporary:
        place = folder or Path(temporary)
        write_lines(place / "hypotheses", hypotheses)
        write_lines(place / "references", [reference for row in rows for reference in row])
        command = [
            "java",
            "-Xmx1G",
            "-jar",
            str(jar),
            "hypotheses",
            "references",
            "-l",
            "en",
            "-r",
            str(most),
            *options,
        ]
        done = subprocess.run(command, cwd=place, capture_output=True, encoding="utf-8", check=True)
    if "Error" in done.stderr:
        raise RuntimeError(done.stderr)
    return done.stdout


def write_lines(path: Path, segments: Sequence[str]) -> None:
    """One segment a line: those that break lines for Java become spaces."""
    path.write_text(
        "".join(re.sub(r"[\r\n]", " ", segment) + "\n" for segment in segments), encoding="utf-8", newline="\n"
    )


def score(hypotheses: Sequence[str], references: Sequence[Sequence[str]], options: Sequence[str] = EXACT) -> Corpus:
    """Statistics, links and scores of segments, and the corpus score. It is run twice."""
    statistics = run(hypotheses, references, [*options, "-ssOut"]).splitlines()
    with tempfile.TemporaryDirectory() as temporary:
        printed = run(hypotheses, references, [*options, "-vOut", "-writeAlignments"], Path(temporary))
        blocks = list(read_blocks(Path(temporary) / "meteor-align.out"))
    if not len(statistics) == len(blocks) == len(hypotheses):
        raise RuntimeError(f"{len(hypotheses)} segments in, {len(statistics)} and {len(blocks)} out")
    stages = len(options[options.index("-m") + 1].split())
    segments = [
        parse_segment(list(map(float, line.split())), block, stages)
        for line, block in zip(statistics, blocks, strict=True)
    ]
    figures = re.findall(r"^(\w[\w ]*):\s+(\d\S*|NaN)$", printed, re.MULTILINE)
    return Corpus(segments, {name: float(value) for name, value in figures})


def read_blocks(path: Path) -> Iterator[list[str]]:
    """The lines about each segment: scores, hypothesis, reference, a heading, then a line a link."""
    lines = iter(path.read_text(encoding="utf-8").split("\n"))
    for heading in lines:
        if heading:
            block = [heading, next(lines), next(lines), next(lines)]
            while row := next(lines):
                block.append(row)
            yield block


def parse_segment(numbers: list[float], block: list[str], stages: int) -> Segment:
    """One line of statistics and the lines of its alignment."""
    length, reference_length, function_words, reference_function_words, *by_stage = map(int, numbers[:20])
    content, function = by_stage[0 : 4 * stages : 4], by_stage[2 : 4 * stages : 4]
    links: list[set[Link]] = [set() for _ in range(stages)]
    for row in block[4:]:
        theirs, ours, stage, _ = row.split()
        links[int(stage)].add((int(ours.split(":")[0]), int(theirs.split(":")[0])))
    precision, recall, penalty, score = map(float, block[0].split("\t")[2:])
    return Segment(
        length,
        reference_length,
        function_words,
        reference_function_words,
        tuple(a + b for a, b in zip(content, function, strict=True)),
        tuple(content),
        int(numbers[20]),
        tuple(map(frozenset, links)),
        precision,
        recall,
        penalty,
        score,
    )
