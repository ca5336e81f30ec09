"""Forms without files."""

from __future__ import annotations

from typing import overload
from urllib.parse import parse_qs

from tertium.errors import InputError

_MOST_FIELDS = 1000


@overload
def read_form(body: bytes) -> dict[str, list[str]]: ...


@overload
def read_form(body: bytes, name: str) -> list[str]: ...


def read_form(body: bytes, name: str | None = None) -> dict[str, list[str]] | list[str]:
    """Return the values of all fields of a form, or of one.

    >>> read_form(b"a=1&a=2&b=")
    {'a': ['1', '2'], 'b': ['']}

    Raises:
        InputError: It is not a form.
    """
    try:
        found = parse_qs(
            body.decode(),
            keep_blank_values=True,
            strict_parsing=bool(body),
            errors="strict",  # bytes that are not UTF-8 would become other characters
            max_num_fields=_MOST_FIELDS,
        )
    except ValueError as error:
        raise InputError("the form cannot be read", remedy="Send it as a form, in UTF-8") from error
    return found if name is None else found.get(name, [])
