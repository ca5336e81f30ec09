"""Weights of individual subtrees and chains: the kernel, the file, and the metrics that use it."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import tertium
from tertium import _core
from tertium.errors import InputError, TertiumError
from tertium.metrics.fragment_weights import FragmentWeights, load_fragment_weights, spell_fragment
from tertium.metrics.metric import Batch
from tertium.metrics.signature import write_signature
from tertium.metrics.spec import parse
from tertium.metrics.syntactic import FragmentMetric
from tests.oracle import fragment_weights as oracle
from tests.oracle import fragments

SIZES = 4
HYPOTHESIS = "(S (NP (PRON we)) (VP (V know) (NP (PRON them))))"
REFERENCE = "(S (NP (PRON we)) (VP (V know) (NP (ART the) (N song))))"


def nested(tree: fragments.Tree) -> tuple[Any, ...]:
    """A subtree as keys have it: the label, then the children."""
    return (tree[0], *map(nested, tree[1]))


@pytest.mark.parametrize("chains", [False, True])
@given(source=st.randoms(use_true_random=False))
def test_rows_equal_enumeration(chains: bool, source: random.Random) -> None:
    count = fragments.chains if chains else fragments.subtrees
    forests = [[fragments.make_tree(source, source.randint(1, 9)) for _ in range(source.choice((1, 1, 2)))]]
    forests += [[fragments.make_tree(source, source.randint(1, 9))] for _ in range(source.randint(1, 3))]
    known = {
        (size, key)
        for forest in forests
        for tree in forest
        for size in range(1, SIZES + 1)
        for key in count(tree, size)
        if source.random() < 0.5
    }
    # Eighths are exact, whatever the order of the sum.
    weights = {key: source.randint(1, 40) / 8 for key in sorted(known, key=repr)}
    others = [source.randint(1, 40) / 8 for _ in range(SIZES)]
    spelled = {
        spell_fragment(key if chains else nested(key), chain=chains): weight for (_, key), weight in weights.items()
    }
    core = FragmentWeights(spec="", chains=chains, weights=spelled, others=others).core
    ours, theirs = (
        _core.read_brackets([fragments.write(forest) for forest in some], False, True, False, 1)
        for some in (forests[:1], forests[1:])
    )
    tally = _core.tally_chains if chains else _core.tally_subtrees
    rows = tally(ours, theirs, np.array([0, len(forests) - 1]), SIZES, 1, core)
    expected = oracle.tally(forests[0], forests[1:], count, weights, others)
    assert rows.reshape(SIZES, 5).tolist() == expected


@given(st.lists(st.text(min_size=1).filter(str.strip), min_size=1, max_size=4))
def test_every_word_can_be_spelled(words: list[str]) -> None:
    # What CoNLL-U cannot have in a word is in no tree.
    words = ["".join(word.split()) for word in words]
    text = spell_fragment(words, chain=True)
    rows = [f"{place}\t{word}\t_\t_\t_\t_\t{place - 1}\n" for place, word in enumerate(words, 1)]
    forest = _core.read_conllu(["".join(rows)], False, 1)
    core = FragmentWeights(spec="", chains=True, weights={text: 7.0}, others=[1.0]).core
    row = _core.tally_chains(forest, forest, np.array([0, 1]), len(words), 1, core)[0]
    assert row[-4] == 7


def save(folder: Path, spec: str, weights: dict[str, float], others: list[float]) -> str:
    metric = parse(spec)
    assert isinstance(metric, FragmentMetric)
    path = folder / "mine.toml"
    found = FragmentWeights(spec=metric.settings(), chains=metric.chains, weights=weights, others=others)
    path.write_text(found.to_toml({"sets": ["none"]}), encoding="utf-8")
    return str(path)


@pytest.fixture
def trees(tmp_path: Path) -> str:
    path = tmp_path / "figure2.mrg"
    path.write_text(f"{HYPOTHESIS}\n{REFERENCE}\n", encoding="utf-8")
    return f"stm:depth=2,parser=ptb({path})"


def test_the_figure_of_the_paper_with_weights(trees: str, tmp_path: Path) -> None:
    """PRON counts 3, of which one of two matches; NP -> PRON counts 0.5, of which one of two matches."""
    path = save(tmp_path, trees, {"PRON": 3.0, "(NP PRON)": 0.5}, [1.0, 2.0])
    expected = ((5 + 3) / (5 + 6) + (2 + 2 + 0.5) / (2 + 2 + 1)) / 2
    for spec in (path, f"{trees},fragment_weights={path}"):
        (score,) = tertium.score(["we know them"], ["we know the song"], [spec]).values()
        assert score.value == pytest.approx(expected)
        assert f"fragment_weights={path}" in score.signature
        assert f"|weights:{load_fragment_weights(path).version}|" in score.signature
    explained = tertium.explain("we know them", ["we know the song"], path)
    assert explained.score == pytest.approx(expected)
    assert explained.adjustment == "weighted"
    assert [each.fraction for each in explained.sizes] == pytest.approx([8 / 11, 4.5 / 5])
    assert "sha256:" in load_fragment_weights(path).version
    same = tertium.score(["we know them"], ["we know them"], [path])[path]
    assert same.value == 1


def test_equal_weights_are_no_weights(trees: str, tmp_path: Path) -> None:
    path = save(tmp_path, trees, {"PRON": 1.0, "NP": 1.0}, [1.0])
    found = tertium.score(["we know them"], ["we know the song"], [path, trees])
    assert found[path].value == found[trees].value
    assert "weights:" not in found[trees].signature
    assert "fragment_weights" not in found[trees].signature


def test_another_file_is_another_signature(trees: str, tmp_path: Path) -> None:
    signatures = set()
    for weight in (1.0, 2.0):
        path = save(tmp_path, trees, {"PRON": weight}, [1.0])
        signatures.add(write_signature(parse(path), 1))
    assert len(signatures) == 2


def test_weights_are_for_the_metric_that_they_were_learned_for(tmp_path: Path) -> None:
    path = save(tmp_path, "hwcm", {"the": 2.0}, [1.0])
    for spec, problem in (("stm", "name=hwcm"), ("hwcm:heads=collins", "heads=parser"), ("dstm", "name=hwcm")):
        joint = "," if ":" in spec else ":"
        with pytest.raises(InputError, match=f"with {problem}, and not for .* give the file itself"):
            parse(f"{spec}{joint}fragment_weights={path}")
    # Sizes and what is reported may differ.
    metric = parse(f"hwcm:length=2,report=f1,fragment_weights={path}")
    assert replace(metric) == metric


def tally(spec: str) -> None:
    """Make a metric, and let it tally a segment."""
    nothing = _core.read_conllu([""], False, 1)
    parse(spec).tally(Batch(nothing, nothing, np.array([0, 1])))


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("[fragments]", "[other]", "no weights of subtrees or chains|does not describe a metric"),
        ("format = 1", "format = 2", "are of format 2, and this version reads format 1"),
        ("the = 2.0", "the = 0.0", "a weight is 0"),
        ("the = 2.0", "the = 'much'", "damaged: could not convert"),
        ("the = 2.0", '"(the" = 2.0', "damaged: '\\(the' is not a chain"),
        ("chains = true", "", "lacks 'chains'"),
        ("chains = true", "chains = false", "the weights are not those of chains"),
        ("hwcm:", "bleu:", "setting"),
        ("[fragments]", "fragments]", "not valid TOML"),
    ],
)
def test_what_is_wrong_with_a_file(tmp_path: Path, old: str, new: str, problem: str) -> None:
    path = Path(save(tmp_path, "hwcm", {"the": 2.0}, [1.0]))
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(TertiumError, match=problem):
        tally(f"hwcm:fragment_weights={path}")


@pytest.mark.parametrize("text", ["(NP", "NP)", "((NP) A)", "(NP ())", "()", "A B", "", "(A B) C"])
def test_what_is_not_a_subtree(text: str) -> None:
    with pytest.raises((ValueError, InputError), match=r"subtree|bracket"):
        _ = FragmentWeights(spec="", chains=False, weights={text: 1.0}, others=[1.0]).core


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"none\.toml"):
        parse(f"hwcm:fragment_weights={tmp_path / 'none.toml'}")
