"""The table of commands. Each is imported when it is run: importing all of them takes longer than most runs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from typer.core import TyperCommand

# In the order of the help.
COMMANDS: Mapping[str, str] = {
    "score": "tertium.cli.score:score",
    "compare": "tertium.cli.compare:compare",
    "diff": "tertium.cli.diff:diff",
    "report": "tertium.cli.report:report",
    "correlate": "tertium.cli.correlate:correlate",
    "tune": "tertium.cli.tune:tune",
    "align": "tertium.cli.align:align",
    "explain": "tertium.cli.explain:explain",
    "tree": "tertium.cli.tree:tree",
    "count": "tertium.cli.count:count",
    "mtness": "tertium.cli.mtness:mtness",
    "serve": "tertium.cli.serve:serve",
    "metrics": "tertium.cli.metrics:metrics",
    "plugins": "tertium.cli.plugins:plugins",
    "doctor": "tertium.cli.doctor:doctor",
    "demo": "tertium.cli.demo:demo",
    "sacrebleu": "tertium.cli.sacrebleu:sacrebleu",
}

# Commands with commands of their own.
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
        from tertium.cli.learn import LearningCommand

        return LearningCommand
    # No command may write over what it reads: checked for all of them, before they run.
    from tertium.cli.output_check import OutputCheckedCommand

    return OutputCheckedCommand


def _load(name: str) -> Any:
    module, _, attribute = name.partition(":")
    return getattr(import_module(module), attribute)


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
