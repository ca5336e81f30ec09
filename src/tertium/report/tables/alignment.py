"""From an alignment to a document: its words in order, its links chunk by chunk, its figures."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
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
    from tertium.report.pages.alignment_figure import draw_for_page

    yield draw_for_page(alignment)
    longest = max(len(alignment.hypothesis), *(len(part.reference) for part in alignment.parts))
    if alignment.links and longest <= _MOST:
        yield draw_matrix(alignment)


def word_table(alignment: Alignment) -> Table:
    """Show both sides, with each chunk in brackets after its number."""
    rows = []
    for name, words, chunks in _sides(alignment):
        numbered = [(chunks.get(at), word) for at, word in enumerate(words)]
        runs = groupby(numbered, key=itemgetter(0))
        texts = [_bracketed(" ".join(word for _, word in run), chunk) for chunk, run in runs]
        rows.append((name.lower(), " ".join(texts) or "(no words)"))
    return Table(columns=("", "words, with each chunk in brackets"), cells=rows, title="Words", text_columns=2)


def link_table(alignment: Alignment) -> Table:
    """List the links, with adjacent words of one chunk and module in one row."""
    weighted = any(link.weight != 1 for link in alignment.links)
    pooled = bool(alignment.references)
    rows = []
    for (chunk, stage, weight), run in groupby(alignment.links, key=lambda link: (link.chunk, link.stage, link.weight)):
        links = list(run)
        row = [str(chunk + 1), " ".join(alignment.hypothesis[link.hypothesis] for link in links)]
        row += [str(links[0].number + 1)] if pooled else []
        row += [" ".join(map(alignment.linked_word, links)), alignment.modules[stage]]
        rows.append([*row, *([f"{weight:.4g}"] if weighted else [])])
    columns = ["chunk", "hypothesis", *(["in reference"] if pooled else []), "reference", "module"]
    return Table(
        columns=[*columns, *(["weight"] if weighted else [])], cells=rows, title="Links", text_columns=len(columns)
    )


def unmatched_table(alignment: Alignment) -> Table:
    """List the unmatched words of each side."""
    rows = []
    for name, words, linked in _sides(alignment):
        if left := [word for at, word in enumerate(words) if at not in linked]:
            rows.append((name.lower(), str(len(left)), " ".join(left)))
    return Table(columns=("", "count", "words"), cells=rows, title="Unmatched words", text_columns=3)


def figure_table(alignment: Alignment) -> Table:
    """Tabulate the score, its components, and whether the alignment is proven to be optimal."""
    counts = {"matches": len(alignment.links), "chunks": alignment.chunks, "crossings": alignment.crossings}
    figures = {**alignment.figures, **counts}
    rows = [(name.replace("_", " "), _figure(name, value)) for name, value in figures.items()]
    signatures = [alignment.signature] if alignment.signature else []
    notes = [*_describe_pool(alignment), _describe_proof(alignment)]
    return Table(columns=("figure", "value"), cells=rows, title="Figures", notes=notes, signatures=signatures)


def _describe_pool(alignment: Alignment) -> list[str]:
    """Say what became of pooled references, whose lengths count, and which have no link."""
    if not alignment.references:
        return []
    best = alignment.number + 1
    used = [part.number for part in alignment.parts]
    if used == [alignment.number]:
        return [f"Reference {best} alone: pooling all {len(alignment.references)} references does not raise the score."]
    unused = [str(number + 1) for number in range(len(alignment.references)) if number not in used]
    none = f"; no link: reference {', '.join(unused)}" if unused else ""
    return [f"{len(alignment.references)} references are pooled; recall is of the words of reference {best}{none}."]


def _describe_proof(alignment: Alignment) -> str:
    """Say what is known of other alignments; fewer chunks with more crossings, say, may well be possible."""
    if alignment.objective == "context":
        return "A word that repeats is aligned by its shortest context that occurs once on both sides, or not at all."
    at_once = alignment.objective == "min-chunk"
    minimised = "chunks" if at_once else "crossings"
    if len(alignment.parts) > 1:
        if not alignment.optimal:
            return "Not proven to be the best alignment with each reference."
        return "Proven: the alignment with each reference is the best, and none has fewer chunks with those links."
    if not alignment.optimal:
        return f"Not proven to be the best alignment; none can have fewer than {alignment.bound} {minimised}."
    # Stages are decided one after the other, or at once with the matches of earlier stages first.
    several = ", with earlier stages first" if at_once else " for each stage in turn"
    how = several if len(alignment.modules) > 1 else ""
    return f"Proven{how}: no alignment has more matches, or as many with fewer {minimised}."


def link_frame(alignment: Alignment) -> Frame:
    """Return one row per link, in the order of the hypothesis, then one row per unmatched word; positions from 1.

    Numbers are text, since unmatched words have none on the other side. Pooled references have a column for their
    number.
    """
    names = ["hypothesis_position", "hypothesis", "reference_position", "reference", "module", "chunk", "weight"]
    rows: list[list[str]] = [
        [
            str(link.hypothesis + 1),
            alignment.hypothesis[link.hypothesis],
            str(link.reference + 1),
            alignment.linked_word(link),
            alignment.modules[link.stage],
            str(link.chunk + 1),
            f"{link.weight!r}",
        ]
        for link in alignment.links
    ]
    numbers = [str(link.number + 1) for link in alignment.links]
    for side, (_, words, linked) in enumerate(_sides(alignment)):
        for at, word in enumerate(words):
            if at not in linked:
                rows.append([str(at + 1), word, *[""] * 5] if side == 0 else ["", "", str(at + 1), word, *[""] * 3])
                numbers.append("" if side == 0 else str(alignment.parts[side - 1].number + 1))
    columns = {name: [row[at] for row in rows] for at, name in enumerate(names)}
    return Frame({**columns, "reference_number": numbers} if alignment.references else columns)


def _sides(alignment: Alignment) -> Iterator[tuple[str, Sequence[str], Mapping[int, int]]]:
    """Yield the name of the hypothesis and of each shown reference, the words, and the chunks of linked words."""
    yield row_names(alignment)[0], alignment.hypothesis, {link.hypothesis: link.chunk for link in alignment.links}
    for part in alignment.parts:
        yield row_names(part)[1], part.reference, {link.reference: link.chunk for link in part.links}


def _bracketed(text: str, chunk: int | None) -> str:
    return text if chunk is None else f"[{chunk + 1}: {text}]"


def _figure(name: str, value: float) -> Number:
    """Write counts without decimals, and rates with four, even where a rate is 0 or 1."""
    return Number(value, ".0f" if value == int(value) and name not in _RATES else ".4f")
