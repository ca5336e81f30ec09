"""The explanation of a segment's score, as a value."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from tertium.alignment import Alignment
from tertium.audit.explanation.fragments import Fragment
from tertium.audit.explanation.tree_kernel import TreeKernel
from tertium.audit.explanation.word_edits import WordEdit
from tertium.audit.explanation.word_partners import WordPartners
from tertium.json_result import JsonResult
from tertium.notebook import ShownInNotebooks
from tertium.syntax.trees import Constituents, Dependencies

Tree = Constituents | Dependencies


@dataclass(frozen=True, kw_only=True)
class Size(JsonResult):
    """The fragments of one size.

    Attributes:
        size: Their depth or length.
        count: Their number in the hypothesis.
        matched: The number of these that count as matched.
        fraction: The fraction that the metric uses: with smoothing or weights, if the explanation names any.
        wanted: Their number in the reference, where the metric uses recall too.
        of: What they are made of, where a metric counts both: ``characters`` or ``words``.
    """

    json_fields = "size count matched fraction wanted? of?"

    size: int
    count: int
    matched: int
    fraction: float
    wanted: int | None = None
    of: str = ""

    @property
    def recall(self) -> float | None:
        """The fraction of the reference's fragments that matched, where the metric uses it."""
        return None if self.wanted is None else self.matched / self.wanted if self.wanted else 0.0


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
class Explanation(JsonResult, ShownInNotebooks):
    """What the score of a segment is made of.

    Attributes:
        metric: The name of the metric.
        signature: The metric, its settings, and the versions of its resources.
        score: The segment's score.
        hypothesis: The hypothesis.
        references: Its references.
        unit: What is counted: ``subtree``, ``chain``, ``production``, ``n-gram``, ``word`` or ``edit``.
        figures: The components of the score.
        sizes: The fragments by size; empty for kernels and alignments.
        fragments: Every distinct fragment of the hypothesis.
        lacking: Every distinct fragment of the references that the hypothesis does not have.
        trees: The trees of the hypothesis and the references.
        kernels: The kernel with each reference, for metrics that have one.
        alignment: The alignment, for metrics that make one.
        partners: The nearest word of each word, for metrics with an encoder.
        edits: The edits from the hypothesis to the reference, for metrics that count them.
        chosen: The reference that counts, from 0, for metrics that take the best of several; None if all count.
        notes: What is to be known of this explanation.
        decimals: The usual number of decimals of the score.
        figure_decimals: The same of each figure.
        smoothing: The smoothing of the fractions of sizes, such as ``exp``; empty without one.
        weights: The weights of individual fragments by which the fractions are made; empty without any.
    """

    json_fields = (
        "metric signature score hypothesis references unit figures sizes fragments lacking kernels edits chosen notes "
        "smoothing weights trees=tree_data alignment? partners?"
    )

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
    partners: WordPartners | None = None
    edits: Sequence[WordEdit] = ()
    chosen: int | None = None
    notes: Sequence[str] = ()
    decimals: int = 2
    figure_decimals: Mapping[str, int] = field(default_factory=dict)
    smoothing: str = ""
    weights: str = ""

    @property
    def adjustment(self) -> str:
        """How the fractions of the score differ from those of the counts; empty if they do not."""
        if self.weights:
            return "weighted"
        return f"smoothed ({self.smoothing})" if self.smoothing else ""

    @property
    def compared(self) -> list[int]:
        """The numbers of the references that fragments were compared with, from 0."""
        return list(range(len(self.references))) if self.chosen is None else [self.chosen]

    @property
    def matched(self) -> list[Fragment]:
        """The fragments that at least one reference has."""
        return [each for each in self.fragments if each.clipped]

    @property
    def missing(self) -> list[Fragment]:
        """The fragments that no reference has, or that no reference has as often."""
        return [each for each in self.fragments if each.clipped < each.count]

    @property
    def tree_data(self) -> list[dict[str, Any]]:
        """The trees as JSON has them: side, nodes and marks."""
        return [
            {"side": each.side, **asdict(each.tree), "marks": {str(node): mark for node, mark in each.marks.items()}}
            for each in self.trees
        ]
