from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given

from tertium.syntax.brackets import read_brackets
from tertium.syntax.heads import PUNCTUATION, find_heads, to_dependencies
from tertium.syntax.trees import ROOT, Constituents
from tests.syntax.random_trees import constituents, leaves_of

FOLDER = Path(__file__).parent
TREES = read_brackets((FOLDER / "hand_checked.mrg").read_text(encoding="utf-8"))
HEADS = (FOLDER / "hand_checked.heads").read_text(encoding="utf-8").splitlines()


def head_of(text: str) -> str:
    (tree,) = read_brackets(text)
    node = 0
    heads = find_heads(tree)
    while heads[node] != node:
        node = heads[node]
    word = tree.words[node]
    assert word is not None
    return word


def test_there_are_forty_sentences() -> None:
    assert len(TREES) == len(HEADS) == 40


@pytest.mark.parametrize(("tree", "expected"), list(zip(TREES, HEADS, strict=True)))
def test_dependencies_of_our_sentences(tree: Constituents, expected: str) -> None:
    found = to_dependencies(tree)
    pairs = zip(found.words, found.heads, strict=True)
    assert " ".join(f"{word}<{'ROOT' if head == ROOT else found.words[head]}" for word, head in pairs) == expected


def test_the_example_of_the_paper() -> None:
    (tree,) = read_brackets("(S (NP (PRP I)) (VP (VBP have) (NP (DT a) (JJ red) (NN pen))))")
    found = to_dependencies(tree)
    chains = {
        f"{found.words[head]} {word}" for word, head in zip(found.words, found.heads, strict=True) if head != ROOT
    }
    assert chains == {"have I", "have pen", "pen a", "pen red"}
    assert found.relations == ["NP", "root", "DT", "JJ", "NP"]


@pytest.mark.parametrize(
    ("text", "head"),
    [
        # Rules for noun phrases, in their order.
        ("(NP (NNP Ann) (POS 's))", "'s"),
        ("(NP (DT the) (NN oil) (NN price))", "price"),
        ("(NP (DT the) (JJR better) (JJ old))", "better"),
        ("(NP (NP (DT the) (NN lid)) (PP (IN of) (NP (DT a) (NN box))))", "lid"),
        ("(NP ($ $) (CD 5))", "$"),
        ("(NP (CD five) (RB only))", "five"),
        ("(NP (DT the) (JJ poor) (DT all))", "poor"),
        ("(NP (DT these) (PRP ones))", "ones"),
        # Coordination.
        ("(NP (NNS cats) (CC and) (NNS dogs))", "cats"),
        ("(NP (NNS cats) (, ,) (CC and) (NNS dogs))", "cats"),
        ("(NP (CC both) (NNS cats))", "cats"),
        ("(UCP (ADJP (JJ red)) (CC and) (NP (NN wine)))", "red"),
        # The table.
        ("(VP (MD will) (VP (VB go)))", "will"),
        ("(VP (TO to) (VP (VB go)))", "to"),
        ("(S (NP (PRP it)) (VP (VBZ rains)))", "rains"),
        ("(S (VP (VBZ is)) (IN that))", "that"),
        ("(SBAR (IN that) (S (NP (PRP it)) (VP (VBZ rains))))", "that"),
        ("(SBARQ (WHNP (WP what)) (SQ (VBZ is) (NP (PRP it))))", "is"),
        ("(PP (IN out) (IN of) (NP (NN time)))", "of"),
        ("(ADJP (RB very) (JJ red))", "red"),
        ("(QP (RB about) (CD five))", "about"),
        ("(QP (IN over) (CD five))", "over"),
        ("(WHNP (WP$ whose) (NN book))", "whose"),
        ("(FRAG (NN a) (NN b))", "b"),
        ("(NO-SUCH-LABEL (NN a) (NN b))", "a"),
        # Function tags are looked up without them, on both sides.
        ("(NP-SBJ (NP-1 (NN lid)) (PP-LOC (IN of) (NP (NN box))))", "lid"),
        # Punctuation gives way.
        ("(FRAG (NN a) (. .))", "a"),
        ("(PRN (-LRB- -LRB-) (NN a) (-RRB- -RRB-))", "a"),
        ("(NP (NNP Ann) (POS 's) ('' ''))", "'s"),
        ("(X (PRN (: --)) (NN a))", "a"),
        ("(X (: --) (. .))", "--"),
    ],
)
def test_head_words(text: str, head: str) -> None:
    assert head_of(text) == head


def test_depth_is_no_problem() -> None:
    depth = 50_000
    (tree,) = read_brackets("(S " * depth + "(NN a)" + ")" * depth)
    assert to_dependencies(tree).heads == [ROOT]


@given(constituents())
def test_any_tree_gives_one_projective_tree_over_its_words(tree: Constituents) -> None:
    found = to_dependencies(tree)
    assert found.words == leaves_of(tree)
    assert found.heads.count(ROOT) == 1
    for start in range(len(found.heads)):
        seen, word = set(), start
        while word != ROOT:
            assert word not in seen
            seen.add(word)
            word = found.heads[word]


@given(constituents())
def test_punctuation_heads_nothing_where_there_are_words(tree: Constituents) -> None:
    found = to_dependencies(tree)
    if not PUNCTUATION.issuperset(found.tags):
        assert found.tags[found.heads.index(ROOT)] not in PUNCTUATION
        assert all(
            found.tags[head] not in PUNCTUATION or tag in PUNCTUATION
            for tag, head in zip(found.tags, found.heads, strict=True)
            if head != ROOT
        )
