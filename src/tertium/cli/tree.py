"""``tertium tree``."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import Annotated

import typer

from tertium.cli import options
from tertium.cli.output import write, write_text
from tertium.cli.texts import take_text
from tertium.errors import InputError
from tertium.registry import PARSERS


class TreeFormat(StrEnum):
    """The formats of results, and the trees alone; ``tests/cli`` holds them against ``OutputFormat``."""

    TEXT = "text"
    JSON = "json"
    TSV = "tsv"
    MD = "md"
    LATEX = "latex"
    HTML = "html"
    SVG = "svg"
    DEPENDENCY_SVG = "dependency-svg"
    BRACKETS = "brackets"
    CONLLU = "conllu"


def tree(
    text: Annotated[
        str,
        typer.Argument(metavar="TEXT", help="One or more sentences; or a tree in Penn brackets.", show_default=False),
    ],
    parser: Annotated[
        str | None,
        typer.Option(
            "--parser",
            metavar="NAME",
            help=f"Parser, with its model where it needs one: `spacy(fr_core_news_sm)`. One of: {', '.join(PARSERS)}. "
            "Default: spacy, unless the text begins with a bracket.",
            show_default=False,
        ),
    ] = None,
    tokenised: Annotated[
        bool, typer.Option("--tokenised", help="The text is tokenised: words are separated by spaces.")
    ] = False,
    output_format: Annotated[
        TreeFormat,
        typer.Option(
            "--format",
            "-f",
            help="How to print; `svg` and `dependency-svg` are pictures alone, `brackets` and `conllu` the trees as "
            "other programs read them.",
            rich_help_panel=options.OUTPUT,
        ),
    ] = TreeFormat.TEXT,
    output: options.Output = None,
) -> None:
    """Parse a text and show its trees: constituents and dependencies.

    A text that begins with a bracket is read as a tree, unless `--parser` is given. Put `--` before a text that begins
    with a dash.

    **Examples**

    `tertium tree "I have a red pen."`

    `tertium tree "I have a red pen. It writes." -f html -o pen.html`

    `tertium tree "(S (NP (PRP I)) (VP (VBD ran)))" -f svg -o ran.svg`

    `tertium tree "J'ai un stylo rouge." --parser "spacy(fr_core_news_sm)" -f conllu`
    """
    from tertium.report.drawings.tree_drawing import draw_constituents, draw_dependencies, stack_pictures
    from tertium.report.tables.trees import describe_parse
    from tertium.syntax import parse_trees, write_brackets, write_conllu

    parsed = parse_trees(take_text(text), parser, tokenised=tokenised)
    constituents, dependencies = parsed.constituents, parsed.dependencies
    if output_format in (TreeFormat.SVG, TreeFormat.BRACKETS):
        _require(constituents, "constituents", parsed.parser)
    elif output_format in (TreeFormat.DEPENDENCY_SVG, TreeFormat.CONLLU):
        _require(dependencies, "dependencies", parsed.parser)
    if output_format is TreeFormat.SVG:
        write_text(stack_pictures([draw_constituents(each) for each in constituents]), output)
    elif output_format is TreeFormat.DEPENDENCY_SVG:
        write_text(stack_pictures([draw_dependencies(each) for each in dependencies]), output)
    elif output_format is TreeFormat.BRACKETS:
        write_text("".join(f"{write_brackets(each)}\n" for each in constituents), output)
    elif output_format is TreeFormat.CONLLU:
        write_text("".join(map(write_conllu, dependencies)), output)
    else:
        write(describe_parse(constituents, dependencies, notes=[parsed.origin]), output_format, output)


def _require(trees: Sequence[object], what: str, parser: str) -> None:
    if not trees:
        raise InputError(
            f"{parser!r} does not give {what} for this text", remedy="Give another --parser, or a text with words"
        )
