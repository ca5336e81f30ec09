"""The commands, each in a file of its own."""

from __future__ import annotations

from typing import Annotated

import typer

from tertium.cli.align import align
from tertium.cli.audit import app as audit
from tertium.cli.cache import app as cache
from tertium.cli.compare import compare
from tertium.cli.correlate import correlate
from tertium.cli.count import count
from tertium.cli.demo import demo
from tertium.cli.diff import diff
from tertium.cli.doctor import doctor
from tertium.cli.explain import explain
from tertium.cli.index import app as index
from tertium.cli.judge import app as judge
from tertium.cli.learn import LearningCommand
from tertium.cli.metrics import metrics
from tertium.cli.models import app as models
from tertium.cli.mtness import mtness
from tertium.cli.output_check import OutputCheckedCommand
from tertium.cli.plugins import plugins
from tertium.cli.postedit import app as postedit
from tertium.cli.report import report
from tertium.cli.sacrebleu import PassingCommand, sacrebleu
from tertium.cli.score import score
from tertium.cli.serve import serve
from tertium.cli.tree import tree
from tertium.cli.tune import tune

app = typer.Typer(
    name="tertium",
    help="Scores machine translation, and says how far each score can be trusted.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    rich_markup_mode="markdown",
)
app.command()(score)
app.command()(compare)
app.command()(diff)
app.command()(report)
app.command()(correlate)
app.command()(tune)
app.add_typer(audit)
app.command()(align)
app.command()(explain)
app.command()(tree)
app.add_typer(index)
app.command()(count)
app.command()(mtness)
app.add_typer(postedit)
app.add_typer(judge)
app.command()(serve)
app.add_typer(models)
app.add_typer(cache)
app.command()(metrics)
app.command()(plugins)
app.command()(doctor)
app.command()(demo)

# No command may write over what it reads: checked here for all of them, before they run.
for each in (app, audit, index, postedit, judge, models, cache):
    for command in each.registered_commands:
        command.cls = LearningCommand if command.callback is mtness else OutputCheckedCommand

# It parses its own arguments, and writes no files.
app.command(cls=PassingCommand)(sacrebleu)


def _print_version(wanted: bool) -> None:
    if wanted:
        from tertium import __version__

        typer.echo(f"tertium {__version__}")
        raise typer.Exit


@app.callback()
def tertium(
    version: Annotated[
        bool, typer.Option("--version", help="Print the version.", callback=_print_version, is_eager=True)
    ] = False,
) -> None:
    """Score machine translation, and says how far each score can be trusted."""
