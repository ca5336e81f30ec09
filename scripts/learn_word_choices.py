"""Learn the table of small words that comes with Tertium: python scripts/learn_word_choices.py es TEXT... -o FILE.

The text must be neither that of the judged lines nor that of the lines from which the weights of all evidence are
learned.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

from tertium.files.lines import iterate_lines
from tertium.mtness.learning.choice_learning import learn_choices


def main() -> None:
    """Learn, and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("language")
    parser.add_argument("texts", nargs="+", type=Path)
    parser.add_argument("-o", "--output", type=Path, required=True)
    parser.add_argument("--origin", default="")
    given = parser.parse_args()
    lines = [line for path in given.texts for line in iterate_lines(path)]
    Random(12345).shuffle(lines)  # noqa: S311 - a sample, and no secret
    found = learn_choices(_strip(lines), given.language, origin=given.origin or f"{len(lines):,} lines")
    found.write(given.output)
    for each in found.choices:
        sys.stdout.write(f"{each.one} {each.other}: {len(each.weights):,} contexts\n")


def _strip(lines: list[str]) -> Iterator[str]:
    return (line for line in lines if line.strip())


if __name__ == "__main__":
    main()
