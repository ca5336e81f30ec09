"""The edits that make the reference of a hypothesis, one by one: what WER, TER, CDER and CharacTER count."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from tertium import _core
from tertium.json_result import JsonResult

_KINDS = {"=": "match", "~": "replacement", "-": "extra", "+": "missing"}


@dataclass(frozen=True)
class WordEdit(JsonResult):
    """An edit, or words that stay as they are.

    Attributes:
        kind: ``match``; ``replacement`` of a word; ``extra``, a word that the reference does not have; ``missing``, a
            word that only the reference has; ``shift`` of a phrase; or ``jump`` to another place of the hypothesis.
        hypothesis: The words of the hypothesis; empty if one is missing.
        reference: The words of the reference; empty if one is extra, and for shifts and jumps.
        place: For a shift, where the words go: before or after which others. For a jump, the word that is read next.
    """

    json_fields = "kind hypothesis reference place?"

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


def list_edits_after_shifts(hypothesis: Sequence[str], reference: Sequence[str]) -> list[WordEdit]:
    """Return the shifts of CharacTER, then the fewest edits of the words in their new order.

    >>> [(each.kind, each.hypothesis, each.place) for each in list_edits_after_shifts("b a".split(), "a b".split())]
    [('shift', 'b', 'after a'), ('match', 'a b', '')]
    """
    numbers = {word: number for number, word in enumerate(sorted({*hypothesis, *reference}))}
    shifts = _core.explain_character([numbers[word] for word in hypothesis], [numbers[word] for word in reference])
    words = list(hypothesis)
    found = []
    for start, length, place in shifts:
        phrase, rest = words[start : start + length], words[:start] + words[start + length :]
        where = f"after {rest[min(place, len(rest)) - 1]}" if place and rest else "to the beginning"
        found.append(WordEdit("shift", " ".join(phrase), "", where))
        words = [*rest[:place], *phrase, *rest[place:]]
    return [*found, *list_edits(words, reference)]


def list_edits_and_jumps(hypothesis: Sequence[str], reference: Sequence[str]) -> list[WordEdit]:
    """Return the edits of CDER: those of single words, and jumps to other places of the hypothesis.

    >>> edits = list_edits_and_jumps("c d a b".split(), "a b c d".split())
    >>> [(each.kind, each.hypothesis or each.place or each.reference) for each in edits]
    [('jump', 'to a'), ('match', 'a b'), ('missing', 'c'), ('missing', 'd')]
    """
    rows = _cost_with_jumps(hypothesis, reference)
    i, j = len(hypothesis), len(reference)
    path: list[WordEdit] = []
    while i or j:
        cost = rows[j][i]
        is_same = bool(i and j) and hypothesis[i - 1] == reference[j - 1]
        if i and j and cost == rows[j - 1][i - 1] + (not is_same):
            path.append(WordEdit("match" if is_same else "replacement", hypothesis[i - 1], reference[j - 1]))
            i, j = i - 1, j - 1
        elif j and cost == rows[j - 1][i] + 1:
            path.append(WordEdit("missing", "", reference[j - 1]))
            j -= 1
        elif i and cost == rows[j][i - 1] + 1:
            path.append(WordEdit("extra", hypothesis[i - 1], ""))
            i -= 1
        else:
            where = f"to {hypothesis[i]}" if i < len(hypothesis) else "to the end"
            path.append(WordEdit("jump", "", "", where))
            i = rows[j].index(cost - 1)
    return list(_join_matches(path[::-1]))


def _cost_with_jumps(hypothesis: Sequence[str], reference: Sequence[str]) -> list[list[int]]:
    """Return, for each number of words of the reference that are read, the cost of each place of the hypothesis."""
    rows = [[int(i > 0) for i in range(len(hypothesis) + 1)]]
    for other in reference:
        above = rows[-1]
        steps = [above[i] + (word != other) for i, word in enumerate(hypothesis)]
        row = [above[0] + 1, *(min(step, up + 1) for step, up in zip(steps, above[1:], strict=True))]
        jump = min(row) + 1
        rows.append([min(cost, jump) for cost in row])
    return rows


def _join_matches(edits: Sequence[WordEdit]) -> Iterator[WordEdit]:
    """Yield the edits, with words that stay and are next to each other taken together."""
    for is_match, run in groupby(edits, key=lambda each: each.kind == "match"):
        if is_match:
            words = " ".join(each.hypothesis for each in run)
            yield WordEdit("match", words, words)
        else:
            yield from run


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
