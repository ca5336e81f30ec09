"""Keys and passwords: from environment variables only, and never in a message.

They are kept in a ``Secrets`` object, which never shows them. Every text from elsewhere (the answer of a server, the
error of a library) passes through ``hide`` before it is shown.
"""

from __future__ import annotations

import os
import re
from base64 import b64encode
from collections.abc import Mapping
from urllib.parse import quote, quote_plus

from tertium.errors import SpecError

_HIDDEN = "***"

# The characters of a header. A key with any other was copied with something else.
_KEY = re.compile(r"[\x21-\x7e]+")


class Secrets:
    """The values of some environment variables.

    Args:
        values: The values by the names of their variables.
    """

    __slots__ = ("__forms", "__values")

    def __init__(self, values: Mapping[str, str] | None = None) -> None:
        self.__values = dict(values or {})
        forms = {form for value in self.__values.values() for form in _list_forms(value)}
        # The longest first: if one is part of another, nothing of it stays visible.
        self.__forms = sorted(forms, key=lambda form: (-len(form), form))

    def __repr__(self) -> str:
        return f"Secrets({', '.join(sorted(self.__values))})"

    def __reduce__(self) -> str:
        raise TypeError("secrets are not pickled: another process reads them from its own environment")

    def __getitem__(self, variable: str) -> str:
        return self.__values[variable]

    def __contains__(self, variable: str) -> bool:
        return variable in self.__values

    def make_basic(self, user: str, password: str) -> str:
        """Return the header of basic authorization, from the variables of user and password."""
        pair = b64encode(f"{self[user]}:{self[password]}".encode()).decode()
        self.__forms.insert(0, pair)
        return f"Basic {pair}"

    def hide(self, text: str) -> str:
        """Return a text without the values, also as they are encoded in addresses and headers."""
        for form in self.__forms:
            text = text.replace(form, _HIDDEN)
        return text


def read_secrets(*variables: str, are_keys: bool = True) -> Secrets:
    """Read the values of environment variables.

    Args:
        variables: Their names.
        are_keys: Whether they are sent in a header unchanged, so that they may contain only its characters.

    Raises:
        SpecError: One is not set, or has a value that a header cannot contain; the message does not show it.
    """
    values = {}
    for variable in variables:
        value = os.environ.get(variable, "").strip()
        if not value:
            raise SpecError(f"the environment variable {variable} is not set", remedy=f"Run: export {variable}=...")
        if are_keys and not _KEY.fullmatch(value):
            raise SpecError(
                f"the environment variable {variable} contains white space or characters that are not ASCII",
                remedy="Set it to the key alone",
            )
        values[variable] = value
    return Secrets(values)


def _list_forms(value: str) -> set[str]:
    encoded = b64encode(value.encode()).decode()
    escaped = value.replace("/", "\\/")
    return {value, quote(value, safe=""), quote_plus(value), escaped, encoded, encoded.rstrip("=")}
