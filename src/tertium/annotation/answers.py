"""Answers of annotators: a value, spans with severities, or ranks; and what is refused."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tertium.errors import InputError

_MOST_SPANS = 1000


@dataclass(frozen=True, kw_only=True)
class ErrorSpan:
    """A part of a translation that is wrong.

    Attributes:
        start: Where it starts, in characters from 0.
        end: Where it ends, exclusive. A span of no characters is an omission at that place.
        severity: How bad it is.
        category: What kind of error it is; empty if that was not asked.
        prefilled: Whether it was offered by a program and left as it was.
    """

    start: int
    end: int
    severity: str
    category: str = ""
    prefilled: bool = False


@dataclass(frozen=True)
class Answer:
    """The answer to one step.

    Attributes:
        value: The value on a scale or a slider.
        spans: The spans that are wrong; empty also if none is.
        ranks: The rank of each translation in the order shown, 1 for the best; ties are allowed.
    """

    value: float | None = None
    spans: Sequence[ErrorSpan] = ()
    ranks: Sequence[int] = ()

    def to_json(self) -> str:
        """Return the answer as it is stored."""
        return json.dumps(
            {"value": self.value, "spans": [vars(span) for span in self.spans], "ranks": list(self.ranks)},
            ensure_ascii=False,
        )

    @classmethod
    def from_json(cls, text: str) -> Answer:
        """Return the answer that was stored.

        Raises:
            InputError: It is not an answer.
        """
        try:
            return cls.from_data(json.loads(text))
        except ValueError as error:
            raise _refuse("the answer is not JSON", "Restore the store from a copy") from error

    @classmethod
    def from_data(cls, data: object) -> Answer:
        """Return the answer that a form or a program sent.

        Raises:
            InputError: It is not an answer.
        """
        if not isinstance(data, dict):
            raise _refuse("the answer is not an object", "Give value, spans or ranks")
        known = {"value", "spans", "ranks"}
        if strange := sorted(map(str, set(data) - known)):
            raise _refuse(f"the answer has {strange[0]!r}", "Give value, spans or ranks")
        value = data.get("value")
        if value is not None and (isinstance(value, bool) or not isinstance(value, int | float)):
            raise _refuse("the value is not a number", "Give a number")
        return cls(
            None if value is None else float(value),
            tuple(_read_span(each) for each in _as_list(data.get("spans"), "spans")),
            tuple(_as_whole(each, "a rank") for each in _as_list(data.get("ranks"), "ranks")),
        )


def check_value(answer: Answer, lowest: float, highest: float, *, whole: bool) -> None:
    """Raise an ``InputError`` unless the answer is a value in these limits."""
    _allow_only(answer, "value")
    value = answer.value
    if value is None or not math.isfinite(value) or not lowest <= value <= highest:
        raise _refuse(f"the value is {value}", f"Give a number from {lowest:g} to {highest:g}")
    if whole and value != int(value):
        raise _refuse(f"the value is {value:g}", f"Give a whole number from {lowest:g} to {highest:g}")


def check_spans(answer: Answer, text: str, severities: Sequence[str], categories: Sequence[str]) -> None:
    """Raise an ``InputError`` unless the answer marks spans of the text."""
    _allow_only(answer, "spans")
    if len(answer.spans) > _MOST_SPANS:
        raise _refuse(f"the answer has {len(answer.spans):,} spans", f"Mark at most {_MOST_SPANS:,}")
    for span in answer.spans:
        if not 0 <= span.start <= span.end <= len(text):
            raise _refuse(
                f"a span is from {span.start} to {span.end}, and the text has {len(text)} characters",
                "Give positions in the text",
            )
        if span.severity not in severities:
            raise _refuse(f"the severity of a span is {span.severity!r}", f"Give one of: {', '.join(severities)}")
        if categories and span.category not in categories:
            raise _refuse(f"the category of a span is {span.category!r}", f"Give one of: {', '.join(categories)}")
        if not categories and span.category:
            raise _refuse("a span has a category, and the campaign has none", "Leave it out")


def check_ranks(answer: Answer, translations: int) -> None:
    """Raise an ``InputError`` unless the answer has one rank per translation."""
    _allow_only(answer, "ranks")
    if len(answer.ranks) != translations:
        raise _refuse(f"there are {len(answer.ranks)} ranks for {translations} translations", "Rank each of them")
    if not all(1 <= rank <= translations for rank in answer.ranks):
        raise _refuse(f"a rank is not from 1 to {translations}", "Give 1 to the best; equal ranks are allowed")


def _allow_only(answer: Answer, name: str) -> None:
    others = [
        other for other in ("value", "spans", "ranks") if other != name and getattr(answer, other) not in (None, (), [])
    ]
    if others:
        raise _refuse(f"the answer has {others[0]}", f"This step takes {name}")


def _read_span(data: object) -> ErrorSpan:
    if not isinstance(data, dict):
        raise _refuse("a span is not an object", "Give start, end and severity")
    strange = sorted(map(str, set(data) - {"start", "end", "severity", "category", "prefilled"}))
    if strange:
        raise _refuse(f"a span has {strange[0]!r}", "Give start, end, severity, category and prefilled")
    severity, category = data.get("severity"), data.get("category", "")
    if not isinstance(severity, str) or not isinstance(category, str):
        raise _refuse("severity or category of a span is not a string", "Give their names")
    prefilled = data.get("prefilled", False)
    if not isinstance(prefilled, bool):
        raise _refuse("prefilled of a span is neither true nor false", "Give one of them")
    start, end = (_as_whole(data.get(side), f"the {side} of a span") for side in ("start", "end"))
    return ErrorSpan(start=start, end=end, severity=severity, category=category, prefilled=prefilled)


def _as_list(data: Any, what: str) -> list[Any]:
    if data is None:
        return []
    if not isinstance(data, list):
        raise _refuse(f"the {what} are not a list", "Give a list")
    return data


def _as_whole(data: object, what: str) -> int:
    if isinstance(data, bool) or not isinstance(data, int) or abs(data) > 2**53:
        raise _refuse(f"{what} is not a whole number", "Give a whole number")
    return data


def _refuse(problem: str, remedy: str) -> InputError:
    return InputError(problem, remedy=remedy)
