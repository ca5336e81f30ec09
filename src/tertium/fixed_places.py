"""Places of a text that edits keep: the tags of a localisation file, and its fixed line breaks."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from tertium.edits import Edit

_WORDS = re.compile(r"\w+|\s+|[^\w\s]")


@dataclass(frozen=True, slots=True)
class FixedPlace:
    """Something that stays in its place when a text is edited.

    Attributes:
        start: Where it starts in the text.
        end: Where it ends; the same as ``start`` for a tag, which stands between two characters.
        what: What it is, for messages: ``<g id="1">``.
    """

    start: int
    end: int
    what: str

    def is_in_way(self, edit: Edit) -> bool:
        """Return whether an edit would remove it.

        >>> bold = FixedPlace(3, 3, "<b>")
        >>> [bold.is_in_way(Edit(start, 6, "")) for start in (2, 3)]
        [True, False]
        """
        if self.start == self.end or edit.start == edit.end:
            return edit.start < self.start < edit.end or self.start < edit.start < self.end
        return max(edit.start, self.start) < min(edit.end, self.end)


def find_obstacle(text: str, edits: Iterable[Edit], places: Sequence[FixedPlace]) -> FixedPlace | None:
    """Return the first place that one of some edits would remove; None if all can be made.

    Args:
        text: The text before any edit.
        edits: Edits of it.
        places: What has to stay.
    """
    return next((place for edit in edits for place in _in_way(refine(text, edit, places), places)), None)


def refine(text: str, edit: Edit, places: Sequence[FixedPlace]) -> list[Edit]:
    """Return an edit without the words that it leaves as they are, where something that has to stay is among them.

    >>> refine("El salario limpio", Edit(3, 17, "salario neto"), [FixedPlace(11, 11, "<b>")])
    [Edit(start=11, end=17, text='neto')]

    Args:
        text: The text before any edit.
        edit: An edit of it.
        places: What has to stay.
    """
    if not _in_way([edit], places):
        return [edit]
    old, new = _WORDS.findall(text[edit.start : edit.end]), _WORDS.findall(edit.text)
    ends = [edit.start]
    for word in old:
        ends.append(ends[-1] + len(word))
    return [
        Edit(ends[first], ends[stop], "".join(new[new_first:new_stop]))
        for tag, first, stop, new_first, new_stop in SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
        if tag != "equal"
    ]


def _in_way(edits: Iterable[Edit], places: Sequence[FixedPlace]) -> list[FixedPlace]:
    return [place for edit in edits for place in places if place.is_in_way(edit)]
