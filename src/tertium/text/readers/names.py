"""Names for systems, from the names of their files."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import PurePath

from tertium.errors import InputError
from tertium.files import compression
from tertium.files.opening import STDIN
from tertium.text.readers.formats import is_suffix

MOST_SYSTEMS = 10_000
"""How many systems a test set may have; each takes a row in every table of results."""

_SAYS_NOTHING = ("hyp", "hypothesis")


def name_systems(paths: Sequence[str], own: Sequence[str | None]) -> list[str]:
    """Name systems as their files do, else by the parts of the file names that differ.

    >>> name_systems(["out/hyp.online-B.0.txt", "out/hyp.uedin.txt.gz"], [None, None])
    ['online-B.0', 'uedin']

    Args:
        paths: The file of each system; a file with several systems occurs once for each.
        own: The name that the file itself gives the system, if any.

    Raises:
        InputError: Two systems would have the same name, or there are too many.
    """
    if len(paths) > MOST_SYSTEMS:
        raise InputError(
            f"there are {len(paths):,} systems; the most is {MOST_SYSTEMS:,}",
            remedy="Check which column has the names of the systems, or give fewer at a time",
        )
    nameless = [at for at, name in enumerate(own) if name is None]
    names = list(own)
    for at, name in zip(nameless, _from_paths([paths[at] for at in nameless]), strict=True):
        names[at] = name
    found = [name or "" for name in names]
    shared = {name for name, count in Counter(found).items() if count > 1}
    if shared and len(set(paths)) == len(paths):
        # Several files all say "ref" or "DemoSystem": the file names say more.
        found = _from_paths(paths)
    check_distinct(found, "two systems have the name {!r}")
    return found


def check_distinct(names: Sequence[str], message: str) -> None:
    """Raise an ``InputError`` if a name occurs twice."""
    for name, count in Counter(names).items():
        if count > 1:
            raise InputError(
                message.format(name),
                remedy="Give each system its own name with names=",
                command_remedy="Give each system its own name with --name",
            )


def _from_paths(paths: Sequence[str]) -> list[str]:
    stems = _without_shared_beginning([_stem(path) for path in paths])
    counts = Counter(stems)
    return [_distinguish(at, stems, paths) if counts[stem] > 1 else stem for at, stem in enumerate(stems)]


def _stem(path: str) -> str:
    if path == STDIN:
        return "stdin"
    name = PurePath(path)
    while name.stem and (name.suffix.lower() in compression.SUFFIXES or is_suffix(name.suffix.lower())):
        name = PurePath(name.stem)
    first, _, rest = name.name.partition(".")
    return rest if first.lower() in _SAYS_NOTHING and rest else name.name


def _without_shared_beginning(stems: Sequence[str]) -> list[str]:
    shortened = [stem.split(".") for stem in stems]
    while len(stems) > 1 and all(len(parts) > 1 and parts[0] == shortened[0][0] for parts in shortened):
        shortened = [parts[1:] for parts in shortened]
    joined = [".".join(parts) for parts in shortened]
    # "system.1" and "system.2" say more than "1" and "2".
    return list(stems) if any(name.replace(".", "").isdigit() for name in joined) else joined


def _distinguish(at: int, stems: Sequence[str], paths: Sequence[str]) -> str:
    """The stem with as many directories before it as needed, or with its suffix."""
    rivals = [other for other, stem in enumerate(stems) if stem == stems[at] and other != at]
    if all(PurePath(paths[rival]).name != PurePath(paths[at]).name for rival in rivals):
        return PurePath(paths[at]).name  # only the suffix differs
    parents = [PurePath(path).parent.parts for path in paths]
    for depth in range(1, len(parents[at]) + 1):
        mine = parents[at][-depth:]
        if all(parents[rival][-depth:] != mine for rival in rivals):
            return "/".join((*mine, stems[at]))
    return PurePath(paths[at]).as_posix()
