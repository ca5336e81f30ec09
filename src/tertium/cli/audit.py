"""``tertium audit``."""

from __future__ import annotations

import typer

app = typer.Typer(
    name="audit",
    help="Find out what BLEU does not see: other translations with the same score, and unreliable differences.",
    no_args_is_help=True,
    rich_markup_mode="markdown",
)
