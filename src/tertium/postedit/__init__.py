"""Post-editing: propose edits to a proofreader, store what was accepted, and apply it to later documents.

The data flow: findings -> `propose_edits` -> `Review` -> `Repository` -> `apply_edits`.
"""

from typing import TYPE_CHECKING

from tertium.lazy import lazy_exports

if TYPE_CHECKING:
    from tertium.postedit.application import AppliedEdit, AppliedEdits, apply_edits
    from tertium.postedit.decisions import ChangedSegmentError, Decision
    from tertium.postedit.localised_text import LocalisedText, is_localisation_file, require_same_format
    from tertium.postedit.output_check import require_separate_output
    from tertium.postedit.pair_tables import read_pairs, write_pairs
    from tertium.postedit.pairs import Confirmation, DecidedPair, Record
    from tertium.postedit.proposed_edits import ProposedEdits, propose_edits, require_single_lines
    from tertium.postedit.repository import Repository
    from tertium.postedit.review import Review
    from tertium.postedit.segments import TranslatedSegment, read_segments
    from tertium.postedit.suggested_edits import SuggestedEdit, write_by_hand
    from tertium.postedit.word_edits import SPELLING, EditPlace

__all__ = [
    "SPELLING",
    "AppliedEdit",
    "AppliedEdits",
    "ChangedSegmentError",
    "Confirmation",
    "DecidedPair",
    "Decision",
    "EditPlace",
    "LocalisedText",
    "ProposedEdits",
    "Record",
    "Repository",
    "Review",
    "SuggestedEdit",
    "TranslatedSegment",
    "apply_edits",
    "is_localisation_file",
    "propose_edits",
    "read_pairs",
    "read_segments",
    "require_same_format",
    "require_separate_output",
    "require_single_lines",
    "write_by_hand",
    "write_pairs",
]

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy_exports(
        __name__,
        {
            "tertium.postedit.application": ("AppliedEdit", "AppliedEdits", "apply_edits"),
            "tertium.postedit.decisions": ("ChangedSegmentError", "Decision"),
            "tertium.postedit.localised_text": ("LocalisedText", "is_localisation_file", "require_same_format"),
            "tertium.postedit.output_check": ("require_separate_output",),
            "tertium.postedit.pair_tables": ("read_pairs", "write_pairs"),
            "tertium.postedit.pairs": ("Confirmation", "DecidedPair", "Record"),
            "tertium.postedit.proposed_edits": ("ProposedEdits", "propose_edits", "require_single_lines"),
            "tertium.postedit.repository": ("Repository",),
            "tertium.postedit.review": ("Review",),
            "tertium.postedit.segments": ("TranslatedSegment", "read_segments"),
            "tertium.postedit.suggested_edits": ("SuggestedEdit", "write_by_hand"),
            "tertium.postedit.word_edits": ("SPELLING", "EditPlace"),
        },
    )
