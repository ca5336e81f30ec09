"""A place between two segments of a test set, from which reading can go on later."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, Self

from tertium.text.forms import FormCounts
from tertium.text.signs import TextSigns
from tertium.types import TestSet


@dataclass(frozen=True)
class Place:
    """What a reader knows at a place: what its messages at the end are about.

    Attributes:
        segments: How many segments are before it.
        same: The pairs of a system and the number of a reference that are equal so far; None before the first segment.
        signs: What was seen in the texts of each file, by its number and that of the texts in it.
        forms: In how many segments of each system characters have another form than in the references.
    """

    segments: int = 0
    same: frozenset[tuple[str, int]] | None = None
    signs: Mapping[tuple[int, int], TextSigns] = field(default_factory=dict)
    forms: Mapping[str, FormCounts] = field(default_factory=dict)

    def to_dict(self) -> dict[str, Any]:
        """Return it as JSON has it."""
        return {
            "segments": self.segments,
            "same": None if self.same is None else sorted(self.same),
            "signs": [[*key, asdict(seen)] for key, seen in self.signs.items()],
            "forms": {name: asdict(counts) for name, counts in self.forms.items()},
        }

    @classmethod
    def from_dict(cls, written: Mapping[str, Any]) -> Self:
        """Return a place as it was before ``to_dict``."""
        same = written["same"]
        return cls(
            written["segments"],
            None if same is None else frozenset((name, at) for name, at in same),
            {(file, at): TextSigns(**seen) for file, at, seen in written["signs"]},
            {name: FormCounts(**counts) for name, counts in written["forms"].items()},
        )


@dataclass(frozen=True)
class Passage:
    """A run of consecutive segments, and where it is.

    Attributes:
        segments: The segments.
        start: The place before them.
        end: The place after them.
    """

    segments: TestSet
    start: Place
    end: Place
