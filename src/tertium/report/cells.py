"""The cells of tables: text, numbers with a precision, and intervals. Formats decide how to print them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class Range:
    """An interval: beside a number, or in a cell of its own.

    Attributes:
        low: Its lower end.
        high: Its upper end.
        form: How its ends are printed, as ``format`` takes it.
    """

    low: float
    high: float
    form: str = ".2f"

    def __str__(self) -> str:
        """Return both ends in brackets.

        >>> str(Range(0.125, 0.5, "+.2f"))
        '[+0.12, +0.50]'
        """
        return f"[{_write(self.low, self.form)}, {_write(self.high, self.form)}]"


@dataclass(frozen=True, slots=True)
class Number:
    """A number, and how precise it is.

    Attributes:
        value: The number. None if it is not known: an empty cell. NaN if it is not defined: a dash.
        form: Its precision, as ``format`` takes it: ``.2f``, ``+.4f``, ``,``, ``.1%``.
        interval: Its confidence interval, if it has one.
        best: Whether a test says that it is significantly better than what it is compared with, and is brought out.
    """

    value: float | None
    form: str = ".2f"
    interval: Range | None = None
    best: bool = False

    @property
    def text(self) -> str:
        """The number without its interval."""
        return _write(self.value, self.form)

    def __str__(self) -> str:
        """Return the number, and its interval after it.

        >>> str(Number(12.3456, interval=Range(11, 13.5)))
        '12.35 [11.00, 13.50]'
        """
        return self.text if self.interval is None else f"{self.text} {self.interval}"


Cell: TypeAlias = str | Number | Range


def _write(value: float | None, form: str) -> str:
    if value is None:
        return ""
    # Only NaN is not itself.
    return format(value, form) if value == value else "–"
