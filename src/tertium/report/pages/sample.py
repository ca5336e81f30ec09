"""The page of the bundled sample: comparison, correlation and all scores of a few systems."""

from __future__ import annotations

from collections.abc import Iterator

from tertium.meta.correlation.outcome import Outcome
from tertium.report.blocks import Plots, Tables
from tertium.report.document import Document
from tertium.report.plots.plot import Plot
from tertium.report.tables.comparison import describe_comparison
from tertium.report.tables.correlation import figure_table
from tertium.report.tables.scores import component_tables, describe_scores, document_table, segment_table
from tertium.results import Comparison

_AGREEMENT = "Correlation with human judgments (our own)"


def describe_sample(comparison: Comparison, outcome: Outcome) -> Document:
    """Return a comparison, the correlation of metrics with judgments, and all details of the scores.

    Args:
        comparison: The systems compared.
        outcome: The metrics correlated with judgments of the same systems.
    """
    systems = comparison.systems
    scored = describe_scores(systems, components=True, documents=True)
    return Document(
        title="Tertium's sample",
        blocks=[
            Plots(lambda: _draw(outcome)),
            *describe_comparison(comparison).blocks,
            Tables(lambda: [figure_table(outcome, _AGREEMENT)]),
            Tables(lambda: [*component_tables(systems), document_table(systems), segment_table(systems)]),
        ],
        make_frame=scored.make_frame,
        make_data=scored.make_data,
    )


def _draw(outcome: Outcome) -> Iterator[tuple[str, Plot]]:
    from tertium.report.plots.outcome import draw_outcome

    return ((name, plot) for name, plot in draw_outcome(outcome) if name.startswith(("ranking", "heat-map")))
