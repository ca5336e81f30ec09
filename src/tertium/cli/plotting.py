"""Where plots go: into a folder, into a page, or both."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from tertium.cli.output import make_folder
from tertium.report.plots.plot import Plot


def save_plots(plots: Iterable[tuple[str, Plot]], folder: Path | None, suffix: str, *, embed: bool) -> list[str]:
    """Writes plots to a folder, if one is given, each by its name, and gives those that a page shows, if it does."""
    if folder is not None:
        make_folder(folder)
    pictures = []
    for name, plot in plots:
        if folder is not None:
            plot.save(folder / f"{make_file_name(name)}.{suffix}")
        if embed:
            pictures.append(plot.to_svg())
    return pictures


def make_file_name(text: str) -> str:
    """A name that every file system takes."""
    return re.sub(r"[^\w+.-]+", "-", text).strip("-.") or "plot"
