"""Figures: features of our own, and the figures of other metrics as features: ``score of chrf++``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from tertium import registry
from tertium.metrics import features
from tertium.metrics.features.text import Pairs, Texts
from tertium.metrics.spec import parse_from_file
from tertium.types import Array, Matrix, References

OF = " of "


def compute_figures(names: Sequence[str], pairs: Pairs, *, plain: bool, threads: int = 1) -> Matrix:
    """Return one column per figure, one row per pair.

    Args:
        names: Names of ``tertium.metrics.features``, or ``figure of spec`` for another metric's.
        pairs: Hypotheses with their references, and sources if a feature needs them.
        plain: Whether the other metrics see words as the features have them; else text as it is given.
        threads: How many threads to use.

    Raises:
        SpecError: There is no such feature, or the metric has no such figure.
    """
    own = [name for name in names if OF not in name]
    columns: dict[str, Array] = dict(zip(own, features.compute(own, pairs, threads).T, strict=True))
    for spec, figures in list_others(names).items():
        known = _measure(spec, pairs.ours, pairs.theirs, plain, threads)
        for figure in figures:
            if figure not in known:
                raise registry.unknown("figure", figure, known, owner=spec)
            columns[f"{figure}{OF}{spec}"] = known[figure]
    return np.column_stack([columns[name] for name in names])


def list_others(names: Sequence[str]) -> dict[str, list[str]]:
    """Return the figures that are wanted of other metrics, by spec."""
    found: dict[str, list[str]] = {}
    for name in names:
        figure, of, spec = name.partition(OF)
        if of:
            found.setdefault(spec, []).append(figure)
    return found


def _measure(spec: str, hypotheses: Texts, references: Texts, plain: bool, threads: int) -> Mapping[str, Array]:
    """Score and components of another metric, pair by pair."""
    metric = parse_from_file(spec)
    ours, theirs = (
        [" ".join(tokens) for tokens in texts.tokens] if plain else texts.segments for texts in (hypotheses, references)
    )
    pairs = References(theirs, np.arange(len(ours) + 1))
    rows = metric.tally(metric.prepare_batch(ours, pairs, threads), threads)
    single = metric.for_segments()
    return {"score": single.score(rows), **single.components(rows)}
