"""Plain English: docstrings, comments, messages, help and pages have none of the mannerisms that we have dropped."""

from __future__ import annotations

import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
CODE = sorted(path for path in (ROOT / "src" / "tertium").rglob("*.py") if "samples" not in path.parts)
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
PAGES.remove(ROOT / "CHANGELOG.md")

# Words that may follow "one" without making it "one X a Y".
_NOT_COUNTED = (
    "of|in|as|is|for|with|to|by|at|from|on|that|has|or|and|if|may|was|after|per|than|where|before|without|makes"
)

MANNERISMS = {
    "say 'per'": rf"\bone (?!(?:{_NOT_COUNTED})\b)[\w-]+ an? (?!(?:time|few)\b)\w+",
    "say 'is not a'": r"(?<!there )(?<!There )\b(?:is|are) no (?!longer\b|more\b|fewer\b|less\b|such\b)[a-z]",
    "say what exactly": r"\bwhatever\b",
    "say 'this many', or the number": r"\bso many\b",
    "say 'after'": r"\bbehind\b",
    "say 'correlated with'": r"\b(?:held|holds|hold) (?:\w+ ){0,3}against\b",
    "say 'described' or 'reported'": r"\b(?:is|are|was|be) told\b(?! apart)",
    "say 'does not have'": r"\b(?:has|have) not got\b",
    "say 'undecided'": r"\bcan't tell\b",
    "say 'internal error'": r"\ba bug of ours\b",
    "say 'annotator'": r"\b[Oo]dd judges?\b",
    "metrics do not like or mind": r"\bmetrics? (?:likes?|minds?)\b",
}


def read_prose(path: Path) -> Iterator[tuple[int, str]]:
    """The text that people read, with its lines: all of a page but its code, strings and comments of a module."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".py":
        kept = (tokenize.STRING, tokenize.COMMENT)
        for token in tokenize.generate_tokens(io.StringIO(text).readline):
            if token.type in kept:
                yield token.start[0], " ".join(token.string.split())
        return
    inside = False
    for number, line in enumerate(text.splitlines(), 1):
        if line.lstrip().startswith("```"):
            inside = not inside
        elif not inside:
            yield number, line


@pytest.mark.parametrize("path", [*CODE, *PAGES], ids=lambda path: str(path.relative_to(ROOT)))
def test_prose_is_plain(path: Path) -> None:
    found = [
        f"line {line}: {match[0]!r}: {advice}"
        for line, text in read_prose(path)
        for advice, pattern in MANNERISMS.items()
        for match in re.finditer(pattern, text)
    ]
    assert not found, "\n".join(found)


@pytest.mark.parametrize(
    "text",
    ["one file a system", "it is no metric", "whatever it is", "at most so many", "the word behind it", "it is told"],
)
def test_mannerisms_are_seen(text: str) -> None:
    assert any(re.search(pattern, text) for pattern in MANNERISMS.values())


@pytest.mark.parametrize("text", ["one file per system", "there is no metric 'x'", "one of a kind", "no longer"])
def test_plain_english_passes(text: str) -> None:
    assert not any(re.search(pattern, text) for pattern in MANNERISMS.values())
