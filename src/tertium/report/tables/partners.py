"""The document of words and their partners by an encoder: pictures, which words have none, and every word in order."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from tertium.audit.explanation.word_partners import PartneredWord, WordPartners, list_lonely
from tertium.frame import Frame
from tertium.registry import PARTNER_FORMATS
from tertium.report.blocks import Pictures, Table, Tables
from tertium.report.cells import Cell, Number
from tertium.report.document import Document, offer

_MARKS = {"partner": "", "shared": "shared", "none": "no partner"}

# Cosines that differ by less are the same but for rounding.
_SAME = 0.0005


def describe_partners(
    partners: WordPartners, title: str = "Words and their partners", score: Table | None = None
) -> Document:
    """Return words and their partners for every format: pictures, tables, one row per word, and all of it as data.

    Args:
        partners: The words.
        title: What the document is about.
        score: A table of the score that they explain, which stands first.
    """

    def make_tables() -> list[Table]:
        words = [word_table(partners, "hypothesis"), word_table(partners, "reference")]
        return [*([score] if score else []), lonely_table(partners), *(table for table in words if table.cells)]

    return Document(
        title=title,
        blocks=[Pictures(lambda: _draw(partners)), Tables(make_tables)],
        make_frame=lambda: partner_frame(partners),
        make_data=partners.to_dict,
        alone=offer(PARTNER_FORMATS, partners),
    )


def _draw(partners: WordPartners) -> Iterator[str]:
    from tertium.report.pages.partner_figure import draw_partners_for_page

    yield draw_partners_for_page(partners)


def lonely_table(partners: WordPartners) -> Table:
    """List the words of each side that have no partner."""
    rows: list[Sequence[Cell]] = []
    for name, words, _ in _sides(partners):
        found = list_lonely(words)
        rows.append((name, f"{len(found)} of {len(words)}", " ".join(found) or "–"))
    notes = [
        f"no partner: no word of the other side has a cosine of {partners.threshold:g} or more with it, by layer "
        f"{partners.layer} of {partners.encoder.partition(' ')[0]}"
    ]
    columns = ("", "count", "words")
    return Table(columns=columns, cells=rows, title="Words without a partner", notes=notes, text_columns=3)


def word_table(partners: WordPartners, side: str) -> Table:
    """List the words of one side in order, each with its nearest word.

    Args:
        partners: The words of both sides.
        side: ``hypothesis`` or ``reference``.
    """
    words, others = next((words, others) for name, words, others in _sides(partners) if name == side)
    # Most words are one piece, and so are their nearest words: then both columns would be the same.
    by_piece = any(abs(each.cosine - each.piece_cosine) > _SAME for each in (*words, *others))
    rows: list[list[Cell]] = [
        [
            each.word,
            "–" if each.partner is None else others[each.partner].word,
            _MARKS[each.kind],
            Number(each.cosine, ".3f"),
            *([Number(each.piece_cosine, ".3f")] if by_piece else []),
            *([Number(each.weight, ".2f")] if partners.weighted else []),
        ]
        for each in words
    ]
    notes = []
    if any(each.kind == "shared" for each in words):
        notes.append("shared: the nearest word is nearer to another word, or as near to one before")
    if by_piece:
        notes.append("in score: the mean of the cosines of the word's pieces, each with the nearest piece")
    further = [*(["in score"] if by_piece else []), *(["weight"] if partners.weighted else [])]
    columns = (side, "nearest word", "", "cosine", *further)
    return Table(columns=columns, cells=rows, title=f"Words of the {side}", notes=notes, text_columns=3)


def partner_frame(partners: WordPartners) -> Frame:
    """Return one row per word of both sides; positions from 1, and 0 where the other side has no word."""
    rows = [
        (name, at, each, others) for name, words, others in _sides(partners) for at, each in enumerate(words, start=1)
    ]
    places = [0 if each.partner is None else each.partner + 1 for _, _, each, _ in rows]
    return Frame(
        {
            "side": [name for name, *_ in rows],
            "position": np.array([at for _, at, *_ in rows], dtype=np.int64),
            "word": [each.word for _, _, each, _ in rows],
            "partner_position": np.array(places, dtype=np.int64),
            "partner": ["" if each.partner is None else others[each.partner].word for _, _, each, others in rows],
            "kind": [each.kind for _, _, each, _ in rows],
            **{
                name: np.array([getattr(each, name) for _, _, each, _ in rows], dtype=np.float64)
                for name in ("cosine", "piece_cosine", "weight")
            },
        }
    )


def _sides(partners: WordPartners) -> Iterator[tuple[str, Sequence[PartneredWord], Sequence[PartneredWord]]]:
    """Yield the name of each side, its words, and those of the other side."""
    yield "hypothesis", partners.hypothesis, partners.reference
    yield "reference", partners.reference, partners.hypothesis
