"""RIBES, GLEU, PER, CDER and CharacTER, against NLTK, cer and plain Python; every segment is compared."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable, Sequence

import cer
import nltk
import numpy as np
from nltk.translate.gleu_score import sentence_gleu
from nltk.translate.ribes_score import sentence_ribes

import tertium
from bench import pairs, timing
from tertium.metrics.spec import parse
from tests.oracle import per

# The systems of WMT17 German-English that are translated: NLTK takes some ten seconds for 6,008 segments.
SYSTEMS = ("online-A.0", "uedin-nmt.4723")

Score = Callable[[Sequence[str], Sequence[str]], float]


def measure_plain_cder(hypothesis: Sequence[str], reference: Sequence[str]) -> float:
    """The recursion of the paper, row by row: there is no package that has it."""
    row = [int(place > 0) for place in range(len(hypothesis) + 1)]
    for word in reference:
        steps = (cost + (other != word) for cost, other in zip(row, hypothesis, strict=False))
        below = [row[0] + 1, *(min(step, cost + 1) for step, cost in zip(steps, row[1:], strict=True))]
        jump = min(below) + 1
        row = [min(cost, jump) for cost in below]
    return row[-1] / len(reference)


PEERS: dict[str, tuple[str, Score]] = {
    "ribes:tokenize=none,lowercase=no,variant=nltk": (
        f"NLTK {nltk.__version__}",
        lambda ours, theirs: sentence_ribes([theirs], ours),
    ),
    "gleu:tokenize=none": (f"NLTK {nltk.__version__}", lambda ours, theirs: sentence_gleu([theirs], ours)),
    "per": ("plain Python", lambda ours, theirs: per.count_edits(ours, theirs) / len(theirs)),
    "cder": ("plain Python", measure_plain_cder),
    "character": ("cer 1.2.0", cer.calculate_cer),
}


def load() -> tuple[list[str], list[str]]:
    """The translations of both systems, and their references."""
    folder = pairs.DATA / "wmt17-toen" / "de-en"
    if not folder.is_dir():
        sys.exit(f"the measurement needs {folder}")
    texts = [pairs.read_lines(folder / f"hyp.{system}.txt") for system in SYSTEMS]
    return [text for each in texts for text in each], pairs.read_lines(folder / "reference.txt") * len(SYSTEMS)


def main() -> None:
    warnings.simplefilter("ignore", tertium.TextWarning)  # the texts are tokenised
    hypotheses, references = load()
    words = [(ours.split(), theirs.split()) for ours, theirs in zip(hypotheses, references, strict=True)]
    for spec, (name, score) in PEERS.items():
        expected: list[float] = []
        peer = timing.seconds(lambda: expected.extend(score(*pair) for pair in words), repeats=1)  # noqa: B023
        ours = timing.seconds(lambda: tertium.score(hypotheses, references, [spec], threads=1))  # noqa: B023
        two = timing.seconds(lambda: tertium.score(hypotheses, references, [spec], threads=2))  # noqa: B023
        timing.report(spec, len(words), ours, two, {name: peer})
        segments = tertium.score(hypotheses, references, [spec])[spec].segments
        assert segments is not None
        largest = np.abs(segments - expected).max()
        print(f"  largest difference of a segment: {largest:.1e}; {parse(spec).settings()}")


if __name__ == "__main__":
    main()
