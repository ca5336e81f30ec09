"""Simulated annealing over variants of a segment, several chains at a time so that whole batches are scored."""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Protocol

from tertium.audit.segment import Words
from tertium.audit.twins.pieces import Mover, Pieces, cut_words, join_pieces
from tertium.types import Array

_CHAINS = 2
_WIDTH = 16

# So many rounds without a better variant, and the chains begin anew from the best one and from the starts.
_PATIENCE = 60


class Judge(Protocol):
    """Says how good variants are, and remembers the best."""

    @property
    def is_done(self) -> bool:
        """Whether nothing better can come."""

    @property
    def best(self) -> Words | None:
        """The best variant so far."""

    def judge(self, variants: Sequence[Words]) -> Array:
        """The energy of each variant: the lower, the better; infinite for what is out of the question."""


@dataclass(frozen=True)
class Budget:
    """How long to search.

    Attributes:
        evaluations: How many variants to look at.
        seconds: How long at most; None for any time. What is found then depends on the machine.
    """

    evaluations: int
    seconds: float | None = None


def anneal(starts: Sequence[Words], mover: Mover, judge: Judge, budget: Budget, temperature: float, rng: Random) -> int:
    """Searches from some variants on, and gives the number of variants that were looked at.

    Each chain tries some changes at a time and takes the best of them, if it is better, or else with a chance.
    """
    began = time.perf_counter()
    energies = judge.judge(starts)
    places = [place % len(starts) for place in range(_CHAINS)]
    chains = [(_cut(mover, starts[place]), float(energies[place])) for place in places]
    used, stalled, known = len(starts), 0, judge.best
    while used < budget.evaluations and not judge.is_done:
        if budget.seconds is not None and time.perf_counter() - began > budget.seconds:
            break
        tries = [[mover.change(pieces, rng) for _ in range(_WIDTH)] for pieces, _ in chains]
        variants = [[join_pieces(pieces) for pieces in group] for group in tries]
        energies = judge.judge([words for group in variants for words in group])
        used += _CHAINS * _WIDTH
        for number, (pieces, energy) in enumerate(chains):
            here = join_pieces(pieces)
            found = energies[number * _WIDTH : (number + 1) * _WIDTH]
            changed = [place for place in range(_WIDTH) if variants[number][place] != here]
            best = min(changed, key=found.__getitem__, default=None)
            if best is not None and _is_taken(float(found[best]) - energy, temperature, rng):
                chains[number] = (_cut(mover, variants[number][best]), float(found[best]))
        stalled = stalled + 1 if judge.best == known else 0
        known = judge.best
        if stalled >= _PATIENCE:
            stalled = 0
            again = [*([known] if known is not None else []), *starts]
            energies = judge.judge(again)
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
