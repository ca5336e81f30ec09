"""Pieces: a variant as spans of the references and filling words, and the moves that turn it into another variant.

All moves keep the number of words, since BLEU depends on it. Whether a move keeps the matches is checked by scoring.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from random import Random

from tertium.audit.freedom.blocks import find_sites
from tertium.audit.segment import AuditedSegment, Words

Pieces = tuple[Words, ...]


def join_pieces(pieces: Pieces) -> Words:
    """Return the words of a variant."""
    return tuple(word for piece in pieces for word in piece)


def cut_words(segment: AuditedSegment, words: Words) -> Pieces:
    """Cut words where no reference has the bigram."""
    if not words:
        return ()
    return tuple(words[start:end] for start, end in pairwise([0, *find_sites(segment, words), len(words)]))


def find_piece(words: Words, piece: Words) -> int | None:
    """Return where a piece first occurs in some words; None if it does not."""
    size = len(piece)
    return next((place for place in range(len(words) - size + 1) if words[place : place + size] == piece), None)


@dataclass(frozen=True)
class Mover:
    """Makes random changes to variants.

    Attributes:
        segment: The segment.
        fillers: Words that no reference has.
        locked: Pieces that are moved, but never changed.
        orders_only: Whether pieces are only moved.
    """

    segment: AuditedSegment
    fillers: Words
    locked: Pieces = ()
    orders_only: bool = False

    def change(self, pieces: Pieces, rng: Random, most: int = 3) -> Pieces:
        """Make one to ``most`` random moves; fewer are more likely."""
        found = list(pieces)
        times = 1
        while times < most and rng.random() < 0.5:
            times += 1
        for _ in range(times):
            if len(found) > 1 and (self.orders_only or rng.random() < 0.4):
                self._reorder(found, rng)
            elif found and not self.orders_only:
                self._rewrite(found, rng)
        return tuple(found)

    def protect(self, pieces: Pieces) -> Pieces:
        """Return the same words, cut so that the locked pieces are whole."""
        found = pieces
        for locked in self.locked:
            if locked not in found:
                found = _cut_out(found, locked)
        return found

    @cached_property
    def _spans(self) -> dict[int, list[Words]]:
        return {}

    def list_spans(self, size: int) -> list[Words]:
        """Return all spans of the references of some length.

        Only lengths that are asked for are listed: long references have very many spans, which few searches need.
        """
        if size not in self._spans:
            references = self.segment.references if size <= len(self.segment.hypothesis) else ()
            spans = (words[start : start + size] for words in references for start in range(len(words) - size + 1))
            self._spans[size] = list(dict.fromkeys(spans))
        return self._spans[size]

    def draw_span(self, size: int, rng: Random) -> Words:
        """Return a span of the references of some length; filling words if they have none."""
        spans = self.list_spans(size)
        return rng.choice(spans) if spans else tuple(rng.choice(self.fillers) for _ in range(size))

    def _reorder(self, pieces: list[Words], rng: Random) -> None:
        kind = rng.random()
        one, other = rng.randrange(len(pieces)), rng.randrange(len(pieces))
        if kind < 0.45:
            pieces[one], pieces[other] = pieces[other], pieces[one]
        elif kind < 0.85:
            pieces.insert(other, pieces.pop(one))
        else:
            low, high = sorted((one, other))
            pieces[low : high + 1] = pieces[low : high + 1][::-1]

    def _rewrite(self, pieces: list[Words], rng: Random) -> None:
        place = rng.randrange(len(pieces))
        piece = pieces[place]
        if piece in self.locked:
            return
        kind = rng.random()
        if len(piece) == 1:
            if kind < 0.4:
                pieces[place] = (rng.choice(self.fillers),)
            elif kind < 0.8:
                pieces[place] = self.draw_span(1, rng)
            else:
                self._exchange(pieces, place, rng)
        elif kind < 0.35:
            pieces[place] = self.draw_span(len(piece), rng)
        elif kind < 0.55:
            self._shift(pieces, place, rng)
        elif kind < 0.75:
            cut = rng.randrange(1, len(piece))
            pieces[place : place + 1] = [piece[:cut], piece[cut:]]
        else:
            self._exchange(pieces, place, rng)

    def _exchange(self, pieces: list[Words], place: int, rng: Random) -> None:
        """Replace two pieces by spans of other lengths, with the same number of words in all."""
        other = rng.randrange(len(pieces))
        if other == place or pieces[other] in self.locked:
            return
        both = len(pieces[place]) + len(pieces[other])
        size = rng.randrange(1, both)
        pieces[place], pieces[other] = self.draw_span(size, rng), self.draw_span(both - size, rng)

    def _shift(self, pieces: list[Words], place: int, rng: Random) -> None:
        """Replace a piece by a span of the same length that has the first or last word of some piece."""
        size = len(pieces[place])
        anchor = rng.choice(pieces)
        word = anchor[0] if rng.random() < 0.5 else anchor[-1]
        spans = [span for span in self.list_spans(size) if word in span]
        if spans:
            pieces[place] = rng.choice(spans)


def _cut_out(pieces: Pieces, wanted: Words) -> Pieces:
    """Cut around the first occurrence of some words, which may be across pieces."""
    words = join_pieces(pieces)
    start = find_piece(words, wanted)
    if start is None:
        return pieces
    size = len(wanted)
    edges, place = {start, start + size}, 0
    for piece in pieces:
        place += len(piece)
        if not start < place < start + size:
            edges.add(place)
    cuts = sorted({0, *edges, len(words)})
    return tuple(words[first:last] for first, last in pairwise(cuts))
