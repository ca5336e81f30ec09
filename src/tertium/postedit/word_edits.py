"""Word edits: the words that a suggestion changes, without the rest of its span, and all their places in a document.

A finding is a span, such as *diseño de mesa*; what is wrong with it is one word, *mesa*, which stands at other places
too. Where the source word is known (*taula*), the edit is that word alone. Otherwise the words up to the next longer
one belong to the edit, as in *del LibreOffice*: an article by itself is right in most places. So it is with short
words, and with those that differ in accents only (*como*, *cómo*).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from tertium.edits import Edit, apply_edits
from tertium.postedit.propagation import fit_capitals, keeps_capitals, propagate
from tertium.postedit.segments import TranslatedSegment
from tertium.postedit.span_finder import is_whole, match_case
from tertium.postedit.suggested_edits import PairKey, SuggestedEdit, normalise
from tertium.proposals import Proposal, Suggestion

# Shorter words are articles, prepositions and the like.
_LONG = 4
# The type of error of misspelt and untranslated words.
SPELLING = "spelling"
_STOP = re.compile(r"[.!?;:]\s|\n")
_QUOTES = "\"'«“‘„"
_WORD = re.compile(r"[\w\u0300-\u036f]+(?:[-'’·‐‑\u00ad][\w\u0300-\u036f]+)*")


@dataclass(frozen=True, slots=True, kw_only=True)
class EditPlace:
    """A place where a word edit can be made.

    Attributes:
        edit: The edit of the words alone; its replacements have the agreement of other words too.
        whole: The edit of the whole span, if the place is a proposal.
        obstructed: Whether a tag stands within the words, so that they have to stay.
    """

    edit: SuggestedEdit
    whole: SuggestedEdit | None = None
    obstructed: bool = False


def narrow(proposal: Proposal, suggestion: Suggestion, language_pair: str = "") -> SuggestedEdit:
    """Return the edit that a suggestion makes of a proposal, by the words that change.

    >>> table = Suggestion(
    ...     text="diseño de tabla", edits=(Edit(13, 17, "tabla"),), source_word="taula", replaced="mesa",
    ...     replacement="tabla",
    ... )
    >>> text = "El diseño de mesa."
    >>> edit = narrow(Proposal(segment=0, start=3, end=17, span="diseño de mesa", text=text), table)
    >>> edit.span, edit.suggestion, edit.start
    ('mesa', 'tabla', 13)
    """
    whole = SuggestedEdit.of(proposal, suggestion, language_pair)
    text = proposal.text
    if _is_misspelt(whole):
        return whole  # wrong wherever it stands
    edits = [each for each in suggestion.edits if text[each.start : each.end] != each.text]
    if not edits or not text:
        return whole
    start, end = _find_main(text, suggestion, edits) or _find_with_neighbour(text, proposal, edits)
    inside = [each for each in edits if start <= each.start and each.end <= end]
    span, changed = text[start:end], apply_edits(text[start:end], inside, start)
    if not inside or not span.strip() or not changed.strip() or not is_whole(text, start, end):
        return whole
    return replace(whole, span=span, suggestion=changed, start=start, end=end)


def find_places(
    segments: Sequence[TranslatedSegment],
    proposals: Sequence[Proposal],
    chosen: Proposal,
    suggestion: Suggestion,
    *,
    language_pair: str = "",
    everywhere: bool = False,
) -> list[EditPlace]:
    """Return all places of a document where the words of a suggestion can be changed: the chosen one, then the others.

    Args:
        segments: The segments.
        proposals: Those that are open. Where one of them has a suggestion with the same words, its own edit is made.
        chosen: The proposal.
        suggestion: Its suggestion.
        language_pair: The language pair.
        everywhere: Include segments whose source does not contain the mistranslated word.
    """
    here = narrow(chosen, suggestion, language_pair)
    found = [EditPlace(edit=here, whole=SuggestedEdit.of(chosen, suggestion, language_pair))]
    for proposal in proposals:
        if proposal.place != chosen.place and proposal.document == chosen.document:
            found += list(_match_proposal(proposal, here, language_pair))[:1]
    taken: dict[int, list[tuple[int, int]]] = {}
    for each in found:
        taken.setdefault(each.edit.segment, []).append((each.edit.start, each.edit.end))
    others = [
        EditPlace(edit=_add_neighbour(each, here))
        for each in propagate(segments, here, everywhere=everywhere)
        if not any(each.start < end and start < each.end for start, end in taken.get(each.segment, ()))
    ]
    if _is_short(here.span) and not _is_misspelt(here):
        others = []  # an article or a preposition by itself
    return found[:1] + sorted(_keep_first([*found[1:], *others]), key=lambda each: each.edit.place)


def _match_proposal(proposal: Proposal, edit: SuggestedEdit, language_pair: str) -> Iterator[EditPlace]:
    """Yield the place of a proposal by each of its suggestions that is the same word edit."""
    for suggestion in proposal.suggestions:
        other = narrow(proposal, suggestion, language_pair)
        if make_group_key(other) == make_group_key(edit) and keeps_capitals(other.span, edit.span):
            yield EditPlace(edit=other, whole=SuggestedEdit.of(proposal, suggestion, language_pair))
    # What was written for a misspelt word is right for it everywhere, though something else was suggested.
    if proposal.error == SPELLING == edit.error and normalise(proposal.span) == normalise(edit.span):
        text = fit_capitals(proposal.span, edit.span, edit.suggestion)
        if text != proposal.span and keeps_capitals(proposal.span, edit.span):
            written = Suggestion(text=text, edits=(Edit(proposal.start, proposal.end, text),))
            other = replace(SuggestedEdit.of(proposal, written, language_pair), source_word=edit.source_word)
            yield EditPlace(edit=other, whole=other)


def make_group_key(edit: SuggestedEdit) -> tuple[PairKey, str]:
    """Return what is the same for all places of a word edit: the pair, and the source word."""
    return edit.key, normalise(edit.source_word)


def _keep_first(places: Sequence[EditPlace]) -> list[EditPlace]:
    """Several proposals may be about the same words."""
    return list({each.edit.place: each for each in reversed(places)}.values())


def _find_main(text: str, suggestion: Suggestion, edits: Sequence[Edit]) -> tuple[int, int] | None:
    """Return where the mistranslated words stand, if the source word is known and they say enough by themselves."""
    old, new = suggestion.replaced, suggestion.replacement
    if not (suggestion.source_word and old and new) or _strip(old) == _strip(new):
        return None
    if _is_short(old):
        return None
    wanted = normalise(old)
    found = [each for each in edits if normalise(text[each.start : each.end]) == wanted and each.text.strip()]
    return (found[0].start, found[0].end) if found else None


def _find_with_neighbour(text: str, proposal: Proposal, edits: Sequence[Edit]) -> tuple[int, int]:
    """Return where the changed words stand, with the next longer word; or the one before, where there is none."""
    start, end = min(each.start for each in edits), max(each.end for each in edits)
    inserted = start == end
    words = [found.span() for found in _WORD.finditer(text, proposal.start, proposal.end)]
    touched = [each for each in words if each[0] < end and start < each[1]]
    before = [each for each in words if each[1] <= start and each not in touched]
    after = [each for each in words if each[0] >= end and each not in touched]
    longer = [place for place, (first, last) in enumerate(after) if last - first >= _LONG]
    covered = [*touched, *after[: longer[0] + 1 if longer else len(after)]]
    if inserted or not longer:
        covered += before[-1:]
    if (start, end) == (proposal.start, proposal.end) or not covered:
        first, last = proposal.start, proposal.end
    else:
        first, last = min(each[0] for each in covered), max(each[1] for each in covered)
    says_little = _is_short(text[first:last]) or _differs_in_accents(text, first, last, edits)
    return _extend(text, first, last) if says_little else (first, last)


def _extend(text: str, start: int, end: int) -> tuple[int, int]:
    """Return a span with the words up to the next longer one of its sentence, also outside of what was found."""
    words = [found.span() for found in _WORD.finditer(text)]
    for first, last in words:
        if first >= end and not _STOP.search(text, end, first) and last - first >= _LONG:
            return _add_quote(text, start, last)
    for first, last in reversed(words):
        if last <= start and not _STOP.search(text, last, start) and last - first >= _LONG:
            return _add_quote(text, first, end)
    return start, end


def _add_quote(text: str, start: int, end: int) -> tuple[int, int]:
    """Return a span with the quotation mark before it."""
    return (start - 1 if start and text[start - 1] in _QUOTES else start), end


def _is_short(text: str) -> bool:
    """Return whether a text has few letters and is not an abbreviation; quotation marks do not count."""
    letters = sum(each.isalnum() for each in text)
    return letters < _LONG and not (letters > 1 and text.isupper())


def _differs_in_accents(text: str, start: int, end: int, edits: Sequence[Edit]) -> bool:
    """Return whether a single word changes, and in its accents only."""
    span = text[start:end]
    inside = [each for each in edits if start <= each.start and each.end <= end]
    changed = apply_edits(span, inside, start)
    return len(_WORD.findall(span)) == 1 and changed.casefold() != span.casefold() and _strip(changed) == _strip(span)


def _is_misspelt(edit: SuggestedEdit) -> bool:
    return edit.error == SPELLING and sum(each.isalnum() for each in edit.span) > 1


def _strip(text: str) -> str:
    """Return a text without accents and differences of case."""
    spread = unicodedata.normalize("NFD", text.casefold())
    return "".join(each for each in spread if not unicodedata.combining(each))


def _add_neighbour(edit: SuggestedEdit, accepted: SuggestedEdit) -> SuggestedEdit:
    """Change the word before as well, where it is the same one that the accepted edit changes: *el*, *del*."""
    for each in accepted.edits:
        prefix = accepted.text[each.start : accepted.start]
        old = accepted.text[each.start : each.end]
        start = edit.start - len(prefix)
        if not old or each.end > accepted.start or prefix[len(old) :].strip() or start < 0:
            continue
        found = edit.text[start : start + len(old)]
        if edit.text[start : edit.start].casefold() == prefix.casefold() and is_whole(
            edit.text, start, start + len(old)
        ):
            further = Edit(start, start + len(old), match_case(found, old, each.text))
            return replace(edit, edits=(further, *edit.edits))
    return edit


def is_about(edit: SuggestedEdit, proposal: Proposal) -> bool:
    """Return whether an edit at a place of a proposal changes words that the proposal would change."""
    wrong = [each for suggestion in proposal.suggestions for each in suggestion.edits]
    return not wrong or not edit.edits or touch_any(wrong, edit.edits)


def touch_any(edits: Sequence[Edit], others: Sequence[Edit]) -> bool:
    """Return whether some of the edits change the same characters, or put something in at the same place."""
    return any(
        (one.start, one.end) == (other.start, other.end) or max(one.start, other.start) < min(one.end, other.end)
        for one in edits
        for other in others
    )
