"""Characters that hypotheses and references write in different forms, such as ``é`` as one character or as two.

They look the same or nearly so, and no metric takes one for the other. A segment differs in a form if its hypothesis
would share a character or word with each of its references, had both the same form, and does not share it as it is.
The first 200 segments of each system are looked at. Forms that look exactly alike are warned of from one in a hundred
segments on, and quotation marks and full-width characters from 5 segments and one in ten. In the test sets of WMT12 to
WMT23 and MLQE-PE, the former are in 0.4 % of the segments of a system at most. Kinds of spaces and line ends are not
looked for: all metrics split at any of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from unicodedata import is_normalized, normalize

import numpy as np
from numpy.typing import NDArray

from tertium.errors import TextWarning, warn_caller
from tertium.printable import make_printable
from tertium.types import TestSet

MOST_SEGMENTS = 200
Flags = NDArray[np.bool_]
Rows = NDArray[np.int64]


class _Side:
    """The texts of one side, and which of them have some characters."""

    def __init__(self, texts: Sequence[str]) -> None:
        self.texts = list(texts)
        # Most texts have few such characters, which is seen much faster in one piece.
        self.whole = "\n".join(self.texts)
        # To look for many characters of which there is none takes longest in text that is not Latin.
        self._has_high = b"\xff" in self.whole.encode("utf-16-le", "surrogatepass")
        self._found: dict[str, Flags | None] = {}

    def mark_decomposed(self) -> Flags | None:
        """Return which texts are not in the form NFC; None if all are."""
        if "" not in self._found:
            is_there = not is_normalized("NFC", self.whole)
            flags = np.array([not is_normalized("NFC", text) for text in self.texts], dtype=bool) if is_there else None
            self._found[""] = flags
        return self._found[""]

    def mark_any(self, characters: str) -> Flags | None:
        """Return which texts have one of some characters; None if none has."""
        found = [flags for flags in map(self.mark_character, characters) if flags is not None]
        return np.logical_or.reduce(found) if found else None

    def mark_character(self, character: str) -> Flags | None:
        """Return which texts have a character; None if none has."""
        if character not in self._found:
            is_there = (character < "\uff00" or self._has_high) and character in self.whole
            self._found[character] = (
                np.array([character in text for text in self.texts], dtype=bool) if is_there else None
            )
        return self._found[character]


@dataclass(frozen=True, kw_only=True)
class _VisibleForm:
    """Characters that stand for plain ones, and look nearly like them."""

    name: str
    plain: Mapping[str, str]
    normal_form: str = ""
    fewest: int = 5
    share: float = 0.1

    def compare(self, hypotheses: _Side, references: _Side, rows: Rows) -> Flags:
        """Return which references have only the plain character where the hypothesis has only the other, or inversely.

        Args:
            hypotheses: The hypotheses.
            references: The references.
            rows: The hypothesis of each reference.
        """
        differing = np.zeros(len(rows), dtype=bool)
        for varied, plain in self.plain.items():
            if (found := hypotheses.mark_character(varied)) is not None:
                other = references.mark_character(plain)
                if other is not None:
                    differing |= _without(found, hypotheses.mark_character(plain))[rows] & other
            if (found := references.mark_character(varied)) is not None:
                other = hypotheses.mark_character(plain)
                if other is not None:
                    differing |= _without(found, references.mark_character(plain)) & other[rows]
        return differing


def _without(flags: Flags, others: Flags | None) -> Flags:
    return flags if others is None else flags & ~others


@dataclass(frozen=True, kw_only=True)
class _HiddenForm:
    """Characters that look exactly like others, or like nothing."""

    name: str
    mark: Callable[[_Side], Flags | None]
    fold: Callable[[str], str]
    split: Callable[[str], Iterable[str]]
    normal_form: str = ""
    fewest: int = 1
    share: float = 0.01

    def compare(self, hypotheses: _Side, references: _Side, rows: Rows) -> Flags:
        """Return which references share a character or word with the hypothesis only if both have the same form."""
        differing = np.zeros(len(rows), dtype=bool)
        found = [self.mark(side) for side in (hypotheses, references)]
        of_hypotheses = differing if found[0] is None else found[0][rows]
        of_references = differing if found[1] is None else found[1]
        for at in np.flatnonzero(of_hypotheses ^ of_references).tolist():
            pair = hypotheses.texts[rows[at]], references.texts[at]
            varied, plain = pair if of_hypotheses[at] else reversed(pair)
            gained = set(self.split(self.fold(varied))) - set(self.split(varied))
            differing[at] = not gained.isdisjoint(self.split(plain))
        return differing


def _removed(characters: str, name: str) -> _HiddenForm:
    table = str.maketrans(dict.fromkeys(characters))
    return _HiddenForm(
        name=name,
        mark=lambda side: side.mark_any(characters),
        fold=lambda text: text.translate(table),
        split=str.split,
    )


_FORMS: Sequence[_HiddenForm | _VisibleForm] = (
    _HiddenForm(
        name="letters with accents as one character or as several (NFC, NFD)",
        mark=_Side.mark_decomposed,
        fold=partial(normalize, "NFC"),
        split=list,
        normal_form="nfc",
    ),
    _VisibleForm(
        name="full-width and plain characters",
        plain={chr(code): chr(code - 0xFEE0) for code in range(0xFF01, 0xFF5F)},
        normal_form="nfkc",
    ),
    _VisibleForm(
        name="curly and straight quotation marks",
        plain={**dict.fromkeys("‘’‚‛", "'"), **dict.fromkeys("“”„‟", '"')},
    ),
    # Joiners (U+200C, U+200D) are not here: Persian and the languages of India are spelled with them.
    _removed("\u200b\u2060\ufeff\u200e\u200f", "characters without width, such as U+200B and U+FEFF"),
    _removed("\xad", "soft hyphens (U+00AD)"),
)


@dataclass(frozen=True)
class FormCounts:
    """In how many segments of a system each form differs from the references.

    Attributes:
        seen: How many segments were looked at.
        differing: How many of them differ, by the name of the form.
    """

    seen: int = 0
    differing: Mapping[str, int] = field(default_factory=dict)


def compare_forms(test_set: TestSet, before: Mapping[str, FormCounts] | None = None) -> dict[str, FormCounts]:
    """Count the segments of each system whose characters have another form than in the references.

    >>> from tertium import make_test_set
    >>> compare_forms(make_test_set({"one": ["don't"]}, ["don’t"]))["one"].differing
    {'curly and straight quotation marks': 1}

    Args:
        test_set: The next segments of the test set.
        before: What was found in the segments before them.
    """
    counts = dict(before or {})
    seen = next(iter(counts.values()), FormCounts()).seen
    part = test_set[: MOST_SEGMENTS - seen] if seen < MOST_SEGMENTS else test_set[:0]
    if not len(part):
        return counts
    references = _Side(part.references.flat)
    offsets, of_each = part.references.offsets, part.references.counts
    rows = np.repeat(np.arange(len(part)), of_each)
    for name, hypotheses in part.systems.items():
        side = _Side(hypotheses)
        differing = dict(counts.get(name, FormCounts()).differing)
        is_plain = side.whole.isascii() and references.whole.isascii()
        for form in () if is_plain or not len(rows) else _FORMS:
            unlike = np.append(0, np.cumsum(form.compare(side, references, rows)))
            # All references of the segment, of which there is at least one.
            found = int(
                ((unlike[offsets[1:]] - unlike[offsets[:-1]] == np.diff(offsets)) & (np.diff(offsets) > 0)).sum()
            )
            if found:
                differing[form.name] = differing.get(form.name, 0) + found
        counts[name] = FormCounts(seen + len(part), differing)
    return counts


def warn_of_forms(found: Mapping[str, FormCounts], *, can_normalise: bool) -> None:
    """Warn, once, of forms of characters that differ between systems and references, with a ``TextWarning``.

    Args:
        found: What was counted of each system, by what messages call it; that may be empty.
        can_normalise: Whether the caller has an argument, or option, that gives texts a normal form.
    """
    differing: dict[str, list[str]] = {}
    remedies: dict[str, None] = {}
    for form in _FORMS:
        for name, counts in found.items():
            count = counts.differing.get(form.name, 0)
            if count >= max(form.fewest, form.share * counts.seen):
                of_system = f" of {make_printable(name)}" if name else ""
                differing.setdefault(form.name, []).append(f"{count:,} of {counts.seen:,} segments{of_system}")
                remedies[form.normal_form] = None
    if not differing:
        return
    parts = []
    for what, where in differing.items():
        more = f" and in {len(where) - 1} more systems" if len(where) > 2 else f" and {where[1]}" if where[1:] else ""
        parts.append(f"{what}, in {where[0]}{more}")
    best = "nfkc" if "nfkc" in remedies else "nfc"
    normalise = can_normalise and any(remedies)
    both = "write hypotheses and references in the same form"
    others = f"; for the others {both}" if "" in remedies else ""
    used = "They are scored as they are. To compare them in one form,"
    warn_caller(
        TextWarning(
            f"hypotheses and references have different forms of characters: {'; '.join(parts)}",
            remedy=f"{used} {f'give normalise={best!r}{others}' if normalise else both}; to hide this, ignore "
            "TextWarning",
            command_remedy=f"{used} {f'give --normalise {best}{others}' if normalise else both}; to hide this, give "
            "--no-check-text",
            kind="forms",
        )
    )
