"""Text and numbers as tables and pages print them."""

from __future__ import annotations

from functools import lru_cache

from tertium.report.cells import Cell, Number
from tertium.results import NOT_SIGNIFICANT

# All that some program takes for the end of a line, and the tab, each for one blank: places in the text stay the same.
_BREAKS = str.maketrans(dict.fromkeys("\t\n\r\v\f\x1c\x1d\x1e\x1f\x85\u2028\u2029", " "))

_METHODS = {"bootstrap": "paired bootstrap", "randomization": "approximate randomisation"}


# A long segment stands in the rows of all its findings, one after the other, and need not be copied for each.
@lru_cache(maxsize=16)
def keep_on_line(text: str) -> str:
    """Return a text with a blank for each tab and each end of a line."""
    return text.translate(_BREAKS)


def make_plain(text: str) -> str:
    """Return a text with a blank for each white character, since tables take other spaces for unprintable."""
    return "".join(" " if each.isspace() else each for each in text)


def write_count(count: float | None) -> Number:
    """Return a number of occurrences, or an empty cell if it is not known."""
    return Number(count, ",.0f")


def write_expected(expected: float | None) -> Number:
    """Return an expected number of occurrences, with decimals where they matter."""
    return Number(expected, ",.0f" if expected is not None and expected >= 100 else ".1f")


def write_p(p_value: float | None) -> Cell:
    """Return a probability with four decimals; those that would be 0 then are said to be smaller.

    >>> str(write_p(0.00001))
    '<0.0001'
    """
    return "<0.0001" if p_value is not None and p_value < 0.0001 else Number(p_value, ".4f")


def write_probability(probability: float) -> str:
    """Return the probability that something is wrong; no finding is surer than 0.99.

    >>> write_probability(0.99996), write_probability(0.5)
    ('0.99', '0.50')
    """
    return f"{min(probability, 0.99):.2f}"


def state_p(p_value: float, decimals: int = 4) -> str:
    """Return what a sentence says of a probability.

    >>> state_p(0.00001), state_p(0.0321, 3)
    ('p < 0.0001', 'p = 0.032')
    """
    least = 10**-decimals
    return f"p < {least:.{decimals}f}" if p_value < least else f"p = {p_value:.{decimals}f}"


def write_better(better: str | None, reason: str) -> str:
    """Return what a table says of two systems: the better one, or what keeps one from being called better.

    >>> write_better("neural", ""), write_better(None, "not significant"), write_better(None, "too few segments")
    ('neural', '–', 'too few segments')
    """
    return better if better is not None else "–" if reason in ("", NOT_SIGNIFICANT) else reason


def name_method(method: str) -> str:
    """Return what a test of significance is called in text; a test that is not ours by its own name.

    >>> name_method("bootstrap")
    'paired bootstrap'
    """
    return _METHODS.get(method, method)
