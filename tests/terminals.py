"""Terminals for tests of what is printed on one."""

from __future__ import annotations

import pytest


def open_terminal() -> tuple[int, int]:
    """Return both ends of a terminal, that of the reader first."""
    import pty  # not on Windows

    try:
        return pty.openpty()
    except OSError as error:
        pytest.skip(f"NO TERMINAL: {error}; mount devpts on /dev/pts")
