"""Alignments to draw and describe, made by hand or by Hypothesis."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import strategies as st

from tertium.alignment import Alignment, Link

MODULES = ("exact", "porter", "wordnet")


def make(
    hypothesis: Sequence[str], reference: Sequence[str], pairs: Sequence[tuple[int, int, int]] = (), **fields: object
) -> Alignment:
    """An alignment with links from triples (place in hypothesis, place in reference, stage); the rest is counted."""
    links: list[Link] = []
    for above, below, stage in sorted(pairs):
        joined = bool(links) and (links[-1].hypothesis + 1, links[-1].reference + 1) == (above, below)
        chunk = (links[-1].chunk + (not joined)) if links else 0
        weight = 0.5 if stage == 2 else 1.0
        links.append(Link(hypothesis=above, reference=below, stage=stage, chunk=chunk, weight=weight))
    crossings = sum(
        one.hypothesis < other.hypothesis and one.reference > other.reference for one in links for other in links
    )
    values: dict[str, object] = {
        "modules": MODULES,
        "crossings": crossings,
        "chunks": links[-1].chunk + 1 if links else 0,
        "objective": "min-crossing",
        "optimal": True,
        "bound": crossings,
        "figures": {"score": 0.5, "precision": 1.0, "recall": 0.25, "fmean": 0.75, "penalty": 0.0},
        "signature": "meteor:stages=exact+porter+wordnet|refs:1",
        **fields,
    }
    return Alignment(hypothesis=hypothesis, reference=reference, links=links, **values)  # type: ignore[arg-type]


# Chunks: "the president" | "then" | "spoke to the audience", of which "spoke" is a stem.
SPEECH = make(
    ["the", "president", "then", "spoke", "to", "the", "audience"],
    ["the", "president", "speaks", "to", "the", "audience", "then"],
    [(0, 0, 0), (1, 1, 0), (2, 6, 0), (3, 2, 1), (4, 3, 0), (5, 4, 0), (6, 5, 0)],
)
# Nothing of what is left over has a link.
UNLIKE = make(["apples", "pears"], ["oranges"])
NO_HYPOTHESIS = make([], ["nothing", "here"])
NO_WORDS = make([], [])
RELATED = make(["a", "workers", "x"], ["an", "operators", "y"], [(1, 1, 2)], optimal=False, bound=0, number=1)
ARABIC = make(
    ["ذهب", "الولد", "إلى", "المدرسة"], ["إلى", "المدرسة", "ذهب", "الولد"], [(0, 2, 0), (1, 3, 0), (2, 0, 0), (3, 1, 0)]
)
CHINESE = make(["我们", "在", "北京"], ["在", "北京", "我们"], [(0, 2, 0), (1, 0, 0), (2, 1, 0)])
EMOJI = make(["👩🏽‍💻", "❤️", "é"], ["❤️", "👩🏽‍💻", "e\u0301"], [(0, 1, 0), (1, 0, 0)])
NASTY = make(
    ["<script>alert('1')</script>", '"&\x00\x1b[31m', "\ud800\ufffe"], ["]]>", "--><!--"], [(0, 0, 0), (1, 1, 1)]
)
LONG = make(
    [f"word{at}" for at in range(300)],
    [f"word{at}" for at in range(300)],
    [(at, (at + 150) % 300, 0) for at in range(300)],
)

# Words of two references; the third has none.
POOLED = Alignment(
    hypothesis=["a", "b", "c", "d"],
    reference=["a", "b", "e"],
    links=[
        Link(hypothesis=0, reference=0, stage=0, chunk=0),
        Link(hypothesis=1, reference=1, stage=0, chunk=0),
        Link(hypothesis=2, reference=1, stage=1, chunk=1, number=1),
    ],
    modules=MODULES,
    crossings=0,
    chunks=2,
    objective="min-crossing",
    optimal=True,
    bound=0,
    figures={"score": 0.5},
    references=[["a", "b", "e"], ["f", "cs"], ["g"]],
)

ALL = {
    "speech": SPEECH,
    "unlike": UNLIKE,
    "no hypothesis": NO_HYPOTHESIS,
    "no words": NO_WORDS,
    "related": RELATED,
    "arabic": ARABIC,
    "chinese": CHINESE,
    "emoji": EMOJI,
    "nasty": NASTY,
    "long": LONG,
    "pooled": POOLED,
}


@st.composite
def alignments(draw: st.DrawFn) -> Alignment:
    """Any words, surrogates and controls too, with any one-to-one links."""
    words = st.lists(st.text(max_size=8), max_size=8)
    above, below = draw(words), draw(words)
    most = min(len(above), len(below))
    count = draw(st.integers(0, most))
    left = draw(st.permutations(range(len(above))))[:count]
    right = draw(st.permutations(range(len(below))))[:count]
    stages = draw(st.lists(st.integers(0, 2), min_size=count, max_size=count))
    return make(above, below, list(zip(left, right, stages, strict=True)))
