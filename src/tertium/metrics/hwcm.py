"""HWCM, the headword chain metric: Liu and Gildea 2005, section 2.1.

A headword chain is the words on a path down the dependency tree. ``HWCM = 1/D sum_{n=1..D} clipped chains of length n /
chains of length n`` of the hypothesis. A chain matches at most as often as it occurs in the one reference that has it
most often.

*Our deviations*: lengths of which there is no chain, as in short sentences, are left out of the mean (``effective=no``
makes them 0). The paper's 0.001 for fractions of zero is a setting, ``epsilon``, and off by default.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from tertium import _core
from tertium.metrics.syntactic import DependencyMetric, FragmentMetric
from tertium.types import Matrix, Offsets


@dataclass(frozen=True, kw_only=True)
class Hwcm(DependencyMetric, FragmentMetric):
    """Headword chain metric.

    Attributes:
        length: The greatest length of chains, in words.
    """

    name: ClassVar[str] = "hwcm"

    length: int = 4

    @property
    def sizes(self) -> int:
        """The greatest length."""
        return self.length

    def tally(self, hypotheses: _core.Forest, references: _core.Forest, offsets: Offsets, threads: int = 1) -> Matrix:
        """Matching chains and chains, length by length."""
        return _core.tally_chains(hypotheses, references, offsets, self.length, threads)
