"""Alignments: which word of a hypothesis is linked to which word of a reference, by which module."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, kw_only=True)
class Link:
    """A link between two words.

    Attributes:
        hypothesis: The position of the word in the hypothesis, from 0.
        reference: The position of the word in the reference, from 0.
        stage: The stage that made the link, from 0.
        chunk: The chunk, from 0, in the order of the hypothesis.
        weight: 1, or less for words that are only related.
    """

    hypothesis: int
    reference: int
    stage: int
    chunk: int
    weight: float = 1.0


@dataclass(frozen=True, kw_only=True)
class Alignment:
    """The alignment of a hypothesis with a reference.

    Attributes:
        hypothesis: The words of the hypothesis.
        reference: The words of the reference.
        links: The links, in the order of the hypothesis.
        modules: The module of each stage.
        crossings: The number of pairs of links that cross.
        chunks: The number of runs of links that are contiguous and in the same order on both sides.
        objective: What was minimised: ``min-crossing`` or ``min-chunk``.
        optimal: Whether it is proven that no alignment is better: with fewer crossings, or as many crossings and fewer
            chunks (``min-crossing``); or with fewer chunks (``min-chunk``).
        bound: No alignment has fewer crossings (``min-crossing``) or chunks (``min-chunk``) than this.
        figures: The score and its components: ``score``, ``precision``, ``recall``, ``fmean``, ``penalty``, …
        signature: The metric, its settings and the versions of its resources.
        number: The number of the reference, from 0.
    """

    hypothesis: Sequence[str]
    reference: Sequence[str]
    links: Sequence[Link]
    modules: Sequence[str]
    crossings: int
    chunks: int
    objective: str
    optimal: bool
    bound: int
    figures: Mapping[str, float]
    signature: str = ""
    number: int = 0

    def to_dict(self) -> dict[str, Any]:
        """Return a dictionary for JSON: words, and links by position."""
        data = dict(vars(self))
        data["hypothesis"], data["reference"] = list(self.hypothesis), list(self.reference)
        data["modules"], data["figures"] = list(self.modules), dict(self.figures)
        data["links"] = [dict(vars(link), module=self.modules[link.stage]) for link in self.links]
        return data
