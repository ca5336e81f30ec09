"""Explain the score of one segment: which parts of the hypothesis are in the references, and which are not."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from tertium.audit.explanation.explanation import Explanation, MarkedTree, Size, Tree
from tertium.audit.explanation.fragments import (
    FragmentOccurrence,
    Nodes,
    count_fragments,
    join_constituents,
    join_dependencies,
    list_chains,
    list_ngrams,
    list_productions,
    list_subtrees,
    mark_nodes,
)
from tertium.audit.explanation.tree_kernel import compare_trees
from tertium.errors import InputError, SpecError
from tertium.metrics.bleu import Bleu
from tertium.metrics.meteor import Meteor
from tertium.metrics.metric import Metric
from tertium.metrics.parsed import ConstituencyMetric, ParsedMetric
from tertium.metrics.signature import write_signature
from tertium.metrics.spec import parse
from tertium.metrics.syntactic import FragmentMetric, Hwcm, KernelMetric
from tertium.registry import EXPLAINED, METRICS
from tertium.syntax.brackets import read_brackets
from tertium.syntax.conllu import read_conllu
from tertium.types import check_segments


def explain(hypothesis: str, references: Sequence[str], metric: str = "stm") -> Explanation:
    """Explain the score of one segment.

    >>> found = explain("the cat sat", ["the cat was sitting"], metric="bleu")
    >>> [(each.text, each.count, each.clipped) for each in found.fragments if each.size == 2]
    [('the cat', 1, 1), ('cat sat', 1, 0)]

    Args:
        hypothesis: The hypothesis.
        references: One or more references.
        metric: The spec of a metric, such as ``stm:depth=3``.

    Raises:
        InputError: If there is no reference, or something is not a text.
        SpecError: If the metric does not exist, or cannot be explained.
    """
    parsed = parse(metric)
    texts = list(check_segments([hypothesis, *check_segments(references, "the references")], "the texts"))
    if len(texts) < 2:
        raise InputError("there is no reference", remedy="Give at least one")
    if isinstance(parsed, FragmentMetric):
        return _explain_fragments(parsed, texts)
    if isinstance(parsed, KernelMetric):
        return _explain_kernel(parsed, texts)
    if isinstance(parsed, Bleu):
        return _explain_bleu(parsed, texts)
    if isinstance(parsed, Meteor):
        alignment = parsed.align(texts[0], texts[1:])
        return Explanation(**_facts(parsed, texts), unit="word", alignment=alignment)
    known = [name for name in METRICS if name in EXPLAINED or name.startswith("meteor-")]
    raise SpecError(f"scores of {parsed.name!r} cannot be explained", remedy=f"Use one of: {', '.join(known)}")


def _facts(metric: Metric, texts: Sequence[str]) -> dict[str, Any]:
    """Return what every explanation has: the score of the single segment, and its components."""
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
    occurrences: Sequence[Sequence[FragmentOccurrence]],
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
    """Return the trees of each text, and their nodes as the metric sees them."""
    parses = metric.tree_parser.parse(texts)
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
    occurrences: Sequence[Sequence[FragmentOccurrence]],
) -> list[MarkedTree]:
    """Mark the trees of the hypothesis by the references, and those of the references by the hypothesis."""
    marked = []
    for side, sentences in enumerate(trees):
        others = occurrences[1:] if side == 0 else occurrences[:1]
        marks = mark_nodes(nodes[side], occurrences[side], others)
        for number, tree in enumerate(sentences):
            own = {node: mark for (sentence, node), mark in marks.items() if sentence == number}
            marked.append(MarkedTree(side - 1, tree, own))
    return marked
