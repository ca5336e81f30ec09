import json
import math
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import tertium
from tertium import _core, samples
from tertium.audit.explanation.explaining import explain
from tertium.audit.explanation.fragments import count_fragments
from tertium.audit.explanation.tree_kernel import compare_trees
from tertium.errors import InputError, SpecError
from tertium.syntax.brackets import read_brackets, write_brackets
from tertium.syntax.conllu import write_conllu
from tertium.syntax.fragments import Nodes, join_constituents, join_dependencies, list_chains, list_subtrees
from tertium.syntax.trees import ROOT, Constituents, Dependencies
from tests.report.trees import constituents, dependencies

NEEDS_SPACY = pytest.mark.skipif(
    find_spec("spacy") is None, reason="NO SPACY: pip install 'tertium[syntax]' to parse text"
)
OFFSETS = np.array([0, 2], dtype=np.int64)
LABELS = st.sampled_from(["S", "NP", "VP", "NP-SBJ"])

# Liu and Gildea 2005, figure 2.
FIGURE = (
    "(S (NP (PRON I)) (VP (V saw) (NP (PRON her))))",
    "(S (NP (PRON I)) (VP (V saw) (NP (ART a) (N girl))))",
)
TEXTS = ("I saw her", "I saw a girl")


@pytest.fixture
def figure(tmp_path: Path) -> str:
    """A parser that knows the trees of the figure."""
    file = tmp_path / "figure.mrg"
    file.write_text("\n".join(FIGURE), encoding="utf-8")
    return f"ptb({file})"


def segment_score(hypothesis: str, references: list[str], metric: str) -> float:
    segments = tertium.score([hypothesis], [references], [metric])[metric].segments
    assert segments is not None
    return float(segments[0])


def test_the_figure_of_the_paper(figure: str) -> None:
    found = explain(TEXTS[0], [TEXTS[1]], f"stm:depth=3,parser={figure}")
    assert [(each.matched, each.count) for each in found.sizes] == [(6, 7), (3, 4), (1, 2)]
    assert [each.fraction for each in found.sizes] == pytest.approx([6 / 7, 3 / 4, 1 / 2])
    assert round(found.score, 3) == 0.702
    fragments = {each.text: each for each in found.fragments}
    assert fragments["PRON"].count == 2
    assert fragments["PRON"].clipped == 1
    assert fragments["(NP PRON)"].references == [1]
    assert [each.text for each in found.missing] == ["PRON", "(NP PRON)", "(VP V (NP PRON))"]
    assert "(S (NP PRON) (VP V NP))" in [each.text for each in found.matched]
    assert [each.text for each in found.lacking] == ["ART", "N", "(NP ART N)", "(VP V (NP ART N))"]


def test_the_trees_of_the_figure_are_marked(figure: str) -> None:
    hypothesis, reference = explain(TEXTS[0], [TEXTS[1]], f"stm:depth=3,parser={figure}").trees
    assert (hypothesis.side, reference.side) == (-1, 0)
    # S, NP, PRON, VP, V, NP, PRON: of what occurs twice, the first matches.
    assert list(hypothesis.marks.values()) == [
        "matched",
        "matched",
        "matched",
        "partly",
        "matched",
        "partly",
        "missing",
    ]
    assert reference.marks[6] == "missing"


def test_data_has_the_trees(figure: str) -> None:
    data = json.loads(json.dumps(explain(TEXTS[0], [TEXTS[1]], f"stm:depth=3,parser={figure}").to_dict()))
    assert data["trees"][0]["labels"] == ["S", "NP", "PRON", "VP", "V", "NP", "PRON"]
    assert data["trees"][0]["marks"]["6"] == "missing"
    assert data["sizes"][0] == {"size": 1, "count": 7, "matched": 6, "fraction": pytest.approx(6 / 7)}


@NEEDS_SPACY
def test_chains_of_a_red_pen() -> None:
    found = explain("I have a red pen", ["I have a pen"], "hwcm:length=2")
    chains = [each.text for each in found.fragments if each.size == 2]
    assert sorted(chains) == ["have → i", "have → pen", "pen → a", "pen → red"]
    assert [each.text for each in found.missing] == ["red", "pen → red"]


SPECS = [
    "stm", "stm:depth=2,words=yes", "stm:report=recall,epsilon=0.001", "stm:report=f1,effective=no", "dstm",
    "dstm:depth=2,lowercase=no", "hwcm", "hwcm:length=3,weights=1+2+1", "tkm", "tkm:decay=0.4", "dtkm", "bleu",
    "bleu:order=2,lowercase", "meteor", "meteor-1.5",
]  # fmt: skip


@NEEDS_SPACY
@pytest.mark.parametrize("spec", SPECS)
def test_the_score_is_that_of_the_segment(spec: str) -> None:
    hypotheses = samples.read_lines("system.literal.txt")[:3]
    references = [samples.read_lines(f"reference.{name}.txt")[:3] for name in "AB"]
    pairs = [(hypothesis, [reference[at] for reference in references]) for at, hypothesis in enumerate(hypotheses)]
    for hypothesis, candidates in [*pairs, ("", ["a"]), ("A dog.", ["a dog."])]:
        found = explain(hypothesis, candidates, spec)
        assert found.score == pytest.approx(segment_score(hypothesis, candidates, spec), abs=1e-12)
        json.dumps(found.to_dict(), allow_nan=False)
        if found.kernels:
            assert max(kernel.cosine for kernel in found.kernels) == pytest.approx(found.score, abs=1e-12)


@NEEDS_SPACY
@pytest.mark.parametrize("spec", ["stm", "stm:depth=2,words=yes", "dstm", "hwcm", "bleu"])
def test_the_fractions_are_those_of_the_counts(spec: str) -> None:
    hypothesis = samples.read_lines("system.neural.txt")[0]
    references = [samples.read_lines(f"reference.{name}.txt")[0] for name in "AB"]
    found = explain(hypothesis, references, spec)
    assert [each.size for each in found.sizes] == list(range(1, len(found.sizes) + 1))
    for each in found.sizes:
        same = [fragment for fragment in found.fragments if fragment.size == each.size]
        assert each.count == sum(fragment.count for fragment in same)
        assert each.matched == sum(fragment.clipped for fragment in same)
        if each.matched:
            assert each.fraction == pytest.approx(each.matched / each.count)


def totals(nodes: list[Nodes], *, chains: bool) -> list[tuple[int, int]]:
    found = [list_chains(each, 4) if chains else list_subtrees(each, 4) for each in nodes]
    fragments, _ = count_fragments(found[0], found[1:])
    return [
        (
            sum(each.clipped for each in fragments if each.size == size),
            sum(each.count for each in fragments if each.size == size),
        )
        for size in range(1, 5)
    ]


@given(st.lists(constituents(LABELS), min_size=3, max_size=3), st.booleans(), st.booleans())
def test_constituents_are_counted_as_the_core_counts(trees: list[Constituents], words: bool, tags: bool) -> None:
    nodes = [join_constituents([tree], words=words, function_tags=tags, lowercase=True) for tree in trees]
    forest = [_core.read_brackets([write_brackets(tree)], words, tags, True, 1) for tree in trees]
    both = _core.read_brackets([write_brackets(tree) for tree in trees[1:]], words, tags, True, 1)
    row = _core.tally_subtrees(forest[0], both, OFFSETS, 4, 1)[0]
    assert [(row[5 * size], row[5 * size + 1]) for size in range(4)] == totals(nodes, chains=False)
    for decay in (1.0, 0.3):
        cosine = _core.tally_kernel(forest[0], both, OFFSETS, decay, 1)[0][0]
        found = [compare_trees(nodes[0], other, decay).cosine for other in nodes[1:]]
        assert max(found) == pytest.approx(cosine, abs=1e-12)


@given(st.lists(dependencies(), min_size=3, max_size=3))
def test_dependencies_are_counted_as_the_core_counts(trees: list[Dependencies]) -> None:
    # Words that repeat, so that something matches, and that any format can hold.
    trees = [
        Dependencies([f"w{len(word) % 3}" for word in tree.words], ["X"] * len(tree.words), tree.heads, tree.tags)
        for tree in trees
    ]
    trees = [Dependencies(tree.words, tree.tags, tree.heads, ["r"] * len(tree.words)) for tree in trees]
    nodes = [join_dependencies([tree], lowercase=True) for tree in trees]
    ours = _core.read_conllu([write_conllu(trees[0])], True, 1)
    theirs = _core.read_conllu([write_conllu(tree) for tree in trees[1:]], True, 1)
    for chains, tally in ((False, _core.tally_subtrees), (True, _core.tally_chains)):
        row = tally(ours, theirs, OFFSETS, 4, 1)[0]
        assert [(row[5 * size], row[5 * size + 1]) for size in range(4)] == totals(nodes, chains=chains)


def test_kernels_of_trees_of_any_depth() -> None:
    depth = 3000
    chain = Nodes(["a"] * depth, [ROOT, *range(depth - 1)], [None] * depth)
    small = Nodes(["a"] * 40, [ROOT, *range(39)], [None] * 40)
    assert list_chains(small, 3)[-1].text == "a → a → a"
    assert compare_trees(small, small, 1.0).cosine == pytest.approx(1)
    assert chain.downwards == list(range(depth))
    (bush,) = read_brackets("(S " + "(NP (DT a) (NN b)) " * 400 + ")")
    nodes = join_constituents([bush], words=False, function_tags=False, lowercase=True)
    found = compare_trees(nodes, nodes, 1.0)
    assert found.cosine == pytest.approx(1)
    assert found.log_common == pytest.approx(400 * math.log(2))


def test_brackets_in_words_are_no_brackets() -> None:
    tree = Dependencies(["(", "a", ")"], ["X"] * 3, [1, ROOT, 1], ["r"] * 3)
    texts = [each.text for each in list_subtrees(join_dependencies([tree], lowercase=True), 2)]
    assert "(a -LRB- -RRB-)" in texts


def test_alignments_are_given() -> None:
    found = explain("the cat sat", ["a dog", "the cat sits"], "meteor")
    assert found.alignment is not None
    assert found.alignment.number == 1
    assert found.to_dict()["alignment"]["links"]


@pytest.mark.parametrize(
    ("references", "metric", "error", "message"),
    [
        ([], "stm", InputError, "no reference"),
        ("a text", "stm", InputError, "the references"),
        ([3], "stm", InputError, "int"),
        (["a"], "blend", SpecError, "Use one of: "),
        (["a"], "nothing", SpecError, "no metric"),
        (["a"], "stm:parser=nothing", SpecError, "no parser"),
    ],
)
def test_what_cannot_be_explained_is(references: object, metric: str, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        explain("a", references, metric)  # type: ignore[arg-type]
