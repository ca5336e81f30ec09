"""The kinds of judgments: what a value means, and which kind is taken where none is named."""

from __future__ import annotations

from collections.abc import Collection

from tertium.errors import SpecError

KINDS = ("da", "da-z", "fluency", "fluency-z", "adequacy", "adequacy-z", "mqm", "esa", "rank", "wins")
"""What a row may hold. Those in ``-z`` were normalised by annotator before they came to us.

Other people's files have scores under names of their own, such as ``wmt-z``: see ``Judgments.other_kinds``.
"""

COMBINED = {"combined": ("fluency", "adequacy"), "combined-z": ("fluency-z", "adequacy-z")}
"""Kinds that are the mean of two others, as the combined score of Banerjee and Lavie (2005, section 3.1)."""

MEAN = "mean"
"""What the annotator of a mean over annotators is called."""

LOWEST = {"mqm": 0.0, "rank": 1.0, "wins": 0.0}
"""The lowest value of kinds that have one."""

_NATURAL = (
    "combined",
    "combined-z",
    "da-z",  # WMT ranks systems by these: raw means depend on how strict the annotators of a system were
    "da",
    "mqm",
    "esa",
    "rank",
    "wins",
    "adequacy",
    "adequacy-z",
    "fluency",
    "fluency-z",
)


def available_kinds(present: Collection[str]) -> list[str]:
    """Return the kinds that scores can be made of, the natural one first, and those that are not ours last.

    >>> available_kinds(["wmt-z", "adequacy", "fluency"])
    ['combined', 'adequacy', 'fluency', 'wmt-z']
    """
    natural = [kind for kind in _NATURAL if set(COMBINED.get(kind, (kind,))) <= set(present)]
    return [*natural, *(kind for kind in present if kind not in KINDS)]


def choose_kind(wanted: str, present: Collection[str]) -> str:
    """Return the kind that is wanted, or the natural one for an empty name.

    Raises:
        SpecError: There is no such kind, or no judgment of it.
    """
    available = available_kinds(present)
    if not available:
        raise SpecError("there is no judgment", remedy="Give judgments of at least one segment or system")
    if not wanted:
        return available[0]
    if wanted not in available:
        how = "is not among the judgments" if wanted in _NATURAL else "is unknown"
        raise SpecError(f"the kind of judgment {wanted!r} {how}", remedy=f"Take one of: {', '.join(available)}")
    return wanted
