"""Audit: what a score is made of, which other translations have the same score, and which edits metrics miss."""

from typing import TYPE_CHECKING

from tertium.lazy import lazy_exports

if TYPE_CHECKING:
    from tertium.audit.advice import Advice, advise
    from tertium.audit.blindness.contrasts import Contrasts
    from tertium.audit.blindness.penalties import BlindnessTable, measure_blindness
    from tertium.audit.corpus_audit import CorpusAudit, audit_corpus
    from tertium.audit.explanation.explaining import explain
    from tertium.audit.explanation.explanation import Explanation, MarkedTree, Size
    from tertium.audit.explanation.fragments import Fragment
    from tertium.audit.freedom.corpus_freedom import Freedom, FreedomBin, measure_freedom
    from tertium.audit.freedom.doubt import Doubt
    from tertium.audit.segment_audit import SegmentAudit, audit_segment
    from tertium.audit.twins.substitutions import count_substitutions

__all__ = [
    "Advice",
    "BlindnessTable",
    "Contrasts",
    "CorpusAudit",
    "Doubt",
    "Explanation",
    "Fragment",
    "Freedom",
    "FreedomBin",
    "MarkedTree",
    "SegmentAudit",
    "Size",
    "advise",
    "audit_corpus",
    "audit_segment",
    "count_substitutions",
    "explain",
    "measure_blindness",
    "measure_freedom",
]

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy_exports(
        __name__,
        {
            "tertium.audit.advice": ("Advice", "advise"),
            "tertium.audit.blindness.contrasts": ("Contrasts",),
            "tertium.audit.blindness.penalties": ("BlindnessTable", "measure_blindness"),
            "tertium.audit.corpus_audit": ("CorpusAudit", "audit_corpus"),
            "tertium.audit.explanation.explaining": ("explain",),
            "tertium.audit.explanation.explanation": ("Explanation", "MarkedTree", "Size"),
            "tertium.audit.explanation.fragments": ("Fragment",),
            "tertium.audit.freedom.corpus_freedom": ("Freedom", "FreedomBin", "measure_freedom"),
            "tertium.audit.freedom.doubt": ("Doubt",),
            "tertium.audit.segment_audit": ("SegmentAudit", "audit_segment"),
            "tertium.audit.twins.substitutions": ("count_substitutions",),
        },
    )
