"""An alignment: which word of a hypothesis is mapped to which word of a reference, by which module."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Link:
    """One word mapped to another.

    Attributes:
        hypothesis: The position of the word in the hypothesis, from 0.
        reference: The position of the word in the reference, from 0.
        stage: Which stage mapped it, from 0.
        chunk: Which chunk it is in, from 0, in the order of the hypothesis.
        weight: 1, or less where its module found the words to be only related.
    """

    hypothesis: int
    reference: int
    stage: int
    chunk: int
    weight: float = 1.0


@dataclass(frozen=True)
class Alignment:
    """The alignment of a hypothesis with a reference.

    Attributes:
        hypothesis: The words of the hypothesis.
        reference: The words of the reference.
        links: The mappings, in the order of the hypothesis.
        modules: The names of the stages' modules.
        crossings: How many pairs of links cross.
        chunks: How many runs of links are contiguous, and in the same order, on both sides.
        objective: What was made as small as can be: ``min-crossing`` or ``min-chunk``.
        optimal: Whether it is proven that no alignment is better: has fewer crossings, or as many and fewer chunks
            (``min-crossing``); or has fewer chunks (``min-chunk``).
        bound: No alignment has fewer crossings (``min-crossing``) or chunks (``min-chunk``) than this.
        figures: The score and what it is made of: ``score``, ``precision``, ``recall``, ``fmean``, ``penalty``, …
        signature: The metric, its settings and the versions of its resources.
        number: Which of several references it is, from 0.
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
        """As a dictionary for JSON: words, and links by position."""
        data = dict(vars(self))
        data["hypothesis"], data["reference"] = list(self.hypothesis), list(self.reference)
        data["modules"], data["figures"] = list(self.modules), dict(self.figures)
        data["links"] = [dict(vars(link), module=self.modules[link.stage]) for link in self.links]
        return data
