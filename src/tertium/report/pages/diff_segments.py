"""The segments in which two systems differ most, in a page: words that only one system has are marked.

Colours are Okabe and Ito's, which colour-blind people can tell apart; and each mark has a line of its own kind.
"""

from __future__ import annotations

from tertium.contrast.marking import MarkedText
from tertium.contrast.result import Diff
from tertium.contrast.segments import SegmentDifference
from tertium.report.drawings.canvas import escaped
from tertium.report.markup import Html
from tertium.report.study.pair_contrast import PairContrast
from tertium.report.tables.marked_words import cut_pieces
from tertium.report.texts import keep_on_line


def show_segments(diff: Diff | PairContrast, *, heading: str = "h2", linked: bool = False) -> list[Html]:
    """Return one section per system that is better in some of the segments, as HTML.

    Args:
        diff: The segments.
        heading: The element of the titles.
        linked: Whether the number of a segment leads to the same segment in a list of all segments.
    """
    sections = []
    for name in reversed(diff.names):
        segments = [each for each in diff.segments if each.better == name]
        if segments:
            articles = "\n".join(_show_segment(diff, each, linked) for each in segments)
            title = f"Segments in which {escaped(name)} is better by most"
            sections.append(
                Html(f'<section class="diff">\n<{heading}>{title}</{heading}>\n{_LEGEND}{articles}\n</section>')
            )
    return sections


_LEGEND = (
    '<ul class="legend"><li>words that the other system does not have:</li><li><mark class="right">in a '
    'reference</mark></li><li><mark class="wrong">in no reference</mark></li></ul>\n'
)


def mark_text(marked: MarkedText) -> Html:
    """Return a text as HTML with marked words. Taken without its tags, it is the escaped text."""
    return Html(
        "".join(
            f'<mark class="{kind}">{escaped(keep_on_line(text))}</mark>' if kind else escaped(keep_on_line(text))
            for text, kind in cut_pieces(marked)
        )
    )


def _show_segment(diff: Diff | PairContrast, each: SegmentDifference, linked: bool) -> str:
    form = f".{diff.decimals}f"
    number = f'<a href="#s{each.segment}">{each.segment}</a>' if linked else str(each.segment)
    document = f"<span>{escaped(keep_on_line(each.document))}</span>" if each.document else ""
    rows = [_row("source", escaped(keep_on_line(each.source)), soft=True)] if each.source else []
    several = len(each.references) > 1
    rows += [
        _row(f"reference {number}" if several else "reference", escaped(keep_on_line(reference)), soft=True)
        for number, reference in enumerate(each.references, 1)
    ]
    outputs = [
        _row(f"{escaped(keep_on_line(name))} {each.scores[place]:{form}}", mark_text(each.outputs[place]))
        for place, name in enumerate(diff.names)
    ]
    # A contrast names the best system last, and the list of all segments, which it leads to, has it first.
    rows += reversed(outputs) if linked else outputs
    return (
        f'<article>\n<div class="place"><b>{number}</b>{document} {each.difference:+{form}}</div>\n'
        f"<dl>{''.join(rows)}</dl>\n</article>"
    )


def _row(name: str, content: str, *, soft: bool = False) -> str:
    # Its direction is that of its first letter: the text may be in Arabic.
    kind = ' class="soft"' if soft else ""
    return f'<dt>{name}</dt><dd{kind} dir="auto">{content}</dd>\n'
