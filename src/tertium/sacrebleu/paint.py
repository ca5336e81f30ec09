"""Colours on a terminal."""

from __future__ import annotations

import re
from dataclasses import dataclass

_CODES = {"red": 31, "green": 32, "yellow": 33, "cyan": 36}
_ESCAPE = re.compile(r"\x1b\[\d*m")


@dataclass(frozen=True)
class Paint:
    """Colours text, or leaves it as it is.

    Attributes:
        is_on: Whether there are colours.
    """

    is_on: bool = False

    def color(self, text: str, name: str) -> str:
        """Return the text in a colour."""
        return f"\x1b[{_CODES[name]}m{text}\x1b[0m" if self.is_on else text


def measure_width(text: str) -> int:
    """Return how many cells of a terminal a text takes; colours take none."""
    from rich.cells import cell_len

    return cell_len(_ESCAPE.sub("", text))
