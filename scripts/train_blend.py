"""Trains ``blend``, the learned metric that comes with the package, and says how it does on pairs it has not seen.

    python scripts/train_blend.py [--data ../shared/data] [--output src/tertium/metrics/blend.toml]

The data are direct assessments of single segments into English of WMT15 (cs, de, fi, ru; 500 each) and WMT16 (cs, de,
ru; 560 each), which are not part of the project: ``wmt15-daseg/seg_da.tsv`` and ``wmt16-daseg/seg_da.tsv``. It is
``tertium tune --learn ridge --feature all`` on these, with judgments as they are (they are standardised already) and a
scale that is easy to read. Features and penalty were chosen by holding out one language pair at a time, in both years,
and one year at a time. The same data and versions of wordfreq, WordLlama and PyStemmer give the same file.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import tomli_w

from tertium.files.whole import write_whole
from tertium.meta import Combination, learn, read_judged
from tertium.report import describe_combination, render

ROOT = Path(__file__).resolve().parent.parent
YEARS = ("wmt15-daseg", "wmt16-daseg")

# Predicted judgments between which the score goes from 0 to 100: hardly any segment of the training data is beyond.
FLOOR, CEILING = -2.0, 1.2


def train(
    data: Path,
    name: str = "blend",
    features: Sequence[str] = ("all",),
    trainer: str = "ridge",
    spoilt_weight: float = 0.0,
) -> Combination:
    """Learns from all segments into English of both years."""
    judged = [each for year in YEARS for each in read_judged(data / year) if each.language == "en"]
    return learn(judged, features=features, trainer=trainer, name=name, standardise=False, spoilt_weight=spoilt_weight)


def make_table(found: Combination) -> dict[str, Any]:
    """The model file."""
    return {**found.table, "floor": FLOOR, "ceiling": CEILING}


def main(
    name: str = "blend",
    features: Sequence[str] = ("all",),
    trainer: str = "ridge",
    spoilt_weight: float = 0.0,
) -> None:
    """Trains, writes, and says how good it is; the honest figure first."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=ROOT.parent / "shared" / "data")
    parser.add_argument("--output", type=Path, default=ROOT / "src" / "tertium" / "metrics" / f"{name}.toml")
    given = parser.parse_args()
    found = train(given.data, name, features, trainer, spoilt_weight)
    sys.stdout.write(render(describe_combination(found), "text"))
    head = f"# Written by scripts/{Path(sys.argv[0]).name}: train it again rather than edit it.\n"
    write_whole((head + tomli_w.dumps(make_table(found))).encode(), given.output)


if __name__ == "__main__":
    main()
