"""Whether the programs and language pairs that tests need are here."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

_MODES = Path("/usr/share/apertium/modes")
_MISSING = [
    *(name for name in ("lt-proc", "cg-proc", "apertium-tagger", "lrx-proc") if shutil.which(name) is None),
    *(name for name in ("cat-spa", "spa-cat") if not (_MODES / f"{name}.mode").is_file()),
]

needs_apertium = pytest.mark.skipif(
    bool(_MISSING),
    reason=f"NO APERTIUM: {', '.join(_MISSING)} missing; run:"
    " apt-get install apertium apertium-spa-cat apertium-lex-tools cg3",
)
