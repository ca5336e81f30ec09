"""How the strings of a PO file are wrapped: found from the file itself, and used again for strings that are edited.

Programs break lines after a space, and wrap at a width: gettext at 79 columns, Babel at 76 letters, polib at 78. Which
width a file has is what most of its long strings say. A string that the rule does not reproduce is not wrapped anew.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice

from tertium.text.bilingual.po_targets import STRING
from tertium.text.bilingual.units import TargetPlace

_PARAGRAPH = re.compile(r"(?:[^\\]|\\[^n])*\\n|(?:[^\\]|\\[^n])+")
_CHUNK = re.compile(r"(?:\\.|[^\\ ])+ *| +", re.DOTALL)
_QUOTES = 2
# A file has one rule, which this many wrapped values show.
_MOST_VALUES = 200
# Lines are never wrapped at less or more than this.
_NARROWEST, _WIDEST = 20, 200


class PoLayout:
    """The lines of a PO file.

    Args:
        body: The file.
        places: Where its values start and end.
    """

    def __init__(self, body: bytes, places: Sequence[tuple[int, int]]) -> None:
        self._body, self._places = body, places

    @cached_property
    def _rule(self) -> PoWrapping | None:
        several = ((start, end) for start, end in self._places if self._body.count(b"\n", start, end) > 1)
        sample = islice(several, _MOST_VALUES)
        return find_wrapping((read_parts(self._body[start:end]), self._count_before(start)) for start, end in sample)

    def __call__(self, place: TargetPlace, content: bytes) -> bytes:
        """Return the strings of an edited value, wrapped if the strings before the edit were.

        Args:
            place: The place of the value.
            content: Its strings after the edit.
        """
        raw, before = self._body[place.start : place.end], self._count_before(place.start)
        parts = read_parts(raw)
        newline = b"\r\n" if b"\r\n" in (raw if b"\n" in raw else self._body[place.end : place.end + 2]) else b"\n"
        if self._rule is None or _quote(self._rule.wrap("".join(parts), before), newline) != raw:
            return content
        return _quote(self._rule.wrap("".join(read_parts(content)), before), newline)

    def _count_before(self, start: int) -> int:
        return start - self._body.rfind(b"\n", 0, start) - 1


def read_parts(raw: bytes) -> list[str]:
    """Return the strings of a value, without quotes and with escapes."""
    return [found[1].decode() for found in STRING.finditer(raw)]


def _quote(parts: Sequence[str], newline: bytes) -> bytes:
    return newline.join(f'"{part}"'.encode() for part in parts)


@dataclass(frozen=True, slots=True)
class PoWrapping:
    """The rule by which strings are wrapped.

    Attributes:
        width: The number of columns of a line, quotes included.
        hanging: Whether a space at the end of a line may stand beyond the width.
    """

    width: int
    hanging: bool

    def wrap(self, text: str, before: int) -> list[str]:
        """Return the strings of a text, without quotes; the first is empty where the text needs several.

        >>> PoWrapping(20, False).wrap("El disco duro es lleno.", 7)
        ['', 'El disco duro es ', 'lleno.']

        Args:
            text: The text, with escapes.
            before: The columns before the first string.
        """
        paragraphs = _PARAGRAPH.findall(text)
        if len(paragraphs) < 2 and before + measure(text) + _QUOTES <= self.width:
            return [text]
        return ["", *(line for paragraph in paragraphs for line in self._fill(paragraph))]

    def _fill(self, paragraph: str) -> list[str]:
        lines: list[str] = []
        room = 0
        for chunk in _CHUNK.findall(paragraph):
            needed = measure(chunk.rstrip(" ") if self.hanging else chunk)
            if not lines or needed > room:
                lines.append("")
                room = self.width - _QUOTES
            lines[-1] += chunk
            room -= measure(chunk)
        return lines


def find_wrapping(strings: Iterable[tuple[Sequence[str], int]]) -> PoWrapping | None:
    """Return the rule that reproduces most of the wrapped strings of a file; None if none does, or none is wrapped.

    Args:
        strings: The strings of each value, without quotes, and the columns before the first.
    """
    counts: Counter[PoWrapping] = Counter()
    for parts, before in strings:
        if len(parts) < 3 or all(part.endswith("\\n") for part in parts[1:-1]):
            continue  # not wrapped, or only at its line breaks
        text = "".join(parts)
        longest = max(measure(part) for part in parts) + _QUOTES
        # With the longest line and another word there would be room for that word.
        last = longest + max(map(len, text.split(" "))) + 1
        for width in range(max(longest - 1, _NARROWEST), min(last, _WIDEST) + 1):
            for hanging in (False, True):
                rule = PoWrapping(width, hanging)
                counts[rule] += rule.wrap(text, before) == list(parts)
    best = max(counts.values(), default=0)
    usual = {79: 0, 80: 1, 78: 2, 76: 3}
    found = [rule for rule, count in counts.items() if count == best and best]
    return min(found, key=lambda rule: (usual.get(rule.width, 9), rule.hanging, rule.width), default=None)


def measure(text: str) -> int:
    """Return the number of columns of a text; letters of Chinese and Japanese have two."""
    return len(text) if text.isascii() else sum(1 + (unicodedata.east_asian_width(each) in "WF") for each in text)
