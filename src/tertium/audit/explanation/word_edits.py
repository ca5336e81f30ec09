"""The edits that make the reference of a hypothesis, one by one: what WER and TER count."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from tertium import _core

_KINDS = {"=": "match", "~": "replacement", "-": "extra", "+": "missing"}


@dataclass(frozen=True)
class WordEdit:
    """An edit, or words that stay as they are.

    Attributes:
        kind: ``match``; ``replacement`` of a word; ``extra``, a word that the reference does not have; ``missing``, a
            word that only the reference has; or ``shift`` of a phrase.
        hypothesis: The words of the hypothesis; empty if one is missing.
        reference: The words of the reference; empty if one is extra, and for shifts.
        place: For a shift, where the words go: before or after which others.
    """

    kind: str
    hypothesis: str
    reference: str
    place: str = ""


def list_edits(hypothesis: Sequence[str], reference: Sequence[str]) -> list[WordEdit]:
    """Return the fewest edits of single words.

    >>> [(each.kind, each.hypothesis) for each in list_edits("a red pen".split(), "a pen".split())]
    [('match', 'a'), ('extra', 'red'), ('match', 'pen')]
    """
    return list(_write(_find_path(hypothesis, reference), hypothesis, reference))


def list_edits_and_shifts(hypothesis: Sequence[str], reference: Sequence[str]) -> list[WordEdit]:
    """Return the edits of TER: shifts first, then edits of the words in their new order.

    >>> [(each.kind, each.hypothesis) for each in list_edits_and_shifts("I had a dog".split(), "a dog I had".split())]
    [('shift', 'I had'), ('match', 'a dog I had')]
    """
    numbers = {word: number for number, word in enumerate(dict.fromkeys((*hypothesis, *reference)))}
    shifts, operations = _core.explain_ter(
        [numbers[word] for word in hypothesis], [numbers[word] for word in reference]
    )
    words = list(hypothesis)
    found = []
    for start, middle, end in shifts:
        first, second = words[start:middle], words[middle:end]
        # Either block may be said to move; the shorter one is easier to see.
        if len(first) <= len(second):
            found.append(WordEdit("shift", " ".join(first), "", f"after {' '.join(second)}"))
        else:
            found.append(WordEdit("shift", " ".join(second), "", f"before {' '.join(first)}"))
        words[start:end] = second + first
    return [*found, *_write(operations, words, reference)]


def _find_path(hypothesis: Sequence[str], reference: Sequence[str]) -> str:
    """Return the cheapest operations: of those that cost the same, replace before dropping before adding."""
    rows = [list(range(len(reference) + 1))]
    for i, word in enumerate(hypothesis, 1):
        row = [i]
        for j, other in enumerate(reference, 1):
            row.append(min(rows[-1][j - 1] + (word != other), rows[-1][j] + 1, row[j - 1] + 1))
        rows.append(row)
    i, j = len(hypothesis), len(reference)
    path = []
    while i or j:
        is_same = bool(i and j) and hypothesis[i - 1] == reference[j - 1]
        if i and j and rows[i][j] == rows[i - 1][j - 1] + (not is_same):
            path.append("=" if is_same else "~")
            i, j = i - 1, j - 1
        elif i and rows[i][j] == rows[i - 1][j] + 1:
            path.append("-")
            i -= 1
        else:
            path.append("+")
            j -= 1
    return "".join(reversed(path))


def _write(operations: str, hypothesis: Sequence[str], reference: Sequence[str]) -> Iterator[WordEdit]:
    """Yield one edit per operation; words that stay are taken together."""
    i = j = 0
    for operation, run in groupby(operations):
        length = len(list(run))
        for size in [length] if operation == "=" else [1] * length:
            ours = hypothesis[i : i + size] if operation != "+" else []
            theirs = reference[j : j + size] if operation != "-" else []
            yield WordEdit(_KINDS[operation], " ".join(ours), " ".join(theirs))
            i, j = i + len(ours), j + len(theirs)
