"""An extension of Griffe, which reads docstrings for the site: examples become blocks of code.

Without it only examples below a heading ``Examples:`` are shown as code, and Markdown takes ``>>>`` for a quotation.
"""

from __future__ import annotations

import re
from typing import Any

import griffe

# From a prompt up to an empty line, another section or the end.
EXAMPLE = re.compile(r"(?P<before>\A|\n[ ]*\n)(?P<lines>>>> .*?)(?=\n[ ]*\n|\Z)", re.DOTALL)


class Doctests(griffe.Extension):
    """Put doctests outside of sections into fences."""

    def on_object(self, *, obj: griffe.Object, **_: Any) -> None:
        """Change the docstring of an object that was just read."""
        if obj.docstring is not None and "```" not in obj.docstring.value:
            obj.docstring.value = EXAMPLE.sub(r"\g<before>```pycon\n\g<lines>\n```", obj.docstring.value)
