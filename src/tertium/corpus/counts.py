"""The contract of count providers: phrases in, one count per phrase out, in the same order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from tertium.errors import InputError, TertiumError
from tertium.json_result import JsonResult
from tertium.notebook import ShownInNotebooks


@dataclass(frozen=True, slots=True, kw_only=True)
class Count(JsonResult, ShownInNotebooks):
    """How often a phrase occurs.

    Attributes:
        phrase: The phrase, as it was given.
        count: The number of its occurrences, which may overlap; None if it is not known.
        lines: The number of lines or documents with the phrase; None if the provider does not return it.
        error: Why the count is not known; empty if it is known.
        approximate: Whether the count is an estimate.
    """

    phrase: str
    count: int | None
    lines: int | None = None
    error: str = ""
    approximate: bool = False

    def __post_init__(self) -> None:
        if (self.count is None) != bool(self.error):
            raise ValueError("a count is either known, or has an error that says why not")


class CountsError(TertiumError):
    """A provider that failed as a whole. The counts so far are in the error.

    Args:
        message: What is wrong.
        partial: One count for each phrase, in order; those not counted have an error.
        remedy: What to do about it.
    """

    def __init__(self, message: str, *, partial: Sequence[Count] = (), remedy: str | None = None) -> None:
        super().__init__(message, remedy=remedy)
        self.partial = tuple(partial)


@runtime_checkable
class Counts(Protocol):
    """A count provider.

    A provider may have an attribute ``cached_at_once``: the number of phrases that a cache asks for at a time, None for
    all, 0 for a provider that is faster than a cache.
    """

    @property
    def name(self) -> str:
        """The provider's name in the registry, such as ``"index"``."""
        ...

    @property
    def size(self) -> int | None:
        """The number of tokens in the corpus, if known."""
        ...

    def count_many(self, phrases: Sequence[str]) -> list[Count]:
        """Return one count per phrase, in the order of the phrases; a phrase that fails has a count with an error.

        Raises:
            CountsError: The provider fails as a whole; the error has what was counted before.
        """
        ...

    def describe(self) -> Mapping[str, str]:
        """Return names and versions, for signatures and as the key of caches; never an API key or a password."""
        ...


def check_phrases(phrases: Sequence[str]) -> None:
    """Refuse anything but a list of strings, before any phrase is counted.

    Raises:
        InputError: It is a single string, or an entry is not a string.
    """
    if isinstance(phrases, str):
        raise InputError("the phrases are one string", remedy="Give a list of phrases, even for only one")
    for number, phrase in enumerate(phrases, 1):
        if not isinstance(phrase, str):
            raise InputError(f"phrase {number} is of type {type(phrase).__name__}", remedy="Give strings")
