"""Links of annotators: 128 random bits, of which only a digest is stored."""

from __future__ import annotations

import secrets
from hashlib import sha256


def make_key() -> str:
    """Return a new key, which stands in a link; whoever has it is the annotator."""
    return secrets.token_urlsafe(16)


def digest_key(key: str) -> bytes:
    """Return what is stored of a key. The key has 128 random bits, so that no salt is needed."""
    return sha256(key.encode("utf-8", "surrogatepass")).digest()
