"""The table of commands. Each is imported when it is run: importing all of them takes longer than most runs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tertium.usecases import USE_CASES, UseCase

if TYPE_CHECKING:
    from typer.core import TyperCommand

# In the order of the help. Most are made of a use case; the others are functions.
COMMANDS: Mapping[str, str] = {
    **{name: target for name, target in USE_CASES.items() if " " not in name},
    "run": "tertium.cli.run:run",
    "schema": "tertium.cli.run:schema",
    "serve": "tertium.cli.serve:serve",
    "metrics": "tertium.cli.metrics:metrics",
    "plugins": "tertium.cli.plugins:plugins",
    "doctor": "tertium.cli.doctor:doctor",
    "demo": "tertium.cli.demo:demo",
    "sacrebleu": "tertium.cli.sacrebleu:sacrebleu",
}

# Commands with commands of their own: their help, and commands that are not made of a use case.
GROUPS: Mapping[str, str] = {
    "audit": "tertium.cli.audit:app",
    "index": "tertium.cli.index:app",
    "postedit": "tertium.cli.postedit:app",
    "judge": "tertium.cli.judge:app",
    "models": "tertium.cli.models:app",
    "cache": "tertium.cli.cache:app",
}


def make_app(names: Sequence[str] = (*COMMANDS, *GROUPS)) -> typer.Typer:
    """Return the command line with some commands, all by default."""
    app = typer.Typer(
        name="tertium",
        help="Scores machine translation, and says how far each score can be trusted.",
        no_args_is_help=True,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
        rich_markup_mode="markdown",
    )
    for name in names:
        if name in GROUPS:
            group: typer.Typer = _load(GROUPS[name])
            for inner in USE_CASES:
                if inner.startswith(f"{name} "):
                    group.command(inner.partition(" ")[2])(_load(USE_CASES[inner]))
            for command in group.registered_commands:
                command.cls = _choose_class("")
            app.add_typer(group)
        else:
            app.command(cls=_choose_class(name))(_load(COMMANDS[name]))
    app.callback()(_tertium)
    return app


def _choose_class(name: str) -> type[TyperCommand]:
    if name == "sacrebleu":  # it parses its own arguments, and writes no files
        from tertium.cli.sacrebleu import PassingCommand

        return PassingCommand
    if name == "mtness":
        from tertium.cli.mtness import MtnessCommand

        return MtnessCommand
    # No command may write over what it reads: checked for all of them, before they run.
    from tertium.cli.output_check import OutputCheckedCommand

    return OutputCheckedCommand


def _load(name: str) -> Any:
    module, _, attribute = name.partition(":")
    found = getattr(import_module(module), attribute)
    if not isinstance(found, UseCase):
        return found
    from tertium.cli.adapter import make_command

    return make_command(found)


def _print_version(wanted: bool) -> None:
    if wanted:
        from tertium import __version__

        typer.echo(f"tertium {__version__}")
        raise typer.Exit


def _tertium(
    version: Annotated[
        bool, typer.Option("--version", help="Print the version.", callback=_print_version, is_eager=True)
    ] = False,
) -> None:
    """Score machine translation, and say how far each score can be trusted."""
