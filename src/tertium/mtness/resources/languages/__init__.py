"""Languages: a folder each, with rules as data; anybody's folder will do."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tertium.errors import SpecError
from tertium.files.toml import read_toml
from tertium.languages import to_two_letters

_HERE = Path(__file__).parent
KNOWN = tuple(sorted(folder.name for folder in _HERE.iterdir() if (folder / "spans.toml").is_file()))
GUIDE = "docs/how-to/mtness-languages.md"
"""The page that describes a folder of rules."""


def list_languages() -> list[str]:
    """Return the two letters of each language that we have rules for.

    >>> list_languages()
    ['ca', 'en', 'es', 'fr']
    """
    return list(KNOWN)


def shorten_code(language: str) -> str:
    """Return the two letters of a language that we have rules for, from two or three; other codes as they are.

    >>> shorten_code("ES"), shorten_code("spa"), shorten_code("gl")
    ('es', 'es', 'gl')
    """
    code = to_two_letters(language) if language.isalpha() else language
    return code if code in KNOWN else language


def find_language(language: str | Path) -> Path:
    """Return the folder of a language: one of ours by its two or three letters, or somebody else's by its path.

    Raises:
        SpecError: There is none.
    """
    code = shorten_code(str(language))
    if code in KNOWN:
        return _HERE / code
    folder = Path(language)
    if str(language) and folder.is_dir():
        return folder
    raise SpecError(
        f"there are no rules for the language {str(language)!r}",
        remedy=f"There are: {', '.join(KNOWN)}; or give a folder of rules, as {GUIDE} describes",
    )


def read_rules(language: str | Path, name: str) -> dict[str, Any]:
    """Return one file of rules of a language; empty if the language has no such file.

    Args:
        language: As for ``find_language``.
        name: Which rules: ``"words"``, ``"spans"``, ``"suggestions"``, ``"proper_nouns"``.

    Raises:
        InputError: The file is not valid TOML.
    """
    path = find_language(language) / f"{name}.toml"
    if not path.is_file():
        return {}
    return read_toml(path, kind="file of rules", remedy=f"Correct it; {GUIDE} describes it")
