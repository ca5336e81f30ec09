"""Where plots go: into a folder. Pages show them by themselves."""

from __future__ import annotations

import re
from pathlib import Path

from tertium.cli.output import make_folder
from tertium.report import Document


def save_plots(document: Document, folder: Path | None, suffix: str) -> None:
    """Write the plots of a document to a folder, if one is given, each by its name."""
    if folder is None:
        return
    make_folder(folder)
    for name, plot in document.plots():
        plot.save(folder / f"{make_file_name(name)}.{suffix}")


def make_file_name(text: str) -> str:
    """Return a name that every file system takes."""
    return re.sub(r"[^\w+.-]+", "-", text).strip("-.") or "plot"
