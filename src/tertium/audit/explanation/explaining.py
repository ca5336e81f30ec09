"""The explanation of one segment's score: what of the hypothesis is in the references, and what is not."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

import numpy as np

from tertium.alignment import Alignment
from tertium.audit.explanation.fragments import (
    Fragment,
    Nodes,
    Occurrence,
    count_fragments,
    join_constituents,
    join_dependencies,
    list_chains,
    list_ngrams,
    list_productions,
    list_subtrees,
    mark_nodes,
)
from tertium.audit.explanation.tree_kernel import Kernel, compare_trees
from tertium.errors import InputError, SpecError
from tertium.metrics.bleu import Bleu
from tertium.metrics.meteor import Meteor
from tertium.metrics.metric import Metric
from tertium.metrics.parsed import ConstituencyMetric, ParsedMetric
from tertium.metrics.signature import write_signature
from tertium.metrics.spec import parse
from tertium.metrics.syntactic import FragmentMetric, Hwcm, KernelMetric
from tertium.registry import METRICS
from tertium.syntax.brackets import read_brackets
from tertium.syntax.cache import get_cached_parser
from tertium.syntax.conllu import read_conllu
from tertium.syntax.trees import Constituents, Dependencies
from tertium.types import check_segments

Tree = Constituents | Dependencies

_EXPLAINED = ("stm", "dstm", "hwcm", "tkm", "dtkm", "bleu", "meteor")


@dataclass(frozen=True)
class Size:
    """The fragments of one size.

    Attributes:
        size: Their depth or length.
        count: How many the hypothesis has.
        matched: How many of them count as matched.
        fraction: What the metric makes of it: with smoothing, where the explanation names one.
    """

    size: int
    count: int
    matched: int
    fraction: float


@dataclass(frozen=True)
class MarkedTree:
    """A tree, and which of its nodes matched.

    Attributes:
        side: Whose it is: -1 for the hypothesis, else the number of the reference, from 0.
        tree: The tree.
        marks: By node, ``matched``, ``partly`` or ``missing``.
    """

    side: int
    tree: Tree
    marks: Mapping[int, str]


@dataclass(frozen=True)
class Explanation:
    """Why a segment scores what it scores.

    Attributes:
        metric: The name of the metric.
        signature: The metric, its settings and the versions of its resources.
        score: The segment's score.
        hypothesis: The hypothesis.
        references: Its references.
        unit: What is counted: ``subtree``, ``chain``, ``production``, ``n-gram`` or ``word``.
        figures: What the score is made of.
        sizes: The fragments by size; empty for kernels and alignments.
        fragments: Every distinct fragment of the hypothesis.
        lacking: Those of the references that the hypothesis does not have.
        trees: The trees of all sides.
        kernels: The kernel with each reference, for metrics that have one.
        alignment: The alignment, for metrics that make one.
        decimals: How many decimals the score is usually shown with.
        smoothing: The name of what the metric did to the fractions of sizes, such as ``exp``; empty if nothing.
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
    kernels: Sequence[Kernel] = ()
    alignment: Alignment | None = None
    decimals: int = 2
    smoothing: str = ""

    @property
    def matched(self) -> list[Fragment]:
        """The fragments that some reference has."""
        return [each for each in self.fragments if each.clipped]

    @property
    def missing(self) -> list[Fragment]:
        """The fragments that no reference has, or none has as often."""
        return [each for each in self.fragments if each.clipped < each.count]

    def to_dict(self) -> dict[str, Any]:
        """As a dictionary for JSON."""
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


def explain(hypothesis: str, references: Sequence[str], metric: str = "stm") -> Explanation:
    """Explains the score of one segment.

    Args:
        hypothesis: The text.
        references: One or more references.
        metric: The spec of a metric, such as ``stm:depth=3``.

    Raises:
        InputError: If there is no reference, or something is not a text.
        SpecError: If the metric does not exist, or cannot be explained.
    """
    parsed = parse(metric)
    texts = list(check_segments([hypothesis, *check_segments(references, "the references")], "the texts"))
    if len(texts) < 2:
        raise InputError("there is no reference to explain with", remedy="Give at least one")
    if isinstance(parsed, FragmentMetric):
        return _explain_fragments(parsed, texts)
    if isinstance(parsed, KernelMetric):
        return _explain_kernel(parsed, texts)
    if isinstance(parsed, Bleu):
        return _explain_bleu(parsed, texts)
    if isinstance(parsed, Meteor):
        alignment = parsed.align(texts[0], texts[1:])
        return Explanation(**_facts(parsed, texts), unit="word", alignment=alignment)
    known = [name for name in METRICS if name in _EXPLAINED or name.startswith("meteor-")]
    raise SpecError(f"scores of {parsed.name!r} cannot be explained", remedy=f"Those that can: {', '.join(known)}")


def _facts(metric: Metric, texts: Sequence[str]) -> dict[str, Any]:
    """What every explanation has: the score as it is for single segments, and what it is made of."""
    scorer = metric.for_segments()
    offsets = np.array([0, len(texts) - 1], dtype=np.int64)
    row = metric.tally(metric.prepare(texts[:1]), metric.prepare_references(texts[1:]), offsets)[0]
    return {
        "metric": metric.name,
        "signature": write_signature(metric, len(texts) - 1),
        "score": float(scorer.score(row)),
        "hypothesis": texts[0],
        "references": texts[1:],
        "figures": {name: float(value) for name, value in scorer.components(row).items()},
        "decimals": metric.decimals,
    }


def _explain_fragments(metric: FragmentMetric, texts: Sequence[str]) -> Explanation:
    is_chain = isinstance(metric, Hwcm)
    most: int = getattr(metric, "length" if is_chain else "depth")
    trees, nodes = _read_trees(metric, texts)
    occurrences = [list_chains(each, most) if is_chain else list_subtrees(each, most) for each in nodes]
    facts = _facts(metric, texts)
    fractions = [facts["figures"].pop(f"fraction{size}") for size in range(1, most + 1)]
    for name in [f"{kind}{size}" for kind in ("matches", "fragments") for size in range(1, most + 1)]:
        facts["figures"].pop(name, None)
    return _compare(facts, "chain" if is_chain else "subtree", occurrences, fractions, _mark(trees, nodes, occurrences))


def _explain_kernel(metric: KernelMetric, texts: Sequence[str]) -> Explanation:
    trees, nodes = _read_trees(metric, texts)
    kernels = [compare_trees(nodes[0], other, metric.decay) for other in nodes[1:]]
    occurrences = [list_productions(each) for each in nodes]
    fragments, lacking = count_fragments(occurrences[0], occurrences[1:])
    return Explanation(
        **_facts(metric, texts),
        unit="production",
        fragments=fragments,
        lacking=lacking,
        trees=_mark(trees, nodes, occurrences),
        kernels=kernels,
    )


def _explain_bleu(metric: Bleu, texts: Sequence[str]) -> Explanation:
    tokens = metric.prepare(texts).to_lists()
    facts = _facts(metric, texts)
    facts["smoothing"] = "" if metric.smooth == "none" else metric.smooth
    fractions = [facts["figures"].pop(f"precision{size}") / 100 for size in range(1, metric.order + 1)]
    return _compare(facts, "n-gram", [list_ngrams(words, metric.order) for words in tokens], fractions, [])


def _compare(
    facts: Mapping[str, Any],
    unit: str,
    occurrences: Sequence[Sequence[Occurrence]],
    fractions: Sequence[float],
    trees: Sequence[MarkedTree],
) -> Explanation:
    fragments, lacking = count_fragments(occurrences[0], occurrences[1:])
    sizes = []
    for size, fraction in enumerate(fractions, start=1):
        same = [each for each in fragments if each.size == size]
        sizes.append(Size(size, sum(each.count for each in same), sum(each.clipped for each in same), fraction))
    return Explanation(**facts, unit=unit, sizes=sizes, fragments=fragments, lacking=lacking, trees=trees)


def _read_trees(metric: ParsedMetric, texts: Sequence[str]) -> tuple[list[Sequence[Tree]], list[Nodes]]:
    """The trees of each text, and their nodes as the metric sees them."""
    parses = get_cached_parser(metric.parser, tokenised=metric.tokenised).parse(texts)
    trees: list[Sequence[Tree]] = []
    nodes: list[Nodes] = []
    for each in parses:
        if isinstance(metric, ConstituencyMetric):
            settings = {name: getattr(metric, name) for name in ("words", "function_tags", "lowercase")}
            constituents = read_brackets(each.brackets)
            trees.append(constituents)
            nodes.append(join_constituents(constituents, **settings))
        else:
            dependencies = read_conllu(each.conllu)
            trees.append(dependencies)
            nodes.append(join_dependencies(dependencies, lowercase=metric.lowercase))
    return trees, nodes


def _mark(
    trees: Sequence[Sequence[Tree]],
    nodes: Sequence[Nodes],
    occurrences: Sequence[Sequence[Occurrence]],
) -> list[MarkedTree]:
    """All trees: those of the hypothesis marked by the references, and those of the references by the hypothesis."""
    marked = []
    for side, sentences in enumerate(trees):
        others = occurrences[1:] if side == 0 else occurrences[:1]
        marks = mark_nodes(nodes[side], occurrences[side], others)
        for number, tree in enumerate(sentences):
            own = {node: mark for (sentence, node), mark in marks.items() if sentence == number}
            marked.append(MarkedTree(side - 1, tree, own))
    return marked
