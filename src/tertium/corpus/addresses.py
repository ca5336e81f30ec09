"""Addresses of servers: checking and opening them."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import urlsplit
from urllib.request import HTTPRedirectHandler, OpenerDirector, ProxyHandler, build_opener

from tertium.errors import SpecError


class _Stay(HTTPRedirectHandler):
    """Treats a redirect as a refusal."""

    def redirect_request(self, *_: Any) -> None:
        return None


def check_address(address: str, what: str) -> str:
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
        raise SpecError(f"the address of {what} is not valid", remedy="Write it as https://example.org:9200")
    if "@" in parts.netloc:
        raise SpecError(
            f"the address of {what} contains a user or password",
            remedy="Remove them, and set the environment variables that docs/how-to/counts.md lists",
        )
    return address.rstrip("/")


def make_opener(host: str) -> OpenerDirector:
    """Return what opens addresses of a host. This machine is never asked through a proxy."""
    name = urlsplit(f"//{host}").hostname
    return build_opener(_Stay, *([ProxyHandler({})] if name in ("localhost", "127.0.0.1", "::1") else []))
