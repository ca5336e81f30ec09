"""Rarity: matches that weigh more the rarer a word is, and words so rare that they may have been left untranslated.

``rarity.word.precision`` is the weight of the hypothesis' words that the reference has, over the weight of all its
words; ``rarity.stem`` the same for stems, which weigh as much as the rarest of their words here. ``unknown.share`` is
the fraction of the hypothesis' words that are rare (below 2 on Zipf's scale, 1 in 10 million), of letters only, and
share no stem with the reference; ``unknown.count`` is ``log(1 + their number)``. ``unknown.weight`` is
``log(1 + sum(max(0, 4 - frequency) * (1 - likeness)))`` over all words that share none: likeness is Dice's coefficient
of the pairs and triples of characters of the word and of the reference word that is most like it, so that a name in
another spelling counts little. ``frequency.mean`` and ``lowest`` are of the hypothesis' words of letters only.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import TypeVar

import numpy as np

from tertium.lexicon.modules import get_module
from tertium.metrics.features import frequency
from tertium.metrics.features.text import LONGEST, Pairs
from tertium.types import Array

NAMES = (
    "rarity.word.precision",
    "rarity.word.recall",
    "rarity.stem.precision",
    "rarity.stem.recall",
    "unknown.share",
    "unknown.count",
    "unknown.weight",
    "frequency.mean",
    "frequency.lowest",
)

_Key = TypeVar("_Key", str, int)

_STEMMER = "snowball(english)"
_RARE = 2.0
_UNCOMMON = 4.0


def weigh_words(pairs: Pairs, threads: int = 1) -> Mapping[str, Array]:
    """Return the features of each pair."""
    words = list(pairs.vocabulary)
    frequencies = dict(zip(words, frequency.look_up_frequencies(words).tolist(), strict=True))
    weights = dict(zip(words, frequency.weigh(np.array(list(frequencies.values()))).tolist(), strict=True))
    stems = find_stems(words)
    rows = []
    for ours, theirs in pairs.words:
        by_stem: dict[int, float] = {}
        for word in (*ours, *theirs):
            stem = stems[word]
            by_stem[stem] = max(by_stem.get(stem, 0.0), weights[word])
        our_stems, their_stems = [stems[word] for word in ours], [stems[word] for word in theirs]
        rows.append(
            (
                *_rates(ours, theirs, weights),
                *_rates(our_stems, their_stems, by_stem),
                *_count_unknown(ours, our_stems, theirs, set(their_stems), frequencies),
            )
        )
    return dict(zip(NAMES, np.array(rows, dtype=np.float64).reshape(-1, len(NAMES)).T, strict=True))


def find_stems(words: Sequence[str]) -> dict[str, int]:
    """Return a number for the stem of each word, the same for the same stem."""
    return dict(zip(words, get_module(_STEMMER).keys(words).values.tolist(), strict=True))


def describe_resources() -> dict[str, str]:
    """Return the versions of wordfreq and of the stemmer."""
    return {**frequency.describe_resources(), **get_module(_STEMMER).resources}


def _rates(ours: Sequence[_Key], theirs: Sequence[_Key], weights: Mapping[_Key, float]) -> tuple[float, float]:
    wanted = Counter(theirs)
    matched = 0.0
    for key in ours:
        if wanted.get(key, 0) > 0:
            wanted[key] -= 1
            matched += weights[key]
    total, others = sum(map(weights.__getitem__, ours)), sum(map(weights.__getitem__, theirs))
    return (matched / total if total else 0.0), (matched / others if others else 0.0)


def _count_unknown(
    words: Sequence[str],
    stems: Sequence[int],
    reference: Sequence[str],
    known: set[int],
    frequencies: Mapping[str, float],
) -> tuple[float, float, float, float, float]:
    of_letters = [(word, stem) for word, stem in zip(words, stems, strict=True) if word.isalpha()]
    if not of_letters:
        return 0.0, 0.0, 0.0, 0.0, 0.0
    all_frequencies = [frequencies[word] for word, _ in of_letters]
    unmatched = [(word, frequencies[word]) for word, stem in of_letters if stem not in known]
    rare = sum(each < _RARE for _, each in unmatched)
    others = set(reference)
    uncommon = [(word, each) for word, each in unmatched if each < _UNCOMMON][:LONGEST]
    weight = sum((_UNCOMMON - each) * (1 - _find_likeness(word, others)) for word, each in uncommon)
    mean = sum(all_frequencies) / len(all_frequencies)
    return rare / len(words), float(np.log1p(rare)), float(np.log1p(weight)), mean, min(all_frequencies)


def _find_likeness(word: str, others: Iterable[str]) -> float:
    """Return how much a word looks like the one of others that looks most like it."""
    own = _cut(word)
    best = 0.0
    for other in others:
        theirs = _cut(other)
        if len(own & theirs) * 2 > best * (len(own) + len(theirs)):
            best = len(own & theirs) * 2 / (len(own) + len(theirs))
    return best


@lru_cache(maxsize=200_000)
def _cut(word: str) -> frozenset[str]:
    """Return the pairs and triples of characters of a word, with its beginning and its end as characters."""
    text = f"\x02{word}\x03"
    return frozenset(text[at : at + size] for size in (2, 3) for at in range(len(text) - size + 1))
