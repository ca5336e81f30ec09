"""Kinds of errors and their severities, from a file."""

from __future__ import annotations

from pathlib import Path

from tertium.errors import InputError
from tertium.files.lines import iterate_lines
from tertium.files.toml import read_toml

_MOST_CATEGORIES = 200


def read_error_types(path: Path | str) -> dict[str, object]:
    """Read the kinds of errors that annotators choose from, as settings of ``find_protocol``.

    Args:
        path: A text file with one category per line; or TOML with ``categories``, a list, and ``severities``, a table
            of what an error costs, such as ``{ minor = 1, major = 5, critical = 25 }``.

    Raises:
        InputError: There are none, too many, or one twice.
    """
    found: dict[str, object] = {}
    if Path(path).suffix == ".toml":
        remedy = 'Give categories = ["…"] and severities = { minor = 1, major = 5 }'
        data = read_toml(path, kind="list of errors", remedy=remedy)
        categories, severities = data.get("categories"), data.get("severities")
        is_list = isinstance(categories, list) and all(isinstance(each, str) for each in categories)
        if not is_list or not isinstance(severities, dict | None):
            raise InputError("it is not a list of errors", file=path, remedy=remedy)
        names = [each.strip() for each in categories or []]
        if severities:
            found["severities"] = severities
    else:
        names = [line.strip() for line in iterate_lines(path) if line.strip()]
    if not 1 <= len(names) <= _MOST_CATEGORIES:
        raise InputError(
            f"there are {len(names)} categories", file=path, remedy=f"Give 1 to {_MOST_CATEGORIES}, one per line"
        )
    for name in names:
        if not name or not name.isprintable() or len(name) > 100 or names.count(name) > 1:
            problem = "occurs twice" if names.count(name) > 1 else "cannot be used"
            raise InputError(f"the category {name!r} {problem}", file=path, remedy="Give each a short name of its own")
    return {"categories": names, **found}
