"""The kernel of an explanation: what is too much is refused before it is listed."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given

from tertium.audit.explanation import tree_kernel
from tertium.audit.explanation.explaining import explain
from tertium.audit.explanation.fragments import iterate_pairs, list_productions
from tertium.audit.explanation.tree_kernel import compare_trees, count_common, count_pairs
from tertium.errors import InputError
from tertium.syntax.brackets import read_brackets
from tertium.syntax.fragments import Nodes, join_constituents
from tertium.syntax.trees import Constituents
from tests.report.trees import constituents


def read(text: str) -> Nodes:
    return join_constituents(read_brackets(text), words=False, function_tags=False, lowercase=True)


def repeat(count: int) -> str:
    return f"(S {'(A (X x)) ' * count})"


@given(constituents(), constituents())
def test_pairs_are_counted_as_they_are_listed(one: Constituents, other: Constituents) -> None:
    ours, theirs = (
        list_productions(join_constituents([tree], words=True, function_tags=True, lowercase=False))
        for tree in (one, other)
    )
    assert count_pairs(ours, theirs) == len(list(iterate_pairs(ours, theirs)))


def test_the_limit_itself_is_allowed(monkeypatch: pytest.MonkeyPatch) -> None:
    nodes = read(repeat(9))
    monkeypatch.setattr(tree_kernel, "MOST_PAIRS", 9 * 9 + 1)
    assert count_common(nodes, nodes, 1.0) == 9 * 9 + 2**9
    monkeypatch.setattr(tree_kernel, "MOST_PAIRS", 9 * 9)
    with pytest.raises(InputError, match="82 pairs of equal productions, and 81 is the limit"):
        count_common(nodes, nodes, 1.0)


def test_too_many_pairs_are_never_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tree_kernel, "iterate_pairs", lambda one, other: pytest.fail("pairs were listed"))
    nodes = read(repeat(5000))
    with pytest.raises(InputError, match=r"25,000,001 pairs .* Explain a shorter text, or only score it: tkm "):
        compare_trees(nodes, nodes, 1.0)


@pytest.mark.parametrize("metric", ["tkm", "tkm:words=yes", "dtkm"])
def test_a_text_that_repeats_itself_is_not_explained(metric: str, tmp_path: Path) -> None:
    file = tmp_path / "trees.mrg"
    # Pairs of words with one below each, so that both kinds of trees have productions that repeat.
    file.write_text(f"(S {'(NP (DT x) (NN y)) ' * 2000})", encoding="utf-8")
    text = "x y " * 2000
    separator = "," if ":" in metric else ":"
    with pytest.raises(InputError, match="is too repetitive to be explained"):
        explain(text, [text], f"{metric}{separator}parser=ptb({file})")
