"""TER of words, as in ``sacrebleu.metrics.lib_ter``. Its search is Tertium's, and has no classes to use."""

from __future__ import annotations

from collections.abc import Sequence

from tertium import _core
from tertium.sacrebleu.refusals import UnknownChoiceError

# What an operation takes of the hypothesis and of the reference, and whether it is an edit.
_OPERATIONS = {" ": (1, 1, 0), "s": (1, 1, 1), "i": (1, 0, 1), "d": (0, 1, 1)}


def translation_edit_rate(words_hyp: Sequence[str], words_ref: Sequence[str]) -> tuple[int, int]:
    """Return the edits of a hypothesis, and the words of its reference.

    Args:
        words_hyp: The words of the hypothesis.
        words_ref: The words of the reference.
    """
    if not words_ref:
        return len(words_hyp), 0
    numbers: dict[str, int] = {}
    ours, theirs = ([numbers.setdefault(word, len(numbers)) for word in words] for words in (words_hyp, words_ref))
    shifts, operations = _core.explain_ter(ours, theirs)
    return len(shifts) + len(operations) - operations.count("="), len(words_ref)


def trace_to_alignment(trace: str) -> tuple[dict[int, int], list[int], list[int]]:
    """Return where each word of the reference stands in the hypothesis, and which words of both are edited.

    Args:
        trace: One letter per operation: space to keep a word, ``s`` to substitute, ``i`` to insert, ``d`` to delete.
    """
    places: dict[int, int] = {}
    edited: tuple[list[int], list[int]] = ([], [])
    for letter in trace:
        if letter not in _OPERATIONS:
            raise UnknownChoiceError(f"there is no operation {letter!r}", remedy="There are: ' ', 's', 'i', 'd'")
        ours, theirs, is_edit = _OPERATIONS[letter]
        edited[1].extend([is_edit] * ours)
        edited[0].extend([is_edit] * theirs)
        if theirs:
            places[len(edited[0]) - 1] = len(edited[1]) - 1
    return places, *edited
