"""Signs that a text was tokenised or escaped before it came here, where metrics expect it as people write it.

The first 1,000 segments of each file or list are looked at. A text looks tokenised if at least 5 of them, and one in
ten, end in a space and a full stop, or have the marks of split words (``@-@``, ``@@``, ``▁``). It looks escaped if at
least 5 of them, and one in a hundred, have entities such as ``&quot;``. In the test sets of WMT, tokenised text has at
least 58 % of the first, and other text 2 % at most; escaped text has at least 2 % of the second, and other text 0.1 %
at most.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from tertium.errors import TextWarning, warn_caller
from tertium.printable import make_printable
from tertium.text.forms import FormCounts, compare_forms, warn_of_forms
from tertium.text.text_changes import UNESCAPED
from tertium.types import TestSet

MOST_SEGMENTS = 1_000
FEWEST_SIGNS = 5
TOKENISED_SHARE = 0.1
ESCAPED_SHARE = 0.01

# Other marks have a space before them in some languages: " ?" in French, " ।" in Hindi.
_FULL_STOPS = (" .", " 。")
_SPLIT_WORDS = ("@-@", "@@ ", "▁")
_ENTITY = re.compile(r"&(?:amp|quot|apos|lt|gt|nbsp|#[0-9]{1,6}|#[xX][0-9A-Fa-f]{1,6});")
# A line that names more than this many files is hard to read.
_MOST_NAMES = 3


@dataclass
class TextSigns:
    """What was seen in the texts of one file or list.

    >>> signs = TextSigns.of(["He said : &quot; No . &quot; ."] * 9)
    >>> signs.looks_tokenised, signs.looks_escaped
    (True, True)

    Attributes:
        seen: How many texts that are not empty were looked at.
        tokenised: How many of them have signs of a tokenizer.
        escaped: How many of them have entities.
    """

    seen: int = 0
    tokenised: int = 0
    escaped: int = 0

    @classmethod
    def of(cls, texts: Iterable[str | None]) -> TextSigns:
        """Look at some texts."""
        found = cls()
        found.add(texts)
        return found

    def add(self, texts: Iterable[str | None]) -> None:
        """Look at some more texts, as long as there were not enough."""
        wanted = MOST_SEGMENTS - self.seen
        if wanted <= 0:
            return
        found = list(islice((text for text in texts if text and not text.isspace()), wanted))
        self.seen += len(found)
        # Most texts have no such signs at all, which is seen much faster in one piece.
        whole = "\n".join(found)
        tokenised: set[int] = set()
        for stop in _FULL_STOPS:
            if stop in whole:
                tokenised.update(at for at, text in enumerate(found) if stop in text and text.rstrip().endswith(stop))
        for mark in _SPLIT_WORDS:
            if mark in whole:
                tokenised.update(at for at, text in enumerate(found) if mark in text)
        self.tokenised += len(tokenised)
        if "&" in whole:
            self.escaped += sum(_ENTITY.search(text) is not None for text in found if "&" in text)

    @property
    def looks_tokenised(self) -> bool:
        """Whether there are enough signs of a tokenizer."""
        return self.tokenised >= max(FEWEST_SIGNS, TOKENISED_SHARE * self.seen)

    @property
    def looks_escaped(self) -> bool:
        """Whether there are enough entities."""
        return self.escaped >= max(FEWEST_SIGNS, ESCAPED_SHARE * self.seen)


_USED = "It is scored as it is."


def warn_of_text(test_sets: Mapping[str, TestSet]) -> None:
    """Warn of texts that look tokenised or escaped, or have other forms of characters than their references.

    Each is warned of once, with a ``TextWarning``.

    Args:
        test_sets: The test sets, by where they are from, such as a folder; that may be empty.
    """
    found: list[tuple[str, TextSigns]] = []
    forms: dict[str, FormCounts] = {}
    for name, test_set in test_sets.items():
        for system, texts in test_set.systems.items():
            own = f"the system {system!r}" if system else "the hypotheses"
            found.append((f"{name} ({system})" if name else own, TextSigns.of(texts)))
        found.append((f"{name} (references)" if name else "the references", TextSigns.of(test_set.references.flat)))
        for system, counts in compare_forms(test_set).items():
            forms[f"{name} ({system})" if name else system] = counts
    warn_of_signs(found, unescaped=any(UNESCAPED in each.changes for each in test_sets.values()))
    # Judged sets have names, and are read without that option.
    warn_of_forms(forms, can_normalise=not any(test_sets))


def warn_of_signs(found: Iterable[tuple[str, TextSigns]], *, unescaped: bool = False) -> None:
    """Warn of files or lists that look tokenised or escaped: once of each, with a ``TextWarning``.

    Args:
        found: What each file or list is called, and the signs in it; one file may be there several times.
        unescaped: Whether entities were turned into characters before.
    """
    found = list(found)
    if tokenised := [(name, signs) for name, signs in found if signs.looks_tokenised]:
        _, first = tokenised[0]
        _warn(
            f"{_list(tokenised)}: the text looks tokenised ({first.tokenised:,} of {first.seen:,} segments end in a "
            "space and a full stop, or have marks such as @-@)",
            "tokenised",
            remedy=f"{_USED} To compare with other scores, detokenise it first; to hide this, ignore TextWarning",
            command_remedy=f"{_USED} To compare with other scores, detokenise it first; to hide this, give "
            "--no-check-text",
        )
    if escaped := [(name, signs) for name, signs in found if signs.looks_escaped]:
        _, first = escaped[0]
        again = "It was escaped twice: unescape the file itself" if unescaped else ""
        _warn(
            f"{_list(escaped)}: the text looks escaped ({first.escaped:,} of {first.seen:,} segments have entities "
            "such as &quot;)",
            "escaped",
            remedy=f"{_USED} {again or 'To score characters, unescape the texts first'}; to hide this, ignore "
            "TextWarning",
            command_remedy=f"{_USED} {again or 'To score characters, give --unescape'}; to hide this, give "
            "--no-check-text",
        )


def _list(found: Sequence[tuple[str, TextSigns]]) -> str:
    names = list(dict.fromkeys(make_printable(name) for name, _ in found))
    more = len(names) - _MOST_NAMES
    return ", ".join(names[:_MOST_NAMES]) + (f" and {more} more" if more > 0 else "")


def _warn(message: str, kind: str, *, remedy: str, command_remedy: str) -> None:
    warn_caller(TextWarning(message, remedy=remedy, command_remedy=command_remedy, kind=kind))
