"""Options mean the same in every command, and offer what the tables of names have."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import Any

import pytest
import typer

from tertium import registry
from tertium.cli.app import app
from tertium.meta.correlation.question import STATISTICS

# As in the table of options of the command line; a short form that is not here is not given to anything else.
SHORT = {
    "-a": "--against",
    "-b": "--baseline",
    "-d": "--data",
    "-e": "--experiment",
    "-f": "--format",
    "-i": "--index",
    "-j": "--judgments",
    "-l": "--language",
    "-m": "--metric",
    "-n": "--name",
    "-o": "--output",
    "-p": "--language-pair",
    "-q": "--quiet",
    "-r": "--reference",
    "-s": "--source",
    "-t": "--test",
}


def list_options(command: Any = None, name: str = "tertium") -> Iterator[tuple[str, list[str], str]]:
    """Command, names and metavar of every option."""
    command = typer.main.get_command(app) if command is None else command
    for inner, each in getattr(command, "commands", {}).items():
        yield from list_options(each, f"{name} {inner}")
    for parameter in command.params:
        if parameter.param_type_name == "option":
            yield name, parameter.opts, parameter.metavar or ""


def test_a_short_form_has_one_meaning() -> None:
    found = defaultdict(set)
    for _, names, _ in list_options():
        (long,) = (name for name in names if name.startswith("--"))
        for name in names:
            if not name.startswith("--"):
                found[name].add(long)
    assert found == {short: {long} for short, long in SHORT.items()}


@pytest.mark.parametrize(
    ("command", "option", "known"),
    [
        ("tertium compare", "--test", registry.SYSTEM_TESTS),
        ("tertium compare", "--pairs", registry.PAIRS),
        ("tertium correlate", "--test", ("auto", *registry.METRIC_TESTS, "none")),
        ("tertium correlate", "--level", registry.LEVELS),
        (
            "tertium correlate",
            "--statistic",
            STATISTICS,
        ),
        ("tertium correlate", "--normalise", registry.NORMALISATIONS),
        ("tertium tune", "--statistic", registry.COEFFICIENTS),
        ("tertium tune", "--learn", registry.TRAINERS),
    ],
)
def test_choices_come_from_the_tables(command: str, option: str, known: Any) -> None:
    (metavar,) = (metavar for name, names, metavar in list_options() if name == command and option in names)
    assert metavar == "|".join(known)
