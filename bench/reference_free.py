"""How formulas over the hypothesis alone agree with people: the table of ``docs/metrics/slor.md``.

Each formula is of the language model or the counts of an index. Figures are Pearson's r with human judgments of English
translations, plain and with the logarithm of length held constant; means over all judged sets. One index has novels and
software help only. The other also has the references of WMT sets, without those of the set that is scored.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from bench.damages.held_out import CORPORA
from bench.pairs import DATA
from tertium.corpus import LanguageModel, Normalisation, PhraseIndex, build_index, open_index
from tertium.meta import read_judged
from tertium.stats.partial import partial_correlation
from tertium.types import Array

CORPUS = ("en-eltec_novels.txt.gz", "en-libreoffice_help.txt.gz")
SETS = (
    ("believability-ad-fl", ("fluency", "adequacy")),
    ("mlqe-eten-2ref", ("",)),
    ("wmt15-daseg", ("",)),
    ("wmt16-daseg", ("",)),
    ("wmt17-toen", ("",)),
)
WITH_REFERENCES = ("wmt12-ranking", "wmt15-daseg", "wmt16-daseg", "wmt17-toen", "wmt21-toen")
WORST = -20.0


@dataclass(frozen=True)
class JudgedTexts:
    """Hypotheses and the judgment of each, of one folder."""

    folder: str
    hypotheses: list[str]
    human: Array


def read_texts() -> Iterator[JudgedTexts]:
    """All judged sets of English translations."""
    for folder, kinds in SETS:
        for judged in read_judged(DATA / folder, unescape=True, check_text=False):
            if judged.name.endswith("-en"):
                for kind in kinds:
                    flat = judged.flat(kind)
                    yield JudgedTexts(folder, list(flat.hypotheses), flat.scores)


def read_references() -> dict[str, list[str]]:
    """The English references of each folder of WMT, each once."""
    found: dict[str, list[str]] = {}
    for folder in WITH_REFERENCES:
        texts = (
            text
            for judged in read_judged(DATA / folder, unescape=True, check_text=False)
            if judged.name.endswith("-en")
            for text in judged.test_set.references.flat
        )
        found[folder] = list(dict.fromkeys(texts))
    return found


def build(place: Path, name: str, lines: Sequence[str]) -> PhraseIndex:
    """An index of the corpus and some more lines."""
    more = place / f"{name}.txt"
    more.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    files = [*(CORPORA / each for each in CORPUS), *([more] if lines else [])]
    build_index(files, place / name, normalisation=Normalisation("en"))
    return open_index(place / name)


def measure(index: PhraseIndex, texts: Sequence[str]) -> dict[str, list[float]]:
    """The value of each text by each formula; higher is better."""
    words = index.normalisation.split_many(texts)
    model = LanguageModel(index)
    counts: dict[str, int | None] = {}
    for order in (2, 3, 4):
        runs = sorted({run for each in words for run in list_runs(each, order)})
        counts |= {run: each.count for run, each in zip(runs, index.count_many(runs, wildcards=False), strict=True)}
    found = defaultdict(list)
    once = -np.log(index.size)
    for each, scores, alone in zip(words, model.score(words), model.score_alone(words), strict=True):
        some = len(each) > 0
        found["SLOR"].append((scores - alone).mean() if some else 0.0)
        found["logarithm by that of the words alone"].append(-scores.sum() / alone.sum() if some else -1.0)
        found["logarithm of the probability, per word"].append(scores.mean() if some else WORST)
        found["its sum"].append(scores.sum())
        found["least probable word"].append(scores.min() if some else WORST)
        for width in (3, 5):
            found[f"least probable {width} words"].append(find_worst(scores, width))
        found["words in the index, share"].append(float((alone > once - 0.1).mean()) if some else 0.0)
        for order in (2, 3, 4):
            seen = [bool(counts[run]) for run in list_runs(each, order)]
            found[f"{order}-grams in the index, share"].append(float(np.mean(seen)) if seen else 0.0)
        found["fewer words"].append(-float(len(each)))
    return dict(found)


def list_runs(words: Sequence[str], order: int) -> list[str]:
    """All runs of so many words."""
    return [" ".join(words[start : start + order]) for start in range(len(words) - order + 1)]


def find_worst(scores: Array, width: int) -> float:
    """The mean of the run with the lowest mean."""
    if len(scores) < width:
        return float(scores.mean()) if len(scores) else WORST
    return float(np.convolve(scores, np.full(width, 1 / width), "valid").min())


def main() -> None:
    """Print the table."""
    if not (DATA.is_dir() and CORPORA.is_dir()):
        sys.exit(f"the study needs {DATA} and {CORPORA}")
    references = read_references()
    sets = list(read_texts())
    with TemporaryDirectory() as name:
        place = Path(name)
        plain = build(place, "plain", [])
        folders = {each.folder for each in sets}
        similar = {}
        for folder in folders:
            others = [line for other, lines in references.items() if other != folder for line in lines]
            similar[folder] = build(place, folder, others)
        rows: dict[str, list[list[float]]] = defaultdict(list)
        for each in sets:
            lengths = np.log1p([len(text.split()) for text in each.hypotheses])
            cells: dict[str, list[float]] = defaultdict(list)
            for index in (plain, similar[each.folder]):
                for formula, values in measure(index, each.hypotheses).items():
                    held = partial_correlation(values, each.human, [lengths], "pearson")
                    cells[formula] += [float(np.corrcoef(values, each.human)[0, 1]), held]
            for formula, cell in cells.items():
                rows[formula].append(cell)
    print(f"Pearson's r, means over {len(sets)} sets: novels and help, equal length; with WMT references, equal length")
    for formula, figures in rows.items():
        print(f"{formula:40}" + "".join(f"{value:8.3f}" for value in np.mean(figures, axis=0)))


if __name__ == "__main__":
    main()
