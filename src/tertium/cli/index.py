"""``tertium index``."""

from __future__ import annotations

import typer

app = typer.Typer(
    name="index",
    help="Build and maintain an index of text, in which `tertium count` counts phrases in microseconds.",
    no_args_is_help=True,
    rich_markup_mode="markdown",
)
