"""Run measurements: ``python -m bench [NAME...]``, or ``make bench`` for all of them."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path

NAMES = (
    "bleu",
    "chrf",
    "ter",
    "drop_in",
    "small_metrics",
    "meteor",
    "meteor_correlation",
    "meteor_jar",
    "encoder",
    "relatedness",
    "proofs",
    "converters",
    "trees",
    "permutation",
    "freedom",
    "twins",
    "index",
    "index_growth",
    "mtness",
    "mtness_recall",
    "reference_free",
    "damage",
    "bootstrap",
    "false_alarms",
    "coverage",
    "partial_coverage",
    "family_errors",
    "false_ngrams",
    "arrow",
    "spark",
    "reading",
    "startup",
    "judging",
    "annotators",
    "web",
    "report",
    "streaming",
    "growth",
    "hostile",
)
# Not among those that are run when no name is given: it runs others.
PAGE_MAKERS = ("ratios",)


def describe() -> str:
    """List the measurements with the first line of each docstring, without importing their peers."""
    lines = [
        "usage: python -m bench [NAME...]",
        "       python -m bench startup [TREE...]",
        "       python -m bench ratios [NAME...]",
        "",
    ]
    for name in (*NAMES, *PAGE_MAKERS):
        source = Path(__file__).with_name(f"{name}.py").read_text(encoding="utf-8")
        summary = source.split('"""')[1].splitlines()[0]
        lines.append(f"  {name:20}{summary}")
    return "\n".join(lines)


def main() -> None:
    words = sys.argv[1:]
    if set(words) & {"-h", "--help"}:
        print(describe())
        return
    if words[:1] == ["ratios"]:
        import_module("bench.ratios").main()
        return
    if words[:1] == ["startup"]:
        import_module("bench.startup").main(*words[1:])
        return
    for name in words:
        if name not in NAMES:
            sys.exit(f"the measurement {name!r} does not exist; choose from: {', '.join(NAMES)}")
    for name in words or NAMES:
        import_module(f"bench.{name}").main()


if __name__ == "__main__":
    main()
