"""Compares the kernel's alignments with a general solver's: ``python -m tests.oracle.compare_solver 1000``.

Real sentences of WMT21, too long to try all alignments; one stage (exact) and three (exact, Porter stems, synsets of
WordNet), both objectives. The relations are made here, from NLTK, so that only the alignment is compared.
"""

from __future__ import annotations

import re
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, field

from nltk.stem.porter import PorterStemmer

from bench import pairs
from tertium import _core
from tests.oracle import alignment as oracle
from tests.oracle import alignment_solver as solver
from tests.oracle.compare_alignment import OBJECTIVES, Case, Stage, by_stage
from tests.peers import nltk_meteor

BUDGET = 1_000_000


@dataclass
class Result:
    """What a comparison found."""

    compared: int = 0
    proven: int = 0
    too_hard: int = 0
    kernel_seconds: float = 0.0
    solver_seconds: float = 0.0
    differences: list[str] = field(default_factory=list)


def make_case(hypothesis: str, reference: str, stages: int) -> Case:
    """Two segments with one stage, or with three."""
    ours, theirs = split(hypothesis), split(reference)
    words = sorted({*ours, *theirs})
    keys: list[list[set[object]]] = [[{word} for word in words]]
    if stages > 1:
        stemmer = PorterStemmer(PorterStemmer.ORIGINAL_ALGORITHM)
        keys.append([{stemmer.stem(word)} for word in words])
    if stages > 2:
        wordnet = nltk_meteor.load_wordnet()
        keys.append([set(wordnet.synsets(word)) for word in words])
    number = {word: place for place, word in enumerate(words)}
    return Case([number[word] for word in ours], [number[word] for word in theirs], list(map(number_keys, keys)))


def split(text: str) -> list[str]:
    """Words and signs, in lower case."""
    return re.findall(r"\w+|[^\w\s]", text.lower())


def number_keys(keys: Sequence[set[object]]) -> Stage:
    """Keys of any kind as numbers."""
    numbers: dict[object, int] = {}
    return Stage([{numbers.setdefault(key, len(numbers)): 0 for key in its} for its in keys], None)


def compare(name: str, case: Case, objective: str, result: Result) -> None:
    """Adds one comparison to the result."""
    m, n, stages = len(case.hypothesis), len(case.reference), len(case.stages)
    packed = [stage.pack() for stage in case.stages]
    start = time.perf_counter()
    links, crossings, chunks, optimal, bound = _core.align_words(
        case.hypothesis, case.reference, packed, objective, BUDGET
    )
    result.kernel_seconds += time.perf_counter() - start
    result.compared += 1
    result.proven += optimal
    alignment, candidates = by_stage(links, stages), case.candidates()
    start = time.perf_counter()
    try:
        # Where it does not claim to be best it may be worse, but it always has to have the most links.
        if objective == "min-crossing":
            rank = oracle.rank_min_crossing if optimal else oracle.rank_links
            problems = oracle.check_min_crossing(candidates, m, n, alignment, solver.find_best_stage, rank)
            least = solver.find_best_stage(tuple(map(frozenset, alignment[:-1])), candidates[-1]).crossings
        else:
            rank = oracle.rank_min_chunk if optimal else oracle.rank_links
            problems = oracle.check_min_chunk(candidates, m, n, alignment, solver.find_best_min_chunk, rank)
            least = solver.find_best_min_chunk(candidates, m, n).chunks
    except solver.TooHardError:
        result.too_hard += 1
        return
    finally:
        result.solver_seconds += time.perf_counter() - start
    figures = oracle.measure(alignment)
    if (crossings, chunks) != (figures.crossings, figures.chunks):
        problems.append(f"the kernel counts {crossings} crossings, {chunks} chunks: {figures}")
    if bound > least:
        problems.append(f"the bound {bound} is above {least}")
    result.differences += [f"{name}: {problem}" for problem in problems]


def compare_pairs(
    count: int, stages: int, objective: str, hypotheses: Sequence[str], references: Sequence[str]
) -> Result:
    """Compares so many pairs, evenly spread over the systems."""
    result = Result()
    step = max(1, len(hypotheses) // count)
    # Steps that divide 1,000 would take the same segments of each system.
    for number in range(count):
        place = (number * step + number) % len(hypotheses)
        case = make_case(hypotheses[place], references[place], stages)
        compare(f"pair {place}", case, objective, result)
    return result


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000
    if reason := nltk_meteor.why_not():
        sys.stdout.write(f"{reason}: one stage only\n")
    for stages in (1, 3) if not nltk_meteor.why_not() else (1,):
        for objective in OBJECTIVES:
            result = compare_pairs(count, stages, objective, *pairs.load())
            for difference in result.differences[:5]:
                sys.stdout.write(f"{difference}\n")
            sys.stdout.write(
                f"{stages} stages, {objective:12} {result.compared:,} pairs: {len(result.differences)} differences, "
                f"{result.proven / result.compared:.1%} proven, {result.too_hard} too hard for the solver, "
                f"kernel {result.kernel_seconds:.2f} s, solver {result.solver_seconds:.1f} s\n"
            )


if __name__ == "__main__":
    main()
