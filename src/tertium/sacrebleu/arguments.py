"""Checks of what is given: the types that sacrebleu refuses, and the lengths that it does not look at."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from numbers import Integral, Real
from typing import Any

from tertium import _core
from tertium.sacrebleu.refusals import (
    NothingToScoreError,
    UnequalLengthError,
    UnusableTextError,
    WrongSettingError,
    WrongTypeError,
)

_GROUPED = "Give one list per reference translation: [references] for a single one"


def check_sentence(metric: str, hypothesis: object, references: object) -> None:
    """Refuse arguments of ``sentence_score`` that are of the wrong type."""
    if not isinstance(hypothesis, str):
        raise WrongTypeError(f"{metric}: the hypothesis is of type {_kind(hypothesis)}", remedy="Give a string")
    if isinstance(references, str) or not isinstance(references, Sequence):
        raise WrongTypeError(
            f"{metric}: the references are of type {_kind(references)}", remedy="Give a list of strings"
        )
    if not references:
        raise NothingToScoreError(f"{metric}: the list of references is empty", remedy="Give at least one reference")
    for reference in references:
        if not isinstance(reference, str) and reference is not None:
            raise UnusableTextError(
                f"{metric}: a reference is of type {_kind(reference)}", remedy="Give a list of strings"
            )


def check_corpus(metric: str, hypotheses: object, references: object) -> None:
    """Refuse arguments of ``corpus_score`` that are of the wrong type or empty."""
    # sacrebleu looks at this before it says that the hypotheses are of a wrong type.
    if isinstance(references, Sequence) and not references:
        raise NothingToScoreError(f"{metric}: the list of references is empty", remedy=_GROUPED)
    if isinstance(references, Sequence) and isinstance(references[0], Sequence) and not references[0]:
        raise NothingToScoreError(f"{metric}: a list of references is empty", remedy=_GROUPED)
    if isinstance(hypotheses, str) or not isinstance(hypotheses, Sequence):
        raise WrongTypeError(
            f"{metric}: the hypotheses are of type {_kind(hypotheses)}",
            remedy="Give a list of strings; sentence_score takes a single one",
        )
    if not hypotheses:
        raise NothingToScoreError(f"{metric}: the list of hypotheses is empty", remedy="Give at least one hypothesis")
    list_texts(hypotheses, "hypothesis")
    if references is None:
        return
    if isinstance(references, str) or not isinstance(references, Sequence):
        raise WrongTypeError(f"{metric}: the references are of type {_kind(references)}", remedy=_GROUPED)
    first = references[0]
    if isinstance(first, str):
        raise WrongTypeError(f"{metric}: the references are one list of strings", remedy=_GROUPED)
    if not isinstance(first, Sequence):
        raise WrongTypeError(f"{metric}: a list of references is of type {_kind(first)}", remedy=_GROUPED)


def list_texts(segments: Iterable[Any], what: str) -> Sequence[str]:
    """Return segments as the core takes them, and refuse anything but strings.

    Args:
        segments: The segments.
        what: What one of them is called: ``hypothesis``.
    """
    listed = _list(segments)
    wrong = _core.find_not_text(listed)
    if wrong is not None:
        raise UnusableTextError(
            f"{what} {wrong + 1} is of type {_kind(listed[wrong])}", remedy="Give a list of strings"
        )
    return listed


def check_whole(name: str, value: object) -> None:
    """Refuse a setting that is not a whole number."""
    if not isinstance(value, Integral):
        raise WrongSettingError(f"{name} is of type {_kind(value)}", remedy="Give a whole number")


def check_number(name: str, value: object) -> None:
    """Refuse a setting that is not a number."""
    if not isinstance(value, Real):
        raise WrongSettingError(f"{name} is of type {_kind(value)}", remedy="Give a number")
    if value != value:
        raise WrongSettingError(f"{name} is not a number (NaN)", remedy="Give a number")


def _list(segments: Iterable[Any]) -> Sequence[Any]:
    return segments if isinstance(segments, list | tuple) else list(segments)


def list_columns(references: Iterable[Iterable[str | None]]) -> list[Sequence[Any]]:
    """Return references as one list per translation, all of one length."""
    if not isinstance(references, Iterable):
        raise WrongTypeError(f"the references are of type {_kind(references)}", remedy=_GROUPED)
    columns = []
    for column in references:
        if isinstance(column, str):
            raise WrongTypeError("the references are one list of strings", remedy=_GROUPED)
        if not isinstance(column, Iterable):
            raise WrongTypeError(f"a list of references is of type {_kind(column)}", remedy=_GROUPED)
        columns.append(_list(column))
    if not columns:
        raise NothingToScoreError("there is no list of references", remedy=_GROUPED)
    lengths = [len(column) for column in columns]
    if len(set(lengths)) > 1:
        raise UnequalLengthError(
            f"the lists of references have different lengths: {', '.join(map(str, lengths))}",
            remedy="Put None where a segment has no further reference",
        )
    return columns


def _kind(thing: object) -> str:
    return type(thing).__name__
