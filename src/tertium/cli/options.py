"""Options that several commands share, declared once."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tertium.options import OUTPUT
from tertium.registry import (
    FORMATS,
    OTHER_FORMAT_NAMES,
    PICTURE_FORMATS,
    PLOT_FORMATS,
    is_known,
    list_names,
    unknown,
)

Plots = Annotated[
    Path | None, typer.Option("--plots", metavar="FOLDER", help="Write plots to this folder.", rich_help_panel=OUTPUT)
]
DEFAULT_PLOT_FORMAT = PLOT_FORMATS[0]


def make_choices(name: str, *values: str) -> Any:
    """Return an enumeration of names of a registry, so that an option offers what there is.

    Args:
        name: What the enumeration is called.
        values: The names.
    """
    return StrEnum(name, {value: value for value in values})


def offer_formats(*others: str, help_text: str = "The output format.") -> Any:
    """Return the option ``--format``: all formats of the registry, and those that only one command has.

    Args:
        others: Names of formats that only this command has.
        help_text: What its help says.
    """
    if "svg" in others:
        others = (*others, *PICTURE_FORMATS)
    here = [*FORMATS, *others]

    def check(name: str | None) -> str | None:
        """Refuse an unknown format before any work is done."""
        if name is not None and name not in here and not is_known(FORMATS, name, "output format"):
            known = [*list_names(FORMATS, "output format"), *others]
            raise unknown("output format", name, known, OTHER_FORMAT_NAMES)
        return name

    option = typer.Option(
        "--format",
        "-f",
        metavar="|".join(here),
        help=f"{help_text} Default: by the suffix of the output, else text.",
        rich_help_panel=OUTPUT,
        autocompletion=lambda incomplete: [name for name in here if name.startswith(incomplete)],
        callback=check,
        show_default=False,
    )
    return Annotated[str | None, option]


if TYPE_CHECKING:
    Format = str | None
    PlotFormat = str
else:
    Format = offer_formats()
    PlotFormat = Annotated[
        make_choices("PlotFormat", *PLOT_FORMATS),
        typer.Option("--plot-format", help="The format of plots.", rich_help_panel=OUTPUT),
    ]
OUTPUT_HELP = "Write the output to this file. Its suffix says the format, such as `.html`, unless `-f` is given."
"""By it, ``tertium.cli.output_check`` knows the files whose suffixes say the format."""
Output = Annotated[
    Path | None,
    typer.Option(
        "--output",
        "-o",
        metavar="FILE",
        help=OUTPUT_HELP,
        rich_help_panel=OUTPUT,
    ),
]
Replace = Annotated[
    bool,
    typer.Option(
        "--replace",
        help="Replace what is there. Without it, nothing that took work is replaced.",
        rich_help_panel=OUTPUT,
    ),
]
Threads = Annotated[
    int | None,
    typer.Option(
        "--threads", help="The number of threads. Default: TERTIUM_THREADS, else all cores.", show_default=False
    ),
]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Show no progress bar.", rich_help_panel=OUTPUT)]
