"""Places for the names of points, so that they cover neither each other nor points nor lines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tertium.report.drawings.canvas import SIZE, guess_width, shorten

FONT_SIZE = 12
_MOST = 170.0  # pixels of a name
_HEIGHT = FONT_SIZE * 1.15
_RADIUS = 6.0  # of a point, with its outline
_SWEEPS = 5  # after a first placing each label looks again, now that it knows the others
_NEAR = 9.0
_SHARE = 0.9  # widths are guessed generously; too generous a guess pushes names away from their points

Box = tuple[float, float, float, float]


@dataclass(frozen=True, kw_only=True)
class Label:
    """A name beside its point.

    Attributes:
        text: The name, cut where it is too long.
        x: Pixels from the left at which it is held.
        y: Pixels from the top of its middle.
        align: Which part of it is held: ``left``, ``center`` or ``right``.
        is_far: Whether it needs a line to its point.
    """

    text: str
    x: float
    y: float
    align: str
    is_far: bool = False

    @property
    def box(self) -> Box:
        """Left, top, right and bottom."""
        width = guess_width(self.text, FONT_SIZE) * _SHARE
        left = self.x - {"left": 0.0, "center": width / 2, "right": width}[self.align]
        return left, self.y - _HEIGHT / 2, left + width, self.y + _HEIGHT / 2


def place_labels(
    names: Sequence[str],
    places: Sequence[tuple[float, float]],
    obstacles: Sequence[tuple[float, float]],
    lines: Sequence[tuple[float, float]],
    size: tuple[float, float],
) -> list[Label]:
    """Return a label for each point.

    Args:
        names: The names of the points.
        places: Pixels of those points, from the left and from the top.
        obstacles: Pixels of all points, with or without a name.
        lines: Pixels of some spots on the lines of the plot, which are covered only where nothing else is free.
        size: Width and height of the plot.
    """
    texts = [shorten(name, _MOST * SIZE / FONT_SIZE) for name in names]
    chosen: list[Label | None] = [None] * len(names)
    for _ in range(_SWEEPS):
        for index, (text, place) in enumerate(zip(texts, places, strict=True)):
            others = [label.box for other, label in enumerate(chosen) if label is not None and other != index]
            chosen[index] = min(
                _list_candidates(text, place),
                key=lambda each: _cost(*each, others=others, places=obstacles, lines=lines, size=size),
            )[0]
    return [label for label in chosen if label is not None]


def _list_candidates(text: str, place: tuple[float, float]) -> Iterator[tuple[Label, float]]:
    """Return labels around a point with the cost of each: beside it, above and below it, then further away."""
    x, y = place
    yield Label(text=text, x=x + _NEAR, y=y, align="left"), 0.0
    yield Label(text=text, x=x - _NEAR, y=y, align="right"), 1.0
    yield Label(text=text, x=x, y=y - _NEAR - 5, align="center"), 1.0
    yield Label(text=text, x=x, y=y + _NEAR + 5, align="center"), 2.0
    for far in (0.0, 12.0, 24.0, 40.0):
        cost = 4.0 + far
        for down in (-1, 1):
            yield Label(text=text, x=x + 6 + far / 2, y=y + down * (10 + far), align="left", is_far=far > 0), cost
            yield Label(text=text, x=x - 6 - far / 2, y=y + down * (10 + far), align="right", is_far=far > 0), cost + 1
        if far:
            yield Label(text=text, x=x + _NEAR + far, y=y, align="left", is_far=True), cost + 1
            yield Label(text=text, x=x - _NEAR - far, y=y, align="right", is_far=True), cost + 2


def _cost(
    label: Label,
    cost: float,
    *,
    others: Sequence[Box],
    places: Sequence[tuple[float, float]],
    lines: Sequence[tuple[float, float]],
    size: tuple[float, float],
) -> float:
    left, top, right, bottom = box = label.box
    outside = max(0.0, -left) + max(0.0, right - size[0]) + max(0.0, -top) + max(0.0, bottom - size[1])
    cost += outside * 20
    cost += sum(_overlap(box, other) for other in others)
    around = ((x - _RADIUS, y - _RADIUS, x + _RADIUS, y + _RADIUS) for x, y in places)
    cost += sum(_overlap(box, each) for each in around)
    return cost + 3.0 * sum(left < x < right and top < y < bottom for x, y in lines)


def _overlap(one: Box, other: Box) -> float:
    """Return the area that two boxes share, plus a cost for touching at all."""
    across = min(one[2], other[2]) - max(one[0], other[0])
    down = min(one[3], other[3]) - max(one[1], other[1])
    return across * down + 10 if across > 0 and down > 0 else 0.0
