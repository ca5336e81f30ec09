"""When a span is an instance, and when a candidate."""

from __future__ import annotations

from dataclasses import dataclass

from tertium.errors import SpecError

MIN_PROBABILITY = 0.5
"""How probable it has to be by default that something is wrong: about .4 false alarms in 1,000 words by people."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """The thresholds of detection.

    Attributes:
        max_count: A span that occurs more often than this is never an instance.
        min_ratio: How many times as often a suggestion has to occur; the least in the paper's own table is 5.1.
        significance: How improbable the counts have to be if nothing were wrong.
        absence_significance: How improbable it has to be that a span is not found, if it were as common as its parts
            suggest.
        strict_ratio: The same as ``min_ratio`` for contested suggestions, where both texts are often right: *ser* and
            *estar*, articles, function words.
        tested: Whether significance matters; if not, the rule is the paper's.
        min_probability: How probable it has to be that something is wrong, where all evidence is combined.

    Raises:
        SpecError: A threshold is out of range.
    """

    max_count: int = 1000
    min_ratio: float = 5.0
    significance: float = 0.01
    absence_significance: float = 0.01
    strict_ratio: float = 20.0
    tested: bool = True
    min_probability: float = MIN_PROBABILITY

    def __post_init__(self) -> None:
        if self.max_count < 0:
            raise SpecError(f"the maximum count of an instance is {self.max_count}", remedy="Give 0 or more")
        for ratio in (self.min_ratio, self.strict_ratio):
            if not ratio >= 1:
                raise SpecError(f"the ratio {ratio} is below 1", remedy="Give 1 or more")
        for level in (self.significance, self.absence_significance):
            if not 0 < level < 1:
                raise SpecError(f"the significance {level} is not between 0 and 1", remedy="Give 0.01, for example")
        if not 0 < self.min_probability < 1:
            raise SpecError(
                f"the least probability {self.min_probability} is not between 0 and 1", remedy="Give 0.5, for example"
            )

    def describe(self) -> str:
        """Return the settings, for signatures."""
        if not self.tested:
            return f"max_count={self.max_count},min_ratio={self.min_ratio:g},paper"
        ratios = f"min_ratio={self.min_ratio:g},strict={self.strict_ratio:g}"
        levels = f"significance={self.significance:g},absence={self.absence_significance:g}"
        return f"max_count={self.max_count},{ratios},{levels},probability={self.min_probability:g}"
