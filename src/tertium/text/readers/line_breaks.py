"""Line breaks inside a segment of SGML or XML, which are not part of its text."""

from __future__ import annotations

import re

_WHITE = " \t\r\n"
_BREAK = re.compile("[\r\n]+")


def join_lines(text: str) -> str:
    r"""Return a segment on one line: a line break becomes a space, together with the white space around it.

    The lines are split and stripped one by one. A regular expression for the white space around a line break would try
    each blank of a long row of blanks anew, so that the time would grow with the square of their number.

    >>> join_lines("\n  one  two \r\n\t three ")
    'one  two three'
    """
    return " ".join(filter(None, (line.strip(_WHITE) for line in _BREAK.split(text))))
