"""The syntactic metrics: the paper's examples, enumeration, settings, and real parses."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import tertium
from tertium import _core, samples
from tertium.errors import InputError, SpecError
from tertium.metrics.metric import Batch, Metric
from tertium.metrics.spec import parse
from tests.oracle import fragments as oracle

ALL = ["stm", "dstm", "hwcm", "tkm", "dtkm"]
HYPOTHESIS = "(S (NP (PRON i)) (VP (V saw) (NP (PRON it))))"
REFERENCE = "(S (NP (PRON i)) (VP (V saw) (NP (ART a) (N dog))))"
PEN = [("I", 2), ("have", 0), ("a", 5), ("red", 5), ("pen", 2)]


def conllu(words: Sequence[tuple[str, int]]) -> str:
    rows = (f"{number}\t{word}\t_\t_\t_\t_\t{head}\t_\t_\t_\n" for number, (word, head) in enumerate(words, 1))
    return "".join(rows)


def tally(metric: Metric, hypothesis: str, references: Sequence[str]) -> np.ndarray:
    def read(texts: Sequence[str]) -> _core.Forest:
        if metric.name in ("stm", "tkm"):
            return _core.read_brackets(texts, getattr(metric, "words", False), False, True, 1)
        return _core.read_conllu(texts, True, 1)

    return metric.tally(Batch(read([hypothesis]), read(references), np.array([0, len(references)])))


def test_figure_2_of_the_paper() -> None:
    metric = parse("stm:depth=3")
    row = tally(metric, HYPOTHESIS, [REFERENCE])
    found = metric.components(row[0])
    assert [found[f"fraction{depth}"] for depth in (1, 2, 3)] == pytest.approx([6 / 7, 3 / 4, 1 / 2])
    assert metric.score(row)[0] == pytest.approx((6 / 7 + 3 / 4 + 1 / 2) / 3)
    assert round(float(metric.score(row)[0]), 3) == 0.702


def test_chains_of_i_have_a_red_pen() -> None:
    metric = parse("hwcm:length=4")
    blue = [("blue" if word == "red" else word, head) for word, head in PEN]
    row = tally(metric, conllu(PEN), [conllu(blue)])
    found = metric.components(row[0])
    assert [found[f"fragments{length}"] for length in (1, 2, 3, 4)] == [5, 4, 2, 0]
    assert [found[f"fraction{length}"] for length in (1, 2, 3)] == [4 / 5, 3 / 4, 1 / 2]
    assert metric.score(row)[0] == pytest.approx((4 / 5 + 3 / 4 + 1 / 2) / 3)


def test_the_kernel_of_trees_done_by_hand() -> None:
    metric = parse("tkm:words=yes")
    assert metric.score(tally(metric, "(S (A a) (B b))", ["(S (A a) (B c))", "(T (B b))"]))[0] == pytest.approx(0.5)
    assert metric.score(tally(parse("dtkm"), conllu(PEN), [conllu(PEN)]))[0] == 1


def test_large_trees_have_a_kernel() -> None:
    text = "(S " * 100 + "(NP (D the) (N cat)) " * 100 + ")" * 100
    metric = parse("tkm:words=yes")
    assert metric.score(tally(metric, text, [text]))[0] == pytest.approx(1, abs=1e-12)


def test_counts_and_kernels_equal_enumeration() -> None:
    # `python -m tests.oracle.fragments 5000` tries more.
    assert list(oracle.list_differences(1_500, seed=1)) == []


@given(st.lists(st.tuples(*[st.integers(0, 9)] * 4), min_size=3, max_size=3), st.floats(0, 0.1), st.booleans())
def test_scores_are_means_of_fractions(counts: list[tuple[int, ...]], epsilon: float, effective: bool) -> None:
    sizes = [(min(size[:2]), size[1], min(size[2:]), size[3], size[1] + size[3] > 0) for size in counts]
    row = np.array(sizes, float).ravel()
    wanted = {
        "precision": [(matches, ours) for matches, ours, _, _, _ in sizes],
        "recall": [(near, theirs) for _, _, near, theirs, _ in sizes],
        "f1": [(2 * near, ours + theirs) for _, ours, near, theirs, _ in sizes],
    }
    for report, pairs in wanted.items():
        metric = parse(f"stm:depth=3,report={report},epsilon={epsilon!r},effective={'yes' if effective else 'no'}")
        present = [ours + theirs > 0 for _, ours, _, theirs, _ in sizes]
        values = [
            (part / whole if whole and part else epsilon) * has
            for (part, whole), has in zip(pairs, present, strict=True)
        ]
        divisor = sum(present) if effective else 3
        assert float(metric.score(row)) == pytest.approx(sum(values) / divisor if divisor else 0)


@pytest.mark.parametrize("spec", ["stm", "stm:epsilon=0.001", "stm:report=f1", "stm:report=recall", "hwcm", "tkm"])
@given(source=st.randoms(use_true_random=False))
def test_the_order_of_references_does_not_matter(spec: str, source: random.Random) -> None:
    metric = parse(spec)
    forests = [_core.read_brackets(texts, False, True, False, 1) for texts in make_texts(source)]
    rows = [metric.tally(Batch(forests[0], each, np.array([0, 3]))) for each in forests[1:3]]
    assert rows[0].tolist() == rows[1].tolist()


@pytest.mark.parametrize("spec", ["stm", "stm:epsilon=0.001", "hwcm", "hwcm:effective=no", "tkm"])
@given(source=st.randoms(use_true_random=False))
def test_another_reference_never_hurts(spec: str, source: random.Random) -> None:
    metric = parse(spec)
    hypothesis, three, _, two = (_core.read_brackets(texts, False, True, False, 1) for texts in make_texts(source))
    more = metric.score(metric.tally(Batch(hypothesis, three, np.array([0, 3]))))
    assert more >= metric.score(metric.tally(Batch(hypothesis, two, np.array([0, 2])))) - 1e-12


def make_texts(source: random.Random) -> list[list[str]]:
    """A hypothesis; three references; the same from the last to the first; and the first two."""
    texts = [oracle.write([oracle.make_tree(source, source.randint(1, 8))]) for _ in range(4)]
    return [texts[:1], texts[1:], texts[:0:-1], texts[1:3]]


def test_what_repeats_itself_too_much_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(type(parse("tkm")), "batch_size", 2)
    segments = ["a", "b", "x " * 5000, "c"]
    trees = ["(S (A a))", "(S (B b))", f"(S {'(A (X x)) ' * 5000})", "(S (C c))"]
    path = tmp_path / "trees.mrg"
    path.write_text("\n".join(trees), encoding="utf-8")
    with pytest.raises(InputError, match=r"segment 3 of the hypotheses repeats itself .* Leave the segment out"):
        tertium.score(segments, segments, [f"tkm:parser=ptb({path})"])


def test_segments_without_words_do_not_count() -> None:
    metric = parse("tkm")
    assert tally(metric, "", [""]).tolist() == [[0, 0]]
    assert tally(metric, "", ["(S (A a))"]).tolist() == [[0, 1]]


def test_weights_are_by_size() -> None:
    row = tally(parse("stm:depth=3"), HYPOTHESIS, [REFERENCE])
    assert parse("stm:depth=3,weights=0+0+2").score(row)[0] == 0.5
    assert parse("stm:depth=3,weights=1+1+0").score(row)[0] == pytest.approx((6 / 7 + 3 / 4) / 2)


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("stm:depth=0", "counts up to 0 levels. Give 1 to 20"),
        ("hwcm:length=21", "counts up to 21 levels. Give 1 to 20"),
        ("stm:weights=1+2", "4 sizes and 2 weights. Give one per size"),
        ("stm:weights=a", "are not numbers. Write one per size"),
        ("stm:weights=0+0+0+0", "or all 0"),
        ("dstm:epsilon=2", "epsilon of dstm is 2"),
        ("tkm:decay=0", "decay of tkm is 0. Give a number above 0"),
    ],
)
def test_what_is_wrong_with_a_spec(spec: str, message: str) -> None:
    with pytest.raises(SpecError) as caught:
        parse(spec)
    assert message in str(caught.value)


def test_an_unknown_parser_lists_those_there_are() -> None:
    with pytest.raises(SpecError, match="spacy"):
        tertium.score(["a"], ["a"], ["stm:parser=collins"])


# With the parser


@pytest.fixture(scope="module")
def spacy() -> None:
    pytest.importorskip("spacy", reason="the extra 'syntax' is not installed")


@pytest.mark.usefixtures("spacy")
def test_grammar_counts_where_bleu_sees_words() -> None:
    systems = {"have the": ["I have the dog."], "dog i had": ["A dog I had."]}
    scores = {name: tertium.score(text, ["I had a dog."], ["stm", "bleu"]) for name, text in systems.items()}
    stm, bleu = ({name: score[spec].segments[0] for name, score in scores.items()} for spec in ("stm", "bleu"))
    assert stm["have the"] > stm["dog i had"]
    assert bleu["have the"] < bleu["dog i had"]


@pytest.mark.usefixtures("spacy")
def test_a_sentence_is_like_itself() -> None:
    text = Path(samples.path("reference.A.txt")).read_text(encoding="utf-8").splitlines()
    for spec, score in tertium.score(text, text, ALL).items():
        assert score.segments == pytest.approx(np.ones(len(text)), abs=1e-12), spec


@pytest.mark.usefixtures("spacy")
def test_every_statistic_comes_with_it() -> None:
    text = Path(samples.path("system.literal.txt")).read_text(encoding="utf-8").splitlines()
    references = Path(samples.path("reference.A.txt")).read_text(encoding="utf-8").splitlines()
    result = tertium.score(text, references, ["hwcm", "stm:report=f1"], confidence=0.95, threads=2)
    for score in result.values():
        assert score.interval is not None
        assert 0 < score.interval.low <= score.value <= score.interval.high < 1
        assert "|parser:spacy 3." in score.signature
    assert tertium.score(text, references, ["hwcm"], threads=1)["hwcm"].rows.tolist() == result["hwcm"].rows.tolist()


@pytest.mark.usefixtures("spacy")
def test_nothing_scores_nothing() -> None:
    for spec, score in tertium.score(["", "a dog"], ["a dog", ""], ALL).items():
        assert score.segments == pytest.approx([0, 0]), spec


def test_a_parse_that_is_no_tree_names_the_segment() -> None:
    with pytest.raises(InputError, match="a parse that cannot be used"):
        _core.read_brackets(["(S (NP x))", "(S"], False, False, True, 1)
