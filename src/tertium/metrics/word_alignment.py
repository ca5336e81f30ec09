"""Align one segment with its references."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from tertium.alignment import Alignment
from tertium.errors import SpecError
from tertium.metrics.meteor import Meteor
from tertium.metrics.scoring import make_test_set
from tertium.metrics.signature import write_signature
from tertium.metrics.spec import parse
from tertium.registry import METRICS


def align(hypothesis: str, references: str | Sequence[str], metric: str = "meteor") -> Alignment:
    """Align the words of a hypothesis with those of its best reference.

    >>> found = align("the president spoke to the audience", "the president then spoke to the audience")
    >>> found.chunks, found.crossings, found.optimal
    (2, 0, True)

    Args:
        hypothesis: The text.
        references: A reference, or several.
        metric: The spec of a METEOR metric, which makes the alignment.

    Raises:
        InputError: If there is no reference, or something is not a text.
        SpecError: If the metric does not exist, or does not align words.
    """
    parsed = parse(metric)
    if not isinstance(parsed, Meteor):
        aligning = ", ".join(name for name in METRICS if name.startswith("meteor"))
        raise SpecError(f"{metric!r} does not align words", remedy=f"Use one of: {aligning}")
    texts = [references] if isinstance(references, str) else references
    test_set = make_test_set({"": [hypothesis]}, [texts])
    test_set.references.require_one_each(0)
    found = parsed.align(hypothesis, test_set.references.flat)
    return replace(found, signature=write_signature(parsed, len(test_set.references.flat)))
