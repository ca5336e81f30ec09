"""The command, run in a process of its own."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

TERTIUM = str(Path(sys.executable).parent / "tertium")


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([TERTIUM, *arguments], capture_output=True, text=True, check=False)
