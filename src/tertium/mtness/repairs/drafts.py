"""Drafts: repairs before the forms that they need are known, and before their words are joined to their neighbours."""

from __future__ import annotations

from dataclasses import dataclass

from tertium.mtness.repairs.action import Action
from tertium.mtness.repairs.error_types import ErrorType
from tertium.mtness.resources.dictionary import Wish


@dataclass(frozen=True, slots=True)
class Change:
    """Some tokens, and what replaces them.

    Attributes:
        first: The first token.
        stop: The token after the last one; the same as ``first`` if something is put in before it.
        text: What is to stand there, nothing if empty; or the form that is wished for.
    """

    first: int
    stop: int
    text: str | Wish


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """A repair to be.

    Attributes:
        changes: What is changed, in any order; no two of the same tokens.
        action: How it was made.
        error: What would be wrong with the text if it is right.
        first: The first token of the main change.
        stop: The token after its last one; the same as ``first`` if something is put in.
        source: The source word, if it is known.
    """

    changes: tuple[Change, ...]
    action: Action
    error: ErrorType
    first: int
    stop: int
    source: str = ""

    @classmethod
    def of(
        cls,
        change: Change,
        action: Action,
        *,
        error: ErrorType | None = None,
        source: str = "",
        also: tuple[Change, ...] = (),
    ) -> Draft:
        """Return a draft with one main change, and what that entails; the error is that of the action if None."""
        return cls(
            changes=(change, *also),
            action=action,
            error=action.error if error is None else error,
            first=change.first,
            stop=change.stop,
            source=source,
        )


def match_case(text: str, model: str) -> str:
    """Return a word in capitals, or with a capital, if the one that it replaces is.

    >>> match_case("sed", "Siete"), match_case("sed", "SIETE"), match_case("Irán", "siete")
    ('Sed', 'SED', 'Irán')
    """
    if not model[:1].isupper():
        return text
    if len(model) > 1 and model.isupper():
        return text.upper()
    return text[:1].upper() + text[1:]
