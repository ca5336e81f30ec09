"""10,000 segments through the whole pipeline of machine-translationness, stage by stage.

Catalan by people, Spanish by Apertium, phrases counted in the index of ``damages/held_out.py``. Programs of Apertium
run beside Python, so that two cores are of use; the seconds are those of the clock. ``python -m bench.mtness profile``
shows where Python spends its time, which makes it about twice as slow.
"""

from __future__ import annotations

import cProfile
import pstats
import shutil
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any, TypeVar

from bench import timing
from bench.damages.held_out import CORPORA, find_index, read_lines
from tertium import mtness as api
from tertium.cli.progress import ProgressBar
from tertium.mtness.counting.likelihoods import weigh_repairs
from tertium.mtness.detection.detector import detect, gather_evidence
from tertium.mtness.detection.findings import Verdict
from tertium.mtness.detection.judge import WeighedText
from tertium.mtness.pipeline import Pipeline
from tertium.mtness.resources.apertium.translator import ApertiumTranslator
from tertium.mtness.segment import Segment

COUNT = 10_000
SEED = 8
HOT_SPOTS = 25

_Result = TypeVar("_Result")


@dataclass
class Clock:
    """The seconds of each stage, and of what it waits for; those within others begin with blanks."""

    taken: dict[str, float] = field(default_factory=dict)
    profile: cProfile.Profile | None = None

    def time(self, stage: str, work: Callable[[], _Result]) -> _Result:
        with self.running(stage):
            if self.profile is None or stage.startswith(" "):
                return work()
            return self.profile.runcall(work)

    @contextmanager
    def running(self, stage: str) -> Iterator[None]:
        self.taken.setdefault(stage, 0.0)
        start = time.perf_counter()
        yield
        self.taken[stage] += time.perf_counter() - start

    @property
    def total(self) -> float:
        return sum(taken for stage, taken in self.taken.items() if not stage.startswith(" "))


@dataclass
class Timed:
    """A resource whose one method is timed, and otherwise itself."""

    resource: Any
    method: str
    stage: str
    clock: Clock

    def __getattr__(self, name: str) -> Any:
        found = getattr(self.resource, name)
        if name != self.method:
            return found
        return lambda *given: self.clock.time(self.stage, lambda: found(*given))


def sample(count: int = COUNT, seed: int = SEED) -> list[str]:
    """Catalan sentences."""
    path = CORPORA / "ca-globalvoices_tatoeba.txt.gz"
    if not path.is_file():
        sys.exit(f"the benchmark needs {path}")
    return Random(seed).sample([line for line in read_lines(path) if line.strip()], count)


def watch(pipeline: Pipeline, clock: Clock) -> Pipeline:
    """The pipeline with its resources timed."""
    repairer = replace(
        pipeline.repairer,
        dictionary=Timed(pipeline.repairer.dictionary, "look_up", "  dictionary", clock),
        inflector=Timed(pipeline.repairer.inflector, "inflect", "  inflector", clock),
    )
    return replace(pipeline, repairer=repairer)


def run(pipeline: Pipeline, segments: Sequence[Segment], clock: Clock) -> dict[str, int]:
    """All stages; how much of everything there was."""
    ledger = pipeline.open_ledger()
    with ProgressBar(quiet=False) as progress:
        tagged = clock.time("tagging", lambda: pipeline.tag(segments, progress))
    chunked = clock.time("chunking", lambda: pipeline.chunk(tagged))
    repairable = clock.time("suggestions", lambda: pipeline.repair(chunked))
    judge = pipeline.judge
    assert judge is not None
    likely, words = clock.time("language model", lambda: weigh_repairs(repairable, judge.model, judge.table))
    counted = clock.time("counting", lambda: pipeline.count(likely, ledger))
    weighed = WeighedText(counted, words, clock.time("evidence", lambda: gather_evidence(counted, pipeline.rule)))
    wrong = clock.time("judging", lambda: judge.choose(weighed, pipeline.rule.min_probability))
    found = clock.time("detection", lambda: detect(counted, pipeline.rule, wrong=wrong, everything=True))
    verdicts = [each.verdict for findings in found for each in findings]
    return {
        "words": sum(len(each.tokens) for each in tagged),
        "spans": sum(len(each.spans) for each in chunked),
        "repairs": sum(len(each.repairs) for each in repairable),
        "contests": sum(len(each.counts.contests) for each in counted),
        "distinct phrases": ledger.asked,
        "instances": verdicts.count(Verdict.INSTANCE),
        "candidates": verdicts.count(Verdict.CANDIDATE),
    }


def report(clock: Clock, amounts: dict[str, int], segments: int) -> None:
    print(f"  {'':24}{'seconds':>10}{'segments per second':>20}{'share':>9}")
    for stage, taken in clock.taken.items():
        print(f"  {stage:24}{taken:10.2f}{segments / taken:20,.0f}{taken / clock.total:9.0%}")
    print(f"  {'all':24}{clock.total:10.2f}{segments / clock.total:20,.0f}")
    print(f"  {', '.join(f'{count:,} {what}' for what, count in amounts.items())}")


def report_memory() -> None:
    own, children = timing.peak_megabytes(), timing.peak_megabytes(children=True)
    print(f"  largest memory: Python {own:,.0f} MB, the largest program of Apertium {children:,.0f} MB", flush=True)


def close(pipeline: Pipeline) -> None:
    """Ends the programs, or nothing would be known of their memory."""
    for each in (pipeline.tagger, pipeline.repairer.dictionary, pipeline.repairer.inflector):
        each.close()  # type: ignore[union-attr]


def main(profiled: bool = False) -> None:
    if shutil.which("lt-proc") is None:
        sys.exit("the benchmark needs Apertium with cat-spa")
    index = find_index()
    sources = sample()
    with ApertiumTranslator("ca", "es") as translator, ProgressBar(quiet=False) as progress:
        start = time.perf_counter()
        outputs = translator.translate(sources, progress)
        taken = time.perf_counter() - start
    print(f"\nmachine-translationness: {len(sources):,} segments, translated in {taken:.1f} s", flush=True)
    segments = [Segment(text=output, source=source) for output, source in zip(outputs, sources, strict=True)]
    pipeline = api.open_mtness(
        "es", f"index({index})", source_language="ca", tagger="apertium", dictionary="apertium", spelling=False
    )
    clock = Clock(profile=cProfile.Profile() if profiled else None)
    amounts = run(watch(pipeline, clock), segments, clock)
    report(clock, amounts, len(segments))
    close(pipeline)
    report_memory()
    if clock.profile is not None:
        for order in ("tottime", "cumulative"):
            pstats.Stats(clock.profile).sort_stats(order).print_stats("tertium|built-in|method", HOT_SPOTS)


if __name__ == "__main__":
    main(profiled=sys.argv[1:] == ["profile"])
