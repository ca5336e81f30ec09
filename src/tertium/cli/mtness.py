"""``tertium mtness``, which has a command inside of it: ``tertium mtness learn``."""

from __future__ import annotations

from functools import cached_property
from typing import Any

import typer

from tertium.cli.adapter import make_command
from tertium.cli.output_check import OutputCheckedCommand
from tertium.usecases import load_use_case


class MtnessCommand(OutputCheckedCommand):
    """A command whose first argument may be the name of another one."""

    def make_context(self, info_name: str | None, args: list[str], parent: Any = None, **extra: Any) -> Any:
        """Return the context of the inner command where the first argument is its name."""
        inner = self.commands.get(args[0]) if args else None
        if inner is None:
            return super().make_context(info_name, args, parent=parent, **extra)
        return inner.make_context(f"{info_name} {args[0]}", args[1:], parent=parent, **extra)

    @cached_property
    def commands(self) -> dict[str, Any]:
        """The inner command by its name."""
        app = typer.Typer(pretty_exceptions_enable=False, rich_markup_mode="markdown")
        learn = make_command(load_use_case("mtness learn"))
        app.command(cls=OutputCheckedCommand, context_settings={"help_option_names": ["-h", "--help"]})(learn)
        return {learn.__name__: typer.main.get_command(app)}
