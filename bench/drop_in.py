"""Sacrebleu's own API beside ``tertium.sacrebleu``: the same calls with one line changed.

The two take turns, and the fastest round counts. With one thread, time is that of the processor, so that other programs
on the machine do not count; with two threads it is that of the clock. TER and the tests have fewer segments, since
sacrebleu takes minutes for them.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import ModuleType
from typing import Any, NamedTuple

import sacrebleu
import sacrebleu.significance

import tertium.sacrebleu
from bench import pairs
from tertium.threads import VARIABLE

SEGMENTS, FEW, SENTENCES = 20_000, 2_000, 1_000


class Task(NamedTuple):
    """One thing to measure.

    Attributes:
        name: What it is called.
        segments: How many segments it is about.
        rounds: How many rounds are measured.
        make: Given sacrebleu or the drop-in, what to run.
    """

    name: str
    segments: int
    rounds: int
    make: Callable[[ModuleType], Callable[[], Any]]


def list_tasks(hypotheses: list[str], references: list[str]) -> list[Task]:
    """The calls that people make."""
    few, few_references = hypotheses[:FEW], references[:FEW]
    other = [" ".join(line.split()[1:]) or line for line in few]

    def score(metric: str, lines: list[str], translations: list[str], *, cached: bool = False, **settings: Any) -> Any:
        def make(package: ModuleType) -> Callable[[], Any]:
            made = getattr(package.metrics, metric)(**settings, references=[translations] if cached else None)
            return lambda: made.corpus_score(lines, None if cached else [translations])

        return make

    def bootstrap(package: ModuleType) -> Callable[[], Any]:
        made = package.metrics.BLEU()
        return lambda: made.corpus_score(few, [few_references], n_bootstrap=1000)

    def compare(test: str) -> Any:
        def make(package: ModuleType) -> Callable[[], Any]:
            made = {"BLEU": package.metrics.BLEU(references=[few_references])}
            systems = [("base", few), ("other", other)]
            # sacrebleu examines the baseline when the test is made.
            return lambda: _run(package.significance.PairedTest, systems, made, None, test)

        return make

    def sentences(function: str) -> Any:
        lines = list(zip(hypotheses[:SENTENCES], references[:SENTENCES], strict=True))

        def make(package: ModuleType) -> Callable[[], Any]:
            call = getattr(package, function)
            return lambda: [call(hypothesis, [reference]) for hypothesis, reference in lines]

        return make

    return [
        Task("corpus BLEU", SEGMENTS, 2, score("BLEU", hypotheses, references)),
        Task("corpus BLEU, cached references", SEGMENTS, 2, score("BLEU", hypotheses, references, cached=True)),
        Task("corpus chrF", SEGMENTS, 1, score("CHRF", hypotheses, references)),
        Task("corpus chrF++", SEGMENTS, 1, score("CHRF", hypotheses, references, word_order=2)),
        Task("corpus TER", FEW, 1, score("TER", few, few_references)),
        Task("BLEU with 1,000 resamples", FEW, 1, bootstrap),
        Task("paired bootstrap, BLEU", FEW, 1, compare("bs")),
        Task("approximate randomization, BLEU", FEW, 1, compare("ar")),
        Task("sentence_bleu, call by call", SENTENCES, 2, sentences("sentence_bleu")),
        Task("sentence_chrf, call by call", SENTENCES, 2, sentences("sentence_chrf")),
        Task("sentence_ter, call by call", SENTENCES, 1, sentences("sentence_ter")),
    ]


@contextmanager
def threads(count: int) -> Iterator[None]:
    """Limit the threads of the drop-in."""
    before = os.environ.get(VARIABLE)
    os.environ[VARIABLE] = str(count)
    try:
        yield
    finally:
        os.environ.pop(VARIABLE)
        if before is not None:
            os.environ[VARIABLE] = before


def _run(make: Callable[..., Callable[[], Any]], *arguments: Any) -> Any:
    return make(*arguments)()


def take(work: Callable[[], Any]) -> tuple[float, float]:
    """Seconds of the processor, and by the clock."""
    start, processor = time.perf_counter(), time.process_time()
    work()
    return time.process_time() - processor, time.perf_counter() - start


def main() -> None:
    hypotheses, references = (lines[:SEGMENTS] for lines in pairs.load())
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else float("nan")
    print(
        f"\nsacrebleu {sacrebleu.__version__} beside tertium.sacrebleu, through the same API; load before: {load:.1f}"
    )
    print(f"  {'':34}{'segments':>10}{'sacrebleu':>12}{'one thread':>12}{'':>8}{'two threads':>13}{'':>8}")
    for task in list_tasks(hypotheses, references):
        theirs, one, two = [], [], []
        for _ in range(task.rounds):
            # Made anew each round: sacrebleu's tokenizers remember the lines that they have seen.
            theirs.append(take(task.make(sacrebleu)))
            for _ in range(3):
                with threads(1):
                    one.append(take(task.make(tertium.sacrebleu)))
                with threads(2):
                    two.append(take(task.make(tertium.sacrebleu)))
        (processor, clock), (ours, _), (_, with_two) = (
            map(min, zip(*times, strict=True)) for times in (theirs, one, two)
        )
        print(
            f"  {task.name:34}{task.segments:10,}{processor:10.3f} s{ours:10.4f} s{processor / ours:6.0f} x"
            f"{with_two:11.4f} s{clock / with_two:6.0f} x",
            flush=True,
        )


if __name__ == "__main__":
    main()
