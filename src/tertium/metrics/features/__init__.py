"""Features: figures about a hypothesis and its reference that a learned metric weighs, one per file.

Every feature is computed from words as ``text`` has them, so that it is the same for raw text and for text that was
put in lower case and tokenised. ``compute`` gives any of them by name, for a batch of pairs.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import numpy as np

from tertium import registry
from tertium.languages import Languages
from tertium.metrics.features import (
    alignment,
    alone,
    context,
    edges,
    lengths,
    ngrams,
    numbers,
    rarity,
    similarity,
    source,
    wording,
)
from tertium.metrics.features.text import Pairs
from tertium.types import Array, Matrix

# One function gives all features of a file, since they share most of their work.
_FAMILIES: Sequence[tuple[Sequence[str], Callable[[Pairs, int], Mapping[str, Array]]]] = (
    (ngrams.TOKENS, ngrams.compare_tokens),
    (ngrams.CHARACTERS, ngrams.compare_characters),
    (lengths.NAMES, lengths.compare_lengths),
    (rarity.NAMES, rarity.weigh_words),
    (alignment.NAMES, alignment.align_words),
    (wording.NAMES, wording.find_slips),
    (edges.NAMES, edges.compare_edges),
    (similarity.NAMES, similarity.compare_meanings),
)
# These belong to an encoder, which sees what is meant, but hardly numbers.
_ENCODED: Sequence[tuple[Sequence[str], Callable[[Pairs, int], Mapping[str, Array]]]] = (
    ((*context.NAMES, *context.STATES), context.compare_states),
    (numbers.NAMES, numbers.compare_numbers),
)
# These do without references.
_UNREFERENCED: Sequence[tuple[Sequence[str], Callable[[Pairs, int], Mapping[str, Array]]]] = (
    (alone.NAMES, alone.probe_hypotheses),
    (source.NAMES, source.compare_with_sources),
)

LANGUAGES: Languages = frozenset({"en"})
"""The languages that features are for: stems, synonyms, frequencies and vectors are English."""

NAMES: tuple[str, ...] = tuple(name for names, _ in _FAMILIES for name in names)
CONTEXT_NAMES: tuple[str, ...] = tuple(name for names, _ in _ENCODED for name in names)
AGAINST_SOURCES = frozenset(source.NAMES)
WITHOUT_REFERENCES = frozenset(name for names, _ in _UNREFERENCED for name in names)
ALL_NAMES = WITHOUT_REFERENCES | {*NAMES, *CONTEXT_NAMES}

# What stands for several features.
GROUPS: Mapping[str, tuple[str, ...]] = {
    "all": NAMES,
    "context": CONTEXT_NAMES,
    "alone": alone.NAMES,
    "source": source.NAMES,
}


def expand(names: Sequence[str]) -> list[str]:
    """Return names with groups spelled out: ``all``: no encoder is needed; ``context``; ``alone``; ``source``."""
    return [name for given in names for name in GROUPS.get(given, (given,))]


def compute(names: Sequence[str], pairs: Pairs, threads: int = 1) -> Matrix:
    """Return one column per feature, one row per pair.

    Raises:
        SpecError: There is no such feature.
        MissingExtraError: A library that a feature needs is not installed.
    """
    columns: dict[str, Array] = {}
    wanted = set(names)
    for known, function in (*_FAMILIES, *_ENCODED, *_UNREFERENCED):
        if wanted & set(known):
            columns.update(function(pairs, threads))
    for name in names:
        if name not in columns:
            raise registry.unknown("feature", name, [*GROUPS, *NAMES])
    return np.column_stack([columns[name] for name in names]) if names else np.zeros((len(pairs), 0))


def list_parts(names: Sequence[str]) -> list[str]:
    """Return the optional parts that these features need, by names of ``tertium.parts.PARTS``."""
    wanted = set(names)
    return [
        *["blend"] * bool(wanted & {*rarity.NAMES, *similarity.NAMES, *context.NAMES, *context.STATES}),
        *context.list_parts() * bool(wanted & {*context.NAMES, *context.STATES, *alone.NAMES}),
        *source.list_parts() * bool(wanted & set(source.NAMES)),
    ]


def describe_resources(names: Sequence[str]) -> dict[str, str]:
    """Return names and versions of what these features depend on, for signatures."""
    found: dict[str, str] = {}
    for module, known in (
        (rarity, rarity.NAMES),
        (alignment, alignment.NAMES),
        (similarity, similarity.NAMES),
        (context, (*context.NAMES, *context.STATES)),
        (alone, alone.NAMES),
        (source, source.NAMES),
    ):
        if set(names) & set(known):
            found.update(module.describe_resources())
    return found
