"""Random scores of metrics and people, with ties and missing cells."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from hypothesis import strategies as st


@dataclass(frozen=True)
class Scores:
    """Two metrics and people, systems by segments."""

    first: np.ndarray
    second: np.ndarray
    human: np.ndarray


@st.composite
def score_matrices(
    draw: st.DrawFn, *, ties: bool | None = None, gaps: str = "any", systems: int = 8, segments: int = 9
) -> Scores:
    """Draws scores.

    Args:
        draw: From Hypothesis.
        ties: Whether scores are from a few numbers; either if not said.
        gaps: ``none``; ``same``: all three miss the same cells, and every row and column has two at least; ``any``.
        systems: The most systems.
        segments: The most segments.
    """
    shape = draw(st.integers(3, systems)), draw(st.integers(3, segments))
    generator = np.random.default_rng(draw(st.integers(0, 2**32)))
    few = draw(st.booleans()) if ties is None else ties
    # Numbers that are no tie differ by a thousandth, unless ties are ruled out: what is nearly constant has a
    # correlation of few digits, by any formula.
    matrices = [
        generator.integers(0, 4, shape).astype(float)
        if few
        else generator.normal(size=shape).round(16 if ties is False else 3)
        for _ in range(3)
    ]
    missing = np.zeros((3, *shape), dtype=bool)
    if gaps == "any":
        missing = generator.random((3, *shape)) < draw(st.sampled_from([0, 0.2, 0.7]))
    elif gaps == "same":
        missing[:] = generator.random(shape) < draw(st.sampled_from([0, 0.3]))
        missing[:, :2] = missing[:, :, :2] = False
    first, second, human = (np.where(gap, np.nan, matrix) for gap, matrix in zip(missing, matrices, strict=True))
    return Scores(first, second, human)
