"""Addresses of servers: what may be one, and how it is opened."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import urlsplit
from urllib.request import HTTPRedirectHandler, OpenerDirector, ProxyHandler, build_opener

from tertium.errors import SpecError


class _Stay(HTTPRedirectHandler):
    """Takes a redirect for the refusal that it is."""

    def redirect_request(self, *_: Any) -> None:
        return None


def check_address(address: str, what: str) -> str:
    """An address of a server, without the slash at its end.

    Raises:
        SpecError: It is none, or has credentials in it; the message does not show them.
    """
    try:
        parts = urlsplit(address)
        _ = parts.port
        fits = parts.scheme in ("http", "https") and bool(parts.hostname)
    except ValueError:
        fits = False
    if not fits or not re.fullmatch(r"[\x21-\x7e]+", address):
        raise SpecError(f"the address of {what} is none", remedy="Write it as https://example.org:9200")
    if "@" in parts.netloc:
        raise SpecError(
            f"the address of {what} has a user or password in it",
            remedy="Take them out: they come from environment variables, which docs/how-to/counts.md lists",
        )
    return address.rstrip("/")


def make_opener(host: str) -> OpenerDirector:
    """What opens addresses of a host. Proxies are for other machines, whatever the environment says."""
    name = urlsplit(f"//{host}").hostname
    return build_opener(_Stay, *([ProxyHandler({})] if name in ("localhost", "127.0.0.1", "::1") else []))
