"""What commands say beside their result: on standard error, so that results can be piped on."""

from __future__ import annotations

import sys

from tertium.printable import make_printable


def remark(text: str) -> None:
    """Print one line on standard error. It may quote names of systems and files, and cannot control the terminal."""
    sys.stderr.write(f"tertium: {make_printable(text)}\n")
