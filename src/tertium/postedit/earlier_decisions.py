"""What was decided about the same text in another document, offered as suggestions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from tertium.postedit.decisions import Decision
from tertium.proposals import Proposal, Suggestion

_EARLIER = "{} for the same text in another document"


def offer_earlier(proposals: Sequence[Proposal], decisions: Iterable[Decision], review: str) -> list[Proposal]:
    """Return proposals with what was decided about the same span of the same text in other documents.

    A suggestion that was accepted or declined there says so. What a proofreader wrote there becomes a suggestion, after
    the best one.

    Args:
        proposals: The proposals.
        decisions: All decisions that were not undone, in order.
        review: What this document is known by.
    """
    found: dict[tuple[str, int], list[Decision]] = {}
    for each in decisions:
        if each.edit.review not in ("", review) and each.decision in ("accepted", "declined") and each.edit.text:
            found.setdefault((each.edit.text, each.edit.start), []).append(each)
    return [_add_earlier(each, found.get((each.text, each.start), ())) for each in proposals]


def _add_earlier(proposal: Proposal, decisions: Iterable[Decision]) -> Proposal:
    """Return a proposal with the decisions about its span; of two about the same words the later counts."""
    offered = {each.text for each in proposal.suggestions}
    said: dict[str, str] = {}
    written: dict[str, Suggestion] = {}
    for each in decisions:
        edit = each.edit
        if edit.end != proposal.end:
            continue
        said[edit.suggestion] = _EARLIER.format(each.decision)
        if edit.suggestion not in offered and each.decision == "accepted":
            made = Suggestion(text=edit.suggestion, edits=edit.replacements, source_word=edit.source_word)
            written[edit.suggestion] = made
    if not said:
        return proposal
    listed = (*proposal.suggestions[:1], *written.values(), *proposal.suggestions[1:])
    return replace(proposal, suggestions=tuple(replace(each, earlier=said.get(each.text, "")) for each in listed))
