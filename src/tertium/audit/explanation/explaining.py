"""Explain the score of one segment: which parts of the hypothesis are in the references, and which are not."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from tertium.audit.explanation.explanation import Explanation, MarkedTree, Tree
from tertium.audit.explanation.facts import compare_fragments, gather_facts
from tertium.audit.explanation.fragments import count_fragments, list_productions, mark_nodes
from tertium.audit.explanation.nearest_words import explain_partners, uses_encoder
from tertium.audit.explanation.surface import (
    explain_bleu,
    explain_cder,
    explain_character,
    explain_chrf,
    explain_gleu,
    explain_nist,
    explain_per,
    explain_ter,
    explain_unigram,
    explain_wer,
)
from tertium.audit.explanation.tree_kernel import compare_trees
from tertium.audit.explanation.word_order import explain_ribes
from tertium.errors import InputError, SpecError
from tertium.metrics.bleu import Bleu
from tertium.metrics.cder import Cder
from tertium.metrics.character import Character
from tertium.metrics.chrf import Chrf
from tertium.metrics.fragment_weights import load_fragment_weights
from tertium.metrics.gleu import Gleu
from tertium.metrics.learned import LearnedMetric
from tertium.metrics.meteor import Meteor
from tertium.metrics.nist import Nist
from tertium.metrics.parsed import ConstituencyMetric, ParsedMetric
from tertium.metrics.per import Per
from tertium.metrics.ribes import Ribes
from tertium.metrics.spec import list_explainable, parse
from tertium.metrics.syntactic import FragmentMetric, KernelMetric
from tertium.metrics.ter import Ter
from tertium.metrics.unigram import Unigram
from tertium.metrics.wer import Wer
from tertium.parts import require_parts
from tertium.syntax.brackets import read_brackets
from tertium.syntax.conllu import read_conllu
from tertium.syntax.fragments import FragmentOccurrence, Nodes
from tertium.types import References, check_segments


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
    if parsed.explainable or uses_encoder(parsed):
        require_parts(f"the metric {metric!r}", parsed.parts)
    texts = list(check_segments([hypothesis, *check_segments(references, "the references")], "the texts"))
    if len(texts) < 2:
        raise InputError("there is no reference", remedy="Give at least one")
    if uses_encoder(parsed):
        return explain_partners(parsed, texts)
    for kind, explain_it in _WAYS:
        if isinstance(parsed, kind):
            return explain_it(parsed, texts)
    why = ": a model predicts them from many figures at once" if isinstance(parsed, LearnedMetric) else ""
    why = why if parsed.needs_references else ": they do not depend on references"
    remedy = f"Use one of: {', '.join(list_explainable())}"
    raise SpecError(f"scores of {parsed.name!r} cannot be explained{why}", remedy=remedy)


def _explain_alignment(metric: Meteor, texts: Sequence[str]) -> Explanation:
    alignment = metric.align(texts[:1], References.from_nested([texts[1:]]))[0]
    return Explanation(**gather_facts(metric, texts), unit="word", alignment=alignment)


def _explain_fragments(metric: FragmentMetric, texts: Sequence[str]) -> Explanation:
    most = metric.sizes
    weights = load_fragment_weights(metric.fragment_weights).version if metric.fragment_weights else ""
    trees, nodes = _read_trees(metric, texts)
    occurrences = [metric.list_fragments(each) for each in nodes]
    facts = {**gather_facts(metric, texts), "weights": weights}
    fractions = [facts["figures"].pop(f"fraction{size}") for size in range(1, most + 1)]
    for name in [f"{kind}{size}" for kind in ("matches", "fragments") for size in range(1, most + 1)]:
        facts["figures"].pop(name, None)
    unit = "chain" if metric.chains else "subtree"
    return compare_fragments(facts, unit, occurrences, fractions, _mark(trees, nodes, occurrences))


def _explain_kernel(metric: KernelMetric, texts: Sequence[str]) -> Explanation:
    trees, nodes = _read_trees(metric, texts)
    kernels = [compare_trees(nodes[0], other, metric.decay) for other in nodes[1:]]
    occurrences = [list_productions(each) for each in nodes]
    fragments, lacking = count_fragments(occurrences[0], occurrences[1:])
    return Explanation(
        **gather_facts(metric, texts),
        unit="production",
        fragments=fragments,
        lacking=lacking,
        trees=_mark(trees, nodes, occurrences),
        kernels=kernels,
    )


def _read_trees(metric: ParsedMetric, texts: Sequence[str]) -> tuple[list[Sequence[Tree]], list[Nodes]]:
    """Return the trees of each text, and their nodes as the metric sees them."""
    parses = metric.tree_parser.parse(texts)
    trees: list[Sequence[Tree]] = []
    nodes: list[Nodes] = []
    for each in parses:
        is_constituency = isinstance(metric, ConstituencyMetric)
        trees.append(read_brackets(each.brackets) if is_constituency else read_conllu(each.conllu))
        nodes.append(metric.read_nodes(each))
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


_WAYS: Sequence[tuple[Any, Callable[[Any, Sequence[str]], Explanation]]] = (
    (FragmentMetric, _explain_fragments),
    (KernelMetric, _explain_kernel),
    (Meteor, _explain_alignment),
    (Ribes, explain_ribes),
    (Bleu, explain_bleu),
    (Nist, explain_nist),
    (Unigram, explain_unigram),
    (Gleu, explain_gleu),
    (Per, explain_per),
    (Chrf, explain_chrf),
    (Wer, explain_wer),
    (Ter, explain_ter),
    (Cder, explain_cder),
    (Character, explain_character),
)
