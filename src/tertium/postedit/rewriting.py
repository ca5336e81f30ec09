"""Rewriting: a whole segment that a proofreader wrote anew, as edits of the text before any edit."""

from __future__ import annotations

import re
from difflib import SequenceMatcher

from tertium.edits import Edit, apply_edits
from tertium.errors import SpecError
from tertium.postedit.edited_text import EditedText
from tertium.postedit.suggested_edits import SuggestedEdit
from tertium.proposals import Proposal

_PIECE = re.compile(r"\s+|[\w\u0300-\u036f]+|[^\w\s]")


def make_rewriting(edited: EditedText, proposal: Proposal, text: str, language_pair: str = "") -> SuggestedEdit:
    """Return the edit that makes a segment a text, beside the edits that were made in it before.

    Args:
        edited: The document as it is now.
        proposal: A proposal in the segment.
        text: What the segment is to be.
        language_pair: The language pair.

    Raises:
        SpecError: Nothing differs, or words differ that were changed before.

    >>> from tertium.postedit.segments import TranslatedSegment
    >>> edited = EditedText([TranslatedSegment("Se mueran de siete.")])
    >>> proposal = Proposal(segment=0, start=3, end=18, span="mueran de siete", text="Se mueran de siete.")
    >>> edit = make_rewriting(edited, proposal, "Se mueren de sed.")
    >>> edit.span, edit.suggestion
    ('mueran de siete', 'mueren de sed')
    """
    before = edited.segments[proposal.segment].text
    changes = _compare(edited.text_of(proposal.segment), text)
    if not changes:
        raise SpecError("the text is the same as before", remedy="Write another, or decline")
    made = sorted(edited.edits.get(proposal.segment, ()), key=lambda each: (each.start, each.end))
    edits = tuple(_locate(each, made) for each in changes)
    start, end = _cover_words(before, min(each.start for each in edits), max(each.end for each in edits))
    inside = sorted(
        [*edits, *(each for each in made if start <= each.start and each.end <= end)],
        key=lambda each: (each.start, each.end),
    )
    return SuggestedEdit(
        span=before[start:end],
        suggestion=apply_edits(before[start:end], inside, start),
        language_pair=language_pair,
        document=proposal.document,
        segment=proposal.segment,
        start=start,
        end=end,
        text=before,
        source=proposal.source,
        edits=edits,
    )


def _compare(old: str, new: str) -> list[Edit]:
    """The words and marks of a text that another replaces, inserts or removes."""
    ones, others = _PIECE.findall(old), _PIECE.findall(new)
    starts = [0]
    for piece in ones:
        starts.append(starts[-1] + len(piece))
    matcher = SequenceMatcher(None, ones, others, autojunk=False)
    found = [
        Edit(starts[first], starts[last], "".join(others[start:stop]))
        for kind, first, last, start, stop in matcher.get_opcodes()
        if kind != "equal"
    ]
    # Changes with nothing but white space between them are one.
    joined: list[Edit] = []
    for each in found:
        if joined and not old[joined[-1].end : each.start].strip():
            last_edit = joined.pop()
            joined.append(Edit(last_edit.start, each.end, last_edit.text + old[last_edit.end : each.start] + each.text))
        else:
            joined.append(each)
    return joined


def _locate(edit: Edit, made: list[Edit]) -> Edit:
    """Return an edit of the text as it is now as one of the text before any edit."""
    shift = 0
    for each in made:
        start = each.start + shift
        end = start + len(each.text)
        if edit.end <= start:
            break
        if edit.start < end:
            raise SpecError(
                f"{each.text!r} was put in before, and cannot be changed again",
                remedy="Undo that decision first (u), or leave these words as they are",
            )
        shift += len(each.text) - (each.end - each.start)
    return Edit(edit.start - shift, edit.end - shift, edit.text)


def _cover_words(text: str, start: int, end: int) -> tuple[int, int]:
    """Return a span with whole words, and at least one word."""
    words = [each.span() for each in re.finditer(r"[\w\u0300-\u036f]+", text)]
    touched = [each for each in words if each[0] < end and start < each[1]]
    if not touched:
        touched = [each for each in words if each[1] <= start][-1:] or words[:1]
    return min([start, *(each[0] for each in touched)]), max([end, *(each[1] for each in touched)])
