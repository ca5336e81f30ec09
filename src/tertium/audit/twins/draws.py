"""Other words with the same counts, drawn from the references (Callison-Burch, Osborne and Koehn 2006, section 3.2).

BLEU depends on how many n-grams match, not on which. So the same number of others can be taken from the references. The
search starts from spans as long as the hypothesis' runs of matching words, with filling words between them. It changes
them until all counts are the same, then continues until as few of the hypothesis' own matched words are left as
possible.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

import numpy as np

from tertium.audit.segment import AuditedSegment, Words
from tertium.audit.twins.pieces import Mover, Pieces, cut_words, find_piece, join_pieces
from tertium.audit.twins.search import Budget, anneal
from tertium.audit.twins.substitutions import invent_word
from tertium.json_result import JsonResult
from tertium.types import Array

_STARTS = 8
_TEMPERATURE = 0.3

# Equal counts outweigh any number of fresh words.
_FRESHNESS = 0.5


@dataclass(frozen=True, kw_only=True)
class Draw(JsonResult):
    """The result of a search for other words with the same counts.

    Attributes:
        found: Whether the words have the same counts as the hypothesis, and match with at least one other word.
        words: The words, or the closest ones; None if no variant with another matched word was seen.
        distance: The difference in matches from the hypothesis, summed over the orders of n-grams.
        fresh: The number of matching words that are not among the matching words of the hypothesis.
        matched: The number of matching words.
        evaluations: The number of variants rated.
        seed: The seed of the search.
    """

    json_fields = "found words distance fresh matched evaluations seed text"

    found: bool
    words: Words | None
    distance: int | None
    fresh: int
    matched: int
    evaluations: int
    seed: int

    @property
    def text(self) -> str | None:
        """The words as a text."""
        return None if self.words is None else " ".join(self.words)


def draw_from_references(segment: AuditedSegment, budget: int = 20_000, seed: int = 0) -> Draw:
    """Search for words of the references with the counts of the hypothesis that are not its own words.

    Args:
        segment: The segment.
        budget: The maximum number of variants to rate.
        seed: The seed of the search.

    Raises:
        InputError: If the budget is not positive.
    """
    return draw_with(segment, (), budget, seed)


def draw_with(segment: AuditedSegment, wanted: Pieces, budget: int, seed: int) -> Draw:
    """Search for words that contain some pieces; with such pieces, other words need not be fresh.

    Raises:
        InputError: If the budget is not positive.
    """
    limits = Budget(budget)
    rng = Random(seed)  # noqa: S311 - no secret
    evaluator = _DrawEvaluator(segment, wanted)
    used = 0
    starts = _start(segment, wanted, rng)
    if starts and segment.row[2] > 0 and segment.vocabulary:
        mover = Mover(segment, _list_fillers(segment), locked=wanted)
        used = anneal(starts, mover, evaluator, limits, _TEMPERATURE, rng)
    is_found = evaluator.best is not None and evaluator.distance == 0 and bool(segment.is_twin([evaluator.best])[0])
    return Draw(
        found=is_found,
        words=evaluator.best,
        distance=evaluator.distance,
        fresh=evaluator.fresh,
        matched=0 if evaluator.best is None else evaluator.count_matched(evaluator.best).total(),
        evaluations=used,
        seed=seed,
    )


class _DrawEvaluator:
    """Rates variants by the distance of their counts from the hypothesis'; remembers the closest, then freshest."""

    def __init__(self, segment: AuditedSegment, wanted: Pieces) -> None:
        self.segment, self.wanted = segment, wanted
        self.best: Words | None = None
        self.distance: int | None = None
        self.fresh = 0
        self._most: Counter[str] = Counter()
        for words in segment.references:
            self._most |= Counter(words)
        self._ours = self.count_matched(segment.hypothesis)
        # At most all matching words can be fresh, and at most those that the references have besides.
        self._freshest = min(self._ours.total(), (self._most - self._ours).total())

    def count_matched(self, words: Words) -> Counter[str]:
        """Count the matching words."""
        return Counter(words) & self._most

    @property
    def is_done(self) -> bool:
        """Whether all counts are equal, and no more words can be fresh."""
        if not self.wanted and self._freshest == 0:
            return True
        return self.distance == 0 and (bool(self.wanted) or self.fresh >= self._freshest)

    def evaluate(self, variants: Sequence[Words]) -> Array:
        """Return the distance of each, with a small penalty for words that are the hypothesis' own."""
        distances = np.abs(self.segment.tally(variants) - self.segment.row).sum(axis=1)
        fresh = np.array([(self.count_matched(words) - self._ours).total() for words in variants])
        for place, words in enumerate(variants):
            if self._is_eligible(words, int(fresh[place])) and (
                self.distance is None or (distances[place], -fresh[place]) < (self.distance, -self.fresh)
            ):
                self.best, self.distance, self.fresh = words, int(distances[place]), int(fresh[place])
        share = fresh / max(self._freshest, 1)
        return np.asarray(distances + _FRESHNESS * (1 - share), dtype=np.float64)

    def _is_eligible(self, words: Words, fresh: int) -> bool:
        if self.wanted:
            return all(find_piece(words, piece) is not None for piece in self.wanted)
        return fresh > 0


def _list_fillers(segment: AuditedSegment) -> Words:
    """List the hypothesis' own unmatched words, or an invented one."""
    own = tuple(dict.fromkeys(word for word in segment.hypothesis if word not in segment.vocabulary))
    return own or (invent_word(segment),)


def _start(segment: AuditedSegment, wanted: Pieces, rng: Random) -> list[Words]:
    """Draw spans of the references as long as the hypothesis' runs of matching words, with filling words as it has."""
    length = len(segment.hypothesis)
    fillers = _list_fillers(segment)
    mover = Mover(segment, fillers)
    if sum(map(len, wanted)) > length:
        return []
    runs = cut_words(segment, segment.hypothesis)
    found = []
    for _ in range(_STARTS):
        pieces = list(wanted)
        left = length - sum(map(len, wanted))
        for run in rng.sample(runs, len(runs)):
            size = min(len(run), left)
            if size:
                is_matched = run[0] in segment.vocabulary
                pieces.append(mover.draw_span(size, rng) if is_matched else (rng.choice(fillers),))
                left -= size if is_matched else 1
        rng.shuffle(pieces)
        found.append(join_pieces(tuple(pieces)))
    return found
