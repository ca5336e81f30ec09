"""Princeton WordNet, from the packed file that is part of the package."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from tertium import _core
from tertium.errors import InputError

_PACKED = Path(__file__).with_name("wordnet-3.0.bin")


@cache
def load_wordnet(path: str | None = None) -> _core.WordNet:
    """Read a WordNet and verify its checksum; each file is read once per process.

    >>> load_wordnet() is load_wordnet()
    True

    Args:
        path: A packed file; the WordNet 3.0 of this package if None.

    Raises:
        InputError: There is no such file, it is not a packed WordNet, or it is damaged.
    """
    packed = Path(path) if path else _PACKED
    if not packed.is_file():
        raise InputError(
            "there is no such file",
            file=packed,
            remedy="Give a packed WordNet, or nothing for the one in Tertium" if path else "Install Tertium again",
        )
    return _core.WordNet(str(packed))
