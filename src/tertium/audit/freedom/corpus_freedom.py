"""The freedom that BLEU leaves to a corpus (Callison-Burch, Osborne and Koehn 2006, section 3.1 and figure 1).

Freedom is the number of orders of an output's blocks that lose no match. ``log10_bound`` is the paper's (k - b)!, from
BLEU's own tallies. ``log10_orders`` counts orders of equal blocks once, and has no site where a reference has the
bigram, as ``freedom.blocks`` explains. Its logarithm to base 2 is the *bits* that the score leaves open: the
information needed, besides the blocks, to single out the hypothesis among all their orders.

All are logarithms: the numbers themselves have hundreds of digits.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

import numpy as np

from tertium import _core
from tertium.audit.segment import parse_bleu
from tertium.errors import InputError
from tertium.json_result import JsonResult, encode_object
from tertium.metrics.bleu import Bleu
from tertium.metrics.metric import Batch
from tertium.progress import Progress
from tertium.threads import resolve_threads
from tertium.types import Array, Counts, Matrix, TestSet

BINS = (0.0, 5.0, 10.0, 15.0, 20.0, 25.0, 30.0, 40.0, 50.0, 60.0, 80.0, 100.0)

_BITS = float(np.log2(10))
_BATCH = 4096

Bigrams = frozenset[tuple[str, str]]


@dataclass(frozen=True, kw_only=True)
class FreedomBin(JsonResult):
    """The freedom of the segments whose BLEU is in a range.

    Attributes:
        system: The system; empty for all of them together.
        low: The lower end of the range.
        high: The upper end, which belongs to the next bin, unless this is the last.
        count: The number of segments.
        median: The median log10 of their orders; NaN if there is no segment.
        bits_per_word: The sum of bits divided by the sum of words, since long segments rarely have a BLEU of 0 or 100.
    """

    system: str
    low: float
    high: float
    count: int
    median: float
    bits_per_word: float


@dataclass(frozen=True, kw_only=True)
class SystemFreedom(JsonResult):
    """The freedom of one system's output; each array has one entry per segment.

    Attributes:
        system: The system's name.
        score: Its BLEU.
        words: The number of words: the paper's k.
        matched_bigrams: The number of matching bigrams: the paper's b.
        blocks: The number of blocks.
        log10_bound: The logarithm of the paper's (k - b)!.
        log10_orders: The logarithm of the number of distinct orders of the blocks.
        scores: The BLEU of each segment.
        tallies: BLEU's counts, one row per segment.
    """

    json_fields = (
        "system score median largest total median_bound largest_bound bits_per_segment bits_per_word fixed "
        "segments=segment_columns"
    )
    segment_fields = "segments"

    system: str
    score: float
    words: Counts
    matched_bigrams: Counts
    blocks: Counts
    log10_bound: Array
    log10_orders: Array
    scores: Array
    tallies: Matrix = field(repr=False)

    def __len__(self) -> int:
        return len(self.words)

    @property
    def bits(self) -> Array:
        """The bits that the score leaves open, per segment."""
        return self.log10_orders * _BITS

    @property
    def median(self) -> float:
        """The median log10 of the orders per segment."""
        return float(np.median(self.log10_orders))

    @property
    def largest(self) -> float:
        """The largest log10 of the orders of a segment."""
        return float(self.log10_orders.max())

    @property
    def total(self) -> float:
        """The log10 of the orders of the whole corpus, where each segment may be in any of its own orders."""
        return float(self.log10_orders.sum())

    @property
    def median_bound(self) -> float:
        """The median log10 of the paper's (k - b)!."""
        return float(np.median(self.log10_bound))

    @property
    def largest_bound(self) -> float:
        """The largest log10 of the paper's (k - b)!."""
        return float(self.log10_bound.max())

    @property
    def bits_per_segment(self) -> float:
        """The mean bits per segment."""
        return float(self.bits.mean())

    @property
    def bits_per_word(self) -> float:
        """The sum of bits divided by the sum of words; 0 without words."""
        return float(self.bits.sum() / max(1, self.words.sum()))

    @property
    def fixed(self) -> float:
        """The share of segments with a single order."""
        return float((self.log10_orders == 0).mean())

    @property
    def segment_columns(self) -> dict[str, list[float]]:
        """The figures of each segment, by name."""
        columns = ("words", "matched_bigrams", "blocks", "log10_bound", "log10_orders", "bits", "scores")
        return {name: getattr(self, name).tolist() for name in columns}

    def to_dict(self, *, segments: bool = True) -> dict[str, Any]:
        """Return it as a dictionary for JSON, with or without the scores of segments."""
        return encode_object(self, segments=segments)


@dataclass(frozen=True)
class Freedom(JsonResult):
    """The freedom of all systems of a test set.

    Attributes:
        spec: The spec of BLEU.
        systems: The freedom of each system, by its name.
    """

    json_fields = "metric=spec systems=system_list by_score=score_bins"

    spec: str
    systems: Mapping[str, SystemFreedom]

    def by_score(self, bins: Sequence[float] = BINS) -> list[FreedomBin]:
        """Return the freedom by BLEU of the segment, for each system and for all systems together.

        Args:
            bins: The edges of the bins, in ascending order; segments outside are left out.

        Raises:
            InputError: There are fewer than two edges, or they do not ascend.
        """
        edges = np.asarray(bins, dtype=float)
        if len(edges) < 2 or not (np.diff(edges) > 0).all():
            raise InputError("the edges of the bins do not ascend", remedy="Give two edges or more, in ascending order")
        found = [each for one in self.systems.values() for each in _bin(one.system, [one], edges)]
        return found + _bin("", list(self.systems.values()), edges)

    @property
    def system_list(self) -> list[SystemFreedom]:
        """The freedom of each system, one after the other."""
        return list(self.systems.values())

    @property
    def score_bins(self) -> list[FreedomBin]:
        """The freedom by BLEU of the segment, as ``by_score`` returns it."""
        return self.by_score()

    def to_dict(self, *, segments: bool = True) -> dict[str, Any]:
        """Return it as a dictionary for JSON, with or without the scores of segments."""
        return encode_object(self, segments=segments)


def measure_freedom(
    test_set: TestSet,
    spec: str = "bleu",
    *,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Freedom:
    """Count the orders that lose no match, for each segment of each system.

    Args:
        test_set: The systems and their references.
        spec: BLEU, with any settings.
        threads: The number of threads; by default ``TERTIUM_THREADS`` or all cores.
        progress: Called after each batch with its number of segments; the sum is ``len(test_set)`` times the systems.

    Raises:
        InputError: There is no segment, or one has no reference.
        SpecError: The spec does not describe BLEU.
    """
    metric = parse_bleu(spec, test_set.language)
    threads = resolve_threads(threads)
    if not len(test_set):
        raise InputError("the test set is empty", remedy="Give at least one hypothesis and its reference")
    test_set.references.require_one_each()
    parts: dict[str, list[tuple[Matrix, Matrix]]] = {name: [] for name in test_set.systems}
    for batch in test_set.batches(_BATCH):
        references = metric.prepare_references(batch.references.flat, threads)
        bigrams = _list_bigrams(references, batch.references.offsets, metric.order)
        for name, texts in batch.systems.items():
            hypotheses = metric.prepare(texts, threads)
            rows = metric.tally(Batch(hypotheses, references, batch.references.offsets), threads)
            parts[name].append((rows, _count_orders(hypotheses, bigrams)))
            if progress is not None:
                progress(len(batch))
    return Freedom(spec, {name: _summarise(name, metric, found) for name, found in parts.items()})


def _summarise(name: str, metric: Bleu, parts: Sequence[tuple[Matrix, Matrix]]) -> SystemFreedom:
    rows, orders = (np.concatenate(each) for each in zip(*parts, strict=True))
    words = rows[:, 0].astype(np.int64)
    matched = rows[:, 3].astype(np.int64) if metric.order > 1 else np.zeros_like(words)
    return SystemFreedom(
        system=name,
        score=float(metric.score(rows.sum(axis=0))),
        words=words,
        matched_bigrams=matched,
        blocks=orders[:, 0].astype(np.int64),
        log10_bound=_list_factorials(int(words.max()))[words - matched],
        log10_orders=orders[:, 1],
        scores=metric.for_segments().score(rows),
        tallies=rows,
    )


def _list_bigrams(references: _core.Tokens, offsets: Counts, order: int) -> list[Bigrams]:
    """List the bigrams of each segment's references that BLEU counts: none, if it counts single words only."""
    if order == 1:
        return [frozenset()] * (len(offsets) - 1)
    words = references.to_lists()
    return [
        frozenset(pair for reference in words[start:end] for pair in pairwise(reference))
        for start, end in pairwise(offsets.tolist())
    ]


def _count_orders(hypotheses: _core.Tokens, bigrams: Sequence[Bigrams]) -> Matrix:
    """Count the blocks of each segment, and the log10 of their distinct orders."""
    texts = hypotheses.to_lists()
    factorials = _list_factorials(max(map(len, texts), default=0))
    found = np.zeros((len(texts), 2))
    for number, (words, known) in enumerate(zip(texts, bigrams, strict=True)):
        if not words:
            continue
        sites = [place for place, pair in enumerate(pairwise(words), start=1) if pair not in known]
        count = len(sites) + 1
        # Blocks are equal only if their first words are, so most segments are done without comparing blocks.
        starts = [0, *sites]
        repeats = 0.0
        if len({words[start] for start in starts}) < count:
            blocks = Counter(tuple(words[start:end]) for start, end in pairwise([*starts, len(words)]))
            repeats = sum(factorials[times] for times in blocks.values() if times > 1)
        left = factorials[count] - repeats
        # One repeated block has one order; subtracting logarithms may leave a rounding error.
        found[number] = count, left if left > 1e-9 else 0.0
    return found


def _list_factorials(most: int) -> Array:
    """Return the log10 of the factorials of 0, 1, 2, …, most."""
    return np.concatenate([[0.0], np.cumsum(np.log10(np.arange(1, most + 1)))])


def _bin(system: str, parts: Sequence[SystemFreedom], edges: Array) -> list[FreedomBin]:
    """Divide the segments of some systems into bins by their BLEU."""
    values, bits = (np.concatenate([getattr(one, name) for one in parts]) for name in ("log10_orders", "bits"))
    words = np.concatenate([one.words for one in parts])
    # A perfect score may be a little above 100 by rounding.
    scores = np.minimum(np.concatenate([one.scores for one in parts]), 100.0)
    places = np.searchsorted(edges, scores, side="right") - 1
    places[scores == edges[-1]] = len(edges) - 2
    found = []
    for place, (low, high) in enumerate(pairwise(edges.tolist())):
        inside = places == place
        count = int(inside.sum())
        median = float(np.median(values[inside])) if count else float("nan")
        per_word = float(bits[inside].sum() / max(1, words[inside].sum())) if count else float("nan")
        found.append(FreedomBin(system=system, low=low, high=high, count=count, median=median, bits_per_word=per_word))
    return found
