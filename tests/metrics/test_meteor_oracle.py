"""METEOR against the oracle, and its pooled references by hand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import tertium
from tertium.alignment import Alignment
from tertium.metrics.meteor import Meteor
from tertium.types import References
from tests.metrics.meteor_scores import OBJECTIVES, score, segments
from tests.metrics.tallying import make_corpus, tally
from tests.oracle import alignment as alignments
from tests.oracle import meteor as oracle
from tests.strategies import Corpus

# Words, and which of them match by each module, besides themselves; WordNet does not know "the".
WORDS = ["the", "dog", "dogs", "happy", "glad", "car", "cars", "automobile", "run", "ran"]
GROUPS = {
    "exact": [],
    "porter": [{"dog", "dogs"}, {"car", "cars"}],
    "wn_stem": [{"dog", "dogs"}, {"car", "cars"}, {"run", "ran"}],
    "wn_synonym": [{"dog", "dogs"}, {"car", "cars", "automobile"}, {"run", "ran"}, {"happy", "glad"}],
}
STAGES = ["exact", "exact+porter", "exact+wn_stem+wn_synonym", "porter+wn_synonym", "wn_synonym"]

hundredths = st.integers(0, 100).map(lambda number: number / 100)


# Against the oracle


def list_candidates(module: str, hypothesis: Sequence[str], reference: Sequence[str]) -> set[alignments.Link]:
    known = [word for word in WORDS if module != "wn_synonym" or word != "the"]
    groups = [*({word} for word in known), *GROUPS[module]]
    return {
        (i, j)
        for i, ours in enumerate(hypothesis)
        for j, theirs in enumerate(reference)
        if any({ours, theirs} <= group for group in groups)
    }


def align(metric: Meteor, hypothesis: str, references: list[str]) -> Alignment:
    return metric.align([hypothesis], References.from_nested([references]))[0]


def by_stage(found: Alignment) -> tuple[frozenset[alignments.Link], ...]:
    return tuple(
        frozenset((link.hypothesis, link.reference) for link in found.links if link.stage == stage)
        for stage in range(len(found.modules))
    )


@st.composite
def metrics(draw: st.DrawFn, references: str = "best") -> Meteor:
    stages = draw(st.sampled_from(STAGES))
    weights = draw(st.one_of(st.just([]), st.tuples(*[hundredths] * (stages.count("+") + 1))))
    return Meteor(
        tokenize="none",
        stages=stages,
        weights="+".join(map(str, weights)),
        alpha=draw(hundredths),
        beta=draw(st.integers(1, 500)) / 100,
        gamma=draw(hundredths),
        delta=draw(hundredths),
        function_words="english",
        alignment=draw(st.sampled_from(OBJECTIVES)),
        references=references,  # type: ignore[arg-type]
        perfect=draw(st.booleans()),
    )


small_texts = st.lists(st.sampled_from(WORDS), max_size=6).map(" ".join)


@st.composite
def small_corpora(draw: st.DrawFn) -> Corpus:
    hypotheses = draw(st.lists(small_texts, min_size=1, max_size=3))
    near = [st.one_of(small_texts, st.permutations(text.split()).map(" ".join)) for text in hypotheses]
    return Corpus(hypotheses, [draw(st.lists(each, min_size=1, max_size=3)) for each in near])


def list_pairs(corpus: Corpus) -> Iterator[tuple[str, list[str]]]:
    return zip(corpus.hypotheses, corpus.references, strict=True)


def measure(metric: Meteor, settings: oracle.Settings, hypothesis: str, reference: str) -> oracle.Statistics:
    """The statistics of the oracle for the alignment that we find, if it is one of the best."""
    ours, theirs = hypothesis.split(), reference.split()
    found = by_stage(align(metric, hypothesis, [reference]))
    stages = [list_candidates(module, ours, theirs) for module in metric.stages.split("+")]
    enumerate_best = (
        alignments.enumerate_min_crossing if metric.alignment == "min-crossing" else alignments.enumerate_min_chunk
    )
    assert found in enumerate_best(stages, len(ours), len(theirs))
    return oracle.tally(ours, theirs, found, settings)


def make_settings(metric: Meteor) -> oracle.Settings:
    modules = metric.stages.split("+")
    weights = list(map(float, metric.weights.split("+"))) if metric.weights else [1.0] * len(modules)
    names = ("alpha", "beta", "gamma", "delta", "perfect")
    return oracle.Settings(weights, **{name: getattr(metric, name) for name in names}, function_words={"the"})


def name_figures(figures: dict[str, float], stages: str) -> dict[str, float]:
    """The oracle's figures by our names."""
    numbered = {f"matches_{number}": f"matches_{name}" for number, name in enumerate(stages.split("+"))}
    return {numbered.get(name, name): value for name, value in figures.items()} | {"unproven": 0}


@given(metric=metrics(), corpus=small_corpora(), threads=st.integers(1, 3))
def test_scores_and_components_equal_the_oracle(metric: Meteor, corpus: Corpus, threads: int) -> None:
    settings = make_settings(metric)
    chosen = []
    for hypothesis, references in list_pairs(corpus):
        rows = [measure(metric, settings, hypothesis, reference) for reference in references]
        number = align(metric, hypothesis, references).number
        scores = [oracle.compute(row, settings)["score"] for row in rows]
        # Scores that are equal but for rounding may be of any of the references.
        assert scores[number] == pytest.approx(max(scores), abs=1e-12)
        assert number == oracle.find_best(rows, settings) or sorted(scores)[-2] > max(scores) - 1e-12
        chosen.append(rows[number])
    spec = metric.settings()
    result = tertium.score(corpus.hypotheses, corpus.references, [spec], threads=threads)[spec]
    expected = [name_figures(oracle.compute(row, settings), metric.stages) for row in chosen]
    whole = name_figures(oracle.compute(oracle.add(chosen), settings), metric.stages)
    assert segments(result) == pytest.approx([figures["score"] for figures in expected], abs=1e-12)
    assert {"score": result.value, **result.components} == pytest.approx(whole, abs=1e-12)
    for name, values in metric.components(result.rows).items():
        assert values.tolist() == pytest.approx([figures[name] for figures in expected], abs=1e-12)


# Pooled references

POOLED = "meteor:tokenize=none,stages=exact,references=pooled"


@pytest.mark.parametrize(
    ("hypothesis", "references", "matches", "chunks", "recall"),
    [
        # More words than in any one reference; the last reference is the best, and so its words are the ones to match.
        ("a b c d", ["a b x", "c d"], 4, 2, 1),
        ("a b c d", ["a b x y", "z c d v w"], 4, 2, 1),
        # A chunk is within one reference.
        ("a b c", ["a x", "y b", "z c v w"], 3, 3, 1),
        # Where the fourth word would cost more by its chunk than it gives, the best reference counts alone.
        ("a b c d", ["a b c", "x b c d", "d"], 3, 1, 1),
        # In the order of any reference.
        ("a b", ["b a", "a b"], 2, 1, 1),
        # A gap ends a chunk.
        ("a x b", ["a b", "a c"], 2, 2, 1),
        ("a", ["b c", "d"], 0, 0, 0),
        ("", ["", "a"], 0, 0, 0),
    ],
)
def test_pooled_references(hypothesis: str, references: list[str], matches: int, chunks: int, recall: float) -> None:
    found = score([hypothesis], [references], POOLED).components
    assert (found["matches"], found["chunks"], found["recall"]) == (matches, chunks, recall)
    assert found["precision"] == (matches / len(hypothesis.split()) if hypothesis else 0)


@given(metric=metrics("pooled"), corpus=small_corpora())
def test_pooled_matches_and_chunks_equal_the_oracle(metric: Meteor, corpus: Corpus) -> None:
    rows = tally(metric, corpus)
    best = tally(replace(metric, references="best"), corpus)
    found = metric.components(rows)
    modules = metric.stages.split("+")
    assert np.all(replace(metric, figure="score").score(rows) >= replace(metric, figure="score").score(best))
    for index, (hypothesis, references) in enumerate(list_pairs(corpus)):
        each = [by_stage(align(metric, hypothesis, [reference])) for reference in references]
        matches, chunks = oracle.count_pooled(len(hypothesis.split()), each)
        if rows[index].tolist() == best[index].tolist():
            continue  # all references together were not better than one
        assert [found[f"matches_{module}"][index] for module in modules] == matches
        forgiven = {chunks, 0} if metric.perfect and chunks == 1 else {chunks}
        assert found["chunks"][index] in forgiven
        assert matches[0] >= max(len(stages[0]) for stages in each)


@given(metric=metrics("pooled"), corpus=small_corpora())
def test_a_pooled_alignment_has_the_links_that_are_scored(metric: Meteor, corpus: Corpus) -> None:
    metric = replace(metric, figure="score")
    rows = tally(metric, corpus)
    for index, (hypothesis, references) in enumerate(list_pairs(corpus)):
        found = align(metric, hypothesis, references)
        assert found.figures["score"] == pytest.approx(metric.score(rows[index]), abs=1e-12)
        counted = metric.components(rows[index])
        by_module = [sum(link.stage == stage for link in found.links) for stage in range(len(found.modules))]
        assert by_module == [counted[f"matches_{module}"] for module in found.modules]
        assert found.crossings == counted["crossings"]
        assert float(counted["chunks"]) in {found.chunks, 0 if metric.perfect and found.chunks == 1 else found.chunks}
        words = [reference.split() for reference in references]
        assert [link.hypothesis for link in found.links] == sorted({link.hypothesis for link in found.links})
        assert len({(link.number, link.reference) for link in found.links}) == len(found.links)
        choice = {link.hypothesis: (link.number, link.reference) for link in found.links}
        starts = [oracle.starts_chunk([choice.get(at, (-1, -1)) for at in range(at + 1)], at) for at in choice]
        assert sum(starts) == found.chunks == len({link.chunk for link in found.links})
        assert [found.linked_word(link) for link in found.links] == [
            words[link.number][link.reference] for link in found.links
        ]


@given(metric=metrics("pooled"), corpus=small_corpora())
def test_no_more_is_matched_than_there_is(metric: Meteor, corpus: Corpus) -> None:
    metric = Meteor(**{**vars_of(metric), "delta": 0.5})
    found = metric.components(tally(metric, corpus))
    for name in ("precision", "recall", "fmean", "f1"):
        assert np.all(found[name] <= 1 + 1e-12)
    lengths = [len(text.split()) for text in corpus.hypotheses]
    assert np.all(found["matches"] <= lengths)
    assert np.all(found["chunks"] <= found["matches"])


def vars_of(metric: Meteor) -> dict[str, object]:
    return {name: value for name, value in vars(metric).items() if not name.startswith("_")}


def test_function_words_do_not_make_pooled_recall_more_than_whole() -> None:
    # The one word of the best reference is a function word, and two content words match elsewhere.
    spec = f"{POOLED},function_words=english,delta=0.75"
    references = ["the", f"cat {'x ' * 20}", f"dog {'x ' * 20}"]
    assert score(["the cat dog"], [references], spec).components["recall"] <= 1


@pytest.mark.parametrize("objective", OBJECTIVES)
def test_a_single_reference_gives_the_same_rows_pooled(objective: str) -> None:
    corpus = make_corpus(200)
    # One segment with two references, so that there is something to pool.
    single = Corpus([*corpus.hypotheses, "a b"], [*([its[0]] for its in corpus.references), ["a", "b"]])
    best, pooled = (
        tally(Meteor(alignment=objective, references=references), single)  # type: ignore[arg-type]
        for references in ("best", "pooled")
    )
    np.testing.assert_array_equal(pooled[:-1], best[:-1])
    assert pooled[-1].tolist() != best[-1].tolist()
