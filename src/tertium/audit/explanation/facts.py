"""What every explanation has: the score of a single segment, its components, and fragments by size."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tertium.audit.explanation.explanation import Explanation, MarkedTree, Size
from tertium.audit.explanation.fragments import count_fragments
from tertium.metrics.metric import Metric
from tertium.metrics.signature import write_signature
from tertium.syntax.fragments import FragmentOccurrence
from tertium.types import Matrix, References


def gather_facts(metric: Metric, texts: Sequence[str]) -> dict[str, Any]:
    """Return the score of the single segment, and its components.

    Args:
        metric: The metric.
        texts: The hypothesis, then the references.
    """
    scorer = metric.for_segments()
    batch = metric.prepare_batch(texts[:1], References.from_nested([texts[1:]]))
    fitted = metric.fit(batch.references) if metric.needs_fit else metric
    row = fitted.tally(batch)[0]
    figures = {name: float(value) for name, value in scorer.components(row).items()}
    return {
        "metric": metric.name,
        "signature": write_signature(metric, len(texts) - 1),
        "score": float(scorer.score(row)),
        "hypothesis": texts[0],
        "references": texts[1:],
        "figures": figures,
        "decimals": metric.decimals,
        "figure_decimals": metric.find_decimals(figures),
    }


def tally_alone(metric: Metric, texts: Sequence[str]) -> Matrix:
    """Return a row of counts for the hypothesis with each of its references alone."""
    count = len(texts) - 1
    return metric.tally(metric.prepare_batch([texts[0]] * count, References.from_nested(texts[1:])))


def compare_fragments(
    facts: Mapping[str, Any],
    unit: str,
    occurrences: Sequence[Sequence[FragmentOccurrence]],
    fractions: Sequence[float | None],
    trees: Sequence[MarkedTree] = (),
) -> Explanation:
    """Return an explanation by fragments of the hypothesis and of all references.

    Args:
        facts: What ``gather_facts`` returns, and more.
        unit: What is counted.
        occurrences: The fragments of the hypothesis, then of each reference.
        fractions: The fraction of each size that the metric uses; None for that of the counts.
        trees: The trees, if there are any.
    """
    fragments, lacking = count_fragments(occurrences[0], occurrences[1:])
    sizes = []
    for size, fraction in enumerate(fractions, start=1):
        same = [each for each in fragments if each.size == size]
        count, matched = sum(each.count for each in same), sum(each.clipped for each in same)
        used = (matched / count if count else 0.0) if fraction is None else fraction
        sizes.append(Size(size=size, count=count, matched=matched, fraction=used))
    return Explanation(**facts, unit=unit, sizes=sizes, fragments=fragments, lacking=lacking, trees=trees)
