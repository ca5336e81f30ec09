"""STM, the subtree metric: Liu and Gildea 2005, section 2.

``STM = 1/D sum_{n=1..D} clipped subtrees of depth n / subtrees of depth n`` of the hypothesis' parse tree, whose leaves
are tags. A subtree of depth n is a node with everything below it, cut after n levels, and counts only if it reaches so
far. A subtree matches at most as often as it occurs in the one reference that has it most often.

*Our deviations*: the paper does not say what a tree without any subtree of a depth scores there: such depths are left
out of the mean (``effective=no`` makes them 0), so that a sentence scores 1 against itself. The trees are not from
Collins' parser.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from tertium.metrics.syntactic import ConstituencyMetric, SubtreeMetric


@dataclass(frozen=True, kw_only=True)
class Stm(ConstituencyMetric, SubtreeMetric):
    """Subtree metric."""

    name: ClassVar[str] = "stm"
