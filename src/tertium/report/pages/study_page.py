"""The report of a test set as one page: it opens without a network, and says the most important things first."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from html import escape

from tertium.printable import make_printable
from tertium.report.assets import read_report_script, read_report_style
from tertium.report.blocks import Table
from tertium.report.drawings.canvas import embed_picture, escaped
from tertium.report.drawings.forest import draw_forest
from tertium.report.markup import Html
from tertium.report.metric_names import name_metric
from tertium.report.page_frame import write_page
from tertium.report.pages.diff_segments import show_segments
from tertium.report.pages.study_repeat import show_repeat
from tertium.report.study.segment_data import list_segments, list_trees, pack
from tertium.report.study.test_set_study import TestSetStudy
from tertium.report.table_html import write_table
from tertium.report.tables.diff import ngram_tables
from tertium.report.tables.ranked_systems import ranking_table
from tertium.report.tables.study import audit_tables, bucket_tables, correlation_tables, mtness_tables, pair_tables

# More plots at once are not looked at.
_MOST_FORESTS = 4


def write_study_page(study: TestSetStudy, title: str, ngrams: int = 10) -> str:
    """Return the page.

    Args:
        study: What the report says.
        title: What the test set is called.
        ngrams: The maximum number of n-grams per table.
    """
    sections: list[tuple[str, str, Callable[[], Iterable[str]]]] = [
        ("systems", "Systems", lambda: _show_systems(study)),
        ("pairs", "Pairs of systems", lambda: _show_pairs(study)),
        ("buckets", "Where the scores come from", lambda: map(_show_table, bucket_tables(study))),
        ("ngrams", "Characteristic n-grams", lambda: _show_ngrams(study, ngrams)),
        ("differences", "Largest differences", lambda: _show_differences(study)),
        ("segments", "All segments", lambda: _show_browser(study)),
        ("audit", "What BLEU leaves open", lambda: map(_show_table, audit_tables(study))),
        ("correlation", "Agreement with people", lambda: map(_show_table, correlation_tables(study))),
        ("fluency", "Machine-translationness", lambda: map(_show_table, mtness_tables(study))),
        ("repeat", "How to repeat", lambda: [show_repeat(study)]),
    ]
    written = [(name, heading, "\n".join(make())) for name, heading, make in sections]
    there = [each for each in written if each[2].strip()]
    links = "".join(f'<li><a href="#{name}">{escape(heading)}</a></li>' for name, heading, _ in there)
    body = "\n".join(
        f'<section id="{name}" aria-labelledby="{name}-title">\n<h2 id="{name}-title">{escape(heading)}</h2>\n'
        f"{content}\n</section>"
        for name, heading, content in there
    )
    content = (
        f'<div class="report">\n{_show_verdict(study)}\n'
        f'<nav class="contents" aria-label="Contents"><ul>{links}</ul></nav>\n{body}\n</div>\n'
        f"<footer>Made by Tertium. In colour: significantly better than every other one.</footer>\n"
        f"{_embed_data(study)}"
    )
    return write_page(title, Html(content), styles=[read_report_style()], scripts=[read_report_script()])


def show_verdict(sentences: Iterable[str]) -> Html:
    """Return the sentences of a verdict, the first of them large.

    Args:
        sentences: The sentences, as plain text.
    """
    first, *others = sentences
    below = "".join(f'<p class="reservation">{escape(make_printable(each))}</p>\n' for each in others)
    return Html(f'<p class="verdict">{escape(make_printable(first))}</p>\n{below}')


def show_forests(pictures: Iterable[str]) -> Html:
    """Return forest plots side by side, or below each other on a phone.

    Args:
        pictures: The plots, from ``draw_forest``.
    """
    figures = "\n".join(f"<figure>{embed_picture(picture)}</figure>" for picture in pictures)
    return Html(f'<div class="forests">\n{figures}\n</div>')


def _show_verdict(study: TestSetStudy) -> str:
    test_set = study.test_set
    systems, segments = len(test_set.systems), len(test_set)
    most = int(test_set.references.counts.max())
    facts = [
        "1 system" if systems == 1 else f"{systems:,} systems",
        "1 segment" if segments == 1 else f"{segments:,} segments",
        "1 reference" if most == 1 else f"up to {most} references per segment",
        f"metrics: {', '.join(map(name_metric, study.specs))}",
    ]
    if test_set.documents is not None:
        facts.insert(2, f"{len(set(test_set.documents)):,} documents")
    return f'{show_verdict(study.verdict.sentences)}<p class="facts">{escape(make_printable("; ".join(facts)))}</p>'


def _show_systems(study: TestSetStudy) -> Iterator[str]:
    pictures = [draw_forest(ranking) for ranking in study.verdict.rankings]
    yield show_forests(pictures[:_MOST_FORESTS])
    if len(pictures) > _MOST_FORESTS:
        yield _fold("Other metrics", show_forests(pictures[_MOST_FORESTS:]), is_open=False)
    yield write_table(ranking_table(study.verdict), heading="h3", colours=True)


def _show_table(table: Table) -> Html:
    return write_table(table, heading="h3")


def _show_pairs(study: TestSetStudy) -> Iterator[str]:
    first, *others = [_show_table(table) for table in pair_tables(study)] or [Html("")]
    yield first
    if others:
        yield _fold("Differences by other metrics", "\n".join(others), is_open=False)


def _show_ngrams(study: TestSetStudy, most: int) -> Iterator[str]:
    for place, contrast in enumerate(study.contrasts):
        tables = list(ngram_tables(contrast, most))
        shown = "\n".join(map(_show_table, tables))
        if not any(table.cells for table in tables):
            # Four empty tables would say no more.
            rate, tested = contrast.right.rate, contrast.right.tested + contrast.unmatched.tested
            what = "n-gram was" if tested == 1 else "n-grams were"
            shown = f'<p class="facts">None at a false discovery rate of {rate:.0%}; {tested:,} {what} tested.</p>'
        yield _fold(f"{contrast.names[1]} and {contrast.names[0]}", shown, is_open=not place)


def _show_differences(study: TestSetStudy) -> Iterator[str]:
    for place, contrast in enumerate(study.contrasts):
        shown = "\n".join(show_segments(contrast, heading="h3", linked=True))
        if shown:
            yield _fold(f"{contrast.names[1]} and {contrast.names[0]}", shown, is_open=not place)
    if len(study.systems) > len(study.contrasts) + 1:
        yield '<p class="facts">Other pairs of systems can be chosen in the list of all segments.</p>'


def _fold(name: str, content: str, *, is_open: bool) -> str:
    return f"<details{' open' if is_open else ''}><summary>{escaped(name)}</summary>\n{content}\n</details>"


def _show_browser(study: TestSetStudy) -> Iterator[str]:
    yield (
        '<div id="segment-browser" class="browser"><p class="facts">The list of all '
        f"{len(study.test_set):,} segments needs JavaScript. The largest differences above do not.</p></div>"
    )


def _embed_data(study: TestSetStudy) -> str:
    """Return all segments as data of the page, which is not JavaScript."""
    data = list_segments(
        study.test_set,
        study.comparison,
        study.systems,
        study.specs,
        study.words.reference_lengths,
        study.alignments,
    )
    packed = pack({**data, **list_trees(study.trees, study.reference_trees, study.systems)})
    return f'<script type="text/plain" id="segment-data">{packed}</script>\n'
