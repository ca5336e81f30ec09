"""Automatic post-editing: pairs that were accepted often enough are applied to new documents.

After section 5 of Moré & Climent (2006): accepted alternatives are "stored in a repository in order to perform
automatic correction of machine-translated documents".
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field, replace

from tertium.edits import Edit
from tertium.json_result import JsonResult
from tertium.postedit.edited_text import EditedText
from tertium.postedit.pairs import Confirmation, DecidedPair
from tertium.postedit.propagation import fits_source
from tertium.postedit.repository import Repository
from tertium.postedit.segments import TranslatedSegment
from tertium.postedit.span_finder import SpanFinder, match_case


@dataclass(frozen=True, slots=True, kw_only=True)
class AppliedEdit(JsonResult):
    """A span that was replaced.

    Attributes:
        segment: The segment, from 0.
        start: Where the span started in the text of the segment.
        end: Where it ended.
        span: The span.
        suggestion: Its replacement.
        pair: The pair that was applied.
    """

    json_fields = "segment=number start end span suggestion accepted=pair.record.accepted declined=pair.record.declined"

    segment: int
    start: int
    end: int
    span: str
    suggestion: str
    pair: DecidedPair

    @property
    def number(self) -> int:
        """The number of the segment, from 1."""
        return self.segment + 1


@dataclass(frozen=True, slots=True)
class AppliedEdits:
    """A document after automatic post-editing.

    Attributes:
        texts: The text of each segment.
        edits: What was replaced, in the order of the text.
        rule: The conditions on which a pair was applied; None if all pairs were.
        pair_counts: How many pairs were accepted at all, how many of these are not confirmed, and how many miss each
            condition.
        left_out: Edits that were not made, since each would have removed a tag of a localisation file.
    """

    texts: list[str]
    edits: list[AppliedEdit]
    rule: Confirmation | None = None
    pair_counts: Mapping[str, int] = field(default_factory=dict)
    _: KW_ONLY
    left_out: list[AppliedEdit] = field(default_factory=list)

    @property
    def by_segment(self) -> dict[int, list[Edit]]:
        """The edits of each segment that has any, by its number from 0."""
        found: dict[int, list[Edit]] = {}
        for each in self.edits:
            found.setdefault(each.segment, []).append(Edit(each.start, each.end, each.suggestion))
        return found


def apply_edits(
    segments: Sequence[TranslatedSegment],
    repository: Repository,
    *,
    min_accepted: int = 3,
    min_share: float = 0.9,
    min_documents: int = 2,
    language_pair: str | None = None,
    everywhere: bool = False,
) -> AppliedEdits:
    """Apply the pairs of a repository that were accepted often enough to a new document.

    Args:
        segments: The document.
        repository: The decisions.
        min_accepted: How often a pair was accepted, at least.
        min_share: The share of decisions that accepted it, at least.
        min_documents: In how many documents it was accepted, at least.
        language_pair: Apply only pairs of this language pair, such as ``ca-es``; all if None.
        everywhere: Include segments whose source does not contain the mistranslated word. Pairs of single words are
            otherwise applied only where the source is known.

    Returns:
        The edited texts, and what was replaced.

    Raises:
        SpecError: A condition is always met, or never.
        InputError: The repository cannot be read.

    >>> from tempfile import TemporaryDirectory
    >>> from tertium.postedit import Repository, TranslatedSegment, apply_edits
    >>> with TemporaryDirectory() as folder:
    ...     repository = Repository(f"{folder}/postedit.sqlite")
    ...     imported = repository.import_([{"span": "de siete", "suggestion": "de sed", "accepted": 3, "documents": 2}])
    ...     applied = apply_edits([TranslatedSegment("Mueran de siete.")], repository)
    >>> applied.texts
    ['Mueran de sed.']
    """
    rule = Confirmation(min_accepted, min_share, min_documents)
    pairs = repository.pairs(language_pair)
    applied = apply_pairs(segments, [each for each in pairs if not rule.misses(each.record)], everywhere=everywhere)
    return replace(applied, rule=rule, pair_counts=rule.count_misses(pairs))


def apply_pairs(
    segments: Sequence[TranslatedSegment], pairs: Sequence[DecidedPair], *, everywhere: bool = False
) -> AppliedEdits:
    """Apply pairs to a document.

    Args:
        segments: The document.
        pairs: The pairs; where two match the same words, the longer span is taken, then the one that was accepted
            more often.
        everywhere: Include segments whose source does not contain the mistranslated word.
    """
    ordered = sorted(pairs, key=lambda each: (-len(each.key.span), -each.record.accepted, each.key))
    finder = SpanFinder(pair.span for pair in ordered)
    edited = EditedText(segments)
    applied: dict[tuple[int, int, int], AppliedEdit] = {}
    left_out: dict[tuple[int, int, int], AppliedEdit] = {}
    for number, segment in enumerate(segments):
        for match in sorted(finder.find(segment.text), key=lambda each: (each.span, each.start)):
            pair = ordered[match.span]
            span = segment.text[match.start : match.end]
            suggestion = match_case(span, pair.span, pair.suggestion)
            if suggestion == span or not (everywhere or _fits(segment, pair)):
                continue
            change = Edit(match.start, match.end, suggestion)
            place = (number, match.start, match.end)
            edit = AppliedEdit(
                segment=number, start=match.start, end=match.end, span=span, suggestion=suggestion, pair=pair
            )
            if edited.add(number, (change,)):
                applied.setdefault(place, edit)
            elif edited.find_obstacle(number, (change,)):
                left_out.setdefault(place, edit)
    return AppliedEdits(
        edited.texts,
        [applied[place] for place in sorted(applied)],
        left_out=[left_out[place] for place in sorted(left_out)],
    )


def _fits(segment: TranslatedSegment, pair: DecidedPair) -> bool:
    """Return whether a pair may be applied in a segment, by its source."""
    # A word alone has no words around it that would say what it means: only the source does.
    if segment.source is None and pair.source_words and len(pair.key.span.split()) == 1:
        return False
    return fits_source(segment.source, pair.source_words)
