"""The kinds of suggestions: one file each, and this table of them.

A kind is a module with ``ACTIONS``, what it declares; ``SECTIONS``, what it reads of a language's rules; and
``propose``, which makes drafts of repairs for a segment.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Protocol

from tertium.mtness.repairs.action import Action
from tertium.mtness.repairs.drafts import Draft
from tertium.mtness.repairs.kinds import (
    agreements,
    apocopation,
    articles,
    clauses,
    copulas,
    function_words,
    government,
    joints,
    marks,
    moods,
    orders,
    other_systems,
    personal_prepositions,
    phrases,
    prepositions,
    question_words,
    reflexives,
    source_words,
    subjects,
    translations,
)
from tertium.mtness.repairs.learned_repairs import LEARNED, WORD_CHOICE
from tertium.mtness.repairs.repair_rules import Rules, RuleSection
from tertium.mtness.repairs.word_links import LinkedSegment


class Kind(Protocol):
    """A kind of suggestion, or a few that are found together."""

    @property
    def ACTIONS(self) -> tuple[Action, ...]:  # noqa: N802 - a constant of a module
        """What it declares."""
        ...

    @property
    def SECTIONS(self) -> tuple[RuleSection[Any], ...]:  # noqa: N802 - a constant of a module
        """What it reads of a language's rules."""
        ...

    def propose(self, linked: LinkedSegment, rules: Rules) -> Iterator[Draft]:
        """Yield the repairs of a segment, the better first."""
        ...


# The surer ones first: repairs of the same words are ranked in this order.
KINDS: tuple[Kind, ...] = (
    source_words,
    joints,
    apocopation,
    marks,
    phrases,
    agreements,
    moods,
    copulas,
    question_words,
    translations,
    government,
    prepositions,
    articles,
    personal_prepositions,
    reflexives,
    subjects,
    clauses,
    orders,
    function_words,
    # Last: what a rule proposes as well is the rule's.
    other_systems,
)

_LEARNED = {action.name: action for action in (LEARNED, WORD_CHOICE)}

ACTIONS = {action.name: action for kind in KINDS for action in kind.ACTIONS} | _LEARNED
"""All actions by their names, with those of learned tables."""

SECTIONS = tuple(section for kind in KINDS for section in kind.SECTIONS)
"""What all kinds read of a language's rules."""
