"""How often the fragments of judged translations occur and match: what weights of fragments are learned from.

Everything is a list with one entry per translation, size and distinct fragment. A score for any weights takes two sums
over these lists, and no look at a tree.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from tertium.errors import SpecError
from tertium.meta.judgments.judged_set import JudgedSet
from tertium.metrics.syntactic import FragmentMetric
from tertium.progress import Progress
from tertium.types import Array, Counts, Matrix

_BATCH = 512

# A fragment: its size, and its labels.
FragmentKey = tuple[int, Hashable]


@dataclass(frozen=True, kw_only=True)
class FragmentCounts:
    """The fragments of the judged translations of a set.

    Attributes:
        name: The judged set.
        group: What is held out together: the language pair.
        human: What people said of each translation.
        references: The references of each translation.
        length: The logarithm of the number of words of each translation, plus one.
        cell: Of each entry, its translation and size: ``translation * sizes + size - 1``.
        fragment: Of each entry, the number of the fragment.
        matched: Of each entry, how often it matches.
        count: Of each entry, how often the translation has it.
        wanted: Translations x sizes: whether the size counts.
    """

    name: str
    group: str
    human: Array
    references: Sequence[Sequence[str]]
    length: Array
    cell: Counts
    fragment: Counts
    matched: Array
    count: Array
    wanted: Matrix

    def __len__(self) -> int:
        return len(self.human)

    def take(self, kept: np.ndarray[tuple[int], np.dtype[np.bool_]]) -> FragmentCounts:
        """Return some of the translations."""
        sizes = self.wanted.shape[1]
        entries = kept[self.cell // sizes]
        # Where the cells of a kept translation come to lie.
        moved = np.cumsum(kept) - 1
        cell = self.cell[entries]
        return replace(
            self,
            human=self.human[kept],
            references=[texts for texts, keep in zip(self.references, kept.tolist(), strict=True) if keep],
            length=self.length[kept],
            cell=moved[cell // sizes] * sizes + cell % sizes,
            fragment=self.fragment[entries],
            matched=self.matched[entries],
            count=self.count[entries],
            wanted=self.wanted[kept],
        )


def count_judged_fragments(
    metric: FragmentMetric,
    judged: JudgedSet,
    numbers: dict[FragmentKey, int],
    *,
    judgment: str = "",
    progress: Progress | None = None,
) -> FragmentCounts:
    """Count the fragments of the judged translations of a set.

    Args:
        metric: The metric, which reports precision.
        judged: The judged set.
        numbers: The numbers of the fragments that are known; new ones are added.
        judgment: The kind of judgment; the usual one if empty.
        progress: Called with the number of translations after each batch.

    Raises:
        SpecError: The metric reports something else than precision.
    """
    if metric.report != "precision":
        raise SpecError(
            f"weights of fragments are learned for report=precision, not for report={metric.report}",
            remedy="Learn them with report=precision; then they may be used with any",
        )
    flat = judged.flat(judgment)
    references = [flat.references.of(place) for place in range(len(flat))]
    counters = _list_counts(metric, flat.hypotheses, references, progress)
    sizes = metric.sizes
    entries: list[tuple[int, int, int, int]] = []
    wanted = np.zeros((len(flat), sizes))
    for place, (hypothesis, texts) in enumerate(zip(flat.hypotheses, references, strict=True)):
        theirs = [counters[text] for text in texts]
        for key, count in counters[hypothesis].items():
            number = numbers.setdefault(key, len(numbers))
            matched = min(count, max(counter[key] for counter in theirs))
            entries.append((place * sizes + key[0] - 1, number, matched, count))
            wanted[place, key[0] - 1] = 1.0
        everywhere = set.intersection(*({size for size, _ in counter} for counter in theirs))
        wanted[place, [size - 1 for size in everywhere]] = 1.0
    columns = np.array(entries, dtype=np.int64).reshape(-1, 4)
    return FragmentCounts(
        name=judged.name,
        group=judged.name.rpartition("/")[2],
        human=flat.scores,
        references=references,
        length=np.log1p([len(text.split()) for text in flat.hypotheses]),
        cell=columns[:, 0],
        fragment=columns[:, 1],
        matched=columns[:, 2].astype(np.float64),
        count=columns[:, 3].astype(np.float64),
        wanted=wanted,
    )


def _list_counts(
    metric: FragmentMetric,
    hypotheses: Sequence[str],
    references: Sequence[Sequence[str]],
    progress: Progress | None,
) -> dict[str, Counter[FragmentKey]]:
    """Return the fragments of each distinct text."""
    found: dict[str, Counter[FragmentKey]] = {}
    for start in range(0, len(hypotheses), _BATCH):
        some = range(start, min(start + _BATCH, len(hypotheses)))
        texts = {text: None for place in some for text in (hypotheses[place], *references[place]) if text not in found}
        for text, parse in zip(texts, metric.tree_parser.parse(list(texts)), strict=True):
            occurrences = metric.list_fragments(metric.read_nodes(parse))
            found[text] = Counter((each.size, each.key) for each in occurrences)
        if progress is not None:
            progress(len(some))
    return found
