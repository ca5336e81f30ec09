"""``tertium sacrebleu``: the command line of sacrebleu, argument by argument."""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import typer
from typer.core import TyperCommand


class PassingCommand(TyperCommand):
    """A command whose arguments are parsed by itself; all of them are passed on, ``--help`` too."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Keep the arguments as they are."""
        ctx.args = list(args)
        return list(args)


def sacrebleu(ctx: typer.Context) -> None:
    """Score as the command of sacrebleu does: same arguments, same output.

    `tertium sacrebleu --help` lists the arguments. Test sets (`-t`) are read from the folder that sacrebleu keeps;
    nothing is downloaded.

    **Examples**

    `tertium sacrebleu reference.txt -i system.txt -m bleu chrf ter`

    `cat system.txt | tertium sacrebleu reference.txt -b -w 2`

    `tertium sacrebleu reference.txt -i baseline.txt new.txt -m bleu chrf --paired-bs -f text`

    `tertium sacrebleu -t wmt17 -l de-en -i system.txt`
    """
    from tertium.cli.output import print_out
    from tertium.sacrebleu import parse_command, run_command

    arguments = parse_command(ctx.args)
    color = sys.stdout is not None and sys.stdout.isatty() and not os.environ.get("NO_COLOR")
    with _logging(is_quiet=arguments.quiet):
        print_out("".join(f"{part}\n" for part in run_command(arguments, color=color)))


@contextmanager
def _logging(*, is_quiet: bool) -> Iterator[None]:
    """Print on standard error what sacrebleu logs there: all of it, or warnings only, and these without its name."""
    logger = logging.getLogger("sacrebleu")
    handler = logging.StreamHandler()
    handler.setFormatter(logging.Formatter("%(message)s" if is_quiet else "sacreBLEU: %(message)s"))
    before, passing_on = logger.level, logger.propagate
    logger.setLevel(logging.WARNING if is_quiet else logging.INFO)
    logger.addHandler(handler)
    logger.propagate = False
    try:
        yield
    finally:
        logger.removeHandler(handler)
        logger.setLevel(before)
        logger.propagate = passing_on
