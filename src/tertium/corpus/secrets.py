"""Keys and passwords: from environment variables only, and never in a message.

Whoever sends one has it as a ``Secrets``, which shows nothing of itself, and passes every text that came from
elsewhere (what a server said, what a library complained of) through ``hide`` before anybody sees it.
"""

from __future__ import annotations

import os
import re
from base64 import b64encode
from collections.abc import Mapping
from urllib.parse import quote, quote_plus

from tertium.errors import SpecError

_HIDDEN = "***"

# What a header may hold. A key with anything else is one that was pasted together with something.
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
        # The longest first: where one is part of another, no end of it stays visible.
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
        """The header of basic authorization, from the variables that hold user and password."""
        pair = b64encode(f"{self[user]}:{self[password]}".encode()).decode()
        self.__forms.insert(0, pair)
        return f"Basic {pair}"

    def hide(self, text: str) -> str:
        """A text without the values, as they are or as they are written in addresses and headers."""
        for form in self.__forms:
            text = text.replace(form, _HIDDEN)
        return text


def read_secrets(*variables: str, are_keys: bool = True) -> Secrets:
    """The values of environment variables.

    Args:
        variables: Their names.
        are_keys: Whether they are sent as they are, so that they may hold only what a header takes.

    Raises:
        SpecError: One is not set, or has a value that no header takes; the message does not say which value.
    """
    values = {}
    for variable in variables:
        value = os.environ.get(variable, "").strip()
        if not value:
            raise SpecError(f"the environment variable {variable} is not set", remedy=f"Run: export {variable}=...")
        if are_keys and not _KEY.fullmatch(value):
            raise SpecError(
                f"the environment variable {variable} holds white space or characters that are not ASCII",
                remedy="Set it to the key alone",
            )
        values[variable] = value
    return Secrets(values)


def _list_forms(value: str) -> set[str]:
    encoded = b64encode(value.encode()).decode()
    escaped = value.replace("/", "\\/")
    return {value, quote(value, safe=""), quote_plus(value), escaped, encoded, encoded.rstrip("=")}
