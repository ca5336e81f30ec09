"""A campaign: a protocol, the segments to judge, and who judges them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from tertium.annotation.protocols import JudgingProtocol, find_protocol


@dataclass(frozen=True, kw_only=True)
class Campaign:
    """A campaign as it was prepared.

    Attributes:
        name: Its name.
        protocol: The name of its protocol.
        settings: What it changes in the protocol, as ``find_protocol`` takes it: ``categories``,
            ``severities``, ``ranked``, ``monolingual``.
        seed: The seed of its plan.
        created: When it was prepared, in seconds since 1970.
        systems: The systems, in the order of the test set.
        segments: How many segments the test set has.
        notes: What could not be planned as asked.
        origin: Where the test set comes from, for programs that keep test sets.
    """

    name: str
    protocol: str
    settings: Mapping[str, object] = field(default_factory=dict)
    seed: int = 0
    created: float = 0.0
    systems: Sequence[str] = ()
    segments: int = 0
    notes: Sequence[str] = ()
    origin: str = ""

    @property
    def asked(self) -> JudgingProtocol:
        """What annotators are asked."""
        return find_protocol(self.protocol, **self.settings)  # type: ignore[arg-type]


@dataclass(frozen=True, kw_only=True)
class CampaignAnnotator:
    """Somebody who judges.

    Attributes:
        name: The name, as judgments have it.
        campaign: The name of the campaign.
        items: How many items the annotator has.
        done: How many of them are finished.
        active: How long the annotator worked, in seconds, hidden tabs and pauses left out.
        last: When the last judgment came, in seconds since 1970; None if there is none.
        expires: When the link stops working, in seconds since 1970; None if never.
    """

    name: str
    campaign: str
    items: int
    done: int = 0
    active: float = 0.0
    last: float | None = None
    expires: float | None = None
