"""Other orders of the blocks: some that BLEU cannot tell from the hypothesis, and what a random one would gain.

An order in which no two blocks meet in a bigram of the references has the same counts (``freedom.blocks``). Such
orders are drawn by rejection, so each is as likely as any other. Where most orders make new matches that would take
too long; there, orders are built block by block, and a block that fits nowhere makes the last ones move.

*Our deviations*: the paper notes that a random order may raise the counts, and leaves it at that; here the gain is
measured on a sample.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from tertium.audit.freedom.blocks import Blocks
from tertium.audit.segment import Words
from tertium.errors import InputError
from tertium.types import Array

# The standard normal's 97.5 % point, for intervals of 95 %.
_Z = 1.959963984540054

_BATCH = 512

# Rejection is quick if about one order in a hundred is safe.
_TRIES_EACH = 100
_MOST_TRIES = 1_000_000

# How many blocks are laid down, or taken back, before the search for rare orders gives up.
_STEPS = 200_000

Orders = np.ndarray


@dataclass(frozen=True)
class Spread:
    """A mean and its 95 % interval (that of the mean, not of single values).

    Attributes:
        mean: The mean.
        low: Where its interval begins.
        high: Where it ends.
    """

    mean: float
    low: float
    high: float


@dataclass(frozen=True)
class Gain:
    """What random orders of the blocks do to the counts and to the score.

    Attributes:
        samples: How many orders were drawn, each equally likely, safe or not.
        seed: The seed that they were drawn with.
        matches: By order of n-gram, how many more match.
        score: By how much the score rises.
        unchanged: The share of orders that leave every count as it is, with its Wilson interval.
        largest: The largest rise of the score that was seen.
        largest_words: The order that has it.
    """

    samples: int
    seed: int
    matches: tuple[Spread, ...]
    score: Spread
    unchanged: Spread
    largest: float
    largest_words: Words

    def to_dict(self) -> dict[str, Any]:
        """As a dictionary for JSON."""
        return {**asdict(self), "largest_words": " ".join(self.largest_words)}


def draw_orders(blocks: Blocks, count: int, seed: int = 0) -> list[Words]:
    """Distinct random orders of the blocks that BLEU cannot tell from the hypothesis, each verified by rescoring.

    Args:
        blocks: The blocks of a segment.
        count: How many to draw; fewer come back if there are fewer, or if the search does not find more.
        seed: What to draw with.

    Returns:
        The words of each; the hypothesis itself is never among them.

    Raises:
        InputError: If the count is negative.
    """
    if count < 0:
        raise InputError(f"{count} variants cannot be drawn", remedy="Give 0 or more")
    equal = blocks.equal
    wanted = count if equal is None else min(count, equal - 1)
    if wanted <= 0:
        return []
    rng = np.random.default_rng(seed)
    found: dict[Words, None] = {}
    tries = min(wanted * _TRIES_EACH, _MOST_TRIES)
    _collect(blocks, _reject(blocks, tries, rng), wanted, found)
    if len(found) < wanted:
        _collect(blocks, _build(blocks, rng, restart=True), wanted, found)
    if len(found) < wanted:
        _collect(blocks, _build(blocks, rng, restart=False), wanted, found)
    variants = list(found)
    verified = blocks.segment.is_twin(variants)
    return [words for words, is_twin in zip(variants, verified, strict=True) if is_twin]


def measure_gain(blocks: Blocks, samples: int = 1000, seed: int = 0) -> Gain:
    """By how much a random order of the blocks, safe or not, raises matches and score.

    Raises:
        InputError: If there is less than one sample.
    """
    if samples < 1:
        raise InputError(f"{samples} orders are no sample", remedy="Give 1 or more")
    segment = blocks.segment
    rng = np.random.default_rng(seed)
    variants = [_join(blocks, order) for orders in _shuffle(blocks, samples, rng) for order in orders]
    parts = [segment.tally(variants[start : start + _BATCH]) for start in range(0, samples, _BATCH)]
    rows = np.concatenate(parts)
    gains = rows - segment.row
    scores = segment.metric.score(rows) - segment.score
    best = int(np.argmax(scores))
    return Gain(
        samples=samples,
        seed=seed,
        matches=tuple(_average(gains[:, 2 + order]) for order in range(segment.metric.order)),
        score=_average(scores),
        unchanged=estimate_share(int((gains == 0).all(axis=1).sum()), samples),
        largest=float(scores[best]),
        largest_words=variants[best],
    )


def estimate_share(successes: int, trials: int) -> Spread:
    """A share with Wilson's interval, which is sound for shares near 0 and 1 too."""
    share = successes / trials
    scale = 1 + _Z**2 / trials
    middle = (share + _Z**2 / (2 * trials)) / scale
    width = _Z / scale * np.sqrt(share * (1 - share) / trials + _Z**2 / (4 * trials**2))
    # At the ends the formula gives the end itself, but for rounding.
    low = 0.0 if successes == 0 else max(0.0, float(middle - width))
    high = 1.0 if successes == trials else min(1.0, float(middle + width))
    return Spread(share, low, high)


def _average(values: Array) -> Spread:
    mean = float(values.mean())
    width = _Z * float(values.std(ddof=1)) / np.sqrt(len(values)) if len(values) > 1 else float("inf")
    return Spread(mean, float(mean - width), float(mean + width))


def _shuffle(blocks: Blocks, count: int, rng: np.random.Generator) -> Iterator[Orders]:
    """Random orders, in batches."""
    plain = np.arange(len(blocks.blocks))
    for start in range(0, count, _BATCH):
        size = min(_BATCH, count - start)
        yield rng.permuted(np.broadcast_to(plain, (size, len(plain))), axis=1)


def _reject(blocks: Blocks, tries: int, rng: np.random.Generator) -> Iterator[Words]:
    """Random orders, of which only the safe ones are kept."""
    for orders in _shuffle(blocks, max(tries, _BATCH), rng):
        is_unsafe = blocks.meetings[orders[:, :-1], orders[:, 1:]].any(axis=1)
        for order in orders[~is_unsafe]:
            yield _join(blocks, order)


def _build(blocks: Blocks, rng: np.random.Generator, *, restart: bool) -> Iterator[Words]:
    """Safe orders, block by block, taking back the last ones where none fits.

    Args:
        blocks: The blocks.
        rng: What to draw with.
        restart: Whether each order is begun anew, so that they are unlike each other; otherwise all are listed, each
            once, as far as the steps go.
    """
    size = len(blocks.blocks)
    steps = 0
    while steps < _STEPS:
        trail: list[tuple[int, list[int]]] = []
        chosen: list[int] = []
        todo = _list_next(blocks, chosen, rng)
        while steps < _STEPS:
            steps += 1
            if todo:
                block = todo.pop()
                trail.append((block, todo))
                chosen.append(block)
                todo = _list_next(blocks, chosen, rng)
                if len(chosen) == size:
                    yield _join(blocks, chosen)
                    if restart:
                        break
            elif trail:
                _, todo = trail.pop()
                chosen.pop()
            else:
                return


def _list_next(blocks: Blocks, chosen: list[int], rng: np.random.Generator) -> list[int]:
    """The blocks that may come next, equal ones once, in random order."""
    used = set(chosen)
    by_words = {words: number for number, words in enumerate(blocks.blocks) if number not in used}
    fitting = [number for number in by_words.values() if not chosen or not blocks.meetings[chosen[-1], number]]
    return [fitting[place] for place in rng.permutation(len(fitting))]


def _collect(blocks: Blocks, variants: Iterable[Words], wanted: int, found: dict[Words, None]) -> None:
    """Adds variants that are new until there are enough."""
    for words in variants:
        if words != blocks.segment.hypothesis:
            found.setdefault(words)
        if len(found) >= wanted:
            return


def _join(blocks: Blocks, order: Iterable[int]) -> Words:
    return tuple(word for number in order for word in blocks.blocks[number])
