"""Units of a localisation file: a source, its target, and where the target stands."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class TargetPlace:
    """The bytes of a target.

    Attributes:
        start: The byte at which its content starts, tags of its own excluded.
        end: The byte after it.
        opening: What is written before the content, where the file has no such element or a single tag.
        closing: What is written after it.
        missing: Whether there is no content; ``start`` and ``end`` are then what a new element replaces.
    """

    start: int
    end: int
    opening: bytes = b""
    closing: bytes = b""
    missing: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class BilingualUnit:
    """A unit of a localisation file.

    Attributes:
        id: What the file calls it.
        source: The source, on one line and without tags.
        target: The target likewise; empty if there is none.
        line: The line of the file at which it starts.
        place: Where the target stands.
        document: The document that it belongs to, if the file says so.
        state: What the file says of the target, such as ``needs-review-translation`` or ``fuzzy``.
        key: By what the same unit is found in another file, if not by its id.
    """

    id: str
    source: str
    target: str
    line: int
    place: TargetPlace
    document: str = ""
    state: str = ""
    key: str = ""
