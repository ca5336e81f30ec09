"""Addresses of pages that have names of other people's choice in them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from urllib.parse import quote, urlencode

from tertium.errors import SpecError


def findings_address(
    identity: int, system: str, query: Mapping[str, object] | None = None, *, part: str = "mtness"
) -> str:
    """Return the address of the findings of a system.

    Args:
        identity: The number of the test set.
        system: The name of the system.
        query: The view; what is empty is left out.
        part: ``mtness`` for the page; ``decisions`` and ``corrected`` for what belongs to it.

    >>> findings_address(3, "a/b", {"page": 2, "find": ""})
    '/sets/3/mtness/a%2Fb?page=2'
    """
    return f"/sets/{identity}/{part}/{quote(system, safe='')}{write_query(query or {})}"


def write_query(query: Mapping[str, object]) -> str:
    """Return the part of an address after its path; empty if nothing is to be said.

    >>> write_query({"find": "a b", "page": 1, "state": ""})
    '?find=a+b&page=1'
    """
    said = {name: value for name, value in query.items() if value not in ("", None)}
    return f"?{urlencode(said)}" if said else ""


def find_system(systems: Sequence[str], given: str) -> str:
    """Return the system that an address names.

    Raises:
        SpecError: There is none.
    """
    if given in systems:
        return given
    raise SpecError(f"there is no system {given!r}", remedy="Choose one on the page of the test set")
