"""What each error of an MQM annotation costs.

Google's weights (Freitag and others 2021): major errors 5, minor ones 1, minor errors of punctuation 0.1, a segment
that is not a translation 25, neutral remarks 0. The most specific weight counts: ``minor/fluency/punctuation`` before
``minor/fluency`` before ``minor``.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Self

from tertium.errors import SpecError

GOOGLE: Mapping[str, float] = {
    "major": 5.0,
    "minor": 1.0,
    "neutral": 0.0,
    "no-error": 0.0,
    "major/non-translation": 25.0,
    "minor/fluency/punctuation": 0.1,
}
"""The weights that Google and WMT use."""

_HOW = "Write it as SEVERITY=WEIGHT or SEVERITY/CATEGORY=WEIGHT, such as critical=10,minor/fluency=0.5"


@dataclass(frozen=True)
class MqmWeights:
    """The weight of each severity, or of a category of a severity.

    Attributes:
        table: By severity, or severity and category joined by ``/``, the weight. Upper and lower case, spaces, hyphens
            and underscores, and a ``!`` at the end are the same.
    """

    table: Mapping[str, float] = field(default_factory=lambda: dict(GOOGLE))

    def __post_init__(self) -> None:
        made: dict[str, float] = {}
        for name, weight in self.table.items():
            if isinstance(weight, bool) or not isinstance(weight, (int, float)) or not 0 <= weight < math.inf:
                raise SpecError(f"the weight of {name!r} is {weight!r}", remedy="Give a number, 0 or more")
            made["/".join(map(_plain, name.split("/")))] = float(weight)
        object.__setattr__(self, "table", made)

    @classmethod
    def parse(cls, text: str) -> Self:
        """Return Google's weights with some others, as in ``critical=10,minor=2``.

        >>> MqmWeights.parse("minor=2").find("Minor", "Style/Awkward")
        2.0

        Raises:
            SpecError: It is not a list of weights.
        """
        table = dict(GOOGLE)
        for item in filter(None, (item.strip() for item in text.split(","))):
            name, equals, weight = item.rpartition("=")
            try:
                table["/".join(map(_plain, name.split("/")))] = float(weight)
            except ValueError:
                raise SpecError(f"{item!r} is not a weight", remedy=_HOW) from None
            if not equals or not name.strip():
                raise SpecError(f"{item!r} is not a weight", remedy=_HOW)
        return cls(table)

    @classmethod
    def of(cls, weights: str | MqmWeights | None) -> MqmWeights:
        """Return weights that may have been given as text, or not at all."""
        return weights if isinstance(weights, MqmWeights) else cls.parse(weights or "")

    def find(self, severity: str, category: str = "") -> float | None:
        """Return the weight of an error; None if its severity has no weight.

        >>> MqmWeights().find("minor", "Fluency/Punctuation"), MqmWeights().find("Major", "Non-translation!")
        (0.1, 25.0)

        Args:
            severity: Its severity.
            category: Its category, with those below it after ``/``.
        """
        parts = [_plain(severity), *map(_plain, filter(None, category.split("/")))]
        while parts:
            weight = self.table.get("/".join(parts))
            if weight is not None:
                return weight
            parts.pop()
        return None


def _plain(name: str) -> str:
    return re.sub(r"[\s_-]+", "-", name.strip().rstrip("!").lower())
