"""Tertium scores machine translation, and says how far each score can be trusted.

>>> import tertium
>>> result = tertium.score(["a good translation"], ["a very good translation"], metrics=["chrf"])
>>> print(result["chrf"])
chrf = 75.46

What is listed here is the public API. Each name is imported at its first use, so that ``import tertium`` is fast.
Everything else in the package is private: it may change without notice.
"""

from typing import TYPE_CHECKING

from tertium._core import __version__
from tertium.lazy import lazy_exports

if TYPE_CHECKING:
    from tertium.alignment import Alignment, Alignments
    from tertium.audit import CorpusAudit, Explanation, SegmentAudit, audit_corpus, audit_segment, explain
    from tertium.contrast import Diff, diff, diff_systems
    from tertium.corpus import Count, Counts, PhraseIndex, build_index, count_phrases, open_counts, open_index
    from tertium.errors import InputError, InternalError, MissingExtraError, SpecError, TertiumError, TextWarning
    from tertium.meta import (
        Experiment,
        JudgedSet,
        Judgments,
        Outcome,
        Question,
        correlate,
        learn,
        list_experiments,
        load_experiment,
        make_experiment,
        measure_agreement,
        read_judged,
        read_judged_table,
        read_judgments,
        read_stored_scores,
        run_experiment,
        tune,
        weigh_fragments,
    )
    from tertium.metrics import (
        align,
        align_many,
        compare,
        compare_systems,
        given_scores,
        make_test_set,
        read_scores,
        score,
        score_reader,
        score_segments,
        score_stream,
        score_systems,
    )
    from tertium.mtness import Examination, Finding, compare_mtness, find_mtness, open_mtness
    from tertium.plugins import Plugin, list_plugins
    from tertium.postedit import ProposedEdits, Repository, apply_edits, propose_edits
    from tertium.report import StudyOptions, TestSetStudy, make_report, study_test_set
    from tertium.results import Comparison, GroupedScores, Interval, PairedTest, Score, Scores
    from tertium.stats import Resampling
    from tertium.syntax import ParsedText, parse_trees
    from tertium.text import TestSetReader, open_test_set, read_test_set
    from tertium.types import References, TestSet

__all__ = [
    "Alignment",
    "Alignments",
    "Comparison",
    "CorpusAudit",
    "Count",
    "Counts",
    "Diff",
    "Examination",
    "Experiment",
    "Explanation",
    "Finding",
    "GroupedScores",
    "InputError",
    "InternalError",
    "Interval",
    "JudgedSet",
    "Judgments",
    "MissingExtraError",
    "Outcome",
    "PairedTest",
    "ParsedText",
    "PhraseIndex",
    "Plugin",
    "ProposedEdits",
    "Question",
    "References",
    "Repository",
    "Resampling",
    "Score",
    "Scores",
    "SegmentAudit",
    "SpecError",
    "StudyOptions",
    "TertiumError",
    "TestSet",
    "TestSetReader",
    "TestSetStudy",
    "TextWarning",
    "__version__",
    "align",
    "align_many",
    "apply_edits",
    "audit_corpus",
    "audit_segment",
    "build_index",
    "compare",
    "compare_mtness",
    "compare_systems",
    "correlate",
    "count_phrases",
    "diff",
    "diff_systems",
    "explain",
    "find_mtness",
    "given_scores",
    "learn",
    "list_experiments",
    "list_plugins",
    "load_experiment",
    "make_experiment",
    "make_report",
    "make_test_set",
    "measure_agreement",
    "open_counts",
    "open_index",
    "open_mtness",
    "open_test_set",
    "parse_trees",
    "propose_edits",
    "read_judged",
    "read_judged_table",
    "read_judgments",
    "read_scores",
    "read_stored_scores",
    "read_test_set",
    "run_experiment",
    "score",
    "score_reader",
    "score_segments",
    "score_stream",
    "score_systems",
    "study_test_set",
    "tune",
    "weigh_fragments",
]

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy_exports(
        __name__,
        {
            "tertium.alignment": ("Alignment", "Alignments"),
            "tertium.audit": (
                "CorpusAudit",
                "Explanation",
                "SegmentAudit",
                "audit_corpus",
                "audit_segment",
                "explain",
            ),
            "tertium.contrast": (
                "Diff",
                "diff",
                "diff_systems",
            ),
            "tertium.corpus": (
                "Count",
                "Counts",
                "PhraseIndex",
                "build_index",
                "count_phrases",
                "open_counts",
                "open_index",
            ),
            "tertium.errors": (
                "InputError",
                "InternalError",
                "MissingExtraError",
                "SpecError",
                "TertiumError",
                "TextWarning",
            ),
            "tertium.meta": (
                "Experiment",
                "JudgedSet",
                "Judgments",
                "Outcome",
                "Question",
                "correlate",
                "learn",
                "list_experiments",
                "load_experiment",
                "make_experiment",
                "measure_agreement",
                "read_judged",
                "read_judged_table",
                "read_judgments",
                "read_stored_scores",
                "run_experiment",
                "tune",
                "weigh_fragments",
            ),
            "tertium.metrics": (
                "align",
                "align_many",
                "compare",
                "compare_systems",
                "given_scores",
                "make_test_set",
                "read_scores",
                "score",
                "score_reader",
                "score_segments",
                "score_stream",
                "score_systems",
            ),
            "tertium.mtness": (
                "Examination",
                "Finding",
                "compare_mtness",
                "find_mtness",
                "open_mtness",
            ),
            "tertium.plugins": ("Plugin", "list_plugins"),
            "tertium.postedit": (
                "ProposedEdits",
                "Repository",
                "apply_edits",
                "propose_edits",
            ),
            "tertium.report": ("StudyOptions", "TestSetStudy", "make_report", "study_test_set"),
            "tertium.results": (
                "Comparison",
                "GroupedScores",
                "Interval",
                "PairedTest",
                "Score",
                "Scores",
            ),
            "tertium.stats": ("Resampling",),
            "tertium.syntax": (
                "ParsedText",
                "parse_trees",
            ),
            "tertium.text": (
                "TestSetReader",
                "open_test_set",
                "read_test_set",
            ),
            "tertium.types": (
                "References",
                "TestSet",
            ),
        },
    )
