"""What every provider of phrase counts does: phrases in, one count a phrase out, in the same order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import KW_ONLY, dataclass
from typing import Protocol, runtime_checkable

from tertium.errors import InputError, TertiumError


@dataclass(frozen=True, slots=True)
class Count:
    """How often a phrase occurs.

    Attributes:
        phrase: The phrase, as it was asked for.
        count: Its occurrences, which may overlap; None if that is not known.
        lines: The lines (or documents) that have it; None where the provider does not tell.
        error: Why the count is not known; empty if it is.
        approximate: Whether the provider says that the count is an estimate.
    """

    phrase: str
    count: int | None
    lines: int | None = None
    _: KW_ONLY
    error: str = ""
    approximate: bool = False

    def __post_init__(self) -> None:
        if (self.count is None) != bool(self.error):
            raise ValueError("a count is either known, or has an error that says why it is not")

    def to_dict(self) -> dict[str, str | int | bool | None]:
        """The fields by name, as JSON takes them."""
        return {
            "phrase": self.phrase,
            "count": self.count,
            "lines": self.lines,
            "error": self.error,
            "approximate": self.approximate,
        }


class CountsError(TertiumError):
    """A provider that failed as a whole; what it had counted by then is not lost.

    Args:
        message: What is wrong.
        partial: One count for each phrase that was asked for, in that order; those not counted have an error.
        remedy: What to do about it.
    """

    def __init__(self, message: str, *, partial: Sequence[Count] = (), remedy: str | None = None) -> None:
        super().__init__(message, remedy=remedy)
        self.partial = tuple(partial)


@runtime_checkable
class Counts(Protocol):
    """A provider of counts."""

    @property
    def name(self) -> str:
        """The provider's name in the registry, such as ``"index"``."""
        ...

    @property
    def size(self) -> int | None:
        """The tokens of the corpus, if known."""
        ...

    def count_many(self, phrases: Sequence[str]) -> list[Count]:
        """One count a phrase, in the order of the phrases; a phrase that fails has a count with an error.

        Raises:
            CountsError: The provider fails as a whole; the error has what was counted before.
        """
        ...

    def describe(self) -> Mapping[str, str]:
        """Names and versions, for signatures and as the key of caches; never a key or a password."""
        ...


def check_phrases(phrases: Sequence[str]) -> None:
    """Refuses what is no list of strings, before any of it is counted.

    Raises:
        InputError: It is a single string, or something in it is none.
    """
    if isinstance(phrases, str):
        raise InputError("the phrases are one string", remedy="Give a list of phrases, even if it has only one")
    for number, phrase in enumerate(phrases, 1):
        if not isinstance(phrase, str):
            raise InputError(f"phrase {number} is of type {type(phrase).__name__}", remedy="Give strings")
