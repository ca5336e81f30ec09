"""DTKM, the tree kernel metric over dependencies: Liu and Gildea 2005, section 2.1.

As TKM, but nodes are words, and a word's children are those that depend on it.

*Our deviations*: as for TKM.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from tertium.metrics.syntactic import DependencyMetric, KernelMetric


@dataclass(frozen=True, kw_only=True)
class Dtkm(DependencyMetric, KernelMetric):
    """Tree kernel metric over dependencies."""

    name: ClassVar[str] = "dtkm"
