"""Align segments with their references."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from tertium.alignment import Alignment, Alignments
from tertium.errors import InputError
from tertium.metrics.input_texts import ReferenceList, TextList, make_test_set
from tertium.metrics.signature import ReferenceCounts, write_signature
from tertium.metrics.spec import parse
from tertium.threads import resolve_threads


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
    texts = [references] if isinstance(references, str) else references
    return align_many([hypothesis], [texts], metric, threads=1)[0]


def align_many(
    hypotheses: TextList,
    references: ReferenceList,
    metric: str = "meteor",
    *,
    threads: int | None = None,
) -> Alignments:
    """Align the words of each hypothesis with those of its best reference, all in one call.

    >>> found = align_many(["a small dog", "the cat sat"], ["a dog", "the cat sat down"])
    >>> [(len(alignment.links), alignment.chunks) for alignment in found]
    [(2, 2), (3, 1)]

    Args:
        hypotheses: One string per segment: a list, or a column of a data frame.
        references: One entry per segment, as for ``score``.
        metric: The spec of a METEOR metric, which makes the alignments.
        threads: How many threads to use; ``TERTIUM_THREADS`` or all cores by default.

    Raises:
        InputError: If the input is mis-shaped, or something is not a text.
        SpecError: If the metric does not exist, or does not align words.
    """
    parsed = parse(metric)
    test_set = make_test_set({"": hypotheses}, references)
    if not len(test_set):
        raise InputError("there are no segments", remedy="Give at least one hypothesis and its reference")
    test_set.references.require_one_each(0)
    found = parsed.align(test_set.systems[""], test_set.references, resolve_threads(threads))
    counts = ReferenceCounts.of(test_set.references)
    return replace(found, signature=write_signature(parsed, counts))
