"""What is to be counted, and what has been: each phrase once, however many ask for it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from tertium.corpus.counts import Count, Counts
from tertium.corpus.index import PhraseIndex

_AT_ONCE = 100_000


@dataclass(kw_only=True)
class Ledger:
    """What is to be counted, and what has been.

    Attributes:
        provider: Who counts.
        progress: Called with the number of phrases that are done since the last time.
        threads: How many threads count, where the provider lets one choose.
    """

    provider: Counts
    progress: Callable[[int], object] | None = None
    threads: int | None = None
    _counts: dict[str, int | None] = field(default_factory=dict)
    _problems: dict[str, str] = field(default_factory=dict)

    def ask(self, phrases: Iterable[str]) -> None:
        """Count those that have not been counted yet."""
        wanted = [phrase for phrase in dict.fromkeys(phrases) if phrase not in self._counts]
        for start in range(0, len(wanted), _AT_ONCE):
            batch = wanted[start : start + _AT_ONCE]
            for phrase, each in zip(batch, self._count(batch), strict=True):
                self._counts[phrase] = each.count
                if each.error:
                    self._problems[phrase] = each.error
            if self.progress is not None:
                self.progress(len(batch))

    def _count(self, phrases: Sequence[str]) -> Sequence[Count]:
        if isinstance(self.provider, PhraseIndex):
            # A star in a text is a star.
            return self.provider.count_many(phrases, self.threads, wildcards=False)
        return self.provider.count_many(phrases)

    def find(self, phrase: str) -> int | None:
        """Return how often a phrase occurs, that was asked for; None if it could not be counted."""
        return self._counts[phrase]

    def number(self, phrase: str) -> int:
        """Return the same; 0 if it could not be counted."""
        return self._counts[phrase] or 0

    def problem(self, phrase: str) -> str:
        """Return why a phrase could not be counted; empty if it could."""
        return self._problems.get(phrase, "")

    @property
    def asked(self) -> int:
        """How many different phrases have been counted."""
        return len(self._counts)

    @property
    def failed(self) -> int:
        """How many of them could not be."""
        return len(self._problems)
