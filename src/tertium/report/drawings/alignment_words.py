"""What pictures and tables say of an alignment in words."""

from __future__ import annotations

from tertium.alignment import Alignment, Link
from tertium.report.drawings.canvas import is_right_to_left

_ISOLATE, _END = "\u2068", "\u2069"


def row_names(alignment: Alignment) -> tuple[str, str]:
    """What the two rows are called; the first reference needs no number, since it is often the only one."""
    return "Hypothesis", f"Reference {alignment.number + 1}" if alignment.number else "Reference"


def used_stages(alignment: Alignment) -> list[int]:
    """The stages that linked any words."""
    return sorted({link.stage for link in alignment.links})


def chunks_of(alignment: Alignment) -> list[list[Link]]:
    """The links of each chunk."""
    chunks: dict[int, list[Link]] = {}
    for link in alignment.links:
        chunks.setdefault(link.chunk, []).append(link)
    return list(chunks.values())


def link_title(alignment: Alignment, link: Link) -> str:
    """A link in words, such as ``spoke → spoken, porter, chunk 2``."""
    words = f"{_isolated(alignment.hypothesis[link.hypothesis])} → {_isolated(alignment.reference[link.reference])}"
    weight = f", weight {link.weight:g}" if link.weight != 1 else ""
    return f"{words}, {alignment.modules[link.stage]}{weight}, chunk {link.chunk + 1}"


def caption(alignment: Alignment) -> str:
    """The figures in one line."""
    score = [f"score {alignment.figures['score']:.4f}"] if "score" in alignment.figures else []
    return " · ".join(
        [
            *score,
            count(len(alignment.links), "link"),
            count(alignment.chunks, "chunk"),
            count(alignment.crossings, "crossing") + ("" if alignment.optimal else " (not proven to be the best)"),
        ]
    )


def describe(alignment: Alignment) -> str:
    """The whole alignment in sentences, for people who do not see the picture."""
    rows = zip(row_names(alignment), (alignment.hypothesis, alignment.reference), strict=True)
    texts = [f"{name}: {' '.join(words) or '(no words)'}" for name, words in rows]
    links = "; ".join(link_title(alignment, link) for link in alignment.links)
    return ". ".join([*texts, f"In figures: {caption(alignment)}", f"Links: {links or 'none'}"]) + "."


def count(number: int, noun: str) -> str:
    """A number and a noun in the form that goes with it."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _isolated(word: str) -> str:
    """A word that does not turn its neighbours around."""
    return f"{_ISOLATE}{word}{_END}" if is_right_to_left(word) else word
