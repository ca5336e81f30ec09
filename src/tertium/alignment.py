"""Alignments: which word of a hypothesis is linked to which word of a reference, by which module."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import overload

import numpy as np

from tertium.json_result import JsonResult
from tertium.notebook import ShownInNotebooks
from tertium.types import Array, Offsets

IntegerMatrix = np.ndarray[tuple[int, ...], np.dtype[np.int64]]


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
class NamedLink(Link):
    """A link with the module that made it.

    Attributes:
        module: The name of the module.
    """

    module: str


@dataclass(frozen=True, kw_only=True)
class Alignment(JsonResult, ShownInNotebooks):
    """The alignment of a hypothesis with a reference, or with several that are pooled.

    Attributes:
        hypothesis: The words of the hypothesis.
        reference: The words of the reference; of the best one, if several are pooled.
        links: The links, in the order of the hypothesis.
        modules: The module of each stage.
        crossings: The number of pairs of links that cross.
        chunks: The number of runs of links that are contiguous and in the same order on both sides.
        objective: What was minimised: ``min-crossing`` or ``min-chunk``; ``context`` if each word is aligned by its
            context alone.
        optimal: Whether it is proven that no alignment is better: with fewer crossings, or as many crossings and fewer
            chunks (``min-crossing``); or with fewer chunks (``min-chunk``).
        bound: No alignment has fewer crossings (``min-crossing``) or chunks (``min-chunk``) than this.
        figures: The score and its components: ``score``, ``precision``, ``recall``, ``fmean``, ``penalty``, …
        signature: The metric, its settings and the versions of its resources.
        number: The number of the reference, from 0.
        references: The words of all references that are pooled; empty if they are not.
    """

    json_fields = (
        "hypothesis reference links=named_links modules crossings chunks objective optimal bound figures signature "
        "number references"
    )

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

    @property
    def named_links(self) -> list[NamedLink]:
        """The links with the names of their modules."""
        return [NamedLink(**vars(link), module=self.modules[link.stage]) for link in self.links]


@dataclass(frozen=True, kw_only=True, eq=False)
class Alignments(Sequence[Alignment], ShownInNotebooks):
    """The alignments of many segments. Each is made when it is asked for; the arrays have all of them.

    Attributes:
        hypotheses: The words of each hypothesis.
        references: The words of all references, in one list.
        offsets: Where the references of each segment start in that list, and where the last ones end.
        best: The number, in that list, of each segment's best reference.
        starts: Where the links of each segment start, and where the last ones end.
        links: One row per link: the number of the reference in that list, the positions of both words, the stage.
        distances: How far apart the words of each link are; 0 unless they are only related.
        counts: One row per segment: crossings, chunks, whether that is proven to be optimal, and its bound.
        rates: The score and its components, one of each per segment.
        modules: The module of each stage.
        objective: What was minimised: ``min-crossing`` or ``min-chunk``.
        pooled: Whether words may match in any reference.
        signature: The metric, its settings and the versions of its resources.
    """

    hypotheses: Sequence[Sequence[str]]
    references: Sequence[Sequence[str]]
    offsets: Offsets
    best: Offsets
    starts: Offsets
    links: IntegerMatrix
    distances: np.ndarray[tuple[int, ...], np.dtype[np.float32]]
    counts: IntegerMatrix
    rates: Mapping[str, Array]
    modules: Sequence[str]
    objective: str
    pooled: bool = False
    signature: str = ""

    def __len__(self) -> int:
        """Return the number of segments."""
        return len(self.hypotheses)

    @overload
    def __getitem__(self, index: int) -> Alignment: ...

    @overload
    def __getitem__(self, index: slice) -> list[Alignment]: ...

    def __getitem__(self, index: int | slice) -> Alignment | list[Alignment]:
        """Return the alignment of a segment, or of several."""
        if isinstance(index, slice):
            return [self._make(segment) for segment in range(*index.indices(len(self)))]
        segment = index + len(self) if index < 0 else index
        if not 0 <= segment < len(self):
            raise IndexError(f"segment {index} of {len(self)}")
        return self._make(segment)

    def _make(self, segment: int) -> Alignment:
        first, end = int(self.offsets[segment]), int(self.offsets[segment + 1])
        best = int(self.best[segment])
        crossings, chunks, optimal, bound = self.counts[segment].tolist()
        return Alignment(
            hypothesis=self.hypotheses[segment],
            reference=self.references[best],
            links=self._link(segment, first),
            modules=self.modules,
            crossings=crossings,
            chunks=chunks,
            objective=self.objective,
            optimal=bool(optimal),
            bound=bound,
            figures={name: float(values[segment]) for name, values in self.rates.items()},
            signature=self.signature,
            number=best - first,
            references=self.references[first:end] if self.pooled and end - first > 1 else (),
        )

    def _link(self, segment: int, first: int) -> list[Link]:
        """Return links with the number of the chunk that each is in; a chunk is within one reference."""
        rows = slice(self.starts[segment], self.starts[segment + 1])
        found: list[Link] = []
        chunk, before = -1, (-1, -1, -1)
        pairs = zip(self.links[rows].tolist(), self.distances[rows].tolist(), strict=True)
        for (number, hypothesis, reference, stage), distance in pairs:
            if (number, hypothesis - 1, reference - 1) != before:
                chunk += 1
            before = (number, hypothesis, reference)
            found.append(
                Link(
                    hypothesis=hypothesis,
                    reference=reference,
                    stage=stage,
                    chunk=chunk,
                    weight=1 / (1 + distance),
                    number=number - first,
                )
            )
        return found
