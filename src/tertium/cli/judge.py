"""``tertium judge``."""

from __future__ import annotations

import typer

app = typer.Typer(
    name="judge",
    help="Have translations judged by people: prepare a campaign, follow it, export its judgments.",
    no_args_is_help=True,
    rich_markup_mode="markdown",
)
