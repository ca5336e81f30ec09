"""Numbers of orders, which are often too large to be written in full."""

from __future__ import annotations


def write_large(number: int) -> str:
    """Write a number in full up to 15 digits, otherwise with a power of ten.

    >>> write_large(40319), write_large(10**20)
    ('40,319', '1.00 · 10^20')
    """
    text = f"{number:,}"
    return text if number < 10**15 else f"{str(number)[0]}.{str(number)[1:3]} · 10^{len(str(number)) - 1}"


def write_power(log10: float) -> str:
    """Write a number by its logarithm: up to six digits in full, otherwise as a power of ten.

    >>> write_power(2), write_power(21.4)
    ('100', '10^21')
    """
    return f"{10**log10:,.0f}" if log10 < 6 else f"10^{log10:.0f}"
