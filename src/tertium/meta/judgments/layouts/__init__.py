"""Folders of judged translations, in many layouts. A new one is a module with a function ``read``, and a line here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from types import ModuleType

from tertium.errors import InputError
from tertium.files.opening import explaining_os_errors
from tertium.files.table import read_header
from tertium.meta.judgments.judged_set import JudgedSet
from tertium.meta.judgments.layouts.folder import Folder
from tertium.text.signs import warn_of_text
from tertium.text.unescaping import unescape_texts

LAYOUTS = (
    "sampled_assessment",
    "segment_assessment",
    "system_assessment",
    "pairwise_ranking",
    "system_human",
    "adequacy_fluency",
    "two_references",
    "tidy_folder",
)
"""The modules of the layouts; each says which file it needs, with which columns, and the first that fits reads it."""


def read_judged(
    path: Path | str, *, pairs: Sequence[str] | None = None, unescape: bool = False, check_text: bool = True
) -> list[JudgedSet]:
    """Read a folder of judged translations; its layout is recognised by its files and their headers.

    >>> from tertium import samples
    >>> (judged,) = read_judged(samples.path("judgments.tsv"))
    >>> judged.name, list(judged.test_set.systems)
    ('samples', ['careful', 'literal', 'neural'])

    Args:
        path: The folder, or the table of judgments in it.
        pairs: The language pairs that are wanted; all of them by default.
        unescape: Turns HTML entities in texts (``&apos;``) into characters; signatures say so. Text as it is stored
            reproduces the official scores of WMT17; parsers need characters.
        check_text: Whether to warn of text that looks tokenised or escaped.

    Returns:
        One judged set per language pair.

    Raises:
        InputError: The layout is not known, or something in it is wrong; it names file and line.

    Warns:
        TextWarning: If a text looks tokenised or escaped.
    """
    folder = Path(path)
    with explaining_os_errors(str(folder)):
        folder = folder.parent if folder.is_file() else folder
        present = {entry.name for entry in folder.iterdir()}
    if isinstance(pairs, str):
        raise InputError("the language pairs are one string", remedy=f"Give a list: [{pairs!r}]")
    headers: dict[str, list[str]] = {}
    near: list[ModuleType] = []
    for name in LAYOUTS:
        layout = import_module(f"{__name__}.{name}")
        if layout.FILE not in present:
            continue
        if layout.FILE not in headers:
            headers[layout.FILE] = read_header(folder / layout.FILE)
        if not _list_missing(layout, headers[layout.FILE]):
            found: list[JudgedSet] = layout.read(Folder(folder, pairs))
            if unescape:
                found = [replace(each, test_set=unescape_texts(each.test_set)) for each in found]
            if check_text:
                warn_of_text({each.name: each.test_set for each in found})
            return found
        near.append(layout)
    raise _unknown_layout(folder, near, headers)


def _list_missing(layout: ModuleType, header: Sequence[str]) -> list[str]:
    """Return what a layout needs and a header lacks: all of its ``COLUMNS``, and one of ``ONE_OF`` if it has that."""
    missing = [repr(column) for column in layout.COLUMNS if column not in header]
    one_of: Sequence[str] = getattr(layout, "ONE_OF", ())
    if one_of and not set(one_of) & set(header):
        missing.append(" or ".join(map(repr, one_of)))
    return missing


def _unknown_layout(folder: Path, near: Sequence[ModuleType], headers: dict[str, list[str]]) -> InputError:
    if near:
        # The one that lacks least is probably meant.
        layout = min(near, key=lambda layout: len(_list_missing(layout, headers[layout.FILE])))
        one_of = " or ".join(getattr(layout, "ONE_OF", ()))
        return InputError(
            f"there is no column {_list_missing(layout, headers[layout.FILE])[0]}",
            file=folder / layout.FILE,
            line=1,
            remedy=f"Give all of the columns {', '.join([*layout.COLUMNS, *filter(None, [one_of])])}",
        )
    files = sorted({import_module(f"{__name__}.{name}").FILE for name in LAYOUTS})
    return InputError(
        "the folder has no judgments in a known layout",
        file=folder,
        remedy=f"A folder has one of {', '.join(files)}; or read one table with read_judgments",
    )
