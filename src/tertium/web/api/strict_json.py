"""JSON from clients: what readers disagree about is refused.

Names that occur twice, numbers that are not numbers, numbers too large for any of our fields, halves of surrogate pairs
and text that is not UTF-8 are read differently by different programs, so none of them is accepted.
"""

from __future__ import annotations

import json
from typing import Any, NoReturn

from tertium.errors import InputError

# No field has a number with more digits.
MOST_DIGITS = 400
DEEPEST = 64

_REMEDY = "Send one JSON object as UTF-8, as the schema at /api/v1/openapi.json describes it"


def parse_strictly(body: bytes) -> Any:
    """Return what a JSON text stands for.

    >>> parse_strictly(b'{"metrics": ["bleu"]}')
    {'metrics': ['bleu']}

    Args:
        body: The text.

    Raises:
        InputError: It is not JSON, or one of the things that are refused here.
    """
    if not body.strip():
        raise InputError("the request has no body", remedy=_REMEDY)
    try:
        text = body.decode("utf-8")
    except UnicodeDecodeError as error:
        raise InputError(f"the body is not UTF-8 (byte {error.start + 1})", remedy=_REMEDY) from error
    try:
        data = json.loads(
            text, parse_constant=_refuse_constant, parse_int=_read_int, parse_float=_read_float, object_pairs_hook=_pair
        )
    except json.JSONDecodeError as error:
        raise InputError(
            f"the body is not JSON ({error.msg}, line {error.lineno}, column {error.colno})", remedy=_REMEDY
        ) from error
    except RecursionError as error:
        raise InputError("the JSON is nested too deeply", remedy=_REMEDY) from error
    if _is_deeper(data, DEEPEST):
        raise InputError("the JSON is nested too deeply", remedy=_REMEDY)
    if "\\u" in text:
        _refuse_halves(data)
    return data


def _refuse_constant(name: str) -> NoReturn:
    raise InputError(f"the body has {name}, which is not JSON", remedy="Send a finite number, or leave the field out")


def _read_int(digits: str) -> int:
    if len(digits) > MOST_DIGITS:
        raise InputError(f"the body has a number of {len(digits):,} digits", remedy="Send smaller numbers")
    return int(digits)


def _read_float(digits: str) -> float:
    number = float(digits) if len(digits) <= MOST_DIGITS else float("inf")
    if number in (float("inf"), float("-inf")):
        raise InputError("the body has a number that is too large or too long", remedy="Send smaller numbers")
    return number


def _pair(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        seen: set[str] = set()
        name = next(name for name, _ in pairs if name in seen or seen.add(name))  # type: ignore[func-returns-value]
        raise InputError(f"the name {name!r} occurs twice in one object", remedy="Send each name once")
    return found


def _is_deeper(data: Any, most: int) -> bool:
    """Return whether data has more levels than a number of them; level by level, since a deep one must not recurse."""
    level = [data]
    for _ in range(most + 1):
        inner = [part for part in level if isinstance(part, dict | list)]
        if not inner:
            return False
        level = [
            part
            for each in inner
            for part in (each.values() if isinstance(each, dict) else each)
            if isinstance(part, dict | list)
        ]
    return bool(level)


def _refuse_halves(data: Any) -> None:
    try:
        json.dumps(data, ensure_ascii=False).encode("utf-8")
    except UnicodeEncodeError as error:
        raise InputError(
            "the body has half of a surrogate pair, which is not a character",
            remedy="Send characters above U+FFFF as UTF-8, or as both halves",
        ) from error
