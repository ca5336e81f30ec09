"""How often chance is taken for a characteristic n-gram, on real systems whose outputs change places at random.

The systems of a language pair of WMT 2017 are taken in pairs. *All by chance*: in each segment the two outputs change
places or not, with equal chance. Whatever is then found is false; the share of runs in which anything is found is the
false discovery rate, which should be at most 5 %. *Half by chance*: de-en as it is, and zh-en with outputs that change
places; words of zh-en are marked, so that no n-gram is in both. The mean share of n-grams of zh-en among all that are
found should be at most 5 %.
"""

from __future__ import annotations

import time
from itertools import combinations
from pathlib import Path

import numpy as np

from tertium.contrast import NgramTests, contrast_ngrams
from tertium.text.tokenizers import get_tokenizer

DATA = Path(__file__).parents[2] / "shared" / "data" / "wmt17-toen"
PAIRS = 20
RUNS = 10
RATE = 0.05


def main() -> None:
    """Print the false discovery rate, of right n-grams and of those without a match."""
    if not DATA.is_dir():
        print(f"\nfalse n-grams: NO REAL DATA in {DATA}")
        return
    generator = np.random.default_rng(1)
    german, chinese = read_pair("de-en"), read_pair("zh-en")
    start = time.perf_counter()
    chance = np.array([count_found(german, generator) for _ in range(RUNS)]).reshape(-1, 2)
    real = np.array([count_found(german, None)]).reshape(-1, 2)
    shares = np.array([find_false_shares(german, chinese, generator) for _ in range(RUNS)]).reshape(-1, 2, 2)
    print(f"\nn-grams at a false discovery rate of {RATE:.0%}; {PAIRS} pairs of systems, {RUNS} runs each")
    print(f"  {'':12}{'runs with any, all by chance':>32}{'false share, half by chance':>32}{'found as they are':>20}")
    for place, kind in enumerate(("right", "unmatched")):
        any_found = (chance[:, place] > 0).mean()
        false, found = shares[:, place, 0], shares[:, place, 1]
        share = (false / np.maximum(found, 1)).mean()
        print(f"  {kind:12}{any_found:32.1%}{share:32.2%}{real[:, place].mean():20.1f}")
    print(f"  {len(chance)} runs by chance, {len(shares)} half by chance; {time.perf_counter() - start:.0f} s")


def read_pair(name: str) -> tuple[list[list[str]], list[str]]:
    """Return the outputs of all systems of a language pair, and the references."""
    folder = DATA / name
    systems = [path.read_text(encoding="utf-8").splitlines() for path in sorted(folder.glob("hyp.*.txt"))]
    return systems, (folder / "reference.txt").read_text(encoding="utf-8").splitlines()


def swap(first: list[str], second: list[str], generator: np.random.Generator) -> tuple[list[str], list[str]]:
    """Return both outputs, each segment's exchanged or not."""
    swapped = (generator.random(len(first)) < 0.5).tolist()
    pairs = [(b, a) if turn else (a, b) for a, b, turn in zip(first, second, swapped, strict=True)]
    return [a for a, _ in pairs], [b for _, b in pairs]


def run_test(first: list[str], second: list[str], references: list[str]) -> tuple[NgramTests, NgramTests]:
    """Test the n-grams of two systems."""
    one, two, tokens = (get_tokenizer("13a").tokenize(texts) for texts in (first, second, references))
    return contrast_ngrams((one, two), tokens, np.arange(len(references) + 1), names=("one", "two"), rate=RATE)


def choose_pairs(count: int) -> list[tuple[int, int]]:
    """Return some pairs of systems."""
    pairs = list(combinations(range(count), 2))
    return pairs[:: max(1, len(pairs) // PAIRS)][:PAIRS]


def count_found(
    language: tuple[list[list[str]], list[str]], generator: np.random.Generator | None
) -> list[tuple[int, int]]:
    """Return the numbers of n-grams of both kinds that are found, pair by pair; by chance if there is a generator."""
    systems, references = language
    found = []
    for one, two in choose_pairs(len(systems)):
        pair = systems[one], systems[two]
        tests = run_test(*(swap(*pair, generator) if generator else pair), references)
        found.append((len(tests[0].significant), len(tests[1].significant)))
    return found


def find_false_shares(
    real: tuple[list[list[str]], list[str]], chance: tuple[list[list[str]], list[str]], generator: np.random.Generator
) -> list[list[tuple[int, int]]]:
    """Return the numbers of false n-grams and of all, of both kinds, pair by pair."""
    found = []
    for (one, two), (three, four) in zip(choose_pairs(len(real[0])), choose_pairs(len(chance[0])), strict=True):
        swapped = swap(chance[0][three], chance[0][four], generator)
        marked = [[_mark(text) for text in texts] for texts in (*swapped, chance[1])]
        tests = run_test(real[0][one] + marked[0], real[0][two] + marked[1], real[1] + marked[2])
        found.append([(sum("ǂ" in each.ngram for each in kind.significant), len(kind.significant)) for kind in tests])
    return found


def _mark(text: str) -> str:
    return " ".join(f"ǂ{word}" for word in get_tokenizer("13a").tokenize([text]).to_lists()[0])


if __name__ == "__main__":
    main()
