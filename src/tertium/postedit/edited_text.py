"""A text that is edited by place.

All places refer to the text as it was before any edit, so that the order of decisions does not matter, and no
replacement is ever changed by another edit. Where two edits would overlap, the first one stands.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tertium.edits import Edit, apply_edits
from tertium.fixed_places import FixedPlace, find_obstacle
from tertium.postedit.segments import TranslatedSegment


class EditedText:
    """The segments of a document, and the edits made in them.

    Args:
        segments: The segments, before any edit.

    >>> edited = EditedText([TranslatedSegment("Mueran de siete.")])
    >>> edited.add(0, [Edit(10, 15, "sed")])
    True
    >>> edited.texts
    ['Mueran de sed.']
    """

    def __init__(self, segments: Sequence[TranslatedSegment]) -> None:
        self.segments = list(segments)
        self._edits: dict[int, list[Edit]] = {}

    def find_obstacle(self, segment: int, edits: Iterable[Edit]) -> FixedPlace | None:
        """Return what has to stay in a segment, such as a tag, and would be removed by edits; None if nothing.

        Args:
            segment: The segment, from 0.
            edits: The edits.
        """
        each = self.segments[segment]
        return find_obstacle(each.text, edits, each.fixed) if each.fixed else None

    def is_free(self, segment: int, edits: Iterable[Edit]) -> bool:
        """Return whether edits can be made: none overlaps with an earlier one, unless it is the same.

        Args:
            segment: The segment, from 0.
            edits: The edits.
        """
        made = self._edits.get(segment, ())
        return all(edit == other or not _overlap(edit, other) for edit in edits for other in made)

    def add(self, segment: int, edits: Sequence[Edit]) -> bool:
        """Make edits in a segment, all or none; return whether they could be made.

        Args:
            segment: The segment, from 0.
            edits: The edits.
        """
        if (
            not self.is_free(segment, edits)
            or any(_overlap(edit, other) for place, edit in enumerate(edits) for other in edits[:place])
            or self.find_obstacle(segment, edits)
        ):
            return False
        made = self._edits.setdefault(segment, [])
        made += [edit for edit in edits if edit not in made]
        return True

    def show_around(self, segment: int, start: int, end: int, edits: Sequence[Edit] = ()) -> tuple[str, str, str]:
        """Return the edited text before a span, the span after further edits in it, and the edited text after it.

        Where an edit that was made reaches across an end of the span, all of that edit belongs to the span.

        Args:
            segment: The segment, from 0.
            start: The start of the span in the text before any edit.
            end: Its end.
            edits: Edits that could be made; those that overlap with others are left out.
        """
        text = self.segments[segment].text
        made = sorted(self._edits.get(segment, []), key=lambda each: (each.start, each.end))
        for each in made:
            if each.start < end and start < each.end:
                start, end = min(start, each.start), max(end, each.end)
        before = [each for each in made if each.end <= start]
        after = [each for each in made if each.start >= end and each not in before]
        inside = [each for each in made if each not in before and each not in after]
        further = [
            each
            for each in edits
            if start <= each.start and each.end <= end and each not in made and self.is_free(segment, (each,))
        ]
        inside = sorted([*inside, *further], key=lambda each: (each.start, each.end))
        return (
            apply_edits(text[:start], before),
            apply_edits(text[start:end], inside, start),
            apply_edits(text[end:], after, end),
        )

    def text_of(self, segment: int) -> str:
        """Return the edited text of a segment, which is numbered from 0."""
        edits = sorted(self._edits.get(segment, ()), key=lambda each: (each.start, each.end))
        return apply_edits(self.segments[segment].text, edits)

    def text_around(self, segment: int, start: int, end: int) -> tuple[str, str]:
        """Return the edited text before and after a span that was not changed.

        >>> edited = EditedText([TranslatedSegment("Mueran de siete.")])
        >>> edited.add(0, [Edit(0, 6, "Morían")])
        True
        >>> edited.text_around(0, 10, 15)
        ('Morían de ', '.')

        Args:
            segment: The segment, from 0.
            start: The start of the span in the text before any edit.
            end: Its end.
        """
        text = self.segments[segment].text
        edits = sorted(self._edits.get(segment, ()), key=lambda each: (each.start, each.end))
        before = [each for each in edits if each.end <= start]
        return apply_edits(text[:start], before), apply_edits(text[end:], edits[len(before) :], end)

    @property
    def edits(self) -> dict[int, list[Edit]]:
        """The edits of each segment that has any, by its number from 0."""
        return {segment: list(edits) for segment, edits in self._edits.items() if edits}

    @property
    def texts(self) -> list[str]:
        """The edited text of each segment."""
        return [self.text_of(number) for number in range(len(self.segments))]


def _overlap(one: Edit, other: Edit) -> bool:
    if one.start == one.end or other.start == other.end:
        # An insertion may touch either end of a replacement, but not its inside; two at one place have no order.
        return (one.start, one.end) == (other.start, other.end) or (
            max(one.start, other.start) < min(one.end, other.end)
            or one.start < other.start < one.end
            or other.start < one.start < other.end
        )
    return max(one.start, other.start) < min(one.end, other.end)
