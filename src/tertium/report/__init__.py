"""Results for people and programs: from results to documents, and from documents to formats."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tertium.lazy import lazy_exports

if TYPE_CHECKING:
    from tertium.report.blocks import PageSections, Pictures, Plots, Table, Tables
    from tertium.report.cells import Number, Range
    from tertium.report.document import Document
    from tertium.report.drawings.alignment_matrix import draw_matrix
    from tertium.report.drawings.alignment_rows import draw_alignment
    from tertium.report.drawings.tree_drawing import draw_constituents, draw_dependencies
    from tertium.report.pages.sample import describe_sample
    from tertium.report.rendering import render
    from tertium.report.tables.alignment import describe_alignment
    from tertium.report.tables.comparison import describe_comparison
    from tertium.report.tables.corpus_audit import describe_corpus_audit
    from tertium.report.tables.correlation import describe_outcome
    from tertium.report.tables.counts import describe_counts, describe_index
    from tertium.report.tables.experiments import describe_experiments
    from tertium.report.tables.explanation import describe_explanation
    from tertium.report.tables.findings import describe_examinations
    from tertium.report.tables.postedit import describe_changes, describe_decisions, describe_pairs
    from tertium.report.tables.scores import describe_scores
    from tertium.report.tables.segment_audit import describe_segment_audit
    from tertium.report.tables.stages import describe_stage
    from tertium.report.tables.trees import describe_parse
    from tertium.report.tables.tuning import describe_combination, describe_fragment_tuning, describe_tuning

__all__ = [
    "Document",
    "Number",
    "PageSections",
    "Pictures",
    "Plots",
    "Range",
    "Table",
    "Tables",
    "describe_alignment",
    "describe_changes",
    "describe_combination",
    "describe_comparison",
    "describe_corpus_audit",
    "describe_counts",
    "describe_decisions",
    "describe_examinations",
    "describe_experiments",
    "describe_explanation",
    "describe_fragment_tuning",
    "describe_index",
    "describe_outcome",
    "describe_pairs",
    "describe_parse",
    "describe_sample",
    "describe_scores",
    "describe_segment_audit",
    "describe_stage",
    "describe_tuning",
    "draw_alignment",
    "draw_constituents",
    "draw_dependencies",
    "draw_matrix",
    "render",
]

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy_exports(
        __name__,
        {
            "tertium.report.blocks": ("PageSections", "Pictures", "Plots", "Table", "Tables"),
            "tertium.report.cells": ("Number", "Range"),
            "tertium.report.document": ("Document",),
            "tertium.report.drawings.alignment_matrix": ("draw_matrix",),
            "tertium.report.drawings.alignment_rows": ("draw_alignment",),
            "tertium.report.drawings.tree_drawing": ("draw_constituents", "draw_dependencies"),
            "tertium.report.pages.sample": ("describe_sample",),
            "tertium.report.rendering": ("render",),
            "tertium.report.tables.alignment": ("describe_alignment",),
            "tertium.report.tables.comparison": ("describe_comparison",),
            "tertium.report.tables.corpus_audit": ("describe_corpus_audit",),
            "tertium.report.tables.correlation": ("describe_outcome",),
            "tertium.report.tables.counts": ("describe_counts", "describe_index"),
            "tertium.report.tables.experiments": ("describe_experiments",),
            "tertium.report.tables.explanation": ("describe_explanation",),
            "tertium.report.tables.findings": ("describe_examinations",),
            "tertium.report.tables.postedit": ("describe_changes", "describe_decisions", "describe_pairs"),
            "tertium.report.tables.scores": ("describe_scores",),
            "tertium.report.tables.segment_audit": ("describe_segment_audit",),
            "tertium.report.tables.stages": ("describe_stage",),
            "tertium.report.tables.trees": ("describe_parse",),
            "tertium.report.tables.tuning": ("describe_combination", "describe_fragment_tuning", "describe_tuning"),
        },
    )
