"""A place that is damaged."""

from __future__ import annotations

from dataclasses import dataclass

from tertium.edits import Edit, apply_edits


@dataclass(frozen=True, slots=True)
class Place:
    """A place in a segment, and what it becomes."""

    segment: int
    kind: str
    edits: tuple[Edit, ...]
    old: str
    new: str

    def damage(self, text: str) -> str:
        return apply_edits(text, self.edits)

    @property
    def span(self) -> tuple[int, int]:
        """Where the damaged words are in the damaged text."""
        growth = sum(len(edit.text) - (edit.end - edit.start) for edit in self.edits)
        return self.edits[0].start, self.edits[-1].end + growth
