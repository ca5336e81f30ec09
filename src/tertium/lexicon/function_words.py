"""Lists of words: function words, which METEOR 1.5 weighs by its delta, and stop words.

Denkowski & Lavie take as function words those whose relative frequency in a large corpus is above 10^-3. The list that
is built in was made by that rule (``scripts/list_function_words.py``); its header tells from which text. It has marks
such as the comma too: they are tokens like others, and say as little.
"""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from pathlib import Path

from tertium.errors import InputError
from tertium.files.lines import decode_text
from tertium.files.opening import read_bytes

_BUILT_IN = Path(__file__).with_name("function_words")


def load_function_words(name_or_path: str) -> frozenset[str]:
    """The words of a list, in lower case.

    >>> "the" in load_function_words("english")
    True

    Args:
        name_or_path: ``english``, or a file in UTF-8 with one word a line. Empty lines and those that begin with ``#``
            are passed over.

    Raises:
        InputError: There is no such list, it is not UTF-8, or a line has more than one word.
    """
    return _load(name_or_path)[0]


def describe_words(name_or_path: str) -> str:
    """The name of a list and the beginning of its hash, for signatures."""
    return _load(name_or_path)[1]


@cache
def _load(name_or_path: str) -> tuple[frozenset[str], str]:
    """The words and their description, from one reading, so that the one is always of the other."""
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
                remedy="Give one word a line; comments begin with # and have lines of their own",
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
