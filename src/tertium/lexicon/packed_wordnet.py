"""Princeton WordNet, from the packed file that is part of the package."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from tertium import _core
from tertium.errors import InputError

_PACKED = Path(__file__).with_name("wordnet-3.0.bin")


@cache
def load_wordnet(path: str | None = None) -> _core.WordNet:
    """Open a WordNet; each file is opened once per process.

    >>> load_wordnet() is load_wordnet()
    True

    Args:
        path: A packed file; the WordNet 3.0 of this package if None.

    Raises:
        InputError: There is no such file, or it is not a packed WordNet.
    """
    packed = Path(path) if path else _PACKED
    if not packed.is_file():
        raise InputError(
            "there is no such file",
            file=packed,
            remedy="Give a packed WordNet, or nothing for the one in Tertium" if path else "Install Tertium again",
        )
    wordnet = _core.WordNet(str(packed))
    # Ours is checked by the tests; another one may have been damaged when it was copied.
    if path and not wordnet.is_intact():
        raise InputError("the packed WordNet is damaged", file=packed, remedy="Pack it again: scripts/pack_wordnet.py")
    return wordnet
