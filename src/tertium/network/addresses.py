"""Addresses of servers."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

from tertium.errors import SpecError


def check_address(address: str, what: str, example: str = "https://example.org:9200") -> str:
    """Return the address of a server, without a slash at its end.

    Raises:
        SpecError: It is not an address, or contains credentials; the message does not show them.
    """
    try:
        parts = urlsplit(address)
        _ = parts.port
        fits = parts.scheme in ("http", "https") and bool(parts.hostname)
    except ValueError:
        fits = False
    if not fits or not re.fullmatch(r"[\x21-\x7e]+", address):
        raise SpecError(f"the address of {what} is not valid", remedy=f"Write it as {example}")
    if "@" in parts.netloc:
        raise SpecError(
            f"the address of {what} contains a user or password",
            remedy="Remove them; count providers read keys from the variables that docs/how-to/counts.md lists",
        )
    return address.rstrip("/")


def is_this_machine(host: str | None) -> bool:
    """Return whether a host is the machine that asks."""
    return host in ("localhost", "127.0.0.1", "::1")


def require_encryption(address: str, what: str) -> None:
    """Refuse to send a key where others can read it.

    Raises:
        SpecError: The address is plain HTTP, and not of this machine.
    """
    parts = urlsplit(address)
    if parts.scheme != "https" and not is_this_machine(parts.hostname):
        raise SpecError(
            f"a key would be sent to {what} unencrypted", remedy="Give an address that begins with https://"
        )
