from __future__ import annotations

import pytest
from hypothesis import given

from tertium.syntax import universal
from tertium.syntax.brackets import write_brackets
from tertium.syntax.conllu import UNIVERSAL_TAGS
from tertium.syntax.projection import order_upwards
from tertium.syntax.trees import ROOT, Constituents, Dependencies
from tests.syntax.random_trees import PENN_TAGS, UNIVERSAL_RELATIONS, dependencies, leaves_of
from tests.syntax.test_clear import make


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # English, with Penn's tags.
        (
            "I/PRP/nsubj/2 live/VBP/root/0 in/IN/case/5 the/DT/det/5 city/NN/obl/2 ././punct/2",
            "(S (NP (PRP I)) (VP (VBP live) (PP (IN in) (NP (DT the) (NN city)))) (. .))",
        ),
        (
            "She/PRP/nsubj/4 is/VBZ/cop/4 a/DT/det/4 nurse/NN/root/0",
            "(S (NP (PRP She)) (VP (VBZ is) (NP (DT a) (NN nurse))))",
        ),
        (
            "It/PRP/nsubj/4 is/VBZ/cop/4 very/RB/advmod/4 cold/JJ/root/0",
            "(S (NP (PRP It)) (VP (VBZ is) (ADJP (RB very) (JJ cold))))",
        ),
        (
            "We/PRP/nsubj/4 are/VBP/cop/4 at/IN/case/4 home/NN/root/0",
            "(S (NP (PRP We)) (VP (VBP are) (PP (IN at) (NP (NN home)))))",
        ),
        (
            "Ann/NNP/nmod:poss/3 's/POS/case/1 car/NN/root/0",
            "(NP (NP (NNP Ann) (POS 's)) (NN car))",
        ),
        (
            "He/PRP/nsubj/2 wants/VBZ/root/0 to/TO/mark/4 eat/VB/xcomp/2 and/CC/cc/6 drink/VB/conj/4",
            "(S (NP (PRP He)) (VP (VBZ wants) (S (VP (TO to) (VP (VB eat) (CC and) (VB drink))))))",
        ),
        (
            "by/IN/mark/2 asking/VBG/advcl/4 we/PRP/nsubj/4 learn/VBP/root/0",
            "(S (PP (IN by) (S (VP (VBG asking)))) (NP (PRP we)) (VP (VBP learn)))",
        ),
        (
            "at/IN/case/2 home/NN/root/0 and/CC/cc/5 at/IN/case/5 work/NN/conj/2",
            "(PP (PP (IN at) (NP (NN home))) (CC and) (PP (IN at) (NP (NN work))))",
        ),
        # German, Spanish and Japanese, with universal tags.
        (
            "Ich/PRON/nsubj/5 habe/AUX/aux/5 das/DET/det/4 Buch/NOUN/obj/5 gelesen/VERB/root/0 ./PUNCT/punct/5",
            "(S (NP (PRON Ich)) (VP (AUX habe) (VP (NP (DET das) (NOUN Buch)) (VERB gelesen))) (PUNCT .))",
        ),
        (
            "La/DET/det/2 casa/NOUN/nsubj/6 de/ADP/case/4 Juan/PROPN/nmod/2 es/AUX/cop/6 grande/ADJ/root/0",
            "(S (NP (NP (DET La) (NOUN casa)) (PP (ADP de) (NP (PROPN Juan)))) (VP (AUX es) (ADJP (ADJ grande))))",
        ),
        (
            "Lo/PRON/obj/2 compró/VERB/root/0 ayer/ADV/advmod/2",
            "(S (VP (NP (PRON Lo)) (VERB compró) (ADVP (ADV ayer))))",
        ),
        (
            "Taro/PROPN/nsubj/5 ga/ADP/case/1 hon/NOUN/obj/5 wo/ADP/case/3 yomu/VERB/root/0",
            "(S (PP (NP (PROPN Taro)) (ADP ga)) (VP (PP (NP (NOUN hon)) (ADP wo)) (VERB yomu)))",
        ),
    ],
)
def test_constructions(text: str, expected: str) -> None:
    assert write_brackets(universal.to_constituents(make(text))) == expected


def test_no_words_no_tree() -> None:
    assert universal.to_constituents(Dependencies([], [], [], [])) == Constituents([], [], [])


@given(dependencies(UNIVERSAL_RELATIONS, PENN_TAGS))
def test_any_tree_with_penn_tags_keeps_its_words_in_order(tree: Dependencies) -> None:
    found = universal.to_constituents(tree)
    assert leaves_of(found) == list(tree.words)
    assert [found.labels[leaf] for leaf in found.leaves] == list(tree.tags)


@given(dependencies(UNIVERSAL_RELATIONS, sorted(UNIVERSAL_TAGS)))
def test_any_tree_with_universal_tags_keeps_its_words_in_order(tree: Dependencies) -> None:
    found = universal.to_constituents(tree)
    assert leaves_of(found) == list(tree.words)
    assert [found.labels[leaf] for leaf in found.leaves] == list(tree.tags)


@given(dependencies(UNIVERSAL_RELATIONS, PENN_TAGS))
def test_function_heads_make_a_tree(tree: Dependencies) -> None:
    found = universal.to_function_heads(tree)
    assert len(order_upwards(found.heads)) == len(tree.words)
    assert found.heads.count(ROOT) == tree.heads.count(ROOT)
