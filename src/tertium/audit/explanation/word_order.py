"""The explanation of RIBES: which words it aligns, and in which order they stand."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import numpy as np

from tertium import _core
from tertium.alignment import Alignment, Link
from tertium.audit.explanation.explanation import Explanation
from tertium.audit.explanation.facts import gather_facts, tally_alone
from tertium.metrics.ribes import Ribes


def explain_ribes(metric: Ribes, texts: Sequence[str]) -> Explanation:
    """Explain RIBES by the alignment with the reference that gives the highest score."""
    facts = gather_facts(metric, texts)
    chosen = facts["chosen"] = int(np.argmax(tally_alone(metric, texts)[:, 0]))
    words, *others = metric.prepare(texts).to_lists()
    reference = others[chosen]
    numbers = {word: number for number, word in enumerate(dict.fromkeys((*words, *reference)))}
    pairs = _core.align_ribes(
        [numbers[word] for word in words], [numbers[word] for word in reference], metric.variant == "nltk"
    )
    links = _link(pairs, words, reference)
    alignment = Alignment(
        hypothesis=words,
        reference=reference,
        links=links,
        modules=("word", "context"),
        crossings=sum(one[1] > other[1] for one, other in combinations(pairs, 2)),
        chunks=links[-1].chunk + 1 if links else 0,
        objective="context",
        optimal=True,
        bound=0,
        figures={"score": facts["score"], **facts["figures"]},
        signature=facts["signature"],
        number=chosen,
    )
    return Explanation(**facts, unit="word", alignment=alignment)


def _link(pairs: Sequence[tuple[int, int]], words: Sequence[str], reference: Sequence[str]) -> list[Link]:
    """Return links by the word itself (stage 0) or by its context (stage 1), with their chunks."""
    found: list[Link] = []
    chunk, before = -1, (-1, -1)
    for ours, theirs in pairs:
        if (ours - 1, theirs - 1) != before:
            chunk += 1
        before = (ours, theirs)
        word = words[ours]
        stage = int(words.count(word) > 1 or reference.count(word) > 1)
        found.append(Link(hypothesis=ours, reference=theirs, stage=stage, chunk=chunk))
    return found
