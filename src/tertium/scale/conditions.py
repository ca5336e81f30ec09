"""What the scores of a row have to meet for it to be kept: ``chrf++ >= 40``, ``ter < 80``."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tertium.errors import SpecError
from tertium.types import Array

_OPERATORS: dict[str, Callable[[Any, Any], Any]] = {
    ">=": operator.ge,
    "<=": operator.le,
    ">": operator.gt,
    "<": operator.lt,
}
# A number is at the end, and an operator before it: a spec may have an equals sign of its own.
_FORM = re.compile(r"(?P<spec>.+?)\s*(?P<sign>>=|<=|>|<)\s*(?P<value>[-+]?[\d.]+(?:[eE][-+]?\d+)?)")


@dataclass(frozen=True)
class ScoreCondition:
    """A bound of a score.

    Attributes:
        spec: The metric.
        sign: ``>=``, ``>``, ``<=`` or ``<``.
        value: The bound.
    """

    spec: str
    sign: str
    value: float

    def holds(self, scores: Array) -> NDArray[np.bool_]:
        """Return for each score whether it is within the bound; one that is not a number is not."""
        return np.asarray(_OPERATORS[self.sign](scores, self.value), dtype=bool)


def parse_conditions(conditions: str | Sequence[str]) -> list[ScoreCondition]:
    """Return conditions from texts.

    >>> parse_conditions("chrf:word_order=2 >= 40")
    [ScoreCondition(spec='chrf:word_order=2', sign='>=', value=40.0)]

    Args:
        conditions: One or several, such as ``"chrf++ >= 40"``.

    Raises:
        SpecError: One of them has another form.
    """
    found = []
    for text in [conditions] if isinstance(conditions, str) else conditions:
        match = _FORM.fullmatch(text.strip())
        try:
            value = float(match["value"]) if match else np.nan
        except ValueError:
            value = np.nan
        if match is None or np.isnan(value):
            raise SpecError(f"{text!r} is not a condition", remedy="Write it as in 'chrf++ >= 40'")
        found.append(ScoreCondition(match["spec"], match["sign"], value))
    if not found:
        raise SpecError("there is no condition", remedy="Give one, such as 'chrf++ >= 40'")
    return found
