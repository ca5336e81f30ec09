"""Trains ``blend``, the learned metric that comes with the package, and says how it does on pairs it has not seen.

    python scripts/train_blend.py [--data ../shared/data] [--output src/tertium/metrics/blend.toml]

The data are direct assessments of single segments into English of WMT15 (cs, de, fi, ru; 500 each) and WMT16 (cs, de,
ru; 560 each), which are no part of the project: ``wmt15-daseg/seg_da.tsv`` and ``wmt16-daseg/seg_da.tsv``. Features and
penalty were chosen by holding out one language pair at a time, in both years, and one year at a time; WMT17 was left
for the final figures. The same data and versions of wordfreq, WordLlama and PyStemmer give the same file.
"""

from __future__ import annotations

import argparse
import csv
import sys
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from tertium.metrics import features
from tertium.metrics.features import vectors
from tertium.metrics.features.text import Pairs, split
from tertium.types import Array, Matrix

ROOT = Path(__file__).resolve().parent.parent
YEARS = ("wmt15-daseg", "wmt16-daseg")

# How much large weights are punished, and how many standard deviations of a feature are told apart.
PENALTY = 1000.0
CLIP = 4.0
# Predicted judgments between which the score goes from 0 to 100: hardly any segment of the training data is beyond.
FLOOR, CEILING = -2.0, 1.2
# More digits than this make no score differ, and other processors give other ones.
DIGITS = 6


@dataclass(frozen=True)
class Judged:
    """Segments with their judgments; ``groups`` has the language pair, and ``years`` the data set, of each."""

    features: Matrix
    judgments: Array
    groups: np.ndarray
    years: np.ndarray


@dataclass(frozen=True)
class Fit:
    """A weighted sum of standardised features."""

    means: Array
    deviations: Array
    intercept: float
    weights: Array

    def predict(self, rows: Matrix) -> Array:
        """The predicted judgment of each row."""
        standard = np.clip((rows - self.means) / self.deviations, -CLIP, CLIP)
        return np.asarray(self.intercept + standard @ self.weights)


def read(data: Path) -> Judged:
    """All segments into English of both years, with their features."""
    rows = []
    for year in YEARS:
        with (data / year / "seg_da.tsv").open(encoding="utf-8", newline="") as file:
            found = csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
            rows += [(row, year) for row in found if row["lp"].endswith("-en")]
    pairs = Pairs([split(row["hypothesis"]) for row, _ in rows], [split(row["reference"]) for row, _ in rows])
    return Judged(
        features.compute(features.NAMES, pairs),
        np.array([float(row["human_da_z"]) for row, _ in rows]),
        np.array([row["lp"] for row, _ in rows]),
        np.array([year for _, year in rows]),
    )


def fit(rows: Matrix, judgments: Array) -> Fit:
    """Ridge regression, in closed form."""
    means, deviations = rows.mean(axis=0), np.maximum(rows.std(axis=0), 1e-9)
    standard = np.clip((rows - means) / deviations, -CLIP, CLIP)
    centre = standard.mean(axis=0)
    centred = standard - centre
    products = centred.T @ centred + PENALTY * np.eye(rows.shape[1])
    weights = np.linalg.solve(products, centred.T @ (judgments - judgments.mean()))
    return Fit(means, deviations, float(judgments.mean() - centre @ weights), weights)


def hold_out(judged: Judged) -> list[tuple[str, str, float]]:
    """Pearson's r on each set, by weights from the other language pairs of both years."""
    found = []
    for year in YEARS:
        for group in sorted(set(judged.groups[judged.years == year])):
            trained, tested = judged.groups != group, (judged.groups == group) & (judged.years == year)
            predicted = fit(judged.features[trained], judged.judgments[trained]).predict(judged.features[tested])
            found.append((year, str(group), float(np.corrcoef(predicted, judged.judgments[tested])[0, 1])))
    return found


def write(found: Fit, judged: Judged) -> str:
    """The model file."""
    sets = ", ".join(
        f"{year} {'+'.join(sorted({str(group)[:2] for group in judged.groups[judged.years == year]}))}-en"
        for year in YEARS
    )
    lines = [
        "# Written by scripts/train_blend.py: train it again rather than edit it.",
        "format = 1",
        'name = "blend"',
        'language = "en"',
        f'trained_on = "{len(judged.judgments)} segments with direct assessments: {sets}"',
        f'vectors = "{vectors.describe_resources()["vectors"]}"',
        f"clip = {CLIP}",
        f"floor = {FLOOR}",
        f"ceiling = {CEILING}",
        "",
        "[predictor]",
        'kind = "linear"',
        f"intercept = {_number(found.intercept)}",
        "weights = [",
        *(f"    {_number(weight)}," for weight in found.weights),
        "]",
    ]
    for name, mean, deviation in zip(features.NAMES, found.means, found.deviations, strict=True):
        lines += ["", "[[feature]]", f'name = "{name}"', f"mean = {_number(mean)}", f"deviation = {_number(deviation)}"]
    return "\n".join(lines) + "\n"


def _number(value: float) -> str:
    return repr(float(f"{value:.{DIGITS}g}"))


def main() -> None:
    """Trains, writes, and says how good it is; the honest figure first."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=ROOT.parent / "shared" / "data")
    parser.add_argument("--output", type=Path, default=ROOT / "src" / "tertium" / "metrics" / "blend.toml")
    given = parser.parse_args()
    judged = read(given.data)
    out = sys.stdout.write
    held_out = hold_out(judged)
    out("Pearson's r on language pairs that were held out:\n")
    for year, group, correlation in held_out:
        out(f"  {year} {group}  {correlation:.4f}\n")
    out(f"  mean  {np.mean([correlation for *_, correlation in held_out]):.4f}\n")
    found = fit(judged.features, judged.judgments)
    predicted = found.predict(judged.features)
    out(f"on what it was trained on: {np.corrcoef(predicted, judged.judgments)[0, 1]:.4f}, ")
    out(f"from {predicted.min():.2f} to {predicted.max():.2f}\n")
    given.output.write_text(write(found, judged), encoding="utf-8")


if __name__ == "__main__":
    main()
