"""From metrics to a document that lists them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from tertium.errors import MissingPartError
from tertium.frame import Frame
from tertium.languages import name_language
from tertium.metrics import Metric
from tertium.parts import find_missing
from tertium.report.blocks import Table, Tables
from tertium.report.document import Document

_COLUMNS = ("name", "language", "needs", "missing", "measures")


def describe_metrics(metrics: Mapping[str, Metric]) -> Document:
    """Return metrics as a table: what each measures, for which languages, what it needs, and what of that is missing.

    Args:
        metrics: The metrics, by their names.
    """

    def make_rows() -> list[dict[str, str]]:
        return [_make_row(name, metric) for name, metric in metrics.items()]

    def make_tables() -> Iterator[Table]:
        rows = make_rows()
        notes = ["↓: lower is better; needs: what is compared with"]
        if any(row["missing"] for row in rows):
            notes.append("*: needs a part that is not installed; tertium doctor says how to install it")
        yield Table(
            columns=("metric", "language", "needs", "measures"),
            cells=[
                [f"{row['name']}{' *' if row['missing'] else ''}", row["language"], row["needs"], row["measures"]]
                for row in rows
            ],
            text_columns=4,
            notes=notes,
        )

    return Document(
        title="Metrics",
        blocks=[Tables(make_tables)],
        make_frame=lambda: Frame({name: [row[name] for row in make_rows()] for name in _COLUMNS}),
        make_data=lambda: {"metrics": make_rows()},
    )


def _make_row(name: str, metric: Metric) -> dict[str, str]:
    try:
        languages = metric.languages
    except MissingPartError:  # the parser is asked for its language; the usual one is for English
        languages = frozenset({"en"})
    needs = ["references"] * metric.needs_references + ["sources"] * metric.needs_sources
    return {
        "name": name,
        "language": "any" if languages is None else ", ".join(sorted(map(name_language, languages))),
        "needs": ", ".join(needs) or "nothing",
        "missing": ", ".join(part.name for part in find_missing(metric.parts)),
        "measures": f"{metric.summary.replace('`', '')}{'' if metric.higher_is_better else ' ↓'}",
    }
