"""Post-editing: what becomes of a document when proofreaders have decided.

After section 5 of the paper: the pair of an instance and the alternative with most results is accepted or declined;
what is accepted is propagated throughout the document, and applied to later ones when it was confirmed often enough.

All places are those of the text as it came, so that the order of decisions does not matter, and nothing that was put in
is ever changed again by another correction. Where two changes would overlap, the first one stands.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from tertium.edits import Edit, apply_edits
from tertium.postedit.correction import Correction, Pair, normalise
from tertium.postedit.phrases import PhraseFinder, match_case
from tertium.postedit.segments import TranslatedSegment


@dataclass(frozen=True, slots=True)
class Change:
    """A place that was changed.

    Attributes:
        segment: The number of the segment, from 1.
        start: Where the phrase started in the text as it came.
        end: Where it ended.
        old: The phrase.
        new: What stands there now.
        pair: The pair that it was changed by; None if a proofreader decided on this very place.
    """

    segment: int
    start: int
    end: int
    old: str
    new: str
    pair: Pair | None = None

    def to_dict(self) -> dict[str, Any]:
        """The fields by name, as JSON takes them."""
        return {
            "segment": self.segment,
            "start": self.start,
            "end": self.end,
            "old": self.old,
            "new": self.new,
            "accepted": self.pair.record.accepted if self.pair else None,
            "declined": self.pair.record.declined if self.pair else None,
        }


class EditedText:
    """A document that is being edited; its places are those of the text as it came.

    Args:
        segments: The segments, as they came.
    """

    def __init__(self, segments: Sequence[TranslatedSegment]) -> None:
        self.segments = list(segments)
        self._edits: dict[int, list[Edit]] = {}

    def is_free(self, segment: int, edits: Iterable[Edit]) -> bool:
        """Whether edits can be made: none overlaps with one that was made before, unless it is the same."""
        made = self._edits.get(segment, ())
        return all(edit == other or not _overlap(edit, other) for edit in edits for other in made)

    def add(self, segment: int, edits: Sequence[Edit]) -> bool:
        """Makes edits in a segment, all or none; says whether they could be made."""
        if not self.is_free(segment, edits) or any(
            _overlap(edit, other) for place, edit in enumerate(edits) for other in edits[:place]
        ):
            return False
        made = self._edits.setdefault(segment, [])
        made += [edit for edit in edits if edit not in made]
        return True

    def text_of(self, segment: int) -> str:
        """The text of a segment as it is now, by its number."""
        edits = sorted(self._edits.get(segment, ()), key=lambda each: (each.start, each.end))
        return apply_edits(self.segments[segment - 1].text, edits)

    @property
    def texts(self) -> list[str]:
        """The text of each segment as it is now."""
        return [self.text_of(number) for number in range(1, len(self.segments) + 1)]


def _overlap(one: Edit, other: Edit) -> bool:
    if one.start == one.end or other.start == other.end:
        # Something is put in: at the end of what is replaced it may, inside of it not; two at one place have no order.
        return (one.start, one.end) == (other.start, other.end) or (
            max(one.start, other.start) < min(one.end, other.end)
            or one.start < other.start < one.end
            or other.start < one.start < other.end
        )
    return max(one.start, other.start) < min(one.end, other.end)


def apply(
    segments: Sequence[TranslatedSegment], corrections: Iterable[Correction]
) -> tuple[list[str], list[Correction]]:
    """The text of each segment after corrections, and the corrections that overlap with earlier ones and were not made.

    >>> apply([TranslatedSegment("Mueran de siete.")], [Correction("siete", "sed", segment=1, start=10, end=15)])
    (['Mueran de sed.'], [])
    """
    edited = EditedText(segments)
    refused = [each for each in corrections if not edited.add(each.segment, each.changes)]
    return edited.texts, refused


def propagate(
    segments: Sequence[TranslatedSegment], correction: Correction, *, everywhere: bool = False
) -> list[Correction]:
    """The same correction at all other places of the document where the phrase stands, as whole words.

    Args:
        segments: The segments; those of other documents are left alone.
        correction: What was accepted.
        everywhere: Also where the source has not got the word that was translated wrongly.
    """
    finder = PhraseFinder([correction.old])
    words = frozenset((normalise(correction.source_word),)) if correction.source_word else frozenset[str]()
    found = []
    home = segments[correction.segment - 1].document if 0 < correction.segment <= len(segments) else None
    for number, segment in enumerate(segments, 1):
        if (home is not None and segment.document != home) or not (everywhere or fits(segment.source, words)):
            continue
        for place in finder.find(segment.text):
            if number == correction.segment and place.start < correction.end and correction.start < place.end:
                continue
            old = segment.text[place.start : place.end]
            new = match_case(old, correction.old, correction.new)
            found.append(
                replace(
                    correction,
                    old=old,
                    new=new,
                    segment=number,
                    start=place.start,
                    end=place.end,
                    text=segment.text,
                    source=segment.source or "",
                    edits=(Edit(place.start, place.end, new),),
                )
            )
    return found


def fits(source: str | None, words: frozenset[str]) -> bool:
    """Whether a source has one of some words; if either is not known, nothing speaks against it."""
    if source is None or not words:
        return True
    return next(PhraseFinder(sorted(words)).find(source), None) is not None


def correct(
    segments: Sequence[TranslatedSegment], pairs: Sequence[Pair], *, everywhere: bool = False
) -> tuple[list[str], list[Change]]:
    """The text of each segment after all that was confirmed often enough, and what was changed.

    Args:
        segments: A new document.
        pairs: What to apply; where two fit the same words, the longer phrase is taken, then the one that was accepted
            more often.
        everywhere: Also where the source has not got the word that was translated wrongly.
    """
    ordered = sorted(pairs, key=lambda each: (-len(each.key.old), -each.record.accepted, each.key))
    finder = PhraseFinder(pair.old for pair in ordered)
    edited = EditedText(segments)
    changes: dict[tuple[int, int, int], Change] = {}
    for number, segment in enumerate(segments, 1):
        for place in sorted(finder.find(segment.text), key=lambda each: (each.phrase, each.start)):
            pair = ordered[place.phrase]
            old = segment.text[place.start : place.end]
            new = match_case(old, pair.old, pair.new)
            edit = Edit(place.start, place.end, new)
            if new == old or not (everywhere or fits(segment.source, pair.source_words)):
                continue
            if edited.add(number, (edit,)):
                where = (number, place.start, place.end)
                changes.setdefault(where, Change(*where, old, new, pair))
    return edited.texts, [changes[where] for where in sorted(changes)]
