"""Writes resampling.tsv: what one seed draws. Run it anew only when the kernel draws otherwise on purpose.

Run from the project root::

    .venv/bin/python -m tests.golden.make_resampling
"""

from __future__ import annotations

import platform
from pathlib import Path

import numpy as np

import tertium
from tertium import _core
from tests.metrics.tallying import make_corpus

OUTPUT = Path(__file__).with_name("resampling.tsv")
SPECS = ["bleu", "chrf", "nist", "ter", "unigram", "wer"]
METHODS = ["bootstrap", "randomization"]
SIZES = [10, 100, 1000]


def draw_sums(kernel: str, size: int) -> list[float]:
    """The sums of the numbers of the rows that are drawn, four times."""
    matrix = np.arange(size, dtype=float)[:, None]
    return {"bootstrap": _core.sum_bootstrap, "halves": _core.sum_halves}[kernel](matrix, 0, 4, 12345, 1)[:, 0].tolist()


def draw_interval(spec: str) -> list[float]:
    """Score and interval of a made-up corpus with the default seed."""
    corpus = make_corpus(300)
    score = tertium.score(corpus.hypotheses, corpus.references, [spec], confidence=0.95, resamples=1000)[spec]
    assert score.interval is not None
    return [score.value, score.interval.low, score.interval.high, score.interval.mean]


def draw_test(method: str, spec: str) -> list[float]:
    """Difference, interval and p-value of two made-up systems that hardly differ, with the default seed."""
    corpus = make_corpus(300)
    changed = list(corpus.hypotheses)
    for number, text in enumerate(changed):
        if number % 9 == 0:
            changed[number] = text.rpartition(" ")[0]
        elif number % 20 == 1:
            changed[number] = corpus.references[number][0]
    systems = {"one": corpus.hypotheses, "two": changed}
    found = tertium.compare(systems, corpus.references, [spec], method=method, resamples=1000)  # type: ignore[arg-type]
    test = found.test(spec, "two")
    return [test.difference, test.low, test.high, test.p_value]


def draw_all() -> dict[str, list[float]]:
    """Everything by name."""
    return {
        **{f"sums {kernel} {size}": draw_sums(kernel, size) for kernel in ("bootstrap", "halves") for size in SIZES},
        **{f"interval {spec}": draw_interval(spec) for spec in SPECS},
        **{f"test {method} {spec}": draw_test(method, spec) for method in METHODS for spec in ("bleu", "ter")},
    }


def read_table() -> dict[str, list[float]]:
    """The golden values by name."""
    lines = [line.split("\t") for line in OUTPUT.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    return {name: [float(value) for value in values] for name, *values in lines}


def main() -> None:
    """Writes the table."""
    header = (
        f"# tertium {tertium.__version__} on {platform.machine()}: .venv/bin/python -m tests.golden.make_resampling"
    )
    rows = ["\t".join([name, *map(repr, values)]) for name, values in draw_all().items()]
    OUTPUT.write_text("\n".join([header, *rows]) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
