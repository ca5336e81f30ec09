"""TKM, the tree kernel metric: Liu and Gildea 2005, section 2, with the kernel of Collins and Duffy 2001.

``TKM = max over references of H(hyp) H(ref) / (|H(hyp)| |H(ref)|)``, where ``H`` counts all fragments of a tree: nodes
with all of their children or none, and so on down, of at least two nodes.

*Our deviations*: the paper does not say how a corpus is scored: ours is the mean over its segments. The trees of a
segment with several sentences are taken together. Two trees without any fragment are alike if they are the same.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from tertium.metrics.syntactic import ConstituencyMetric, KernelMetric


@dataclass(frozen=True, kw_only=True)
class Tkm(ConstituencyMetric, KernelMetric):
    """Tree kernel metric."""

    name: ClassVar[str] = "tkm"
