"""Alignments: which word of a hypothesis is linked to which word of a reference, by which module."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
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
        number: The number of the reference, from 0.
    """

    hypothesis: int
    reference: int
    stage: int
    chunk: int
    weight: float = 1.0
    number: int = 0


@dataclass(frozen=True, kw_only=True)
class Alignment:
    """The alignment of a hypothesis with a reference, or with several that are pooled.

    Attributes:
        hypothesis: The words of the hypothesis.
        reference: The words of the reference; of the best one, if several are pooled.
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
        references: The words of all references that are pooled; empty if they are not.
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
    references: Sequence[Sequence[str]] = ()

    @property
    def parts(self) -> list[Alignment]:
        """The alignment with each reference that has a link, one by one; with the best one if none has."""
        if not self.references:
            return [self]
        numbers = sorted({link.number for link in self.links}) or [self.number]
        return [
            replace(
                self,
                reference=self.references[number],
                number=number,
                links=[link for link in self.links if link.number == number],
            )
            for number in numbers
        ]

    def linked_word(self, link: Link) -> str:
        """Return the word of the reference that a link leads to."""
        words = self.references[link.number] if self.references else self.reference
        return words[link.reference]

    def to_dict(self) -> dict[str, Any]:
        """Return a dictionary for JSON: words, and links by position."""
        data = dict(vars(self))
        data["hypothesis"], data["reference"] = list(self.hypothesis), list(self.reference)
        data["references"] = [list(words) for words in self.references]
        data["modules"], data["figures"] = list(self.modules), dict(self.figures)
        data["links"] = [dict(vars(link), module=self.modules[link.stage]) for link in self.links]
        return data
