"""Trees that Hypothesis draws: any shape, any words, labels that mean something to converters and some that do not."""

from __future__ import annotations

from hypothesis import strategies as st

from tertium.syntax.trees import ROOT, Constituents, Dependencies
from tests.strategies import PIECES

LABELS = {
    "relations": """
        nsubj nsubjpass csubj expl dobj pobj dative attr acomp oprd prep agent pcomp aux auxpass mark advmod neg amod
        nummod compound nmod poss case det predet preconj quantmod npadvmod appos relcl acl advcl ccomp xcomp conj cc
        prt punct intj parataxis dep ROOT _ meta
    """,
    "universal relations": """
        nsubj nsubj:pass csubj expl obj iobj obl obl:agent nmod nmod:poss nmod:unmarked case cop aux aux:pass mark
        advmod amod nummod compound compound:prt flat fixed appos acl acl:relcl advcl ccomp xcomp conj cc cc:preconj det
        det:predet punct discourse parataxis list vocative dislocated orphan goeswith reparandum clf dep root _
    """,
    "tags": """
        NN NNS NNP NNPS PRP PRP$ VB VBD VBG VBN VBP VBZ MD IN TO JJ JJR RB RBR RP CC CD DT PDT EX WDT WP WP$ WRB UH FW
        POS $ , . : `` '' -LRB- -RRB- HYPH NFP SYM XX
    """,
    "phrases": "S SBAR SBARQ SQ SINV NP VP PP ADJP ADVP QP PRN WHNP CONJP UCP NX FRAG NP-SBJ VP-TPC=2 ZZ",
    "words": "the dog never more than % million ; ( ) [ } -LRB- \\ a/b a\\/b * that what 's as back it ?",
}
RELATIONS, UNIVERSAL_RELATIONS, PENN_TAGS, PHRASES, WORDS = (text.split() for text in LABELS.values())

words = st.one_of(
    st.sampled_from(WORDS),
    st.lists(st.sampled_from(PIECES), min_size=1, max_size=4).map("".join),
)


@st.composite
def dependencies(draw: st.DrawFn, relations: list[str], tags: list[str], max_words: int = 14) -> Dependencies:
    """Any tree or forest over up to ``max_words`` words, crossing or not."""
    count = draw(st.integers(1, max_words))
    # A word's head comes before it in some order of the words, so that there is no circle.
    order = draw(st.permutations(range(count)))
    heads = [ROOT] * count
    for place, word in enumerate(order):
        chosen = draw(st.integers(-1, place - 1))
        heads[word] = ROOT if chosen < 0 else order[chosen]
    pick = st.lists(st.sampled_from(relations), min_size=count, max_size=count)
    return Dependencies(
        draw(st.lists(words, min_size=count, max_size=count)),
        draw(st.lists(st.sampled_from(tags), min_size=count, max_size=count)),
        heads,
        draw(pick),
    )


@st.composite
def constituents(draw: st.DrawFn, max_nodes: int = 25) -> Constituents:
    """Any tree: nodes without children are words."""
    count = draw(st.integers(1, max_nodes))
    path, parents = [0], [ROOT]
    for node in range(1, count):
        # The parent is on the path from the root to the last node, or the order of opening brackets would be another.
        del path[draw(st.integers(1, len(path))) :]
        parents.append(path[-1])
        path.append(node)
    inner = set(parents)
    leaves = [node not in inner for node in range(count)]
    return Constituents(
        [draw(st.sampled_from(PENN_TAGS if leaf else PHRASES)) for leaf in leaves],
        parents,
        [draw(st.one_of(words, st.just(""))) if leaf else None for leaf in leaves],
    )


def leaves_of(tree: Constituents) -> list[str | None]:
    return [tree.words[leaf] for leaf in tree.leaves]
