"""Small functions, as in ``sacrebleu.utils``."""

from __future__ import annotations

import gzip
import logging
import math
import os
from argparse import Namespace
from collections.abc import Mapping, Sequence
from hashlib import md5
from pathlib import Path
from typing import IO, Any, cast

from tertium.files.user_folders import expand_user
from tertium.sacrebleu.dataset import (
    download_test_set,
    filter_subset,
    get_available_origlangs,
    get_available_subsets,
    get_available_testsets,
    get_available_testsets_for_langpair,
    get_files,
    get_langpairs_for_testset,
    get_reference_files,
    get_source_file,
)

__all__ = [
    "SACREBLEU_DIR",
    "USERHOME",
    "Color",
    "args_to_dict",
    "download_test_set",
    "filter_subset",
    "get_available_origlangs",
    "get_available_subsets",
    "get_available_testsets",
    "get_available_testsets_for_langpair",
    "get_files",
    "get_langpairs_for_testset",
    "get_md5sum",
    "get_reference_files",
    "get_source_file",
    "my_log",
    "smart_open",
    "sum_of_lists",
]

USERHOME = str(expand_user("~"))
SACREBLEU_DIR = os.environ.get("SACREBLEU", str(Path(USERHOME, ".sacrebleu")))
"""Where sacrebleu keeps test sets and models: ``$SACREBLEU``, else ``~/.sacrebleu``."""

sacrelogger = logging.getLogger("sacrebleu")

_COLOURS: Mapping[str, int] = {
    name: 30 + code for code, name in enumerate(("black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"))
}


class Color:
    """Colours of a terminal.

    Attributes:
        ENABLE_COLORS: Whether there are any.
    """

    ENABLE_COLORS = True

    @staticmethod
    def format(msg: str, color: str) -> str:
        """Return a message in a colour; as it is, if the colour is unknown or there are none."""
        code = _COLOURS.get(color.lower())
        return f"\x1b[{code}m{msg}\x1b[0m" if Color.ENABLE_COLORS and code else msg


def smart_open(file: str, mode: str = "rt", encoding: str = "utf-8") -> IO[Any]:
    """Open a text file, or one that gzip has compressed."""
    if file.endswith(".gz"):
        return cast("IO[Any]", gzip.open(file, mode=mode, encoding=encoding, newline="\n"))
    return Path(file).open(mode=mode, encoding=encoding, newline="\n")


def my_log(num: float) -> float:
    """Return a logarithm, with a large negative number for that of zero."""
    return -9999999999 if num == 0.0 else math.log(num)


def sum_of_lists(lists: Sequence[Sequence[Any]]) -> Sequence[Any]:
    """Return the sums of the columns of rows; a single row is returned as it is."""
    if len(lists) == 1:
        return lists[0]
    return [sum(column, start=type(lists[0][0])(0.0)) for column in zip(*lists, strict=True)]


def args_to_dict(args: Namespace, prefix: str, strip_prefix: bool = False) -> dict[str, Any]:
    """Return the arguments whose names begin with a prefix, without it if wanted."""
    start = f"{prefix}_"
    return {
        name.replace(start, "") if strip_prefix else name: value
        for name, value in vars(args).items()
        if name.startswith(start)
    }


def get_md5sum(dest_path: str) -> str:
    """Return the MD5 sum of a file."""
    return md5(Path(dest_path).read_bytes(), usedforsecurity=False).hexdigest()
