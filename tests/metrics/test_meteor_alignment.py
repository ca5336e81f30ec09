"""METEOR's alignments against all there are, against a general solver, and against METEOR 1.5."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium import metrics
from tests.oracle import alignment as oracle
from tests.oracle.compare_alignment import OBJECTIVES, Case, compare, list_differences, make_case
from tests.peers import meteor_jar, nltk_meteor

LETTERS = "abcd"
# Of the same stems in every version of Snowball: since its version 3 `university` and `universe` are no longer of one.
FORMS = ["dog", "dogs", "run", "runs", "running", "cat", "cats", "house", "houses", "the"]


@pytest.fixture(scope="module")
def solver() -> Any:
    """The oracle for long segments, which skips where its library is absent."""
    from tests.oracle import alignment_solver

    return alignment_solver


def match(hypothesis: str, reference: str) -> set[oracle.Link]:
    """Candidates between equal words."""
    words = reference.split()
    return {(i, j) for i, ours in enumerate(hypothesis.split()) for j, theirs in enumerate(words) if ours == theirs}


@pytest.mark.parametrize(
    ("hypothesis", "reference", "fewest_crossings", "fewest_chunks"),
    [
        ("a b", "b a", (1, 2), (1, 2)),
        ("a b a", "a b", (0, 1), (0, 1)),
        # Here the objectives differ: crossings keep equal words in order, chunks do not.
        ("a b a", "a a b", (1, 3), (2, 2)),
        ("a", "b", (0, 0), (0, 0)),
        ("", "a", (0, 0), (0, 0)),
    ],
)
def test_the_oracle_knows_cases_done_by_hand(
    hypothesis: str, reference: str, fewest_crossings: tuple[int, int], fewest_chunks: tuple[int, int]
) -> None:
    stages, m, n = [match(hypothesis, reference)], len(hypothesis.split()), len(reference.split())
    for find, expected in (
        (oracle.enumerate_min_crossing, fewest_crossings),
        (oracle.enumerate_min_chunk, fewest_chunks),
    ):
        (found,) = find(stages, m, n)
        figures = oracle.measure(found)
        assert (figures.crossings, figures.chunks) == expected


def test_of_equal_alignments_the_oracle_takes_the_leftmost() -> None:
    assert oracle.enumerate_min_crossing([match("a", "b a a")], 1, 3) == {(frozenset({(0, 1)}),)}


def test_later_stages_keep_to_words_that_are_free() -> None:
    # The exact stage takes (0, 0), though the second could then have mapped both words.
    stages = [{(0, 0)}, {(0, 1), (1, 0)}]
    assert oracle.enumerate_min_crossing(stages, 2, 2) == {(frozenset({(0, 0)}), frozenset())}
    assert oracle.enumerate_min_chunk(stages, 2, 2) == {(frozenset({(0, 0)}), frozenset())}


def test_the_oracle_finds_fault_with_what_is_not_best() -> None:
    stages = [match("a b a", "a b")]
    assert not oracle.check_min_crossing(stages, 3, 2, [{(0, 0), (1, 1)}])
    for worse in ([{(2, 0), (1, 1)}], [{(0, 0)}], [{(0, 0), (0, 1)}], [{(0, 1)}], []):
        assert oracle.check_min_crossing(stages, 3, 2, worse)
        assert oracle.check_min_chunk(stages, 3, 2, worse)


def test_the_oracles_agree(solver: Any) -> None:
    draw = random.Random(11)
    for _ in range(150):
        case = make_case(draw)
        candidates, m, n = case.candidates(), len(case.hypothesis), len(case.reference)
        assert solver.solve_min_crossing(candidates, m, n) in oracle.enumerate_min_crossing(candidates, m, n), case
        assert solver.solve_min_chunk(candidates, m, n) in oracle.enumerate_min_chunk(candidates, m, n), case


def test_the_kernel_finds_what_trying_all_finds() -> None:
    # `python -m tests.oracle.compare_alignment 20000` tries more.
    assert list(list_differences(1_500, seed=1)) == []


@pytest.mark.parametrize("objective", OBJECTIVES)
@given(source=st.randoms(use_true_random=False))
def test_the_kernel_finds_what_trying_all_finds_in_shrinkable_cases(objective: str, source: random.Random) -> None:
    case: Case = make_case(source)
    assert compare(case, objective) == [], case


@pytest.mark.parametrize("objective", OBJECTIVES)
@pytest.mark.parametrize("stages", [1, 3])
def test_the_kernel_finds_what_the_solver_finds_in_long_sentences(
    solver: Any, made_data: Path, stages: int, objective: str
) -> None:
    if stages == 3:
        nltk_meteor.require()
    from tests.oracle.compare_solver import compare_pairs

    # `python -m tests.oracle.compare_solver 1000` compares more, and real ones.
    folder = made_data / "wmt17-toen" / "de-en"
    lines = [(folder / name).read_text(encoding="utf-8").splitlines() for name in ("hyp.emil.txt", "reference.txt")]
    texts = ([" ".join(each[at : at + 3]) for at in range(len(each) - 3)] for each in lines)
    result = compare_pairs(60, stages, objective, *texts)
    assert result.differences == []
    assert result.proven == result.compared


@pytest.mark.parametrize("objective", OBJECTIVES)
@given(
    hypothesis=st.lists(st.sampled_from(LETTERS), max_size=7).map(" ".join),
    reference=st.lists(st.sampled_from(LETTERS), max_size=7).map(" ".join),
)
def test_alignments_of_texts_are_best_and_say_so(objective: str, hypothesis: str, reference: str) -> None:
    found = metrics.align(hypothesis, reference, f"meteor:tokenize=none,stages=exact,alignment={objective}")
    links = {(link.hypothesis, link.reference) for link in found.links}
    check = oracle.check_min_crossing if objective == "min-crossing" else oracle.check_min_chunk
    m, n = len(hypothesis.split()), len(reference.split())
    assert check([match(hypothesis, reference)], m, n, [links]) == []
    assert len(links) == len(found.links)
    assert (found.crossings, found.chunks) == (oracle.count_crossings(links), oracle.count_chunks(links))
    assert found.optimal
    assert found.bound == (found.crossings if objective == "min-crossing" else found.chunks)
    assert len({link.chunk for link in found.links}) == found.chunks


def make_segments(words: list[str], count: int, seed: int) -> tuple[list[str], list[list[str]]]:
    """Random segments, one reference each, never empty."""
    draw = random.Random(seed)
    texts = [" ".join(draw.choices(words, k=draw.randint(1, 12))) for _ in range(2 * count)]
    return texts[:count], [[text] for text in texts[count:]]


def test_as_many_links_and_no_more_chunks_than_meteor_1_5() -> None:
    meteor_jar.require()
    hypotheses, references = make_segments([*LETTERS, "e", "f", "g", "h"], 400, seed=3)
    spec = "meteor:tokenize=none,stages=exact,alignment=min-chunk"
    equal = 0
    for text, its, theirs in zip(
        hypotheses, references, meteor_jar.score(hypotheses, references).segments, strict=True
    ):
        ours = metrics.align(text, its, spec)
        assert len(ours.links) == sum(theirs.matches)
        assert ours.chunks <= theirs.chunks
        equal += ours.chunks == theirs.chunks
        if theirs.matches[0]:
            assert ours.figures["precision"] == pytest.approx(theirs.precision, abs=1e-9)
            assert ours.figures["recall"] == pytest.approx(theirs.recall, abs=1e-9)
        whole = theirs.chunks == 1 and theirs.matches[0] == theirs.length == theirs.reference_length
        if ours.chunks == theirs.chunks and not whole:
            assert ours.figures["score"] == pytest.approx(theirs.score, abs=1e-9)
    # It searches with a beam, so it may have more chunks than there need be; mostly it has not.
    assert equal > 350


def test_links_by_stems_are_no_fewer_than_those_of_meteor_1_5() -> None:
    meteor_jar.require()
    hypotheses, references = make_segments(FORMS, 400, seed=4)
    spec = "meteor:tokenize=none,stages=exact+snowball,alignment=min-chunk"
    theirs = meteor_jar.score(hypotheses, references, meteor_jar.STEMS).segments
    for text, its, segment in zip(hypotheses, references, theirs, strict=True):
        ours = metrics.align(text, its, spec)
        by_stage = tuple(sum(link.stage == stage for link in ours.links) for stage in (0, 1))
        assert by_stage >= segment.matches, (text, its)
        if by_stage == segment.matches:
            assert ours.chunks <= segment.chunks, (text, its)


def test_what_we_say_of_meteor_1_5_is_so() -> None:
    meteor_jar.require()
    hypotheses = ["dogs dogs", "dogs", "dogs dogs run", "a b", "", "x", "a b"]
    references = [["dog"], ["dog"], ["dog run"], ["a b"], ["a"], ["y"], ["a c", "c b", "a b d", "a b e"]]
    found = meteor_jar.score(hypotheses, references, meteor_jar.STEMS)
    # A stem that could be mapped in two ways is mapped only where that makes no further chunk.
    assert [segment.matches for segment in found.segments[:3]] == [(0, 0), (0, 1), (1, 1)]
    # Nothing in common, or nothing at all, is 0; a whole match has no penalty.
    assert [segment.score for segment in found.segments[3:6]] == [1.0, 0.0, 0.0]
    # The best reference, the first of equals.
    assert (found.segments[6].reference_length, found.segments[6].matches) == (3, (2, 0))
    # Sums, but for the chunk of a whole match: here segments 1 (by stem) and 3.
    assert [segment.chunks for segment in found.segments] == [0, 1, 1, 1, 0, 0, 1]
    assert found.figures["Chunks"] == 2
    matches = sum(sum(segment.matches) for segment in found.segments)
    precision = matches / sum(segment.length for segment in found.segments)
    recall = matches / sum(segment.reference_length for segment in found.segments)
    fmean = 10 * precision * recall / (recall + 9 * precision)
    assert found.score == pytest.approx(fmean * (1 - 0.5 * (2 / matches) ** 3), abs=1e-12)


def test_nltk_looks_up_stems_in_wordnet() -> None:
    nltk_meteor.require()
    found = nltk_meteor.score_segments(["happy", "big", "car"], [["glad"], ["large"], ["auto"]])
    assert found == [0.0, 0.0, 0.5]
