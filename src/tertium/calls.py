"""Calls in specs: ``name`` or ``name(argument)``, as taggers, parsers, modules and count providers are written."""

from __future__ import annotations

import re
from typing import NamedTuple

from tertium.errors import SpecError

_CALL = re.compile(r"\s*([^()]*[^()\s])\s*(?:\((.*)\))?\s*", re.DOTALL)


class Call(NamedTuple):
    """A name, and what stands in parentheses after it.

    Attributes:
        name: The name.
        argument: The text in the parentheses; empty if there are none.
    """

    name: str
    argument: str


def parse_call(text: str) -> Call | None:
    """Split ``name(argument)`` into its parts.

    >>> parse_call("spacy(fr_core_news_sm)")
    Call(name='spacy', argument='fr_core_news_sm')
    >>> parse_call(" spacy ")
    Call(name='spacy', argument='')

    Args:
        text: The call. The argument may contain parentheses.

    Returns:
        The call, or ``None`` if the text does not have this form.
    """
    found = _CALL.fullmatch(text)
    return Call(found[1], (found[2] or "").strip()) if found else None


def split_outside_parentheses(text: str, separator: str, *, remedy: str) -> list[str]:
    """Split a text at each separator that is not in parentheses: a file name in an argument may contain one.

    >>> split_outside_parentheses("exact+thesaurus(a+b.dat)", "+", remedy="Write stages with + between them")
    ['exact', 'thesaurus(a+b.dat)']

    Args:
        text: The text.
        separator: One character.
        remedy: What to do if the parentheses do not match.

    Raises:
        SpecError: A parenthesis is not opened or not closed.
    """
    depth = start = 0
    parts = []
    for place, character in enumerate(text):
        if character == "(":
            depth += 1
        elif character == ")":
            depth -= 1
            if depth < 0:
                raise SpecError(f"{text!r} closes a parenthesis that was not opened", remedy=remedy)
        elif character == separator and depth == 0:
            parts.append(text[start:place])
            start = place + 1
    if depth:
        raise SpecError(f"{text!r} does not close a parenthesis", remedy=remedy)
    return [*parts, text[start:]]
