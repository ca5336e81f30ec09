"""Runs every measurement: ``python -m bench [name…]``, or ``make bench``."""

from __future__ import annotations

import sys
from importlib import import_module

NAMES = (
    "bleu",
    "chrf",
    "ter",
    "meteor",
    "meteor_correlation",
    "meteor_jar",
    "proofs",
    "converters",
    "trees",
    "permutation",
    "freedom",
    "twins",
    "index",
    "mtness",
    "damage",
    "bootstrap",
    "false_alarms",
    "reading",
    "startup",
    "memory",
)


def main() -> None:
    chosen = sys.argv[1:] or NAMES
    for name in chosen:
        if name not in NAMES:
            sys.exit(f"there is no measurement {name!r}; there are: {', '.join(NAMES)}")
    for name in chosen:
        import_module(f"bench.{name}").main()


if __name__ == "__main__":
    main()
