"""From uploaded files to a test set. It is done in the process of a job, since files are anybody's."""

from __future__ import annotations

import os
import re
import shutil
import warnings
from collections.abc import Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tertium.errors import InputError, TertiumWarning, TextWarning
from tertium.files.compression import COMPRESSIONS, LONGEST_MAGIC
from tertium.files.opening import read_blocks
from tertium.printable import make_printable
from tertium.text import open_test_set
from tertium.types import TestSet
from tertium.web.workspace import JobProgress, Workspace

MOST_CONTENT = 2 << 30
"""The most bytes of an uploaded file after it was decompressed."""

MOST_EXPANSION = 200
"""How many times larger it may become; text becomes 3 to 10 times larger."""

_BLOCK = 1 << 20


def add_files(workspace: Workspace, request: Mapping[str, Any], progress: JobProgress) -> int:
    """Read uploaded files, store the test set, and return its number.

    Args:
        workspace: The workspace.
        request: ``name``; ``files``, a list with ``name``, ``digest``, ``role`` (``system``, ``reference``, ``source``,
            ``documents``) and if wanted ``system``, the name of the system; ``source_language`` and ``language``;
            if wanted ``unescape``, whether entities become characters.
        progress: How progress is reported.

    Raises:
        InputError: The files cannot be read, or do not fit each other.
    """
    progress.begin("reading")
    with TemporaryDirectory(prefix=".reading-", dir=workspace.folder) as folder:
        given = place_files(workspace, request["files"], Path(folder))
        try:
            with warnings.catch_warnings(record=True) as caught:
                warnings.simplefilter("always", TertiumWarning)
                test_set = _read(given, request)
        except InputError as error:
            raise _name_as_uploaded(error, Path(folder)) from error
        for each in caught:
            _warn_again(each.message, request, Path(folder))
    progress.begin("storing")
    languages = (request.get("source_language", ""), request.get("language", ""))
    return workspace.add_test_set(request["name"], test_set, languages=languages)


def place_files(
    workspace: Workspace, files: Sequence[Mapping[str, Any]], folder: Path
) -> list[tuple[Mapping[str, Any], Path]]:
    """Give files their names again, by which formats are known; each has a folder of its own."""
    given = []
    for number, file in enumerate(files):
        stored = workspace.files.path(file["digest"])
        path = folder / str(number) / file["name"]
        path.parent.mkdir()
        try:
            os.link(stored, path)
        except OSError:  # not on this file system
            shutil.copyfile(stored, path)
        check_expansion(path, MOST_CONTENT, MOST_EXPANSION)
        given.append((file, path))
    return given


def _read(given: Sequence[tuple[Mapping[str, Any], Path]], request: Mapping[str, Any]) -> TestSet:
    by_role: dict[str, list[Path]] = {}
    for file, path in given:
        by_role.setdefault(file["role"], []).append(path)
    for role in ("source", "documents"):
        if len(by_role.get(role, [])) > 1:
            raise InputError(f"there are several files of the {role}", remedy="Choose the role of one of them only")
    if "system" not in by_role:
        raise InputError("no file is that of a system", remedy="Choose the role of a system for at least one file")
    names = [file.get("system") for file, _ in given if file["role"] == "system"]
    reader = open_test_set(
        by_role["system"],
        by_role.get("reference", ()),
        names=[str(each) for each in names] if all(names) else None,
        sources=next(iter(by_role.get("source", ())), None),
        documents=next(iter(by_role.get("documents", ())), None),
        language=request.get("language", ""),
        source_language=request.get("source_language", ""),
        unescape=bool(request.get("unescape")),
    )
    test_set = reader.read()
    for name in reader.equal_to_reference:
        message = f"{name} equals a reference, and is scored as a system. To leave it out, upload the others again"
        warnings.warn(TertiumWarning(message), stacklevel=2)
    return test_set


def check_expansion(path: Path, most: int, times: int) -> None:
    """Refuse a compressed file whose content is far larger than itself, before it is read by anything else.

    Raises:
        InputError: It is.
    """
    with path.open("rb") as stream:
        head = stream.read(LONGEST_MAGIC)
    if not any(each.fits(head) for each in COMPRESSIONS):
        return
    allowed = min(most, max(times * path.stat().st_size, _BLOCK))
    size = 0
    for block in read_blocks(str(path), _BLOCK):
        size += len(block)
        if size > allowed:
            raise InputError(
                f"the file becomes more than {allowed >> 20:,} MiB when it is decompressed",
                file=path,
                remedy="Upload a smaller file",
            )


def _name_as_uploaded(error: InputError, folder: Path) -> InputError:
    """Return an error that names the file as its owner does, not as it is called while it is read."""
    file = error.file
    if file is not None and file.startswith(str(folder)):
        file = Path(file).name
    remedy = error.remedy
    return InputError(
        _strip_folders(error.message, folder),
        file=file,
        line=error.line,
        remedy=None if remedy is None else _strip_folders(remedy, folder),
    )


def _strip_folders(text: str, folder: Path) -> str:
    """Return a text without the folders that files are in while they are read, one for each."""
    found = "|".join(re.escape(each) for each in (f"{folder}{os.sep}", make_printable(f"{folder}{os.sep}")))
    return re.sub(rf"(?:{found})\d+{re.escape(os.sep)}", "", text)


def _warn_again(warning: Warning | str, request: Mapping[str, Any], folder: Path) -> None:
    """Warn with names of files as they were uploaded, and with advice for those who have a page and not a library."""
    if not isinstance(warning, TextWarning):
        warnings.warn(warning, TertiumWarning, stacklevel=3)
        return
    message = _strip_folders(warning.message, folder)
    if warning.kind == "forms":
        remedy = "They are used here as they are. To compare them in one form, upload both sides in the same form"
    elif not warning.kind:
        remedy = warning.remedy
    elif warning.kind == "tokenised":
        remedy = "It is used here as it is. Metrics expect text that is not tokenised: better upload it detokenised"
    elif "unescape" not in request:
        remedy = "It is used here as it is. To score characters, upload it without entities"
    elif request["unescape"]:
        remedy = "It is used here as it is. It was escaped twice: unescape the file itself, and upload it again"
    else:
        remedy = "It is used here as it is. To score characters, upload it again and tick Unescape on the page of roles"
    warnings.warn(TextWarning(message, remedy=remedy, command_remedy=remedy), stacklevel=3)
