"""Writes small_metrics.tsv: what other programs say of WMT17 German-English. Takes half a minute.

Run from the project root, with the data in ../shared/data and RIBES.py 1.03, which is not here since its licence is the
GPL (nttcslab-nlp/RIBES, commit 0f68028; only its function ``kendall`` is used)::

    .venv/bin/python tests/golden/make_small_metrics.py RIBES.py

``segment_sum`` is the sum of the segment scores, and ``weighted_sum`` that of the scores times their numbers from 1, so
that a test compares all segments without the programs' time. No text of the data is kept.
"""

from __future__ import annotations

import importlib.util
import math
import sys
from collections.abc import Callable, Sequence
from importlib.metadata import version
from pathlib import Path

HERE = Path(__file__).parent
DATA = HERE.parents[2] / "shared" / "data" / "wmt17-toen" / "de-en"
OUTPUT = HERE / "small_metrics.tsv"
COLUMNS = ("system", "metric", "tool", "segment_sum", "weighted_sum")
SYSTEMS = ("C-3MA.4958", "online-A.0", "uedin-nmt.4723")

Score = Callable[[Sequence[str], Sequence[str]], float]


def read(name: str) -> list[str]:
    """The lines of a file; only a line feed ends one."""
    return (DATA / name).read_text(encoding="utf-8").removesuffix("\n").split("\n")


def load_ribes(path: str) -> Score:
    """RIBES.py's score of a segment, with its own exponents."""
    spec = importlib.util.spec_from_file_location("ribes_program", path)
    assert spec is not None
    assert spec.loader is not None
    program = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(program)

    def score(hypothesis: Sequence[str], reference: Sequence[str]) -> float:
        tau, precision, brevity = program.kendall(
            [word.lower() for word in reference], [word.lower() for word in hypothesis]
        )
        return float(tau * precision**0.25 * brevity**0.1)

    return score


def list_tools(ribes: str) -> dict[str, tuple[str, Score]]:
    """The peer of each metric."""
    from cer import calculate_cer
    from nltk.translate.gleu_score import sentence_gleu
    from nltk.translate.ribes_score import sentence_ribes

    nltk = f"NLTK {version('nltk')}"
    return {
        "ribes:tokenize=none": ("RIBES.py 1.03", load_ribes(ribes)),
        "ribes:tokenize=none,lowercase=no,variant=nltk": (nltk, lambda ours, theirs: sentence_ribes([theirs], ours)),
        "gleu:tokenize=none": (nltk, lambda ours, theirs: sentence_gleu([theirs], ours)),
        "character": (f"cer {version('cer')}", calculate_cer),
    }


def main() -> None:
    references = [reference.split() for reference in read("reference.txt")]
    lines = [
        "# .venv/bin/python tests/golden/make_small_metrics.py RIBES.py: words are split at white space;",
        "# RIBES.py 1.03 is commit 0f68028 of nttcslab-nlp/RIBES, run by its function kendall",
        "\t".join(COLUMNS),
    ]
    for system in SYSTEMS:
        hypotheses = [hypothesis.split() for hypothesis in read(f"hyp.{system}.txt")]
        for metric, (tool, score) in list_tools(sys.argv[1]).items():
            scores = [score(*pair) for pair in zip(hypotheses, references, strict=True)]
            weighted = math.fsum(number * value for number, value in enumerate(scores, start=1))
            lines.append("\t".join((system, metric, tool, repr(math.fsum(scores)), repr(weighted))))
    OUTPUT.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
