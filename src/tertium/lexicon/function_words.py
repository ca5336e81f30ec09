"""Word lists: function words, which METEOR 1.5 weights by its delta, and stop words.

Denkowski & Lavie define function words as those with a relative frequency above 10^-3 in a large corpus. The built-in
list was made by that rule (``scripts/list_function_words.py``); its header names the text. It contains punctuation
marks as well, since they are frequent tokens.
"""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from pathlib import Path

from tertium.errors import InputError
from tertium.files.lines import decode_text
from tertium.files.opening import read_bytes
from tertium.languages import Languages, find_by_name

_BUILT_IN = Path(__file__).with_name("function_words")


def load_function_words(name_or_path: str) -> frozenset[str]:
    """Return the words of a list, in lower case.

    >>> "the" in load_function_words("english")
    True

    Args:
        name_or_path: ``english``, or a UTF-8 file with one word per line. Empty lines and those that begin with ``#``
            are skipped.

    Raises:
        InputError: There is no such list, it is not UTF-8, or a line has more than one word.
    """
    return _load(name_or_path)[0]


def describe_words(name_or_path: str) -> str:
    """Return the name of a list and the beginning of its hash, for signatures."""
    return _load(name_or_path)[1]


def find_languages_of_words(name_or_path: str) -> Languages | None:
    """Return the language of a built-in list; None for any other, whose language is not known, and for no list.

    >>> find_languages_of_words("english"), find_languages_of_words("")
    (frozenset({'en'}), None)
    """
    return find_by_name(name_or_path) if name_or_path in _built_in() else None


@cache
def _load(name_or_path: str) -> tuple[frozenset[str], str]:
    """The words and their description, from one reading, so that they always belong together."""
    path = _find(name_or_path)
    data = read_bytes(path)
    text = decode_text(data, str(path))
    words = set()
    for number, line in enumerate(text.split("\n"), start=1):
        parts = line.split()
        if not parts or parts[0].startswith("#"):
            continue
        if len(parts) > 1:
            raise InputError(
                f"{line.strip()!r} is more than one word",
                file=path,
                line=number,
                remedy="Give one word per line, and comments on separate lines that begin with #",
            )
        words.add(parts[0].lower())
    return frozenset(words), f"{path.stem} sha256:{sha256(data).hexdigest()[:8]}"


def _find(name_or_path: str) -> Path:
    if name_or_path in _built_in():
        return _BUILT_IN / f"{name_or_path}.txt"
    path = Path(name_or_path)
    if not path.exists() or path.is_dir():
        raise InputError(
            "there is no such word list",
            file=path,
            remedy=f"Give a file with one word per line, or a built-in list: {', '.join(_built_in())}",
        )
    return path


@cache
def _built_in() -> list[str]:
    return sorted(path.stem for path in _BUILT_IN.glob("*.txt"))
