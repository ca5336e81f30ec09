"""Folders of judged translations, in many layouts. A new one is a module with a function ``read``, and a line here."""

from __future__ import annotations

import warnings
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any, Protocol

from tertium.errors import InputError, PluginError, SpecError, TertiumWarning
from tertium.files.opening import explaining_os_errors
from tertium.files.table import read_header
from tertium.meta.judgments.judged_set import JudgedSet
from tertium.meta.judgments.layouts import metrics_eval_folder
from tertium.meta.judgments.layouts.folder import Folder, refuse_special_files
from tertium.meta.judgments.mqm_weights import MqmWeights
from tertium.registry import list_names, load
from tertium.text.signs import warn_of_text
from tertium.text.text_changes import unescape_texts

LAYOUTS = (
    "sampled_assessment",
    "segment_assessment",
    "system_assessment",
    "pairwise_ranking",
    "system_human",
    "adequacy_fluency",
    "two_references",
    "tidy_folder",
    "metrics_eval_folder",
    "annotated_folder",
)
"""The modules of the layouts, of which the first that fits reads the folder.

A module says which ``FILE`` it needs, with which ``COLUMNS``; or it has a function ``fits``, which looks at the folder.
``OPTIONS`` are those of ``read_judged`` that it knows, apart from ``pairs``.
"""

_KIND = "layout"

_REMEDIES = {
    "references": "The references have no names here: leave their names out",
    "include_human": "Only folders of mt-metrics-eval have references among the systems: leave include_human out",
    "weights": "Only single errors have weights: leave the weights out",
}


class JudgedLayout(Protocol):
    """A layout of other packages: a module, or anything else with these functions."""

    def fits(self, folder: Folder, present: Collection[str]) -> bool:
        """Return whether a folder is in this layout.

        Args:
            folder: The folder, and what is wanted of it.
            present: The names of its files.
        """

    def read(self, folder: Folder) -> list[JudgedSet]:
        """Read a folder that fits, and return one judged set per language pair."""


def read_judged(
    path: Path | str,
    *,
    pairs: Sequence[str] | None = None,
    unescape: bool = False,
    check_text: bool = True,
    references: Sequence[str] | None = None,
    include_human: bool = False,
    weights: str | MqmWeights | None = None,
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
        references: The names of the references that are wanted, such as ``["refA"]``; all of them by default.
        include_human: Whether translations of people that were judged like systems take part, as in mt-metrics-eval.
            Those that are used as references never do.
        weights: The weights of errors that differ from Google's, such as ``"critical=10,minor=2"``.

    Returns:
        One judged set per language pair.

    Raises:
        InputError: The layout is not known, or something in it is wrong; it names file and line.
        SpecError: An option is given that the layout has no use for.

    Warns:
        TextWarning: If a text looks tokenised or escaped.
    """
    if not isinstance(path, str | Path):
        raise InputError(
            f"the folder is of type {type(path).__name__}",
            remedy="Give its path; for a data frame with a column of human scores use tertium.read_judged_table",
        )
    folder = Path(path)
    with explaining_os_errors(str(folder)):
        file = folder if folder.is_file() else None
        folder = folder.parent if file is not None else folder
        present = {entry.name for entry in folder.iterdir()}
    if file is None:
        refuse_special_files(folder)
    for names, what in ((pairs, "language pairs"), (references, "references")):
        if isinstance(names, str):
            raise InputError(f"the {what} are one string", remedy=f"Give a list: [{names!r}]")
    given = {"references": bool(references), "include_human": include_human, "weights": weights is not None}
    options = Folder(
        path=folder,
        pairs=pairs,
        file=file,
        references=references or None,
        include_human=include_human,
        weights=MqmWeights.of(weights),
    )
    layout = _recognise(options, present)
    for option, is_given in given.items():
        if is_given and option not in getattr(layout, "OPTIONS", ()):
            raise SpecError(f"{option} has no effect on {folder.name!r}", remedy=_REMEDIES[option])
    found: list[JudgedSet] = layout.read(options)
    if unescape:
        found = [replace(each, test_set=unescape_texts(each.test_set)) for each in found]
    if check_text:
        warn_of_text({each.name: each.test_set for each in found})
    return found


def _recognise(folder: Folder, present: Collection[str]) -> Any:
    """Return the first layout that fits."""
    headers: dict[str, list[str]] = {}
    near: list[ModuleType] = []
    for layout in _list_layouts():
        if hasattr(layout, "fits"):
            if layout.fits(folder, present):
                return layout
            continue
        if layout.FILE not in present:
            continue
        if layout.FILE not in headers:
            headers[layout.FILE] = read_header(folder.path / layout.FILE)
        if not _list_missing(layout, headers[layout.FILE]):
            return layout
        near.append(layout)
    raise _unknown_layout(folder, near, headers, present)


def _list_layouts() -> Iterator[Any]:
    """Yield our layouts, and then those of other packages."""
    for name in LAYOUTS:
        yield import_module(f"{__name__}.{name}")
    for name in list_names({}, _KIND):
        try:
            yield load({}, name, _KIND)
        except PluginError as error:
            # The folder may be in another layout, for which this one does not matter.
            warnings.warn(TertiumWarning(f"{error.message}, and is left out"), stacklevel=2)


def _list_missing(layout: ModuleType, header: Sequence[str]) -> list[str]:
    """Return what a layout needs and a header lacks: all of its ``COLUMNS``, and one of ``ONE_OF`` if it has that."""
    missing = [repr(column) for column in layout.COLUMNS if column not in header]
    one_of: Sequence[str] = getattr(layout, "ONE_OF", ())
    if one_of and not set(one_of) & set(header):
        missing.append(" or ".join(map(repr, one_of)))
    return missing


def _unknown_layout(
    given: Folder, near: Sequence[ModuleType], headers: dict[str, list[str]], present: Collection[str]
) -> InputError:
    folder = given.path
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
    if inside := sorted(path.parent.name for path in folder.glob(f"*/{metrics_eval_folder.OUTPUTS}")):
        return InputError(
            "these are several test sets of mt-metrics-eval",
            file=folder,
            remedy=f"Give one of them, such as {folder / inside[0]}",
        )
    if given.file is None and (missing := metrics_eval_folder.list_missing(present)):
        return InputError(
            f"there is no folder {missing[0]}/, which test sets of mt-metrics-eval have beside human-scores/",
            file=folder,
            remedy="Copy it from the test set too",
        )
    layouts = [import_module(f"{__name__}.{name}") for name in LAYOUTS]
    files = sorted({layout.FILE for layout in layouts if hasattr(layout, "FILE")})
    return InputError(
        "the folder has no judgments in a known layout",
        file=folder,
        remedy=f"A folder has one of {', '.join(files)}, an export of marot, Appraise or Pearmut, or the folders of "
        "mt-metrics-eval; or read one table with read_judgments",
    )
