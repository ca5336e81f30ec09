"""Results for people and programs: from results to documents, and from documents to formats."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tertium.lazy import lazy_exports

if TYPE_CHECKING:
    from tertium.report.agreement_verdict import conclude_outcome
    from tertium.report.assets import read_script, read_style
    from tertium.report.blocks import PageSections, Pictures, Plots, Table, Tables
    from tertium.report.campaign_sentences import tell_campaign
    from tertium.report.cells import Number, Range
    from tertium.report.document import Document
    from tertium.report.drawings.alignment_matrix import draw_matrix
    from tertium.report.drawings.alignment_rows import draw_alignment
    from tertium.report.drawings.canvas import embed_picture
    from tertium.report.drawings.converted import convert_picture
    from tertium.report.drawings.forest import draw_forest
    from tertium.report.drawings.tree_drawing import draw_constituents, draw_dependencies
    from tertium.report.formats.html import show_part, write_content
    from tertium.report.formats.json import write_json
    from tertium.report.formats.languagetool import describe_matches
    from tertium.report.formats.tsv import write_tsv_rows
    from tertium.report.making import make_report
    from tertium.report.markup import Html
    from tertium.report.metric_names import name_metric
    from tertium.report.page_frame import write_page
    from tertium.report.pages.alignment_figure import show_alignment
    from tertium.report.pages.mtness import describe_evidence, split_new_words
    from tertium.report.pages.study_page import show_forests, show_verdict
    from tertium.report.rendering import render
    from tertium.report.study.assembling import StudyOptions, study_test_set
    from tertium.report.study.origin import InputDigest, StudyOrigin, digest_files
    from tertium.report.study.test_set_study import TestSetStudy
    from tertium.report.table_copies import write_copies, write_csv
    from tertium.report.table_html import write_copy_buttons, write_signatures, write_table
    from tertium.report.tables.alignment import describe_alignment
    from tertium.report.tables.comparison import describe_comparison, difference_matrices
    from tertium.report.tables.corpus_audit import describe_corpus_audit
    from tertium.report.tables.correlation import describe_outcome
    from tertium.report.tables.counts import describe_counts, describe_index
    from tertium.report.tables.diff import describe_diff
    from tertium.report.tables.encoders import describe_encoders
    from tertium.report.tables.experiments import describe_experiments
    from tertium.report.tables.explanation import describe_explanation
    from tertium.report.tables.findings import describe_examinations
    from tertium.report.tables.judging import (
        describe_campaign_page,
        describe_campaigns,
        describe_judgments,
        describe_links,
        describe_progress,
    )
    from tertium.report.tables.metrics import describe_metrics
    from tertium.report.tables.parts import describe_parts
    from tertium.report.tables.plugins import describe_plugins
    from tertium.report.tables.postedit import describe_changes, describe_decisions, describe_pairs
    from tertium.report.tables.ranked_systems import ranking_table
    from tertium.report.tables.scores import describe_scores
    from tertium.report.tables.segment_audit import describe_segment_audit
    from tertium.report.tables.stages import describe_stage
    from tertium.report.tables.study import describe_study
    from tertium.report.tables.trees import describe_parse
    from tertium.report.tables.tuning import describe_combination, describe_fragment_tuning, describe_tuning
    from tertium.report.texts import write_probability
    from tertium.report.verdict import ComparisonVerdict, RankedSystem, Ranking, judge_comparison

__all__ = [
    "ComparisonVerdict",
    "Document",
    "Html",
    "InputDigest",
    "Number",
    "PageSections",
    "Pictures",
    "Plots",
    "Range",
    "RankedSystem",
    "Ranking",
    "StudyOptions",
    "StudyOrigin",
    "Table",
    "Tables",
    "TestSetStudy",
    "conclude_outcome",
    "convert_picture",
    "describe_alignment",
    "describe_campaign_page",
    "describe_campaigns",
    "describe_changes",
    "describe_combination",
    "describe_comparison",
    "describe_corpus_audit",
    "describe_counts",
    "describe_decisions",
    "describe_diff",
    "describe_encoders",
    "describe_evidence",
    "describe_examinations",
    "describe_experiments",
    "describe_explanation",
    "describe_fragment_tuning",
    "describe_index",
    "describe_judgments",
    "describe_links",
    "describe_matches",
    "describe_metrics",
    "describe_outcome",
    "describe_pairs",
    "describe_parse",
    "describe_parts",
    "describe_plugins",
    "describe_progress",
    "describe_scores",
    "describe_segment_audit",
    "describe_stage",
    "describe_study",
    "describe_tuning",
    "difference_matrices",
    "digest_files",
    "draw_alignment",
    "draw_constituents",
    "draw_dependencies",
    "draw_forest",
    "draw_matrix",
    "embed_picture",
    "judge_comparison",
    "make_report",
    "name_metric",
    "ranking_table",
    "read_script",
    "read_style",
    "render",
    "show_alignment",
    "show_forests",
    "show_part",
    "show_verdict",
    "split_new_words",
    "study_test_set",
    "tell_campaign",
    "write_content",
    "write_copies",
    "write_copy_buttons",
    "write_csv",
    "write_json",
    "write_page",
    "write_probability",
    "write_signatures",
    "write_table",
    "write_tsv_rows",
]

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy_exports(
        __name__,
        {
            "tertium.report.agreement_verdict": ("conclude_outcome",),
            "tertium.report.assets": ("read_script", "read_style"),
            "tertium.report.blocks": ("PageSections", "Pictures", "Plots", "Table", "Tables"),
            "tertium.report.campaign_sentences": ("tell_campaign",),
            "tertium.report.cells": ("Number", "Range"),
            "tertium.report.document": ("Document",),
            "tertium.report.drawings.alignment_matrix": ("draw_matrix",),
            "tertium.report.drawings.alignment_rows": ("draw_alignment",),
            "tertium.report.drawings.converted": ("convert_picture",),
            "tertium.report.drawings.forest": ("draw_forest",),
            "tertium.report.drawings.canvas": ("embed_picture",),
            "tertium.report.drawings.tree_drawing": ("draw_constituents", "draw_dependencies"),
            "tertium.report.formats.html": ("show_part", "write_content"),
            "tertium.report.formats.json": ("write_json",),
            "tertium.report.formats.languagetool": ("describe_matches",),
            "tertium.report.formats.tsv": ("write_tsv_rows",),
            "tertium.report.markup": ("Html",),
            "tertium.report.metric_names": ("name_metric",),
            "tertium.report.page_frame": ("write_page",),
            "tertium.report.pages.alignment_figure": ("show_alignment",),
            "tertium.report.pages.mtness": ("describe_evidence", "split_new_words"),
            "tertium.report.rendering": ("render",),
            "tertium.report.table_copies": ("write_copies", "write_csv"),
            "tertium.report.table_html": ("write_copy_buttons", "write_signatures", "write_table"),
            "tertium.report.tables.alignment": ("describe_alignment",),
            "tertium.report.tables.comparison": ("describe_comparison", "difference_matrices"),
            "tertium.report.tables.corpus_audit": ("describe_corpus_audit",),
            "tertium.report.tables.correlation": ("describe_outcome",),
            "tertium.report.tables.counts": ("describe_counts", "describe_index"),
            "tertium.report.tables.diff": ("describe_diff",),
            "tertium.report.tables.experiments": ("describe_experiments",),
            "tertium.report.tables.encoders": ("describe_encoders",),
            "tertium.report.tables.explanation": ("describe_explanation",),
            "tertium.report.tables.findings": ("describe_examinations",),
            "tertium.report.tables.judging": (
                "describe_campaign_page",
                "describe_campaigns",
                "describe_judgments",
                "describe_links",
                "describe_progress",
            ),
            "tertium.report.tables.metrics": ("describe_metrics",),
            "tertium.report.tables.parts": ("describe_parts",),
            "tertium.report.tables.plugins": ("describe_plugins",),
            "tertium.report.tables.postedit": ("describe_changes", "describe_decisions", "describe_pairs"),
            "tertium.report.tables.ranked_systems": ("ranking_table",),
            "tertium.report.tables.scores": ("describe_scores",),
            "tertium.report.tables.segment_audit": ("describe_segment_audit",),
            "tertium.report.tables.stages": ("describe_stage",),
            "tertium.report.study.assembling": ("StudyOptions", "study_test_set"),
            "tertium.report.study.origin": ("InputDigest", "StudyOrigin", "digest_files"),
            "tertium.report.study.test_set_study": ("TestSetStudy",),
            "tertium.report.making": ("make_report",),
            "tertium.report.pages.study_page": ("show_forests", "show_verdict"),
            "tertium.report.tables.study": ("describe_study",),
            "tertium.report.tables.trees": ("describe_parse",),
            "tertium.report.tables.tuning": ("describe_combination", "describe_fragment_tuning", "describe_tuning"),
            "tertium.report.texts": ("write_probability",),
            "tertium.report.verdict": ("ComparisonVerdict", "RankedSystem", "Ranking", "judge_comparison"),
        },
    )
