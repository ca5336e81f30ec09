"""Fields of forms: single values and numbers."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from tertium.web.forms import read_form

# SQLite has numbers up to 2^63, and scripts those up to 2^53.
Number = Annotated[int, Field(ge=0, le=2**53)]
"""A number in an address; one that is larger is a page that does not exist."""


def read_fields(body: bytes) -> dict[str, str]:
    """Return the fields of a form; of a field that is there several times, the last.

    Raises:
        InputError: It is not a form.

    >>> read_fields(b"do=accept&place=1-0-5")
    {'do': 'accept', 'place': '1-0-5'}
    """
    return {name: values[-1] for name, values in read_form(body).items()}


def read_number(text: str, usual: int = 0) -> int:
    """Return a whole number from a field; the usual one if it has none.

    >>> read_number("12"), read_number("-1"), read_number("x", 7)
    (12, 0, 7)
    """
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else usual
