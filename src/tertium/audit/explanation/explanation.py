"""The explanation of a segment's score, as a value."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from tertium.alignment import Alignment
from tertium.audit.explanation.fragments import Fragment
from tertium.audit.explanation.tree_kernel import TreeKernel
from tertium.syntax.trees import Constituents, Dependencies

Tree = Constituents | Dependencies


@dataclass(frozen=True)
class Size:
    """The fragments of one size.

    Attributes:
        size: Their depth or length.
        count: Their number in the hypothesis.
        matched: The number of these that count as matched.
        fraction: The fraction that the metric uses: with smoothing, if the explanation names one.
    """

    size: int
    count: int
    matched: int
    fraction: float


@dataclass(frozen=True)
class MarkedTree:
    """A tree, and which of its nodes matched.

    Attributes:
        side: -1 for the hypothesis, otherwise the number of the reference, from 0.
        tree: The tree.
        marks: For each node, ``matched``, ``partly`` or ``missing``.
    """

    side: int
    tree: Tree
    marks: Mapping[int, str]


@dataclass(frozen=True, kw_only=True)
class Explanation:
    """What the score of a segment is made of.

    Attributes:
        metric: The name of the metric.
        signature: The metric, its settings, and the versions of its resources.
        score: The segment's score.
        hypothesis: The hypothesis.
        references: Its references.
        unit: What is counted: ``subtree``, ``chain``, ``production``, ``n-gram`` or ``word``.
        figures: The components of the score.
        sizes: The fragments by size; empty for kernels and alignments.
        fragments: Every distinct fragment of the hypothesis.
        lacking: Every distinct fragment of the references that the hypothesis does not have.
        trees: The trees of the hypothesis and the references.
        kernels: The kernel with each reference, for metrics that have one.
        alignment: The alignment, for metrics that make one.
        decimals: The usual number of decimals of the score.
        smoothing: The smoothing of the fractions of sizes, such as ``exp``; empty without one.
    """

    metric: str
    signature: str
    score: float
    hypothesis: str
    references: Sequence[str]
    unit: str
    figures: Mapping[str, float] = field(default_factory=dict)
    sizes: Sequence[Size] = ()
    fragments: Sequence[Fragment] = ()
    lacking: Sequence[Fragment] = ()
    trees: Sequence[MarkedTree] = ()
    kernels: Sequence[TreeKernel] = ()
    alignment: Alignment | None = None
    decimals: int = 2
    smoothing: str = ""

    @property
    def matched(self) -> list[Fragment]:
        """The fragments that at least one reference has."""
        return [each for each in self.fragments if each.clipped]

    @property
    def missing(self) -> list[Fragment]:
        """The fragments that no reference has, or that no reference has as often."""
        return [each for each in self.fragments if each.clipped < each.count]

    def to_dict(self) -> dict[str, Any]:
        """Return a dictionary for JSON."""
        data = {name: value for name, value in vars(self).items() if name not in ("trees", "alignment", "decimals")}
        data["references"], data["figures"] = list(self.references), dict(self.figures)
        for name in ("sizes", "fragments", "lacking", "kernels"):
            data[name] = [asdict(each) for each in getattr(self, name)]
        data["trees"] = [
            {"side": each.side, **asdict(each.tree), "marks": {str(node): mark for node, mark in each.marks.items()}}
            for each in self.trees
        ]
        if self.alignment is not None:
            data["alignment"] = self.alignment.to_dict()
        return data
