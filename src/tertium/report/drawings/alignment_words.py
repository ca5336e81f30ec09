"""Texts about an alignment in pictures and tables."""

from __future__ import annotations

from tertium.alignment import Alignment, Link
from tertium.report.drawings.canvas import is_right_to_left

_ISOLATE, _END = "\u2068", "\u2069"


def row_names(alignment: Alignment) -> tuple[str, str]:
    """Return the names of the two rows; the first reference has no number unless others are pooled with it."""
    numbered = alignment.number or alignment.references
    return "Hypothesis", f"Reference {alignment.number + 1}" if numbered else "Reference"


def name_references(alignment: Alignment) -> str:
    """Return the names of the references that are shown, as part of a sentence."""
    *others, last = (row_names(part)[1].lower() for part in alignment.parts)
    return f"{', '.join(others)} and {last}" if others else last


def used_stages(alignment: Alignment) -> list[int]:
    """Return the stages that linked any words."""
    return sorted({link.stage for link in alignment.links})


def chunks_of(alignment: Alignment) -> list[list[Link]]:
    """Return the links of each chunk."""
    chunks: dict[int, list[Link]] = {}
    for link in alignment.links:
        chunks.setdefault(link.chunk, []).append(link)
    return list(chunks.values())


def link_title(alignment: Alignment, link: Link) -> str:
    """Describe a link, such as ``spoke → spoken, porter, chunk 2``."""
    words = f"{_isolated(alignment.hypothesis[link.hypothesis])} → {_isolated(alignment.linked_word(link))}"
    weight = f", weight {link.weight:.4g}" if link.weight != 1 else ""
    number = f", reference {link.number + 1}" if alignment.references else ""
    return f"{words}, {alignment.modules[link.stage]}{weight}, chunk {link.chunk + 1}{number}"


def caption(alignment: Alignment) -> str:
    """Write the figures in one line."""
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
    """Describe the whole alignment in sentences, for screen readers."""
    rows = [("Hypothesis", alignment.hypothesis), *((row_names(part)[1], part.reference) for part in alignment.parts)]
    texts = [f"{name}: {' '.join(words) or '(no words)'}" for name, words in rows]
    links = "; ".join(link_title(alignment, link) for link in alignment.links)
    return ". ".join([*texts, f"In figures: {caption(alignment)}", f"Links: {links or 'none'}"]) + "."


def count(number: int, noun: str) -> str:
    """Write a number with a noun in singular or plural."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _isolated(word: str) -> str:
    """Isolate the text direction of a word from its neighbours."""
    return f"{_ISOLATE}{word}{_END}" if is_right_to_left(word) else word
