"""The words of two texts and their partners: for each word the nearest one of the other side, by an encoder."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from tertium.alignment import Link
from tertium.json_result import JsonResult

PartnerKind = Literal["partner", "shared", "none"]


@dataclass(frozen=True, kw_only=True)
class PartneredWord:
    """A word and the nearest word of the other side.

    Attributes:
        word: The word.
        partner: The position of the nearest word of the other side, from 0; None if there is no word there.
        cosine: The cosine of the states of both words.
        kind: ``partner`` if each is nearest to the other, ``shared`` if the nearest word is nearer to another one,
            ``none`` if the cosine is below the threshold.
        pieces: The number of its pieces.
        piece_cosine: The mean cosine of its pieces, each with the nearest piece of the other side.
        weight: The sum of the weights of its pieces.
    """

    word: str
    partner: int | None
    cosine: float
    kind: PartnerKind
    pieces: int
    piece_cosine: float
    weight: float


@dataclass(frozen=True, kw_only=True)
class WordPartners(JsonResult):
    """The words of a hypothesis and of a reference, and their partners.

    Attributes:
        hypothesis: The words of the hypothesis.
        reference: The words of the reference.
        threshold: The least cosine at which words are partners.
        encoder: The encoder, with the beginning of the digest of its weights.
        layer: The layer whose states are compared.
        weighted: Whether rare pieces weigh more.
        number: The number of the reference, from 0.
    """

    hypothesis: Sequence[PartneredWord]
    reference: Sequence[PartneredWord]
    threshold: float
    encoder: str
    layer: int
    weighted: bool = False
    number: int = 0

    @property
    def links(self) -> list[Link]:
        """The pairs of words that are nearest to each other, each with its cosine as weight."""
        found: list[Link] = []
        for ours, word in enumerate(self.hypothesis):
            if word.kind == "partner" and word.partner is not None:
                chunk = found[-1].chunk + 1 if found else 0
                found.append(
                    Link(hypothesis=ours, reference=word.partner, stage=0, chunk=chunk, weight=min(word.cosine, 1.0))
                )
        return found


def list_lonely(words: Sequence[PartneredWord]) -> list[str]:
    """Return the words without a partner, in order."""
    return [each.word for each in words if each.kind == "none"]
