"""From an alignment to a document: its words in order, its links chunk by chunk, its figures."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from operator import itemgetter

from tertium.alignment import Alignment
from tertium.frame import Frame
from tertium.registry import ALIGNMENT_FORMATS
from tertium.report.blocks import Pictures, Table, Tables
from tertium.report.cells import Number
from tertium.report.document import Document, offer
from tertium.report.drawings.alignment_words import row_names

# A matrix of more words is larger than any screen.
_MOST = 80
_RATES = ("score", "precision", "recall", "f1", "fmean", "penalty")


def describe_alignment(alignment: Alignment, title: str = "Alignment") -> Document:
    """Return an alignment for every format: pictures, tables, one row per link, and all of it as data."""

    def make_tables() -> list[Table]:
        tables = [word_table(alignment), link_table(alignment), unmatched_table(alignment), figure_table(alignment)]
        return [table for table in tables if table.cells]

    return Document(
        title=title,
        blocks=[Pictures(lambda: _draw(alignment)), Tables(make_tables)],
        make_frame=lambda: link_frame(alignment),
        make_data=alignment.to_dict,
        alone=offer(ALIGNMENT_FORMATS, alignment),
    )


def _draw(alignment: Alignment) -> Iterator[str]:
    from tertium.report.drawings.alignment_matrix import draw_matrix
    from tertium.report.drawings.alignment_rows import draw_alignment

    yield draw_alignment(alignment)
    if alignment.links and max(len(alignment.hypothesis), len(alignment.reference)) <= _MOST:
        yield draw_matrix(alignment)


def word_table(alignment: Alignment) -> Table:
    """Show both sides, with each chunk in brackets after its number."""
    rows = []
    for name, words, side in _sides(alignment):
        chunks = {getattr(link, side): link.chunk for link in alignment.links}
        numbered = [(chunks.get(at), word) for at, word in enumerate(words)]
        runs = groupby(numbered, key=itemgetter(0))
        texts = [_bracketed(" ".join(word for _, word in run), chunk) for chunk, run in runs]
        rows.append((name.lower(), " ".join(texts) or "(no words)"))
    return Table(columns=("", "words, with each chunk in brackets"), cells=rows, title="Words", text_columns=2)


def link_table(alignment: Alignment) -> Table:
    """List the links, with adjacent words of one chunk and module in one row."""
    weighted = any(link.weight != 1 for link in alignment.links)
    rows = []
    for (chunk, stage, weight), run in groupby(alignment.links, key=lambda link: (link.chunk, link.stage, link.weight)):
        links = list(run)
        words = (
            " ".join(alignment.hypothesis[link.hypothesis] for link in links),
            " ".join(alignment.reference[link.reference] for link in links),
        )
        rows.append((str(chunk + 1), *words, alignment.modules[stage], *([f"{weight:g}"] if weighted else [])))
    columns = ("chunk", "hypothesis", "reference", "module", *(["weight"] if weighted else []))
    return Table(columns=columns, cells=rows, title="Links", text_columns=4)


def unmatched_table(alignment: Alignment) -> Table:
    """List the unmatched words of each side."""
    rows = []
    for name, words, side in _sides(alignment):
        linked = {getattr(link, side) for link in alignment.links}
        if left := [word for at, word in enumerate(words) if at not in linked]:
            rows.append((name.lower(), str(len(left)), " ".join(left)))
    return Table(columns=("", "count", "words"), cells=rows, title="Unmatched words", text_columns=3)


def figure_table(alignment: Alignment) -> Table:
    """Tabulate the score, its components, and whether the alignment is proven to be optimal."""
    counts = {"matches": len(alignment.links), "chunks": alignment.chunks, "crossings": alignment.crossings}
    figures = {**alignment.figures, **counts}
    rows = [(name.replace("_", " "), _figure(name, value)) for name, value in figures.items()]
    signatures = [alignment.signature] if alignment.signature else []
    notes = [_describe_proof(alignment)]
    return Table(columns=("figure", "value"), cells=rows, title="Figures", notes=notes, signatures=signatures)


def _describe_proof(alignment: Alignment) -> str:
    """Say what is known of other alignments; fewer chunks with more crossings, say, may well be possible."""
    at_once = alignment.objective == "min-chunk"
    minimised = "chunks" if at_once else "crossings"
    if not alignment.optimal:
        return f"Not proven to be the best alignment; none can have fewer than {alignment.bound} {minimised}."
    # Stages are decided one after the other, or at once with the matches of earlier stages first.
    several = ", with earlier stages first" if at_once else " for each stage in turn"
    how = several if len(alignment.modules) > 1 else ""
    return f"Proven{how}: no alignment has more matches, or as many with fewer {minimised}."


def link_frame(alignment: Alignment) -> Frame:
    """Return one row per link, in the order of the hypothesis, then one row per unmatched word; positions from 1.

    Numbers are text, since unmatched words have none on the other side.
    """
    rows: list[tuple[str, ...]] = [
        (
            str(link.hypothesis + 1),
            alignment.hypothesis[link.hypothesis],
            str(link.reference + 1),
            alignment.reference[link.reference],
            alignment.modules[link.stage],
            str(link.chunk + 1),
            f"{link.weight!r}",
        )
        for link in alignment.links
    ]
    above = {link.hypothesis for link in alignment.links}
    below = {link.reference for link in alignment.links}
    rows += [(str(at + 1), word, *[""] * 5) for at, word in enumerate(alignment.hypothesis) if at not in above]
    rows += [("", "", str(at + 1), word, *[""] * 3) for at, word in enumerate(alignment.reference) if at not in below]
    names = ("hypothesis_position", "hypothesis", "reference_position", "reference", "module", "chunk", "weight")
    return Frame({name: [row[at] for row in rows] for at, name in enumerate(names)})


def _sides(alignment: Alignment) -> Iterator[tuple[str, Sequence[str], str]]:
    """Yield the name of each side, its words, and the field of ``Link`` with their positions."""
    sides = ((alignment.hypothesis, "hypothesis"), (alignment.reference, "reference"))
    for name, (words, side) in zip(row_names(alignment), sides, strict=True):
        yield name, words, side


def _bracketed(text: str, chunk: int | None) -> str:
    return text if chunk is None else f"[{chunk + 1}: {text}]"


def _figure(name: str, value: float) -> Number:
    """Write counts without decimals, and rates with four, even where a rate is 0 or 1."""
    return Number(value, ".0f" if value == int(value) and name not in _RATES else ".4f")
