"""Does a stage of relatedness help METEOR, and an arithmetic mean BLEU? Pearson's r on segments, by measure."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path

import numpy as np

import tertium
from bench.pairs import DATA
from tertium.lexicon import count_information, write_information
from tertium.lexicon.relatedness_measures import COUNTED
from tertium.types import Array

CORPORA = DATA.parent / "corpora"
TEXTS = ("en-eltec_novels.txt.gz", "en-libreoffice_help.txt.gz")
# Thresholds are chosen on the first, and tested on the second.
TUNED, HELD_OUT = ("wmt15-daseg", "wmt16-daseg"), ("wmt17-toen", "believability-ad-fl")
THRESHOLDS = {
    "path": (0.5, 0.25),
    "wu-palmer": (0.95, 0.9, 0.8),
    "leacock-chodorow": (2.9, 2.5, 2.2),
    "resnik": (9, 7, 5),
    "lin": (0.9, 0.8, 0.6),
    "jiang-conrath": (1, 0.5, 0.2),
}
STAGES = "meteor:stages=exact+porter+wn_synonym"
MEANS = {
    "bleu": "bleu",
    "bleu, arithmetic": "bleu:mean=arithmetic",
    "bleu, unsmoothed": "bleu:smooth=none",
    "bleu, arithmetic, unsmoothed": "bleu:mean=arithmetic,smooth=none",
}
BASES = {"bleu, arithmetic": "bleu", "bleu, unsmoothed": "bleu", "bleu, arithmetic, unsmoothed": "bleu, unsmoothed"}
RESAMPLES = 1000

# By metric, then by set.
Values = Mapping[str, Mapping[str, Array]]


def main() -> None:
    for folder in [DATA / name for name in (*TUNED, *HELD_OUT)] + [CORPORA / name for name in TEXTS]:
        if not folder.exists():
            sys.exit(f"this measurement needs {folder}")
    with tempfile.TemporaryDirectory() as place:
        counted = Path(place) / "english.ic"
        index = Path(place) / "english.index"
        tertium.build_index([str(CORPORA / name) for name in TEXTS], index)
        write_information(count_information(tertium.open_index(index).unigrams()), counted)
        specs = {"no such stage": STAGES}
        for name, thresholds in THRESHOLDS.items():
            for value in thresholds:
                file = f",{counted}" if name in COUNTED else ""
                specs[f"{name} {value:g}"] = f"{STAGES}+relatedness({name},{value:g}{file})"
        specs |= MEANS
        tuned, held_out = (_score(names, specs) for names in (TUNED, HELD_OUT))
    _print("thresholds are chosen here", *tuned)
    _print("held out", *held_out)


def _score(names: tuple[str, ...], specs: Mapping[str, str]) -> tuple[Values, Mapping[str, Array]]:
    """Score what was judged into English, and return the scores and the judgments."""
    values: dict[str, dict[str, Array]] = {name: {} for name in specs}
    judgments: dict[str, Array] = {}
    for judged in (each for name in names for each in tertium.read_judged(DATA / name)):
        if not judged.name.endswith("-en"):
            continue
        human = judged.segment_scores()
        texts, references = judged.test_set.systems, judged.test_set.references
        cells = np.argwhere(~np.isnan(human)).tolist()
        hypotheses = [texts[judged.systems[system]][segment] for system, segment in cells]
        ends = references.offsets.tolist()
        theirs = [list(references.flat[ends[segment] : ends[segment + 1]]) for _, segment in cells]
        scores = tertium.score(hypotheses, theirs, list(specs.values()))
        judgments[judged.name] = human[~np.isnan(human)]
        for name, spec in specs.items():
            segments = scores[spec].segments
            values[name][judged.name] = np.asarray(segments)
    return values, judgments


def _print(title: str, values: Values, judgments: Mapping[str, Array]) -> None:
    """Print the mean correlation, its difference from the same metric without the change, and those of each set."""
    random = np.random.default_rng(1)
    lengths = {name: len(its) for name, its in judgments.items()}
    draws = [{name: random.integers(0, count, count) for name, count in lengths.items()} for _ in range(RESAMPLES)]

    def correlate(metric: str, drawn: Mapping[str, Array] | None = None) -> Array:
        every = {name: slice(None) for name in judgments} if drawn is None else drawn
        return np.array(
            [np.corrcoef(values[metric][name][every[name]], its[every[name]])[0, 1] for name, its in judgments.items()]
        )

    print(f"\n{title}: {', '.join(judgments)}")
    resampled = {metric: np.array([correlate(metric, drawn).mean() for drawn in draws]) for metric in values}
    for metric in values:
        base = BASES.get(metric, metric if metric in MEANS else "no such stage")
        found, difference = correlate(metric), resampled[metric] - resampled[base]
        low, high = np.quantile(difference, [0.025, 0.975])
        each = " ".join(f"{value:.3f}" for value in found)
        gain = found.mean() - correlate(base).mean()
        print(f"  {metric:32}{found.mean():.3f}  {gain:+.3f} [{low:+.3f}, {high:+.3f}]  {each}")


if __name__ == "__main__":
    main()
