"""Other orders of the blocks: some with the same BLEU counts, and the mean gain of a random order.

An order in which no two blocks meet in a bigram of the references has the same counts (``freedom.blocks``). Such
orders are drawn by rejection, so all are equally likely. Where most orders make new matches, that would take too long:
there, orders are built block by block, with backtracking where no block fits.

*Our deviations*: the paper only notes that a random order may raise the counts; here the gain is measured on a sample.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np

from tertium.audit.freedom.blocks import Blocks
from tertium.audit.intervals import Spread, average, estimate_share
from tertium.audit.segment import Words
from tertium.errors import InputError
from tertium.json_result import JsonResult

_BATCH = 512

# Rejection is quick if about one order in a hundred is safe.
_TRIES_EACH = 100
_MOST_TRIES = 1_000_000

# How many blocks are placed or taken back before the search for rare orders stops.
_STEPS = 200_000

Orders = np.ndarray


@dataclass(frozen=True, kw_only=True)
class Gain(JsonResult):
    """The effect of random orders of the blocks on the counts and on the score.

    Attributes:
        samples: The number of orders drawn; all orders are equally likely, safe or not.
        seed: The seed of the sample.
        matches: By order of n-gram, the additional matches.
        score: The rise of the score.
        unchanged: The share of orders that leave every count as it is, with its Wilson interval.
        largest: The largest rise of the score in the sample.
        largest_words: The words of that order.
    """

    json_fields = "samples seed matches score unchanged largest largest_words=largest_text"

    samples: int
    seed: int
    matches: tuple[Spread, ...]
    score: Spread
    unchanged: Spread
    largest: float
    largest_words: Words

    @property
    def largest_text(self) -> str:
        """The words of the largest gain, as text."""
        return " ".join(self.largest_words)


def draw_orders(blocks: Blocks, count: int, seed: int = 0) -> list[Words]:
    """Draw distinct random orders of the blocks with the same BLEU counts, each verified by rescoring.

    Args:
        blocks: The blocks of a segment.
        count: The number of orders; fewer are returned if the search does not find more.
        seed: The seed of the draws.

    Returns:
        The words of each order; the hypothesis itself is never among them.

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
    """Measure how much a random order of the blocks, safe or not, raises matches and score.

    Raises:
        InputError: If there is less than one sample.
    """
    if samples < 1:
        raise InputError(f"{samples} orders are not a sample", remedy="Give 1 or more")
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
        matches=tuple(average(gains[:, 2 + order]) for order in range(segment.metric.order)),
        score=average(scores),
        unchanged=estimate_share(int((gains == 0).all(axis=1).sum()), samples),
        largest=float(scores[best]),
        largest_words=variants[best],
    )


def _shuffle(blocks: Blocks, count: int, rng: np.random.Generator) -> Iterator[Orders]:
    """Yield random orders, in batches."""
    plain = np.arange(len(blocks.blocks))
    for start in range(0, count, _BATCH):
        size = min(_BATCH, count - start)
        yield rng.permuted(np.broadcast_to(plain, (size, len(plain))), axis=1)


def _reject(blocks: Blocks, tries: int, rng: np.random.Generator) -> Iterator[Words]:
    """Yield the safe orders among random ones."""
    for orders in _shuffle(blocks, max(tries, _BATCH), rng):
        is_unsafe = blocks.meetings[orders[:, :-1], orders[:, 1:]].any(axis=1)
        for order in orders[~is_unsafe]:
            yield _join(blocks, order)


def _build(blocks: Blocks, rng: np.random.Generator, *, restart: bool) -> Iterator[Words]:
    """Build safe orders block by block, with backtracking where none fits.

    Args:
        blocks: The blocks.
        rng: The generator of random numbers.
        restart: Whether each order is built from the start, so that orders differ more; otherwise all are listed
            once, until the steps are used up.
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
    """Return the blocks that may come next, equal ones once, in random order."""
    used = set(chosen)
    by_words = {words: number for number, words in enumerate(blocks.blocks) if number not in used}
    fitting = [number for number in by_words.values() if not chosen or not blocks.meetings[chosen[-1], number]]
    return [fitting[place] for place in rng.permutation(len(fitting))]


def _collect(blocks: Blocks, variants: Iterable[Words], wanted: int, found: dict[Words, None]) -> None:
    """Add new variants until there are enough."""
    for words in variants:
        if words != blocks.segment.hypothesis:
            found.setdefault(words)
        if len(found) >= wanted:
            return


def _join(blocks: Blocks, order: Iterable[int]) -> Words:
    return tuple(word for number in order for word in blocks.blocks[number])
