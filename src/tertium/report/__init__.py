"""Results for people and programs: from results to documents, and from documents to formats.

What is exported here is imported when it is used, since one command needs little of it.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from tertium import registry

if TYPE_CHECKING:
    from tertium.report.blocks import PageSections as PageSections
    from tertium.report.blocks import Pictures as Pictures
    from tertium.report.blocks import Plots as Plots
    from tertium.report.blocks import Table as Table
    from tertium.report.blocks import Tables as Tables
    from tertium.report.cells import Number as Number
    from tertium.report.cells import Range as Range
    from tertium.report.document import Document as Document
    from tertium.report.drawings.alignment_matrix import draw_matrix as draw_matrix
    from tertium.report.drawings.alignment_rows import draw_alignment as draw_alignment
    from tertium.report.drawings.tree_drawing import draw_constituents as draw_constituents
    from tertium.report.drawings.tree_drawing import draw_dependencies as draw_dependencies
    from tertium.report.pages.sample import describe_sample as describe_sample
    from tertium.report.tables.alignment import describe_alignment as describe_alignment
    from tertium.report.tables.comparison import describe_comparison as describe_comparison
    from tertium.report.tables.corpus_audit import describe_corpus_audit as describe_corpus_audit
    from tertium.report.tables.correlation import describe_outcome as describe_outcome
    from tertium.report.tables.counts import describe_counts as describe_counts
    from tertium.report.tables.counts import describe_index as describe_index
    from tertium.report.tables.explanation import describe_explanation as describe_explanation
    from tertium.report.tables.findings import describe_examinations as describe_examinations
    from tertium.report.tables.postedit import describe_changes as describe_changes
    from tertium.report.tables.postedit import describe_decisions as describe_decisions
    from tertium.report.tables.postedit import describe_pairs as describe_pairs
    from tertium.report.tables.scores import describe_scores as describe_scores
    from tertium.report.tables.segment_audit import describe_segment_audit as describe_segment_audit
    from tertium.report.tables.stages import describe_stage as describe_stage
    from tertium.report.tables.trees import describe_parse as describe_parse
    from tertium.report.tables.tuning import describe_combination as describe_combination
    from tertium.report.tables.tuning import describe_tuning as describe_tuning

_EXPORTS = {
    "Document": "document",
    "Number": "cells",
    "Pictures": "blocks",
    "Plots": "blocks",
    "Range": "cells",
    "PageSections": "blocks",
    "Table": "blocks",
    "Tables": "blocks",
    "describe_alignment": "tables.alignment",
    "describe_changes": "tables.postedit",
    "describe_combination": "tables.tuning",
    "describe_comparison": "tables.comparison",
    "describe_corpus_audit": "tables.corpus_audit",
    "describe_counts": "tables.counts",
    "describe_decisions": "tables.postedit",
    "describe_examinations": "tables.findings",
    "describe_explanation": "tables.explanation",
    "describe_index": "tables.counts",
    "describe_outcome": "tables.correlation",
    "describe_pairs": "tables.postedit",
    "describe_parse": "tables.trees",
    "describe_sample": "pages.sample",
    "describe_scores": "tables.scores",
    "describe_segment_audit": "tables.segment_audit",
    "describe_stage": "tables.stages",
    "describe_tuning": "tables.tuning",
    "draw_alignment": "drawings.alignment_rows",
    "draw_constituents": "drawings.tree_drawing",
    "draw_dependencies": "drawings.tree_drawing",
    "draw_matrix": "drawings.alignment_matrix",
}


def render(document: Document, format_name: str) -> str:
    """Return a document in a format.

    Args:
        document: What to show.
        format_name: One of ``registry.FORMATS``, or one that only this document has.

    Raises:
        SpecError: There is no such format; the message lists those that there are.
    """
    if format_name in document.alone:
        return document.alone[format_name]()
    if not registry.is_known(registry.FORMATS, format_name, "output format"):
        known = registry.list_names(registry.FORMATS, "output format")
        raise registry.unknown("output format", format_name, [*known, *document.alone])
    rendered: str = registry.load(registry.FORMATS, format_name, "output format")(document)
    return rendered


def __getattr__(name: str) -> Any:
    if name not in _EXPORTS:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_EXPORTS[name]}"), name)


def __dir__() -> list[str]:
    return sorted(["render", *_EXPORTS])
