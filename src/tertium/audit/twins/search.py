"""Simulated annealing over variants of a segment, with several chains at a time, so that whole batches are scored."""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Protocol

from tertium.audit.segment import Words
from tertium.audit.twins.pieces import Mover, Pieces, cut_words, join_pieces
from tertium.errors import InputError
from tertium.types import Array

_CHAINS = 2
_WIDTH = 16

# After this many rounds without a better variant, the chains restart from the best one and from the starts.
_PATIENCE = 60


class Evaluator(Protocol):
    """Rates variants, and remembers the best."""

    @property
    def is_done(self) -> bool:
        """Whether no better variant is possible."""

    @property
    def best(self) -> Words | None:
        """The best variant so far."""

    def evaluate(self, variants: Sequence[Words]) -> Array:
        """Return the energy of each variant: lower is better; infinite for variants that are ruled out."""


@dataclass(frozen=True)
class Budget:
    """The limits of a search.

    Attributes:
        evaluations: The maximum number of variants to rate.
        seconds: The maximum time; None for no limit. With a limit, the result depends on the machine.

    Raises:
        InputError: If a limit is not positive.
    """

    evaluations: int
    seconds: float | None = None

    def __post_init__(self) -> None:
        if self.evaluations < 1 or (self.seconds is not None and not self.seconds > 0):
            raise InputError("the search has no budget", remedy="Give 1 evaluation or more, and more than 0 seconds")


def anneal(
    starts: Sequence[Words], mover: Mover, evaluator: Evaluator, budget: Budget, temperature: float, rng: Random
) -> int:
    """Search from some variants on, and return the number of variants that were rated.

    Each chain tries some changes at a time. It takes the best of them if that is better, otherwise with a probability.
    """
    began = time.perf_counter()
    energies = evaluator.evaluate(starts)
    places = [place % len(starts) for place in range(_CHAINS)]
    chains = [(_cut(mover, starts[place]), float(energies[place])) for place in places]
    used, stalled, known = len(starts), 0, evaluator.best
    while used < budget.evaluations and not evaluator.is_done:
        if budget.seconds is not None and time.perf_counter() - began > budget.seconds:
            break
        tries = [[mover.change(pieces, rng) for _ in range(_WIDTH)] for pieces, _ in chains]
        variants = [[join_pieces(pieces) for pieces in group] for group in tries]
        energies = evaluator.evaluate([words for group in variants for words in group])
        used += _CHAINS * _WIDTH
        for number, (pieces, energy) in enumerate(chains):
            here = join_pieces(pieces)
            found = energies[number * _WIDTH : (number + 1) * _WIDTH]
            changed = [place for place in range(_WIDTH) if variants[number][place] != here]
            best = min(changed, key=found.__getitem__, default=None)
            if best is not None and _is_taken(float(found[best]) - energy, temperature, rng):
                chains[number] = (_cut(mover, variants[number][best]), float(found[best]))
        stalled = stalled + 1 if evaluator.best == known else 0
        known = evaluator.best
        if stalled >= _PATIENCE:
            stalled = 0
            again = [*([known] if known is not None else []), *starts]
            energies = evaluator.evaluate(again)
            used += len(again)
            places = [place % len(again) for place in range(_CHAINS)]
            chains = [(_cut(mover, again[place]), float(energies[place])) for place in places]
    return used


def _cut(mover: Mover, words: Words) -> Pieces:
    return mover.protect(cut_words(mover.segment, words))


def _is_taken(change: float, temperature: float, rng: Random) -> bool:
    if change <= 0:
        return True
    return math.isfinite(change) and rng.random() < math.exp(-change / temperature)
