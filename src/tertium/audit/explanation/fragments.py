"""What metrics count, and how often each side has it. Slow and obvious, for one segment."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass

from tertium.json_result import JsonResult
from tertium.syntax.fragments import FragmentOccurrence, Nodes


@dataclass(frozen=True, kw_only=True)
class Fragment(JsonResult):
    """A subtree, chain, production or n-gram, and how often each side has it.

    Attributes:
        text: Its text: ``(NP DT NN)``, ``have → pen → red``, ``NP → DT NN``, ``the red pen``.
        size: Its depth or length.
        count: How often the hypothesis has it.
        clipped: How many of these count as matched: at most the largest count in one reference.
        references: How often each reference has it; only the one that counts, if the metric takes the best.
        of: What it is made of, where a metric counts both: ``characters`` or ``words``.
    """

    json_fields = "text size count clipped references of?"

    text: str
    size: int
    count: int
    clipped: int
    references: Sequence[int]
    of: str = ""

    @property
    def most(self) -> int:
        """The largest count in one reference."""
        return max(self.references, default=0)


def list_productions(nodes: Nodes) -> list[FragmentOccurrence]:
    """List each node that has children, with the labels of these."""
    found = []
    for node, family in enumerate(nodes.children):
        if family:
            labels = [nodes.labels[child] for child in family]
            text = f"{nodes.labels[node]} → {' '.join(labels)}"
            found.append(FragmentOccurrence(len(family), (nodes.labels[node], *labels), text, node))
    return found


def list_ngrams(words: Sequence[str], order: int, glue: str = " ") -> list[FragmentOccurrence]:
    """List the n-grams of each order; the glue is between words, and there is none between characters."""
    return [
        FragmentOccurrence(size, tuple(words[start : start + size]), glue.join(words[start : start + size]), start)
        for size in range(1, order + 1)
        for start in range(len(words) - size + 1)
    ]


def count_fragments(
    hypothesis: Sequence[FragmentOccurrence], references: Sequence[Sequence[FragmentOccurrence]], of: str = ""
) -> tuple[list[Fragment], list[Fragment]]:
    """Return the distinct fragments of a hypothesis, and those that only references have, by size and position."""
    ours = _count(hypothesis)
    theirs = [_count(reference) for reference in references]
    sides = [hypothesis, *references]
    known = {(each.size, each.key): each for side in reversed(sides) for each in reversed(side)}
    order = dict.fromkeys((each.size, each.key) for side in sides for each in side)
    fragments = []
    for place in sorted(order, key=lambda place: place[0]):
        counts = [counter[place] for counter in theirs]
        clipped = min(ours[place], max(counts, default=0))
        text = known[place].text
        fragments.append(
            Fragment(text=text, size=place[0], count=ours[place], clipped=clipped, references=counts, of=of)
        )
    return [each for each in fragments if each.count], [each for each in fragments if not each.count]


def mark_nodes(
    nodes: Nodes, occurrences: Sequence[FragmentOccurrence], others: Sequence[Sequence[FragmentOccurrence]]
) -> dict[tuple[int, int], str]:
    """Return by tree and node whether all, some or none of its fragments are matched by the others.

    Where a fragment occurs more often than it matches, its first occurrences count as matched.
    """
    counters = [_count(other) for other in others]
    seen: Counter[tuple[int, Hashable]] = Counter()
    flags: dict[tuple[int, int], list[bool]] = {}
    for each in occurrences:
        place = (each.size, each.key)
        seen[place] += 1
        origin = nodes.origins[each.node]
        if origin is not None:
            is_matched = seen[place] <= max(counter[place] for counter in counters)
            flags.setdefault(origin, []).append(is_matched)
    return {
        origin: "matched" if all(found) else "partly" if any(found) else "missing" for origin, found in flags.items()
    }


def _count(occurrences: Sequence[FragmentOccurrence]) -> Counter[tuple[int, Hashable]]:
    return Counter((each.size, each.key) for each in occurrences)


def iterate_pairs(one: Sequence[FragmentOccurrence], other: Sequence[FragmentOccurrence]) -> Iterator[tuple[int, int]]:
    """Yield all pairs of nodes of two segments that have the same fragment."""
    by_key: dict[Hashable, list[int]] = {}
    for each in other:
        by_key.setdefault(each.key, []).append(each.node)
    for each in one:
        for node in by_key.get(each.key, []):
            yield each.node, node
