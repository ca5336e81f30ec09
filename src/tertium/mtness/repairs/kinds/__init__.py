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
    apocopation,
    articles,
    copulas,
    function_words,
    learned,
    orders,
    other_systems,
    personal_prepositions,
    prepositions,
    source_words,
    translations,
)
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
    apocopation,
    copulas,
    translations,
    other_systems,
    prepositions,
    articles,
    personal_prepositions,
    orders,
    function_words,
    learned,
)

ACTIONS = {action.name: action for kind in KINDS for action in kind.ACTIONS}
"""All actions by their names."""

SECTIONS = tuple(section for kind in KINDS for section in kind.SECTIONS)
"""What all kinds read of a language's rules."""
