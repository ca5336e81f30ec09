"""DSTM, the subtree metric over dependencies: Liu and Gildea 2005, section 2.1.

As STM, but nodes are words, and a word's children are those that depend on it, in the order of the sentence.

*Our deviations*: as for STM. Dependencies are the parser's own; for parses from brackets they come from Collins' head
rules, as in the paper.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from tertium.metrics.syntactic import DependencyMetric, SubtreeMetric


@dataclass(frozen=True, kw_only=True)
class Dstm(DependencyMetric, SubtreeMetric):
    """Subtree metric over dependencies."""

    name: ClassVar[str] = "dstm"
