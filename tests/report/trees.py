"""Trees to draw and describe, made by hand or by Hypothesis."""

from __future__ import annotations

from hypothesis import strategies as st

from tertium.syntax.brackets import read_brackets
from tertium.syntax.trees import ROOT, Constituents, Dependencies

PEN = read_brackets("(S (NP (PRP I)) (VP (VBP have) (NP (DT a) (JJ red) (NN pen))))")[0]
PEN_WORDS = Dependencies(
    ["I", "have", "a", "red", "pen"],
    ["PRP", "VBP", "DT", "JJ", "NN"],
    [1, ROOT, 4, 4, 1],
    ["nsubj", "ROOT", "det", "amod", "dobj"],
)
ARABIC = Constituents(["S", "VBD", "NN"], [ROOT, 0, 0], [None, "ذهب", "الولد"])
ARABIC_WORDS = Dependencies(["ذهب", "الولد"], ["VERB", "NOUN"], [ROOT, 0], ["root", "nsubj"])
NASTY = Constituents(["<S>&", "]]>", "\x00"], [ROOT, 0, 0], [None, "<script>alert('1')</script>", '"&\x1b[31m\ud800'])
NASTY_WORDS = Dependencies(["<script>alert('1')</script>", "--><!--"], ["<&>", "\x00"], [ROOT, 0], ['"', "\ud800"])
# A flat phrase of 100 words beside a chain of 100 phrases.
LONG = Constituents(
    ["S", "NP", *["NN"] * 100, *(label for _ in range(100) for label in ("SBAR-LONG-LABEL", "VB"))],
    [
        ROOT,
        0,
        *[1] * 100,
        *(parent for at in range(100) for parent in ((0 if at == 0 else 100 + 2 * at), 102 + 2 * at)),
    ],
    [None, None, *(f"word{at}" for at in range(100)), *(word for at in range(100) for word in (None, f"verb{at}"))],
)
LONG_WORDS = Dependencies(
    [f"word{at}" for at in range(200)],
    ["NN"] * 200,
    [ROOT, *(at // 2 if at % 3 else 0 for at in range(1, 200))],
    ["a-rather-long-relation"] * 200,
)
SEVERAL_ROOTS = Dependencies(["a", "b", "c"], ["X"] * 3, [ROOT] * 3, ["a-very-long-root-label"] * 3)
CROSSING = Dependencies(["a", "b", "c", "d"], ["X"] * 4, [2, 3, ROOT, 2], ["one", "two", "root", "three"])
NO_WORDS = Dependencies([], [], [], [])
NO_NODES = Constituents([], [], [])

CONSTITUENTS = {"pen": PEN, "arabic": ARABIC, "nasty": NASTY, "long": LONG, "empty": NO_NODES}
DEPENDENCIES = {
    "pen": PEN_WORDS,
    "arabic": ARABIC_WORDS,
    "nasty": NASTY_WORDS,
    "long": LONG_WORDS,
    "several roots": SEVERAL_ROOTS,
    "crossing": CROSSING,
    "empty": NO_WORDS,
}


@st.composite
def constituents(draw: st.DrawFn, text: st.SearchStrategy[str] | None = None) -> Constituents:
    """Any tree of up to some 30 nodes, with any labels and words."""
    text = st.text(max_size=8) if text is None else text
    labels: list[str] = []
    parents: list[int] = []
    words: list[str | None] = []

    def grow(parent: int, room: int) -> None:
        node = len(labels)
        labels.append(draw(text))
        parents.append(parent)
        count = draw(st.integers(0, 3)) if room else 0
        words.append(None if count else draw(text))
        for _ in range(count):
            grow(node, room - 1)

    grow(ROOT, 3)
    return Constituents(labels, parents, words)


@st.composite
def dependencies(draw: st.DrawFn) -> Dependencies:
    """Any words with any heads that do not run in a circle, crossing arcs and several roots too."""
    text = st.text(max_size=8)
    count = draw(st.integers(0, 9))
    order = draw(st.permutations(range(count)))
    heads = [ROOT] * count
    for place, word in enumerate(order):
        heads[word] = draw(st.sampled_from([ROOT, *order[:place]]))
    words, tags, relations = (draw(st.lists(text, min_size=count, max_size=count)) for _ in range(3))
    return Dependencies(words, tags, heads, relations)
