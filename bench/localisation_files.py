"""Round trips of localisation files as other tools wrote them.

``python -m bench.localisation_files FOLDER [--edits N]`` reads every XLIFF, TMX and PO file of a folder. It checks that

- without an edit, the file is written byte for byte;
- with random edits, another parser (ElementTree, polib) reads exactly these targets changed, and what is outside of
  them is the same, byte for byte.

It prints one row per file. A difference ends it with status 1. tests/golden/localisation/README.md says how the files
were made.
"""

from __future__ import annotations

import argparse
import random
import sys
from pathlib import Path

from tertium.edits import Edit
from tertium.errors import InputError
from tertium.text import BilingualDocument, read_bilingual
from tests.oracle.localisation import check_edits

WORDS = ("neto", "más & <mejor>", "«vuelo»", 'a "b"', "日本", "\\n", "")


def edit_at_random(document: BilingualDocument, draw: random.Random) -> dict[int, list[Edit]]:
    """Return one edit of some units, each where it removes no tag."""
    edits: dict[int, list[Edit]] = {}
    for number in draw.sample(range(len(document.units)), draw.randint(1, len(document.units))):
        text = document.units[number].target
        start, end = sorted(draw.randint(0, len(text)) for _ in range(2))
        edit = Edit(start, end, draw.choice(WORDS))
        try:
            document.edit({number: [edit]})
        except InputError:
            continue
        edits[number] = [edit]
    return edits


def check(path: Path, rounds: int) -> str:
    """Return a row about a file."""
    content = path.read_bytes()
    document = read_bilingual(path)
    assert document.edit({}) == content, "without an edit, other bytes"
    draw = random.Random(12345)
    made = 0
    for _ in range(rounds):
        edits = edit_at_random(document, draw)
        check_edits(document, edits)
        made += len(edits)
    name = f"{path.parent.name}/{path.name}"
    return f"{name}: {len(content):,} bytes, {len(document.units)} units, equal; {made:,} edits, equal"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--edits", type=int, default=20, help="rounds of random edits per file")
    given = parser.parse_args()
    suffixes = (".xlf", ".xliff", ".tmx", ".po")
    failed = 0
    for path in sorted(each for each in given.folder.rglob("*") if each.suffix in suffixes):
        try:
            print(check(path, given.edits))
        except AssertionError as error:
            failed += 1
            print(f"{path}: DIFFERENT {error}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
