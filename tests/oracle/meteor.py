"""METEOR from the definitions of 2005 and 1.5, given which words are mapped.

An alignment is a list of sets of links, one set a stage, as in ``tests.oracle.alignment``.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product

from tests.oracle.alignment import Link, count_chunks, count_crossings, join

# Sums of these are the statistics of a corpus.
Statistics = dict[str, float]


@dataclass(frozen=True)
class Settings:
    """Parameters, with the values of 2005; ``weights`` are of as many stages as there are."""

    weights: Sequence[float]
    alpha: float = 0.9
    beta: float = 3.0
    gamma: float = 0.5
    delta: float = 0.5
    function_words: Collection[str] = ()
    perfect: bool = False

    def weigh(self, word: str) -> float:
        """What a word counts."""
        return 1 - self.delta if word in self.function_words else self.delta


def tally(
    hypothesis: Sequence[str],
    reference: Sequence[str],
    alignment: Sequence[Collection[Link]],
    settings: Settings,
    related: Mapping[Link, float] | None = None,
) -> Statistics:
    """What a segment adds to the statistics; `related` has the links that count as less than a whole match."""
    links = join(alignment)
    matches, chunks = len(links), count_chunks(links)
    if settings.perfect and matches == len(hypothesis) == len(reference) and chunks == 1:
        chunks = 0
    found: Statistics = {
        "words": sum(map(settings.weigh, hypothesis)),
        "reference_words": sum(map(settings.weigh, reference)),
        "matched": 0,
        "reference_matched": 0,
        "matches": matches,
        "chunks": chunks,
        "crossings": count_crossings(links),
    }
    for stage, its in enumerate(alignment):
        found[f"matches_{stage}"] = len(its)
        for i, j in its:
            weight = settings.weights[stage] * (related or {}).get((i, j), 1)
            found["matched"] += weight * settings.weigh(hypothesis[i])
            found["reference_matched"] += weight * settings.weigh(reference[j])
    return found


def compute(statistics: Statistics, settings: Settings) -> dict[str, float]:
    """The figures of a segment or, from sums, of a corpus."""
    precision = divide(statistics["matched"], statistics["words"])
    recall = divide(statistics["reference_matched"], statistics["reference_words"])
    weighted = settings.alpha * precision + (1 - settings.alpha) * recall
    fmean = divide(precision * recall, weighted)
    penalty = settings.gamma * divide(statistics["chunks"], statistics["matches"]) ** settings.beta
    counts = {name: value for name, value in statistics.items() if name.startswith(("chunks", "crossings", "matches"))}
    return {
        "score": fmean * (1 - penalty),
        "precision": precision,
        "recall": recall,
        "f1": divide(2 * precision * recall, precision + recall),
        "fmean": fmean,
        "penalty": penalty,
        **counts,
    }


def divide(numerator: float, denominator: float) -> float:
    """Nothing of nothing is nothing."""
    return numerator / denominator if denominator else 0.0


def add(rows: Iterable[Statistics]) -> Statistics:
    """The statistics of a corpus."""
    total: Statistics = {}
    for row in rows:
        for name, value in row.items():
            total[name] = total.get(name, 0) + value
    return total


def find_best(rows: Sequence[Statistics], settings: Settings) -> int:
    """Which of the references of a segment has the best score, the first of several."""
    scores = [compute(row, settings)["score"] for row in rows]
    return scores.index(max(scores))


def count_pooled(words: int, alignments: Sequence[Sequence[Collection[Link]]]) -> tuple[list[int], int]:
    """Matches by stage and fewest chunks where a word may be mapped in any of its references.

    A word takes a link of the earliest stage that maps it in some reference; of those all combinations are tried.
    """
    offers: list[list[tuple[int, int]]] = []
    by_stage = [0] * max(map(len, alignments))
    for word in range(words):
        for stage in range(len(by_stage)):
            here = [(number, j) for number, stages in enumerate(alignments) for i, j in stages[stage] if i == word]
            if here:
                by_stage[stage] += 1
                break
        offers.append(here)
    choices = product(*(here or [(-1, -1)] for here in offers))
    return by_stage, min(sum(starts_chunk(choice, word) for word in range(words)) for choice in choices)


def starts_chunk(choice: Sequence[tuple[int, int]], word: int) -> bool:
    """Whether a word is mapped and the one before is not mapped to just before, in the same reference."""
    number, j = choice[word]
    return number >= 0 and (word == 0 or choice[word - 1] != (number, j - 1))
